//! Sizes of a fabric: for each lossless group the recommended headroom, XON and XOFF with every
//! term, and the calculators of its flows and outputs.

use schemars::JsonSchema;
use serde::Serialize;

use super::joint_arrivals::joint_arrivals;
use super::need::{mbps, metres, needed, requests_pauses, sizes};
use super::unloaded::unloaded_frame;
use crate::engine::{World, WorldView};
use crate::fabric::buffer::Threshold;
use crate::ids::{FlowId, PortId};
use crate::sizing::{self, Crossings, FramePath, FrameSizes, MAC_PHY, Platform, charge};
use crate::spec::Node;
use crate::units::{PS_PER_S, Time};
use crate::wire::PRIORITIES;

/// Sizes of a fabric by the flows of the run, also those that actions add. Times are in
/// picoseconds, amounts in bytes, rates in bits per second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeReport {
    /// Lossless groups at which frames can arrive.
    pub groups: Vec<GroupSize>,
    /// Outputs of switches that flows use, under the largest possible arrivals.
    pub outputs: Vec<OutputSize>,
    /// Flows: bytes and latency of a full frame that waits for nothing.
    pub flows: Vec<FlowSize>,
    /// Memory and queues of each switch.
    pub switches: Vec<SwitchSize>,
    /// Ports of switches that pause their whole link (802.3x) and get lossless frames: `s1.0`. Not sized,
    /// since the port asks for the sum of its groups; warnings compare `link_xoff` with each group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub link_pauses: Vec<String>,
}

/// Recommended sizes of a lossless ingress group, with every term.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GroupSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Rate of the port, in bits per second.
    pub rate_bps: u64,
    /// Frames that can arrive: bytes from header through FCS, and the memory that each takes in
    /// cells.
    pub frames: Vec<FrameSize>,
    /// Size of a memory cell; 1 counts bytes.
    pub cell_bytes: u32,
    /// Largest frame that can leave by the port, for which the PFC frame may have to wait.
    pub reverse_frame_bytes: u16,
    /// Wait of the PFC frame for the reverse frame.
    pub wait_ps: u64,
    /// Time from the start of the PFC frame to its last bit.
    pub pfc_ps: u64,
    /// Delay of the cable, both ways.
    pub cable_ps: u64,
    /// Response time of the sender.
    pub response_ps: u64,
    /// Gap after the frame that crosses XOFF, in which no frame starts.
    pub gap_ps: u64,
    /// Wait, PFC frame, cable and response without the gap: frames that start in this time still
    /// arrive.
    pub total_ps: u64,
    /// Time of the largest frame on the wire.
    pub frame_ps: u64,
    /// Frames that arrive at worst, of the largest size. 0 for mixed sizes in cells, where bytes are
    /// counted.
    pub arriving_frames: u64,
    /// Frames among them that do not fit into `total_ps`, such as the one that crosses XOFF.
    pub beyond_frames: u64,
    /// Recommended headroom: nothing is lost, whatever the phases.
    pub headroom_bytes: u64,
    /// Rate at which the group drains at most: the fastest output of its flows, no faster than its
    /// own port, in frame bytes.
    pub drain_bps: u64,
    /// Time from the request of a resume until the first frame after it has arrived: wait, PFC
    /// frame, cable, response, frame and ingress latency.
    pub turn_ps: u64,
    /// Recommended XON: what drains in `turn_ps`, in cells. The output does not idle.
    pub xon_bytes: u64,
    /// Least recommended static XOFF: XON and two of the largest frames.
    pub xoff_bytes: u64,
    /// Largest static XOFF that all groups of the switch can have at once, with the recommended
    /// headrooms; 0 if the memory cannot hold these.
    pub xoff_most_bytes: u64,
    /// Headroom in force.
    pub headroom_set_bytes: u64,
    /// Largest use of headroom since the start.
    pub headroom_peak_bytes: u64,
    /// XON in force.
    pub xon_set_bytes: u64,
    /// Static XOFF in force; absent if the threshold is dynamic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xoff_set_bytes: Option<u64>,
    /// Headroom by SONiC's formula for a platform; absent if none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<VendorSize>,
}

/// Size of a frame and of its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FrameSize {
    /// Size of the frame in bytes, header through FCS.
    pub frame_bytes: u16,
    /// Memory that the frame occupies in bytes, in whole cells.
    pub memory_bytes: u64,
}

/// Headroom by SONiC's formula for NVIDIA switches, with the constants of a platform:
/// `lossless_mtu_bytes` + (`port_mtu_bytes` + `cable_bytes` + `mac_phy_bytes` + `peer_bytes` +
/// `tile_bytes`) × `occupancy`, rounded up to 1024 B.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct VendorSize {
    /// Name of the platform.
    pub platform: &'static str,
    /// Names of the switches of the platform.
    pub switches: &'static str,
    /// File with the rows that the formula reproduces.
    pub source: &'static str,
    /// Largest frame of a lossless priority.
    pub lossless_mtu_bytes: u32,
    /// Largest frame of any priority.
    pub port_mtu_bytes: u32,
    /// Bytes in flight on the cable, both ways.
    pub cable_bytes: f64,
    /// Bytes that arrive during the delay of MAC and PHY.
    pub mac_phy_bytes: f64,
    /// Bytes that arrive during the response time of the peer.
    pub peer_bytes: f64,
    /// Bytes that arrive during the delay of the tile.
    pub tile_bytes: f64,
    /// Memory that a byte of small packets takes, in cells of the platform.
    pub occupancy: f64,
    /// Headroom in bytes, rounded up.
    pub headroom_bytes: u64,
}

/// Output of a switch, if all inputs that feed it transmit at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutputSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Least memory: the frame that leaves and the one that arrives.
    pub least_bytes: u64,
    /// Time of these two frames on the wire.
    pub least_ps: u64,
    /// Number of inputs at which flows for the output arrive.
    pub inputs: u64,
    /// Sum of the rates of the inputs.
    pub arriving_bps: u64,
    /// Rate of the output.
    pub leaving_bps: u64,
    /// Time until the excess has filled the free memory of the switch; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fills_ps: Option<u64>,
}

/// Full frame of a flow that waits for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowSize {
    /// Name of the flow.
    pub name: String,
    /// Payload of the frame in bytes.
    pub payload_bytes: u16,
    /// Bytes of the frame, header through FCS.
    pub frame_bytes: u16,
    /// Bytes on the wire in addition to the frame: preamble and gap.
    pub overhead_bytes: u32,
    /// Payload in millionths of the frame.
    pub payload_millionths: u32,
    /// Number of switches on the path.
    pub switches: u64,
    /// Time of transmission by the host and by each switch that stores the frame; absent, as the
    /// next three, if the path is unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serialisation_ps: Option<u64>,
    /// Time of propagation in cables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagation_ps: Option<u64>,
    /// Time in the pipelines of switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ingress_ps: Option<u64>,
    /// Time in crossbars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar_ps: Option<u64>,
    /// Mean wait at the NIC, if frames arrived at random with the load so far (M/D/1); absent if
    /// the NIC is never idle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_wait_ps: Option<u64>,
}

/// Memory and queues of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchSize {
    /// Name of the switch.
    pub node: String,
    /// Size of the packet memory.
    pub memory_bytes: u64,
    /// Sum of the recommended headrooms of its groups.
    pub headroom_bytes: u64,
    /// Virtual output queues: inputs × outputs × priorities.
    pub voqs: u64,
}

impl SizeReport {
    /// Sizes of the fabric as it is configured now, and the vendor's formula for `platform`.
    #[must_use]
    pub fn of(world: &World, platform: Option<&Platform>) -> Self {
        let spec = world.spec();
        let sizes = sizes(world);
        let drains = drains(world);
        let mut view = WorldView::default();
        world.snapshot(&mut view);
        let used = world.flow_specs().fold(0, |mask, flow| mask | 1u8 << (flow.priority & 7));
        let mut all = Self {
            groups: Vec::new(),
            outputs: Vec::new(),
            flows: flows(world),
            switches: Vec::new(),
            link_pauses: Vec::new(),
        };
        for node in &spec.nodes {
            let Some(switch) = node.switch() else { continue };
            let first = all.groups.len();
            let pauses_link = node.ports.clone().map(PortId).filter(|port| pauses_link(world, &sizes, *port));
            all.link_pauses.extend(pauses_link.map(|port| spec.port_name(port)));
            for (port, n) in lanes(node) {
                let drain = drains[port.index()][usize::from(n)];
                all.groups.extend(group(world, &sizes, (port, n), drain, platform));
                if used >> n & 1 == 1 {
                    all.outputs.extend(output(world, (port, n), view.pool_free[switch]));
                }
            }
            let groups = &mut all.groups[first..];
            let headroom_bytes = groups.iter().map(|group| group.headroom_bytes).sum();
            let most = most(world, node, switch, headroom_bytes) / (groups.len() as u64).max(1);
            for group in groups.iter_mut() {
                group.xoff_most_bytes = most;
            }
            let ports = node.ports.len() as u64;
            all.switches.push(SwitchSize {
                node: node.name.clone(),
                memory_bytes: spec.switches[switch].pool.memory,
                headroom_bytes,
                voqs: ports * ports * PRIORITIES as u64,
            });
        }
        all
    }
}

/// Whether a port pauses its whole link and lossless frames arrive there.
fn pauses_link(world: &World, sizes: &FrameSizes, port: PortId) -> bool {
    let config = &world.spec().ports[port.index()].config;
    let arrives = |n: u8| world.group(port, n).lossless && sizes.largest(port, n).is_some();
    config.link_pause.is_some() && config.sender.enabled != 0 && (0..8).any(arrives)
}

/// Ports of a node with each priority.
fn lanes(node: &Node) -> impl Iterator<Item = (PortId, u8)> {
    node.ports.clone().map(PortId).flat_map(|port| (0..8).map(move |n| (port, n)))
}

/// Shared memory of a switch beside its reserves and so much headroom.
fn most(world: &World, node: &Node, switch: usize, headroom: u64) -> u64 {
    let pool = world.spec().switches[switch].pool;
    let reserves: u64 = lanes(node).map(|(port, n)| world.group(port, n).reserve).sum();
    pool.memory.saturating_sub(reserves).saturating_sub(pool.headroom.size(headroom))
}

fn group(
    world: &World,
    sizes: &FrameSizes,
    (port, n): (PortId, u8),
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
    let latency = spec.switch_of(port).map_or(Time::ZERO, |switch| spec.switches[switch].ingress_latency);
    let turn = bound.wait + bound.pfc + bound.propagation + bound.response + need.wire + latency;
    let drained = u128::from(drain_bps) * u128::from(turn.ps()) / 8 / u128::from(PS_PER_S);
    let drained = u64::try_from(drained).unwrap_or(u64::MAX);
    let xon_bytes = drained.next_multiple_of(u64::from(cell_bytes.max(1)));
    Some(GroupSize {
        node: spec.nodes[at.node.index()].name.clone(),
        port: at.number.into(),
        priority: n,
        rate_bps: at.clock.rate().bps(),
        frames: need
            .sizes
            .iter()
            .map(|bytes| FrameSize { frame_bytes: *bytes, memory_bytes: charge(*bytes, cell_bytes) })
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
        headroom_bytes: bound.bytes,
        drain_bps,
        turn_ps: turn.ps(),
        xon_bytes,
        xoff_bytes: xon_bytes + 2 * charge(need.largest, cell_bytes),
        xoff_most_bytes: 0,
        headroom_set_bytes: config.headroom,
        headroom_peak_bytes: world.counters().ports[port.index()][usize::from(n)].headroom_peak,
        xon_set_bytes: config.xon,
        xoff_set_bytes: match config.threshold {
            Threshold::Static(xoff) => Some(xoff),
            Threshold::Dynamic(_) => None,
        },
        vendor: platform.map(|platform| vendor(world, port, platform)),
    })
}

fn vendor(world: &World, port: PortId, platform: &Platform) -> VendorSize {
    let form = platform.form(mbps(world, port), metres(world, port));
    let terms = sizing::vendor(&form);
    VendorSize {
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

fn output(world: &World, (port, n): (PortId, u8), free: u64) -> Option<OutputSize> {
    let crowd = joint_arrivals(world, port, n, free)?;
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    Some(OutputSize {
        node: spec.nodes[at.node.index()].name.clone(),
        port: at.number.into(),
        priority: n,
        least_bytes: 2 * u64::from(crowd.largest),
        least_ps: crowd.lasts.ps(),
        inputs: crowd.inputs as u64,
        arriving_bps: crowd.brings,
        leaving_bps: crowd.carries,
        fills_ps: crowd.holds.map(Time::ps),
    })
}

fn flows(world: &World) -> Vec<FlowSize> {
    let flow = |(n, flow): (usize, &crate::spec::FlowSpec)| {
        let alone = unloaded_frame(world, FlowId::new(n))?;
        let part =
            |of: fn(&super::end_to_end::EndToEnd) -> Time| alone.time.as_ref().map(|time| of(time).ps());
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

/// Rate of the fastest output by which the data of a group leaves, by ingress port and priority.
fn drains(world: &World) -> Vec<[u64; PRIORITIES]> {
    let spec = world.spec();
    let mut drains = vec![[0; PRIORITIES]; spec.ports.len()];
    let mut crossings = Crossings::new(spec, world.routes());
    for flow in world.flow_specs() {
        let back = FramePath::returning(spec, flow).map(|(journey, _)| journey);
        for journey in FramePath::of_data(spec, flow).chain(back) {
            let mut inputs: Vec<(PortId, u8)> = Vec::new();
            crossings.each(&journey, |crossing| {
                let from = &spec.ports[crossing.from.index()];
                for (input, class) in &inputs {
                    if spec.ports[input.index()].node == from.node && *class == crossing.sent {
                        let drain = &mut drains[input.index()][usize::from(*class)];
                        *drain = (*drain).max(from.clock.rate().bps());
                    }
                }
                inputs.push((crossing.to, crossing.class));
            });
        }
    }
    drains
}
