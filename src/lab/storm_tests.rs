//! Tests of storms that the user starts, changes and stops.

use fabric_sim::document::Action;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::units::Time;

use super::test_lab::{act, at};
use super::*;

#[test]
fn a_storm_stops_the_peer_for_as_long_as_it_lasts_and_no_longer() {
    // Moment before any buffer has filled.
    let mut lab = at("#/preset/incast?t=500ns&sel=leaf1.1.p3");
    let lasts = lab.storm_duration(StormDuration::Short).expect("it ends");
    let selected = lab.selected();
    let peer = lab.run().recording().spec().ports[selected.port.index()].peer;
    act(&mut lab, Command::Storm(StormForm { duration: StormDuration::Short, ..StormForm::default() }));
    let reported = lab.picture().sentence;
    assert_eq!(reported, "leaf1 begins to send pauses of priority 3, however full its buffers are.");
    let paused = |lab: &mut Lab, at: Time| {
        act(lab, Command::Seek(at));
        lab.picture().view.ports[peer.index()].paused.contains(selected.priority)
    };
    let (start, half) = (Time::from_ns(500), Time(lasts.ps() / 2));
    assert!(paused(&mut lab, start + half));
    act(&mut lab, Command::Seek(start + Time(2 * lasts.ps())));
    let lane = lab.run().recording().lanes().lane(peer, selected.priority).expect("it was paused");
    let end = lane.paused.iter(Time::NEVER).find(|one| one.from <= start + half && start + half < one.to);
    let end = end.expect("it was paused then").to;
    assert!(end >= start + lasts && end <= start + Time(lasts.ps() / 4 * 5), "{end}");
    assert_eq!(
        lab.action_labels().iter().map(|action| action.1.as_str()).collect::<Vec<_>>(),
        ["pauses from leaf1"]
    );
    act(&mut lab, Command::Undo);
    assert!(lab.action_labels().is_empty());
}

#[test]
fn a_storm_lasts_by_the_pace() {
    let mut lab = at("#/preset/pause?t=5us");
    lab.act(Command::Pace(Pace::Speed(1e6)));
    assert_eq!(
        StormDuration::ALL.map(|storm| lab.storm_duration(storm).map(Time::ps)),
        [Some(1_000_000), Some(3_000_000), Some(10_000_000), None]
    );
    lab.act(Command::Pace(Pace::Speed(2e9)));
    assert_eq!(lab.storm_duration(StormDuration::Usual), Some(Time::from_us(6_000)));
}

#[test]
fn a_storm_has_the_chosen_priorities_interval_and_duty_and_can_be_stopped() {
    let mut lab = at("#/preset/incast?t=500ns&sel=leaf1.1.p3");
    let storm = StormForm {
        duration: StormDuration::Endless,
        interval: StormInterval::Seldom,
        paused_share: PausedShare::Choppy,
        priorities: PausedPriorities::Lossless,
    };
    let port = lab.selected().port;
    act(&mut lab, Command::Select(port, Priority::P4));
    act(&mut lab, Command::Storm(storm));
    let sources: Vec<_> = super::pause_sentences::storming(lab.run().recording().world())
        .map(|found| found.1.clone())
        .collect();
    let [source] = sources.as_slice() else { panic!("{sources:?}") };
    assert_eq!(
        (source.every, source.stop, source.priorities),
        (Some(Time::from_us(20)), None, PrioritySet::from_iter([Priority::P3, Priority::P4]))
    );
    let clock = lab.run().recording().spec().ports[source.port.index()].clock;
    let pauses = source.quanta.time(clock);
    assert!(pauses >= Time::from_ns(19_600) && pauses < Time::from_ns(19_700), "{pauses}");
    assert_eq!(lab.storms(), [("storm".to_owned(), "End the storm of leaf1".to_owned())]);
    act(&mut lab, Command::Seek(Time::from_us(100)));
    act(&mut lab, Command::EndStorm("storm".to_owned()));
    assert_eq!(lab.storms(), []);
    let reported = lab.picture().sentence;
    assert!(reported.starts_with("leaf1 sends no more pauses of its own accord"), "{reported}");
    act(&mut lab, Command::Undo);
    assert_eq!(lab.storms().len(), 1);
}

#[test]
fn a_storm_of_a_preset_can_be_stopped() {
    let mut lab = at("#/preset/storm?t=60us");
    assert_eq!(lab.storms(), [("broken NIC".to_owned(), "End the storm of sick".to_owned())]);
    act(&mut lab, Command::EndStorm("broken NIC".to_owned()));
    act(&mut lab, Command::Seek(Time::from_us(590)));
    let storms = lab.waiting().graph.queues.iter().filter(|queue| queue.cause == Some("storm")).count();
    assert_eq!((storms, lab.waiting().headline), (0, None));
}

#[test]
fn two_storms_of_one_port_are_distinguished_by_their_start() {
    let mut lab = at("#/preset/storm?t=60us");
    let sick = lab.run().recording().spec().node("sick").expect("the one that storms");
    let port = lab.run().recording().spec().port(sick, 0).expect("its port");
    lab.act(Command::Select(port, Priority::P3));
    act(&mut lab, Command::Storm(StormForm { duration: StormDuration::Endless, ..StormForm::default() }));
    act(&mut lab, Command::Seek(Time::from_us(80)));
    let words: Vec<String> = lab.storms().into_iter().map(|storm| storm.1).collect();
    assert_eq!(words.len(), 2);
    assert!(words.iter().all(|words| words.starts_with("End the storm of sick since ")), "{words:?}");
    assert_ne!(words[0], words[1]);
    let headline = lab.waiting().headline.expect("it stands").text;
    assert!(headline.contains("regardless of its buffer, and so has 1 more source"), "{headline}");
}

#[test]
fn a_storm_sends_at_the_written_interval() {
    let mut lab = at("#/preset/incast?t=500ns&run=0&sel=leaf1.1.p3");
    for duration in StormDuration::ALL {
        let reported = lab.storm_interval(StormInterval::Fitting, duration);
        act(&mut lab, Command::Storm(StormForm { duration, ..StormForm::default() }));
        let written = lab.compiled.document.actions.last().map(|timed| timed.action.clone());
        let Some(Action::PauseSource(source)) = written else { panic!("{written:?}") };
        let every = source.every.expect("it goes on").to_string();
        assert_eq!(
            reported.replace([' ', '\u{b5}'], ""),
            format!("aframeevery{}", every.replace('u', "")),
            "{every}"
        );
        act(&mut lab, Command::Undo);
    }
    assert_eq!(lab.storm_interval(StormInterval::Fitting, StormDuration::Short), "a frame every 250 ns");
    assert_eq!(lab.storm_interval(StormInterval::Fitting, StormDuration::Endless), "a frame every 10 µs");
}

#[test]
fn two_storms_of_one_instant_are_distinguished() {
    let mut lab = at("#/preset/incast?t=500ns&run=0&sel=leaf1.1.p3");
    let storm = StormForm { duration: StormDuration::Endless, ..StormForm::default() };
    act(&mut lab, Command::Storm(storm));
    act(&mut lab, Command::Storm(storm));
    let ends: Vec<String> = lab.storms().into_iter().map(|found| found.1).collect();
    let name = |name: &str| format!("End the storm of leaf1, \u{201c}{name}\u{201d}");
    assert_eq!(ends, [name("storm"), name("storm 2")]);
    let head = lab.waiting().headline.expect("it storms").text;
    assert!(head.contains("for a moment regardless of its buffer"), "{head}");
}

#[test]
fn pauses_below_the_storm_rate_are_not_called_a_storm() {
    let ends: Vec<String> =
        at("#/preset/watchdog-starved?t=72us").storms().into_iter().map(|end| end.1).collect();
    assert_eq!(ends, ["End the pauses of r"]);
}
