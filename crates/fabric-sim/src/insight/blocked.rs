//! Who may not send and why, at one instant; and whether the fabric can deadlock.

use schemars::JsonSchema;
use serde::Serialize;

use super::dependency::dependency_cycles;
use super::order::in_order;
use super::paused::{Blast, End, roots};
use crate::engine::{Circle, How, PausedQueue, Pauser, Queue, Waits, World};
use crate::ids::{PortId, priorities};
use crate::spec::Spec;
use crate::units::Time;

/// Who may not send at the end of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BlockedReport {
    /// Links that wait for each other in a circle by the routes in force, the
    /// paths of flows, and flooding: where a deadlock can form. None: none can
    /// form by these (one that stands may have formed by others).
    pub dependency_cycles: Vec<DependencyReport>,
    /// Queues that hold something and are paused, or wait for credits.
    pub queues: Vec<PausedReport>,
    /// Circles of queues that wait for each other and cannot drain, as places
    /// like `s1.2.3`: node, port, priority; each before the one that it waits for.
    pub deadlocks: Vec<Vec<String>>,
    /// Circles that can still drain.
    pub cyclic_waits: Vec<Vec<String>>,
    /// Circles that stand, and deadlocks that opened again: when and by what.
    pub circles: Vec<CircleReport>,
    /// What holds the paused queues up, those that hold up most first.
    pub roots: Vec<RootReport>,
}

/// Queues that wait for each other, over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CircleReport {
    /// Their places, each before the one that it waits for.
    pub queues: Vec<String>,
    /// When it closed, in picoseconds since the start.
    pub closed_ps: u64,
    /// The queue whose event closed it.
    pub closed_by: String,
    /// What happened to it: `paused` (it was), `starved` (it had no credits left), `fed` (a frame joined it while
    /// it was), `asked` (the group at its peer asked for a pause that still
    /// lasted) or `changed` (a setting, a fault, a queue elsewhere did).
    pub closed_how: &'static str,
    /// When it could no longer drain; not there if it always could.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub died_ps: Option<u64>,
    /// The queue whose event made it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub died_by: Option<String>,
    /// What happened to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub died_how: Option<&'static str>,
    /// When it opened, or could drain again; not there if it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_ps: Option<u64>,
    /// Other stuck queues, which wait for it; of a deadlock that stands.
    pub tributaries: Vec<String>,
}

/// Where waiting begins, and what it reaches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RootReport {
    /// The queue's place; of a circle: of the first of its queues.
    pub queue: String,
    /// `circle`, `oversubscribed` (it is not paused: more comes than its port can
    /// send), `strict` (not paused: strict classes above it take its port), `ets_share` (not paused: more
    /// comes than its ETS share), `slow_host`, `storm`, `lost_resume`, `lost_credits` or `link_down`.
    pub kind: &'static str,
    /// Strict class that took most of its port since the start; of `strict` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_class: Option<u8>,
    /// Paused queues that hold frames and wait for it, itself among them if it is paused.
    pub queues: usize,
    /// Their ports.
    pub ports: usize,
    /// Hosts one of whose queues is among them.
    pub hosts: Vec<String>,
    /// Flows that it holds up: their own queue is among these.
    pub flows: usize,
    /// Flows among them that are bound for its port, by name, at most 64.
    pub bound: Vec<String>,
    /// Flows among them that are not, by name, at most 64: victims.
    pub victims: Vec<String>,
    /// Number of victims.
    pub victim_count: usize,
    /// Memory that waits, in bytes.
    pub bytes: u64,
}

/// A circle of links that wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DependencyReport {
    /// The priorities in which they do.
    pub priorities: Vec<u8>,
    /// The ports that send into the links, as places like `s1.2`, each waiting for the next.
    pub ports: Vec<String>,
    /// Links that are in some circle with these.
    pub entangled: usize,
    /// Whether only frames for unknown addresses go round.
    pub by_flooding: bool,
}

/// A queue that holds something and is paused, or waits for credits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PausedReport {
    /// Its place: node, port, priority.
    pub queue: String,
    /// Memory that waits for it, in bytes; 0 of a host's NIC.
    pub bytes: u64,
    /// Since when, in picoseconds since the start.
    pub since_ps: u64,
    /// What keeps it so: `group` (the ingress group at the other end),
    /// `host` (its receive buffer), `storm` (a pause source), `lost_resume`,
    /// `credits` (it waits for those of the buffer at the other end),
    /// `lost_credits`, or `passing` (it ends by itself).
    pub by: &'static str,
    /// Paused queues that hold bytes of the group that pauses it.
    pub waits_for: Vec<WaitReport>,
    /// Whether it can never send again unless something is dropped.
    pub stuck: bool,
}

/// A queue that another waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WaitReport {
    /// Its place.
    pub queue: String,
    /// What it holds of the group that pauses the other, in bytes of memory.
    pub bytes: u64,
}

impl BlockedReport {
    /// Of `world` as it stands, with its `waits`.
    #[must_use]
    pub fn of(world: &World, waits: &Waits) -> Self {
        let spec = world.spec();
        let places = |queues: &[usize]| {
            let queues: Vec<Queue> = queues.iter().map(|n| waits.queues[*n].queue()).collect();
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
            circles: circles(world, waits),
            roots: root_reports(world),
        }
    }
}

fn dependencies(world: &World) -> Vec<DependencyReport> {
    let spec = world.spec();
    let report = |cycle: super::DependencyCycle| DependencyReport {
        priorities: priorities(cycle.priorities).collect(),
        ports: cycle.ports.iter().map(|port: &PortId| spec.port_name(*port)).collect(),
        entangled: cycle.entangled,
        by_flooding: cycle.by_flooding,
    };
    dependency_cycles(spec, world.routes()).into_iter().map(report).collect()
}

fn paused(spec: &Spec, waits: &Waits, n: usize) -> PausedReport {
    let queue = &waits.queues[n];
    let holds = waits.holds(n).iter();
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
        waits_for: holds
            .map(|hold| WaitReport { queue: place(spec, &waits.queues[hold.queue]), bytes: hold.bytes })
            .collect(),
        stuck: waits.is_stuck(n),
    }
}

fn circles(world: &World, waits: &Waits) -> Vec<CircleReport> {
    let spec = world.spec();
    let all = world.circles().past().iter().chain(world.circles().standing());
    let names = |queues: &[Queue]| queues.iter().map(|queue| at(spec, *queue)).collect();
    let report = |circle: &Circle| CircleReport {
        queues: names(&in_order(spec, &circle.queues)),
        closed_ps: circle.closed.at.ps(),
        closed_by: at(spec, circle.closed.queue),
        closed_how: how(circle.closed.how),
        died_ps: circle.died.map(|died| died.at.ps()),
        died_by: circle.died.map(|died| at(spec, died.queue)),
        died_how: circle.died.map(|died| how(died.how)),
        opened_ps: circle.opened.map(Time::ps),
        tributaries: if circle.is_deadlock() {
            names(&waits.tributaries(&circle.queues))
        } else {
            Vec::new()
        },
    };
    all.map(report).collect()
}

/// What happened, as reports name it.
const fn how(how: How) -> &'static str {
    match how {
        How::Paused => "paused",
        How::Starved => "starved",
        How::Fed(_) => "fed",
        How::Asked => "asked",
        How::Changed => "changed",
    }
}

/// Flows beyond these many are counted, not listed.
const LISTED: usize = 64;

fn root_reports(world: &World) -> Vec<RootReport> {
    let names: Vec<&str> = world.flow_specs().map(|flow| flow.name.as_str()).collect();
    roots(world).iter().map(|blast| root(world.spec(), &names, blast)).collect()
}

fn root(spec: &Spec, names: &[&str], blast: &Blast) -> RootReport {
    let listed = |of_victims: bool| {
        let flows = blast.flows.iter().filter(|flow| blast.victims.binary_search(flow).is_ok() == of_victims);
        flows.take(LISTED).filter_map(|flow| names.get(flow.index())).map(|name| (*name).to_owned()).collect()
    };
    RootReport {
        queue: at(spec, blast.root),
        kind: blast.end.name(),
        by_class: if let End::Strict(class) = blast.end { Some(class) } else { None },
        queues: blast.queues.len(),
        ports: blast.ports(),
        hosts: blast.hosts.iter().map(|host| spec.nodes[host.index()].name.clone()).collect(),
        flows: blast.flows.len(),
        bound: listed(false),
        victims: listed(true),
        victim_count: blast.victims.len(),
        bytes: blast.bytes,
    }
}

/// A queue as reports name it: node, port, priority.
pub(super) fn at(spec: &Spec, (port, priority): Queue) -> String {
    format!("{}.{priority}", spec.port_name(port))
}

fn place(spec: &Spec, queue: &PausedQueue) -> String {
    at(spec, queue.queue())
}
