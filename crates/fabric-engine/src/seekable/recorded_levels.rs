//! Copies the logged buffer occupancies of one priority of a port into records over time.

use crate::engine::GaugeSample;
use crate::ids::{PortId, Priority};

use super::{Pyramid, RecordDensity};

/// Records of the buffer occupancies of one priority of one port.
#[derive(Debug)]
pub struct RecordedLevels<'a> {
    /// Record over time of the bytes in the priority group (PG).
    pub ingress: &'a mut Pyramid,
    /// Record over time of the bytes in the egress queue.
    pub egress: &'a mut Pyramid,
}

impl RecordedLevels<'_> {
    /// Records those buffer occupancies in `levels` that belong to the port and priority `gauge` and have an
    /// event number above `behind`. The function is in this crate because this crate is compiled for speed.
    pub fn take(
        self,
        density: RecordDensity,
        levels: &[GaugeSample],
        gauge: (PortId, Priority),
        behind: u64,
    ) {
        for level in levels.iter().filter(|level| level.gauge == gauge && level.number > behind) {
            let (ingress, egress) = level.held;
            self.ingress.push_with_density(density, level.at, level.number, ingress);
            self.egress.push_with_density(density, level.at, level.number, egress);
        }
    }
}
