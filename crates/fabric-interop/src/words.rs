//! Splitting of a text file into words, each with the number of its line. Start with [`Words`] and [`lines`].
//!
//! Rule: white space separates words. [`lines`] skips comments, which end at the end of the line; [`Words`]
//! knows no comments. A byte order mark is skipped.
//! Fallback: a decimal number that has more digits than its unit allows is rounded.
//! Left out: quotation marks, because the files of these simulators have none.

use std::ops::RangeInclusive;

use fabric_sim::units::parse_number;

use crate::finding::{FilePlace, Refusal};
use crate::sonic::File;

/// Greatest permitted result for a number with an exponent or with too many digits. Above this limit, `f64`
/// cannot represent every whole number.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Word of a file, delimited by white space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    file: &'a str,
    /// Number of the line that contains the word, from 1.
    pub line: usize,
    /// Text of the word.
    pub text: &'a str,
}

impl Word<'_> {
    /// Place of the line that contains the word, for refusals: `file: line 3`.
    pub fn place(&self) -> FilePlace {
        line(self.file, self.line)
    }

    /// Place of `field` in the line that contains the word, for findings.
    pub fn field(&self, table: &str, field: &str) -> FilePlace {
        FilePlace::new(self.file, table, &format!("line {}", self.line), field)
    }

    /// Creates a refusal: the word is the value of `field`, but must be in `range`.
    pub fn must_be(&self, field: &str, range: &str) -> Refusal {
        Refusal::new(self.place(), &format!("{field} is \"{}\", but must be {range}", self.text))
    }

    /// Parses the word as a whole number in `range`. `field` is named in the refusal.
    ///
    /// # Errors
    /// If the word is no whole number, or is out of range.
    pub fn whole(&self, field: &str, range: RangeInclusive<u64>) -> Result<u64, Refusal> {
        let number = self.text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            self.must_be(field, &format!("a whole number from {} to {}", range.start(), range.end()))
        })
    }

    /// Parses the word as a number in units of `1/scale`, rounded to whole units. `what` describes the
    /// permitted values in the refusal.
    ///
    /// # Errors
    /// If the word is no number, is negative or is too large.
    pub fn scaled(&self, field: &str, scale: u64, what: &str) -> Result<u64, Refusal> {
        scaled(self.text, scale).ok_or_else(|| self.must_be(field, what))
    }
}

/// Place of the line with this number (from 1), for refusals: `file: line 3`.
pub(crate) fn line(file: &str, number: usize) -> FilePlace {
    FilePlace::new(file, &format!("line {number}"), "", "")
}

/// Parses a decimal number, optionally with an exponent, in units of `1/scale`. Rounds to whole units. `None`
/// if the text is no number, is negative or is too large.
pub(crate) fn scaled(text: &str, scale: u64) -> Option<u64> {
    if text.contains('_') {
        return None;
    }
    parse_number(text, scale).or_else(|| {
        #[expect(clippy::cast_precision_loss, reason = "scales are powers of ten up to 10^12")]
        let number = text.parse::<f64>().ok()? * scale as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
        (0.0..=EXACT).contains(&number).then(|| number.round() as u64)
    })
}

/// Words of each line of a file, without empty lines. The text from `comment` to the end of a line is
/// skipped; an empty `comment`: no text is skipped.
pub(crate) fn lines<'a>(file: &'a File, comment: &'a str) -> impl Iterator<Item = Vec<Word<'a>>> {
    let text = file.content();
    let lines = text.lines().enumerate().map(move |(number, text)| {
        let end = if comment.is_empty() { None } else { text.find(comment) };
        let words = text[..end.unwrap_or(text.len())].split_whitespace();
        words.map(|text| Word { file: &file.name, line: number + 1, text }).collect::<Vec<_>>()
    });
    lines.filter(|words| !words.is_empty())
}

/// Reader that takes the words of a file one by one, across lines.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    file: &'a File,
    all: Vec<Word<'a>>,
    next: usize,
}

impl<'a> Words<'a> {
    /// Splits a file into words and starts before the first.
    ///
    /// # Errors
    /// If the file is no text, or too long; see [`File::check`].
    pub fn new(file: &'a File) -> Result<Self, Refusal> {
        file.check()?;
        Ok(Self { file, all: lines(file, "").flatten().collect(), next: 0 })
    }

    /// Takes all words from the next word to the end of its line. Empty at the end of the file.
    pub fn rest_of_line(&mut self) -> Vec<Word<'a>> {
        let rest = &self.all[self.next..];
        let line = rest.first().map_or(0, |word| word.line);
        let words: Vec<Word<'a>> = rest.iter().take_while(|word| word.line == line).copied().collect();
        self.next += words.len();
        words
    }

    /// Takes the next word.
    ///
    /// # Errors
    /// If no word is left. The refusal names the missing value, `what`, and gives the line of the last
    /// word, or line 1 in an empty file.
    pub fn next(&mut self, what: &str) -> Result<Word<'a>, Refusal> {
        let word = self.all.get(self.next).copied();
        self.next += usize::from(word.is_some());
        word.ok_or_else(|| {
            let last = self.all.last().map_or(1, |word| word.line);
            Refusal::new(
                line(&self.file.name, last),
                &format!("the file ends before {what}; add the missing values"),
            )
        })
    }

    /// Returns the next word without taking it; `None` at the end of the file.
    pub fn peek(&self) -> Option<&Word<'a>> {
        self.all.get(self.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact_where_they_can_be() {
        assert_eq!(scaled("25000000000.0", 1), Some(25_000_000_000));
        assert_eq!(scaled("2.000001", 1_000_000_000_000), Some(2_000_001_000_000));
        assert_eq!(scaled("1e-06", 1_000_000_000), Some(1_000));
        assert_eq!(scaled("0.0000000000001", 1_000), Some(0));
        for text in ["", "-1", "nan", "inf", "1e300", "1_0", "0x10"] {
            assert_eq!(scaled(text, 1_000), None, "{text}");
        }
    }

    #[test]
    fn words_have_line_numbers() {
        let file = File::new("t", "\u{feff}a b\n\n c # d\n");
        let mut words = Words::new(&file).unwrap();
        assert_eq!(words.rest_of_line().len(), 2);
        assert_eq!(words.next("c").unwrap().line, 3);
        let without: Vec<usize> = lines(&file, "#").map(|words| words.len()).collect();
        assert_eq!(without, [2, 1]);
    }

    #[test]
    fn a_refusal_names_the_line() {
        let file = File::new("t", "x\n-1\n");
        let mut words = Words::new(&file).unwrap();
        words.next("x").unwrap();
        let refusal = words.next("size").unwrap().whole("size", 1..=9).unwrap_err().to_string();
        assert_eq!(refusal, "t: line 2: size is \"-1\", but must be a whole number from 1 to 9");
        assert_eq!(
            words.next("a start").unwrap_err().to_string(),
            "t: line 2: the file ends before a start; add the missing values"
        );
    }
}
