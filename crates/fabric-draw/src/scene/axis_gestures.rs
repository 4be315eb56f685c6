//! Gestures on an axis of time: a mouse marks an interval, one finger moves the axis, two fingers scale it.
//! The code knows pixels and pointers, but not the page; the page handles the mouse wheel. Start with
//! [`AxisGestures`].
//!
//! Positions are in pixels from the start of the axis. A pointer that moves by at most 4 pixels makes a
//! click. Only the first two fingers count. Fingers less than 12 pixels apart move the axis but do not scale
//! it. A marked interval may have its later time first.

use fabric_sim::units::Time;

use super::Axis;

/// Greatest movement of the pointer, in pixels, that still counts as a click.
const SLIP: f64 = 4.0;
/// Least distance in pixels between two fingers at which they scale the axis.
const APART: f64 = 12.0;

/// Gesture in progress on an axis of time.
#[derive(Clone, Debug, Default, PartialEq)]
enum AxisGesture {
    /// No pointer is pressed on the axis of time.
    #[default]
    None,
    /// The mouse is pressed at `x` and has not moved yet.
    Pressed { pointer: i32, x: f64 },
    /// The mouse marks an interval of the axis, in pixels.
    MarksInterval { pointer: i32, from: f64, to: f64 },
    /// Fingers touch the axis.
    Fingers(Vec<AxisPointer>),
}

/// Finger that touches the axis of time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AxisPointer {
    pointer: i32,
    /// Position at which the finger first touched the axis, in pixels from the start of the axis.
    down: f64,
    /// Present position of the finger, in pixels from the start of the axis.
    x: f64,
    /// Time that was under the finger when the number of fingers last changed. The axis moves so that this
    /// time stays under the finger.
    at: Time,
}

/// Change of the axis by fingers: scaling around a time, then a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisChange {
    /// Time that keeps its position while the axis is scaled.
    pub at: Time,
    /// Factor by which the visible interval grows; above 1 shows more time.
    pub times: f64,
    /// Distance by which the axis moves after the scaling, as a fraction of the visible interval. A positive
    /// distance shows later times.
    pub by: f64,
}

/// State of the mouse or finger gesture on an axis of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisGestures {
    gesture: AxisGesture,
    /// Whether the gesture is more than a click: a pointer has moved too far, or a second finger has touched
    /// the axis.
    busy: bool,
}

impl AxisGestures {
    /// Handles the press of a mouse button at pixel `x`. A gesture in progress ends.
    pub fn press(&mut self, pointer: i32, x: f64) {
        *self = Self { gesture: AxisGesture::Pressed { pointer, x }, busy: false };
    }

    /// Handles the touch of a finger at pixel `x`. The axis then moves with the fingers: the time at each
    /// finger stays at that finger. An interval that the mouse marks is discarded. A second finger makes the
    /// gesture more than a click.
    pub fn touch(&mut self, pointer: i32, x: f64, axis: &Axis) {
        let mut fingers = match std::mem::take(&mut self.gesture) {
            AxisGesture::Fingers(fingers) => fingers,
            _ => Vec::new(),
        };
        self.busy = !fingers.is_empty();
        fingers.retain(|finger| finger.pointer != pointer);
        fingers.push(AxisPointer { pointer, down: x, x, at: axis.time(x) });
        set_times(&mut fingers, axis);
        self.gesture = AxisGesture::Fingers(fingers);
    }

    /// Handles the move of a pointer to pixel `x`. Returns the change of `axis` that follows. `None` if the
    /// axis does not change: a mouse marks an interval, a finger has moved no further than in a click, or the
    /// pointer is not pressed.
    pub fn go(&mut self, pointer: i32, x: f64, axis: &Axis) -> Option<AxisChange> {
        match &mut self.gesture {
            AxisGesture::Pressed { pointer: own, x: from } if *own == pointer && (x - *from).abs() > SLIP => {
                self.gesture = AxisGesture::MarksInterval { pointer, from: *from, to: x };
                self.busy = true;
                None
            }
            AxisGesture::MarksInterval { pointer: own, to, .. } if *own == pointer => {
                *to = x;
                None
            }
            AxisGesture::Fingers(fingers) => {
                let finger = fingers.iter_mut().find(|finger| finger.pointer == pointer)?;
                finger.x = x;
                self.busy |= (x - finger.down).abs() > SLIP;
                if self.busy { pull(fingers, axis) } else { None }
            }
            _ => None,
        }
    }

    /// Handles the release of a pointer. Returns the interval that the mouse has marked: the time at the
    /// press, then the time at the release. `None` if no interval was marked. Fingers that still touch the
    /// axis keep the times that they show now.
    pub fn release(&mut self, pointer: i32, axis: &Axis) -> Option<(Time, Time)> {
        match &mut self.gesture {
            AxisGesture::MarksInterval { pointer: own, from, to } if *own == pointer => {
                let marked = (axis.time(*from), axis.time(*to));
                self.gesture = AxisGesture::None;
                Some(marked)
            }
            AxisGesture::Pressed { pointer: own, .. } if *own == pointer => {
                self.gesture = AxisGesture::None;
                None
            }
            AxisGesture::Fingers(fingers) => {
                fingers.retain(|finger| finger.pointer != pointer);
                set_times(fingers, axis);
                None
            }
            _ => None,
        }
    }

    /// Cancels the gesture, without a change of [`AxisGestures::was_busy`]. Returns true if the mouse was
    /// marking an interval.
    pub fn cancel(&mut self) -> bool {
        let marks = matches!(self.gesture, AxisGesture::MarksInterval { .. });
        self.gesture = AxisGesture::None;
        marks
    }

    /// Interval (start, end) that the mouse is marking, in pixels, cut off at the ends of an axis of this
    /// `width`; `None` if the mouse marks no interval.
    #[must_use]
    pub fn marked(&self, width: f64) -> Option<(f64, f64)> {
        let AxisGesture::MarksInterval { from, to, .. } = self.gesture else { return None };
        Some((from.min(to).clamp(0.0, width), from.max(to).clamp(0.0, width)))
    }

    /// Returns true if the last gesture was more than a click; the caller must then ignore the click event
    /// after it. The next call returns false.
    pub fn was_busy(&mut self) -> bool {
        std::mem::take(&mut self.busy)
    }
}

/// Stores in each finger the time of `axis` at the present position of the finger.
fn set_times(fingers: &mut [AxisPointer], axis: &Axis) {
    for finger in fingers {
        finger.at = axis.time(finger.x);
    }
}

/// Change of `axis` that moves the stored time ([`AxisPointer::at`]) of each of the first two fingers back
/// under that finger. A single finger only moves the axis. Two fingers also scale the axis, unless they are
/// less than `APART` pixels apart. `None` without fingers.
fn pull(fingers: &[AxisPointer], axis: &Axis) -> Option<AxisChange> {
    let shift = |at: Time, x: f64| (axis.x(at) - x) / axis.width.max(1.0);
    match fingers {
        [] => None,
        [one] => Some(AxisChange { at: one.at, times: 1.0, by: shift(one.at, one.x) }),
        [one, other, ..] => {
            let (held, now) = (axis.x(other.at) - axis.x(one.at), other.x - one.x);
            let times = if held.abs() < APART || now.abs() < APART { 1.0 } else { (held / now).abs() };
            let at = Time(one.at.ps() / 2 + other.at.ps() / 2);
            Some(AxisChange { at, times, by: shift(at, f64::midpoint(one.x, other.x)) })
        }
    }
}

#[cfg(test)]
mod tests;
