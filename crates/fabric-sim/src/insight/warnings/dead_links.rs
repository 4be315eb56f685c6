//! Warnings on actions on a link that an earlier action has taken down. Such actions have no visible effect
//! until the link is up again. Start with [`sentences`].
//!
//! The check covers faults of cables, PFC frames and credit updates, wrong routes, and pause sources. Equal
//! actions on both ends of a link at the same time are reported once. Settings of parameters are not checked.

use std::collections::BTreeMap;

use super::super::amount::time;
use crate::engine::World;
use crate::ids::PortId;
use crate::spec::{Action, Fault, Spec, TimedAction};
use crate::units::Time;

/// Sentences on the actions whose link is down at the time of the action, in the order of time.
pub(super) fn sentences(world: &World) -> Vec<String> {
    let spec = world.spec();
    let mut down: BTreeMap<PortId, Time> = BTreeMap::new();
    let mut sentences = Vec::new();
    // An action on both ends of a link is reported once.
    let mut last = None;
    for TimedAction { at, action } in world.actions() {
        if let Some((port, what)) = needed_link(action)
            && let Some(since) = down.get(&link(spec, port))
        {
            let change = Some((link(spec, port), *at, what));
            if last != change {
                let here = spec.port_name(port);
                sentences.push(format!(
                    "{here}: at {} {what}, but its link is down since {}: nothing of it is seen until it is up",
                    time(*at),
                    time(*since)
                ));
            }
            last = change;
        }
        match action {
            Action::Fault(Fault::LinkDown(port)) => {
                down.entry(link(spec, *port)).or_insert(*at);
            }
            Action::Fault(Fault::LinkUp(port)) => {
                down.remove(&link(spec, *port));
            }
            _ => {}
        }
    }
    sentences
}

/// Port whose link the action needs, and the effect of the action there in words; `None` if the action
/// needs no link.
fn needed_link(action: &Action) -> Option<(PortId, &'static str)> {
    match action {
        Action::Fault(Fault::Lossy(port, _)) => Some((*port, "the cable becomes bad")),
        Action::Fault(Fault::LoseCredits(port, _)) => Some((*port, "credit updates begin to be lost")),
        Action::Fault(Fault::LosePfc(port, _)) => Some((*port, "PFC frames begin to be lost")),
        Action::Fault(Fault::Route(_, _, Some(port))) => Some((*port, "a route is led out of it")),
        Action::AddPauseSource(source) => Some((source.port, "a storm of pauses is to begin")),
        _ => None,
    }
}

/// Link of `port`, identified by the lower of its two ports.
fn link(spec: &Spec, port: PortId) -> PortId {
    spec.link(port)[0]
}
