//! Open document: the document with its compiled specification. Start with [`CompiledDocument`]. A fabric is
//! refused if its state at the start exceeds the memory budget of a page. If the document selects no port,
//! the first port of the first switch is selected.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Preset, Problem, Problems, Selection};
use fabric_sim::engine::World;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::{self, Spec};
use fabric_sim::units::Time;

use super::flows::declared;
use super::picture::{DocumentPicture, Selected};
use super::recording::BUDGET;
use crate::charts::bytes_label;
use crate::scene::Groups;

/// Least number of ports for which the memory of a fabric is measured. A smaller fabric never exceeds the
/// budget of a page.
const LARGE: usize = 2_048;

/// Document and the specification compiled from it.
#[derive(Clone, Debug)]
pub struct CompiledDocument {
    /// Document, as opened or edited.
    pub document: Document,
    /// Specification compiled from the document.
    pub spec: Arc<Spec>,
}

impl CompiledDocument {
    /// Compiles `document`.
    ///
    /// # Errors
    /// Problems of the document, or a fabric too large for a page.
    pub fn new(document: Document) -> Result<Self, Problems> {
        Self::edited(document, &[])
    }

    /// Compiles `document` after an edit that changed the addresses in `written`. If values contradict each
    /// other, the error names one of these addresses. If the edit removed the flow of the selection or of the
    /// followed frame, the view no longer names it.
    ///
    /// # Errors
    /// Problems of the document, or a fabric too large for a page.
    pub fn edited(mut document: Document, written: &[Address]) -> Result<Self, Problems> {
        let spec = Arc::new(document.compile_edited(written)?);
        fits_page(&spec)?;
        // An edit may remove the selected flow.
        let flows = declared(&spec).count() as u64;
        let view = &mut document.view;
        view.flow.take_if(|flow| flow.get() >= flows);
        view.frame.take_if(|frame| u64::from(frame.flow) >= flows);
        Ok(Self { document, spec })
    }

    /// Fixed contents of the picture that depend only on the document, with the version `version`. A document
    /// without a title has its name as title.
    #[must_use]
    pub fn picture(&self, version: u64) -> Rc<DocumentPicture> {
        let given = &self.document.view.positions;
        let positions: Vec<_> = self
            .spec
            .nodes
            .iter()
            .map(|node| given.get(&node.name).map(|[x, y]| (x.get(), y.get())))
            .collect();
        Rc::new(DocumentPicture {
            version,
            preset: preset(&self.document).map(|preset| preset.name).unwrap_or_default(),
            title: if self.document.title.is_empty() {
                self.document.name.clone()
            } else {
                self.document.title.clone()
            },
            about: self.document.about.clone(),
            interfaces: self.document.interfaces.clone(),
            spec: Arc::clone(&self.spec),
            groups: Groups::for_positions(&self.spec, &positions),
            positions,
        })
    }

    /// Port and priority that the document selects. If the document selects a node without a port, the port
    /// is port 0 of this node. If the selection does not exist, the first port of the first switch (without a
    /// switch, port 0), and the priority of the first flow.
    #[must_use]
    pub fn selected(&self) -> Selected {
        let spec = &self.spec;
        let named = self.document.view.select.as_ref().and_then(|select| {
            let port = spec.port(spec.node(&select.node)?, select.port.unwrap_or(0))?;
            Some(Selected { port, priority: select.priority.unwrap_or(self.priority()) })
        });
        named.unwrap_or_else(|| {
            let port = (0..spec.ports.len()).map(PortId::new).find(|port| spec.switch_of(*port).is_some());
            Selected { port: port.unwrap_or(PortId(0)), priority: self.priority() }
        })
    }

    /// Priority of the first flow; 3 if the document has no flows.
    fn priority(&self) -> Priority {
        self.spec.flows.first().map_or(Priority::P3, |flow| flow.priority)
    }

    /// Converts `selected` to the notation of documents; `None` if its port does not exist.
    #[must_use]
    pub fn selection(&self, selected: Selected) -> Option<Selection> {
        let port = self.spec.ports.get(selected.port.index())?;
        let node = self.spec.nodes[port.node.index()].name.clone();
        Some(Selection { node, port: Some(port.number.into()), priority: Some(selected.priority) })
    }

    /// Actions that `next` has in addition to all actions of this document, so that a running fabric can
    /// perform them without a replay. Empty if the actions are equal. `None` if a new action is not at the
    /// time `at`, if this document has an action after `at`, or if earlier actions differ.
    #[must_use]
    pub fn added(&self, next: &Self, at: Time) -> Option<Vec<spec::Action>> {
        let (old, new) = (&self.spec.actions, &next.spec.actions);
        if old.last().is_some_and(|action| action.at > at) {
            return None;
        }
        let rest = new.strip_prefix(&old[..])?;
        rest.iter()
            .all(|action| action.at == at)
            .then(|| rest.iter().map(|action| action.action.clone()).collect())
    }

    /// Names of all hosts, including the hosts that a `build` section makes.
    pub(super) fn hosts(&self) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let hosts = self.spec.nodes.iter().filter(|node| node.host().is_some());
        hosts.map(|node| node.name.as_str())
    }

    /// Name of the host that is the destination of the greatest number of flows; if several hosts have
    /// equally many, the first of them. Without flows, the first host. `None` if there are no hosts. Only
    /// flows that the document lists are considered.
    #[must_use]
    pub fn receiver(&self) -> Option<&str> {
        let flows = &self.document.flows;
        let count = |name: &str| flows.iter().filter(|flow| flow.to == name).count();
        self.hosts().rev().max_by_key(|name| count(name))
    }
}

/// Checks that the state of the fabric at its start fits into the memory budget of a page. Does not measure a
/// fabric with fewer than [`LARGE`] ports.
///
/// # Errors
/// Problem with the size of the fabric.
fn fits_page(spec: &Arc<Spec>) -> Result<(), Problem> {
    if spec.ports.len() < LARGE {
        return Ok(());
    }
    let bytes = World::new(Arc::clone(spec)).heap_bytes();
    if bytes <= BUDGET.world {
        return Ok(());
    }
    let message = format!(
        "a fabric of {} ports takes {}, outside the {} of a page; use fewer links, or the command line",
        spec.ports.len(),
        bytes_label(bytes as u64),
        bytes_label(BUDGET.world as u64)
    );
    Err(Problem::new("links", message))
}

/// Whether two documents are equal except for their view.
pub(super) fn same_but_view(one: &Document, other: &Document) -> bool {
    let mut one = one.clone();
    one.view = other.view.clone();
    one == *other
}

/// Whether two documents describe the same network. Flows, parameters, actions, seed, horizon and view may
/// differ.
pub(super) fn same_network(one: &Document, other: &Document) -> bool {
    same_but_settings(&Document { flows: other.flows.clone(), ..one.clone() }, other)
}

/// Whether two documents are equal except for parameters, actions, seed, horizon and view, which a share link
/// to a preset can contain.
fn same_but_settings(one: &Document, other: &Document) -> bool {
    let (params, actions) = (other.params.clone(), other.actions.clone());
    let (seed, horizon) = (other.seed, other.horizon);
    let one = Document { params, actions, seed, horizon, ..one.clone() };
    same_but_view(&one, other)
}

/// Preset of which `document` is a changed version: name, title, builder, hosts and switches are equal.
/// `None` if there is no such preset.
pub(super) fn preset(document: &Document) -> Option<Document> {
    let preset = Preset::find(&document.name).ok().map(Preset::document);
    preset.filter(|preset| {
        preset.title == document.title
            && preset.build == document.build
            && preset.hosts == document.hosts
            && preset.switches == document.switches
    })
}

/// Document that [`Command::Reset`](super::Command::Reset) restores: the preset of `document`, if `document`
/// differs from it only in what a share link can contain; otherwise `document` itself.
pub(super) fn origin(document: &Document) -> Document {
    preset(document).filter(|preset| same_but_settings(preset, document)).unwrap_or_else(|| document.clone())
}
