//! Tests of each refusal of a wrong lesson: place, reason, and what to do.

use fabric_lessons::Lesson;
use serde_json::{Value, json};

use super::kit;

/// Largest length of a refusal in bytes: a line of the page.
const LINE: usize = 160;

/// First refusal of the lesson `name`, in which each pointer (RFC 6901) of `values` has another value.
fn refusal(name: &str, values: &[(&str, Value)]) -> String {
    let mut lesson: Value = serde_json::from_str(&kit::text(&format!("{name}.json"))).expect("JSON");
    for (pointer, value) in values {
        let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
        match lesson.pointer_mut(parent).unwrap_or_else(|| panic!("{parent} is there")) {
            Value::Object(fields) => drop(fields.insert(field.to_owned(), value.clone())),
            list => list[field.parse::<usize>().expect("a position")] = value.clone(),
        }
    }
    let read = Lesson::parse(&lesson.to_string()).map(|lesson| lesson.name);
    let problems = read.expect_err("a lesson that cannot be taught");
    problems.list()[0].to_string()
}

/// Checks that the first refusal of the lesson with `values` is `expected`, and one short line.
fn refuses(name: &str, values: &[(&str, Value)], expected: &str) {
    let reported = refusal(name, values);
    assert_eq!(reported, expected, "{name}: {values:?}");
    assert!(reported.len() <= LINE && !reported.contains('\n'), "{} characters: {reported}", reported.len());
    assert!(names_a_remedy(&reported), "{reported}");
}

/// Whether a refusal has a range after `must`, or a remedy after a semicolon. The refusal of a claim that is
/// false in a run needs neither: the author of the lesson decides what to change.
fn names_a_remedy(reported: &str) -> bool {
    reported.contains(" must ") || reported.contains("; ") || reported.contains("with seed ")
}

/// Checks the refusal of each highlight in `table`, set in the third step. A row has the highlight and the
/// refusal.
fn refuses_highlights(name: &str, table: &[(&str, &str)]) {
    for (target, expected) in table {
        refuses(name, &[("/steps/2/highlight", json!(target))], expected);
    }
}

#[test]
fn a_highlight_that_is_not_there_is_refused() {
    refuses_highlights(
        "headroom",
        &[
            (
                "sky",
                "steps[2].highlight: is \"sky\", but must be card, or KIND:NAME of a node, port, link, queue, group, mark, flow, tab, chart, control or part",
            ),
            (
                "node:s7",
                "steps[2].highlight: there is no host or switch called \"s7\"; name one of the document",
            ),
            (
                "port:s1.4",
                "steps[2].highlight: there is no port s1.4: s1 has 2 ports, numbered from 0; name one of them",
            ),
            ("port:s1.0.p3", "steps[2].highlight: \"s1.0.p3\" names a priority; name only the port"),
            (
                "link:s9.0",
                "steps[2].highlight: there is no host or switch called \"s9\"; name one of the document",
            ),
            ("flow:h9", "steps[2].highlight: there is no flow called \"h9\"; name one of the document"),
            (
                "tab:islip",
                "steps[2].highlight: there is no tab islip: s1.0.p3 has no crossbar; set fabric to crossbar",
            ),
            (
                "tab:ets",
                "steps[2].highlight: there is no share in the tab ets: all classes of s1.0.p3 are strict; give some an ETS share",
            ),
            (
                "tab:compare",
                "steps[2].highlight: a lesson keeps no run for the tab compare to show; name another tab",
            ),
            ("chart:sky", "steps[2].highlight: is \"chart:sky\", but must be chart:queue or chart:rates"),
            ("control:sky", "steps[2].highlight: there is no parameter called \"sky\"; name another"),
            ("control:xoff", "steps[2].highlight: the control of xoff is hidden; add it to shows.parameters"),
            ("part:lanes", "steps[2].highlight: the part lanes of the page is hidden; add it to shows.parts"),
            (
                "part:sky",
                "steps[2].highlight: is \"sky\", but must be one of top, params, triggers, flows, inspector, charts, lanes, legend, narrator, transport",
            ),
        ],
    );
    refuses_highlights(
        "credits",
        &[(
            "control:credits",
            "steps[2].highlight: the page has no control of credits for the whole fabric; name another",
        )],
    );
}

#[test]
fn a_highlight_of_a_bar_or_level_that_is_not_there_is_refused() {
    refuses_highlights(
        "headroom",
        &[
            ("queue:s1.0", "steps[2].highlight: \"s1.0\" names no priority; give one, such as s1.0.p3"),
            (
                "queue:s1.9.p3",
                "steps[2].highlight: there is no port s1.9.p3: s1 has 2 ports, numbered from 0; name one of them",
            ),
            (
                "group:h1.0.p3",
                "steps[2].highlight: h1.0.p3 is a port of a host, which has no ingress priority group; name a port of a switch",
            ),
            (
                "mark:xoff@s1.0.p4",
                "steps[2].highlight: there is no mark \"xoff@s1.0.p4\": the priority is lossy; name another",
            ),
            (
                "mark:limit@s1.0.p3",
                "steps[2].highlight: there is no mark \"limit@s1.0.p3\": the priority is lossless; name another",
            ),
            (
                "mark:kmin@s1.0.p3",
                "steps[2].highlight: there is no mark \"kmin@s1.0.p3\": nothing is marked there; name another",
            ),
            (
                "mark:kmin@h1.0.p3",
                "steps[2].highlight: h1.0.p3 is a port of a host, which marks no frames; name a port of a switch",
            ),
            (
                "mark:xoff",
                "steps[2].highlight: is \"mark:xoff\", but must be mark:LEVEL@s1.0.p3 with a level of xoff, xon, headroom, limit, kmin, kmax",
            ),
        ],
    );
    refuses_highlights(
        "credits",
        &[(
            "mark:xoff@s1.0.p3",
            "steps[2].highlight: there is no mark \"xoff@s1.0.p3\": the group gives credits and sends no pause; name another",
        )],
    );
}

#[test]
fn a_highlight_of_a_bar_that_stays_empty_is_refused() {
    refuses_highlights(
        "headroom",
        &[
            (
                "group:s1.0.p5",
                "steps[2].highlight: no flow has priority 5, so its bar stays empty; name another priority",
            ),
            (
                "queue:s1.1.p0",
                "steps[2].highlight: no flow has priority 0, so its bar stays empty; name another priority",
            ),
        ],
    );
}

#[test]
fn a_fabric_of_more_flows_than_can_be_followed_is_refused() {
    let flow = json!({"name": "A", "from": "h1", "to": "h2"});
    let flows = |count| [("/start/document/flows", json!(vec![&flow; count]))];
    refuses("headroom", &flows(257), "start.document.flows: is 257, but must be 0 to 256 of them");
}

#[test]
fn a_highlight_in_a_hidden_part_of_the_page_is_refused() {
    let parts = |parts: &[&str]| ("/shows/parts", json!(parts));
    refuses(
        "headroom",
        &[parts(&["params", "charts"]), ("/steps/1/highlight", json!("queue:s1.1.p3"))],
        "steps[1].highlight: the part inspector of the page is hidden; add it to shows.parts",
    );
    refuses(
        "headroom",
        &[parts(&["flows", "inspector"]), ("/steps/1/highlight", json!("part:flows"))],
        "steps[1].highlight: the part params of the page is hidden; add it to shows.parts",
    );
    refuses(
        "headroom",
        &[parts(&["params", "inspector"]), ("/steps/1/highlight", json!("chart:rates"))],
        "steps[1].highlight: the part charts of the page is hidden; add it to shows.parts",
    );
}

#[test]
fn a_highlight_that_its_own_step_hides_is_refused() {
    refuses(
        "headroom",
        &[("/steps/2/select", json!("s1.1.p3"))],
        "steps[2].highlight: is not of s1.1.p3, which the step selects; remove select",
    );
    refuses(
        "headroom",
        &[("/steps/2/tab", json!("waits"))],
        "steps[2].highlight: is in the tab buffers, but the step shows the tab waits; remove tab",
    );
    refuses(
        "headroom",
        &[("/steps/0/tab", json!("islip"))],
        "steps[0].tab: there is no tab islip: s1.0.p3 has no crossbar; set fabric to crossbar",
    );
    refuses(
        "islip",
        &[("/steps/1/select", json!("h1"))],
        "steps[1].highlight: there is no tab islip: h1 has no crossbar; set fabric to crossbar",
    );
    refuses(
        "headroom",
        &[("/steps/2/select", json!("s9"))],
        "steps[2].select: there is no host or switch called \"s9\"; name one of the document",
    );
}

/// Replacement for the condition of the third goal of the lesson on headroom: `metric` must be less than
/// `value`.
fn goal(metric: &Value, value: &str) -> [(&'static str, Value); 1] {
    [("/challenge/goals/2/when", json!({"metric": metric, "is": "<", "value": value}))]
}

#[test]
fn a_goal_that_no_run_can_meet_is_refused() {
    let none = |name: &str| {
        format!(
            "challenge.goals[2].when.metric: {name} has no number in the run of challenge.answers[0]; take another measure, or = none"
        )
    };
    refuses(
        "headroom",
        &goal(&json!({"measure": "losses"}), "1"),
        "challenge.goals[2].when.metric.measure: there is no measure \"losses\"; most like it is lossless_drops, docs/lessons.md lists all",
    );
    refuses(
        "headroom",
        &goal(&json!({"measure": "goodput"}), "1"),
        "challenge.goals[2].when.metric.measure: there is no measure \"goodput\"; most like it is goodput_bps, docs/lessons.md lists all",
    );
    refuses("headroom", &goal(&json!({"measure": "deadlock_ps"}), "50us"), &none("deadlock_ps"));
    refuses(
        "headroom",
        &goal(&json!({"measure": "finished_ps", "of": "h1 to h2"}), "50us"),
        &none("finished_ps"),
    );
    refuses("headroom", &goal(&json!({"measure": "fct_max_ps"}), "50us"), &none("fct_max_ps"));
    refuses(
        "headroom",
        &goal(&json!({"measure": "completion_ps", "over": "most"}), "50us"),
        &none("completion_ps"),
    );
    refuses(
        "headroom",
        &goal(&json!({"measure": "queue_peak_bytes", "of": "s1.0.5"}), "1"),
        &none("queue_peak_bytes"),
    );
    refuses(
        "headroom",
        &goal(&json!({"parameter": "hedroom"}), "1"),
        "challenge.goals[2].when.metric.parameter: there is no parameter \"hedroom\"; most like it are headroom, headroom_pool, headroom_ratio",
    );
    refuses(
        "headroom",
        &goal(&json!({"parameter": "switch.s9.headroom"}), "1"),
        "challenge.goals[2].when.metric.parameter: there is no host or switch called \"s9\"; name one of the document",
    );
    refuses(
        "headroom",
        &goal(&json!({"parameter": "switch.s1.port.7.headroom"}), "1"),
        "challenge.goals[2].when.metric.parameter: there is no port s1.7: s1 has 2 ports, numbered from 0; name one of them",
    );
    // If the run does not have the number, no answer of a student can be right.
    let number = json!({
        "metric": {"measure": "deadlock_ps"}, "within_percent": 9, "feedback": "So.", "wrong": [], "otherwise": "No."
    });
    refuses(
        "headroom",
        &[("/prediction/number", number)],
        "prediction.number.metric: deadlock_ps has no number in the run of the prediction; take another measure",
    );
}

#[test]
fn a_goal_that_the_answer_gives_a_number_is_judged() {
    let mut lesson = kit::lesson("headroom");
    lesson.challenge.goals[2].when =
        serde_json::from_value(json!({"metric": {"measure": "deadlock_ps"}, "is": "=", "value": "none"}))
            .expect("a condition");
    assert_eq!(lesson.check().list(), [], "the prediction has no number");
    lesson.challenge.goals[2].when = serde_json::from_value(
        json!({"metric": {"measure": "p99_ps", "of": "h1 to h2"}, "is": "<", "value": "9us"}),
    )
    .expect("a condition");
    assert_eq!(lesson.check().list(), [], "frames are delivered in the run of the answer");
}

#[test]
fn missing_items_that_a_lesson_names_are_refused() {
    refuses(
        "headroom",
        &[("/start", json!({"preset": "storms"}))],
        "start.preset: there is no preset \"storms\"; most like it are storm, crossbar, sonic",
    );
    refuses(
        "headroom",
        &[("/prediction/before_step", json!(9))],
        "prediction.before_step: is 9, but must be a step from 1 to 6",
    );
    refuses(
        "headroom",
        &[("/steps/5/change", json!({"set": {"hedroom": "6k"}}))],
        "steps[5].change.set.hedroom: there is no parameter \"hedroom\"; most like it are headroom, headroom_pool, headroom_ratio",
    );
    refuses(
        "headroom",
        &[(
            "/challenge/controls/0",
            json!({"parameter": {"address": "switch.s9.headroom", "values": "6k,9k"}}),
        )],
        "challenge.controls[0].parameter.address: there is no host or switch called \"s9\"; name one of the document",
    );
    refuses("headroom", &[("/steps/2/says", json!(" "))], "steps[2].says: says nothing; write a sentence");
}
