//! Labels of hosts: the name, and the priorities for which the host is paused. Start with
//! [`Layout::host_label`].
//!
//! A high box has two lines of text, a low box one. The paused priorities are in the label of every paused
//! host, whatever its size. If the box has no room for both, they replace the name.

use fabric_sim::ids::PrioritySet;

use super::{LETTER, Layout, count};
use crate::scene::Point;

/// Least height in pixels of a box with two lines of text.
const MIN_HEIGHT_OF_TWO_LINES: f64 = 22.0;
/// Height in pixels of a box above which its two lines have the full distance from each other.
const ROOMY: f64 = 30.0;
/// Height of the letters of the second line: in pixels at scale 1, and at least in pixels.
const STATE: (f64, f64) = (11.0, 10.5);
/// Least height in pixels of the letters of a name that shares its line with the paused priorities.
const MIN_LETTERS: f64 = 8.0;
/// Free pixels between a line of text and each side of its box.
const AIR: f64 = 2.0;

/// Line of text in the box of a host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLine {
    /// Text of the line.
    pub text: String,
    /// Centre of the line.
    pub at: Point,
    /// Height of the letters in pixels.
    pub size: f64,
}

/// Label of a host. At least one of the lines is there.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLabel {
    /// Name of the host; `None` if `paused` contains the name or replaces it.
    pub name: Option<HostLine>,
    /// Priorities for which the host is paused; `None` if it is not paused.
    pub paused: Option<HostLine>,
}

impl Layout {
    /// Label of the host `node` with this `name`, while it is paused for the priorities `paused`.
    #[must_use]
    pub fn host_label(&self, node: usize, name: &str, paused: PrioritySet) -> HostLabel {
        let (centre, letters) = (self.name(node).centre, self.letter(node));
        let line = |text: String, down: f64, size: f64| {
            Some(HostLine { text, at: Point::new(centre.x, centre.y + down), size })
        };
        if paused.is_empty() {
            return HostLabel { name: line(name.to_owned(), 0.0, letters), paused: None };
        }
        let rect = &self.nodes[node];
        let room = (rect.width - 2.0 * AIR).max(1.0);
        let which = paused.iter().map(|priority| format!("P{priority}")).collect::<Vec<_>>().join(", ");
        let short = format!("\u{2016} {which}");
        if rect.height < MIN_HEIGHT_OF_TWO_LINES {
            let both = format!("{name} {short}");
            let size = letters.min(room / width(&both));
            let (text, size) = if size >= MIN_LETTERS { (both, size) } else { (short, letters) };
            let size = size.min(room / width(&text));
            return HostLabel { name: None, paused: line(text, 0.0, size) };
        }
        let size = (STATE.0 * self.scale).max(STATE.1 * self.times);
        let long = format!("{which} paused");
        let text = if width(&long) * size <= room { long } else { short };
        let size = size.min(room / width(&text));
        let (up, down) = if rect.height > ROOMY * self.times { (1.0 / 6.0, 1.0 / 4.6) } else { (0.23, 0.24) };
        HostLabel {
            name: line(name.to_owned(), -up * rect.height, letters.min(0.46 * rect.height)),
            paused: line(text, down * rect.height, size.min(0.46 * rect.height)),
        }
    }
}

/// Width of a text, relative to the height of its letters.
fn width(text: &str) -> f64 {
    LETTER * count(text.chars().count())
}
