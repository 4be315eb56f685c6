//! What a window lost that a reader must tell apart.

use std::collections::BTreeMap;

use super::Mark;
use crate::engine::{DropCause, PriorityCounters, World};
use crate::ids::PortId;
use crate::wire::PRIORITIES;

/// Losses in lossless priorities by cause, and flooded copies that nobody wants.
pub(super) fn losses(world: &World, mark: &Mark) -> (BTreeMap<&'static str, u64>, u64) {
    let none = [PriorityCounters::default(); PRIORITIES];
    let (mut lossless, mut copies) = (BTreeMap::new(), 0);
    for (port, lanes) in world.counters().ports.iter().enumerate() {
        let before = mark.ports().get(port).unwrap_or(&none);
        for (n, (now, before)) in (0..8u8).zip(lanes.iter().zip(before)) {
            for (cause, (now, before)) in DropCause::ALL.iter().zip(now.drops.iter().zip(&before.drops)) {
                let count = now - before;
                if *cause == DropCause::FloodCopy {
                    copies += count;
                } else if count > 0 && world.group(PortId::new(port), n).lossless {
                    *lossless.entry(cause.name()).or_default() += count;
                }
            }
        }
    }
    (lossless, copies)
}
