//! Unique names for the flows that incasts, collectives and workloads create. Start with
//! [`FlowNames::reserve`].
//!
//! A name that the document gives is never changed. Only names that the program creates get a number, from
//! `#2` on.

use std::collections::{HashMap, HashSet};

use super::Document;
use crate::document::Action;

/// Names of flows that are already in use.
pub(super) struct FlowNames {
    taken: HashSet<String>,
    /// For each name that has been used more than once: number of the suffix `#n` to try next.
    next: HashMap<String, u32>,
}

impl FlowNames {
    /// Collects the names of all flows that `document` defines, including flows that actions add later.
    pub fn of(document: &Document) -> Self {
        let added = document.actions.iter().filter_map(|timed| match &timed.action {
            Action::Flow(flow) => Some(&**flow),
            _ => None,
        });
        let taken = document.flows.iter().chain(added).map(|flow| flow.name.clone()).collect();
        Self { taken, next: HashMap::new() }
    }

    pub fn add(&mut self, names: impl Iterator<Item = String>) {
        self.taken.extend(names);
    }

    pub fn contains(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    /// Reserves a name and returns it. The name is `base` if no flow has this name. Otherwise, it is the
    /// first of `base #2`, `base #3` and so on that no flow has.
    pub fn reserve(&mut self, base: String) -> String {
        if self.taken.insert(base.clone()) {
            return base;
        }
        // Thousands of flows may have the same base, so the search starts after the last number that was
        // found.
        let mut number = self.next.get(&base).copied().unwrap_or(2);
        loop {
            let name = format!("{base} #{number}");
            number += 1;
            if self.taken.insert(name.clone()) {
                self.next.insert(base, number);
                return name;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_flow_names_are_unique_and_skip_explicit_names() {
        let mut names = FlowNames::of(&Document::empty());
        names.add(["a".to_owned(), "a #3".to_owned()].into_iter());
        assert!(names.contains("a") && !names.contains("a #2"));
        let made: Vec<String> =
            ["a", "a", "b", "b", "a #2", "a"].map(|base| names.reserve(base.to_owned())).into();
        assert_eq!(made, ["a #2", "a #4", "b", "b #2", "a #2 #2", "a #5"]);
    }
}
