//! Sentences of the narration on the credits of links, in bytes. There are no sentences on end-to-end credits
//! of flows. If the remaining credits equal what the next frame costs (its bytes, or whole cells at a
//! switch), the frame does not wait.

use fabric_sim::engine::{CreditView, EventKind, Pauser, World};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::Spec;

use super::key_event::KeyEvent;
use crate::charts::bytes_label;

/// Text on the remaining credits, such as `2.00 kB of 48.0 kB left`. If the next frame needs more, the text
/// says how many bytes of credits are missing.
#[must_use]
pub fn credits_left(credits: &CreditView) -> String {
    let CreditView { limit, available, needs, .. } = *credits;
    let left = format!("{} of {} left", bytes_label(available), bytes_label(limit));
    match needs.checked_sub(available) {
        Some(lacks) if lacks > 0 => format!("{left}, {} too few for the next frame", bytes_label(lacks)),
        _ => left,
    }
}

/// Sentence on a credit event at a port of the node `here`, whose link leads to the node `there`; `None` for
/// other events.
pub fn credit_sentence(kind: &EventKind, here: &str, there: &str) -> Option<String> {
    match kind {
        EventKind::Starved(n) => {
            Some(format!("{here} has no credits of {there} for its next frame of priority {n}: it waits."))
        }
        EventKind::Credited(n) => Some(format!("{here} has credits of {there} again: priority {n} goes on.")),
        EventKind::CreditLost(n) => {
            Some(format!("A credit update of priority {n} from {there} does not come in at {here}."))
        }
        _ => None,
    }
}

/// Sentence on a port of `here` that lacks credits for the next frame of a priority. `there` is the node that
/// grants the credits. If the port of `there` grants no credits, the sentence names no limit.
pub fn starved(world: &World, event: &KeyEvent, priority: Priority, here: &str, there: &str) -> String {
    let limit = world.spec().ports[world.spec().ports[event.port.index()].peer.index()].config.priorities
        [priority.index()]
    .credits
    .map(|bytes| format!(" of the {} that {there} grants", bytes_label(bytes)))
    .unwrap_or_default();
    format!(
        "{here} has no credits left{limit}: its next frame of priority {priority} waits for returned credits."
    )
}

/// Sentence on the first queue that waits for ever because its credits were lost; `None` if there is no such
/// queue. The sentence has no full stop, because [`super::event_sentences::ending`] continues it.
pub fn lost_for_good(world: &World) -> Option<String> {
    let waits = world.waits();
    let lost = waits.queues.iter().find(|queue| queue.by == Pauser::LostCredits)?;
    let spec = world.spec();
    let [here, there] =
        [lost.port, spec.ports[lost.port.index()].peer].map(|end| spec.owner(end).name.as_str());
    Some(format!(
        "Nothing moves any more: {here} has frames of priority {} and {there} has room, but the credits for it were lost",
        lost.priority
    ))
}

/// Sentence on a fault that loses the credit updates arriving at `port`.
pub fn lost(spec: &Spec, port: PortId) -> String {
    let [here, there] = [port, spec.ports[port.index()].peer].map(|end| spec.owner(end).name.as_str());
    format!("Credit updates from {there} are lost as they come in at {here}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_and_missing_credits_are_stated() {
        let credits =
            |available, needs| CreditView { limit: 64_000, available, needs, ..CreditView::default() };
        assert_eq!(credits_left(&credits(12_000, 4_000)), "12.0\u{202f}kB of 64.0\u{202f}kB left");
        assert_eq!(
            credits_left(&credits(800, 4_000)),
            "800\u{202f}B of 64.0\u{202f}kB left, 3.20\u{202f}kB too few for the next frame"
        );
        assert_eq!(credits_left(&credits(4_000, 4_000)), "4.00\u{202f}kB of 64.0\u{202f}kB left");
        assert_eq!(credits_left(&credits(0, 0)), "0\u{202f}B of 64.0\u{202f}kB left", "nothing waits");
    }
}
