//! Sentence above the pause lanes: the number of queues that were blocked, and the number of queues that are
//! blocked at the cursor. Start with [`Lab::lanes_summary`]. A low page has space for a few lanes only, and
//! scrolls to the lane of a blocked queue.

use std::ops::Range;

use fabric_sim::ids::QueueId;

use crate::lab::Lab;

impl Lab {
    /// Sentence on the number of the queues `lanes` that were blocked in the shown run. Queues with other
    /// events only are not counted. Empty while the cursor moves and no queue was blocked yet, because queues
    /// may still be blocked on the way of the cursor.
    #[must_use]
    pub fn lanes_summary(&self, lanes: &[QueueId]) -> String {
        let now = lanes.iter().filter(|queue| self.is_blocked(**queue)).count();
        match lanes.iter().filter(|queue| self.was_blocked(**queue)).count() {
            0 if self.has_pending_move() => String::new(),
            0 => "No pauses yet.".to_owned(),
            1 => format!("1 queue was paused, {now} now."),
            count => format!("{count} queues were paused, {now} now."),
        }
    }

    /// Index in `lanes` of the lane to scroll to while the lanes `visible` are in view: the first lane whose
    /// queue is blocked at the cursor. `None` if such a lane is already in view, or if no queue is blocked.
    #[must_use]
    pub fn lane_to_show(&self, lanes: &[QueueId], visible: Range<usize>) -> Option<usize> {
        let mut blocked = (0..lanes.len()).filter(|lane| self.is_blocked(lanes[*lane]));
        let first = blocked.clone().next()?;
        (!blocked.any(|lane| visible.contains(&lane))).then_some(first)
    }

    /// Whether a queue was blocked up to the cursor, by a pause or for lack of credits.
    fn was_blocked(&self, queue: QueueId) -> bool {
        let lane = self.run.recording().lanes().lane(queue.port, queue.priority);
        lane.is_some_and(|lane| !lane.paused.is_empty() || !lane.starved.is_empty())
    }

    /// Whether a queue may not send at the cursor, because of a pause or for lack of credits.
    fn is_blocked(&self, queue: QueueId) -> bool {
        let port = self.run.snapshot().ports.get(queue.port.index());
        port.is_some_and(|port| (port.paused | port.starved).contains(queue.priority))
    }
}
