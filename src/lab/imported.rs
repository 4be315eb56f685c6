//! Import of the open document. Start with [`Imported`].
//!
//! Undo and redo restore the import together with the document. Edits keep the import. If a share link, a
//! file or a form opens a document with the title of the last shown import, this import belongs to the
//! document. Any other document has no import.

use std::sync::Arc;

use fabric_sim::ids::PortId;

use super::{DocumentPicture, ImportFiles, ImportReport, Lab};

/// Import from which a document was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Report of the import: imported fields and fields left out.
    pub report: Arc<ImportReport>,
    /// Files of the import; empty after a reload of the page.
    pub files: ImportFiles,
}

impl ImportReport {
    /// Both ports of each link whose ends are configured differently in the imported files. The first port of
    /// each pair is the lower one; links are in the order of their first ports.
    #[must_use]
    pub fn differing(&self, stage: &DocumentPicture) -> Vec<[PortId; 2]> {
        let spec = &stage.spec;
        let ports = (0..spec.ports.len()).map(PortId::new);
        let links =
            ports.map(|port| [port, spec.ports[port.index()].peer]).filter(|[port, peer]| port < peer);
        links.filter(|[port, _]| self.difference(stage, *port).is_some()).collect()
    }
}

impl Lab {
    /// Returns the lab with the import that was last shown in an earlier visit of the page. Only the report
    /// of this import is known.
    #[must_use]
    pub fn with_last_import(mut self, report: ImportReport) -> Self {
        let files = ImportFiles::default();
        self.last_import = Some(Arc::new(Imported { report: Arc::new(report), files }));
        self.match_last_import();
        self
    }

    /// Takes over the last shown import of `before`, the lab that this lab replaces.
    pub(super) fn take_imports(&mut self, before: &Self) {
        self.last_import = before.imported.as_ref().or(before.last_import.as_ref()).cloned();
        self.match_last_import();
    }

    /// Sets the import of the open document: the last shown import if it has the title of the document,
    /// otherwise `None`.
    fn match_last_import(&mut self) {
        let title = &self.document_picture.title;
        self.imported = self.last_import.clone().filter(|imported| imported.report.title == *title);
    }
}
