//! Distribution of the logged levels to the recorded quantities.

use crate::engine::Level;
use crate::ids::PortId;

use super::{Among, Pyramid};

/// Recorded levels of a priority of a port.
#[derive(Debug)]
pub struct RecordedLevels<'a> {
    /// Bytes of its priority group (PG).
    pub ingress: &'a mut Pyramid,
    /// Bytes of its egress queue.
    pub egress: &'a mut Pyramid,
}

impl RecordedLevels<'_> {
    /// Appends the `levels` of `gauge` after event `behind`. In this crate because this crate is
    /// compiled for speed.
    pub fn take(self, among: Among, levels: &[Level], gauge: (PortId, u8), behind: u64) {
        for level in levels.iter().filter(|level| level.gauge == gauge && level.number > behind) {
            let (ingress, egress) = level.held;
            self.ingress.push_among(among, level.at, level.number, ingress);
            self.egress.push_among(among, level.at, level.number, egress);
        }
    }
}
