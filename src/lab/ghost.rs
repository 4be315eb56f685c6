//! Run A, beside the one that is shown, B: the run before the last edit, or one
//! that was pinned. It is a run of its own, which goes where the cursor goes.

use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::World;
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::history::{History, Shown};
use super::lanes::Lanes;
use super::opened::same_but_view;
use super::refill::Refill;
use super::{Run, Tape};

/// A run to be drawn beside the one that is shown.
#[derive(Clone, Debug)]
pub struct Ghost {
    pub(super) document: Document,
    /// Its checkpoints and its past are shared with the run that it was taken of.
    tape: Tape,
    /// Whether it is of the document that is shown, too.
    pub(super) is_same: bool,
    /// Sentence if the run is of another fabric; `None` otherwise.
    pub(super) strange: Option<String>,
    /// Where it was sent last.
    sent: Option<(Time, u64)>,
    refill: Option<Refill>,
}

impl Ghost {
    /// The run of `document` on `tape`.
    pub(super) fn new(document: Document, tape: Tape) -> Self {
        Self { document, tape, is_same: false, strange: None, sent: None, refill: None }
    }

    /// The fabric at its cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        self.tape.world()
    }

    /// The past of its queues and flows.
    #[must_use]
    pub fn history(&self) -> &History {
        self.tape.history()
    }

    /// Pauses of its queues over time.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        self.tape.lanes()
    }

    /// The latest time that it was seen at.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.tape.known_until()
    }

    /// Its port that has the name of `port` of `spec`.
    #[must_use]
    pub fn port(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(spec, port, self.tape.spec())
    }

    /// The port of `spec` that has the name of its `port`.
    #[must_use]
    pub fn port_in(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(self.tape.spec(), port, spec)
    }

    /// Its flow of this name; most often it has the same number, `id`.
    #[must_use]
    pub fn flow(&self, id: FlowId, name: &str) -> Option<FlowId> {
        let mut flows = self.world().flow_specs();
        if self.world().flow_specs().nth(id.index()).is_some_and(|flow| flow.name == name) {
            return Some(id);
        }
        flows.position(|flow| flow.name == name).map(FlowId::new)
    }

    /// Writes down what is `shown`.
    pub(super) fn keep(&mut self, shown: &Shown) {
        self.tape.show(shown);
    }

    /// Whether it stands at `moment`: so many events into a time, or behind all
    /// of them.
    #[must_use]
    pub(super) fn is_at(&self, moment: (Time, u64)) -> bool {
        self.sent == Some(moment) && self.tape.goal.is_none()
    }

    /// Moves the run to `moment` until `tired`. Returns whether it moved.
    pub(super) fn follow(&mut self, moment: (Time, u64), tired: &mut impl FnMut() -> bool) -> bool {
        if self.is_at(moment) {
            return self.tape.refill(&mut self.refill, tired);
        }
        if self.sent != Some(moment) {
            self.tape.seek_moment(moment.0, moment.1);
            self.sent = Some(moment);
        }
        self.tape.travel(tired);
        self.tape.over_budget().is_none()
    }

    /// Whether it is a run of `document`.
    pub(super) fn is_of(&self, document: &Document) -> bool {
        same_but_view(&self.document, document)
    }

    /// How it stands to the run of `document`, which compiles to `spec`.
    pub(super) fn review(&mut self, document: &Document, spec: &Spec) {
        self.is_same = self.is_of(document);
        self.strange = self.strangeness(spec);
    }

    /// Sentence if the run is of another fabric than `spec`; `None` otherwise.
    fn strangeness(&self, spec: &Spec) -> Option<String> {
        let mine = self.tape.spec();
        let shared = (0..spec.ports.len()).filter(|n| self.port(spec, PortId::new(*n)).is_some()).count();
        if shared == spec.ports.len() && mine.ports.len() == shared {
            return None;
        }
        Some(if shared == 0 {
            "A is of another fabric: no port there has the name of one here.".to_owned()
        } else {
            format!(
                "A is of another fabric: {shared} of {} ports have a namesake in it, and these are compared.",
                spec.ports.len()
            )
        })
    }
}

/// The port of `there` on the node and of the number that `port` of `here` has.
fn namesake(here: &Spec, port: PortId, there: &Spec) -> Option<PortId> {
    let own = here.ports.get(port.index())?;
    let name = &here.nodes[own.node.index()].name;
    let is = |other: PortId| {
        let other = there.ports.get(other.index());
        other.is_some_and(|other| other.number == own.number && there.nodes[other.node.index()].name == *name)
    };
    if is(port) { Some(port) } else { there.port(there.node(name)?, own.number) }
}

impl Run {
    /// This run, which is of `document`, as A.
    pub(super) fn ghost(&self, document: &Document) -> Ghost {
        Ghost::new(document.clone(), Tape { goal: None, ..self.leading().clone() })
    }

    /// Takes over the recorded history of the same run from `ghost`.
    pub(super) fn recall(&mut self, ghost: &Ghost) {
        let tape = self.sent();
        tape.reel.recall(ghost.tape.reel.known());
        tape.past = Arc::clone(&ghost.tape.past);
    }
}
