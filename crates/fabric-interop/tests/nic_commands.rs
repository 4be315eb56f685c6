//! Tests of the commands of `mlnx_qos`, `dcb` and `ethtool` that give a NIC the settings of a host.

use fabric_interop::nic::commands;
use fabric_sim::document::Document;
use serde_json::json;

#[test]
fn commands_give_a_nic_the_settings_of_a_host_with_shares_in_percent() {
    let text = json!({
        "format": 1, "model": 1, "hosts": [{"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s1"}],
        "links": [["h1", "s1", "100G", "40m"], ["h2", "s1", "100G", "5m"]],
        "params": {
            "p3.class": "ets", "p0.class": "ets", "p3.share": "40", "p0.share": "10",
            "host.h1.p3.pir": "50G", "host.h1.p1.pir": "2.5G", "host.h1.p0.cir": "1G",
            "host.h1.receive_buffer": "262016"
        }
    });
    let spec = Document::parse(&text.to_string()).unwrap().compile().unwrap();
    let commands = commands(&spec, "h1", "ens1f0").unwrap();
    assert_eq!(
        commands.mlnx_qos.lines,
        [
            "mlnx_qos -i ens1f0 --trust dscp",
            "mlnx_qos -i ens1f0 --pfc 0,0,0,1,0,0,0,0",
            "mlnx_qos -i ens1f0 --prio_tc 0,1,2,3,4,5,6,7 --tsa ets,strict,strict,ets,strict,strict,strict,strict --tcbw 20,0,0,80,0,0,0,0",
            "mlnx_qos -i ens1f0 --cable_len 40",
            "mlnx_qos -i ens1f0 --ratelimit 0,3,0,50,0,0,0,0",
            "mlnx_qos -i ens1f0 --prio2buffer 0,0,0,0,0,0,0,0 --buffer_size 262016,0,0,0,0,0,0,0",
        ]
    );
    assert_eq!(commands.dcb.lines[0], "dcb pfc set dev ens1f0 prio-pfc all:off 3:on");
    assert_eq!(
        commands.dcb.lines[2..],
        [
            "dcb maxrate set dev ens1f0 tc-maxrate all:0bit 1:2500Mbit 3:50Gbit",
            "dcb buffer set dev ens1f0 prio-buffer all:0 buffer-size all:0 0:262016",
        ]
    );
    for (host, interface, reason) in
        [("s1", "eth0", "no such host"), ("h1", "eth0; reboot", "no name of a network interface")]
    {
        let reported = fabric_interop::nic::commands(&spec, host, interface).unwrap_err().to_string();
        assert!(reported.contains(reason), "{reported}");
    }
}

#[test]
fn notes_of_commands_concern_only_their_tool() {
    let text = json!({
        "format": 1, "model": 1, "hosts": [{"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s1"}],
        "links": [["h1", "s1", "100G", "40m"], ["h2", "s1", "100G", "5m"]],
        "params": {"host.h1.p1.pir": "2.5G", "host.h1.p0.cir": "1G", "host.h1.receive_buffer": "262016"}
    });
    let spec = Document::parse(&text.to_string()).unwrap().compile().unwrap();
    let of = |host: &str| {
        let commands = commands(&spec, host, "ens1f0").unwrap();
        [commands.mlnx_qos.notes.join("\n"), commands.dcb.notes.join("\n")]
    };
    let [mlnx_qos, dcb] = of("h1");
    for (words, is_of_mlnx_qos, is_of_dcb) in [
        ("--trust", true, false),
        ("whole Gb/s", true, false),
        ("Trust and cable length are left out", false, true),
        ("iproute2 6.18", false, true),
        ("max_buffer_size", true, true),
        ("No command sets cir", true, true),
    ] {
        assert_eq!(mlnx_qos.contains(words), is_of_mlnx_qos, "{words}: {mlnx_qos}");
        assert_eq!(dcb.contains(words), is_of_dcb, "{words}: {dcb}");
    }
    let quiet = of("h2").concat();
    assert!(!quiet.contains("receive_buffer") && !quiet.contains("maxrate"), "{quiet}");
}

#[test]
fn a_receive_buffer_of_the_default_size_is_not_set() {
    let text = json!({
        "format": 1, "model": 1, "hosts": [{"name": "h1"}, {"name": "h2"}],
        "links": [["h1", "h2", "100G", "5m"]]
    });
    let spec = Document::parse(&text.to_string()).unwrap().compile().unwrap();
    let commands = commands(&spec, "h1", "ens1f0").unwrap();
    let lines = [commands.mlnx_qos.lines, commands.dcb.lines].concat();
    assert!(!lines.iter().any(|line| line.contains("buffer")), "{lines:?}");
}

#[test]
fn a_pause_of_the_whole_link_is_set_by_ethtool_and_is_no_pfc() {
    let with = |way: &str| {
        let text = json!({
            "format": 1, "model": 2, "hosts": [{"name": "h1"}, {"name": "h2"}], "switches": [{"name": "s1"}],
            "links": [["h1", "s1", "100G", "5m"], ["h2", "s1", "100G", "5m"]],
            "params": {"host.h1.link_pause": way}
        });
        let spec = Document::parse(&text.to_string()).unwrap().compile().unwrap();
        commands(&spec, "h1", "ens1f0").unwrap()
    };
    for (way, last) in [("on", "rx on tx on"), ("rx", "rx on tx off"), ("tx", "rx off tx on")] {
        let commands = with(way);
        let last = format!("ethtool -A ens1f0 autoneg off {last}");
        assert!(
            commands.mlnx_qos.lines.contains(&"mlnx_qos -i ens1f0 --pfc 0,0,0,0,0,0,0,0".to_owned()),
            "{commands:?}"
        );
        assert!(
            commands.dcb.lines.contains(&"dcb pfc set dev ens1f0 prio-pfc all:off".to_owned()),
            "{commands:?}"
        );
        assert!(
            commands.mlnx_qos.lines.contains(&last) && commands.dcb.lines.contains(&last),
            "{commands:?}"
        );
    }
}
