use super::*;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::{Priority, PrioritySet};
use crate::spec::{
    Arrival, Builder, FlowSpec, Headers, Operation, PortConfig, PriorityConfig, Spec, SwitchConfig,
};
use crate::units::{Rate, Time};
use crate::wire::Ecn;

/// Spec of three hosts that overload the link of a fourth host for ever, on two lossless priorities
/// and one lossy priority.
fn spec() -> Spec {
    let mut builder = Builder::new();
    let switch = builder.switch("s").expect("a name of its own");
    let hosts = ["a", "b", "c", "r"].map(|name| builder.host(name).expect("a name of its own"));
    for host in hosts {
        builder.link(host, switch, Rate::gbps(100), Time::from_ns(100)).expect("its only link");
    }
    let mut config = PortConfig::new();
    config.priorities[4] = PriorityConfig::new(true);
    let enabled = PrioritySet::from_iter([Priority::P3, Priority::P4]);
    (config.sender.enabled, config.receiver.enabled) = (enabled, enabled);
    let mut spec = builder.build(SwitchConfig::new(1 << 20), config).expect("a small table of routes");
    let some = Arrival::Constant(Rate::gbps(8));
    let classes =
        [(Priority::P3, Arrival::Saturate), (Priority::P4, Arrival::Saturate), (Priority::P0, some)];
    let flows = hosts.into_iter().zip(classes).map(|(source, (priority, arrival))| FlowSpec {
        name: format!("f{priority}"),
        source,
        destination: hosts[3],
        operation: Operation::Write,
        priority,
        headers: Headers::IP,
        frame_bytes: 1_500,
        payload_bytes: 1_478,
        size: None,
        start: Time::ZERO,
        stop: None,
        arrival,
        jitter: true,
        frame_jitter: false,
        acks: None,
        reliability: None,
        rate: RateConfig::None,
        credits: None,
        ecn: Ecn::NotCapable,
        path: Vec::new(),
    });
    spec.flows = flows.collect();
    spec
}

/// Runs `events` events of this spec, and offers a checkpoint after every event.
fn run(budget: usize, events: u64) -> (World, Checkpoints<()>) {
    let mut world = World::new(Arc::new(spec()));
    let mut checkpoints = Checkpoints::new(&world, &(), budget);
    for _ in 0..events {
        world.run_until(Time::from_ms(100), 1, &mut ());
        checkpoints.offer(&mut world, &(), [0; 2]);
        assert!(checkpoints.bytes <= budget.max(checkpoints.stored[0].bytes));
    }
    (world, checkpoints)
}

fn numbers<R>(checkpoints: &Checkpoints<R>) -> Vec<u64> {
    checkpoints.stored.iter().map(|stored| stored.number).collect()
}

#[test]
fn checkpoint_spacing_grows_with_size_and_has_a_minimum() {
    let (_, checkpoints) = run(usize::MAX, 20_000);
    for pair in checkpoints.stored.windows(2) {
        assert_eq!(pair[1].number, pair[0].next);
        assert!(pair[0].next - pair[0].number >= FEWEST);
    }
    assert!(checkpoints.count() > 10);
    assert_eq!(checkpoints.bytes(), checkpoints.stored.iter().map(|stored| stored.bytes).sum::<usize>());
}

#[test]
fn budget_removes_old_checkpoints_but_not_the_first() {
    let (world, checkpoints) = run(700_000, 100_000);
    let numbers = numbers(&checkpoints);
    assert_eq!((numbers[0], numbers.len() > 8), (0, true), "{numbers:?}");
    let gaps: Vec<u64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let last = &checkpoints.stored[numbers.len() - 1];
    assert!(world.counters().events - last.number <= last.next - last.number);
    assert!(gaps[0] > 8 * gaps[gaps.len() - 1], "{gaps:?}");
    // No gap is longer than the distance from its start to the cursor.
    for (n, gap) in gaps.iter().enumerate() {
        assert!(*gap <= world.counters().events - numbers[n], "{gaps:?}");
    }
}

#[test]
fn a_budget_for_less_than_one_leaves_that_of_the_start() {
    let (_, checkpoints) = run(10, 20_000);
    assert_eq!(numbers(&checkpoints), [0]);
}

#[test]
fn checkpoints_become_dense_again_near_the_cursor() {
    let (world, mut checkpoints) = run(700_000, 100_000);
    let sparse = numbers(&checkpoints)[1];
    let spacing = checkpoints.stored[0].next - checkpoints.stored[0].number;
    let here = checkpoints.approach(SeekTarget::Event(sparse));
    let mut again = here.world.restore();
    again.replace_actions(world.spec(), world.script());
    while again.counters().events < sparse - 1 {
        again.run_until(Time::from_ms(100), 1, &mut ());
        if again.counters().events >= checkpoints.due() {
            checkpoints.offer(&mut again, &(), [0; 2]);
        }
    }
    let numbers = numbers(&checkpoints);
    assert!(numbers.is_sorted() && checkpoints.bytes() <= 700_000);
    let near = numbers.partition_point(|number| *number < sparse) - 1;
    assert!(sparse - numbers[near] <= 2 * spacing, "{numbers:?}");
}

#[test]
fn goal_is_approached_from_the_last_checkpoint_before() {
    let (world, checkpoints) = run(usize::MAX, 10_000);
    let second = &checkpoints.stored[1].checkpoint;
    let (now, nth) = (second.world.now(), second.world.ran_now());
    assert_eq!(checkpoints.nearest(SeekTarget::Event(0)).number(), 0);
    assert_eq!(
        checkpoints.nearest(SeekTarget::Event(second.number())).number(),
        0,
        "the event is gone through"
    );
    assert_eq!(checkpoints.nearest(SeekTarget::Event(second.number() + 1)).number(), second.number());
    assert_eq!(checkpoints.nearest(SeekTarget::Time(now)).number(), second.number());
    assert_eq!(checkpoints.nearest(SeekTarget::Time(now - Time(1))).number(), 0);
    assert_eq!(checkpoints.nearest(SeekTarget::Moment(now, nth)).number(), 0);
    assert_eq!(checkpoints.nearest(SeekTarget::Moment(now, nth + 1)).number(), second.number());
    let last = &checkpoints.stored.last().expect("many").checkpoint;
    assert_eq!(checkpoints.nearest(SeekTarget::Time(world.now() + Time(1))).number(), last.number());
}
