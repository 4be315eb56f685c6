//! Tests of hosts whose bus to the host's memory is slower than their link.

use fabric_sim::engine::{DropCause, World, WorldView};
use fabric_sim::fabric::pfc::DelayOrder;
use fabric_sim::ids::{HostId, Priority, PrioritySet};
use fabric_sim::sizing::{Cable, bound};
use fabric_sim::spec::{Acks, Action, Setting, SettingScope, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net, close};

/// Flow from `h0` to `r`, both at 100 Gb/s. The bus of `r` takes `gbps` Gb/s. In a round trip, 25 kB arrive.
/// The thresholds of the receive buffer are 57 and 25 kB. The headroom of the switch holds the bytes that
/// arrive when its output is paused.
fn slow(gbps: u64) -> Net {
    let mut net = Net::star(&[100], 100).priority(3, |lane| lane.pg.headroom = 27_000);
    net.flow("h0", "r");
    net.config("r", "s").receive.drain = Some(Rate::gbps(gbps));
    net
}

fn paused(world: &World, net: &Net, from: &str, to: &str) -> u64 {
    world.counters().ports[net.port(from, to).index()][3].paused_until(world.now()).ps()
}

fn receiver(net: &Net) -> HostId {
    net.spec.nodes[net.node("r").index()].host().unwrap()
}

/// The bus takes 40 of 100 Gb/s, so the switch must be paused for 60 % of the time. The group of the switch
/// pauses the source for the same part of the time.
#[test]
fn a_bus_of_40g_behind_a_link_of_100g_pauses_switch_and_source_for_60_percent() {
    let net = slow(40);
    let mut world = net.run(Time::from_us(100));
    let ends = [("s", "r"), ("h0", "s")];
    let before = ends.map(|(from, to)| paused(&world, &net, from, to));
    kit::run(&mut world, Time::from_us(10_100));
    for ((from, to), before) in ends.into_iter().zip(before) {
        let part = kit::ratio(paused(&world, &net, from, to) - before, 10_000_000_000);
        close(&format!("part that {from} is paused"), part, 0.6, 0.01);
    }
    close("Gb/s", net.rates(Time::from_us(100), Time::from_us(10_100))[0], 40.0, 0.005);
    assert_eq!(world.counters().totals.drops, 0);
    assert!(world.ledger().holds() && world.ledger().buffered > 25_000);
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    let view = snapshot.receivers[receiver(&net).index()];
    assert_eq!((view.xoff[3], view.xon[3], view.size), (57_000, 25_000, 1_000_000));
    assert_eq!(view.bytes, view.held.iter().sum::<u64>());
    // After the high threshold was reached, the buffer grows at 60 Gb/s for the round trip of 2 µs.
    assert!((57_000 + 14_000..=57_000 + 17_000).contains(&view.peak), "{view:?}");
}

/// The bus takes almost no data. Above the high threshold, the receive buffer needs memory for 27 frames: the
/// frame that crosses the threshold, and the frames of 2005 ns.
#[test]
fn a_buffer_with_room_for_the_bound_above_xoff_loses_nothing() {
    let mut net = slow(1);
    let port = net.port("r", "s");
    let cable = Cable {
        clock: net.spec.ports[port.index()].clock,
        overhead: 0,
        delay: Time::from_us(1),
        response: Time::ZERO,
        order: DelayOrder::FromIndication,
        reverse_frame: 0,
    };
    let bound = bound(&cable, &[1_000], 1).bytes;
    assert_eq!(bound, 27_000);
    // The 57th frame crosses the threshold, which it exceeds by all its bytes but one.
    net.config("r", "s").priorities[3].receive_xoff = Some(56_001);
    net.config("r", "s").receive.drain = Rate::from_bps(1_000_000);
    let lost = |buffer: u64| {
        let mut net = Net { spec: net.spec.clone() };
        net.config("r", "s").receive.buffer = buffer;
        let world = net.run(Time::from_us(100));
        assert!(world.ledger().holds());
        assert_eq!(world.counters().totals.violations, 0, "a cause of its own");
        world.counters().ports[port.index()][3].drops[DropCause::ReceiveFull as usize]
    };
    assert_eq!(lost(56_001 + bound), 0);
    assert_eq!(lost(83_000), 0, "83 frames come");
    assert_eq!(lost(82_999), 1);
}

/// A frame of 1000 B takes two transmissions of 80 ns, two delays of 1 µs, and 200 ns on the bus.
#[test]
fn a_frame_is_delivered_and_acked_when_it_is_in_memory() {
    let mut net = slow(40);
    let flow = net.flow("h0", "r");
    (flow.size, flow.acks) = (Some(978), Some(Acks { every: 1, priority: Priority::P5 }));
    net.spec.flows.remove(0);
    let delivered = Time::from_ns(2_160 + 200);
    assert_eq!(net.run(Time(delivered.ps() - 1)).counters().flows[0].delivered_frames, 0);
    let world = net.run(delivered);
    let flow = &world.counters().flows[0];
    assert_eq!((flow.delivered_frames, flow.finished), (1, Some(delivered)));
    assert_eq!(flow.latency.max(), delivered);
    // The ack of 64 B crosses two links, with a transmission of 5.12 ns on each.
    let acked = Time(delivered.ps() + 2_000_000 + 2 * 5_120);
    assert_eq!(net.run(Time(acked.ps() - 1)).counters().flows[0].acks, 0);
    assert_eq!(net.run(acked).counters().flows[0].acks, 1);
}

/// Acks end in the NIC of the source, and do not wait for the bus of the source.
#[test]
fn acks_do_not_wait_for_the_bus() {
    let mut net = slow(1);
    net.spec.flows.clear();
    net.flow("r", "h0").acks = Some(Acks { every: 1, priority: Priority::P3 });
    let world = net.run(Time::from_us(100));
    assert!(world.counters().flows[0].acks > 1_000);
    assert_eq!(world.counters().receive_peaks, [0, 0]);
}

/// Actions change the rate of the bus during the run: 100, then 40, then 100 Gb/s.
#[test]
fn senders_follow_changes_of_the_bus_rate() {
    let mut net = slow(100);
    net.config("r", "s").receive.drain = None;
    let scope = SettingScope { ports: vec![net.port("r", "s")], priorities: PrioritySet::ALL };
    for (us, drain) in [(100, Some(Rate::gbps(40))), (1_100, None)] {
        let action = Action::Set { scope: scope.clone(), setting: Setting::Drain(drain) };
        net.spec.actions.push(TimedAction { at: Time::from_us(us), action });
    }
    for (from, to, gbps) in [(50, 100, 100.0), (150, 1_099, 40.0), (1_150, 2_000, 100.0)] {
        let rate = net.rates(Time::from_us(from), Time::from_us(to))[0];
        close(&format!("Gb/s from {from} to {to} µs"), rate, gbps, 0.005);
    }
    let world = net.run(Time::from_us(1_101));
    assert_eq!(world.receiver(receiver(&net)).bytes, 0, "what waited went at once");
    assert_eq!(world.counters().totals.drops, 0);
}

/// The flow has a lossy priority, so the host requests no pauses. The host drops the frames that do not fit
/// in its receive buffer.
#[test]
fn a_priority_without_pfc_drops_at_a_full_receive_buffer() {
    let mut net = slow(40);
    net.flow("h0", "r").priority = Priority::P0;
    net.spec.flows.swap_remove(0);
    let world = net.run(Time::from_ms(2));
    let drops = world.counters().ports[net.port("r", "s").index()][0].drops;
    assert!(drops[DropCause::ReceiveFull as usize] > 1_000, "{drops:?}");
    assert_eq!(world.counters().totals.pauses, 0);
    close("Gb/s", net.rates(Time::from_ms(1), Time::from_ms(2))[0], 40.0, 0.005);
    assert!(world.ledger().holds());
}
