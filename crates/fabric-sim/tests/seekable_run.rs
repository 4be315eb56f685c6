//! Tests of seekable runs: at each position, the state is the same, whatever moves have led to the position.

use std::sync::Arc;

use fabric_sim::document::{Document, TimedAction};
use fabric_sim::engine::{EventFilter, Log, World};
use fabric_sim::seekable::{Budget, CheckpointedObserver, Search, SearchState, SeekTarget, SeekableRun};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

#[path = "kit/documents/mod.rs"]
mod documents;
use documents::Dice;

/// Budget of memory that is enough for a few checkpoints of the random documents.
const BUDGET: Budget = Budget { world: usize::MAX, checkpoints: 3_000_000 };

const EVERYTHING: EventFilter = EventFilter {
    everything: true,
    backlogged: &[],
    passing: &[],
    sources: &[],
    occupancies: &[],
    deliveries: &[],
};

/// Observer that adds up all events of a run, in a sum that depends on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sum(u64);

impl CheckpointedObserver for Sum {
    fn observe(&mut self, _: &World, log: &Log) {
        for (number, event) in
            log.recorded_events().flat_map(|(number, events)| events.iter().map(move |event| (number, event)))
        {
            let number = number ^ event.at.ps() << 8 ^ u64::from(event.port.0) << 48;
            self.0 = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number);
        }
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Position of a run, and its state, for comparison: hash, number of the event, time, number of events at
/// this time, and sum of the observer.
type Place = (String, u64, Time, u64, Sum);

fn place(run: &SeekableRun<Sum>) -> Place {
    let world = run.world();
    (world.hash().to_string(), run.number(), world.now(), world.ran_now(), run.observer().clone())
}

fn go(run: &mut SeekableRun<Sum>, goal: SeekTarget) {
    run.approach(goal);
    while !run.travel(goal, EVERYTHING, &mut |_| (), &mut || true) {}
}

fn straight(spec: &Arc<Spec>, goal: SeekTarget) -> Place {
    let mut run = SeekableRun::new(Arc::clone(spec), Sum(0), Budget { checkpoints: 0, ..BUDGET });
    go(&mut run, goal);
    place(&run)
}

/// Random document `n`, and the specification that it compiles to.
fn compiled(n: u64) -> (Document, Arc<Spec>) {
    let document = documents::document(n);
    let spec = document.compile().expect("is good");
    (document, Arc::new(spec))
}

/// Random target for a seek in a run with `events` events and the horizon `end`.
fn goal(dice: &mut Dice, events: u64, end: Time) -> SeekTarget {
    match dice.range(0, 4) {
        0 => SeekTarget::Time(Time(dice.range(0, end.ps() + 1))),
        1 => SeekTarget::Moment(Time(dice.range(0, end.ps() + 1) / 1_000_000 * 1_000_000), dice.range(0, 6)),
        _ => SeekTarget::Event(dice.range(0, events + 2)),
    }
}

#[test]
fn state_at_a_position_is_independent_of_the_seek_path() {
    let mut visited = 0;
    for n in 0..40 {
        let (_, spec) = compiled(n);
        let mut dice = Dice(Pcg32::seed_from_u64(n));
        let mut run = SeekableRun::new(Arc::clone(&spec), Sum(0), BUDGET);
        go(&mut run, SeekTarget::Time(spec.horizon));
        let (events, end) = (run.number(), spec.horizon);
        for _ in 0..12 {
            let goal = goal(&mut dice, events, end);
            go(&mut run, goal);
            assert_eq!(place(&run), straight(&spec, goal), "document {n}, {goal:?}");
            assert!(run.known() >= events && run.checkpoints().1 <= BUDGET.checkpoints);
            visited += 1;
        }
    }
    assert!(visited > 300, "{visited}");
}

#[test]
fn steps_back_and_forward_are_the_identity() {
    for n in 0..30 {
        let (_, spec) = compiled(n);
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 7));
        let mut run = SeekableRun::new(Arc::clone(&spec), Sum(0), BUDGET);
        go(&mut run, SeekTarget::Time(Time(spec.horizon.ps() / 2)));
        let goal = SeekTarget::Event(dice.range(1, run.number().max(2)));
        go(&mut run, goal);
        let mut trail = vec![place(&run)];
        for _ in 0..40 {
            if !run.step(&mut |_| ()) {
                break;
            }
            trail.push(place(&run));
        }
        let forward = trail.clone();
        let mut last = trail.pop().expect("at least the start");
        while let Some(before) = trail.pop() {
            assert_eq!(place(&run), last, "document {n}");
            let goal = run.before();
            go(&mut run, goal);
            last = before;
        }
        // The first position of `forward` may lie between two events that the observer records, so it is not
        // compared.
        for there in &forward[1..] {
            run.step(&mut |_| ());
            assert_eq!(&place(&run), there, "document {n}");
        }
    }
}

/// Changes the list of actions: removes one action in a third of the cases, and adds one to three.
fn change_actions(dice: &mut Dice, document: &Document, actions: &mut Vec<TimedAction>) {
    if !actions.is_empty() && dice.one_in(3) {
        actions.swap_remove(usize::try_from(dice.range(0, actions.len() as u64)).expect("an index"));
    }
    for n in 0..dice.range(1, 4) {
        actions.push(documents::actions::action(dice, document, 90 + n));
    }
}

#[test]
fn a_fork_is_the_run_of_its_actions_and_back_again_is_the_first() {
    let (mut forks, mut refused) = (0, 0);
    for n in 0..40 {
        let (document, spec) = compiled(n);
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0x63));
        let mut run = SeekableRun::new(Arc::clone(&spec), Sum(0), BUDGET);
        go(&mut run, SeekTarget::Time(spec.horizon));
        for _ in 0..4 {
            let mut other = document.clone();
            change_actions(&mut dice, &document, &mut other.actions);
            let Ok(stated) = other.compile().map(Arc::new) else { continue };
            let Some(mut fork) = run.fork(Arc::clone(&stated)) else {
                refused += 1;
                continue;
            };
            let goal = goal(&mut dice, run.number(), spec.horizon);
            go(&mut fork, goal);
            assert_eq!(place(&fork), straight(&stated, goal), "document {n}, {goal:?}");
            let mut back = fork.fork(Arc::clone(&spec)).expect("the same fabric");
            go(&mut back, goal);
            assert_eq!(place(&back), straight(&spec, goal), "document {n}, {goal:?}");
            forks += 1;
        }
    }
    assert!(forks > 60 && refused < forks, "{forks} forks, {refused} refused");
}

#[test]
fn an_action_at_the_cursor_equals_the_same_action_in_a_document() {
    let mut done = 0;
    for n in 0..40 {
        let (document, spec) = compiled(n);
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 5));
        let mut run = SeekableRun::new(Arc::clone(&spec), Sum(0), BUDGET);
        go(&mut run, SeekTarget::Time(spec.horizon));
        let (mut other, mut before) = (document.clone(), spec.actions.clone());
        for round in 0..3 {
            let at = SeekTarget::Event(dice.range(0, run.number() + 1));
            go(&mut run, at);
            let mut timed = documents::actions::action(&mut dice, &document, 70 + round);
            timed.at = run.world().action_time();
            other.actions.push(timed.clone());
            let Ok(stated) = other.compile() else { break };
            // The document may compile one action to several actions, at the end of the actions of their
            // time. If other actions of the document change, too, the comparison ends.
            let end = stated.actions.partition_point(|action| action.at <= timed.at);
            let start = end - (stated.actions.len() - before.len());
            let others = [&stated.actions[..start], &stated.actions[end..]].concat();
            if start == end || others != before {
                break;
            }
            for action in &stated.actions[start..end] {
                assert_eq!(run.act(action.action.clone()), timed.at);
            }
            assert_eq!(run.known(), run.number());
            go(&mut run, SeekTarget::Time(spec.horizon));
            assert_eq!(place_of(&run), place_of_straight(&stated, spec.horizon), "document {n}");
            before = stated.actions;
            done += 1;
        }
    }
    assert!(done > 60, "{done}");
}

fn place_of(run: &SeekableRun<Sum>) -> (String, u64) {
    (run.world().hash().to_string(), run.number())
}

fn place_of_straight(spec: &Spec, end: Time) -> (String, u64) {
    let mut world = World::new(Arc::new(spec.clone()));
    world.run_until(end, u64::MAX, &mut ());
    (world.hash().to_string(), world.counters().events)
}

#[test]
fn a_search_finds_the_next_and_the_previous_event_of_a_straight_run() {
    let is = |run: &SeekableRun<Sum>| run.events().iter().any(|event| event.port.0 == 1);
    let look = |mut search: Search<Sum>| {
        loop {
            let found = search.advance(&mut { is }, &mut || true);
            if found != SearchState::Unknown {
                return found;
            }
        }
    };
    let (mut found, mut nothing) = (0, 0);
    for n in 0..20 {
        let (_, spec) = compiled(n);
        let mut run = SeekableRun::new(Arc::clone(&spec), Sum(0), BUDGET);
        let mut all = Vec::new();
        let mut hear = |run: &SeekableRun<Sum>| {
            if is(run) {
                all.push(run.number());
            }
        };
        while !run.travel(SeekTarget::Time(spec.horizon), EVERYTHING, &mut hear, &mut || false) {}
        let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0x4D2));
        let events = run.number();
        for _ in 0..6 {
            let here = dice.range(0, events + 1);
            go(&mut run, SeekTarget::Event(here));
            let next = all.iter().copied().find(|number| *number > here);
            let last = all.iter().copied().rfind(|number| *number < here);
            let expected = |number: Option<u64>| number.map_or(SearchState::Nothing, SearchState::Event);
            assert_eq!(look(Search::forward(run.clone(), spec.horizon)), expected(next), "document {n}");
            assert_eq!(look(Search::backward(run.clone(), here.saturating_sub(1))), expected(last));
            found += u32::from(next.is_some() && last.is_some());
            nothing += u32::from(next.is_none() || last.is_none());
        }
    }
    assert!(found > 50 && nothing > 0, "{found}, {nothing}");
}
