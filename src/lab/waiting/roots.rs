//! Roots of all waits, each with the queues, flows and hosts that it blocks, in words. Start with [`roots`].
//! Egress ports at which only a few frames wait are left out, unless there are no other roots.

use fabric_sim::engine::World;
use fabric_sim::ids::{FlowId, QueueId};
use fabric_sim::insight::{ChainOutcome, RootEffects, roots as all};
use fabric_sim::sort;

use super::name::link_name;
use crate::charts::bytes_label;

/// Root of waits, in words: the queue at which chains of waiting queues end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// Queue at which the chains of waiting queues end.
    pub queue: QueueId,
    /// Link on which the queue transmits, such as `s1 → s2`.
    pub name: String,
    /// Cause of the root, in words.
    pub cause: &'static str,
    /// Text with the numbers of blocked queues, ports, hosts and flows, and the waiting bytes.
    pub holds: String,
}

/// Roots of all waits at the time of `world`, in words. The root that blocks the most queues is first. Egress
/// ports at which only a few frames wait are left out, unless there are no other roots.
#[must_use]
pub fn roots(world: &World) -> Vec<Root> {
    let root = |effects: &RootEffects| Root {
        queue: effects.root,
        name: link_name(world.spec(), effects.root.port),
        cause: cause(effects.end),
        holds: holds(effects),
    };
    lasting(world).iter().map(root).collect()
}

/// Queue length, in frames of the largest size, up to which an oversubscribed or draining egress port is not
/// listed as a root.
const FEW: u64 = 3;

/// Roots of all waits. Oversubscribed or draining egress ports with a queue of at most [`FEW`] frames are
/// left out, unless there are no other roots.
pub(super) fn lasting(world: &World) -> Vec<RootEffects> {
    let frame = world.flow_specs().map(|flow| u64::from(flow.frame_bytes)).max().unwrap_or(0);
    let (brief, lasting): (Vec<_>, Vec<_>) = all(world).into_iter().partition(|effects| {
        let QueueId { port, priority } = effects.root;
        matches!(effects.end, ChainOutcome::Oversubscribed | ChainOutcome::Draining)
            && world.priority(port, priority).egress_bytes <= FEW * frame
    });
    if lasting.is_empty() { brief } else { lasting }
}

/// Victim flows with their names, in the order of their ids: blocked flows whose path contains no root. A
/// flow that passes any root is no victim, even if another root blocks it.
pub(super) fn victims(world: &World) -> Vec<(FlowId, String)> {
    let roots = lasting(world);
    let through = |flow: &FlowId| {
        roots.iter().any(|effects| effects.flows.contains(flow) && !effects.victims.contains(flow))
    };
    let held = sort::set(roots.iter().flat_map(|effects| effects.victims.iter().copied()));
    let name = |flow: FlowId| Some((flow, world.flow_specs().nth(flow.index())?.name.clone()));
    held.into_iter().filter(|flow| !through(flow)).filter_map(name).collect()
}

/// Cause of a root in words.
pub(super) const fn cause(end: ChainOutcome) -> &'static str {
    match end {
        ChainOutcome::Cycle => "closed cycle",
        ChainOutcome::Oversubscribed => "more comes than it can send",
        ChainOutcome::Draining => "only drains",
        ChainOutcome::Strict(_) => "strict class before it",
        ChainOutcome::EtsShare => "more than its ETS share",
        ChainOutcome::MinRate(_) => "minimum rate of another class",
        ChainOutcome::MaxRate => "its maximum rate",
        ChainOutcome::PortMaxRate => "maximum rate of its port",
        ChainOutcome::Crossbar => "crossbar",
        ChainOutcome::LinkDown => "link down",
        ChainOutcome::SlowHost => "slow host",
        ChainOutcome::Storm => "storm",
        ChainOutcome::LostResume => "lost resume",
        ChainOutcome::LostCredits => "lost credits",
        ChainOutcome::Continues | ChainOutcome::Above | ChainOutcome::Passing => "ends by itself",
    }
}

/// Number with its noun, in the singular or plural: `1 queue`, `2 queues`.
pub(super) fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// Text on the effects of a root; hosts are left out if none is blocked.
fn holds(effects: &RootEffects) -> String {
    let hosts = match effects.hosts.len() {
        0 => String::new(),
        n => format!(", {}", count(n, "host")),
    };
    format!(
        "holds up {} at {}{hosts} and {}; {} wait",
        count(effects.queues.len(), "queue"),
        count(effects.ports(), "port"),
        count(effects.flows.len(), "flow"),
        bytes_label(effects.bytes)
    )
}
