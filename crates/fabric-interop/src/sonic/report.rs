//! Report of an import, as text and as JSON.
//!
//! Rule: the report has warnings, then the lists of findings, then mismatches of link ends.
//! Fallback: in the text, findings of the same table with the same reason share a line.
//! Left out: values of the document.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::Value;

use super::{Import, Mismatch, Treatment};
use crate::finding::{FilePlace, Finding};

/// Structure of the JSON report.
#[derive(Serialize)]
struct Json<'a> {
    taken: Vec<&'a Finding>,
    changed: Vec<&'a Finding>,
    not_modelled: Vec<&'a Finding>,
    without_link: Vec<&'a Finding>,
    mismatches: &'a [Mismatch],
    warnings: &'a [String],
}

/// Line of the text report: findings of one table with the same reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Place of the first finding of the line, as text.
    pub place: String,
    /// Number of further findings of the line, after the first.
    pub others: usize,
    /// Reason that all findings of the line share.
    pub reason: String,
}

impl Display for Line {
    /// Writes `PLACE (and N more): REASON`, without the parenthesis for a single finding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, others, reason } = self;
        match others {
            0 => write!(f, "{place}: {reason}"),
            _ => write!(f, "{place} (and {others} more): {reason}"),
        }
    }
}

/// Key of a [`Line`]: findings with equal keys share the line.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Group<'a> {
    file: &'a str,
    table: &'a str,
    reason: &'a str,
}

impl Import {
    /// Findings of the fields with this treatment, in the order of [`Import::findings`].
    pub fn findings_with(&self, treatment: Treatment) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(move |finding| finding.treatment == treatment)
    }

    /// Lists of the report in their order, each with its number of findings. If the list of fields of ports
    /// without a link is empty, the result does not contain it. The page and the command line show these
    /// numbers.
    #[must_use]
    pub fn counts(&self) -> Vec<(Treatment, usize)> {
        let count = |treatment| (treatment, self.findings_with(treatment).count());
        let is_shown =
            |(treatment, count): &(Treatment, usize)| *treatment != Treatment::WithoutLink || *count > 0;
        Treatment::ALL.map(count).into_iter().filter(is_shown).collect()
    }

    /// Lines of the list for `treatment`, sorted by file, table and reason. Findings of the same table with
    /// the same reason share a line.
    #[must_use]
    pub fn lines(&self, treatment: Treatment) -> Vec<Line> {
        let mut groups: BTreeMap<Group<'_>, Vec<&FilePlace>> = BTreeMap::new();
        for Finding { place, reason, .. } in self.findings_with(treatment) {
            let group = Group { file: &place.file, table: &place.table, reason };
            groups.entry(group).or_default().push(place);
        }
        let line = |(group, places): (Group<'_>, Vec<&FilePlace>)| {
            let first = places.first()?;
            Some(Line { place: first.to_string(), others: places.len() - 1, reason: group.reason.to_owned() })
        };
        groups.into_iter().filter_map(line).collect()
    }

    /// Report as JSON: four lists of findings, a list of mismatches, and a list of warnings.
    #[must_use]
    pub fn json(&self) -> Value {
        let of = |treatment| self.findings_with(treatment).collect();
        let json = Json {
            taken: of(Treatment::Taken),
            changed: of(Treatment::Changed),
            not_modelled: of(Treatment::NotModelled),
            without_link: of(Treatment::WithoutLink),
            mismatches: &self.mismatches,
            warnings: &self.warnings,
        };
        serde_json::to_value(json).unwrap_or_default()
    }

    /// Report as text. An empty list keeps its heading, with `(0)`. Two empty lists are left out: warnings,
    /// and fields of ports without a link.
    #[must_use]
    pub fn text(&self) -> impl Display + '_ {
        Text(self)
    }
}

struct Text<'a>(&'a Import);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(import) = self;
        if !import.warnings.is_empty() {
            writeln!(f, "Warnings ({})", import.warnings.len())?;
            for warning in &import.warnings {
                writeln!(f, "  {warning}")?;
            }
        }
        for (treatment, count) in import.counts() {
            writeln!(f, "{} ({count})", treatment.title())?;
            for line in import.lines(treatment) {
                writeln!(f, "  {line}")?;
            }
        }
        writeln!(f, "Both ends of every link ({})", import.mismatches.len())?;
        for Mismatch { near, far, reason, .. } in &import.mismatches {
            writeln!(f, "  {reason}")?;
            writeln!(f, "    {near}")?;
            writeln!(f, "    {far}")?;
        }
        Ok(())
    }
}
