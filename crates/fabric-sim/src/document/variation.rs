//! What is varied between runs: a key of links, and the values that it is given.

use super::params::{Address, Kind, Param};
use super::problem::Problem;

/// A key and the values that it is given, one a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// An address of a parameter, or `seed`.
    pub key: String,
    /// Its values, as documents write them; at least one.
    pub values: Vec<String>,
}

/// Values of a range that does not say how many.
const STEPS: usize = 10;

impl Variation {
    /// The most values of one key.
    pub const MOST: usize = 1_000;

    /// The most runs of all keys together.
    pub const MOST_RUNS: usize = 10_000;

    /// Reads `xoff=24k..96k` (ten values), `xoff=24k..96k/4`, `xoff=24k,48k,96k`,
    /// `ets=dwrr,wrr` or `seed=1..20/20`.
    ///
    /// # Errors
    /// If there is no such key, or what follows is neither a list nor a range of
    /// its values.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let (key, range) = text.split_once('=').ok_or_else(|| {
            Problem::range("", format_args!("\"{text}\""), "as xoff=24k..96k/4 or xoff=24k,48k")
        })?;
        let scale = if key == "seed" { Scale::Seed } else { Scale::Of(Address::parse(key)?.key.param()) };
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
                let steps = steps.map_or(Some(STEPS), |steps| steps.parse().ok());
                let steps = steps
                    .filter(|steps| (2..=Self::MOST).contains(steps))
                    .ok_or_else(|| wrong(range, format!("a range with 2 to {} values", Self::MOST)))?;
                let (from, to) = (read(from)?, read(to)?);
                spread(from, to, steps).map(|value| scale.show(value)).collect()
            }
        };
        let it = Self { key: key.to_owned(), values };
        if it.values.len() > Self::MOST {
            return Err(Problem::new(
                key,
                format!("{} values are too many: at most {}", it.values.len(), Self::MOST),
            ));
        }
        Ok(it)
    }

    /// Every combination of the values of several keys, the last changing first.
    ///
    /// # Errors
    /// If there are more than [`Self::MOST_RUNS`].
    pub fn combined(several: &[Self]) -> Result<Vec<Vec<&str>>, Problem> {
        let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
        for (n, one) in several.iter().enumerate() {
            if several[..n].iter().any(|other| other.key == one.key) {
                return Err(Problem::new(one.key.clone(), "it is varied twice: one would undo the other"));
            }
            let count = rows.len() * one.values.len();
            if count > Self::MOST_RUNS {
                return Err(Problem::new(
                    one.key.clone(),
                    format!("more than {} runs are too many", Self::MOST_RUNS),
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

/// `count` values from one to another, both included, each rounded down; those
/// that are the same are one.
fn spread(from: u64, to: u64, count: usize) -> impl Iterator<Item = u64> {
    let last = count as u128 - 1;
    let mut values: Vec<u64> = (0..=last)
        .map(|n| (u128::from(from) * (last - n) + u128::from(to) * n) / last)
        .filter_map(|value| u64::try_from(value).ok())
        .collect();
    values.dedup();
    values.into_iter()
}

/// How values of a key are read and written.
#[derive(Clone, Copy)]
enum Scale {
    Seed,
    Of(&'static Param),
}

impl Scale {
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
        matches!(self, Self::Of(Param { kind: Kind::Choice, .. }))
    }
}
