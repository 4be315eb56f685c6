//! Compares runs in wasm with recorded hashes of native runs. The documents come from the generator of the
//! native tests.

#[path = "../../crates/fabric-sim/tests/kit/documents/mod.rs"]
pub mod documents;

use std::sync::Arc;

use fabric_lab::js::Fabric;
use fabric_sim::document::PRESETS;
use fabric_sim::document::link::{Check, Cursor, ShareLink};
use fabric_sim::engine::{RunEnd, World};
use fabric_sim::units::Time;
use wasm_bindgen::JsValue;

const HASHES: &str = include_str!("hashes.txt");
const PRESET_HASHES: &str = include_str!("presets.txt");
/// Recorded share links of the old form, which does not contain the end of the run; each with the hash of its
/// state.
const OLD_LINKS: &str = include_str!("links-1.txt");
const LINKS: &str = include_str!("links-2.txt");

/// Runs every generated test document in three ways: in one call, event by event, and in slices of different
/// numbers of events. Compares the hash of each run with the recorded hash.
pub fn check() {
    assert_eq!(HASHES.lines().count() as u64, documents::COUNT);
    for (n, golden) in (0..).zip(HASHES.lines()) {
        let spec = Arc::new(documents::document(n).compile().expect("it compiles natively"));
        let mut world = World::new(Arc::clone(&spec));
        world.run_until(spec.horizon, u64::MAX, &mut ());
        assert_eq!(format!("{n:03} {}", world.hash()), golden, "in one go");
        let mut stepped = World::new(Arc::clone(&spec));
        while !stepped.idle_until(spec.horizon) {
            stepped.step(&mut ());
        }
        stepped.run_until(spec.horizon, u64::MAX, &mut ());
        assert_eq!(format!("{n:03} {}", stepped.hash()), golden, "step by step");
        let mut sliced = World::new(Arc::clone(&spec));
        // Slices of different numbers of events, below 2003, from a linear congruence.
        for round in 1.. {
            let budget = (round * 7_919 + n * 104_729) % 2_003;
            if sliced.run_until(spec.horizon, budget, &mut ()) == RunEnd::Reached {
                break;
            }
        }
        assert_eq!(format!("{n:03} {}", sliced.hash()), golden, "in slices");
    }
}

/// Runs every preset with the JavaScript class, and compares the hash of the run with the recorded output of
/// the command line.
pub fn check_presets() {
    assert_eq!(PRESET_HASHES.lines().count(), PRESETS.len());
    for (preset, golden) in PRESETS.iter().zip(PRESET_HASHES.lines()) {
        let Ok(mut fabric) = Fabric::new(&format!("preset:{}", preset.name).into()) else {
            panic!("{} is no preset", preset.name);
        };
        let horizon = preset.document().horizon.to_string();
        assert_eq!(fabric.run_until(&horizon.into(), &JsValue::UNDEFINED).ok(), Some(true));
        let hash = fabric.hash().expect("it is a fabric");
        assert_eq!(format!("{} {hash}", preset.name), golden);
    }
}

/// Opens every recorded share link and compares the state at its cursor with the recorded hash. Then writes
/// each link of `LINKS` again, which must give the same text. Skips links to another version of a preset.
pub fn check_links() {
    for line in OLD_LINKS.lines().chain(LINKS.lines()) {
        let (text, hash) = line.split_once(' ').expect("a link and a hash");
        let mut link = ShareLink::parse(text).expect("it is read natively");
        if link.is_of_other_preset_version {
            continue;
        }
        let Cursor { time, nth } = link.cursor.expect("it names a moment");
        let mut world = World::new(Arc::new(link.document.compile().expect("it compiles natively")));
        if nth == 0 {
            world.run_until(time, u64::MAX, &mut ());
        } else {
            world.run_until(Time(time.ps() - 1), u64::MAX, &mut ());
            (0..nth).for_each(|_| assert!(world.step(&mut ())));
        }
        assert_eq!(world.hash().to_string(), hash, "{text}");
        link.check = Some(Check::of_state(world.hash()));
        if LINKS.contains(line) {
            assert_eq!(link.fragment(), text);
        }
    }
}
