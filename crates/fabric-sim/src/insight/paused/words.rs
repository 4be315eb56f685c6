//! Sentences on a chain of causes. Start with [`Chain::lines`].
//!
//! Each queue of the chain has a line; the lines of the queues for which this queue waits follow, indented by
//! two more spaces. Shares are rounded to the nearest whole percent. The first queue of a chain has no share.

use super::{BlockedBy, Chain, ChainOutcome, ChainQueue};
use crate::ids::QueueId;
use crate::spec::Spec;
use crate::units::Bytes;

impl Chain {
    /// Lines of text, one for each queue of the chain. Each line is indented by the depth of its queue.
    #[must_use]
    pub fn lines(&self, spec: &Spec) -> Vec<String> {
        self.links.iter().map(|link| format!("{}{}", "  ".repeat(link.depth), link.sentence(spec))).collect()
    }
}

impl ChainQueue {
    /// Sentence on the queue and its reason, such as "s1.2.3 holds 12k of 40k (30 %) and is paused by s2.0".
    #[must_use]
    pub fn sentence(&self, spec: &Spec) -> String {
        let QueueId { port, priority } = self.queue;
        let name = format!("{}.{priority}", spec.port_name(port));
        let peer = spec.port_name(spec.ports[port.index()].peer);
        let share = match self.of {
            0 => String::new(),
            of => format!(
                " holds {} of {} ({} %) and",
                Bytes(self.bytes),
                Bytes(of),
                (self.bytes * 100 + of / 2) / of
            ),
        };
        let end = match self.end {
            ChainOutcome::Continues => {
                let held = self.blocked_by.sentence(&peer);
                if spec.switch_of(spec.ports[port.index()].peer).is_none() {
                    return format!(
                        "{name}{share} {held}, which keeps requests of priority {priority} until its own data leaves:"
                    );
                }
                let what = if self.blocked_by == BlockedBy::Pause { "group" } else { "buffer" };
                format!("{held}, whose {what} of priority {priority} waits for:")
            }
            end => end.sentence(self.blocked_by, &peer),
        };
        format!("{name}{share} {end}")
    }
}

impl BlockedBy {
    /// Rest of a sentence whose subject is a blocked queue, such as `is paused by s2.0`. `peer` is the name
    /// of the port that blocks the queue.
    #[must_use]
    pub fn sentence(self, peer: &str) -> String {
        match self {
            Self::Pause => format!("is paused by {peer}"),
            Self::Credits => format!("waits for credits of {peer}"),
        }
    }
}

impl ChainOutcome {
    /// Rest of a sentence whose subject is a queue with this outcome. `blocked_by` is the mechanism that
    /// blocks the queue. `peer` is the name of the port that blocks the queue.
    #[must_use]
    pub fn sentence(self, blocked_by: BlockedBy, peer: &str) -> String {
        let held = blocked_by.sentence(peer);
        match (self, blocked_by) {
            (Self::Continues, _) => format!("{held}, which still holds frames from it. Those wait for:"),
            (Self::Cycle, _) => {
                "is named above already: these queues wait for each other in a cycle".to_owned()
            }
            (Self::Above, BlockedBy::Pause) => "is paused, for what is said above".to_owned(),
            (Self::Above, BlockedBy::Credits) => "waits for credits, for what is said above".to_owned(),
            (Self::Oversubscribed, _) => "is not paused: more comes for it than its port can send".to_owned(),
            (Self::Draining, _) => {
                "is not paused: it only drains, because its flows bring no more than its port can send"
                    .to_owned()
            }
            (Self::Strict(class), _) => {
                format!("is not paused: strict class {class} is served before it, and takes its port")
            }
            (Self::EtsShare, _) => {
                "is not paused: more comes for it than its ETS share of its port".to_owned()
            }
            (Self::MinRate(class), _) => {
                format!("is not paused: class {class} is served before it, up to its minimum rate (`cir`)")
            }
            (Self::MaxRate, _) => {
                "is not paused: more comes for it than its maximum rate (`pir`) lets through".to_owned()
            }
            (Self::PortMaxRate, _) => {
                "is not paused: more comes for it than the maximum rate of its port (`port_pir`) lets through"
                    .to_owned()
            }
            (Self::Crossbar, _) => {
                "is not paused: the crossbar brings less to it than its port can send".to_owned()
            }
            (Self::LinkDown, _) => "has a link that is down".to_owned(),
            (Self::SlowHost, _) => format!("{held}, whose host takes frames too slowly"),
            (Self::Storm, _) => format!("{held}, which sends pauses however full its buffers are: a storm"),
            (Self::LostResume, _) => {
                format!("stays paused although {peer} requests no pause: a resume was lost or never sent")
            }
            (Self::LostCredits, _) => {
                format!("{held} that were lost: those that are left never cover its next frame")
            }
            (Self::Passing, BlockedBy::Pause) => format!("{held}, but that ends by itself"),
            (Self::Passing, BlockedBy::Credits) => format!("{held}, which are on their way"),
        }
    }
}
