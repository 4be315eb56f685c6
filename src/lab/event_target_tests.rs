//! Tests of jumps from event to event in both directions, by kind and by port.

use fabric_sim::engine::EventKind;
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

/// Event numbers that repeated jumps forward to `aim` reach, and then those that repeated jumps back reach.
/// Each list ends after `most` jumps, or at the first jump that does not move the cursor.
fn visited_events(lab: &mut Lab, aim: EventTarget, most: usize) -> [Vec<u64>; 2] {
    let mut trails = [Vec::new(), Vec::new()];
    for (trail, command) in trails.iter_mut().zip([Command::Next(aim), Command::Last(aim)]) {
        while trail.len() < most {
            let before = lab.picture().events;
            lab.act(command.clone());
            rest(lab);
            if lab.picture().events == before {
                break;
            }
            trail.push(lab.picture().events);
        }
    }
    trails
}

#[test]
fn searches_forward_and_backward_visit_the_same_events() {
    for (link, aim) in [
        ("#/preset/incast?run=0&t=1us", EventTarget::Pause),
        ("#/preset/incast?run=0&t=1us", EventTarget::AnyKeyEvent),
        ("#/preset/incast?run=0&t=1us&sel=leaf1.0.p3", EventTarget::Here),
        ("#/preset/incast?run=0&t=1us&sel=leaf1.0.p3", EventTarget::Frame),
        ("#/preset/pause?run=0&t=1us", EventTarget::PauseHere),
        ("#/preset/incast?headroom=0&run=0&t=1us", EventTarget::Drop),
        ("#/preset/incast?fabric=crossbar&run=0&t=20us&sel=leaf1.0.p3", EventTarget::Match),
    ] {
        let mut lab = at(link);
        let [mut there, mut back] = visited_events(&mut lab, aim, 8);
        assert!(there.len() > 1 && there.is_sorted(), "{aim:?}: {there:?}");
        // The jumps back start at the last event of the jumps forward.
        there.pop();
        there.reverse();
        back.truncate(there.len());
        assert_eq!(back, there, "{aim:?}");
    }
}

#[test]
fn past_events_are_found_even_if_not_recorded() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    let (port, here) = (lab.selected().port, lab.picture().events);
    lab.act(Command::Last(EventTarget::Frame));
    rest(&mut lab);
    assert!(lab.picture().events < here);
    let is = |what: EventKind| matches!(what, EventKind::Started(frame) | EventKind::Arrived(frame) if frame.priority == Priority::P3);
    assert!(lab.run().recording().last_events().iter().any(|note| note.port == port && is(note.kind)));
    let number = lab.picture().events;
    lab.act(Command::Next(EventTarget::Frame));
    rest(&mut lab);
    assert!(lab.picture().events > here, "{number} was the last one");
}

#[test]
fn searches_at_the_selection_use_its_port_and_priority() {
    let mut lab = at("#/preset/incast?run=0&t=1us&sel=leaf1.0.p3");
    let port = lab.selected().port;
    for _ in 0..4 {
        lab.act(Command::Next(EventTarget::Here));
        rest(&mut lab);
        let (recording, number) = (lab.run().recording(), lab.picture().events);
        let mut stated = recording.events().iter().filter(|event| event.number == number);
        assert!(stated.any(|event| event.port == port && event.kind.concerns(Priority::P3)));
    }
    lab.act(Command::Select(PortId(port.0), Priority::P6));
    let before = lab.picture().now;
    lab.act(Command::Next(EventTarget::Here));
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    assert_eq!(lab.picture().now, before, "nothing happens to priority 6");
    assert!(lab.picture().sentence.starts_with("There is no "), "{}", lab.picture().sentence);
}

#[test]
fn a_queue_is_above_a_level_once_it_grows_above_it() {
    let mut lab = at("#/preset/incast?run=0&sel=leaf1.0.p3");
    let held = |lab: &Lab| {
        let lane = lab.picture().selected_priority_view();
        (lane.pg.reserve + lane.pg.shared + lane.pg.headroom).max(lane.egress_bytes)
    };
    assert!(held(&lab) <= 10_000);
    lab.act(Command::Next(EventTarget::Above(10_000)));
    rest(&mut lab);
    assert!(held(&lab) > 10_000, "{}", held(&lab));
    let first = lab.picture().now;
    lab.act(Command::StepBack);
    rest(&mut lab);
    assert!(held(&lab) <= 10_000, "not before that event");
    lab.act(Command::Next(EventTarget::Above(u64::MAX)));
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    assert!(lab.picture().now <= first, "the cursor stays");
    assert!(lab.picture().sentence.starts_with("There is no time that"), "{}", lab.picture().sentence);
}

/// A search for the next time above a level is refused while the queue is already above this level. The
/// message says so instead of "There is none".
#[test]
fn a_queue_already_above_the_level_is_reported() {
    let mut lab = at("#/preset/incast?run=0&sel=leaf1.0.p3");
    let held = |lab: &Lab| {
        let lane = lab.picture().selected_priority_view();
        (lane.pg.reserve + lane.pg.shared + lane.pg.headroom).max(lane.egress_bytes)
    };
    let next = |lab: &mut Lab, level: u64| {
        lab.act(Command::Next(EventTarget::Above(level)));
        rest(lab);
        lab.advance(0.0, &mut || false);
        lab.picture().sentence
    };
    next(&mut lab, 10_000);
    let first = lab.picture().events;
    assert!(held(&lab) > 10_000);
    let mut again = 0;
    loop {
        let before = lab.picture().events;
        let reported = next(&mut lab, 10_000);
        if lab.picture().events == before {
            assert!(reported.starts_with("This queue is above that already, and does not"), "{reported}");
            break;
        }
        assert!(held(&lab) > 10_000);
        assert!(reported.contains("Here it grows above that again; it was above it at "), "{reported}");
        lab.act(Command::StepBack);
        rest(&mut lab);
        assert!(held(&lab) <= 10_000, "not before that event");
        lab.act(Command::Step);
        rest(&mut lab);
        again += 1;
    }
    assert!(lab.picture().events >= first && held(&lab) > 10_000, "after {again} times");
}

#[test]
fn a_search_before_the_first_event_reports_and_does_not_move_the_cursor() {
    let mut lab = at("#/preset/incast?run=0&t=2us");
    lab.act(Command::Last(EventTarget::Drop));
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    assert_eq!(lab.picture().now, Time::from_us(2));
    assert_eq!(lab.picture().sentence, "There is no drop before.");
}
