use crate::units::{Bytes, Length, Quanta, Rate, Time, parse_number};

/// What a parameter's values are, and so how they are read and written.
/// Values are kept as whole numbers of the unit named here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Bytes: `96k`, `12Mi`.
    Bytes,
    /// Picoseconds: `12.5us`.
    Time,
    /// Bits per second: `40G`.
    Rate,
    /// Millimetres: `5m`.
    Length,
    /// Parts of 1/65536: `1/8`, `0.5`, `4`.
    Ratio,
    /// Percent: `80`, `80%`.
    Percent,
    /// Millionths: `10%`, `0.1`.
    Probability,
    /// Quanta of 512 bit times.
    Quanta,
    /// A plain count.
    Count,
    /// One of the parameter's words.
    Choice,
}

/// One, in the unit of [`Kind::Probability`].
pub const CERTAIN: u64 = 1_000_000;
/// One, in the unit of [`Kind::Ratio`].
pub const RATIO_ONE: u64 = 1 << 16;

impl Kind {
    /// Reads a value; `None` if it is none of this kind.
    #[must_use]
    pub fn parse(self, text: &str) -> Option<u64> {
        let text = text.trim();
        match self {
            Self::Bytes => text.parse().ok().map(Bytes::get),
            Self::Time => text.parse().ok().map(Time::ps),
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
                Some(percent) => parse_number(percent, CERTAIN / 100),
                None => parse_number(text, CERTAIN),
            },
            Self::Quanta | Self::Count => whole(text),
            Self::Choice => None,
        }
    }

    /// Writes a value so that it is read as the same.
    #[must_use]
    pub fn show(self, value: u64) -> String {
        match self {
            Self::Bytes => Bytes(value).to_string(),
            Self::Time => Time(value).to_string(),
            Self::Rate => Rate::from_bps(value).map_or_else(|| value.to_string(), |rate| rate.to_string()),
            Self::Length => Length::from_mm(value).to_string(),
            Self::Ratio if value > 0 && value < RATIO_ONE && RATIO_ONE.is_multiple_of(value) => {
                format!("1/{}", RATIO_ONE / value)
            }
            // Five decimals tell all parts of 1/65536 apart.
            Self::Ratio => decimal((value * 100_000 + RATIO_ONE / 2) / RATIO_ONE, 5),
            Self::Percent => format!("{value}%"),
            Self::Probability => format!("{}%", decimal(value, 4)),
            Self::Quanta | Self::Count | Self::Choice => value.to_string(),
        }
    }

    /// What a value is, for messages.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Bytes => "an amount of bytes",
            Self::Time => "a time",
            Self::Rate => "a rate",
            Self::Length => "a length",
            Self::Ratio => "a ratio such as 1/8 or 2",
            Self::Percent => "a whole percentage",
            Self::Probability => "a probability such as 10% or 0.1",
            Self::Quanta => "a number of quanta",
            Self::Count => "a whole number",
            Self::Choice => "one of",
        }
    }

    /// A pattern that every value that can be read matches.
    #[must_use]
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Bytes => super::super::number::BYTES_PATTERN,
            Self::Time => r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(ps|ns|us|µs|ms|s)|0+)\s*$",
            Self::Rate => r"^\s*[0-9][0-9_]*(\.[0-9_]+)?\s*([kMGT](b/s)?)?\s*$",
            Self::Length => r"^\s*([0-9][0-9_]*(\.[0-9_]+)?\s*(mm|cm|m|km)|0+)\s*$",
            Self::Ratio => r"^\s*[0-9_]+(\.[0-9_]+|/[0-9_]+)?\s*$",
            Self::Percent => r"^\s*[0-9_]+%?\s*$",
            Self::Probability => r"^\s*[0-9_]+(\.[0-9_]+)?%?\s*$",
            Self::Quanta | Self::Count => r"^\s*[0-9_]+\s*$",
            Self::Choice => "^$",
        }
    }

    /// The largest value that any parameter of this kind may have.
    #[must_use]
    pub const fn most(self) -> u64 {
        match self {
            // α times free memory, and marks times probabilities, stay within 64 bits.
            Self::Bytes => 1_000_000_000,
            Self::Time => Time::LONGEST.ps(),
            Self::Rate => Rate::MAX.bps(),
            Self::Length => Length::MAX.mm(),
            Self::Ratio => 64 * RATIO_ONE,
            Self::Percent => 100,
            Self::Probability => CERTAIN,
            Self::Quanta => Quanta::MAX.0 as u64,
            Self::Count | Self::Choice => u32::MAX as u64,
        }
    }
}

fn whole(text: &str) -> Option<u64> {
    parse_number(text, 1)
}

/// Reads a decimal number as the nearest whole number of parts of 1/`scale`.
fn rounded(text: &str, scale: u64) -> Option<u64> {
    let digits = text.split_once('.').map_or("", |(_, digits)| digits);
    let text = if digits.len() > 9 { text.get(..text.len() - digits.len() + 9)? } else { text };
    let billionths = parse_number(text, 1_000_000_000)?;
    let parts = (u128::from(billionths) * u128::from(scale) + 500_000_000) / 1_000_000_000;
    u64::try_from(parts).ok()
}

/// `value` in units of 10^-`places`, without needless zeros.
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
    fn ratios_and_probabilities_as_people_write_them() {
        for (text, value, shown) in
            [("1/8", 8_192, "1/8"), ("0.125", 8_192, "1/8"), ("8", 524_288, "8"), ("0.3", 19_661, "0.3")]
        {
            assert_eq!(Kind::Ratio.parse(text), Some(value));
            assert_eq!(Kind::Ratio.show(value), shown);
        }
        assert_eq!(Kind::Probability.parse("10%"), Some(100_000));
        assert_eq!(Kind::Probability.parse("0.1"), Some(100_000));
        assert_eq!(Kind::Probability.show(125_000), "12.5%");
        for text in ["1/0", "-1", "1e3", "NaN", "inf", "", "/", "1/", "99999999999999999999"] {
            assert_eq!(Kind::Ratio.parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_ratio_is_read_as_it_is_written() {
        for value in (0..RATIO_ONE * 2).chain(RATIO_ONE * 63..=RATIO_ONE * 64) {
            assert_eq!(Kind::Ratio.parse(&Kind::Ratio.show(value)), Some(value));
        }
    }
}
