//! Tests of filtered runs: an observer receives exactly the events that its filter selects, each at its time.
//! The filter does not change the run.

use std::sync::Arc;

use fabric_sim::engine::{Delivery, EventFilter, EventKind, Log, OccupancySample, TraceEvent, World};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, PortId, Priority, PrioritySet};
use fabric_sim::seekable::{Budget, CheckpointedObserver, SeekTarget, SeekableRun};
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

#[path = "kit/documents/mod.rs"]
mod documents;
use documents::Dice;

/// Budget of memory that is enough for a few checkpoints of the random documents.
const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 3_000_000 };

/// Events and state after one step of a run.
struct Stepped {
    number: u64,
    /// Events of the step, each with a flag. The flag is `true` if the frame of the event leaves other frames
    /// waiting, or is the first frame in headroom.
    events: Vec<(TraceEvent, bool)>,
    deliveries: Vec<Delivery>,
    occupancies: Vec<OccupancySample>,
}

/// Runs `world` step by step to `end`. Returns for each step the events, the deliveries, and a sample of each
/// port and priority of `measured` whose occupancies changed.
fn stepped(world: &mut World, end: Time, measured: &[(PortId, Priority)]) -> Vec<Stepped> {
    let (mut all, mut events) = (Vec::new(), Vec::new());
    let mut last = vec![(0, 0); measured.len()];
    while world.next_at() <= end && world.step_recording(&mut events) {
        let (at, number) = (world.now(), world.counters().events);
        let (mut deliveries, mut occupancies) = (Vec::new(), Vec::new());
        for event in &events {
            let EventKind::Delivered(frame) = event.kind else { continue };
            let (receiver, got) = world.received_at(frame.flow, event.port).expect("a receiver");
            let (flow, port) = (frame.flow, event.port);
            deliveries.push(Delivery { flow, port, at, number, total: (receiver, got.bytes) });
        }
        for (&port_and_priority, last) in measured.iter().zip(&mut last) {
            let bytes = world.occupancies(port_and_priority.0, port_and_priority.1);
            if std::mem::replace(last, bytes) != bytes {
                occupancies.push(OccupancySample { port_and_priority, at, number, bytes });
            }
        }
        let stands_out = |event: &TraceEvent| match event.kind {
            EventKind::Started(frame) => world.has_backlog(event.port, &frame),
            EventKind::Headroom(_, is_first) => is_first,
            _ => false,
        };
        let events = events.drain(..).map(|event| (event, stands_out(&event))).collect();
        all.push(Stepped { number, events, deliveries, occupancies });
    }
    world.run(end, 0);
    all
}

/// Whether a run with the filter `interest` must report `event` to the observer. `stands_out` is the flag in
/// [`Stepped::events`].
fn is_selected(interest: &EventFilter, event: &TraceEvent, stands_out: bool) -> bool {
    let port = event.port.index();
    match event.kind {
        EventKind::Ended
        | EventKind::Admission(..)
        | EventKind::LeftCrossbar(_)
        | EventKind::Copied(_)
        | EventKind::Delivered(_) => false,
        EventKind::Arrived(frame) | EventKind::Started(frame) => {
            let leaves = matches!(event.kind, EventKind::Started(_));
            let mask = interest.passing[port]
                | if stands_out { interest.backlogged[port] } else { PrioritySet::EMPTY };
            mask.contains(frame.priority)
                || interest.sources[frame.flow.index()] == Some(event.port)
                || frame.kind == FrameKind::Cnp
                || leaves && frame.kind == FrameKind::Data && frame.sequence == 0
        }
        EventKind::Headroom(..) => stands_out,
        _ => true,
    }
}

/// Observer that subscribes only to events of transmitted frames, for a set of priorities at each port.
#[derive(Clone)]
struct Subscriber(Vec<PrioritySet>);

impl CheckpointedObserver for Subscriber {
    fn observe(&mut self, _: &World, _: &Log) {}

    fn backlogged(&self) -> &[PrioritySet] {
        &self.0
    }

    fn heap_bytes(&self) -> usize {
        self.0.len()
    }
}

#[test]
fn a_filtered_recorder_receives_its_events_at_their_time_without_changing_the_run() {
    let (mut stated, mut left_out, mut read, mut crowds, mut firsts) = (0, 0, 0, 0, 0);
    for n in 0..40 {
        let spec = Arc::new(documents::document(n).compile().expect("is good"));
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0x5EED));
        let ports = spec.ports.len();
        let mut at_random_port = |priority| {
            let n = usize::try_from(dice.range(0, ports as u64)).expect("a number of a port");
            (PortId::new(n), priority)
        };
        let measured = [Priority::P0, Priority::P3, Priority::P6].map(&mut at_random_port);
        let mut world = World::new(Arc::clone(&spec));
        let all = stepped(&mut world, spec.horizon, &measured);
        let flows = world.counters().flows.len();
        let mut masks = || -> Vec<PrioritySet> {
            let mask = |dice: &mut Dice| {
                let is_empty = dice.range(0, 4) != 0;
                PrioritySet::from_bits(if is_empty { 0 } else { 1 << dice.range(0, 8) })
            };
            (0..ports).map(|_| mask(&mut dice)).collect()
        };
        let (backlogged, passing) = (masks(), masks());
        let mut some = || (0..flows).map(|_| dice.range(0, 3) == 0).collect::<Vec<bool>>();
        let (deliveries, wanted) = (some(), some());
        let source = |(n, wanted): (u32, &bool)| wanted.then(|| world.flow_source(FlowId(n)).port);
        let sources: Vec<Option<PortId>> = (0..).zip(&wanted).map(source).collect();
        let interest = EventFilter {
            everything: false,
            backlogged: &backlogged,
            passing: &passing,
            sources: &sources,
            occupancies: &measured,
            deliveries: &deliveries,
        };
        let is_in_filter =
            |(event, stands_out): &(TraceEvent, bool)| is_selected(&interest, event, *stands_out);
        let count = |event: &Stepped| event.events.iter().filter(|event| is_in_filter(event)).count();
        let expected: Vec<(u64, usize)> =
            all.iter().map(|event| (event.number, count(event))).filter(|(_, count)| *count > 0).collect();
        let mut run = SeekableRun::new(Arc::clone(&spec), Subscriber(backlogged.clone()), BUDGET);
        let (mut recorded, mut delivered, mut occupancies) = (Vec::new(), Vec::new(), Vec::new());
        let mut record = |run: &SeekableRun<Subscriber>| {
            recorded.extend(run.log().recorded_events().map(|(number, events)| (number, events.len())));
            delivered.extend_from_slice(&run.log().deliveries);
            for sample in &run.log().occupancies {
                let is_same =
                    |before: &&OccupancySample| before.port_and_priority == sample.port_and_priority;
                let before = occupancies.iter().rfind(is_same);
                if before.map_or((0, 0), |before| before.bytes) != sample.bytes {
                    occupancies.push(*sample);
                }
            }
        };
        while !run.travel(SeekTarget::Time(spec.horizon), interest, &mut record, &mut || true) {}
        assert_eq!(recorded, expected, "document {n}");
        let wanted = all.iter().flat_map(|event| &event.deliveries);
        let wanted: Vec<Delivery> = wanted.filter(|one| deliveries[one.flow.index()]).copied().collect();
        assert_eq!(delivered, wanted, "document {n}");
        let changes: Vec<OccupancySample> =
            all.iter().flat_map(|event| event.occupancies.iter().copied()).collect();
        assert_eq!(occupancies, changes, "document {n}");
        assert_eq!((run.world().hash(), run.number()), (world.hash(), world.counters().events));
        let everything = EventFilter { everything: true, ..EventFilter::default() };
        let mut straight = SeekableRun::new(Arc::clone(&spec), Subscriber(Vec::new()), BUDGET);
        while !straight.travel(SeekTarget::Time(spec.horizon), everything, &mut |_| (), &mut || false) {}
        assert_eq!(run.before(), straight.before(), "document {n}");
        stated += recorded.len();
        left_out += all.iter().filter(|event| !event.events.is_empty()).count() - recorded.len();
        read += occupancies.len().min(delivered.len());
        let of = |is: fn(&EventKind) -> bool| {
            let events = all.iter().flat_map(|event| &event.events);
            events.filter(|(event, stands_out)| is(&event.kind) && *stands_out).count()
        };
        crowds += of(|kind| matches!(kind, EventKind::Started(_)));
        firsts += of(|kind| matches!(kind, EventKind::Headroom(..)));
    }
    assert!(stated > 1_000 && left_out > 10_000, "{stated}, {left_out}");
    assert!(read > 1_000 && crowds > 100 && firsts > 0, "{read}, {crowds}, {firsts}");
}

/// After each part of a run, the log must have the numbers of the last two events that were recorded. Parts
/// end at a time, or after a number of events.
#[test]
fn the_last_two_observed_events_are_the_last_two_recorded_events() {
    let mut bits = 0;
    for n in 0..40 {
        let spec = Arc::new(documents::document(n).compile().expect("is good"));
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0xB175));
        let all = stepped(&mut World::new(Arc::clone(&spec)), spec.horizon, &[]);
        let mut noted =
            all.iter().filter(|event| !event.events.is_empty()).map(|event| event.number).peekable();
        let (mut world, mut log, mut last) = (World::new(Arc::clone(&spec)), Log::default(), [0; 2]);
        // If no events are left, the event loop does not advance the time.
        while world.now() < spec.horizon && world.next_at() < Time::NEVER {
            let until = Time(world.now().ps() + dice.range(0, 2_000_000)).min(spec.horizon);
            log.clear();
            world.run_filtered(until, dice.range(1, 60), EventFilter::default(), &mut log);
            while let Some(number) = noted.next_if(|number| *number <= world.counters().events) {
                last = [last[1], number];
            }
            assert_eq!(log.observed, last, "document {n} at {}", world.now());
            bits += 1;
        }
    }
    assert!(bits > 1_000, "{bits}");
}
