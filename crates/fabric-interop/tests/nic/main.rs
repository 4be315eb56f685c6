//! Tests of NIC settings: all output formats of `mlnx_qos` and `dcb`, and mismatches with the switch port.

mod formats;

use fabric_interop::Treatment;
use fabric_interop::nic::NicSettings;
use fabric_interop::sonic::{File, Import, NicFile, Request, import_with_nics};
use fabric_sim::units::Rate;
use serde_json::{Value, json};

/// Output with all sections, of a NIC whose priority 5 is lossless.
const FULL: &str = "\
admin@host:~$ sudo mlnx_qos -i ens1
DCBX mode: OS controlled
Priority trust state: dscp
dscp2prio mapping:
        prio:0 dscp:07,06,05,04,03,02,01,00,
        prio:1 dscp:15,14,13,12,11,10,09,08,
        prio:2 dscp:23,22,21,20,19,18,17,16,
        prio:3 dscp:31,30,29,28,27,26,25,24,
        prio:4 dscp:39,38,37,36,35,34,33,32,
        prio:5 dscp:26,47,46,45,44,43,42,41,
        prio:5 dscp:40,
        prio:6 dscp:55,54,53,52,51,50,49,48,
        prio:7 dscp:63,62,61,60,59,58,57,56,
default priority:
Receive buffer size (bytes): 20016,140032,0,0,0,0,0,0,max_buffer_size=262016
Cable len: 9
PFC configuration:
        priority    0   1   2   3   4   5   6   7
        enabled     0   0   0   0   0   1   0   0   
        buffer      0   0   0   0   0   1   0   0   
tc: 0 ratelimit: unlimited, tsa: ets, bw: 40%
         priority:  0
         priority:  1
         priority:  2
         priority:  3
tc: 5 ratelimit: 10.0 Gbps, tsa: ets, bw: 60%
         priority:  5
         skprio: 5
         skprio: 6 (tos: 16)
tc: 6 ratelimit: unlimited, tsa: vendor
         priority:  4
         priority:  6
         priority:  7
";

fn refused(text: &str) -> String {
    NicSettings::read(&File::new("nic.txt", text)).unwrap_err().to_string()
}

/// Configuration of a switch with two servers on cables of 40 m. Priority 3 is lossless; DSCP 3 selects it.
fn switch() -> Value {
    let ports = ["Ethernet0", "Ethernet4"];
    let all = |value: Value| {
        ports.iter().map(|port| ((*port).to_owned(), value.clone())).collect::<serde_json::Map<_, _>>()
    };
    json!({
        "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "platform": "x86_64-mlnx_msn4600c-r0"}},
        "PORT": all(json!({"speed": "100000", "admin_status": "up", "mtu": "9100"})),
        "CABLE_LENGTH": {"AZURE": all(json!("40m"))},
        "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "server1", "port": "ens1"}, "Ethernet4": {"name": "server2", "port": "ens1"}},
        "BUFFER_POOL": {"ingress_lossless_pool": {"mode": "dynamic", "size": "4000000", "type": "ingress", "xoff": "1000000"}},
        "BUFFER_PROFILE": {"lossless": {"dynamic_th": "0", "pool": "ingress_lossless_pool", "size": "19456", "xon": "19456", "xoff": "66560"}},
        "BUFFER_PG": {"Ethernet0,Ethernet4|3": {"profile": "lossless"}},
        "DSCP_TO_TC_MAP": {"M": {"3": "3", "26": "5", "47": "5", "46": "5", "45": "5", "44": "5", "43": "5", "42": "5", "41": "5"}},
        "PORT_QOS_MAP": all(json!({"pfc_enable": "3", "dscp_to_tc_map": "M"}))
    })
}

fn imported(host: &str, text: &str) -> Result<Import, String> {
    let request = Request { files: vec![File::new("leaf.json", switch().to_string())], ..Request::default() };
    let nics = [NicFile { host: Some(host.to_owned()), file: File::new("nic.txt", text) }];
    import_with_nics(&request, &nics).map_err(|why| why.to_string())
}

#[test]
fn every_mismatch_with_the_port_at_the_other_end_is_reported() {
    let import = imported("server1", FULL).unwrap();
    let reasons: Vec<&str> = import.mismatches.iter().map(|mismatch| mismatch.reason.as_str()).collect();
    for expected in [
        "leaf Ethernet0 (to server1-ens1): pauses of priority 3 are sent to a peer that does not obey them",
        "server1-ens1 (to leaf Ethernet0): pauses of priority 5 are sent to a peer that does not obey them",
        "server1-ens1 and leaf Ethernet0 give different priorities to DSCP 3 (0 against 3), DSCP 40 (5 against 0)",
        "server1-ens1 has cable length 9m, leaf Ethernet0 has 40m",
    ] {
        assert!(reasons.iter().any(|reason| reason.contains(expected)), "{expected}: {reasons:#?}");
    }
    assert!(!reasons.iter().any(|reason| reason.contains("DSCP 41")), "both give it 5: {reasons:#?}");
    let params = &import.document.params.0;
    assert_eq!(params["host.server1-ens1.p5.lossless"], "on");
    assert_eq!(params["host.server1-ens1.receive_buffer"], "160048");
    // In `mlx5`, the headroom is (301 + 2.16 · 9) · 100 + 2.72 · 9100 B. XON is lower than XOFF by the
    // largest MTU.
    assert_eq!(
        params["host.server1-ens1.p5.receive_high"],
        (140_032 - (301 + 19) * 100 - 24_752).to_string()
    );
}

#[test]
fn classes_of_a_nic_are_those_of_its_host_alone() {
    let spec = imported("server1", FULL).unwrap().document.compile().unwrap();
    let shares = |name: &str| {
        let node = &spec.nodes[spec.node(name).unwrap().index()];
        spec.ports[node.ports.start as usize].config.priorities.map(|priority| priority.class.share)
    };
    assert_eq!(shares("server1-ens1"), [10, 10, 9, 9, 1, 59, 1, 1]);
    assert_eq!(shares("server2-ens1"), [0; 8], "the other host keeps the simulator's default");
}

#[test]
fn rate_limits_of_a_nic_are_maximum_rates_of_its_priorities() {
    let limits = FULL
        .replace("tc: 0 ratelimit: unlimited", "tc: 0 ratelimit: 20.0 Gbps")
        .replace("tc: 6 ratelimit: unlimited", "tc: 6 ratelimit: 200.0 Gbps");
    let import = imported("server1", &limits).unwrap();
    let spec = import.document.compile().unwrap();
    let rates = |name: &str| {
        let node = &spec.nodes[spec.node(name).unwrap().index()];
        let config = &spec.ports[node.ports.start as usize].config;
        config.priorities.map(|priority| priority.max_rate.map(|max| max.rate()))
    };
    let [each, one] = [5, 10].map(|gbps| Some(Rate::gbps(gbps)));
    assert_eq!(rates("server1-ens1"), [each, each, each, each, None, one, None, None]);
    assert_eq!(rates("server2-ens1"), [None; 8]);
    let reasons: Vec<(Treatment, &str)> = import
        .findings
        .iter()
        .filter(|finding| finding.place.field == "ratelimit")
        .map(|finding| (finding.treatment, finding.reason.as_str()))
        .collect();
    assert_eq!(
        reasons,
        [
            (Treatment::Taken, "TC 5: pir = 10G"),
            (Treatment::Changed, "TC 0: pir = 5G for each of its 4 priorities, which share 20G on the NIC"),
            (Treatment::Changed, "TC 6: pir = off, since 200G is above 100G, the rate of the link"),
        ]
    );
}

#[test]
fn a_link_to_a_nic_has_the_longer_of_two_cable_lengths() {
    for (nic, expected) in [("9", "40m"), ("40", "40m"), ("300", "300m")] {
        let import =
            imported("server1", &FULL.replace("Cable len: 9", &format!("Cable len: {nic}"))).unwrap();
        let link = import.document.links.iter().find(|link| link.b == "server1-ens1").unwrap();
        assert_eq!(link.length.unwrap().to_string(), expected);
        let changed = import.findings.iter().filter(|one| one.reason.contains("length = 300m")).count();
        assert_eq!(changed, if nic == "300" { 2 } else { 0 }, "a finding at each end");
    }
    let reported = imported("server1", &FULL.replace("Cable len: 9", "Cable len: 9000000")).unwrap_err();
    assert_eq!(reported, "nic.txt: Cable len: \"9000000\" must be a length in metres, such as 40");
}

#[test]
fn several_files_of_a_nic_are_joined_and_the_last_counts() {
    let with = |files: &[(&str, &str)]| {
        let request =
            Request { files: vec![File::new("leaf.json", switch().to_string())], ..Request::default() };
        let nic = |(name, text): &(&str, &str)| NicFile {
            host: Some("server1".to_owned()),
            file: File::new(*name, *text),
        };
        import_with_nics(&request, &files.iter().map(nic).collect::<Vec<_>>()).unwrap()
    };
    let once = with(&[("a.txt", FULL)]);
    let twice = with(&[("a.txt", FULL), ("b.txt", FULL)]);
    let reasons = |import: &Import| -> Vec<String> {
        import.mismatches.iter().map(|mismatch| mismatch.reason.clone()).collect()
    };
    assert_eq!(reasons(&once), reasons(&twice));
    assert_eq!(once.document, twice.document);
    assert!(twice.mismatches.iter().all(|mismatch| mismatch.near.file == "b.txt"));
    let later = with(&[("a.txt", FULL), ("pfc.txt", "prio-pfc 0:off 3:on")]);
    let params = &later.document.params.0;
    assert_eq!(params["host.server1-ens1.receive_buffer"], "160048", "the first file has the buffers");
    assert_eq!(params.get("host.server1-ens1.p5.lossless"), None, "the later file has PFC");
    let replaced = later.findings.iter().find(|one| one.reason.contains("a later file of the same NIC"));
    assert_eq!(replaced.unwrap().place.to_string(), "a.txt: PFC");
}

/// Findings of a file of `server1`, each with its treatment and its place without the file.
fn findings(text: &str) -> Vec<(Treatment, String)> {
    let import = imported("server1", text).unwrap();
    let own = import.findings.iter().filter(|finding| finding.place.file == "nic.txt");
    own.map(|one| (one.treatment, format!("{}: {}", one.place, one.reason).replace("nic.txt: ", "")))
        .collect()
}

#[test]
fn a_value_that_a_file_has_twice_is_reported() {
    let twice = FULL.replace("buffer      0", "buffer      1") + FULL;
    for (text, expected) in [
        ("prio-pfc 3:on\nprio-pfc 4:on", "PFC.enabled: left out: line 1 is replaced by line 2"),
        ("prio-pfc 3:on 3:off", "PFC.enabled: left out: line 1 has 3 twice, and the last counts"),
        ("tc-tsa 0:ets 1:ets\ntc-bw 0:40 1:60\ntc-bw 1:60", "tc.bw: left out: line 2 is replaced by line 3"),
        ("dscp-prio CS3:2 24:3", "trust.dscp: left out: DSCP 24 has priorities 2 and 3; 3 counts"),
        (&twice, "trust.state: left out: line 3 is replaced by line 36"),
        (&twice, "buffer.prio: left out: line 20 is replaced by line 53"),
        (&twice, "Cable len: left out: line 16 is replaced by line 49"),
        (&twice, "tc: left out: the lines before line 50, where another output begins"),
        (FULL, "trust.dscp: left out: DSCP 26 has priority 3 in one line and 5 in a later one"),
        (
            "tc: 0 tsa: ets, bw: 40%\npriority: 3\ntc: 1 tsa: ets, bw: 60%\npriority: 3\npriority: 4",
            "tc.priority: left out: priority 3 is in TC 0, and later in TC 1, which counts",
        ),
        (
            r#"{"dscp_prio": [[24, 3]]} [{"dscp_prio": [[24, 4]]}]"#,
            "trust.dscp: left out: object 1 is replaced by object 2",
        ),
    ] {
        let found = findings(text);
        let is_found = |(treatment, reason): &(Treatment, String)| {
            *treatment == Treatment::Changed && reason.starts_with(expected)
        };
        assert!(found.iter().any(is_found), "{expected}: {found:#?}");
    }
    assert!(
        findings("tc-bw 0:40\ntc-bw 1:60\nprio-tc 0:0 1:1").iter().all(|(_, one)| !one.contains("left out"))
    );
    let reported = refused(r#"{"dscp_prio": [[24, 3]], "dscp_prio": []}"#);
    assert!(reported.starts_with("nic.txt: dscp_prio: named twice in one object"), "{reported}");
}

#[test]
fn ets_bandwidths_that_do_not_sum_to_100_are_shares_in_proportion() {
    let text = |bandwidths: &str| {
        format!("prio-tc 0:0 1:0 2:0 3:1 4:1 5:1 6:1 7:1\ntc-tsa 0:ets 1:ets 2:strict\n{bandwidths}")
    };
    for (bandwidths, expected) in [
        (
            "tc-bw 0:90 1:60",
            Some("tc: the bandwidths of ETS classes sum to 150 %, not to 100 %: shares are in proportion"),
        ),
        (
            "tc-bw 0:30 1:50",
            Some("tc: the bandwidths of ETS classes sum to 80 %, not to 100 %: shares are in proportion"),
        ),
        (
            "tc-bw 0:30",
            Some("tc: an ETS class without a bandwidth counts as 100 %: shares are in proportion"),
        ),
        ("tc-bw 0:30 1:70 2:50", None),
    ] {
        let found = findings(&text(bandwidths));
        let sums = found.iter().filter(|(_, reason)| reason.contains("in proportion"));
        let sums: Vec<_> = sums.map(|(treatment, reason)| (*treatment, reason.as_str())).collect();
        assert_eq!(sums, expected.map(|reason| (Treatment::Changed, reason)).into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn values_of_dcb_without_a_counterpart_are_reported() {
    let text = "pfc-cap 8 macsec-bypass off delay 4096\nprio-pfc 3:on\ntc-maxrate 0:10Gbit\nwilling on ets-cap 8 cbs off\n\
                requests 3:7\nport-prio 4791:3\ntotal-size 2Mb\n";
    let json = r#"{"delay": 4096, "prio_pfc": [false,false,false,true,false,false,false,false]}
        {"tc_maxrate": [1250000000,0,0,0,0,0,0,0], "willing": true, "requests": [], "port_prio": [], "total_size": 2}"#;
    for text in [text, json] {
        let found = findings(text);
        for place in [
            "PFC.delay",
            "tc.ratelimit",
            "tc.willing",
            "PFC.requests",
            "trust.port-prio",
            "buffer.total-size",
        ] {
            let is_found = |(treatment, reason): &(Treatment, String)| {
                *treatment == Treatment::NotModelled && reason.starts_with(place)
            };
            assert_eq!(found.iter().filter(|one| is_found(one)).count(), 1, "{place}: {found:#?}");
        }
    }
}

#[test]
fn a_map_of_dscps_alone_is_compared_with_that_of_the_switch_port() {
    let reasons = |switch: &Value, text: &str| -> Vec<String> {
        let request =
            Request { files: vec![File::new("leaf.json", switch.to_string())], ..Request::default() };
        let nic = NicFile { host: Some("server1".to_owned()), file: File::new("app.txt", text) };
        let import = import_with_nics(&request, &[nic]).unwrap();
        import.mismatches.into_iter().map(|mismatch| mismatch.reason).collect()
    };
    // If the file has no PFC, priority 3, which is lossless at the switch port, is also lossless at the
    // NIC.
    assert_eq!(
        reasons(&switch(), "dscp-prio 3:3 24:3"),
        ["server1-ens1 and leaf Ethernet0 give different priorities to DSCP 24 (3 against 0)"]
    );
    assert_eq!(reasons(&switch(), "dscp-prio 3:3 24:4"), Vec::<String>::new());
    let mut without_map = switch();
    without_map["PORT_QOS_MAP"]["Ethernet0"] = json!({"pfc_enable": "3"});
    assert_eq!(
        reasons(&without_map, "dscp-prio 24:3 25:3"),
        ["server1-ens1 and leaf Ethernet0 give different priorities to DSCP 24-25 (3 against 0)"]
    );
}

#[test]
fn compared_maps_are_in_the_report() {
    for (text, expected) in [
        ("dscp-prio 3:3", "compared with the switch's map"),
        ("Priority trust state: dscp", "the output has no map of DSCPs to compare"),
        ("Priority trust state: pcp", "the maps are not compared, because one end goes by DSCP"),
    ] {
        let found = findings(text);
        let [(Treatment::NotModelled, reason)] = &found[..] else { panic!("{found:#?}") };
        assert!(reason.contains(expected), "{reason}");
    }
}

#[test]
fn a_nic_that_fits_has_no_mismatch() {
    let fits = FULL
        .replace("enabled     0   0   0   0   0   1", "enabled     0   0   0   1   0   0")
        .replace("buffer      0   0   0   0   0   1", "buffer      0   0   0   1   0   0")
        .replace("Cable len: 9", "Cable len: 40");
    let lines: String = fits
        .lines()
        .filter(|line| !line.contains("dscp"))
        .fold(String::new(), |text, line| text + line + "\n");
    let import = imported("server2-ens1", &lines).unwrap();
    assert_eq!(import.mismatches, []);
}

#[test]
fn a_host_that_is_not_there_is_refused_with_the_names_of_those_that_are() {
    let reported = imported("server3", FULL).unwrap_err();
    assert_eq!(reported, "nic.txt: --nic server3: there is no such host among server1-ens1, server2-ens1");
}
