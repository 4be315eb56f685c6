//! Creation of new documents from a few choices: a topology, lossless priorities, ETS shares and traffic. The
//! command line and the page create documents with this module. Start with [`NewDocument`].
//!
//! If no lossless priority is chosen, priority 3 is lossless. Traffic without a priority goes to the lossless
//! priorities and the ETS classes. Priorities without a share have strict scheduling. Numbers are checked
//! when the document is read and compiled.

mod lists;

use std::sync::Arc;

use serde_json::Value;

use crate::document::{Document, FORMAT, MODEL, Problem, Problems};
use crate::engine::World;
use crate::insight::greatest_unmet_headroom;
use crate::spec::Spec;
use crate::units::Bytes;

pub use lists::{PRIORITIES, SHARES, Share, priorities, shares};

/// Lossless priority of a new document for which no lossless priority is chosen.
const LOSSLESS: u8 = 3;

/// Choices for a new document. JSON values have the form of the fields of documents. The reader of documents
/// checks these values and names the field in each error.
#[derive(Clone, Debug, Default)]
pub struct NewDocument {
    /// Builder of the topology: value of the document's field `build`, in JSON. A document with `null` is
    /// refused, because it has no hosts.
    pub build: Value,
    /// Lossless priorities, 0 to 7. If empty, priority 3 is lossless.
    pub lossless: Vec<u8>,
    /// Shares of the ETS classes. Priorities without a share have strict scheduling.
    pub shares: Vec<Share>,
    /// Entries of the document's list `collectives`, in JSON. An entry without a priority becomes one entry
    /// for each of [`NewDocument::traffic_priorities`].
    pub collectives: Vec<Value>,
    /// Entries of the document's list `workloads`, in JSON. An entry without a priority becomes one entry for
    /// each of [`NewDocument::traffic_priorities`]. These entries divide the load evenly.
    pub workloads: Vec<Value>,
    /// Entries of the document's list `flows`, in JSON. A flow without a priority gets the first of
    /// [`NewDocument::traffic_priorities`].
    pub flows: Vec<Value>,
    /// Edits as in a share link, each a key and its value. A key is the address of a parameter, `seed`,
    /// `horizon` or `at`.
    pub edits: Vec<(String, String)>,
}

impl NewDocument {
    /// Creates the document, and checks it by a compilation.
    ///
    /// # Errors
    /// As for [`Self::compiled`].
    pub fn document(&self) -> Result<Document, Problems> {
        self.compiled().map(|(document, _)| document)
    }

    /// Creates the document, with the specification that it compiles to.
    ///
    /// # Errors
    /// If a value is out of range, or if values contradict each other. Also if a priority has two shares, or
    /// if there are more shares than priorities. Also if a share is a percentage and the sum of the shares is
    /// not 100. Only the problems of the first failing step are returned.
    pub fn compiled(&self) -> Result<(Document, Arc<Spec>), Problems> {
        self.check_shares()?;
        let priorities = self.traffic_priorities()?;
        let collectives: Vec<Value> =
            self.collectives.iter().flat_map(|entry| for_each_priority(entry, &priorities)).collect();
        let workloads: Vec<Value> =
            self.workloads.iter().flat_map(|entry| for_each_priority(entry, &priorities)).collect();
        let flows: Vec<Value> =
            self.flows.iter().flat_map(|entry| for_each_priority(entry, &priorities[..1])).collect();
        let text = object([
            ("format", FORMAT.into()),
            ("model", MODEL.into()),
            ("build", self.build.clone()),
            ("collectives", collectives.into()),
            ("workloads", workloads.into()),
            ("flows", flows.into()),
        ]);
        let mut document = Document::parse(&text.to_string())?;
        let priorities = self.priorities()?;
        let edits = priorities.iter().chain(&self.edits);
        let written = document.edit_all(edits.map(|(path, value)| (path.as_str(), value.as_str())))?;
        let spec = Arc::new(document.compile_edited(&written)?);
        Ok(self.with_headroom(document, spec))
    }

    /// Edits that set the lossless priorities and the ETS shares, each a parameter's address and value.
    fn priorities(&self) -> Result<Vec<(String, String)>, Problem> {
        let mut all = Vec::new();
        if !self.lossless.is_empty() && !self.lossless.contains(&LOSSLESS) {
            all.push((format!("p{LOSSLESS}.lossless"), "off".to_owned()));
        }
        all.extend(self.lossless.iter().map(|n| (format!("p{n}.lossless"), "on".to_owned())));
        for (n, weight) in self.classes()? {
            all.push((format!("p{n}.class"), "ets".to_owned()));
            all.push((format!("p{n}.share"), weight.to_string()));
        }
        Ok(all)
    }

    /// Priorities for traffic that names no priority: the lossless priorities, then the other ETS classes.
    /// The list is never empty.
    ///
    /// # Errors
    /// If there are more shares than priorities.
    pub fn traffic_priorities(&self) -> Result<Vec<u8>, Problem> {
        let classes = self.classes()?.into_iter().map(|(priority, _)| priority);
        let mut priorities = Vec::new();
        for priority in self.lossless().iter().copied().chain(classes) {
            if !priorities.contains(&priority) {
                priorities.push(priority);
            }
        }
        Ok(priorities)
    }

    /// Lossless priorities of the document: the chosen ones, or [`LOSSLESS`] if none is chosen.
    fn lossless(&self) -> &[u8] {
        if self.lossless.is_empty() { &[LOSSLESS] } else { &self.lossless }
    }

    /// ETS classes, each as priority and weight. Shares without a priority go to the lossless priorities that
    /// have no share, then to the other priorities in ascending order.
    fn classes(&self) -> Result<Vec<(u8, u8)>, Problem> {
        let others = (0..8).filter(|n| !self.lossless().contains(n));
        let is_free = |n: &u8| self.shares.iter().all(|share| share.priority != Some(*n));
        let mut unassigned = self.lossless().iter().copied().chain(others).filter(is_free);
        let class = |share: &Share| {
            let too_many =
                || Problem::new("share", "there are more shares than the 8 priorities; give at most 8");
            let n = share.priority.or_else(|| unassigned.next()).ok_or_else(too_many)?;
            Ok((n, share.weight))
        };
        self.shares.iter().map(class).collect()
    }

    /// Returns an error if a priority has two shares, or if percentages do not sum to 100.
    fn check_shares(&self) -> Result<(), Problem> {
        for (n, share) in self.shares.iter().enumerate() {
            let is_again = self.shares[..n].iter().any(|other| other.priority == share.priority);
            if let Some(priority) = share.priority.filter(|_| is_again) {
                return Err(Problem::new(
                    "share",
                    format!("priority {priority} has two shares; give one for each priority"),
                ));
            }
        }
        let sum: u32 = self.shares.iter().map(|share| u32::from(share.weight)).sum();
        if sum != 100 && self.shares.iter().any(|share| share.is_percentage) {
            return Err(Problem::new(
                "share",
                format!(
                    "percentages sum to {sum}, but must sum to 100; weights, such as 80/15/6, stand without %"
                ),
            ));
        }
        Ok(())
    }

    /// Adds the headroom that the longest cable needs, rounded up to whole kilobytes, and compiles the
    /// document again. `spec` is the specification of `document`. Returns `document` and `spec` unchanged if
    /// an edit sets a headroom or a profile, or if no group needs more headroom. Also returns them unchanged
    /// if the memory cannot hold the headroom; reports then warn of the missing headroom.
    fn with_headroom(&self, document: Document, spec: Arc<Spec>) -> (Document, Arc<Spec>) {
        let gives = |path: &str| path.contains("headroom") || path.ends_with("profile");
        if self.edits.iter().any(|(path, _)| gives(path)) {
            return (document, spec);
        }
        let Some(bytes) = greatest_unmet_headroom(&World::new(Arc::clone(&spec))) else {
            return (document, spec);
        };
        let whole_kb = Bytes(bytes.next_multiple_of(1_000)).to_string();
        let mut ample = document.clone();
        let edit = std::iter::once(("headroom", whole_kb.as_str()));
        let compiled = ample.edit_all(edit).ok().and_then(|_| ample.compile().ok());
        compiled.map_or((document, spec), |compiled| (ample, Arc::new(compiled)))
    }
}

/// Creates a JSON object with these fields. The `json!` macro is not used, because it would add the
/// serializer of `serde_json` to the program of the page.
#[must_use]
pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let mut object = serde_json::Map::new();
    for (name, value) in fields {
        object.insert(name.to_owned(), value);
    }
    object.into()
}

/// Copies of `entry`, a JSON entry of traffic, one for each of `priorities`. If there are several, each has
/// its own name, such as `incast P4`. The copies divide the load of a workload evenly, in whole percent. The
/// first copies get the remaining percent; a priority with a load of 0 % gets no copy.
///
/// Returns `entry` unchanged, as the only element, if it has a priority or is no JSON object. The entry is
/// also unchanged if `priorities` is the default, which is priority 3 alone. With empty `priorities`, any
/// other entry gives an empty list.
#[must_use]
pub fn for_each_priority(entry: &Value, priorities: &[u8]) -> Vec<Value> {
    let Some(fields) = entry.as_object().filter(|fields| !fields.contains_key("priority")) else {
        return vec![entry.clone()];
    };
    if priorities == [LOSSLESS] {
        return vec![entry.clone()];
    }
    let count = priorities.len() as u64;
    let of_one = |(n, priority): (u64, &u8)| {
        let mut fields = fields.clone();
        fields.insert("priority".to_owned(), (*priority).into());
        if let Some(name) = fields.get("name").and_then(Value::as_str).filter(|_| count > 1) {
            let name = format!("{name} P{priority}");
            fields.insert("name".to_owned(), name.into());
        }
        if let Some(load) = fields.get("load").and_then(Value::as_u64).filter(|load| *load > 0) {
            let part = load / count + u64::from(n < load % count);
            if part == 0 {
                return None;
            }
            fields.insert("load".to_owned(), part.into());
        }
        Some(fields.into())
    };
    (0..).zip(priorities).filter_map(of_one).collect()
}

/// Converts the links of a tier into JSON. `text` is a rate, such as `400G`, or a rate and the length of the
/// cable, such as `400G,30m`. The values are not checked here.
#[must_use]
pub fn link_value(text: &str) -> Value {
    let (rate, length) = text.split_once(',').map_or((text, None), |(rate, length)| (rate, Some(length)));
    let length = length.map(|length| ("length", length.trim().into()));
    object(std::iter::once(("rate", rate.trim().into())).chain(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that all mean 80 % for priority 3, 15 % for priority 4, and 5 % for priority 0.
    const SPELLINGS: [&str; 13] = [
        "3=80,4=15,0=5",
        "3=80, 4=15%, 0=5",
        "P3 = 80 %, P4 = 15 %, p0 = 5 %",
        "P3=80%, P4=15% and P0=5%",
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
    fn a_new_document_comes_with_its_own_specification() {
        // A cable of 3000 m needs more than the default headroom.
        let tier = object([("rate", "100G".into()), ("length", "3000m".into())]);
        let build = object([("star", object([("hosts", 3.into()), ("host_link", tier)]))]);
        let incast = object([("name", "x".into()), ("kind", "incast".into()), ("bytes", "1M".into())]);
        let new = NewDocument { build, collectives: vec![incast], ..NewDocument::default() };
        let (document, spec) = new.compiled().unwrap();
        let own = document.compile().unwrap();
        let headrooms = |spec: &Spec| -> Vec<u64> {
            spec.ports.iter().map(|port| port.config.priorities[3].pg.headroom).collect()
        };
        assert!(document.params.0.contains_key("headroom"), "{}", document.to_json());
        assert_eq!(headrooms(&spec), headrooms(&own));
    }

    #[test]
    fn malformed_lists_are_refused_with_the_expected_form() {
        for text in ["8=80", "3=x", "3", "3=80=1", "-1", "80/256", "eighty", "3=%", "%"] {
            assert_eq!(shares(text).is_ok(), text == "3", "{text}");
        }
        assert_eq!(priorities("8"), Err(PRIORITIES));
        let shares = shares("10/10/10/10/10/10/10/10/20").unwrap();
        let build = object([("star", object([("hosts", 3.into())]))]);
        let refused = NewDocument { build, shares, ..NewDocument::default() }.document().unwrap_err();
        assert_eq!(refused.to_string(), "share: there are more shares than the 8 priorities; give at most 8");
    }

    fn star(lossless: &[u8], list: &str) -> NewDocument {
        let build = object([("star", object([("hosts", 3.into())]))]);
        let shares = shares(list).unwrap();
        NewDocument { build, lossless: lossless.to_vec(), shares, ..NewDocument::default() }
    }

    #[test]
    fn shares_of_one_priority_and_percentages_of_another_sum_are_refused() {
        for (list, expected) in [
            ("3=80,3=20", "share: priority 3 has two shares; give one for each priority"),
            ("80%/15%/6%", "share: percentages sum to 101, but must sum to 100"),
            ("3=50%,4=20", "share: percentages sum to 70, but must sum to 100"),
        ] {
            let refused = star(&[3, 4], list).document().unwrap_err().to_string();
            assert!(refused.starts_with(expected), "{list}: {refused}");
            assert_eq!(refused.lines().count(), 1);
        }
        for list in ["80/15/6", "3=80,4=20", "80%,20%", "60,20,20%", ""] {
            star(&[3, 4], list).document().unwrap_or_else(|why| panic!("{list}: {why}"));
        }
    }

    #[test]
    fn traffic_without_a_priority_has_those_of_the_lossless_and_ets_classes() {
        for (lossless, list, expected) in [
            (&[][..], "", &[3][..]),
            (&[4], "", &[4]),
            (&[3, 4], "", &[3, 4]),
            (&[3, 4], "80/15/5", &[3, 4, 0]),
            (&[3], "1=50,6=50", &[3, 1, 6]),
        ] {
            let entry = |kind: (&'static str, &'static str)| {
                object([("name", "x".into()), (kind.0, kind.1.into()), ("bytes", "1k".into())])
            };
            let load = object([("name", "y".into()), ("sizes", "hadoop".into()), ("load", 50.into())]);
            let explicit = object([
                ("name", "z".into()),
                ("kind", "incast".into()),
                ("bytes", "1k".into()),
                ("priority", 7.into()),
            ]);
            let flow = object([("name", "f".into()), ("from", "h1".into()), ("to", "h2".into())]);
            let new = NewDocument {
                collectives: vec![entry(("kind", "incast")), explicit],
                workloads: vec![load],
                flows: vec![flow],
                ..star(lossless, list)
            };
            let document = new.document().unwrap();
            let mut priorities: Vec<u8> =
                document.collectives.iter().map(|entry| entry.priority.get()).collect();
            assert_eq!(priorities.pop(), Some(7), "a given priority stays");
            assert_eq!(priorities, expected, "{lossless:?} {list}");
            let of_workloads: Vec<u8> = document.workloads.iter().map(|entry| entry.priority.get()).collect();
            assert_eq!(of_workloads, expected);
            assert_eq!(document.workloads.iter().map(|entry| entry.load.get()).sum::<u64>(), 50);
            assert_eq!(document.flows[0].priority.get(), expected[0]);
            let names: Vec<&str> = document.collectives.iter().map(|entry| &entry.name[..]).collect();
            assert_eq!(names.contains(&"x"), expected.len() == 1, "{names:?}");
        }
    }
}
