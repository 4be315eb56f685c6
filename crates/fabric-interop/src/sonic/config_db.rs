//! Tables of `CONFIG_DB`, in one form for all formats of files.
//!
//! Rule: of several files of a switch the later one replaces fields; references may have brackets
//! (`Orch::parseReference`, orchagent/orch.cpp).
//! Fallback: a field that is absent, `null` or empty is no field.
//! Left out: types and ranges of YANG models, which the readers of the fields check.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::finding::{Findings, Place};

/// Entries of one table by key.
type Table = BTreeMap<String, Entry>;

/// Tables by name; each entry knows its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ConfigDb {
    /// Names of the merged files, in order.
    files: Vec<String>,
    tables: BTreeMap<String, Table>,
}

/// Fields of an entry by name. `null` and empty values are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Entry {
    /// Index of the last file that has the entry.
    file: usize,
    fields: BTreeMap<String, String>,
}

/// An entry with its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConfigRow<'a> {
    db: &'a ConfigDb,
    table: &'a str,
    key: &'a str,
    entry: &'a Entry,
}

impl ConfigDb {
    /// Empty tables of a file with this name.
    pub fn of_file(name: &str) -> Self {
        Self { files: vec![name.to_owned()], tables: BTreeMap::new() }
    }

    /// Entry, created if it is absent. It then belongs to the last file.
    pub fn entry(&mut self, table: &str, key: &str) -> &mut BTreeMap<String, String> {
        let file = self.files.len().saturating_sub(1);
        let table = self.tables.entry(table.to_owned()).or_default();
        let entry = table.entry(key.to_owned()).or_default();
        entry.file = file;
        &mut entry.fields
    }

    /// Creates the table if it is absent.
    pub fn table(&mut self, name: &str) {
        self.tables.entry(name.to_owned()).or_default();
    }

    /// Adds the tables of `other`. A field of `other` replaces the field of the same entry.
    pub fn merge(&mut self, other: Self) {
        let before = self.files.len();
        self.files.extend(other.files);
        for (name, table) in other.tables {
            let into = self.tables.entry(name).or_default();
            for (key, entry) in table {
                let merged = into.entry(key).or_default();
                merged.file = entry.file + before;
                merged.fields.extend(entry.fields);
            }
        }
    }

    /// The name of the first file.
    pub fn file(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    /// Whether the table exists, even if it is empty.
    pub fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Names of the tables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Entries of a table in the order of their keys.
    pub fn rows<'a>(&'a self, table: &'a str) -> impl Iterator<Item = ConfigRow<'a>> {
        let entries = self.tables.get(table).into_iter().flatten();
        entries.map(move |(key, entry)| ConfigRow { db: self, table, key, entry })
    }

    /// The entry of a table with this key.
    pub fn row<'a>(&'a self, table: &'a str, key: &str) -> Option<ConfigRow<'a>> {
        let (key, entry) = self.tables.get(table)?.get_key_value(key)?;
        Some(ConfigRow { db: self, table, key, entry })
    }

    /// A field of an entry.
    pub fn field(&self, table: &str, key: &str, field: &str) -> Option<&str> {
        self.tables.get(table)?.get(key)?.fields.get(field).map(String::as_str)
    }

    /// The place of a table.
    pub fn place(&self, table: &str) -> Place {
        let first = self.tables.get(table).and_then(|table| table.values().next());
        let file = first.and_then(|entry| self.files.get(entry.file)).map_or(self.file(), String::as_str);
        Place::new(file, table, "", "")
    }
}

impl<'a> ConfigRow<'a> {
    /// The key of the entry.
    pub const fn key(&self) -> &'a str {
        self.key
    }

    /// A field, as text.
    pub fn get(&self, field: &str) -> Option<&'a str> {
        self.entry.fields.get(field).map(String::as_str)
    }

    /// Name that a field refers to, without brackets.
    pub fn reference(&self, field: &str) -> Option<&'a str> {
        self.get(field).map(referred)
    }

    /// All fields, by name.
    pub fn fields(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.entry.fields.iter().map(|(field, value)| (field.as_str(), value.as_str()))
    }

    /// The place of a field, or of the entry if `field` is empty.
    pub fn place(&self, field: &str) -> Place {
        let file = self.db.files.get(self.entry.file).map_or("", String::as_str);
        Place::new(file, self.table, self.key, field)
    }

    /// Whole number in `range`; anything else is refused.
    pub fn number<T>(&self, field: &str, range: RangeInclusive<T>, findings: &mut Findings) -> Option<T>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let text = self.get(field)?.trim();
        let number = text.parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (low, high) = (range.start(), range.end());
            findings
                .refuse(self.place(field), format!("\"{text}\" must be a whole number from {low} to {high}"));
        }
        number
    }
}

/// Name in a reference: `name`, `[TABLE|name]` or `[TABLE:name]`. Images before 2021 wrote brackets;
/// `Orch::parseReference` (orchagent/orch.cpp) refuses them now.
fn referred(text: &str) -> &str {
    let text = text.trim();
    let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return text };
    inner.split_once(['|', ':']).map_or(inner, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_a_name_in_both_bracket_forms_too() {
        for text in ["x", " x ", "[BUFFER_PROFILE|x]", "[BUFFER_PROFILE:x]", "[x]"] {
            assert_eq!(referred(text), "x", "{text}");
        }
    }
}
