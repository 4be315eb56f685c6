//! Counts of dropped frames in a window, by cause: all losses, losses of lossless priorities, discards by
//! receivers, and flooded copies at wrong hosts. Discards and flooded copies are no losses.

use std::collections::BTreeMap;

use super::Mark;
use crate::engine::{DropCause, PriorityCounters, World};
use crate::ids::PortId;
use crate::wire::PRIORITIES;

/// Counts of dropped frames by cause; causes without drops are left out.
#[derive(Default)]
pub(super) struct Losses {
    /// Number of losses of all priorities, by cause.
    pub all: BTreeMap<&'static str, u64>,
    /// Number of losses of priorities that were lossless where the frame was dropped, by cause. Drops by a
    /// full queue of the frame's own NIC do not count, because such frames never entered the fabric.
    pub lossless: BTreeMap<&'static str, u64>,
    /// Number of frames that receivers of reliable flows discarded, by cause.
    pub discards: BTreeMap<&'static str, u64>,
    /// Number of flooded copies that arrived at a host other than their destination.
    pub copies: u64,
}

/// Counts the frames dropped since `mark`.
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
