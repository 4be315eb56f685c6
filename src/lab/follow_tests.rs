//! What is said of a frame is what became of it in the run that is shown.

use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::*;

fn at(link: &str) -> Lab {
    let mut lab = Lab::open(link);
    rest(&mut lab);
    lab
}

fn rest(lab: &mut Lab) {
    while lab.run().is_on_its_way() {
        lab.advance(0.0, &mut || false);
    }
    lab.advance(0.0, &mut || false);
}

fn way(lab: &Lab) -> Way {
    Way::clone(&lab.picture().followed.expect("a frame is followed"))
}

#[test]
fn the_last_delivered_frame_is_taken_apart_without_a_gap() {
    for link in ["#/preset/crossbar?t=20us", "#/preset/incast?t=50us"] {
        let mut lab = at(link);
        lab.act(Command::FollowFlow(FlowId(0)));
        rest(&mut lab);
        let way = way(&lab);
        let waterfall = way.waterfall.expect("it was delivered");
        assert_eq!(way.fate, Fate::Delivered);
        assert!(waterfall.delivered <= lab.picture().now, "before the cursor");
        assert_eq!(waterfall.spans.first().map(|span| span.from), Some(waterfall.born));
        assert_eq!(waterfall.spans.last().map(|span| span.to), Some(waterfall.delivered));
        assert!(waterfall.spans.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert!(!way.decisions.is_empty(), "a switch ruled on it");
    }
}

#[test]
fn a_frame_is_followed_past_the_cursor_and_anew_after_an_edit() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Follow((FlowId(0), 100)));
    rest(&mut lab);
    let first = way(&lab).waterfall.expect("delivered later");
    assert!(first.delivered > Time::from_us(5));
    assert_eq!(lab.picture().now, Time::from_us(5), "the cursor stays");
    lab.act(Command::Set { key: fabric_sim::document::params::Key::Cable, value: "40m".into(), done: true });
    rest(&mut lab);
    assert_ne!(way(&lab).waterfall.expect("of the new run").delivered, first.delivered);
    lab.act(Command::Link("#/preset/incast".into()));
    assert!(lab.picture().followed.is_none(), "another document has other frames");
}

#[test]
fn a_lost_frame_says_why() {
    let mut lab = at("#/preset/incast?headroom=0&t=60us");
    assert!(lab.picture().totals.drops > 0);
    lab.act(Command::FollowLost(None));
    rest(&mut lab);
    let way = way(&lab);
    assert_eq!((way.fate, way.waterfall.is_none()), (Fate::Lost, true));
    let why = &way.decisions.last().expect("a decision").1;
    assert!(why.contains("headroom"), "{why}");
}

#[test]
fn a_frame_that_is_never_sent_is_looked_for_to_the_end_only() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Follow((FlowId(0), 4_000_000)));
    rest(&mut lab);
    assert_eq!(way(&lab).fate, Fate::UnderWay);
}
