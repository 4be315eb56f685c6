//! SVG path of many small shapes. A picture then needs one element for each kind of mark, not one for each
//! cell.

/// SVG path to which shapes are added.
#[derive(Default)]
pub struct Strokes(String);

impl Strokes {
    /// Adds a square with centre (`x`, `y`) and side 2 × `half`.
    pub fn square(&mut self, (x, y): (f64, f64), half: f64) {
        let side = 2.0 * half;
        self.add(&format!("M{:.2} {:.2}h{side:.2}v{side:.2}h-{side:.2}z", x - half, y - half));
    }

    /// Adds a disc with centre (`x`, `y`).
    pub fn disc(&mut self, (x, y): (f64, f64), radius: f64) {
        let (r, d) = (radius, 2.0 * radius);
        self.add(&format!(
            "M{:.2} {y:.2}a{r:.2} {r:.2} 0 1 0 {d:.2} 0a{r:.2} {r:.2} 0 1 0 -{d:.2} 0z",
            x - r
        ));
    }

    /// Adds the left half of a disc with centre (`x`, `y`).
    pub fn half_disc(&mut self, (x, y): (f64, f64), radius: f64) {
        let (r, d) = (radius, 2.0 * radius);
        self.add(&format!("M{x:.2} {:.2}a{r:.2} {r:.2} 0 0 0 0 {d:.2}z", y - r));
    }

    /// Adds the lower left half of a square, cut along its diagonal, with centre (`x`, `y`).
    pub fn half_square(&mut self, (x, y): (f64, f64), half: f64) {
        let side = 2.0 * half;
        self.add(&format!("M{:.2} {:.2}v{side:.2}h{side:.2}z", x - half, y - half));
    }

    /// Adds a triangle that points down. Its upper edge is 2 × `size` long, with the middle at (`x`, `y`).
    pub fn down(&mut self, (x, y): (f64, f64), size: f64) {
        self.add(&format!("M{:.2} {y:.2}h{:.2}l-{size:.2} {size:.2}z", x - size, 2.0 * size));
    }

    /// Adds a triangle that points right. Its left edge is 2 × `size` long, with the middle at (`x`, `y`).
    pub fn right(&mut self, (x, y): (f64, f64), size: f64) {
        self.add(&format!("M{x:.2} {:.2}v{:.2}l{size:.2} -{size:.2}z", y - size, 2.0 * size));
    }

    /// Adds a line from (`x`, `y`) to the right.
    pub fn across(&mut self, (x, y): (f64, f64), length: f64) {
        self.add(&format!("M{x:.2} {y:.2}h{length:.2}"));
    }

    /// Adds a line from (`x`, `y`) downwards.
    pub fn along(&mut self, (x, y): (f64, f64), length: f64) {
        self.add(&format!("M{x:.2} {y:.2}v{length:.2}"));
    }

    /// Whether the path is empty: no shape was added.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Path as the value of the SVG attribute `d`.
    pub fn path(self) -> String {
        self.0
    }

    fn add(&mut self, command: &str) {
        self.0.push_str(command);
    }
}
