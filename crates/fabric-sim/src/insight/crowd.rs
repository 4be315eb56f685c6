//! What an egress queue of a switch is to hold when all that feeds it sends at once.

use std::collections::BTreeSet;

use crate::engine::World;
use crate::ids::{FlowId, PortId};
use crate::units::{Time, lasting};

/// The crowd in front of an egress queue. Rates in bits per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// The longest frame of it, in bytes: a queue needs room for two, one that leaves and one that comes.
    pub largest: u16,
    /// How long that lasts on its wire.
    pub lasts: Time,
    /// The inputs of its switch by which flows of its priority come.
    pub inputs: usize,
    /// What these bring at once.
    pub brings: u64,
    /// What its link carries away.
    pub carries: u64,
    /// For how long the memory takes in what cannot leave; `None`: all of it can.
    pub holds: Option<Time>,
}

/// The crowd for `priority` of `port`, in whose switch `free` bytes of memory are, by the
/// ways of the flows there are; `None` at a host, and where none of them leaves.
#[must_use]
pub fn crowd(world: &World, port: PortId, priority: u8, free: u64) -> Option<Crowd> {
    let spec = world.spec();
    spec.switch_of(port)?;
    let (mut inputs, mut largest) = (BTreeSet::new(), 0);
    for (n, flow) in world.flow_specs().enumerate().filter(|(_, flow)| flow.priority == priority) {
        let Some(way) = world.way_of(FlowId::new(n)) else { continue };
        if let Some(at) = way.iter().position(|out| *out == port) {
            inputs.insert(spec.ports[way[at - 1].index()].peer);
            largest = largest.max(flow.frame_bytes);
        }
    }
    let rate = |port: PortId| spec.ports[port.index()].clock.rate().bps();
    let (brings, carries) = (inputs.iter().map(|input| rate(*input)).sum::<u64>(), rate(port));
    let stays = brings.saturating_sub(carries);
    (largest > 0).then(|| Crowd {
        largest,
        lasts: spec.ports[port.index()].clock.time(2 * u32::from(largest)),
        inputs: inputs.len(),
        brings,
        carries,
        holds: (stays > 0).then(|| lasting(free, stays)),
    })
}
