//! Run A for the comparison with run B, which is shown. A is the run before the last edit, or a pinned
//! run. Its cursor follows that of B.

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

/// Run A.
#[derive(Clone, Debug)]
pub struct RunA {
    pub(super) document: Document,
    /// Tape of the run. Checkpoints and recorded history are shared with the run that it was copied
    /// from.
    tape: Tape,
    /// Whether it is also the run of the open document.
    pub(super) is_same: bool,
    /// Message if the run belongs to another fabric; `None` otherwise.
    pub(super) mismatch: Option<String>,
    /// Last destination of its cursor: a time, and a number of events of that time.
    destination: Option<(Time, u64)>,
    refill: Option<Refill>,
}

impl RunA {
    /// Run of `document` on `tape`.
    pub(super) fn new(document: Document, tape: Tape) -> Self {
        Self { document, tape, is_same: false, mismatch: None, destination: None, refill: None }
    }

    /// State at its cursor.
    #[must_use]
    pub fn world(&self) -> &World {
        self.tape.world()
    }

    /// Recorded history of its queues and flows.
    #[must_use]
    pub fn history(&self) -> &History {
        self.tape.history()
    }

    /// Pauses of its queues over time.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        self.tape.lanes()
    }

    /// Latest time that the run has reached.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.tape.known_until()
    }

    /// Port in this run with the name of `port` in `spec`; `None` if there is none.
    #[must_use]
    pub fn port(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(spec, port, self.tape.spec())
    }

    /// Port in `spec` with the name of `port` in this run; `None` if there is none.
    #[must_use]
    pub fn port_in(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(self.tape.spec(), port, spec)
    }

    /// Flow in this run with this name; `id`, its number in the other run, is tried first.
    #[must_use]
    pub fn flow(&self, id: FlowId, name: &str) -> Option<FlowId> {
        let mut flows = self.world().flow_specs();
        if self.world().flow_specs().nth(id.index()).is_some_and(|flow| flow.name == name) {
            return Some(id);
        }
        flows.position(|flow| flow.name == name).map(FlowId::new)
    }

    /// Records the quantities in `shown` from now on.
    pub(super) fn record(&mut self, shown: &Shown) {
        self.tape.show(shown);
    }

    /// Whether the cursor has arrived at `moment`: a time and a number of events of that time, 0 for
    /// all of them.
    #[must_use]
    pub(super) fn is_at(&self, moment: (Time, u64)) -> bool {
        self.destination == Some(moment) && self.tape.goal.is_none()
    }

    /// Moves the run to `moment` until `tired`. Returns whether it moved.
    pub(super) fn follow(&mut self, moment: (Time, u64), tired: &mut impl FnMut() -> bool) -> bool {
        if self.is_at(moment) {
            return self.tape.refill(&mut self.refill, tired);
        }
        if self.destination != Some(moment) {
            self.tape.seek_moment(moment.0, moment.1);
            self.destination = Some(moment);
        }
        self.tape.travel(tired);
        self.tape.over_budget().is_none()
    }

    /// Whether this is a run of `document`; the view does not count.
    pub(super) fn is_of(&self, document: &Document) -> bool {
        same_but_view(&self.document, document)
    }

    /// Updates [`RunA::is_same`] and [`RunA::mismatch`] for the open `document`, which compiles to
    /// `spec`.
    pub(super) fn review(&mut self, document: &Document, spec: &Spec) {
        self.is_same = self.is_of(document);
        self.mismatch = self.mismatch_with(spec);
    }

    /// Message if the run belongs to another fabric than `spec`; `None` otherwise.
    fn mismatch_with(&self, spec: &Spec) -> Option<String> {
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

/// Port of `there` with the node name and port number of `port` in `here`.
fn namesake(here: &Spec, port: PortId, there: &Spec) -> Option<PortId> {
    let own = here.ports.get(port.index())?;
    let name = &here.nodes[own.node.index()].name;
    let is = |other: PortId| {
        let other = there.ports.get(other.index());
        other.is_some_and(|other| other.number == own.number && there.nodes[other.node.index()].name == *name)
    };
    if is(port) { Some(port) } else { there.port(there.node(name)?, own.number.into()) }
}

impl Run {
    /// Copy of this run of `document`, as run A.
    pub(super) fn as_run_a(&self, document: &Document) -> RunA {
        RunA::new(document.clone(), Tape { goal: None, ..self.leading().clone() })
    }

    /// Takes over the recorded history of the same run from `run`.
    pub(super) fn take_history_from(&mut self, run: &RunA) {
        let tape = self.sent();
        tape.reel.recall(run.tape.reel.known());
        tape.recorded = Arc::clone(&run.tape.recorded);
    }
}
