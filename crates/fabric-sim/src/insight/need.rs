//! Headroom that a priority group of a running fabric needs, beside its configured headroom.

use std::collections::BTreeSet;

use super::headroom::{self, Bound, Cable, Vendor};
use crate::engine::World;
use crate::ids::PortId;
use crate::units::Time;
use crate::wire::PRIORITIES;

/// Sizes of the frames in use, in bytes, by priority.
pub(super) type Sizes = [BTreeSet<u16>; PRIORITIES];

/// Headroom that an ingress priority group needs for the frames that its cable can still deliver
/// after the group has requested a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Exact bound of this model, term by term.
    pub bound: Bound,
    /// Largest arriving frame, header through FCS, in bytes.
    pub largest: u16,
    /// Whether smaller frames arrive, too.
    pub mixed: bool,
    /// Time of the largest frame on the wire.
    pub wire: Time,
    /// Largest frame on the way back, in bytes, for which the PFC frame may have to wait.
    pub reverse: u16,
    /// Size of a memory cell of the switch, in bytes.
    pub cell_bytes: u32,
    /// Headroom by SONiC's formula for NVIDIA switches ([`headroom::vendor`]), in bytes: all
    /// packets small, the longest response time that the standard allows, no gearbox.
    pub vendor: u64,
    /// Configured headroom, in bytes.
    pub set: u64,
}

/// Headroom that the group of `priority` of `port` needs. `None` if no frames arrive, or if the
/// group needs none: at a host, lossy, not counted, without PFC transmission, or with link credits.
#[must_use]
pub fn need(world: &World, port: PortId, priority: u8) -> Option<Need> {
    let spec = world.spec();
    let cell_bytes = spec.switches[spec.switch_of(port)?].pool.cell_bytes;
    let sizes = &sizes(world)[usize::from(priority)];
    let (bound, largest) = worst(world, port, sizes, cell_bytes).filter(|_| asks(world, port, priority))?;
    let at = &spec.ports[port.index()];
    let mbps = at.clock.rate().bps() / 1_000_000;
    let reverse = spec.longest_frame();
    #[expect(clippy::cast_precision_loss, reason = "below 2^53")]
    let metres = at.delay.ps() as f64 / 5_000.0;
    let form = Vendor {
        lossless_mtu: largest.into(),
        port_mtu: reverse.into(),
        metres,
        mbps: u32::try_from(mbps).unwrap_or(u32::MAX),
        cell: cell_bytes,
        small_percent: 100,
        peer: f64::from(headroom::response_quanta(mbps.div_ceil(1_000))) * 64.0,
        gearbox: 0.0,
        tile: 0.0,
    };
    Some(Need {
        bound,
        largest,
        mixed: sizes.len() > 1,
        wire: at.clock.time(u32::from(largest) + at.config.overhead),
        reverse,
        cell_bytes,
        vendor: headroom::vendor(&form),
        set: world.group(port, priority).headroom,
    })
}

/// Largest headroom, in bytes, that a lossless group of a switch needs and lacks; `None` if every
/// group has enough.
#[must_use]
pub fn missing_headroom(world: &World) -> Option<u64> {
    let spec = world.spec();
    let sizes = sizes(world);
    let groups = (0..spec.ports.len()).map(PortId::new).flat_map(|port| (0..8).map(move |n| (port, n)));
    let missing = groups.filter_map(|(port, n)| {
        let cell_bytes = spec.switches[spec.switch_of(port)?].pool.cell_bytes;
        let (bound, _) = worst(world, port, &sizes[usize::from(n)], cell_bytes)?;
        (asks(world, port, n) && world.group(port, n).headroom < bound.bytes).then_some(bound.bytes)
    });
    missing.max()
}

/// Frame sizes in use, by priority, with the MTU in each priority that is in use.
pub(super) fn sizes(world: &World) -> Sizes {
    let mut sizes = Sizes::default();
    for flow in world.flow_specs() {
        sizes[usize::from(flow.priority)].insert(flow.frame_bytes);
        let format = &world.spec().formats[flow.headers.format.index()];
        for (priority, bytes) in flow.returning(format) {
            sizes[usize::from(priority)].insert(bytes);
        }
    }
    if let Some(mtu) = world.spec().mtu {
        sizes.iter_mut().filter(|sizes| !sizes.is_empty()).for_each(|sizes| {
            sizes.insert(mtu);
        });
    }
    sizes
}

/// Worst case of the cable that ends at `port`, in memory cells of `cell_bytes`, and its largest
/// frame; `None` if no frame arrives.
pub(super) fn worst(
    world: &World,
    port: PortId,
    sizes: &BTreeSet<u16>,
    cell_bytes: u32,
) -> Option<(Bound, u16)> {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let peer = &spec.ports[at.peer.index()];
    let (smallest, largest) = (*sizes.first()?, *sizes.last()?);
    let cable = Cable {
        clock: at.clock,
        overhead: at.config.overhead,
        delay: at.delay,
        response: peer.config.receiver.delay,
        order: peer.config.receiver.order,
        reverse_frame: spec.longest_frame(),
    };
    let sizes = if smallest == largest {
        headroom::Sizes::Equal(largest)
    } else {
        headroom::Sizes::Mixed(smallest, largest)
    };
    Some((headroom::bound(&cable, sizes, cell_bytes), largest))
}

/// Whether the group requests pauses that are transmitted, so that it needs headroom. A group with
/// link credits has granted all that arrives.
pub(super) fn asks(world: &World, port: PortId, n: u8) -> bool {
    let group = world.group(port, n);
    let config = &world.spec().ports[port.index()].config;
    let credits = config.priorities[usize::from(n)].credits;
    group.lossless && group.counted && credits.is_none() && config.sender.enabled >> n & 1 == 1
}
