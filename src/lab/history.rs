//! Recorded history of the quantities that charts show: bytes and thresholds of queues, rates and
//! deliveries of flows. Only quantities on display are recorded. A quantity shown for the first time is
//! recorded by a replay (`refill.rs`). Start with [`History::show`] and [`History::take`].

use fabric_sim::engine::{Log, World};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::order;
use fabric_sim::spec::Spec;
use fabric_sim::tape::{Among, SeekableRun};

use super::asked::Asked;
use super::heard::Heard;
use super::lane_past::Lane;
use super::{FlowPast, Pyramid};

/// Memory of the history of one run, in bytes. Runs A and B share the part before they differ.
const BUDGET: usize = 12 << 20;
/// Greatest number of samples of all quantities together.
pub(super) const MOST: usize = BUDGET / Pyramid::BYTES;
/// Greatest number of samples of one quantity.
pub(super) const ENOUGH: usize = 1 << 16;
/// Greatest number of recorded queues; the queue shown longest ago is dropped.
const LANES: usize = 4;
/// Number of records between two checks of the budget, at least.
const ROUND: usize = 1_024;

/// Index for flows without a history.
const NOWHERE: usize = usize::MAX;

/// Number of samples per batch from which samples are merged more coarsely.
const MANY: usize = 8;

/// Queue and flows on display, whose history must be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Queue of the chart of depth.
    pub lane: Option<(PortId, u8)>,
    /// Flows of the chart of rates, each with its number of receivers.
    pub flows: Vec<(FlowId, usize)>,
}

/// Recorded history of one queue or flow.
#[derive(Clone, Debug)]
struct Kept<K, T> {
    key: K,
    past: T,
    /// Last event that is recorded; `None` if every event seen is recorded.
    behind: Option<u64>,
}

/// History of a queue or flow that can be recorded.
pub(super) trait Written {
    /// Records the state at the start of the run.
    fn begin(&mut self, world: &World);
    /// Records the changes by the event that has just run.
    fn hear(&mut self, reel: &SeekableRun<Heard>);
    /// Records what `log` has of the events after `behind`.
    fn read(&mut self, log: &Log, behind: u64);
    /// Drops records after event `number`. Returns the event up to which all quantities are known then.
    fn forget_after(&mut self, number: u64) -> u64;
    /// Recorded quantities.
    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid>;
}

impl<K: Copy + PartialEq, T: Written> Kept<K, T> {
    /// Records the events that `reel` has just replayed, from event `from` on; `until` is the last
    /// event ever seen. Only the last event has its trace events, the others what the log has.
    fn catch_up(&mut self, reel: &SeekableRun<Heard>, from: u64, until: u64) {
        let number = reel.number();
        if number == 0 && self.behind == Some(0) {
            self.past.begin(reel.world());
            self.behind = (until > 0).then_some(0);
        } else if let Some(behind) = self.behind.filter(|behind| from <= *behind && *behind < number) {
            self.past.read(reel.log(), behind);
            self.past.hear(reel);
            self.behind = (number < until).then_some(number);
        }
    }

    fn forget_after(&mut self, number: u64, until: u64) {
        let known = self.behind.unwrap_or(until).min(number);
        let mut sure = self.past.forget_after(known);
        // What one quantity does not know, none needs to.
        while sure < known {
            let next = self.past.forget_after(sure);
            if next == sure {
                break;
            }
            sure = next;
        }
        // What was never begun is to be.
        self.behind = (sure < number || self.behind == Some(0)).then_some(sure);
    }
}

/// Recorded history of the quantities on display.
#[derive(Clone, Debug)]
pub struct History {
    shown: Shown,
    lanes: Vec<Kept<(PortId, u8), Lane>>,
    /// Recorded flows.
    flows: Vec<Kept<FlowId, FlowPast>>,
    /// Index in `flows` by flow id; [`NOWHERE`] for flows without a history.
    places: Vec<usize>,
    /// Last event seen.
    until: u64,
    /// Greatest number of samples.
    most: usize,
    /// Records since the last check of the budget.
    round: usize,
}

impl History {
    /// Empty history of at most `most` samples; exceeded only between two checks of the budget.
    #[must_use]
    pub(super) fn new(most: usize) -> Self {
        Self {
            shown: Shown::default(),
            lanes: Vec::new(),
            flows: Vec::new(),
            places: Vec::new(),
            until: 0,
            most,
            round: 0,
        }
    }

    /// History of a queue; `None` if it is not recorded.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> Option<&Lane> {
        self.lanes.iter().find(|kept| kept.key == (port, priority)).map(|kept| &kept.past)
    }

    /// History of a flow; `None` if it is not recorded.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowPast> {
        self.flows.iter().find(|kept| kept.key == flow).map(|kept| &kept.past)
    }

    /// Whether the quantities in `shown` are those that are recorded.
    #[must_use]
    pub fn shows(&self, shown: &Shown) -> bool {
        self.shown == *shown
    }

    /// Records the quantities in `shown` from now on. `start` is the world if the cursor is at the
    /// start of the run; then nothing need be replayed if nothing was seen yet.
    pub fn show(&mut self, shown: &Shown, spec: &Spec, start: Option<&World>) {
        let start = start.filter(|_| self.until == 0);
        let behind = start.is_none().then_some(0);
        if let Some(key) = shown.lane {
            let place = self.lanes.iter().position(|kept| kept.key == key);
            let lane = place.map(|place| self.lanes.remove(place));
            let new = || {
                let mut past = Lane::new(spec, key);
                start.inspect(|world| past.begin(world));
                Kept { key, past, behind }
            };
            self.lanes.insert(0, lane.unwrap_or_else(new));
            self.lanes.truncate(LANES);
        }
        self.flows.retain(|kept| shown.flows.iter().any(|flow| flow.0 == kept.key));
        for (key, _) in &shown.flows {
            if self.flow(*key).is_none() {
                self.flows.push(Kept { key: *key, past: FlowPast::new(*key), behind });
            }
        }
        order::by_key(&mut self.flows, |kept| kept.key);
        self.places.clear();
        for (place, kept) in self.flows.iter().enumerate() {
            self.places.resize(kept.key.index(), NOWHERE);
            self.places.push(place);
        }
        self.shown = shown.clone();
    }

    /// First event from which a replay must record; `None` if nothing is missing.
    #[must_use]
    pub fn gap(&self) -> Option<u64> {
        let lanes = self.lanes.iter().filter_map(|kept| kept.behind);
        lanes.chain(self.flows.iter().filter_map(|kept| kept.behind)).min()
    }

    /// Whether seen events of the queue `key` are not recorded yet; without a queue, those of any flow.
    #[must_use]
    pub fn is_behind(&self, key: Option<(PortId, u8)>) -> bool {
        let lane = |kept: &Kept<(PortId, u8), Lane>| Some(kept.key) == key && kept.behind.is_some();
        match key {
            Some(_) => self.lanes.iter().any(lane),
            None => self.flows.iter().any(|kept| kept.behind.is_some()),
        }
    }

    /// Subscriptions for the rest of the run of `world`.
    #[must_use]
    pub fn asks(&self, world: &World) -> Asked {
        let lanes = self.lanes.iter().map(|kept| &kept.past);
        Asked::of(world, lanes, self.flows.iter().map(|kept| kept.key))
    }

    /// Records events that have run for the first time.
    pub fn take(&mut self, reel: &SeekableRun<Heard>) {
        self.until = reel.number();
        let log = reel.log();
        let count = log.levels.len() + log.deliveries.len();
        self.fit(count + log.events().len());
        let among = if count < MANY { Among::Few } else { Among::Many };
        for kept in self.lanes.iter_mut().filter(|kept| kept.behind.is_none()) {
            kept.past.hold(among, &log.levels, 0);
        }
        for delivery in &log.deliveries {
            if let Some(past) = self.known_flow(delivery.flow) {
                past.take(among, delivery);
            }
        }
        self.lanes.iter_mut().filter(|kept| kept.behind.is_none()).for_each(|kept| kept.past.hear(reel));
        for note in reel.events() {
            // Most flows are not concerned.
            if let Some(past) = FlowPast::concerned(note).and_then(|flow| self.known_flow(flow)) {
                past.note(reel.world(), reel.number(), note);
            }
        }
    }

    /// History of a flow if it is complete up to the last event seen.
    fn known_flow(&mut self, flow: FlowId) -> Option<&mut FlowPast> {
        let place = *self.places.get(flow.index())?;
        self.flows.get_mut(place).filter(|kept| kept.behind.is_none()).map(|kept| &mut kept.past)
    }

    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid> {
        let lanes = self.lanes.iter_mut().flat_map(|kept| kept.past.quantities());
        lanes.chain(self.flows.iter_mut().flat_map(|kept| kept.past.quantities()))
    }

    /// Number of samples.
    #[cfg(test)]
    pub(super) fn count(&mut self) -> usize {
        self.quantities().map(|past| past.count()).sum()
    }

    /// Checks the budget now and then, before `more` records are added. While it is exceeded, thins out
    /// the quantity with most samples.
    fn fit(&mut self, more: usize) {
        self.round += more;
        if self.round < ROUND {
            return;
        }
        self.round = 0;
        let most = self.most;
        let mut all: Vec<&mut Pyramid> = self.quantities().collect();
        while all.iter().map(|past| past.count()).sum::<usize>() > most {
            let Some(largest) = all.iter_mut().max_by_key(|past| past.count()) else { return };
            largest.thin_out();
        }
    }

    /// Records replayed events, from event `from` on.
    pub fn refill(&mut self, reel: &SeekableRun<Heard>, from: u64) {
        self.fit(reel.log().levels.len() + reel.log().deliveries.len() + 1);
        let until = self.until;
        self.lanes.iter_mut().for_each(|kept| kept.catch_up(reel, from, until));
        self.flows.iter_mut().for_each(|kept| kept.catch_up(reel, from, until));
    }

    /// Drops the records after event `number`.
    pub fn forget_after(&mut self, number: u64) {
        let until = self.until;
        self.lanes.iter_mut().for_each(|kept| kept.forget_after(number, until));
        self.flows.iter_mut().for_each(|kept| kept.forget_after(number, until));
        self.until = number;
    }
}
