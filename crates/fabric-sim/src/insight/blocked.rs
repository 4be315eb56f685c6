//! Report of the queues that cannot transmit at one instant, with the reasons, and of cyclic buffer
//! dependencies. A queue without frames is not listed. Start with [`BlockedReport`].
//!
//! Queues are in the order of ports and priorities; the root that blocks the most queues comes first.
//! Deadlocks that have ended are only in `cycles`.

use schemars::JsonSchema;
use serde::Serialize;

use super::cycle_order::in_order;
use super::dependency::dependency_cycles;
use super::paused::{RootEffects, roots};
use crate::engine::{Cycle, CycleTrigger, PausedQueue, Pauser, Waits, World};
use crate::ids::{PortId, Priority, QueueId};
use crate::spec::Spec;
use crate::units::Time;

/// Queues that cannot transmit at the end of the measurement window, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BlockedReport {
    /// Cyclic buffer dependencies of the current routes, of the paths of flows, and of flooding. A new
    /// deadlock can form only in one of these dependencies. If the list is empty, a deadlock may still exist
    /// that formed under earlier routes.
    pub dependency_cycles: Vec<DependencyReport>,
    /// Queues that have frames but cannot transmit, because they are paused or lack credits for the next
    /// frame. In the order of ports and priorities.
    pub queues: Vec<PausedReport>,
    /// Deadlocks: cycles of queues that wait for each other and cannot drain. Each queue is written as node,
    /// port and priority (`s1.2.3`), and precedes the queue for which it waits.
    pub deadlocks: Vec<Vec<String>>,
    /// Cycles of queues that wait for each other but can still drain. Each queue is written as node, port
    /// and priority (`s1.2.3`), and precedes the queue for which it waits.
    pub cyclic_waits: Vec<Vec<String>>,
    /// Cycles of waiting queues that exist now, and deadlocks that have ended, with the times and causes of
    /// their changes. Ended deadlocks come first.
    #[serde(rename = "circles")]
    pub cycles: Vec<CycleReport>,
    /// Roots: queues at which the waiting of other queues begins. The root that blocks the most queues comes
    /// first.
    pub roots: Vec<RootReport>,
}

/// Cycle of queues that wait for each other, with the times and causes of its changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "CircleReport")]
pub struct CycleReport {
    /// Queues of the cycle. Each queue precedes the queue for which it waits.
    pub queues: Vec<String>,
    /// Time at which the cycle formed, in picoseconds since the start of the run.
    pub closed_ps: u64,
    /// Queue with the event that formed the cycle; `closed_how` gives the kind of the event.
    pub closed_by: String,
    /// Event that formed the cycle. `paused`: the queue was paused. `starved`: its credits ran out. `fed`: a
    /// frame joined the queue while it was blocked. `asked`: the priority group at its peer requested a pause
    /// while an earlier pause lasted. `changed`: a setting, a fault, or another queue changed.
    pub closed_how: &'static str,
    /// Time from which the cycle could no longer drain, in picoseconds since the start of the run. Absent if
    /// the cycle is no deadlock.
    #[serde(rename = "died_ps", skip_serializing_if = "Option::is_none")]
    pub deadlock_ps: Option<u64>,
    /// Queue with the event that made the cycle a deadlock. Absent if the cycle is no deadlock.
    #[serde(rename = "died_by", skip_serializing_if = "Option::is_none")]
    pub deadlock_by: Option<String>,
    /// Event that made the cycle a deadlock, named as in `closed_how`. Absent if the cycle is no deadlock.
    #[serde(rename = "died_how", skip_serializing_if = "Option::is_none")]
    pub deadlock_how: Option<&'static str>,
    /// Time at which the cycle dissolved, in picoseconds since the start of the run. For a deadlock, time at
    /// which the cycle could drain again. Absent if the cycle still exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_ps: Option<u64>,
    /// Stuck queues outside the cycle that wait for the cycle, in the order of ports and priorities. Empty
    /// unless the cycle is a deadlock that still exists.
    #[serde(rename = "tributaries")]
    pub stuck_upstream: Vec<String>,
}

/// Root of pauses, for which other queues wait, and the queues, hosts and flows that the root blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RootReport {
    /// Queue at the root. If the root is a cycle, this is the first queue of the cycle.
    pub queue: String,
    /// Cause at the root. `circle`: a cycle of waits. The next eight are causes of a root queue that is not
    /// paused. `oversubscribed`: arrivals exceed the rate of the port. `draining`: the flows have ended, or
    /// bring no more than the port sends, so the queue only drains. `strict`: higher strict classes take the
    /// port. `ets_share`: arrivals exceed the ETS share of the queue. `min_rate`: minimum rates of other
    /// classes take the port. `max_rate` or `port_max_rate`: arrivals exceed the maximum rate of the queue or
    /// of the port. `crossbar`: the crossbar brings less than the port can send. The other causes are
    /// `slow_host`, `storm`, `lost_resume`, `lost_credits` and `link_down`.
    pub kind: &'static str,
    /// Class that takes the port of the root. For the kind `strict`, strict class that sent the most bytes
    /// since the start of the run. For the kind `min_rate`, class that sent the most bytes because of its
    /// minimum rate. Absent unless the kind is `strict` or `min_rate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_class: Option<u8>,
    /// Root of the last pause of this queue. The frames that this queue now sends have waited since that
    /// pause. Absent unless the kind is `draining` and the queue was paused. Also absent if the root of the
    /// pause is this queue itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backlog_of: Option<String>,
    /// Number of blocked queues (paused, or without credits) that hold frames and wait for the root. The
    /// queue at the root counts if it is blocked.
    pub queues: usize,
    /// Number of ports that have a queue blocked by the root.
    pub ports: usize,
    /// Names of the hosts that have a blocked queue, in the order of nodes.
    pub hosts: Vec<String>,
    /// Number of flows that have frames in a blocked queue, or whose host sends them from a blocked queue.
    pub flows: usize,
    /// Names of blocked flows whose path leads through the root, or is unknown, in the order of flow numbers,
    /// at most 64. If the root is a cycle, all its queues count as the root. If the link of the root is down
    /// or paused as a whole, the queues of all classes of its port count as the root.
    pub bound: Vec<String>,
    /// Names of blocked flows whose path does not lead through the root, in the order of flow numbers, at
    /// most 64.
    pub victims: Vec<String>,
    /// Number of all victims, including those that are not listed.
    pub victim_count: usize,
    /// Memory of the frames in the waiting queues and at the root together, in bytes. Queues of NICs count as
    /// 0.
    pub bytes: u64,
}

/// Cyclic buffer dependency: cycle of links in which each link can come to wait for the next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DependencyReport {
    /// Priorities in which the links can come to wait for each other, ascending.
    pub priorities: Vec<u8>,
    /// Ports that transmit into the links of the cycle (`s1.2`). Each port precedes the port for which it
    /// waits.
    pub ports: Vec<String>,
    /// Number of links in this cycle and in all cycles that have links in common with it. If the cycle
    /// exists in several priorities, its links count only once. A link with 802.3x pause also counts once.
    pub entangled: usize,
    /// True if the cycle exists only because switches flood frames.
    pub by_flooding: bool,
}

/// Queue that has frames but cannot transmit, because it is paused or lacks credits for its next frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PausedReport {
    /// Name of the queue: node, port and priority (`s1.2.3`).
    pub queue: String,
    /// Memory of the waiting frames, in bytes. 0 for a queue of a NIC.
    pub bytes: u64,
    /// Time since which the queue cannot transmit, in picoseconds since the start of the run.
    pub since_ps: u64,
    /// Reason why the queue cannot transmit. `group`: the ingress priority group at the other end. `host`:
    /// the receive buffer of the host. `storm`: a pause source. `credits`: the receiver has returned too few
    /// credits. `passing`: the wait ends by itself. The other reasons are `lost_resume` and `lost_credits`.
    pub by: &'static str,
    /// Queues for which this paused queue waits: queues that hold bytes of the priority group that pauses
    /// this queue.
    pub waits_for: Vec<WaitReport>,
    /// True if the queue can never transmit again unless frames are dropped.
    pub stuck: bool,
}

/// Queue for which a paused queue waits, with the bytes in it that cause the wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitReport {
    /// Name of the queue: node, port and priority (`s1.2.3`).
    pub queue: String,
    /// Memory in bytes that the frames of the pausing priority group occupy in this queue.
    pub bytes: u64,
}

impl BlockedReport {
    /// Report of the blocked queues at the time of `world`. `waits` must be the result of [`World::waits`] at
    /// the time of `world`. Queues are in the order of `waits`.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let spec = world.spec();
        let places = |queues: &[usize]| {
            let queues: Vec<QueueId> = queues.iter().map(|n| waits.queues[*n].queue()).collect();
            in_order(spec, &queues).into_iter().map(|queue| at(spec, queue)).collect()
        };
        let is_dead = |cycle: &[usize]| cycle.iter().all(|queue| waits.is_stuck(*queue));
        let (dead, alive): (Vec<&Vec<usize>>, Vec<_>) =
            waits.cycles().iter().partition(|cycle| is_dead(cycle));
        Self {
            dependency_cycles: dependencies(world),
            queues: (0..waits.queues.len()).map(|n| paused(spec, waits, n)).collect(),
            deadlocks: dead.into_iter().map(|cycle| places(cycle)).collect(),
            cyclic_waits: alive.into_iter().map(|cycle| places(cycle)).collect(),
            cycles: cycles(world, waits),
            roots: root_reports(world),
        }
    }
}

fn dependencies(world: &World) -> Vec<DependencyReport> {
    let spec = world.spec();
    let report = |cycle: super::DependencyCycle| DependencyReport {
        priorities: cycle.priorities.iter().map(Priority::get).collect(),
        ports: cycle.ports.iter().map(|port: &PortId| spec.port_name(*port)).collect(),
        entangled: cycle.entangled,
        by_flooding: cycle.by_flooding,
    };
    dependency_cycles(spec, world.routes()).into_iter().map(report).collect()
}

fn paused(spec: &Spec, waits: &Waits, n: usize) -> PausedReport {
    let queue = &waits.queues[n];
    let edges = waits.edges(n).iter();
    PausedReport {
        queue: place(spec, queue),
        bytes: queue.bytes,
        since_ps: queue.since.ps(),
        by: match queue.by {
            Pauser::Group => "group",
            Pauser::Host => "host",
            Pauser::Storm => "storm",
            Pauser::LostResume => "lost_resume",
            Pauser::Credits => "credits",
            Pauser::LostCredits => "lost_credits",
            Pauser::Passing => "passing",
        },
        waits_for: edges
            .map(|edge| WaitReport { queue: place(spec, &waits.queues[edge.queue]), bytes: edge.bytes })
            .collect(),
        stuck: waits.is_stuck(n),
    }
}

fn cycles(world: &World, waits: &Waits) -> Vec<CycleReport> {
    let spec = world.spec();
    let all = world.cycles().past().iter().chain(world.cycles().standing());
    let names = |queues: &[QueueId]| queues.iter().map(|queue| at(spec, *queue)).collect();
    let report = |cycle: &Cycle| CycleReport {
        queues: names(&in_order(spec, &cycle.queues)),
        closed_ps: cycle.closed.at.ps(),
        closed_by: at(spec, cycle.closed.queue),
        closed_how: how(cycle.closed.how),
        deadlock_ps: cycle.deadlock.map(|died| died.at.ps()),
        deadlock_by: cycle.deadlock.map(|died| at(spec, died.queue)),
        deadlock_how: cycle.deadlock.map(|died| how(died.how)),
        opened_ps: cycle.opened.map(Time::ps),
        stuck_upstream: if cycle.is_deadlock() {
            names(&waits.tributaries(&cycle.queues))
        } else {
            Vec::new()
        },
    };
    all.map(report).collect()
}

/// Name of `how` in reports: the kind of event by which a cycle formed or became a deadlock.
const fn how(how: CycleTrigger) -> &'static str {
    match how {
        CycleTrigger::Paused => "paused",
        CycleTrigger::Starved => "starved",
        CycleTrigger::Fed(_) => "fed",
        CycleTrigger::PauseRequested => "asked",
        CycleTrigger::Changed => "changed",
    }
}

/// Greatest number of flows that a root lists by name; further flows are only counted.
const LISTED: usize = 64;

fn root_reports(world: &World) -> Vec<RootReport> {
    let names: Vec<&str> = world.flow_specs().map(|flow| flow.name.as_str()).collect();
    roots(world).iter().map(|effects| root(world.spec(), &names, effects)).collect()
}

fn root(spec: &Spec, names: &[&str], effects: &RootEffects) -> RootReport {
    let listed = |of_victims: bool| {
        let flows =
            effects.flows.iter().filter(|flow| effects.victims.binary_search(flow).is_ok() == of_victims);
        flows.take(LISTED).filter_map(|flow| names.get(flow.index())).map(|name| (*name).to_owned()).collect()
    };
    RootReport {
        queue: at(spec, effects.root),
        kind: effects.end.name(),
        by_class: effects.end.class_before().map(Priority::get),
        backlog_of: None,
        queues: effects.queues.len(),
        ports: effects.ports(),
        hosts: effects.hosts.iter().map(|host| spec.nodes[host.index()].name.clone()).collect(),
        flows: effects.flows.len(),
        bound: listed(false),
        victims: listed(true),
        victim_count: effects.victims.len(),
        bytes: effects.bytes,
    }
}

/// Formats a queue as reports write it: node, port, priority (`s1.2.3`).
pub(super) fn at(spec: &Spec, QueueId { port, priority }: QueueId) -> String {
    format!("{}.{priority}", spec.port_name(port))
}

fn place(spec: &Spec, queue: &PausedQueue) -> String {
    at(spec, queue.queue())
}
