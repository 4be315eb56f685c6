//! Memory of a switch: admission, thresholds, pools.
//!
//! - [`Pg`]: bytes charged to one ingress port and priority, and its conditions of pause and
//!   resume.
//! - [`Pool`]: shared memory and headroom of a switch.
//! - [`Threshold`]: static and dynamic limits.
//! - [`VoqBytes`]: bytes of each virtual output queue.
//!
//! The types count bytes and hold no frames. Start with [`Pg`].

mod pg;
mod pool;
mod threshold;
mod voq_bytes;

pub use pg::{Admission, Pg, PgConfig};
pub use pool::{HeadroomPool, Pool, PoolConfig};
pub use threshold::{Occupancy, Scope, Threshold};
pub use voq_bytes::{Input, VoqBytes};
