//! Tests of credits on a link: the rate that they permit, the absence of drops, and the effects of lost
//! credit updates and lost frames.

use fabric_sim::ids::{Priority, QueueId};
use std::num::NonZeroU32;

use fabric_sim::engine::{DropCause, Pauser, World};
use fabric_sim::fabric::cable_loss::CableLossConfig;
use fabric_sim::fabric::credit::UpdateLoss;
use fabric_sim::insight::dependency_cycles;
use fabric_sim::spec::{Action, Fault, Forwarding, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::counted::drops;
use crate::kit::{Net, close, flow, rates, run};

const fn us(us: u64) -> Time {
    Time::from_us(us)
}

/// Flow from `a` through `s` to `r`. Each link has 40 Gb/s, a delay of 1 µs, and `credits` bytes of credits.
/// A frame of 1000 B takes 200 ns. A round trip over one link takes 2.2 µs.
fn line(credits: u64) -> Net {
    let mut net = Net::new(&[("a", "s", 40), ("s", "r", 40)]).credits(credits);
    net.flow("a", "r");
    net
}

fn fault(net: &mut Net, at: Time, fault: Fault) {
    net.spec.actions.push(TimedAction { at, action: Action::Fault(fault) });
}

/// Rate of the first flow in Gb/s, measured after the first 100 µs.
fn rate(net: &Net) -> f64 {
    net.rates(us(100), us(1_200))[0]
}

/// Expected rate in Gb/s with credits for `frames` frames of 1000 B and a round trip of `trip` picoseconds.
/// At most 40 Gb/s, the rate of the link.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn expected(frames: u64, trip: u64) -> f64 {
    (frames as f64 * 8_000_000.0 / trip as f64).min(40.0)
}

/// Closed form: the rate is the credits divided by the round-trip time. The round trip lasts from the first
/// bit of a frame to the arrival of the credit update for this frame: 200 ns + 1 µs + 1 µs.
#[test]
fn a_flow_gets_the_rate_of_its_link_or_credits_by_round_trip() {
    for frames in [1, 2, 5, 10, 11, 12, 40] {
        let net = line(1_000 * frames);
        close(&format!("{frames} frames"), rate(&net), expected(frames, 2_200_000), 0.005);
        let more = line(1_000 * frames + 999);
        close("and 999 B more", rate(&more), expected(frames, 2_200_000), 0.005);
    }
}

/// A credit update of 64 B takes 12.8 ns in the reverse direction.
#[test]
fn updates_with_a_size_take_their_time_on_the_wire() {
    for frames in [2, 8] {
        let net = line(1_000 * frames).ports(|port| port.credit_update = 64);
        close(&format!("{frames} frames"), rate(&net), expected(frames, 2_212_800), 0.005);
        let world = net.run(us(1_000));
        assert_eq!(world.counters().totals.drops, 0);
    }
}

/// With 20 B of preamble and gap, a frame takes 204 ns, and its last bit arrives after 201.6 ns. Switches
/// with cells of 254 B count four cells for a frame.
#[test]
fn credits_count_the_buffer_bytes_of_a_frame() {
    let mut net = line(3 * 1_016).ports(|port| port.overhead = 20);
    net.spec.switches[0].pool.cell_bytes = 254;
    close("cells", rate(&net), expected(3, 2_201_600), 0.005);
    let mut net = line(3 * 1_000).ports(|port| port.overhead = 20);
    net.spec.switches[0].pool.cell_bytes = 254;
    close("one cell too few", rate(&net), expected(2, 2_201_600), 0.005);
}

/// Frames without credits wait. No frame is dropped and no pause is sent, even if several inputs send to one
/// output.
#[test]
fn per_hop_nothing_is_ever_dropped() {
    for forwarding in [Forwarding::StoreAndForward, Forwarding::CutThrough] {
        for credits in [1_000, 7_300, 30_000] {
            let mut net = Net::star(&[100, 40, 40, 10], 40).credits(credits).memory(4 * 31_000 + 31_000);
            net.spec.switches[0].forwarding = forwarding;
            net.spec.switches[0].ingress_latency = Time::from_ns(300);
            (0..4).for_each(|n| {
                net.flow(&format!("h{n}"), "r");
            });
            let world = net.run(us(1_000));
            let totals = &world.counters().totals;
            assert_eq!((totals.drops, totals.pauses), (0, 0), "{forwarding:?} {credits}");
            let input = |n: usize| net.port("s", &format!("h{n}"));
            let held = |n: usize| world.counters().ports[input(n).index()][3].reserve_peak;
            assert!((0..4).all(|n| held(n) <= credits), "{forwarding:?} {credits}");
        }
    }
}

/// The bus takes 10 Gb/s from a link of 40 Gb/s. The source then sends at 10 Gb/s, and nothing is lost.
#[test]
fn a_slow_host_holds_its_credits_until_the_data_is_in_memory() {
    let mut net = line(20_000);
    let receive = &mut net.config("r", "s").receive;
    (receive.drain, receive.buffer) = (Some(Rate::gbps(10)), 20_000);
    close("drain", rate(&net), 10.0, 0.005);
    let world = net.run(us(1_000));
    assert_eq!(world.counters().totals.drops, 0);
    let by = world.pauser(QueueId::new(net.port("s", "r"), Priority::P3));
    assert_eq!(by, Some(Pauser::Host));
}

/// The flow has credits for 8 frames. After the loss of n credit updates of one frame each, credits for 8 − n
/// frames are left.
#[test]
fn lost_updates_lower_the_throughput_and_a_resync_repairs_them() {
    let lose = |resync: Option<Time>, updates: u32| {
        let mut net = line(8_000);
        net.spec.credit_resync = resync;
        let port = net.port("a", "s");
        let loss = UpdateLoss { chance: UpdateLoss::CERTAIN, left: Some(updates), until: Time::NEVER };
        fault(&mut net, us(50), Fault::LoseCredits(port, loss));
        net
    };
    for lost in [1, 3, 7] {
        close(
            &format!("{lost} lost"),
            rate(&lose(None, lost)),
            expected(8 - u64::from(lost), 2_200_000),
            0.005,
        );
        close("resync", rate(&lose(Some(us(20)), lost)), expected(8, 2_200_000), 0.005);
    }
    let world = lose(None, 8).run(us(500));
    let queue = QueueId::new(world.spec().port(world.spec().node("a").unwrap(), 0).unwrap(), Priority::P3);
    assert_eq!(world.pauser(queue), Some(Pauser::LostCredits));
    let waits = world.waits();
    assert!(waits.needs_intervention(0) && !waits.is_stuck(0));
    assert_eq!(world.counters().ports[queue.port.index()][3].updates_lost, 8);
    let starved = world.counters().ports[queue.port.index()][3].starved_until(world.now());
    assert!(starved > us(440) && starved < us(500), "{starved}");
}

/// Half of all credit updates are lost, resyncs included. A later resync repairs the loss of an earlier
/// resync.
#[test]
fn a_resync_repairs_random_credit_loss() {
    let mut net = line(22_000);
    net.spec.credit_resync = Some(us(10));
    let port = net.port("a", "s");
    let loss = UpdateLoss { chance: UpdateLoss::CERTAIN / 2, left: None, until: us(1_000) };
    fault(&mut net, us(50), Fault::LoseCredits(port, loss));
    let mut world = net.run(us(1_050));
    let before = world.counters().clone();
    assert!(before.ports[port.index()][3].updates_lost > 500);
    run(&mut world, us(2_050));
    close("after", rates(&before, world.counters(), us(1_000))[0], 40.0, 0.005);
}

/// A frame that is lost or corrupted in the cable takes its credits with it, until a resync.
#[test]
fn credits_of_frames_that_are_lost_come_back_with_a_resync() {
    for config in [
        CableLossConfig { every: NonZeroU32::new(100), ..CableLossConfig::default() },
        CableLossConfig { corrupt: 1 << 26, ..CableLossConfig::default() },
    ] {
        let lossy = |resync: Option<Time>| {
            let mut net = line(8_000);
            net.spec.credit_resync = resync;
            let port = net.port("a", "s");
            fault(&mut net, us(50), Fault::Lossy(port, config));
            fault(&mut net, us(1_500), Fault::Mend(port));
            net.run(us(2_000))
        };
        let world = lossy(None);
        assert_eq!(drops(&world, DropCause::LostInCable) + drops(&world, DropCause::Corrupt), 8);
        let queue = world.flow_source(flow(0));
        assert_eq!(world.pauser(queue), Some(Pauser::LostCredits));
        let mut world = lossy(Some(us(10)));
        let before = world.counters().clone();
        run(&mut world, us(2_500));
        close("repaired", rates(&before, world.counters(), us(500))[0], expected(8, 2_200_000), 0.005);
    }
}

#[test]
fn a_link_that_comes_up_begins_with_the_free_buffer_as_credits() {
    for link in [("a", "s"), ("s", "r")] {
        let mut net = line(8_000);
        net.spec.reroute_delay = Time::ZERO;
        let port = net.port(link.0, link.1);
        for (down, up) in [(100, 103), (150, 151), (200, 260)] {
            fault(&mut net, us(down), Fault::LinkDown(port));
            fault(&mut net, us(up), Fault::LinkUp(port));
        }
        let mut world = net.run(us(400));
        let before = world.counters().clone();
        run(&mut world, us(1_400));
        close("after", rates(&before, world.counters(), us(1_000))[0], expected(8, 2_200_000), 0.005);
        let of_link = drops(&world, DropCause::LinkDown) + drops(&world, DropCause::OutputDown);
        let nowhere = drops(&world, DropCause::NoRoute);
        assert_eq!(world.counters().totals.drops, of_link + nowhere, "nothing else is lost");
    }
}

/// A virtual channel without credits does not delay the other virtual channels of its link.
#[test]
fn each_virtual_channel_waits_for_its_own_credits() {
    let mut net = Net::new(&[("a", "s", 40), ("s", "r", 40)]).credits(100_000);
    net = net.ports(|port| {
        let lane = &mut port.priorities[5];
        (lane.credits, lane.pg.reserve, lane.pg.lossless) = (Some(1_000), 1_000, true);
    });
    net.flow("a", "r");
    net.flow("a", "r").priority = Priority::P5;
    let got = net.rates(us(100), us(1_100));
    // A frame of the other flow may have just started. It makes the round trip up to 200 ns longer at each of
    // the two ports.
    assert!(got[1] > expected(1, 2_600_000) && got[1] <= expected(1, 2_200_000), "{got:?}");
    close("both", got[0] + got[1], 40.0, 0.005);
}

/// The triangle of switches of Hu et al. deadlocks with credits, without any pause.
#[test]
fn credits_deadlock_as_pauses_do() {
    let mut net = Net::new(&[
        ("s0", "s1", 40),
        ("s1", "s2", 40),
        ("s2", "s0", 40),
        ("h0", "s0", 40),
        ("h1", "s1", 40),
        ("h2", "s2", 40),
    ])
    .credits(40_000);
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes), [], "shortest ways take one link");
    let ring = [("s0", "s1"), ("s1", "s2"), ("s2", "s0")].map(|(from, to)| net.port(from, to));
    for (n, (from, to)) in [("h0", "h2"), ("h1", "h0"), ("h2", "h1")].into_iter().enumerate() {
        net.flow(from, to).path = vec![ring[n], ring[(n + 1) % 3]];
    }
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes).len(), 1);
    let world: World = net.run(us(1_000));
    let cycle = &world.cycles().standing()[0];
    assert!(cycle.is_deadlock(), "{cycle:?}");
    let mut members: Vec<_> = cycle.queues.iter().map(|queue| queue.port).collect();
    members.sort_unstable();
    let mut ring = ring.to_vec();
    ring.sort_unstable();
    assert_eq!(members, ring);
    let waits = world.waits();
    assert!((0..waits.queues.len()).all(|n| waits.is_stuck(n)), "{waits:?}");
    assert_eq!(world.counters().totals.drops + world.counters().totals.pauses, 0);
}
