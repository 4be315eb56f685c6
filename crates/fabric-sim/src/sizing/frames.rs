//! Sizes of the frames that can cross each port, in bytes, header to FCS. Start with [`FrameSizes::of`].
//!
//! A port at which no frame can arrive has no sizes. PFC frames and credit updates of links do not count as
//! arriving frames. If an MTU is configured, each priority with frames also has frames of MTU size.

use std::collections::BTreeSet;

use super::{Bound, Cable, Crossings, FramePath, bound};
use crate::fabric::mac::Unknown;
use crate::ids::{PortId, Priority};
use crate::spec::{FlowSpec, Routes, Spec};
use crate::wire::{PRIORITIES, PfcFrame};

/// Sizes of frames in bytes, indexed by priority.
type Sizes = [BTreeSet<u16>; PRIORITIES];

/// Sizes of the frames that can arrive at each port, in bytes, header to FCS. Each size is listed under the
/// priority to which the port charges the frame.
#[derive(Clone, Debug)]
pub struct FrameSizes {
    /// Sizes of the arriving frames, indexed by the receiving port.
    arriving: Vec<Sizes>,
    /// Longest frame that every port carries, in bytes, from the parameter `mtu`. `None` if the document
    /// gives no MTU.
    mtu: Option<u16>,
}

impl FrameSizes {
    /// Sizes of the frames of `flows` on all equal-cost paths of `routes`. Acks and other returning frames,
    /// and the shorter last frames of messages, are included. If any switch floods, every frame can cross
    /// every port.
    #[must_use]
    pub fn of(spec: &Spec, routes: &Routes, flows: &mut dyn Iterator<Item = &FlowSpec>) -> Self {
        let mut arriving = vec![Sizes::default(); spec.ports.len()];
        let mut everywhere = Sizes::default();
        let mut crossings = Crossings::new(spec, routes);
        for flow in flows {
            let last = last_frame(flow);
            for path in FramePath::of_data(spec, flow) {
                crossings.each(&path, |crossing| {
                    let sizes = &mut arriving[crossing.to.index()][crossing.class.index()];
                    sizes.extend([flow.frame_bytes, last]);
                });
            }
            everywhere[flow.priority.index()].extend([flow.frame_bytes, last]);
            for (path, bytes) in FramePath::returning(spec, flow) {
                crossings.each(&path, |crossing| {
                    arriving[crossing.to.index()][crossing.class.index()].insert(bytes);
                });
                everywhere[path.priority.index()].insert(bytes);
            }
        }
        let floods = |learning: crate::fabric::mac::LearningConfig| learning.unknown == Unknown::Flood;
        if spec.switches.iter().any(|switch| switch.learning.is_some_and(floods)) {
            arriving.fill(everywhere);
        }
        for sizes in &mut arriving {
            add_mtu(spec, sizes);
        }
        Self { arriving, mtu: spec.mtu }
    }

    /// Sizes for a fabric whose routes are not yet known: every frame of `flows` can arrive at every port.
    #[must_use]
    pub fn everywhere(spec: &Spec, flows: &mut dyn Iterator<Item = &FlowSpec>) -> Self {
        let mut sizes = Sizes::default();
        for flow in flows {
            sizes[flow.priority.index()].extend([flow.frame_bytes, last_frame(flow)]);
            for (priority, bytes) in flow.returning(&spec.formats[flow.headers.format.index()]) {
                sizes[priority.index()].insert(bytes);
            }
        }
        add_mtu(spec, &mut sizes);
        Self { arriving: vec![sizes; spec.ports.len()], mtu: spec.mtu }
    }

    /// Sizes of the frames that can arrive at `port` and be charged to `priority`, in bytes, in ascending
    /// order. Empty if no frame can arrive.
    #[must_use]
    pub fn arriving(&self, port: PortId, priority: Priority) -> Vec<u16> {
        self.arriving[port.index()][priority.index()].iter().copied().collect()
    }

    /// Largest frame that can arrive at `port` and be charged to `priority`, in bytes. `None` if no frame can
    /// arrive.
    #[must_use]
    pub fn largest(&self, port: PortId, priority: Priority) -> Option<u16> {
        self.arriving[port.index()][priority.index()].last().copied()
    }

    /// Largest frame that `port` can transmit, in bytes. At least the size of a PFC frame, because a PFC
    /// frame may have to wait for another PFC frame.
    #[must_use]
    pub fn reverse(&self, spec: &Spec, port: PortId) -> u16 {
        let there = &self.arriving[spec.ports[port.index()].peer.index()];
        let largest = there.iter().filter_map(|sizes| sizes.last().copied()).max();
        largest.into_iter().chain(self.mtu).fold(PfcFrame::BYTES, u16::max)
    }

    /// Required headroom of the group of `priority` at `port`. Memory is counted in cells of `cell_bytes`.
    /// `None` if no frame can arrive.
    #[must_use]
    pub fn bound(&self, spec: &Spec, port: PortId, priority: Priority, cell_bytes: u32) -> Option<Bound> {
        let sizes = self.arriving(port, priority);
        (!sizes.is_empty()).then(|| bound_of(spec, port, &sizes, self.reverse(spec, port), cell_bytes))
    }
}

/// Required headroom at `port` for arriving frames of the sizes `sizes`, in bytes and in ascending order.
/// `reverse` is the size of the largest frame that `port` transmits, in bytes. Memory is counted in cells of
/// `cell_bytes`.
#[must_use]
pub fn bound_of(spec: &Spec, port: PortId, sizes: &[u16], reverse: u16, cell_bytes: u32) -> Bound {
    let at = &spec.ports[port.index()];
    let peer = &spec.ports[at.peer.index()].config.receiver;
    let cable = Cable {
        clock: at.clock,
        overhead: at.config.overhead,
        delay: at.delay,
        response: peer.delay,
        order: peer.order,
        reverse_frame: reverse,
    };
    bound(&cable, sizes, cell_bytes)
}

/// Adds the MTU of `spec` to the sizes of each priority that has frames. Does nothing if `spec` has no MTU.
fn add_mtu(spec: &Spec, sizes: &mut Sizes) {
    for sizes in sizes.iter_mut().filter(|sizes| !sizes.is_empty()) {
        sizes.extend(spec.mtu);
    }
}

/// Size in bytes of the last frame that a flow sends each time it is started; at least 64. If the flow has no
/// end, or if its payload fills the last frame, all frames have this size.
fn last_frame(flow: &FlowSpec) -> u16 {
    let payload = u64::from(flow.payload_bytes).max(1);
    let rest = flow.size.map_or(0, |size| size % payload);
    let saved = if rest == 0 { 0 } else { payload - rest };
    let saved = u16::try_from(saved).unwrap_or(0);
    flow.frame_bytes.saturating_sub(saved).max(crate::wire::MIN_FRAME_BYTES)
}
