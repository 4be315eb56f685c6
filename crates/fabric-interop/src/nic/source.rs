//! Places in a file that gave the settings of a NIC, to report the values that a file has twice. Start with
//! [`Source`].
//!
//! Rule: a later value replaces an earlier one, even an equal one, and the report lists the earlier one.
//! Fallback: none.
//! Left out: values of several files, which [`super::NicSettings::join`] reports.

use std::collections::BTreeMap;

use crate::finding::{FilePlace, Findings};

/// Part of a file that is being read, with the parts that were read before.
pub(super) struct Source<'a> {
    file: &'a str,
    /// Name of the part, such as `line 3`.
    part: String,
    /// Name of the last part with each value, by section, field and item of the value.
    parts: BTreeMap<(&'static str, &'static str, String), String>,
    findings: &'a mut Findings,
}

impl<'a> Source<'a> {
    /// Creates the source of a file with this name, before its first part.
    pub fn new(file: &'a str, findings: &'a mut Findings) -> Self {
        Self { file, part: String::new(), parts: BTreeMap::new(), findings }
    }

    /// Goes on to a part of the file, such as `line 3`.
    pub fn enter(&mut self, part: String) {
        self.part = part;
    }

    /// Records that the current part has a value. `item` is the number of the priority or class whose value
    /// it is; empty for a value of all. Reports the part that had the value before.
    pub fn record(&mut self, section: &'static str, field: &'static str, item: &str) {
        let earlier = self.parts.insert((section, field, item.to_owned()), self.part.clone());
        let Some(earlier) = earlier else { return };
        let reason = if earlier == self.part {
            format!("left out: {earlier} has {item} twice, and the last counts")
        } else {
            format!("left out: {earlier} is replaced by {}", self.part)
        };
        self.changed(section, field, reason);
    }

    /// Forgets the recorded values of a section, and reports that the current part replaces them. Does
    /// nothing without such values.
    pub fn discard(&mut self, section: &'static str) {
        let before = self.parts.len();
        self.parts.retain(|(of, _, _), _| *of != section);
        if self.parts.len() < before {
            let reason = format!("left out: the lines before {}, where another output begins", self.part);
            self.changed(section, "", reason);
        }
    }

    /// Reports that the settings differ from the file.
    pub fn changed(&mut self, section: &str, field: &str, reason: impl Into<String>) {
        self.findings.changed(FilePlace::new(self.file, section, "", field), reason);
    }

    /// Reports that the settings lack a value of the file.
    pub fn not_modelled(&mut self, section: &str, field: &str, reason: impl Into<String>) {
        self.findings.not_modelled(FilePlace::new(self.file, section, "", field), reason);
    }
}
