//! Tests of `pfc=off`, which runs a fabric without PFC for comparison.

use fabric_sim::document::Document;

use super::{edited, ran, says, says_nothing_of, star, warned};

fn congested() -> Document {
    star(
        2,
        4,
        r#""horizon": "200us", "params": {"xoff": "40k", "headroom": "20k", "memory": "2M", "reliability": "go_back_n"},
        "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r"},
            {"name": "c", "from": "h2", "to": "r"}, {"name": "d", "from": "h3", "to": "r"}]"#,
    )
}

#[test]
fn without_pfc_no_queue_is_paused_and_every_change_is_listed() {
    let (with, report) = ran(&congested());
    assert!(report.fabric.pause_sent > 0 && report.fabric.dropped_frames == 0);
    assert!(report.without_pfc.is_empty());
    let (without, report) = ran(&edited(congested(), &[("pfc", "off")]));
    assert_eq!((report.fabric.pause_sent, report.fabric.lossless_violations), (0, 0));
    assert_eq!(
        report.without_pfc,
        [
            "pfc_tx: on → off, at 10 priorities of ports",
            "pfc_rx: on → off, at 10 priorities of ports",
            "lossless: on → off, at 5 priorities of ports",
            "headroom: 20k → 0, at 5 priorities of ports",
            "threshold: static 40k → dynamic, α 1, at 5 priorities of ports",
            "egress limit: none → dynamic, α 1, at 5 priorities of ports",
        ]
    );
    let reliable = |world: &fabric_sim::engine::World| {
        world.flow_specs().map(|flow| flow.reliability).collect::<Vec<_>>()
    };
    assert_eq!(reliable(&with), reliable(&without));
    // Without PFC, the headroom becomes part of the shared memory. With α = 1, the queue may use half of the
    // free memory.
    let peak = report.ports.iter().map(|port| port.egress_peak_bytes).max();
    assert!(peak.is_some_and(|peak| (900_000..=1_002_000).contains(&peak)), "{peak:?}");
}

#[test]
fn a_lossy_class_that_drops_at_a_static_xoff_is_named() {
    let (_, report) = ran(&congested());
    assert_eq!(report.static_drops, [], "the class is lossless");
    let (_, report) = ran(&edited(congested(), &[("lossless", "off")]));
    let lost: u64 = report.static_drops.iter().map(|group| group.lost_frames).sum();
    assert_eq!(Some(&lost), report.fabric.drops.get("tail_drop"));
    assert!(lost > 0 && report.static_drops.iter().all(|group| group.xoff_bytes == 40_000));
    let (_, report) = ran(&edited(congested(), &[("pfc", "off")]));
    assert_eq!(report.static_drops, [], "pfc=off makes the limit dynamic");
}

/// Settings of PFC have no effect with `pfc=off`. These settings are for the compared run with PFC, so they
/// cause no warning.
#[test]
fn settings_that_pfc_off_takes_away_have_no_warning() {
    let settings = [
        ("switch.s.p3.headroom", "30k"),
        ("switch.s.p3.xon", "20k"),
        ("switch.s.p3.pfc_tx", "on"),
        ("switch.s.pause_quanta", "500"),
        ("switch.s.refresh", "1us"),
        ("switch.s.port.2.pfc_delay", "100ns"),
        ("switch.s.headroom_pool", "100k"),
        ("switch.s.explicit_xon", "off"),
        ("switch.s.p3.watchdog", "sonic"),
    ];
    for setting in settings {
        let off = edited(congested(), &[setting, ("pfc", "off")]);
        says_nothing_of(&warned(&off), &format!("{}:", setting.0));
    }
}

/// With `pfc=off`, 802.3x pauses stay on, because they are not PFC. The list of changes says that these
/// pauses stay on.
#[test]
fn link_pauses_stay_on_without_pfc_and_the_report_states_it() {
    let fields = r#""horizon": "100us", "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r"}]"#;
    let document = edited(star(2, 2, fields), &[("pfc", "off"), ("link_pause", "on")]);
    let (_, report) = ran(&document);
    says(&report.without_pfc, "nothing at 6 ports with link_pause: their links still pause");
    let (_, report) = ran(&edited(star(2, 2, fields), &[("pfc", "off")]));
    says_nothing_of(&report.without_pfc, "link_pause");
}
