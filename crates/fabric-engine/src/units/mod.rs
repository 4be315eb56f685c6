//! Quantities of the model as newtypes: time, bytes, rates, lengths and pause quanta. Each has one
//! text form, which is read and written exactly.

mod bytes;
mod length;
mod quanta;
mod rate;
mod serde_impls;
mod text;
mod time;
mod wire_time;

pub use bytes::Bytes;
pub use length::Length;
pub use quanta::Quanta;
pub use rate::Rate;
pub use text::{ParseError, parse_number};
pub use time::Time;
pub use wire_time::{TransmissionTimes, lasting};

/// Picoseconds in a second.
pub const PS_PER_S: u64 = 1_000_000_000_000;
