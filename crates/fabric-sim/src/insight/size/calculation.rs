//! Calculation of the recommended sizes for a fabric, from the flows of the run and the present settings.
//! Groups that request no PFC pauses get no size. Flows that have not started, or that have ended, count like
//! active flows. The greatest XOFF divides the shared memory equally among the groups of a switch that get a
//! size, rounded down. Outputs are listed for the priorities of flows, but not for priorities that only acks
//! use. Start with [`SizeReport::of`].

use super::super::joint_arrivals::joint_arrivals;
use super::super::required_headroom::{lossless_arrivals, mbps, metres, needed, requests_pauses, sizes};
use super::super::shared_memory::groups_of;
use super::super::unloaded::unloaded_frame;
use super::{FlowSize, FrameSize, GroupSize, OutputSize, SizeReport, SwitchSize, VendorSize, link_pause};
use crate::engine::{World, WorldView};
use crate::fabric::buffer::Threshold;
use crate::ids::{FlowId, PortId, Priority, PrioritySet, SwitchId};
use crate::sizing::{self, Crossings, FramePath, FrameSizes, MAC_PHY, Platform, charge};
use crate::spec::Node;
use crate::units::{PS_PER_S, Time};
use crate::wire::PRIORITIES;

impl SizeReport {
    /// Calculates the sizes for the present settings of `world`. If `platform` is given, also calculates the
    /// headroom by the SONiC formula for this platform, for each group of every switch.
    #[must_use]
    pub fn of(world: &World, platform: Option<&Platform>) -> Self {
        let spec = world.spec();
        let sizes = sizes(world);
        let drains = drains(world);
        let mut view = WorldView::default();
        world.snapshot(&mut view);
        let used = world.flow_specs().map(|flow| flow.priority).collect::<PrioritySet>();
        let mut all = Self {
            groups: Vec::new(),
            outputs: Vec::new(),
            flows: flows(world),
            switches: Vec::new(),
            link_pauses: Vec::new(),
            link_pause_sizes: Vec::new(),
        };
        for node in &spec.nodes {
            let Some(switch) = node.switch() else { continue };
            let first = all.groups.len();
            for port in node.ports.clone().map(PortId).filter(|port| pauses_link(world, &sizes, *port)) {
                all.link_pauses.push(spec.port_name(port));
                all.link_pause_sizes.extend(link_pause::size(world, &sizes, port, &drains[port.index()]));
            }
            for (port, n) in groups_of(node) {
                let drain = drains[port.index()][n.index()];
                all.groups.extend(group(world, &sizes, (port, n), drain, platform));
                if used.contains(n) {
                    all.outputs.extend(output(world, (port, n), view.pool_free[switch.index()]));
                }
            }
            let groups = &mut all.groups[first..];
            let headroom_bytes = groups.iter().map(|group| group.headroom_bytes).sum();
            let of_cables = groups.iter().map(of_cable).sum();
            // A group holds one XOFF, and one more for each further output.
            let thresholds = groups.iter().map(|group| 1 + group.further_outputs).sum::<u64>();
            let shared = left_for_sharing(world, node, switch, of_cables) / thresholds.max(1);
            for group in groups.iter_mut() {
                group.xoff_most_bytes = shared;
            }
            let ports = node.ports.len() as u64;
            all.switches.push(SwitchSize {
                node: node.name.clone(),
                memory_bytes: spec.switches[switch.index()].pool.memory,
                headroom_bytes,
                voqs: ports * ports * PRIORITIES as u64,
            });
        }
        all
    }
}

/// Whether `port` sends pauses for its whole link (802.3x), and lossless frames can arrive there.
fn pauses_link(world: &World, sizes: &FrameSizes, port: PortId) -> bool {
    let config = &world.spec().ports[port.index()].config;
    config.link_pause.is_some()
        && !config.sender.enabled.is_empty()
        && lossless_arrivals(world, sizes, port).next().is_some()
}

/// Memory that the groups of a switch would share in bytes, if the groups had `headroom` bytes of headroom
/// together. 0 if nothing is left.
fn left_for_sharing(world: &World, node: &Node, switch: SwitchId, headroom: u64) -> u64 {
    let pool = world.spec().switches[switch.index()].pool;
    let reserves: u64 = groups_of(node).map(|(port, n)| world.group(port, n).reserve).sum();
    pool.memory.saturating_sub(reserves).saturating_sub(pool.headroom.size(headroom))
}

fn group(
    world: &World,
    sizes: &FrameSizes,
    (port, n): (PortId, Priority),
    drain: u64,
    platform: Option<&Platform>,
) -> Option<GroupSize> {
    let spec = world.spec();
    if !requests_pauses(world, port, n) {
        return None;
    }
    let need = needed(world, sizes, port, n)?;
    let at = &spec.ports[port.index()];
    let config = world.group(port, n);
    let (bound, cell_bytes) = (need.bound, need.cell_bytes);
    let wire = u64::from(need.largest) + u64::from(at.config.overhead);
    let drain_bps = drain.min(at.clock.rate().bps()) / wire.max(1) * u64::from(need.largest);
    let latency =
        spec.switch_of(port).map_or(Time::ZERO, |switch| spec.switches[switch.index()].ingress_latency);
    let turn = bound.wait + bound.pfc + bound.propagation + bound.response + need.wire + latency;
    let drained = u128::from(drain_bps) * u128::from(turn.ps()) / 8 / u128::from(PS_PER_S);
    let drained = u64::try_from(drained).unwrap_or(u64::MAX);
    let xon_bytes = drained.next_multiple_of(u64::from(cell_bytes.max(1)));
    Some(GroupSize {
        node: spec.nodes[at.node.index()].name.clone(),
        port: at.number.into(),
        priority: n.get(),
        rate_bps: at.clock.rate().bps(),
        frames: need
            .sizes
            .iter()
            .map(|bytes| FrameSize {
                frame_bytes: *bytes,
                memory_bytes: charge(*bytes, cell_bytes),
                wire_ps: at.clock.time(u32::from(*bytes) + at.config.overhead).ps(),
            })
            .collect(),
        cell_bytes,
        reverse_frame_bytes: need.reverse,
        wait_ps: bound.wait.ps(),
        pfc_ps: bound.pfc.ps(),
        cable_ps: bound.propagation.ps(),
        response_ps: bound.response.ps(),
        gap_ps: bound.gap.ps(),
        total_ps: bound.total.ps(),
        frame_ps: need.wire.ps(),
        arriving_frames: bound.frames,
        beyond_frames: bound.beyond,
        further_outputs: sizing::further_outputs(spec, sizes, port, n),
        headroom_bytes: need.bytes(),
        drain_bps,
        turn_ps: turn.ps(),
        xon_bytes,
        xoff_bytes: xon_bytes + 2 * charge(need.largest, cell_bytes),
        xoff_most_bytes: 0,
        headroom_set_bytes: config.headroom,
        headroom_peak_bytes: world.counters().ports[port.index()][n.index()].headroom_peak,
        xon_set_bytes: config.xon,
        xoff_set_bytes: match config.threshold {
            Threshold::Static(xoff) => Some(xoff),
            Threshold::Dynamic(_) => None,
        },
        vendor: platform.map(|platform| VendorSize::of(world, port, platform)),
    })
}

/// Recommended headroom of a group for its cable alone, without the bytes for further outputs.
fn of_cable(group: &GroupSize) -> u64 {
    group.headroom_bytes - group.further_outputs * group.xoff_set_bytes.unwrap_or(0)
}

impl VendorSize {
    /// Headroom by SONiC's formula for a port, with the constants of `platform`.
    #[must_use]
    pub fn of(world: &World, port: PortId, platform: &Platform) -> Self {
        let form = platform.form(mbps(world, port), metres(world, port));
        let terms = sizing::vendor(&form);
        Self {
            platform: platform.name,
            switches: platform.switches,
            source: platform.source,
            lossless_mtu_bytes: form.lossless_mtu,
            port_mtu_bytes: form.port_mtu,
            cable_bytes: terms.cable,
            mac_phy_bytes: MAC_PHY,
            peer_bytes: form.peer,
            tile_bytes: form.tile,
            occupancy: terms.occupancy,
            headroom_bytes: terms.bytes,
        }
    }
}

fn output(world: &World, (port, n): (PortId, Priority), free: u64) -> Option<OutputSize> {
    let arrivals = joint_arrivals(world, port, n, free)?;
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    Some(OutputSize {
        node: spec.nodes[at.node.index()].name.clone(),
        port: at.number.into(),
        priority: n.get(),
        least_bytes: 2 * u64::from(arrivals.largest),
        least_ps: arrivals.two_frames.ps(),
        inputs: arrivals.inputs as u64,
        arriving_bps: arrivals.arrival_bps,
        leaving_bps: arrivals.output_bps,
        fills_ps: arrivals.fill_time.map(Time::ps),
    })
}

fn flows(world: &World) -> Vec<FlowSize> {
    let flow = |(n, flow): (usize, &crate::spec::FlowSpec)| {
        let alone = unloaded_frame(world, FlowId::new(n))?;
        let part = |of: fn(&crate::insight::end_to_end::EndToEnd) -> Time| {
            alone.time.as_ref().map(|time| of(time).ps())
        };
        Some(FlowSize {
            name: flow.name.clone(),
            payload_bytes: alone.bytes.payload,
            frame_bytes: flow.frame_bytes,
            overhead_bytes: alone.bytes.overhead,
            payload_millionths: alone.bytes.of_frame(),
            switches: alone.switches as u64,
            serialisation_ps: part(|time| time.serialisation),
            propagation_ps: part(|time| time.propagation),
            ingress_ps: part(|time| time.ingress),
            crossbar_ps: part(|time| time.crossbar),
            random_wait_ps: alone.wait.map(Time::ps),
        })
    };
    world.flow_specs().enumerate().filter_map(flow).collect()
}

/// Rate of the fastest output by which frames of each priority group leave, in bits per second. The indices
/// are ingress port and priority. 0 if no frame of the group leaves.
fn drains(world: &World) -> Vec<[u64; PRIORITIES]> {
    let spec = world.spec();
    let mut drains = vec![[0; PRIORITIES]; spec.ports.len()];
    let mut crossings = Crossings::new(spec, world.routes());
    for flow in world.flow_specs() {
        let back = FramePath::returning(spec, flow).map(|(path, _)| path);
        for path in FramePath::of_data(spec, flow).chain(back) {
            let mut inputs: Vec<(PortId, Priority)> = Vec::new();
            crossings.each(&path, |crossing| {
                let from = &spec.ports[crossing.from.index()];
                for (input, class) in &inputs {
                    if spec.ports[input.index()].node == from.node && *class == crossing.sent {
                        let drain = &mut drains[input.index()][class.index()];
                        *drain = (*drain).max(from.clock.rate().bps());
                    }
                }
                inputs.push((crossing.to, crossing.class));
            });
        }
    }
    drains
}
