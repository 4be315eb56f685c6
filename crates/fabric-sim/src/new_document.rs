//! New documents from a few choices: a builder, lossless priorities, ETS shares
//! and traffic. The command line and the page make documents in this way.

use std::sync::Arc;

use serde_json::Value;

use crate::document::{Document, FORMAT, MODEL, Problems};
use crate::engine::World;
use crate::insight::missing_headroom;
use crate::spec::Spec;
use crate::units::Bytes;

/// Priority that is lossless where a document does not say otherwise.
const LOSSLESS: u8 = 3;

/// Choices of a new document. Values in JSON are those of documents, whose reader
/// checks them and refuses each at its field.
#[derive(Clone, Debug, Default)]
pub struct NewDocument {
    /// Value of `build`, in JSON.
    pub build: Value,
    /// Lossless priorities, 0 to 7; empty: priority 3.
    pub lossless: Vec<u8>,
    /// Priorities of ETS classes with their shares in percent; others are strict.
    pub shares: Vec<(u8, u8)>,
    /// Entries of `collectives`, in JSON.
    pub collectives: Vec<Value>,
    /// Entries of `workloads`, in JSON.
    pub workloads: Vec<Value>,
    /// Entries of `flows`, in JSON.
    pub flows: Vec<Value>,
    /// Edits as in links: an address of a parameter, `seed`, `horizon` or `at`, with its value.
    pub edits: Vec<(String, String)>,
}

impl NewDocument {
    /// Makes the document and compiles it.
    ///
    /// # Errors
    /// If a value is out of range, or values contradict each other.
    pub fn document(&self) -> Result<Document, Problems> {
        let text = object([
            ("format", FORMAT.into()),
            ("model", MODEL.into()),
            ("build", self.build.clone()),
            ("collectives", self.collectives.clone().into()),
            ("workloads", self.workloads.clone().into()),
            ("flows", self.flows.clone().into()),
        ]);
        let mut document = Document::parse(&text.to_string())?;
        let priorities = self.priorities();
        let edits = priorities.iter().chain(&self.edits);
        let written = document.edit_all(edits.map(|(path, value)| (path.as_str(), value.as_str())))?;
        let spec = document.compile_edited(&written)?;
        Ok(self.with_headroom(document, spec))
    }

    /// Parameters of the lossless priorities and the shares, as edits.
    fn priorities(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        if !self.lossless.is_empty() && !self.lossless.contains(&LOSSLESS) {
            all.push((format!("p{LOSSLESS}.lossless"), "off".to_owned()));
        }
        all.extend(self.lossless.iter().map(|n| (format!("p{n}.lossless"), "on".to_owned())));
        for (n, percent) in &self.shares {
            all.push((format!("p{n}.class"), "ets".to_owned()));
            all.push((format!("p{n}.share"), percent.to_string()));
        }
        all
    }

    /// Adds the headroom that the longest cable needs, unless an edit gives one
    /// or a profile. Leaves it out where memory has no room for it, which reports
    /// then warn about.
    fn with_headroom(&self, document: Document, spec: Spec) -> Document {
        let gives = |path: &str| path.contains("headroom") || path.ends_with("profile");
        if self.edits.iter().any(|(path, _)| gives(path)) {
            return document;
        }
        let Some(bytes) = missing_headroom(&World::new(Arc::new(spec))) else { return document };
        let whole_kb = Bytes(bytes.next_multiple_of(1_000)).to_string();
        let mut ample = document.clone();
        let edit = std::iter::once(("headroom", whole_kb.as_str()));
        if ample.edit_all(edit).is_ok() && ample.compile().is_ok() { ample } else { document }
    }
}

/// Makes a JSON object. The macro of `serde_json` would bring its serializer into the page.
#[must_use]
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.insert(name.to_owned(), value);
    }
    object.into()
}

/// Reads the links of a tier, `400G` or `400G,30m`, into JSON.
#[must_use]
pub fn tier(text: &str) -> Value {
    let (rate, length) = text.split_once(',').map_or((text, None), |(rate, length)| (rate, Some(length)));
    let length = length.map(|length| ("length", length.trim().into()));
    object(std::iter::once(("rate", rate.trim().into())).chain(length))
}

/// Reads a priority: `3` or `P3`.
///
/// # Errors
/// What it must be.
pub fn priority(text: &str) -> Result<u8, &'static str> {
    let digits = text.trim();
    let digits = digits.strip_prefix(['p', 'P']).unwrap_or(digits);
    let number = digits.parse().ok().filter(|n| *n < 8);
    number.ok_or("must be a priority from 0 to 7; several have commas between them, such as 3,4")
}

/// Reads a priority and its share: `3=80`, `3=80%` or `P3=80`.
///
/// # Errors
/// What it must be.
pub fn share(text: &str) -> Result<(u8, u8), &'static str> {
    let pair = text.split_once('=').and_then(|(number, percent)| {
        Some((priority(number).ok()?, percent.trim().trim_end_matches('%').parse().ok()?))
    });
    pair.ok_or(
        "must be a priority from 0 to 7 and a percentage, such as 3=80; several have commas between them",
    )
}
