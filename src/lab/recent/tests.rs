//! Tests of the figures of the recent past: the figures belong to the shown run and to the stated duration.

use fabric_sim::units::Time;

use super::super::test_lab::{at, rest};
use super::super::{Command, Lab};
use super::recent_span;

fn looked(lab: &mut Lab) {
    rest(lab);
    while lab.advance(1.0, &mut || false) {
        assert!(!lab.run().is_playing());
    }
}

#[test]
fn the_recent_past_is_round_and_a_small_part_of_the_horizon() {
    for ps in [1, 9, 40_000_000, 200_000_000, 4_000_000_000, 3_600_000_000_000_000] {
        let span = recent_span(Time(ps)).ps();
        assert!(span >= 1 && (8 * span <= ps || ps < 8) && 25 * span >= ps / 8, "{ps}: {span}");
    }
    assert_eq!(recent_span(Time::from_us(40)), Time::from_us(5));
}

#[test]
fn the_recent_fabric_is_that_of_a_run_which_stands_there() {
    for start in [60, 30, 90] {
        let mut lab = at("#/preset/incast?t=60us");
        lab.act(Command::Seek(Time::from_us(start)));
        looked(&mut lab);
        let since = lab.since().expect("the run is long enough");
        let then = Time(Time::from_us(start).ps() - since.span.ps());
        let mut before = at("#/preset/incast?t=60us");
        before.act(Command::Seek(then));
        looked(&mut before);
        assert_eq!(since.world.hash(), before.run().recording().world().hash(), "{start}");
        assert_eq!(since.span, recent_span(lab.compiled.spec.horizon));
    }
}

#[test]
fn the_recent_past_of_a_short_run_is_all_of_it_and_there_is_none_of_another_run() {
    let mut lab = at("#/preset/incast?t=60us");
    looked(&mut lab);
    assert!(lab.since().is_some());
    lab.act(Command::Seek(Time::from_us(1)));
    looked(&mut lab);
    let since = lab.since().expect("all that has passed");
    assert_eq!((since.span, since.world.now()), (lab.run().snapshot().now, Time::ZERO));
    lab.act(Command::Seek(Time::ZERO));
    looked(&mut lab);
    assert!(lab.since().is_none(), "nothing has passed");
    lab.act(Command::Seek(Time::from_us(60)));
    looked(&mut lab);
    lab.act(Command::Incast);
    assert!(lab.since().is_none(), "that of the run before the edit is none");
    looked(&mut lab);
    assert!(lab.since().is_some());
}

#[test]
fn the_utilisation_of_a_link_is_the_share_of_its_rate_that_it_carried() {
    let mut lab = at("#/preset/incast?run=0&t=60us");
    looked(&mut lab);
    let (span, loads) = lab.utilisation().expect("the run is long enough");
    assert_eq!(span, lab.since().expect("known").span);
    let spec = lab.run().recording().spec();
    let into = |host: &str| {
        let port = spec.port(spec.node(host).expect("a host"), 0).expect("a port");
        loads[spec.ports[port.index()].peer.index()]
    };
    assert!(into("h1") > 90, "the link to the receiver is full: {}", into("h1"));
    assert_eq!(into("h2"), 0, "nothing is sent to a sender without acks");
}
