//! Tests of the time window of charts and lanes: the window is moved by commands and share links, and follows
//! the cursor.

use fabric_sim::document::link::ShareLink;
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

fn window(from: u64, to: u64) -> ShownWindow {
    ShownWindow { from: Time::from_us(from), to: Time::from_us(to) }
}

fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    rest(lab);
    lab.advance(0.0, &mut || false);
}

#[test]
fn a_closer_look_is_in_the_link_and_is_no_edit() {
    let mut lab = at("#/preset/incast?t=60us");
    let (whole, edits) = (lab.shown_window(), lab.edit_count());
    assert!(lab.picture().static_picture.zoom.is_none() && whole == ShownWindow::whole(lab.axis_end()));
    go(&mut lab, Command::Fit(Time::from_us(24), Time::from_us(20)));
    assert_eq!(
        (lab.shown_window(), lab.picture().static_picture.zoom.is_some(), lab.edit_count()),
        (window(20, 24), true, edits)
    );
    let link = lab.fragment();
    assert!(link.contains("&zoom=20us..24us&t=60us&"), "{link}");
    let again = at(&link);
    assert_eq!(
        (again.shown_window(), again.fragment(), again.picture().static_picture.error.clone()),
        (window(20, 24), link, None)
    );
    assert_eq!(
        ShareLink::from_saved(lab.link_at(true).document_to_save()).document.view.zoom,
        lab.link_at(true).document.view.zoom
    );
    go(&mut lab, Command::Zoom(Some(Time::from_us(20)), 0.5));
    assert_eq!(lab.shown_window(), window(20, 22));
    go(&mut lab, Command::Pan(1.5));
    assert_eq!(lab.shown_window(), window(23, 25));
    go(&mut lab, Command::Zoom(None, 0.5));
    assert_eq!(lab.shown_window().width(), Time::from_us(1), "around its middle, as the cursor is elsewhere");
    go(&mut lab, Command::Whole);
    assert_eq!((lab.shown_window(), lab.picture().static_picture.zoom.is_some()), (whole, false));
    assert!(!lab.fragment().contains("zoom"));
    go(&mut lab, Command::Zoom(None, 0.5));
    assert!(lab.shown_window().has(Time::from_us(60)), "around the cursor");
    (0..9).for_each(|_| go(&mut lab, Command::Zoom(None, 2.0)));
    assert!(lab.picture().static_picture.zoom.is_none(), "as far away as there is");
}

#[test]
fn a_link_has_the_shown_window_after_the_time_line_has_become_shorter() {
    for (link, zoom) in [
        ("#/preset/pause?t=200us&zoom=100us..200us", None),
        ("#/preset/incast?t=900us&zoom=250us..290us", Some("zoom=0s..40us")),
    ] {
        let mut lab = at(link);
        go(&mut lab, Command::Reset);
        let (fragment, window) = (lab.fragment(), lab.shown_window());
        assert_eq!(lab.picture().static_picture.zoom.is_some(), fragment.contains("zoom="), "{fragment}");
        assert!(zoom.is_none_or(|zoom| fragment.contains(zoom)), "{fragment}");
        let again = at(&fragment);
        assert_eq!(
            (again.shown_window(), again.picture().static_picture.error.clone()),
            (window, None),
            "{fragment}"
        );
    }
}

#[test]
fn a_whole_window_grows_with_the_time_line_and_a_zoomed_one_does_not() {
    let mut lab = at("#/preset/incast?t=10us");
    let before = lab.shown_window();
    go(&mut lab, Command::Seek(Time::from_us(100)));
    assert!(lab.shown_window().to > before.to && lab.picture().static_picture.zoom.is_none());
    go(&mut lab, Command::Fit(Time::from_us(95), Time::from_us(105)));
    go(&mut lab, Command::Seek(Time::from_us(104)));
    assert_eq!(lab.shown_window(), window(95, 105));
    go(&mut lab, Command::Seek(Time::from_us(20)));
    assert_eq!(lab.shown_window(), window(15, 25), "where it is sent it is seen");
    go(&mut lab, Command::Pan(2.0));
    assert_eq!(lab.shown_window(), window(35, 45));
    go(&mut lab, Command::Step);
    assert!(lab.shown_window().has(lab.picture().now), "a step, too");
    go(&mut lab, Command::Home);
    assert_eq!(lab.shown_window(), window(0, 10));
}

#[test]
fn zooming_does_not_stop_a_search() {
    let mut lab = at("#/preset/incast?t=60us");
    lab.act(Command::Seek(Time::from_us(90)));
    lab.act(Command::Fit(Time::from_us(20), Time::from_us(24)));
    assert!(lab.has_pending_move());
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    assert_eq!((lab.picture().now, lab.shown_window().has(Time::from_us(90))), (Time::from_us(90), true));
    lab.act(Command::Link("#/preset/pause?t=30us".to_owned()));
    lab.act(Command::Pan(0.1));
    assert!(lab.awaits_link());
    lab.act(Command::Link("#/preset/nothing".to_owned()));
    lab.act(Command::Whole);
    assert!(lab.picture().static_picture.error.is_some(), "what is said stays");
    let mut locked = at("#/preset/incast?t=60us&lock=1");
    go(&mut locked, Command::Zoom(None, 0.5));
    assert!(locked.picture().static_picture.zoom.is_some(), "who looks changes nothing");
}

#[test]
fn a_link_to_a_window_beyond_the_end_warns() {
    let lab = at("#/preset/pause?zoom=3599s..3600s&t=10us");
    let end = lab.end();
    assert_eq!(lab.shown_window(), ShownWindow::whole(end), "{end}");
    let reported = lab.picture().static_picture.error.clone().expect("it is said").message;
    assert!(reported.contains("3599s..3600s of a time line that ends at"), "{reported}");
    let later = at(&format!(
        "#/preset/pause?t={}ps&zoom={}ps..{}ps",
        3 * end.ps(),
        3 * end.ps() - 10_000,
        3 * end.ps()
    ));
    assert_eq!(
        later.picture().static_picture.error.clone().map(|error| error.message),
        None,
        "the cursor makes it longer"
    );
    assert_eq!(later.shown_window().width(), Time(10_000));
}

#[test]
fn a_link_without_a_moment_plays_into_its_window_and_is_followed_then() {
    let mut lab = at("#/preset/pause?zoom=8us..9us&speed=1us");
    let mut shown = vec![lab.shown_window()];
    for _ in 0..110 {
        lab.advance(0.1, &mut || false);
        shown.push(lab.shown_window());
    }
    shown.dedup();
    let [first, second, third] = shown[..] else { panic!("{shown:?}") };
    assert_eq!(first, window(8, 9));
    assert!(second.from > first.from && third.from > second.from && third.has(lab.picture().now));
    go(&mut lab, Command::Reset);
    assert!(
        lab.picture().static_picture.zoom.is_some() && lab.shown_window().has(lab.picture().now),
        "a reset looks at its start"
    );
}

#[test]
fn the_axis_grows_with_the_run_and_ends_beyond_it() {
    for end in [Time::from_us(40), Time::from_us(200), Time(3), Time::LONGEST] {
        let mut before = Time::ZERO;
        for part in 0..=1_000u128 {
            let seen = Time(u64::try_from(u128::from(end.ps()) * part / 1_000).unwrap());
            let axis = super::axis::growing_end(seen, end);
            assert!(axis > seen || axis == end, "{seen} of {end} lies in the axis up to {axis}");
            assert!(axis >= before, "{axis} after {before}");
            if before > Time::ZERO && end > Time::from_us(1) {
                assert!(axis.ps() - before.ps() <= end.ps() / 100, "{axis} after {before}: no jump");
            }
            before = axis;
        }
    }
}

#[test]
fn while_it_plays_the_axis_grows_without_jumps_and_the_cursor_is_inside() {
    let mut lab = at("#/preset/pause?speed=1us&run=1");
    let end = lab.end();
    let mut before = lab.shown_window();
    while lab.picture().now.ps() < 2 * end.ps() + end.ps() / 4 {
        lab.advance(0.1, &mut || false);
        let (window, now) = (lab.shown_window(), lab.picture().now);
        assert!(window.has(now) && window.from == Time::ZERO, "{now} in {window:?}");
        assert!(window.to >= before.to, "{before:?} {window:?}");
        let step = lab.end().ps() / 16;
        assert!(window.to.ps() - before.to.ps() <= step, "{before:?} {window:?}");
        before = window;
    }
}

/// A time far beyond the horizon makes the time line longer. A typed time within the horizon restores the
/// length of the time line.
#[test]
fn a_typed_time_within_the_horizon_makes_the_time_line_as_long_as_before() {
    let mut lab = at("#/preset/pause?run=0");
    let end = lab.end();
    go(&mut lab, Command::Halt("3ms".parse().unwrap()));
    assert_eq!((lab.picture().now, lab.end()), (Time::from_us(3_000), Time::from_us(6_000)));
    go(&mut lab, Command::Halt("5us".parse().unwrap()));
    assert_eq!((lab.picture().now, lab.end()), (Time::from_us(5), end));
    assert_eq!(lab.shown_window(), ShownWindow::whole(lab.axis_end()));
}
