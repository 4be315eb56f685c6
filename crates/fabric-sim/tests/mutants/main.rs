//! Test that mutated documents and links are read and run without a panic, and in bounded memory.
//!
//! The number of a case determines its input. `cargo test` runs the first cases. `LAB_MUTANTS=50000` runs 50
//! 000 cases, and `LAB_MUTANTS=1234..1235` runs only the cases of this range. A failing case prints its
//! number and its input. With `--nocapture`, the test prints the number of accepted cases, the slowest case,
//! and the case with the largest memory. The test program has only this test, because the test measures all
//! memory of the program.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../kit/documents/mod.rs"]
mod documents;
mod links;
mod mutate;

use std::env;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use documents::Dice;
use fabric_sim::document::link::ShareLink;
use fabric_sim::document::{Document, PRESETS, Preset, Problems};
use fabric_sim::engine::{TraceEvent, World};
use fabric_sim::insight::capture::{Capture, CaptureFilter};
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::insight::{Report, root_effects, why_paused};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use peak_alloc::PeakAlloc;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;
use serde_json::Value;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Number of test cases that `cargo test` runs.
const CASES: u64 = 1_000;

/// Greatest number of events in the run of a test case.
const EVENTS: u64 = 50_000;

/// Greatest memory in bytes that a test case may take.
const MEMORY: usize = 200_000_000;

/// Number of random documents that the test mutates, in addition to the presets and the documents of the
/// golden links.
const RANDOM: u64 = 60;

/// Documents and links that the test cases mutate.
struct Originals {
    documents: Vec<Value>,
    links: Vec<String>,
}

impl Originals {
    fn new() -> Self {
        let golden = include_str!("../../../../tests/golden/links-1.txt").lines();
        let golden = golden.chain(include_str!("../../../../tests/golden/links-2.txt").lines());
        let links: Vec<String> =
            golden.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
        let of_links =
            links.iter().filter_map(|link| ShareLink::parse(link).ok()).map(|link| link.document_to_save());
        let documents = PRESETS.iter().map(Preset::document).chain((0..RANDOM).map(documents::document));
        let value = |document: Document| serde_json::to_value(document).expect("a document is JSON");
        Self { documents: documents.chain(of_links).map(value).collect(), links }
    }
}

/// Last input, printed if the test fails.
static READ: Mutex<String> = Mutex::new(String::new());

fn note_read(text: &str) {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.clear();
    read.push_str(text);
}

/// Input of a test case: the text that the test case reads.
enum Input {
    /// Document in which values were mutated.
    Structure(String),
    /// Document in which bytes were mutated.
    Bytes(String),
    Link(String),
}

impl Input {
    /// Reads the input and runs its document. Returns whether the input was accepted.
    fn is_run(&self) -> bool {
        let read = || match self {
            Self::Structure(text) | Self::Bytes(text) => {
                note_read(text);
                let link = ShareLink::from_saved(Document::parse(text)?);
                let spec = link.document.compile()?;
                Ok::<_, Problems>((link, spec))
            }
            Self::Link(text) => {
                note_read(text);
                let (link, written) = ShareLink::parse_edited(text)?;
                let spec = link.document.compile_edited(&written)?;
                Ok((link, spec))
            }
        };
        match read() {
            Ok((link, spec)) => {
                assert_eq!(
                    Document::parse(&link.document_to_save().to_json()).as_ref(),
                    Ok(&link.document_to_save())
                );
                let again = ShareLink::parse(&link.fragment()).map(|link| link.document);
                assert_eq!(again.as_ref(), Ok(&link.document));
                let until = link.cursor.map_or(spec.horizon, |cursor| cursor.time);
                run(spec, until);
                true
            }
            Err(problems) => {
                assert!(!problems.to_string().is_empty());
                false
            }
        }
    }
}

/// Input of test case `n`: a mutated document, mutated bytes of a document, or a mutated link. The same `n`
/// always gives the same input.
fn case(originals: &Originals, n: u64) -> Input {
    let mut dice = Dice(Pcg32::seed_from_u64(n));
    match dice.range(0, 10) {
        0..7 => Input::Structure(mutate::document(&mut dice, &originals.documents)),
        7 => {
            let document = dice.pick(&originals.documents).to_string();
            Input::Bytes(mutate::bytes(&mut dice, document.into_bytes()))
        }
        _ => Input::Link(links::link(&mut dice, originals)),
    }
}

/// Runs the fabric up to `until`: the first half without a recorder, the second half with one. Also creates
/// the reports that the page and the command line show.
fn run(spec: Spec, until: Time) {
    let spec = Arc::new(spec);
    let mut world = World::new(Arc::clone(&spec));
    world.run_until(Time(until.ps() / 2), EVENTS / 2, &mut ());
    report(&world);
    let mut same = world.clone();
    world.run_until(until, EVENTS / 2, &mut ());
    match world.counters().events % 3 {
        0 => same.run_until(until, EVENTS / 2, &mut Vec::<TraceEvent>::new()),
        1 => same.run_until(until, EVENTS / 2, &mut Waterfalls::means(spec)),
        _ => {
            let as_rocev2 = world.counters().events.is_multiple_of(2);
            let mut recorder = Capture::new(&same, CaptureFilter { port: None, as_rocev2 }, drop);
            let stop = same.run_until(until, EVENTS / 2, &mut recorder);
            recorder.finish();
            stop
        }
    };
    assert_eq!(world.hash(), same.hash(), "a recorder changes nothing");
    report(&world);
}

fn report(world: &World) {
    let report = Report::of(world);
    assert!(report.conservation.holds, "every byte is somewhere");
    for queue in world.waits().queues {
        if let Some(chain) = why_paused(world, queue.queue()) {
            assert!(!chain.lines(world.spec()).is_empty());
            let root = chain.main_root();
            assert!(!root_effects(world, root.queue, root.end).queues.is_empty());
        }
    }
}

/// Numbers of the test cases to run, from the environment variable `LAB_MUTANTS`.
fn cases() -> Range<u64> {
    let Ok(text) = env::var("LAB_MUTANTS") else { return 0..CASES };
    let (from, to) = text.split_once("..").unwrap_or(("0", &text));
    let number = |text: &str| text.parse().expect("LAB_MUTANTS is a count or FROM..TO");
    number(from)..number(to)
}

/// Result of one test case: kind and acceptance of the input, duration, and largest memory in bytes.
#[derive(Clone, Copy)]
struct CaseResult {
    is_structure: bool,
    is_accepted: bool,
    time: Duration,
    bytes: usize,
}

/// Creates and runs test case `n`. `None` if the test case panicked.
fn outcome(originals: &Originals, n: u64) -> Option<CaseResult> {
    HEAP.reset_peak_usage();
    let (before, start) = (HEAP.current_usage(), Instant::now());
    // The input is created here, so that a panic in the mutation also fails the case.
    let run = || {
        let input = case(originals, n);
        (matches!(input, Input::Structure(_)), input.is_run())
    };
    let (is_structure, is_accepted) = catch_unwind(AssertUnwindSafe(run)).ok()?;
    let bytes = HEAP.peak_usage().saturating_sub(before);
    Some(CaseResult { is_structure, is_accepted, time: start.elapsed(), bytes })
}

#[test]
fn mutants_are_read_and_run_without_a_panic_and_in_bounded_memory() {
    let originals = Originals::new();
    let (mut failed, mut accepted, mut structures, mut accepted_structures) = (Vec::new(), 0, 0, 0);
    let (mut slowest, mut largest) = ((Duration::ZERO, 0), (0, 0));
    let cases = cases();
    for n in cases.clone() {
        let outcome = outcome(&originals, n);
        if let Some(CaseResult { is_structure, is_accepted, time, bytes }) = outcome {
            slowest = slowest.max((time, n));
            largest = largest.max((bytes, n));
            accepted += u64::from(is_accepted);
            structures += u64::from(is_structure);
            accepted_structures += u64::from(is_structure && is_accepted);
        }
        if outcome.is_none_or(|outcome| outcome.bytes > MEMORY) {
            let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
            println!("case {n} panicked or took more than {MEMORY} B; it read\n{read}\n");
            failed.push(n);
        }
    }
    println!(
        "cases {cases:?}: {accepted} accepted, of {structures} with a mutated structure {accepted_structures}; \
         slowest {:?} (case {}), most memory {} B (case {})",
        slowest.0, slowest.1, largest.0, largest.1
    );
    assert!(failed.is_empty(), "cases that failed; LAB_MUTANTS=N..M runs those from N to M - 1: {failed:?}");
    assert!(2 * accepted_structures >= structures, "{accepted_structures} of {structures} are documents");
}
