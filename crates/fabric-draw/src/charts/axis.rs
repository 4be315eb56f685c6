//! Labels of numbers on axes and in read-outs, and round values for the upper ends of axes. Labels have three
//! digits and a decimal unit; numbers of the smallest unit have no decimals. A value that would be rounded to
//! 1000 gets the next unit. Above the largest unit, labels have more digits. A narrow space, at which no line
//! breaks, separates number and unit.

use fabric_sim::units::Time;

use super::decade;

/// Smallest of 1, 2 or 5 times a power of ten that is at least `value`; 1 if `value` is 0 or negative.
#[must_use]
pub fn nice_ceiling(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let power = decade(value);
    for step in [1.0, 2.0, 5.0] {
        if step * power >= value {
            return step * power;
        }
    }
    10.0 * power
}

/// Label of a number of bytes with three digits: `640 B`, `40.0 kB`, `1.25 MB`.
#[must_use]
pub fn size_label(bytes: f64) -> String {
    three(bytes, &[("B", 1.0), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9)])
}

/// Label of a whole number of bytes with three digits: `40.0 kB`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn bytes_label(bytes: u64) -> String {
    size_label(bytes as f64)
}

/// Label of a duration in picoseconds with three digits: `12.4 µs`.
#[must_use]
pub fn span_label(ps: f64) -> String {
    three(ps, &[("ps", 1.0), ("ns", 1e3), ("µs", 1e6), ("ms", 1e9), ("s", 1e12)])
}

/// Label of a simulated time with three digits: `12.4 µs`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn time_label(time: Time) -> String {
    span_label(time.ps() as f64)
}

/// Label of a whole number of bits per second with three digits: `100 Gb/s`.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn rate_label(bps: u64) -> String {
    speed_label(bps as f64)
}

/// Label of a rate in bits per second, which may be fractional, with three digits: `12.5 Gb/s`.
#[must_use]
pub fn speed_label(bps: f64) -> String {
    three(bps, &[("b/s", 1.0), ("kb/s", 1e3), ("Mb/s", 1e6), ("Gb/s", 1e9), ("Tb/s", 1e12)])
}

/// Label of a share in percent with this many decimals: `12.5 %` for 0.125. Shares are not limited: 2 gives
/// `200 %`.
#[must_use]
pub fn percent_label(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}\u{202f}%", 100.0 * share)
}

fn three(value: f64, scales: &[(&str, f64)]) -> String {
    let (unit, scale) =
        scales.iter().rev().find(|(_, scale)| value.abs() >= 0.9995 * scale).unwrap_or(&scales[0]);
    let number = value / scale;
    let decimals = match number.abs() {
        n if *scale <= 1.0 || n >= 99.95 => 0,
        n if n >= 9.995 => 1,
        _ => 2,
    };
    format!("{number:.decimals$}\u{202f}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_and_a_unit() {
        let label = |bytes| size_label(bytes).replace('\u{202f}', " ");
        assert_eq!(label(0.0), "0 B");
        assert_eq!(label(640.0), "640 B");
        assert_eq!(label(40_000.0), "40.0 kB");
        assert_eq!(label(999_999.0), "1.00 MB");
        assert_eq!(span_label(12_430_000.0), "12.4\u{202f}µs");
        assert_eq!(percent_label(0.1249, 1), "12.5\u{202f}%");
    }

    #[test]
    fn a_ceiling_is_near_and_round() {
        for (value, ceiling) in
            [(0.0, 1.0), (61_000.0, 100_000.0), (40_000.0, 50_000.0), (20_000.0, 20_000.0), (9.0, 10.0)]
        {
            assert!((nice_ceiling(value) - ceiling).abs() < 1e-6 * ceiling, "{value}");
        }
    }
}
