//! Tests of warnings about settings that are allowed but unwise, and of the numbers in the warnings.
#![cfg(not(target_arch = "wasm32"))]

mod pauses;

use std::sync::Arc;

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{Action, Document, Flow, PRESETS, Preset};
use fabric_sim::engine::World;
use fabric_sim::insight::{Report, warnings};
use fabric_sim::units::Time;

fn world(document: &Document) -> World {
    World::new(Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}"))))
}

/// Preset `pause` with the parameters `params`. Without parameters, XOFF is 12 kB. Two senders and a receiver
/// are connected to one switch.
fn with(params: &[(&str, &str)]) -> Document {
    let mut document = Preset::find("pause").unwrap().document();
    for (address, value) in params {
        document.edit(address, value).unwrap();
    }
    document
}

/// Adds flows from the receiver to both senders to `document`, a variant of the preset `pause`. Frames then
/// leave by all three ports of the switch.
fn with_flows_back(mut document: Document) -> Document {
    for to in ["h1", "h2"] {
        let name = format!("back to {to}");
        let flow = Flow { name, from: "h3".to_owned(), to: to.to_owned(), ..document.flows[0].clone() };
        document.flows.push(flow);
    }
    document
}

#[track_caller]
fn says(reported: &[String], expected: &str) {
    assert!(
        reported.iter().any(|reported| reported.starts_with(expected)),
        "{expected}\n not in {reported:#?}"
    );
}

#[test]
fn only_presets_about_a_mistake_have_warnings() {
    for preset in &PRESETS {
        let reported = warnings(&world(&preset.document()));
        let expected: &[&str] = match preset.name {
            "one-sided-pfc" => {
                &["s1.1 (to deaf.0): pauses of priority 3 are sent to a peer that does not obey them"]
            }
            "mis-mapped" => &[
                "s1.1: flow astray to r leaves astray.0 in priority 3, which is lossless, but its DSCP 24 by the DSCP map makes it priority 1 here, which is lossy: it may be dropped here; give DSCP 24 one priority at both ends, by the maps of switches and the priority of the flow",
            ],
            _ => &[],
        };
        assert_eq!(reported, expected, "{}", preset.name);
    }
}

#[test]
fn risky_settings_are_reported_with_their_numbers() {
    for (params, expected) in [
        (vec![("kmin", "12k")], "s1 priority 3: Kmin 12 kB is not below XOFF 12 kB"),
        (
            vec![("headroom", "14.9k")],
            "s1.0 priority 3 and s1.1 priority 3: headroom 14.9 kB is too small: in the worst case 15 kB still arrive after XOFF (1.012 µs",
        ),
        (
            vec![("headroom", "30k"), ("headroom_ratio", "4")],
            "s1: its headroom pool, 22.5 kB, cannot hold what all its cables may bring at once, 30 kB",
        ),
        (
            vec![("headroom", "30k"), ("headroom_ratio", "9"), ("switch.s1.port.0.p3.pfc_tx", "off")],
            "s1: its headroom pool, 10 kB, cannot hold what all its cables may bring at once, 15 kB",
        ),
        (vec![("xon", "12k")], "s1.0 priority 3, s1.1 priority 3 and 1 more: XON equals XOFF (12 kB)"),
        (
            vec![("alpha", "1/8"), ("xon_offset", "0")],
            "s1.0 priority 3, s1.1 priority 3 and 1 more: XON offset 0",
        ),
    ] {
        says(&warnings(&world(&with(&params))), expected);
    }
    let low = with(&[("kmin", "6k")]);
    assert_eq!(warnings(&world(&low)), Vec::<String>::new(), "frames leave by one port");
    says(
        &warnings(&world(&with_flows_back(low))),
        "s1 priority 3: Kmin 6 kB times 3 outputs is above XOFF 12 kB: the DCQCN paper's bound",
    );
}

/// Three cables are connected to the switch, and frames arrive on two of them. A headroom pool for the worst
/// cases of these two inputs is large enough.
#[test]
fn a_headroom_pool_for_all_worst_cases_has_no_warning() {
    assert_eq!(warnings(&world(&with(&[("headroom_pool", "30000")]))), Vec::<String>::new());
    says(
        &warnings(&world(&with(&[("headroom_pool", "29999")]))),
        "s1: its headroom pool, 29.999 kB, cannot hold",
    );
}

/// Warnings that hold now come first. Warnings that held earlier follow, with their times.
#[test]
fn warnings_follow_live_settings() {
    let mut document = with_flows_back(with(&[]));
    let mut world = world(&document);
    let mut set = |world: &mut World, us: u64, values: &[(&str, &str)]| {
        world.run_until(Time::from_us(us), u64::MAX, &mut ());
        let map = ParamMap(values.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect());
        for action in document.act(world.action_time(), Action::Set(map)).unwrap() {
            world.act(action);
        }
        world.run_until(Time::from_us(us + 1), u64::MAX, &mut ());
        warnings(world)
    };
    says(&set(&mut world, 5, &[("kmin", "12k")]), "s1 priority 3: Kmin 12 kB is not below XOFF 12 kB");
    says(
        &set(&mut world, 10, &[("xoff", "30k")]),
        "s1 priority 3: Kmin 12 kB times 3 outputs is above XOFF 30 kB",
    );
    let reported = set(&mut world, 15, &[("kmin", "off")]);
    assert!(reported[0].starts_with("s1 priority 3: Kmin 12 kB is not below XOFF 12 kB"), "{reported:?}");
    assert!(reported[0].ends_with("is marked (from 5 µs to 10 µs, no longer)"), "{reported:?}");
    assert!(reported[1].ends_with("does not hold (from 10 µs to 15 µs, no longer)"), "{reported:?}");
    assert_eq!(reported.len(), 2);
    says(
        &set(&mut world, 20, &[("headroom", "10k")]),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: headroom 10 kB is too small",
    );
    says(
        &Report::of(&world).warnings,
        "s1.0 priority 3, s1.1 priority 3 and 1 more: headroom 10 kB is too small",
    );
    says(
        &set(&mut world, 25, &[("xon", "30k")]),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: XON equals XOFF (30 kB)",
    );
    let reported = set(&mut world, 30, &[("headroom", "20k"), ("xon", "20k")]);
    assert!(
        reported.len() == 4 && reported.iter().all(|reported| reported.ends_with(", no longer)")),
        "{reported:?}"
    );
}

/// Frames of the format `raw` have no IP header. This causes a warning only if the flow requests ECN marks.
#[test]
fn an_ecn_flow_without_an_ip_header_is_reported() {
    let mut document = with(&[]);
    for flow in &mut document.flows {
        flow.format = "raw".to_owned();
    }
    assert_eq!(warnings(&world(&document)), Vec::<String>::new());
    document.flows[0].ecn = Some(true);
    let name = &document.flows[0].name;
    assert_eq!(
        warnings(&world(&document)),
        [format!("flow {name} asks for ECN, but raw frames have no IP header: they are never marked")]
    );
}

#[test]
fn faults_of_links_that_are_down_and_expired_pauses_are_reported() {
    let mut document = with(&[("pause_quanta", "100"), ("refresh", "5us")]);
    for action in [
        "10us:link_down=h1",
        "20us:{\"lossy\":{\"link\":\"h1\",\"corrupt\":\"1%\"}}",
        "20us:{\"lose_pfc\":{\"port\":\"h1.0\"}}",
        "30us:link_up=h1",
        "40us:{\"lose_pfc\":{\"port\":\"h1.0\"}}",
    ] {
        document.edit("at", action).unwrap();
    }
    let reported = warnings(&world(&document));
    says(&reported, "h1.0: at 20 µs PFC frames begin to be lost, but its link is down since 10 µs");
    assert_eq!(
        reported.iter().filter(|reported| reported.contains("is down since")).count(),
        2,
        "{reported:#?}"
    );
    assert!(reported.iter().any(|reported| reported.contains("is refreshed every 5us")), "{reported:#?}");
}

#[test]
fn a_path_that_the_flow_does_not_reach_is_reported() {
    let stated = |path: &str| {
        let text = format!(
            r#"{{"format": 1, "model": 1, "hosts": [{{"name": "h0"}}, {{"name": "h1"}}],
            "switches": [{{"name": "s0"}}, {{"name": "s1"}}, {{"name": "s2"}}],
            "links": [["h0", "s0", "100G"], ["h1", "s1", "100G"], ["s0", "s1", "100G"], ["s1", "s2", "100G"], ["s0", "s2", "100G"]],
            "flows": [{{"name": "a", "from": "h0", "to": "h1", "path": {path}}}]}}"#
        );
        warnings(&world(&Document::parse(&text).unwrap()))
    };
    assert!(stated(r#"["s0", "s2", "s1"]"#).is_empty());
    assert!(stated(r#"["s0", "s1"]"#).is_empty());
    assert_eq!(
        stated(r#"["s2", "s1"]"#),
        ["flow a: its path begins at s2, where it never comes: it goes by s0, s1"]
    );
}

#[test]
fn actions_after_the_end_of_the_run_are_reported() {
    let mut document = with(&[("horizon", "1ms")]);
    let flow = document.flows[0].name.clone();
    let stop = format!("3ms:stop={flow}");
    for action in ["1ms:link_down=h1", "2s:link_down=h2", "2s:link_down=h3", &stop] {
        document.edit("at", action).unwrap();
    }
    let mut world = world(&document);
    let late = |world: &World| {
        let reported =
            warnings(world).into_iter().filter(|reported| reported.contains("after the end of the run"));
        reported.collect::<Vec<_>>()
    };
    let never = "after the end of the run (1 ms), so it never happens";
    let stops = format!("at 3 ms flow {flow} stops: {never}");
    let links = format!("at 2 s the link of h2.0 goes down, and 1 more like it: {never}");
    assert_eq!(late(&world), [stops, links.clone()]);
    // The action is after the horizon. If the run continues beyond its horizon, the action takes place.
    world.run_until(Time::from_ms(4), u64::MAX, &mut ());
    assert_eq!(late(&world), [links]);
}

#[test]
fn a_watchdog_with_too_long_an_interval_is_reported_in_real_and_scaled_time() {
    let watched = |scale: &str| {
        let params = [
            ("watchdog", "sonic"),
            ("watchdog_poll", "400ms"),
            ("watchdog_detection", "200ms"),
            ("watchdog_scale", scale),
        ];
        warnings(&world(&with(&params)))
    };
    says(
        &watched("1"),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: watchdog_poll 400 ms is longer than watchdog_detection 200 ms: one bad poll is a storm, found 400 ms to 800 ms after it begins; set watchdog_poll to at most 200 ms",
    );
    says(
        &watched("1000"),
        "s1.0 priority 3, s1.1 priority 3 and 1 more: watchdog_poll 400 ms (400 µs here) is longer than watchdog_detection 200 ms (200 µs here): one bad poll is a storm, found 400 ms (400 µs here) to 800 ms (800 µs here) after it begins; set watchdog_poll to at most 200 ms; watchdogs run 1000 times faster here",
    );
}

#[test]
fn a_flow_under_dcqcn_that_can_carry_no_mark_is_named() {
    let warned = |flow: &str| {
        let mut document = with(&[("rate_control", "dcqcn"), ("kmin", "3k")]);
        let flow: fabric_sim::document::Flow =
            serde_json::from_str(&format!(r#"{{"name": "odd", "from": "h1", "to": "h3" {flow}}}"#)).unwrap();
        document.flows.push(flow);
        warnings(&world(&document))
    };
    let sentence = "flow odd: DCQCN can never slow down a flow that carries no mark: ";
    says(
        &warned(r#", "format": "raw""#),
        &format!("{sentence}raw frames have no IP header, and so no ECN field"),
    );
    says(
        &warned(r#", "ecn": false"#),
        &format!("{sentence}its frames are sent as not ECN-capable (ecn: false)"),
    );
    assert_eq!(warned(""), Vec::<String>::new());
    assert_eq!(warned(r#", "format": "raw", "rate_control": "none""#), Vec::<String>::new());
}

#[test]
fn dcqcn_of_the_fabric_that_does_nothing_for_a_flow_is_named() {
    let warned = |control: &str, operation: &str| {
        let mut document = with(&[("rate_control", control), ("kmin", "3k")]);
        let flow = format!(r#"{{"name": "odd", "from": "h1", "to": "h3", "operation": "{operation}"}}"#);
        document.flows.push(serde_json::from_str(&flow).unwrap());
        warnings(&world(&document))
    };
    let sentence = "flow odd: rate_control is DCQCN, which does nothing for ";
    says(&warned("dcqcn", "multicast"), &format!("{sentence}a multicast: nobody sends its source CNPs"));
    says(&warned("connectx", "raw"), &format!("{sentence}raw frames: nobody sends its source CNPs"));
    assert_eq!(warned("window", "raw"), Vec::<String>::new());
    assert_eq!(warned("dcqcn", "send"), Vec::<String>::new());
}

#[test]
fn a_flow_whose_acks_cnps_or_credits_have_no_way_back_is_named() {
    let warned = |flow: &str, switch: &str, to: &str, via: &str| {
        let mut document = with(&[("kmin", "3k")]);
        let flow = format!(r#"{{"name": "odd", "from": "h1", "to": "h3", {flow}}}"#);
        document.flows.push(serde_json::from_str(&flow).unwrap());
        let route = format!(r#"{{"switch": "{switch}", "to": "{to}", "via": "{via}"}}"#);
        document.routes.push(serde_json::from_str(&route).unwrap());
        warnings(&world(&document))
    };
    for (flow, expected) in [
        (r#""reliability": "go_back_n""#, "acks"),
        (r#""rate_control": "dcqcn""#, "CNPs"),
        (r#""credits": {"bytes": "50k"}"#, "credits"),
    ]
    .map(|(flow, what)| {
        (flow, format!("flow odd: its {what} have no way back from h3 to h1, s1 sends them to h2: "))
    }) {
        says(&warned(flow, "s1", "h1", "h2"), &expected);
        assert_eq!(warned(flow, "s1", "h2", "h1"), Vec::<String>::new(), "another's way");
    }
    assert_eq!(warned(r#""size": 1000"#, "s1", "h1", "h2"), Vec::<String>::new(), "nothing is to come back");
}

/// On a link with credits, the virtual channel determines the class. The PCP and DSCP of frames have no
/// effect there.
#[test]
fn classification_on_a_link_with_credits_is_reported_as_without_effect() {
    let credited = [("p3.lossless", "off"), ("switch.s1.credits", "50k")];
    assert_eq!(warnings(&world(&with(&credited))), [""; 0]);
    for (address, value) in [("trust", "dscp"), ("switch.s1.default_priority", "3")] {
        let stated = [&credited[..], &[(address, value)]].concat();
        says(
            &warnings(&world(&with(&stated))),
            "s1.0, s1.1 and 1 more: trust, default priority and priority maps have no effect here",
        );
    }
    let misled = "s1.1: flow astray to r leaves astray.0 in priority 3, which is lossless, but";
    let mut document = Preset::find("mis-mapped").unwrap().document();
    says(&warnings(&world(&document)), misled);
    for (address, value) in [("pfc_rx", "off"), ("pfc_tx", "off"), ("switch.s1.p3.credits", "50k")] {
        document.edit(address, value).unwrap();
    }
    let reported = warnings(&world(&document));
    says(&reported, "s1.1: trust, default priority and priority maps have no effect here");
    assert!(
        !reported.iter().any(|reported| reported.starts_with(misled)),
        "it stays where it was sent: {reported:#?}"
    );
}
