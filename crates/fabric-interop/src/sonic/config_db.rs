//! Tables of `CONFIG_DB`, merged from all files of a switch. Start with [`ConfigDb`].
//!
//! Rule: a later value of a field replaces an earlier value, which is reported. Later means: in a later
//! file, in a later patch, or in a later spelling of the table in one file. A field that names another
//! entry may have brackets around the name (`Orch::parseReference`, orchagent/orch.cpp).
//! Fallback: a field that is `null` or empty counts as absent, and is reported. Nevertheless, the empty field
//! replaces the value of an earlier file or patch.
//! Left out: types and ranges of YANG models. The code that reads a field checks its value.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::finding::{FilePlace, Findings};

/// Entries of one table by key.
type Table = BTreeMap<String, EntryFields>;

/// Tables of a switch by name. Each entry records the file from which it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ConfigDb {
    /// Names of the merged files, in the order of merging.
    files: Vec<String>,
    tables: BTreeMap<String, Table>,
    /// Fields that a later value replaced, even by an equal value.
    replaced: Vec<Replaced>,
}

/// Field whose value was replaced by a later value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Replaced {
    /// Place of the field whose value a later file replaces. It is the place in the earlier file.
    pub place: FilePlace,
    /// Earlier value of the field; `""` if it was empty.
    pub value: String,
    /// Name of the file that has the later value. The earlier value may be in the same file.
    pub file: String,
}

/// Fields of an entry by name. A `null` in the file is stored as an empty value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct EntryFields {
    /// Index in [`ConfigDb::files`] of the last file that has the entry.
    file: usize,
    fields: BTreeMap<String, Field>,
}

/// Value of a field; empty if the field counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Field {
    /// Index in [`ConfigDb::files`] of the file that the value came from.
    file: usize,
    value: String,
    /// Whether the value is a JSON list in the file.
    is_list: bool,
}

impl EntryFields {
    /// Field with this name; `None` if the field is absent or empty.
    fn filled(&self, field: &str) -> Option<&Field> {
        self.fields.get(field).filter(|field| !field.value.is_empty())
    }
}

/// Place of an entry whose fields may come from several files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EntryPlace {
    /// Place of the entry, with an empty field.
    pub entry: FilePlace,
    /// Places of the fields that come from another file than the entry.
    others: Vec<FilePlace>,
}

impl EntryPlace {
    /// Place of the field `field` of this entry.
    pub fn at(&self, field: &str) -> FilePlace {
        let place = self.entry.at(field);
        self.others.iter().find(|other| other.field == place.field).cloned().unwrap_or(place)
    }
}

impl From<FilePlace> for EntryPlace {
    /// Creates the place of an entry whose fields all come from one file.
    fn from(entry: FilePlace) -> Self {
        Self { entry, others: Vec::new() }
    }
}

/// Entry of a table, with its table and key.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConfigRow<'a> {
    db: &'a ConfigDb,
    table: &'a str,
    key: &'a str,
    entry: &'a EntryFields,
}

impl ConfigDb {
    /// Creates a database without tables, for a file with this name.
    pub fn of_file(name: &str) -> Self {
        Self { files: vec![name.to_owned()], ..Self::default() }
    }

    /// Creates the entry if it is absent. The entry then belongs to the last file.
    pub fn add_entry(&mut self, table: &str, key: &str) {
        let file = self.files.len().saturating_sub(1);
        let table = self.tables.entry(table.to_owned()).or_default();
        table.entry(key.to_owned()).or_default().file = file;
    }

    /// Sets a field of an existing entry, and records the value that it replaces. `is_list` is `true` if the
    /// value is a JSON list in the file. Does nothing if the entry is absent.
    pub fn set(&mut self, table: &str, key: &str, field: &str, value: String, is_list: bool) {
        let file = self.files.len().saturating_sub(1);
        if let Some(entry) = self.tables.get_mut(table).and_then(|table| table.get_mut(key)) {
            let old = entry.fields.insert(field.to_owned(), Field { file, value, is_list });
            let place = FilePlace::new("", table, key, field);
            self.replaced.extend(old.map(|old| replaced(&self.files, old, file, place)));
        }
    }

    /// Creates the table `name` without entries if it is absent.
    pub fn table(&mut self, name: &str) {
        self.tables.entry(name.to_owned()).or_default();
    }

    /// Adds the tables of `other`. A field of `other` replaces the field of the same entry. Tables and
    /// entries that only one of the two databases has are kept.
    pub fn merge(&mut self, other: Self) {
        let before = self.files.len();
        self.files.extend(other.files);
        self.replaced.extend(other.replaced);
        for (name, table) in other.tables {
            let into = self.tables.entry(name.clone()).or_default();
            for (key, entry) in table {
                let place = FilePlace::new("", &name, &key, "");
                let merged = into.entry(key).or_default();
                merged.file = entry.file + before;
                for (field, mut value) in entry.fields {
                    value.file += before;
                    let (by, place) = (value.file, place.at(&field));
                    let old = merged.fields.insert(field, value);
                    self.replaced.extend(old.map(|old| replaced(&self.files, old, by, place)));
                }
            }
        }
    }

    /// Fields that a later value replaced, even by an equal value.
    pub fn replaced(&self) -> &[Replaced] {
        &self.replaced
    }

    /// Name of the first file; empty without files.
    pub fn file(&self) -> &str {
        self.files.first().map_or("", String::as_str)
    }

    /// Whether the configuration has the table, even without entries.
    pub fn has(&self, table: &str) -> bool {
        self.tables.contains_key(table)
    }

    /// Names of the tables in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tables.keys().map(String::as_str)
    }

    /// Entries of a table in the order of their keys.
    pub fn rows<'a>(&'a self, table: &'a str) -> impl Iterator<Item = ConfigRow<'a>> {
        let entries = self.tables.get(table).into_iter().flatten();
        entries.map(move |(key, entry)| ConfigRow { db: self, table, key, entry })
    }

    /// Entry of a table with this key; `None` if the table has no such entry.
    pub fn row<'a>(&'a self, table: &'a str, key: &str) -> Option<ConfigRow<'a>> {
        let (key, entry) = self.tables.get(table)?.get_key_value(key)?;
        Some(ConfigRow { db: self, table, key, entry })
    }

    /// Value of a field of an entry; `None` if the field is absent or empty.
    pub fn field(&self, table: &str, key: &str, field: &str) -> Option<&str> {
        self.tables.get(table)?.get(key)?.filled(field).map(|field| field.value.as_str())
    }

    /// Place of a table for messages: file of its first entry, and name of the table. If the table has no
    /// entries, the file is the first file.
    pub fn place(&self, table: &str) -> FilePlace {
        let first = self.tables.get(table).and_then(|table| table.values().next());
        let file = first.and_then(|entry| self.files.get(entry.file)).map_or(self.file(), String::as_str);
        FilePlace::new(file, table, "", "")
    }
}

impl<'a> ConfigRow<'a> {
    /// Key of the entry.
    pub const fn key(&self) -> &'a str {
        self.key
    }

    /// Text of a field; `None` if the field is absent or empty.
    pub fn get(&self, field: &str) -> Option<&'a str> {
        self.entry.filled(field).map(|field| field.value.as_str())
    }

    /// Name of another entry that a field contains, without brackets; `None` if the field is absent.
    pub fn reference(&self, field: &str) -> Option<&'a str> {
        self.get(field).map(referred)
    }

    /// Entry of `table` that a field names, with or without brackets; `None` if the field or the entry is
    /// absent.
    pub fn referred(&self, field: &str, table: &'a str) -> Option<Self> {
        self.db.row(table, self.reference(field)?)
    }

    /// Table in a reference with brackets: `TABLE` of `[TABLE|name]`. `None` if the field is absent, or has
    /// no brackets or no table.
    pub fn referred_table(&self, field: &str) -> Option<&'a str> {
        let inner = self.get(field)?.trim().strip_prefix('[')?.strip_suffix(']')?;
        inner.split_once(['|', ':']).map(|(table, _)| table)
    }

    /// Names and values of all fields that are not empty, in the order of their names.
    pub fn fields(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let fields = self.entry.fields.iter().map(|(name, field)| (name.as_str(), field.value.as_str()));
        fields.filter(|(_, value)| !value.is_empty())
    }

    /// Names of the fields that are `null` or empty in the file, in the order of their names.
    pub fn empty_fields(&self) -> impl Iterator<Item = &'a str> {
        self.entry.fields.iter().filter(|(_, field)| field.value.is_empty()).map(|(name, _)| name.as_str())
    }

    /// Place of a field for messages; the place of the entry if `field` is empty.
    pub fn place(&self, field: &str) -> FilePlace {
        let file = self.entry.fields.get(field).map_or(self.entry.file, |field| field.file);
        let file = self.db.files.get(file).map_or("", String::as_str);
        FilePlace::new(file, self.table, self.key, field)
    }

    /// Place of the entry, with the places of its fields.
    pub fn entry_place(&self) -> EntryPlace {
        let is_other = |(_, field): &(&String, &Field)| field.file != self.entry.file;
        let others = self.entry.fields.iter().filter(is_other).map(|(name, _)| self.place(name));
        EntryPlace { entry: self.place(""), others: others.collect() }
    }

    /// Text of a field that has one value. `None` if the field is absent, empty or a JSON list. A list is
    /// also refused, because SONiC stores it under another name (`speed@`) and ignores it.
    pub fn single(&self, field: &str, findings: &mut Findings) -> Option<&'a str> {
        let found = self.entry.filled(field)?;
        if found.is_list {
            let reason =
                format!("[{}] is a list, but must be one value; write it without brackets", found.value);
            findings.refuse(self.place(field), reason);
            return None;
        }
        Some(&found.value)
    }

    /// Refuses a field whose text is none of `words`. Does nothing if the field is absent.
    pub fn check_word(&self, field: &str, words: &[&str], findings: &mut Findings) {
        if let Some(text) = self.single(field, findings).filter(|text| !words.contains(text)) {
            findings.refuse(self.place(field), format!("\"{text}\" must be {}", words.join(" or ")));
        }
    }

    /// Parses a field as a whole number in `range`. `None` if the field is absent or malformed; a malformed
    /// field is refused.
    pub fn number<T>(&self, field: &str, range: RangeInclusive<T>, findings: &mut Findings) -> Option<T>
    where
        T: std::str::FromStr + PartialOrd + std::fmt::Display,
    {
        let text = self.single(field, findings)?.trim();
        let number = text.parse().ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (low, high) = (range.start(), range.end());
            let has_unit =
                text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(char::is_alphabetic);
            let unit = if has_unit { ", without a unit" } else { "" };
            let reason = format!("\"{text}\" must be a whole number from {low} to {high}{unit}");
            findings.refuse(self.place(field), reason);
        }
        number
    }
}

/// Record that a later value replaced the field `old`. `by` is the index in `files` of the file with the
/// later value. `place` is the place of the field without its file.
fn replaced(files: &[String], old: Field, by: usize, place: FilePlace) -> Replaced {
    let name = |file: usize| files.get(file).cloned().unwrap_or_default();
    let place = FilePlace { file: FilePlace::file(&name(old.file)).file, ..place };
    let value = if old.value.is_empty() { "\"\"".to_owned() } else { old.value };
    Replaced { place, value, file: name(by) }
}

/// Name of another entry from the text of a field: `name`, `[TABLE|name]` or `[TABLE:name]`. SONiC images
/// before 2021 wrote brackets; `Orch::parseReference` (orchagent/orch.cpp) now refuses them.
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
