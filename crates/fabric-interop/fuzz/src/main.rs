//! Fuzzes an importer with libFuzzer. The inputs are mutated files of switches and simulators; libFuzzer
//! selects the mutants that reach new code.
//!
//! `LAB_IMPORTER` names the importer (`sonic`, `hpcc`, `htsim`, `beside`, `together`). `LAB_MUTANTS_FILES`
//! names a folder with further files to mutate, in addition to the files in `tests/mutants/shapes.rs`. `cargo
//! xtask fuzz` builds and runs this program.
#![no_main]

#[path = "../../tests/mutants/importer.rs"]
mod importer;
#[path = "../../tests/mutants/mutate.rs"]
mod mutate;
#[path = "../../tests/mutants/shapes.rs"]
mod shapes;

use std::env;
use std::path::Path;
use std::sync::LazyLock;

use fabric_interop::hpcc::RateControl;
use importer::Importer;
use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use mutate::Dice;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;
use shapes::{Kind, Shapes};

/// Importer under test.
static IMPORTER: LazyLock<Importer> = LazyLock::new(|| {
    let name = env::var("LAB_IMPORTER").expect("LAB_IMPORTER names an importer");
    let named = Importer::ALL.into_iter().find(|importer| format!("{importer:?}").to_lowercase() == name);
    named.expect("LAB_IMPORTER is sonic, hpcc, htsim, beside or together")
});

/// Original files, which libFuzzer mutates.
static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let folder = env::var_os("LAB_MUTANTS_FILES");
    Shapes::new(folder.as_deref().map(Path::new))
});

/// Kinds of files. An input encodes a kind as one byte: the index of the kind in this list, plus 1.
const KINDS: [Kind; 10] = [
    Kind::Sonic,
    Kind::Lookup,
    Kind::Topology,
    Kind::Flows,
    Kind::Config,
    Kind::Tiers,
    Kind::Matrix,
    Kind::Nic,
    Kind::Neighbours,
    Kind::Buffers,
];

/// Decodes an input: for each file the byte of its kind, its text, and a zero byte. `None` if the input has
/// another form, or lacks a file that the importer needs.
fn decode(input: &[u8]) -> Option<Vec<(Kind, String)>> {
    let mut files: Vec<(Kind, String)> = Vec::new();
    for file in input.split(|byte| *byte == 0).filter(|file| !file.is_empty()) {
        let kind = *KINDS.get(usize::from(file[0].checked_sub(1)?))?;
        let text = String::from_utf8_lossy(&file[1..]).into_owned();
        files.push((kind, text));
    }
    let is_enough = needed().is_none_or(|kind| files.iter().any(|(other, _)| *other == kind));
    (is_enough && !files.is_empty()).then_some(files)
}

/// Encodes files as an input for [`decode`].
fn encode(files: &[(Kind, String)]) -> Vec<u8> {
    let mut input = Vec::new();
    for (kind, text) in files {
        let byte = KINDS.iter().position(|other| other == kind).expect("all kinds are there");
        input.push(u8::try_from(byte + 1).expect("few kinds"));
        input.extend(text.bytes().filter(|byte| *byte != 0));
        input.push(0);
    }
    input
}

/// Kind of the file that the importer always needs; `None` if the importer accepts files of any kind.
fn needed() -> Option<Kind> {
    match *IMPORTER {
        Importer::Hpcc => Some(Kind::Topology),
        Importer::Htsim => Some(Kind::Tiers),
        Importer::Sonic | Importer::Beside => Some(Kind::Sonic),
        Importer::Together => None,
    }
}

/// Rate control for an import of HPCC's files, selected by the length of the input. `None`: the files
/// decide.
fn rate_control(input: &[u8]) -> Option<RateControl> {
    [None, Some(RateControl::None), Some(RateControl::Dcqcn)][input.len() % 3]
}

fuzz_target!(|input: &[u8]| {
    if let Some(files) = decode(input) {
        importer::outcome(*IMPORTER, IMPORTER.import(&files, rate_control(input)));
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut dice = Dice(Pcg32::seed_from_u64(u64::from(seed)));
    let known = decode(&data[..size]).filter(|_| dice.below(50) > 0);
    let files = known.unwrap_or_else(|| IMPORTER.files(&mut dice, &SHAPES));
    if dice.below(8) == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
    }
    let input = encode(&importer::mutant(&mut dice, &files, &SHAPES));
    let len = input.len().min(max_size);
    data[..len].copy_from_slice(&input[..len]);
    len
});
