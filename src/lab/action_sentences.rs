//! Sentences of the narration on actions that took effect, such as a started flow, a changed parameter or a
//! fault. Start with [`action_sentence`].

use fabric_sim::engine::World;
use fabric_sim::spec::{Action, Fault, Node, Spec};

use super::event_sentences::{begins, flow_ends, listed, name, starts};
use super::setting_sentences::setting_sentence;
use super::{credit_sentences, pause_sentences};

/// Sentence on the action with index `number` in [`World::actions`] of `world`. An index without an action
/// gives a general sentence. If one action starts several flows, the sentence calls them an incast to the
/// destination of the first flow.
#[must_use]
pub fn action_sentence(spec: &Spec, world: &World, number: u32) -> String {
    let action = world.actions().get(number as usize).map(|timed| &timed.action);
    match action {
        Some(Action::AddFlows(flows)) if flows.len() == 1 => begins(spec, &flows[0]),
        Some(Action::AddFlows(flows)) => {
            let to = flows.first().map_or("nobody", |flow| name(spec, flow.destination.index()));
            format!("Incast: {} hosts start to send to {to} at once.", flows.len())
        }
        Some(Action::Set { .. }) => setting_sentence(world, number as usize),
        Some(Action::StartFlow(flow)) => starts(world, *flow),
        Some(Action::Arm(port)) => format!(
            "The watchdog of {} is armed again, and PFC is on.",
            name(spec, spec.ports[port.index()].node.index())
        ),
        Some(Action::StopFlow(flow)) => {
            format!("The flow from {} stops: its NIC is handed no more frames.", flow_ends(world, *flow))
        }
        Some(Action::AddPauseSource(source)) => {
            format!(
                "{} begins to send pauses of {}, however full its buffers are.",
                name(spec, spec.ports[source.port.index()].node.index()),
                listed(source.priorities)
            )
        }
        Some(Action::StopPauseSource(number)) => pause_sentences::ended(world, *number),
        Some(Action::Fault(fault)) => broke(spec, *fault),
        None => "Something was done.".to_owned(),
    }
}

/// Sentence on a fault of a link, or on its repair.
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
        Fault::LosePfc(port, loss) => pause_sentences::lost(spec, port, loss),
        Fault::LoseCredits(port, _) => credit_sentences::lost(spec, port),
        Fault::Mend(port) => format!("The link between {} carries everything again.", link(port)),
        Fault::Route(switch, host, port) => {
            let called = |is: &dyn Fn(&Node) -> bool| {
                spec.nodes.iter().find(|node| is(node)).map_or("", |node| node.name.as_str())
            };
            let here = called(&|node| node.switch() == Some(switch));
            let to = called(&|node| node.host() == Some(host));
            match port.map(|port| spec.ports[spec.ports[port.index()].peer.index()].node) {
                Some(via) => {
                    format!("{here} sends frames for {to} to {} from now on.", name(spec, via.index()))
                }
                None => format!("{here} sends frames for {to} by the shortest path again."),
            }
        }
    }
}
