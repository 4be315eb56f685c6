//! What went wrong with the last thing that was done.

use fabric_sim::units::Bytes;

use super::place::without_paths;
use crate::charts::bytes_label;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What is wrong, one line a problem.
    pub message: String,
    /// The link that was refused, if it was one.
    pub link: Option<String>,
    /// The title of what is shown in its place; `None`: what was shown before.
    pub instead: Option<String>,
    /// The preset that does what was asked for, if one is there.
    pub offer: Option<&'static str>,
}

impl Trouble {
    /// Something that was asked for makes no sense.
    #[must_use]
    pub fn new(problem: &impl ToString) -> Self {
        Self { message: problem.to_string(), link: None, instead: None, offer: None }
    }

    /// The same of an action that is done by hand and would be number `n`: it
    /// has no number yet that anybody could know.
    #[must_use]
    pub fn of_action(n: usize, problem: &impl ToString) -> Self {
        let place = format!("actions[{n}].");
        let message = problem.to_string().replace(&format!("{place}set."), "");
        let message = message.replace(&format!("{place}set: "), "").replace(&place, "");
        Self::new(&message.replace(&format!("actions[{n}]: "), ""))
    }

    /// The same of a link.
    #[must_use]
    pub fn of_link(link: &str, problem: &impl ToString) -> Self {
        Self { link: Some(link.to_owned()), ..Self::new(problem) }
    }
}

/// A message for people: without its place where it says itself what is wrong,
/// with places as sliders call them, and with amounts as the page writes them.
#[must_use]
pub fn plain(message: &str) -> String {
    let lines = message.trim_end_matches('.').lines().map(|line| {
        let said = line.split_once(": ").filter(|(_, rest)| rest.starts_with(char::is_uppercase));
        without_paths(said.map_or(line, |(_, rest)| rest))
    });
    let mut words = String::new();
    for part in lines.collect::<Vec<_>>().join("; ").split_inclusive(')') {
        let amount = part.strip_suffix(')').and_then(|part| part.rsplit_once('('));
        let amount = amount.and_then(|(before, inner)| Some((before, inner.parse::<Bytes>().ok()?)));
        match amount {
            Some((before, bytes)) => words.extend([before, &bytes_label(bytes.0)]),
            None => words += part,
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_by_hand_has_no_number() {
        let said = |problem: &str| plain(&Trouble::of_action(3, &problem).message);
        assert_eq!(said("actions[3].set.xon is 9, but must be 2"), "XON is 9, but must be 2");
        assert_eq!(said("actions[3]: too many"), "too many");
        assert_eq!(said("actions[3].set: s1: reserves exceed memory"), "s1: reserves exceed memory");
        assert_eq!(said("actions[1].link_down: it is down"), "action 2 (link down): it is down");
        assert_eq!(said("actions[1].set.xon is 9"), "XON of action 2 is 9");
    }

    #[test]
    fn paths_and_short_amounts_are_for_documents() {
        assert_eq!(
            plain("switch.s1.port.0.p3.xon: XON (1M) is above the XOFF threshold (12k)"),
            "XON 1.00\u{202f}MB is above the XOFF threshold 12.0\u{202f}kB"
        );
        assert_eq!(plain("xoff is \"x\", but must be 2 to 9"), "XOFF threshold is \"x\", but must be 2 to 9");
        assert_eq!(
            plain("actions[1].set.xon: is above XOFF (12k)\nparams.kmin is 9, but must be 2"),
            "XON of action 2: is above XOFF 12.0\u{202f}kB; Kmin is 9, but must be 2"
        );
    }
}
