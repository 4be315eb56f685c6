//! Gestures on the picture of the fabric: one pointer moves the picture, two pointers scale it. Start with
//! [`PictureGesture`]. A pointer that moves by at most 5 pixels between press and release makes a click. A
//! second pointer turns the click into a drag. Two pointers closer than 16 pixels only move the picture. A
//! move of a pointer that is not pressed changes nothing.

use super::Point;

/// Greatest movement of a pressed pointer, in pixels, that still counts as a click.
const SLIP: f64 = 5.0;
/// Least distance in pixels between two pointers at which they scale the picture.
const APART: f64 = 16.0;

/// Pressed pointer, with its position at the press and its present position.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PressedPointer {
    pointer: i32,
    down: Point,
    at: Point,
}

/// Change of the picture by a gesture: scaling around a point, then a move. Lengths are in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// Point that keeps its position while the picture is scaled.
    pub at: Point,
    /// Factor by which the picture is enlarged; below 1, the picture shrinks.
    pub times: f64,
    /// Vector by which the picture moves after the scaling, in pixels.
    pub by: Point,
}

/// Gesture that the pressed pointers make on the picture of the fabric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureGesture {
    pointers: Vec<PressedPointer>,
    /// Whether the gesture is a drag: a pointer has moved too far for a click, or a second pointer was
    /// pressed.
    drags: bool,
}

impl PictureGesture {
    /// Handles the press of a pointer at the point `at`. If another pointer is already pressed, the gesture
    /// is no longer a click. A second press of one pointer replaces its first press.
    pub fn press(&mut self, pointer: i32, at: Point) {
        self.pointers.retain(|pressed| pressed.pointer != pointer);
        self.drags = !self.pointers.is_empty();
        self.pointers.push(PressedPointer { pointer, down: at, at });
    }

    /// Whether a pointer is pressed.
    #[must_use]
    pub fn is_pressed(&self) -> bool {
        !self.pointers.is_empty()
    }

    /// Handles the move of a pointer to the point `at`. Returns the change of the picture that follows.
    /// `None` if the pointer is not pressed, or if its movement is so small that it may still be a click.
    /// With more than two pointers, only the moved pointer and the first of the others count.
    pub fn go(&mut self, pointer: i32, at: Point) -> Option<Drag> {
        let number = self.pointers.iter().position(|pressed| pressed.pointer == pointer)?;
        let before = self.pointers[number];
        self.drags |= before.down.to(at).length() > SLIP;
        if !self.drags {
            return None;
        }
        self.pointers[number].at = at;
        let other = self.pointers.iter().find(|pressed| pressed.pointer != pointer);
        let Some(other) = other.map(|pressed| pressed.at) else {
            return Some(Drag { at, times: 1.0, by: before.at.to(at) });
        };
        let middle = |one: Point| Point::new(f64::midpoint(one.x, other.x), f64::midpoint(one.y, other.y));
        let (was, is) = (other.to(before.at).length(), other.to(at).length());
        let times = if was < APART || is < APART { 1.0 } else { is / was };
        Some(Drag { at: middle(before.at), times, by: middle(before.at).to(middle(at)) })
    }

    /// Handles the release or loss of a pointer. Returns true if the gesture was a click, false if it was a
    /// drag or the pointer was not pressed.
    pub fn release(&mut self, pointer: i32) -> bool {
        let pressed = self.pointers.iter().any(|pressed| pressed.pointer == pointer);
        self.pointers.retain(|pressed| pressed.pointer != pointer);
        pressed && !self.drags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_that_slips_a_little_clicks_and_moves_nothing() {
        let mut gesture = PictureGesture::default();
        gesture.press(1, Point::new(50.0, 50.0));
        assert_eq!(gesture.go(1, Point::new(53.0, 52.0)), None);
        assert!(gesture.release(1));
        assert!(!gesture.release(1), "it is gone");
    }

    #[test]
    fn one_pointer_moves_the_picture_by_its_movement() {
        let mut gesture = PictureGesture::default();
        gesture.press(1, Point::new(50.0, 50.0));
        let mut sum = Point::default();
        for step in 1..=10 {
            let at = Point::new(50.0 + 4.0 * f64::from(step), 50.0 - 3.0 * f64::from(step));
            sum = gesture.go(1, at).map_or(sum, |drag| sum.plus(drag.by, 1.0));
        }
        assert!(sum.to(Point::new(40.0, -30.0)).length() < 1e-9, "{sum:?}");
        assert!(!gesture.release(1));
    }

    #[test]
    fn two_pointers_scale_the_picture_by_their_distance() {
        let mut gesture = PictureGesture::default();
        gesture.press(1, Point::new(100.0, 100.0));
        gesture.press(2, Point::new(200.0, 100.0));
        let first = gesture.go(2, Point::new(300.0, 100.0)).unwrap();
        assert!((first.times - 2.0).abs() < 1e-9);
        let second = gesture.go(1, Point::new(50.0, 100.0)).unwrap();
        assert!((second.times - 1.25).abs() < 1e-9);
        assert!(!gesture.release(1) && !gesture.release(2));
    }
}
