//! Copies the logged buffer occupancies of one priority of a port into records over time.

use crate::engine::OccupancySample;
use crate::ids::{PortId, Priority};

use super::{Pyramid, RecordDensity};

/// Records of the buffer occupancies of one priority of one port.
#[derive(Debug)]
pub struct RecordedOccupancies<'a> {
    /// Record over time of the bytes in the priority group (PG).
    pub ingress: &'a mut Pyramid,
    /// Record over time of the bytes in the egress queue.
    pub egress: &'a mut Pyramid,
}

impl RecordedOccupancies<'_> {
    /// Records those samples of `occupancies` that belong to `port_and_priority` and have an event number
    /// above `behind`. The function is in this crate because this crate is compiled for speed.
    pub fn take(
        self,
        density: RecordDensity,
        occupancies: &[OccupancySample],
        port_and_priority: (PortId, Priority),
        behind: u64,
    ) {
        let is_recorded = |sample: &&OccupancySample| {
            sample.port_and_priority == port_and_priority && sample.number > behind
        };
        for sample in occupancies.iter().filter(is_recorded) {
            let (ingress, egress) = sample.bytes;
            self.ingress.push_with_density(density, sample.at, sample.number, ingress);
            self.egress.push_with_density(density, sample.at, sample.number, egress);
        }
    }
}
