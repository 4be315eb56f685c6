//! The past of what is shown: of queues of the switches what each held and was
//! compared with, of flows what each may send and what arrived. What is not
//! shown is not written down; once it is shown, the run is gone through again.

use fabric_sim::engine::{Log, World};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::order;
use fabric_sim::spec::Spec;
use fabric_sim::tape::{Among, SeekableRun};

use super::asked::Asked;
use super::heard::Heard;
use super::lane_past::Lane;
use super::{FlowPast, Pyramid};

/// Bytes that the past of what is shown takes, of one run; what A and B have in
/// common they share.
const BUDGET: usize = 12 << 20;
/// Jumps that are kept of all quantities together.
pub(super) const MOST: usize = BUDGET / Pyramid::BYTES;
/// Jumps that are kept of one.
pub(super) const ENOUGH: usize = 1 << 16;
/// Queues that are written down: those that were shown last.
const LANES: usize = 4;
/// Least number of records between two checks of the budget.
const ROUND: usize = 1_024;

/// The place of a flow that is not written down.
const NOWHERE: usize = usize::MAX;

/// How much comes at once where the run goes on faster than anybody looks.
const MANY: usize = 8;

/// Queues and flows that are shown, and so must be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The queue of the chart of depth.
    pub lane: Option<(PortId, u8)>,
    /// The flows of the chart of rates, and how many receivers each has.
    pub flows: Vec<(FlowId, usize)>,
}

/// Something whose past is written down.
#[derive(Clone, Debug)]
struct Kept<K, T> {
    key: K,
    past: T,
    /// Last recorded event; `None` if it is the last that was seen.
    behind: Option<u64>,
}

/// Something that has a past.
pub(super) trait Written {
    /// As it is at the start of the run.
    fn begin(&mut self, world: &World);
    /// Takes in the event that has just run, by its notes.
    fn hear(&mut self, reel: &SeekableRun<Heard>);
    /// Takes in what was written down of it of the events after `behind`.
    fn read(&mut self, log: &Log, behind: u64);
    /// Drops what came after an event; the one up to which it is known then.
    fn forget_after(&mut self, number: u64) -> u64;
    /// Its quantities.
    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid>;
}

impl<K: Copy + PartialEq, T: Written> Kept<K, T> {
    /// Takes in what `reel` has just run: some events that follow event `from`, of
    /// which it asks for what is in the log, and for the last one.
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

/// The past of what is shown.
#[derive(Clone, Debug)]
pub struct History {
    shown: Shown,
    lanes: Vec<Kept<(PortId, u8), Lane>>,
    /// By flow.
    flows: Vec<Kept<FlowId, FlowPast>>,
    /// By the number of a flow: its place in `flows`, or one that there is none at.
    places: Vec<usize>,
    /// Last event that was seen.
    until: u64,
    /// Jumps that it may keep.
    most: usize,
    /// Records since the last check of the budget.
    round: usize,
}

impl History {
    /// Nothing yet, and never more than `most` jumps, but for those between two
    /// looks.
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

    /// The past of `priority` of `port`, if it is written down.
    #[must_use]
    pub fn lane(&self, port: PortId, priority: u8) -> Option<&Lane> {
        self.lanes.iter().find(|kept| kept.key == (port, priority)).map(|kept| &kept.past)
    }

    /// The past of a flow, if it is written down.
    #[must_use]
    pub fn flow(&self, flow: FlowId) -> Option<&FlowPast> {
        self.flows.iter().find(|kept| kept.key == flow).map(|kept| &kept.past)
    }

    /// Whether what is shown is what is written down.
    #[must_use]
    pub fn shows(&self, shown: &Shown) -> bool {
        self.shown == *shown
    }

    /// Writes down what is `shown` from now on, from the start of the run; that
    /// is where `start` is, if the cursor is there and nothing was seen yet.
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

    /// The event behind which something is not written down that was seen.
    #[must_use]
    pub fn gap(&self) -> Option<u64> {
        let lanes = self.lanes.iter().filter_map(|kept| kept.behind);
        lanes.chain(self.flows.iter().filter_map(|kept| kept.behind)).min()
    }

    /// Whether something that was seen of a queue, or without one of the flows,
    /// is not written down yet.
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

    /// Takes in what has run for the first time: some events, of which it has
    /// not asked for those that it is not given.
    pub fn take(&mut self, reel: &SeekableRun<Heard>) {
        self.until = reel.number();
        let log = reel.log();
        let count = log.levels.len() + log.deliveries.len();
        self.fit(count + log.notes().len());
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
        for note in reel.notes() {
            // Most flows are not concerned.
            if let Some(past) = FlowPast::concerned(note).and_then(|flow| self.known_flow(flow)) {
                past.note(reel.world(), reel.number(), note);
            }
        }
    }

    /// The past of a flow of which all that was seen is written down.
    fn known_flow(&mut self, flow: FlowId) -> Option<&mut FlowPast> {
        let place = *self.places.get(flow.index())?;
        self.flows.get_mut(place).filter(|kept| kept.behind.is_none()).map(|kept| &mut kept.past)
    }

    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid> {
        let lanes = self.lanes.iter_mut().flat_map(|kept| kept.past.quantities());
        lanes.chain(self.flows.iter_mut().flat_map(|kept| kept.past.quantities()))
    }

    /// How many jumps it keeps.
    #[cfg(test)]
    pub(super) fn count(&mut self) -> usize {
        self.quantities().map(|past| past.count()).sum()
    }

    /// Keeps within the budget, now and then, before so much more is written
    /// down: of what has most, less is kept.
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

    /// Takes in what has run once more, since event `from`.
    pub fn refill(&mut self, reel: &SeekableRun<Heard>, from: u64) {
        self.fit(reel.log().levels.len() + reel.log().deliveries.len() + 1);
        let until = self.until;
        self.lanes.iter_mut().for_each(|kept| kept.catch_up(reel, from, until));
        self.flows.iter_mut().for_each(|kept| kept.catch_up(reel, from, until));
    }

    /// Drops what came after event `number`.
    pub fn forget_after(&mut self, number: u64) {
        let until = self.until;
        self.lanes.iter_mut().for_each(|kept| kept.forget_after(number, until));
        self.flows.iter_mut().for_each(|kept| kept.forget_after(number, until));
        self.until = number;
    }
}
