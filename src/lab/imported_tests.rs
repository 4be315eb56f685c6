//! Tests of the import of the open document: undo and redo restore the import together with the document.

use std::sync::Arc;

use super::test_lab::{at, rest};
use super::*;

/// Command that imports the leaf switch of the documentation, with a NIC that enables PFC for these
/// priorities.
fn import_with(priorities: &str) -> Command {
    let nic = include_str!("../../docs/examples/mlnx_qos.txt");
    let nic = nic.replace("Cable len: 7", "Cable len: 40");
    let enabled = nic.lines().find(|line| line.trim_start().starts_with("enabled")).expect("a line");
    let files = vec![
        SwitchFile::new("leaf1.json", include_str!("../../docs/examples/leaf1.json")),
        SwitchFile::new("server4.txt", nic.replace(enabled, &format!("\tenabled     {priorities}"))),
    ];
    let files = ImportFiles { files, ports: Vec::new() };
    let (document, report) = import(files.clone()).expect("the files are read");
    Command::Import(Box::new(document), Arc::new(Imported { report: Arc::new(report), files }))
}

fn shown(lab: &Lab) -> Option<Arc<Imported>> {
    lab.picture().static_picture.imported.clone()
}

fn perform(lab: &mut Lab, command: Command) -> Option<Arc<Imported>> {
    lab.act(command);
    rest(lab);
    shown(lab)
}

#[test]
fn undo_and_redo_show_the_report_of_the_document_they_open() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    assert_eq!(shown(&lab), None);
    // Both fabrics have the same title and network; only parameters of the NIC differ.
    let wrong = perform(&mut lab, import_with("0   0   0   0   1   0   0   0"));
    perform(&mut lab, Command::Incast);
    assert_eq!(shown(&lab), wrong, "an edit keeps the import");
    let right = perform(&mut lab, import_with("0   0   0   1   0   0   0   0"));
    assert!(wrong.is_some() && right.is_some() && wrong != right);
    for expected in [&wrong, &wrong, &None] {
        assert_eq!(perform(&mut lab, Command::Undo), *expected);
    }
    for expected in [&wrong, &wrong, &right] {
        assert_eq!(perform(&mut lab, Command::Redo), *expected);
    }
}

#[test]
fn a_document_of_another_title_is_not_imported_and_a_link_to_an_import_is() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    let imported = perform(&mut lab, import_with("0   0   0   0   1   0   0   0"));
    let link = lab.fragment();
    assert_eq!(perform(&mut lab, Command::Preset("pause".into())), None);
    assert_eq!(perform(&mut lab, Command::Link(link.clone())), imported);
    let report = Arc::clone(&imported.expect("it is imported").report);
    let reloaded = at(&link).with_last_import(ImportReport::clone(&report));
    assert_eq!(shown(&reloaded).map(|imported| Arc::clone(&imported.report)), Some(Arc::clone(&report)));
    let other = at("#/preset/incast").with_last_import(ImportReport::clone(&report));
    assert_eq!(shown(&other), None);
}

#[test]
fn a_link_whose_nic_contradicts_the_switch_differs() {
    let mut lab = at("#/preset/incast?t=12us&run=0");
    for (priorities, count) in [("0   0   0   0   1   0   0   0", 1), ("0   0   0   1   0   0   0   0", 0)] {
        let imported = perform(&mut lab, import_with(priorities)).expect("it is imported");
        let stage = lab.picture().static_picture.document_picture.clone();
        assert_eq!(imported.report.differing(&stage).len(), count, "{priorities}");
    }
}
