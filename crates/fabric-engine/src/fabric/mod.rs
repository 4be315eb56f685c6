//! State machines of the fabric, one for each file: PFC, buffer, scheduler, crossbar, watchdog,
//! endpoint.
//!
//! The machines have no clock, no calendar and no random generator. The caller passes the time and
//! random numbers as arguments; the machines return their decisions and deadlines. Start with
//! [`pfc`] and [`buffer`].

pub mod buffer;
pub mod cable_loss;
pub mod classify;
pub mod credit;
pub mod crossbar;
pub mod egress;
pub mod endpoint;
pub mod frame;
pub mod mac;
pub mod pfc;
pub mod watchdog;
