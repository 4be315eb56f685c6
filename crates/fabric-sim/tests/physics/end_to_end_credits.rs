//! Tests of end-to-end credits: the rate that they permit, and switches that drop frames although credits
//! cover the frames.

use fabric_sim::fabric::credit::UpdateLoss;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::insight::Report;
use fabric_sim::spec::{Action, CreditUpdate, Fault, FlowCredits, TimedAction};
use fabric_sim::units::{Rate, Time};

use crate::kit::{Net, close, rates, run};

const fn us(us: u64) -> Time {
    Time::from_us(us)
}

const fn flow_credits(bytes: u64) -> FlowCredits {
    FlowCredits { bytes, update: None }
}

/// Flow from `a` through `s` to `r` with credits for `frames` frames. Each link has 40 Gb/s and a delay of 1
/// µs. A frame of 1000 B takes 200 ns on each of the two links.
fn line(frames: u64) -> Net {
    let mut net = Net::new(&[("a", "s", 40), ("s", "r", 40)]);
    net.flow("a", "r").credits = Some(flow_credits(1_000 * frames));
    net
}

#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn expected(frames: u64, trip: u64) -> f64 {
    (frames as f64 * 8_000_000.0 / trip as f64).min(40.0)
}

/// Closed form: the rate is the credits divided by the round-trip time. The round trip lasts from the first
/// bit of a frame to the arrival of the credit update for this frame: 2 · 200 ns + 4 µs.
#[test]
fn a_flow_gets_the_rate_of_its_way_or_credits_by_round_trip() {
    for frames in [1, 2, 7, 21, 22, 23, 60] {
        let net = line(frames);
        close(
            &format!("{frames} frames"),
            net.rates(us(100), us(1_200))[0],
            expected(frames, 4_400_000),
            0.005,
        );
    }
}

/// A credit update of 64 B takes 12.8 ns on each of two links in the reverse direction.
#[test]
fn updates_with_a_size_travel_as_acks_do() {
    for frames in [2, 7] {
        let mut net = line(frames);
        net.spec.flows[0].credits = Some(FlowCredits {
            bytes: 1_000 * frames,
            update: Some(CreditUpdate { bytes: 64, priority: Priority::P6 }),
        });
        close(
            &format!("{frames} frames"),
            net.rates(us(100), us(1_200))[0],
            expected(frames, 4_425_600),
            0.005,
        );
    }
}

/// The bus takes 10 Gb/s. Credits cover the frames that wait for the bus, so no pause is sent and no frame is
/// lost.
#[test]
fn a_slow_host_returns_credits_when_the_data_is_in_memory() {
    let mut net = line(30);
    let receive = &mut net.config("r", "s").receive;
    (receive.drain, receive.buffer) = (Some(Rate::gbps(10)), 30_000);
    let net = net.ports(|port| {
        (port.sender.enabled, port.receiver.enabled) = (PrioritySet::EMPTY, PrioritySet::EMPTY);
    });
    close("drain", net.rates(us(100), us(1_200))[0], 10.0, 0.005);
    let world = net.run(us(1_200));
    assert_eq!((world.counters().totals.drops, world.counters().totals.pauses), (0, 0));
}

/// Four flows with end-to-end credits to one lossy port. The switch has memory for 30 frames, and does not
/// know the credits.
fn incast(resync: Option<Time>) -> Net {
    let mut net = Net::star(&[40, 40, 40, 40], 40).memory(30_000);
    net.spec.credit_resync = resync;
    for n in 0..4 {
        let flow = net.flow(&format!("h{n}"), "r");
        (flow.priority, flow.credits) = (Priority::P0, Some(flow_credits(60_000)));
    }
    net.ports(|port| {
        port.priorities[3].pg.lossless = false;
        port.priorities[3].pg.headroom = 0;
    })
}

/// The credits of a dropped frame do not return to the source. Drops end when all frames that the remaining
/// credits cover fit in the switch. The report gives the cause and the amount of the lost credits.
#[test]
fn a_congested_switch_drops_covered_frames_and_their_credits_are_lost() {
    let net = incast(None);
    let world = net.run(us(3_000));
    let report = Report::of(&world);
    let (drops, causes) = (report.fabric.dropped_frames, &report.fabric.drops);
    assert!(drops > 50 && causes.keys().all(|cause| cause.ends_with("tail_drop")), "{causes:?}");
    assert_eq!(net.run(us(1_000)).counters().totals.drops, drops, "what is left fits");
    let credits: Vec<_> =
        report.flows.iter().map(|flow| (flow.credits.as_ref().unwrap(), flow.dropped_bytes)).collect();
    assert!(credits.iter().all(|(credits, dropped)| credits.lost_bytes == *dropped), "{credits:?}");
    for (credits, dropped) in &credits {
        assert_eq!(credits.why.is_some(), *dropped > 0);
        let Some(why) = &credits.why else { continue };
        let parts = [
            "in no switch",
            &format!("{} kB that they covered was dropped (", dropped / 1_000),
            "tail_drop, last at s.",
            "credit_resync is off",
        ];
        assert!(parts.iter().all(|part| why.contains(part)), "{why}");
    }
    let left: u64 = credits.iter().map(|(credits, _)| credits.limit_bytes - credits.lost_bytes).sum();
    // The remaining credits fit in the memory of the switch, and in the bytes in flight on four paths of 4.4
    // µs at 40 Gb/s.
    assert!(left < 30_000 + 4 * 22_000, "{left}");
}

/// With a resync, lost credits come back, so the switch continues to drop frames. When the switch has free
/// memory, all lost credits have been restored.
#[test]
fn a_resync_returns_the_credits_of_dropped_frames() {
    let mut net = incast(Some(us(20)));
    for flow in &mut net.spec.flows[1..] {
        flow.stop = Some(us(1_000));
    }
    let mut world = net.run(us(1_100));
    assert!(world.counters().totals.drops > 50);
    let before = world.counters().clone();
    run(&mut world, us(2_100));
    close("alone", rates(&before, world.counters(), us(1_000))[0], 40.0, 0.005);
    let report = Report::of(&world);
    assert_eq!(report.flows.iter().map(|flow| flow.credits.as_ref().unwrap().lost_bytes).sum::<u64>(), 0);
    let whys: Vec<&String> =
        report.flows.iter().filter_map(|flow| flow.credits.as_ref()?.why.as_ref()).collect();
    assert!(!whys.is_empty());
    assert!(whys.iter().all(|why| why.ends_with("resyncs have given all of it back")), "{whys:?}");
    assert!(report.flows[1..].iter().all(|flow| flow.credits.as_ref().unwrap().available_bytes == 60_000));
}

#[test]
fn lost_updates_reduce_the_credits_of_a_flow_until_a_resync() {
    let lose = |resync: Option<Time>| {
        let mut net = line(8);
        net.spec.credit_resync = resync;
        let loss = UpdateLoss { chance: UpdateLoss::CERTAIN, left: Some(3), until: Time::NEVER };
        let action = Action::Fault(Fault::LoseCredits(net.port("a", "s"), loss));
        net.spec.actions.push(TimedAction { at: us(50), action });
        net
    };
    close("lost", lose(None).rates(us(200), us(1_200))[0], expected(5, 4_400_000), 0.005);
    close("repaired", lose(Some(us(20))).rates(us(200), us(1_200))[0], expected(8, 4_400_000), 0.01);
}
