//! Effect of a root: the queues that wait for the root, directly or through other queues, and their flows.
//! Start with [`roots`].
//!
//! Only queues with frames count as blocked. A flow is a victim if its path avoids the root; a flow with an
//! unknown path is not a victim.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::super::bandwidth_limits::{is_bound_for, queues_at, refined};
use super::super::inflow::Inflows;
use super::ChainOutcome;
use super::chain::end_of;
use crate::engine::{PausedQueue, Waits, World};
use crate::ids::{FlowId, NodeId, PortId, QueueId};
use crate::sort;

/// Root of pauses, and the queues, hosts and flows that the root blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootEffects {
    /// Queue for which the other queues wait. If the root is a cycle, this is one queue of the cycle. Any
    /// other root either may transmit, but gets too little bandwidth or only drains; or it is blocked by a
    /// slow host, a storm, a lost resume, lost credits or a failed link.
    pub root: QueueId,
    /// Reason why the root does not drain its arrivals.
    pub end: ChainOutcome,
    /// Blocked queues that wait for the root: they have frames, but are paused or lack credits. The queue
    /// nearest to the root comes first. The root counts if it is blocked itself.
    pub queues: Vec<QueueId>,
    /// Hosts that have a blocked queue, in the order of nodes.
    pub hosts: Vec<NodeId>,
    /// Flows that have a frame in a blocked queue, or whose host sends them from a blocked queue, in the
    /// order of their numbers.
    pub flows: Vec<FlowId>,
    /// Victim flows: blocked flows whose paths lead neither through the root nor, if the root is a cycle,
    /// through another queue of the cycle. In the order of flow numbers.
    pub victims: Vec<FlowId>,
    /// Memory of the frames in the waiting queues and at the root, in bytes. Queues of hosts count as 0.
    pub bytes: u64,
}

impl RootEffects {
    /// Number of ports that have a blocked queue.
    #[must_use]
    pub fn ports(&self) -> usize {
        sort::set(self.queues.iter().map(|queue| queue.port)).len()
    }
}

/// Finds the queues, hosts and flows that `root` blocks now, directly or through other queues. `end` is the
/// cause at the root.
#[must_use]
pub fn root_effects(world: &World, root: QueueId, end: ChainOutcome) -> RootEffects {
    let cycle = if end == ChainOutcome::Cycle { cycle_of(&world.waits(), root) } else { Vec::new() };
    effects_of(world, root, end, cycle)
}

/// Finds the effects of `root`, like [`root_effects()`]. `cycle` holds the queues of the cycle to which the
/// root belongs; empty if the root is no cycle.
fn effects_of(world: &World, root: QueueId, end: ChainOutcome, cycle: Vec<QueueId>) -> RootEffects {
    let mut reached: Vec<QueueId> = vec![root];
    let mut is_reached = BTreeSet::from([root]);
    let mut next = 0;
    while let Some(&QueueId { port, priority }) = reached.get(next) {
        next += 1;
        for (input, priority) in world.feeders_of(port, priority) {
            let before = QueueId::new(world.spec().ports[input.index()].peer, priority);
            let held_up = world.is_blocking_peer(input, priority) && world.pauser(before).is_some();
            if held_up && is_reached.insert(before) {
                reached.push(before);
            }
        }
    }
    let spec = world.spec();
    // A pause of an empty queue blocks no frame, so this queue does not count.
    let is_held = |queue: &QueueId| world.pauser(*queue).is_some() && world.holds_frames(*queue);
    let (mut hosts, mut flows, mut bytes) = (BTreeSet::new(), BTreeSet::new(), 0);
    for queue in &reached {
        let QueueId { port, priority } = *queue;
        let is_held = is_held(queue);
        if spec.switch_of(port).is_some() {
            bytes += world.priority(port, priority).egress_bytes;
            if is_held {
                world.frames_at(port, priority, |frame| {
                    flows.insert(frame.flow);
                });
            }
        } else if is_held {
            hosts.insert(spec.ports[port.index()].node);
        }
    }
    let queues: Vec<QueueId> = reached.into_iter().filter(is_held).collect();
    let held: BTreeSet<QueueId> = queues.iter().copied().collect();
    // A flow that has not begun, has stopped or has sent everything does not wait at its source.
    let sends_from = |flow: &FlowId| held.contains(&world.flow_source(*flow)) && world.is_flow_active(*flow);
    flows.extend((0..world.counters().flows.len()).map(FlowId::new).filter(sends_from));
    let flows: Vec<FlowId> = flows.into_iter().collect();
    let mut at_root = queues_at(world, root, end);
    at_root.extend(cycle);
    let victims = flows.iter().copied().filter(|flow| !is_bound_for(world, *flow, &at_root)).collect();
    RootEffects { root, end, queues, hosts: hosts.into_iter().collect(), flows, victims, bytes }
}

/// Queues of the cycle of waits that contains `queue`, in the order of ports and priorities; empty if no
/// cycle contains it.
fn cycle_of(waits: &Waits, queue: QueueId) -> Vec<QueueId> {
    let queues = |cycle: &Vec<usize>| -> Vec<QueueId> {
        cycle.iter().filter_map(|at| waits.queues.get(*at)).map(PausedQueue::queue).collect()
    };
    waits.cycles().iter().map(queues).find(|cycle| cycle.contains(&queue)).unwrap_or_default()
}

/// Greatest number of roots that are returned; the search takes time for each root.
const MAX_ROOTS: usize = 64;

/// Roots that exist now. The root that blocks the most queues comes first. Roots that block equally many are
/// in the order of ports and priorities. If there are more than 64, only the roots at the lowest ports are
/// returned. A cycle is one root, represented by its first queue.
#[must_use]
pub fn roots(world: &World) -> Vec<RootEffects> {
    let waits = world.waits();
    let cycles = waits.cycles().iter().filter_map(|cycle| waits.queues.get(*cycle.first()?));
    let mut found: BTreeSet<(QueueId, ChainOutcome)> =
        cycles.map(|queue| (queue.queue(), ChainOutcome::Cycle)).collect();
    for port in (0..world.spec().ports.len()).map(PortId::new) {
        for priority in world.tx_blocked_mask(port).iter() {
            let (end, held) = end_of(world, QueueId::new(port, priority));
            if end.is_root() {
                found.insert((QueueId::new(port, priority), end));
            }
            // The blocked queue may wait for queues that may transmit. Each queue that may transmit is a
            // root, too.
            for (queue, _) in held.into_iter().filter(|(queue, _)| world.pauser(*queue).is_none()) {
                found.insert((queue, end_of(world, queue).0));
            }
        }
    }
    let inflows = LazyCell::new(|| Inflows::of_active(world));
    let roots = found.into_iter().take(MAX_ROOTS).map(|(root, end)| {
        let cycle = if end == ChainOutcome::Cycle { cycle_of(&waits, root) } else { Vec::new() };
        effects_of(world, root, refined(world, &inflows, root, end), cycle)
    });
    let mut roots: Vec<RootEffects> = roots.collect();
    sort::by_key(&mut roots, |root| (usize::MAX - root.queues.len(), root.root));
    roots
}
