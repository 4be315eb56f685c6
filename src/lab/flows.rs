//! Commands that add, change, start and stop flows. Start with [`Lab::flows`]. Flows are in the order of
//! their ids: first those of the document, then those that actions add.
//!
//! A command takes effect at the cursor, or from the start of the run if the user chose so. Each command is
//! one edit. A refused field changes nothing, and the error names the label of the field. A flow that is
//! changed at the cursor stops there, and a new flow with a number in its name replaces the old flow.

use std::collections::HashMap;

use fabric_sim::document::{Action, Arrival, Document, Flow, TimedAction};
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::spec;
use fabric_sim::units::Time;

use super::draft::{Draft, in_form_words};
use super::opened::CompiledDocument;
use super::{Lab, UserError};
use crate::scene::shades;

/// Row of the list of flows on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRow {
    /// Identifier of the flow.
    pub id: FlowId,
    /// Name of the flow.
    pub name: String,
    /// Priority of the flow.
    pub priority: Priority,
    /// Index of the shade in which frames of the flow are drawn. All shades of a priority have the same hue.
    pub shade: u8,
    /// A few words on how frames arrive at the NIC, such as "100 Gb/s, evenly".
    pub offers: String,
    /// Whether the flow belongs to a collective. The collective then decides when the flow sends.
    pub is_member: bool,
    /// Contents of the form of the flow. `None` for a flow of an incast or a collective, because the document
    /// does not list it as a single flow.
    pub draft: Option<Draft>,
}

impl Lab {
    /// All flows in the order of their ids: first the flows of the document, then the flows that actions add.
    #[must_use]
    pub fn flows(&self) -> Vec<FlowRow> {
        let written = written(&self.compiled.document);
        let written: HashMap<&str, &Flow> = written.iter().map(|flow| (flow.name.as_str(), *flow)).collect();
        let shades = shades(&self.compiled.spec);
        let listed = |(n, flow): (usize, &spec::FlowSpec)| {
            let own = written.get(flow.name.as_str());
            let id = FlowId::new(n);
            let of = self.compiled.spec.collectives.iter().find(|of| of.has(id));
            let offers = match (own, of) {
                (Some(own), _) => offered(own),
                (None, Some(of)) => format!("of \u{201c}{}\u{201d}", of.name),
                (None, None) => "as fast as possible".to_owned(),
            };
            FlowRow {
                id,
                name: flow.name.clone(),
                priority: flow.priority,
                shade: shades.get(n).copied().unwrap_or(0),
                offers,
                is_member: of.is_some(),
                draft: own.map(|own| Draft::of(own)),
            }
        };
        declared(&self.compiled.spec).enumerate().map(listed).collect()
    }

    /// Names of all flows, in the order of their ids.
    #[must_use]
    pub fn flow_names(&self) -> Vec<String> {
        declared(&self.compiled.spec).map(|flow| flow.name.clone()).collect()
    }

    /// Whether `flow` sends after all actions at the cursor have taken effect, including actions 1 ps after
    /// the cursor. `false` if there is no such flow.
    #[must_use]
    pub fn is_running(&self, flow: FlowId) -> bool {
        let (now, spec) = (self.run.snapshot().now, &self.compiled.spec);
        let soon = now..=now.saturating_add(Time(1));
        let view = self.run.snapshot().flows.get(flow.index()).copied().unwrap_or_default();
        let begins = declared(spec).nth(flow.index()).is_some_and(|flow| soon.contains(&flow.start));
        let mut runs = view.active || begins && view.sent_bytes == 0;
        for timed in spec.actions.iter().filter(|timed| soon.contains(&timed.at)) {
            match timed.action {
                spec::Action::StartFlow(id) if id == flow => runs = true,
                spec::Action::StopFlow(id) if id == flow => runs = false,
                _ => {}
            }
        }
        runs
    }

    /// Choices in the form for a new flow: names of hosts and of frame formats, in the order of the document.
    #[must_use]
    pub fn flow_choices(&self) -> (Vec<String>, Vec<String>) {
        let hosts = self.compiled.hosts().map(str::to_owned).collect();
        let formats = self.compiled.spec.formats.iter().map(|format| format.name.to_string()).collect();
        (hosts, formats)
    }

    /// Contents of the form for a new flow. The source is the selected host, otherwise the first host that is
    /// not the destination. The destination is the host to which most flows send. If there is no such host,
    /// the name is empty.
    #[must_use]
    pub fn new_draft(&self) -> Draft {
        let to = self.compiled.receiver().unwrap_or_default();
        let selected = self.compiled.spec.owner(self.selected.port);
        let mut others = self.compiled.hosts().filter(|host| *host != to);
        let from = others.clone().find(|host| *host == selected.name).or_else(|| others.next());
        Draft::between(from.unwrap_or_default(), to, self.selected.priority)
    }

    /// Adds a flow as an action at the cursor. If changes apply from the start of the run, adds it to the
    /// flows of the document. A malformed field changes nothing and shows an error. The flow is named `FROM
    /// to TO`; if this name is taken, a number is appended. The new flow is then selected.
    pub(super) fn add_flow(&mut self, draft: &Draft) {
        let name = self.free_name(&format!("{} to {}", draft.from, draft.to));
        let path = [draft.from.clone(), draft.to.clone()];
        let Some(mut flow) = Flow::along(name, &path, Priority::P0, Time::ZERO) else {
            return;
        };
        if let Err(words) = draft.put_into(&mut flow) {
            self.error = Some(UserError::new(&words));
            return;
        }
        let from_start = self.from_start;
        self.flow_edit(&flow.name.clone(), move |document, at| {
            if from_start {
                document.flows.push(flow);
            } else {
                document.actions.push(TimedAction { at, action: Action::Flow(Box::new(flow)) });
            }
        });
    }

    /// Changes the flow `id` to `draft`: the flow stops at the cursor and a new flow starts. If changes apply
    /// from the start of the run, the flow itself is changed in the document. An equal draft changes nothing.
    /// A flow that is not in the list `flows` of the document cannot be changed.
    pub(super) fn change_flow(&mut self, id: FlowId, draft: &Draft) {
        let Some(FlowRow { name, .. }) = self.flows().into_iter().nth(id.index()) else { return };
        let Some(mut flow) =
            written(&self.compiled.document).into_iter().find(|flow| flow.name == name).cloned()
        else {
            return;
        };
        if Draft::of(&flow) == *draft {
            return;
        }
        let moved = (&flow.from, &flow.to) != (&draft.from, &draft.to);
        if let Err(words) = draft.put_into(&mut flow) {
            self.error = Some(UserError::new(&words));
            return;
        }
        if self.from_start {
            return self.flow_edit(&name.clone(), move |document, _| {
                let added = document.actions.iter_mut().filter_map(|timed| match &mut timed.action {
                    Action::Flow(flow) => Some(&mut **flow),
                    _ => None,
                });
                if let Some(old) = document.flows.iter_mut().chain(added).find(|old| old.name == name) {
                    *old = flow;
                }
            });
        }
        let stem = if moved { format!("{} to {}", draft.from, draft.to) } else { self.stem(&name) };
        flow.name = self.free_name(&stem);
        (flow.start, flow.stop) = (Time::ZERO, None);
        self.flow_edit(&flow.name.clone(), move |document, at| {
            document.actions.push(TimedAction { at, action: Action::Stop(name) });
            document.actions.push(TimedAction { at, action: Action::Flow(Box::new(flow)) });
        });
    }

    /// Name of a flow without the number that an earlier change of the flow has appended.
    fn stem(&self, name: &str) -> String {
        let stem = name.rsplit_once(' ').filter(|(_, number)| number.parse::<u32>().is_ok());
        let known = stem.filter(|(stem, _)| declared(&self.compiled.spec).any(|flow| flow.name == *stem));
        known.map_or(name, |(stem, _)| stem).to_owned()
    }

    /// Adds an action at the cursor that starts `flow` (`on`) or stops `flow`. Does nothing if there is no
    /// such flow.
    pub(super) fn switch_flow(&mut self, flow: FlowId, on: bool) {
        let Some(name) = declared(&self.compiled.spec).nth(flow.index()).map(|flow| flow.name.clone()) else {
            return;
        };
        self.happen(if on { Action::Start(name) } else { Action::Stop(name) });
    }

    /// Changes the document by `edit` as one edit, and then selects the flow `name`. `edit` gets the document
    /// and the time for new actions. If the changed document does not compile, nothing changes and the error
    /// names the labels of the form.
    fn flow_edit(&mut self, name: &str, edit: impl FnOnce(&mut Document, Time)) {
        let before = self.before();
        let mut document = before.document.clone();
        let at = self.stamp();
        edit(&mut document, at);
        match CompiledDocument::new(document) {
            Ok(next) => {
                self.adopt(next, Some(at));
                self.edited(before);
                let place = declared(&self.compiled.spec).position(|flow| flow.name == name);
                if let Some(place) = place {
                    self.choose_flow(FlowId::new(place));
                }
            }
            Err(problems) => {
                let words: Vec<String> = problems.list().iter().map(in_form_words).collect();
                self.error = Some(UserError::new(&words.join("\n")));
            }
        }
    }

    /// Adds `action` to the document at the time of the cursor, as one edit.
    pub(super) fn happen(&mut self, action: Action) {
        self.happen_all(vec![action]);
    }

    /// Adds several actions to the document at the time of the cursor, as one edit. If one of them is
    /// refused, none is added, and the page shows the error.
    pub(super) fn happen_all(&mut self, actions: Vec<Action>) {
        let before = self.before();
        let mut document = before.document.clone();
        let at = self.stamp();
        document.actions.extend(actions.into_iter().map(|action| TimedAction { at, action }));
        self.amend(document, Some(at));
        self.edited(before);
    }
}

/// Flows that the document describes one by one: in its list of flows, and in actions that add a single flow.
fn written(document: &Document) -> Vec<&Flow> {
    let added = document.actions.iter().filter_map(|timed| match &timed.action {
        Action::Flow(flow) => Some(&**flow),
        _ => None,
    });
    document.flows.iter().chain(added).collect()
}

/// Flows of `spec` in the order of their ids: first those from its start, then those that actions add.
pub(super) fn declared(spec: &spec::Spec) -> impl Iterator<Item = &spec::FlowSpec> {
    let added = spec.actions.iter().flat_map(|timed| match &timed.action {
        spec::Action::AddFlows(flows) => flows.as_slice(),
        _ => &[],
    });
    spec.flows.iter().chain(added)
}

/// A few words on how frames arrive at the NIC: "as fast as possible", "100 Gb/s, evenly".
#[must_use]
pub fn offered(flow: &Flow) -> String {
    match flow.arrival {
        Arrival::Saturate => "as fast as possible".to_owned(),
        Arrival::Constant(rate) => format!("{}, evenly", crate::charts::rate_label(rate.bps())),
        Arrival::Poisson(rate) => format!("{}, at random", crate::charts::rate_label(rate.bps())),
        Arrival::Bursts(bursts) => format!("{}, in bursts", crate::charts::rate_label(bursts.rate.bps())),
    }
}
