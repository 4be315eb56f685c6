mod parameters;

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

/// Checks the messages of refusals as [`each_says`] does, and checks that each message names a remedy.
pub(super) fn each_names_a_remedy(cases: impl IntoIterator<Item = (String, &'static str)>) {
    let cases: Vec<(String, &str)> = cases.into_iter().collect();
    let reported: Vec<String> = cases.iter().map(|(text, _)| refused(text)).collect();
    let unclear: Vec<&str> =
        reported.iter().flat_map(|reported| reported.lines()).filter(|line| !names_a_remedy(line)).collect();
    assert!(unclear.is_empty(), "refusals without a remedy:\n{}", unclear.join("\n"));
    each_says(cases);
}

/// Whether a line of a refusal has a place, the wrong value or a reason, and a remedy. Its form is `PLACE: is
/// VALUE, but must be RANGE`, or `PLACE: REASON; REMEDY`. For malformed JSON, a reason is enough.
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
        // The message names the allowed range, whatever the mistake in the value.
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
            flow(r#""path": ["h1", "s1", "h2", "s1"]"#),
            "flows[0].path[3]: s1 comes after the destination; end the path at h2",
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
        (
            with(r#", "maps": [{"switch": "s1", "dscp": [[1]]}]"#),
            "maps[0].dscp[0]: is a list of length 1, but must be a list of 2 whole numbers",
        ),
        (
            with(r#", "maps": [{"switch": "s1", "dscp": [[1, 2, 3]]}]"#),
            "maps[0].dscp[0]: is a longer list, but must be a list of 2 whole numbers",
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
