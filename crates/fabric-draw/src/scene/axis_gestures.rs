//! Gestures on an axis of time: a mouse marks an interval, one finger moves the axis, two fingers scale it.
//! The gestures depend on pixels and pointers, not on the page. The page handles the wheel itself. Start with
//! [`AxisGestures`].
//!
//! Positions are in pixels from the start of the axis. A pointer that moves by at most 4 pixels makes a
//! click. Further fingers than the first two are ignored. Fingers closer than 12 pixels only move the axis.
//! The marked interval may have its later time first.

use fabric_sim::units::Time;

use super::Axis;

/// Greatest movement of the pointer, in pixels, that still counts as a click.
const SLIP: f64 = 4.0;
/// Least distance in pixels between two fingers at which they scale the axis.
const APART: f64 = 12.0;

/// Gesture in progress.
#[derive(Clone, Debug, Default, PartialEq)]
enum AxisGesture {
    /// No pointer is pressed.
    #[default]
    None,
    /// The mouse is pressed at `x` and has not moved yet.
    Pressed { pointer: i32, x: f64 },
    /// The mouse marks an interval of the axis, in pixels.
    MarksInterval { pointer: i32, from: f64, to: f64 },
    /// Fingers touch the axis.
    Fingers(Vec<AxisPointer>),
}

/// Finger on the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct AxisPointer {
    pointer: i32,
    /// Position in pixels when the finger touched the axis.
    down: f64,
    /// Present position in pixels.
    x: f64,
    /// Time that must stay below this finger: the time below it when the number of fingers last changed.
    at: Time,
}

/// Change of the axis by fingers: scaling around a time, then a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisChange {
    /// Time that keeps its position while the axis is scaled.
    pub at: Time,
    /// Factor by which the visible interval grows; above 1 shows more time.
    pub times: f64,
    /// Move after the scaling, as a part of the visible interval; positive values show later times.
    pub by: f64,
}

/// State of the gestures on an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisGestures {
    gesture: AxisGesture,
    /// Whether the gesture was more than a click.
    busy: bool,
}

impl AxisGestures {
    /// Handles the press of a mouse button at pixel `x`. A gesture in progress ends.
    pub fn press(&mut self, pointer: i32, x: f64) {
        *self = Self { gesture: AxisGesture::Pressed { pointer, x }, busy: false };
    }

    /// Handles the touch of a finger at pixel `x`. From now on, each finger on the axis must stay at the time
    /// that is below it now. An interval that the mouse marks is discarded. A second finger makes the gesture
    /// more than a click.
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

    /// Handles the move of a pointer to pixel `x`. Returns the change of `axis`. `None` if the axis does not
    /// change. Reasons are a mouse that marks an interval, a finger whose movement may still be a click, and
    /// a pointer that is not pressed.
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

    /// Handles the release of a pointer. Returns the marked interval: the times at the press and at the
    /// release, in this order. `None` if no interval was marked. Fingers that are left hold the times below
    /// them now.
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

    /// Cancels the gesture. Returns whether an interval was being marked. [`AxisGestures::was_busy`] does not
    /// change.
    pub fn cancel(&mut self) -> bool {
        let marks = matches!(self.gesture, AxisGesture::MarksInterval { .. });
        self.gesture = AxisGesture::None;
        marks
    }

    /// Marked interval (start, end) in pixels of an axis of this width, cut at its ends; `None` if no
    /// interval is marked.
    #[must_use]
    pub fn marked(&self, width: f64) -> Option<(f64, f64)> {
        let AxisGesture::MarksInterval { from, to, .. } = self.gesture else { return None };
        Some((from.min(to).clamp(0.0, width), from.max(to).clamp(0.0, width)))
    }

    /// Returns whether the last gesture was more than a click, so that the click event after it must be
    /// ignored. Resets that state.
    pub fn was_busy(&mut self) -> bool {
        std::mem::take(&mut self.busy)
    }
}

/// Sets for each finger the time of `axis` that is below it.
fn set_times(fingers: &mut [AxisPointer], axis: &Axis) {
    for finger in fingers {
        finger.at = axis.time(finger.x);
    }
}

/// Change of `axis` that puts the times [`AxisPointer::at`] of the first two fingers below these fingers
/// again. A single finger only moves the axis. Two fingers also scale it, unless they are less than `APART`
/// pixels apart. `None` without fingers.
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
