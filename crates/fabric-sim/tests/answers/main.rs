//! Tests of the contents of a report: losses and pauses with their causes, and settings without effect with
//! their places in the document.
#![cfg(not(target_arch = "wasm32"))]

mod backlogs;
mod causes;
mod check;
mod classes;
mod feeders;
mod harmful_settings;
mod idle_settings;
mod incidents;
mod link_pause;
mod link_thresholds;
mod links_that_lose;
mod live;
mod live_warnings;
mod lost_pauses;
mod lost_resumes;
mod min_rates;
mod models;
mod pause_sources;
mod phases;
mod random;
mod rates;
mod restoration;
mod settings;
mod shares;
mod transitions;
mod weights;
mod windows;
mod without_pfc;
mod xon;

use std::sync::Arc;

use fabric_sim::document::{Document, PRESETS, Preset};
use fabric_sim::engine::World;
use fabric_sim::ids::QueueId;
use fabric_sim::insight::{Causes, ChainOutcome, Report, warnings};
use fabric_sim::units::Time;

const CLASS_MISMATCH: &str = include_str!("documents/class-mismatch.json");
const STARVED_BY_STRICT: &str = include_str!("documents/starved-by-strict.json");
const SLOW_BUS_THAT_ENDED: &str = include_str!("documents/slow-bus-that-ended.json");
const WRED_ON_LOSSLESS: &str = include_str!("documents/wred-on-lossless.json");
const OBEYS_LOSSY: &str = include_str!("documents/obeys-lossy.json");
const LOST_RESUME: &str = include_str!("documents/lost-resume.json");
const LINK_PAUSE: &str = include_str!("documents/link-pause.json");
const HEADROOM_ZERO: &str = include_str!("documents/headroom-zero.json");
const VICTIM_OF_THE_OUTPUT_BEFORE: &str = include_str!("documents/victim-of-the-output-before.json");
const FLOWS_BEFORE_AND_AFTER: &str = include_str!("documents/flows-before-and-after.json");
const WATCHDOG_SET_LATER: &str = include_str!("documents/watchdog-set-later.json");
const LOST_PAUSES: &str = include_str!("documents/lost-pauses.json");
const PAUSE_DURING_RESUME: &str = include_str!("documents/pause-during-resume.json");
const PAUSES_IN_QUICK_SUCCESSION: &str = include_str!("documents/pauses-in-quick-succession.json");
const PAUSED_WHILE_ANOTHER_SOURCE_PAUSES: &str =
    include_str!("documents/paused-while-another-source-pauses.json");
const RING_OF_THREE_PRIORITIES: &str = include_str!("documents/ring-of-three-priorities.json");

fn document(text: &str) -> Document {
    Document::parse(text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Document of the model version `model` with `senders` hosts and a receiver `r` at one switch. All links
/// have 100 Gb/s. `fields` are further fields of the document.
fn star(model: u32, senders: usize, fields: &str) -> Document {
    let each = |text: fn(usize) -> String| (0..senders).map(text).collect::<Vec<_>>().concat();
    let hosts = each(|n| format!(r#"{{"name": "h{n}"}}, "#));
    let links = each(|n| format!(r#"["h{n}", "s", "100G", "5m"], "#));
    document(&format!(
        r#"{{"format": 1, "model": {model}, "hosts": [{hosts}{{"name": "r"}}], "switches": [{{"name": "s"}}],
            "links": [{links}["s", "r", "100G", "5m"]], {fields}}}"#
    ))
}

fn preset(name: &str) -> Document {
    Preset::find(name).unwrap().document()
}

fn edited(mut document: Document, edits: &[(&str, &str)]) -> Document {
    for (address, value) in edits {
        document.edit(address, value).unwrap_or_else(|problems| panic!("{problems}"));
    }
    document
}

fn world(document: &Document) -> World {
    World::new(Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}"))))
}

/// World at the end of the run of `document`, and its report with the causes of pauses.
fn ran(document: &Document) -> (World, Report) {
    ran_until(document, document.horizon)
}

fn ran_until(document: &Document, until: Time) -> (World, Report) {
    let mut world = world(document);
    let mut causes = Causes::of(&world);
    world.run_until(until, u64::MAX, &mut causes);
    let report = Report::of(&world).with_causes(&causes, &world);
    (world, report)
}

fn warned(document: &Document) -> Vec<String> {
    warnings(&world(document))
}

#[track_caller]
fn says(reported: &[String], expected: &str) {
    assert!(reported.iter().any(|reported| reported.contains(expected)), "{expected}\n not in {reported:#?}");
}

#[track_caller]
fn says_nothing_of(reported: &[String], unexpected: &str) {
    assert!(
        !reported.iter().any(|reported| reported.contains(unexpected)),
        "{unexpected}\n in {reported:#?}"
    );
}
