//! Reading and writing of quantities as text, exactly. Start with `parse`.
//!
//! Spaces around the number and the suffix, and `_` within the number, are ignored. Suffixes are
//! case-sensitive. A value is never rounded: text that is not a whole number of base units is an error. A
//! point needs digits on both sides: `.5` and `5.` are errors. More than 18 decimals, without zeros at the
//! end, are an error.

use std::fmt;

/// Suffix of a unit, and its factor relative to the base unit.
pub(super) type Scale = (&'static str, u64);

/// Error: a text is not a valid quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    value: String,
    expected: &'static str,
}

impl ParseError {
    pub(super) fn new(value: &str, expected: &'static str) -> Self {
        // The error quotes at most 40 characters, since the text may be of any length.
        let value = value.chars().take(40).collect();
        Self { value, expected }
    }

    /// Expected form of the text, with its range, such as `a time such as 12.5us`.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not {}", self.value, self.expected)
    }
}

impl std::error::Error for ParseError {}

/// Reads a decimal number with one of the suffixes of `scales`, and returns the value in base
/// units. An error if the value is not a whole multiple of the base unit or is above [`u64::MAX`].
/// A bare 0 needs no suffix. `expected` is the expected form that the error reports.
pub(super) fn parse(s: &str, scales: &[Scale], expected: &'static str) -> Result<u64, ParseError> {
    let error = || ParseError::new(s, expected);
    let text = s.trim();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let (number, suffix) = text.split_at(split);
    let suffix = suffix.trim_start();
    let (whole, fraction) = decimal(number).ok_or_else(error)?;
    if suffix.is_empty() && whole == 0 && fraction.is_empty() {
        return Ok(0);
    }
    let (_, scale) = scales.iter().find(|(name, _)| *name == suffix).ok_or_else(error)?;
    scaled(whole, &fraction, *scale).ok_or_else(error)
}

/// Reads a plain decimal number, multiplied by `scale`: `parse_number("0.25", 1000)` is 250. `None`
/// if the text is no number, or the product is not whole or too large.
#[must_use]
pub fn parse_number(s: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = decimal(s.trim())?;
    scaled(whole, &fraction, scale)
}

fn decimal(number: &str) -> Option<(u64, String)> {
    let number = number.replace('_', "");
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    if whole.is_empty() || fraction.contains('.') || (number.contains('.') && fraction.is_empty()) {
        return None;
    }
    Some((whole.parse().ok()?, fraction.trim_end_matches('0').to_owned()))
}

fn scaled(whole: u64, fraction: &str, scale: u64) -> Option<u64> {
    let mut value = whole.checked_mul(scale)?;
    if !fraction.is_empty() {
        let digits = u32::try_from(fraction.len()).ok().filter(|n| *n <= 18)?;
        let parts = u128::from(fraction.parse::<u64>().ok()?) * u128::from(scale);
        let unit = 10u128.pow(digits);
        if parts % unit != 0 {
            return None;
        }
        value = value.checked_add(u64::try_from(parts / unit).ok()?)?;
    }
    Some(value)
}

/// Writes `value` exactly, with the largest unit of `scales` that is at most `value` and needs at most three
/// decimals. If no unit fits, for example for 0, the first unit is used. `scales` are in ascending order of
/// their factors.
pub(super) fn write(f: &mut fmt::Formatter<'_>, value: u64, scales: &[Scale]) -> fmt::Result {
    let fits = |scale: u64| value >= scale && (scale < 1_000 || value.is_multiple_of(scale / 1_000));
    let (suffix, scale) = scales.iter().rev().find(|(_, scale)| fits(*scale)).unwrap_or(&scales[0]);
    let (whole, rest) = (value / scale, value % scale);
    if rest == 0 {
        return write!(f, "{whole}{suffix}");
    }
    let thousandths = format!("{:03}", rest / (scale / 1_000));
    write!(f, "{whole}.{}{suffix}", thousandths.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use crate::units::{Bytes, Quanta, Rate, Time, TransmissionTimes};

    #[test]
    fn quantities_are_written_as_they_are_read() {
        for text in ["12.5us", "330ns", "1s", "335539200ps", "335.539ms", "0ps"] {
            let time: Time = text.parse().unwrap();
            assert_eq!(time.to_string().parse::<Time>().unwrap(), time, "{text}");
        }
        assert_eq!("12.5us".parse::<Time>().unwrap(), Time(12_500_000));
        assert_eq!("96k".parse::<Bytes>().unwrap(), Bytes(96_000));
        assert_eq!("12Mi".parse::<Bytes>().unwrap(), Bytes(12 << 20));
        assert_eq!(Bytes(96_000).to_string(), "96k");
        assert_eq!(Rate::gbps(100).to_string(), "100G");
        assert_eq!("0".parse::<Time>().unwrap(), Time::ZERO);
    }

    #[test]
    fn invalid_quantity_is_refused_with_its_text() {
        for text in
            ["", "us", "-1us", "1.5ps", "1e9ns", "1..2us", "99999999999999999999s", "5", "5 parsecs", "NaN"]
        {
            let error = text.parse::<Time>().unwrap_err().to_string();
            assert!(error.contains("is not a time"), "{text}: {error}");
        }
        assert!("0G".parse::<Rate>().is_err());
        assert!("11T".parse::<Rate>().is_err());
    }

    #[test]
    fn a_byte_lasts_a_whole_number_of_picoseconds_at_every_ethernet_rate() {
        for (gbps, ps) in [
            (10, 800),
            (25, 320),
            (40, 200),
            (50, 160),
            (100, 80),
            (200, 40),
            (400, 20),
            (800, 10),
            (1_600, 5),
        ] {
            assert_eq!(TransmissionTimes::new(Rate::gbps(gbps)).time(1), Time(ps));
        }
        // At 30 Gb/s a byte takes 266.67 ps. The time of a frame is rounded up once, not for each
        // byte.
        assert_eq!(TransmissionTimes::new(Rate::gbps(30)).time(3), Time(800));
        assert_eq!(TransmissionTimes::new(Rate::gbps(30)).time(1), Time(267));
    }

    #[test]
    fn the_longest_pause() {
        for (gbps, ps) in [(100, 335_539_200), (400, 83_884_800), (40, 838_848_000)] {
            assert_eq!(Quanta::MAX.time(TransmissionTimes::new(Rate::gbps(gbps))), Time(ps));
        }
    }
}
