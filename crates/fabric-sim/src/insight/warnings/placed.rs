//! Collection of warnings, grouped by message. A message that holds at several places becomes one sentence.
//! The sentence names the first two places and gives the number of further places. Start with
//! [`PlacedWarnings`].

use std::collections::BTreeMap;

/// Warning as a sentence, with all places or flows at which it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Sentence with the numbers that led to the warning. It names at most two places.
    pub sentence: String,
    /// All places or flows at which the warning holds. Empty if the sentence is about one thing.
    pub places: Vec<String>,
}

impl From<String> for Warning {
    fn from(sentence: String) -> Self {
        Self { sentence, places: Vec::new() }
    }
}

/// Warnings in the order of their first appearance, each with its places.
#[derive(Default)]
pub(super) struct PlacedWarnings {
    /// Messages in the order of their first appearance, each once.
    order: Vec<String>,
    /// Places by message, in the order in which they were added.
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

/// First two of `places` as text, and the number of further places.
pub(in crate::insight) fn first_of(places: &[String]) -> String {
    match places {
        [first, second] => format!("{first} and {second}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", others.len()),
        _ => places.concat(),
    }
}
