use super::{refused, with};

fn flow(rest: &str) -> String {
    with(&format!(r#", "flows": [{{"name": "f", "from": "h1", "to": "h2", {rest}}}]"#))
}

pub(super) fn each_says(cases: impl IntoIterator<Item = (String, &'static str)>) {
    for (text, expected) in cases {
        let reported = refused(&text);
        assert!(reported.contains(expected), "{text}\n got {reported}\n not  {expected}");
    }
}

/// Checks the refusals as [`each_says`] does, and that each names a remedy.
pub(super) fn each_names_a_remedy(cases: impl IntoIterator<Item = (String, &'static str)>) {
    let cases: Vec<(String, &str)> = cases.into_iter().collect();
    let reported: Vec<String> = cases.iter().map(|(text, _)| refused(text)).collect();
    let unclear: Vec<&str> =
        reported.iter().flat_map(|reported| reported.lines()).filter(|line| !names_a_remedy(line)).collect();
    assert!(unclear.is_empty(), "refusals without a remedy:\n{}", unclear.join("\n"));
    each_says(cases);
}

/// Whether a refusal has a place, the value or the reason, and a remedy: `PLACE: is VALUE, but must be RANGE`,
/// or `PLACE: REASON; REMEDY`. Malformed JSON has only a reason.
fn names_a_remedy(line: &str) -> bool {
    let has_place = line.contains(": ") || line.starts_with("a document is ");
    let has_remedy = line.contains(" must ") || line.contains("; ");
    has_place && (has_remedy || line.contains("this is not JSON"))
}

#[test]
fn text_that_is_no_document_is_refused_with_the_place() {
    each_names_a_remedy([
        ("not json".to_owned(), "line 1, column 2: this is not JSON: expected ident"),
        ("{\"format\": 1,\n \"model\": }".to_owned(), "line 2, column 11: this is not JSON: expected value"),
        (with("") + " x", "this is not JSON: more text follows its end; correct it there"),
        (String::new(), "line 1, column 0: this is not JSON: the text ends too early"),
        ("[]".to_owned(), "a document is a JSON object"),
        ("3".to_owned(), "a document is a JSON object"),
        (r#"{"format": 1, "format": 1}"#.to_owned(), "format: is given twice; give it once"),
        (r#"{"model": 1}"#.to_owned(), "format: is missing; this program reads documents of format 1"),
        (
            r#"{"format": 1, "model": 3, "anything": 1}"#.to_owned(),
            "model: is 3, but must be 1 or 2, the models that this program simulates",
        ),
        (r#"{"format": 1, "model": "2"}"#.to_owned(), "model: is \"2\", but must be 1 or 2"),
        (r#"{"format": 1, "model": 1}"#.to_owned(), "hosts: there is no host; add one"),
    ]);
}

#[test]
fn a_number_of_the_wrong_kind_or_range_is_refused_with_the_range() {
    each_names_a_remedy([
        (with(r#", "sede": 3"#), "sede: there is no such field; there are format, model, name"),
        (with(r#", "seed": -1"#), "seed: is -1, but must be a whole number from 0 to 9007199254740991"),
        (
            with(r#", "seed": 9007199254740992"#),
            "seed: is 9007199254740992, but must be a whole number from 0 to 9007199254740991",
        ),
        (with(r#", "seed": 1, "seed": 1"#), "seed: is given twice; give it once"),
        (
            with(r#", "horizon": 5"#),
            "horizon: is 5, but must be a time such as 12.5us (ps, ns, us, ms, s), at most 3600s",
        ),
        (with(r#", "horizon": "0us""#), "horizon: is 0s, but must be above 0"),
        // The message names the limit, whatever the mistake.
        (
            with(r#", "horizon": "2h""#),
            "horizon: is \"2h\", but must be a time such as 12.5us (ps, ns, us, ms, s), at most 3600s",
        ),
        (with(r#", "horizon": "99999999s""#), "(ps, ns, us, ms, s), at most 3600s"),
        (with(r#", "horizon": "2000000s""#), "at most 3600s"),
        (flow(r#""priority": 9"#), "flows[0].priority: is 9, but must be a whole number from 0 to 7"),
        (flow(r#""priority": "3""#), "flows[0].priority: is \"3\", but must be a whole number from 0 to 7"),
        (flow(r#""colour": 1"#), "flows[0].colour: there is no such field"),
        (flow(r#""frame": 63"#), "flows[0].frame: is 63, but must be an amount of bytes from 64 to 9.238k"),
        (flow(r#""frame": "-5k""#), "flows[0].frame: is \"-5k\", but must be an amount of bytes"),
        (
            flow(r#""payload": 1001, "frame": 1000"#),
            "flows[0].payload: is 1001, but must be at most 978: ip frames of 1000 bytes have 22 around it",
        ),
        (
            flow(r#""arrival": {"poisson": "0G"}"#),
            "flows[0].arrival.poisson: is \"0G\", but must be a rate such as 100G, above 0 and at most 10T",
        ),
        (flow(r#""arrival": "sometimes""#), "flows[0].arrival: is \"sometimes\", but must be one of"),
        (
            flow(r#""arrival": {"constant": "999"}"#),
            "flows[0].arrival.constant: is 999, but must be a rate from 1k to 10T",
        ),
        (
            flow(r#""arrival": {"bursts": {"rate": "1G", "on": "0s", "off": "1us"}}"#),
            "flows[0].arrival.bursts.on: is 0s, but must be above 0s",
        ),
        (
            flow(r#""path": ["h2", "s1"]"#),
            "flows[0].path[0]: h2 is a host, but not the source; name h1 or a switch",
        ),
        (flow(r#""start": "5us", "stop": "5us""#), "flows[0].stop: is 5us, but must be after the start, 5us"),
        (flow(r#""path": ["h1", "h2"]"#), "flows[0].path[1]: no link joins h1 and h2"),
        (flow(r#""path": ["s1", "h1", "s1"]"#), "flows[0].path[1]: h1 is a host, and passes nothing on"),
        (flow(r#""path": ["h1", "sx"]"#), "flows[0].path[1]: there is no host or switch called \"sx\""),
        (
            flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "h9""#),
            "flows[0].to: there is no host called \"h9\"",
        ),
        (flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "s1""#), "flows[0].to: \"s1\" is no host"),
        (
            flow(r#""start": "0""#).replace(r#""to": "h2""#, r#""to": "h1""#),
            "flows[0].to: is the source itself; name another host",
        ),
    ]);
}

#[test]
fn an_invalid_topology_is_refused() {
    let list = |link: &str| with("").replacen(r#""links": ["#, &format!(r#""links": [{link}, "#), 1);
    let long = list(r#"["h1", "s1", "1G", "1m", null, "0s", 1, "1%", 2]"#);
    each_names_a_remedy([
        (
            list(r#"["h1", "s1"]"#),
            r#"links[0]: is a list of length 2, but must be a list of 3 to 8 values, such as ["h1", "s1","#,
        ),
        (long, "links[0]: is a longer list, but must be a list of 3 to 8 values"),
        (with("").replace("40G", "0G"), "links[1].rate: is \"0G\", but must be a rate such as 100G, above 0"),
        (with("").replace("40G", "1k"), "links[1].rate: is 1k, but must be a rate from 1M to 10T"),
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
            "hosts[1].name: there is another node called \"h1\"; rename one of them",
        ),
        (
            with("").replace(r#""name": "h2""#, r#""name": "h 2""#),
            "hosts[1].name: is \"h 2\", but must be 1 to 64 letters, digits, _ or -",
        ),
    ]);
}

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
            "params.receive_low: the low mark (20k) is above the high one (10k), at host.h1.p3 and 1 more",
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
fn invalid_routes_pauses_actions_and_views_are_refused() {
    each_names_a_remedy([
        (
            with(r#", "routes": [{"switch": "s1", "to": "h2", "port": 5}]"#),
            "routes[0].port: is 5, but must be below 2, the ports of s1",
        ),
        (
            with(r#", "routes": [{"switch": "s1", "to": "h2"}]"#),
            "routes[0]: a route has exactly one of via and port",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": []}]"#),
            "pause_sources[0].priorities: there is no priority; add one",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": [8]}]"#),
            "pause_sources[0].priorities[0]: is 8, but must be a whole number from 0 to 7",
        ),
        (
            with(r#", "pause_sources": [{"name": "p", "node": "h2", "priorities": [3], "time": "1s"}]"#),
            "pause_sources[0].time: is 1s, but must be at most 838.848us",
        ),
        (
            with(r#", "actions": [{"at": "1us"}]"#),
            "actions[0]: an action has exactly one of set, incast, flow, start, stop, pause_source, link_down, link_up, lossy",
        ),
        (
            with(r#", "actions": [{"at": "1us", "start": "f"}]"#),
            "actions[0].start: there is no flow called \"f\"",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"threshold_scope": "voq"}}]"#),
            "actions[0].set.threshold_scope: threshold_scope may not change in a running fabric",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"p3.share": 80}}]"#),
            "actions[0].set: a strict priority has no share (80%); set share to auto, or class to ets",
        ),
        (
            with(r#", "actions": [{"at": "1us", "set": {"xon": "50k"}}]"#),
            "actions[0].set: XON (50k) is above the XOFF threshold (40k)",
        ),
        (
            with(r#", "view": {"select": "s1.x"}"#),
            "view.select: is \"s1.x\", but must be a node, port or priority such as s1, s1.2 or s1.2.p3",
        ),
        (
            with(r#", "view": {"positions": {"h1": [0, 2]}}"#),
            "view.positions.h1[1]: is 2.0, but must be a number from 0 to 1",
        ),
    ]);
}

#[test]
fn several_problems_are_reported_together() {
    let text = with(
        r#", "seed": "x", "horizn": 1, "flows": [{"name": "f", "from": "h1", "to": "h2", "priority": 8}, {"name": "g", "from": "h1", "to": "h2"}, {"name": "h"}]"#,
    );
    let reported = refused(&text);
    let lines: Vec<&str> = reported.lines().collect();
    assert_eq!(lines.len(), 4, "{reported}");
    for place in ["seed: is", "horizn:", "flows[0].priority: is 8", "flows[2].from: is missing"] {
        assert!(reported.contains(place), "{place}: {reported}");
    }
    let reported = refused(&with(
        r#", "params": {"xof": 1, "alpha": "x", "p9.kmin": 2}, "flows": [{"name": "f", "from": "a", "to": "b"}]"#,
    ));
    assert_eq!(reported.lines().count(), 5, "{reported}");
}

#[test]
fn an_invalid_operation_is_refused_with_the_reason() {
    each_names_a_remedy([
        (flow(r#""operation": "reed""#), "flows[0].operation: is \"reed\", but must be one of"),
        (flow(r#""group": ["h1"]"#), "flows[0].group: a write goes to one host; a group is for a multicast"),
        (
            with(
                r#", "routes": [{"switch": "s1", "to": "h1", "via": "h2"}],
                "flows": [{"name": "f", "from": "h1", "to": "h2", "operation": "read"}]"#,
            ),
            "flows[0].operation: flow \"f\" is a read without a way back: its requests from h2 do not reach h1, \
             s1 sends them to h2",
        ),
        (
            with(
                r#", "routes": [{"switch": "s1", "to": "h2", "via": "h1"}],
                "flows": [{"name": "f", "from": "h1", "to": "h2", "operation": "read"}]"#,
            ),
            "its responses from h1 do not reach h2, s1 sends them to h1",
        ),
        (
            flow(r#""response_priority": 4"#),
            "flows[0].response_priority: a write is not asked for; only a read has responses",
        ),
        (
            flow(r#""operation": "read", "size": 9000, "reliability": "go_back_0""#),
            "flows[0].reliability: under go_back_0 a message begins again, and a read asks for it in parts",
        ),
        (
            flow(r#""operation": "multicast", "group": ["h3"]"#),
            "flows[0].group[0]: there is no host called \"h3\"",
        ),
        (
            flow(r#""operation": "multicast", "group": ["h2"]"#),
            "flows[0].group[0]: \"h2\" sends it, or receives it already",
        ),
        (
            flow(r#""operation": "multicast", "path": ["s1"]"#),
            "flows[0].path: a multicast goes along the tree of its routes",
        ),
        (
            flow(r#""operation": "multicast", "acks": {"priority": 5}"#),
            "flows[0].acks: nobody acknowledges a multicast",
        ),
        (
            flow(r#""operation": "raw", "reliability": "go_back_n""#),
            "flows[0].reliability: nobody acknowledges a flow of raw frames",
        ),
        (
            flow(r#""operation": "raw", "credits": {"bytes": "50k"}"#),
            "flows[0].credits: a flow of raw frames has no receiver that gives credits",
        ),
        (
            flow(r#""operation": "raw", "rate_control": "dcqcn""#),
            "flows[0].rate_control: a flow of raw frames has no receiver that sends CNPs",
        ),
        (
            with(
                r#", "params": {"pfc_rx": "off", "pfc_tx": "off", "switch.s1.p3.credits": "50k"},
                "flows": [{"name": "f", "from": "h1", "to": "h2", "operation": "multicast"}]"#,
            ),
            "flows[0].operation: s1.0 gives credits, which cover a frame once",
        ),
    ]);
}

#[test]
fn a_number_beyond_the_range_of_json_is_refused_at_its_field() {
    for (fields, expected) in [
        (r#", "seed": 1e400"#, "seed: is \"1e400\", but must be a whole number from 0 to "),
        (r#", "seed": -1e99999999999"#, "seed: is \"-1e99999999999\", but must be a whole number from 0 to "),
        (
            r#", "flows": [{"name": "f", "from": "h1", "to": "h2",
                "priority": 1e400}]"#,
            "flows[0].priority: is \"1e400\", but must be ",
        ),
        (r#", "params": {"xoff": 1e400}"#, "params.xoff: a number must be from -1.7e308 to 1.7e308"),
        (r#", "title": 1e400"#, "title: a number must be from -1.7e308 to 1.7e308"),
    ] {
        let text = refused(&with(fields));
        assert!(text.starts_with(expected), "{text}");
    }
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
    // The refusal is the same for a field of this name.
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
        (param("p9.xoff"), "params.p9.xoff: this is no address; write switch.NAME or host.NAME"),
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
