use super::Document;
use super::problem::Problem;

/// A document that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// As links and the command line name it.
    pub name: &'static str,
    /// The file.
    pub json: &'static str,
}

macro_rules! preset {
    ($name:literal) => {
        Preset { name: $name, json: include_str!(concat!("../../../../assets/presets/", $name, ".json")) }
    };
}

/// The presets, in the order of menus; the first is what a page opens with.
pub const PRESETS: [Preset; 35] = [
    preset!("pause"),
    preset!("incast"),
    preset!("victim"),
    preset!("crossbar"),
    preset!("ets"),
    preset!("hpcc"),
    preset!("sonic"),
    preset!("70-30"),
    preset!("per-edge"),
    preset!("mis-mapped"),
    preset!("loop"),
    preset!("ecn-before-pfc"),
    preset!("dcqcn-off"),
    preset!("dcqcn-on"),
    preset!("parking-lot"),
    preset!("allreduce"),
    preset!("all-to-all"),
    preset!("scene-b"),
    preset!("scene-c"),
    preset!("mixed-types"),
    preset!("cbfc"),
    preset!("scene-a"),
    preset!("storm"),
    preset!("slow-receiver"),
    preset!("deadlock-ring"),
    preset!("deadlock-4"),
    preset!("deadlock-loop"),
    preset!("deadlock-flood"),
    preset!("request-response"),
    preset!("watchdog-true"),
    preset!("watchdog-cried-wolf"),
    preset!("watchdog-asleep"),
    preset!("watchdog-starved"),
    preset!("one-sided-pfc"),
    preset!("credits-lost"),
];

impl Preset {
    /// The preset of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(name: &str) -> Result<&'static Self, Problem> {
        let known = || PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
        let name: String = name.chars().take(60).collect();
        PRESETS
            .iter()
            .find(|preset| preset.name == name)
            .ok_or_else(|| Problem::new("", format!("there is no preset \"{name}\"; there are {}", known())))
    }

    /// Its document.
    ///
    /// # Panics
    /// Never: every preset is read by a test.
    #[must_use]
    pub fn document(&self) -> Document {
        Document::parse(self.json).expect("presets are documents")
    }
}
