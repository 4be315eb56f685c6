//! Names of the two thresholds of a horizontal queue, in one line. The name of the lower threshold is on the
//! left of its tick, the name of the higher one on the right. If the two names would touch, a single name
//! such as `Kmin/Kmax` replaces them. Start with [`threshold_names`].

use crate::scene::layout::count;
use crate::scene::{MarkKind, Tone};

/// Least space between the names of two thresholds, relative to the height of letters.
const APART: f64 = 0.7;
/// Pixels between the name of a threshold and its tick.
const BESIDE: f64 = 2.0;
/// Width of a letter of the name of a threshold, relative to its height. The capitals of these names are
/// wide.
const LETTER: f64 = 0.78;

/// Name of one threshold or, if two names have no space, common name of both thresholds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ThresholdName {
    /// Text of the name, such as `Kmin` or `Kmin/Kmax`.
    pub text: String,
    /// Left end and right end of the name of the threshold, in pixels.
    pub span: (f64, f64),
    /// Colour of the name of the threshold.
    pub tone: Tone,
}

impl ThresholdName {
    fn new(text: String, tone: Tone, from: f64, width: f64) -> Self {
        Self { text, span: (from, from + width), tone }
    }

    /// Centre of the name of the threshold, in pixels.
    pub const fn centre(&self) -> f64 {
        f64::midpoint(self.span.0, self.span.1)
    }
}

/// Colour of the name of a threshold.
pub(super) const fn tone_of(kind: MarkKind) -> Tone {
    match kind {
        MarkKind::Xoff | MarkKind::Limit => Tone::Stop,
        MarkKind::Xon => Tone::Go,
        _ => Tone::Ink,
    }
}

/// Names of at most two thresholds. `ticks` has the kind of each threshold and the position of its tick in
/// pixels, the lower threshold first. A name stays between `range.0` and `range.1` if it is not longer than
/// this range. `size` is the height of letters in pixels.
pub(super) fn threshold_names(ticks: &[(MarkKind, f64)], range: (f64, f64), size: f64) -> Vec<ThresholdName> {
    let width = |text: &str| LETTER * size * count(text.chars().count());
    let inside = |from: f64, width: f64| from.min(range.1 - width).max(range.0);
    let name = |(n, (kind, at)): (usize, &(MarkKind, f64))| {
        let width = width(kind.name());
        let from = if n == 0 { at - BESIDE - width } else { at + BESIDE };
        ThresholdName::new(kind.name().to_owned(), tone_of(*kind), inside(from, width), width)
    };
    let names: Vec<ThresholdName> = ticks.iter().enumerate().map(name).collect();
    match (names.as_slice(), ticks) {
        ([lower, higher], [(_, low), (_, high)]) if lower.span.1 + APART * size > higher.span.0 => {
            let text = format!("{}/{}", lower.text, higher.text);
            let width = width(&text);
            let from = inside(f64::midpoint(*low, *high) - width / 2.0, width);
            vec![ThresholdName::new(text, Tone::Ink, from, width)]
        }
        _ => names,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: f64 = 10.0;

    fn texts(names: &[ThresholdName]) -> Vec<&str> {
        names.iter().map(|name| name.text.as_str()).collect()
    }

    #[test]
    fn names_of_distant_thresholds_stand_beside_their_ticks() {
        let names =
            threshold_names(&[(MarkKind::Kmin, 60.0), (MarkKind::Kmax, 120.0)], (0.0, 200.0), LETTERS);
        assert_eq!(texts(&names), ["Kmin", "Kmax"]);
        assert!(names[0].span.1 < 60.0 && names[1].span.0 > 120.0, "{names:?}");
    }

    #[test]
    fn names_that_would_touch_are_one_name_inside_the_queue() {
        for (low, high) in [(3.0, 32.0), (100.0, 101.0), (190.0, 199.0), (0.0, 0.0)] {
            let names =
                threshold_names(&[(MarkKind::Kmin, low), (MarkKind::Kmax, high)], (0.0, 200.0), LETTERS);
            assert_eq!(texts(&names), ["Kmin/Kmax"], "{low} {high}");
            assert!(names[0].span.0 >= 0.0 && names[0].span.1 <= 200.0, "{names:?}");
        }
    }

    #[test]
    fn two_names_are_never_closer_than_a_letter() {
        for low in (0..200).map(f64::from) {
            for high in (0..200).map(f64::from).filter(|high| *high >= low) {
                let names =
                    threshold_names(&[(MarkKind::Xon, low), (MarkKind::Xoff, high)], (0.0, 200.0), LETTERS);
                if let [lower, higher] = names.as_slice() {
                    assert!(higher.span.0 - lower.span.1 >= 6.0, "{low} {high}: {names:?}");
                }
            }
        }
    }
}
