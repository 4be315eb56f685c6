//! Lost resumes. If a resume is lost, the queue stays paused until another PFC frame for the priority
//! arrives.

use super::Truth;
use crate::engine::World;
use crate::ids::{PortId, Priority, PrioritySet, QueueId};
use crate::units::Time;

/// Queue that is still paused because a resume was lost. No other PFC frame for the priority has
/// arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LostResume {
    queue: QueueId,
    /// Start of the pause that the lost resume should have ended.
    since: Time,
}

impl World {
    /// Records that resumes of the priorities `resumes` were lost on the way to `port`. Does
    /// nothing if the pauses of the port have a timer.
    pub(super) fn resume_lost(&mut self, port: PortId, resumes: PrioritySet) {
        if self.configs.receiver(&self.plan[port.index()]).timer {
            return;
        }
        for n in resumes.iter() {
            let queue = QueueId::new(port, n);
            let is_new = self.deadlocks.lost_resumes.iter().all(|other| other.queue != queue);
            let since = self.counters.ports[port.index()][n.index()].paused_since;
            self.deadlocks
                .lost_resumes
                .extend(since.filter(|_| is_new).map(|since| LostResume { queue, since }));
        }
    }

    /// Forgets the lost resume of (`port`, `priority`), if there is one. The queue is then no longer paused,
    /// or its PG pauses it again. The lost resume counts as a miss of the watchdogs if the queue held frames,
    /// no watchdog had detected the loss, and no storm blocks the queue.
    pub(super) fn clear_lost_resume(&mut self, port: PortId, priority: Priority) {
        let queue = QueueId::new(port, priority);
        let Some(place) =
            self.deadlocks.lost_resumes.iter().position(|lost_resumes| lost_resumes.queue == queue)
        else {
            return;
        };
        let LostResume { since, .. } = self.deadlocks.lost_resumes.swap_remove(place);
        // If a storm blocks the queue, the storm counts and not the lost resume.
        if self.has_waiting_frames(port, priority) && self.storm(queue).is_none() {
            self.deadlocks.watchdog_decisions.ends(
                queue,
                Truth::LostResume { root: queue, since },
                self.state.now,
            );
        }
    }
}
