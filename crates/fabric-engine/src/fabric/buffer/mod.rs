//! The switch's memory: a pool, and the priority groups that are charged for
//! what they hold in it.

mod pg;
mod pool;
mod threshold;
mod voq_bytes;

pub use pg::{Admission, Pg, PgConfig};
pub use pool::{HeadroomPool, Pool, PoolConfig};
pub use threshold::{Limited, Scope, Threshold};
pub use voq_bytes::{Input, VoqBytes};
