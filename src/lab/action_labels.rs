//! Labels of the actions of the document for the time line, such as `flow f1 starts`.

use fabric_sim::document::Action;
use fabric_sim::sort;
use fabric_sim::units::Time;

use super::Lab;

impl Lab {
    /// Time and label of each action of the document, in order of time. Actions of the same time keep the
    /// order of the document.
    #[must_use]
    pub fn action_labels(&self) -> Vec<(Time, String)> {
        let mut labels: Vec<(Time, String)> = self
            .compiled
            .document
            .actions
            .iter()
            .map(|timed| (timed.at, action_label(&timed.action)))
            .collect();
        sort::by_key(&mut labels, |action| action.0);
        labels
    }
}

/// Label of an action: a few words on its effect and its place. Several parameters of one action are
/// separated by commas, in the order of their addresses.
pub(super) fn action_label(action: &Action) -> String {
    match action {
        Action::Set(map) => {
            let set: Vec<String> =
                map.0.iter().map(|(address, value)| format!("{address} = {value}")).collect();
            set.join(", ")
        }
        Action::Incast(incast) => format!("incast to {}", incast.to),
        Action::Flow(flow) => format!("flow {} is added", flow.name),
        Action::Start(flow) => format!("flow {flow} starts"),
        Action::Stop(flow) => format!("flow {flow} stops"),
        Action::Arm(port) => format!("watchdogs of {port} armed"),
        Action::PauseSource(source) => format!("pauses from {}", source.node),
        Action::LinkDown(port) => format!("link of {port} down"),
        Action::LinkUp(port) => format!("link of {port} up"),
        Action::Lossy(lossy) => format!("link of {} loses frames", lossy.link),
        Action::LosePfc(lost) => format!("PFC frames are lost at {}", lost.port),
        Action::LoseCredits(lost) => format!("credit updates are lost at {}", lost.port),
        Action::Mend(port) => format!("link of {port} mended"),
        Action::Route(route) => format!("{} misroutes {}", route.switch, route.to),
        Action::Unroute(route) => format!("{} routes {} as before", route.switch, route.to),
        Action::StopPauseSource(name) => format!("{name} ends"),
    }
}
