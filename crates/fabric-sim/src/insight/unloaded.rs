//! Latency of a frame of a flow in an idle fabric, and the mean wait at the NIC in a model with random
//! arrivals. Start with [`unloaded_frame`].
//!
//! The frame has the full payload of the flow, even if the flow sends less. The latency ends with the last
//! bit at the host; waits in the receive buffer of the host do not count.

use super::efficiency::Efficiency;
use super::end_to_end::{EndToEnd, Leg, Switch};
use super::queueing_theory::md1;
use crate::engine::World;
use crate::ids::{FlowId, PortId, SwitchId};
use crate::spec::Spec;
use crate::units::{Time, lasting};

/// Full frame of a flow in an otherwise idle fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnloadedFrame {
    /// Bytes of the frame, divided by purpose: payload, headers, padding and others.
    pub bytes: Efficiency,
    /// Latency of the frame, divided into terms. `None` if the path of the flow is unknown or branches.
    pub time: Option<EndToEnd>,
    /// Number of switches on the path; 0 if the path is unknown or branches.
    pub switches: usize,
    /// Time that the NIC has spent on the transmission of frames so far.
    pub busy: Time,
    /// Mean wait at the NIC in a model: full frames of the flow arrive at random, with the load of the run
    /// so far. `None` if the NIC has never been idle.
    pub wait: Option<Time>,
}

/// Full frame of `flow` on its path under the current routes; `None` if the flow does not exist.
#[must_use]
pub fn unloaded_frame(world: &World, flow: FlowId) -> Option<UnloadedFrame> {
    let spec = world.spec();
    let of = world.flow_specs().nth(flow.index())?;
    let nic = PortId(spec.nodes[of.source.index()].ports.start);
    let at = &spec.ports[nic.index()];
    let overhead = at.config.overhead;
    let format = &spec.formats[of.headers.format.index()];
    let bytes = Efficiency::of(format, of.payload_bytes, of.headers.tagged, of.headers.icrc, overhead);
    let path = world.path_of(flow);
    let (wire, busy) = (at.clock.time(u32::from(of.frame_bytes) + overhead), busy(world, nic));
    Some(UnloadedFrame {
        bytes,
        time: path.as_ref().map(|path| along(spec, path, of.frame_bytes)),
        switches: path.map_or(0, |path| path.len() - 1),
        busy,
        wait: md1(wire, busy, world.now()),
    })
}

/// Time that `port` has spent on the transmission of all frames but PFC frames and link credit updates, since
/// the start of the run.
fn busy(world: &World, port: PortId) -> Time {
    let at = &world.spec().ports[port.index()];
    let sent = world.counters().ports[port.index()].iter();
    let bytes: u64 =
        sent.map(|counters| counters.tx_bytes + counters.tx_frames * u64::from(at.config.overhead)).sum();
    lasting(bytes, at.clock.rate().bps())
}

fn along(spec: &Spec, path: &[PortId], bytes: u16) -> EndToEnd {
    let (first, rest) = legs(spec, path, bytes);
    EndToEnd::of(bytes, first, &rest)
}

/// Links of `path` for a frame of `bytes` bytes: the first link, and then each switch with the link
/// behind it.
pub(super) fn legs(spec: &Spec, path: &[PortId], bytes: u16) -> (Leg, Vec<(Switch, Leg)>) {
    let leg = |port: &PortId| {
        let port = &spec.ports[port.index()];
        Leg { clock: port.clock, overhead: port.config.overhead, delay: port.delay }
    };
    let through = |port: &PortId| {
        let switch = &spec.switches[spec.switch_of(*port).map_or(0, SwitchId::index)];
        let (crossing, slots) = switch.crossbar.map_or((Time::ZERO, Time::ZERO), |crossbar| {
            let cells = u64::from(u32::from(bytes).div_ceil(crossbar.cell_bytes));
            (crossbar.latency, Time(crossbar.slot.ps() * cells))
        });
        Switch { forwarding: switch.forwarding, ingress: switch.ingress_latency, crossing, slots }
    };
    let rest = path[1..].iter().map(|port| (through(port), leg(port))).collect();
    (leg(&path[0]), rest)
}
