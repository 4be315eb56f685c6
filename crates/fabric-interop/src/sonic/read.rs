//! Reader of JSON files, which returns the tables of a configuration. Start with [`read`].
//!
//! Rule: tables are nested objects, flat (`TABLE|key`), a dump of redis, or a list of patches (sonic-cfggen).
//! Fallback: numbers and booleans become text; the items of a list are joined by commas. In a list of
//! patches, a later field replaces an earlier one. A field of a flat key replaces the same field of a nested
//! table. The import reports each replaced value.
//! Left out: several whole configurations in one file (refused).

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::config_db::ConfigDb;
use crate::finding::{FilePlace, Refusal, Refusals};
use crate::foreign::{self, NotText};
use crate::{json, terminal};

/// Largest length of a file in bytes.
pub const LONGEST: usize = 4 << 20;

/// File of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Name of the file, for messages.
    pub name: String,
    /// Whole text of the file.
    pub text: String,
}

impl File {
    /// Creates a file with this name and text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// Text without a byte order mark, which `show runningconfiguration all` and files of Windows may have.
    /// If the text is JSON, lines with a prompt or a command around it are also removed, because a
    /// recording of a terminal has such lines.
    #[must_use]
    pub fn content(&self) -> &str {
        terminal::json(self.unmarked())
    }

    /// Text of the file without a byte order mark.
    fn unmarked(&self) -> &str {
        self.text.trim_start_matches('\u{feff}')
    }

    /// Number of lines of the file that [`File::content`] skips at the start.
    pub(crate) fn lines_before(&self) -> usize {
        let text = self.unmarked();
        let start = self.content().as_ptr().addr() - text.as_ptr().addr();
        text[..start].matches('\n').count()
    }

    /// Number of lines with a prompt or a command that [`File::content`] removes.
    pub(crate) fn prompts(&self) -> usize {
        let filled = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
        filled(self.unmarked()) - filled(self.content())
    }

    /// Whether the text begins like an object or a list in JSON. False for a `[` before a word such as
    /// `true`, so also for a shell prompt such as `[root@host ~]#`.
    #[must_use]
    pub fn is_json(&self) -> bool {
        terminal::begins_json(self.content())
    }

    /// Refuses the file if it is not text, or is longer than [`LONGEST`], byte order mark included.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        if let Some(not_text) = NotText::of(self.unmarked()) {
            return Err(Refusal::new(FilePlace::file(&self.name), not_text.reason()));
        }
        if self.text.len() <= LONGEST {
            return Ok(());
        }
        let reason = format!("the file has {} bytes; at most {LONGEST} are read", self.text.len());
        Err(Refusal::new(FilePlace::file(&self.name), &reason))
    }
}

/// Tables that only a SONiC configuration has. Each of them identifies a file as such.
const KNOWN_TABLES: [&str; 12] = [
    "BUFFER_PG",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_QUEUE",
    "CABLE_LENGTH",
    "DEVICE_METADATA",
    "DEVICE_NEIGHBOR",
    "PFC_WD",
    "PORT_QOS_MAP",
    "QUEUE",
    "SCHEDULER",
    "WRED_PROFILE",
];

/// Whether the file is a configuration of a switch or part of one. The file must be readable JSON with
/// tables. In addition, one table must be known, or all table names must be in capital letters.
#[must_use]
pub fn is_configuration(file: &File) -> bool {
    let is_capital =
        |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let value = file.check().ok().and_then(|()| json::parse(file).ok()).map(|json| json.value);
    value.and_then(|value| tables(file, value).ok()).is_some_and(|db| {
        KNOWN_TABLES.iter().any(|table| db.has(table))
            || db.names().next().is_some() && db.names().all(is_capital)
    })
}

/// Reads all tables of a file.
///
/// # Errors
/// If the text is too long, is not JSON, or has a key twice in one object. If the text does not consist of
/// tables with entries and fields.
pub(super) fn read(file: &File) -> Result<ConfigDb, Refusals> {
    file.check()?;
    let json = json::parse(file).map_err(|error| {
        Refusals::from(Refusal::new(FilePlace::file(&file.name), &foreign::refusal(file, &error)))
    })?;
    json.check_unique(file)?;
    tables(file, json.value)
}

/// Reads all tables of the JSON of a file.
///
/// # Errors
/// If the JSON does not consist of tables with entries and fields.
fn tables(file: &File, value: Value) -> Result<ConfigDb, Refusals> {
    let refused = |table: &str, key: &str, field: &str, reason: String| -> Refusals {
        Refusal::new(FilePlace::new(&file.name, table, key, field), &reason).into()
    };
    let patches = match value {
        Value::Array(patches) => patches,
        other => vec![other],
    };
    let mut db = ConfigDb::of_file(&file.name);
    for patch in patches {
        let Value::Object(tables) = patch else {
            let must =
                "but must be a JSON object of tables, or a list of them; write {\"TABLE\": {\"KEY\": {}}}";
            return Err(refused("", "", "", format!("the content is {}, {must}", described(&patch))));
        };
        for (name, content) in tables {
            let Value::Object(content) = content else {
                let must = "but must be a JSON object; write {\"KEY\": {\"FIELD\": \"VALUE\"}}";
                return Err(refused(&name, "", "", format!("the table is {}, {must}", described(&content))));
            };
            if KNOWN_TABLES.iter().any(|table| content.contains_key(*table)) {
                let reason = "this is a whole configuration, one of several in the file; give each as a file of \
                              its own";
                return Err(refused(&name, "", "", reason.to_owned()));
            }
            match name.split_once('|') {
                Some((table, key)) => fields(&mut db, table, key, &content)
                    .map_err(|(field, reason)| refused(table, key, &field, reason))?,
                None => nested(&mut db, &name, &content)
                    .map_err(|(key, field, reason)| refused(&name, &key, &field, reason))?,
            }
        }
    }
    Ok(db)
}

/// Reads all entries of a table into `db`. An error has the key, the field and the reason.
fn nested(
    db: &mut ConfigDb,
    table: &str,
    content: &Map<String, Value>,
) -> Result<(), (String, String, String)> {
    db.table(table);
    for (key, entry) in content {
        match entry {
            Value::Object(entry) => {
                fields(db, table, key, entry).map_err(|(field, reason)| (key.clone(), field, reason))?;
            }
            Value::Null => db.add_entry(table, key),
            _ => {
                let must = "but must be a JSON object; write {\"FIELD\": \"VALUE\"}";
                let reason = format!("the entry is {}, {must}", described(entry));
                return Err((key.clone(), String::new(), reason));
            }
        }
    }
    Ok(())
}

/// Reads all fields of an entry into `db`, except the field `NULL`. An error has the field and the reason.
fn fields(
    db: &mut ConfigDb,
    table: &str,
    key: &str,
    content: &Map<String, Value>,
) -> Result<(), (String, String)> {
    // A dump of redis has the fields one level deeper.
    let content = match (content.get("type"), content.get("value")) {
        (Some(Value::String(kind)), Some(Value::Object(value))) if kind == "hash" => value,
        _ => content,
    };
    db.add_entry(table, key);
    for (field, value) in content {
        let text = text(value).ok_or_else(|| {
            let must = "but must be text, a number, true or false, or a list of them; write it as text";
            (field.clone(), format!("the field is {}, {must}", described(value)))
        })?;
        // Redis cannot store an empty hash: an entry without fields has the field `NULL` instead.
        if field != "NULL" {
            db.set(table, key, field, text.into_owned(), value.is_array());
        }
    }
    Ok(())
}

/// Value of JSON for messages: its text, or the word for a list, an object or a long text.
fn described(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) if text.len() > 80 => "a long text".to_owned(),
        plain => plain.to_string(),
    }
}

/// Converts a JSON value to text: `null` is empty, the items of a list are joined by commas. `None` for an
/// object, or a list of objects or lists.
fn text(value: &Value) -> Option<Cow<'_, str>> {
    Some(match value {
        Value::Null => "".into(),
        Value::String(text) => text.as_str().into(),
        Value::Number(number) => number.to_string().into(),
        Value::Bool(truth) => truth.to_string().into(),
        Value::Array(items) => {
            let is_plain = |item: &Value| !matches!(item, Value::Array(_) | Value::Object(_));
            if !items.iter().all(is_plain) {
                return None;
            }
            items.iter().filter_map(text).collect::<Vec<_>>().join(",").into()
        }
        Value::Object(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> ConfigDb {
        read(&File::new("a.json", text)).unwrap()
    }

    fn refused(text: &str) -> String {
        read(&File::new("a.json", text)).unwrap_err().to_string()
    }

    #[test]
    fn nested_flat_dumped_and_patched_tables_are_the_same() {
        let nested = of(r#"{"PORT": {"Ethernet0": {"speed": "100000", "mtu": 9100}, "Ethernet4": {}}}"#);
        for text in [
            r#"{"PORT|Ethernet0": {"speed": 100000, "mtu": "9100"}, "PORT|Ethernet4": {"NULL": "NULL"}}"#,
            r#"{"PORT|Ethernet0": {"ttl": -0.001, "type": "hash", "value": {"speed": "100000", "mtu": "9100"}},
                "PORT|Ethernet4": {"ttl": -0.001, "type": "hash", "value": {}}}"#,
            r#"[{"PORT": {"Ethernet0": {"speed": "100000"}}}, {"PORT": {"Ethernet0": {"mtu": "9100"}}},
                {"PORT": {"Ethernet4": null}}]"#,
        ] {
            assert_eq!(of(text), nested, "{text}");
        }
    }

    #[test]
    fn only_the_first_bar_of_a_flat_key_separates() {
        let db = of(r#"{"QUEUE|Ethernet0|3": {"scheduler": "x"}}"#);
        assert_eq!(db.field("QUEUE", "Ethernet0|3", "scheduler"), Some("x"));
    }

    #[test]
    fn another_shape_is_refused_with_its_place() {
        assert_eq!(
            refused("7"),
            "a.json: the content is 7, but must be a JSON object of tables, or a list of them; write {\"TABLE\": {\"KEY\": {}}}"
        );
        assert_eq!(
            refused(r#"{"PORT": 1}"#),
            "a.json: PORT: the table is 1, but must be a JSON object; write {\"KEY\": {\"FIELD\": \"VALUE\"}}"
        );
        assert_eq!(
            refused(r#"{"PORT": {"E": 1}}"#),
            "a.json: PORT|E: the entry is 1, but must be a JSON object; write {\"FIELD\": \"VALUE\"}"
        );
        let long = refused(&format!(r#"{{"PORT": "{}"}}"#, "x".repeat(1_000)));
        assert!(
            long.starts_with("a.json: PORT: the table is a long text, but must be a JSON object"),
            "{long}"
        );
        let several = refused(r#"{"asic0": {"DEVICE_METADATA": {}}, "asic1": {}}"#);
        assert!(several.starts_with("a.json: asic0: this is a whole configuration"), "{several}");
        let deep = refused(r#"{"PORT|E": {"speed": {}}}"#);
        assert!(deep.starts_with("a.json: PORT|E.speed: the field is an object, but must be text"), "{deep}");
        assert!(refused("{").starts_with("a.json: this is not JSON: "));
        let twice = refused(r#"{"PORT": {"E": {"speed": 1}, "E": {"mtu": 2}}}"#);
        assert!(twice.starts_with("a.json: PORT|E: named twice in one object"), "{twice}");
        assert!(read(&File::new("a", " ".repeat(LONGEST + 1))).is_err());
    }
}
