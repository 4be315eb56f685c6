use std::fmt;

use super::printable::escape_unprintable;

/// Fault of a document, a link or an edit: its place, and one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, as a path: `flows[2].priority`; empty for the whole.
    pub place: String,
    /// Value that stands there; `None` if it needs more than a few words.
    pub value: Option<String>,
    /// Values that may stand there, with their range; without a value: the fault.
    pub message: String,
}

/// The longest value that is quoted.
const QUOTED: usize = 60;

impl Problem {
    /// Something is wrong at `place`.
    #[must_use]
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        let [place, message] =
            [place.into(), message.into()].map(|text| escape_unprintable(&text).into_owned());
        Self { place, value: None, message }
    }

    /// At `place` stands `value`, which must be `range`.
    #[must_use]
    pub fn range(place: impl Into<String>, value: impl fmt::Display, range: impl Into<String>) -> Self {
        let text = value.to_string();
        let mut value: String = text.chars().take(QUOTED).collect();
        if value.len() < text.len() {
            value.push('…');
        }
        Self { value: Some(escape_unprintable(&value).into_owned()), ..Self::new(place, range) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, value, message } = self;
        match value {
            Some(value) if place.is_empty() => write!(f, "{value} must be {message}"),
            Some(value) => write!(f, "{place} is {value}, but must be {message}"),
            None if place.is_empty() => f.write_str(message),
            None => write!(f, "{place}: {message}"),
        }
    }
}

impl std::error::Error for Problem {}

/// All that is wrong, at least one thing; the first [`Problems::MOST`] are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// How many are kept. Who has this many does not read on.
    pub const MOST: usize = 20;

    pub(crate) fn push(&mut self, problem: Problem) {
        if self.0.len() < Self::MOST && !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// Keeps the problem, if it is one.
    pub(crate) fn keep<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    pub(crate) fn or(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Renames places: a place that begins with `from` begins with `to` instead.
    pub(crate) fn renamed(self, from: &str, to: &str) -> Self {
        self.moved(|place| place.strip_prefix(from).map(|rest| format!("{to}{rest}")))
    }

    /// Moves the problems to other places, where `to` gives one.
    pub(crate) fn moved(self, to: impl Fn(&str) -> Option<String>) -> Self {
        let mut moved = Self::default();
        for problem in self.0 {
            let place = to(&problem.place).unwrap_or_else(|| problem.place.clone());
            moved.push(Problem { place, ..problem });
        }
        moved
    }

    /// The problems, in the order of the document.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.0
    }
}

impl FromIterator<Problem> for Problems {
    /// Keeps the first [`Problems::MOST`]. An empty list says that nothing is wrong.
    fn from_iter<I: IntoIterator<Item = Problem>>(all: I) -> Self {
        let mut problems = Self::default();
        all.into_iter().for_each(|problem| problems.push(problem));
        problems
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Problems {
    /// Writes a line for each problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, problem) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
