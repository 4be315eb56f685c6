//! Tests that each key of HPCC's `config.txt` is in a list of the report.

use fabric_interop::Treatment;
use fabric_interop::hpcc::{RateControl, Request, import};
use fabric_interop::sonic::{File, Import};

/// Import of three hosts at one switch with 100 Gb/s, and one flow.
fn request(config: &str) -> Request {
    let links = "0 3 100Gbps 0.001ms 0\n1 3 100Gbps 0.001ms 0\n2 3 100Gbps 0.001ms 0\n";
    Request {
        topology: File::new("topology.txt", format!("4 1 3\n3\n{links}")),
        flows: Some(File::new("flow.txt", "1\n0 2 3 100 1000 2.0\n")),
        config: Some(File::new("config.txt", config)),
        rate_control: None,
    }
}

fn imported(request: &Request) -> Import {
    import(request).unwrap_or_else(|why| panic!("{why}"))
}

/// Usual keys of a `config.txt`, which describe the fabric.
const CONFIG: &str = "ENABLE_QCN 1\nUSE_DYNAMIC_PFC_THRESHOLD 1\nPACKET_PAYLOAD_SIZE 1000\nSIMULATOR_STOP_TIME 4.00\nCC_MODE 1\n\
    ALPHA_RESUME_INTERVAL 1\nRATE_DECREASE_INTERVAL 4\nCLAMP_TARGET_RATE 0\nRP_TIMER 900\nEWMA_GAIN 0.00390625\n\
    FAST_RECOVERY_TIMES 1\nRATE_AI 50Mb/s\nRATE_HAI 100Mb/s\nMIN_RATE 100Mb/s\nDCTCP_RATE_AI 1000Mb/s\n\
    ERROR_RATE_PER_LINK 0.0000\nL2_CHUNK_SIZE 4000\nL2_ACK_INTERVAL 1\nL2_BACK_TO_ZERO 0\nHAS_WIN 1\nGLOBAL_T 1\nVAR_WIN 1\n\
    ACK_HIGH_PRIO 0\nLINK_DOWN 0 0 0\nKMAX_MAP 1 100000000000 1600\nKMIN_MAP 1 100000000000 400\n\
    PMAX_MAP 1 100000000000 0.2\nBUFFER_SIZE 32\n";

#[test]
fn each_key_of_a_configuration_is_in_a_list() {
    for (from, to, control) in [
        ("", "", None),
        ("ENABLE_QCN 1", "ENABLE_QCN 0", None),
        ("", "", Some(RateControl::None)),
        ("", "", Some(RateControl::Dcqcn)),
        ("HAS_WIN 1", "HAS_WIN 0", None),
        ("VAR_WIN 1", "VAR_WIN 0", None),
        ("LINK_DOWN 0 0 0", "LINK_DOWN 1", None),
        ("GLOBAL_T 1", "GLOBAL_T 0", None),
    ] {
        let text = CONFIG.replacen(from, to, 1);
        let mut request = request(&text);
        request.rate_control = control;
        let import = imported(&request);
        for key in text.lines().filter_map(|line| line.split_whitespace().next()) {
            let count =
                import.findings.iter().filter(|one| one.place.table == key && !one.place.key.is_empty());
            assert!(count.count() > 0, "{key} with {to:?} and {control:?}: {:#?}", import.findings);
        }
    }
}

#[test]
fn keys_without_effect_are_not_modelled() {
    let mut request = request(&CONFIG.replace("ENABLE_QCN 1", "ENABLE_QCN 0"));
    request.rate_control = Some(RateControl::None);
    let import = imported(&request);
    for (key, reason) in [
        ("KMIN_MAP", "ENABLE_QCN is 0: switches mark no frame"),
        ("PMAX_MAP", "ENABLE_QCN is 0: switches mark no frame"),
        ("EWMA_GAIN", "a parameter of DCQCN, but the flows have no rate control"),
        ("RP_TIMER", "a parameter of DCQCN, but the flows have no rate control"),
    ] {
        let of_key = import.findings.iter().filter(|one| one.place.table == key);
        let found: Vec<_> = of_key.map(|one| (one.treatment, one.reason.as_str())).collect();
        assert_eq!(found, [(Treatment::NotModelled, reason)], "{key}");
    }
}

#[test]
fn a_line_or_an_entry_that_a_later_one_replaces_is_reported() {
    let text = CONFIG.replace(
        "KMIN_MAP 1 100000000000 400",
        "KMIN_MAP 2 100000000000 300 100000000000 400 7 8\nHAS_WIN 0",
    );
    let import = imported(&request(&text));
    let changed: Vec<String> = import
        .findings_with(Treatment::Changed)
        .map(|one| format!("{}: {}", one.place, one.reason))
        .collect();
    for expected in [
        "config.txt: HAS_WIN|line 20: left out: line 20 is replaced by line 27",
        "config.txt: KMIN_MAP|line 26: left out: the rate 100000000000 has a later entry, too, which counts",
        "config.txt: KMIN_MAP|line 26: left out: the words after the 2 entries that the line counts",
    ] {
        assert!(changed.iter().any(|one| one == expected), "{expected}: {changed:#?}");
    }
    assert_eq!(import.document.params.0["p3.kmin"], "400000");
}
