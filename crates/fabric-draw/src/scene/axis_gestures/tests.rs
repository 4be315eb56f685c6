//! Tests of gestures on an axis with a mouse, with one finger and with two fingers.

use super::*;

const AXIS: Axis = Axis { from: Time::from_us(100), to: Time::from_us(200), width: 1_000.0 };

fn us(time: u64) -> Time {
    Time::from_us(time)
}

#[test]
fn a_mouse_drag_marks_an_interval_and_a_click_does_not() {
    let mut gestures = AxisGestures::default();
    gestures.press(1, 300.0);
    assert_eq!(gestures.go(1, 303.0, &AXIS), None);
    assert_eq!(
        (gestures.marked(1_000.0), gestures.release(1, &AXIS), gestures.was_busy()),
        (None, None, false)
    );
    gestures.press(1, 300.0);
    gestures.go(1, 200.0, &AXIS);
    gestures.go(2, 900.0, &AXIS);
    assert_eq!(gestures.marked(1_000.0), Some((200.0, 300.0)));
    assert_eq!(gestures.release(2, &AXIS), None, "another pointer");
    assert_eq!(gestures.release(1, &AXIS), Some((us(130), us(120))));
    assert!(gestures.was_busy() && !gestures.was_busy(), "the click that follows means nothing");
    gestures.press(1, 900.0);
    gestures.go(1, 1_400.0, &AXIS);
    assert_eq!(gestures.marked(1_000.0), Some((900.0, 1_000.0)));
    assert_eq!(gestures.release(1, &AXIS), Some((us(190), us(200))));
}

#[test]
fn cancelled_gesture_marks_nothing() {
    let mut gestures = AxisGestures::default();
    assert!(!gestures.cancel());
    gestures.press(1, 300.0);
    gestures.go(1, 400.0, &AXIS);
    assert!(gestures.cancel());
    assert_eq!(
        (gestures.go(1, 500.0, &AXIS), gestures.marked(1_000.0), gestures.release(1, &AXIS)),
        (None, None, None)
    );
    assert!(gestures.was_busy(), "and is no click");
}

#[test]
fn a_finger_pans_the_axis_after_a_minimum_distance() {
    let mut gestures = AxisGestures::default();
    gestures.touch(1, 500.0, &AXIS);
    assert_eq!(gestures.go(1, 502.0, &AXIS), None);
    let pull = gestures.go(1, 400.0, &AXIS);
    assert_eq!(pull, Some(AxisChange { at: us(150), times: 1.0, by: 0.1 }), "what comes later");
    let moved = Axis { from: us(110), to: us(210), ..AXIS };
    assert_eq!(gestures.go(1, 400.0, &moved).map(|pull| pull.by), Some(0.0), "it holds what it held");
    assert_eq!(gestures.release(1, &moved), None);
    assert!(gestures.was_busy());
}

#[test]
fn two_fingers_zoom_around_the_times_under_them() {
    let mut gestures = AxisGestures::default();
    gestures.touch(1, 400.0, &AXIS);
    gestures.touch(2, 600.0, &AXIS);
    gestures.go(1, 300.0, &AXIS);
    let pull = gestures.go(2, 900.0, &AXIS).expect("it pulls");
    assert_eq!(pull, AxisChange { at: us(150), times: 1.0 / 3.0, by: -0.1 });
    // The times 140 µs and 160 µs stay below the fingers, which are now 600 pixels apart.
    let from = Time::from_ns(150_000 - 600 * 100 / 3);
    let now = Axis { from, to: Time(from.ps() + 100_000_000 / 3), ..AXIS };
    assert!((now.x(us(140)) - 300.0).abs() < 1.0 && (now.x(us(160)) - 900.0).abs() < 1.0);
    assert_eq!(gestures.release(1, &now), None);
    let alone = gestures.go(2, 900.0, &now).expect("it goes on");
    assert!(alone.by.abs() < 1e-6 && alone.times > 0.999, "the other one goes on from there: {alone:?}");
    let mut near = AxisGestures::default();
    near.touch(1, 400.0, &AXIS);
    near.touch(2, 404.0, &AXIS);
    assert_eq!(near.go(2, 900.0, &AXIS).map(|pull| pull.times), Some(1.0), "too near to tell");
}
