//! Reads documents from JSON. Checks the structure of the JSON and the range of numbers. An unknown field,
//! and a field that is given twice, are errors. [`Document::compile`] checks how the parts fit together.
//! Start with [`Document::parse`].
//!
//! At most 20 problems are reported, and only the first one for a text of more than 256 KiB. The text must be
//! one JSON object; a byte order mark before it is ignored. Text that is not JSON, and wrong versions, are
//! reported without further problems. A problem within an entry of a list hides further problems of this
//! entry.

mod json_messages;

use std::ops::RangeInclusive;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::sort;

use json_messages::{OUT_OF_RANGE, explain, not_json, without_place};

use super::problem::{Problem, Problems};
use super::{Action, Document, FORMAT, MODEL, OLDEST_MODEL, TimedAction};

/// Greatest length in bytes of a text for which all problems are searched. For a longer text, only the first
/// problem is reported, to save time.
const ALL_PROBLEMS: usize = 256 << 10;

impl Document {
    /// Reads a document from JSON. Checks the structure of the JSON and the range of numbers.
    /// [`Document::compile`] checks how the parts fit together.
    ///
    /// # Errors
    /// Returns all problems, each with its place, up to [`Problems::MAX_PROBLEMS`]. For a text of more than
    /// 256 KiB, returns only the first.
    pub fn parse(text: &str) -> Result<Self, Problems> {
        Self::fits(text.len())?;
        let text = text.trim_start_matches('\u{feff}');
        check_versions(text)?;
        let wrong = match read(text) {
            Ok(document) => return Ok(document),
            Err(wrong) => wrong,
        };
        let first = explain(&place(&wrong.path), &wrong.message);
        let all = if text.len() > ALL_PROBLEMS { Problems::default() } else { all_problems(text) };
        // Only the reader that found `first` notices a field that is given twice, so the list may be empty.
        all.into_result()?;
        Err(first.into())
    }

    /// Checks that a text of `bytes` bytes is not too long for a document. Callers can check this before they
    /// copy the text.
    ///
    /// # Errors
    /// If there are more than [`Document::LONGEST`] bytes.
    pub fn fits(bytes: usize) -> Result<(), Problem> {
        let most = Self::LONGEST;
        if bytes <= most {
            return Ok(());
        }
        Err(Problem::new(
            "",
            format!("a document of {bytes} bytes is too long: at most {most}; give a shorter one"),
        ))
    }
}

impl Action {
    /// Reads an action from JSON. The action happens now, so it has no `at`.
    ///
    /// # Errors
    /// Returns the first problem. Its place begins with `action`, unless the text is too long or is not an
    /// object. A field `at` is a problem.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        Document::fits(text.len())?;
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| Problem::new("action", not_json(&error)))?;
        let Some(fields) = value.as_object_mut() else {
            return Err(Problem::new("", "an action is a JSON object; give one such as {\"stop\": \"f1\"}"));
        };
        if fields.insert("at".to_owned(), "0s".into()).is_some() {
            return Err(Problem::new(
                "action.at",
                "an action that is done now has no time of its own; remove it",
            ));
        }
        read(&value.to_string()).map(|timed: TimedAction| timed.action).map_err(|wrong| {
            let inner = place(&wrong.path);
            let place = if inner.is_empty() { "action".to_owned() } else { format!("action.{inner}") };
            explain(&place, &wrong.message)
        })
    }
}

/// Reads JSON that is not a document, such as a lesson. The messages are like those of [`Document::parse`].
///
/// # Errors
/// Returns the first problem with its place. A text longer than [`Document::LONGEST`] is a problem, too.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    Document::fits(text.len())?;
    let text = text.trim_start_matches('\u{feff}');
    check_json(text)?;
    read(text).map_err(|wrong| explain(&place(&wrong.path), &wrong.message))
}

/// Error of the JSON reader, and the place of the wrong value in the JSON text.
struct ReadError {
    /// Path from the whole document to the wrong value.
    path: Vec<Segment>,
    /// Message of the library `serde_json` without the position in the text.
    message: String,
}

/// Reads a value from JSON text. Callers write a JSON value in memory as text first, because a second reader
/// for values would double the size of the program.
///
/// A number that no 64-bit floating-point number can hold is read again as text. The message then has the
/// number, and the range of its field.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    read_once(text).map_err(|(error, [line, column])| {
        let quoted = (error.message == OUT_OF_RANGE).then(|| quote_number(text, line, column)).flatten();
        let again = quoted.and_then(|quoted| read_once::<T>(&quoted).err()).map(|(again, _)| again);
        // If the field also accepts text, reading the quoted number gives no error, or an error at another
        // place. The first error then stays.
        again.filter(|again| place(&again.path) == place(&error.path)).unwrap_or(error)
    })
}

/// Reads a value from JSON text. On failure, returns the error with its line and column in the text, in this
/// order.
fn read_once<T: DeserializeOwned>(text: &str) -> Result<T, (ReadError, [usize; 2])> {
    let mut reader = serde_json::Deserializer::from_str(text);
    serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let (path, inner) = (error.path().iter().cloned().collect(), error.inner());
        let message = without_place(&inner.to_string());
        (ReadError { path, message }, [inner.line(), inner.column()])
    })
}

/// Copies the text and puts quotes around the number at `line` and `column`. The column may be within the
/// number or just behind it. Lines and columns are counted from 1; columns are bytes. `None` if there is no
/// number at this position.
fn quote_number(text: &str, line: usize, column: usize) -> Option<String> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let at = (before + column).min(text.len());
    let is_of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let bytes = text.as_bytes();
    let start = at - bytes[..at].iter().rev().take_while(|byte| is_of_number(byte)).count();
    let end = at + bytes[at..].iter().take_while(|byte| is_of_number(byte)).count();
    (start < end).then(|| format!("{}\"{}\"{}", &text[..start], &text[start..end], &text[end..]))
}

/// Checks that the text is JSON. Otherwise, returns a problem whose place is the line and column of the
/// error.
fn check_json(text: &str) -> Result<(), Problem> {
    serde_json::from_str::<IgnoredAny>(text).map(|_| ()).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        Problem::new(place, not_json(&error))
    })
}

/// Checks that the text is a JSON object, and that its versions of the format and the model are known.
fn check_versions(text: &str) -> Result<(), Problems> {
    #[derive(Deserialize)]
    struct Versions {
        #[serde(default)]
        format: Option<Value>,
        #[serde(default)]
        model: Option<Value>,
    }

    check_json(text)?;
    // Without this check, the reader would also accept a list.
    if !text.trim_start().starts_with('{') {
        return Err(Problem::new("", "a document is a JSON object; give one that begins with {").into());
    }
    let versions = serde_json::from_str::<Versions>(text)
        .map_err(|error| explain("", &without_place(&error.to_string())))?;
    let mut problems = Problems::default();
    let is_among = |value: &Value, range: RangeInclusive<u32>| {
        value.as_u64().and_then(|number| u32::try_from(number).ok()).is_some_and(|n| range.contains(&n))
    };
    match versions.format {
        Some(value) if is_among(&value, FORMAT..=FORMAT) => {}
        Some(value) => {
            let range = format!("{FORMAT}: this program reads documents of format {FORMAT}");
            problems.push(Problem::range("format", value, range));
        }
        None => {
            let message = format!("is missing; this program reads documents of format {FORMAT}");
            problems.push(Problem::new("format", message));
        }
    }
    if let Some(value) = versions.model.filter(|value| !is_among(value, OLDEST_MODEL..=MODEL)) {
        let range = format!("{OLDEST_MODEL} or {MODEL}, the models that this program simulates");
        problems.push(Problem::range("model", value, range));
    }
    problems.into_result()
}

/// Finds the problems of a document one after the other. Each round reads the document and removes the wrong
/// part from the JSON. At most [`Problems::MAX_PROBLEMS`] rounds.
fn all_problems(text: &str) -> Problems {
    let mut problems = Problems::default();
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return problems };
    let mut removed: Vec<(String, usize)> = Vec::new();
    let mut removed_fields: Vec<String> = Vec::new();
    for _ in 0..Problems::MAX_PROBLEMS {
        let Err(wrong) = read::<Document>(&value.to_string()) else { break };
        // Field that is missing only because an earlier round removed it.
        if removed_fields.iter().any(|field| wrong.message == format!("missing field `{field}`")) {
            break;
        }
        let mut segments = wrong.path;
        let mut is_removed = false;
        let (list, at) = match &segments[..] {
            [Segment::Map { key }, Segment::Seq { index }, ..] => (key.clone(), Some(*index)),
            [Segment::Map { key }, ..] => (key.clone(), None),
            _ => (String::new(), None),
        };
        if let Some(object) = value.as_object_mut() {
            match (object.get_mut(&list), at) {
                (Some(Value::Array(items)), Some(index)) if index < items.len() => {
                    items.remove(index);
                    // Index in the original text: earlier rounds have removed items before this one.
                    let mut index = index;
                    let mut before: Vec<usize> =
                        removed.iter().filter(|(of, _)| *of == list).map(|(_, index)| *index).collect();
                    sort::by(&mut before, Ord::cmp);
                    for gone in before {
                        index += usize::from(gone <= index);
                    }
                    removed.push((list, index));
                    segments[1] = Segment::Seq { index };
                    is_removed = true;
                }
                (Some(_), None) => {
                    is_removed = object.remove(&list).is_some();
                    removed_fields.push(list);
                }
                _ => {}
            }
        }
        problems.push(explain(&place(&segments), &wrong.message));
        if !is_removed {
            break;
        }
    }
    problems
}

fn place(segments: &[Segment]) -> String {
    let mut place = String::new();
    for segment in segments {
        match segment {
            Segment::Seq { index } => place.extend(["[", &index.to_string(), "]"]),
            Segment::Map { key } | Segment::Enum { variant: key } => {
                if !place.is_empty() {
                    place.push('.');
                }
                place.extend(key.chars().take(60));
            }
            Segment::Unknown => {}
        }
    }
    place
}
