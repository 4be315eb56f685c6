//! Hosts: flows and their arrival processes, the NIC that serves them, rate control, reliability,
//! reads, collectives, and the receive buffer.
//!
//! Each state machine has a file of its own, and uses no state of another host. Start with [`Flow`] and
//! [`Nic`].

mod arrival;
mod collective;
mod flow;
mod nic;
pub mod rate;
pub mod read;
mod receive;
pub mod reliability;
mod send_block;

pub use arrival::Process;
pub use collective::{Collective, CollectiveConfig, Next, Order};
pub use flow::{ExtensionIndices, ExtensionSet, Flow, FlowExtensions};
pub use nic::Nic;
pub use receive::{ReceiveBuffer, ReceiveConfig, ReceiveThresholds};
pub use send_block::{SendBlock, SendBlocks};
