//! Sentences on cyclic waits.

use fabric_sim::engine::{Circle, Turn, World};
use fabric_sim::ids::PortId;
use fabric_sim::insight::in_order;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::enumerated::enumerated;
use crate::charts::time_label;

/// Sentence on cyclic waits that closed, opened or became deadlocks at `at`. Names the members that the
/// world at the cursor still remembers.
#[must_use]
pub fn sentence(spec: &Spec, world: &World, at: Time, turn: Turn) -> String {
    let circles = world.circles();
    let all = || circles.standing().iter().chain(circles.past());
    let members = |circle: &Circle| {
        let queues = in_order(spec, &circle.queues);
        names(spec, &queues.iter().map(|queue| queue.0).collect::<Vec<_>>())
    };
    if turn.died > 0 {
        let dead = all().find(|circle| circle.died.is_some_and(|died| died.at == at));
        let who = dead.map_or_else(|| "Some switches".to_owned(), members);
        return format!(
            "Deadlock: {who} wait for each other in a circle, and no buffer of it can fall to its XON any more."
        );
    }
    if turn.closed > 0 {
        let closed = all().find(|circle| circle.closed.at == at);
        let who = closed.map_or_else(|| "Some switches".to_owned(), members);
        return format!("{who} wait for each other in a circle. It can still drain.");
    }
    if turn.freed > 0 {
        let Some(freed) = circles.past().iter().rev().find(|circle| circle.opened == Some(at)) else {
            return "The deadlock is broken: its circle of waits is open.".to_owned();
        };
        let stood = at.saturating_sub(freed.died.unwrap_or(freed.closed).at);
        return format!(
            "The deadlock is broken after {}: the circle of {} is open.",
            time_label(stood),
            members(freed)
        );
    }
    "The circle of waits is open again: it was congestion.".to_owned()
}

/// Names of the nodes that own `ports`, without repetition: "s1, s2 and s3".
fn names(spec: &Spec, ports: &[PortId]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for port in ports {
        let name = spec.owner(*port).name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    enumerated(&names)
}
