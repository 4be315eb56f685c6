//! What a loop has written down goes to the quantities that it is of.

use crate::engine::Level;
use crate::ids::PortId;

use super::{Among, Pyramid};

/// What a priority of a port held, in order.
#[derive(Debug)]
pub struct Held<'a> {
    /// What its ingress group held.
    pub ingress: &'a mut Pyramid,
    /// What waited for the output.
    pub egress: &'a mut Pyramid,
}

impl Held<'_> {
    /// Takes in what `levels` tell of `gauge` after event `behind`. Here, where it is
    /// compiled to be fast.
    pub fn take(self, among: Among, levels: &[Level], gauge: (PortId, u8), behind: u64) {
        for level in levels.iter().filter(|level| level.gauge == gauge && level.number > behind) {
            let (ingress, egress) = level.held;
            self.ingress.push_among(among, level.at, level.number, ingress);
            self.egress.push_among(among, level.at, level.number, egress);
        }
    }
}
