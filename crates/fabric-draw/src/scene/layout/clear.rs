//! Check whether switches have been enlarged too far: lanes, and captions of cycles of waiting queues, need
//! space between them. A lane that touches the border of a node crosses the node. The ends of a lane do not
//! count.

use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::Spec;

use super::Layout;
use crate::scene::waits;

/// Number of parts into which a lane is divided to test whether it crosses a node. Only the points between
/// the parts are tested.
const STEPS: u32 = 40;

impl Layout {
    /// Returns true if no lane crosses a node, and the caption of a cycle of waiting queues has space beside
    /// the nodes. With fewer than two switches there is no such cycle, and only lanes are checked.
    pub(super) fn is_clear(&self, spec: &Spec) -> bool {
        self.lanes_are_clear() && (spec.switches.len() < 2 || waits::has_room_for_a_name(self))
    }

    pub(super) fn lanes_are_clear(&self) -> bool {
        let passes = |port: usize, priority: Priority| {
            let (lane, _) = self.lane(PortId::new(port), priority);
            (1..STEPS)
                .map(|step| lane.at(f64::from(step) / f64::from(STEPS)))
                .any(|point| self.nodes.iter().any(|node| node.holds(point)))
        };
        !(0..self.ports.len()).any(|port| self.lanes.iter().any(|priority| passes(port, *priority)))
    }
}
