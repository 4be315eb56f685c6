use fabric_sim::document::{Action, Document, Host, Incast, Link, Switch, TimedAction, TransferBytes};
use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::fabric::frame::Frames;
use fabric_sim::units::{Rate, Time};

use super::{compile, refused, with};

#[test]
fn hostile_documents_are_refused_in_bounded_memory() {
    let hosts = |count: usize| {
        let list: Vec<String> = (0..count).map(|n| format!(r#"{{"name":"{n}"}}"#)).collect();
        format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, list.join(","))
    };
    assert!(refused(&hosts(1_000_000)).contains("is too long: at most 4194304"));
    assert!(refused(&hosts(200_000)).contains("hosts: 200000 are too many: at most 4096"));
    assert!(refused(&hosts(4_097)).contains("hosts: 4097 are too many: at most 4096"));
    assert!(compile(&hosts(4_096)).is_ok());
    let deep = format!(
        r#"{{"format": 1, "model": 1, "hosts": {}{}}}"#,
        "[".repeat(1_000_000),
        "]".repeat(1_000_000)
    );
    assert!(refused(&deep).len() < 200, "{}", refused(&deep));
    let long = with(&format!(r#", "params": {{"xoff": "{}"}}"#, "9".repeat(100_000)));
    assert!(refused(&long).len() < 300);
    let name = with(&format!(r#", "{}": 1"#, "n".repeat(100_000)));
    assert!(refused(&name).len() < 600, "{}", refused(&name).len());
}

/// The memory that a run uses is limited. This limit includes the frames in cables and in NICs.
#[test]
fn long_cables_and_many_sources_use_bounded_memory() {
    let cable = |delay: &str| {
        format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}],
                "links": [{{"a": "a", "b": "b", "rate": "100G", "delay": "{delay}"}}]}}"#
        )
    };
    // The two directions of the link contain 2 × 10 ms / 5.12 ns = 3.9 million frames of 64 B at 100 Gb/s.
    assert!(compile(&cable("10ms")).is_ok());
    assert!(
        refused(&cable("11ms")).contains("cables that hold 4296874 frames of 64 B"),
        "{}",
        refused(&cable("11ms"))
    );

    // Each of 400 flows at 10 Tb/s hands over 19 532 frames in a microsecond, which are 7.8 million frames in
    // total.
    let flows: Vec<String> = (0..400)
        .map(|n| format!(r#"{{"name": "f{n}", "from": "a", "to": "b", "frame": 64, "payload": 42, "arrival": {{"constant": "10T"}}}}"#))
        .collect();
    let text = cable("1us").replace("]}", &format!(r#"], "flows": [{}]}}"#, flows.join(",")));
    let mut world = World::new(Arc::new(compile(&text).expect("a good document")));
    world.run_until(Time::from_us(1), u64::MAX, &mut ());
    let ledger = world.ledger();
    assert!(ledger.holds());
    assert!((ledger.buffered + ledger.in_flight) / 64 <= u64::from(Frames::MAX_FRAMES));
    assert!(ledger.dropped > 0, "the rest was lost at its source, and counted");
}

/// Credit resyncs without wire time take no transmission time. So only the range of `credit_resync` limits
/// their number in the cables.
#[test]
fn a_resync_does_not_fill_the_cables() {
    let with = |delay: &str, resync: &str| {
        format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "a"}}, {{"name": "b"}}],
                "links": [{{"a": "a", "b": "b", "rate": "1M", "delay": "{delay}"}}],
                "params": {{"credits": "10k", "credit_resync": "{resync}"}}}}"#
        )
    };
    assert!(compile(&with("1s", "10us")).is_ok());
    let why = refused(&with("1s", "100ns"));
    assert!(why.contains("params.credit_resync: every 100ns would have 40000000 totals in cables"), "{why}");
}

#[test]
fn the_largest_fabric_compiles_and_more_flows_are_refused_quickly() {
    let mut document = Document::empty();
    let (hosts, switches) = (4_032, 64);
    document.hosts = (0..hosts).map(|n| Host { name: format!("h{n}") }).collect();
    document.switches = (0..switches).map(|n| Switch { name: format!("s{n}"), profile: None }).collect();
    let link = |a: String, b: String| Link {
        a,
        b,
        rate: Rate::gbps(100),
        length: None,
        delay: None,
        phy: Time::ZERO,
        drop_every: None,
        corrupt: None,
    };
    document.links = (0..hosts).map(|n| link(format!("h{n}"), format!("s{}", n % switches))).collect();
    document.links.extend((1..switches).map(|n| link(format!("s{}", n - 1), format!("s{n}"))));
    // Each switch has 63 hosts, and a neighbour on both sides. These are 65 ports, one more than allowed.
    let reported = document.compile().unwrap_err().to_string();
    let each = "is a switch of 65 ports, but must be one of at most 64; spread its links over more switches";
    assert!(reported.starts_with(&format!("switches[1]: {each}")), "{reported}");
    // The refusal names each switch once, with its number of ports, however many links the switch has.
    let mut star = document.clone();
    star.links = (0..257).map(|n| link(format!("h{n}"), "s0".to_owned())).collect();
    let all = star.compile().unwrap_err().to_string();
    let expected = "switches[0]: is a switch of 257 ports, but must be one of at most 64; spread its links over more switches";
    assert_eq!(all, expected);
    document.links.truncate(hosts);
    let incast = |n: u64| TimedAction {
        at: Time(n),
        action: Action::Incast(Incast::all("h0", TransferBytes::new(1_000).unwrap())),
    };
    let set =
        |n: u64| TimedAction { at: Time(n), action: Action::Set([("xoff", format!("{}k", 39 + n))].into()) };
    document.actions = (0..10).map(incast).collect();
    assert_eq!(document.compile().unwrap().actions.len(), 10);
    document.actions = (0..4_096).map(incast).collect();
    let reported = document.compile().unwrap_err().to_string();
    assert!(
        reported.contains("actions[16].incast: 68527 flows until here are too many: at most 65536"),
        "{reported}"
    );
    document.actions = (0..4_096).map(set).collect();
    let reported = document.compile().unwrap_err().to_string();
    assert!(reported.contains("the actions name too many ports in all"), "{reported}");
}
