//! Camera over the fabric: a magnification from 1 to 16, and the point at the centre of the viewport. Nothing
//! outside the picture is ever visible. A value that is not finite is replaced: by 1 for the magnification,
//! by the middle for the centre. Start with [`Camera`].

use super::names::NamePlace;
use super::{Cable, Layout, Viewport};
use crate::scene::fit::chips;
use crate::scene::{Line, Point, Rect};

/// Part of the picture of the fabric that the viewport shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Magnification, from 1 (the whole fabric) to [`Camera::MAX_MAGNIFICATION`].
    pub times: f64,
    /// Point of the whole picture at the centre of the viewport, as fractions of the width and height of the
    /// picture, 0 to 1.
    pub centre: Point,
}

impl Camera {
    /// Greatest magnification of the camera.
    pub const MAX_MAGNIFICATION: f64 = 16.0;
    /// Camera that shows the whole fabric.
    pub const WHOLE: Self = Self { times: 1.0, centre: Point::new(0.5, 0.5) };

    /// Creates a camera with the magnification `times`. Limits `times` and `centre` so that nothing outside
    /// the picture is visible.
    #[must_use]
    pub fn new(times: f64, centre: Point) -> Self {
        let times = if times.is_finite() { times.clamp(1.0, Self::MAX_MAGNIFICATION) } else { 1.0 };
        let edge = 0.5 / times;
        let inside = |share: f64| if share.is_finite() { share.clamp(edge, 1.0 - edge) } else { 0.5 };
        Self { times, centre: Point::new(inside(centre.x), inside(centre.y)) }
    }

    /// Multiplies the magnification by `by`. The part of the picture at the point `at` of the viewport, 0 to
    /// 1 in both directions, keeps its position.
    #[must_use]
    pub fn scaled(self, at: Point, by: f64) -> Self {
        let times = (self.times * by).clamp(1.0, Self::MAX_MAGNIFICATION);
        let off = Point::new(at.x - 0.5, at.y - 0.5);
        Self::new(times, self.centre.plus(off, 1.0 / self.times).plus(off, -1.0 / times))
    }

    /// Moves the camera by the vector `way`, in fractions of the width and height of the viewport. The camera
    /// stops at the edges of the picture.
    #[must_use]
    pub fn moved(self, way: Point) -> Self {
        Self::new(self.times, self.centre.plus(way, 1.0 / self.times))
    }

    /// Camera with the box `rect`, whose coordinates are those of the whole picture, at the centre of the
    /// viewport. The box fills 62 % of the width or height of `view`, as far as the limits of magnification
    /// allow.
    #[must_use]
    pub fn onto(rect: &Rect, view: Viewport) -> Self {
        const SHARE_OF_VIEW: f64 = 0.62;
        let times = (SHARE_OF_VIEW * view.width / rect.width.max(1.0))
            .min(SHARE_OF_VIEW * view.height / rect.height.max(1.0));
        Self::new(
            times,
            Point::new(rect.centre.x / view.width.max(1.0), rect.centre.y / view.height.max(1.0)),
        )
    }

    /// Position in the viewport, in pixels, of a point of the whole picture.
    #[must_use]
    pub fn place(self, point: Point, view: Viewport) -> Point {
        let along = |at: f64, centre: f64, size: f64| (at - centre * size) * self.times + size / 2.0;
        Point::new(along(point.x, self.centre.x, view.width), along(point.y, self.centre.y, view.height))
    }
}

impl Layout {
    /// Camera with `node` in the middle of that part of the viewport that is below the buttons. The
    /// magnification is the smallest one tried at which the queues of the node are drawn large. If no tried
    /// magnification is sufficient, the node fills 62 % of the width or height of the viewport.
    #[must_use]
    pub fn onto(&self, node: usize) -> Camera {
        /// Ratio of each tried magnification of the camera to the previous one, and number of tried
        /// magnifications.
        const STEP: (f64, i32) = (1.2, 14);
        /// Pixels between the box of the node and the lower edge of the viewport.
        const EDGE: f64 = 6.0;
        let whole = Camera::onto(&self.nodes[node], self.viewport);
        let (high, own) = (self.viewport.height.max(1.0), self.nodes[node].height);
        // A box that is too high for the part below the buttons is partly behind the buttons. Its lower edge
        // stays in the viewport.
        let middle = |times: f64| {
            let lowest = high - EDGE - own * times / 2.0;
            f64::midpoint(chips(high), high).min(lowest).max(high / 2.0)
        };
        let below = |times: f64| Point::new(0.0, 0.5 - middle(times) / high);
        let camera = |times: f64| Camera::new(times, whole.centre.plus(below(times), 1.0 / times));
        let whole = camera(whole.times);
        let mut cameras = (0..STEP.1).map(|n| camera(whole.times * STEP.0.powi(n)));
        cameras.find(|camera| self.seen(*camera).shows_queues(node, true)).unwrap_or(whole)
    }

    /// Layout as seen through `camera` in the same viewport: positions are moved, and all lengths are
    /// magnified. If the layout is already magnified, the two magnifications are multiplied.
    #[must_use]
    pub fn seen(&self, camera: Camera) -> Self {
        let (view, times) = (self.viewport, camera.times);
        let place = |point: Point| camera.place(point, view);
        let line = |line: Line| Line { from: place(line.from), to: place(line.to) };
        let longer = |lengths: &[f64]| lengths.iter().map(|length| length * times).collect();
        let node = |rect: &Rect| Rect {
            centre: place(rect.centre),
            width: rect.width * times,
            height: rect.height * times,
        };
        let longer_off = |off: Point| Point::new(off.x * times, off.y * times);
        let name = |name: &NamePlace| NamePlace {
            off: longer_off(name.off),
            off_if_opened: longer_off(name.off_if_opened),
            ..*name
        };
        let cable = |cable: &Cable| Cable { middle: line(cable.middle), width: cable.width * times };
        Self {
            nodes: self.nodes.iter().map(node).collect(),
            ports: self.ports.iter().map(|port| place(*port)).collect(),
            cables: self.cables.iter().map(cable).collect(),
            scale: self.scale * times,
            names: self.names.iter().map(name).collect(),
            room: longer(&self.room),
            depth: longer(&self.depth),
            times: self.times * times,
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: Viewport = Viewport { width: 800.0, height: 500.0 };

    fn near(one: Point, other: Point) -> bool {
        one.to(other).length() < 1e-6
    }

    #[test]
    fn the_point_under_the_pointer_stays_there_while_the_camera_scales() {
        for (x, y) in [(0.5, 0.5), (0.2, 0.7), (0.9, 0.1)] {
            let mut camera = Camera::new(2.0, Point::new(0.4, 0.6));
            let at = Point::new(x * VIEW.width, y * VIEW.height);
            let before = Point::new(
                (at.x - VIEW.width / 2.0) / camera.times + camera.centre.x * VIEW.width,
                (at.y - VIEW.height / 2.0) / camera.times + camera.centre.y * VIEW.height,
            );
            for _ in 0..5 {
                camera = camera.scaled(Point::new(x, y), 1.3);
                assert!(near(camera.place(before, VIEW), at), "{camera:?}");
            }
        }
    }

    #[test]
    fn no_place_beside_the_picture_comes_into_view() {
        let mut camera = Camera::WHOLE;
        for step in 0..200u32 {
            let turn = f64::from(step);
            let at = Point::new(turn.sin().abs(), turn.cos().abs());
            camera = camera.scaled(at, if step % 3 == 0 { 0.6 } else { 1.25 });
            camera = camera.moved(Point::new(turn.cos(), turn.sin()));
            let (first, last) = (
                camera.place(Point::default(), VIEW),
                camera.place(Point::new(VIEW.width, VIEW.height), VIEW),
            );
            assert!(first.x <= 1e-6 && first.y <= 1e-6, "{camera:?}");
            assert!(last.x >= VIEW.width - 1e-6 && last.y >= VIEW.height - 1e-6, "{camera:?}");
            assert!((1.0..=Camera::MAX_MAGNIFICATION).contains(&camera.times));
        }
    }

    #[test]
    fn a_camera_of_no_number_shows_the_whole() {
        assert_eq!(Camera::new(f64::NAN, Point::new(f64::NAN, f64::INFINITY)), Camera::WHOLE);
        assert_eq!(Camera::new(0.1, Point::new(9.0, -9.0)), Camera::WHOLE);
    }

    #[test]
    fn a_camera_onto_a_box_shows_all_of_it_and_puts_it_in_the_middle() {
        let rect = Rect { centre: Point::new(400.0, 250.0), width: 100.0, height: 80.0 };
        let camera = Camera::onto(&rect, VIEW);
        assert!(near(camera.place(rect.centre, VIEW), Point::new(400.0, 250.0)));
        assert!(camera.times * rect.width < VIEW.width && camera.times * rect.height < VIEW.height);
        assert!(camera.times > 2.0);
    }
}
