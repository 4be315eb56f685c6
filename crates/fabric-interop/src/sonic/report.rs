//! Report of an import, as text and as JSON.
//!
//! Rule: three lists, then both ends of every link, then warnings.
//! Fallback: findings of one table with one reason share a line of the text.
//! Left out: values of the document, which the document has.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::Value;

use super::{Import, List, Mismatch};
use crate::finding::{Finding, Place};

/// Report for JSON.
#[derive(Serialize)]
struct Json<'a> {
    taken: Vec<&'a Finding>,
    changed: Vec<&'a Finding>,
    not_modelled: Vec<&'a Finding>,
    mismatches: &'a [Mismatch],
    warnings: &'a [String],
}

/// Findings of one table with one reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place of the first finding.
    pub place: String,
    /// The number of the other findings.
    pub others: usize,
    /// Reason that the findings share.
    pub reason: String,
}

/// Findings that share a [`Line`].
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group<'a> {
    file: &'a str,
    table: &'a str,
    reason: &'a str,
}

impl Import {
    /// The findings of a list.
    pub fn list(&self, list: List) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.list == list)
    }

    /// Findings of a list; findings of one table with the same reason are one line. By file and table.
    #[must_use]
    pub fn lines(&self, list: List) -> Vec<Line> {
        let mut groups: BTreeMap<Group<'_>, Vec<&Place>> = BTreeMap::new();
        for Finding { place, reason, .. } in self.list(list) {
            let group = Group { file: &place.file, table: &place.table, reason };
            groups.entry(group).or_default().push(place);
        }
        let line = |(group, places): (Group<'_>, Vec<&Place>)| {
            let first = places.first()?;
            Some(Line { place: first.to_string(), others: places.len() - 1, reason: group.reason.to_owned() })
        };
        groups.into_iter().filter_map(line).collect()
    }

    /// The report as JSON: the three lists, mismatches and warnings.
    #[must_use]
    pub fn json(&self) -> Value {
        let of = |list| self.list(list).collect();
        let json = Json {
            taken: of(List::Taken),
            changed: of(List::Changed),
            not_modelled: of(List::NotModelled),
            mismatches: &self.mismatches,
            warnings: &self.warnings,
        };
        serde_json::to_value(json).unwrap_or_default()
    }

    /// The report as text.
    #[must_use]
    pub fn text(&self) -> impl Display + '_ {
        Text(self)
    }
}

struct Text<'a>(&'a Import);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(import) = self;
        for list in List::ALL {
            writeln!(f, "{} ({})", list.title(), import.list(list).count())?;
            for Line { place, others, reason } in import.lines(list) {
                let more = if others == 0 { String::new() } else { format!(" (and {others} more)") };
                writeln!(f, "  {place}{more}: {reason}")?;
            }
        }
        writeln!(f, "Both ends of every link ({})", import.mismatches.len())?;
        for Mismatch { near, far, reason, .. } in &import.mismatches {
            writeln!(f, "  {reason}")?;
            writeln!(f, "    {near}")?;
            writeln!(f, "    {far}")?;
        }
        if !import.warnings.is_empty() {
            writeln!(f, "Warnings ({})", import.warnings.len())?;
            for warning in &import.warnings {
                writeln!(f, "  {warning}")?;
            }
        }
        Ok(())
    }
}
