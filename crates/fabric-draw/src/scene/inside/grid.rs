//! Geometry of a matrix with a row for each input and a column for each output of a switch. Start with
//! [`Grid`]. A field of the matrix includes its left and top edges, but not its right and bottom edges. Ports
//! that no flow uses have no row or column.

use fabric_sim::ids::{LocalPort, PortSet};
use fabric_sim::sizing::SwitchPorts;

/// Greatest width and height in pixels of a field of the matrix.
const WIDEST: f64 = 34.0;
/// Least width in pixels of a field that has room for rings and round-robin pointers.
const ROOMY: f64 = 10.0;
/// Width in pixels of one letter of the name of a port.
const LETTER: f64 = 6.6;
/// Least distance in pixels between the names of two ports.
const LINE: f64 = 12.0;
/// Pixels between the names and the fields of the matrix. The round-robin pointers are drawn in this space.
pub const MARGIN: f64 = 9.0;
/// Greatest number of letters of a name that is not shortened.
const LETTERS: usize = 10;

/// Geometry of a matrix with inputs as rows and outputs as columns. The names of inputs are to the left, the
/// names of outputs above. Lengths are in pixels of a picture that is [`Grid::WIDTH`] wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Input ports that have a row of the matrix, from top to bottom.
    pub inputs: PortSet,
    /// Output ports that have a column of the matrix, from left to right.
    pub outputs: PortSet,
    /// Width and height in pixels of a field of the matrix.
    pub cell: f64,
    /// Left edge in pixels of the first column of the matrix. The names of the inputs are to the left of this
    /// edge.
    pub left: f64,
    /// Top edge in pixels of the first row of the matrix. The names of the outputs are above this edge.
    pub top: f64,
}

impl Grid {
    /// Width of the picture of the matrix, names included, in pixels.
    pub const WIDTH: f64 = 320.0;

    /// Geometry of a matrix for `shown`, the ports with rows and columns. `names` are the names of all ports
    /// of the switch. The longest name sets the space for names, even if its port has no row or column.
    #[must_use]
    pub fn new(names: &[String], shown: SwitchPorts) -> Self {
        let letters = names.iter().map(|name| name.chars().count().min(LETTERS)).max().unwrap_or(1);
        let room = LETTER * whole(letters) + 4.0 + MARGIN;
        let most = shown.inputs.len().max(shown.outputs.len()).max(1);
        let cell = ((Self::WIDTH - room - 2.0) / whole(most)).min(WIDEST);
        let SwitchPorts { inputs, outputs } = shown;
        // There is room for a line above the names, which says whether a queue is full or paused.
        Self { inputs, outputs, cell, left: room, top: room + 12.0 }
    }

    /// Height of the picture of the matrix, names included, in pixels.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.top + self.high() + 2.0
    }

    /// Width in pixels of all columns of the matrix, without the names of ports.
    #[must_use]
    pub fn wide(&self) -> f64 {
        self.cell * whole(self.outputs.len())
    }

    /// Height in pixels of all rows of the matrix, without the names of ports.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.cell * whole(self.inputs.len())
    }

    /// Left edge in pixels of the column of `output`. Meaningless for an output without a column.
    #[must_use]
    pub fn x(&self, output: LocalPort) -> f64 {
        self.left + self.cell * whole(self.outputs.rank(output))
    }

    /// Top edge in pixels of the row of `input`. Meaningless for an input without a row.
    #[must_use]
    pub fn y(&self, input: LocalPort) -> f64 {
        self.top + self.cell * whole(self.inputs.rank(input))
    }

    /// Whether fields are large enough for rings and round-robin pointers.
    #[must_use]
    pub fn is_roomy(&self) -> bool {
        self.cell >= ROOMY
    }

    /// Ports whose names are written, in ascending order. `ports` are all inputs, or all outputs. If
    /// neighbouring names would overlap, only every second, fourth, eighth (and so on) port is named.
    pub fn named(&self, ports: PortSet) -> impl Iterator<Item = LocalPort> + use<> {
        let mut step = 1;
        while whole(step) * self.cell < LINE {
            step *= 2;
        }
        ports.iter().step_by(step)
    }

    /// Input and output of the field at the point (x, y); `None` outside the matrix.
    #[must_use]
    pub fn at(&self, x: f64, y: f64) -> Option<(LocalPort, LocalPort)> {
        Some((self.port(self.inputs, y - self.top)?, self.port(self.outputs, x - self.left)?))
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 63")]
    fn port(&self, ports: PortSet, along: f64) -> Option<LocalPort> {
        (along >= 0.0).then(|| ports.iter().nth((along / self.cell) as usize)).flatten()
    }
}

/// `name` if it has at most 10 characters; otherwise its first 9 characters and an ellipsis.
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
