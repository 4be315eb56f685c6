//! Greatest possible arrivals at an egress queue of a switch: all inputs that feed the queue transmit at the
//! same time. Start with [`joint_arrivals`].
//!
//! Each input counts with the rate of its link, even if its flows are slower. Arrivals equal to the output
//! rate never fill the memory.

use std::collections::BTreeSet;

use crate::engine::World;
use crate::ids::{FlowId, PortId, Priority};
use crate::units::{Time, lasting};

/// Arrivals at an egress queue of a switch if all inputs that feed this queue transmit at the same time.
/// Rates are in bits per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointArrivals {
    /// Longest frame of the queue, in bytes. The queue needs memory for two such frames: one that leaves, and
    /// one that arrives meanwhile.
    pub largest: u16,
    /// Time in which the output transmits two of the longest frames, without preamble and gap.
    pub two_frames: Time,
    /// Number of inputs of the switch at which flows for the queue arrive.
    pub inputs: usize,
    /// Sum of the rates of the inputs at which flows for the queue arrive.
    pub arrival_bps: u64,
    /// Rate of the link of the queue.
    pub output_bps: u64,
    /// Time until the arrivals that exceed the output rate have filled the free memory of the switch. `None`
    /// if the arrivals do not exceed the output rate.
    pub fill_time: Option<Time>,
}

/// Greatest possible arrivals at the queue of `priority` at `port`, by the paths of the data of all flows.
/// `free` is the free memory of the switch, in bytes. `None` if the queue is at a host, or if no flow leaves
/// by this queue. A flow whose path is unknown or branches does not count; acks and other return frames do
/// not count either.
#[must_use]
pub fn joint_arrivals(world: &World, port: PortId, priority: Priority, free: u64) -> Option<JointArrivals> {
    let spec = world.spec();
    spec.switch_of(port)?;
    let (mut inputs, mut largest) = (BTreeSet::new(), 0);
    for (n, flow) in world.flow_specs().enumerate().filter(|(_, flow)| flow.priority == priority) {
        let Some(path) = world.path_of(FlowId::new(n)) else { continue };
        if let Some(at) = path.iter().position(|out| *out == port) {
            inputs.insert(spec.ports[path[at - 1].index()].peer);
            largest = largest.max(flow.frame_bytes);
        }
    }
    let rate = |port: PortId| spec.ports[port.index()].clock.rate().bps();
    let (arrival_bps, output_bps) = (inputs.iter().map(|input| rate(*input)).sum::<u64>(), rate(port));
    let excess = arrival_bps.saturating_sub(output_bps);
    (largest > 0).then(|| JointArrivals {
        largest,
        two_frames: spec.ports[port.index()].clock.time(2 * u32::from(largest)),
        inputs: inputs.len(),
        arrival_bps,
        output_bps,
        fill_time: (excess > 0).then(|| lasting(free, excess)),
    })
}
