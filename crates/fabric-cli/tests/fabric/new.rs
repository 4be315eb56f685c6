//! Tests of the documents that `fabric new` writes.

use std::fs;
use std::path::Path;
use std::process::Command;

use fabric_sim::document::Document;
use serde_json::Value;

use super::files::Folder;
use super::{fabric, json, refused, stdout_of, text};

/// Example of `docs/builders.md`: two spines, four leaves and 16 hosts, links of 400 and 800 Gb/s, lossless
/// priorities 3 and 4, ETS shares 80/15/5.
const EXAMPLE: [&str; 20] = [
    "new",
    "leaf-spine",
    "--spines",
    "2",
    "--leaves",
    "4",
    "--hosts",
    "4",
    "--host-link",
    "400G,3m",
    "--fabric-link",
    "800G,30m",
    "--lossless",
    "3,4",
    "--ets",
    "3=80,4=15,0=5",
    "--collective",
    "permutation,bytes=1M",
    "--collective",
    "incast,bytes=256k,priority=4,to=h2-3",
];

/// Report of a run of `document`. `name` is the name of the temporary folder with the file of the document.
fn report(document: &str, name: &str) -> Value {
    let folder = Folder::new(name);
    let file = folder.path("document.json");
    fs::write(&file, document).unwrap();
    json(&["run", &file, "--json"])
}

/// Text of the code blocks in `language` in `docs/builders.md`.
fn blocks(language: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/builders.md");
    let page = fs::read_to_string(page).unwrap();
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn a_document_without_traffic_is_written_with_a_warning() {
    let [quiet, busy] = [&[][..], &["--collective", "incast,bytes=64k"]].map(|traffic| {
        let output = fabric(&[&["new", "star", "--hosts", "3"], traffic].concat());
        assert!(output.status.success());
        text(&output.stderr).to_owned()
    });
    assert!(quiet.starts_with("fabric: The document has no traffic: --collective"), "{quiet}");
    assert_eq!(busy, "");
}

#[test]
fn a_fabric_or_a_workload_without_a_flow_has_a_note() {
    let note = |arguments: &[&str]| {
        let output = fabric(&[&["new", "star"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stderr).to_owned()
    };
    assert_eq!(
        note(&["--hosts", "1"]),
        "fabric: The document has one host, but traffic is between two: give more --hosts.\n"
    );
    let load = ["--hosts", "2", "--workload", "web_search,load=1", "--set"];
    assert_eq!(
        note(&[&load[..], &["horizon=2us"]].concat()),
        "fabric: Workload web_search starts no flow before the horizon of 2us: raise its load, or --set horizon.\n"
    );
    assert_eq!(note(&[&load[..], &["horizon=1s"]].concat()), "");
}

#[test]
fn the_parts_of_a_load_are_whole_percent_and_add_up_to_it() {
    for (load, parts) in [("1", vec![1]), ("2", vec![1, 1]), ("5", vec![2, 2, 1])] {
        let workload = format!("storage,load={load}");
        let output = fabric(&[
            "new",
            "star",
            "--hosts",
            "4",
            "--lossless",
            "3",
            "--ets",
            "3=80,4=15,0=5",
            "--workload",
            &workload,
        ]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let loads = document["workloads"].as_array().expect("workloads").iter();
        let loads: Vec<u64> = loads.map(|workload| workload["load"].as_u64().expect("a load")).collect();
        assert_eq!(loads, parts, "{document}");
    }
}

#[test]
fn a_workload_without_a_finished_flow_has_a_reason_for_no_slowdown() {
    let folder = Folder::new("slowdown");
    for (horizon, expected) in [("2us", true), ("1ms", false)] {
        let path = folder.path(&format!("{horizon}.json"));
        let horizon = format!("horizon={horizon}");
        let output = fabric(&[
            "new",
            "star",
            "--hosts",
            "8",
            "--workload",
            "web_search,load=90",
            "--set",
            &horizon,
            "-o",
            &path,
        ]);
        assert!(output.status.success());
        let report = stdout_of(&["run", &path]);
        assert_eq!(
            report.contains("0 have finished, so there is no slowdown yet: run longer"),
            expected,
            "{report}"
        );
        assert_eq!(report.contains("slowdown of workloads"), !expected, "{report}");
    }
}

#[test]
fn a_priority_is_a_number_or_has_a_letter_p_before_it() {
    let as_said = EXAMPLE.map(|word| match word {
        "3,4" => "P3,p4",
        "3=80,4=15,0=5" => "p3=80,P4=15%,0=5",
        other => other,
    });
    assert_eq!(stdout_of(&as_said), stdout_of(&EXAMPLE));
}

#[test]
fn the_commands_of_the_documentation_give_its_output() {
    let folder = Folder::new("documentation");
    let commands = blocks("sh").replace("\\\n", " ");
    assert!(commands.lines().count() > 10, "{commands}");
    for command in commands.lines() {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("fabric"), "{command}");
        let mut fabric = Command::new(assert_cmd::cargo::cargo_bin!("fabric"));
        let output = fabric.args(words).current_dir(folder.path("")).output().unwrap();
        assert!(output.status.success(), "{command}: {}", text(&output.stderr));
    }
    assert_eq!(fs::read_to_string(folder.path("my-fabric.json")).unwrap(), blocks("json"));
}

/// The test of the form on the page expects the same document, so the command and the form write the same
/// document.
#[test]
fn the_command_of_the_readme_writes_the_document_of_the_form() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let command = readme.split('`').find(|code| code.starts_with("fabric new leaf-spine")).unwrap();
    let command = command.strip_suffix(" -o my-fabric.json").unwrap();
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let written = fs::read_to_string(root.join("docs/examples/two-spines.json")).unwrap();
    assert_eq!(stdout_of(&words), written);
}

#[test]
fn the_example_is_written_without_json_and_runs_without_loss() {
    let text = stdout_of(&EXAMPLE);
    let document = Document::parse(&text).unwrap();
    let spec = document.compile().unwrap();
    assert_eq!((spec.switches.len(), spec.nodes.len()), (6, 22));
    let report = report(&text, "example");
    assert_eq!(report["fabric"]["dropped_frames"], 0);
    assert_eq!(report["collectives"][0]["completion_ps"].as_array().unwrap().len(), 1);
    let delivered = |port: &Value| port["node"] == "h2-3" && port["priority"] == 4 && port["rx_bytes"] != 0;
    assert!(report["ports"].as_array().unwrap().iter().any(delivered));
    let share = |priority: u8| {
        let ports = report["ports"].as_array().unwrap();
        let port = ports.iter().find(|port| port["node"] == "leaf1" && port["priority"] == priority);
        port.unwrap()["ets"]["share_percent"].clone()
    };
    assert_eq!([3, 4].map(share), [80, 15]);
}

#[test]
fn lists_give_the_state_of_the_builder() {
    let lists = stdout_of(&[&EXAMPLE[..], &["--expand"]].concat());
    assert!(lists.contains(r#"{"a": "h1-1", "b": "leaf1", "rate": "400G", "length": "3m"}"#), "{lists}");
    assert!(!lists.contains("build"));
    let built = report(&stdout_of(&EXAMPLE), "built");
    assert_eq!(report(&lists, "lists")["hash"], built["hash"]);
}

#[test]
fn every_topology_can_be_written() {
    for (arguments, nodes) in [
        (&["leaf-spine", "--spines", "1", "--leaves", "2", "--hosts", "3"][..], 9),
        (&["fat-tree", "-k", "4", "--host-link", "25G", "--core-link", "100G,50m"], 36),
        (&["ring", "--switches", "3", "--hosts", "1", "--fabric-link", "400G"], 6),
        (&["dumbbell", "--hosts", "2", "--bottleneck-link", "40G"], 6),
        (&["star", "--hosts", "5", "--lossless", "4"], 6),
    ] {
        let text = stdout_of(&[&["new"], arguments, &["--collective", "incast,bytes=64k"]].concat());
        let document = Document::parse(&text).unwrap();
        assert_eq!(document.compile().unwrap().nodes.len(), nodes, "{arguments:?}");
        assert_eq!(document.to_json(), text);
    }
}

#[test]
fn an_invalid_new_document_is_refused_by_its_field() {
    let star = ["new", "star", "--hosts", "3"];
    for (arguments, expected) in [
        (
            &["new", "star", "--hosts", "65"][..],
            "build.star.hosts: is 65, but must be a whole number from 1 to 64",
        ),
        (
            &["new", "star", "--hosts", "many"],
            "--hosts: is \"many\", but must be a whole number from 0; see --help",
        ),
        (&["new", "fat-tree", "-k", "3"], "build.fat_tree.k: is 3, but must be even"),
        (
            &["new", "fat-tree", "-k", "64"],
            "build.fat_tree: is 70656 hosts and switches, but must be at most 4096",
        ),
        (
            &["new", "star", "--hosts", "18446744073709551615"],
            "build.star.hosts: is 18446744073709551615, but must be",
        ),
        (&[&star[..], &["--host-link", "fast"]].concat(), "build.star.host_link.rate: is \"fast\""),
        (&[&star[..], &["--ets", "3=x"]].concat(), "or percentages alone, such as 80/15/5"),
        (&[&star[..], &["--ets", "9=80"]].concat(), "must be priorities with percentages"),
        (
            &[&star[..], &["--lossless", "8"]].concat(),
            "--lossless: is \"8\", but must be priorities from 0 to 7",
        ),
        (&[&star[..], &["--lossless", "none"]].concat(), "for none, leave it out and give --set pfc=off"),
        (
            &[&star[..], &["--collective", "bytes=1k"]].concat(),
            "the kind must stand first, as in incast,bytes=64k",
        ),
        (
            &[&star[..], &["--collective", "incast,1k"]].concat(),
            "\"1k\" must be FIELD=VALUE, such as priority=4",
        ),
        (&[&star[..], &["--collective", "gather,bytes=1k"]].concat(), "collectives[0].kind"),
        (
            &[&star[..], &["--collective", "incast,bytes=1M,bytes=2M"]].concat(),
            "--collective: bytes is given twice; give it once",
        ),
        (
            &[&star[..], &["--workload", "hadoop,load=5,sizes=storage"]].concat(),
            "--workload: sizes is given twice; give it once, at the start",
        ),
        (
            &[&star[..], &["--flow", "from=h1,to=h2,from=h3"]].concat(),
            "--flow: from is given twice; give it once",
        ),
        (
            &[&star[..], &["--workload", "web,load=50"]].concat(),
            "workloads[0].sizes: is \"web\", but must be one of web_search",
        ),
        (
            &[&star[..], &["--workload", "hadoop,load=101"]].concat(),
            "workloads[0].load: is 101, but must be a whole number from 1 to 100",
        ),
        (&[&star[..], &["--workload", "hadoop"]].concat(), "workloads[0].load: is missing"),
        (&[&star[..], &["--flow", "from=h1,to=h9"]].concat(), "flows[0].to: there is no host called \"h9\""),
        (&[&star[..], &["--set", "xof=3"]].concat(), "xof: there is no parameter \"xof\""),
    ] {
        let reported = refused(arguments, "");
        assert!(reported.contains(expected), "{arguments:?}: {reported}");
    }
}
