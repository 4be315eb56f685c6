use super::rules::{Broken, Fault};
use super::{Address, Assignment, Key, Place, giver};
use crate::document::Document;
use crate::document::problem::Problem;

/// Who gave each value: whom to name when a rule is broken.
pub(crate) struct Givers<'a> {
    document: &'a Document,
    given: Vec<Assignment>,
}

impl<'a> Givers<'a> {
    /// What `document` and its profiles give, in the order in which it counts.
    pub(crate) const fn new(document: &'a Document, given: Vec<Assignment>) -> Self {
        Self { document, given }
    }

    /// What is given later, and counts from then on.
    pub(crate) fn add(&mut self, later: Assignment) {
        self.given.push(later);
    }

    /// The problem of a broken rule. It stands where somebody wrote the first
    /// of the values that are at odds, else where the switch names the profile
    /// that gives one of them.
    pub(crate) fn problem(&self, fault: &Fault, count: usize) -> Problem {
        let Fault { place, lane, broken } = fault;
        let given: Vec<&Assignment> = broken.keys.iter().filter_map(|key| self.giver(*key, lane)).collect();
        let by_hand = given.iter().find(|given| derived(given).is_none());
        let exact = |given: &Assignment| given.address.place == place.place;
        let others = match count {
            1 => String::new(),
            2 => ", and so at another place".to_owned(),
            count => format!(", and so at {} other places", count - 1),
        };
        let (at, message) = match by_hand {
            Some(given) if exact(given) => (given.place.clone(), broken.message.clone() + &others),
            Some(given) => {
                let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
                (given.place.clone(), format!("{}, at {}{more}", broken.message, bare(place)))
            }
            None => match given.iter().find_map(|given| self.named(derived(given)?)) {
                Some(named) => (named, broken.message.clone() + &others),
                None => (place.to_string(), broken.message.clone() + &others),
            },
        };
        Problem::new(at, message + &self.profiles(broken, lane))
    }

    /// What a profile had to do with it, as the end of a sentence.
    pub(crate) fn profiles(&self, broken: &Broken, lane: &Address) -> String {
        let derived = |key: &Key| Some((key.param().name, derived(self.giver(*key, lane)?)?));
        let told = broken.keys.iter().filter_map(derived);
        let each = told.map(|(name, profile)| format!("; the profile \"{profile}\" gives this {name}"));
        each.collect::<Vec<_>>().concat()
    }

    fn giver(&self, key: Key, lane: &Address) -> Option<&Assignment> {
        let target = Address { key, ..lane.clone() };
        giver(&self.given, &target, self.document.profile_of(&lane.place))
    }

    /// Where a switch names `profile` first.
    fn named(&self, profile: &str) -> Option<String> {
        let names = |switch: &crate::document::Switch| switch.profile.as_deref() == Some(profile);
        self.document.switches.iter().position(names).map(|n| format!("switches[{n}].profile"))
    }
}

/// The profile of the program that works a value out, if one does.
fn derived(given: &Assignment) -> Option<&str> {
    match &given.address.place {
        Place::OfProfile { profile, .. } => Some(profile),
        _ => None,
    }
}

/// An address without its parameter.
fn bare(address: &Address) -> String {
    let text = address.to_string();
    text.rsplit_once('.').map_or(text.clone(), |(place, _)| place.to_owned())
}
