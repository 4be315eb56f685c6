//! What a root holds up: the queues that wait for it, over whatever chain.

use std::collections::BTreeSet;

use super::End;
use super::chain::end_of;
use crate::engine::{Queue, World};
use crate::ids::{FlowId, NodeId, PortId, priorities};
use crate::order;

/// What waits for a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blast {
    /// The queue where it begins: an oversubscribed one, or one that is held
    /// by a slow host, a storm or a lost resume.
    pub root: Queue,
    /// What is wrong there.
    pub end: End,
    /// The paused queues that wait for it, itself among them if it is paused.
    pub queues: Vec<Queue>,
    /// Hosts that may not send because of it.
    pub hosts: Vec<NodeId>,
    /// Flows with a frame in one of these queues, or that would send from such a host.
    pub flows: Vec<FlowId>,
    /// Memory that waits in these queues and at the root, in bytes.
    pub bytes: u64,
}

impl Blast {
    /// Ports that it reaches.
    #[must_use]
    pub fn ports(&self) -> usize {
        order::set(self.queues.iter().map(|(port, _)| port)).len()
    }
}

/// What `root` holds up now.
#[must_use]
pub fn blast(world: &World, root: Queue, end: End) -> Blast {
    let mut reached: Vec<Queue> = vec![root];
    let mut is_reached = BTreeSet::from([root]);
    let mut next = 0;
    while let Some(&(port, priority)) = reached.get(next) {
        next += 1;
        for (input, priority) in world.feeders_of(port, priority) {
            let before = (world.spec().ports[input.index()].peer, priority);
            let held_up = world.is_blocking_peer(input, priority) && world.pauser(before).is_some();
            if held_up && is_reached.insert(before) {
                reached.push(before);
            }
        }
    }
    let spec = world.spec();
    let (mut hosts, mut flows, mut bytes) = (BTreeSet::new(), BTreeSet::new(), 0);
    for (port, priority) in &reached {
        let node = spec.ports[port.index()].node;
        if spec.switch_of(*port).is_some() {
            bytes += world.priority(*port, *priority).egress_bytes;
            world.frames_at(*port, *priority, |frame| {
                flows.insert(frame.flow);
            });
        } else {
            hosts.insert(node);
        }
    }
    let is_held_up = |flow: &FlowId| is_reached.contains(&world.flow_source(*flow));
    flows.extend((0..world.counters().flows.len()).map(FlowId::new).filter(is_held_up));
    let queues = reached.into_iter().filter(|queue| world.pauser(*queue).is_some()).collect();
    Blast { root, end, queues, hosts: hosts.into_iter().collect(), flows: flows.into_iter().collect(), bytes }
}

/// The most roots that are told: to follow what each holds up takes as long as the waits are many.
const MOST_ROOTS: usize = 64;

/// The roots there are now, the one that holds up most queues first: all of them,
/// or of more than 64 those at the lowest ports. A circle is one root, told by the
/// first of its queues.
#[must_use]
pub fn roots(world: &World) -> Vec<Blast> {
    let waits = world.waits();
    let circles = waits.cycles().iter().filter_map(|circle| waits.queues.get(*circle.first()?));
    let mut found: BTreeSet<(Queue, End)> = circles.map(|queue| (queue.queue(), End::Circle)).collect();
    for port in (0..world.spec().ports.len()).map(PortId::new) {
        for priority in priorities(world.tx_blocked_mask(port)) {
            let (end, held) = end_of(world, (port, priority));
            if end.is_root() {
                found.insert(((port, priority), end));
            }
            // Of the queues that it waits for, those that may send are roots, too.
            for (queue, _) in held.into_iter().filter(|(queue, _)| world.pauser(*queue).is_none()) {
                found.insert((queue, end_of(world, queue).0));
            }
        }
    }
    let told = found.into_iter().take(MOST_ROOTS);
    let mut blasts: Vec<Blast> = told.map(|(root, end)| blast(world, root, end)).collect();
    order::by_key(&mut blasts, |blast| (usize::MAX - blast.queues.len(), blast.root));
    blasts
}
