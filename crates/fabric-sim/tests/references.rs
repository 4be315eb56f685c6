//! Test of names in documents and of references to these names. A name is replaced by an unknown name,
//! doubled, or exchanged for another. The document must then be refused with a place, or its fabric must run.
#![cfg(not(target_arch = "wasm32"))]

#[path = "kit/documents/mod.rs"]
mod documents;

use std::collections::BTreeSet;
use std::sync::Arc;

use documents::{Dice, document};
use fabric_sim::document::{Document, PRESETS};
use fabric_sim::engine::World;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;

/// Number of random documents that are mutated, in addition to the presets.
const DOCUMENTS: u64 = 40;
/// Number of mutants of each document.
const MUTATIONS: u32 = 120;
/// Number of events that the fabric of an accepted mutant runs.
const EVENTS: u64 = 500;

/// Collects all names in a document, which are the texts of all fields `name`, into `names`.
fn names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            names.extend(fields.get("name").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| self::names(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| self::names(item, names)),
        _ => {}
    }
}

/// Collects JSON pointers (RFC 6901) to all texts in `value` that are one of `names`. `at` is the pointer to
/// `value`.
fn places(value: &Value, names: &BTreeSet<String>, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(text) if names.contains(text) => found.push(at.to_owned()),
        Value::Object(fields) => {
            for (key, field) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(field, names, &format!("{at}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                places(item, names, &format!("{at}/{n}"), found);
            }
        }
        _ => {}
    }
}

/// Reads and compiles a document, and runs its fabric. Returns `true` if the document was refused.
fn is_refused(document: &Value) -> bool {
    let read = Document::parse(&document.to_string()).and_then(|document| document.compile());
    match read {
        Ok(spec) => {
            let mut world = World::new(Arc::new(spec));
            let horizon = world.spec().horizon;
            world.run(horizon, EVENTS);
            false
        }
        Err(problems) => {
            let named = problems.list().iter().any(|problem| !problem.to_string().starts_with(':'));
            assert!(named && !problems.list().is_empty(), "{problems} has no place in {document}");
            true
        }
    }
}

#[test]
fn a_reference_that_is_broken_doubled_or_crossed_is_refused_or_runs() {
    let mut dice = Dice(Pcg32::seed_from_u64(27));
    let presets = PRESETS.iter().map(fabric_sim::document::Preset::document);
    let (mut refused, mut ran) = (0, 0);
    for document in presets.chain((0..DOCUMENTS).map(document)) {
        let document: Value = serde_json::from_str(&document.to_json()).unwrap();
        let mut known = BTreeSet::new();
        names(&document, &mut known);
        let mut found = Vec::new();
        places(&document, &known, "", &mut found);
        let known: Vec<String> = known.into_iter().collect();
        for _ in 0..MUTATIONS {
            let mut mutant = document.clone();
            // Some mutants have one wrong reference, others have up to three.
            for _ in 0..dice.range(1, 3) {
                let place = dice.pick(&found);
                let text = match dice.range(0, 4) {
                    // Broken reference: no object of the document has the new name.
                    0 => "nowhere".to_owned(),
                    // Doubled or crossed reference: another object, of the same or another kind, has the new
                    // name.
                    1 | 2 => dice.pick(&known),
                    _ => {
                        let other = dice.pick(&found);
                        mutant.pointer(&other).and_then(Value::as_str).unwrap().to_owned()
                    }
                };
                *mutant.pointer_mut(&place).unwrap() = Value::String(text);
            }
            *(if is_refused(&mutant) { &mut refused } else { &mut ran }) += 1;
        }
    }
    assert!(refused > 1_000 && ran > 500, "{refused} were refused, {ran} ran");
}

#[test]
fn a_repeated_node_name_is_refused_at_every_place() {
    for (hosts, switches) in [
        (vec!["a", "b", "b"], vec![]),
        (vec!["b", "b", "a"], vec![]),
        (vec!["a", "b"], vec!["b"]),
        (vec!["a"], vec!["b", "b"]),
        (vec!["a", "a", "b", "b"], vec!["b", "a"]),
    ] {
        let list = |names: &[&str]| {
            let nodes: Vec<String> = names.iter().map(|name| format!("{{\"name\":\"{name}\"}}")).collect();
            nodes.join(",")
        };
        let text = format!(
            "{{\"format\":1,\"model\":1,\"hosts\":[{}],\"switches\":[{}],\"links\":[{{\"a\":\"a\",\"b\":\"b\",\
             \"rate\":\"100G\",\"length\":\"1m\"}}]}}",
            list(&hosts),
            list(&switches)
        );
        let reported = Document::parse(&text).unwrap().compile().unwrap_err().to_string();
        assert!(reported.contains("there is another node called"), "{text}\n{reported}");
    }
}
