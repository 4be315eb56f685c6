//! Credit-based flow control of one virtual channel (`InfiniBand` Architecture 1.2.1, volume 1,
//! section 7.9; PCI Express Base, section 2.6.1).
//!
//! A sender transmits only frames that the credits of the buffer at the other end cover; the
//! receiver returns credits as the buffer drains. Credits are bytes, as the receiver counts them.
//! Start with [`CreditSender`], then [`CreditReceiver`].

mod loss;
mod receiver;
mod sender;
mod update;

pub use loss::UpdateLoss;
pub use receiver::CreditReceiver;
pub use sender::CreditSender;
pub use update::Update;
