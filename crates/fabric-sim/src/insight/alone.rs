//! What a frame of a flow would take if it were alone in its fabric, and how long it
//! would wait at its NIC if frames came there at random.

use super::efficiency::Efficiency;
use super::end_to_end::{EndToEnd, Leg, Switch};
use super::waiting::md1;
use crate::engine::World;
use crate::ids::{FlowId, PortId};
use crate::spec::Spec;
use crate::units::{Time, lasting};

/// A frame of a flow on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alone {
    /// What it carries.
    pub bytes: Efficiency,
    /// Where its time goes; `None` if its way is not known, or it has several.
    pub time: Option<EndToEnd>,
    /// Switches on that way.
    pub switches: usize,
    /// How long its NIC has sent so far.
    pub busy: Time,
    /// The mean wait there of frames of this size that come at random and keep it
    /// as busy; `None` if it never rests.
    pub wait: Option<Time>,
}

/// A full frame of `flow`, by the routes that are in force now.
#[must_use]
pub fn alone(world: &World, flow: FlowId) -> Option<Alone> {
    let spec = world.spec();
    let of = world.flow_specs().nth(flow.index())?;
    let nic = PortId(spec.nodes[of.source.index()].ports.start);
    let at = &spec.ports[nic.index()];
    let overhead = at.config.overhead;
    let format = &spec.formats[of.headers.format.index()];
    let bytes = Efficiency::of(format, of.payload_bytes, of.headers.tagged, of.headers.icrc, overhead);
    let way = world.way_of(flow);
    let (wire, busy) = (at.clock.time(u32::from(of.frame_bytes) + overhead), busy(world, nic));
    Some(Alone {
        bytes,
        time: way.as_ref().map(|way| along(spec, way, of.frame_bytes)),
        switches: way.map_or(0, |way| way.len() - 1),
        busy,
        wait: md1(wire, busy, world.now()),
    })
}

/// How long `port` has sent data and what answers it.
fn busy(world: &World, port: PortId) -> Time {
    let at = &world.spec().ports[port.index()];
    let sent = world.counters().ports[port.index()].iter();
    let bytes: u64 = sent.map(|lane| lane.tx_bytes + lane.tx_frames * u64::from(at.config.overhead)).sum();
    lasting(bytes, at.clock.rate().bps())
}

fn along(spec: &Spec, way: &[PortId], bytes: u16) -> EndToEnd {
    let (first, rest) = legs(spec, way, bytes);
    EndToEnd::of(bytes, first, &rest)
}

/// The first link of a way, and each switch with the link behind it, for a frame of `bytes`.
pub(super) fn legs(spec: &Spec, way: &[PortId], bytes: u16) -> (Leg, Vec<(Switch, Leg)>) {
    let leg = |port: &PortId| {
        let port = &spec.ports[port.index()];
        Leg { clock: port.clock, overhead: port.config.overhead, delay: port.delay }
    };
    let through = |port: &PortId| {
        let switch = &spec.switches[spec.switch_of(*port).unwrap_or_default()];
        let (crossing, slots) = switch.crossbar.map_or((Time::ZERO, Time::ZERO), |crossbar| {
            let cells = u64::from(u32::from(bytes).div_ceil(crossbar.cell_bytes));
            (crossbar.latency, Time(crossbar.slot.ps() * cells))
        });
        Switch { forwarding: switch.forwarding, ingress: switch.ingress_latency, crossing, slots }
    };
    let rest = way[1..].iter().map(|port| (through(port), leg(port))).collect();
    (leg(&way[0]), rest)
}
