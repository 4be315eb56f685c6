//! Assignments of values to addresses. The assignments are sorted in the order of application. Assignments to
//! more specific addresses come later and override the others. Assignments at one place that exclude each
//! other are a problem. Start with [`gather`].

use super::{Address, Key, ParamMap, UNSET, covers};
use crate::document::problem::{Problem, Problems};
use crate::document::{Document, profiles};
use crate::units::Time;

/// Assignment of a value to an address. The value is in the unit of the parameter's kind; `auto` is
/// [`UNSET`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) address: Address,
    pub(crate) value: u64,
    /// Place in the document that makes the assignment, for messages.
    pub(crate) place: String,
    /// Time of the action that makes the assignment. `None` if the value is in force from time 0.
    pub(crate) since: Option<Time>,
}

/// Collects the assignments of the parameters and profiles of the document, in the order of application: a
/// later assignment overrides an earlier one. Assignments of `lossless` come first, because other addresses
/// depend on them. Values of built-in profiles come before the values of the document. Adds wrong entries to
/// `problems`.
pub(crate) fn gather(document: &Document, problems: &mut Problems) -> Vec<Assignment> {
    let mut all = read("params", &document.params, Address::parse, problems);
    for (name, profile) in &document.profiles {
        let place = format!("profiles.{name}");
        all.extend(read(&place, profile, |text| Address::parse_in_profile(name, text), problems));
    }
    sort(&mut all);
    let built_in = profiles::assignments(document, &all, problems);
    if !built_in.is_empty() {
        all.extend(built_in);
        sort(&mut all);
    }
    all
}

/// Finds the assignment that gives `target` its value: the last assignment in `given` that applies to
/// `target`. `profile` is the profile of the switch, or `None` for a host and for a switch without profile.
/// Returns `None` if no assignment applies, or if the last one is `auto`.
pub(crate) fn deciding_assignment<'a>(
    given: &'a [Assignment],
    target: &Address,
    profile: Option<&str>,
) -> Option<&'a Assignment> {
    let reaches =
        |given: &&Assignment| given.address.key == target.key && covers(&given.address, target, profile);
    given.iter().rfind(reaches).filter(|given| given.value != UNSET)
}

/// Reads the assignments from the map at `place` of the document, in the order of application. `parse` reads
/// an address. Adds wrong entries to `problems` and leaves them out of the result. Values that exclude each
/// other are reported, but stay in the result.
pub(crate) fn read(
    place: &str,
    map: &ParamMap,
    parse: impl Fn(&str) -> Result<Address, Problem>,
    problems: &mut Problems,
) -> Vec<Assignment> {
    let mut all = Vec::with_capacity(map.0.len());
    for (text, value) in &map.0 {
        let place = |address: &str| format!("{place}.{address}");
        let address = match parse(text) {
            Ok(address) => address,
            Err(problem) => {
                problems.push(Problem::new(place(&problem.place), problem.message));
                continue;
            }
        };
        match address.key.param().parse(value) {
            Ok(value) => all.push(Assignment { address, value, place: place(text), since: None }),
            Err(range) => problems.push(Problem::range(place(text), format_args!("\"{value}\""), range)),
        }
    }
    sort(&mut all);
    refuse_exclusive(&all, problems);
    all
}

fn sort(all: &mut [Assignment]) {
    all.sort_by_cached_key(|given| {
        (given.address.key != Key::Lossless, given.address.rank(), given.address.clone())
    });
}

/// Adds a problem for each pair of assignments at one place that exclude each other. The pairs are `xoff` and
/// `alpha` without `threshold`, `headroom_ratio` and `headroom_pool`, and `egress_alpha` and `egress_limit`.
/// The problem is reported at `alpha`, `headroom_ratio` or `egress_alpha`.
fn refuse_exclusive(all: &[Assignment], problems: &mut Problems) {
    let at = |key: Key, of: &Assignment| {
        let address = Address { key, ..of.address.clone() };
        all.iter().any(|given| given.address == address)
    };
    for given in all.iter().filter(|given| given.address.key == Key::Alpha) {
        if at(Key::Xoff, given) && !at(Key::Threshold, given) {
            let message =
                "xoff and alpha are both given here; take one out, or set threshold to static or dynamic";
            problems.push(Problem::new(given.place.clone(), message));
        }
    }
    let pairs = [(Key::HeadroomRatio, Key::HeadroomPool), (Key::EgressAlpha, Key::EgressLimit)];
    for (key, rival) in pairs {
        for given in all.iter().filter(|given| given.address.key == key && at(rival, given)) {
            let (key, rival) = (key.param().name, rival.param().name);
            let message = format!("{key} and {rival} are both given here; take one out");
            problems.push(Problem::new(given.place.clone(), message));
        }
    }
}
