//! Table of a sweep: one row for each run, one column for each varied key and each measure. Start with
//! [`Table`].

use std::collections::{HashMap, HashSet};
use std::iter::once;

use super::{Figure, csv};

/// Table of the results of several runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns: the varied keys, then the measures in the order of their first appearance.
    pub header: Vec<String>,
    /// Rows of the table, one for each run: the values of the varied keys, then the results as whole numbers.
    /// The cell of a missing result is empty.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates a table with a row for each of `runs`. Each entry of `runs` has the values of `keys` in this
    /// run, and its results.
    pub(super) fn new<'a>(
        keys: &[String],
        runs: impl Iterator<Item = (Vec<String>, &'a [Figure])> + Clone,
    ) -> Self {
        let mut seen = HashSet::new();
        let all = runs.clone().flat_map(|(_, figures)| figures).map(|one| one.column.as_str());
        let columns: Vec<&str> = all.filter(|column| seen.insert(*column)).collect();
        let row = |(mut row, figures): (Vec<String>, &[Figure])| {
            let known: HashMap<&str, Option<u64>> =
                figures.iter().map(|one| (one.column.as_str(), one.value)).collect();
            let value = |column: &&str| known.get(column).copied().flatten();
            row.extend(
                columns.iter().map(|column| value(column).map_or_else(String::new, |n| n.to_string())),
            );
            row
        };
        let rows = runs.map(row).collect();
        let header = keys.iter().map(String::as_str).chain(columns.iter().copied());
        Self { header: header.map(str::to_owned).collect(), rows }
    }

    /// Formats the table as CSV (RFC 4180, but with line feeds at the ends of lines). A cell that a
    /// spreadsheet would evaluate as a formula gets an apostrophe in front; plain numbers do not.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |row: &Vec<String>| {
            let fields: Vec<_> = row.iter().map(|field| csv::cell(field)).collect();
            fields.join(",") + "\n"
        };
        once(&self.header).chain(&self.rows).map(line).collect()
    }
}
