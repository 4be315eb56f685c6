//! Formatting of amounts for sentences, in a convenient unit. If that unit rounds a number of bytes, the
//! exact number is added.
//!
//! Units are B, kB, MB and GB, and ps, ns, µs, ms and s. Zero is written in the smallest unit. A text has at
//! most three decimals; a half is rounded up. The unit is chosen before the amount is rounded, so rounding
//! can give `1000 MB`. Times do not show that they are rounded.

use crate::units::Time;

const BYTES: [(&str, u64); 4] = [("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)];

const TIMES: [(&str, u64); 5] =
    [("ps", 1), ("ns", 1_000), ("µs", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)];

/// Formats a number of bytes for a sentence: `64 B`, `16.5 kB`. If the text is rounded, adds the exact
/// number: `12.583 MB (12 582 912 B)`.
pub(super) fn bytes(bytes: u64) -> String {
    let (text, exact) = written(bytes, &BYTES);
    if exact { text } else { format!("{text} ({} B)", grouped(bytes)) }
}

/// Formats a time for a sentence, rounded to at most three decimals: `1.128 µs`.
pub(super) fn time(time: Time) -> String {
    written(time.ps(), &TIMES).0
}

/// Formats a number with its digits in groups of three: `12 582 912`.
pub(super) fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Formats `value` in the largest of `units` that is not larger than `value`, with at most three decimals.
/// `units` are pairs of a name and a factor, in ascending order. Returns the text, and whether it is exact.
fn written(value: u64, units: &[(&str, u64)]) -> (String, bool) {
    let (unit, scale) = units.iter().rev().find(|(_, scale)| value >= *scale).unwrap_or(&units[0]);
    let step = (scale / 1_000).max(1);
    let steps = (value + step / 2) / step;
    let (whole, rest) = (steps / (scale / step), steps % (scale / step));
    let decimals = format!(".{rest:03}");
    let decimals = if rest == 0 { "" } else { decimals.trim_end_matches('0') };
    (format!("{whole}{decimals} {unit}"), value.is_multiple_of(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_in_a_short_unit_and_exactly_if_that_rounds() {
        let labels = [0, 64, 999, 1_000, 16_500, 38_123, 1_000_000, 12 << 20, 999_999_999].map(bytes);
        assert_eq!(
            labels,
            [
                "0 B",
                "64 B",
                "999 B",
                "1 kB",
                "16.5 kB",
                "38.123 kB",
                "1 MB",
                "12.583 MB (12 582 912 B)",
                "1000 MB (999 999 999 B)",
            ]
        );
    }

    #[test]
    fn times_are_written_in_a_short_unit() {
        let labels = [0, 1, 80_000, 1_128_320, 200_000_000_000].map(|ps| time(Time(ps)));
        assert_eq!(labels, ["0 ps", "1 ps", "80 ns", "1.128 µs", "200 ms"]);
    }

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!(
            [0u32, 12, 123, 1_234, 16_000_000].map(grouped),
            ["0", "12", "123", "1 234", "16 000 000"]
        );
    }
}
