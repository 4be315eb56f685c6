//! Parsers of rates and times in the notation of ns-3.
//!
//! Rule: suffixes are those of ns-3's `DataRate` and `Time`, with their capital and small letters. Values are
//! rounded to whole bits per second and picoseconds. Fallback: a rate without a suffix is in bits per second,
//! a time without a suffix in seconds. Left out: binary suffixes such as `Kib/s`, and times in `fs`, `min`,
//! `h`, `d` or `y`. A text with an unknown suffix is no rate and no time.

use fabric_sim::units::{Rate, Time};

use crate::finding::Refusal;
use crate::words::{Word, scaled};

/// Suffixes of ns-3's `DataRate`, and their values in bits per second.
const RATES: [(&str, u64); 18] = [
    ("bps", 1),
    ("b/s", 1),
    ("Bps", 8),
    ("B/s", 8),
    ("kbps", 1_000),
    ("kb/s", 1_000),
    ("Kbps", 1_000),
    ("Kb/s", 1_000),
    ("kBps", 8_000),
    ("kB/s", 8_000),
    ("Mbps", 1_000_000),
    ("Mb/s", 1_000_000),
    ("MBps", 8_000_000),
    ("MB/s", 8_000_000),
    ("Gbps", 1_000_000_000),
    ("Gb/s", 1_000_000_000),
    ("GBps", 8_000_000_000),
    ("GB/s", 8_000_000_000),
];

/// Suffixes of ns-3's `Time`, and their values in picoseconds.
const TIMES: [(&str, u64); 5] =
    [("s", 1_000_000_000_000), ("ms", 1_000_000_000), ("us", 1_000_000), ("ns", 1_000), ("ps", 1)];

/// Parses a rate such as `100Gbps`. A rate without a suffix is in bits per second, such as `25000000000.0`.
/// `field` is named in the refusal.
///
/// # Errors
/// If the word is no rate, or not from 1 Mb/s to 10 Tb/s, limits included.
pub(super) fn rate(word: &Word<'_>, field: &str) -> Result<Rate, Refusal> {
    rate_of(word.text).ok_or_else(|| word.must_be(field, "a rate from 1Mbps to 10Tbps, such as 100Gbps"))
}

/// Parses a rate; `None` if the text is no rate, or not from 1 Mb/s to 10 Tb/s.
pub(super) fn rate_of(text: &str) -> Option<Rate> {
    let bps = quantity(text, &RATES, 1)?;
    // The limits are those of documents.
    Some(bps).filter(|bps| *bps >= 1_000_000).and_then(Rate::from_bps)
}

/// Parses a time such as `1us` or `0.001ms`; a time without a suffix is in seconds. `field` is named in the
/// refusal.
///
/// # Errors
/// If the word is no time, or longer than 1 s; 0 and 1 s are permitted.
pub(super) fn delay(word: &Word<'_>, field: &str) -> Result<Time, Refusal> {
    let ps = quantity(word.text, &TIMES, 1_000_000_000_000).filter(|ps| *ps <= 1_000_000_000_000);
    ps.map(Time).ok_or_else(|| word.must_be(field, "a time from 0 to 1s, such as 1us"))
}

fn quantity(text: &str, suffixes: &[(&str, u64)], bare: u64) -> Option<u64> {
    // The `e` of an exponent, as in `1e-06`, does not begin a suffix.
    let split = text.find(|c: char| c.is_ascii_alphabetic() && c != 'e' && c != 'E').unwrap_or(text.len());
    let (number, suffix) = text.split_at(split);
    let scale = if suffix.is_empty() { Some(bare) } else { None };
    let scale = scale.or_else(|| suffixes.iter().find(|(name, _)| *name == suffix).map(|(_, scale)| *scale));
    scaled(number, scale?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_delays_of_public_files() {
        assert_eq!(rate_of("100Gbps"), Some(Rate::gbps(100)));
        assert_eq!(rate_of("25000000000.0"), Some(Rate::gbps(25)));
        assert_eq!(rate_of("50Mb/s"), Rate::from_bps(50_000_000));
        for text in ["A100", "100", "100Gb", "11000Gbps", ""] {
            assert_eq!(rate_of(text), None, "{text}");
        }
        let ps = |text| quantity(text, &TIMES, 1_000_000_000_000);
        assert_eq!(["0.001ms", "1000ns", "1us", "1e-06"].map(ps), [Some(1_000_000); 4]);
        assert_eq!(ps("0.000025ms"), Some(25_000));
        assert_eq!(ps("1m"), None);
    }
}
