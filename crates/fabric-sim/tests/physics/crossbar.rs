//! Tests of switches with a crossbar, as part of a fabric.

use fabric_sim::engine::{EventKind, SwitchView, TraceEvent, WorldView};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::crossbar::{CrossbarConfig, Inputs, MatchEvent, Matching, Mode, Precedence};
use fabric_sim::fabric::egress::{Class, Discipline};
use fabric_sim::ids::{LocalPort, Priority, PrioritySet};
use fabric_sim::spec::Arrival;
use fabric_sim::units::{Rate, Time};

use crate::kit::{Net, close, observe, ratio, run};

/// Crossbar with iSLIP and two iterations. A frame has four cells, and the speed-up is 1.5 for ports of 100
/// Gb/s.
pub const CROSSBAR: CrossbarConfig = CrossbarConfig {
    matching: Matching::Islip,
    iterations: 2,
    inputs: Inputs::Voq,
    precedence: Precedence::Strict,
    mode: Mode::Packet,
    cell_bytes: 256,
    slot: Time(13_654),
    latency: Time(20_000),
    egress_frames: 2,
};

fn with(mut net: Net, crossbar: CrossbarConfig) -> Net {
    net.spec.switches.iter_mut().for_each(|switch| switch.crossbar = Some(crossbar));
    net
}

/// Fabric with the hosts `h0`, `h1` … at one switch `s`. All links have 100 Gb/s.
fn square(hosts: usize) -> Net {
    let names: Vec<String> = (0..hosts).map(|n| format!("h{n}")).collect();
    Net::new(&names.iter().map(|name| (name.as_str(), "s", 100)).collect::<Vec<_>>())
}

fn ms(ms: u64) -> Time {
    Time::from_ms(ms)
}

#[test]
fn a_permutation_crosses_at_line_rate_in_every_mode() {
    for mode in [Mode::Packet, Mode::Cell] {
        for precedence in [Precedence::Strict, Precedence::Weighted] {
            let mut net = with(square(4), CrossbarConfig { mode, precedence, ..CROSSBAR });
            (0..4).for_each(|n| drop(net.flow(&format!("h{n}"), &format!("h{}", (n + 1) % 4)).clone()));
            for rate in net.rates(Time::from_us(50), ms(1)) {
                close("a flow of a permutation", rate, 100.0, 0.001);
            }
        }
    }
}

/// An unloaded frame takes the transmission time of both links and the delay of both cables. The switch adds
/// the time to the next slot boundary, four slots, and the latency of the crossbar.
#[test]
fn an_unloaded_frame_waits_for_a_boundary_crosses_in_its_slots_and_leaves() {
    let mut net = with(square(2), CROSSBAR);
    net.flow("h0", "h1").size = Some(978);
    let world = net.run(ms(1));
    let in_at = 80_000 + 1_000_000u64;
    let boundary = in_at.div_ceil(13_654) * 13_654;
    let out_at = boundary + 4 * 13_654 + 20_000;
    assert_eq!(world.counters().flows[0].finished, Some(Time(out_at + 80_000 + 1_000_000)));
    let counted = world.counters().crossbars[0];
    assert_eq!((counted.slots, counted.matches, counted.cells), (1, 1, 4));
}

/// Head-of-line blocking: `h0` sends to a receiver whose port is always paused, and to a receiver that is
/// free. VOQs prevent the blocking of frames to the free receiver.
#[test]
fn a_paused_egress_blocks_a_single_fifo_and_not_voqs() {
    let through = |inputs| {
        let mut net = with(square(4), CrossbarConfig { inputs, ..CROSSBAR });
        net.flow("h0", "h1");
        // The flow to the free receiver has its own priority, so that PFC does not stop it at its source.
        net.flow("h0", "h2").priority = Priority::P0;
        net.block("h1", "s");
        net.rates(ms(1), ms(2))
    };
    let [blocked, free] = through(Inputs::Voq)[..] else { panic!("two flows") };
    assert!(blocked == 0.0);
    close("the free flow with VOQs", free, 100.0, 0.001);
    let [blocked, free] = through(Inputs::SingleFifo)[..] else { panic!("two flows") };
    assert!(blocked == 0.0 && free == 0.0, "{free} Gb/s pass a blocked head");
}

#[test]
fn a_paused_egress_takes_no_more_grants_than_its_queue_holds() {
    let mut net = with(square(4), CROSSBAR);
    net.flow("h0", "h1");
    net.block("h1", "s");
    let early = net.run(Time::from_us(100)).counters().crossbars[0].matches;
    let late = net.run(ms(2)).counters().crossbars[0].matches;
    assert_eq!(early, late, "the crossbar rests");
    // Frames that left before the pause took effect; two more frames wait in the egress queue.
    let left = net.run(ms(2)).counters().ports[net.port("s", "h1").index()][3].tx_frames;
    assert_eq!(late, left + 2);
}

#[test]
fn classes_share_an_output_80_15_5_through_a_weighted_crossbar() {
    let mut net = with(square(5), CrossbarConfig { precedence: Precedence::Weighted, ..CROSSBAR });
    for (n, share) in [(3, 80), (4, 15), (0, 5)] {
        net = net.priority(n, |lane| lane.class = Class { discipline: Discipline::Ets, share });
    }
    // All classes are lossless, so pauses keep the sources from overflowing the switch.
    let lossless = net.spec.ports[0].config.priorities[3].pg;
    net = net.ports(|port| {
        for n in [0, 4] {
            port.priorities[n].pg = lossless;
            port.priorities[n].egress_limit = None;
        }
        let enabled = PrioritySet::from_iter([Priority::P0, Priority::P3, Priority::P4]);
        (port.receiver.enabled, port.sender.enabled) = (enabled, enabled);
    });
    for (n, priority) in [(1, 3), (2, 4), (3, 0)] {
        net.flow(&format!("h{n}"), "h0").priority = Priority::new(priority);
    }
    let rates = net.rates(ms(1), ms(5));
    for (rate, share) in rates.iter().zip([80.0, 15.0, 5.0]) {
        close("the share of a class", *rate, share, 0.01);
    }
}

/// An egress queue behind a crossbar holds two frames of the greatest length. In one DWRR turn, a class with
/// a large weight sends more than two frames. Frames that still wait at the inputs must not end the turn,
/// neither in the crossbar nor at the port. The reported shares must include these frames.
#[test]
fn turns_longer_than_an_egress_queue_are_whole_for_any_frame_size() {
    for (mode, iterations) in [(Mode::Packet, 1), (Mode::Packet, 4), (Mode::Cell, 1)] {
        let config = CrossbarConfig { precedence: Precedence::Weighted, mode, iterations, ..CROSSBAR };
        let mut net = with(square(5), config);
        let classes = [
            (Priority::P0, 59, 1_000),
            (Priority::P7, 6, 64),
            (Priority::P5, 9, 1_000),
            (Priority::P4, 26, 1_000),
        ];
        let lossless = net.spec.ports[0].config.priorities[3].pg;
        for (n, share, _) in classes {
            net = net.priority(n.index(), |lane| {
                lane.class = Class { discipline: Discipline::Ets, share };
                lane.pg = lossless;
                lane.egress_limit = None;
            });
        }
        let all = classes.iter().map(|(n, ..)| *n).collect();
        net = net.ports(|port| (port.receiver.enabled, port.sender.enabled) = (all, all));
        for (from, (n, _, bytes)) in (1..).zip(classes) {
            let flow = net.flow(&format!("h{from}"), "h0");
            (flow.priority, flow.frame_bytes, flow.payload_bytes) = (n, bytes, 42);
        }
        let rates = net.rates(ms(1), ms(5));
        let all: f64 = rates.iter().sum();
        for (rate, (n, share, _)) in rates.iter().zip(classes) {
            close(&format!("{mode:?}, class {n}"), 100.0 * rate / all, f64::from(share), 0.01);
        }
        let mut snapshot = WorldView::default();
        net.run(ms(5)).snapshot(&mut snapshot);
        let stated = &snapshot.ports[net.port("s", "h0").index()];
        for (n, share, _) in classes {
            let got = stated.priorities[n.index()].class.got;
            let served = 100.0 * ratio(got.served, got.contended);
            close(&format!("{mode:?}, reported share of class {n}"), served, f64::from(share), 0.01);
            assert!(got.contended > 55_000_000, "all of them wait all the time: {}", got.contended);
        }
    }
}

/// All VOQs are full: each input always has frames for every other port. Frames arrive at twice the rate at
/// which frames of four cells cross.
///
/// In cell mode, iSLIP serves each VOQ within N² slots (`McKeown` 1999), and a frame has four cells. In
/// packet mode, a match lasts for a frame. If an input and an output become free at the same time, each may
/// find only the other one free, again and again. So the pointers alone give no bound. The crossbar therefore
/// takes turns, and the bound is (4 + 1)·N² frames.
#[test]
fn a_full_set_of_voqs_is_served_without_starvation() {
    const PORTS: usize = 8;
    let slot = Time(40_960);
    for (mode, iterations) in
        [Mode::Cell, Mode::Packet].into_iter().flat_map(|mode| [1, 2, 4].map(|n| (mode, n)))
    {
        let mut net = with(square(PORTS), CrossbarConfig { iterations, mode, slot, ..CROSSBAR })
            .memory(1_000_000_000)
            .priority(3, |lane| lane.pg.threshold = Threshold::Static(100_000_000));
        for (from, to) in (0..PORTS).flat_map(|from| (0..PORTS).map(move |to| (from, to))) {
            if from != to {
                net.flow(&format!("h{from}"), &format!("h{to}"));
            }
        }
        let mut world = net.run(Time::from_us(100));
        let mut inside = SwitchView::default();
        let mut last = vec![world.now(); net.spec.flows.len()];
        let mut longest = Time::ZERO;
        observe(&mut world, Time::from_us(500), |event| {
            if let EventKind::Delivered(frame) = event.kind {
                longest = longest.max(event.at - last[frame.flow.index()]);
                last[frame.flow.index()] = event.at;
            }
        });
        world.view_switch(net.node("s"), &mut inside);
        let all = || LocalPort::all(PORTS);
        let mut pairs =
            all().flat_map(|from| all().map(move |to| (from, to))).filter(|(from, to)| from != to);
        assert!(pairs.all(|(from, to)| inside.waiting(from, to, Priority::P3) > 0));
        let longest = last.iter().fold(longest, |longest, at| longest.max(world.now() - *at));
        let rounds = if mode == Mode::Packet { 4 + 1 } else { 1 };
        let bound = slot * (4 * rounds * PORTS * PORTS) as u64;
        assert!(
            longest < bound,
            "{mode:?}, {iterations} iterations: {longest} without a frame, bound {bound}"
        );
    }
}

#[test]
fn ports_of_unequal_rates_reach_their_own_rates() {
    // The fastest port determines the length of a slot. Slower outputs pause their senders.
    let links = [("h0", "s", 400), ("h1", "s", 10), ("h2", "s", 25), ("h3", "s", 100)];
    let mut net = with(Net::new(&links), CrossbarConfig { slot: Time(3_414), ..CROSSBAR });
    (1..4).for_each(|n| drop(net.flow("h0", &format!("h{n}")).clone()));
    (1..4).for_each(|n| drop(net.flow(&format!("h{n}"), "h0").clone()));
    // A pause stops a whole priority. So the source offers each receiver only the rate of its link.
    for (n, gbps) in [(0, 10), (1, 25), (2, 100)] {
        net.spec.flows[n].arrival = Arrival::Constant(Rate::gbps(gbps));
    }
    let rates = net.rates(ms(1), ms(5));
    for (rate, expected) in rates.iter().zip([10.0, 25.0, 100.0, 10.0, 25.0, 100.0]) {
        close("a flow between unequal ports", *rate, expected, 0.005);
    }
}

/// View of the inside of a switch, as the page shows it. The view must contain the waiting frames and the
/// matches of the last slot.
#[test]
fn the_crossbar_view_has_the_requests_and_the_matches() {
    for crossbar in [true, false] {
        let mut net = square(4);
        if crossbar {
            net = with(net, CROSSBAR);
        }
        net.flow("h0", "h1");
        net.flow("h2", "h1");
        net.block("h1", "s");
        let (world, events) = net.events(Time::from_us(200));
        let mut inside = SwitchView::default();
        world.view_switch(net.node("s"), &mut inside);
        let group = |port: &str| world.priority(net.port("s", port), Priority::P3).pg;
        let egress = world.priority(net.port("s", "h1"), Priority::P3).egress_bytes;
        let waiting: u32 =
            LocalPort::all(4).map(|input| inside.waiting(input, LocalPort(1), Priority::P3)).sum();
        if crossbar {
            assert_eq!(u64::from(waiting) + 2_000, egress, "two wait behind the crossbar");
            let view = inside.crossbar.as_ref().expect("a crossbar");
            assert!(view.requests[1][3].iter().eq([LocalPort(0), LocalPort(2)]));
            assert_eq!((view.open[1].contains(Priority::P3), view.next), (false, None));
            let accepted =
                |event: &TraceEvent| matches!(event.kind, EventKind::Matched(MatchEvent::Accept { .. }));
            let matches = events.iter().filter(|event| accepted(event)).count() as u64;
            assert_eq!(matches, view.counters.matches);
            let crossed = |event: &TraceEvent| matches!(event.kind, EventKind::LeftCrossbar(_));
            assert_eq!(events.iter().filter(|event| crossed(event)).count() as u64, matches);
        } else {
            assert!(inside.crossbar.is_none());
            assert_eq!(u64::from(waiting), egress);
            let held = u64::from(inside.waiting(LocalPort(2), LocalPort(1), Priority::P3));
            assert_eq!(held, group("h2").shared + group("h2").headroom);
        }
    }
}

/// Each host sends to each other host in eight priorities, with Poisson arrivals and load 0.9.
#[test]
fn a_switch_of_64_ports_and_8_priorities_runs_at_0_9() {
    let mut net = with(square(64), CROSSBAR);
    for n in 0..64u64 {
        for k in 1..64u64 {
            let flow = net.flow(&format!("h{n}"), &format!("h{}", (n + k) % 64));
            flow.priority = Priority::new(u8::try_from(k % 8).unwrap());
            flow.arrival = Arrival::Poisson(Rate::from_bps(90_000_000_000 / 63).unwrap());
        }
    }
    // PFC is off, so that only the crossbar limits the traffic.
    let lossy = net.spec.ports[0].config.priorities[0].pg;
    let mut net = net.priority(3, |lane| lane.pg = lossy);
    net.spec.ports.iter_mut().for_each(|port| port.config.sender.enabled = PrioritySet::EMPTY);
    let mut world = net.run(Time::from_us(100));
    let before = world.counters().totals.delivered;
    run(&mut world, Time::from_us(600));
    let delivered = world.counters().totals.delivered - before;
    close("the load that is delivered", ratio(delivered * 8_000, 64 * 500_000), 90.0, 0.01);
    assert_eq!(world.counters().totals.drops, 0);
}
