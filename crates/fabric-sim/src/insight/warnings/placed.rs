//! Collection of warnings, grouped by message. A message that holds at several places becomes one sentence.
//! The sentence names the first two places and gives the number of further places. Start with
//! [`PlacedWarnings`].

use std::collections::BTreeMap;

/// Warnings in the order of their first appearance, each with its places.
#[derive(Default)]
pub(super) struct PlacedWarnings {
    order: Vec<String>,
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

    pub(super) fn sentences(&self) -> Vec<String> {
        let sentence = |message: &String| {
            let places = &self.places[message];
            match places.as_slice() {
                [first, second] => format!("{first} and {second}: {message}"),
                [first, second, others @ ..] => {
                    format!("{first}, {second} and {} more: {message}", others.len())
                }
                _ => format!("{}: {message}", places.concat()),
            }
        };
        self.order.iter().map(sentence).collect()
    }
}
