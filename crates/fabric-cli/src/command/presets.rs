//! Command `fabric presets`: lists the presets, or prints the document of one.

use std::io::Write;

use clap::Args;
use fabric_sim::document::{PRESETS, Preset};

use crate::Outcome;

/// Arguments of `fabric presets`.
#[derive(Args)]
pub struct Presets {
    /// Name of the preset whose document to print [default: list all presets]
    name: Option<String>,
}

impl Presets {
    /// Writes the list of presets, or the document of the named preset.
    ///
    /// # Errors
    /// If there is no preset of this name.
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
