//! Service that a queue gets at its port beside the other classes.

use std::collections::BTreeMap;

use super::End;
use crate::engine::{Queue, World};
use crate::fabric::egress::Discipline;
use crate::ids::{FlowId, PortId};
use crate::spec::Arrival;
use crate::wire::PRIORITIES;

/// Smallest part of a port's bytes for which another class counts as a cause: one twentieth.
const COUNTS: u64 = 20;

/// Reason why more comes for a queue that may send than leaves it, from the bytes that its port
/// sent by class: strict classes served before it, its ETS share beside other ETS classes, or the
/// rate of the port. Other classes are the cause if they sent more than it did, or if what comes
/// for it would fit on the port alone.
pub(super) fn limit(world: &World, (port, n): Queue, sent: &[u64; PRIORITIES]) -> End {
    let lanes = &world.spec().ports[port.index()].config.priorities;
    let is_strict = |class: u8| lanes[usize::from(class)].class.discipline == Discipline::Strict;
    let before = |class: &u8| is_strict(*class) && (*class > n || !is_strict(n));
    let beside = |class: &u8| !is_strict(*class) && !is_strict(n) && *class != n;
    let of = |class: u8| sent[usize::from(class)];
    let all: u64 = sent.iter().sum();
    let strict: u64 = (0..8).filter(before).map(of).sum();
    let ets: u64 = (0..8).filter(beside).map(of).sum();
    let (most, is_before) = if strict >= ets { (strict, true) } else { (ets, false) };
    if all == 0 || most < all / COUNTS || most == 0 {
        return End::Oversubscribed;
    }
    if most <= of(n) && is_oversubscribed(world, (port, n)) {
        return End::Oversubscribed;
    }
    if !is_before {
        return End::EtsShare;
    }
    (0..8).filter(before).max_by_key(|class| of(*class)).map_or(End::Oversubscribed, End::Strict)
}

/// [`limit`] from all that the port has sent since the start, for a queue that may send; every
/// other end as it is.
pub(super) fn refined(world: &World, queue: Queue, end: End) -> End {
    if end != End::Oversubscribed {
        return end;
    }
    let sent = std::array::from_fn(|class| world.counters().ports[queue.0.index()][class].tx_bytes);
    limit(world, queue, &sent)
}

/// Whether the arrivals of flows at a queue can exceed the rate of its port.
pub(super) fn is_oversubscribed(world: &World, queue: Queue) -> bool {
    offered(world, queue) > world.spec().ports[queue.0.index()].clock.rate().bps()
}

/// Largest rate at which flows can arrive at a queue, in bits per second; each input brings no more
/// than its link.
fn offered(world: &World, (port, n): Queue) -> u64 {
    let spec = world.spec();
    let mut inputs: BTreeMap<PortId, u64> = BTreeMap::new();
    for (id, flow) in (0..).map(FlowId).zip(world.flow_specs()).filter(|(_, flow)| flow.priority == n) {
        let Some(way) = world.way_of(id) else { continue };
        let Some(place) = way.iter().position(|out| *out == port) else { continue };
        let rate = match flow.arrival {
            Arrival::Constant(rate) | Arrival::Poisson(rate) | Arrival::Bursts { rate, .. } => rate.bps(),
            Arrival::Saturate => u64::MAX,
        };
        let feeder = way[place.saturating_sub(1)];
        let link = spec.ports[feeder.index()].clock.rate().bps();
        let brings = inputs.entry(feeder).or_default();
        *brings = brings.saturating_add(rate).min(link);
    }
    inputs.values().sum()
}

/// Whether the path of a flow leads through a port, or the path is unknown.
pub(super) fn bound_for(world: &World, flow: FlowId, port: PortId) -> bool {
    world.way_of(flow).is_none_or(|way| way.contains(&port))
}
