//! Tests of the import and export of files of other simulators.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::files::Folder;
use super::{fabric, json, refused, stdout_of, text};

/// Path of an example file of the documentation.
fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples").join(name);
    path.to_str().unwrap().to_owned()
}

/// Imports the example of HPCC's simulator with these options into `fabric.json` of `folder`. Returns the
/// path of the document.
fn import_hpcc(folder: &Folder, options: &[&str]) -> String {
    let (document, topology, flows) =
        (folder.path("fabric.json"), example("topology.txt"), example("flow.txt"));
    let files = ["import", "hpcc", "--topology", &topology, "--flows", &flows, "-o", &document];
    let output = fabric(&[&files, options].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    document
}

/// Refusal of an import. The import must end with exit status 1 and write no document.
fn refused_import(arguments: &[&str], folder: &Folder) -> String {
    let document = folder.path("none.json");
    let output = fabric(&[arguments, &["-o", &document]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!Path::new(&document).exists());
    text(&output.stderr).to_owned()
}

/// Lines of a file, split into words.
fn words(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect()
}

#[test]
fn completion_times_have_the_ids_ports_sizes_and_starts_of_the_imported_flows() {
    let folder = Folder::new("hpcc");
    let (document, fct) = (import_hpcc(&folder, &["--rate-control", "none"]), folder.path("fct.txt"));
    let stated = stdout_of(&["export", "hpcc", &document, "--fct", &fct, "--start", "2s"]);
    assert!(stated.starts_with("3 of 3 flows in "), "{stated}");
    let mut lines = words(&fct);
    lines.sort();
    let expected = [
        ["0b000001", "0b000301", "10000", "100", "1000000", "2000000000"],
        ["0b000101", "0b000301", "10000", "101", "1000000", "2000000000"],
        ["0b000201", "0b000301", "10000", "102", "1000000", "2000010000"],
    ];
    assert_eq!(lines.iter().map(|line| &line[..6]).collect::<Vec<_>>(), expected);
    for line in &lines {
        let [time, alone] = [6, 7].map(|n| line[n].parse::<u64>().unwrap());
        assert!(time > alone, "three flows share the link to h3: {line:?}");
    }
    let printed = stdout_of(&["export", "hpcc", &document, "--fct", "-", "--start", "2s"]);
    assert_eq!(printed, fs::read_to_string(&fct).unwrap(), "to standard output");
    let why = refused(&["export", "hpcc", &document, "--fct", "-", "--pfc", "-"], "");
    assert!(why.contains("standard output takes one of them"), "{why}");
}

#[test]
fn pfc_frames_of_a_file_are_those_of_the_report() {
    let folder = Folder::new("pfc");
    let (document, pfc) =
        (import_hpcc(&folder, &["--config", &example("config.txt")]), folder.path("pfc.txt"));
    let stated = stdout_of(&["export", "hpcc", &document, "--pfc", &pfc]);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut times: Vec<u64> = Vec::new();
    for line in words(&pfc) {
        assert_eq!(line.len(), 5, "time, node, its kind, interface and type: {line:?}");
        assert!(line[2] == if ["4", "5"].contains(&line[1].as_str()) { "1" } else { "0" }, "{line:?}");
        times.push(line[0].parse().unwrap());
        *counts.entry(line[4].clone()).or_default() += 1;
    }
    assert!(times.is_sorted());
    assert!(stated.starts_with(&format!("{} PFC frames in ", times.len())), "{stated}");
    let report = json(&["run", &document, "--json"]);
    let sum = |field: &str| -> u64 {
        report["ports"].as_array().unwrap().iter().map(|port| port[field].as_u64().unwrap()).sum()
    };
    assert_eq!(counts["1"], sum("pause_received"));
    assert_eq!(counts["0"], sum("resume_sent"), "none is on its way at the end");
}

#[test]
fn a_mode_of_congestion_control_that_is_not_modelled_is_refused_until_another_is_chosen() {
    let folder = Folder::new("mode");
    let (config, topology) = (folder.path("config.txt"), example("topology.txt"));
    fs::write(&config, "CC_MODE 3\n").unwrap();
    let arguments = ["import", "hpcc", "--topology", &topology, "--config", &config];
    let why = refused_import(&arguments, &folder);
    assert!(why.contains("config.txt: line 1: CC_MODE 3 is HPCC"), "{why}");
    let document = import_hpcc(&folder, &["--config", &config, "--rate-control", "dcqcn"]);
    assert!(fs::read_to_string(document).unwrap().contains("\"dcqcn\""));
}

#[test]
fn an_export_without_a_file_to_write_and_files_that_are_missing_are_refused() {
    let folder = Folder::new("missing");
    let document = import_hpcc(&folder, &[]);
    assert!(refused(&["export", "hpcc", &document], "").contains("--fct <FILE>"));
    let missing = folder.path("nothing.txt");
    for arguments in [["hpcc", "--topology"], ["htsim", "--topology"]] {
        let why = refused(&[&["import"], &arguments[..], &[&missing, "-o", &document]].concat(), "");
        assert!(why.contains("nothing.txt"), "{why}");
    }
    let why = refused(&["export", "hpcc", &document, "--fct", &document], "");
    assert!(why.contains("--fct"), "the document is not replaced: {why}");
}

#[test]
fn a_tree_of_htsim_runs_with_the_flows_of_its_matrix() {
    let folder = Folder::new("htsim");
    let (document, topology) = (folder.path("fabric.json"), example("leaf_spine.topo"));
    let arguments = ["import", "htsim", "--topology", &topology];
    let connections = example("incast.cm");
    let output = fabric(&[&arguments[..], &["--connections", &connections, "-o", &document]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let report = json(&["run", &document, "--json"]);
    let flows = report["flows"].as_array().unwrap();
    let names: Vec<&str> = flows.iter().map(|flow| flow["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["flow 1: h0 to h7", "flow 2: h1 to h7", "flow 3: h4 to h7"]);
    assert!(
        flows.iter().all(|flow| flow["finished_ps"].is_u64() && flow["dropped_frames"] == 0),
        "{flows:?}"
    );
    let other = folder.path("other.cm");
    fs::write(&other, "Nodes 9\nConnections 1\n0->7 start 0 size 9\n").unwrap();
    let why = refused_import(&[&arguments[..], &["--connections", &other]].concat(), &folder);
    assert!(why.contains("other.cm: line 1: Nodes is \"9\", but must be 8"), "{why}");
}
