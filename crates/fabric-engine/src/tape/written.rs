//! What a loop has written down goes to the quantities that it is of.

use crate::engine::Level;
use crate::ids::PortId;

use super::Pyramid;

/// What a priority of a port held, in order.
#[derive(Debug)]
pub struct Held<'a> {
    /// What its ingress group held.
    pub ingress: &'a mut Pyramid,
    /// What waited for the output.
    pub egress: &'a mut Pyramid,
}

impl Held<'_> {
    /// Takes in what `levels` tell of `gauge` after event `behind`; `many`: as
    /// [`Pyramid::push_among_many`] does. Here, where it is compiled to be fast.
    pub fn take(self, levels: &[Level], gauge: (PortId, u8), behind: u64, many: bool) {
        let push = |quantity: &mut Pyramid, level: &Level, value| {
            if many {
                quantity.push_among_many(level.at, level.number, value);
            } else {
                quantity.push(level.at, level.number, value);
            }
        };
        for level in levels.iter().filter(|level| level.gauge == gauge && level.number > behind) {
            push(self.ingress, level, level.held.0);
            push(self.egress, level, level.held.1);
        }
    }
}
