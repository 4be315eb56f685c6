//! Tests of refused parameters: their values, their addresses, profiles, and words of other systems.

use super::{each_names_a_remedy, flow};
use crate::{refused, with};

#[test]
fn contradictory_parameters_are_refused_with_the_rule() {
    each_names_a_remedy([
        (
            with(r#", "params": {"xof": 1}"#),
            "params.xof: there is no parameter \"xof\"; most like it are xoff",
        ),
        (
            with(r#", "params": {"xoff": "10 parsecs"}"#),
            "params.xoff: is \"10 parsecs\", but must be an amount of bytes from 64 to 1G",
        ),
        (
            with(r#", "params": {"p3.alpha": "200"}"#),
            "params.p3.alpha: is \"200\", but must be a ratio such as 1/8 or 2 from 1/256 to 128",
        ),
        (
            with(r#", "params": {"switch.s2.xoff": "10k"}"#),
            "params.switch.s2.xoff: there is no switch called \"s2\"",
        ),
        (
            with(r#", "params": {"switch.s1.port.2.xoff": "10k"}"#),
            "params.switch.s1.port.2.xoff: switch \"s1\" has 2 ports, numbered from 0",
        ),
        (with(r#", "params": {"class": "best"}"#), "params.class: is \"best\", but must be strict or ets"),
        (
            with(r#", "params": {"xoff": "10k", "xon": "20k"}"#),
            "params.xon: XON (20k) is above the XOFF threshold (10k), at switch.s1.port.0.p3 and 1 more",
        ),
        (
            with(r#", "params": {"xoff": "10k", "alpha": 2}"#),
            "params.alpha: xoff and alpha are both given here",
        ),
        (with(r#", "params": {"kmin": "20k", "kmax": "10k"}"#), "Kmin (20k) is above Kmax (10k)"),
        (with(r#", "params": {"p3.share": 80}"#), "a strict priority has no share (80%)"),
        (with(r#", "params": {"p3.class": "ets"}"#), "an ETS priority needs a share of 1% to 100%"),
        (
            with(r#", "params": {"p3.class": "ets", "p3.share": 101}"#),
            "but must be a whole percentage from 1% to 100%",
        ),
        (
            with(r#", "params": {"host.h2.p3.share": 80}"#),
            "host.h2.p3.share: a strict priority has no share (80%)",
        ),
        (with(r#", "params": {"p3.share": 101}"#), "must be a whole percentage from 1% to 100%, or auto"),
        (with(r#", "params": {"ets": "fifo"}"#), "params.ets: is \"fifo\", but must be dwrr or wrr"),
        (
            with(r#", "params": {"ets_quantum": 63}"#),
            "params.ets_quantum: is \"63\", but must be an amount of bytes from 64 to 1M, or auto",
        ),
        (
            with(r#", "params": {"drain": "off", "host.h2.drain": "1k"}"#),
            "params.host.h2.drain: is \"1k\", but must be a rate from 1M to 10T, or off",
        ),
        (
            with(r#", "params": {"switch.s1.drain": "40G"}"#),
            "params.switch.s1.drain: drain is a parameter of hosts",
        ),
        (
            with(r#", "params": {"receive_high": "10k", "receive_low": "20k"}"#),
            "params.receive_low: receive XON (20k) is above the receive XOFF (10k), at host.h1.p3 and 1 more",
        ),
        (with(r#", "params": {"p3.ets": "wrr"}"#), "params.p3.ets: ets belongs to no single priority"),
        (
            with(r#", "params": {"memory": "39k"}"#),
            "params.memory: reserves and headrooms of all ports (40k) do not fit in the memory (39k)",
        ),
        (
            with(r#", "profiles": {"a": {"hop_limit": 3}}"#),
            "profiles.a.hop_limit: hop_limit belongs to the fabric as a whole",
        ),
        (
            with("").replace(r#""name": "s1""#, r#""name": "s1", "profile": "b""#),
            "switches[0].profile: there is no profile called \"b\"",
        ),
    ]);
}

#[test]
fn words_of_other_systems_are_refused_with_the_parameter_here() {
    for (word, reported) in [
        ("dynamic_th", "\"dynamic_th\" (SONiC) is alpha or egress_alpha here: alpha is 2 to the power of"),
        ("static_th", "is xoff or egress_limit here"),
        ("over_subscribe_ratio", "is headroom_ratio here"),
        ("detection_time", "is watchdog_detection here"),
        ("restoration_time", "is watchdog_restoration here"),
        ("weight", "is share here: shares are relative weights"),
        ("quanta", "is pause_quanta here"),
        ("shaper", "is pir or port_pir here"),
        ("min_bandwidth", "is cir here"),
        ("flow_control", "is link_pause here: on, tx or rx"),
        ("802-3x", "\"802.3x\" (IEEE 802.3) is link_pause here"),
        ("spray", "is not modelled: a flow keeps one of the equal paths"),
        ("drill", "is not modelled"),
        ("KMAX_MAP", "\"kmax_map\" (HPCC simulator) is kmax here"),
    ] {
        for address in [word.to_owned(), format!("p3.{word}"), format!("switch.s1.{word}")] {
            let text = refused(&with(&format!(r#", "params": {{"{address}": 1}}"#)));
            assert!(
                text.contains(&format!("there is no parameter \"{word}\"")) && text.contains(reported),
                "{text}"
            );
        }
    }
    // The refusal is the same if the word is a field of the document instead of a parameter.
    let reported = refused(&with(r#", "load_balancing": "spray""#));
    assert!(
        reported
            .contains("there is no such field; \"load_balancing\" (switches) is not modelled: a flow keeps"),
        "{reported}"
    );
}

#[test]
fn addresses_profiles_and_headers_are_refused_with_a_remedy() {
    let param = |address: &str| with(&format!(r#", "params": {{"{address}": "1k"}}"#));
    each_names_a_remedy([
        (param("xof"), "params.xof: there is no parameter \"xof\"; most like it are xoff"),
        (param("seed"), "params.seed: there is no parameter \"seed\"; it is a field of the document"),
        (param("p9.xoff"), "params.p9.xoff: is priority p9, but must be p0 to p7"),
        (param("switch.s1"), "params.switch.s1: a parameter is missing after the switch; add one"),
        (param("switch.s9.xoff"), "params.switch.s9.xoff: there is no switch called \"s9\"; add it"),
        (param("switch.s1.port.9.xoff"), "switch \"s1\" has 2 ports, numbered from 0; name one of them"),
        (param("switch.s1.port.x.xoff"), "\"x\" is no port number; give one from 0"),
        (param("p3.ets"), "params.p3.ets: ets belongs to no single priority; give it without a priority"),
        (param("switch.s1.hop_limit"), "hop_limit belongs to the fabric as a whole; give it as hop_limit"),
        (param("switch.s1.port.0.memory"), "memory belongs to a whole switch; give it without a port"),
        (param("host.h1.memory"), "memory is a parameter of switches; give it for a switch"),
        (param("switch.s1.drain"), "drain is a parameter of hosts; give it for a host"),
        (param("profile"), "params.profile: is \"1k\", but must be auto"),
        (
            with(r#", "profiles": {"a": {"profile": "sonic"}}"#),
            "profiles.a.profile: a profile names no other profile; take it out",
        ),
        (flow(r#""icrc": true"#), "flows[0].icrc: ip frames have no ICRC; remove the field"),
        (flow(r#""format": "none""#), "flows[0].format: there is no format \"none\"; there are"),
        (flow(r#""tagged": false, "pcp": 1"#), "flows[0].pcp: a frame without a tag has no PCP; remove"),
        (
            flow(r#""format": "afh_lite", "acks": {"every": 2, "priority": 0}"#),
            "afh_lite frames are not acknowledged; remove",
        ),
    ]);
}
