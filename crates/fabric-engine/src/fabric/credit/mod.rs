//! Credit-based flow control of one virtual channel: a sender sends only what
//! the buffer at the other end has promised to take, and a receiver gives the
//! promise back as it drains (`InfiniBand` Architecture 1.2.1, volume 1,
//! section 7.9; PCI Express Base, section 2.6.1). In bytes, as the receiver
//! counts them.

mod loss;
mod receiver;
mod sender;
mod update;

pub use loss::UpdateLoss;
pub use receiver::Receiver;
pub use sender::Sender;
pub use update::Update;
