//! Warnings on actions that change a link while the link is down. Such an action has no visible effect until
//! the link is up again. Start with [`sentences`].
//!
//! The check covers faults of cables, PFC frames and credit updates, wrong routes, and pause sources. Equal
//! actions on both ends of a link at the same time are reported once. Actions that change a parameter are not
//! checked.

use std::collections::BTreeMap;

use super::super::amount::time;
use crate::engine::World;
use crate::ids::PortId;
use crate::spec::{Action, Fault, Spec, TimedAction};
use crate::units::Time;

/// Warning sentences, one for each action on a link that is down at the time of the action, in order of time.
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

/// Port and effect of `action`, if the action needs the link of this port. The effect is part of a sentence.
/// `None` if `action` needs no link.
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

/// Identity of the link of `port`: the lower of the two ports of the link.
fn link(spec: &Spec, port: PortId) -> PortId {
    spec.link(port)[0]
}
