//! Origin of each setting of a NIC in a file, to report values that the file has twice. A file consists of
//! parts, such as its lines. Start with [`Source`].
//!
//! Rule: a later value replaces an earlier value, even if the two values are equal. The report lists the
//! earlier value.
//! Fallback: none. Left out: repetitions across several files, which [`super::NicSettings::join`] reports.

use std::collections::BTreeMap;

use crate::finding::{FilePlace, Findings};

/// File that is being read: the name of the current part, such as a line, and the part that gave each value.
pub(super) struct Source<'a> {
    file: &'a str,
    /// Name of the part of the file that is being read, such as `line 3`.
    part: String,
    /// Name of the latest part of the file that gave a value. The key has the section, the field, and the
    /// priority or class of the value.
    parts: BTreeMap<(&'static str, &'static str, String), String>,
    findings: &'a mut Findings,
}

impl<'a> Source<'a> {
    /// Creates the source of the settings in the file called `file`, before the first part of the file is
    /// read.
    pub fn new(file: &'a str, findings: &'a mut Findings) -> Self {
        Self { file, part: String::new(), parts: BTreeMap::new(), findings }
    }

    /// Begins the part of the file called `part`, such as `line 3`.
    pub fn enter(&mut self, part: String) {
        self.part = part;
    }

    /// Records that the current part of the file gives the field `field` of `section`. `item` is the number
    /// of the priority or class to which the value applies; empty if the value applies to all. If an earlier
    /// part gave this field, reports the earlier part.
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

    /// Forgets the values of `section` from earlier lines of the file, and reports these values as left out,
    /// because another output begins at the current line. Does nothing if the section has no values.
    pub fn discard(&mut self, section: &'static str) {
        let before = self.parts.len();
        self.parts.retain(|(of, _, _), _| *of != section);
        if self.parts.len() < before {
            let reason = format!("left out: the lines before {}, where another output begins", self.part);
            self.changed(section, "", reason);
        }
    }

    /// Reports that `field` has another value in the settings than in the file.
    pub fn changed(&mut self, section: &str, field: &str, reason: impl Into<String>) {
        self.findings.changed(FilePlace::new(self.file, section, "", field), reason);
    }

    /// Reports a field of the file that the settings cannot represent.
    pub fn not_modelled(&mut self, section: &str, field: &str, reason: impl Into<String>) {
        self.findings.not_modelled(FilePlace::new(self.file, section, "", field), reason);
    }
}
