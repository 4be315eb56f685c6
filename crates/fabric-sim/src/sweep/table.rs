//! Table of a sweep: a row for each run, a column for each varied key and each figure.

use std::collections::{HashMap, HashSet};
use std::iter::once;

use super::{Figure, csv};

/// Figures of several runs as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns: the varied keys, then the figures in the order of their first appearance.
    pub header: Vec<String>,
    /// Rows, one for each run: the values of the keys, then whole numbers. A missing figure is an empty
    /// cell.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Table of `runs`: each run is given by its values of `keys` and its figures.
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

    /// Formats the table as CSV (RFC 4180; lines end with a line feed). A cell gets an apostrophe in front if
    /// a spreadsheet would evaluate it as a formula. Plain numbers do not.
    #[must_use]
    pub fn csv(&self) -> String {
        let line = |row: &Vec<String>| {
            let fields: Vec<_> = row.iter().map(|field| csv::cell(field)).collect();
            fields.join(",") + "\n"
        };
        once(&self.header).chain(&self.rows).map(line).collect()
    }
}
