//! Problems of documents, links and edits: a place, a value and the allowed range, as one sentence. At
//! most 20 are collected.

use std::fmt;

use super::printable::escape_unprintable;

/// Problem of a document, a link or an edit: its place and one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Place as a path, such as `flows[2].priority`; empty for the document as a whole.
    pub place: String,
    /// Value at that place; `None` if it is too long to quote, or the message needs none.
    pub value: Option<String>,
    /// Allowed values with their range; if `value` is `None`, a sentence about what is wrong.
    pub message: String,
}

/// Longest value that is quoted.
const QUOTED: usize = 60;

impl Problem {
    /// Problem at `place`, described by `message`.
    #[must_use]
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        let [place, message] =
            [place.into(), message.into()].map(|text| escape_unprintable(&text).into_owned());
        Self { place, value: None, message }
    }

    /// Problem of `value` at `place`, which must be in `range`.
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

/// Problems of a document: at least one, at most [`Problems::MAX_PROBLEMS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Largest number of problems that are kept. Checks can stop when they have found so many.
    pub const MAX_PROBLEMS: usize = 20;

    pub(crate) fn push(&mut self, problem: Problem) {
        if self.0.len() < Self::MAX_PROBLEMS && !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// Adds the problem of a failed result; returns the value of a successful one.
    pub(crate) fn record<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    pub(crate) fn or(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Replaces the start `from` of places by `to`.
    pub(crate) fn renamed(self, from: &str, to: &str) -> Self {
        self.moved(|place| place.strip_prefix(from).map(|rest| format!("{to}{rest}")))
    }

    /// Moves problems to other places, where `to` returns one.
    pub(crate) fn moved(self, to: impl Fn(&str) -> Option<String>) -> Self {
        let mut moved = Self::default();
        for problem in self.0 {
            let place = to(&problem.place).unwrap_or_else(|| problem.place.clone());
            moved.push(Problem { place, ..problem });
        }
        moved
    }

    /// All problems, in the order of the document.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.0
    }
}

impl FromIterator<Problem> for Problems {
    /// Keeps the first [`Problems::MAX_PROBLEMS`] problems. An empty list means that nothing is wrong.
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
