//! Places of problems in documents with a builder. A document is checked after its builder is expanded to
//! lists. [`Places`] then moves each problem to the field of the original document that caused it. Start with
//! [`Places`].

use super::{Build, Lists};
use crate::document::problem::Problems;

/// Numbers of nodes and links that a builder has created. In the expanded lists, the nodes and links of the
/// builder come first. The nodes and links that the document lists itself follow.
pub(in crate::document) struct Places {
    kind: &'static str,
    /// Number of hosts that the builder created.
    hosts: usize,
    /// Names of the switches that the builder created.
    switches: Vec<String>,
    /// Names of the builder's fields that describe the created links, such as `host_link`, in the order of
    /// the links.
    tiers: Vec<&'static str>,
}

impl Places {
    /// Reads the numbers of nodes and links from `lists`, which `build` has created.
    pub(in crate::document) fn new(build: &Build, lists: &Lists) -> Self {
        Self {
            kind: build.kind(),
            hosts: lists.hosts.len(),
            switches: lists.switches.iter().map(|switch| switch.name.clone()).collect(),
            tiers: lists.tiers.clone(),
        }
    }

    /// Changes the places of problems from the expanded lists to the original document. The new place is a
    /// field of the builder, or an entry of the document's own lists.
    pub(in crate::document) fn in_original(&self, problems: Problems) -> Problems {
        problems.with_places(|place| self.in_document(place))
    }

    /// Place in the original document that corresponds to `place` in the expanded lists. `None` if the two
    /// places are equal.
    fn in_document(&self, place: &str) -> Option<String> {
        let (list, rest) = place.split_once('[')?;
        let (number, rest) = rest.split_once(']')?;
        let number: usize = number.parse().ok()?;
        let own = |built: usize| number.checked_sub(built).map(|own| format!("{list}[{own}]{rest}"));
        match list {
            "hosts" => own(self.hosts),
            // The builder creates no wrong switches. A problem at one of its switches comes from links that
            // the document adds. Its place is the name of the switch.
            "switches" => own(self.switches.len()).or_else(|| self.switches.get(number).cloned()),
            "links" => own(self.tiers.len())
                .or_else(|| Some(format!("build.{}.{}{rest}", self.kind, self.tiers.get(number)?))),
            _ => None,
        }
    }
}
