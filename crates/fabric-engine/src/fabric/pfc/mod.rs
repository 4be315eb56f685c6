//! Priority-based flow control: who is paused ([`receiver`]) and who asks for
//! the pause ([`sender`]).

pub mod loss;
pub mod receiver;
pub mod sender;

pub use loss::{Lost, PfcLoss};
pub use receiver::{DelayOrder, Receiver, ReceiverConfig};
pub use sender::{Sender, SenderConfig, Trigger};
