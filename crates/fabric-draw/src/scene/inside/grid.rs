//! Geometry of a matrix of the inputs and outputs of a switch. Start with [`Grid`]. The left and top edges of
//! a field belong to it, the right and bottom edges do not. At most 64 ports have rows and columns.

/// Greatest width and height in pixels of a field of the matrix.
const WIDEST: f64 = 34.0;
/// Least width in pixels of a field in which rings and pointers have room.
const ROOMY: f64 = 10.0;
/// Width in pixels of a letter of a name.
const LETTER: f64 = 6.6;
/// Least distance in pixels between the names of two ports.
const LINE: f64 = 12.0;
/// Pixels between the names and the fields of the matrix; the pointers are drawn there.
pub const MARGIN: f64 = 9.0;
/// Greatest number of letters of a name that is not shortened.
const LETTERS: usize = 10;

/// Geometry of a matrix with inputs as rows and outputs as columns. Names are to the left and above.
/// Lengths are in pixels of a picture that is [`Grid::WIDTH`] wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Number of ports of the switch: number of rows, and of columns.
    pub ports: u8,
    /// Width and height in pixels of a field of the matrix.
    pub cell: f64,
    /// Left edge of the first column, in pixels; the names of inputs are to the left of it.
    pub left: f64,
    /// Top edge of the first row, in pixels.
    pub top: f64,
}

impl Grid {
    /// Width of the picture in pixels.
    pub const WIDTH: f64 = 320.0;

    /// Geometry of a matrix with a row and a column for each of `names`.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        let ports = u8::try_from(names.len().clamp(1, 64)).unwrap_or(64);
        let letters = names.iter().map(|name| name.chars().count().min(LETTERS)).max().unwrap_or(1);
        let room = LETTER * whole(letters) + 4.0 + MARGIN;
        let cell = ((Self::WIDTH - room - 2.0) / f64::from(ports)).min(WIDEST);
        // The line above the names says whether a queue is full or paused.
        Self { ports, cell, left: room, top: room + 12.0 }
    }

    /// Height of the picture in pixels.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.top + self.side() + 2.0
    }

    /// Width and height in pixels of the whole matrix, without names.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.cell * f64::from(self.ports)
    }

    /// Left edge in pixels of the column of `output`.
    #[must_use]
    pub fn x(&self, output: u8) -> f64 {
        self.left + self.cell * f64::from(output)
    }

    /// Top edge in pixels of the row of `input`.
    #[must_use]
    pub fn y(&self, input: u8) -> f64 {
        self.top + self.cell * f64::from(input)
    }

    /// Whether fields are large enough for rings and pointers.
    #[must_use]
    pub fn is_roomy(&self) -> bool {
        self.cell >= ROOMY
    }

    /// Ports whose names are written, in ascending order: all, or every second, fourth and so on, so that
    /// names do not overlap.
    pub fn named(&self) -> impl Iterator<Item = u8> + use<> {
        let mut step = 1u8;
        while f64::from(step) * self.cell < LINE {
            step *= 2;
        }
        (0..self.ports).step_by(usize::from(step))
    }

    /// Input and output of the field at the point (x, y); `None` outside the matrix.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Option<(u8, u8)> {
        Some((self.index(y - self.top)?, self.index(x - self.left)?))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 63")]
    fn index(&self, along: f64) -> Option<u8> {
        (0.0..self.side()).contains(&along).then(|| ((along / self.cell) as u8).min(self.ports - 1))
    }
}

/// Name shortened to 10 letters; an ellipsis replaces the rest.
#[must_use]
pub fn short(name: &str) -> String {
    if name.chars().count() <= LETTERS {
        return name.to_owned();
    }
    name.chars().take(LETTERS - 1).chain(['\u{2026}']).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few letters")]
fn whole(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
