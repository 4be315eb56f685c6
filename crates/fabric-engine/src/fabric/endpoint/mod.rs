//! Hosts: the flows that they send, when frames come to the NIC, and in which
//! order it sends them; what waits where they are received, and what is sent again.

mod arrival;
mod collective;
mod flow;
mod hold;
mod nic;
pub mod rate;
pub mod read;
mod receive;
pub mod reliability;

pub use arrival::Process;
pub use collective::{Collective, CollectiveConfig, Next, Order};
pub use flow::{Elsewhere, Flow, Has, Rows};
pub use hold::{Hold, Holds};
pub use nic::Nic;
pub use receive::{ReceiveBuffer, ReceiveConfig, ReceiveMarks};
