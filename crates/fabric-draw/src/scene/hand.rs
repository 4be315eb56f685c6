//! Gestures on an axis of time: a mouse marks an interval, one finger moves the axis, two scale it.
//! Knows pixels and pointers, but no page.

use fabric_sim::units::Time;

use super::Axis;

/// Greatest movement in pixels of a click.
const SLIP: f64 = 4.0;
/// Least distance in pixels between two fingers that scale the axis.
const APART: f64 = 12.0;

/// Gesture in progress.
#[derive(Clone, Debug, Default, PartialEq)]
enum Grip {
    /// No pointer is pressed.
    #[default]
    Open,
    /// Mouse pressed and not moved yet.
    Pressed { pointer: i32, x: f64 },
    /// Marks an interval.
    Marks { pointer: i32, from: f64, to: f64 },
    /// Fingers on the axis.
    Fingers(Vec<Finger>),
}

/// Finger on the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Finger {
    pointer: i32,
    /// Position at the touch, and present position, in pixels.
    down: f64,
    x: f64,
    /// Time below the finger when it touched the axis.
    at: Time,
}

/// Change of the axis by fingers: scaled around a time, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// Time that stays in place while the axis is scaled.
    pub at: Time,
    /// Factor by which the visible interval grows.
    pub times: f64,
    /// Move after the scaling, to later times, as a part of the visible interval.
    pub by: f64,
}

/// State of the gestures on an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hand {
    grip: Grip,
    /// Whether the gesture was something other than a click.
    busy: bool,
}

impl Hand {
    /// Handles the press of a mouse at `x`.
    pub fn press(&mut self, pointer: i32, x: f64) {
        *self = Self { grip: Grip::Pressed { pointer, x }, busy: false };
    }

    /// Handles the touch of a finger at `x`. Fingers already there hold the times that are now below
    /// them.
    pub fn touch(&mut self, pointer: i32, x: f64, axis: &Axis) {
        let mut fingers = match std::mem::take(&mut self.grip) {
            Grip::Fingers(fingers) => fingers,
            _ => Vec::new(),
        };
        self.busy = !fingers.is_empty();
        fingers.retain(|finger| finger.pointer != pointer);
        fingers.push(Finger { pointer, down: x, x, at: axis.time(x) });
        hold(&mut fingers, axis);
        self.grip = Grip::Fingers(fingers);
    }

    /// Handles the move of a pointer to `x`. Returns the change of `axis`; `None` if there is none.
    pub fn go(&mut self, pointer: i32, x: f64, axis: &Axis) -> Option<Pull> {
        match &mut self.grip {
            Grip::Pressed { pointer: own, x: from } if *own == pointer && (x - *from).abs() > SLIP => {
                self.grip = Grip::Marks { pointer, from: *from, to: x };
                self.busy = true;
                None
            }
            Grip::Marks { pointer: own, to, .. } if *own == pointer => {
                *to = x;
                None
            }
            Grip::Fingers(fingers) => {
                let finger = fingers.iter_mut().find(|finger| finger.pointer == pointer)?;
                finger.x = x;
                self.busy |= (x - finger.down).abs() > SLIP;
                if self.busy { pull(fingers, axis) } else { None }
            }
            _ => None,
        }
    }

    /// Handles the release of a pointer. Returns the marked interval; `None` if none was marked.
    pub fn release(&mut self, pointer: i32, axis: &Axis) -> Option<(Time, Time)> {
        match &mut self.grip {
            Grip::Marks { pointer: own, from, to } if *own == pointer => {
                let marked = (axis.time(*from), axis.time(*to));
                self.grip = Grip::Open;
                Some(marked)
            }
            Grip::Pressed { pointer: own, .. } if *own == pointer => {
                self.grip = Grip::Open;
                None
            }
            Grip::Fingers(fingers) => {
                fingers.retain(|finger| finger.pointer != pointer);
                hold(fingers, axis);
                None
            }
            _ => None,
        }
    }

    /// Cancels the gesture. Returns whether there was one.
    pub fn give_up(&mut self) -> bool {
        let marks = matches!(self.grip, Grip::Marks { .. });
        self.grip = Grip::Open;
        marks
    }

    /// Marked interval in pixels of an axis of this width; `None` if none is marked.
    #[must_use]
    pub fn marked(&self, width: f64) -> Option<(f64, f64)> {
        let Grip::Marks { from, to, .. } = self.grip else { return None };
        Some((from.min(to).clamp(0.0, width), from.max(to).clamp(0.0, width)))
    }

    /// Whether the last gesture was not a click, so that the click event after it must be ignored;
    /// clears that state.
    pub fn was_busy(&mut self) -> bool {
        std::mem::take(&mut self.busy)
    }
}

/// Sets the times below the fingers to those of `axis`.
fn hold(fingers: &mut [Finger], axis: &Axis) {
    for finger in fingers {
        finger.at = axis.time(finger.x);
    }
}

/// Change of `axis` by the first two of `fingers`, so that the times that they hold stay below them;
/// `None` without fingers.
fn pull(fingers: &[Finger], axis: &Axis) -> Option<Pull> {
    let shift = |at: Time, x: f64| (axis.x(at) - x) / axis.width.max(1.0);
    match fingers {
        [] => None,
        [one] => Some(Pull { at: one.at, times: 1.0, by: shift(one.at, one.x) }),
        [one, other, ..] => {
            let (held, now) = (axis.x(other.at) - axis.x(one.at), other.x - one.x);
            let times = if held.abs() < APART || now.abs() < APART { 1.0 } else { (held / now).abs() };
            let at = Time(one.at.ps() / 2 + other.at.ps() / 2);
            Some(Pull { at, times, by: shift(at, f64::midpoint(one.x, other.x)) })
        }
    }
}

#[cfg(test)]
mod tests;
