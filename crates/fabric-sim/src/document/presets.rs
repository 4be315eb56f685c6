//! Presets: documents that come with the program, grouped by subject. Start with [`PRESETS`].
//!
//! A name has exactly one preset. Upper and lower case differ. Menus list the presets of a subject in the
//! order of [`PRESETS`].

use super::Document;
use super::params::most_like;
use super::problem::Problem;

/// A document that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Subject of the preset. Menus list presets by subject.
    pub group: PresetGroup,
    /// Document as JSON.
    pub json: &'static str,
}

/// Subject of a preset. Menus list presets by subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetGroup {
    /// Pauses and their effect on other traffic.
    Pauses,
    /// Sharing of the capacity of a link among priorities and ports.
    Sharing,
    /// ECN marking, and rate control by DCQCN.
    Marks,
    /// Pause storms, deadlocks, watchdogs and wrong settings.
    Failures,
    /// Hosts: their transport protocols and their collectives.
    Endpoints,
    /// Memory and crossbar of a switch.
    Switches,
}

impl PresetGroup {
    /// All subjects with their titles, in the order in which the page lists them.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Pauses, "Pauses"),
        (Self::Sharing, "Sharing a link"),
        (Self::Marks, "Marks"),
        (Self::Failures, "Failures"),
        (Self::Endpoints, "Endpoints"),
        (Self::Switches, "Inside switches"),
    ];
}

macro_rules! preset {
    ($name:literal, $group:ident) => {
        Preset {
            name: $name,
            group: PresetGroup::$group,
            json: include_str!(concat!("../../../../assets/presets/", $name, ".json")),
        }
    };
}

/// All presets, in the order of menus. A page without a link opens the first preset.
pub const PRESETS: [Preset; 37] = [
    preset!("pause", Pauses),
    preset!("incast", Pauses),
    preset!("victim", Pauses),
    preset!("crossbar", Switches),
    preset!("islip-pointers", Switches),
    preset!("ets", Sharing),
    preset!("ets-lend", Sharing),
    preset!("hpcc", Switches),
    preset!("sonic", Switches),
    preset!("70-30", Switches),
    preset!("per-edge", Switches),
    preset!("mis-mapped", Failures),
    preset!("loop", Failures),
    preset!("ecn-before-pfc", Marks),
    preset!("dcqcn-off", Marks),
    preset!("dcqcn-on", Marks),
    preset!("parking-lot", Sharing),
    preset!("allreduce", Endpoints),
    preset!("all-to-all", Endpoints),
    preset!("scene-b", Endpoints),
    preset!("scene-c", Endpoints),
    preset!("mixed-types", Sharing),
    preset!("cbfc", Switches),
    preset!("scene-a", Endpoints),
    preset!("storm", Failures),
    preset!("slow-receiver", Endpoints),
    preset!("deadlock-ring", Failures),
    preset!("deadlock-4", Failures),
    preset!("deadlock-loop", Failures),
    preset!("deadlock-flood", Failures),
    preset!("request-response", Failures),
    preset!("watchdog-true", Failures),
    preset!("watchdog-cried-wolf", Failures),
    preset!("watchdog-asleep", Failures),
    preset!("watchdog-starved", Failures),
    preset!("one-sided-pfc", Failures),
    preset!("credits-lost", Failures),
];

impl Preset {
    /// Finds a preset by its name.
    ///
    /// # Errors
    /// If there is no preset of this name. The problem lists the names that are most like it. These are three
    /// names, the most similar first.
    pub fn find(name: &str) -> Result<&'static Self, Problem> {
        let name: String = name.chars().take(60).collect();
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let near = most_like(&name, PRESETS.iter().map(|preset| preset.name), 3).join(", ");
            Problem::new("", format!("there is no preset \"{name}\"; most like it are {near}"))
        })
    }

    /// Reads the document of the preset.
    ///
    /// # Panics
    /// Never. A test reads every preset.
    #[must_use]
    pub fn document(&self) -> Document {
        Document::parse(self.json).expect("presets are documents")
    }
}
