//! Tests of RDMA reads: requests go in one direction, and data in the other direction.

use fabric_sim::engine::{Pauser, World};
use fabric_sim::fabric::cable_loss::CableLossConfig;
use fabric_sim::fabric::endpoint::ReceiveThresholds;
use fabric_sim::fabric::endpoint::read::ReadConfig;
use fabric_sim::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
use fabric_sim::ids::{HostId, PortId, Priority, PrioritySet, QueueId};
use fabric_sim::insight::{ChainOutcome, dependency_cycles, roots, why_paused};
use fabric_sim::spec::{Acks, Action, Fault, FlowSpec, Operation, TimedAction};
use fabric_sim::units::Time;

use super::kit::{Net, close, flow, run};

const ONE_FRAME: ReadConfig =
    ReadConfig { request: 978, outstanding: 1, priority: Priority::P3, timeout: None };

/// Adds a read: `to` reads data in `priority` from `from`, with the settings `config`.
fn read<'a>(
    net: &'a mut Net,
    from: &str,
    to: &str,
    config: ReadConfig,
    priority: Priority,
) -> &'a mut FlowSpec {
    let flow = net.flow(from, to);
    (flow.operation, flow.priority) = (Operation::Read(config), priority);
    flow
}

#[test]
fn throughput_of_a_read_is_outstanding_requests_by_round_trip() {
    // A request of 64 B crosses two links in one direction, and a frame of 1000 B two links in the other,
    // with 1 µs each.
    let round_trip = 2 * (5_120 + 1_000_000) + 2 * (80_000 + 1_000_000);
    for outstanding in [1, 10, 40, 200] {
        let mut net = Net::star(&[100], 100);
        read(&mut net, "h0", "r", ReadConfig { outstanding, ..ONE_FRAME }, Priority::P3);
        let gbps = net.rates(Time::from_us(100), Time::from_us(600))[0];
        let expected = (f64::from(outstanding) * 8_000_000.0 / f64::from(round_trip)).min(100.0);
        close(&format!("{outstanding} requests"), gbps, expected, 0.005);
    }
}

#[test]
fn a_read_requests_whole_frames_and_at_last_the_rest() {
    let mut net = Net::star(&[100], 100);
    let config = ReadConfig { request: 4 * 978, outstanding: 3, ..ONE_FRAME };
    read(&mut net, "h0", "r", config, Priority::P3).size = Some(10_000);
    let (world, _) = net.events(Time::from_us(200));
    let counters = &world.counters().flows[0];
    assert_eq!((counters.requests, world.requests(flow(0))), (3, Some((3, 3))));
    assert_eq!((counters.delivered_frames, counters.goodput_bytes), (11, 10_000));
    assert!(counters.finished.is_some() && world.ledger().holds());
    let request_bytes = world.counters().ports[net.port("r", "s").index()][3].tx_bytes;
    assert_eq!(request_bytes, 3 * 64);
}

#[test]
fn a_read_with_a_rate_is_answered_at_that_rate() {
    let mut net = Net::star(&[100], 100);
    let config = ReadConfig { request: 4 * 978, outstanding: 30, ..ONE_FRAME };
    let flow = read(&mut net, "h0", "r", config, Priority::P3);
    flow.arrival = fabric_sim::spec::Arrival::Constant(fabric_sim::units::Rate::gbps(10));
    flow.stop = Some(Time::from_us(800));
    close("goodput, in Gb/s", net.rates(Time::from_us(100), Time::from_us(700))[0], 10.0, 0.005);
    let world = net.run(Time::from_ms(2));
    let (sent, answered) = world.requests(super::kit::flow(0)).unwrap();
    assert_eq!((sent, answered), (250, 250), "every request is answered once");
}

#[test]
fn a_reliable_read_recovers_lost_requests_and_data() {
    let mut net = Net::star(&[100], 100);
    let timeout = Time::from_us(50);
    let config = ReadConfig { request: 4 * 978, outstanding: 8, timeout: Some(timeout), ..ONE_FRAME };
    let flow = read(&mut net, "h0", "r", config, Priority::P3);
    flow.size = Some(978 * 4_000);
    flow.acks = Some(Acks { every: 1, priority: Priority::P6 });
    flow.reliability = Some(ReliabilityConfig { recovery: Recovery::GoBackN, window: 64, timeout });
    for (a, b) in [("r", "s"), ("h0", "s")] {
        let loss = CableLossConfig { corrupt: (1 << 32) / 50, ..CableLossConfig::default() };
        let fault = Fault::Lossy(net.port(a, b), loss);
        net.spec.actions.push(TimedAction { at: Time::ZERO, action: Action::Fault(fault) });
    }
    let world = net.run(Time::from_ms(50));
    let counters = &world.counters().flows[0];
    assert!(counters.resent_frames > 10 && counters.requests > 1_000, "{counters:?}");
    assert_eq!(counters.goodput_bytes, 978 * 4_000);
    assert!(counters.finished.is_some());
}

/// Requests that wait in the NIC during a pause are not lost, so the reader must not repeat them after its
/// timeout. Repeated requests would fill the memory of the NIC.
#[test]
fn requests_still_in_the_nic_are_not_repeated() {
    let mut net = Net::star(&[100], 100);
    let timeout = Time::from_us(50);
    let config =
        ReadConfig { request: 978, outstanding: 1_000, priority: Priority::P4, timeout: Some(timeout) };
    let flow = read(&mut net, "h0", "r", config, Priority::P3);
    flow.size = Some(978 * 2_000);
    flow.acks = Some(Acks { every: 1, priority: Priority::P6 });
    flow.reliability = Some(ReliabilityConfig { recovery: Recovery::GoBackN, window: 64, timeout });
    flow.start = Time::from_us(5);
    net.config("r", "s").receiver.enabled.insert(Priority::P4);
    let source = net.pause("s", "r", u16::MAX);
    (source.priorities, source.every) = (PrioritySet::of(Priority::P4), Some(Time::from_us(10)));
    source.stop = Some(Time::from_us(1_000));
    let mut world = net.run(Time::from_us(1_000));
    assert_eq!(world.counters().flows[0].requests, 1_000, "each once");
    run(&mut world, Time::from_ms(5));
    assert_eq!(world.counters().flows[0].goodput_bytes, 978 * 2_000);
}

#[test]
fn a_class_of_requests_alone_pauses_after_32_requests_and_a_round_trip() {
    let mut net = Net::star(&[100], 100);
    read(&mut net, "h0", "r", ONE_FRAME, Priority::P4);
    let xoff = net.world().receiver(HostId(0)).xoff;
    assert_eq!(xoff[3], ReceiveThresholds::of_traffic(32, 64, 25_000).xoff);
    assert_eq!(xoff[4], ReceiveThresholds::of_traffic(32, 1_000, 25_000).xoff);
}

/// Fabric with two hosts that read from each other, with data in `priority`. Each host accepts requests until
/// 16 kB of its data wait to be sent. The host requests a pause at 2 kB of waiting requests.
fn both_ways(priority: Priority) -> Net {
    let net = Net::new(&[("a", "s", 100), ("b", "s", 100)]);
    let mut net = net.ports(|port| {
        port.sender.enabled = PrioritySet::from_iter([Priority::P2, Priority::P3]);
        port.receiver.enabled = PrioritySet::from_iter([Priority::P2, Priority::P3]);
        port.priorities[2] = port.priorities[3];
        (port.priorities[3].receive_xoff, port.priorities[3].receive_xon) = (Some(2_000), Some(1_000));
        port.receive.responses = Some(16_000);
    });
    let config = ReadConfig { request: 4_890, outstanding: 100, ..ONE_FRAME };
    read(&mut net, "a", "b", config, priority);
    read(&mut net, "b", "a", config, priority);
    net
}

#[test]
fn requests_and_data_of_one_priority_deadlock() {
    let net = both_ways(Priority::P3);
    let world = net.run(Time::from_us(200));
    let cycles = world.cycles().standing();
    let [cycle] = cycles else { panic!("{cycles:?}") };
    assert!(cycle.is_deadlock());
    let queue = |from: &str, to: &str| QueueId::new(net.port(from, to), Priority::P3);
    let mut members = [queue("a", "s"), queue("s", "b"), queue("b", "s"), queue("s", "a")];
    members.sort_unstable();
    assert_eq!(cycle.queues, members);
    // No frame moves any more, not even after both flows have been stopped.
    let before = world.counters().flows[0].delivered_frames;
    let mut world = world;
    (0..2).for_each(|n| _ = world.act(Action::StopFlow(flow(n))));
    run(&mut world, Time::from_ms(5));
    assert_eq!(world.counters().flows[0].delivered_frames, before);
    let waits = world.waits();
    assert!((0..4).all(|n| waits.is_stuck(n)) && waits.queues.iter().any(|queue| queue.by == Pauser::Host));
    // Each of the four queues is blocked, and so are both hosts.
    let held = &roots(&world)[0];
    assert_eq!((held.end, held.queues.len(), held.ports()), (ChainOutcome::Cycle, 4, 4));
    assert_eq!((held.hosts.len(), held.flows.len()), (2, 2));
    let there = |from: &str, to: &str| world.priority(net.port(from, to), Priority::P3).egress_bytes;
    assert_eq!(held.bytes, there("s", "a") + there("s", "b"));
    // The chain of waits leads from one paused host through the other host, and back to the first.
    let chain = why_paused(&world, queue("a", "s")).unwrap();
    assert_eq!(chain.main_root().end, ChainOutcome::Cycle);
    assert_eq!(chain.cycle().len(), 4);
    let lines = chain.lines(&net.spec);
    assert!(
        lines.iter().any(|line| line.contains("keeps requests of priority 3 until its own data leaves")),
        "{lines:?}"
    );
}

#[test]
fn requests_and_data_of_two_priorities_do_not() {
    let world = both_ways(Priority::P2).run(Time::from_ms(2));
    assert_eq!(world.cycles().deadlocks(), 0);
    assert!(world.counters().totals.pauses > 0, "requests had to wait");
    // For each request of 64 B, the host sends five frames of 1000 B of data in the same direction.
    for flow in &world.counters().flows {
        close(
            "each way",
            super::kit::ratio(flow.delivered_bytes * 8_000, Time::from_ms(2).ps()),
            98.74,
            0.01,
        );
        assert_eq!(flow.dropped_frames, 0);
    }
}

#[test]
fn whether_requests_can_deadlock_is_known_from_the_priorities_of_their_data() {
    let cycles = |net: &Net| dependency_cycles(&net.spec, &net.spec.routes);
    let found = cycles(&both_ways(Priority::P3));
    assert_eq!(
        found.iter().map(|cycle| (cycle.priorities, cycle.ports.len())).collect::<Vec<_>>(),
        [(PrioritySet::of(Priority::P3), 4)]
    );
    assert_eq!(cycles(&both_ways(Priority::P2)), []);
    let endless = both_ways(Priority::P3).ports(|port| port.receive.responses = None);
    assert_eq!(cycles(&endless), [], "a host that takes every request keeps none");
    let mut one_way = both_ways(Priority::P3);
    one_way.spec.flows.pop();
    assert_eq!(cycles(&one_way), [], "who reads and is not read from keeps nothing");
    // Two reads with exchanged priorities also wait for each other.
    let mut crossed = both_ways(Priority::P2);
    let config = ReadConfig { request: 4_890, outstanding: 100, priority: Priority::P2, timeout: None };
    (crossed.spec.flows[1].operation, crossed.spec.flows[1].priority) =
        (Operation::Read(config), Priority::P3);
    assert_eq!(
        cycles(&crossed).iter().map(|cycle| cycle.priorities).collect::<Vec<_>>(),
        [PrioritySet::from_iter([Priority::P2, Priority::P3])]
    );
}

#[test]
fn a_deadlock_of_requests_opens_when_a_host_takes_more() {
    // The link between `a` and the switch fails. The requests and data that wait for this link are dropped.
    let mut world: World = both_ways(Priority::P3).run(Time::from_us(200));
    let queue = QueueId::new(PortId(0), Priority::P3);
    assert!(world.pauser(queue).is_some());
    world.act(Action::Fault(Fault::LinkDown(PortId(0))));
    run(&mut world, Time::from_us(400));
    assert!(world.cycles().standing().is_empty());
    assert!(world.ledger().holds());
}
