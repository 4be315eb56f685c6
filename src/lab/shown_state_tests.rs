//! Tests that the page shows the true state of the fabric, also after edits and undo.

use fabric_sim::document::params::Key;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

/// Sets a parameter for the selected port and priority, and advances the lab until the cursor has arrived.
/// Panics if the value is refused.
fn set(lab: &mut Lab, key: Key, value: &str) {
    lab.act(Command::Set { key, value: value.into() });
    rest(lab);
    assert_eq!(lab.picture().static_picture.error, None);
}

#[test]
fn alpha_overrides_xoff_with_a_message() {
    let mut lab = at("#/preset/pause?t=12us");
    let before = lab.picture();
    assert_eq!(before.override_of(Key::Xoff), None);
    assert!(before.override_of(Key::Alpha).is_some_and(|alpha| alpha.by.is_none()));
    set(&mut lab, Key::Alpha, "0.5");
    let after = lab.picture();
    let bar = after.selected_priority_view().pg.xoff;
    assert!(bar > 1_000_000);
    assert_eq!(after.override_of(Key::Xoff).and_then(|xoff| xoff.by), Some(bar));
    assert_eq!(after.override_of(Key::Alpha), None);
    assert!(after.sentence.starts_with("XOFF follows the free memory"), "{}", after.sentence);
    set(&mut lab, Key::XonOffset, "4k");
    let offset = lab.picture();
    assert_eq!(
        offset.override_of(Key::Xon).and_then(|xon| xon.by),
        Some(offset.selected_priority_view().pg.xon)
    );
}

#[test]
fn values_that_change_with_an_edit_are_named() {
    let mut lab = at("#/preset/pause?t=12us");
    set(&mut lab, Key::Kmin, "7500");
    let reported = lab.picture().sentence;
    assert!(reported.starts_with("Kmin is 7.50\u{202f}kB from here on; along with it, Kmax"), "{reported}");
}

#[test]
fn thresholds_have_a_past() {
    let mut lab = at("#/preset/pause?t=12us");
    set(&mut lab, Key::Xoff, "20k");
    lab.act(Command::Seek(Time::from_us(20)));
    rest(&mut lab);
    let selected = lab.picture().static_picture.selected;
    let past = lab.run().recording().history().lane(selected.port, selected.priority).unwrap();
    let xoff = past.thresholds[0].columns(Time::ZERO, Time::from_us(20), 10_000);
    let xoff: Vec<(Time, u64)> = xoff.iter().map(|column| (column.from, column.last)).collect();
    assert_eq!(xoff.len(), 2);
    assert_eq!(xoff[0], (Time::ZERO, 12_000));
    assert!(xoff[1].0 >= Time::from_us(12) && xoff[1].0 < Time::from_us(13) && xoff[1].1 == 20_000);
}

#[test]
fn failed_search_leaves_the_cursor() {
    let mut lab = at("#/preset/pause?t=12us");
    let before = lab.picture().now;
    lab.act(Command::Next(EventTarget::Drop));
    rest(&mut lab);
    assert_eq!(lab.picture().now, before);
    assert_eq!(lab.picture().sentence, "There is no drop up to 40.0\u{202f}µs.");
    lab.act(Command::Next(EventTarget::Pause));
    rest(&mut lab);
    assert!(lab.picture().now > before && lab.picture().sentence.contains(" a pause of "));
}

#[test]
fn the_end_of_the_time_line_moves_only_by_playing() {
    let mut lab = at("#/preset/pause?run=0");
    for _ in 0..3 {
        lab.act(Command::End);
        rest(&mut lab);
        lab.advance(0.0, &mut || false);
        assert_eq!((lab.picture().now, lab.end()), (Time::from_us(40), Time::from_us(40)));
    }
    lab.act(Command::PlayOrPause);
    lab.advance(0.1, &mut || false);
    assert!(lab.end() > Time::from_us(40));
}

#[test]
fn a_finished_run_is_named_so_and_plays_again() {
    let mut lab = at("#/preset/incast?run=0");
    lab.act(Command::End);
    rest(&mut lab);
    let reported = lab.picture().sentence;
    assert!(reported.contains(" Every flow is done: nothing is left to happen"), "{reported}");
    lab.act(Command::PlayOrPause);
    rest(&mut lab);
    lab.advance(0.1, &mut || false);
    assert!(lab.picture().static_picture.playing && lab.picture().now < Time::from_us(10));
}

#[test]
fn the_back_button_of_the_browser_leaves_undo_and_redo() {
    let mut lab = at("#/preset/pause?t=12us");
    let first = lab.fragment();
    set(&mut lab, Key::Xoff, "20k");
    let second = lab.fragment();
    set(&mut lab, Key::Xoff, "30k");
    for (link, edits) in [(&second, (true, true)), (&first, (false, true)), (&second, (true, true))] {
        lab.act(Command::Link(link.clone()));
        rest(&mut lab);
        assert_eq!(lab.picture().static_picture.edits, edits, "{link}");
        assert_eq!(&lab.fragment(), link);
    }
    lab.act(Command::Redo);
    assert!(lab.fragment().contains("xoff=30k"), "{}", lab.fragment());
}

/// Warnings appear as soon as the fabric has the setting. Afterwards the warnings state the times at which
/// the fabric had the setting.
#[test]
fn warnings_follow_the_settings_at_the_cursor() {
    let mut lab = at("#/preset/pause?t=12us");
    assert_eq!(lab.picture().static_picture.warnings.to_vec(), Vec::<String>::new());
    set(&mut lab, Key::Kmin, "12k");
    let reported = lab.picture().static_picture.warnings.clone();
    assert!(
        reported.len() == 1 && reported[0].starts_with("s1 priority 3: Kmin 12 kB is not below XOFF 12 kB"),
        "{reported:?}"
    );
    lab.act(Command::Seek(Time::from_us(5)));
    rest(&mut lab);
    assert!(lab.picture().static_picture.warnings.is_empty(), "before the change");
    lab.act(Command::Seek(Time::from_us(20)));
    rest(&mut lab);
    assert_eq!(lab.picture().static_picture.warnings.len(), 1);
    set(&mut lab, Key::Kmin, "off");
    let reported = lab.picture().static_picture.warnings.clone();
    assert!(reported.len() == 1 && reported[0].ends_with("(from 12 µs to 20 µs, no longer)"), "{reported:?}");
}
