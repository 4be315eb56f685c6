//! Tests of the narration: the order of its sentences, and headlines that stay.

use fabric_sim::units::Time;

use super::test_lab::{at, rest};
use super::*;

/// Sentences and headlines while `preset` plays for `seconds` of wall time. Consecutive equal texts are
/// listed once. Sentences are without their times, headlines without their durations. Headlines are read in
/// each tenth video frame; a missing headline gives an empty text.
fn sentences(preset: &str, seconds: u32) -> (Vec<String>, Vec<String>) {
    let mut lab = Lab::open(&format!("#/preset/{preset}"));
    let (mut stated, mut stood) = (Vec::<String>::new(), Vec::<String>::new());
    for frame in 0..seconds * 60 {
        lab.advance(1.0 / 60.0, &mut || false);
        let reported = lab.picture().sentence;
        let reported = reported
            .strip_prefix("At ")
            .and_then(|reported| reported.split_once(": "))
            .map_or(&*reported, |at| at.1);
        if stated.last().is_none_or(|last| last != reported) {
            stated.push(reported.to_owned());
        }
        if frame % 10 == 0 {
            let head = lab.waiting().headline.map(|head| head.text).unwrap_or_default();
            let head = head.split_once(" for ").map_or(head.clone(), |(before, _)| before.to_owned());
            if stood.last() != Some(&head) {
                stood.push(head);
            }
        }
    }
    (stated, stood)
}

/// Narration after `command` at the moment of the share link `link`. Panics if the command is refused.
fn sentence_of(link: &str, command: Command) -> String {
    let mut lab = at(link);
    lab.act(command);
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    let picture = lab.picture();
    assert_eq!(picture.static_picture.error, None);
    picture.sentence
}

#[test]
fn a_deadlock_its_detection_and_its_end_are_narrated_and_the_state_stays_shown() {
    let (stated, stood) = sentences("watchdog-true", 20);
    let place = |start: &str| stated.iter().position(|reported| reported.starts_with(start)).expect(start);
    let deadlock = place("Deadlock: leafA, spineB and leafC wait for each other");
    assert!(place("c starts to send to b") < deadlock, "{stated:?}");
    // At the time at which the watchdogs act, the narration reports the end of the deadlock. The headline
    // reports the watchdogs.
    let broken = "The deadlock is broken after 114\u{202f}µs: the cycle of leafA, spineB and leafC";
    let reported = at("#/preset/watchdog-true?t=150us").picture().sentence;
    assert!(reported.starts_with(broken), "{reported}");
    assert_eq!(
        stood,
        ["", "Deadlocked", "Watchdogs on leafA → spineB, spineB → leafC and leafC → leafA have been acting"]
    );
}

#[test]
fn repeated_events_are_narrated_only_at_their_own_moment() {
    let (stated, stood) = sentences("storm", 30);
    let storms = stated.iter().filter(|reported| reported.ends_with("a storm.")).count();
    assert_eq!(storms, 1, "{stated:?}");
    assert_eq!(stood, ["", "Storm: sick has been sending pauses of priority 3"]);
    // Expects the second pause of the storm, before any buffer has filled.
    let mut lab = at("#/preset/storm?t=39us");
    lab.act(Command::Next(EventTarget::Pause));
    rest(&mut lab);
    let picture = lab.picture();
    assert_eq!(picture.step_sentence.as_deref(), Some("sick refreshes its pause of priority 3 at leaf1."));
    assert!(picture.sentence.starts_with("At 20.1\u{202f}µs: leaf1 has stopped"), "{}", picture.sentence);
    // A link to a quiet moment shows the last key event.
    let reported = at("#/preset/storm?t=590us").picture().sentence;
    assert!(reported.ends_with("on its way from c2 goes to headroom."), "{reported}");
}

#[test]
fn actions_are_most_important() {
    for (link, node) in [
        ("#/preset/watchdog-true?t=60us&sel=leafA.0.p3", "leafA and spineB"),
        ("#/preset/deadlock-ring?t=60us&sel=leafA.0.p3", "leafA and spineB"),
        ("#/preset/incast?t=20us&sel=leaf1.1.p3", "leaf1"),
    ] {
        let reported = sentence_of(link, Command::SwitchLink(false));
        assert!(reported.starts_with("The link between ") && reported.contains(node), "{link}: {reported}");
    }
    // Performs the same action while the run plays.
    let mut lab = at("#/preset/deadlock-ring?t=60us&sel=leafA.0.p3");
    lab.act(Command::PlayOrPause);
    lab.advance(0.1, &mut || false);
    lab.act(Command::SwitchLink(false));
    lab.advance(1.0 / 60.0, &mut || false);
    assert!(lab.picture().sentence.contains("The link between leafA"), "{}", lab.picture().sentence);
}

#[test]
fn a_host_pauses_for_its_receive_buffer_and_a_host_without_pfc_ignores_pauses() {
    let reported = sentence_of("#/preset/slow-receiver?t=40us", Command::Next(EventTarget::Pause));
    assert_eq!(
        reported,
        "slow sends s2 a pause of priority 3: what waits for its bus has reached the mark of its receive buffer, 34.5\u{202f}kB."
    );
    let (stated, _) = sentences("one-sided-pfc", 9);
    let deaf = "deaf does not obey pauses of priority 3: it goes on sending, whatever s1 requests.";
    assert!(stated.iter().any(|reported| reported == deaf), "{stated:?}");
}

#[test]
fn resume_is_one_key_event() {
    let reported = sentence_of("#/preset/pause?t=12us&sel=h1.0.p3", Command::LoseResume);
    assert_eq!(reported, "The next resume from s1 will be lost before h1 gets it.");
}

#[test]
fn a_slow_bus_is_called_by_its_host() {
    let link = "#/preset/pause?t=5us";
    let host = at(link).selected_host().expect("it leads to a host").0;
    let reported = sentence_of(link, Command::Slow(true));
    assert_eq!(reported, format!("The bus of {host} carries 10.0\u{202f}Gb/s from here on."));
}

#[test]
fn a_watchdog_that_misses_a_storm_is_narrated_with_the_storm() {
    let lab = at("#/preset/watchdog-asleep?t=320us");
    let head = lab.waiting().headline.expect("choppy storms");
    assert!(!head.dead);
    assert_eq!(
        head.text,
        "Storm: choppy has been sending pauses of priority 3 for 300\u{202f}µs regardless of its buffer. The watchdog saw no problem 20.0\u{202f}µs ago."
    );
    // A short pause now and then is no storm, so it has no headline.
    assert_eq!(at("#/preset/watchdog-starved?t=72us").waiting().headline, None);
}

#[test]
fn alarms_change_only_when_there_is_something_new() {
    let alarms = |time: u64| at(&format!("#/preset/watchdog-true?t={time}us")).waiting().alarms;
    assert_eq!(alarms(30), Alarms::default());
    let dead = Some("Deadlock: leafA, leafC and spineB wait for each other.".to_owned());
    assert_eq!((alarms(60).deadlock, alarms(60).watchdog), (dead.clone(), None));
    assert_eq!(alarms(90).deadlock, dead, "it has no age");
    let after = alarms(160);
    assert_eq!((after.deadlock, after.loss), (None, Some("Frames were lost.")));
    assert!(after.watchdog.is_some_and(|reported| reported.ends_with("priority 3, has acted, rightly.")));
}

#[test]
fn the_deadlock_of_the_flood_is_narrated_within_half_a_minute_and_stays_shown() {
    let (_, stood) = sentences("deadlock-flood", 22);
    assert_eq!(stood.last().map(String::as_str), Some("Deadlocked"));
}

#[test]
fn past_events_are_narrated_with_their_time_and_present_events_without() {
    // The queue has long been empty, so no sentence may say that it is above Kmin.
    let mut lab = at("#/preset/dcqcn-on?t=2ms");
    rest(&mut lab);
    let reported = lab.picture().sentence;
    let when = "At 280\u{202f}µs: h8 receives a CNP for marked frames to r";
    assert!(reported.starts_with(when), "{reported}");
    // While the cursor is at the time of an event, the sentence leaves out the time. Later, the sentence
    // states it.
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Next(EventTarget::Pause));
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    let then = lab.picture();
    assert!(!then.sentence.starts_with("At "), "{}", then.sentence);
    lab.act(Command::Seek(then.now + Time(1_000)));
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    let stated = format!("At {}: {}", crate::charts::time_label(then.now), then.sentence);
    assert_eq!(lab.picture().sentence, stated);
    // The sentence is the same while the run plays.
    lab.act(Command::PlayOrPause);
    lab.advance(1e-6, &mut || false);
    assert_eq!(lab.picture().sentence, stated);
}

#[test]
fn a_sender_that_receives_cnps_cuts_its_rate_in_the_narration() {
    let lab = at("#/preset/dcqcn-on?t=100us");
    let recording = lab.run().recording();
    let cuts: Vec<&KeyEvent> =
        recording.events().iter().filter(|event| matches!(event.kind, KeyEventKind::Slowed(..))).collect();
    let cnps: u64 = lab.picture().view.flows.iter().map(|flow| flow.cnps_received).sum();
    assert_eq!(u64::try_from(cuts.len()), Ok(cnps), "each CNP that came is a cut");
    let reported = sentence(recording.spec(), recording.world(), cuts[0]);
    let half = "receives a CNP for marked frames to r: it cuts its rate to 20.0\u{202f}Gb/s.";
    assert!(reported.starts_with('h') && reported.ends_with(half), "{reported}");
}

#[test]
fn missing_credits_and_long_waits_for_them_are_narrated() {
    for (preset, seconds) in [("cbfc", 8), ("scene-a", 8)] {
        let (stated, _) = sentences(preset, seconds);
        let expected = "has no credits left of the ";
        assert!(stated.iter().any(|reported| reported.contains(expected)), "{preset}: {stated:#?}");
    }
    // All credit updates are lost for 100 µs; then a resync restores the credits.
    let mut document = fabric_sim::document::Preset::find("credits-lost").expect("a preset").document();
    document.edit("credit_resync", "20us").expect("a time");
    for timed in &mut document.actions {
        if let fabric_sim::document::Action::LoseCredits(lose) = &mut timed.action {
            lose.chance = None;
        }
    }
    let fragment = fabric_sim::document::link::ShareLink::new(document).fragment();
    let mut lab = at(&format!("{fragment}&run=0"));
    lab.act(Command::Seek(Time::from_us(399)));
    rest(&mut lab);
    let recording = lab.run().recording();
    let waited =
        recording.events().iter().filter(|event| matches!(event.kind, KeyEventKind::Credited { .. })).count();
    let starved =
        recording.events().iter().filter(|event| matches!(event.kind, KeyEventKind::Starved(_))).count();
    assert!(starved > 0 && waited > 0 && starved + waited < 100, "{starved} {waited}");
    let long = recording.events().iter().find(|event| matches!(event.kind, KeyEventKind::Credited { .. }));
    let reported = long.map(|event| sentence(recording.spec(), recording.world(), event)).unwrap_or_default();
    assert!(reported.starts_with("s1 has credits of s2 again, after 98.3\u{202f}µs: "), "{reported}");
    let mut lab = at("#/preset/credits-lost?run=0");
    lab.act(Command::End);
    rest(&mut lab);
    lab.advance(0.0, &mut || false);
    let reported = lab.picture().sentence;
    let end = "Nothing moves any more: s1 has frames of priority 3 and s2 has room, but the credits for it were lost: nothing is left to happen.";
    assert!(reported.contains(end), "{reported}");
}

#[test]
fn a_link_pause_is_narrated_without_a_priority() {
    let mut lab = Lab::open("#/preset/pause?link_pause=on&link_xoff=12k&link_xon=6k");
    let mut stated = Vec::<String>::new();
    for _ in 0..20 * 60 {
        lab.advance(1.0 / 60.0, &mut || false);
        stated.push(lab.picture().sentence);
    }
    for expected in [
        "s1 sends h1 a pause of all priorities: what it holds from h1 has reached the link's XOFF",
        "h1 resumes: s1 has room.",
        "h1 has stopped sending, because s1 sent a pause.",
    ] {
        assert!(stated.iter().any(|reported| reported.contains(expected)), "{expected}: {stated:#?}");
    }
}
