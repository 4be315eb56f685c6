use super::{Address, Key, ParamMap, UNSET, covers};
use crate::document::problem::{Problem, Problems};
use crate::document::{Document, profiles};
use crate::units::Time;

/// A value given at an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) address: Address,
    pub(crate) value: u64,
    /// Where the document gives it.
    pub(crate) place: String,
    /// Of an action: when.
    pub(crate) since: Option<Time>,
}

/// The values of a document's profiles and parameters, in the order in which
/// they are to be given: the more specific after the less.
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

/// Assignment that gives `target`, the parameter of a switch with `profile` or of a host:
/// of values in order, the last that reaches it. `None`: the default.
pub(crate) fn giver<'a>(
    given: &'a [Assignment],
    target: &Address,
    profile: Option<&str>,
) -> Option<&'a Assignment> {
    let reaches =
        |given: &&Assignment| given.address.key == target.key && covers(&given.address, target, profile);
    given.iter().rfind(reaches).filter(|given| given.value != UNSET)
}

/// The values of one map, which stands at `place`, in the same order.
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
    rivals(&all, problems);
    all
}

fn sort(all: &mut [Assignment]) {
    all.sort_by_cached_key(|given| {
        (given.address.key != Key::Lossless, given.address.rank(), given.address.clone())
    });
}

/// At one place, a static and a dynamic threshold need a word which counts; of
/// two sizes of a headroom pool, or two limits of a queue, only one can.
fn rivals(all: &[Assignment], problems: &mut Problems) {
    let at = |key: Key, of: &Assignment| {
        let address = Address { key, ..of.address.clone() };
        all.iter().any(|given| given.address == address)
    };
    for given in all.iter().filter(|given| given.address.key == Key::Alpha) {
        if at(Key::Xoff, given) && !at(Key::Threshold, given) {
            let message =
                "xoff and alpha are both given here: take one out, or say threshold static or dynamic";
            problems.push(Problem::new(given.place.clone(), message));
        }
    }
    let pairs = [(Key::HeadroomRatio, Key::HeadroomPool), (Key::EgressAlpha, Key::EgressLimit)];
    for (key, rival) in pairs {
        for given in all.iter().filter(|given| given.address.key == key && at(rival, given)) {
            let (key, rival) = (key.param().name, rival.param().name);
            let message = format!("{key} and {rival} are both given here: take one out");
            problems.push(Problem::new(given.place.clone(), message));
        }
    }
}
