//! Fabric at the start of a lesson. Start reading with [`Start::document`].

use fabric_sim::document::params::most_like;
use fabric_sim::document::{Document, PRESETS, Preset, Problem, Problems};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Change;

/// Fabric at the start of a lesson: a preset or a whole document, with a change. Exactly one of `preset` and
/// `document` is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Name of a preset; absent if `document` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Whole document; absent if `preset` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<Box<Document>>,
    /// Change that is applied to the preset or document before the lesson begins.
    #[serde(default, skip_serializing_if = "Change::is_empty")]
    pub change: Change,
}

impl Start {
    /// Place in the file that problems of the fabric name: `start.document`, or `start` for a preset.
    pub(crate) const fn place(&self) -> &'static str {
        if self.document.is_some() { "start.document" } else { "start" }
    }

    /// Document with which the lesson begins: the preset or the given document, with the change applied.
    ///
    /// # Errors
    /// If `preset` and `document` are both given, or neither is given; if the preset is unknown; or if the
    /// change cannot be applied. The document is not compiled.
    pub fn document(&self) -> Result<Document, Problems> {
        let mut document = match (&self.preset, &self.document) {
            (Some(name), None) => preset(name)?.document(),
            (None, Some(document)) => (**document).clone(),
            _ => return Err(Problem::new("", "needs either preset or document; give one of them").into()),
        };
        self.change.apply(&mut document).map_err(|problems| crate::check::inside("change", &problems))?;
        Ok(document)
    }
}

/// Finds the preset called `name`; the problem of an unknown name suggests the three most similar presets.
fn preset(name: &str) -> Result<&'static Preset, Problem> {
    Preset::find(name).map_err(|_| {
        let near = most_like(name, PRESETS.iter().map(|preset| preset.name), 3).join(", ");
        let name: String = name.chars().take(60).collect();
        Problem::new("preset", format!("there is no preset \"{name}\"; most like it are {near}"))
    })
}
