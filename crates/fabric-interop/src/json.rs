//! Parser of JSON that also reports a key that occurs twice in one object. Start with [`parse`].
//!
//! Rule: `serde_json` reads the text.
//! Fallback: if an object has two members with the same key, the last member is kept, as in other readers of
//! JSON.
//! Left out: the part of a path below a field of an entry. If a repeated key is deeper than a field of an
//! entry, the report names only the field.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::finding::{FilePlace, Refusal};
use crate::sonic::File;

/// Largest number of keys in the path of a repeated key: table, entry and field.
const DEEPEST: usize = 3;

/// JSON value that was read from a file or text.
#[derive(Debug)]
pub(crate) struct Json {
    /// Value that the JSON text represents.
    pub value: Value,
    /// Path of the first key that occurs twice in its object, as keys without list indices. `None` if no key
    /// is repeated. Inner objects are checked first: a repeated key in an inner object comes before a
    /// repeated key of the outer object.
    pub repeated: Option<Vec<String>>,
}

/// Parses a file.
///
/// # Errors
/// If the text is no JSON, is empty, is nested more than 127 deep, or goes on after the JSON.
pub(crate) fn parse(file: &File) -> Result<Json, serde_json::Error> {
    // Line breaks in place of the skipped lines, so that an error of the parser gives the line number of
    // the file.
    let text = match file.lines_before() {
        0 => Cow::Borrowed(file.content()),
        lines => Cow::Owned("\n".repeat(lines) + file.content()),
    };
    let mut deserializer = serde_json::Deserializer::from_str(&text);
    let json = Json::deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(json)
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let repeated = RefCell::new(None);
        let value = Node { path: Path { key: None, repeated: &repeated } }.deserialize(deserializer)?;
        Ok(Self { value, repeated: repeated.into_inner() })
    }
}

impl Json {
    /// Refuses a file that has a key twice in one object, because the first of the two would be lost.
    ///
    /// # Errors
    /// The place of the key. A flat key such as `PORT|Ethernet0` names table and entry.
    pub fn check_unique(&self, file: &File) -> Result<(), Refusal> {
        let Some(keys) = &self.repeated else { return Ok(()) };
        let (first, rest) = keys.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let (table, entry) = first.split_once('|').map_or((first, None), |(table, key)| (table, Some(key)));
        let mut rest = entry.into_iter().chain(rest.iter().map(String::as_str));
        let [entry, field] = [(); 2].map(|()| rest.next().unwrap_or_default());
        let reason = "named twice in one object, so the first would be lost; delete one, or join both";
        Err(Refusal::new(FilePlace::new(&file.name, table, entry, field), reason))
    }
}

/// Path to a value: the keys from the root of the JSON down to the value.
#[derive(Clone, Copy)]
struct Path<'a> {
    /// Last key of the path, and the path of the object that contains this key. `None` for the root of the
    /// JSON.
    key: Option<(&'a str, &'a Path<'a>)>,
    repeated: &'a RefCell<Option<Vec<String>>>,
}

impl Path<'_> {
    fn keys(&self) -> Vec<String> {
        let Some((key, object)) = self.key else { return Vec::new() };
        let mut keys = object.keys();
        keys.push(key.to_owned());
        keys
    }

    /// Records that the object at this path has the key `key` twice.
    fn repeat(&self, key: &str) {
        let mut first = self.repeated.borrow_mut();
        if first.is_none() {
            let mut keys = self.keys();
            keys.push(key.to_owned());
            keys.truncate(DEEPEST);
            *first = Some(keys);
        }
    }
}

/// Deserializer seed that reads the value at a path of the JSON.
#[derive(Clone, Copy)]
struct Node<'a> {
    path: Path<'a>,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            let path = Path { key: Some((&key, &self.path)), ..self.path };
            let value = object.next_value_seed(Node { path })?;
            if members.contains_key(&key) {
                self.path.repeat(&key);
            }
            members.insert(key, value);
        }
        Ok(members.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Json, serde_json::Error> {
        super::parse(&File::new("a.json", text))
    }

    #[test]
    fn values_are_those_of_serde_json() {
        for text in
            ["null", "[1, -2, 3.5, true, \"a\\u00e9\", [], {}]", "\u{feff}{\"a\": {\"b\": [1]}, \"c\": 1e3}"]
        {
            let plain: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap();
            assert_eq!(parse(text).unwrap().value, plain, "{text}");
        }
        for text in ["", "{", "{} x", "{\"a\": }", &"[".repeat(200)] {
            let plain = serde_json::from_str::<Value>(text).unwrap_err().to_string();
            assert_eq!(parse(text).unwrap_err().to_string(), plain, "{text}");
        }
    }

    #[test]
    fn the_first_key_that_an_object_has_twice_has_its_path() {
        for (text, expected) in [
            (r#"{"A": 1, "B": {"A": 1}}"#, None),
            (r#"[{"A": 1}, {"A": 2}]"#, None),
            (r#"{"A": {}, "B": {}, "A": {}}"#, Some(&["A"][..])),
            (r#"{"A": {"k": 1, "k": 2}}"#, Some(&["A", "k"])),
            (r#"[{"A": {"k": {"f": 1, "f": 1}}}]"#, Some(&["A", "k", "f"])),
            (r#"{"A": {"k": {"f": {"g": 1, "g": 1}}}}"#, Some(&["A", "k", "f"])),
        ] {
            let repeated = parse(text).unwrap().repeated;
            let keys = repeated.iter().flatten().map(String::as_str).collect::<Vec<_>>();
            assert_eq!(keys, expected.unwrap_or_default(), "{text}");
        }
    }

    #[test]
    fn a_refusal_names_table_entry_and_field_of_the_repeated_key() {
        for (text, place) in [
            (r#"{"A": {}, "A": {}}"#, "a.json: A: named twice"),
            (r#"{"A": {"k|0": {}, "k|0": {}}}"#, "a.json: A|k|0: named twice"),
            (r#"{"A": {"k": {"f": 1, "f": 1}}}"#, "a.json: A|k.f: named twice"),
            (r#"{"A|k|0": {}, "A|k|0": {}}"#, "a.json: A|k|0: named twice"),
            (r#"{"A|k|0": {"f": 1, "f": 2}}"#, "a.json: A|k|0.f: named twice"),
            (r#"[{"A": {"k": {}, "k": {}}}]"#, "a.json: A|k: named twice"),
        ] {
            let refusal = parse(text).unwrap().check_unique(&File::new("a.json", text)).unwrap_err();
            assert!(refusal.to_string().starts_with(place), "{text}: {refusal}");
        }
    }
}
