//! Configurations of switches, opened as files.

use fabric_interop::List;
use fabric_interop::sonic::{self, File, Import, Line, Mismatch, Request, SideFile};
use fabric_sim::document::Document;

/// The end of the name of a file with rows for lossless groups (`pg_profile_lookup.ini`).
const LOOKUP: &str = ".ini";

/// The report of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportReport {
    /// The title of the document that was imported.
    pub title: String,
    /// Findings, by list: the fate of each field of the files.
    pub lists: Vec<ReportedList>,
    /// Links whose ends do not fit together, with the places of both ends.
    pub mismatches: Vec<Mismatch>,
    /// Sentences about the document as a whole.
    pub warnings: Vec<String>,
}

/// The findings of one list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedList {
    /// The heading of the list.
    pub title: &'static str,
    /// The number of fields.
    pub fields: usize,
    /// The fields of one table with one reason, as one line.
    pub lines: Vec<Line>,
}

impl ImportReport {
    fn new(import: &Import) -> Self {
        let list = |list: List| ReportedList {
            title: list.title(),
            fields: import.list(list).count(),
            lines: import.lines(list),
        };
        Self {
            title: import.document.title.clone(),
            lists: List::ALL.map(list).into(),
            mismatches: import.mismatches.clone(),
            warnings: import.warnings.clone(),
        }
    }
}

/// Whether one of the files is a configuration of a switch.
#[must_use]
pub fn has_configuration(files: &[File]) -> bool {
    files.iter().any(sonic::is_configuration)
}

/// A document of the switches whose files these are, and the report of the import.
///
/// # Errors
/// The fields that are malformed, or beyond the simulator's limits, each with its place.
pub fn import(files: Vec<File>) -> Result<(Document, ImportReport), String> {
    let (lookups, files) = files.into_iter().partition::<Vec<File>, _>(|file| file.name.ends_with(LOOKUP));
    let lookups = lookups.into_iter().map(|file| SideFile { switch: None, file }).collect();
    let import = sonic::import(&Request { files, lookups, ..Request::default() });
    let import = import.map_err(|refusals| refusals.to_string())?;
    let report = ImportReport::new(&import);
    Ok((import.document, report))
}
