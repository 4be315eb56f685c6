//! Tests of the end of a watchdog's mitigation, when a storm of pauses turns into a storm of resumes.

use fabric_sim::document::Document;
use fabric_sim::fabric::watchdog::WatchdogDecision;

use super::{edited, star, world};

/// Document with pauses until 1.2 ms and resumes until 3 ms. All times of its watchdog are 200 µs.
fn storms(model: u32) -> Document {
    star(
        model,
        1,
        r#""horizon": "4ms",
        "params": {"xoff": "200k", "headroom": "40k", "watchdog": "sonic", "watchdog_action": "drop", "watchdog_scale": 1000},
        "flows": [{"name": "data", "from": "h0", "to": "r", "frame": 1024}],
        "pause_sources": [
            {"name": "xoff", "node": "r", "priorities": [3], "quanta": 65535, "every": "20us", "stop": "1200us"},
            {"name": "xon", "node": "r", "priorities": [3], "quanta": 0, "every": "20us", "start": "1200us", "stop": "3ms"}
        ]"#,
    )
}

/// Decisions of the watchdog in order of time, each with its time in µs and its kind.
fn decisions(document: &Document) -> Vec<(u64, WatchdogDecision)> {
    let mut world = world(document);
    world.run_until(document.horizon, u64::MAX, &mut ());
    world
        .watchdog_decisions()
        .list()
        .iter()
        .map(|checked| (checked.at.ps() / 1_000_000, checked.decision))
        .collect()
}

#[test]
fn each_restoration_rule_counts_its_own_condition() {
    let over = |edits: &[(&str, &str)]| {
        let found = decisions(&edited(storms(2), edits));
        let [(_, WatchdogDecision::Storm), (at, WatchdogDecision::Ended)] = found[..] else {
            panic!("{edits:?}: {found:?}")
        };
        at
    };
    // The last pause arrives just before 1.2 ms, the last resume just before 3 ms. The watchdog polls every
    // 200 µs.
    assert_eq!(over(&[]), 3_200, "resumes count");
    assert_eq!(over(&[("watchdog_restores", "no_pfc")]), 3_200);
    assert_eq!(over(&[("watchdog_restores", "no_pause")]), 1_400);
    assert_eq!(over(&[("watchdog_restores", "unpaused")]), 1_400);
    assert_eq!(over(&[("watchdog", "sonic_cisco")]), 1_600, "one poll more");
    let fixed = decisions(&edited(storms(2), &[("watchdog_restores", "time")]));
    assert!(
        fixed.iter().filter(|(_, decision)| *decision == WatchdogDecision::Ended).count() > 1,
        "{fixed:?}"
    );
}

#[test]
fn the_first_model_counts_pauses_only() {
    let found = decisions(&storms(1));
    assert_eq!(found.last(), Some(&(1_400, WatchdogDecision::Ended)), "{found:?}");
}
