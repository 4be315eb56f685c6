//! Run A, with which the shown run B is compared. The cursor of run A follows the cursor of run B. Start with
//! [`RunA::follow`]. Ports of the two runs correspond if node name and port number are equal, flows if their
//! names are equal.
//!
//! If some ports of run B have no counterpart in run A, a message counts the ports with a counterpart. Runs
//! with equal documents are the same run; the view of the document does not count. A run A that exceeds the
//! memory budget stops before the cursor of run B.

use std::rc::Rc;
use std::sync::Arc;

use fabric_sim::document::Document;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::chart_history::{ChartHistory, ShownCurves};
use super::history_replay::HistoryReplay;
use super::lanes::Lanes;
use super::opened::same_but_view;
use super::{Recording, Run};
use crate::scene::Motion;

/// Run A: a document, and the recording of its run.
#[derive(Clone, Debug)]
pub struct RunA {
    pub(super) document: Document,
    /// Recording of the run. Checkpoints and recorded history are shared with the run from which the
    /// recording was copied.
    recording: Recording,
    /// Whether run A is the run of the open document, so that runs A and B are equal.
    pub(super) is_same: bool,
    /// Message if run A belongs to another fabric than run B; `None` otherwise.
    pub(super) mismatch: Option<String>,
    /// Moment to which the cursor of run A was moved last: a time, and the number of events of that time; the
    /// number 0 stands for all events. `None` before the first move.
    destination: Option<(Time, u64)>,
    /// Replay that records the missing history of the run; `None` if none is in progress.
    history_replay: Option<HistoryReplay>,
    /// Whether run A has the ports of run B, in the same order, so that one layout fits both runs.
    pub(super) has_same_ports: bool,
    /// View of the fabric at the cursor of run A, as of the last [`RunA::update_view`].
    view: Rc<WorldView>,
    motion: Motion,
    /// Moment of `view`: a time, and the number of events of that time that have run; `None` before the first
    /// update.
    viewed: Option<(Time, u64)>,
}

impl RunA {
    /// Creates run A: the run of `document` on `recording`. The caller must call [`RunA::review`] next; until
    /// then, run A counts as a different run of the same fabric.
    pub(super) fn new(document: Document, recording: Recording) -> Self {
        let motion = Motion::new(recording.spec());
        Self {
            document,
            recording,
            is_same: false,
            mismatch: None,
            destination: None,
            history_replay: None,
            has_same_ports: false,
            view: Rc::default(),
            motion,
            viewed: None,
        }
    }

    /// State of the fabric at the cursor of run A.
    #[must_use]
    pub fn world(&self) -> &World {
        self.recording.world()
    }

    /// View of the fabric at the cursor of run A, as of the last [`RunA::update_view`].
    pub(super) const fn view(&self) -> &Rc<WorldView> {
        &self.view
    }

    /// Run, view and motion of the fabric of run A.
    pub(super) fn drawn_fabric(&self) -> (&Recording, &WorldView, &Motion) {
        (&self.recording, &self.view, &self.motion)
    }

    /// Updates the view of the fabric. `passed` is the wall time since the last update, in seconds, and the
    /// speed of the moving parts in simulated picoseconds per second; `None` if run B did not move.
    pub(super) fn update_view(&mut self, passed: Option<(f64, f64)>) {
        let moment = Some((self.world().now(), self.world().ran_now()));
        if passed.is_none() && self.viewed == moment {
            return;
        }
        self.viewed = moment;
        let mut view = std::mem::take(&mut self.view);
        self.recording.world().snapshot(Rc::make_mut(&mut view));
        self.view = view;
        let (wall, speed) = passed.unwrap_or_default();
        self.motion.advance(self.recording.spec(), &self.view, wall, speed, wall == 0.0);
    }

    /// Recorded history of the queues and flows of run A.
    #[must_use]
    pub fn history(&self) -> &ChartHistory {
        self.recording.history()
    }

    /// Recorded pauses and other events of the queues of run A.
    #[must_use]
    pub fn lanes(&self) -> &Lanes {
        self.recording.lanes()
    }

    /// Latest time that run A has reached.
    #[must_use]
    pub fn known_until(&self) -> Time {
        self.recording.known_until()
    }

    /// Port of run A with the same node name and number as `port` in `spec`; `None` if run A has no such
    /// port.
    #[must_use]
    pub fn port(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(spec, port, self.recording.spec())
    }

    /// Port of `spec` with the same node name and number as `port` in run A; `None` if `spec` has no such
    /// port.
    #[must_use]
    pub fn port_in(&self, spec: &Spec, port: PortId) -> Option<PortId> {
        namesake(self.recording.spec(), port, spec)
    }

    /// Flow of run A with the name `name`; `None` if run A has no such flow. If several flows have this name,
    /// the flow with the id `id` is preferred.
    #[must_use]
    pub fn flow(&self, id: FlowId, name: &str) -> Option<FlowId> {
        let mut flows = self.world().flow_specs();
        if self.world().flow_specs().nth(id.index()).is_some_and(|flow| flow.name == name) {
            return Some(id);
        }
        flows.position(|flow| flow.name == name).map(FlowId::new)
    }

    /// Records, from now on, those quantities of run A that `shown` lists.
    pub(super) fn record(&mut self, shown: &ShownCurves) {
        self.recording.show(shown);
    }

    /// Whether the cursor of run A has reached `moment`: a time, and the number of events of that time; the
    /// number 0 stands for all events.
    #[must_use]
    pub(super) fn is_at(&self, moment: (Time, u64)) -> bool {
        self.destination == Some(moment) && self.recording.target.is_none()
    }

    /// Moves the cursor of run A towards `moment` until `is_budget_spent` returns true. If the cursor is
    /// already there, records the past of newly shown quantities. Returns whether work was done or is left.
    /// If the run exceeds its memory, returns `false` and the cursor stays before `moment`.
    pub(super) fn follow(&mut self, moment: (Time, u64), is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        if self.is_at(moment) {
            return self.recording.replay_history(&mut self.history_replay, is_budget_spent);
        }
        if self.destination != Some(moment) {
            self.recording.seek_moment(moment.0, moment.1);
            self.destination = Some(moment);
        }
        self.recording.travel(is_budget_spent);
        self.recording.over_budget().is_none()
    }

    /// Whether run A is the run of `document`; differences in the view do not count.
    pub(super) fn is_of(&self, document: &Document) -> bool {
        same_but_view(&self.document, document)
    }

    /// Updates [`RunA::is_same`], [`RunA::mismatch`] and [`RunA::has_same_ports`] for the open `document`;
    /// `spec` is its specification.
    pub(super) fn review(&mut self, document: &Document, spec: &Spec) {
        self.is_same = self.is_of(document);
        self.mismatch = self.mismatch_with(spec);
        self.has_same_ports = self.mismatch.is_none()
            && (0..spec.ports.len()).map(PortId::new).all(|port| self.port(spec, port) == Some(port));
    }

    /// Message if run A belongs to another fabric than `spec`; `None` if run A and `spec` have ports of the
    /// same names. A run A with further ports also belongs to another fabric.
    fn mismatch_with(&self, spec: &Spec) -> Option<String> {
        let mine = self.recording.spec();
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

/// Port of `there` with the node name and the port number that `port` has in `here`; `None` if there is no
/// such port.
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
    /// Copies this run, the run of `document`, for use as run A.
    pub(super) fn as_run_a(&self, document: &Document) -> RunA {
        RunA::new(document.clone(), Recording { target: None, ..self.leading().clone() })
    }

    /// Replaces the recorded history of this run by the history of `run`. Both runs must have the same
    /// document.
    pub(super) fn take_history_from(&mut self, run: &RunA) {
        let recording = self.sent();
        recording.seekable_run.extend_known(run.recording.seekable_run.known());
        recording.recorded = Arc::clone(&run.recording.recorded);
    }
}
