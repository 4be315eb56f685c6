//! Tests of the import and export of switch configurations and NIC settings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::files::Folder;
use super::{fabric, stdout_of, text};

/// Folder of the documentation.
fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Imports `leaf1.json` with these options into `fabric.json` of `folder`. Returns the text on standard
/// error.
fn import(folder: &Folder, options: &[&str]) -> String {
    let config = docs().join("examples/leaf1.json").to_str().unwrap().to_owned();
    let document = folder.path("fabric.json");
    let output = fabric(&[&["import", "sonic", &config, "-o", &document], options].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr).to_owned()
}

#[test]
fn a_switch_is_exported_with_the_names_of_its_ports() {
    let folder = Folder::new("export");
    import(&folder, &[]);
    let output = fabric(&["export", "sonic", &folder.path("fabric.json"), "--switch", "leaf1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let patch: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(patch["BUFFER_PG"]["Ethernet4|3"]["profile"], "pg_lossless_100000_40m_profile");
    assert_eq!(patch["BUFFER_PROFILE"]["pg_lossless_100000_40m_profile"]["xoff"], "66560");
    assert!(text(&output.stderr).starts_with("fabric: These are values of a simulation"));
    let refused =
        fabric(&["export", "sonic", &folder.path("fabric.json"), "--switch", "leaf1", "--set", "p3.alpha=3"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        text(&refused.stderr).contains("switch.leaf1.port.0.p3.alpha (and 2 more): 3 is no power of two")
    );
    assert_eq!(text(&refused.stdout), "");
}

#[test]
fn strict_import_refuses_fields_that_are_not_modelled() {
    let folder = Folder::new("strict");
    let config = fs::read_to_string(docs().join("examples/leaf1.json")).unwrap();
    let mut config: Value = serde_json::from_str(&config).unwrap();
    let (file, document) = (folder.path("odd.json"), folder.path("fabric.json"));
    let import = |config: &Value, options: &[&str]| {
        fs::write(&file, config.to_string()).unwrap();
        fabric(&[&["import", "sonic", &file, "-o", &document], options].concat())
    };
    let accepted = import(&config, &["--strict"]);
    assert!(accepted.status.success(), "{}", text(&accepted.stderr));
    fs::remove_file(&document).unwrap();
    config["TC_TO_DSCP_MAP"] = json!({"AZURE": {"1": "2", "3": "4"}});
    config["PORT"]["Ethernet0"]["frobnicate"] = "1".into();
    let refused = import(&config, &["--strict"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(fs::metadata(&document).is_err(), "a document is written");
    let words = text(&refused.stderr);
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(lines.len(), 2, "{words}");
    let unknown = "PORT|Ethernet0.frobnicate: the importer does not know the field frobnicate of PORT; remove it, or omit \
                   --strict";
    assert!(lines[0].ends_with(unknown), "{words}");
    assert!(lines[1].contains("TC_TO_DSCP_MAP|AZURE.1 (and 1 more): "), "{words}");
    assert!(lines[1].ends_with("; remove it, or omit --strict"), "{words}");
    let accepted = import(&config, &[]);
    assert!(accepted.status.success(), "{}", text(&accepted.stderr));
    assert!(text(&accepted.stderr).contains(" 3 not modelled"), "{}", text(&accepted.stderr));
}

#[test]
fn counters_of_a_run_are_shown_as_on_the_switch() {
    let folder = Folder::new("show");
    import(&folder, &[]);
    let document = folder.path("fabric.json");
    let show = |table: &str| stdout_of(&["run", &document, "--show", table]);
    let counters = show("pfc-counters");
    let lines: Vec<&str> = counters.lines().collect();
    assert_eq!(lines[0], "admin@leaf1:~$ show pfc counters");
    assert_eq!(lines[1], "  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7");
    assert_eq!(lines[2], "---------  ------  ------  ------  ------  ------  ------  ------  ------");
    assert_eq!(lines[3], "Ethernet0       0       0       0       0       0       0       0       0");
    assert_eq!((lines[6], &lines[7][..9]), ("", "  Port Tx"));
    let report: Value = serde_json::from_str(&stdout_of(&["run", &document, "--json"])).unwrap();
    let of_report = |port: u32, field: &str| {
        let ports = report["ports"].as_array().unwrap();
        let found =
            ports.iter().find(|one| one["node"] == "leaf1" && one["port"] == port && one["priority"] == 3);
        found.unwrap()[field].as_u64().unwrap()
    };
    let cell =
        |line: &str| -> u64 { line.split_whitespace().nth(4).unwrap().replace(',', "").parse().unwrap() };
    let mut sent = 0;
    for port in 0..3u32 {
        sent += of_report(port, "pause_sent");
        assert_eq!(cell(lines[9 + port as usize]), of_report(port, "pause_sent"));
    }
    assert!(sent > 0, "the example load pauses");
    // 802.3x pauses are not counted as PFC frames.
    let receiver = ["--set", "link_pause=on", "--set", "link_xoff=20k", "--set", "host.h3.drain=1G"];
    let run = |more: &[&str]| {
        stdout_of(&[&["run", "preset:pause", "--until", "40us"], &receiver[..], more].concat())
    };
    let report: Value = serde_json::from_str(&run(&["--json"])).unwrap();
    assert!(report["fabric"]["pause_sent"].as_u64() > Some(0));
    let counters = run(&["--show", "pfc-counters"]);
    let is_zero = |cell: &str| !cell.starts_with(|c: char| c.is_ascii_digit()) || cell == "0";
    // The preset names no ports, so they have the names of the export.
    let rows = counters.lines().filter(|line| line.trim_start().starts_with("Ethernet"));
    assert!(
        rows.clone().count() >= 6 && rows.clone().all(|row| row.split_whitespace().skip(1).all(is_zero)),
        "{counters}"
    );
    let groups = show("pg-watermark");
    let shared: Vec<&str> = groups.lines().skip_while(|line| !line.starts_with("Ingress shared")).collect();
    assert!(shared[1].starts_with("     Port    PG0    PG1    PG2 "), "{groups}");
    assert_eq!(cell(shared[3]), of_report(0, "shared_peak_bytes"));
    assert!(groups.contains("Ingress headroom per PG:\n"));
    let queues = show("queue-watermark");
    let egress: Vec<&str> = queues.lines().skip_while(|line| !line.starts_with("Egress shared")).collect();
    assert_eq!(
        (0..3).map(|n| cell(egress[3 + n])).max(),
        (0..3).map(|n| of_report(n, "egress_peak_bytes")).max()
    );
    let watchdogs = show("pfcwd-stats");
    assert!(watchdogs.contains("QUEUE    STATUS    STORM DETECTED/RESTORED    TX OK/DROP"), "{watchdogs}");
}

#[test]
fn a_storm_that_a_watchdog_detects_is_in_its_statistics() {
    let run = ["run", "preset:storm", "--set", "watchdog_scale=10000", "--set", "p3.watchdog=sonic_2023"];
    let shown = stdout_of(&[&run[..], &["--show", "pfcwd-stats"]].concat());
    let verdicts = stdout_of(&[&run[..], &["--json"]].concat());
    let verdicts: Value = serde_json::from_str(&verdicts).unwrap();
    let list = verdicts["watchdogs"]["verdicts"].as_array().unwrap();
    let storms = list.iter().filter(|one| one["verdict"] == "storm" && one["rule"] != "nic").count();
    let detected: usize = shown
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2)?.split_once('/')?.0.parse::<usize>().ok())
        .sum();
    assert_eq!(detected, storms, "{shown}");
    assert!(storms > 0, "a watchdog detects the storm of the preset");
}

#[test]
fn settings_of_a_nic_and_lldp_are_compared_with_the_switch() {
    let folder = Folder::new("nic");
    let (nic, lldp) = (folder.path("mlnx_qos.txt"), folder.path("lldp.txt"));
    fs::write(
        &nic,
        "PFC configuration:\n priority 0 1 2 3 4 5 6 7\n enabled 0 0 0 0 1 0 0 0\nCable len: 7\n",
    )
    .unwrap();
    fs::write(
        &lldp,
        "LocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr\n\
         -----------  --------------  --------------  ------------  -----------------\n\
         Ethernet0    server4         eth0            O             eth0\n",
    )
    .unwrap();
    let reported = import(&folder, &["--nic", &format!("server0={nic}"), "--lldp", &lldp]);
    for expected in [
        "leaf1 Ethernet0 (to server0-eth0): pauses of priority 3 are sent to a peer that does not obey them",
        "server0-eth0 has cable length 7m, leaf1 Ethernet0 has 40m",
        "leaf1 Ethernet0 leads to server0 eth0 by DEVICE_NEIGHBOR, but LLDP found server4 eth0",
    ] {
        assert!(reported.contains(expected), "{expected}: {reported}");
    }
    let commands =
        fabric(&["export", "nic", &folder.path("fabric.json"), "--host", "server0-eth0", "--tool", "dcb"]);
    let lines = text(&commands.stdout);
    assert!(lines.starts_with("dcb pfc set dev eth0 prio-pfc all:off 4:on\n"), "{lines}");
}

/// Commands in the text blocks of a page of the documentation, each with the output that the page shows.
fn sessions(page: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(docs().join(page)).unwrap();
    let mut commands: Vec<(String, String)> = Vec::new();
    for line in page.split("```text\n").skip(1).flat_map(|block| block.split("```").next().unwrap().lines()) {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command.to_owned(), String::new())),
            None => commands.last_mut().unwrap().1.extend([line, "\n"]),
        }
    }
    commands
}

#[test]
fn the_sessions_of_the_documentation_give_its_output() {
    let folder = Folder::new("sessions");
    for file in fs::read_dir(docs().join("examples")).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, folder.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
    }
    let commands = [sessions("import.md"), sessions("export.md")].concat();
    assert!(commands.len() > 12, "{}", commands.len());
    for (command, shown) in commands {
        let mut words = command.split_whitespace();
        let program = match words.next() {
            Some("fabric") => assert_cmd::cargo::cargo_bin!("fabric").to_owned(),
            other => PathBuf::from(other.unwrap()),
        };
        let output = Command::new(program).args(words).current_dir(folder.path("")).output().unwrap();
        assert_eq!(text(&output.stdout).to_owned() + text(&output.stderr), shown, "{command}");
    }
}

/// Arguments of a command without its comment; text in double quotes is a single argument.
fn words(command: &str) -> Vec<String> {
    let command = command.split(" # ").next().unwrap();
    let parts = command.split('"').enumerate().flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    parts.map(str::to_owned).collect()
}

/// Commands `fabric` that a reader of the documentation can copy, in the order of the pages: from the table
/// in `README.md`, and from shell blocks of the other pages. Commands with a pipe, and long measurements, are
/// left out.
fn printed_commands(page: &str) -> Vec<String> {
    let text = fs::read_to_string(docs().join(page)).unwrap();
    let commands: Vec<&str> = if page.ends_with("README.md") {
        text.lines()
            .filter(|line| line.starts_with("| "))
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .collect()
    } else {
        let blocks = text.split("```sh\n").skip(1);
        blocks.flat_map(|block| block.split("```").next().unwrap().lines()).collect()
    };
    let is_run = |command: &&str| {
        command.starts_with("fabric ") && !command.contains('|') && !command.starts_with("fabric bench")
    };
    commands.into_iter().filter(is_run).map(str::to_owned).collect()
}

#[test]
fn each_command_of_the_documentation_runs_as_printed() {
    for page in ["../README.md", "import.md", "export.md"] {
        let folder = Folder::new("printed");
        for file in fs::read_dir(docs().join("examples")).unwrap() {
            let path = file.unwrap().path();
            fs::copy(&path, folder.path(path.file_name().unwrap().to_str().unwrap())).unwrap();
        }
        let commands = printed_commands(page);
        assert!(commands.len() > 2, "{page}: {commands:?}");
        for command in commands {
            let words = words(&command);
            let end = words.iter().position(|word| word == ">").unwrap_or(words.len());
            let mut fabric = Command::new(assert_cmd::cargo::cargo_bin!("fabric"));
            let output = fabric.args(&words[1..end]).current_dir(folder.path("")).output().unwrap();
            assert!(output.status.success(), "{page}: {command}: {}", text(&output.stderr));
            if let Some(file) = words.get(end + 1).filter(|file| !file.starts_with('~')) {
                fs::write(folder.path(file), &output.stdout).unwrap();
            }
        }
    }
}

#[test]
fn too_many_ports_are_refused_with_the_option_that_selects_some() {
    let folder = Folder::new("many-ports");
    let port = |n: usize| (format!("Ethernet{n:02}"), json!({"speed": "100000", "admin_status": "up"}));
    let ports: serde_json::Map<_, _> = (0..65).map(port).collect();
    let config = json!({"DEVICE_METADATA": {"localhost": {"hostname": "big"}}, "PORT": ports});
    let (file, document) = (folder.path("big.json"), folder.path("fabric.json"));
    fs::write(&file, config.to_string()).unwrap();
    let refused = fabric(&["import", "sonic", &file, "-o", &document]);
    assert_eq!(refused.status.code(), Some(1));
    let selection = "big:Ethernet00,big:Ethernet01";
    let hint = format!("\n--ports: name at most 64 ports of the switch, such as --ports {selection}\n");
    assert!(text(&refused.stderr).contains("65 ports of big have a link"), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).ends_with(&hint), "{}", text(&refused.stderr));
    assert!(fabric(&["import", "sonic", &file, "-o", &document, "--ports", selection]).status.success());
}

#[test]
fn an_export_with_too_few_names_of_ports_is_refused() {
    let folder = Folder::new("ports");
    import(&folder, &[]);
    let export = |ports: &str| {
        fabric(&["export", "sonic", &folder.path("fabric.json"), "--switch", "leaf1", "--ports", ports])
    };
    assert!(export("a,b,c").status.success());
    for (ports, given) in [("a", 1), ("a,b,c,d", 4)] {
        let refused = export(ports);
        assert_eq!(
            text(&refused.stderr),
            format!(
                "fabric: --ports has {given} names, but leaf1 has 3 ports; name all of them, in the order of their numbers\n"
            )
        );
    }
}

#[test]
fn buffers_and_lookup_of_a_real_switch_give_the_numbers_of_the_documentation() {
    let folder = Folder::new("real");
    let example = |name: &str| docs().join("examples").join(name).to_str().unwrap().to_owned();
    let [config, buffers, lookup] =
        ["arista7060.json", "arista7060-buffers.json", "pg_profile_lookup.ini"].map(example);
    let document = folder.path("t0.json");
    let output = fabric(&["import", "sonic", &config, &buffers, "--pg-lookup", &lookup, "-o", &document]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_str(&fs::read_to_string(&document).unwrap()).unwrap();
    let page = fs::read_to_string(docs().join("import.md")).unwrap();
    let value =
        |at: &str| document["params"][at].as_str().unwrap_or_else(|| panic!("{at}: {document}")).to_owned();
    for (at, number, shown) in [
        ("memory", "15081664", "15,081,664 B"),
        ("headroom_pool", "4194112", "4,194,112 B"),
        ("p3.headroom", "90272", "90,272 B"),
        ("switch.t0.port.3.p3.headroom", "177632", "177,632 B"),
        ("p3.xon", "1040", "1,040 B"),
        ("p3.reserve", "1248", "1,248 B"),
        ("p3.xon_offset", "2288", "2,288 B"),
    ] {
        assert_eq!(value(at), number, "{at}");
        assert!(page.contains(shown), "docs/import.md does not say {shown}");
    }
}

#[test]
fn a_nic_that_ignores_the_pauses_of_its_switch_loses_frames() {
    let folder = Folder::new("loses");
    let dropped = |options: &[&str]| -> u64 {
        import(&folder, options);
        let report: Value =
            serde_json::from_str(&stdout_of(&["run", &folder.path("fabric.json"), "--json"])).unwrap();
        report["fabric"]["lossless_violations"].as_u64().unwrap()
    };
    assert_eq!(dropped(&[]), 0);
    let nic = docs().join("examples/mlnx_qos.txt");
    assert_eq!(
        dropped(&["--nic", &format!("server4={}", nic.to_str().unwrap())]),
        109,
        "as docs/import.md says"
    );
}
