//! Tests of roots whose queue may transmit but is slowed: by a maximum rate, by draining, by another class,
//! or by a crossbar.

use fabric_sim::insight::CauseReport;

use super::*;

/// Runs a flow of priority 3 and a flow of priority 5 to one output of a switch. Returns the kinds of the
/// causes at the output: at the end of the run, and over the run. `rates` are the rates of the two flows,
/// with `None` for no flow. `settings` apply to the output.
fn kinds(rates: [Option<&str>; 2], settings: &[(&str, &str)]) -> (Vec<&'static str>, Vec<&'static str>) {
    let flow = |n: usize, rate: &str| {
        let (priority, arrival) = ([3, 5][n], format!(r#""arrival": {{"constant": "{rate}"}}"#));
        format!(r#"{{"name": "f{n}", "from": "h{n}", "to": "r", "priority": {priority}, {arrival}}}"#)
    };
    let flows: Vec<String> = (0..2).filter_map(|n| rates[n].map(|rate| flow(n, rate))).collect();
    let fields = format!(
        r#""horizon": "1ms", "params": {{"overhead": 0, "p5.lossless": "on", "headroom": "40k"}},
            "flows": [{}]"#,
        flows.join(", ")
    );
    let edits: Vec<(String, &str)> =
        settings.iter().map(|(key, value)| (format!("switch.s.port.2.{key}"), *value)).collect();
    let edits: Vec<(&str, &str)> = edits.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    let (_, report) = ran(&edited(star(2, 2, &fields), &edits));
    let of = |root: &str| root == "s.2.3";
    let now = report.blocked.roots.iter().filter(|root| of(&root.queue)).map(|root| root.kind).collect();
    (now, report.causes.iter().filter(|cause| of(&cause.root)).map(|cause| cause.kind).collect())
}

#[test]
fn a_maximum_rate_is_the_cause_only_where_it_limits_the_drain_of_the_queue() {
    let (alone, both) = ([Some("40G"), None], [Some("40G"), Some("50G")]);
    let over = |rates, settings: &[(&str, &str)]| kinds(rates, settings).1;
    let none: [&str; 0] = [];
    assert_eq!(over(alone, &[]), none);
    assert_eq!(kinds(alone, &[("p3.pir", "10G")]), (vec!["max_rate"], vec!["max_rate"]));
    assert_eq!(over(alone, &[("p3.pir", "10G"), ("p3.pbs", "64k")]), ["max_rate"]);
    assert_eq!(over(alone, &[("p3.pir", "60G")]), none, "it sends less than its maximum");
    assert_eq!(over(both, &[("p3.pir", "10G")]), ["max_rate"], "both fit beside each other");
    assert_eq!(over(alone, &[("port_pir", "20G")]), ["port_max_rate"]);
    assert_eq!(over(both, &[("port_pir", "60G")]), ["strict"], "40G fit into 60G alone");
    // Class 5 takes the port, so class 3 seldom reaches its maximum rate.
    let shares = [("p3.class", "ets"), ("p5.class", "ets"), ("p3.share", "20"), ("p5.share", "80")];
    let full = [Some("60G"), Some("100G")];
    assert_eq!(over(full, &[&shares[..], &[("p3.pir", "30G")]].concat()), ["ets_share"]);
    assert_eq!(over(full, &[&shares[..], &[("p3.pir", "10G")]].concat()), ["max_rate"]);
}

#[test]
fn a_maximum_rate_near_that_of_the_link_is_no_cause() {
    let document = |pir: &str| {
        let fields = r#""horizon": "1ms", "params": {"overhead": 0, "headroom": "40k"},
            "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3},
                {"name": "b", "from": "h1", "to": "r", "priority": 3}]"#;
        let (_, report) = ran(&edited(star(2, 2, fields), &[("switch.s.port.2.p3.pir", pir)]));
        report.causes.iter().map(|cause| cause.kind).collect::<Vec<_>>()
    };
    assert_eq!(document("97G"), ["oversubscribed"]);
    for limits in ["90G", "60G", "40G"] {
        assert_eq!(document(limits), ["max_rate"], "{limits}");
    }
}

/// Causes at the output `s.2.3` of a run to `until`: kinds of the present roots, then causes of pauses with
/// their start and end in microseconds. Two hosts saturate the output until they stop; `others` are further
/// flows.
fn draining(until: &str, others: &str) -> (Vec<&'static str>, Vec<(&'static str, u64, u64)>) {
    let fields = format!(
        r#""horizon": "{until}", "params": {{"threshold": "static", "xoff": "200k", "xon": "20k"}},
            "flows": [{{"name": "a", "from": "h0", "to": "r", "priority": 3, "stop": "95us"}},
                {{"name": "b", "from": "h1", "to": "r", "priority": 3, "stop": "95us"}}{others}]"#
    );
    let (_, report) = ran(&star(2, 2, &fields));
    let of_output = |root: &str| root == "s.2.3";
    let causes = report.causes.iter().filter(|cause| of_output(&cause.root));
    let mut causes: Vec<_> =
        causes.map(|cause| (cause.kind, cause.from_ps / 1_000_000, cause.until_ps / 1_000_000)).collect();
    causes.sort_unstable_by_key(|cause| cause.1);
    let roots = report.blocked.roots.iter().filter(|root| of_output(&root.queue));
    (roots.map(|root| root.kind).collect(), causes)
}

#[test]
fn a_root_whose_flows_have_ended_only_drains() {
    assert_eq!(draining("94us", "").0, ["oversubscribed"]);
    assert_eq!(draining("110us", "").0, ["draining"]);
    // A flow below the rate of the output does not fill its queue. Two saturating flows do.
    let slow = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3, "arrival": {"constant": "30G"}}"#;
    let (roots, causes) = draining("110us", slow);
    assert_eq!(roots, ["draining"]);
    let [("oversubscribed", 32, 95), ("draining", 95, 110)] = causes[..] else { panic!("{causes:?}") };
    let long = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3},
        {"name": "d", "from": "h1", "to": "r", "priority": 3}"#;
    assert_eq!(draining("110us", long).0, ["oversubscribed"]);
}

#[test]
fn a_past_root_has_its_time_of_draining_as_a_cause_of_its_own() {
    let slow = r#", {"name": "c", "from": "h0", "to": "r", "priority": 3, "arrival": {"constant": "30G"}}"#;
    let (roots, causes) = draining("300us", slow);
    assert_eq!(roots, Vec::<&str>::new());
    let [("oversubscribed", 32, 95), ("draining", 95, end)] = causes[..] else { panic!("{causes:?}") };
    assert!((100..300).contains(&end), "{end}");
}

/// Runs three hosts that send `flows` to the output `s.3.3`. Returns the causes of pauses at this output in
/// order of time: kind, start and end in microseconds. Also returns the kinds of the causes that paused the
/// queue `h2.0.3`, in the same order.
fn phases(flows: &str) -> (Vec<(&'static str, u64, u64)>, Vec<&'static str>) {
    let fields = format!(r#""horizon": "300us", "params": {{"headroom": "auto"}}, "flows": [{flows}]"#);
    let (_, report) = ran(&star(2, 3, &fields));
    let mut causes: Vec<&CauseReport> = report.causes.iter().filter(|cause| cause.root == "s.3.3").collect();
    causes.sort_unstable_by_key(|cause| cause.from_ps);
    let of_queue = causes.iter().filter(|cause| cause.queues.iter().any(|held| held.queue == "h2.0.3"));
    let of_queue = of_queue.map(|cause| cause.kind).collect();
    (
        causes
            .iter()
            .map(|cause| (cause.kind, cause.from_ps / 1_000_000, cause.until_ps / 1_000_000))
            .collect(),
        of_queue,
    )
}

/// Two hosts overload the output for 150 µs. Then one of the hosts stops, and a strict class takes the
/// output. A second run has these two halves in reverse order.
#[test]
fn each_reason_of_a_root_is_a_cause_of_its_own() {
    let slow = r#"{"name": "b", "from": "h1", "to": "r", "arrival": {"constant": "20G"}}"#;
    let strict_later = format!(
        r#"{slow}, {{"name": "c", "from": "h2", "to": "r", "stop": "150us"}},
            {{"name": "hi", "from": "h0", "to": "r", "priority": 7, "start": "150us"}}"#
    );
    let (causes, of_c) = phases(&strict_later);
    let [("oversubscribed", 18, until), ("strict", from, 300)] = causes[..] else { panic!("{causes:?}") };
    assert!((148..=152).contains(&until) && (150..165).contains(&from), "{causes:?}");
    assert_eq!(of_c, ["oversubscribed"], "the flow of h2 ends before the strict class begins");
    let strict_first = format!(
        r#"{slow}, {{"name": "c", "from": "h2", "to": "r", "start": "150us"}},
            {{"name": "hi", "from": "h0", "to": "r", "priority": 7, "stop": "150us"}}"#
    );
    let (causes, _) = phases(&strict_first);
    let [("strict", 15, until), ("oversubscribed", from, 299..=300)] = causes[..] else {
        panic!("{causes:?}")
    };
    assert!((148..156).contains(&until) && (150..156).contains(&from), "{causes:?}");
}

/// Two classes with equal ETS shares transmit frames in turn. So the bytes that they have sent differ by
/// single frames. Such a difference must not look like a change of the cause.
#[test]
fn frames_that_alternate_are_no_new_reason() {
    let fields = r#""horizon": "300us", "params": {"headroom": "auto", "lossless": "on", "class": "ets", "share": 50},
        "flows": [{"name": "a", "from": "h0", "to": "r", "priority": 3}, {"name": "b", "from": "h1", "to": "r", "priority": 4}]"#;
    let (_, report) = ran(&star(2, 2, fields));
    let kinds: Vec<(&str, &str)> =
        report.causes.iter().map(|cause| (cause.root.as_str(), cause.kind)).collect();
    assert_eq!(kinds, [("s.2.3", "ets_share"), ("s.2.4", "ets_share")]);
}

/// Checks two switches. In the first, the crossbar has half of the rate of the only sender. In the second,
/// frames for an idle output wait behind frames for an output that three hosts fill. Pauses for the crossbar
/// must not have the cause oversubscription.
#[test]
fn a_slow_crossbar_and_a_blocked_head_of_line_are_no_oversubscription() {
    let of = |root: &str, document: &Document| {
        let (_, report) = ran(document);
        let causes = || report.causes.iter().filter(|cause| cause.root == root);
        let all: u64 = causes().map(|cause| cause.held_ps).sum();
        // The first pause is short. It comes before enough has been recorded to name the crossbar as its
        // cause.
        causes().filter(|cause| cause.held_ps > all / 50).map(|cause| cause.kind).collect::<Vec<_>>()
    };
    let fields = r#""horizon": "200us", "params": {"headroom": "auto", "fabric": "crossbar"},
        "flows": [{"name": "a", "from": "h0", "to": "r"}]"#;
    let one = star(2, 1, fields);
    assert_eq!(of("s.1.3", &one), Vec::<&str>::new());
    assert_eq!(of("s.1.3", &edited(one, &[("crossbar_speedup", "1/2")])), ["crossbar"]);
    let fields = r#""horizon": "200us", "params": {"headroom": "auto", "fabric": "crossbar", "crossbar_inputs": "fifo",
            "p4.lossless": "on", "p3.class": "ets", "p4.class": "ets", "p3.share": 50, "p4.share": 50},
        "flows": [{"name": "a", "from": "h0", "to": "r"}, {"name": "b", "from": "h1", "to": "r"},
            {"name": "c", "from": "h2", "to": "r"}, {"name": "a to h3", "from": "h0", "to": "h3", "priority": 4}]"#;
    let blocked = star(2, 4, fields);
    assert_eq!(of("s.3.4", &blocked), ["crossbar"], "the output to h3 has no other traffic");
    assert_eq!(of("s.4.3", &blocked), ["oversubscribed"]);
}
