//! What a document may say, and the words with which the rest is refused.
#![cfg(not(target_arch = "wasm32"))]

use fabric_sim::document::params::{Address, Key, OFF};
use fabric_sim::document::{Document, PRESETS, Problems};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::spec::{Action, Setting, Spec};
use fabric_sim::units::{Quanta, Time};

/// Two hosts and a switch, with these further fields.
fn with(fields: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1,
            "hosts": [{{"name": "h1"}}, {{"name": "h2"}}], "switches": [{{"name": "s1"}}],
            "links": [{{"a": "h1", "b": "s1", "rate": "100G"}}, {{"a": "s1", "b": "h2", "rate": "40G"}}]
            {fields}}}"#
    )
}

fn compile(text: &str) -> Result<Spec, Problems> {
    Document::parse(text)?.compile()
}

fn good(fields: &str) -> Spec {
    compile(&with(fields)).unwrap_or_else(|problems| panic!("{fields}: {problems}"))
}

fn refused(text: &str) -> String {
    compile(text).expect_err("this should be refused").to_string()
}

fn flow(rest: &str) -> String {
    with(&format!(r#", "flows": [{{"name": "f", "from": "h1", "to": "h2", {rest}}}]"#))
}

fn each_says(cases: impl IntoIterator<Item = (String, &'static str)>) {
    for (text, expected) in cases {
        let said = refused(&text);
        assert!(said.contains(expected), "{text}\n said {said}\n not  {expected}");
    }
}

#[test]
fn text_that_is_no_document_is_refused_with_the_place() {
    each_says([
        ("not json".to_owned(), "line 1, column 2: this is not JSON: expected ident"),
        ("{\"format\": 1,\n \"model\": }".to_owned(), "line 2, column 11: this is not JSON: expected value"),
        (String::new(), "line 1, column 0: this is not JSON: EOF while parsing a value"),
        ("[]".to_owned(), "a document is a JSON object"),
        ("3".to_owned(), "a document is a JSON object"),
        (r#"{"model": 1}"#.to_owned(), "format: is missing; this program reads documents of format 1"),
        (
            r#"{"format": 1, "model": 2, "anything": 1}"#.to_owned(),
            "model is 2, but must be 1: this program simulates model 1",
        ),
        (r#"{"format": 1, "model": 1}"#.to_owned(), "hosts is missing"),
    ]);
}

#[test]
fn a_number_of_the_wrong_kind_or_range_is_refused_with_the_range() {
    each_says([
        (with(r#", "sede": 3"#), "sede: there is no such field; there are format, model, name"),
        (with(r#", "seed": -1"#), "seed is -1, but must be a whole number from 0 to 9007199254740991"),
        (
            with(r#", "seed": 9007199254740992"#),
            "seed is 9007199254740992, but must be a whole number from 0 to 9007199254740991",
        ),
        (with(r#", "seed": 1, "seed": 1"#), "duplicate field `seed`"),
        (
            with(r#", "horizon": 5"#),
            "horizon is 5, but must be a time such as 12.5us (ps, ns, us, ms, s), at most 1 hour",
        ),
        (with(r#", "horizon": "0us""#), "horizon is 0ps, but must be above 0"),
        (with(r#", "horizon": "2000000s""#), "at most 1 hour"),
        (flow(r#""priority": 9"#), "flows[0].priority is 9, but must be a whole number from 0 to 7"),
        (flow(r#""priority": "3""#), "flows[0].priority is \"3\", but must be a whole number from 0 to 7"),
        (flow(r#""colour": 1"#), "flows[0].colour: there is no such field"),
        (flow(r#""frame": 63"#), "flows[0].frame is 63, but must be an amount of bytes from 64 to 9.238k"),
        (flow(r#""frame": "-5k""#), "flows[0].frame is \"-5k\", but must be an amount of bytes"),
        (flow(r#""payload": 1001"#), "flows[0].payload is 1001, but must be at most the frame, 1000 bytes"),
        (
            flow(r#""arrival": {"poisson": "0G"}"#),
            "flows[0].arrival.poisson is \"0G\", but must be a rate such as 100G, above 0 and at most 10T",
        ),
        (flow(r#""arrival": "sometimes""#), "flows[0].arrival: is none of"),
        (flow(r#""start": "5us", "stop": "5us""#), "flows[0].stop is 5us, but must be after the start, 5us"),
        (flow(r#""path": ["h1", "h2"]"#), "flows[0].path[1]: no link joins h1 and h2"),
        (flow(r#""path": ["h1", "sx"]"#), "flows[0].path[1]: there is no host or switch called \"sx\""),
        (
            flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "h9""#),
            "flows[0].to: there is no host called \"h9\"",
        ),
        (flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "s1""#), "flows[0].to: \"s1\" is no host"),
        (
            flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "h1""#),
            "flows[0].to: a flow goes to another host",
        ),
    ]);
}

#[test]
fn a_topology_that_cannot_be_is_refused() {
    each_says([
        (with("").replace("40G", "0G"), "links[1].rate is \"0G\", but must be a rate such as 100G, above 0"),
        (with("").replace("40G", "1k"), "links[1].rate is 1k, but must be a rate from 1M to 10T"),
        (
            with("").replace(r#""b": "h2""#, r#""b": "h1""#),
            "links[1]: host \"h1\" has a link already, and a host has one port",
        ),
        (
            with("").replace(r#""b": "h2""#, r#""b": "hx""#),
            "links[1].b: there is no host or switch called \"hx\"",
        ),
        (with("").replace(r#""b": "h2""#, r#""b": "s1""#), "links[1]: a link from \"s1\" to itself"),
        (
            with("").replace(r#""name": "h2""#, r#""name": "h1""#),
            "hosts[1].name: there is another node called \"h1\"",
        ),
        (
            with("").replace(r#""name": "h2""#, r#""name": "h 2""#),
            "hosts[1].name is \"h 2\", but must be 1 to 64 letters, digits, _ or -",
        ),
    ]);
}

#[test]
fn parameters_that_make_no_sense_are_refused_with_the_rule() {
    each_says([
        (
            with(r#", "params": {"xof": 1}"#),
            "params.xof: there is no parameter \"xof\"; there are lossless, xoff",
        ),
        (
            with(r#", "params": {"xoff": "10 parsecs"}"#),
            "params.xoff is \"10 parsecs\", but must be an amount of bytes from 64 to 1G",
        ),
        (
            with(r#", "params": {"p3.alpha": "100"}"#),
            "params.p3.alpha is \"100\", but must be a ratio such as 1/8 or 2 from 1/64 to 64",
        ),
        (
            with(r#", "params": {"switch.s2.xoff": "10k"}"#),
            "params.switch.s2.xoff: there is no switch called \"s2\"",
        ),
        (
            with(r#", "params": {"switch.s1.port.2.xoff": "10k"}"#),
            "params.switch.s1.port.2.xoff: switch \"s1\" has 2 ports, numbered from 0",
        ),
        (with(r#", "params": {"class": "best"}"#), "params.class is \"best\", but must be strict or ets"),
        (
            with(r#", "params": {"xoff": "10k", "xon": "20k"}"#),
            "switch.s1.port.0.p3.xon: XON (20k) is above the XOFF threshold (10k), and so at 1 other places",
        ),
        (
            with(r#", "params": {"xoff": "10k", "alpha": 2}"#),
            "params.alpha: xoff and alpha are both given here",
        ),
        (with(r#", "params": {"kmin": "20k", "kmax": "10k"}"#), "Kmin (20k) is above Kmax (10k)"),
        (with(r#", "params": {"p3.share": 80}"#), "a strict priority has no share (80%): make its class ets"),
        (with(r#", "params": {"p3.class": "ets"}"#), "an ETS priority needs a share of 1% to 100%"),
        (
            with(r#", "params": {"p3.class": "ets", "p3.share": 80}"#),
            "the shares of a port's ETS priorities sum to 80%, not to 100%",
        ),
        (
            with(r#", "params": {"memory": "39k"}"#),
            "switch.s1.memory: reserves and headrooms of all ports (40k) do not fit in the memory (39k)",
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
fn routes_pauses_actions_and_views_that_cannot_be_are_refused() {
    each_says([
        (
            with(r#", "routes": [{"switch": "s1", "to": "h2", "port": 5}]"#),
            "routes[0].port is 5, but must be below 2, the ports of s1",
        ),
        (
            with(r#", "routes": [{"switch": "s1", "to": "h2"}]"#),
            "routes[0]: a route has exactly one of via and port",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": []}]"#),
            "pause_sources[0].priorities: there must be at least one",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": [8]}]"#),
            "pause_sources[0].priorities[0] is 8, but must be a whole number from 0 to 7",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": [3], "time": "1s"}]"#),
            "pause_sources[0].time is 1s, but must be at most 838.848us",
        ),
        (
            with(r#", "actions": [{"at": "1us"}]"#),
            "actions[0]: an action has exactly one of set, incast, start, stop, pause_source",
        ),
        (
            with(r#", "actions": [{"at": "1us", "start": "f"}]"#),
            "actions[0].start: there is no flow called \"f\"",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"lossless": true}}]"#),
            "actions[0].set.lossless: lossless may not change in a running fabric",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"xon": "50k"}}]"#),
            "actions[0].set: XON (50k) is above the XOFF threshold (40k)",
        ),
        (
            with(r#", "view": {"select": "s1.x"}"#),
            "view.select is \"s1.x\", but must be a node, port or priority such as s1, s1.2 or s1.2.p3",
        ),
        (
            with(r#", "view": {"positions": {"h1": [0, 2]}}"#),
            "view.positions.h1[1] is 2.0, but must be a number from 0 to 1",
        ),
    ]);
}

#[test]
fn several_problems_are_said_at_once() {
    let text = with(
        r#", "seed": "x", "horizn": 1, "flows": [{"name": "f", "from": "h1", "to": "h2", "priority": 8}, {"name": "g", "from": "h1", "to": "h2"}, {"name": "h"}]"#,
    );
    let said = refused(&text);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{said}");
    for place in ["seed is", "horizn:", "flows[0].priority is 8", "flows[2]: from is missing"] {
        assert!(said.contains(place), "{place}: {said}");
    }
    let said = refused(&with(
        r#", "params": {"xof": 1, "alpha": "x", "p9.kmin": 2}, "flows": [{"name": "f", "from": "a", "to": "b"}]"#,
    ));
    assert_eq!(said.lines().count(), 5, "{said}");
}

#[test]
fn a_stranger_cannot_eat_the_machine() {
    let hosts = |count: usize| {
        let list: Vec<String> = (0..count).map(|n| format!(r#"{{"name":"{n}"}}"#)).collect();
        format!(r#"{{"format": 1, "model": 1, "hosts": [{}]}}"#, list.join(","))
    };
    assert!(refused(&hosts(1_000_000)).contains("is too long: at most 4194304"));
    assert!(refused(&hosts(200_000)).contains("hosts: more than 4096 are too many"));
    assert!(refused(&hosts(4_097)).contains("hosts: more than 4096 are too many"));
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

fn threshold(spec: &Spec, port: usize, priority: usize) -> Threshold {
    spec.ports[port].config.priorities[priority].pg.threshold
}

#[test]
fn the_more_specific_value_wins() {
    let spec = good(
        r#", "params": {"lossless": "off", "p3.lossless": "on", "p4.lossless": true, "xoff": "10k", "p4.xoff": "20k",
            "switch.s1.port.0.p4.xoff": "30k", "switch.s1.port.1.alpha": "1/8"}"#,
    );
    // Ports of the fabric: h1's, h2's, then the switch's two.
    assert_eq!(threshold(&spec, 2, 3), Threshold::Static(10_000));
    assert_eq!(threshold(&spec, 2, 4), Threshold::Static(30_000));
    assert_eq!(threshold(&spec, 3, 3), Threshold::Dynamic(Threshold::ONE / 8));
    assert_eq!(threshold(&spec, 3, 4), Threshold::Dynamic(Threshold::ONE / 8), "a port beats a priority");
    assert_eq!(threshold(&spec, 2, 0), Threshold::Dynamic(Threshold::ONE), "lossy: not meant by a bare xoff");
    assert_eq!(spec.ports[2].config.receiver.enabled, 0b1_1000, "what is lossless obeys");
    assert_eq!(spec.ports[0].config.sender.enabled, 0b1_1000);
}

#[test]
fn a_profile_holds_for_the_switches_that_name_it() {
    let text = with(
        r#", "profiles": {"deep": {"xoff": "90k", "port.1.xoff": "80k", "memory": "32M"}}, "params": {"xoff": "10k"}"#,
    );
    let spec = compile(&text.replace(r#""name": "s1""#, r#""name": "s1", "profile": "deep""#)).unwrap();
    assert_eq!(threshold(&spec, 2, 3), Threshold::Static(90_000));
    assert_eq!(threshold(&spec, 3, 3), Threshold::Static(80_000));
    assert_eq!(spec.pools[0].memory, 32_000_000);
    assert_eq!(threshold(&compile(&text).unwrap(), 2, 3), Threshold::Static(10_000));
}

#[test]
fn what_is_not_said_follows_from_what_is() {
    let spec = good("");
    let port = &spec.ports[2];
    assert_eq!(port.delay, Time::from_ns(25), "5 m of cable");
    assert_eq!(port.config.sender.refresh, Some(Time(335_539_200 / 2)), "half of the pause time at 100G");
    assert_eq!(spec.ports[3].config.sender.refresh, Some(Time(838_848_000 / 2)), "and at 40G");
    assert_eq!((port.config.priorities[3].pg.xon, spec.hop_limit), (38_000, 255));
    let spec = good(
        r#", "params": {"xoff": "20k", "kmin": "5k", "refresh": "off", "pause_quanta": 100, "pfc_trigger": "egress", "cable": "100m"},
            "routes": [{"switch": "s1", "to": "h2", "via": "h1"}]"#,
    );
    let port = &spec.ports[2];
    assert_eq!((port.config.priorities[3].pg.xon, spec.hop_limit), (19_000, 16));
    assert_eq!((port.config.priorities[3].ecn.kmin, port.config.priorities[3].ecn.kmax), (5_000, 10_000));
    assert_eq!((port.config.sender.refresh, port.config.sender.quanta), (None, Quanta(100)));
    assert_eq!((port.config.sender.trigger, port.delay), (Trigger::EgressQueue, Time::from_ns(500)));
}

#[test]
fn an_action_changes_what_follows_from_it_too() {
    let spec = good(
        r#", "actions": [{"at": "9us", "set": {"xoff": "80k"}}, {"at": "5us", "set": {"xoff": "20k", "kmin": "1k"}}]"#,
    );
    let said: Vec<(Time, Setting)> = spec
        .actions
        .iter()
        .map(|timed| match &timed.action {
            Action::Set { scope, setting } => {
                let all = matches!(setting, Setting::Kmin(_) | Setting::Kmax(_) | Setting::Pmax(_));
                assert_eq!((scope.ports.len(), scope.priorities), (2, if all { 0xFF } else { 8 }));
                (timed.at, *setting)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let (five, nine) = (Time::from_us(5), Time::from_us(9));
    assert!(said.is_sorted_by_key(|(at, _)| *at));
    for expected in [
        (five, Setting::Xoff(20_000)),
        (five, Setting::Xon(19_000)),
        (five, Setting::Kmin(1_000)),
        (five, Setting::Kmax(2_000)),
        (nine, Setting::Xoff(80_000)),
        (nine, Setting::Xon(76_000)),
    ] {
        assert!(said.contains(&expected), "{expected:?} in {said:?}");
    }
}

#[test]
fn an_incast_is_a_flow_from_each_with_stable_names() {
    let spec = good(
        r#", "actions": [{"at": "5us", "incast": {"to": "h2", "bytes": "64k"}}, {"at": "5us", "incast": {"to": "h2", "bytes": 1}}]"#,
    );
    let names: Vec<String> = spec
        .actions
        .iter()
        .flat_map(|timed| match &timed.action {
            Action::AddFlows(flows) => flows.iter().map(|flow| flow.name.clone()).collect(),
            _ => Vec::new(),
        })
        .collect();
    assert_eq!(names, ["incast 5us h1 to h2", "incast 5us h1 to h2 #2"]);
}

#[test]
fn a_slider_reads_and_edits_the_document() {
    let mut document =
        Document::parse(&with(r#", "params": {"alpha": "1/4", "switch.s1.port.1.xoff": "9k"}"#)).unwrap();
    let address = |text: &str| Address::parse(text).unwrap();
    assert_eq!(document.parameter(&address("alpha")).text, "1/4");
    assert_eq!(document.parameter(&address("xon")).text, "0", "with a dynamic threshold");
    assert_eq!(document.parameter(&address("kmin")).value, OFF);
    assert_eq!(document.parameter(&address("headroom")).given, None);
    let port = document.parameter(&address("switch.s1.port.1.p3.xoff"));
    assert_eq!((port.value, port.given), (9_000, Some(address("switch.s1.port.1.xoff"))));
    document.set_parameter(&address("xoff"), "64000").unwrap();
    assert_eq!(document.parameter(&address("xoff")).text, "64k");
    assert_eq!(document.parameter(&address("xon")).value, 60_800, "95 % of it");
    assert!(!document.params.0.contains_key("alpha"), "its rival is taken out");
    let before = document.clone();
    let problem = document.set_parameter(&address("p3.xoff"), "-1").unwrap_err().to_string();
    assert_eq!(problem, "p3.xoff is \"-1\", but must be an amount of bytes from 64 to 1G");
    assert_eq!(document, before);
    document.clear_parameter(&Address::everywhere(Key::Xoff));
    assert_eq!(document.parameter(&address("xoff")).text, "40k");
    document.compile().unwrap();
}

#[test]
fn a_byte_order_mark_is_no_problem() {
    assert!(Document::parse(&format!("\u{feff}{}", PRESETS[0].json)).is_ok());
}
