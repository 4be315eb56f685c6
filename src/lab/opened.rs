//! A document that is open: its edits, and what they make of its parameters.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Preset, Problem, Problems, Selection};
use fabric_sim::engine::World;
use fabric_sim::ids::PortId;
use fabric_sim::spec::{self, Spec};
use fabric_sim::tape::Goal;
use fabric_sim::units::Time;

use super::flows::declared;
use super::picture::{Selected, Stage};
use super::tape::BUDGET;
use crate::charts::bytes_label;

/// Ports of a fabric that may take too much memory: others cannot.
const LARGE: usize = 2_048;

/// Most edits that can be taken back.
const MOST_EDITS: usize = 100;

/// A document and its spec.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The document.
    pub document: Document,
    /// Compiled specification.
    pub spec: Arc<Spec>,
}

impl Edition {
    /// Compiles `document`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(document: Document) -> Result<Self, Problems> {
        Self::edited(document, &[])
    }

    /// Compiles `document` after an edit of what was `written`: of values that
    /// make no sense together, one of these is blamed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn edited(mut document: Document, written: &[Address]) -> Result<Self, Problems> {
        let spec = Arc::new(document.compile_edited(written)?);
        fits_page(&spec)?;
        // What was looked at may have gone with an edit.
        let flows = declared(&spec).count() as u64;
        let view = &mut document.view;
        view.flow.take_if(|flow| flow.get() >= flows);
        view.frame.take_if(|frame| u64::from(frame.flow) >= flows);
        Ok(Self { document, spec })
    }

    /// The page's view of it.
    #[must_use]
    pub fn stage(&self, version: u64) -> Rc<Stage> {
        let positions = &self.document.view.positions;
        Rc::new(Stage {
            version,
            preset: self.document.name.clone(),
            title: if self.document.title.is_empty() {
                self.document.name.clone()
            } else {
                self.document.title.clone()
            },
            about: self.document.about.clone(),
            interfaces: self.document.interfaces.clone(),
            spec: Arc::clone(&self.spec),
            positions: self
                .spec
                .nodes
                .iter()
                .map(|node| positions.get(&node.name).map(|[x, y]| (x.get(), y.get())))
                .collect(),
        })
    }

    /// Selection of the document, or the first port of the first switch.
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

    /// The priority of the first flow.
    fn priority(&self) -> u8 {
        self.spec.flows.first().map_or(3, |flow| flow.priority)
    }

    /// How the document would select `selected`.
    #[must_use]
    pub fn selection(&self, selected: Selected) -> Option<Selection> {
        let port = self.spec.ports.get(selected.port.index())?;
        let node = self.spec.nodes[port.node.index()].name.clone();
        Some(Selection { node, port: Some(port.number), priority: Some(selected.priority) })
    }

    /// The actions that `next` has and this edition has not, if all of them
    /// come at `at` and none later: those that the running fabric can be told.
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

    /// Names of the hosts, those that a builder makes among them.
    pub(super) fn hosts(&self) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let hosts = self.spec.nodes.iter().filter(|node| node.host().is_some());
        hosts.map(|node| node.name.as_str())
    }

    /// The host that most flows send to.
    #[must_use]
    pub fn receiver(&self) -> Option<&str> {
        let flows = &self.document.flows;
        let count = |name: &str| flows.iter().filter(|flow| flow.to == name).count();
        self.hosts().rev().max_by_key(|name| count(name))
    }
}

/// Refuses a fabric that takes more memory than a page has for one, before anything is sent.
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

/// Whether two documents say the same of the fabric.
pub(super) fn same_but_view(one: &Document, other: &Document) -> bool {
    let mut one = one.clone();
    one.view = other.view.clone();
    one == *other
}

/// Whether two documents are of one network, whatever is sent, set and done in it.
pub(super) fn same_network(one: &Document, other: &Document) -> bool {
    same_but_settings(&Document { flows: other.flows.clone(), ..one.clone() }, other)
}

/// Whether two documents differ by no more than a link to a preset can say.
fn same_but_settings(one: &Document, other: &Document) -> bool {
    let (params, actions) = (other.params.clone(), other.actions.clone());
    let (seed, horizon) = (other.seed, other.horizon);
    let one = Document { params, actions, seed, horizon, ..one.clone() };
    same_but_view(&one, other)
}

/// Document that a reset restores: the preset of which `document` is a variant, else itself.
pub(super) fn origin(document: &Document) -> Document {
    let preset = Preset::find(&document.name).ok().map(Preset::document);
    preset.filter(|preset| same_but_settings(preset, document)).unwrap_or_else(|| document.clone())
}

/// An edit that can be taken back or done again.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The document on its other side.
    pub document: Document,
    /// Where the cursor was before it.
    pub from: Goal,
    /// Where it put the cursor: where what was done is felt.
    pub to: Goal,
}

/// Edits that can be undone and redone.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    done: Vec<Edit>,
    undone: Vec<Edit>,
    count: u64,
}

impl Edits {
    /// Remembers an edit; its document is the one before it.
    pub fn push(&mut self, edit: Edit) {
        self.undone.clear();
        self.count += 1;
        self.done.push(edit);
        if self.done.len() > MOST_EDITS {
            self.done.remove(0);
        }
    }

    /// The last edit, taken back; `now` can be had again.
    pub fn undo(&mut self, now: &Document) -> Option<Edit> {
        let edit = self.done.pop()?;
        self.undone.push(Edit { document: now.clone(), ..edit });
        Some(edit)
    }

    /// The edit that was taken back last, done again; its document is the one
    /// after it, and `now` can be had again.
    pub fn redo(&mut self, now: &Document) -> Option<Edit> {
        let edit = self.undone.pop()?;
        self.done.push(Edit { document: now.clone(), ..edit });
        Some(edit)
    }

    /// The way to `next` that a link went: back to the edit before, on to one
    /// taken back, or to something else, which is `edit`, an edit of its own.
    pub fn follow(&mut self, edit: Edit, next: &Document) {
        let now = &edit.document;
        let leads = |edits: &[Edit]| edits.last().is_some_and(|edit| same_but_view(&edit.document, next));
        if same_but_view(now, next) {
        } else if leads(&self.done) {
            self.undo(now);
        } else if leads(&self.undone) {
            self.redo(now);
        } else {
            self.push(edit);
        }
    }

    /// How many edits there were.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether there is something to take back, and to do again.
    #[must_use]
    pub fn are_there(&self) -> (bool, bool) {
        (!self.done.is_empty(), !self.undone.is_empty())
    }
}
