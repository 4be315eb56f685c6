use fabric_sim::document::params::most_like;
use fabric_sim::document::{Document, PRESETS, Preset, Problem, Problems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Change;

/// Fabric at the start of a lesson: a preset or a document, with changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Name of a preset; absent: the document is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// A whole document; absent: a preset is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<Box<Document>>,
    /// Change of the preset or document.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub change: Change,
}

impl Start {
    /// Place of the fabric in the file: `start.document`, or `start` for a preset.
    pub(crate) const fn place(&self) -> &'static str {
        if self.document.is_some() { "start.document" } else { "start" }
    }

    /// The document.
    ///
    /// # Errors
    /// If neither or both of preset and document are given, or the change does not fit.
    pub fn document(&self) -> Result<Document, Problems> {
        let mut document = match (&self.preset, &self.document) {
            (Some(name), None) => preset(name)?.document(),
            (None, Some(document)) => (**document).clone(),
            _ => return Err(Problem::new("", "it needs either preset or document, one of them").into()),
        };
        self.change.apply(&mut document).map_err(|problems| crate::check::inside("change", &problems))?;
        Ok(document)
    }
}

/// Preset called `name`; the refusal names the most similar ones.
fn preset(name: &str) -> Result<&'static Preset, Problem> {
    Preset::find(name).map_err(|_| {
        let near = most_like(name, PRESETS.iter().map(|preset| preset.name), 3).join(", ");
        let name: String = name.chars().take(60).collect();
        Problem::new("preset", format!("there is no preset \"{name}\"; most like it are {near}"))
    })
}
