//! Output formats of `mlnx_qos` and `dcb`.

use fabric_interop::nic::{NicSettings, NicTrust, Tsa};
use fabric_interop::sonic::File;
use fabric_sim::units::Rate;

use super::{FULL, refused};

fn read(text: &str) -> NicSettings {
    NicSettings::read(&File::new("nic.txt", text)).unwrap_or_else(|why| panic!("{why}"))
}

fn only(priority: usize) -> [bool; 8] {
    let mut set = [false; 8];
    set[priority] = true;
    set
}

#[test]
fn all_sections_of_mlnx_qos_are_read() {
    let settings = read(FULL);
    assert_eq!(
        (settings.trust, settings.pfc, settings.cable),
        (Some(NicTrust::Dscp), Some(only(5)), Some(9))
    );
    let map = settings.dscp.unwrap();
    assert_eq!([0, 24, 26, 27, 40, 63].map(|code| map[code]), [0, 3, 5, 3, 5, 7]);
    assert_eq!(settings.buffers, [20_016, 140_032, 0, 0, 0, 0, 0, 0]);
    assert_eq!(settings.buffer_of, Some([0, 0, 0, 0, 0, 1, 0, 0]));
    let class = |number| &settings.classes[&number];
    assert_eq!((class(0).tsa, class(0).bandwidth, class(0).limit), (Tsa::Ets, Some(40), None));
    assert_eq!((class(5).priorities.as_slice(), class(5).limit), (&[5][..], Some(Rate::gbps(10))));
    assert_eq!((class(6).tsa, class(6).priorities.as_slice()), (Tsa::Vendor, &[4, 6, 7][..]));
}

#[test]
fn a_short_output_with_other_indents_is_read() {
    let settings = read(
        "    PFC configuration:\n      priority    0   1   2   3   4   5   6   7\n      enabled    0   0   0   0   1   0   0   0\n\n    tc: 0 ratelimit: unlimited, tsa: vendor\n      priority:  1\n    tc: 1 ratelimit: unlimited, tsa: vendor\n      priority:  0\n      skprio: 0\n",
    );
    assert_eq!((settings.pfc, settings.trust, settings.buffer_of), (Some(only(4)), None, None));
    assert_eq!(settings.classes[&0].priorities, [1]);
}

#[test]
fn the_last_output_of_a_session_counts() {
    let earlier = FULL
        .replace("0   0   0   0   0   1   0   0", "0   0   0   1   0   0   0   0")
        .replace("tc: 6", "tc: 7");
    assert_eq!(read(&format!("{earlier}+ mlnx_qos -i ens1 --pfc 0,0,0,0,0,1,0,0\n{FULL}")), read(FULL));
}

#[test]
fn text_and_json_of_dcb_are_the_same() {
    let text = "# dcb pfc show dev eth0\npfc-cap 8 macsec-bypass off delay 0\nprio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n\
                # dcb ets show dev eth0\nwilling on ets-cap 8 cbs off\nprio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7\n\
                tc-tsa 0:ets 1:ets 2:ets 3:ets 4:strict 5:strict 6:strict 7:strict\ntc-bw 0:10 1:10 2:10 3:70 4:0 5:0 6:0 7:0\n\
                # dcb buffer show dev eth0\nprio-buffer 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0\n\
                buffer-size 0:10Kb 1:1Mb 2:0b 3:0b 4:0b 5:0b 6:0b 7:512b\ntotal-size 2Mb\n\
                # dcb app show dev eth0 dscp-prio\ndscp-prio 0:0 CS3:2 CS3:3 AF41:4\n";
    let json = r#"{"pfc_cap":8,"macsec_bypass":false,"delay":0,"prio_pfc":[false,false,false,true,false,false,false,false]}
        {"willing":true,"prio_tc":[0,1,2,3,4,5,6,7],"tc_tsa":["ets","ets","ets","ets","strict","strict","strict","strict"],"tc_bw":[10,10,10,70,0,0,0,0]}
        [{"prio_buffer":[0,0,0,1,0,0,0,0],"buffer_size":[10240,1048576,0,0,0,0,0,512],"total_size":2097152}]
        {"dscp_prio":[[0,0],[24,2],[24,3],[34,4]]}"#;
    let settings = read(text);
    assert_eq!(settings, read(json));
    assert_eq!((settings.pfc, settings.trust), (Some(only(3)), Some(NicTrust::Dscp)));
    let map = settings.dscp.unwrap();
    assert_eq!((map[24], map[34], map[25]), (3, 4, 0), "of two priorities for a DSCP the higher");
    assert_eq!(settings.classes[&3].bandwidth, Some(70));
}

#[test]
fn malformed_values_are_refused_with_their_line() {
    for (text, reason) in [
        ("prio-pfc 0:off 8:on", "nic.txt: line 1: \"8\" must be a number from 0 to 7"),
        ("prio-pfc 3:maybe", "\"maybe\" must be on or off"),
        (
            "PFC configuration:\n enabled 0 1 0 2 0 0 0 0",
            "line 2: enabled \"2\" of priority 3 must be 0 or 1",
        ),
        (
            "PFC configuration:\n enabled 0 1",
            "line 2: \"enabled 0 1\" must have 8 values, one for each priority",
        ),
        ("Priority trust state: x", "trust state \"x\" must be dscp or pcp"),
        ("Cable len: far", "cable length \"far\" must be whole metres"),
        ("tc: 0 ratelimit: unlimited, tsa: ets, bw: 101%", "must be a percentage"),
        (
            "tc: 0 ratelimit: fast, tsa: ets",
            "ratelimit \"fast\" must be unlimited, or a rate such as 10.0 Gbps",
        ),
        ("tc: 0 ratelimit: 0.0 Gbps, tsa: ets", "must be unlimited"),
        ("tc-tsa 0:cbs", "tsa \"cbs\" must be strict, ets or vendor"),
        ("prio:1 dscp:64,", "\"64\" must be a DSCP from 0 to 63"),
        (r#"{"prio_pfc": [true]}"#, "prio_pfc must be a list of 8 values, each on or off"),
        (r#"{"dscp_prio": [[64, 1]]}"#, "must have pairs of a DSCP (0 to 63) and a priority (0 to 7)"),
        ("{", "this is not JSON"),
        ("hello\n", "no setting of mlnx_qos or dcb was found"),
    ] {
        let reported = refused(text);
        assert!(reported.contains(reason), "{text}: {reported}");
    }
}
