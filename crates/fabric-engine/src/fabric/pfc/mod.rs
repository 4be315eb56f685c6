//! Priority-based flow control (PFC) of one port (IEEE 802.1Q, clause 36; 802.3, annexes 31B and
//! 31D).
//!
//! - [`receiver`]: priorities of this port that its peer pauses.
//! - [`sender`]: priorities of the peer that this port pauses.
//! - [`link_pause`]: pause of the whole link in place of PFC.
//! - [`loss`]: PFC frames that a fault drops at this port.
//!
//! The machines take the time as an argument and know no other port. Start with [`receiver`].

pub mod link_pause;
pub mod loss;
pub mod receiver;
pub mod sender;

pub use link_pause::LinkPause;
pub use loss::{PfcLoss, PfcLossKind};
pub use receiver::{DelayOrder, PfcReceiver, PfcReceiverConfig};
pub use sender::{PfcSender, PfcSenderConfig, Trigger};
