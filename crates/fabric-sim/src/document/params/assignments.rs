//! Origins of parameter values, so that a broken rule is reported at the value that the user changed
//! last, or at the first of the contradicting values.

use super::rules::{PlacedViolation, RuleViolation};
use super::{Address, Assignment, Key, Place, deciding_assignment};
use crate::document::Document;
use crate::document::problem::Problem;

/// Assignments that gave the values, so that a broken rule can be reported at the right place of the
/// document.
pub(crate) struct Assignments<'a> {
    document: &'a Document,
    given: Vec<Assignment>,
    /// Addresses that the user changed last.
    written: &'a [Address],
}

impl<'a> Assignments<'a> {
    /// Assignments of `document` and its profiles, in the order in which they are applied.
    pub(crate) const fn new(document: &'a Document, given: Vec<Assignment>, written: &'a [Address]) -> Self {
        Self { document, given, written }
    }

    /// Adds a later assignment, which overrides the earlier ones.
    pub(crate) fn add(&mut self, later: Assignment) {
        self.given.push(later);
    }

    /// Problem for a broken rule. Its place is that of the value which the user changed last, otherwise
    /// of the first of the contradicting values that the document gives. If a profile gave them all,
    /// the place is where the profile is chosen.
    pub(crate) fn problem(&self, fault: &PlacedViolation, count: usize) -> Problem {
        let PlacedViolation { place, lanes, broken } = fault;
        let sides = broken.keys.iter().flat_map(|key| lanes.iter().map(|lane| (*key, lane)));
        let given: Vec<&Assignment> =
            sides.filter_map(|(key, lane)| self.deciding_assignment(key, lane)).collect();
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

    /// End of the sentence that names the profiles which gave some of the contradicting values.
    pub(crate) fn profiles(&self, broken: &RuleViolation, lane: &Address) -> String {
        let derived = |key: &Key| Some((key.param().name, derived(self.deciding_assignment(*key, lane)?)?));
        let told = broken.keys.iter().filter_map(derived);
        let each = told.map(|(name, profile)| format!("; the profile \"{profile}\" gives this {name}"));
        each.collect::<Vec<_>>().concat()
    }

    fn deciding_assignment(&self, key: Key, lane: &Address) -> Option<&Assignment> {
        let target = Address { key, ..lane.clone() };
        deciding_assignment(&self.given, &target, self.document.profile_of(&lane.place))
    }

    /// Place in the document where `profile` is first chosen for a switch.
    fn named(&self, profile: &str) -> Option<String> {
        let mut switches = (0..).zip(&self.document.switches);
        switches.find_map(|(n, switch)| {
            let named = self.document.named(switch).filter(|named| named.name == profile)?;
            Some(named.place_at(n))
        })
    }
}

/// Built-in profile that calculated the value; `None` if the document gives it.
fn derived(given: &Assignment) -> Option<&str> {
    match &given.address.place {
        Place::OfProfile { profile, .. } => Some(profile),
        _ => None,
    }
}

/// Address as text, without the parameter.
fn bare(address: &Address) -> String {
    let text = address.to_string();
    text.rsplit_once('.').map_or(text.clone(), |(place, _)| place.to_owned())
}
