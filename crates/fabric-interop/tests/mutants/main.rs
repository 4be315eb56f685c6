//! Test that mutated files of switches and other simulators are imported without a panic, quickly and in
//! bounded memory.
//!
//! A case is determined by its number. `cargo test` runs the first cases; `LAB_MUTANTS=50000` runs 50 000
//! cases, and `LAB_MUTANTS=1234..1235` runs only the cases of this range. `LAB_IMPORTER=hpcc` (or `sonic`,
//! `htsim`, `beside`, `together`) runs the cases of one importer. `LAB_MUTANTS_FILES=FOLDER` also mutates the
//! files in a folder. With `--nocapture` the test prints the number of different outcomes, and the case that
//! gave the last new outcome. The program has only this test, because the test measures all memory that the
//! program allocates.

mod importer;
mod mutate;
mod shapes;

use std::collections::BTreeMap;
use std::env;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use fabric_interop::hpcc::RateControl;
use importer::Importer;
use mutate::Dice;
use peak_alloc::PeakAlloc;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;
use shapes::Shapes;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Number of cases that `cargo test` runs.
const CASES: u64 = 2_000;

/// Largest number of bytes that a case may allocate at the same time.
const MEMORY: usize = 300_000_000;

/// Largest duration of a case. Each case that ends takes much less time.
const TIME: Duration = Duration::from_mins(1);

/// Imports up to six mutants of case number `n` one after the other, and returns the outcomes of these
/// imports. Each mutant is a changed copy of the last accepted mutant.
fn outcomes(importer: Importer, shapes: &Shapes, n: u64) -> Vec<String> {
    let mut dice = Dice(Pcg32::seed_from_u64(n));
    let control = dice.pick(&[None, None, Some(RateControl::None), Some(RateControl::Dcqcn)]);
    let mut files = importer.files(&mut dice, shapes);
    let mut outcomes = Vec::new();
    for _ in 0..=dice.below(6) {
        let mutant = importer::mutant(&mut dice, &files, shapes);
        let result = importer.import(&mutant, control);
        let is_accepted = result.is_ok();
        outcomes.push(importer::outcome(importer, result));
        if is_accepted {
            files = mutant;
        }
    }
    outcomes
}

/// Range of the case numbers to run, from the environment variable `LAB_MUTANTS`; by default the first
/// [`CASES`].
fn cases() -> Range<u64> {
    let Ok(text) = env::var("LAB_MUTANTS") else { return 0..CASES };
    let (from, to) = text.split_once("..").unwrap_or(("0", &text));
    let number = |text: &str| text.parse().expect("LAB_MUTANTS is a count or FROM..TO");
    number(from)..number(to)
}

/// Importer of case `n`: the importer in `LAB_IMPORTER`, or all importers in turn.
fn importer(n: u64) -> Importer {
    let Ok(name) = env::var("LAB_IMPORTER") else {
        return Importer::ALL[usize::try_from(n % 5).expect("below 5")];
    };
    let named = Importer::ALL.into_iter().find(|importer| format!("{importer:?}").to_lowercase() == name);
    named.expect("LAB_IMPORTER is sonic, hpcc, htsim, beside or together")
}

#[test]
fn mutants_are_imported_without_a_panic_quickly_and_in_bounded_memory() {
    let folder = env::var_os("LAB_MUTANTS_FILES");
    let shapes = Shapes::new(folder.as_deref().map(Path::new));
    // First case of each outcome, by importer.
    let mut found: BTreeMap<(Importer, String), u64> = BTreeMap::new();
    let mut counts: BTreeMap<(Importer, bool), u64> = BTreeMap::new();
    let (mut slowest, mut largest, mut failed) = ((Duration::ZERO, 0), (0, 0), Vec::new());
    let cases = cases();
    for n in cases.clone() {
        HEAP.reset_peak_usage();
        let (before, start, importer) = (HEAP.current_usage(), Instant::now(), importer(n));
        let caught = catch_unwind(AssertUnwindSafe(|| outcomes(importer, &shapes, n)));
        let (time, bytes) = (start.elapsed(), HEAP.peak_usage().saturating_sub(before));
        slowest = slowest.max((time, n));
        largest = largest.max((bytes, n));
        if caught.is_err() || bytes > MEMORY || time > TIME {
            println!("case {n} of {importer:?} panicked, or took {bytes} B and {time:?}");
            failed.push(n);
        }
        for outcome in caught.into_iter().flatten() {
            *counts.entry((importer, outcome.starts_with("accepted"))).or_default() += 1;
            found.entry((importer, outcome)).or_insert(n);
        }
    }
    let count = |importer, is_accepted| counts.get(&(importer, is_accepted)).copied().unwrap_or_default();
    for importer in Importer::ALL {
        let of = || found.iter().filter(|((other, _), _)| *other == importer);
        let refusals = of().filter(|((_, outcome), _)| outcome.starts_with("refused"));
        println!(
            "{importer:?}: {} accepted, {} refused; {} outcomes, the last new one at case {:?}; {} refusals, {:?}",
            count(importer, true),
            count(importer, false),
            of().count(),
            of().map(|(_, n)| n).max(),
            refusals.clone().count(),
            refusals.map(|(_, n)| n).max(),
        );
    }
    println!("cases {cases:?}; slowest {slowest:?}, most memory {largest:?}");
    if env::var_os("LAB_OUTCOMES").is_some() {
        for ((importer, outcome), n) in &found {
            println!("{n:>9} {importer:?} {outcome}");
        }
    }
    assert!(failed.is_empty(), "cases that failed; LAB_MUTANTS=N..M runs those from N to M - 1: {failed:?}");
    if env::var_os("LAB_MUTANTS").is_none() {
        for importer in Importer::ALL {
            let (accepted, refused) = (count(importer, true), count(importer, false));
            assert!(accepted > CASES / 10 && refused > CASES / 10, "{importer:?}: {accepted} and {refused}");
        }
    }
}
