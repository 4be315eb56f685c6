//! Labels of hosts: the name, and the priorities for which the host is paused. Start with
//! [`Layout::host_label`].
//!
//! A high box has two lines of text. A low box has one line or, if one line would be too long, two lines of
//! small letters. Every paused host shows its paused priorities. The priorities replace the name only if the
//! box has no space for legible letters of both texts.

use fabric_sim::ids::PrioritySet;

use super::{LETTER, Layout, count};
use crate::scene::Point;

/// Least height in pixels of the box of a host at which the box always has two lines of text.
const MIN_HEIGHT_OF_TWO_LINES: f64 = 22.0;
/// Least height in pixels of the box of a host at which its two lines of text have their full distance.
const ROOMY: f64 = 30.0;
/// Height in pixels of the letters of the second line in the box of a host (paused priorities): height at
/// scale 1 of the picture, and least height at any scale.
const STATE: (f64, f64) = (11.0, 10.5);
/// Least height in pixels of the letters of a name that shares its line with the paused priorities.
const MIN_LETTERS: f64 = 8.0;
/// Least height in pixels of the letters of two lines in a low box.
const MIN_LETTERS_OF_TWO_LINES: f64 = 6.5;
/// Greatest height of the letters of each of two lines, as a part of the height of the box.
const LINE: f64 = 0.46;
/// Free pixels between a line of text and each side of its box.
const AIR: f64 = 2.0;

/// Line of text in the box of a host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLine {
    /// Text of this line of the label.
    pub text: String,
    /// Centre of the text in the picture.
    pub at: Point,
    /// Height in pixels of the letters of the line.
    pub size: f64,
}

/// Label of a host. At least one of its two lines is present.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLabel {
    /// Line with the name of the host; `None` if the line `paused` also contains the name, or replaces it.
    pub name: Option<HostLine>,
    /// Line with the priorities for which the host is paused; `None` if the host is not paused.
    pub paused: Option<HostLine>,
}

impl Layout {
    /// Label of the host `node`, whose name is `name` and which is paused for the priorities `paused`.
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
        let is_low = rect.height < MIN_HEIGHT_OF_TWO_LINES;
        if is_low {
            let both = format!("{name} {short}");
            let size = letters.min(room / width(&both));
            if size >= MIN_LETTERS {
                return HostLabel { name: None, paused: line(both, 0.0, size) };
            }
            let of_two = (LINE * rect.height).min(room / width(name)).min(room / width(&short));
            if of_two < MIN_LETTERS_OF_TWO_LINES {
                let size = letters.min(room / width(&short));
                return HostLabel { name: None, paused: line(short, 0.0, size) };
            }
        }
        let size = (STATE.0 * self.scale).max(STATE.1 * self.times);
        let long = format!("{which} paused");
        let text = if width(&long) * size <= room && !is_low { long } else { short };
        let size = size.min(room / width(&text));
        let (up, down) = if rect.height > ROOMY * self.times { (1.0 / 6.0, 1.0 / 4.6) } else { (0.23, 0.24) };
        HostLabel {
            name: line(name.to_owned(), -up * rect.height, letters.min(LINE * rect.height)),
            paused: line(text, down * rect.height, size.min(LINE * rect.height)),
        }
    }
}

/// Width of a text, relative to the height of its letters.
fn width(text: &str) -> f64 {
    LETTER * count(text.chars().count())
}
