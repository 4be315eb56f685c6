//! Sentences of the narration on key events, and on single steps. Every key event has a sentence. A single
//! step has a sentence only if its trace events include one with a sentence. Start with [`sentence`]. Nodes
//! have their names in the document. Values of thresholds are those at the cursor; a value that may have
//! changed since the event is left out.

use fabric_sim::engine::{EventKind, TraceEvent, World, WorldView};
use fabric_sim::fabric::crossbar::MatchEvent;
use fabric_sim::fabric::frame::{Frame, FrameKind};
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};
use fabric_sim::spec::{FlowSpec, Operation, Spec};
use fabric_sim::units::Rate;

use super::action_sentences::action_sentence;
use super::key_event::{KeyEvent, KeyEventKind};
use super::sentence_list::enumerated;
use super::{
    collective_sentences, credit_sentences, cycle_sentences, decision_sentences, loss_sentences,
    pause_sentences,
};
use crate::charts::{rate_label, time_label};

/// Sentence on the key event `event`. Thresholds in the sentence are those of `world`, the state at the
/// cursor.
#[must_use]
pub fn sentence(spec: &Spec, world: &World, event: &KeyEvent) -> String {
    let node = |port: PortId| spec.owner(port).name.as_str();
    let peer = |port: PortId| node(spec.ports[port.index()].peer);
    let (here, there) = (node(event.port), peer(event.port));
    match event.kind {
        KeyEventKind::Starts(flow) => starts(world, flow),
        KeyEventKind::Begins(collective) => collective_sentences::begins(spec, collective),
        KeyEventKind::Over { collective, times, took } => {
            collective_sentences::over(spec, collective, times, took)
        }
        KeyEventKind::Queues(priority) => format!(
            "More comes in for {there} than {here} can send: frames of priority {priority} begin to wait."
        ),
        KeyEventKind::Sent(indication) if !indication.pauses.is_empty() => {
            pause_sentences::sentence(world, event, indication, here, there)
        }
        KeyEventKind::Sent(indication) => {
            pause_sentences::resumed(world, event.port, indication, here, there)
        }
        KeyEventKind::Renewed(indication) => {
            format!("{here} refreshes its pause of {} at {there}.", listed(indication.pauses))
        }
        KeyEventKind::Unheeded(mask) => format!(
            "{here} does not obey pauses of {}: it goes on sending, whatever {there} requests.",
            listed(mask)
        ),
        KeyEventKind::Received(indication) if !indication.pauses.is_empty() => {
            format!("The pause frame from {there} reaches {here}.")
        }
        KeyEventKind::Received(_) => format!("The resume frame from {there} reaches {here}."),
        KeyEventKind::PfcLost(indication) if !indication.pauses.is_empty() => {
            format!("The pause frame from {there} is lost before {here} gets it: {here} goes on sending.")
        }
        KeyEventKind::PfcLost(_) => {
            format!("The resume is lost: it was on its way from {there}, and {here} stays paused.")
        }
        KeyEventKind::Paused(priority) => {
            let what = stopped(spec, event.port, priority);
            format!("{here} has stopped sending{what}, because {there} sent a pause.")
        }
        KeyEventKind::Resumed(priority) => {
            format!("{here} resumes{}: {there} has room.", stopped(spec, event.port, priority))
        }
        KeyEventKind::Expired(priority) => {
            let what = stopped(spec, event.port, priority);
            format!("{here} resumes{what}: the pause that {there} sent has expired.")
        }
        KeyEventKind::Starved(priority) => credit_sentences::starved(world, event, priority, here, there),
        KeyEventKind::Credited { priority, waited } => format!(
            "{here} has credits of {there} again, after {}: priority {priority} goes on.",
            time_label(waited)
        ),
        KeyEventKind::Headroom(priority) => format!(
            "{here} was over its XOFF threshold: a frame of priority {priority} that was already on its way from {there} goes to headroom."
        ),
        KeyEventKind::Marks(priority) => format!(
            "{here} marks frames of priority {priority} on their way to {there}: its queue is above Kmin."
        ),
        KeyEventKind::Drop { flow, priority, cause } => {
            loss_sentences::dropped(here, &flow_ends(world, flow), priority, cause)
        }
        KeyEventKind::Retransmission(flow, back) => loss_sentences::retransmission(world, here, flow, back),
        KeyEventKind::WatchdogDecided { priority, decision, truth } => {
            decision_sentences::sentence(world, event.port, here, there, priority, decision, truth)
        }
        KeyEventKind::CyclesChanged(change) => cycle_sentences::sentence(spec, world, event.at, change),
        KeyEventKind::Slowed(flow, rate) => slowed(world, here, flow, rate),
        KeyEventKind::ActionApplied(number) => action_sentence(spec, world, number),
        KeyEventKind::Rerouted(true) => format!("The routes use the link between {here} and {there} again."),
        KeyEventKind::Rerouted(false) => {
            format!("The routes have learnt that the link between {here} and {there} is down, and avoid it.")
        }
        KeyEventKind::Done(flow) => match world.flow_specs().nth(flow.index()) {
            Some(flow) => format!(
                "{} has received everything that {} had for it.",
                name(spec, flow.destination.index()),
                name(spec, flow.source.index())
            ),
            None => "A flow has arrived completely.".to_owned(),
        },
    }
}

/// Sentence for a single step to an event that is no key event. The sentence describes the last of the trace
/// events `notes` that has a sentence; `None` if no trace event has a sentence. A frame of an unknown flow is
/// said to be of "a flow".
#[must_use]
pub fn step_sentence(world: &World, notes: &[TraceEvent]) -> Option<String> {
    let spec = world.spec();
    let node = |port: PortId| name(spec, spec.ports[port.index()].node.index());
    let frame = |frame: &Frame| {
        let flow = world.flow_specs().nth(frame.flow.index()).map_or("a flow", |flow| flow.name.as_str());
        format!("{} {} of \u{201c}{flow}\u{201d}", frame.kind.word(), frame.sequence)
    };
    notes.iter().rev().find_map(|note| {
        let here = node(note.port);
        let there = node(spec.ports[note.port.index()].peer);
        Some(match &note.kind {
            EventKind::Started(update) if update.kind == FrameKind::Credit => {
                format!("{here} starts to send a credit update to {there}.")
            }
            EventKind::Started(data) if data.kind == FrameKind::Pfc => {
                format!("{here} starts to send a PFC frame to {there}.")
            }
            EventKind::Started(data) => format!("{here} starts to send {} to {there}.", frame(data)),
            EventKind::Ended => format!("{here} has sent the last bit; its port to {there} is free."),
            EventKind::Delivered(data) => format!("{here} has received {}.", frame(data)),
            EventKind::Arrived(data) => format!("{here} has received {} from {there}.", frame(data)),
            EventKind::Marked(data) => format!("{here} marks {} on its way to {there}.", frame(data)),
            EventKind::Copied(data) => format!("{here} copies {}.", frame(data)),
            EventKind::Headroom(data, _) => format!("{here} puts {} into headroom.", frame(data)),
            EventKind::LeftCrossbar(data) => {
                format!("{here} has {} through its crossbar; it waits to leave for {there}.", frame(data))
            }
            EventKind::Matched(MatchEvent::Accept { voq, .. }) => {
                let at = spec.ports[note.port.index()].node.index();
                let input = PortId(spec.nodes[at].ports.start + u32::from(voq.input.0));
                let from = node(spec.ports[input.index()].peer);
                format!("{here} joins its input from {from} with its output to {there}.")
            }
            other => return credit_sentences::credit_sentence(other, here, there),
        })
    })
}

/// Sentence on the traffic of a run before its first event. Flows that actions add later are left out. If all
/// flows belong to the first collective, the sentence is about the collective.
#[must_use]
pub fn opening(spec: &Spec) -> String {
    match spec.flows.len() {
        n if spec.collectives.first().is_some_and(|only| only.config.flows as usize == n) => {
            collective_sentences::opening(&spec.collectives[0])
        }
        0 => "Nothing sends yet.".to_owned(),
        1 => begins(spec, &spec.flows[0]),
        n => format!("{n} flows are about to start."),
    }
}

/// Sentence on the end of a run: no event is left. The sentence says whether frames still wait in queues, and
/// whether lost credits are the reason.
#[must_use]
pub fn ending(world: &World, snapshot: &WorldView) -> String {
    let spec = world.spec();
    let waits = snapshot.ports.iter().flat_map(|port| &port.priorities).any(|lane| lane.egress_bytes > 0);
    let why = credit_sentences::lost_for_good(world);
    let how = if let Some(why) = why.as_deref().filter(|_| waits) {
        why
    } else if waits {
        "Nothing moves any more, though frames still wait"
    } else if spec.flows.is_empty() && snapshot.flows.is_empty() {
        "Nothing sends"
    } else {
        "Every flow is done"
    };
    format!("{how}: nothing is left to happen. Play begins again.")
}

/// Sentence on the start of `flow`; "A flow starts." if `world` has no such flow.
pub(super) fn starts(world: &World, flow: FlowId) -> String {
    match world.flow_specs().nth(flow.index()) {
        Some(flow) => begins(world.spec(), flow),
        None => "A flow starts.".to_owned(),
    }
}

/// Sentence on the start of a flow, also used before the flow starts. A read starts at the destination.
/// Further receivers of a multicast flow are counted.
pub(super) fn begins(spec: &Spec, flow: &FlowSpec) -> String {
    let (source, destination) = (name(spec, flow.source.index()), name(spec, flow.destination.index()));
    match &flow.operation {
        Operation::Read(config) => format!(
            "{destination} starts to read from {source}: requests have priority {}, data {}.",
            config.priority, flow.priority
        ),
        Operation::Multicast(others) if !others.is_empty() => {
            format!(
                "{source} starts to send to {destination} and {} more, priority {}.",
                others.len(),
                flow.priority
            )
        }
        _ => format!("{source} starts to send to {destination}, priority {}.", flow.priority),
    }
}

/// Names of the source and the destination of a flow: "h1 to h2". If `world` does not have the flow, "a
/// flow".
pub(super) fn flow_ends(world: &World, flow: FlowId) -> String {
    let ends = |flow: &FlowSpec| [flow.source, flow.destination].map(|node| name(world.spec(), node.index()));
    world.flow_specs().nth(flow.index()).map_or_else(|| "a flow".to_owned(), |flow| ends(flow).join(" to "))
}

/// Sentence on a cut of the rate of `flow` to `rate`. A CNP caused the cut at the source, which is node
/// `here`.
fn slowed(world: &World, here: &str, flow: FlowId, rate: Rate) -> String {
    let to =
        world.flow_specs().nth(flow.index()).map_or("", |flow| name(world.spec(), flow.destination.index()));
    format!(
        "{here} receives a CNP for marked frames to {to}: it cuts its rate to {}.",
        rate_label(rate.bps())
    )
}

/// Name of the node with the index `node`.
pub(super) fn name(spec: &Spec, node: usize) -> &str {
    &spec.nodes[node].name
}

/// Text " priority 3" for a sentence on a pause. Empty if the port uses link pause, because link pause stops
/// all priorities.
fn stopped(spec: &Spec, port: PortId, priority: Priority) -> String {
    let pauses_link = spec.ports[port.index()].config.link_pause.is_some();
    if pauses_link { String::new() } else { format!(" priority {priority}") }
}

/// Text on a set of priorities, in ascending order: "priority 3", "priorities 3 and 4", "all priorities", or
/// "nothing" for an empty set.
#[must_use]
pub fn listed(mask: PrioritySet) -> String {
    if mask == PrioritySet::ALL {
        return "all priorities".to_owned();
    }
    let digits: Vec<String> = mask.iter().map(|n| n.to_string()).collect();
    match digits.as_slice() {
        [] => "nothing".to_owned(),
        [one] => format!("priority {one}"),
        several => format!("priorities {}", enumerated(several)),
    }
}
