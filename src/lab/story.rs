//! What happened, in a plain sentence.

use fabric_sim::engine::{DropCause, Note, Snapshot, What, World};
use fabric_sim::fabric::crossbar::Phase;
use fabric_sim::fabric::frame::{Frame, FrameKind};
use fabric_sim::ids::{FlowId, PortId, priorities};
use fabric_sim::spec::{Action, Fault, Node, Spec};

use super::enumerated::enumerated;
use super::event::{Event, Kind};
use super::settings::settings;
use super::{belief, circle, credit, pause};

/// What `event` means, for whoever reads it. `world` is the world at the
/// cursor: thresholds are named as they stand there.
#[must_use]
pub fn sentence(spec: &Spec, world: &World, event: &Event) -> String {
    let node = |port: PortId| spec.owner(port).name.as_str();
    let peer = |port: PortId| node(spec.ports[port.index()].peer);
    let (here, there) = (node(event.port), peer(event.port));
    match event.kind {
        Kind::Starts(flow) => starts(spec, flow),
        Kind::Queues(priority) => format!(
            "More comes in for {there} than {here} can send: frames of priority {priority} begin to wait."
        ),
        Kind::Sent(says) if says.pauses != 0 => pause::sentence(world, event, says, here, there),
        Kind::Sent(says) => pause::resumed(world, event.port, says, here, there),
        Kind::Renewed(says) => {
            format!("{here} says again that {there} must pause {}.", listed(says.pauses))
        }
        Kind::Unheeded(mask) => format!(
            "{here} does not obey pauses of {}: it goes on sending, whatever {there} asks for.",
            listed(mask)
        ),
        Kind::Received(says) if says.pauses != 0 => {
            format!("The pause frame from {there} reaches {here}.")
        }
        Kind::Received(_) => format!("The resume frame from {there} reaches {here}."),
        Kind::PfcLost(says) if says.pauses != 0 => {
            format!("The pause frame from {there} is lost before {here} gets it: {here} goes on sending.")
        }
        Kind::PfcLost(_) => {
            format!("The resume is lost: it was on its way from {there}, and {here} stays paused.")
        }
        Kind::Paused(priority) => {
            format!("{here} has stopped sending priority {priority}, because {there} asked for it.")
        }
        Kind::Resumed(priority) => {
            format!("{here} may send priority {priority} again: {there} has room.")
        }
        Kind::Expired(priority) => {
            format!("{here} sends priority {priority} again: the time that {there} asked for is over.")
        }
        Kind::Headroom(priority) => format!(
            "{here} was over its XOFF threshold: a frame of priority {priority} that was already on its way from {there} goes to headroom."
        ),
        Kind::Marks(priority) => format!(
            "{here} marks frames of priority {priority} on their way to {there}: its queue is above Kmin."
        ),
        Kind::Drop { flow, priority, cause } => dropped(spec, here, flow, priority, cause),
        Kind::Judged { priority, verdict, truth } => {
            belief::sentence(world, event.port, here, there, priority, verdict, truth)
        }
        Kind::Circles(turn) => circle::sentence(spec, world, event.at, turn),
        Kind::Acted(number) => acted(spec, world, number),
        Kind::Rerouted(true) => format!("The routes use the link between {here} and {there} again."),
        Kind::Rerouted(false) => {
            format!("The routes have learnt that the link between {here} and {there} is down, and avoid it.")
        }
        Kind::Done(flow) => match spec.flows.get(flow.index()) {
            Some(flow) => format!(
                "{} has received everything that {} had for it.",
                name(spec, flow.destination.index()),
                name(spec, flow.source.index())
            ),
            None => "A burst has arrived completely.".to_owned(),
        },
    }
}

/// What an event was that is not worth telling by itself: for single steps.
#[must_use]
pub fn plain(spec: &Spec, notes: &[Note]) -> Option<String> {
    let node = |port: PortId| name(spec, spec.ports[port.index()].node.index());
    let frame = |frame: &Frame| {
        let flow = spec.flows.get(frame.flow.index()).map_or("an incast", |flow| flow.name.as_str());
        let kind = match frame.kind {
            FrameKind::Ack => "ack",
            FrameKind::Cnp => "CNP",
            FrameKind::Grant => "credit update",
            FrameKind::Tally => "total",
            FrameKind::Data | FrameKind::Pfc | FrameKind::Credit => "frame",
        };
        format!("{kind} {} of \u{201c}{flow}\u{201d}", frame.sequence)
    };
    notes.iter().rev().find_map(|note| {
        let here = node(note.port);
        let there = node(spec.ports[note.port.index()].peer);
        Some(match &note.what {
            What::Started(update) if update.kind == FrameKind::Credit => {
                format!("{here} starts to send a credit update to {there}.")
            }
            What::Started(data) if data.kind == FrameKind::Pfc => {
                format!("{here} starts to send a PFC frame to {there}.")
            }
            What::Started(data) => format!("{here} starts to send {} to {there}.", frame(data)),
            What::Ended => format!("{here} has sent the last bit; its port to {there} is free."),
            What::Delivered(data) => format!("{here} has received {}.", frame(data)),
            What::Arrived(data) => format!("{here} has received {} from {there}.", frame(data)),
            What::Marked(data) => format!("{here} marks {} on its way to {there}.", frame(data)),
            What::Headroom(data) => format!("{here} puts {} into headroom.", frame(data)),
            What::Crossed(data) => {
                format!("{here} has {} through its crossbar; it waits to leave for {there}.", frame(data))
            }
            What::Matched(Phase::Accept { way, .. }) => {
                let at = spec.ports[note.port.index()].node.index();
                let input = PortId(spec.nodes[at].ports.start + u32::from(way.input));
                let from = node(spec.ports[input.index()].peer);
                format!("{here} joins its input from {from} with its output to {there}.")
            }
            other => return credit::plain(other, here, there),
        })
    })
}

/// What an action did.
fn acted(spec: &Spec, world: &World, number: u32) -> String {
    let action = world.actions().get(number as usize).map(|timed| &timed.action);
    match action {
        Some(Action::AddFlows(flows)) => {
            let to = flows.first().map_or("nobody", |flow| name(spec, flow.destination.index()));
            format!("Incast: {} hosts start to send to {to} at once.", flows.len())
        }
        Some(Action::Set { .. }) => settings(world, number as usize),
        Some(Action::StartFlow(flow)) => starts(spec, *flow),
        Some(Action::Arm(port)) => format!(
            "The watchdog of {} is armed again, and PFC is on.",
            name(spec, spec.ports[port.index()].node.index())
        ),
        Some(Action::StopFlow(_)) => "A flow stops.".to_owned(),
        Some(Action::AddPauseSource(source)) => {
            format!(
                "{} begins to send pauses of {}, whatever its buffers hold.",
                name(spec, spec.ports[source.port.index()].node.index()),
                listed(source.priorities)
            )
        }
        Some(Action::StopPauseSource(number)) => pause::ended(world, *number),
        Some(Action::Fault(fault)) => broke(spec, *fault),
        None => "Something was done.".to_owned(),
    }
}

/// What a fault did.
fn broke(spec: &Spec, fault: Fault) -> String {
    let link = |port| {
        let [a, b] = spec.link(port).map(|end| name(spec, spec.ports[end.index()].node.index()));
        format!("{a} and {b}")
    };
    match fault {
        Fault::LinkDown(port) => {
            format!("The link between {} goes down: what was in it, and waited for it, is lost.", link(port))
        }
        Fault::LinkUp(port) => format!("The link between {} is up again.", link(port)),
        Fault::Lossy(port, _) => {
            let here = &spec.ports[port.index()];
            let there = &spec.ports[here.peer.index()];
            let [from, to] = [here, there].map(|end| name(spec, end.node.index()));
            format!(
                "The cable from {from} to {to} is bad from now on: some frames will not come in, or not whole."
            )
        }
        Fault::LosePfc(port, loss) => pause::lost(spec, port, loss),
        Fault::LoseCredits(port, _) => credit::lost(spec, port),
        Fault::Mend(port) => format!("The link between {} carries everything again.", link(port)),
        Fault::Route(switch, host, port) => {
            let called = |is: &dyn Fn(&Node) -> bool| {
                spec.nodes.iter().find(|node| is(node)).map_or("", |node| node.name.as_str())
            };
            let here = called(&|node| node.switch() == Some(switch));
            let to = called(&|node| node.host() == Some(host));
            match port.map(|port| spec.ports[spec.ports[port.index()].peer.index()].node) {
                Some(via) => {
                    format!("{here} sends what it has for {to} to {} from now on.", name(spec, via.index()))
                }
                None => format!("{here} sends what it has for {to} the shortest way again."),
            }
        }
    }
}

/// What is so before anything has happened.
#[must_use]
pub fn opening(spec: &Spec) -> String {
    match spec.flows.len() {
        0 => "Nothing sends yet.".to_owned(),
        1 => starts(spec, FlowId(0)),
        n => format!("{n} flows are about to start."),
    }
}

/// What is so after everything has happened.
#[must_use]
pub fn ending(spec: &Spec, snapshot: &Snapshot) -> String {
    let waits = snapshot.ports.iter().flat_map(|port| &port.priorities).any(|lane| lane.egress_bytes > 0);
    let how = if waits {
        "Nothing moves any more, though frames still wait"
    } else if spec.flows.is_empty() && snapshot.flows.is_empty() {
        "Nothing sends"
    } else {
        "Every flow is done"
    };
    format!("{how}: nothing is left to happen. Play begins again.")
}

fn starts(spec: &Spec, flow: FlowId) -> String {
    let Some(flow) = spec.flows.get(flow.index()) else {
        return "A burst of an incast starts.".to_owned();
    };
    let (source, destination) = (name(spec, flow.source.index()), name(spec, flow.destination.index()));
    format!("{source} starts to send to {destination}, priority {}.", flow.priority)
}

fn dropped(spec: &Spec, here: &str, flow: FlowId, priority: u8, cause: DropCause) -> String {
    let whose = spec.flows.get(flow.index()).map_or_else(
        || "a burst".to_owned(),
        |flow| format!("{} to {}", name(spec, flow.source.index()), name(spec, flow.destination.index())),
    );
    match cause {
        DropCause::TailDrop => {
            format!(
                "{here} drops a frame of {whose}: its input of priority {priority} is at its limit, and it is not lossless."
            )
        }
        DropCause::EgressTailDrop => {
            format!(
                "{here} drops a frame of {whose}: the queue of priority {priority} is at its limit, and it is not lossless."
            )
        }
        DropCause::Wred => {
            format!(
                "{here} drops a frame of {whose} early, before the queue of priority {priority} is full: WRED."
            )
        }
        DropCause::Violation => {
            format!("{here} drops a lossless frame of {whose}: its headroom is full. The promise is broken.")
        }
        DropCause::PoolViolation => {
            format!(
                "{here} drops a lossless frame of {whose}: the headroom that all ports share is used up. The promise is broken."
            )
        }
        DropCause::HopLimit => {
            format!(
                "{here} drops a frame of {whose}: it has passed too many switches, so it goes in a circle."
            )
        }
        DropCause::NoRoute => format!("{here} drops a frame of {whose}: no way leads there."),
        DropCause::SourceFull => {
            format!("{here} loses a frame of {whose} before sending it: the queue of its own NIC is full.")
        }
        DropCause::ReceiveFull => {
            format!("{here} loses a frame of {whose}: its bus is slow, and its receive buffer is full.")
        }
        DropCause::UnknownDestination => {
            format!("{here} drops a frame of {whose}: it has not learnt where that host is.")
        }
        DropCause::LinkDown => format!("{here} loses a frame of {whose} with the link that went down."),
        DropCause::OutputDown => {
            format!("{here} drops a frame of {whose}: the link that it was to leave by is down.")
        }
        DropCause::LostInCable => {
            format!("A frame of {whose} does not come in at {here}: the cable lost it.")
        }
        DropCause::Corrupt => format!("{here} drops a frame of {whose}: its bits were spoilt on the way."),
        DropCause::Watchdog => format!(
            "{here} throws away a frame of {whose}: its watchdog takes the queue of priority {priority} to be stuck."
        ),
        DropCause::FloodCopy => format!("{here} got a copy of a frame of {whose} that is not for it."),
        DropCause::NotForHost => format!("{here} got a frame of {whose} that is not for it, and lost it."),
    }
}

fn name(spec: &Spec, node: usize) -> &str {
    &spec.nodes[node].name
}

/// "priority 3", "priorities 3 and 4".
#[must_use]
pub fn listed(mask: u8) -> String {
    let digits: Vec<String> = priorities(mask).map(|n| n.to_string()).collect();
    match digits.as_slice() {
        [] => "nothing".to_owned(),
        [one] => format!("priority {one}"),
        several => format!("priorities {}", enumerated(several)),
    }
}
