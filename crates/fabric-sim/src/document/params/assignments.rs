//! Finds where the document assigns the values that break a rule. The problem is reported at this place.
//! Start with [`Assignments::problem`].
//!
//! If several values break a rule, the value that the last edit changed is named. Values of built-in profiles
//! are named only if the document gives none of the values.

use super::rules::{PlacedViolation, RuleViolation};
use super::{Address, Assignment, Key, Place, deciding_assignment};
use crate::document::Document;
use crate::document::problem::Problem;

/// Assignments of all parameter values. If values contradict each other, the assignments show the place in
/// the document at which the problem is reported.
pub(crate) struct Assignments<'a> {
    document: &'a Document,
    given: Vec<Assignment>,
    /// Addresses that the last edit changed.
    edited: &'a [Address],
}

impl<'a> Assignments<'a> {
    /// Creates the collection of assignments. `given` is in the order of application. `edited` holds the
    /// addresses that the last edit changed.
    pub(crate) const fn new(document: &'a Document, given: Vec<Assignment>, edited: &'a [Address]) -> Self {
        Self { document, given, edited }
    }

    /// Adds an assignment of an action. The new assignment overrides all earlier assignments, even those to
    /// more specific addresses.
    pub(crate) fn add(&mut self, later: Assignment) {
        self.given.push(later);
    }

    /// Problem of a rule that is broken at `count` places; `fault` has the first place. The problem is
    /// reported at the value that the last edit changed. Without such an edit, it is reported at the first of
    /// the contradicting values that the document gives. If built-in profiles gave all these values, it is
    /// reported where the profile is chosen. Without any given value, it is reported at the place of `fault`.
    /// The message names the further places by their number only.
    pub(crate) fn problem(&self, fault: &PlacedViolation, count: usize) -> Problem {
        let PlacedViolation { place, addresses, broken } = fault;
        let sides = broken.keys.iter().flat_map(|key| addresses.iter().map(|address| (*key, address)));
        let given: Vec<&Assignment> =
            sides.filter_map(|(key, address)| self.deciding_assignment(key, address)).collect();
        let fresh = given.iter().find(|given| self.edited.contains(&given.address));
        let by_hand = fresh.or_else(|| given.iter().find(|given| built_in_profile(given).is_none()));
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
                (given.place.clone(), format!("{}, at {}{more}", broken.message, without_parameter(place)))
            }
            None => match given.iter().find_map(|given| self.first_choice(built_in_profile(given)?)) {
                Some(named) => (named, broken.message.clone() + &others),
                None => (place.to_string(), broken.message.clone() + &others),
            },
        };
        Problem::new(at, message + &self.ending(broken, &addresses[0]))
    }

    /// End of the message on a broken rule: names each built-in profile that gave one of the contradicting
    /// values, and says what to do. `address` is the address of the priority.
    pub(crate) fn ending(&self, broken: &RuleViolation, address: &Address) -> String {
        let built_in =
            |key: &Key| Some((key.param().name, built_in_profile(self.deciding_assignment(*key, address)?)?));
        let names = broken.keys.iter().filter_map(built_in);
        let each = names.map(|(name, profile)| format!("; the profile \"{profile}\" gives this {name}"));
        each.chain([format!("; {}", broken.remedy)]).collect::<Vec<_>>().concat()
    }

    fn deciding_assignment(&self, key: Key, address: &Address) -> Option<&Assignment> {
        let target = Address { key, ..address.clone() };
        deciding_assignment(&self.given, &target, self.document.profile_of(&address.place))
    }

    /// First place in the document where a switch chooses the profile called `profile`. `None` if no switch
    /// chooses it.
    fn first_choice(&self, profile: &str) -> Option<String> {
        let mut switches = (0..).zip(&self.document.switches);
        switches.find_map(|(n, switch)| {
            let named = self.document.chosen_profile(switch).filter(|chosen| chosen.name == profile)?;
            Some(named.place_at(n))
        })
    }
}

/// Name of the built-in profile that calculated the value. `None` if the document gives the value.
fn built_in_profile(given: &Assignment) -> Option<&str> {
    match &given.address.place {
        Place::OfProfile { profile, .. } => Some(profile),
        _ => None,
    }
}

/// Writes an address without its parameter, such as `switch.s1.p3`.
fn without_parameter(address: &Address) -> String {
    let text = address.to_string();
    text.rsplit_once('.').map_or(text.clone(), |(place, _)| place.to_owned())
}
