//! Tests of the import of files of all kinds. The importer recognises the kind of a file by its contents.

use fabric_interop::Treatment;
use fabric_interop::any_import::{Kind, import};
use fabric_interop::sonic::{self, File, Import, Request};

const LEAF: &str = include_str!("../../../docs/examples/leaf1.json");
const NIC: &str = include_str!("../../../docs/examples/mlnx_qos.txt");
const LOOKUP: &str = include_str!("../../../docs/examples/pg_profile_lookup.ini");
const TOPOLOGY: &str = include_str!("../../../docs/examples/topology.txt");
const FLOWS: &str = include_str!("../../../docs/examples/flow.txt");
const CONFIG: &str = include_str!("../../../docs/examples/config.txt");
const TREE: &str = include_str!("../../../docs/examples/leaf_spine.topo");
const MATRIX: &str = include_str!("../../../docs/examples/incast.cm");

const DCB: &str =
    "pfc-cap 8 macsec-bypass off delay 0\nprio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n";

fn of(files: &[(&str, &str)]) -> Result<Import, String> {
    let files = files.iter().map(|(name, text)| File::new(*name, *text)).collect();
    import(files, Vec::new()).map_err(|refusals| refusals.to_string())
}

fn refused(files: &[(&str, &str)]) -> String {
    of(files).expect_err("the files do not fit")
}

#[test]
fn a_kind_follows_from_the_contents_alone() {
    for (text, kind) in [
        (LEAF, Kind::Configuration),
        (r#"{"PORT": {"Ethernet0": {"speed": "100000"}}}"#, Kind::Configuration),
        (r#"[{"BUFFER_PG|Ethernet0|3-4": {"profile": "x"}}]"#, Kind::Configuration),
        (LOOKUP, Kind::Lookup),
        (NIC, Kind::Nic),
        (DCB, Kind::Nic),
        (r#"{"prio_pfc": [false, false, false, true, false, false, false, false]}"#, Kind::Nic),
        (TOPOLOGY, Kind::HpccTopology),
        ("8 2 2 8\n6 7\n0 6 25Gbps 0.001ms 0\n", Kind::HpccTopology),
        (FLOWS, Kind::HpccFlows),
        ("0\n", Kind::HpccFlows),
        (CONFIG, Kind::HpccConfig),
        ("CC_MODE 3\n", Kind::HpccConfig),
        (TREE, Kind::HtsimTopology),
        ("nodes 16\ntiers 3\npodsize 4\n", Kind::HtsimTopology),
        (MATRIX, Kind::HtsimConnections),
        ("0->3 id 1 start 0 size 1000", Kind::HtsimConnections),
    ] {
        for text in [text.to_owned(), format!("\u{feff}{text}"), text.replace('\n', "\r\n")] {
            assert_eq!(Kind::of(&File::new("dropped", text.clone())), Some(kind), "{text}");
        }
    }
    for text in [
        "",
        "Dear Sir,\nthe fabric is slow.\n",
        "{}",
        r#"{"format": 1, "hosts": []}"#,
        "[1, 2]",
        "{",
        "1,2,3\n",
    ] {
        assert_eq!(Kind::of(&File::new("dropped", text)), None, "{text}");
    }
}

#[test]
fn files_of_one_simulator_become_one_document() {
    let hpcc = of(&[("c", CONFIG), ("f", FLOWS), ("t", TOPOLOGY)]).unwrap();
    assert_eq!((hpcc.document.hosts.len(), hpcc.document.flows.len()), (4, 3));
    let htsim = of(&[("m", MATRIX), ("t", TREE)]).unwrap();
    assert_eq!((htsim.document.hosts.len(), htsim.document.flows.len()), (8, 3));
    for import in [hpcc, htsim] {
        assert!(
            Treatment::ALL.map(|list| import.findings_with(list).count())[..2].iter().all(|count| *count > 0)
        );
    }
}

/// The page imports files of any kind; the command line imports files of one kind. Both show
/// [`Import::counts`].
#[test]
fn the_page_and_the_command_line_report_the_same_findings() {
    let mut unlinked: serde_json::Value = serde_json::from_str(LEAF).unwrap();
    unlinked["PORT"]["Ethernet100"] = serde_json::json!({"speed": "100000", "mtu": "9100"});
    let text = unlinked.to_string();
    let page = of(&[("leaf1.json", &text)]).unwrap();
    let files = vec![File::new("leaf1.json", text)];
    let command = sonic::import(&Request { files, ..Request::default() }).unwrap();
    assert_eq!(page, command);
    let counts = page.counts();
    assert_eq!(counts.last(), Some(&(Treatment::WithoutLink, 2)));
    for (treatment, count) in counts {
        let key = treatment.title().to_lowercase().replace(' ', "_");
        let key = key.replace("without_a_link", "without_link");
        assert_eq!(page.json()[&key].as_array().map(Vec::len), Some(count), "{key}");
    }
    let linked = of(&[("leaf1.json", LEAF)]).unwrap();
    assert_eq!(linked.counts().len(), 3, "no port is without a link");
}

/// The page has no options. Therefore, a congestion control that is not modelled must not prevent an import.
#[test]
fn a_congestion_control_that_is_not_modelled_is_left_out_with_a_warning() {
    let config = CONFIG.replace("CC_MODE 1", "CC_MODE 3");
    assert_ne!(config, CONFIG);
    let import = of(&[("c", &config), ("t", TOPOLOGY)]).unwrap();
    assert_eq!(import.document.params.0.get("rate_control").map(String::as_str), Some("none"));
    assert!(import.warnings.iter().any(|warning| warning.starts_with("CC_MODE")), "{:?}", import.warnings);
    assert!(of(&[("c", CONFIG), ("t", TOPOLOGY)]).unwrap().warnings.is_empty());
}

#[test]
fn the_host_of_a_nic_is_in_the_name_of_its_file_or_in_a_prompt() {
    let prompt = format!("root@server4:~# mlnx_qos -i ens1f0\n{NIC}");
    let bracketed = format!("[root@server4 ~]# mlnx_qos -i ens1f0\n{NIC}");
    for (name, text) in [
        ("server4.txt", NIC),
        ("mlnx_qos_server4-eth0.out", NIC),
        ("nic.txt", prompt.as_str()),
        ("server4", DCB),
        ("nic.txt", bracketed.as_str()),
    ] {
        let import = of(&[("leaf1.json", LEAF), (name, text)]).unwrap();
        let reasons: Vec<&str> =
            import.findings_with(Treatment::Taken).map(|finding| &finding.reason[..]).collect();
        assert!(reasons.contains(&"the NIC of server4-eth0"), "{name}: {reasons:?}");
    }
    for name in ["nic.txt", "server44.txt", "myserver4.txt"] {
        let reported = refused(&[("leaf1.json", LEAF), (name, NIC)]);
        assert!(reported.starts_with(&format!("{name}: the settings of a NIC, of which host")), "{reported}");
        assert!(reported.contains("server4-eth0") && reported.lines().count() == 1, "{reported}");
    }
}

#[test]
fn files_that_do_not_belong_together_are_refused_in_a_line() {
    let letter = refused(&[("leaf1.json", LEAF), ("letter.txt", "Dear Sir,\n")]);
    assert!(letter.starts_with("letter.txt: its contents are of no kind that is read; give"), "{letter}");
    assert!(letter.ends_with(".topo or .cm of htsim"), "{letter}");
    for (files, words) in [
        (&[("a", NIC)][..], "a: no configuration of a switch is with it"),
        (&[("a", LOOKUP)], "a: no configuration of a switch is with it"),
        (
            &[("a", FLOWS)],
            "a: its contents are flows of HPCC's simulator, and a topology of HPCC's simulator is not with it",
        ),
        (
            &[("a", MATRIX)],
            "a: its contents are connections of htsim, and a topology of htsim is not with it",
        ),
        (
            &[("a", TREE), ("b", TREE)],
            "b: its contents are a topology of htsim, and so is a; open one of them",
        ),
        (
            &[("a", TREE), ("b", LEAF)],
            "b: its contents are a configuration of a switch, and a topology of htsim does not belong to it",
        ),
    ] {
        let reported = refused(files);
        assert!(reported.starts_with(words) && reported.lines().count() == 1, "{reported}");
    }
}

#[test]
fn lines_with_a_prompt_are_skipped_and_reported() {
    let plain = of(&[("leaf", LEAF), ("lookup", LOOKUP)]).unwrap();
    let [leaf, lookup] =
        [LEAF, LOOKUP].map(|text| format!("admin@leaf1:~$ cat it\n{text}\nadmin@leaf1:~$ \n"));
    let recorded = of(&[("leaf", &leaf), ("lookup", &lookup)]).unwrap();
    assert_eq!(recorded.document, plain.document);
    let changed = recorded.lines(Treatment::Changed);
    let places: Vec<&str> = changed
        .iter()
        .filter(|line| line.reason == "2 lines with a prompt or a command are skipped")
        .map(|line| line.place.as_str())
        .collect();
    assert_eq!(places, ["leaf", "lookup"]);
}

#[test]
fn a_text_of_another_kind_is_refused_with_an_alternative() {
    for (text, part) in [
        ("<DeviceMiniGraph>", "sonic-cfggen -m"),
        ("admin@leaf1:~$ show pfc counters\n  Port Rx    PFC0\n", "a prompt or a command"),
        ("{\"PORT\": {", "this is not JSON: EOF"),
        ("admin@leaf1:~$ cat a\n{\"PORT\":\n7 8}", "at line 3 column"),
        ("{\"PORT\": {}}\nRecorded by hand", "text follows the JSON"),
    ] {
        let refusal = refused(&[("dropped", text)]);
        assert!(refusal.starts_with("dropped: ") && refusal.contains(part), "{refusal}");
    }
}
