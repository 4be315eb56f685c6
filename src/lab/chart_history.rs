//! Recorded history of the quantities that charts show: bytes and thresholds of queues, rates and deliveries
//! of flows. Start with [`ChartHistory::show`] and [`ChartHistory::record`]. The flows on display and the
//! last four displayed queues are recorded. If a quantity is displayed for the first time, a replay records
//! its past (`history_replay.rs`).

use fabric_sim::engine::{Log, World};
use fabric_sim::ids::{FlowId, PortId, Priority};
use fabric_sim::seekable::{RecordDensity, SeekableRun};
use fabric_sim::sort;
use fabric_sim::spec::Spec;

use super::queue_history::QueueHistory;
use super::run_observer::RunObserver;
use super::subscriptions::Subscriptions;
use super::{FlowHistory, Pyramid};

/// Memory of the history of one run, in bytes. While runs A and B are equal, they share this memory.
const BUDGET: usize = 12 << 20;
/// Greatest number of samples of a run, over all quantities together.
pub(super) const MAX_ALL_SAMPLES: usize = BUDGET / Pyramid::BYTES;
/// Greatest number of samples of one quantity.
pub(super) const MAX_SAMPLES: usize = 1 << 16;
/// Greatest number of recorded queues. A further queue replaces the queue that was shown longest ago.
const MAX_QUEUES: usize = 4;
/// Number of new samples after which the memory budget is checked.
const CHECK_INTERVAL: usize = 1_024;

/// Value in [`ChartHistory::places`] for a flow without a history.
const NOWHERE: usize = usize::MAX;

/// Number of samples in one batch of events from which samples close in time are merged as they are recorded.
const MERGED_FROM: usize = 8;

/// Queue and flows on display, which must be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownCurves {
    /// Queue in the chart of queue length; `None` if none is shown.
    pub lane: Option<(PortId, Priority)>,
    /// Flows in the chart of rates, each with its number of receivers.
    pub flows: Vec<(FlowId, usize)>,
}

/// History of a queue or flow, and the event up to which it is recorded.
#[derive(Clone, Debug)]
struct RecordedHistory<K, T> {
    key: K,
    history: T,
    /// Number of the last recorded event; a replay must record the later events. `None` if every event that
    /// has run is recorded.
    behind: Option<u64>,
}

/// Recordable history of a queue or a flow.
pub(super) trait Recordable {
    /// Records the state at the start of the run.
    fn record_start(&mut self, world: &World);
    /// Records the changes by the last event that `run` has run.
    fn record_event(&mut self, run: &SeekableRun<RunObserver>);
    /// Records the changes that `log` lists for the events after event number `behind`.
    fn record_log(&mut self, log: &Log, behind: u64);
    /// Discards the samples after event `number`. Returns the number of the last event up to which all
    /// quantities are still known; merging of samples can make this number smaller than `number`.
    fn forget_after(&mut self, number: u64) -> u64;
    /// Recorded quantities of the queue or flow.
    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid>;
}

impl<K: Copy + PartialEq, T: Recordable> RecordedHistory<K, T> {
    /// Records the events from number `from` on that `run` has just replayed. `until` is the number of the
    /// last event that has ever run. The trace events are those of the last replayed event; the log has the
    /// subscribed data of the earlier events.
    fn catch_up(&mut self, run: &SeekableRun<RunObserver>, from: u64, until: u64) {
        let number = run.number();
        if number == 0 && self.behind == Some(0) {
            self.history.record_start(run.world());
            self.behind = (until > 0).then_some(0);
        } else if let Some(behind) = self.behind.filter(|behind| from <= *behind && *behind < number) {
            self.history.record_log(run.log(), behind);
            self.history.record_event(run);
            self.behind = (number < until).then_some(number);
        }
    }

    fn forget_after(&mut self, number: u64, until: u64) {
        let known = self.behind.unwrap_or(until).min(number);
        let mut sure = self.history.forget_after(known);
        // Quantities of one history are known up to the same event.
        while sure < known {
            let next = self.history.forget_after(sure);
            if next == sure {
                break;
            }
            sure = next;
        }
        // A history without its first samples must be recorded from the start.
        self.behind = (sure < number || self.behind == Some(0)).then_some(sure);
    }
}

/// Recorded history of the quantities on display.
#[derive(Clone, Debug)]
pub struct ChartHistory {
    shown: ShownCurves,
    lanes: Vec<RecordedHistory<(PortId, Priority), QueueHistory>>,
    /// Histories of flows, in the order of flow ids.
    flows: Vec<RecordedHistory<FlowId, FlowHistory>>,
    /// Index in `flows` of the history of a flow, indexed by flow id; [`NOWHERE`] for a flow without a
    /// history.
    places: Vec<usize>,
    /// Number of the last event that has run; events discarded by [`ChartHistory::forget_after`] do not
    /// count.
    until: u64,
    /// Greatest number of samples, over all quantities together.
    most: usize,
    /// Number of new samples since the last check of the memory budget.
    round: usize,
}

impl ChartHistory {
    /// Creates an empty history of at most `most` samples. Between two checks of the budget, the history may
    /// have more.
    #[must_use]
    pub(super) fn new(most: usize) -> Self {
        Self {
            shown: ShownCurves::default(),
            lanes: Vec::new(),
            flows: Vec::new(),
            places: Vec::new(),
            until: 0,
            most,
            round: 0,
        }
    }

    /// Recorded history of the queue of `priority` at `port`; `None` if the queue is not recorded.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: Priority) -> Option<&QueueHistory> {
        self.lanes.iter().find(|recorded| recorded.key == (port, priority)).map(|recorded| &recorded.history)
    }

    /// Recorded history of `flow`; `None` if the flow is not recorded.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowHistory> {
        self.flows.iter().find(|recorded| recorded.key == flow).map(|recorded| &recorded.history)
    }

    /// Whether the recorded quantities are exactly those in `shown`.
    #[must_use]
    pub fn shows(&self, shown: &ShownCurves) -> bool {
        self.shown == *shown
    }

    /// Sets the quantities that are recorded from now on to `shown`. `start` is the world if the cursor is at
    /// the start of the run, otherwise `None`. If no event has run yet, new quantities are recorded from
    /// `start`; otherwise a replay must record their past. A flow that is not in `shown` loses its history; a
    /// queue keeps its history if it is among the last four displayed queues. If `shown` has no queue, the
    /// recorded queues stay.
    pub fn show(&mut self, shown: &ShownCurves, spec: &Spec, start: Option<&World>) {
        let start = start.filter(|_| self.until == 0);
        let behind = start.is_none().then_some(0);
        if let Some(key) = shown.lane {
            let place = self.lanes.iter().position(|recorded| recorded.key == key);
            let lane = place.map(|place| self.lanes.remove(place));
            let new = || {
                let mut history = QueueHistory::new(spec, key);
                start.inspect(|world| history.record_start(world));
                RecordedHistory { key, history, behind }
            };
            self.lanes.insert(0, lane.unwrap_or_else(new));
            self.lanes.truncate(MAX_QUEUES);
        }
        self.flows.retain(|recorded| shown.flows.iter().any(|flow| flow.0 == recorded.key));
        for (key, _) in &shown.flows {
            if self.flow(*key).is_none() {
                self.flows.push(RecordedHistory { key: *key, history: FlowHistory::new(*key), behind });
            }
        }
        sort::by_key(&mut self.flows, |recorded| recorded.key);
        self.places.clear();
        for (place, recorded) in self.flows.iter().enumerate() {
            self.places.resize(recorded.key.index(), NOWHERE);
            self.places.push(place);
        }
        self.shown = shown.clone();
    }

    /// Number of the event from which a replay must record, 0 for the start of the run. `None` if every
    /// quantity is complete.
    #[must_use]
    pub fn gap(&self) -> Option<u64> {
        let lanes = self.lanes.iter().filter_map(|recorded| recorded.behind);
        lanes.chain(self.flows.iter().filter_map(|recorded| recorded.behind)).min()
    }

    /// Whether a replay must still record the past of the queue `key`; for `None`, the past of any flow.
    #[must_use]
    pub fn is_behind(&self, key: Option<(PortId, Priority)>) -> bool {
        let lane = |recorded: &RecordedHistory<(PortId, Priority), QueueHistory>| {
            Some(recorded.key) == key && recorded.behind.is_some()
        };
        match key {
            Some(_) => self.lanes.iter().any(lane),
            None => self.flows.iter().any(|recorded| recorded.behind.is_some()),
        }
    }

    /// Subscriptions to the events of `world` that the recorded quantities need.
    #[must_use]
    pub fn subscriptions(&self, world: &World) -> Subscriptions {
        let lanes = self.lanes.iter().map(|recorded| &recorded.history);
        Subscriptions::of(world, lanes, self.flows.iter().map(|recorded| recorded.key))
    }

    /// Records the events that `run` has just run for the first time. Skips quantities whose past is not yet
    /// recorded; a replay records them.
    pub fn record(&mut self, run: &SeekableRun<RunObserver>) {
        self.until = run.number();
        let log = run.log();
        let count = log.occupancies.len() + log.deliveries.len();
        self.check_budget(count + log.events().len());
        let density = if count < MERGED_FROM { RecordDensity::Full } else { RecordDensity::Merged };
        for recorded in self.lanes.iter_mut().filter(|recorded| recorded.behind.is_none()) {
            recorded.history.record_occupancies(density, &log.occupancies, 0);
        }
        for delivery in &log.deliveries {
            if let Some(history) = self.known_flow(delivery.flow) {
                history.record_delivery(density, delivery);
            }
        }
        self.lanes
            .iter_mut()
            .filter(|recorded| recorded.behind.is_none())
            .for_each(|recorded| recorded.history.record_event(run));
        for note in run.events() {
            // Most trace events concern no recorded flow.
            if let Some(history) = FlowHistory::flow_of(note).and_then(|flow| self.known_flow(flow)) {
                history.record_note(run.world(), run.number(), note);
            }
        }
    }

    /// History of `flow`. `None` if the history is not recorded up to the last event that has run, or if the
    /// flow is not displayed.
    fn known_flow(&mut self, flow: FlowId) -> Option<&mut FlowHistory> {
        let place = *self.places.get(flow.index())?;
        self.flows
            .get_mut(place)
            .filter(|recorded| recorded.behind.is_none())
            .map(|recorded| &mut recorded.history)
    }

    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid> {
        let lanes = self.lanes.iter_mut().flat_map(|recorded| recorded.history.quantities());
        lanes.chain(self.flows.iter_mut().flat_map(|recorded| recorded.history.quantities()))
    }

    /// Number of samples of all quantities together.
    #[cfg(test)]
    pub(super) fn count(&mut self) -> usize {
        self.quantities().map(|quantity| quantity.count()).sum()
    }

    /// Counts `more` new samples, and checks the memory budget after every [`CHECK_INTERVAL`] of them. While
    /// all samples exceed the budget, thins out the quantity with most samples. At most one check per call.
    fn check_budget(&mut self, more: usize) {
        self.round += more;
        if self.round < CHECK_INTERVAL {
            return;
        }
        self.round = 0;
        let most = self.most;
        let mut all: Vec<&mut Pyramid> = self.quantities().collect();
        while all.iter().map(|quantity| quantity.count()).sum::<usize>() > most {
            let Some(largest) = all.iter_mut().max_by_key(|quantity| quantity.count()) else { return };
            largest.thin_out();
        }
    }

    /// Records the events from number `from` on that `run` has just replayed. Skips a history that is
    /// complete, or whose last recorded event is before `from`.
    pub fn record_replayed(&mut self, run: &SeekableRun<RunObserver>, from: u64) {
        self.check_budget(run.log().occupancies.len() + run.log().deliveries.len() + 1);
        let until = self.until;
        self.lanes.iter_mut().for_each(|recorded| recorded.catch_up(run, from, until));
        self.flows.iter_mut().for_each(|recorded| recorded.catch_up(run, from, until));
    }

    /// Discards the samples after event `number`, because an edit replaced the later events. If merging has
    /// removed samples before this event, a replay must record these samples again.
    pub fn forget_after(&mut self, number: u64) {
        let until = self.until;
        self.lanes.iter_mut().for_each(|recorded| recorded.forget_after(number, until));
        self.flows.iter_mut().for_each(|recorded| recorded.forget_after(number, until));
        self.until = number;
    }
}
