//! Counts of dropped frames in the measurement window, by cause: all losses, losses of lossless priorities,
//! discards by receivers, and flooded copies at wrong hosts. Discards and flooded copies do not count as
//! losses. Start with [`losses`].
//!
//! A cause without drops has no entry. A frame is counted once, at the port that dropped it.

use std::collections::BTreeMap;

use super::WindowStart;
use crate::engine::{DropCause, World};

/// Counts of dropped frames by cause; causes without drops are left out.
#[derive(Default)]
pub(super) struct Losses {
    /// Number of losses of all priorities, by cause.
    pub all: BTreeMap<&'static str, u64>,
    /// Number of losses of lossless priorities, by cause. The setting of the port that dropped the frame
    /// decides whether its priority is lossless. Drops by a full queue of the source's own NIC do not count,
    /// because these frames never entered the fabric.
    pub lossless: BTreeMap<&'static str, u64>,
    /// Number of frames that receivers of reliable flows discarded, by cause.
    pub discards: BTreeMap<&'static str, u64>,
    /// Number of flooded copies that arrived at a host other than their destination.
    pub copies: u64,
}

/// Counts the frames dropped in the measurement window, which starts at `window_start`.
pub(super) fn losses(world: &World, window_start: &WindowStart) -> Losses {
    let mut losses = Losses::default();
    for window in window_start.priorities(world) {
        for cause in DropCause::ALL {
            let count = window.drops(cause);
            if cause == DropCause::FloodCopy {
                losses.copies += count;
            } else if count > 0 && cause.loses_no_data() {
                *losses.discards.entry(cause.name()).or_default() += count;
            } else if count > 0 {
                *losses.all.entry(cause.name()).or_default() += count;
                if cause != DropCause::SourceFull && world.group(window.port, window.priority).lossless {
                    *losses.lossless.entry(cause.name()).or_default() += count;
                }
            }
        }
    }
    losses
}
