//! Collection of warnings, grouped by message. A message that is true at several places (ports, priorities,
//! nodes or flows) becomes one sentence. The sentence names the first two places and the number of further
//! places. Start with [`PlacedWarnings`].

use std::collections::BTreeMap;

/// Warning as a sentence, with all places (ports, priorities, nodes or flows) at which it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Sentence with the numbers that led to the warning. The sentence names at most two places.
    pub sentence: String,
    /// Names of all places (ports, priorities, nodes or flows) at which the warning holds, such as `s1.0
    /// priority 3`. Empty if the sentence is about one thing and names it.
    pub places: Vec<String>,
}

impl From<String> for Warning {
    fn from(sentence: String) -> Self {
        Self { sentence, places: Vec::new() }
    }
}

/// Warnings in the order of their first appearance, each with the places at which it holds.
#[derive(Default)]
pub(super) struct PlacedWarnings {
    /// Messages, without repetition, in the order of their first appearance.
    order: Vec<String>,
    /// Names of the places at which each message holds, in the order in which they were added.
    places: BTreeMap<String, Vec<String>>,
}

impl PlacedWarnings {
    pub(super) fn add(&mut self, place: &str, message: String) {
        let places = self.places.entry(message.clone()).or_default();
        if places.is_empty() {
            self.order.push(message);
        }
        places.push(place.to_owned());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    pub(super) fn warnings(mut self) -> Vec<Warning> {
        let warning = |message: &String| {
            let places = self.places.remove(message).unwrap_or_default();
            Warning { sentence: format!("{}: {message}", first_of(&places)), places }
        };
        self.order.iter().map(warning).collect()
    }
}

/// Text with the first two of `places`, and the number of further places.
pub(in crate::insight) fn first_of(places: &[String]) -> String {
    match places {
        [first, second] => format!("{first} and {second}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", others.len()),
        _ => places.concat(),
    }
}
