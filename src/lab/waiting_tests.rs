//! Tests of the waits that the page shows, in a ring of three switches that deadlocks.

use fabric_sim::document::link::{LinkIntegrity, ShareLink};
use fabric_sim::document::{Document, Tab};
use fabric_sim::ids::{Priority, QueueId};
use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;
use crate::scene::QueueFate;

/// Ring of three switches with three flows, each over two links of the ring. `more` is appended to the
/// parameters.
fn ring(more: &str) -> Document {
    let text = format!(
        r#"{{
        "format": 1, "model": 1, "name": "ring", "horizon": "2ms",
        "hosts": [{{"name": "h1"}}, {{"name": "h2"}}, {{"name": "h3"}}],
        "switches": [{{"name": "s1"}}, {{"name": "s2"}}, {{"name": "s3"}}],
        "links": [["s1", "s2", "40G"], ["s2", "s3", "40G"], ["s3", "s1", "40G"],
                  ["h1", "s1", "40G"], ["h2", "s2", "40G"], ["h3", "s3", "40G"]],
        "params": {{"xoff": "40k", "xon": "38k", "headroom": "20k"{more}}},
        "flows": [
            {{"name": "a", "from": "h1", "to": "h3", "path": ["s1", "s2", "s3"]}},
            {{"name": "b", "from": "h2", "to": "h1", "path": ["s2", "s3", "s1"]}},
            {{"name": "c", "from": "h3", "to": "h2", "path": ["s3", "s1", "s2"]}}
        ]
    }}"#
    );
    Document::parse(&text).expect("it is a document")
}

/// Lab with [`ring`], paused at its start.
fn lab(more: &str) -> Lab {
    at(&format!("{}&run=0", ShareLink::new(ring(more)).fragment()))
}

/// Lab with [`ring`], with the cursor at its first deadlock.
fn at_deadlock(more: &str) -> Lab {
    let mut lab = lab(more);
    lab.act(Command::Next(EventTarget::Deadlock));
    rest(&mut lab);
    lab
}

#[test]
fn without_pauses_the_possible_deadlock_is_named() {
    let lab = lab("");
    let waiting = lab.waiting();
    assert_eq!(waiting.queues, []);
    assert_eq!(waiting.sentences(), ["Nothing waits: no queue that has something to send is paused."]);
    let dangers = lab.picture().static_picture.buffer_dependencies.clone();
    assert_eq!(dangers.len(), 1, "{dangers:?}");
    assert!(dangers[0].words.starts_with("s1 → s2 → s3 → s1 in priority 3"), "{dangers:?}");
    assert!(!dangers[0].by_flooding);
    assert!(
        at("#/preset/pause?run=0").picture().static_picture.buffer_dependencies.is_empty(),
        "a star cannot"
    );
}

#[test]
fn the_cursor_moves_to_the_deadlock_and_its_queue_is_selected() {
    let lab = at_deadlock("");
    let picture = lab.picture();
    assert_eq!(picture.static_picture.tab, Tab::Waits);
    let cycles = lab.run().recording().world().cycles();
    let died = cycles.standing()[0].deadlock.expect("it is a deadlock");
    assert_eq!(
        (died.at, died.queue),
        (
            picture.now,
            QueueId::new(picture.static_picture.selected.port, picture.static_picture.selected.priority)
        )
    );
    assert_eq!(cycles.deadlocks(), 1);
}

#[test]
fn selection_after_a_jump_is_published() {
    let mut lab = lab("");
    lab.act(Command::Next(EventTarget::Deadlock));
    let mut published = false;
    for _ in 0..10_000 {
        published = lab.advance(0.0, &mut || false);
        if lab.picture().static_picture.tab == Tab::Waits {
            break;
        }
    }
    assert!(published);
    assert_eq!(Lab::open(&lab.fragment()).picture().static_picture.tab, Tab::Waits, "and is in the link");
}

#[test]
fn a_deadlock_is_named_by_its_members_in_the_order_in_which_they_wait() {
    let waiting = at_deadlock("").waiting();
    assert_eq!(waiting.cycles.len(), 1);
    let cycle = &waiting.cycles[0];
    assert_eq!((cycle.name.as_str(), cycle.dead), ("s1 → s2 → s3 → s1", true));
    let since = cycle.since();
    assert!(
        since.len() == 1 && since[0].starts_with("Closed, and a deadlock at once, just now, at "),
        "{since:?}"
    );
    let cycle = &waiting.graph.cycles[0];
    assert!(cycle.is_deadlock && cycle.queues.len() == 3 && cycle.caption.starts_with("DEADLOCK s1 → s2"));
    for (n, from) in cycle.queues.iter().enumerate() {
        assert!(waiting.graph.waits.contains(&(*from, cycle.queues[(n + 1) % 3])), "{cycle:?}");
    }
    assert!(waiting.sentences()[0].starts_with("Deadlock: s1 → s2"));
}

#[test]
fn queues_behind_a_deadlock_are_tributaries_with_a_reason() {
    let mut lab = at_deadlock("");
    lab.act(Command::Seek(Time::from_us(500)));
    rest(&mut lab);
    let waiting = lab.waiting();
    assert_eq!(waiting.cycles[0].stuck_upstream, 3, "the three hosts");
    let role = |name: &str| {
        let found = waiting.queues.iter().find(|queue| queue.name == name);
        found.map(|queue| (queue.role, queue.fate))
    };
    assert_eq!(role("s1 → s2"), Some(("in the deadlock", QueueFate::Stuck)));
    assert_eq!(role("h1 → s1"), Some(("behind the deadlock", QueueFate::Stuck)));
    let first = waiting.queues.iter().find(|queue| queue.name == "s1 → s2").unwrap();
    assert!(first.why.contains("by s2, which holds") && first.why.contains("for s2 → s3"), "{}", first.why);
    assert!(!first.is_root);
    let words = waiting.words_of(first.queue.port);
    assert_eq!(words, ["priority 3 in the deadlock"]);
    let reasons = lab.reasons(first.queue);
    assert_eq!(reasons[0].queue, first.queue);
    assert!(
        reasons
            .iter()
            .any(|reason| reason.is_root && reason.words.ends_with("wait for each other in a cycle"))
    );
}

/// Lab with the first preset, a star, in which the host h3 is also a pause source. `when` has the times of
/// the pause source, `query` further keys of the share link. Panics if the share link is refused.
fn star(when: &str, query: &str) -> Lab {
    let text = fabric_sim::document::PRESETS[0].document().to_json();
    let source =
        format!(r#"{{"pause_sources": [{{"name": "storm", "node": "h3", "priorities": [3], {when}}}], "#);
    let document = Document::parse(&text.replacen('{', &source, 1)).expect("it is a document");
    let reported = format!("{}&run=0{query}", ShareLink::new(document).fragment());
    let link =
        ShareLink { integrity: LinkIntegrity::Whole, ..ShareLink::parse(&reported).expect("it is a link") };
    let lab = at(&link.fragment());
    assert_eq!(lab.picture().static_picture.error, None);
    lab
}

#[test]
fn a_storm_is_a_root_of_blocked_queues_but_no_deadlock() {
    let mut lab = star(r#""every": "100us""#, "");
    lab.act(Command::Seek(Time::from_us(30)));
    rest(&mut lab);
    let waiting = lab.waiting();
    assert_eq!(waiting.cycles, []);
    let role = |name: &str| {
        let found = waiting.queues.iter().find(|queue| queue.name == name);
        found.map(|queue| (queue.fate, queue.is_root))
    };
    assert_eq!(role("s1 → h3"), Some((QueueFate::Blocked, true)));
    assert_eq!(role("h1 → s1"), Some((QueueFate::Blocked, false)));
    assert!(waiting.graph.queues.iter().any(|queue| queue.cause == Some("storm")));
    assert_eq!(lab.waiting().judgement.score.missed, 1, "nobody watches");
}

#[test]
fn a_host_whose_requests_wait_for_its_own_data_is_not_slow() {
    let waiting = at("#/preset/request-response?run=0&t=200us").waiting();
    assert_eq!(waiting.queues.len(), 4);
    assert!(waiting.graph.queues.iter().all(|queue| queue.cause.is_none()));
    let queue = waiting.queues.iter().find(|queue| queue.name == "s1 → b").expect("it is paused");
    let reason = "by host b, which takes no more requests while its own data waits: ";
    assert!(queue.why.contains(reason) && queue.fate == QueueFate::Stuck, "{}", queue.why);
}

#[test]
fn a_bus_that_is_not_slow_is_not_named() {
    let mut lab = at("#/preset/request-response?run=0");
    for ns in (400..1_600).step_by(40) {
        lab.act(Command::Seek(Time::from_ns(ns)));
        rest(&mut lab);
        let waiting = lab.waiting();
        let slow = waiting.queues.iter().find(|queue| queue.why.contains("slowly"));
        assert_eq!(slow, None, "{ns} ns");
        assert!(waiting.graph.queues.iter().all(|queue| queue.cause.is_none()), "{ns} ns");
    }
    lab.act(Command::Seek(Time::from_us(3)));
    rest(&mut lab);
    let recording = lab.run().recording();
    let pauses = recording.events().iter().filter(|event| is_pause(event.kind));
    let reported: Vec<String> =
        pauses.map(|event| sentence(recording.spec(), recording.world(), event)).collect();
    let from_hosts = reported.iter().filter(|reported| !reported.starts_with("s1"));
    assert!(from_hosts.clone().count() >= 2, "{reported:?}");
    for reported in from_hosts {
        assert!(reported.contains("requests that it takes when its own data has left"), "{reported}");
    }
}

#[test]
fn lost_credits_are_named_and_neither_storm_nor_resume() {
    let lab = at("#/preset/credits-lost?t=300us&run=0");
    let waiting = lab.waiting();
    let reported = waiting.sentences().join(" ");
    assert!(
        reported.contains(
            "wait for credits, and each stays blocked for as long as lost credits are not returned."
        ),
        "{reported}"
    );
    assert!(!reported.contains("storm") && !reported.contains("resume"), "{reported}");
    let head = waiting.headline.expect("it stands for good").text;
    assert!(
        head.starts_with("Credits were lost: s1 → s2 stands in priority 3, although s2 has room"),
        "{head}"
    );
    let reported = at("#/preset/storm?t=500us").waiting().sentences().join(" ");
    assert!(
        reported.contains("for as long as a storm goes on.") && !reported.contains("credits"),
        "{reported}"
    );
}

#[test]
fn congestion_needs_no_intervention() {
    let mut lab = at("#/preset/pause?run=0");
    let mut paused = (0..40).map(|us| {
        lab.act(Command::Seek(Time::from_us(us)));
        rest(&mut lab);
        lab.waiting()
    });
    let waiting = paused.find(|waiting| !waiting.queues.is_empty()).expect("something is paused");
    assert!(
        waiting.queues.iter().all(|queue| queue.fate == QueueFate::Passing && !queue.is_root),
        "{waiting:?}"
    );
    assert!(waiting.sentences()[0].ends_with("congestion."), "{:?}", waiting.sentences());
    lab.act(Command::Home);
    rest(&mut lab);
    assert!(lab.waiting().queues.is_empty());
}

#[test]
fn watchdog_timers_advance_and_decisions_are_compared_with_true_states() {
    let watched = r#", "watchdog": "timer", "watchdog_detection": "250ms", "watchdog_scale": 1000, "watchdog_action": "alert""#;
    let mut lab = at_deadlock(watched);
    let died = lab.picture().now;
    let before = lab.waiting().judgement;
    assert!(before.watched);
    assert_eq!((before.score.right, before.score.missed), (0, 1), "a deadlock that none has found yet");
    lab.act(Command::Seek(Time(died.ps() + Time::from_us(120).ps())));
    rest(&mut lab);
    let waiting = lab.waiting();
    assert_eq!(waiting.scale, 1000);
    let cycle = waiting.cycles[0].queue;
    let clock = waiting
        .clocks
        .iter()
        .find(|clock| (clock.port, clock.priority) == (cycle.port, Some(cycle.priority)));
    let clock = clock.unwrap();
    assert!(clock.share > 0.4 && clock.share < 0.9 && clock.mitigation.is_none(), "{clock:?}");
    assert!(clock.words().ends_with(" of 250\u{202f}µs"), "{}", clock.words());
    lab.act(Command::Seek(Time(died.ps() + Time::from_us(300).ps())));
    rest(&mut lab);
    let after = lab.waiting().judgement;
    assert!(after.score.right > 0 && after.score.missed == 0 && after.score.wrong == 0, "{:?}", after.score);
    let reported = after.list.last().unwrap();
    assert_eq!(
        (reported.number, reported.right, reported.rule, reported.truth),
        (0, Some(true), "timer", "deadlock")
    );
    assert_eq!((reported.mitigation, &reported.lost), ("only alerts", &None));
    assert!(reported.delay.is_some());
}

#[test]
fn a_nic_s_own_watchdog_has_a_clock_too() {
    let mut lab =
        at("#/preset/slow-receiver?host.slow.drain=1M&host.slow.nic_watchdog=100us&horizon=1ms&run=0");
    let mut seen = (50..600).step_by(25).map(|us| {
        lab.act(Command::Seek(Time::from_us(us)));
        rest(&mut lab);
        let clocks = lab.waiting().clocks;
        assert_eq!(clocks.len(), 1);
        clocks[0].clone()
    });
    let runs = seen.find(Clock::has_elapsed_or_mitigates).expect("it pauses and carries nothing");
    assert_eq!(
        (runs.name.as_str(), runs.priority_label().as_str(), runs.mitigation),
        ("slow → s2", "NIC", None)
    );
    assert!(runs.share < 1.0 && runs.words().ends_with(" of 100\u{202f}µs"), "{runs:?}");
    let acts = seen.find(|clock| clock.mitigation.is_some()).expect("it trips");
    assert_eq!((acts.words().as_str(), acts.share.to_bits()), ("acts: no pauses", 1.0f64.to_bits()));
}

#[test]
fn a_watchdog_with_a_short_time_acts_falsely() {
    let watched = "&watchdog=timer&watchdog_detection=1us&watchdog_action=alert";
    let mut lab = star(r#""start": "5us", "time": "9us""#, watched);
    lab.act(Command::Seek(Time::from_us(40)));
    rest(&mut lab);
    let checked = lab.waiting().judgement;
    assert!(checked.score.wrong > 0, "{:?}", checked.score);
    assert!(
        checked
            .list
            .iter()
            .any(|reported| reported.right == Some(false) && reported.truth == "pauses of a source, no storm")
    );
}

#[test]
fn a_root_names_the_queues_that_it_blocks() {
    let mut lab = at("#/preset/storm?t=500us");
    let roots = lab.roots();
    let first = roots.first().expect("a storm");
    assert_eq!((first.name.as_str(), first.cause), ("leaf1 → sick", "storm"));
    assert!(first.holds.starts_with("holds up 11 queues at 11 ports, "), "{}", first.holds);
    lab.act(Command::Home);
    rest(&mut lab);
    assert_eq!(lab.roots(), []);
}

#[test]
fn the_possible_deadlock_agrees_with_the_present_state() {
    let risk = |lab: &Lab| {
        DeadlockStatus::of(&lab.waiting().cycles, &lab.picture().static_picture.buffer_dependencies)
    };
    let lab = lab("");
    assert_eq!(risk(&lab), DeadlockStatus::Possible);
    assert_eq!(risk(&at_deadlock("")), DeadlockStatus::Dead);
    assert_eq!(risk(&at("#/preset/pause?t=10us")), DeadlockStatus::None);
    // The wrong route has been repaired, but the deadlock that it caused remains.
    let mended = at("#/preset/deadlock-loop?t=490us");
    assert!(mended.picture().static_picture.buffer_dependencies.is_empty());
    assert_eq!(risk(&mended), DeadlockStatus::Dead);
    assert!(DeadlockStatus::Dead.answer(&[]).starts_with("It is deadlocked already"));
}

#[test]
fn a_cycle_that_only_flooding_closes_is_named_so() {
    let lab = at("#/preset/deadlock-flood?t=10us&run=0");
    let dangers = lab.picture().static_picture.buffer_dependencies.clone();
    assert!(!dangers.is_empty() && dangers.iter().all(|place| place.by_flooding), "{dangers:?}");
    let risk = DeadlockStatus::of(&lab.waiting().cycles, &dangers);
    assert_eq!((risk, risk.words()), (DeadlockStatus::Possible, "Can deadlock"));
    assert!(risk.answer(&dangers).starts_with("Yes, if unknown addresses are flooded"));
    assert!(DeadlockStatus::Dead.answer(&dangers).contains("By the routes in force no links wait"));
}

#[test]
fn queue_of_another_fabric_has_no_reasons() {
    let lab = at("#/preset/pause?t=12us");
    assert_eq!(lab.reasons(QueueId::new(fabric_sim::ids::PortId(999), Priority::P3)), []);
}
