//! Tests of the order of events. Traffic that is added elsewhere in the fabric, and the division of a run
//! into parts, must not change the order. Symmetric fabrics have many events at the same time.

use std::sync::Arc;

use fabric_sim::engine::{EventKind, TraceEvent, World};
use fabric_sim::fabric::egress::{EcnConfig, MarkAt};
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::spec::{Acks, Action, Arrival, Setting, SettingScope, TimedAction};
use fabric_sim::units::{Rate, Time};
use fabric_sim::wire::Ecn;

use crate::kit::{self, Net};

const END: Time = Time::from_us(300);

/// Fabric with eight senders `h0` to `h7` and a receiver `r` at one switch, on equal links. `h0` to `h2` send
/// to `h3`, with saturating, Poisson and constant arrivals, random marks, and acks. `h4` to `h7` are for
/// further traffic.
fn scene() -> Net {
    let mut net = Net::star(&[100; 8], 100).priority(3, |lane| {
        lane.ecn = EcnConfig { kmin: 5_000, kmax: 60_000, pmax: EcnConfig::CERTAIN / 3, at: MarkAt::Dequeue }
    });
    net.spec.seed = 7;
    for n in 0..3 {
        let flow = net.flow(&format!("h{n}"), "h3");
        flow.ecn = Ecn::Capable;
        flow.acks = Some(Acks { every: 2, priority: Priority::P5 });
        flow.arrival = match n {
            0 => Arrival::Saturate,
            1 => Arrival::Poisson(Rate::gbps(60)),
            _ => Arrival::Constant(Rate::gbps(50)),
        };
        flow.jitter = n == 1;
    }
    net
}

/// Adds traffic that shares no link with the flows of [`scene`]: flows among `h4` to `h7`, and a pause
/// source. Many events of this traffic have the same times as events of the scene.
fn add_others(net: &mut Net) {
    for (from, to) in [("h4", "h5"), ("h6", "h5"), ("h5", "h4"), ("h7", "h6")] {
        let flow = net.flow(from, to);
        flow.ecn = Ecn::Capable;
        flow.name = format!("{from} to {to}");
    }
    net.pause("h5", "s", 500).every = Some(Time::from_us(5));
}

/// Events at the two ends of each link of the hosts `h0` to `h3`, as text. The text has the names of flows,
/// not their numbers.
fn seen(net: &Net, world: &mut World) -> Vec<String> {
    let mut hosts = Vec::new();
    for n in 0..4 {
        let name = format!("h{n}");
        hosts.extend([net.port(&name, "s"), net.port("s", &name)]);
    }
    let name = |event: &TraceEvent| match event.kind {
        EventKind::Started(frame)
        | EventKind::Arrived(frame)
        | EventKind::Delivered(frame)
        | EventKind::Marked(frame)
        | EventKind::Headroom(frame, _)
        | EventKind::Dropped(frame, _) => {
            format!(
                "{} {} {:?} {:?}",
                net.spec.flows[frame.flow.index()].name,
                frame.sequence,
                frame.kind,
                frame.ecn
            )
        }
        _ => String::new(),
    };
    let mut seen = Vec::new();
    kit::observe(world, END, |event| {
        if hosts.contains(&event.port) && !matches!(event.kind, EventKind::ActionApplied(_)) {
            let kind = format!("{:?}", event.kind);
            let kind = kind.split('(').next().unwrap_or_default();
            seen.push(format!("{} {} {kind} {}", event.at, event.port.0, name(&event)));
        }
    });
    seen
}

/// Lines of [`seen`] for a run of `net`, sorted by time and port. Lines on PFC frames are cut before the name
/// of the flow, because a PFC frame belongs to no flow.
fn run(net: &Net) -> Vec<String> {
    let mut lines = seen(net, &mut net.world());
    let pfc = |line: &String| line.contains(" Pfc ");
    for line in lines.iter_mut().filter(|line| pfc(line)) {
        let cut = line.match_indices(' ').nth(2).map_or(line.len(), |(at, _)| at);
        line.truncate(cut);
    }
    // Events of the same time at different ports may be recorded in any order.
    lines.sort_by_cached_key(|line| {
        let mut words = line.split(' ');
        let at: Time = words.next().unwrap().parse().unwrap();
        (at, words.next().unwrap().parse::<u32>().unwrap())
    });
    lines
}

#[test]
fn adding_unrelated_flows_changes_nothing_of_the_others() {
    let alone = scene();
    let expected = run(&alone);
    assert!(expected.len() > 20_000, "{}", expected.len());
    assert!(expected.iter().any(|line| line.contains("Marked")));
    assert!(expected.iter().any(|line| line.contains("PfcSent")));

    // The added flows come after or before the flows of the scene, so that flow numbers change.
    for turn in [0, 4, 6] {
        let mut crowded = scene();
        add_others(&mut crowded);
        crowded.spec.flows.rotate_right(turn);
        assert!(run(&crowded) == expected, "flows rotated by {turn}");
    }
}

/// An action that adds flows during the run rebuilds the event queue, and must change nothing else.
#[test]
fn adding_unrelated_flows_by_an_action_changes_nothing_of_the_others() {
    let expected = run(&scene());
    let mut net = scene();
    let mut others = scene();
    add_others(&mut others);
    for us in [50, 100] {
        let mut added = others.spec.flows[3..].to_vec();
        for flow in &mut added {
            flow.name.push_str(&us.to_string());
        }
        let action = Action::AddFlows(added);
        net.spec.actions.push(TimedAction { at: Time::from_us(us), action });
    }
    assert!(run(&net) == expected);
}

#[test]
fn frames_to_one_output_are_in_node_order_not_flow_order() {
    // The list in the action has the same three flows as the scene, in reverse order.
    let expected = run(&scene());
    let mut net = scene();
    net.spec.flows.reverse();
    assert!(run(&net) == expected);
}

#[test]
fn runs_are_equal_if_and_only_if_their_seeds_are() {
    let hash = |seed| {
        let mut net = scene();
        net.spec.seed = seed;
        net.run(END).hash()
    };
    assert_eq!(hash(7), hash(7));
    assert_ne!(hash(7), hash(8));
}

/// A copy must continue like the original world, because checkpoints are copies.
#[test]
fn a_copy_continues_like_the_original() {
    let net = scene();
    let whole = net.run(END).hash();
    let mut world = net.world();
    for us in 1..300 {
        kit::run(&mut world, Time::from_us(us));
        if us % 37 == 0 {
            let mut copy = world.clone();
            assert_eq!(copy.hash(), world.hash());
            kit::run(&mut copy, END);
            assert_eq!(copy.hash(), whole, "from {us} µs");
        }
    }
    kit::run(&mut world, END);
    assert_eq!(world.hash(), whole);
}

fn lower_xoff(ports: Vec<PortId>) -> Action {
    Action::Set {
        scope: SettingScope { ports, priorities: PrioritySet::of(Priority::P3) },
        setting: Setting::Xoff(9_000),
    }
}

/// An action that is performed during a run must equal an action of a document at the recorded time of the
/// action.
#[test]
fn a_live_action_equals_the_document_action_at_its_time() {
    let net = scene();
    let action = lower_xoff(vec![net.port("s", "h0")]);
    for (us, steps) in [(50, 0), (50, 3), (77, 1)] {
        let mut world = net.world();
        kit::run(&mut world, Time::from_us(us));
        for _ in 0..steps {
            world.step(&mut ());
        }
        let (now, ran) = (world.now(), world.ran_now());
        let stamp = world.act(action.clone());
        // An action takes place before all events of its time. If events of the present time have happened,
        // the action is 1 ps later.
        assert_eq!(stamp, if ran == 0 { now } else { now + Time(1) });
        kit::run(&mut world, END);

        let mut document = scene();
        document.spec.actions.push(TimedAction { at: stamp, action: action.clone() });
        let expected = document.run(END);
        assert_eq!(world.hash(), expected.hash(), "at {us} µs and {steps} steps");
        assert_ne!(world.hash(), net.run(END).hash(), "it does something");
    }
}

/// A run to an earlier time does nothing, and the present time does not change.
#[test]
fn running_to_the_past_does_nothing() {
    let net = scene();
    let mut world = net.run(Time::from_us(100));
    let (hash, events) = (world.hash(), world.counters().events);
    kit::run(&mut world, Time::from_us(10));
    kit::run(&mut world, Time::from_us(100));
    assert_eq!((world.hash(), world.counters().events, world.now()), (hash, events, Time::from_us(100)));
}

/// A world without events is idle, but its time advances.
#[test]
fn a_fabric_without_traffic_is_idle() {
    let net = Net::star(&[100], 100);
    let mut world = World::new(Arc::new(net.spec.clone()));
    assert!(world.idle_until(Time::from_ms(1)));
    assert!(!world.step(&mut ()));
    kit::run(&mut world, Time::from_ms(1));
    assert_eq!((world.now(), world.counters().events), (Time::from_ms(1), 0));
}
