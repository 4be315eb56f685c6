//! Configurations of switches, opened as files.

use fabric_interop::List;
use fabric_interop::sonic::{self, File, Import, Line, Mismatch, Request, SideFile};
use fabric_sim::document::{Document, Link};

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
    /// Links with both ends in the files, which were compared.
    pub compared: usize,
    /// Links with one end in the files: the other has no settings to compare with.
    pub one_sided: usize,
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
    /// Sentence on the ends that were compared; `None` if some differ.
    #[must_use]
    pub fn comparison(&self) -> Option<String> {
        let Self { compared, one_sided, .. } = self;
        self.mismatches.is_empty().then(|| match (compared, one_sided) {
            (0, _) => "No link has both ends in the files: nothing could be compared.".to_owned(),
            (_, 0) => "The ends of every link fit together.".to_owned(),
            _ => format!(
                "The ends of {compared} links fit together. {one_sided} others have one end in the files, and were not compared."
            ),
        })
    }

    fn new(import: &Import) -> Self {
        let list = |list: List| ReportedList {
            title: list.title(),
            fields: import.list(list).count(),
            lines: import.lines(list),
        };
        let document = &import.document;
        let is_switch = |name: &String| document.switches.iter().any(|switch| switch.name == *name);
        let has_both = |link: &&Link| is_switch(&link.a) && is_switch(&link.b);
        let compared = document.links.iter().filter(has_both).count();
        Self {
            compared,
            one_sided: document.links.len() - compared,
            title: import.document.title.clone(),
            lists: List::ALL.map(list).into(),
            mismatches: import.mismatches.clone(),
            warnings: import.warnings.clone(),
        }
    }
}

/// Whether one of the files is a configuration of a switch.
#[must_use]
#[inline(never)]
pub fn has_configuration(files: &[File]) -> bool {
    files.iter().any(sonic::is_configuration)
}

/// A document of the switches whose files these are, and the report of the import.
///
/// # Errors
/// The fields that are malformed, or beyond the simulator's limits, each with its place.
#[inline(never)]
pub fn import(files: Vec<File>) -> Result<(Document, ImportReport), String> {
    let (lookups, files) = files.into_iter().partition::<Vec<File>, _>(|file| file.name.ends_with(LOOKUP));
    let lookups = lookups.into_iter().map(|file| SideFile { switch: None, file }).collect();
    let import = sonic::import(&Request { files, lookups, ..Request::default() });
    let import = import.map_err(|refusals| refusals.to_string())?;
    let report = ImportReport::new(&import);
    Ok((import.document, report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_that_nothing_is_known_of_are_not_said_to_fit() {
        let report = |compared, one_sided| ImportReport {
            title: String::new(),
            lists: Vec::new(),
            mismatches: Vec::new(),
            compared,
            one_sided,
            warnings: Vec::new(),
        };
        let said = |compared, one_sided| report(compared, one_sided).comparison().expect("none differs");
        assert!(said(0, 12).contains("nothing could be compared"));
        assert_eq!(said(4, 0), "The ends of every link fit together.");
        assert!(said(4, 12).contains("4 links fit together. 12 others"));
    }
}
