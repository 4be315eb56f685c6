//! Points, boxes and straight lines, in CSS pixels; y points downwards. A box includes its border, and a line
//! its ends. A line of length 0 acts as a point: its direction is the zero vector. Start with [`Point`],
//! [`Line`] and [`Rect`].

/// Point of the picture, or vector between two points, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Horizontal coordinate in CSS pixels; greater is further right.
    pub x: f64,
    /// Vertical coordinate in CSS pixels; greater is further down.
    pub y: f64,
}

impl Point {
    /// Creates the point (x, y).
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Point that is reached from this point by `scale` times the vector `way`.
    #[must_use]
    pub fn plus(self, way: Self, scale: f64) -> Self {
        Self::new(self.x + way.x * scale, self.y + way.y * scale)
    }

    /// Vector from this point to the point `other`.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self::new(other.x - self.x, other.y - self.y)
    }

    /// Scalar product of this vector and the vector `other`.
    #[must_use]
    pub fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Length of the vector in CSS pixels.
    #[must_use]
    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Vector of length 1 in the same direction; the zero vector stays zero.
    #[must_use]
    pub fn unit(self) -> Self {
        let length = self.length();
        if length == 0.0 { self } else { Self::new(self.x / length, self.y / length) }
    }

    /// Vector turned clockwise by 90° on the screen: it points to the right of the vector itself.
    #[must_use]
    pub const fn right(self) -> Self {
        Self::new(-self.y, self.x)
    }
}

/// Straight line between two points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// Start of the line.
    pub from: Point,
    /// End of the line.
    pub to: Point,
}

impl Line {
    /// Line with its ends exchanged if necessary, so that it runs from left to right; if it is steeper than
    /// 45°, from bottom to top. All bars of the page fill in this direction.
    #[must_use]
    pub fn rising(self) -> Self {
        let way = self.from.to(self.to);
        let is_falling = if way.x.abs() > way.y.abs() { way.x < 0.0 } else { way.y > 0.0 };
        if is_falling { Self { from: self.to, to: self.from } } else { self }
    }

    /// Point at the fraction `share` of the line: 0 is its start, 1 its end.
    #[must_use]
    pub fn at(self, share: f64) -> Point {
        self.from.plus(self.from.to(self.to), share)
    }

    /// Part of the line between the positions `from` and `to`: 0 is the start of the line, 1 its end.
    #[must_use]
    pub fn part(self, from: f64, to: f64) -> Self {
        Self { from: self.at(from), to: self.at(to) }
    }

    /// Parallel line, `distance` pixels to the right of the direction of the line; negative: to the left.
    #[must_use]
    pub fn beside(self, distance: f64) -> Self {
        let right = self.from.to(self.to).unit().right();
        Self { from: self.from.plus(right, distance), to: self.to.plus(right, distance) }
    }

    /// Line extended by `before` pixels at its start and `after` pixels at its end.
    #[must_use]
    pub fn longer(self, (before, after): (f64, f64)) -> Self {
        let way = self.from.to(self.to).unit();
        Self { from: self.from.plus(way, -before), to: self.to.plus(way, after) }
    }

    /// Length of the line in CSS pixels.
    #[must_use]
    pub fn length(self) -> f64 {
        self.from.to(self.to).length()
    }

    /// Distance of `point` from the nearest point of the line.
    #[must_use]
    pub fn distance(self, point: Point) -> f64 {
        let way = self.from.to(self.to);
        let reach = self.from.to(point);
        let square = way.x * way.x + way.y * way.y;
        let share =
            if square == 0.0 { 0.0 } else { ((reach.x * way.x + reach.y * way.y) / square).clamp(0.0, 1.0) };
        self.at(share).to(point).length()
    }
}

impl Line {
    /// Whether the projection of `point` lies on the line and not beyond its ends.
    #[must_use]
    pub fn is_beside(self, point: Point) -> bool {
        let way = self.from.to(self.to);
        (0.0..=way.dot(way)).contains(&self.from.to(point).dot(way))
    }

    /// Position of the projection of `point` on the line: 0 at the start, 1 at the end. A projection before
    /// the start is below 0, one after the end above 1.
    #[must_use]
    pub fn share_of(self, point: Point) -> f64 {
        let way = self.from.to(self.to);
        let square = way.dot(way);
        if square == 0.0 { 0.0 } else { self.from.to(point).dot(way) / square }
    }
}

/// Box with horizontal and vertical sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Centre of the box.
    pub centre: Point,
    /// Width of the box in CSS pixels.
    pub width: f64,
    /// Height of the box in CSS pixels.
    pub height: f64,
}

impl Rect {
    /// Horizontal coordinate of the left edge of the box.
    #[must_use]
    pub fn left(&self) -> f64 {
        self.centre.x - self.width / 2.0
    }

    /// Vertical coordinate of the top edge of the box.
    #[must_use]
    pub fn top(&self) -> f64 {
        self.centre.y - self.height / 2.0
    }

    /// Whether `point` lies within the box or on its border.
    #[must_use]
    pub fn holds(&self, point: Point) -> bool {
        (point.x - self.centre.x).abs() <= self.width / 2.0
            && (point.y - self.centre.y).abs() <= self.height / 2.0
    }

    /// Point of the box that is nearest to `point`.
    #[must_use]
    pub fn nearest(&self, point: Point) -> Point {
        let (left, top) = (self.left(), self.top());
        let (width, height) = (self.width.max(0.0), self.height.max(0.0));
        Point::new(point.x.clamp(left, left + width), point.y.clamp(top, top + height))
    }

    /// Whether this box and the box `other` overlap or touch.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        let way = self.centre.to(other.centre);
        way.x.abs() <= f64::midpoint(self.width, other.width)
            && way.y.abs() <= f64::midpoint(self.height, other.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_of_a_way_to_the_right_is_below_it() {
        let line = Line { from: Point::new(0.0, 0.0), to: Point::new(10.0, 0.0) }.beside(3.0);
        assert_eq!((line.from, line.to), (Point::new(0.0, 3.0), Point::new(10.0, 3.0)));
    }

    #[test]
    fn bars_fill_to_the_right_and_upwards() {
        let line = |from: (f64, f64), to: (f64, f64)| Line {
            from: Point::new(from.0, from.1),
            to: Point::new(to.0, to.1),
        };
        for to in [(9.0, 1.0), (1.0, -9.0)] {
            let risen = line((0.0, 0.0), to);
            assert_eq!((risen.rising(), line(to, (0.0, 0.0)).rising()), (risen, risen));
        }
    }

    #[test]
    fn distance_is_to_the_line_and_not_to_its_extension() {
        let line = Line { from: Point::new(0.0, 0.0), to: Point::new(10.0, 0.0) };
        assert!((line.distance(Point::new(5.0, 4.0)) - 4.0).abs() < 1e-9);
        assert!((line.distance(Point::new(13.0, 4.0)) - 5.0).abs() < 1e-9);
    }
}
