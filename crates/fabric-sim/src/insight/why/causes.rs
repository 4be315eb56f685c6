//! Words for the causes of drops and discards. A drop for lack of memory is described in the sentence on its
//! admission instead. Start with [`lost`].

use crate::engine::DropCause;

/// Words for the cause of a drop or discard that is not due to lack of memory in a switch. The text is part
/// of a sentence, such as `its hop limit was reached`.
pub(super) const fn lost(cause: DropCause) -> &'static str {
    match cause {
        DropCause::HopLimit => "its hop limit was reached",
        DropCause::NoRoute => "no way leads to its destination",
        DropCause::SourceFull => "the queue of its own NIC was full",
        DropCause::NotForHost => "it is not for this host",
        DropCause::ReceiveFull => "the host's receive buffer was full",
        DropCause::UnknownDestination => "the switch has not learnt where its destination is",
        DropCause::FloodCopy => "it is a flooded copy, and this host is not its destination",
        DropCause::Watchdog => "a watchdog took the queue that it was for to be stuck, and threw it away",
        DropCause::LinkDown => "its link went down while it was in the cable or waited for it",
        DropCause::OutputDown => "the link that it was to leave by is down",
        DropCause::LostInCable => "the cable that it came by lost it",
        DropCause::Corrupt => "its bits were spoilt on the way",
        DropCause::OutOfOrder => "its receiver waits for a frame before it",
        DropCause::Duplicate => "its receiver has it already",
        // A drop for lack of memory is described in the sentence on its admission.
        _ => cause.name(),
    }
}
