//! Tests that a setting has its effect at once when an action changes it during the run.

use fabric_sim::engine::{World, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::spec::{Action, Arrival, PortConfig, Setting, SettingScope, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::kit::{self, Net};

const AT: Time = Time::from_us(50);

/// Adds an action that changes `setting` for priority 3 of these ports, 50 µs after the start.
fn set(net: &mut Net, ports: &[PortId], setting: Setting) {
    let scope = SettingScope { ports: ports.to_vec(), priorities: PrioritySet::of(Priority::P3) };
    net.spec.actions.push(TimedAction { at: AT, action: Action::Set { scope, setting } });
}

/// Fabric with a flow of 10 Gb/s to a blocked output. After 28 µs, the group contains 35 kB, and the flow
/// ends. XOFF is 40 kB, XON is 20 kB. Also returns the port of the host.
fn holding_35_kb() -> (Net, PortId) {
    let mut net = Net::star(&[100], 100).priority(3, |lane| lane.pg.xon = 20_000);
    let flow = net.flow("h0", "r");
    (flow.arrival, flow.size) = (Arrival::Constant(Rate::gbps(10)), Some(35 * 978));
    net.block("r", "s");
    let port = net.port("s", "h0");
    (net, port)
}

fn requests_pause(world: &World, port: PortId) -> bool {
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    snapshot.ports[port.index()].requested_pauses.contains(Priority::P3)
}

#[test]
fn an_xoff_lowered_below_the_occupancy_pauses_at_once() {
    let (mut net, port) = holding_35_kb();
    set(&mut net, &[port], Setting::Xoff(35_001));
    assert!(!requests_pause(&net.run(AT), port));
    set(&mut net, &[port], Setting::Xoff(35_000));
    assert!(!requests_pause(&net.run(Time(AT.ps() - 1)), port));
    assert!(requests_pause(&net.run(AT), port));
}

#[test]
fn an_xon_raised_to_the_occupancy_resumes_at_once() {
    let (mut net, port) = holding_35_kb();
    // The group requests a pause with its last frame.
    net.config("s", "h0").priorities[3].pg.threshold = Threshold::Static(35_000);
    set(&mut net, &[port], Setting::Xon(34_999));
    assert!(requests_pause(&net.run(AT), port));
    set(&mut net, &[port], Setting::Xon(35_000));
    assert!(requests_pause(&net.run(Time(AT.ps() - 1)), port));
    assert!(!requests_pause(&net.run(AT), port));
}

#[test]
fn a_lowered_headroom_returns_memory_to_the_pool() {
    let (mut net, port) = holding_35_kb();
    set(&mut net, &[port], Setting::Headroom(5_000));
    let free = |until| {
        let mut snapshot = WorldView::default();
        net.run(until).snapshot(&mut snapshot);
        snapshot.pool_free[0]
    };
    assert_eq!(free(AT), free(Time(AT.ps() - 1)) + 15_000);
}

/// Fabric with two inputs, one congested queue, and the egress trigger. `h1` sends 1 Gb/s, `h0` 100 Gb/s.
fn congested_queue(change: impl Fn(&mut PortConfig)) -> Net {
    let mut net = Net::star(&[100, 100], 40).ports(kit::egress_trigger).ports(change);
    net.flow("h0", "r");
    net.flow("h1", "r").arrival = Arrival::Constant(Rate::gbps(1));
    net.block("r", "s");
    net
}

/// With the egress trigger, changed thresholds are compared with the egress queue, and not with the group.
/// The group of `h1` is nearly empty, but must stay paused.
#[test]
fn with_the_egress_trigger_moved_marks_are_those_of_the_queue() {
    let mut net = congested_queue(|_| ());
    let (inputs, output) = ([net.port("s", "h0"), net.port("s", "h1")], net.port("s", "r"));
    let all = [inputs[0], inputs[1], output];
    let both = |world: &World| inputs.map(|port| requests_pause(world, port));
    assert_eq!(both(&net.run(Time::from_us(49))), [true, true]);
    set(&mut net, &all, Setting::Xon(39_000));
    assert_eq!(both(&net.run(AT)), [true, true], "the queue is above XON still");
    // The queue contains at most 40 kB up to XOFF, and 20 kB of headroom.
    net.spec.actions.clear();
    set(&mut net, &all, Setting::Xon(80_000));
    assert_eq!(both(&net.run(AT)), [false, false]);
}

/// An action lowers XOFF below the length of the egress queue, so the switch requests a pause. Like any other
/// pause, this one ends when the queue has drained to XON.
#[test]
fn with_the_egress_trigger_a_lowered_mark_pauses_and_a_drained_queue_resumes() {
    let mut net = congested_queue(|_| ());
    // The two flows bring 10 Gb/s in total, until 34 kB wait. Then the output is unblocked.
    net.spec.flows[0].arrival = Arrival::Constant(Rate::gbps(9));
    for (flow, frames) in net.spec.flows.iter_mut().zip([30, 4]) {
        flow.size = Some(frames * 978);
    }
    net.spec.pause_sources[0].stop = Some(Time::from_us(100));
    net.pause("r", "s", 0).start = Time::from_us(100);
    let (inputs, output) = ([net.port("s", "h0"), net.port("s", "h1")], net.port("s", "r"));
    let all = [inputs[0], inputs[1], output];
    set(&mut net, &all, Setting::Xoff(30_000));
    set(&mut net, &all, Setting::Xon(10_000));
    let both = |until| {
        let world = net.run(until);
        inputs.map(|port| requests_pause(&world, port))
    };
    assert_eq!(both(Time(AT.ps() - 1)), [false, false]);
    assert_eq!(both(AT), [true, true]);
    assert_eq!(both(Time::from_us(200)), [false, false]);
    assert_eq!(net.run(Time::from_us(200)).counters().flows[0].delivered_frames, 30);
}

/// The inputs of a switch use different triggers. All their pauses must end.
#[test]
fn mixed_triggers_end_every_pause() {
    for egress in ["h0", "h1"] {
        // At first, each group grows by 80 Gb/s for the round trip of 2 µs, which adds 20 kB.
        let mut net = Net::star(&[100, 100], 40).priority(3, |lane| lane.pg.headroom = 30_000);
        kit::egress_trigger(net.config("s", egress));
        for sender in ["h0", "h1"] {
            net.flow(sender, "r").size = Some(2_000 * 978);
        }
        // The 4 MB of both flows take 0.8 ms at 40 Gb/s.
        let world = net.run(Time::from_ms(2));
        let done: Vec<u64> = world.counters().flows.iter().map(|flow| flow.delivered_frames).collect();
        assert_eq!(done, [2_000, 2_000], "egress trigger at {egress}");
        assert_eq!(world.counters().totals.drops, 0);
        assert!(["h0", "h1"].iter().all(|sender| !requests_pause(&world, net.port("s", sender))));
    }
}
