//! Exported files: their names, and the interval between rows of a time series. Letters, digits, `-`,
//! `_` and `.` stay in a name; every other character becomes `-`.

use fabric_sim::document::escape_unprintable;
use fabric_sim::units::Time;

use super::Lab;
use crate::round::round_above;

/// Greatest number of characters of the document's name in a file name.
const LONGEST: usize = 60;
/// Greatest number of rows per port and flow of a time series with the default interval.
const ROWS: u64 = 500;

impl Lab {
    /// File name, such as `incast-12.5us-queue.svg`. The file name consists of the name of the document, the
    /// time `at` and the contents `what`. A document without a name is called `fabric`. At most 60 characters
    /// of the document's name are used.
    #[must_use]
    pub fn file_name(&self, at: Time, what: &str) -> String {
        let name = &self.link_at(false).document.name;
        let name: String = name.chars().take(LONGEST).map(plain_letter).collect();
        let name = if name.is_empty() { "fabric" } else { &name };
        format!("{name}-{at}-{what}")
    }
}

/// Character for a file name: letters, digits, `-`, `_` and `.` stay; every other character becomes `-`.
fn plain_letter(letter: char) -> char {
    if letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.') { letter } else { '-' }
}

/// Default interval of a time series from 0 to `end`: a round time that gives at most 500 rows, or 1 ps if
/// `end` is at most 500 ps.
#[must_use]
pub fn series_step(end: Time) -> Time {
    Time(round_above(end.ps().div_ceil(ROWS).max(1)))
}

/// Parses the interval of a series that the user typed, above 0 and at most 1 hour.
///
/// # Errors
/// Message with the field, the text and the range, if the text is no such time.
pub fn typed_step(text: &str) -> Result<Time, String> {
    let step = text.trim().parse().ok().filter(|step| (Time(1)..=Time::LONGEST).contains(step));
    step.ok_or_else(|| {
        let typed = escape_unprintable(text.trim());
        format!("Step of the series is \"{typed}\", but must be a time above 0 up to 3600s, such as 1us")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_is_no_time_above_0_is_refused_with_its_form() {
        assert_eq!(typed_step(" 2us "), Ok(Time::from_us(2)));
        for text in ["abc", "0", "0s", "-1us", "3601s", "1e400"] {
            let form = "but must be a time above 0 up to 3600s, such as 1us";
            assert_eq!(typed_step(text), Err(format!("Step of the series is \"{text}\", {form}")));
        }
    }

    #[test]
    fn a_step_is_round_and_gives_some_hundred_rows() {
        for end in [0, 1, 499, 500, 501, 40_000_000, 12_503_000, 3_600_000_000_000_000] {
            let step = series_step(Time(end)).ps();
            assert!(end / step <= ROWS && (end < 2 * ROWS || end / step >= ROWS / 10 * 2), "{end} {step}");
            let digits = step.to_string();
            assert!(matches!(digits.trim_end_matches('0'), "1" | "2" | "5"), "{step}");
        }
    }

    #[test]
    fn a_file_is_named_by_document_moment_and_contents() {
        let lab = Lab::open("#/preset/incast?t=12.5us");
        assert_eq!(lab.file_name(Time(12_500_000), "queue.svg"), "incast-12.5us-queue.svg");
        let name: String = "a/b: c\u{e9}\"".chars().map(plain_letter).collect();
        assert_eq!(name, "a-b--c\u{e9}-");
    }
}
