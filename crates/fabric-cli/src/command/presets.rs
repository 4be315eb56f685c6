use std::io::Write;

use clap::Args;
use fabric_sim::document::{PRESETS, Preset};

use crate::Outcome;

/// Arguments of `fabric presets`.
#[derive(Args)]
pub struct Presets {
    /// Print the document of this preset
    name: Option<String>,
}

impl Presets {
    /// Writes the list of presets, or the document of one.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        if let Some(name) = &self.name {
            out.write_all(Preset::find(name)?.json.as_bytes())?;
            return Ok(());
        }
        for preset in &PRESETS {
            let document = preset.document();
            writeln!(out, "{:8} {}\n{:8} {}", preset.name, document.title, "", document.about)?;
        }
        Ok(())
    }
}
