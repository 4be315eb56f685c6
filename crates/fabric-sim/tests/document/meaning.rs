use fabric_sim::document::params::{Address, Key, OFF};
use fabric_sim::document::{Document, PRESETS};
use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::fabric::endpoint::rate::RateConfig;
use fabric_sim::fabric::pfc::Trigger;
use fabric_sim::ids::PrioritySet;
use fabric_sim::spec::{Action, FlowSpec, Operation, Setting, Spec};
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
        refused(&list.replace("40G", "fast")).starts_with("links[1][2] is \"fast\""),
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
    // Ports of the fabric, in this order: that of `h1`, that of `h2`, and the two ports of the switch.
    assert_eq!(threshold(&spec, 2, 3), Threshold::Static(10_000));
    assert_eq!(threshold(&spec, 2, 4), Threshold::Static(30_000));
    assert_eq!(threshold(&spec, 3, 3), Threshold::Dynamic(Threshold::ONE / 8));
    assert_eq!(threshold(&spec, 3, 4), Threshold::Dynamic(Threshold::ONE / 8), "a port beats a priority");
    assert_eq!(threshold(&spec, 2, 0), Threshold::Dynamic(Threshold::ONE), "lossy: not meant by a bare xoff");
    assert_eq!(
        spec.ports[2].config.receiver.enabled,
        PrioritySet::from_iter([3, 4]),
        "what is lossless obeys"
    );
    assert_eq!(spec.ports[0].config.sender.enabled, PrioritySet::from_iter([3, 4]));
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
    let said: Vec<(Time, Setting)> = spec
        .actions
        .iter()
        .map(|timed| match &timed.action {
            Action::Set { scope, setting } => {
                let all = matches!(setting, Setting::Kmin(_) | Setting::Kmax(_) | Setting::Pmax(_));
                assert_eq!(
                    (scope.ports.len(), scope.priorities),
                    (2, if all { PrioritySet::ALL } else { PrioritySet::of(3) })
                );
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

/// The bus of a host has no priorities: an action on all priorities changes it once.
#[test]
fn a_slow_receiver_is_a_setting_of_its_host() {
    let spec = good(
        r#", "params": {"drain": "100G"},
            "actions": [{"at": "5us", "set": {"host.h2.drain": "10G"}}, {"at": "9us", "set": {"drain": "off"}}]"#,
    );
    let h2 = spec.port(spec.node("h2").unwrap(), 0).unwrap();
    assert_eq!(spec.ports[h2.index()].config.receive.drain, Some(Rate::gbps(100)));
    let said: Vec<(usize, Setting)> = spec
        .actions
        .iter()
        .map(|timed| match &timed.action {
            Action::Set { scope, setting } => (scope.ports.len(), *setting),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(said, [(1, Setting::Drain(Some(Rate::gbps(10)))), (2, Setting::Drain(None))]);
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

#[test]
fn bursts_have_a_rate_and_two_times() {
    let flow = |arrival: &str| {
        format!(r#", "flows": [{{"name": "f", "from": "h1", "to": "h2", "arrival": {arrival}}}]"#)
    };
    let spec = good(&flow(r#"{"bursts": {"rate": "10G", "on": "5us", "off": "15us"}}"#));
    let expected = fabric_sim::spec::Arrival::Bursts {
        rate: Rate::gbps(10),
        on: Time::from_us(5),
        off: Time::from_us(15),
    };
    assert_eq!(spec.flows[0].arrival, expected);
    let never = refused(&with(&flow(r#"{"bursts": {"rate": "10G", "on": "0", "off": "15us"}}"#)));
    assert!(never.contains("flows[0].arrival") && never.contains("on for longer than 0"), "{never}");
    let slow = refused(&with(&flow(r#"{"bursts": {"rate": "1", "on": "1us", "off": "1us"}}"#)));
    assert!(slow.contains("1k to 10T"), "{slow}");
}

/// The rate control of a flow overrides that of the fabric; a given parameter overrides that of a profile.
#[test]
fn flows_take_the_rate_control_of_the_fabric_or_their_own() {
    use fabric_sim::fabric::endpoint::rate::{DcqcnConfig, RateConfig, WindowConfig};
    let spec = |params: &str, flow: &str| {
        let text = format!(
            r#", "params": {{{params}}}, "flows": [{{"name": "f", "from": "h1", "to": "h2" {flow}}}],
                "actions": [{{"at": "1us", "incast": {{"to": "h2", "from": ["h1"], "bytes": 1000}}}}]"#
        );
        good(&text)
    };
    let rate = |params: &str, flow: &str| spec(params, flow).flows[0].rate;
    assert_eq!(rate("", ""), RateConfig::None);
    let dcqcn = r#""rate_control": "dcqcn""#;
    assert_eq!(rate(dcqcn, ""), RateConfig::Dcqcn(DcqcnConfig::PAPER));
    assert_eq!(rate(dcqcn, r#", "rate_control": "connectx""#), RateConfig::Dcqcn(DcqcnConfig::CONNECTX));
    assert_eq!(rate(dcqcn, r#", "rate_control": "none""#), RateConfig::None);
    let window = r#""cc_window": "65.536us", "length_thr": "100k""#;
    let limit = WindowConfig { window: Time(65_536_000), bytes: 100_000 };
    assert_eq!(rate(window, r#", "rate_control": "window""#), RateConfig::Window(limit));
    let given = r#""rate_control": "connectx", "dcqcn_g": "1/16", "dcqcn_timer": "10us", "dcqcn_bytes": "off",
        "cnp_priority": 5, "cnp_merge": "20us", "cnp_jitter": "3us", "cnp_interval": "7us""#;
    let RateConfig::Dcqcn(config) = rate(given, "") else { panic!("DCQCN") };
    let (reaction, notification) = (config.reaction, config.notification);
    assert_eq!((reaction.gain, reaction.timer, reaction.bytes), (4_096, Time::from_us(10), 0));
    assert_eq!(reaction.threshold, 1, "what is not given is the profile's");
    assert_eq!((notification.priority, notification.merge), (5, Some(Time::from_us(20))));
    assert_eq!((notification.jitter, notification.interval), (Time::from_us(3), Time::from_us(7)));
    let Action::AddFlows(incast) = &spec(dcqcn, "").actions[0].action else { panic!("an incast") };
    assert_eq!(incast[0].rate, RateConfig::Dcqcn(DcqcnConfig::PAPER), "flows of an incast as well");
    assert!(refused(&with(r#", "params": {"cc_window": "70us"}"#)).contains("4.096us to 65.536us"));
}

#[test]
fn flows_take_the_recovery_of_the_fabric_or_their_own_where_possible() {
    use fabric_sim::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
    let spec = |params: &str, flow: &str| {
        let text = format!(
            r#", "params": {{{params}}}, "flows": [{{"name": "f", "from": "h1", "to": "h2" {flow}}}],
                "actions": [{{"at": "1us", "incast": {{"to": "h2", "from": ["h1"], "bytes": 1000}}}}]"#
        );
        good(&text)
    };
    let of = |params: &str, flow: &str| {
        let flow = spec(params, flow).flows.remove(0);
        (flow.reliability, flow.acks.map(|acks| (acks.every, acks.priority)))
    };
    assert_eq!(of("", ""), (None, None));
    let on = r#""reliability": "go_back_n""#;
    let auto = ReliabilityConfig { recovery: Recovery::GoBackN, window: 1_024, timeout: Time(262_144_000) };
    assert_eq!(of(on, ""), (Some(auto), Some((1, 6))));
    assert_eq!(of(on, r#", "reliability": "none""#), (None, None));
    assert_eq!(of(on, r#", "format": "afh_lite""#), (None, None), "LITE cannot");
    let given = r#""send_window": 64, "ack_every": 8, "ack_priority": 5, "ack_timeout": "20us""#;
    let config = ReliabilityConfig { recovery: Recovery::GoBack0, window: 64, timeout: Time::from_us(20) };
    let flow = r#", "reliability": "go_back_0", "size": "1M""#;
    assert_eq!(of(given, flow), (Some(config), Some((8, 5))));
    let acks = format!(r#"{flow}, "acks": {{"every": 2, "priority": 7}}"#);
    assert_eq!(of(given, &acks), (Some(config), Some((2, 7))), "its own acks");
    let Action::AddFlows(incast) = &spec(on, "").actions[0].action else { panic!("an incast") };
    assert_eq!(incast[0].reliability, Some(auto), "flows of an incast as well");
}

/// DCQCN needs a receiver that sends CNPs. A window needs only the sender.
#[test]
fn fabric_rate_control_applies_to_unacknowledged_flows_where_possible() {
    use fabric_sim::fabric::endpoint::rate::RateConfig;
    let rate = |control: &str, flow: &str| {
        let text = format!(
            r#", "params": {{"rate_control": "{control}"}}, "flows": [{{"name": "f", "from": "h1", "to": "h2" {flow}}}]"#
        );
        good(&text).flows.remove(0).rate
    };
    for operation in [r#", "operation": "multicast""#, r#", "operation": "raw""#] {
        assert!(matches!(rate("window", operation), RateConfig::Window(_)), "{operation}");
        assert_eq!(rate("dcqcn", operation), RateConfig::NoCnps, "{operation}");
        assert_eq!(rate("connectx", operation), RateConfig::NoCnps, "{operation}");
        assert_eq!(rate("none", operation), RateConfig::None, "{operation}");
        let own = format!(r#"{operation}, "rate_control": "none""#);
        assert_eq!(rate("dcqcn", &own), RateConfig::None, "it says so itself");
    }
    assert!(matches!(rate("dcqcn", ""), RateConfig::Dcqcn(_)));
}

#[test]
fn retransmission_of_unacknowledged_flows_is_refused_with_the_rule() {
    let says = |params: &str, flow: &str, expected: &str| {
        let text = format!(
            r#", "params": {{{params}}}, "flows": [{{"name": "f", "from": "h1", "to": "h2", {flow}}}]"#
        );
        let said = refused(&with(&text));
        assert!(said.contains(expected), "{said}");
    };
    says(
        "",
        r#""format": "afh_lite", "reliability": "go_back_n""#,
        "flows[0].reliability: afh_lite frames are not acknowledged, and so never sent again",
    );
    says(
        r#""send_window": 4"#,
        r#""reliability": "go_back_n", "acks": {"every": 5, "priority": 6}"#,
        "flows[0].acks.every is 5, but must be at most 4, the send window",
    );
    says("", r#""reliability": "go_back_0""#, "flows[0].size: under go_back_0 a message begins again");
    says("", r#""reliability": "always""#, "flows[0].reliability");
    says(r#""send_window": 0"#, r#""priority": 3"#, "1 to 65535");
    says(r#""ack_timeout": "1ns""#, r#""priority": 3"#, "1us to 10s");
}

#[test]
fn operations_have_their_documented_frames() {
    let flow = |rest: &str| {
        good(&format!(
            r#", "params": {{"reliability": "go_back_n", "rate_control": "dcqcn"}},
        "flows": [{{"name": "f", "from": "h1", "to": "h2" {rest}}}]"#
        ))
        .flows
        .remove(0)
    };
    let taken = |flow: &FlowSpec| {
        (flow.acks.is_some(), flow.reliability.is_some(), matches!(flow.rate, RateConfig::Dcqcn(_)))
    };
    for (rest, name, transport) in [
        ("", "write", true),
        (r#", "operation": "send""#, "send", true),
        (r#", "operation": "read""#, "read", true),
        (r#", "operation": "multicast""#, "multicast", false),
        (r#", "operation": "raw""#, "raw", false),
    ] {
        let flow = flow(rest);
        assert_eq!((flow.operation.name(), taken(&flow)), (name, (transport, transport, transport)));
    }
}

#[test]
fn a_read_has_requests_and_data_of_their_priorities() {
    let priorities = |params: &str, own: &str| {
        let flow =
            format!(r#"{{"name": "f", "from": "h1", "to": "h2", "operation": "read", "priority": 4 {own}}}"#);
        let spec = good(&format!(r#", "params": {{{params}}}, "flows": [{flow}]"#));
        (spec.flows[0].request_priority(), spec.flows[0].priority)
    };
    assert_eq!(priorities("", ""), (Some(4), 4));
    assert_eq!(priorities(r#""response_priority": 3"#, ""), (Some(4), 3));
    assert_eq!(priorities(r#""response_priority": 3"#, r#", "response_priority": 2"#), (Some(4), 2));
    let asks = |params: &str| match good(&format!(
        r#", "params": {{{params}}}, "flows": [{{"name": "f",
        "from": "h1", "to": "h2", "operation": "read"}}]"#
    ))
    .flows[0]
        .operation
    {
        Operation::Read(config) => (config.request, config.outstanding),
        _ => panic!("it is a read"),
    };
    // Frames of 1000 B carry 978 B of payload.
    assert_eq!(asks(""), (16 * 978, 16));
    assert_eq!(asks(r#""read_request": "1", "read_outstanding": 3"#), (978, 3));
}

#[test]
fn invalid_collectives_are_refused_at_their_place() {
    let says = |collective: &str, expected: &str| {
        let text = format!(r#", "collectives": [{{"name": "c", "bytes": 1000, {collective}}}]"#);
        let said = refused(&with(&text));
        assert!(said.contains(expected), "{said}");
    };
    says(r#""kind": "all_to_all", "hosts": ["h1"]"#, "collectives[0].hosts is 1, but must be at least 2");
    says(
        r#""kind": "all_to_all", "hosts": ["h1", "h1"]"#,
        "collectives[0].hosts[1]: this host takes part already",
    );
    says(
        r#""kind": "all_to_all", "hosts": ["h1", "x"]"#,
        "collectives[0].hosts[1]: there is no host called \"x\"",
    );
    says(r#""kind": "permutation", "to": "h1""#, "collectives[0].to: only an incast goes to one host");
    says(r#""kind": "incast", "hosts": ["h1", "h2"], "to": "s1""#, "collectives[0].to: \"s1\" is no host");
    says(r#""kind": "broadcast""#, "collectives[0].kind");
    says(r#""kind": "incast", "repeats": 0"#, "a whole number from 1 to 65535");
    says(r#""kind": "permutation", "repeats": 65535"#, "flows are too many: at most 65536");
    says(
        r#""kind": "incast", "format": "standard", "frame": 9000"#,
        "collectives[0].frame is 9000, but must be from",
    );
    says(r#""kind": "incast", "format": "x""#, "collectives[0].format: there is no format \"x\"");
    let none = r#", "collectives": [{"name": "c", "kind": "incast", "bytes": 0}]"#;
    assert!(refused(&with(none)).contains("collectives[0].bytes"));
    let twice = r#"{"name": "c", "kind": "incast", "bytes": 1}"#;
    let twice = refused(&with(&format!(r#", "collectives": [{twice}, {twice}]"#)));
    assert!(twice.contains("collectives[1].name: there is another collective called"), "{twice}");
}
