//! The machines of the fabric, one a file: no clock, no calendar, no
//! randomness of their own. Time and draws come in as arguments; what follows
//! goes out as a value.

pub mod buffer;
pub mod classify;
pub mod credit;
pub mod crossbar;
pub mod egress;
pub mod endpoint;
pub mod frame;
pub mod loss;
pub mod mac;
pub mod pfc;
pub mod watchdog;
