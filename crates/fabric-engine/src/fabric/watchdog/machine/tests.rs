use super::*;

const POLL: u64 = 100;

fn config(rule: Rule, detection: u64) -> WatchdogConfig {
    WatchdogConfig {
        rule,
        mitigation: Mitigation::Drop,
        poll: Time::from_us(POLL),
        detection: Time::from_us(detection),
        restoration: Time::from_us(200),
        restores: restores(rule),
    }
}

fn restores(rule: Rule) -> Restoration {
    match rule {
        Rule::PausedPolls | Rule::Cisco8000 => Restoration::Unpaused,
        _ => Restoration::NoPause,
    }
}

/// Course of a queue: times of transmissions and of one pause, in µs.
#[derive(Clone, Copy)]
struct PauseScript {
    /// Time until which the queue transmits, in µs.
    sends_until: u64,
    /// Start and end of the pause in µs, refreshed every 10 µs.
    paused: (u64, u64),
    /// Whether frames wait during the pause.
    occupied: bool,
}

/// Decisions of a watchdog during `script`, until `until`, with their times in µs.
fn decisions(config: &WatchdogConfig, script: PauseScript, until: u64) -> Vec<(u64, WatchdogDecision)> {
    let mut dog = Watchdog::new(config);
    let mut sent = false;
    let mut found = Vec::new();
    for us in 0..until {
        let now = Time::from_us(us);
        if us == script.paused.1 {
            dog.on_resumed(config, now);
        }
        if us == script.paused.0 {
            dog.on_paused(config, now);
        }
        if (script.paused.0..script.paused.1).contains(&us) && (us - script.paused.0).is_multiple_of(10) {
            dog.receive(config, true);
        }
        if dog.deadline() == now {
            let seen = PollSample { occupied: script.occupied, sent: std::mem::take(&mut sent) };
            found.extend(dog.poll(config, now, seen).map(|decision| (us, decision)));
        }
        sent |= us < script.sends_until || us > script.paused.1;
    }
    found
}

fn storm_at(us: u64) -> PauseScript {
    PauseScript { sends_until: us, paused: (us, u64::MAX), occupied: true }
}

/// D: detection time; P: polling interval; k = ⌈D/P⌉. Rules that need whole polls detect a storm in [kP,
/// (k+1)P) after its start. Rules that sample the state at polls detect it in ((k−1)P, kP].
#[test]
fn each_rule_fires_within_a_poll_of_its_detection_time() {
    for (detection, k) in [(100, 1), (200, 2), (250, 3), (300, 3)] {
        for begins in [401, 417, 450, 499, 501] {
            for rule in
                [Rule::PauseDuration, Rule::PauseReceived, Rule::PausedPolls, Rule::Broadcom, Rule::Cisco8000]
            {
                let config = config(rule, detection);
                assert_eq!(config.bad_polls(), k);
                let (at, decision) = decisions(&config, storm_at(begins), 2_000)[0];
                let after = at - begins;
                let within = match rule {
                    Rule::PausedPolls | Rule::Cisco8000 => (k - 1) * POLL < after && after <= k * POLL,
                    // The rule of Broadcom also needs the pause at the poll before the first bad
                    // poll.
                    Rule::Broadcom => k * POLL < after && after <= (k + 1) * POLL,
                    // A pause that starts 1 µs after a poll still lasts for 99 % of the polling
                    // interval.
                    _ => k * POLL <= after + 1 && after < (k + 1) * POLL,
                };
                assert!(
                    within && decision == WatchdogDecision::Storm,
                    "{rule:?} D {detection} from {begins}: {after}"
                );
            }
        }
    }
}

#[test]
fn a_timer_fires_on_time_and_again_while_the_pause_lasts() {
    let config = WatchdogConfig { mitigation: Mitigation::Flush, ..config(Rule::PauseTimer, 250) };
    let script = PauseScript { paused: (417, 1_000), ..storm_at(417) };
    assert_eq!(
        decisions(&config, script, 3_000),
        [(667, WatchdogDecision::Storm), (917, WatchdogDecision::Storm)]
    );
    let short = PauseScript { paused: (417, 660), ..script };
    assert_eq!(decisions(&config, short, 3_000), []);
}

#[test]
fn a_timer_that_drops_ends_when_no_pause_came_in_for_the_restoration_time() {
    let config = config(Rule::PauseTimer, 250);
    let script = PauseScript { paused: (417, 1_000), ..storm_at(417) };
    // The watchdog polls every 100 µs from 667 µs on. The pause ends at 1000 µs, so that the polls
    // at 1167 µs and 1267 µs are clean.
    assert_eq!(
        decisions(&config, script, 3_000),
        [(667, WatchdogDecision::Storm), (1_267, WatchdogDecision::Ended)]
    );
}

#[test]
fn polls_in_a_row_end_with_one_clean_poll_and_the_others_after_the_restoration_time() {
    for (rule, restoration, over) in
        [(Rule::PauseDuration, 200, 1_300), (Rule::PauseReceived, 250, 1_400), (Rule::PausedPolls, 0, 1_100)]
    {
        let config = WatchdogConfig { restoration: Time::from_us(restoration), ..config(rule, 300) };
        let script = PauseScript { paused: (417, 1_050), ..storm_at(417) };
        assert_eq!(decisions(&config, script, 3_000)[1], (over, WatchdogDecision::Ended), "{rule:?}");
    }
}

/// The queue is paused and has no frame to send. The rule of SONiC before 2024 and the rules that consider
/// the pause alone detect a storm; the other rules do not.
#[test]
fn an_empty_queue_without_traffic_trips_the_older_rule() {
    let script = PauseScript { sends_until: 0, occupied: false, ..storm_at(417) };
    let trips = |rule| !decisions(&config(rule, 200), script, 3_000).is_empty();
    assert!(!trips(Rule::PauseDuration));
    assert!(trips(Rule::PauseReceived));
}

/// Short pauses, with one frame transmitted in each gap: the queue is paused for 60 µs of every 70
/// µs.
#[test]
fn short_pauses_between_which_something_is_sent_trip_no_rule() {
    for rule in
        [Rule::PauseDuration, Rule::PauseReceived, Rule::PausedPolls, Rule::Broadcom, Rule::PauseTimer]
    {
        let config = config(rule, 200);
        let mut dog = Watchdog::new(&config);
        let mut sent = false;
        for us in 0..100_000u64 {
            let now = Time::from_us(us);
            match us % 70 {
                0 => {
                    dog.receive(&config, true);
                    dog.on_paused(&config, now);
                }
                60 => dog.on_resumed(&config, now),
                65 => sent = true,
                _ => {}
            }
            if dog.deadline() == now {
                let seen = PollSample { occupied: true, sent: std::mem::take(&mut sent) };
                assert_eq!(dog.poll(&config, now, seen), None, "{rule:?} at {us} us");
            }
        }
    }
}

/// The rule of cisco-8000 considers only the polls, which may all fall into pauses.
#[test]
fn cisco_8000_rule_counts_paused_polls_despite_transmissions() {
    let trips = |rule| {
        let config = config(rule, 300);
        let mut dog = Watchdog::new(&config);
        (0..10 * POLL).any(|us| {
            let now = Time::from_us(us);
            match us % POLL {
                20 => dog.on_resumed(&config, now),
                80 => dog.on_paused(&config, now),
                _ => {}
            }
            let seen = PollSample { occupied: true, sent: true };
            dog.deadline() == now && dog.poll(&config, now, seen) == Some(WatchdogDecision::Storm)
        })
    };
    assert!(trips(Rule::Cisco8000));
    assert!(!trips(Rule::PausedPolls) && !trips(Rule::Broadcom));
}

/// The rule of Broadcom detects no storm if a pause without expiry is not repeated by frames.
#[test]
fn the_rule_of_broadcom_needs_a_pfc_frame_in_every_poll_and_no_off_edge() {
    let trips = |frames: bool, edge: bool| {
        let config = config(Rule::Broadcom, 200);
        let mut dog = Watchdog::new(&config);
        dog.on_paused(&config, Time::from_us(10));
        (1..10).any(|poll| {
            let at = |us: u64| Time::from_us((poll - 1) * POLL + us);
            if frames {
                dog.receive(&config, true);
            }
            if edge {
                dog.on_resumed(&config, at(40));
                dog.on_paused(&config, at(41));
            }
            let seen = PollSample { occupied: true, sent: false };
            dog.poll(&config, at(POLL), seen) == Some(WatchdogDecision::Storm)
        })
    };
    assert!(trips(true, false));
    assert!(!trips(false, false) && !trips(true, true));
}

/// Pauses arrive until 1050 µs, then resumes until 2050 µs. The polling interval is 100 µs.
#[test]
fn each_restoration_rule_counts_its_own_condition() {
    for (restores, over) in [
        (Restoration::NoPfc, 2_300),
        (Restoration::NoPause, 1_300),
        (Restoration::Unpaused, 1_200),
        (Restoration::Time, 800),
    ] {
        let config = WatchdogConfig { restores, ..config(Rule::PauseDuration, 100) };
        let mut dog = Watchdog::new(&config);
        let mut found = Vec::new();
        for us in 0..3_000 {
            let now = Time::from_us(us);
            if us == 417 {
                dog.on_paused(&config, now);
            }
            if us == 1_050 {
                dog.on_resumed(&config, now);
            }
            if us % 10 == 0 && (417..2_050).contains(&us) {
                dog.receive(&config, us < 1_050);
            }
            if dog.deadline() <= now {
                let seen = PollSample { occupied: true, sent: false };
                found.extend(dog.poll(&config, now, seen).map(|decision| (us, decision)));
            }
        }
        assert_eq!(
            found.iter().find(|(_, decision)| *decision == WatchdogDecision::Ended),
            Some(&(over, WatchdogDecision::Ended)),
            "{restores:?}"
        );
    }
    // The script of cisco-8000 needs one more clean poll.
    let config = config(Rule::Cisco8000, 100);
    assert_eq!(config.clean_polls(), 3);
}

#[test]
fn watchdog_that_disabled_pfc_stays_disarmed_until_armed() {
    let config = WatchdogConfig { mitigation: Mitigation::Disable, ..config(Rule::PausedPolls, 300) };
    let mut dog = Watchdog::new(&config);
    dog.on_paused(&config, Time::ZERO);
    let seen = PollSample { occupied: true, sent: false };
    let looks = |dog: &mut Watchdog, polls: std::ops::Range<u64>| -> Vec<Option<WatchdogDecision>> {
        polls.map(|n| dog.poll(&config, Time::from_us(n * POLL), seen)).collect()
    };
    assert_eq!(looks(&mut dog, 1..4), [None, None, Some(WatchdogDecision::Storm)]);
    assert!(dog.is_disarmed());
    assert!(looks(&mut dog, 4..50).iter().all(Option::is_none));
    assert!(dog.arm(&config, Time::from_us(5_000)));
    assert!(!dog.arm(&config, Time::from_us(5_000)), "once");
    assert_eq!(looks(&mut dog, 50..53), [None, None, Some(WatchdogDecision::Storm)]);
}

#[test]
fn clock_returns_elapsed_and_whole_detection_time() {
    let config = config(Rule::PauseDuration, 300);
    let mut dog = Watchdog::new(&config);
    dog.on_paused(&config, Time::ZERO);
    assert_eq!(dog.detection_progress(&config, Time::ZERO), (0, 3));
    dog.poll(&config, Time::from_us(100), PollSample { occupied: true, sent: false });
    assert_eq!(dog.detection_progress(&config, Time::from_us(150)), (1, 3));
    let timer = super::WatchdogConfig { rule: Rule::PauseTimer, ..config };
    let mut dog = Watchdog::new(&timer);
    dog.on_paused(&timer, Time::from_us(10));
    assert_eq!(dog.detection_progress(&timer, Time::from_us(60)), (50_000_000, 300_000_000));
}
