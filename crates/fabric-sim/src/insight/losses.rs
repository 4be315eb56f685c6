//! Drops in a window: all by cause, those of lossless priorities, discards by receivers, and stray
//! copies of floods. Discards and stray copies are no losses.

use std::collections::BTreeMap;

use super::Mark;
use crate::engine::{DropCause, PriorityCounters, World};
use crate::ids::PortId;
use crate::wire::PRIORITIES;

/// Frames dropped, by cause; causes with none are left out.
#[derive(Default)]
pub(super) struct Losses {
    /// Number of drops by cause, of all priorities.
    pub all: BTreeMap<&'static str, u64>,
    /// Number of drops by cause, of priorities that were lossless at the place of the drop. Frames that
    /// found the queue of their own sender full never entered the fabric and are left out.
    pub lossless: BTreeMap<&'static str, u64>,
    /// Frames discarded by their receivers, which are no losses.
    pub discards: BTreeMap<&'static str, u64>,
    /// Flooded copies at hosts for which they were not meant, which are no losses.
    pub copies: u64,
}

/// Frames dropped since `mark`.
pub(super) fn losses(world: &World, mark: &Mark) -> Losses {
    let none = [PriorityCounters::default(); PRIORITIES];
    let mut losses = Losses::default();
    for (port, lanes) in world.counters().ports.iter().enumerate() {
        let before = mark.ports().get(port).unwrap_or(&none);
        for (n, (now, before)) in (0..8u8).zip(lanes.iter().zip(before)) {
            for (cause, (now, before)) in DropCause::ALL.iter().zip(now.drops.iter().zip(&before.drops)) {
                let count = now - before;
                if *cause == DropCause::FloodCopy {
                    losses.copies += count;
                } else if count > 0 && cause.is_discard() {
                    *losses.discards.entry(cause.name()).or_default() += count;
                } else if count > 0 {
                    *losses.all.entry(cause.name()).or_default() += count;
                    if *cause != DropCause::SourceFull && world.group(PortId::new(port), n).lossless {
                        *losses.lossless.entry(cause.name()).or_default() += count;
                    }
                }
            }
        }
    }
    losses
}
