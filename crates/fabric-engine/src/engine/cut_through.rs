//! Cut-through (Kermani and Kleinrock 1979): whether a frame may leave before its last bit has arrived.
//!
//! All conditions are in [`World::can_cut`]. If one fails, the frame is stored and forwarded. A frame
//! that has begun to leave is never stopped by a pause.

use crate::fabric::buffer::Pg;
use crate::ids::{PortId, Priority};

use super::World;
use super::plan::PortConstants;
use super::state::queue_indices;

impl World {
    /// Whether a frame of `class` from `input` may start on `output` before its last bit has
    /// arrived.
    ///
    /// The output must be idle and not faster than the input. `class` must not be paused at the output, and
    /// no watchdog may drop its frames. Credits and shapers must permit the frame. No other frame may wait to
    /// leave by `output`. With a crossbar, the switch must hold no other frame from `input`.
    pub(super) fn can_cut(&self, input: PortId, output: PortId, class: Priority, bytes: u16) -> bool {
        let at = &self.state.ports[output.index()];
        let rate = |plan: &PortConstants| plan.clock.rate();
        !at.busy
            && rate(&self.plan[output.index()]) <= rate(&self.plan[input.index()])
            && !at.sender.has_pending_frame()
            && !self.has_pending_update(output)
            && !(at.watchdog_drops | at.receiver.paused()).contains(class)
            && self.covers(output, class, bytes)
            && self.may_pass_by_rates(output, class)
            && self.nothing_queues_for(output)
            && self.is_path_free(input, output)
    }

    /// Whether the egress queues of `output`, and the VOQs for `output` in front of a crossbar, are empty.
    fn nothing_queues_for(&self, output: PortId) -> bool {
        let queues = &self.state.queues[queue_indices(output)];
        self.state.ports[output.index()].occupied.is_empty()
            && (!self.plan[output.index()].crossbar || queues.iter().all(|queue| queue.bytes == 0))
    }

    /// Whether no frame from `input` is in the memory of the switch, so that no frame from `input` is in
    /// transfer through the crossbar. Always `true` without a crossbar.
    fn is_path_free(&self, input: PortId, output: PortId) -> bool {
        let groups = &self.state.groups[queue_indices(input)];
        !self.plan[output.index()].crossbar || groups.iter().all(Pg::is_idle)
    }
}
