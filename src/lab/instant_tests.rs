//! Tests that all displayed values belong to one moment. While the cursor moves, this moment is the old
//! position of the cursor.

use fabric_sim::document::params::Key;
use fabric_sim::ids::QueueId;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

/// Displayed values. All must belong to the same moment.
#[derive(Debug, PartialEq)]
struct ShownValues {
    /// Times of the clock, of the view and of the world, in this order.
    now: [Time; 3],
    /// Times of the end of the recorded run, of the last match and of the end of the axis, in this order. The
    /// time of the last match is 0 without a match.
    past: [Time; 3],
    events: u64,
    sentence: String,
    stated: Vec<KeyEvent>,
    lanes: Vec<QueueId>,
}

/// Values that the lab shows now.
fn shown(lab: &Lab) -> ShownValues {
    let (run, picture) = (lab.run(), lab.picture());
    let (recording, switch) = (
        run.recording(),
        picture.static_picture.document_picture.spec.ports[picture.static_picture.selected.port.index()].node,
    );
    let slot = recording.matches().of(recording.spec(), switch).map_or(Time::ZERO, |slot| slot.at);
    ShownValues {
        now: [picture.now, run.snapshot().now, recording.world().now()],
        past: [recording.known_until(), slot, lab.axis_end()],
        events: picture.events,
        sentence: picture.sentence,
        stated: recording.events().to_vec(),
        lanes: recording.lanes().order(),
    }
}

/// Advances the lab by the least possible amount of work.
fn a_little(lab: &mut Lab) {
    lab.advance(0.0, &mut || true);
}

#[test]
fn a_moving_cursor_shows_no_state_before_it_arrives() {
    let mut lab = at("#/preset/crossbar?t=20us");
    assert_eq!(lab.picture().static_picture.error, None);
    for goal in [Time::from_us(60), Time::from_us(16)] {
        let before = shown(&lab);
        assert_eq!(before.now, [before.now[0]; 3], "one instant");
        lab.act(Command::Seek(goal));
        for _ in 0..2 {
            a_little(&mut lab);
            assert!(lab.run().has_pending_move(), "it takes longer than that");
            assert_eq!(shown(&lab), before);
        }
        rest(&mut lab);
        let after = shown(&lab);
        assert_eq!(after.now, [goal; 3]);
        assert_ne!(after.events, before.events);
    }
}

#[test]
fn another_run_is_shown_when_it_has_reached_the_cursor() {
    let mut lab = at("#/preset/pause?t=20us");
    lab.act(Command::FromStart(true));
    let before = shown(&lab);
    let xoff = |lab: &Lab| lab.picture().selected_priority_view().pg.xoff;
    let threshold = xoff(&lab);
    lab.act(Command::Set { key: Key::Xoff, value: "20k".into() });
    a_little(&mut lab);
    assert!(lab.run().has_pending_move());
    assert_eq!(shown(&lab), before);
    assert_eq!(xoff(&lab), threshold);
    rest(&mut lab);
    assert_eq!(shown(&lab).now, [Time::from_us(20); 3]);
    assert_eq!((xoff(&lab), xoff(&lab) == threshold), (20_000, false));
}

#[test]
fn a_cursor_that_is_sent_elsewhere_on_its_way_gets_there() {
    let mut lab = at("#/preset/pause?t=20us");
    lab.act(Command::Seek(Time::from_us(35)));
    a_little(&mut lab);
    lab.act(Command::Step);
    lab.act(Command::Seek(Time::from_us(12)));
    a_little(&mut lab);
    rest(&mut lab);
    assert_eq!(shown(&lab).now, [Time::from_us(12); 3]);
    assert_eq!(lab.fragment(), at("#/preset/pause?t=12us").fragment());
}
