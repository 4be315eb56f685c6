//! Tests of the time window: the window is zoomed, is moved, follows the cursor, and is never empty or beyond
//! the axis.

use super::*;

const END: Time = Time::from_us(100);

/// Window between two times in µs.
fn window(from: u64, to: u64) -> ShownWindow {
    ShownWindow { from: Time::from_us(from), to: Time::from_us(to) }
}

#[test]
fn a_window_is_zoomed_around_a_time_that_stays_where_it_is() {
    let half = window(0, 100).scaled(Time::from_us(20), 0.5, END);
    assert_eq!(half, window(10, 60), "a fifth of it before, as it was");
    assert_eq!(half.scaled(Time::from_us(20), 2.0, END), window(0, 100));
    assert_eq!(window(10, 20).scaled(Time::from_us(10), 0.5, END), window(10, 15), "at its start");
    assert_eq!(window(80, 100).scaled(Time::from_us(81), 3.0, END), window(40, 100), "the axis ends");
    assert_eq!(window(10, 20).scaled(Time::from_us(90), 0.5, END), window(15, 20), "around what it shows");
}

#[test]
fn no_window_is_empty_or_beyond_the_axis() {
    let least = window(10, 20).scaled(Time::from_us(15), 1e-9, END);
    assert_eq!((least.width(), least.has(Time::from_us(15))), (Zoom::LEAST, true));
    assert_eq!(least.scaled(Time::from_us(15), 1e30, END), ShownWindow::whole(END));
    assert_eq!(window(10, 20).scaled(Time::from_us(15), f64::NAN, END).width(), Zoom::LEAST);
    let point = ShownWindow::between(Time::from_us(30), Time::from_us(30), END);
    assert_eq!((point.width(), point.has(Time::from_us(30))), (Zoom::LEAST, true));
    assert_eq!(ShownWindow::between(END, END, END).to, END);
    assert_eq!(ShownWindow::between(Time::from_us(40), Time::from_us(30), END), window(30, 40), "either way");
    assert_eq!(ShownWindow::between(Time::from_us(90), Time::from_us(130), END), window(60, 100));
    assert_eq!(ShownWindow::whole(Time::ZERO).width(), Zoom::LEAST);
}

#[test]
fn a_window_moves_by_shares_of_its_length_up_to_the_ends() {
    assert_eq!(window(10, 20).moved(0.5, END), window(15, 25));
    assert_eq!(window(10, 20).moved(-0.5, END), window(5, 15));
    assert_eq!(window(10, 20).moved(-7.0, END), window(0, 10));
    assert_eq!(window(10, 20).moved(1e30, END), window(90, 100));
}

#[test]
fn playing_moves_the_window_by_pages_and_a_jump_centres_it() {
    let at = |us| window(20, 40).reaching(Time::from_us(us), END);
    assert_eq!(at(40), window(20, 40));
    assert_eq!(at(41), window(39, 59));
    assert_eq!(at(19), window(1, 21));
    assert_eq!(at(70), window(60, 80));
    assert_eq!(at(99), window(80, 100), "no further than the axis");
    let mut shown = window(0, 10);
    let mut moves = 0;
    for ns in 0..100_000 {
        let next = shown.reaching(Time::from_ns(ns), END);
        moves += u32::from(next != shown);
        assert!(next.has(Time::from_ns(ns)));
        shown = next;
    }
    assert_eq!(moves, 10);
}

/// After any change, the start of a window is before its end, and both lie within the axis.
#[test]
fn every_gesture_gives_a_valid_window() {
    let mut lots = 88_172_645_463_325_252u64;
    let mut below = |most: u64| {
        lots ^= lots << 13;
        lots ^= lots >> 7;
        lots ^= lots << 17;
        lots % most
    };
    let mut shown = ShownWindow::whole(END);
    for _ in 0..100_000 {
        let end = Time(1 + below(4 * END.ps()));
        let at = Time(below(5 * END.ps()));
        #[expect(clippy::cast_precision_loss, reason = "some factor")]
        let times = below(1_000) as f64 / 300.0;
        shown = ShownWindow::between(shown.from, shown.to, end);
        shown = match below(4) {
            0 => shown.scaled(at, times, end),
            1 => shown.moved(times - 1.5, end),
            2 => ShownWindow::between(at, Time(below(END.ps())), end),
            _ => shown.reaching(at, end),
        };
        assert!(shown.from < shown.to && shown.width() >= Zoom::LEAST, "{shown:?}");
        assert!(shown.to <= ShownWindow::whole(end).to, "{shown:?} of {end}");
    }
}

#[test]
fn the_window_follows_playing_unless_it_was_moved_away() {
    let us = Time::from_us;
    let mut chase = WindowFollow::default();
    let mut shown = window(0, 10);
    shown = chase.follow(shown, us(9), true, END);
    assert_eq!(shown, window(0, 10));
    shown = chase.follow(shown, us(11), true, END);
    assert_eq!(shown, window(10, 20));
    // The user has moved the window to times after the cursor.
    shown = window(30, 40);
    shown = chase.follow(shown, us(12), true, END);
    assert_eq!(shown, window(30, 40), "it is left alone");
    shown = chase.follow(shown, us(31), true, END);
    shown = chase.follow(shown, us(41), true, END);
    assert_eq!(shown, window(40, 50), "it came in, and is followed again");
    shown = window(80, 90);
    chase.send();
    shown = chase.follow(shown, us(60), true, END);
    assert!(shown.has(us(60)), "who sends it there wants to see it");
    shown = window(0, 10);
    assert_eq!(chase.follow(shown, us(60), false, END), shown, "it did not move");
    shown = chase.follow(shown, us(61), false, END);
    assert!(shown.has(us(61)), "a step");
    let mut linked = WindowFollow::default();
    linked.begin(us(50));
    assert_eq!(linked.follow(window(0, 10), us(50), false, END), window(0, 10));
}
