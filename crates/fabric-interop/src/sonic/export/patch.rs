//! Tables and refusals of an export. Start with [`Patch`].
//!
//! Rule: adjacent indices with equal values share a key; equal entries with the same wanted name share a
//! name.
//! Fallback: a name that is in use gets a number as suffix.
//! Left out: removal of entries, because `config load` cannot remove any.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::finding::{FilePlace, Findings, Refusals};

/// Fields of an entry by name.
pub(super) type Fields = BTreeMap<&'static str, String>;

/// Tables of `CONFIG_DB`: table name, then key of the entry, then name and value of each field.
#[derive(Debug, Default)]
pub(super) struct Patch(BTreeMap<&'static str, BTreeMap<String, BTreeMap<String, String>>>);

impl Patch {
    /// Sets a field of an entry. Replaces an earlier value; other fields of the entry stay.
    pub fn set(&mut self, table: &'static str, key: &str, field: &str, value: impl Into<String>) {
        let entry = self.0.entry(table).or_default().entry(key.to_owned()).or_default();
        entry.insert(field.to_owned(), value.into());
    }

    /// Whether the patch has the entry `key` in `table`.
    pub fn has(&self, table: &str, key: &str) -> bool {
        self.0.get(table).is_some_and(|entries| entries.contains_key(key))
    }

    /// Keys and fields of the entries of a table, in the order of the keys.
    pub fn entries(&self, table: &str) -> impl Iterator<Item = (&str, &BTreeMap<String, String>)> {
        self.0.get(table).into_iter().flatten().map(|(key, fields)| (key.as_str(), fields))
    }

    /// Sets several fields of an entry. Other fields of the entry stay.
    pub fn set_all(&mut self, table: &'static str, key: &str, fields: &Fields) {
        for (field, value) in fields {
            self.set(table, key, field, value.clone());
        }
    }

    /// Sets `field` for the eight indices of a port, such as its queues. A value of `None` writes no entry.
    /// Adjacent indices with equal values share a key such as `Ethernet0|3-4`.
    pub fn set_runs(&mut self, table: &'static str, port: &str, field: &str, values: &[Option<String>; 8]) {
        for (indices, value) in runs(values) {
            self.set(table, &format!("{port}|{indices}"), field, value.clone());
        }
    }

    /// Patch as JSON for `config load`.
    pub fn json(&self) -> Value {
        serde_json::to_value(&self.0).unwrap_or_default()
    }
}

/// Runs of equal values at adjacent indices, in the order of indices. Each run has its indices as text, `3`
/// or `3-4`, and its value. Skips `None`.
pub(super) fn runs<T: PartialEq>(values: &[Option<T>; 8]) -> Vec<(String, &T)> {
    let mut runs = Vec::new();
    let mut start = 0;
    while start < values.len() {
        let length = values[start..].iter().take_while(|value| **value == values[start]).count();
        if let Some(value) = &values[start] {
            let last = start + length - 1;
            let indices = if last == start { start.to_string() } else { format!("{start}-{last}") };
            runs.push((indices, value));
        }
        start += length;
    }
    runs
}

/// Named entries of one table, such as profiles. Entries with the same wanted name and equal fields share a
/// name.
#[derive(Debug)]
pub(super) struct Entries {
    table: &'static str,
    /// Final name of each entry, by wanted name and fields.
    known: BTreeMap<(String, Fields), String>,
    /// Final names that are in use.
    names: BTreeSet<String>,
}

impl Entries {
    /// Creates an empty set of entries of `table`.
    pub fn of(table: &'static str) -> Self {
        Self { table, known: BTreeMap::new(), names: BTreeSet::new() }
    }

    /// Name of the entry with the fields `fields`: `wanted`, or `wanted_2` and so on if an entry with other
    /// fields has that name. Writes the entry into `patch` if it is new.
    pub fn name(&mut self, wanted: &str, fields: Fields, patch: &mut Patch) -> String {
        let content = (wanted.to_owned(), fields);
        if let Some(name) = self.known.get(&content) {
            return name.clone();
        }
        let mut name = wanted.to_owned();
        let mut count = 2u32;
        while !self.names.insert(name.clone()) {
            name = format!("{wanted}_{count}");
            count += 1;
        }
        patch.set_all(self.table, &name, &content.1);
        self.known.insert(content, name.clone());
        name
    }
}

/// Largest number of profiles that a note names for each field.
const MOST_PROFILES: usize = 8;

/// Entries and fields that the user must remove from the switch, because only their absence switches a
/// setting off and `config load` cannot remove them. Keys of entries by table and field; an empty field
/// stands for the whole entry.
#[derive(Debug, Default)]
pub(super) struct Removals(BTreeMap<(&'static str, &'static str), Vec<String>>);

impl Removals {
    /// Adds a field of the entry `key` in `table` to the removals, unless it was added before. An empty
    /// `field` means the whole entry.
    pub fn add(&mut self, table: &'static str, field: &'static str, key: &str) {
        let keys = self.0.entry((table, field)).or_default();
        if !keys.iter().any(|known| known == key) {
            keys.push(key.to_owned());
        }
    }

    /// Note for the user that lists the fields to remove; `None` if nothing must be removed. For keys that
    /// are ports, the note has the first port and the number of further ports, which the user can see in the
    /// patch. For profiles and `global`, the note has the names, at most [`MOST_PROFILES`] for each field.
    pub fn note(self) -> Option<String> {
        let mut fields = Vec::new();
        for ((table, field), keys) in self.0 {
            let (profiles, ports): (Vec<_>, Vec<_>) =
                keys.into_iter().partition(|key| table == "BUFFER_PROFILE" || key == "global");
            fields.extend([(ports, 1), (profiles, MOST_PROFILES)].into_iter().filter_map(|(keys, most)| {
                let dot = if field.is_empty() { "" } else { "." };
                let named = keys.iter().take(most).map(|key| format!("{table}|{key}{dot}{field}"));
                let named = named.collect::<Vec<_>>().join(", ");
                let others = keys.len().saturating_sub(most);
                let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
                (!keys.is_empty()).then(|| format!("{named}{more}"))
            }));
        }
        (!fields.is_empty()).then(|| {
            format!(
                "Off or absent in the simulation, and cannot be switched off by config load; remove these where the \
                 switch has them: {}.",
                fields.join(", ")
            )
        })
    }
}

/// Settings that SONiC cannot express: addresses of parameters by reason. Addresses with the same reason
/// become one refusal.
#[derive(Debug, Default)]
pub(super) struct Inexpressible(BTreeMap<String, Vec<String>>);

impl Inexpressible {
    /// Refuses the parameter at `address` for `reason`.
    pub fn add(&mut self, address: String, reason: impl Into<String>) {
        self.0.entry(reason.into()).or_default().push(address);
    }

    /// Returns `Ok` if nothing was refused.
    ///
    /// # Errors
    /// A refusal for each reason, in alphabetical order of the reasons, with the first address and the number
    /// of further addresses. At most [`Refusals::MAX_REFUSALS`].
    pub fn finish(self) -> Result<(), Refusals> {
        let mut findings = Findings::default();
        for (reason, addresses) in self.0 {
            let others = addresses.len() - 1;
            let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
            let first = addresses.first().map_or("", String::as_str);
            findings.refuse(FilePlace::file(&format!("{first}{more}")), reason);
        }
        findings.finish().map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_indices_with_one_value_share_a_range() {
        let values = [Some(1), Some(1), None, Some(2), Some(1), Some(1), Some(1), Some(3)];
        let keys: Vec<(String, i32)> = runs(&values).into_iter().map(|(key, n)| (key, *n)).collect();
        let expected = [("0-1", 1), ("3", 2), ("4-6", 1), ("7", 3)];
        assert_eq!(keys, expected.map(|(key, n)| (key.to_owned(), n)));
    }

    #[test]
    fn equal_content_has_one_name_and_other_content_another() {
        let (mut patch, mut entries) = (Patch::default(), Entries::of("SCHEDULER"));
        let mut name =
            |weight: &str| entries.name("a", Fields::from([("weight", weight.to_owned())]), &mut patch);
        assert_eq!([name("1"), name("2"), name("1")], ["a", "a_2", "a"]);
        assert_eq!(patch.json()["SCHEDULER"]["a_2"]["weight"], "2");
    }
}
