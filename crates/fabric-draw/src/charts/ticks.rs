//! Round times on an axis of time, and labels of times with as many digits as are needed to distinguish them.
//! Time 0 has the label `0`, without a unit. Both ends of the axis can have a label.

use fabric_sim::units::Time;

use crate::round::round_numbers;

/// Greatest width in pixels of a letter of a time label.
const LETTER: f64 = 6.4;
/// Least gap in pixels between two time labels on an axis.
const APART: f64 = 24.0;
/// Pixels by which a time label may extend beyond the right end of the axis.
const BEYOND: f64 = 24.0;
/// Number of parts of the visible interval that have different labels with [`instant_label`].
const PARTS: u64 = 1_000;

/// Units of time as (name, length in ps), the longest last.
const UNITS: [(&str, u64); 5] =
    [("ps", 1), ("ns", 1_000), ("\u{b5}s", 1_000_000), ("ms", 1_000_000_000), ("s", 1_000_000_000_000)];

/// Round times from `from` to `to`, both included, ascending, with their labels: as many as fit an axis of
/// `width` pixels. Times whose labels would be cut at the right end are left out. At most one time if the
/// labels of two times do not fit. Empty if `from` is after `to`.
#[must_use]
pub fn ticks(from: Time, to: Time, width: f64) -> Vec<(Time, String)> {
    let span = to.saturating_sub(from).ps().max(1);
    let labels_of = |step: u64| {
        let first = from.ps().div_ceil(step);
        (first..=to.ps() / step).map(move |n| (Time(n * step), label(Time(n * step), to, step)))
    };
    let place = |at: Time| float(at.ps() - from.ps()) / float(span) * width;
    let fits = |step: u64| {
        let longest = length(&label(Time(to.ps() / step * step), to, step));
        float(step) / float(span) * width >= longest + APART
    };
    let Some(step) = round_numbers().find(|step| *step > span || fits(*step)) else { return Vec::new() };
    // A label that would be cut at the end of the axis is left out.
    let is_whole = |(at, label): &(Time, String)| place(*at) + length(label) / 2.0 <= width + BEYOND;
    labels_of(step).filter(is_whole).collect()
}

/// Label of the time `at`, with enough digits to distinguish a thousandth of the visible interval. `width` is
/// the duration of that interval; for 0, every picosecond is distinguished. The unit is the largest that is
/// at most `at`.
#[must_use]
pub fn instant_label(at: Time, width: Time) -> String {
    let finest = (width.ps() / PARTS).max(1);
    let step = round_numbers().take_while(|step| *step <= finest).last().unwrap_or(1);
    label(at, at, step)
}

/// Label of the time `at`. The unit is the largest unit that is at most `scale`. The label has enough
/// decimals to distinguish steps of `step` ps. The number is rounded, halves up. Time 0 has no unit.
fn label(at: Time, scale: Time, step: u64) -> String {
    if at == Time::ZERO {
        return "0".to_owned();
    }
    let fits = UNITS.iter().rev().find(|unit| unit.1 <= scale.ps());
    let (name, unit) = *fits.unwrap_or(&UNITS[0]);
    let decimals = decimals(unit, step);
    let last = unit / 10u64.pow(decimals);
    let rounded = at.ps().saturating_add(last / 2) / last;
    let (whole, part) = (rounded / 10u64.pow(decimals), rounded % 10u64.pow(decimals));
    match decimals {
        0 => format!("{whole}\u{202f}{name}"),
        _ => format!("{whole}.{part:0digits$}\u{202f}{name}", digits = decimals as usize),
    }
}

/// Number of decimals that distinguish steps of `step` ps in a unit of `unit` ps.
fn decimals(unit: u64, step: u64) -> u32 {
    let mut decimals = 0;
    while unit / 10u64.pow(decimals) > 1 && !step.is_multiple_of(unit / 10u64.pow(decimals)) {
        decimals += 1;
    }
    decimals
}

fn length(label: &str) -> f64 {
    LETTER * float(label.chars().count() as u64)
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(from: u64, to: u64, width: f64) -> Vec<String> {
        let all = ticks(Time(from), Time(to), width);
        all.into_iter().map(|(_, label)| label.replace('\u{202f}', " ")).collect()
    }

    #[test]
    fn ticks_are_round_and_have_no_digit_too_many() {
        assert_eq!(
            labels(0, 40_000_000, 500.0),
            [
                "0",
                "5 \u{b5}s",
                "10 \u{b5}s",
                "15 \u{b5}s",
                "20 \u{b5}s",
                "25 \u{b5}s",
                "30 \u{b5}s",
                "35 \u{b5}s",
                "40 \u{b5}s"
            ]
        );
        assert_eq!(labels(0, 40_000_000, 200.0), ["0", "20 \u{b5}s", "40 \u{b5}s"]);
        assert_eq!(
            labels(12_402_700, 12_404_200, 400.0),
            ["12.4030 \u{b5}s", "12.4035 \u{b5}s", "12.4040 \u{b5}s"]
        );
        assert_eq!(labels(0, 900_000, 300.0), ["0", "200 ns", "400 ns", "600 ns", "800 ns"]);
        assert_eq!(labels(3_000_000_000_000, 3_000_000_002_000, 300.0), ["3.000000000 s", "3.000000001 s"]);
    }

    #[test]
    fn ticks_are_distinct_and_do_not_overlap_at_any_zoom() {
        for width in [40.0, 120.0, 280.0, 900.0] {
            for power in 4..16 {
                for start in [0u64, 999_999, 12_403_512_345] {
                    let (from, to) = (start, start + 3 * 10u64.pow(power) / 2);
                    let all = ticks(Time(from), Time(to), width);
                    let apart = |pair: &[(Time, String)]| {
                        let pixels = float((pair[1].0 - pair[0].0).ps()) / float(to - from) * width;
                        pixels >= length(&pair[1].1) + 10.0 && pair[0].1 != pair[1].1
                    };
                    assert!(all.windows(2).all(apart), "{width} {from} {to}: {all:?}");
                    assert!(all.len() >= 2 || width < 300.0, "{width} {from} {to}: {all:?}");
                }
            }
        }
    }

    #[test]
    fn an_instant_has_the_digits_of_its_window() {
        let label_of = |at, width| instant_label(Time(at), Time(width)).replace('\u{202f}', " ");
        assert_eq!(label_of(12_403_512, 40_000_000), "12.40 \u{b5}s");
        assert_eq!(label_of(12_403_512, 2_000_000), "12.404 \u{b5}s");
        assert_eq!(label_of(12_403_512, 2_000), "12.403512 \u{b5}s");
        assert_eq!(label_of(612_000, 40_000_000), "612 ns");
        assert_eq!(label_of(999_999_999, 40_000_000), "1000.00 \u{b5}s");
        assert_eq!(label_of(0, 40), "0");
    }
}
