//! Records the past of chart quantities that are shown for the first time. A copy of the run replays the past
//! events in short steps. Start with [`Recording::replay_history`].

use std::sync::Arc;

use fabric_sim::ids::FlowId;
use fabric_sim::seekable::{SeekTarget, SeekableRun};
use fabric_sim::sort;
use fabric_sim::spec::Spec;

use super::chart_history::ShownCurves;
use super::run_observer::RunObserver;
use super::{Lab, Recording, Run, RunA};

/// Greatest number of flows in the chart of rates in addition to the selected flow.
const MAX_FLOWS: usize = 64;

/// Replay that records quantities, and the identity of its run.
#[derive(Clone, Debug)]
pub struct HistoryReplay {
    copy: SeekableRun<RunObserver>,
    of: (Arc<Spec>, usize),
}

impl HistoryReplay {
    /// Creates a replay of the run on `recording` from the last checkpoint before event `from`.
    fn new(recording: &Recording, from: u64) -> Self {
        let mut copy = recording.seekable_run.clone();
        copy.approach(SeekTarget::Event(from));
        Self { copy, of: mark(recording) }
    }
}

/// Identity of the run of a recording: its spec and its number of actions.
fn mark(recording: &Recording) -> (Arc<Spec>, usize) {
    (Arc::clone(recording.spec()), recording.world().actions().len())
}

impl Recording {
    /// Records the quantities in `shown` from now on. Does nothing if exactly these quantities are already
    /// recorded.
    pub(super) fn show(&mut self, shown: &ShownCurves) {
        if self.recorded.history.shows(shown) {
            return;
        }
        let start = (self.seekable_run.number() == 0).then(|| self.seekable_run.world());
        Arc::make_mut(&mut self.recorded).history.show(shown, self.seekable_run.spec(), start);
    }

    /// Continues the replay in `history_replay` until `is_budget_spent` returns true. Starts a replay if
    /// quantities are incomplete and `history_replay` has no replay of this run. Returns `true` while a
    /// replay is in progress, `false` if all quantities are complete or the replay would exceed its memory.
    pub(super) fn replay_history(
        &mut self,
        history_replay: &mut Option<HistoryReplay>,
        is_budget_spent: &mut impl FnMut() -> bool,
    ) -> bool {
        let Some(from) = self.recorded.history.gap() else {
            *history_replay = None;
            return false;
        };
        let own = mark(self);
        let known = self.seekable_run.known();
        let under_way = history_replay.take().filter(|replay| {
            Arc::ptr_eq(&replay.of.0, &own.0) && replay.of.1 == own.1 && replay.copy.number() <= from
        });
        let replay = history_replay.insert(under_way.unwrap_or_else(|| HistoryReplay::new(self, from)));
        let recorded = Arc::make_mut(&mut self.recorded);
        let mut from = replay.copy.number();
        if from == 0 {
            recorded.history.record_replayed(&replay.copy, 0);
        }
        let subscriptions = recorded.history.subscriptions(replay.copy.world());
        let mut each = |run: &SeekableRun<RunObserver>| {
            recorded.history.record_replayed(run, from);
            from = run.number();
        };
        replay.copy.travel(SeekTarget::Event(known), subscriptions.interest(), &mut each, is_budget_spent);
        !replay.copy.exceeds_budget()
    }
}

impl Lab {
    /// Queue and flows that the charts show: the flow on display, and at most [`MAX_FLOWS`] other flows to
    /// the same receiver, lowest ids first.
    fn shown(&self) -> ShownCurves {
        let world = self.run.recording().world();
        let flow = self.flow();
        let rivals = flow.map(|flow| self.rivals(flow)).unwrap_or_default();
        let beside = rivals.iter().map(|one| one.0).filter(|one| Some(*one) != flow).take(MAX_FLOWS);
        let wanted = sort::set(beside.chain(flow));
        let all = (0..).map(FlowId::new).zip(world.flow_specs());
        let flows =
            all.filter(|(id, _)| wanted.contains(id)).map(|(id, flow)| (id, flow.receivers().count()));
        ShownCurves { lane: Some((self.selected.port, self.selected.priority)), flows: flows.collect() }
    }

    /// Makes runs A and B record the quantities that the charts show. Run A is the pinned run, otherwise the
    /// run before the last edit. Run A records only the flow on display, if run A has a flow of the same
    /// name.
    pub(super) fn record_displayed(&mut self) {
        let shown = self.shown();
        self.run.record_shown(&shown);
        let flow = self.flow().and_then(|flow| Some((flow, self.flow_pace(flow)?.0.to_owned())));
        let spec = Arc::clone(self.run.recording().spec());
        if let Some(a) = self.pinned.as_mut().or(self.before_edit.as_mut()) {
            a.record_shown(&shown, &spec, flow);
        }
    }
}

impl Run {
    fn record_shown(&mut self, shown: &ShownCurves) {
        self.recording.show(shown);
        let others = [&mut self.ahead, &mut self.near];
        others.into_iter().flatten().for_each(|recording| recording.show(shown));
    }

    /// Records missing history by [`Recording::replay_history`], unless the cursor is moving. Returns `true`
    /// while a replay is in progress, otherwise `false`.
    pub(super) fn replay_history(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        !self.is_seeking() && self.recording.replay_history(&mut self.history_replay, is_budget_spent)
    }
}

impl RunA {
    fn record_shown(&mut self, shown: &ShownCurves, spec: &Spec, flow: Option<(FlowId, String)>) {
        let lane = shown.lane.and_then(|(port, priority)| Some((self.port(spec, port)?, priority)));
        let own = flow.and_then(|(id, name)| self.flow(id, &name));
        let spec_of = |id: FlowId| self.world().flow_specs().nth(id.index());
        let flows = own.into_iter().filter_map(|id| Some((id, spec_of(id)?.receivers().count()))).collect();
        self.record(&ShownCurves { lane, flows });
    }
}
