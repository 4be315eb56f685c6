//! Sentences of the narration on pauses: why a port sends PFC frames, and which pause sources are active.
//! Start with [`sentence`].
//!
//! A pause source counts as a storm if it keeps its peer paused for more than half of the time; exactly half
//! is no storm. A source is active from its start up to its end, but not at its end. A sentence names the
//! threshold only if the threshold cannot have changed since the event.

use fabric_sim::engine::World;
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::frame::Indication;
use fabric_sim::fabric::pfc::sender::Trigger;
use fabric_sim::fabric::pfc::{PfcLoss, PfcLossKind};
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::spec::{Action, PauseSourceSpec, Setting, Spec, TimedAction};
use fabric_sim::units::Time;

use super::event_sentences::listed;
use super::key_event::KeyEvent;
use crate::charts::{bytes_label, time_label};

/// Sentence on the pauses of the PFC frame `indication` from the node `here` to the node `there`, with their
/// reason. The reason is a pause source, otherwise the buffer of the lowest paused priority.
pub fn sentence(world: &World, event: &KeyEvent, indication: Indication, here: &str, there: &str) -> String {
    let which = listed(indication.pauses);
    if storms(world, event.port, indication.pauses, event.at) {
        return format!("{here} pauses {which} of {there}, whatever its buffer holds: a storm.");
    }
    let reason = reason(world, event, indication, there);
    format!("{here} sends {there} a pause of {which}{reason}.")
}

/// Sentence on a resume that the node `here` has sent to the node `there`.
pub fn resumed(world: &World, port: PortId, indication: Indication, here: &str, there: &str) -> String {
    let which = listed(indication.resumes);
    if world.spec().owner(port).host().is_some() {
        return format!("{here} sends {there} a resume of {which}: its receive buffer has room again.");
    }
    format!("{here} sends {there} a resume of {which}: its buffer has drained to XON.")
}

/// Sentence on the action that stops the pause source with the index `number`. An unknown index gives a
/// sentence without names.
pub fn ended(world: &World, number: usize) -> String {
    let source = all(world).nth(number);
    source.map_or_else(
        || "A storm of pauses ends.".to_owned(),
        |source| {
            let node = &world.spec().owner(source.port).name;
            format!(
                "{node} sends no more pauses of its own accord (\u{201c}{}\u{201d}): the last one runs out.",
                source.name
            )
        },
    )
}

/// Sentence on a fault that loses PFC frames before they arrive at `port`. If the number of frames or the
/// duration of the fault is limited, the sentence names the limit.
pub fn lost(spec: &Spec, port: PortId, loss: PfcLoss) -> String {
    let here = spec.owner(port).name.as_str();
    let there = spec.owner(spec.ports[port.index()].peer).name.as_str();
    let what = match loss.which {
        PfcLossKind::All => "PFC frame",
        PfcLossKind::Pauses => "pause frame",
        PfcLossKind::Resumes => "resume",
    };
    let until = match loss.until {
        Time::NEVER => String::new(),
        until => format!(", up to {}", time_label(until)),
    };
    match loss.left {
        Some(1) => format!("The next {what} from {there} will be lost before {here} gets it{until}."),
        Some(n) => format!("The next {n} {what}s from {there} will be lost before {here} gets them{until}."),
        None => format!("No {what} from {there} reaches {here} from now on{until}."),
    }
}

/// Whether a pause source at `port` caused the PFC frame that paused the priorities `pauses` at the time
/// `at`. `true` also up to 1 µs after the end of the source, because its last frame may have waited for
/// another frame.
fn storms(world: &World, port: PortId, pauses: PrioritySet, at: Time) -> bool {
    // The last frame of the source may have waited for another frame in transmission.
    let late = Time::from_us(1);
    let sends = |(_, source): &(usize, &PauseSourceSpec)| {
        source.port == port
            && source.priorities.intersects(pauses)
            && source.start <= at
            && source.stop.is_none_or(|stop| at <= stop + late)
            && (source.every.is_some() || at <= source.start + late)
    };
    sources(world, at).any(|found| sends(&found))
}

/// Pause sources that no action up to and including the time `at` has stopped, each with its index,
/// ascending. Sources that start later are included.
pub fn sources(world: &World, at: Time) -> impl Iterator<Item = (usize, &PauseSourceSpec)> {
    let actions = world.actions();
    let stopped = move |n: usize| {
        let stops = |action: &Action| matches!(action, Action::StopPauseSource(stopped) if *stopped == n);
        actions.iter().any(|timed| timed.at <= at && stops(&timed.action))
    };
    all(world).enumerate().filter(move |(n, _)| !stopped(*n))
}

/// All pause sources: first those of the document, then those that actions add. The number of a pause source
/// is its index in this order.
fn all(world: &World) -> impl Iterator<Item = &PauseSourceSpec> {
    let added = world.actions().iter().filter_map(|timed| match &timed.action {
        Action::AddPauseSource(source) => Some(source),
        _ => None,
    });
    world.spec().pause_sources.iter().chain(added)
}

/// Pause sources that repeat their pauses and are active at the time of `world`, each with its number,
/// ascending.
pub fn storming(world: &World) -> impl Iterator<Item = (usize, &PauseSourceSpec)> {
    let now = world.now();
    sources(world, now).filter(move |(_, source)| {
        source.every.is_some() && source.start <= now && source.stop.is_none_or(|stop| now < stop)
    })
}

/// Whether `source` repeats its pauses and keeps its peer paused for more than half of the time. `false` for
/// short pauses at long intervals, and for a source that pauses only once.
pub fn is_storm(world: &World, source: &PauseSourceSpec) -> bool {
    let spec = world.spec();
    let each = source.quanta.time(spec.ports[spec.ports[source.port.index()].peer.index()].clock);
    source.every.is_some_and(|every| 2 * each.ps() > every.ps())
}

/// Text on the reason of a pause: a buffer has reached its threshold. The text gives the value of the
/// threshold only if the threshold cannot have changed since the event. Empty if the buffer is not the
/// reason.
fn reason(world: &World, event: &KeyEvent, indication: Indication, there: &str) -> String {
    let port = event.port;
    let Some(priority) = indication.pauses.iter().next() else { return String::new() };
    if let Some(host) = world.spec().owner(port).host() {
        let buffer = world.receiver(host);
        // A host whose bus is not slow holds only read requests, because it first sends other data.
        let what = match buffer.drain {
            None => "requests that it takes when its own data has left have",
            Some(_) if !world.queues_awaited_by(port, priority).is_empty() => {
                "what waits there, for its bus or its own data, has"
            }
            Some(_) => "what waits for its bus has",
        };
        let of_link = world.spec().ports[port.index()].config.link_pause.map(|marks| marks.xoff);
        let high = bytes_label(of_link.unwrap_or(buffer.xoff[priority.index()]));
        return format!(": {what} reached the mark of its receive buffer, {high}");
    }
    if let Some(marks) = world.spec().ports[port.index()].config.link_pause {
        return format!(
            ": what it holds from {there} has reached the link's XOFF, {}",
            bytes_label(marks.xoff)
        );
    }
    let pg = world.priority(port, priority).pg;
    let by_group = world.spec().ports[port.index()].config.sender.trigger == Trigger::IngressPg;
    if !(pg.lossless && by_group) {
        return String::new();
    }
    let mark =
        if has_moved(world, event, priority) { String::new() } else { format!(", {}", bytes_label(pg.xoff)) };
    format!(": what it holds from {there} has reached XOFF{mark}")
}

/// Whether the XOFF threshold of `priority` may have changed between the event and the cursor. If `true`, the
/// sentence leaves the threshold out.
fn has_moved(world: &World, event: &KeyEvent, priority: Priority) -> bool {
    let group = world.spec().ports[event.port.index()].config.priorities[priority.index()].pg;
    let moves = |timed: &TimedAction| match timed.action {
        Action::Set { setting: Setting::Alpha(_), .. } => true,
        Action::Set { .. } => timed.at > event.at,
        _ => false,
    };
    let done = world.actions().iter().filter(|timed| timed.at <= world.now());
    matches!(group.threshold, Threshold::Dynamic(_)) && world.now() > event.at || done.into_iter().any(moves)
}
