//! Places of problems: a built document is checked as lists, and each problem is
//! reported at the field that the document has.

use super::{Build, Lists};
use crate::document::problem::Problems;

/// Positions of built nodes and links in the expanded lists.
pub(in crate::document) struct Places {
    kind: &'static str,
    /// Number of built hosts.
    hosts: usize,
    /// Names of the built switches.
    switches: Vec<String>,
    /// For each built link: the builder's field that describes it.
    tiers: Vec<&'static str>,
}

impl Places {
    /// Positions of `lists`, which `build` has written.
    pub(in crate::document) fn new(build: &Build, lists: &Lists) -> Self {
        Self {
            kind: build.kind(),
            hosts: lists.hosts.len(),
            switches: lists.switches.iter().map(|switch| switch.name.clone()).collect(),
            tiers: lists.tiers.clone(),
        }
    }

    /// Moves problems to the fields of the builder, or to the numbers that
    /// nodes and links have in the document's own lists.
    pub(in crate::document) fn moved(&self, problems: Problems) -> Problems {
        problems.moved(|place| self.in_document(place))
    }

    /// The place in the document for a place in the expanded lists; `None` if it is the same.
    fn in_document(&self, place: &str) -> Option<String> {
        let (list, rest) = place.split_once('[')?;
        let (number, rest) = rest.split_once(']')?;
        let number: usize = number.parse().ok()?;
        let own = |built: usize| number.checked_sub(built).map(|own| format!("{list}[{own}]{rest}"));
        match list {
            "hosts" => own(self.hosts),
            // Only the document's own links can break a rule at a built switch.
            "switches" => own(self.switches.len()).or_else(|| self.switches.get(number).cloned()),
            "links" => own(self.tiers.len())
                .or_else(|| Some(format!("build.{}.{}{rest}", self.kind, self.tiers.get(number)?))),
            _ => None,
        }
    }
}
