//! Variation of a setting over several runs, such as `xoff=24k..96k/4`. A range includes both its ends.
//! `fabric sweep --vary` reads this notation. Start with [`Variation::parse`].
//!
//! In a range, values that become equal by rounding appear once, so the range can have fewer values than its
//! text states. A list keeps its order and its repeated values. A range may descend, as in `xoff=96k..24k/4`.

use super::params::{Address, Param, ValueKind};
use super::problem::Problem;

/// A setting that is varied, with one value for each run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Setting that is varied: the address of a parameter, or `seed`.
    pub key: String,
    /// Values of the setting, written as in documents; at least one.
    pub values: Vec<String>,
}

/// Default number of values of a range. It applies if the text of the range states no number.
const STEPS: usize = 10;

impl Variation {
    /// Greatest number of values of one setting.
    pub const MAX_VALUES: usize = 1_000;

    /// Greatest number of runs if several settings are combined.
    pub const MAX_RUNS: usize = 10_000;

    /// Reads a setting with a list or a range of values:
    /// * `xoff=24k,48k,96k` or `ets=dwrr,wrr`: a list;
    /// * `xoff=24k..96k/4`: 4 values with equal distances (10 values if `/4` is left out);
    /// * `xoff=1k..1M/4log`: 4 values with equal ratios;
    /// * `seed=1..20/20`: seeds.
    ///
    /// # Errors
    /// If the setting is unknown, or the text after `=` is not a list or range of its values. A list has at
    /// most 1000 values, a range 2 to 1000. A range is refused if the values of the setting are words, or if
    /// the range begins or ends with a word. A range with equal ratios is refused if it begins or ends at 0.
    /// Whether a seed is below 2⁵³, and whether nodes exist, is not checked here.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let (key, range) = text.split_once('=').ok_or_else(|| {
            Problem::range("", format_args!("\"{text}\""), "as xoff=24k..96k/4 or xoff=24k,48k")
        })?;
        let scale = if key == "seed" {
            VariedQuantity::Seed
        } else {
            VariedQuantity::Of(Address::parse(key)?.key.param())
        };
        let wrong = |value: &str, range: String| Problem::range(key, format_args!("\"{value}\""), range);
        let read = |value: &str| scale.parse(value).map_err(|range| wrong(value, range));
        let values = match range.split_once("..") {
            None => range
                .split(',')
                .map(|value| read(value).map(|value| scale.show(value)))
                .collect::<Result<_, _>>()?,
            Some((from, rest)) => {
                if scale.is_of_words() {
                    return Err(wrong(range, "a list, as its values have no order".to_owned()));
                }
                let (to, steps) = rest.split_once('/').map_or((rest, None), |(to, steps)| (to, Some(steps)));
                let steps = steps.unwrap_or_default();
                let (steps, log) = steps.strip_suffix("log").map_or((steps, false), |steps| (steps, true));
                let steps = if steps.is_empty() { Some(STEPS) } else { steps.parse().ok() };
                let steps = steps
                    .filter(|steps| (2..=Self::MAX_VALUES).contains(steps))
                    .ok_or_else(|| wrong(range, format!("a range with 2 to {} values", Self::MAX_VALUES)))?;
                let ends = [from, to];
                let (from, to) = (read(from)?, read(to)?);
                // A word, such as `off` or `auto`, has no place between two numbers.
                let is_word = |end: &&&str| end.starts_with(|c: char| c.is_ascii_alphabetic());
                if let Some(word) = ends.iter().find(is_word) {
                    return Err(wrong(word, "a number at both ends of a range; list words".to_owned()));
                }
                if log && (from == 0 || to == 0) {
                    return Err(wrong(range, "above 0 at both ends, to be spread by factors".to_owned()));
                }
                let values = if log { by_factors(from, to, steps) } else { spread(from, to, steps) };
                values.into_iter().map(|value| scale.show(value)).collect()
            }
        };
        let it = Self { key: key.to_owned(), values };
        if it.values.len() > Self::MAX_VALUES {
            return Err(Problem::new(
                key,
                format!("{} values are too many: at most {}; give fewer", it.values.len(), Self::MAX_VALUES),
            ));
        }
        Ok(it)
    }

    /// All combinations of the values of several settings. A combination holds one value for each setting, in
    /// the order of the settings. The value of the last setting changes fastest. Without settings, there is
    /// one empty combination.
    ///
    /// # Errors
    /// If a setting occurs twice, or there are more than [`Self::MAX_RUNS`] combinations.
    pub fn combined(several: &[Self]) -> Result<Vec<Vec<&str>>, Problem> {
        let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
        for (n, one) in several.iter().enumerate() {
            if several[..n].iter().any(|other| other.key == one.key) {
                return Err(Problem::new(
                    one.key.clone(),
                    "it is varied twice: one would undo the other; vary it once",
                ));
            }
            let count = rows.len() * one.values.len();
            if count > Self::MAX_RUNS {
                let runs = several.iter().fold(1_usize, |runs, one| runs.saturating_mul(one.values.len()));
                return Err(Problem::new(
                    one.key.clone(),
                    format!("{runs} runs are too many: at most {}; give fewer values", Self::MAX_RUNS),
                ));
            }
            let longer = |row: Vec<_>| {
                one.values.iter().map(move |value| row.iter().copied().chain([value.as_str()]).collect())
            };
            rows = rows.into_iter().flat_map(longer).collect();
        }
        Ok(rows)
    }
}

/// `count` values with equal distances, from `from` to `to`, including both. Each value is rounded down.
/// Equal values appear only once, so there may be fewer than `count`.
fn spread(from: u64, to: u64, count: usize) -> Vec<u64> {
    let last = count as u128 - 1;
    let mut values: Vec<u64> = (0..=last)
        .map(|n| (u128::from(from) * (last - n) + u128::from(to) * n) / last)
        .filter_map(|value| u64::try_from(value).ok())
        .collect();
    values.dedup();
    values
}

/// `count` values with equal ratios, from `from` to `to`, including both. `from` and `to` must be above 0.
/// Each value is rounded down. Equal values appear only once, so there may be fewer than `count`.
fn by_factors(from: u64, to: u64, count: usize) -> Vec<u64> {
    let last = count as u128 - 1;
    let (low, high) = (from.min(to), from.max(to));
    let value = |n: u128| match n {
        0 => from,
        n if n == last => to,
        n => {
            let wanted = (logarithm(from) * (last - n) + logarithm(to) * n) / last + SLACK;
            let (mut at_most, mut above) = (low, high);
            while above - at_most > 1 {
                let middle = at_most + (above - at_most) / 2;
                *(if logarithm(middle) <= wanted { &mut at_most } else { &mut above }) = middle;
            }
            at_most
        }
    };
    let mut values: Vec<u64> = (0..=last).map(value).collect();
    values.dedup();
    values
}

/// Number of binary digits after the point in the result of [`logarithm`].
const DIGITS: u32 = 60;
/// Tolerance for the rounding errors of [`logarithm`]. The tolerance keeps exact powers from being rounded
/// down by 1.
const SLACK: u128 = 1 << 10;

/// Logarithm of `value` to base 2 in units of 2⁻⁶⁰. `value` must be above 0. Uses only whole numbers, so that
/// all machines give equal results.
fn logarithm(value: u64) -> u128 {
    let whole = value.ilog2();
    // `rest` is a number from 1 up to 2, in units of 2⁻⁶³.
    let mut rest = u128::from(value) << (63 - whole);
    let mut digits = u128::from(whole);
    for _ in 0..DIGITS {
        rest = (rest * rest) >> 63;
        let one = rest >> 64;
        rest >>= one;
        digits = digits << 1 | one;
    }
    digits
}

/// Quantity that is varied: the seed, or a parameter.
#[derive(Clone, Copy)]
enum VariedQuantity {
    Seed,
    Of(&'static Param),
}

impl VariedQuantity {
    fn parse(self, text: &str) -> Result<u64, String> {
        match self {
            Self::Seed => text.parse().map_err(|_| "a whole number".to_owned()),
            Self::Of(param) => param.parse(text),
        }
    }

    fn show(self, value: u64) -> String {
        match self {
            Self::Seed => value.to_string(),
            Self::Of(param) => param.show(value),
        }
    }

    fn is_of_words(self) -> bool {
        matches!(self, Self::Of(Param { kind: ValueKind::Choice, .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        Variation::parse(text).unwrap().values
    }

    #[test]
    fn a_range_is_spread_by_steps_or_by_factors() {
        assert_eq!(values("xoff=24k..96k/4"), ["24k", "48k", "72k", "96k"]);
        assert_eq!(values("xoff=1k..1M/4log"), ["1k", "10k", "100k", "1M"]);
        assert_eq!(values("xoff=1M..1k/4log"), ["1M", "100k", "10k", "1k"]);
        assert_eq!(values("seed=1024..65536/4log"), ["1024", "4096", "16384", "65536"]);
        assert_eq!(values("seed=1..4/10log"), ["1", "2", "3", "4"], "the same is once");
        assert_eq!(values("xoff=24k..96k/log"), values("xoff=24k..96k/10log"));
        assert_eq!(values("xoff=24k..24k/3log"), ["24k"]);
    }

    #[test]
    fn factors_are_the_same_within_a_whole_number() {
        for (from, to, count) in [(64, 1 << 40, 1_000), (3, 7_000_000_019, 17), (1_000, 2_000, 50)] {
            let values = by_factors(from, to, count);
            assert_eq!((values.first(), values.last()), (Some(&from), Some(&to)));
            #[expect(clippy::cast_precision_loss, reason = "a figure to compare with")]
            for (n, value) in values.iter().enumerate().filter(|_| values.len() == count) {
                let share = n as f64 / (count - 1) as f64;
                let exact = from as f64 * (to as f64 / from as f64).powf(share);
                assert!((*value as f64 - exact).abs() <= 1.0 + exact * 1e-12, "{value} for {exact}");
            }
        }
    }

    #[test]
    fn an_invalid_range_is_refused() {
        for text in ["seed=0..10/4log", "xoff=24k..96k/1log", "xoff=24k..96k/4lin", "xoff=24k..96k/log4"] {
            assert!(Variation::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_word_ends_no_range() {
        for text in ["kmin=1k..off", "kmin=off..2k/3log", "xon=auto..8k", "headroom=auto..96k"] {
            let refused = Variation::parse(text).expect_err(text).to_string();
            assert!(refused.contains("a number at both ends"), "{text}: {refused}");
        }
        assert_eq!(values("xon=auto,8k"), ["auto", "8k"]);
    }
}
