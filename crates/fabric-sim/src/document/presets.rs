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

/// The presets, in the order of menus; the first is what a page opens with.
pub const PRESETS: [Preset; 6] = [
    Preset { name: "pause", json: include_str!("../../../../assets/presets/pause.json") },
    Preset { name: "incast", json: include_str!("../../../../assets/presets/incast.json") },
    Preset { name: "victim", json: include_str!("../../../../assets/presets/victim.json") },
    Preset { name: "crossbar", json: include_str!("../../../../assets/presets/crossbar.json") },
    Preset { name: "ets", json: include_str!("../../../../assets/presets/ets.json") },
    Preset { name: "loop", json: include_str!("../../../../assets/presets/loop.json") },
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
