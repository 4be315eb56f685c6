use fabric_sim::fabric::endpoint::rate::RateConfig;
use fabric_sim::ids::Priority;
use fabric_sim::spec::{Action, FlowSpec, Operation};
use fabric_sim::units::{Rate, Time};

use super::{good, refused, with};

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
    assert!(never.contains("flows[0].arrival.bursts.on: is 0s, but must be above 0s"), "{never}");
    let slow = refused(&with(&flow(r#"{"bursts": {"rate": "1", "on": "1us", "off": "1us"}}"#)));
    assert!(slow.contains("1k to 10T"), "{slow}");
}

/// The rate control of a flow overrides the rate control of the fabric. A parameter value of the document
/// overrides the value of a profile.
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
    assert_eq!((notification.priority, notification.merge), (Priority::P5, Some(Time::from_us(20))));
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
    assert_eq!(of(on, ""), (Some(auto), Some((1, Priority::P6))));
    assert_eq!(of(on, r#", "reliability": "none""#), (None, None));
    assert_eq!(of(on, r#", "format": "afh_lite""#), (None, None), "LITE cannot");
    let given = r#""send_window": 64, "ack_every": 8, "ack_priority": 5, "ack_timeout": "20us""#;
    let config = ReliabilityConfig { recovery: Recovery::GoBack0, window: 64, timeout: Time::from_us(20) };
    let flow = r#", "reliability": "go_back_0", "size": "1M""#;
    assert_eq!(of(given, flow), (Some(config), Some((8, Priority::P5))));
    let acks = format!(r#"{flow}, "acks": {{"every": 2, "priority": 7}}"#);
    assert_eq!(of(given, &acks), (Some(config), Some((2, Priority::P7))), "its own acks");
    let Action::AddFlows(incast) = &spec(on, "").actions[0].action else { panic!("an incast") };
    assert_eq!(incast[0].reliability, Some(auto), "flows of an incast as well");
}

/// The rate control of the fabric applies to a flow without acks only if this rate control needs no acks.
/// DCQCN needs a receiver that sends CNPs; a window limit needs only the sender.
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
        assert_eq!(rate("dcqcn", &own), RateConfig::None, "the flow names its own");
    }
    assert!(matches!(rate("dcqcn", ""), RateConfig::Dcqcn(_)));
}

#[test]
fn retransmission_of_unacknowledged_flows_is_refused_with_the_rule() {
    let refuses = |params: &str, flow: &str, expected: &str| {
        let text = format!(
            r#", "params": {{{params}}}, "flows": [{{"name": "f", "from": "h1", "to": "h2", {flow}}}]"#
        );
        let reported = refused(&with(&text));
        assert!(reported.contains(expected), "{reported}");
    };
    refuses(
        "",
        r#""format": "afh_lite", "reliability": "go_back_n""#,
        "flows[0].reliability: afh_lite frames are not acknowledged, and so never sent again",
    );
    refuses(
        r#""send_window": 4"#,
        r#""reliability": "go_back_n", "acks": {"every": 5, "priority": 6}"#,
        "flows[0].acks.every: is 5, but must be at most 4, the send window",
    );
    refuses("", r#""reliability": "go_back_0""#, "flows[0].size: under go_back_0 a message begins again");
    refuses("", r#""reliability": "always""#, "flows[0].reliability");
    refuses(r#""send_window": 0"#, r#""priority": 3"#, "1 to 65535");
    refuses(r#""ack_timeout": "1ns""#, r#""priority": 3"#, "1us to 10s");
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
    assert_eq!(priorities("", ""), (Some(Priority::P4), Priority::P4));
    assert_eq!(priorities(r#""response_priority": 3"#, ""), (Some(Priority::P4), Priority::P3));
    assert_eq!(
        priorities(r#""response_priority": 3"#, r#", "response_priority": 2"#),
        (Some(Priority::P4), Priority::P2)
    );
    let read_settings = |params: &str| match good(&format!(
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
    assert_eq!(read_settings(""), (16 * 978, 16));
    assert_eq!(read_settings(r#""read_request": "1", "read_outstanding": 3"#), (978, 3));
}

#[test]
fn invalid_collectives_are_refused_at_their_place() {
    let refuses = |collective: &str, expected: &str| {
        let text = format!(r#", "collectives": [{{"name": "c", "bytes": 1000, {collective}}}]"#);
        let reported = refused(&with(&text));
        assert!(reported.contains(expected), "{reported}");
    };
    refuses(r#""kind": "all_to_all", "hosts": ["h1"]"#, "collectives[0].hosts: is 1, but must be at least 2");
    refuses(
        r#""kind": "all_to_all", "hosts": ["h1", "h1"]"#,
        "collectives[0].hosts[1]: this host takes part already",
    );
    refuses(
        r#""kind": "all_to_all", "hosts": ["h1", "x"]"#,
        "collectives[0].hosts[1]: there is no host called \"x\"",
    );
    refuses(r#""kind": "permutation", "to": "h1""#, "collectives[0].to: only an incast goes to one host");
    refuses(r#""kind": "incast", "hosts": ["h1", "h2"], "to": "s1""#, "collectives[0].to: \"s1\" is no host");
    refuses(r#""kind": "broadcast""#, "collectives[0].kind");
    refuses(r#""kind": "incast", "repeats": 0"#, "a whole number from 1 to 65535");
    refuses(r#""kind": "permutation", "repeats": 65535"#, "flows are too many: at most 65536");
    refuses(
        r#""kind": "incast", "format": "standard", "frame": 9000"#,
        "collectives[0].frame: is 9000, but must be from",
    );
    refuses(r#""kind": "incast", "format": "x""#, "collectives[0].format: there is no format \"x\"");
    let none = r#", "collectives": [{"name": "c", "kind": "incast", "bytes": 0}]"#;
    assert!(refused(&with(none)).contains("collectives[0].bytes"));
    let twice = r#"{"name": "c", "kind": "incast", "bytes": 1}"#;
    let twice = refused(&with(&format!(r#", "collectives": [{twice}, {twice}]"#)));
    assert!(twice.contains("collectives[1].name: there is another collective called"), "{twice}");
}
