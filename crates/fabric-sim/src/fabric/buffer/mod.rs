//! The switch's memory: a pool, and the priority groups that are charged for
//! what they hold in it.

mod pg;
mod pool;

pub use pg::{Admission, Pg, PgConfig, Threshold};
pub use pool::{Pool, PoolConfig};
