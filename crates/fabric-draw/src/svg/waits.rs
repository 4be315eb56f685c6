//! Wait-for graph as SVG elements, drawn over a fabric: first arrows, then queues, then captions. Deadlocks
//! have the colour of pauses; cycles that are no deadlock, and blocked queues, have the colour of ECN marks.
//! A picture without waits gives an empty text.

use std::fmt::Write;

use super::{hex, text};
use crate::charts::tones;
use crate::scene::{ArrowStrength, Caption, FILLS, QueueFate, Theme, WaitPicture, digit_colour};

/// Greatest number of letters in a line of a caption. A longer word has a line of its own.
const LINE: usize = 28;
/// Distance in pixels between the lines of a caption.
const HIGH: f64 = 16.0;

/// SVG elements of the arrows, marks and captions of `picture`.
pub fn waits(picture: &WaitPicture, theme: Theme) -> String {
    let (palette, warn) = (theme.palette(), hex(tones(theme).mark));
    let mut svg = String::new();
    // Writing to a String never fails.
    for arrow in &picture.arrows {
        let (curve, [tip, left, right]) = (arrow.curve, arrow.head);
        let (colour, width, dash) = match arrow.strength {
            ArrowStrength::Dim | ArrowStrength::Plain => (palette.ink, 1.75, "5 3"),
            ArrowStrength::Cycle => (&warn[..], 3.0, "9 4"),
            ArrowStrength::Dead => (palette.stop, 4.5, "none"),
        };
        let opacity = if arrow.strength == ArrowStrength::Dim { 0.5 } else { 1.0 };
        let path = format!(
            "M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}",
            curve.from.x, curve.from.y, curve.bend.x, curve.bend.y, curve.to.x, curve.to.y
        );
        let _ = writeln!(
            svg,
            "<g opacity=\"{opacity}\" fill=\"none\"><path d=\"{path}\" stroke=\"{}\" stroke-width=\"{:.1}\"/><path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/><path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{colour}\"/></g>",
            palette.ground,
            width + 3.5,
            tip.x,
            tip.y,
            left.x,
            left.y,
            right.x,
            right.y
        );
    }
    for spot in &picture.spots {
        let points: Vec<String> =
            spot.outline().iter().map(|at| format!("{:.1},{:.1}", at.x, at.y)).collect();
        let (colour, width, dash) = match spot.fate {
            QueueFate::Stuck => (palette.stop, 3.0, "none"),
            QueueFate::Blocked => (&warn[..], 2.5, "none"),
            QueueFate::Passing => (palette.ink, 1.5, "3 2"),
        };
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>",
            points.join(" "),
            FILLS[spot.priority.index()]
        );
        let digit = (1.2 * spot.radius, digit_colour(spot.priority));
        text(&mut svg, (spot.at.x, spot.at.y), digit, MIDDLE, &spot.priority.to_string());
        if let Some((word, at)) = &spot.label {
            text(&mut svg, (at.x, at.y), (12.0, palette.stop), MIDDLE, word);
        }
    }
    for caption in &picture.captions {
        named(&mut svg, caption, theme);
    }
    svg
}

/// SVG attributes of bold text that is centred at its position.
const MIDDLE: &str = " font-weight=\"700\" text-anchor=\"middle\" dominant-baseline=\"central\"";

/// Appends the caption of a cycle of waiting queues: a box with lines of text.
fn named(svg: &mut String, caption: &Caption, theme: Theme) {
    let palette = theme.palette();
    let mut lines = vec![String::new()];
    for word in caption.text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    let colour = if caption.is_deadlock { palette.stop } else { palette.ink };
    let (at, half) = (caption.at, caption.half);
    let _ = writeln!(
        svg,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"{}\" stroke=\"{colour}\"/>",
        at.x - half.x,
        at.y - half.y,
        2.0 * half.x,
        2.0 * half.y,
        palette.ground
    );
    let count = f64::from(u32::try_from(lines.len()).unwrap_or(1));
    let mut y = at.y - HIGH * (count - 1.0) / 2.0;
    for line in lines {
        text(svg, (at.x, y), (12.5, colour), MIDDLE, &line);
        y += HIGH;
    }
}
