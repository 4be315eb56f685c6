//! Importers under test, and the properties that each import must have.

use std::collections::BTreeSet;

use fabric_interop::hpcc::{RateControl, Results};
use fabric_interop::sonic::{File, Import, Neighbours, NicFile, SwitchFile};
use fabric_interop::{Refusals, any_import, hpcc, htsim, sonic};
use fabric_sim::document::{Document, is_printable};
use fabric_sim::engine::World;
use fabric_sim::units::Time;

use crate::mutate::{self, Dice};
use crate::shapes::{Kind, Shapes};

/// Largest number of events for which an imported document is run.
const EVENTS: u64 = 2_000;

/// Importer under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importer {
    Sonic,
    Hpcc,
    Htsim,
    /// Importer of a switch and of files that complete its configuration: neighbours, buffers and settings of
    /// NICs.
    Beside,
    /// Importer of files of all kinds, which recognises a kind by the contents.
    Together,
}

impl Importer {
    pub const ALL: [Self; 5] = [Self::Sonic, Self::Hpcc, Self::Htsim, Self::Beside, Self::Together];

    /// Original files for this importer, drawn at random. The first kind of file is always there; every
    /// other kind may be missing.
    pub fn files(self, dice: &mut Dice, shapes: &Shapes) -> Vec<(Kind, String)> {
        let kinds: &[Kind] = match self {
            Self::Sonic => &[Kind::Sonic, Kind::Sonic, Kind::Lookup],
            Self::Hpcc => &[Kind::Topology, Kind::Flows, Kind::Config],
            Self::Htsim => &[Kind::Tiers, Kind::Matrix],
            Self::Beside => &[Kind::Sonic, Kind::Nic, Kind::Neighbours, Kind::Buffers],
            Self::Together => dice.pick(&[
                &[Kind::Sonic, Kind::Lookup, Kind::Nic][..],
                &[Kind::Topology, Kind::Flows, Kind::Config],
                &[Kind::Tiers, Kind::Matrix],
            ]),
        };
        let mut files: Vec<(Kind, String)> = Vec::new();
        for (n, kind) in kinds.iter().enumerate() {
            if n == 0 || dice.below(6) > 0 {
                let text = dice.pick(&shapes.of(*kind)).to_owned();
                // The importers refuse a switch that is given twice, so equal files are left out.
                if files.iter().all(|(_, other)| *other != text) {
                    files.push((*kind, text));
                }
            }
        }
        files
    }

    /// Imports `files` with this importer. `control` is the rate control for HPCC's importer; all other
    /// importers ignore it.
    pub fn import(self, files: &[(Kind, String)], control: Option<RateControl>) -> Result<Import, Refusals> {
        let named = |kind: Kind| {
            let of_kind = files.iter().enumerate().filter(move |(_, (other, _))| *other == kind);
            of_kind.map(move |(n, (_, text))| File::new(format!("file{n}.{kind:?}"), text))
        };
        let first = |kind| named(kind).next();
        match self {
            Self::Sonic => sonic::import(&sonic::Request {
                files: named(Kind::Sonic).collect(),
                parts: Vec::new(),
                lookups: named(Kind::Lookup).map(|file| SwitchFile { switch: None, file }).collect(),
                neighbours: if control.is_some() { Neighbours::None } else { Neighbours::Hosts },
                ports: Vec::new(),
            }),
            Self::Hpcc => hpcc::import(&hpcc::Request {
                topology: first(Kind::Topology).expect("a topology"),
                flows: first(Kind::Flows),
                config: first(Kind::Config),
                rate_control: control,
            }),
            Self::Htsim => htsim::import(&htsim::Request {
                topology: first(Kind::Tiers).expect("a topology"),
                connections: first(Kind::Matrix),
            }),
            Self::Beside => {
                let buffers = named(Kind::Buffers).map(|file| sonic::buffer_tables(&file));
                let neighbours = named(Kind::Neighbours).map(|file| sonic::lldp_tables(&file));
                let parts = buffers.chain(neighbours).collect::<Result<Vec<File>, _>>()?;
                let request = sonic::Request {
                    files: named(Kind::Sonic).collect(),
                    parts: parts.into_iter().map(|file| SwitchFile { switch: None, file }).collect(),
                    ..sonic::Request::default()
                };
                let nics = named(Kind::Nic).map(|file| NicFile { host: Some("server".to_owned()), file });
                sonic::import_with_nics(&request, &nics.collect::<Vec<_>>())
            }
            Self::Together => {
                let file =
                    |(n, (_, text)): (usize, &(Kind, String))| File::new(format!("file{n}.server"), text);
                any_import::import(files.iter().enumerate().map(file).collect(), Vec::new())
            }
        }
    }
}

/// Copy of `files` in which one file, drawn at random, is mutated.
pub fn mutant(dice: &mut Dice, files: &[(Kind, String)], shapes: &Shapes) -> Vec<(Kind, String)> {
    let mut mutant = files.to_vec();
    let at = dice.below(mutant.len());
    let (kind, text) = &mut mutant[at];
    let others = shapes.of(*kind);
    *text = if text.starts_with(['{', '[']) {
        mutate::json(dice, text, &others)
    } else {
        mutate::text(dice, text, &others)
    };
    mutant
}

/// Checks the result of an import. The document of a successful import must be read back unchanged, and run.
/// Returns a description of the result without numbers, so that results of one kind have equal texts.
pub fn outcome(importer: Importer, result: Result<Import, Refusals>) -> String {
    match result {
        Ok(import) => {
            assert!(!import.text().to_string().is_empty());
            let again = Document::parse(&import.document.to_json());
            assert_eq!(again.as_ref(), Ok(&import.document), "the document is read as it was written");
            let mut world = World::new(import.document.compile().expect("it was compiled").into());
            let horizon = world.spec().horizon;
            let mut results = Results::new(&world, Time::ZERO, |line| assert!(!line.to_string().is_empty()));
            world.run_until(horizon, EVENTS, &mut results);
            assert!(results.completions(&world).len() <= import.document.flows.len());
            let reasons = import.findings.iter().map(|finding| shape(&finding.reason));
            let distinct: BTreeSet<String> = reasons.collect();
            format!("accepted: {}", distinct.into_iter().collect::<Vec<_>>().join("; "))
        }
        Err(refusals) => {
            let text = refusals.to_string();
            for line in text.lines() {
                assert!(
                    line.starts_with("file") || !matches!(importer, Importer::Hpcc | Importer::Htsim),
                    "no file in front: {line}"
                );
                assert!(line.chars().all(is_printable), "{line:?}");
            }
            format!("refused: {}", text.lines().next().map(shape).unwrap_or_default())
        }
    }
}

/// Copy of a sentence without numbers and quotations.
fn shape(text: &str) -> String {
    let unquoted: String = text.split('"').step_by(2).collect::<Vec<_>>().join("\"…\"");
    let mut shape = String::new();
    for c in unquoted.chars() {
        if !c.is_ascii_digit() {
            shape.push(c);
        } else if !shape.ends_with('#') {
            shape.push('#');
        }
    }
    shape
}
