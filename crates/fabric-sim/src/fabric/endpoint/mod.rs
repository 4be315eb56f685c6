//! Hosts: the flows that they send, when frames come to the NIC, and in which
//! order it sends them.

mod arrival;
mod flow;
mod nic;

pub use arrival::Process;
pub use flow::Flow;
pub use nic::Nic;
