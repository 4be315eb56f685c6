//! Sentences of the narration on lost frames and retransmissions. Start with `dropped`. Every cause of a drop
//! has its own sentence, including drops that lose no data, such as duplicates and flooded copies.

use fabric_sim::engine::{DropCause, Rewind, World};
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::insight::flow_names;

use crate::charts::time_label;

/// Sentence on the retransmission by `here`, the source of `flow`, with the cause of the retransmission. If
/// `waited` is `None`, a frame is missing. Otherwise an ack is missing, and `waited` is the time without an
/// ack.
pub(super) fn retransmission(
    world: &World,
    here: &str,
    flow: FlowId,
    Rewind { to, frames, waited }: Rewind,
) -> String {
    let name = flow_names(world).into_iter().nth(flow.index()).unwrap_or_default();
    let why = waited.map_or_else(
        || format!("Frame {to} of \u{201c}{name}\u{201d} is missing"),
        |waited| format!("No ack of \u{201c}{name}\u{201d} has come for {}", time_label(waited)),
    );
    let again = if frames == 1 { "one frame".to_owned() } else { format!("{frames} frames") };
    format!("{why}: {here} goes back to it, and sends {again} again.")
}

/// Sentence on a frame that the node `here` dropped or discarded. `flow_ends` names source and destination
/// of the flow of the frame.
pub(super) fn dropped(here: &str, flow_ends: &str, priority: Priority, cause: DropCause) -> String {
    match cause {
        DropCause::TailDrop => {
            format!(
                "{here} drops a frame of {flow_ends}: its input of priority {priority} is at its limit, and it is not lossless."
            )
        }
        DropCause::EgressTailDrop => {
            format!(
                "{here} drops a frame of {flow_ends}: the queue of priority {priority} is at its limit, and it is not lossless."
            )
        }
        DropCause::Wred => {
            format!(
                "{here} drops a frame of {flow_ends} early, before the queue of priority {priority} is full: WRED."
            )
        }
        DropCause::Violation => {
            format!(
                "{here} drops a lossless frame of {flow_ends}: its headroom is full. Lossless priority {priority} lost a frame."
            )
        }
        DropCause::PoolViolation => {
            format!(
                "{here} drops a lossless frame of {flow_ends}: the headroom that all ports share is used up. Lossless priority {priority} lost a frame."
            )
        }
        DropCause::HopLimit => {
            format!(
                "{here} drops a frame of {flow_ends}: it has passed as many switches as it may. It goes in a circle, or its way is longer."
            )
        }
        DropCause::NoRoute => format!("{here} drops a frame of {flow_ends}: no way leads there."),
        DropCause::SourceFull => {
            format!(
                "{here} loses a frame of {flow_ends} before sending it: the queue of its own NIC is full."
            )
        }
        DropCause::ReceiveFull => {
            format!("{here} loses a frame of {flow_ends}: its bus is slow, and its receive buffer is full.")
        }
        DropCause::UnknownDestination => {
            format!("{here} drops a frame of {flow_ends}: it has not learnt where that host is.")
        }
        DropCause::LinkDown => format!("{here} loses a frame of {flow_ends} with the link that went down."),
        DropCause::OutputDown => {
            format!("{here} drops a frame of {flow_ends}: the link that it was to leave by is down.")
        }
        DropCause::LostInCable => {
            format!("A frame of {flow_ends} does not come in at {here}: the cable lost it.")
        }
        DropCause::Corrupt => {
            format!("{here} drops a frame of {flow_ends}: its bits were spoilt on the way.")
        }
        DropCause::Watchdog => format!(
            "{here} drops a frame of {flow_ends}: its watchdog has detected a storm at the queue of priority {priority}."
        ),
        DropCause::FloodCopy => format!("{here} got a copy of a frame of {flow_ends} that is not for it."),
        DropCause::OutOfOrder => {
            format!("{here} drops a frame of {flow_ends}: one before it is missing, and will be sent again.")
        }
        DropCause::Duplicate => format!("{here} drops a frame of {flow_ends}: it has it already."),
        DropCause::NotForHost => {
            format!("{here} got a frame of {flow_ends} that is not for it, and lost it.")
        }
    }
}
