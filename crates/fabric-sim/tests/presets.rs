//! Every preset is a document that works, and shows what it says.
#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use fabric_sim::document::{Document, PRESETS, schema};
use fabric_sim::engine::{Note, Recorder, Snapshot, What, World};
use fabric_sim::units::Time;

#[test]
fn every_preset_compiles_and_is_written_as_it_is_read() {
    for preset in &PRESETS {
        let document =
            Document::parse(preset.json).unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
        assert_eq!(document.name, preset.name);
        assert!(!document.title.is_empty() && document.about.ends_with('.'), "{}", preset.name);
        let spec = document.compile().unwrap_or_else(|problems| panic!("{}: {problems}", preset.name));
        assert_eq!(
            document.view.positions.len(),
            spec.nodes.len(),
            "{}: every node has its place",
            preset.name
        );
        assert_eq!(Document::parse(&document.to_json()).unwrap(), document, "{}", preset.name);
    }
}

#[test]
fn every_preset_is_valid_by_the_schema() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is one of draft 2020-12");
    for preset in &PRESETS {
        let json = serde_json::from_str(preset.json).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&json).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", preset.name);
    }
}

fn run(name: &str, until: Time, notes: &mut impl Recorder) -> Snapshot {
    let preset = PRESETS.iter().find(|preset| preset.name == name).unwrap();
    let mut world = World::new(Arc::new(preset.document().compile().unwrap()));
    world.run_until(until, u64::MAX, notes);
    let mut snapshot = Snapshot::default();
    world.snapshot(&mut snapshot);
    snapshot
}

#[test]
fn the_first_pause_is_there_within_five_seconds() {
    let document = PRESETS[0].document();
    let until = Time(document.view.speed.unwrap().ps() * 4);
    let mut notes: Vec<Note> = Vec::new();
    let snapshot = run("pause", until, &mut notes);
    assert!(notes.iter().any(|note| matches!(note.what, What::Paused(3))), "{:?}", snapshot.totals);
    assert_eq!(run("pause", Time::from_us(40), &mut ()).totals.drops, 0);
}
