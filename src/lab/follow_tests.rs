//! Tests that the trace of a followed frame agrees with the run.

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::{FrameName, NamedFrameKind};
use fabric_sim::ids::FlowId;
use fabric_sim::units::Time;

use super::*;
use crate::charts::time_label;

/// Opens the share link `link`, and then calls [`rest`].
fn at(link: &str) -> Lab {
    let mut lab = Lab::open(link);
    rest(&mut lab);
    lab
}

/// Advances the lab until the cursor has arrived, and once more.
fn rest(lab: &mut Lab) {
    while lab.run().has_pending_move() {
        lab.advance(0.0, &mut || false);
    }
    lab.advance(0.0, &mut || false);
}

/// Trace of the followed frame. Panics if no frame is followed.
fn trace(lab: &Lab) -> FrameTrace {
    FrameTrace::clone(&lab.picture().followed.expect("a frame is followed"))
}

#[test]
fn the_latency_parts_of_the_last_delivered_frame_have_no_gap() {
    for link in ["#/preset/crossbar?t=20us", "#/preset/incast?t=50us"] {
        let mut lab = at(link);
        lab.act(Command::FollowFlow(FlowId(0)));
        rest(&mut lab);
        let trace = trace(&lab);
        let waterfall = trace.waterfall.expect("it was delivered");
        assert_eq!(trace.fate, FrameFate::Delivered);
        assert!(waterfall.delivered <= lab.picture().now, "before the cursor");
        assert_eq!(waterfall.spans.first().map(|span| span.from), Some(waterfall.created_at));
        assert_eq!(waterfall.spans.last().map(|span| span.to), Some(waterfall.delivered));
        assert!(waterfall.spans.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert!(!trace.decisions.is_empty(), "a switch decided about it");
    }
}

#[test]
fn a_frame_is_followed_past_the_cursor_and_anew_after_an_edit() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Follow(FrameName { flow: 0, named: NamedFrameKind::Data, number: 100 }));
    rest(&mut lab);
    let first = trace(&lab).waterfall.expect("delivered later");
    assert!(first.delivered > Time::from_us(5));
    assert_eq!(lab.picture().now, Time::from_us(5), "the cursor stays");
    lab.act(Command::Set { key: fabric_sim::document::params::Key::Cable, value: "40m".into() });
    rest(&mut lab);
    assert_ne!(trace(&lab).waterfall.expect("of the new run").delivered, first.delivered);
    lab.act(Command::Link("#/preset/incast".into()));
    assert!(lab.picture().followed.is_none(), "another document has other frames");
}

#[test]
fn a_link_brings_the_frame_back() {
    let mut lab = at("#/preset/incast?headroom=0&t=60us");
    lab.act(Command::FollowLost(None));
    rest(&mut lab);
    let lost = trace(&lab);
    let link = lab.fragment();
    let named = format!("frame={}.{}", lost.frame.flow, lost.frame.number);
    assert!(link.contains(&named), "{link}");
    assert_eq!(trace(&at(&link)), lost);
    assert_eq!(at(&link).fragment(), link);
    lab.act(Command::Reset);
    assert!(lab.fragment().contains(&named), "it is still looked at: {}", lab.fragment());
    lab.act(Command::Undo);
    rest(&mut lab);
    lab.act(Command::Link(link.replace(&named, "frame=0.3")));
    rest(&mut lab);
    assert_eq!(trace(&lab).frame, FrameName { flow: 0, named: NamedFrameKind::Data, number: 3 });
    lab.act(Command::Link("#/preset/incast?frame=999.3&t=60us".into()));
    rest(&mut lab);
    let error = lab.picture().static_picture.error.clone().expect("there is no such flow");
    assert!(error.message.contains("the flow of frame: is 999"), "{}", error.message);
    assert!(lab.picture().followed.is_none(), "the rest of the link is shown");
}

#[test]
fn a_frame_whose_flow_an_edit_removes_is_in_no_link() {
    let mut lab = at("#/preset/pause?at=5us:incast=h3:64k&t=30us&frame=2.3");
    assert!(lab.fragment().contains("frame=2.3"), "{}", lab.fragment());
    lab.act(Command::Reset);
    rest(&mut lab);
    assert!(!lab.fragment().contains("frame"), "{}", lab.fragment());
    assert!(ShareLink::parse(&lab.fragment()).is_ok());
}

#[test]
fn a_frame_of_an_action_is_brought_back_by_its_link() {
    let mut lab = at("#/preset/pause?at=5us:incast=h3:64k&t=30us");
    let flows = fabric_sim::insight::flow_names(lab.run().recording().world()).len();
    lab.act(Command::FollowFlow(FlowId::new(flows - 1)));
    rest(&mut lab);
    let before = trace(&lab);
    assert!(before.waterfall.is_some() && !before.flow.is_empty());
    assert_eq!(trace(&at(&lab.fragment())), before);
}

/// The trace of a frame is the same from every earlier position of the cursor. The search starts at a
/// checkpoint, so that it needs far fewer events than a replay from the start.
#[test]
fn a_frame_is_followed_from_the_checkpoint_before_it() {
    for (link, frame) in [
        ("#/preset/incast", FrameName { flow: 0, named: NamedFrameKind::Data, number: 240 }),
        ("#/preset/dcqcn-on", FrameName { flow: 0, named: NamedFrameKind::Cnp, number: 2 }),
        ("#/preset/hpcc", FrameName { flow: 0, named: NamedFrameKind::Ack, number: 7 }),
    ] {
        let mut seen = at(&format!("{link}?t=200us"));
        seen.act(Command::Follow(frame));
        let mut looks = 0;
        while trace(&seen).fate == FrameFate::Searching {
            seen.advance(0.0, &mut || true);
            looks += 1;
        }
        let events = seen.run().recording().world().counters().events;
        assert!(looks * 64 * 4 < events, "{link}: {looks} looks, {events} events");
        rest(&mut seen);
        let mut fresh = at(&format!("{link}?run=0"));
        fresh.act(Command::Follow(frame));
        rest(&mut fresh);
        assert_eq!(trace(&seen), trace(&fresh), "{link}");
        assert!(trace(&fresh).flow_parts.is_some());
    }
}

/// Acks and CNPs can be followed to the NIC of their flow, and share links can name them.
#[test]
fn acks_and_cnps_can_be_followed() {
    for (link, named, name) in [
        ("#/preset/hpcc?t=60us", NamedFrameKind::Ack, "0.ack.7"),
        ("#/preset/dcqcn-on?t=60us", NamedFrameKind::Cnp, "0.cnp.0"),
    ] {
        let mut lab = at(&format!("{link}&frame={name}"));
        let trace = trace(&lab);
        assert_eq!((trace.frame.named, trace.fate), (named, FrameFate::Delivered), "{link}");
        assert!(trace.waterfall.is_none() && !trace.decisions.is_empty(), "{link}: {:?}", trace.decisions);
        assert!(lab.fragment().contains(&format!("frame={name}")), "{}", lab.fragment());
        let ends = trace.ends.expect("it arrived");
        assert!(trace.headline(ends).ends_with("arrived."), "{}", trace.headline(ends));
        let before = trace.headline(Time(ends.ps() - 1));
        let later = format!("will arrive, {} after the cursor.", time_label(Time(1)));
        assert!(before.ends_with(&later), "{before}");
        // The data frame with the same number is a different frame.
        let number = trace.frame.number;
        lab.act(Command::Follow(FrameName { flow: 0, named: NamedFrameKind::Data, number }));
        rest(&mut lab);
        assert!(self::trace(&lab).waterfall.is_some(), "{link}");
    }
}

#[test]
fn a_lost_frame_has_its_cause() {
    let mut lab = at("#/preset/incast?headroom=0&t=60us");
    assert!(lab.picture().view.totals.drops > 0);
    lab.act(Command::FollowLost(None));
    rest(&mut lab);
    let trace = trace(&lab);
    assert_eq!((trace.fate, trace.waterfall.is_none()), (FrameFate::Lost, true));
    let why = &trace.decisions.last().expect("a decision").sentence;
    assert!(why.contains("headroom"), "{why}");
}

#[test]
fn the_search_for_a_frame_that_is_never_sent_stops_at_the_end() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Follow(FrameName { flow: 0, named: NamedFrameKind::Data, number: 4_000_000 }));
    rest(&mut lab);
    assert_eq!(trace(&lab).fate, FrameFate::UnderWay);
}

#[test]
fn headline_of_a_frame_holds_at_the_cursor() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Follow(FrameName { flow: 0, named: NamedFrameKind::Data, number: 100 }));
    rest(&mut lab);
    let trace = trace(&lab);
    let fall = trace.waterfall.clone().expect("delivered later");
    let half = Time(fall.created_at.ps().midpoint(fall.delivered.ps()));
    for (now, words, so_far) in [
        (Time::from_us(1), "after the cursor. It will take", None),
        (half, "so far. It will have taken", Some(0.5)),
        (fall.delivered, "took", None),
    ] {
        let reported = trace.headline(now);
        assert!(reported.contains(words), "{reported}");
        assert_eq!(trace.so_far(now).map(|share| (share * 1e3).round() / 1e3), so_far, "{reported}");
        assert_eq!(reported.contains(" took "), words == "took", "{reported}");
    }
}

#[test]
fn a_jump_to_a_drop_selects_where_it_was_and_follows_the_frame() {
    let mut lab = at("#/preset/incast?headroom=0&t=1us");
    lab.act(Command::Next(EventTarget::Drop));
    rest(&mut lab);
    let first = lab.picture().now;
    let lost = trace(&lab);
    assert_eq!((lost.fate, lost.ends), (FrameFate::Lost, Some(first)));
    assert_eq!(lab.picture().static_picture.tab, fabric_sim::document::Tab::Frame);
    let selected = lab.picture().static_picture.selected;
    assert_eq!(lab.run().recording().last_losses().last(Some(selected.port)), Some(lost.frame));
    lab.act(Command::Next(EventTarget::Drop));
    rest(&mut lab);
    assert!(trace(&lab).frame != lost.frame);
    lab.act(Command::Drop(Time(first.ps() - 1)));
    rest(&mut lab);
    assert_eq!((lab.picture().now, trace(&lab).frame), (first, lost.frame), "by its cross on the time line");
    lab.act(Command::Next(EventTarget::Drop));
    lab.act(Command::Home);
    rest(&mut lab);
    assert_eq!(trace(&lab).frame, lost.frame, "the way there was left");
}

#[test]
fn copies_made_by_flooding_are_neither_lost_nor_the_frame_itself() {
    let mut lab = at("#/preset/pause?mac_table=learnt&t=5us");
    assert_eq!(lab.picture().static_picture.error, None);
    lab.act(Command::Follow(FrameName { flow: 0, named: NamedFrameKind::Data, number: 0 }));
    rest(&mut lab);
    let trace = trace(&lab);
    assert_eq!(trace.fate, FrameFate::Delivered);
    assert!(trace.decisions.iter().any(|one| one.copy) && trace.decisions.iter().any(|one| !one.copy));
    assert_eq!(lab.picture().view.totals.drops, 0);
    assert_eq!(lab.run().recording().last_losses().last(None), None);
    assert_eq!(lab.run().recording().timeline().drops().count(), 0);
    lab.act(Command::Next(EventTarget::Drop));
    rest(&mut lab);
    assert_eq!(lab.picture().now, Time::from_us(5), "there is none to go to");
}
