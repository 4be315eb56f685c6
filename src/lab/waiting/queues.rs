//! Queues that are paused or lack credits, in words. Start with [`paused`]. A queue that is both paused and
//! without credits counts as paused. The text on the bytes that other queues hold names at most 8 of these
//! queues, the most bytes first. A queue is no root if another waiting queue causes its wait, or if the wait
//! ends by itself. If several waits have the same cause, the cause is listed once.

use fabric_sim::ids::QueueId;
use std::cmp::Reverse;

use fabric_sim::engine::{Cycle, Pauser, WaitEdge, Waits, World};
use fabric_sim::sort;
use fabric_sim::spec::Spec;

use super::name::link_name;
use crate::charts::{bytes_label, time_label};
use crate::lab::sentence_list::enumerated;
use crate::scene::QueueFate;

/// Queue that is paused or lacks credits, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paused {
    /// Port and priority of the queue.
    pub queue: QueueId,
    /// Link on which the queue transmits, such as `s1 → s2`.
    pub name: String,
    /// Whether the queue will transmit again by itself: stuck, blocked or resuming.
    pub fate: QueueFate,
    /// Whether the queue belongs to a cycle of waits.
    pub cycle: bool,
    /// Role of the queue in words, such as "in the deadlock". The role is the first of these that applies:
    /// member of a deadlock, stuck behind a deadlock, member of a cyclic wait, blocked, resuming.
    pub role: &'static str,
    /// Reason of the wait in words: the device that pauses the queue or withholds credits, why the device
    /// does so, and for how long. If frames wait, also their bytes.
    pub why: String,
    /// Whether the queue lacks credits (`true`) or is paused (`false`).
    pub by_credits: bool,
    /// Whether the queue is a root: its wait has a cause other than another waiting queue.
    pub is_root: bool,
}

/// Describes the queue with index `n` in `waits`. `cycles` are the present cycles of waits, with the indices
/// of their queues. `n` must be below the number of queues in `waits`.
pub fn paused(world: &World, waits: &Waits, cycles: &[(&Cycle, Vec<usize>)], n: usize) -> Paused {
    let (spec, queue) = (world.spec(), &waits.queues[n]);
    let at = queue.queue();
    let peer = spec.owner(spec.ports[queue.port.index()].peer).name.as_str();
    let fate = fate(waits, n);
    let cycle = cycles.iter().find(|(cycle, _)| cycle.queues.contains(&at)).map(|(cycle, _)| cycle);
    let role = match (cycle.map(|cycle| cycle.is_deadlock()), fate) {
        (Some(true), _) => "in the deadlock",
        (_, QueueFate::Stuck) => "behind the deadlock",
        (Some(false), _) => "in a cyclic wait",
        (None, QueueFate::Blocked) => "blocked",
        (None, QueueFate::Passing) => "resumes without help",
    };
    let awaited = waiting_bytes(spec, waits, n);
    let by_credits = !world.paused(queue.port).contains(queue.priority);
    let state = if by_credits { "has waited" } else { "paused" };
    let by = match queue.by {
        Pauser::Group if awaited.is_empty() => format!("by {peer}, whose buffer drains"),
        Pauser::Group => format!("by {peer}, which holds {}, paused too", enumerated(&awaited)),
        Pauser::Host if by_credits => {
            format!("for credits of host {peer}, which empties its receive buffer slowly")
        }
        Pauser::Host if !awaited.is_empty() => {
            format!(
                "by host {peer}, which takes no more requests while its own data waits: {}",
                enumerated(&awaited)
            )
        }
        Pauser::Host if holds_read_requests(world, at) => {
            format!("by host {peer}, which takes no more requests while its own data waits to be sent")
        }
        Pauser::Host => format!("by host {peer}, which empties its receive buffer slowly"),
        Pauser::Storm => format!("by {peer}, which sends pauses whatever it holds: a storm"),
        Pauser::LostResume => format!("by {peer}, which has resumed, but the resume was lost"),
        Pauser::Credits if awaited.is_empty() => format!("for credits of {peer}, whose buffer drains"),
        Pauser::Credits => {
            format!("for credits of {peer}, which holds {}, waiting too", enumerated(&awaited))
        }
        Pauser::LostCredits => format!("for credits of {peer} that were lost"),
        Pauser::Passing if by_credits => format!("for credits of {peer}, which are on their way"),
        Pauser::Passing => format!("by {peer}: until a resume comes, or the pause runs out"),
    };
    let waits_here =
        if queue.bytes > 0 { format!("{} wait, ", bytes_label(queue.bytes)) } else { String::new() };
    let since = time_label(world.now().saturating_sub(queue.since));
    Paused {
        queue: at,
        name: link_name(spec, queue.port),
        fate,
        cycle: cycle.is_some(),
        role,
        why: format!("{waits_here}{state} for {since} {by}."),
        by_credits,
        is_root: root_cause(world, waits, n).is_some(),
    }
}

/// Greatest number of waiting queues that [`waiting_bytes`] names. Queues with the most bytes are named
/// first.
const MAX_NAMED_QUEUES: usize = 8;

/// Texts on the bytes of other waiting queues in the priority group that pauses queue `n`, one for each of
/// these queues. A last text sums up the queues beyond [`MAX_NAMED_QUEUES`]. Empty if the group holds no
/// bytes of waiting queues.
fn waiting_bytes(spec: &Spec, waits: &Waits, n: usize) -> Vec<String> {
    let mut edges: Vec<&WaitEdge> = waits.edges(n).iter().collect();
    sort::by_key(&mut edges, |edge| Reverse(edge.bytes));
    let (named, others) = edges.split_at(edges.len().min(MAX_NAMED_QUEUES));
    let named = named.iter().map(|edge| {
        format!("{} for {}", bytes_label(edge.bytes), link_name(spec, waits.queues[edge.queue].port))
    });
    let bytes = others.iter().map(|edge| edge.bytes).sum();
    let others =
        (!others.is_empty()).then(|| format!("{} for {} other links", bytes_label(bytes), others.len()));
    named.chain(others).collect()
}

/// Returns whether the queue with index `n` in `waits` will transmit again by itself. A queue in or behind a
/// deadlock is stuck; a storm or a lost resume blocks a queue; any other queue resumes.
pub fn fate(waits: &Waits, n: usize) -> QueueFate {
    match (waits.is_stuck(n), waits.needs_intervention(n)) {
        (true, _) => QueueFate::Stuck,
        (_, true) => QueueFate::Blocked,
        _ => QueueFate::Passing,
    }
}

/// Causes of waits that last until an intervention, in words, each listed once. The order is: storm, lost
/// resume, lost credits. A deadlock alone gives an empty list.
pub fn lasting(waits: &Waits) -> Vec<&'static str> {
    let needs_intervention = waits.queues.iter().enumerate().filter(|(n, _)| waits.needs_intervention(*n));
    let by: Vec<Pauser> =
        needs_intervention.map(|(_, queue)| if queue.is_storm { Pauser::Storm } else { queue.by }).collect();
    let all = [
        (Pauser::Storm, "a storm goes on"),
        (Pauser::LostResume, "a lost resume is not replaced"),
        (Pauser::LostCredits, "lost credits are not returned"),
    ];
    all.into_iter().filter(|(pauser, _)| by.contains(pauser)).map(|(_, words)| words).collect()
}

/// Cause of the wait of queue `n` in a word or two, if the queue is a root. `None` if another waiting queue
/// is the cause, or if the wait ends by itself. A host that only accepts no more read requests is no root.
pub fn root_cause(world: &World, waits: &Waits, n: usize) -> Option<&'static str> {
    let queue = &waits.queues[n];
    match queue.by {
        Pauser::Host if holds_read_requests(world, queue.queue()) => None,
        Pauser::Host => Some("slow host"),
        Pauser::Storm => Some("storm"),
        Pauser::LostResume => Some("lost resume"),
        Pauser::LostCredits => Some("lost credits"),
        Pauser::Group | Pauser::Credits | Pauser::Passing => None,
    }
}

/// Whether the host that pauses `queue` has read requests that must wait until the host has sent its own
/// data.
fn holds_read_requests(world: &World, QueueId { port, priority }: QueueId) -> bool {
    !world.queues_awaited_by(world.spec().ports[port.index()].peer, priority).is_empty()
}
