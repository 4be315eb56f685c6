//! Messages of the library `serde_json` in the words of this program. Start with [`explain`].
//!
//! A message of the library that is not known here stays as it is.

use crate::document::params::ForeignWord;
use crate::document::problem::Problem;

/// Message of the library `serde_json` for a number that no 64-bit floating-point number can hold.
pub(super) const OUT_OF_RANGE: &str = "number out of range";

/// Message of the library `serde_json` for text behind the end of the document. The library gives the same
/// message for a list with more items than the object has fields.
const TRAILING: &str = "trailing characters";

/// Allowed JSON forms of a link of the fabric, as an error message.
const LINK_LIST: &str = "a list of 3 to 8 values, such as [\"h1\", \"s1\", \"100G\", \"5m\"]";

/// Allowed range of numbers in JSON, as an error message.
const NUMBERS: &str = "a number must be from -1.7e308 to 1.7e308; give one in the range of the field";

/// Error message for text that is not JSON. `error` is the error of the JSON reader.
pub(super) fn not_json(error: &serde_json::Error) -> String {
    let why = without_place(&error.to_string());
    if why == OUT_OF_RANGE {
        return NUMBERS.to_owned();
    }
    let why = match &*why {
        _ if error.is_eof() => "the text ends too early",
        TRAILING => "more text follows its end",
        why => why,
    };
    format!("this is not JSON: {why}; correct it there")
}

/// Converts a message of `serde_json` into a problem in the words of this program.
pub(super) fn explain(place: &str, message: &str) -> Problem {
    if message == OUT_OF_RANGE {
        return Problem::new(place, NUMBERS);
    }
    // The text is valid JSON. This message therefore appears only where one variant of an enum is expected.
    if message == "expected value" {
        return Problem::new(place, "must be an object with exactly one field, its kind");
    }
    if message.starts_with("invalid type: unit variant") {
        return Problem::new(place, "has no fields; write them as an object behind its name");
    }
    let parts = ["invalid type: ", "invalid value: "]
        .iter()
        .find_map(|start| message.strip_prefix(start)?.split_once(", expected "));
    if let Some((found, expected)) = parts {
        let found = match found {
            "map" => "an object".to_owned(),
            "sequence" => "a list".to_owned(),
            "null" => "null".to_owned(),
            other => match other.split_once(['`', '"']) {
                Some((kind, rest)) if kind.starts_with("string") => format!("\"{rest}"),
                Some((_, rest)) => rest.trim_end_matches('`').to_owned(),
                None => other.to_owned(),
            },
        };
        let expected = match expected {
            "a string" => "text",
            "a boolean" => "true or false",
            "a sequence" => "a list",
            "struct Link" => return Problem::range(place, found, format!("an object or {LINK_LIST}")),
            other => other,
        };
        if let Some(form) = tuple_form(expected) {
            return Problem::range(place, found, form);
        }
        return Problem::range(
            place,
            found,
            expected.strip_prefix("struct ").map_or(expected.to_owned(), |_| "an object".to_owned()),
        );
    }
    if message == TRAILING {
        return Problem::range(place, "a longer list", list_form(place));
    }
    if let Some((length, expected)) =
        message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        let form = tuple_form(expected).unwrap_or_else(|| list_form(place).to_owned());
        return Problem::range(place, format!("a list of length {length}"), form);
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        let (name, known) = rest.split_once("expected ").unwrap_or((rest, ""));
        let known = known.trim_start_matches("one of ").replace('`', "");
        let foreign = ForeignWord::find(name).map(|foreign| foreign.answer() + "; ").unwrap_or_default();
        return Problem::new(place, format!("there is no such field; {foreign}there are {known}"));
    }
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        let (name, known) = rest.split_once(", expected ").unwrap_or((rest, ""));
        let known = known.trim_start_matches("one of ").replace('`', "");
        let name = format!("\"{}\"", name.trim_matches('`'));
        return Problem::range(place, name, format!("one of {known}"));
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        let example = example(field.trim_matches('`')).unwrap_or_default();
        return Problem::new(field_of(place, field), format!("is missing; give it{example}"));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return Problem::new(field_of(place, field), "is given twice; give it once");
    }
    if message.starts_with("EOF ") {
        return Problem::new(place, "the text ends too early, within the document; give all of it");
    }
    Problem::new(place, message)
}

/// Allowed form of a tuple, such as a code point and a priority. `expected` is the end of a message of
/// `serde_json`; Returns `None` if this message names no tuple.
fn tuple_form(expected: &str) -> Option<String> {
    let size = expected.strip_prefix("a tuple of size ")?;
    Some(format!("a list of {size} whole numbers"))
}

/// Allowed JSON form of a value that is given as a list: the value at `place`. Links, and the pairs of maps,
/// are lists in the schema.
fn list_form(place: &str) -> &'static str {
    match place.split('[').next() {
        Some("links") => LINK_LIST,
        Some("maps") => "a list of 2 whole numbers",
        _ => "an object with named fields",
    }
}

/// Example of a value of the required field `field`, for the end of a message; `None` for other fields.
fn example(field: &str) -> Option<&'static str> {
    Some(match field {
        "name" | "from" | "to" | "node" => ", such as \"h1\"",
        "switch" => ", such as \"s1\"",
        "port" | "link" => ", such as \"s1.0\"",
        "rate" => ", such as \"100G\"",
        "bytes" => ", such as \"64k\"",
        "load" => ", in percent of the link, such as 60",
        "on" | "off" => ", such as \"10us\"",
        "hosts" | "leaves" | "k" => ", such as 4",
        "spines" | "switches" => ", such as 2",
        "priority" => ", such as 3",
        "priorities" => ", such as [3]",
        "header" => ", such as 42",
        _ => return None,
    })
}

/// Place of the field `field` in the object at `place`. `field` is a name in backticks, as messages write it.
fn field_of(place: &str, field: &str) -> String {
    let field = field.trim_matches('`');
    let is_at_field = place == field || place.strip_suffix(field).is_some_and(|start| start.ends_with('.'));
    match place {
        _ if is_at_field => place.to_owned(),
        "" => field.to_owned(),
        _ => format!("{place}.{field}"),
    }
}

/// Removes the position, such as ` at line 3 column 7`, from the end of a message of `serde_json`.
pub(super) fn without_place(message: &str) -> String {
    message.rsplit_once(" at line ").map_or(message, |(message, _)| message).to_owned()
}
