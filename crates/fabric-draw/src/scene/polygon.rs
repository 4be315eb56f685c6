//! Regular polygons. Their angles are constants, because sine and cosine functions would add kilobytes to the
//! compiled program. Corners are in clockwise order on the screen.

use std::f64::consts::FRAC_1_SQRT_2;

use super::Point;

/// Regular polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon {
    corners: u32,
    /// Direction from the centre to the first corner, as a vector of length 1.
    first: Point,
    /// Rotation angle from one corner to the next corner, as the vector (cosine, sine).
    turn: Point,
}

impl Polygon {
    /// Triangle with its first corner in the direction `way`, which has length 1.
    #[must_use]
    pub const fn triangle(way: Point) -> Self {
        Self { corners: 3, first: way, turn: Point::new(-0.5, COS_30) }
    }

    /// Square with a horizontal lower side.
    pub const SQUARE: Self =
        Self { corners: 4, first: Point::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2), turn: Point::new(0.0, 1.0) };

    /// Hexagon with a corner at the bottom.
    pub const HEXAGON: Self =
        Self { corners: 6, first: Point::new(COS_30, 0.5), turn: Point::new(0.5, COS_30) };

    /// Octagon with a horizontal lower side.
    pub const OCTAGON: Self = Self {
        corners: 8,
        first: Point::new(0.923_879_532_511_286_7, 0.382_683_432_365_089_8),
        turn: Point::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2),
    };

    /// Polygon with 24 corners, which looks like a circle.
    pub const ROUND: Self = Self {
        corners: 24,
        first: Point::new(0.991_444_861_373_810_4, 0.130_526_192_220_051_6),
        turn: Point::new(0.965_925_826_289_068_3, 0.258_819_045_102_520_8),
    };

    /// Corners of the polygon at distance `radius` from the centre `at`, clockwise on the screen.
    pub fn corners(self, at: Point, radius: f64) -> impl Iterator<Item = Point> {
        let next = move |way: &Point| {
            Some(Point::new(
                way.x * self.turn.x - way.y * self.turn.y,
                way.x * self.turn.y + way.y * self.turn.x,
            ))
        };
        let ways = std::iter::successors(Some(self.first), next).take(self.corners as usize);
        ways.map(move |way| at.plus(way, radius))
    }
}

/// Cosine of 30°, which is the sine of 60°.
const COS_30: f64 = 0.866_025_403_784_438_6;

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    #[test]
    fn corners_are_at_equal_angles() {
        let ahead = Point::new(0.6, -0.8);
        let shapes =
            [Polygon::triangle(ahead), Polygon::SQUARE, Polygon::HEXAGON, Polygon::OCTAGON, Polygon::ROUND];
        for (shape, corners) in shapes.into_iter().zip([3u8, 4, 6, 8, 24]) {
            let at = Point::new(100.0, 50.0);
            let ways: Vec<Point> = shape.corners(at, 10.0).map(|corner| at.to(corner)).collect();
            assert_eq!(ways.len(), usize::from(corners));
            for (n, way) in ways.iter().enumerate() {
                let next = ways[(n + 1) % ways.len()];
                let turn = (way.x * next.y - way.y * next.x).atan2(way.dot(next));
                assert!((way.length() - 10.0).abs() < 1e-9, "{shape:?}");
                assert!((turn - TAU / f64::from(corners)).abs() < 1e-9, "{shape:?}, corner {n}");
            }
        }
        let tip = Polygon::triangle(ahead).corners(Point::default(), 1.0).next();
        assert_eq!(tip, Some(ahead));
    }

    #[test]
    fn a_polygon_on_a_side_has_two_lowest_corners() {
        for (shape, on) in
            [(Polygon::SQUARE, 2), (Polygon::HEXAGON, 1), (Polygon::OCTAGON, 2), (Polygon::ROUND, 2)]
        {
            let corners: Vec<Point> = shape.corners(Point::default(), 1.0).collect();
            let lowest = corners.iter().map(|corner| corner.y).fold(f64::MIN, f64::max);
            assert_eq!(corners.iter().filter(|corner| lowest - corner.y < 1e-9).count(), on, "{shape:?}");
        }
    }
}
