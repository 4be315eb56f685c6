//! Tests of parameters whose values are each in range, but contradict each other.

use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Preset};
use fabric_sim::fabric::buffer::Threshold;

use super::refusals::each_names_a_remedy;
use super::with;

#[test]
fn settings_above_the_memory_of_a_switch_are_refused_with_the_rule() {
    each_names_a_remedy([
        (
            with(r#", "params": {"headroom": "20M"}"#),
            "the headroom of one group (20M) does not fit in the memory (16M)",
        ),
        (
            with(r#", "params": {"reserve": "9M"}"#),
            "the reserves of all ports (18M) do not fit in the memory (16M)",
        ),
        (
            with(r#", "params": {"reserve": "7M", "headroom_pool": "3M"}"#),
            "the reserves of all ports and the headroom pool (17M) do not fit in the memory (16M)",
        ),
        (
            // With a headroom pool, `headroom` has no effect, so the problem is not reported at `headroom`.
            with(r#", "params": {"headroom": "30k", "headroom_pool": "20M"}"#),
            "params.headroom_pool: the reserves of all ports and the headroom pool (20M) do not fit in the memory (16M)",
        ),
        (
            with(r#", "params": {"alpha": "1/8", "xon": "3M"}"#),
            "params.xon: XON (3M) is above the most that the dynamic XOFF threshold can be (1.995M, with nothing in use)",
        ),
        (
            with(r#", "params": {"wred_min": "20k", "wred_max": "10k"}"#),
            "WRED min (20k) is above its max (10k)",
        ),
        (
            with(r#", "params": {"headroom_ratio": "1/2"}"#),
            "params.headroom_ratio: is \"1/2\", but must be a ratio such as 1/8 or 2 from 1 to 64, or off",
        ),
        (
            with(r#", "params": {"headroom_ratio": 2, "headroom_pool": "30k"}"#),
            "params.headroom_ratio: headroom_ratio and headroom_pool are both given here",
        ),
        (
            with(r#", "params": {"p3.counted": "off"}"#),
            "a priority that takes no memory requests no pause, so it cannot be lossless",
        ),
    ]);
}

#[test]
fn an_action_that_exceeds_the_memory_is_refused() {
    each_names_a_remedy([
        (
            with(r#", "actions": [{"at": "1us", "set": {"headroom": "8.1M"}}]"#),
            "actions[0].set: s1: reserves and headrooms of all ports (16.2M) do not fit in the memory (16M)",
        ),
        (
            // Each of the two actions alone fits in the memory.
            with(
                r#", "actions": [{"at": "2us", "set": {"headroom": "5M"}}, {"at": "1us", "set": {"reserve": "4M"}}]"#,
            ),
            "actions[0].set: s1: reserves and headrooms of all ports (18M) do not fit in the memory (16M)",
        ),
    ]);
}

/// A default receive buffer that is too small causes a warning. Only an explicit size is refused.
#[test]
fn an_explicit_receive_buffer_below_its_xoff_is_refused() {
    each_names_a_remedy([(
        with(r#", "params": {"receive_high": "50k", "receive_buffer": "40k"}"#),
        "params.receive_high: the receive XOFF (50k) is above the receive buffer (40k), at host.h1.p3 and 1 more",
    )]);
    super::good(r#", "params": {"receive_high": "2M"}"#);
    super::good(r#", "params": {"receive_high": "40k", "receive_buffer": "40k"}"#);
}

#[test]
fn a_repeated_code_point_in_an_entry_is_refused() {
    each_names_a_remedy([
        (
            with(r#", "maps": [{"switch": "s1", "pcp": [[3, 1], [4, 1], [3, 2]]}]"#),
            "maps[0].pcp[2]: PCP 3 is mapped twice in this entry",
        ),
        (
            with(r#", "maps": [{"switch": "s1", "dscp": [[26, 3], [26, 3]]}]"#),
            "maps[0].dscp[1]: DSCP 26 is mapped twice in this entry",
        ),
    ]);
    super::good(r#", "maps": [{"switch": "s1", "pcp": [[3, 1]]}, {"switch": "s1", "pcp": [[3, 2]]}]"#);
}

/// The problem is reported at the value that the document sets, not at each port to which the value applies.
#[test]
fn a_refusal_names_the_explicit_value() {
    each_names_a_remedy([
        (with(r#", "params": {"p3.share": 80}"#), "params.p3.share: a strict priority has no share"),
        (
            with(r#", "params": {"xoff": "10k", "switch.s1.port.1.xon": "20k"}"#),
            "params.switch.s1.port.1.xon: XON (20k) is above the XOFF threshold (10k)",
        ),
        (
            with(r#", "params": {"xon": "20k", "switch.s1.port.1.p3.xoff": "10k"}"#),
            "params.xon: XON (20k) is above the XOFF threshold (10k), at switch.s1.port.1.p3",
        ),
        // The document sets a class to ETS, but no share.
        (
            with(r#", "params": {"switch.s1.p3.class": "ets"}"#),
            "params.switch.s1.p3.class: an ETS priority needs a share of 1% to 100%, at switch.s1.port.0.p3 and 1 more",
        ),
    ]);
}

#[test]
fn every_broken_rule_of_a_priority_is_reported() {
    let text =
        with(r#", "params": {"kmin": "30k", "kmax": "10k", "xoff": "40k", "xon": "50k", "p3.share": 50}"#);
    let reported = Document::parse(&text).unwrap().compile().unwrap_err().to_string();
    let lines: Vec<&str> = reported.lines().collect();
    assert_eq!(
        lines,
        [
            "params.kmin: Kmin (30k) is above Kmax (10k), at switch.s1.port.0.p0 and 15 more; change kmin or kmax",
            "params.xon: XON (50k) is above the XOFF threshold (40k), at switch.s1.port.0.p3 and 1 more; change xon or xoff",
            "params.p3.share: a strict priority has no share (50%), at host.h1.p3 and 3 more; set share to auto, or class to ets"
        ]
    );
}

/// If several values contradict each other, the problem is reported at the value that was edited last.
#[test]
fn a_refusal_names_the_edit_before_earlier_values() {
    let mut document = Preset::find("ets").unwrap().document();
    let reported = |document: &Document, written: &[Address]| {
        document.compile_edited(written).unwrap_err().list()[0].place.clone()
    };
    let written = document.edit_all([("xoff", "30k")].into_iter()).unwrap();
    assert_eq!(reported(&document, &written), "params.xoff");
    assert_eq!(reported(&document, &[]), "params.xon");
    let both = document.edit_all([("xoff", "30k"), ("xon", "20k")].into_iter()).unwrap();
    assert!(document.compile_edited(&both).is_ok());
}

#[test]
fn conflicting_values_that_are_changed_together_are_refused() {
    let with = |pairs: &[(&'static str, &'static str)]| {
        let mut document = Preset::find("pause").unwrap().document();
        document.edit_all(pairs.iter().copied()).unwrap();
        document.compile().map(|spec| spec.ports[3].config.priorities[3].pg.threshold)
    };
    for (rivals, expected) in [
        (
            [("xoff", "20k"), ("alpha", "1/2")],
            "params.alpha: xoff and alpha are both given here; take one out, or set",
        ),
        (
            [("egress_alpha", "2"), ("egress_limit", "20k")],
            "params.egress_alpha: egress_alpha and egress_limit are both given here; take one out",
        ),
        (
            [("headroom_ratio", "2"), ("headroom_pool", "20k")],
            "params.headroom_ratio: headroom_ratio and headroom_pool are both given here; take one out",
        ),
    ] {
        let reported = with(&rivals).unwrap_err().to_string();
        assert!(reported.starts_with(expected), "{reported}");
    }
    // The parameter `threshold` selects `xoff` or `alpha`.
    let word = with(&[("xoff", "20k"), ("alpha", "1/2"), ("threshold", "dynamic")]).unwrap();
    assert_eq!(word, Threshold::Dynamic(Threshold::ONE / 2));
    // If α is edited, and the threshold is not, the XOFF of the preset no longer applies.
    assert_eq!(with(&[("alpha", "2")]).unwrap(), Threshold::Dynamic(Threshold::ONE * 2));
}

#[test]
fn invalid_credits_are_refused_with_the_rule() {
    each_names_a_remedy([
        (
            with(r#", "params": {"credits": "20k", "p3.pfc_rx": "on"}"#),
            "params.credits: the link has credits (priority 3) and PFC (priority 3): it may have one of them",
        ),
        (
            with(r#", "params": {"p3.credits": "20k", "p4.lossless": "on"}"#),
            "the link has credits (priority 3) and PFC (priority 4): it may have one of them",
        ),
        (
            with(r#", "params": {"host.h1.credits": "20k", "switch.s1.port.0.p3.pfc_tx": "on"}"#),
            "the link has credits (priority 3) and PFC (priority 3)",
        ),
        (
            with(r#", "params": {"credits": "9M"}"#),
            "the credits of all ports (18M) do not fit in the memory (16M)",
        ),
        (
            with(r#", "params": {"host.h1.credits": "60k", "host.h1.receive_buffer": "50k"}"#),
            "the credits of all priorities (60k) are above the receive buffer (50k)",
        ),
        (
            with(r#", "params": {"credits": "20k", "mac_table": "learnt"}"#),
            "params.credits: a switch that floods keeps a copy of a frame for every output, and its credits cover one",
        ),
        (
            with(r#", "params": {"credits": "63"}"#),
            "params.credits: is \"63\", but must be an amount of bytes from 64 to 1G, or off",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"credits": "63k"}}]"#),
            "credits may not change in a running fabric; give it in params",
        ),
        (
            with(r#", "actions": [{"at": "1us", "lose_credits": {"port": "h1"}}]"#),
            "actions[0].lose_credits.port: h1 sends nothing for credits: none come in there",
        ),
        (
            with(
                r#", "params": {"credits": "20k"}, "actions": [{"at": "1us", "lose_credits": {"port": "h1", "chance": "2"}}]"#,
            ),
            "actions[0].lose_credits.chance: is \"2\", but must be a probability in steps of 1e-12 such as 1%, 0.01, 1e-3 or 1/256",
        ),
        (
            with(r#", "params": {"credits": "500"}, "flows": [{"name": "f", "from": "h1", "to": "h2"}]"#),
            "flows[0].frame: a frame of it takes 1k, and s1.0 gives priority 3 500 of credits at most, so it never starts; give more credits",
        ),
        (
            with(r#", "flows": [{"name": "f", "from": "h1", "to": "h2", "credits": {"bytes": 999}}]"#),
            "flows[0].credits.bytes: is 999, but must be at least 1000, a frame of the flow",
        ),
        (
            with(
                r#", "flows": [{"name": "f", "from": "h1", "to": "h2", "credits": {"bytes": "9k", "priority": 6}}]"#,
            ),
            "flows[0].credits.priority: updates without a size take no wire time: they have no priority 6",
        ),
    ]);
    super::good(r#", "params": {"credits": "20k", "mac_table": "learnt", "unknown": "drop"}"#);
    // PFC is allowed at a link without credits.
    super::good(r#", "params": {"host.h1.credits": "20k", "switch.s1.port.1.p3.pfc_tx": "on"}"#);
}
