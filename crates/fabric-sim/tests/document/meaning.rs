use fabric_sim::document::params::{Address, Key, OFF};
use fabric_sim::document::{Document, PRESETS};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{Action, Setting, Spec};
use fabric_sim::units::{Length, Quanta, Rate, Time};

use super::{compile, good, refused, with};

fn threshold(spec: &Spec, port: usize, priority: usize) -> Threshold {
    spec.ports[port].config.priorities[priority].pg.threshold
}

#[test]
fn a_link_may_be_a_list() {
    let list = with("").replace(r#"{"a": "s1", "b": "h2", "rate": "40G"}"#, r#"["s1", "h2", "40G", "7m"]"#);
    let document = Document::parse(&list).unwrap();
    assert_eq!(document.links[1].length, Some(Length::from_m(7)));
    let validator = jsonschema::draft202012::new(&fabric_sim::document::schema()).unwrap();
    assert!(validator.is_valid(&serde_json::from_str(&list).unwrap()));
    assert!(!validator.is_valid(&serde_json::from_str(&list.replace("40G", "fast")).unwrap()));
    assert!(
        refused(&list.replace("40G", "fast")).starts_with("links[1][2]: is \"fast\""),
        "{}",
        refused(&list.replace("40G", "fast"))
    );
}

#[test]
fn the_more_specific_value_wins() {
    let spec = good(
        r#", "params": {"lossless": "off", "p3.lossless": "on", "p4.lossless": true, "xoff": "10k", "p4.xoff": "20k",
            "switch.s1.port.0.p4.xoff": "30k", "switch.s1.port.1.alpha": "1/8"}"#,
    );
    // Ports of the fabric, in this order: the port of `h1`, the port of `h2`, and the two ports of the
    // switch.
    assert_eq!(threshold(&spec, 2, 3), Threshold::Static(10_000));
    assert_eq!(threshold(&spec, 2, 4), Threshold::Static(30_000));
    assert_eq!(threshold(&spec, 3, 3), Threshold::Dynamic(Threshold::ONE / 8));
    assert_eq!(threshold(&spec, 3, 4), Threshold::Dynamic(Threshold::ONE / 8), "a port beats a priority");
    assert_eq!(threshold(&spec, 2, 0), Threshold::Dynamic(Threshold::ONE), "lossy: not meant by a bare xoff");
    assert_eq!(
        spec.ports[2].config.receiver.enabled,
        PrioritySet::from_iter([Priority::P3, Priority::P4]),
        "what is lossless obeys"
    );
    assert_eq!(spec.ports[0].config.sender.enabled, PrioritySet::from_iter([Priority::P3, Priority::P4]));
    let spec = good(r#", "params": {"lossless": "off", "alpha": 2}"#);
    assert_eq!(
        threshold(&spec, 2, 0),
        Threshold::Dynamic(2 * Threshold::ONE),
        "none is lossless: all are meant"
    );
}

#[test]
fn a_profile_holds_for_the_switches_that_name_it() {
    let text = with(
        r#", "profiles": {"deep": {"xoff": "90k", "port.1.xoff": "80k", "memory": "32M"}}, "params": {"xoff": "10k"}"#,
    );
    let spec = compile(&text.replace(r#""name": "s1""#, r#""name": "s1", "profile": "deep""#)).unwrap();
    assert_eq!(threshold(&spec, 2, 3), Threshold::Static(90_000));
    assert_eq!(threshold(&spec, 3, 3), Threshold::Static(80_000));
    assert_eq!(spec.switches[0].pool.memory, 32_000_000);
    assert_eq!(threshold(&compile(&text).unwrap(), 2, 3), Threshold::Static(10_000));
}

#[test]
fn missing_values_follow_from_present_ones() {
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
fn an_action_also_changes_derived_values() {
    let spec = good(
        r#", "actions": [{"at": "9us", "set": {"xoff": "80k"}}, {"at": "5us", "set": {"xoff": "20k", "kmin": "1k"}}]"#,
    );
    let reported: Vec<(Time, Setting)> = spec
        .actions
        .iter()
        .map(|timed| match &timed.action {
            Action::Set { scope, setting } => {
                let all = matches!(setting, Setting::Kmin(_) | Setting::Kmax(_) | Setting::Pmax(_));
                assert_eq!(
                    (scope.ports.len(), scope.priorities),
                    (2, if all { PrioritySet::ALL } else { PrioritySet::of(Priority::P3) })
                );
                (timed.at, *setting)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let (five, nine) = (Time::from_us(5), Time::from_us(9));
    assert!(reported.is_sorted_by_key(|(at, _)| *at));
    for expected in [
        (five, Setting::Xoff(20_000)),
        (five, Setting::Xon(19_000)),
        (five, Setting::Kmin(1_000)),
        (five, Setting::Kmax(2_000)),
        (nine, Setting::Xoff(80_000)),
        (nine, Setting::Xon(76_000)),
    ] {
        assert!(reported.contains(&expected), "{expected:?} in {reported:?}");
    }
}

/// The bus of a host has no priorities. An action that names all priorities therefore changes the rate of the
/// bus only once.
#[test]
fn a_slow_receiver_is_a_setting_of_its_host() {
    let spec = good(
        r#", "params": {"drain": "100G"},
            "actions": [{"at": "5us", "set": {"host.h2.drain": "10G"}}, {"at": "9us", "set": {"drain": "off"}}]"#,
    );
    let h2 = spec.port(spec.node("h2").unwrap(), 0).unwrap();
    assert_eq!(spec.ports[h2.index()].config.receive.drain, Some(Rate::gbps(100)));
    let reported: Vec<(usize, Setting)> = spec
        .actions
        .iter()
        .map(|timed| match &timed.action {
            Action::Set { scope, setting } => (scope.ports.len(), *setting),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(reported, [(1, Setting::Drain(Some(Rate::gbps(10)))), (2, Setting::Drain(None))]);
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
    assert_eq!(problem, "p3.xoff: is \"-1\", but must be an amount of bytes from 64 to 1G");
    assert_eq!(document, before);
    document.clear_parameter(&Address::everywhere(Key::Xoff));
    assert_eq!(document.parameter(&address("xoff")).text, "40k");
    document.compile().unwrap();
}

#[test]
fn the_latest_action_sets_the_value_and_its_source() {
    let document = Document::parse(&with(
        r#", "params": {"xoff": "50k", "switch.s1.alpha": "1/4"},
            "actions": [{"at": "5us", "set": {"switch.s1.xoff": "60k"}}, {"at": "9us", "set": {"alpha": "1/2"}}]"#,
    ))
    .unwrap();
    let address = |text: &str| Address::parse(text).unwrap();
    let keys = ["xoff", "alpha", "threshold"];
    let own = keys.map(|key| address(&format!("switch.s1.port.1.p3.{key}")));
    let at = |now: Option<u64>| {
        let values = document.parameters(&own, now.map(Time::from_us));
        let texts: Vec<String> = values.iter().map(|one| one.text.clone()).collect();
        let governing = values.into_iter().map(|one| one.governing.map(|by| by.to_string()));
        (texts.join(" "), governing.take(2).map(Option::unwrap).collect::<Vec<_>>())
    };
    let by = |text: &str| vec![text.to_owned(); 2];
    assert_eq!(at(None), ("50k 1/4 dynamic".to_owned(), by("switch.s1.alpha")));
    assert_eq!(at(Some(4)), at(None));
    assert_eq!(at(Some(5)), ("60k 1/4 static".to_owned(), by("switch.s1.xoff")));
    assert_eq!(at(Some(9)), ("60k 1/2 dynamic".to_owned(), by("alpha")), "everywhere, here too");
    let since = |now| {
        document
            .parameters(&own[..2], Some(Time::from_us(now)))
            .iter()
            .map(|one| one.since)
            .collect::<Vec<_>>()
    };
    assert_eq!(since(4), [None, None]);
    assert_eq!(since(9), [5, 9].map(|at| Some(Time::from_us(at))));
}

#[test]
fn a_byte_order_mark_is_no_problem() {
    assert!(Document::parse(&format!("\u{feff}{}", PRESETS[0].json)).is_ok());
}
