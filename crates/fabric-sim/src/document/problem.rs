//! Problems of documents, share links and edits. A problem is written as one sentence with the place, the
//! value and the allowed range. Equal problems are kept once, and at most 20 are kept. Start with
//! [`Problem`].
//!
//! A problem is written as `PLACE: MESSAGE`, and a problem of a value as `PLACE: is VALUE, but must be
//! RANGE`. An empty place is left out. Two problems are equal if place, value and message are equal. The text
//! of a list of problems has one problem on each line, without a line feed at the end.

use std::fmt;

use super::printable::escape_unprintable;

/// Problem of a document, a share link or an edit. `Display` writes the problem as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Path of the wrong field in the document, such as `flows[2].priority`. Empty for the document as a
    /// whole.
    pub place: String,
    /// Wrong value. A value of more than 60 characters is cut and ends with `…`. `None` if `message` is a
    /// whole sentence.
    pub value: Option<String>,
    /// Allowed values, such as `a rate from 1M to 10T`, if `value` is given. If `value` is `None`, a sentence
    /// that says what is wrong.
    pub message: String,
}

/// Greatest number of characters of a value that a message quotes.
const QUOTED: usize = 60;

impl Problem {
    /// Creates a problem at `place`. `message` is a sentence that says what is wrong.
    #[must_use]
    pub fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        let [place, message] =
            [place.into(), message.into()].map(|text| escape_unprintable(&text).into_owned());
        Self { place, value: None, message }
    }

    /// Creates a problem of `value` at `place`. The problem is written as `place: is value, but must be
    /// range`. A value of more than 60 characters is cut and ends with `…`.
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
            Some(value) => write!(f, "{place}: is {value}, but must be {message}"),
            None if place.is_empty() => f.write_str(message),
            None => write!(f, "{place}: {message}"),
        }
    }
}

impl std::error::Error for Problem {}

/// Different problems of a document, in the order in which they were found. At most
/// [`Problems::MAX_PROBLEMS`] are kept. As an error, the list contains at least one problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Greatest number of problems that are kept. Later problems are ignored, so checks can stop early.
    pub const MAX_PROBLEMS: usize = 20;

    /// Adds a problem at the end. Ignores a problem that is in the list already, and every problem after
    /// [`Problems::MAX_PROBLEMS`].
    pub(crate) fn push(&mut self, problem: Problem) {
        if self.0.len() < Self::MAX_PROBLEMS && !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }

    /// Returns the value of an `Ok`. For an `Err`, adds the problem in it to the list and returns `None`.
    pub(crate) fn record<T>(&mut self, result: Result<T, Problem>) -> Option<T> {
        result.map_err(|problem| self.push(problem)).ok()
    }

    /// `Ok` if there are no problems; otherwise the list as the error.
    pub(crate) fn into_result(self) -> Result<(), Self> {
        if self.0.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Replaces `from` by `to` at the beginning of places. A place that does not begin with `from` stays
    /// unchanged.
    pub(crate) fn with_start(self, from: &str, to: &str) -> Self {
        self.with_places(|place| place.strip_prefix(from).map(|rest| format!("{to}{rest}")))
    }

    /// Replaces the place of each problem by the result of `to`. Keeps the place if `to` returns `None`.
    /// Problems that become equal are kept once.
    pub(crate) fn with_places(self, to: impl Fn(&str) -> Option<String>) -> Self {
        let mut moved = Self::default();
        for problem in self.0 {
            let place = to(&problem.place).unwrap_or_else(|| problem.place.clone());
            moved.push(Problem { place, ..problem });
        }
        moved
    }

    /// Problems in the order in which they were found.
    #[must_use]
    pub fn list(&self) -> &[Problem] {
        &self.0
    }
}

impl FromIterator<Problem> for Problems {
    /// Collects the first [`Problems::MAX_PROBLEMS`] different problems. The result is empty if `all` is
    /// empty.
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
    /// Writes each problem on its own line.
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
