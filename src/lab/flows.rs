//! Flows that are started and stopped by hand.

use fabric_sim::document::{Action, Arrival, Flow, TimedAction};
use fabric_sim::ids::FlowId;

use super::Lab;

impl Lab {
    /// The flows of the document, by id: those that can be started and stopped.
    #[must_use]
    pub fn flows(&self) -> &[Flow] {
        &self.edition.document.flows
    }

    /// Starts a flow of the document at the cursor, or stops it.
    pub(super) fn switch_flow(&mut self, flow: FlowId, on: bool) {
        let Some(flow) = self.edition.document.flows.get(flow.index()) else { return };
        let name = flow.name.clone();
        self.happen(if on { Action::Start(name) } else { Action::Stop(name) });
    }

    /// `action` happens at the cursor: one edit.
    pub(super) fn happen(&mut self, action: Action) {
        self.happen_all(vec![action]);
    }

    /// The same of several, in one edit.
    pub(super) fn happen_all(&mut self, actions: Vec<Action>) {
        let before = self.edition.document.clone();
        let mut document = before.clone();
        let at = self.stamp();
        document.actions.extend(actions.into_iter().map(|action| TimedAction { at, action }));
        self.amend(document, Some(at));
        if before != self.edition.document {
            self.edits.push(before);
        }
    }
}

/// How a flow's frames come, in a few words.
#[must_use]
pub fn offered(flow: &Flow) -> String {
    match flow.arrival {
        Arrival::Saturate => "as much as goes".to_owned(),
        Arrival::Constant(rate) => format!("{}, evenly", crate::charts::rate_label(rate.bps())),
        Arrival::Poisson(rate) => format!("{}, at random", crate::charts::rate_label(rate.bps())),
        Arrival::Bursts(bursts) => format!("{}, in bursts", crate::charts::rate_label(bursts.rate.bps())),
    }
}
