use super::rules::{Broken, Fault};
use super::{Address, Assignment, Key, Place, giver};
use crate::document::Document;
use crate::document::problem::Problem;

/// Assignment that gave each value: the place to name when a rule is broken.
pub(crate) struct Givers<'a> {
    document: &'a Document,
    given: Vec<Assignment>,
    /// Addresses that were written last.
    written: &'a [Address],
}

impl<'a> Givers<'a> {
    /// Assignments of `document` and its profiles, in the order in which they count.
    pub(crate) const fn new(document: &'a Document, given: Vec<Assignment>, written: &'a [Address]) -> Self {
        Self { document, given, written }
    }

    /// Adds an assignment that is given later, and counts from then on.
    pub(crate) fn add(&mut self, later: Assignment) {
        self.given.push(later);
    }

    /// The problem of a broken rule. It stands where somebody wrote the last,
    /// or else the first, of the values that are at odds; without any, where
    /// the profile that gives one of them is named.
    pub(crate) fn problem(&self, fault: &Fault, count: usize) -> Problem {
        let Fault { place, lanes, broken } = fault;
        let sides = broken.keys.iter().flat_map(|key| lanes.iter().map(|lane| (*key, lane)));
        let given: Vec<&Assignment> = sides.filter_map(|(key, lane)| self.giver(key, lane)).collect();
        let fresh = given.iter().find(|given| self.written.contains(&given.address));
        let by_hand = fresh.or_else(|| given.iter().find(|given| derived(given).is_none()));
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
        Problem::new(at, message + &self.profiles(broken, &lanes[0]))
    }

    /// Profiles that gave part of a broken value, as the end of a sentence.
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

    /// Where `profile` is first named for a switch.
    fn named(&self, profile: &str) -> Option<String> {
        let mut switches = (0..).zip(&self.document.switches);
        switches.find_map(|(n, switch)| {
            let named = self.document.named(switch).filter(|named| named.name == profile)?;
            Some(named.place_at(n))
        })
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
