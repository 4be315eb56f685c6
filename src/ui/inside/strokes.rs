//! Many small shapes as one path of a picture: as many elements as kinds, not
//! as many as cells.

/// The commands of a path.
#[derive(Default)]
pub struct Strokes(String);

impl Strokes {
    /// A square around a point.
    pub fn square(&mut self, (x, y): (f64, f64), half: f64) {
        let side = 2.0 * half;
        self.add(&format!("M{:.2} {:.2}h{side:.2}v{side:.2}h-{side:.2}z", x - half, y - half));
    }

    /// A disc.
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64) {
        let (r, d) = (radius, 2.0 * radius);
        self.add(&format!(
            "M{:.2} {y:.2}a{r:.2} {r:.2} 0 1 0 {d:.2} 0a{r:.2} {r:.2} 0 1 0 -{d:.2} 0z",
            x - r
        ));
    }

    /// The left half of a disc.
    pub fn half_disc(&mut self, (x, y): (f64, f64), radius: f64) {
        let (r, d) = (radius, 2.0 * radius);
        self.add(&format!("M{x:.2} {:.2}a{r:.2} {r:.2} 0 0 0 0 {d:.2}z", y - r));
    }

    /// The lower left half of a square.
    pub fn half_square(&mut self, (x, y): (f64, f64), half: f64) {
        let side = 2.0 * half;
        self.add(&format!("M{:.2} {:.2}v{side:.2}h{side:.2}z", x - half, y - half));
    }

    /// A triangle that hangs from a point and points down.
    pub fn down(&mut self, (x, y): (f64, f64), size: f64) {
        self.add(&format!("M{:.2} {y:.2}h{:.2}l-{size:.2} {size:.2}z", x - size, 2.0 * size));
    }

    /// A triangle that stands at a point and points to the right.
    pub fn right(&mut self, (x, y): (f64, f64), size: f64) {
        self.add(&format!("M{x:.2} {:.2}v{:.2}l{size:.2} -{size:.2}z", y - size, 2.0 * size));
    }

    /// A line to the right.
    pub fn across(&mut self, (x, y): (f64, f64), length: f64) {
        self.add(&format!("M{x:.2} {y:.2}h{length:.2}"));
    }

    /// A line down.
    pub fn along(&mut self, (x, y): (f64, f64), length: f64) {
        self.add(&format!("M{x:.2} {y:.2}v{length:.2}"));
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As `d` of a path.
    pub fn path(self) -> String {
        self.0
    }

    fn add(&mut self, command: &str) {
        self.0.push_str(command);
    }
}
