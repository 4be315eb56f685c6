//! Conversion of arguments from JavaScript: documents, times, texts and numbers. The length of a text is
//! checked before the text is copied. Start with `document`. Every value that is not of the expected kind
//! gives an error. Absent limits are `undefined`, `null` or infinite.

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Preset, escape_unprintable};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use js_sys::JsString;
use wasm_bindgen::prelude::*;

/// Parses a document and compiles it. The argument is an object, JSON text, `preset:NAME` or a share link. If
/// the document was saved with a cursor time, this time is ignored.
pub(super) fn document(given: &JsValue) -> Result<(Document, Spec), JsError> {
    let (mut document, written) = read(given)?;
    // The saved cursor time is of the saved run; the new run begins at 0.
    document.view.moment = None;
    let spec = document.compile_edited(&written)?;
    Ok((document, spec))
}

/// Parses a document. Also returns the addresses of the parameters that a share link sets; the list is empty
/// without a share link. A text that contains `#/` and does not begin with `{` is a share link. Any other
/// text, except `preset:NAME`, is read as JSON. A name or share link that is too long is shortened before it
/// is parsed, and then refused.
fn read(given: &JsValue) -> Result<(Document, Vec<Address>), JsError> {
    let whole = |document: Document| (document, Vec::new());
    let Some(string) = given.dyn_ref::<JsString>() else {
        let words = "a document is an object, JSON text, preset:NAME or a link";
        return Ok(whole(Document::parse(&json(given, words)?)?));
    };
    let named = |start: &str| string.starts_with(start, 0);
    if named("preset:") {
        return Ok(whole(Preset::find(&short(string, 80)[7..])?.document()));
    }
    if string.includes("#/", 0) && !string.trim_start().starts_with("{", 0) {
        // `ShareLink` refuses a link that is too long; no accepted link is longer than 9 MiB.
        let (link, written) = ShareLink::parse_edited(&short(string, 9 << 20))?;
        return Ok((link.document, written));
    }
    Ok(whole(Document::parse(&limited(string)?)?))
}

/// Parses a time from 0 to 1 hour inclusive, as text or as whole picoseconds. Refuses a number that is
/// negative or not whole, and `undefined`.
pub(super) fn time(given: &JsValue) -> Result<Time, JsError> {
    let text = given.dyn_ref::<JsString>().map(|text| short(text, 80));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range and whole")]
    let time = match (&text, given.as_f64()) {
        (Some(text), _) => text.parse().ok(),
        (None, Some(ps)) if (0.0..=9e15).contains(&ps) && ps.fract() == 0.0 => Some(Time(ps as u64)),
        (None, _) => None,
    };
    time.filter(|time| *time <= Time::LONGEST).ok_or_else(|| {
        let value = match (text, given.as_f64()) {
            (Some(text), _) => format!("{:?}", escape_unprintable(&text)),
            (None, Some(number)) => number.to_string(),
            (None, None) => "the value".to_owned(),
        };
        JsError::new(&format!(
            "time: {value} is outside 0 to 3600s; give text such as \"12.5us\", or whole picoseconds"
        ))
    })
}

/// Converts an object to JSON text with `JSON.stringify`. `words` is the error message for a value that is no
/// object. A list counts as an object.
pub(super) fn json(value: &JsValue, words: &str) -> Result<String, JsError> {
    if !value.is_object() {
        return Err(JsError::new(words));
    }
    let text: JsValue = js_sys::JSON::stringify(value).map_err(js_error)?.into();
    limited(text.dyn_ref::<JsString>().ok_or_else(|| JsError::new(words))?)
}

/// Copies a text. Refuses a text that is longer than the longest document. The check comes before the copy,
/// because the memory of wasm never shrinks.
fn limited(text: &JsString) -> Result<String, JsError> {
    Document::fits(text.length() as usize)?;
    Ok(text.into())
}

/// Returns the first `most` UTF-16 units of a text; the whole text if it is shorter.
fn short(text: &JsString, most: u32) -> String {
    text.slice(0, most).into()
}

/// Parses a text of at most `most` UTF-16 units. `words` is the error message for any other value.
pub(super) fn text(given: &JsValue, most: u32, words: &str) -> Result<String, JsError> {
    let string = given.dyn_ref::<JsString>().filter(|string| string.length() <= most);
    string.map(String::from).ok_or_else(|| JsError::new(words))
}

/// Parses a list of at most `count` texts, each of at most `most` UTF-16 units. `words` is the error message
/// for any other value. An empty list is accepted.
pub(super) fn texts(given: &JsValue, count: u32, most: u32, words: &str) -> Result<Vec<String>, JsError> {
    let list = given.dyn_ref::<js_sys::Array>().filter(|list| list.length() <= count);
    let list = list.ok_or_else(|| JsError::new(words))?;
    list.iter().map(|one| text(&one, most, words)).collect()
}

/// Parses a whole number from 0 to 2⁵³ − 1. `words` is the error message for any other value.
pub(super) fn whole(given: &JsValue, words: &str) -> Result<u64, JsError> {
    const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range and whole")]
    match given.as_f64() {
        Some(number) if (0.0..=MAX_SAFE_INTEGER).contains(&number) && number.fract() == 0.0 => {
            Ok(number as u64)
        }
        _ => Err(JsError::new(words)),
    }
}

/// Parses the largest number of events of a run. Undefined, null and infinite give no limit (`u64::MAX`); 0
/// is accepted.
pub(super) fn budget(given: &JsValue) -> Result<u64, JsError> {
    let none = given.is_undefined() || given.is_null() || given.as_f64() == Some(f64::INFINITY);
    if none { Ok(u64::MAX) } else { whole(given, "a number of events is a whole number of at least 0") }
}

/// Converts a JavaScript error to an error with the same message. A thrown value that is no `Error` is
/// written in its debug form.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
pub(super) fn js_error(value: JsValue) -> JsError {
    let words = value.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    JsError::new(&words.unwrap_or_else(|| format!("{value:?}")))
}
