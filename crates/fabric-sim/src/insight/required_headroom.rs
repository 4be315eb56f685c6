//! Required headroom of the priority groups of a running fabric, compared with the configured headroom.
//! Start with [`need()`].
//!
//! Results are `None` where no headroom is needed: at hosts, at ports without arriving frames, and in groups
//! that request no PFC pauses. A headroom equal to the bound is enough. Current routes and settings count,
//! with all flows, also those that have not started.

use crate::engine::World;
use crate::ids::{PortId, Priority};
use crate::sizing::{self, Bound, FrameSizes, Vendor};
use crate::units::Time;

/// Required headroom of an ingress priority group: memory for the frames that can still arrive after the
/// group has requested a pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// Upper bound on the required headroom, with every term of its calculation.
    pub bound: Bound,
    /// Sizes of the frames that can arrive, header through FCS, in bytes, in ascending order.
    pub sizes: Vec<u16>,
    /// Size of the largest frame that can arrive, header through FCS, in bytes.
    pub largest: u16,
    /// Whether frames of more than one size can arrive.
    pub mixed: bool,
    /// Time that the largest arriving frame takes on the wire, with preamble and gap.
    pub wire: Time,
    /// Size of the largest frame that the port itself can transmit, in bytes. The PFC frame may have to wait
    /// until such a frame has left. At least 64, the size of a PFC frame.
    pub reverse: u16,
    /// Size of a memory cell of the switch, in bytes.
    pub cell_bytes: u32,
    /// Headroom by SONiC's formula for NVIDIA switches ([`sizing::vendor`]), in bytes. The formula assumes
    /// small packets only, the longest response time that the standard allows, and no gearbox.
    pub vendor: u64,
    /// Bytes that the group can hold for further outputs before one of these outputs requests a pause. Only
    /// with `pfc_trigger` egress; see [`sizing::further_outputs_bytes`].
    pub further_outputs: u64,
    /// Configured headroom, in bytes.
    pub set: u64,
}

/// Required headroom of the group of `priority` at `port`. `None` if the port is at a host, or if no frame
/// can arrive. Also `None` if the group requests no PFC pauses. This is the case if the group is lossy, is
/// not counted in memory, or has link credits. It is also the case if the port sends no PFC frames, or uses
/// 802.3x pause.
#[must_use]
pub fn need(world: &World, port: PortId, priority: Priority) -> Option<Need> {
    world.spec().switch_of(port).filter(|_| requests_pauses(world, port, priority))?;
    needed(world, &sizes(world), port, priority)
}

/// Required headroom of the group of `priority` at `port`, for the frames in `sizes`. Unlike [`need`], does
/// not check whether the group requests pauses. `None` if the port is at a host, or if no frame can arrive.
pub(super) fn needed(world: &World, sizes: &FrameSizes, port: PortId, priority: Priority) -> Option<Need> {
    let spec = world.spec();
    let cell_bytes = spec.switches[spec.switch_of(port)?.index()].pool.cell_bytes;
    let bound = sizes.bound(spec, port, priority, cell_bytes)?;
    let largest = sizes.largest(port, priority)?;
    let at = &spec.ports[port.index()];
    let (mbps, metres) = (mbps(world, port), metres(world, port));
    let reverse = sizes.reverse(spec, port);
    let form = Vendor {
        lossless_mtu: largest.into(),
        port_mtu: reverse.max(largest).into(),
        metres,
        mbps,
        cell: cell_bytes,
        small_percent: 100,
        peer: f64::from(sizing::response_quanta(u64::from(mbps).div_ceil(1_000))) * 64.0,
        gearbox: 0.0,
        tile: 0.0,
    };
    let arriving = sizes.arriving(port, priority);
    Some(Need {
        bound,
        largest,
        mixed: arriving.len() > 1,
        sizes: arriving,
        wire: at.clock.time(u32::from(largest) + at.config.overhead),
        reverse,
        cell_bytes,
        vendor: sizing::vendor(&form).bytes,
        further_outputs: further_outputs_bytes(world, sizes, port, priority),
        set: world.group(port, priority).headroom,
    })
}

impl Need {
    /// Required headroom in bytes: the bound of the cable, and the bytes for further outputs.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bound.bytes.saturating_add(self.further_outputs)
    }
}

/// Headroom in bytes that the group of `priority` at `port` needs for further outputs:
/// [`sizing::further_outputs_bytes`] with the present threshold of the group.
fn further_outputs_bytes(world: &World, sizes: &FrameSizes, port: PortId, priority: Priority) -> u64 {
    let threshold = world.group(port, priority).threshold;
    sizing::further_outputs_bytes(world.spec(), sizes, (port, priority), threshold)
}

/// Rate of `port` in Mb/s, rounded down.
pub(super) fn mbps(world: &World, port: PortId) -> u32 {
    let bps = world.spec().ports[port.index()].clock.rate().bps();
    u32::try_from(bps / 1_000_000).unwrap_or(u32::MAX)
}

/// Length in metres of a cable with the delay of `port`, at 5 ns per metre.
#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
pub(super) fn metres(world: &World, port: PortId) -> f64 {
    world.spec().ports[port.index()].delay.ps() as f64 / 5_000.0
}

/// Required headroom, in bytes, of the lossless groups of switches whose configured headroom is too small. If
/// there are several such groups, returns the greatest of these headrooms. The greater of two bounds is used.
/// The first bound assumes that every flow crosses every port; the second assumes that flows take the current
/// routes. `None` if every group has enough headroom.
#[must_use]
pub fn greatest_unmet_headroom(world: &World) -> Option<u64> {
    let spec = world.spec();
    // Fewer sizes of frames can need more headroom, because numbers of frames are rounded up.
    let all_sizes = [FrameSizes::everywhere(spec, &mut world.flow_specs()), sizes(world)];
    let groups = (0..spec.ports.len())
        .map(PortId::new)
        .flat_map(|port| Priority::ALL.into_iter().map(move |n| (port, n)));
    let missing = groups.filter_map(|(port, n)| {
        let cell_bytes = spec.switches[spec.switch_of(port)?.index()].pool.cell_bytes;
        let bounds = all_sizes.iter().filter_map(|sizes| {
            let bound = sizes.bound(spec, port, n, cell_bytes)?;
            Some(bound.bytes.saturating_add(further_outputs_bytes(world, sizes, port, n)))
        });
        let bytes = bounds.max()?;
        (requests_pauses(world, port, n) && world.group(port, n).headroom < bytes).then_some(bytes)
    });
    missing.max()
}

/// Sizes of the frames that can cross each port under the current routes. All flows are included, also those
/// that actions add.
pub(super) fn sizes(world: &World) -> FrameSizes {
    FrameSizes::of(world.spec(), world.routes(), &mut world.flow_specs())
}

/// Priorities (0 to 7), lowest first, that are lossless at `port` and in which frames can arrive there,
/// according to `sizes`.
pub(super) fn lossless_arrivals(
    world: &World,
    sizes: &FrameSizes,
    port: PortId,
) -> impl Iterator<Item = Priority> {
    Priority::ALL
        .into_iter()
        .filter(move |n| world.group(port, *n).lossless && sizes.largest(port, *n).is_some())
}

/// Whether the priority group of priority `n` requests PFC pauses that its port sends. Only such a group
/// needs headroom. A group with link credits needs no headroom, because the group has granted credits for all
/// frames that arrive.
pub(super) fn requests_pauses(world: &World, port: PortId, n: Priority) -> bool {
    let group = world.group(port, n);
    let config = &world.spec().ports[port.index()].config;
    let credits = config.priorities[n.index()].credits;
    let by_group = credits.is_none() && config.link_pause.is_none();
    group.lossless && group.counted && by_group && world.pause_sender(port).enabled.contains(n)
}
