//! Creation of new documents from a few choices: a topology, lossless priorities, ETS shares and traffic.
//! The command line and the page create documents with it. Start with [`NewDocument`].

use std::sync::Arc;

use serde_json::Value;

use crate::document::{Document, FORMAT, MODEL, Problem, Problems};
use crate::engine::World;
use crate::insight::missing_headroom;
use crate::spec::Spec;
use crate::units::Bytes;

/// Lossless priority of a document for which none is chosen.
const LOSSLESS: u8 = 3;

/// Choices for a new document. JSON values have the form of the fields of documents. The reader of
/// documents checks them and names the field in each error.
#[derive(Clone, Debug, Default)]
pub struct NewDocument {
    /// Value of the field `build`, in JSON.
    pub build: Value,
    /// Lossless priorities, 0 to 7; empty: priority 3.
    pub lossless: Vec<u8>,
    /// Shares of the ETS classes; priorities without a share are strict.
    pub shares: Vec<Share>,
    /// Entries of `collectives`, in JSON.
    pub collectives: Vec<Value>,
    /// Entries of `workloads`, in JSON.
    pub workloads: Vec<Value>,
    /// Entries of `flows`, in JSON.
    pub flows: Vec<Value>,
    /// Edits as in share links: pairs of a key and its value. A key is the address of a parameter, `seed`,
    /// `horizon` or `at`.
    pub edits: Vec<(String, String)>,
}

impl NewDocument {
    /// Creates the document and compiles it to check it.
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
        let priorities = self.priorities()?;
        let edits = priorities.iter().chain(&self.edits);
        let written = document.edit_all(edits.map(|(path, value)| (path.as_str(), value.as_str())))?;
        let spec = document.compile_edited(&written)?;
        Ok(self.with_headroom(document, spec))
    }

    /// Edits that set the parameters of the lossless priorities and of the ETS shares.
    fn priorities(&self) -> Result<Vec<(String, String)>, Problem> {
        let mut all = Vec::new();
        if !self.lossless.is_empty() && !self.lossless.contains(&LOSSLESS) {
            all.push((format!("p{LOSSLESS}.lossless"), "off".to_owned()));
        }
        all.extend(self.lossless.iter().map(|n| (format!("p{n}.lossless"), "on".to_owned())));
        let mut unassigned = self.unassigned().into_iter();
        for Share { priority, percent } in &self.shares {
            let too_many = || Problem::new("share", "there are more shares than the 8 priorities");
            let n = priority.or_else(|| unassigned.next()).ok_or_else(too_many)?;
            all.push((format!("p{n}.class"), "ets".to_owned()));
            all.push((format!("p{n}.share"), percent.to_string()));
        }
        Ok(all)
    }

    /// Priorities without a share of their own, in the order in which shares without a priority are
    /// assigned: lossless priorities first, then the others in ascending order.
    fn unassigned(&self) -> Vec<u8> {
        let lossless = if self.lossless.is_empty() { &[LOSSLESS][..] } else { &self.lossless };
        let others = (0..8).filter(|n| !lossless.contains(n));
        let is_free = |n: &u8| self.shares.iter().all(|share| share.priority != Some(*n));
        lossless.iter().copied().chain(others).filter(is_free).collect()
    }

    /// Sets the headroom that the longest cable needs, unless an edit sets a headroom or a profile. Returns
    /// `document` unchanged if the memory cannot hold that headroom; reports then warn of it.
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

/// Creates a JSON object. The `json!` macro is not used, because it would add the serializer of
/// `serde_json` to the page.
#[must_use]
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.insert(name.to_owned(), value);
    }
    object.into()
}

/// Converts the links of a tier, `400G` or `400G,30m` (rate and length of the cable), into JSON.
#[must_use]
pub fn tier(text: &str) -> Value {
    let (rate, length) = text.split_once(',').map_or((text, None), |(rate, length)| (rate, Some(length)));
    let length = length.map(|length| ("length", length.trim().into()));
    object(std::iter::once(("rate", rate.trim().into())).chain(length))
}

/// Share of one priority in the ETS classes of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Priority, 0 to 7. `None`: the next lossless priority without a share, or, if there is none, the
    /// lowest other priority.
    pub priority: Option<u8>,
    /// Share in percent.
    pub percent: u8,
}

/// Description of a valid list of priorities, for error messages.
pub const PRIORITIES: &str = "priorities from 0 to 7, such as 3,4";

/// Description of a valid list of ETS shares, for error messages.
pub const SHARES: &str =
    "priorities with percentages, such as 3=80,4=15,0=5, or percentages alone, such as 80/15/5";

/// Splits a list at commas, slashes, semicolons and white space. If a part has several colons, colons
/// separate parts, too. White space around an equals sign or before a percent sign is ignored.
fn parts(text: &str) -> Vec<String> {
    let text = text.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    let text = text.split('%').map(str::trim_end).collect::<Vec<_>>().join("%");
    let is_between = |c: char| matches!(c, ',' | '/' | ';') || c.is_whitespace();
    let is_ratio = text.split(is_between).any(|part| part.matches(':').count() > 1);
    let parts = text.split(|c: char| is_between(c) || is_ratio && c == ':');
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Parses a list of priorities: `3,4`, `P3 P4`, `3/4`.
///
/// # Errors
/// Returns [`PRIORITIES`] if a part of the list is no priority.
pub fn priorities(text: &str) -> Result<Vec<u8>, &'static str> {
    parts(text).iter().map(|part| priority(part).ok_or(PRIORITIES)).collect()
}

/// Parses a list of ETS shares: `3=80,4=15,0=5`, `P3=80% P4=15% P0=5%`, `3:80 4:15 0:5`, `80/15/5`,
/// `80,15,5`.
///
/// # Errors
/// Returns [`SHARES`] if a part of the list is no share.
pub fn shares(text: &str) -> Result<Vec<Share>, &'static str> {
    parts(text).iter().map(|part| share(part).ok_or(SHARES)).collect()
}

fn priority(text: &str) -> Option<u8> {
    text.strip_prefix(['p', 'P']).unwrap_or(text).parse().ok().filter(|n| *n < 8)
}

fn share(text: &str) -> Option<Share> {
    let (number, percent) =
        text.split_once(['=', ':']).map_or((None, text), |(number, percent)| (Some(number), percent));
    let priority = match number {
        Some(number) => Some(priority(number)?),
        None => None,
    };
    let percent = percent.strip_suffix('%').unwrap_or(percent).parse().ok()?;
    Some(Share { priority, percent })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spellings of 80 % for priority 3, 15 % for priority 4, 5 % for priority 0.
    const SPELLINGS: [&str; 12] = [
        "3=80,4=15,0=5",
        "3=80, 4=15%, 0=5",
        "P3 = 80 %, P4 = 15 %, p0 = 5 %",
        "3:80 4:15 0:5",
        "3=80/4=15/0=5",
        "80/15/5",
        "80 / 15 / 5",
        "80%/15%/5%",
        "80,15,5",
        "80;15;5",
        "80:15:5",
        "0=5,80,15",
    ];

    #[test]
    fn every_spelling_of_shares_gives_the_same_document() {
        let star = object([("star", object([("hosts", 3.into())]))]);
        let document = |text: &str| {
            let shares = shares(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            let new =
                NewDocument { build: star.clone(), lossless: vec![3, 4], shares, ..NewDocument::default() };
            new.document().unwrap_or_else(|why| panic!("{text}: {why}")).to_json()
        };
        let first = document(SPELLINGS[0]);
        for (address, share) in [("p3", "80%"), ("p4", "15%"), ("p0", "5%")] {
            assert!(first.contains(&format!(r#""{address}.share": "{share}""#)), "{first}");
        }
        for text in SPELLINGS {
            assert_eq!(document(text), first, "{text}");
        }
    }

    #[test]
    fn lists_of_priorities_have_several_spellings() {
        for text in ["3,4", "3, 4", "P3 P4", "p3/p4", " 3;4 ", "3:4"] {
            let is_read = priorities(text) == Ok(vec![3, 4]);
            assert_eq!(is_read, text != "3:4", "{text}");
        }
        assert_eq!(priorities(" "), Ok(Vec::new()));
    }

    #[test]
    fn malformed_lists_say_what_they_must_be() {
        for text in ["8=80", "3=x", "3", "3=80=1", "-1", "80/256", "eighty", "3=%", "%"] {
            assert_eq!(shares(text).is_ok(), text == "3", "{text}");
        }
        assert_eq!(priorities("8"), Err(PRIORITIES));
        let shares = shares("10/10/10/10/10/10/10/10/20").unwrap();
        let build = object([("star", object([("hosts", 3.into())]))]);
        let refused = NewDocument { build, shares, ..NewDocument::default() }.document().unwrap_err();
        assert_eq!(refused.to_string(), "share: there are more shares than the 8 priorities");
    }
}
