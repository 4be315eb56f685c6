//! Kinds of parameter values, such as bytes or times, and how their text is read and written. Each value is
//! stored as a whole number in the unit of its kind. Start with [`ValueKind`].
//!
//! Spaces around a text are ignored. Reading rounds ratios, and probabilities that are fractions, to the
//! nearest unit. Other values must be a whole number of units. Units are case-sensitive, and `_` between
//! digits is ignored. A point needs digits on both sides; only a probability may begin with it. The range of
//! the parameter is not checked.

use crate::units::{Bytes, Length, Quanta, Rate, Time, parse_number};

/// Kind of the values of a parameter. The kind determines the unit of the whole number that is stored, and
/// how text is read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueKind {
    /// Amount of memory or data, such as `96k` or `12Mi`. Stored in bytes.
    Bytes,
    /// Time, such as `12.5us`. Stored in picoseconds.
    Time,
    /// Delay: a time up to 1 ms, or a number of pause quanta. A time such as `12.5us` is stored in
    /// picoseconds. Quanta such as `394q` are stored as [`ValueKind::QUANTA`] plus their number.
    Delay,
    /// Rate, such as `40G`. Stored in bits per second.
    Rate,
    /// Length, such as `5m`. Stored in millimetres.
    Length,
    /// Ratio, such as `1/8`, `0.5` or `4`. Stored in units of 1/65536.
    Ratio,
    /// Whole percentage from 0 to 100, such as `80` or `80%`.
    Percent,
    /// Probability, such as `10%`, `0.1`, `.004`, `1e-3` or `1/256`. Stored in units of 10⁻¹².
    Probability,
    /// Number of pause quanta, each 512 bit times of the port.
    Quanta,
    /// Whole number without a unit.
    Count,
    /// Parts per million, such as `-100` or `100ppm`. Stored as the number plus 10⁶.
    Ppm,
    /// Word from the parameter's list of words, such as `on`. Stored as the number that the list gives to
    /// this word.
    Choice,
}

/// Stored value of the probability 1, in units of 10⁻¹².
pub const PROBABILITY_ONE: u64 = 1_000_000_000_000;
/// Stored value of the ratio 1, in units of 1/65536.
pub const RATIO_ONE: u64 = 1 << 16;

impl ValueKind {
    /// Stored value of zero quanta in [`ValueKind::Delay`]. A number n of quanta is stored as this value plus
    /// n. Smaller stored values are times.
    pub const QUANTA: u64 = 1 << 40;

    /// Longest time of [`ValueKind::Delay`], in picoseconds.
    const LONGEST_DELAY: u64 = 1_000_000_000;

    /// Stored value of zero parts per million in [`ValueKind::Ppm`]. Stored values are therefore never
    /// negative.
    pub const PPM_ZERO: u64 = 1_000_000;

    /// Reads the text of a value. Does not check the range of the parameter. Returns `None` if the text is
    /// not of this kind. Examples are a division by 0, a value above 2⁶⁴ − 1, and every text of
    /// [`ValueKind::Choice`].
    #[must_use]
    pub fn parse(self, text: &str) -> Option<u64> {
        let text = text.trim();
        match self {
            Self::Bytes => text.parse().ok().map(Bytes::get),
            Self::Time => text.parse().ok().map(Time::ps),
            Self::Delay => match text.strip_suffix('q') {
                Some(quanta) => Self::QUANTA.checked_add(whole(quanta.trim_end())?),
                None => Self::Time.parse(text).filter(|time| *time <= Self::LONGEST_DELAY),
            },
            Self::Rate => text.parse().ok().map(Rate::bps),
            Self::Length => text.parse().ok().map(Length::mm),
            Self::Ratio => match text.split_once('/') {
                Some((above, below)) => {
                    let (above, below) = (whole(above)?, whole(below)?);
                    let parts = above.checked_mul(RATIO_ONE)?.checked_add(below / 2)?;
                    parts.checked_div(below)
                }
                None => rounded(text, RATIO_ONE),
            },
            Self::Percent => whole(text.strip_suffix('%').unwrap_or(text)),
            Self::Probability => match text.strip_suffix('%') {
                Some(percent) => probability(percent.trim_end(), PROBABILITY_ONE / 100),
                None => probability(text, PROBABILITY_ONE),
            },
            Self::Quanta | Self::Count => whole(text),
            Self::Ppm => {
                let text = text.strip_suffix("ppm").unwrap_or(text).trim_end();
                match text.strip_prefix('-') {
                    Some(below) => Self::PPM_ZERO.checked_sub(whole(below)?),
                    None => Self::PPM_ZERO.checked_add(whole(text.strip_prefix('+').unwrap_or(text))?),
                }
            }
            Self::Choice => None,
        }
    }

    /// Writes a value as text. [`ValueKind::parse`] reads the text as the same value, except for
    /// [`ValueKind::Choice`], and for rates that are 0 or above 10 Tb/s.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self {
            Self::Bytes => Bytes(value).to_string(),
            Self::Delay if value >= Self::QUANTA => format!("{}q", value - Self::QUANTA),
            Self::Time | Self::Delay => Time(value).to_string(),
            Self::Rate => Rate::from_bps(value).map_or_else(|| value.to_string(), |rate| rate.to_string()),
            Self::Length => Length::from_mm(value).to_string(),
            Self::Ratio if value > 0 && value < RATIO_ONE && RATIO_ONE.is_multiple_of(value) => {
                format!("1/{}", RATIO_ONE / value)
            }
            // With five decimals, all multiples of 1/65536 look different.
            Self::Ratio => decimal((value * 100_000 + RATIO_ONE / 2) / RATIO_ONE, 5),
            Self::Percent => format!("{value}%"),
            Self::Probability => format!("{}%", decimal(value, 10)),
            Self::Ppm if value < Self::PPM_ZERO => format!("-{}", Self::PPM_ZERO - value),
            Self::Ppm => (value - Self::PPM_ZERO).to_string(),
            Self::Quanta | Self::Count | Self::Choice => value.to_string(),
        }
    }

    /// A value of this kind with its article, such as `a rate`, for messages.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Bytes => "an amount of bytes",
            Self::Time => "a time",
            Self::Delay => "a time up to 1ms, or quanta such as 394q,",
            Self::Rate => "a rate",
            Self::Length => "a length",
            Self::Ratio => "a ratio such as 1/8 or 2",
            Self::Percent => "a whole percentage",
            Self::Probability => "a probability in steps of 1e-12 such as 10%, 0.1, 1e-3 or 1/256",
            Self::Quanta => "a number of quanta",
            Self::Count => "a whole number",
            Self::Ppm => "a number of ppm",
            Self::Choice => "one of",
        }
    }

    /// Regular expression that matches every text that [`ValueKind::parse`] accepts. The schema contains it.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Bytes => super::super::number::BYTES_PATTERN,
            Self::Time => r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(ps|ns|us|µs|ms|s)|0+)\s*$",
            Self::Delay => r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(ps|ns|us|µs|ms|s)|0+|[0-9_]+\s*q)\s*$",
            Self::Rate => r"^\s*[0-9][0-9_]*(\.[0-9_]+)?\s*([kMGT](b/s)?)?\s*$",
            Self::Length => r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(mm|cm|m|km)|0+)\s*$",
            Self::Ratio => r"^\s*[0-9_]+(\.[0-9_]+|/[0-9_]+)?\s*$",
            Self::Percent => r"^\s*[0-9_]+%?\s*$",
            Self::Probability => r"^\s*([0-9_]*\.?[0-9_]+([eE][+-]?[0-9]+)?|[0-9_]+/[0-9_]+)\s*%?\s*$",
            Self::Quanta | Self::Count => r"^\s*[0-9_]+\s*$",
            Self::Ppm => r"^\s*[+-]?[0-9_]+\s*(ppm)?\s*$",
            Self::Choice => "^$",
        }
    }

    /// Greatest value that a parameter of this kind can have, in the unit of the kind.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            // The limit keeps products of bytes with α or with probabilities within 64 bits.
            Self::Bytes => 1_000_000_000,
            Self::Time => Time::LONGEST.ps(),
            Self::Delay => Self::QUANTA + Quanta::MAX.0 as u64,
            Self::Rate => Rate::MAX.bps(),
            Self::Length => Length::MAX.mm(),
            Self::Ratio => 128 * RATIO_ONE,
            Self::Percent => 100,
            Self::Probability => PROBABILITY_ONE,
            Self::Quanta => Quanta::MAX.0 as u64,
            Self::Ppm => 2 * Self::PPM_ZERO,
            Self::Count | Self::Choice => u32::MAX as u64,
        }
    }
}

fn whole(text: &str) -> Option<u64> {
    parse_number(text, 1)
}

/// Reads a probability in units of 1/`one`. The text is a decimal number, a number with an exponent, or a
/// fraction. A fraction is rounded to the nearest unit. Returns `None` for any other text, or if a fraction
/// above 0 would become 0.
fn probability(text: &str, one: u64) -> Option<u64> {
    if let Some((above, below)) = text.split_once('/') {
        let (above, below) = (u128::from(whole(above)?), u128::from(whole(below)?));
        let parts = u64::try_from((above * u128::from(one) + below / 2).checked_div(below)?).ok()?;
        // A fraction above 0 must not become 0.
        return (parts > 0 || above == 0).then_some(parts);
    }
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let power = 10u64.checked_pow(exponent.unsigned_abs())?;
    let scale = if exponent < 0 { one.checked_div(power)? } else { one.checked_mul(power)? };
    if scale == 0 {
        return None;
    }
    let digits = if digits.starts_with('.') { format!("0{digits}") } else { digits.to_owned() };
    parse_number(&digits, scale)
}

/// Reads a decimal number in units of 1/`scale`, rounded to the nearest unit.
fn rounded(text: &str, scale: u64) -> Option<u64> {
    let digits = text.split_once('.').map_or("", |(_, digits)| digits);
    let text = if digits.len() > 9 { text.get(..text.len() - digits.len() + 9)? } else { text };
    let billionths = parse_number(text, 1_000_000_000)?;
    let parts = (u128::from(billionths) * u128::from(scale) + 500_000_000) / 1_000_000_000;
    u64::try_from(parts).ok()
}

/// Writes `value` × 10⁻ⁿ without trailing zeros. n is `places`.
fn decimal(value: u64, places: u32) -> String {
    let unit = 10u64.pow(places);
    if value.is_multiple_of(unit) {
        return (value / unit).to_string();
    }
    let digits = format!("{:0width$}", value % unit, width = places as usize);
    format!("{}.{}", value / unit, digits.trim_end_matches('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_and_probabilities_are_read_in_every_spelling() {
        for (text, value, shown) in
            [("1/8", 8_192, "1/8"), ("0.125", 8_192, "1/8"), ("8", 524_288, "8"), ("0.3", 19_661, "0.3")]
        {
            assert_eq!(ValueKind::Ratio.parse(text), Some(value));
            assert_eq!(ValueKind::Ratio.show(value), shown);
        }
        for (text, value, shown) in [
            ("10%", PROBABILITY_ONE / 10, "10%"),
            ("0.1", PROBABILITY_ONE / 10, "10%"),
            ("12.5 %", PROBABILITY_ONE / 8, "12.5%"),
            (".004", PROBABILITY_ONE / 250, "0.4%"),
            ("1e-3", PROBABILITY_ONE / 1_000, "0.1%"),
            ("2.5E-3", PROBABILITY_ONE / 400, "0.25%"),
            ("1e-12", 1, "0.0000000001%"),
            ("1/256", 3_906_250_000, "0.390625%"),
            ("1/3", 333_333_333_333, "33.3333333333%"),
            ("1e2%", PROBABILITY_ONE, "100%"),
        ] {
            assert_eq!(ValueKind::Probability.parse(text), Some(value), "{text}");
            assert_eq!(ValueKind::Probability.show(value), shown);
            assert_eq!(ValueKind::Probability.parse(shown), Some(value), "{shown}");
        }
        for text in
            ["1e-13", "1/9999999999999", "1e", "e-3", "1/0", ".", "-1e-3", "1e-99999999999", "NaN", "1e30"]
        {
            assert_eq!(ValueKind::Probability.parse(text), None, "{text}");
        }
        for text in ["1/0", "-1", "1e3", "NaN", "inf", "", "/", "1/", "99999999999999999999"] {
            assert_eq!(ValueKind::Ratio.parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_ratio_is_read_as_it_is_written() {
        for value in (0..RATIO_ONE * 2).chain(RATIO_ONE * 127..=RATIO_ONE * 128) {
            assert_eq!(ValueKind::Ratio.parse(&ValueKind::Ratio.show(value)), Some(value));
        }
    }
}
