//! Tests that a wrong lesson is refused with place and reason.

use super::kit;
use fabric_lessons::{Lesson, schema};
use fabric_sim::document::Tab;
use fabric_sim::document::link::{LessonPlace, LessonStage};
use serde_json::{Value, json};

/// Refusal of the lesson `headroom` after the value at `pointer` (RFC 6901) is replaced by `value`.
fn refused(pointer: &str, value: Value) -> String {
    let mut lesson: Value = serde_json::from_str(&kit::text("headroom.json")).expect("JSON");
    *lesson.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} is there")) = value;
    Lesson::parse(&lesson.to_string()).expect_err(pointer).to_string()
}

#[test]
fn a_step_with_a_missing_highlight_is_refused() {
    let at = |target: &str| refused("/steps/2/highlight", json!(target));
    assert_eq!(
        at("node:s7"),
        "steps[2].highlight: there is no host or switch called \"s7\"; name one of the document"
    );
    assert_eq!(
        at("port:s1.4"),
        "steps[2].highlight: there is no port s1.4: s1 has 2 ports, numbered from 0; name one of them"
    );
    assert_eq!(at("flow:h9"), "steps[2].highlight: there is no flow called \"h9\"; name one of the document");
    assert_eq!(
        at("mark:kmin@s1.0.p3"),
        "steps[2].highlight: there is no mark \"kmin@s1.0.p3\": nothing is marked there; name another"
    );
    assert_eq!(
        at("mark:xoff@s1.0.p4"),
        "steps[2].highlight: there is no mark \"xoff@s1.0.p4\": the priority is lossy; name another"
    );
    assert!(at("group:h1.0.p3").contains("which has no ingress priority group; name a port of a switch"));
    assert!(at("tab:queue").contains("but must be buffers, islip"));
    assert_eq!(
        at("control:xoff"),
        "steps[2].highlight: the control of xoff is hidden; add it to shows.parameters"
    );
    assert_eq!(
        at("part:lanes"),
        "steps[2].highlight: the part lanes of the page is hidden; add it to shows.parts"
    );
}

#[test]
fn a_control_of_the_challenge_that_is_hidden_is_refused() {
    assert_eq!(
        refused("/shows/parameters", json!(["cable"])),
        "challenge.controls[0]: the control of headroom is hidden; add it to shows.parameters"
    );
    let at = |control: Value| refused("/challenge/controls/0", control);
    assert!(
        at(json!({"flow": {"name": "h1 to h2", "field": "priority", "values": [3, 4]}})).starts_with(
            "challenge.controls[0]: the part flows of the page is hidden; add it to shows.parts"
        )
    );
    assert!(
        at(json!({"actions": {"one_of": [{"at": "1us", "set": {"cable": "50m"}}]}}))
            .contains("challenge.controls[0]")
    );
}

#[test]
fn a_lesson_is_distinguished_from_a_document() {
    assert!(Lesson::is_lesson(&kit::text("headroom.json")));
    assert!(Lesson::is_lesson(r#"{"steps": 7}"#));
    let document = kit::lesson("headroom").challenge_document().expect("a document");
    assert!(!Lesson::is_lesson(&serde_json::to_string(&document).expect("JSON")));
    assert!(!Lesson::is_lesson("{\"steps\""));
}

#[test]
fn tabs_are_those_of_the_steps_and_buffers() {
    assert_eq!(kit::lesson("headroom").tabs(), [Tab::Buffers]);
    let tabs = kit::lesson("deadlock").tabs();
    assert!([Tab::Buffers, Tab::Flow, Tab::Waits].iter().all(|tab| tabs.contains(tab)), "{tabs:?}");
    assert!(!tabs.contains(&Tab::Islip));
}

#[test]
fn a_goal_that_cannot_be_judged_is_refused() {
    let goal = |metric: Value, is: &str, value: &str| {
        refused("/challenge/goals/2/when", json!({"metric": metric, "is": is, "value": value}))
    };
    let of = goal(json!({"measure": "goodput_bps", "of": "h2 to h1"}), ">", "1G");
    assert_eq!(
        of,
        "challenge.goals[2].when.metric.of: there is no flow called \"h2 to h1\" in this run; name another"
    );
    let each = goal(json!({"measure": "goodput_bps"}), ">", "1G");
    assert_eq!(
        each,
        "challenge.goals[2].when.metric.of: goodput_bps has several readings; name one by of, or give over"
    );
    let whole = goal(json!({"measure": "drops", "of": "h1 to h2"}), "=", "0");
    assert!(whole.contains("drops is a measure of the whole fabric"), "{whole}");
    let value = goal(json!({"measure": "goodput_bps", "of": "h1 to h2"}), ">", "fast");
    assert_eq!(value, "challenge.goals[2].when.value: is \"fast\", but must be a rate");
    let window = goal(json!({"measure": "drops", "to": "50us"}), "=", "0");
    assert!(window.contains("metric.to: is 50us, but must be at most 40us"), "{window}");
    let empty = goal(json!({"measure": "drops", "from": "20us", "to": "20us"}), "=", "0");
    assert!(empty.contains("metric.from: is 20us, but must be before 20us"), "{empty}");
    let none = goal(json!({"measure": "deadlock_ps"}), "<", "none");
    assert!(none.contains("when.is: is \"<\", but must be = where the value is none"), "{none}");
    let queue = goal(json!({"measure": "queue_peak_bytes", "of": "s1.7.3"}), "=", "0");
    assert!(queue.contains("there is no queue called \"s1.7.3\""), "{queue}");
    let parameter = goal(json!({"parameter": "hedroom"}), "=", "0");
    assert!(parameter.contains("metric.parameter: "), "{parameter}");
}

#[test]
fn invalid_steps_and_questions_are_refused() {
    assert!(
        refused("/steps/1/play/to", json!("1us")).contains("steps[1].play.to: is 1us, but must be after 1us")
    );
    let claim = json!([{"metric": {"measure": "lost"}, "is": "=", "value": "0"}]);
    assert!(refused("/steps/4/claims", claim).starts_with("steps[4].claims[0].metric.measure: "));
    assert!(refused("/steps/4/play/to", json!("1ms")).contains("at most 40us, the horizon"));
    assert!(
        refused("/steps/5/change", json!({"set": {"hedroom": "6k"}})).starts_with("steps[5].change.set.")
    );
    assert!(refused("/steps/5/change", json!({"set": {"xon": "20k"}})).starts_with("steps[5].change."));
    assert!(
        refused("/prediction/before_step", json!(9))
            .contains("prediction.before_step: is 9, but must be a step from 1 to 6")
    );
    assert!(refused("/prediction/number/wrong/0/to", json!("few")).contains("wrong[0].to: is \"few\""));
    assert!(refused("/start/document/flows/0/from", json!("h7")).starts_with("start.document.flows[0].from"));
    assert!(
        refused("/start/document/flows/0/frame", json!(9)).starts_with("start.document.flows[0].frame: is 9")
    );
    assert!(refused("/name", json!("How much")).starts_with("name: is \"How much\""));
    assert!(refused("/shows/parts/0", json!("sky")).starts_with("shows.parts[0]: is \"sky\""));
    assert!(refused("/teacher/minutes", json!(0)).starts_with("teacher.minutes: is 0"));
    let beyond = refused("/challenge/answers/0/change", json!({"set": {"xoff": "8k"}}));
    assert_eq!(
        beyond,
        "challenge.answers[0].change: it changes xoff, which is not among the controls of the challenge; change only the controls"
    );
    let control = json!({"flow": {"name": "h3", "field": "priority", "values": [3, 4]}});
    assert!(refused("/challenge/controls/0", control).starts_with("challenge.controls[0].flow: flows.h3"));
    assert!(Lesson::parse("[1]").is_err() && Lesson::parse("{").is_err() && Lesson::parse("").is_err());
}

#[test]
fn a_place_in_a_lesson_that_does_not_exist_is_refused() {
    let lesson = kit::lesson("headroom");
    assert_eq!(lesson.has(LessonStage::Step(6)), Ok(()));
    let reported = lesson.has(LessonStage::Step(7)).expect_err("there are six").to_string();
    assert_eq!(reported, "step: 7 is outside 1 to 6; lesson headroom has 6 steps");
    for text in ["headroom", "headroom.3", "headroom.predict", "headroom.explain", "headroom.challenge"] {
        let place: LessonPlace = text.parse().expect("a place");
        assert_eq!((place.lesson.as_str(), place.to_string().as_str()), ("headroom", text));
    }
    for step in [0, 7, 99] {
        let place: LessonPlace = format!("headroom.{step}").parse().expect("a number");
        let reported = lesson.has(place.stage).expect_err("no such step").to_string();
        assert_eq!(reported, format!("step: {step} is outside 1 to 6; lesson headroom has 6 steps"));
    }
    let far = "headroom.1000".parse::<LessonPlace>().expect_err("no lesson is so long").to_string();
    assert_eq!(far, "step: 1000 is outside 1 to 40, the most steps of a lesson");
    for text in ["", "Headroom", "headroom.", "headroom.-1", "headroom.end", "a/b"] {
        assert!(text.parse::<LessonPlace>().is_err(), "{text}");
    }
}

#[test]
fn refused_changes_of_a_student_are_named() {
    let lesson = kit::lesson("headroom");
    let start = lesson.challenge_document().expect("it starts");
    let beyond = |edit: &dyn Fn(&mut fabric_sim::document::Document)| {
        let mut made = start.clone();
        edit(&mut made);
        lesson.challenge.beyond(&start, &made).unwrap_or_default()
    };
    assert!(beyond(&|made| made.flows.clear()).contains("the list of flows"));
    assert!(beyond(&|made| made.edit("xoff", "8k").expect("a value")).contains("changes xoff"));
    assert!(
        beyond(&|made| made.edit("at", "5us:headroom=90k").expect("an action")).contains("the action at 5us")
    );
    assert!(beyond(&|made| made.pause_sources.clear()).contains("pause_sources"));
    assert_eq!(beyond(&|made| made.edit("seed", "9").expect("a seed")), "");
    assert_eq!(beyond(&|made| made.edit("headroom", "9k").expect("a value")), "");
}

#[test]
fn lists_that_are_empty_or_too_long_to_check_are_refused() {
    assert_eq!(refused("/steps", json!([])), "steps: is 0, but must be 1 to 40 of them");
    assert_eq!(refused("/challenge/goals", json!([])), "challenge.goals: is 0, but must be 1 to 12 of them");
    let answer = json!({"says": "So.", "change": {"set": {"headroom": "9k"}}});
    let many = refused("/challenge/answers", json!(vec![answer; 100]));
    assert_eq!(many, "challenge.answers: is 100, but must be 1 to 8 of them");
    let values: Vec<u64> = (0..1_000).collect();
    let control = json!({"flow": {"name": "h1 to h2", "field": "priority", "values": values}});
    let long = refused("/challenge/controls/0", control);
    assert_eq!(long, "challenge.controls[0].flow.values: is 1000, but must be 1 to 64 of them");
}

#[test]
fn the_schema_describes_the_format() {
    let text = schema().to_string();
    for field in
        ["\"before_step\"", "\"right_if\"", "\"controls\"", "\"highlight\"", "\"flows\"", "\"misconception\""]
    {
        assert!(text.contains(field), "{field}");
    }
}
