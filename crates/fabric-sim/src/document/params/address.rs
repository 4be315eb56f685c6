//! Addresses of parameter values. An address is a place (fabric, profile, node, port, priority) and a
//! parameter, such as `switch.s1.port.2.p3.xoff`. If several addresses match a place, the most specific one
//! applies. Start with [`Address`].
//!
//! Reading checks the parameter and the form of the place, not whether a node or port exists. Names of
//! parameters are case-sensitive. A port number has no leading zeros. An address that names a profile, as
//! `Display` writes it (`profiles.NAME.xoff`), cannot be read.

use std::fmt;

use super::{ForeignWord, Key, Nodes, ParamLevel};
use crate::document::problem::Problem;
use crate::ids::{PortId, Priority};
use crate::sort;
use crate::spec::Spec;

/// Part of the fabric to which a parameter value applies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The whole fabric.
    Fabric,
    /// All ports of the switches that have the profile with this name.
    Profile(String),
    /// Port number at all switches of a profile: name of the profile, and number of the port.
    ProfilePort(String, u32),
    /// All ports of the switch with this name.
    Switch(String),
    /// Port of a switch: name of the switch, and number of the port.
    SwitchPort(String, u32),
    /// Port of the host with this name.
    Host(String),
    /// Place to which a built-in profile gives a value. An address in a document cannot name this place. The
    /// program creates this place when a switch chooses the profile.
    OfProfile {
        /// Name of the built-in profile.
        profile: String,
        /// Name of the switch that has the profile, or of the node at the other end of one of its links.
        node: String,
        /// Number of the port. `None` means all ports.
        port: Option<u32>,
    },
}

/// Address of a parameter value. Examples: `xoff`, `p3.xoff`, `switch.s1.xoff`, `switch.s1.port.2.p3.xoff`,
/// `host.h1.pfc_delay`.
///
/// If several addresses match, the most specific one applies; see `precedence`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// Part of the fabric to which the value applies.
    pub place: Place,
    /// Priority, 0 to 7. `None` means all priorities. For a parameter of lossless priorities, `None` means
    /// the lossless priorities of a port, or all eight if none is lossless.
    pub priority: Option<Priority>,
    /// Parameter that gets the value.
    pub key: Key,
}

impl Address {
    /// Creates the address of `key` for the whole fabric.
    #[must_use]
    pub const fn everywhere(key: Key) -> Self {
        Self { place: Place::Fabric, priority: None, key }
    }

    /// Reads an address such as `switch.s1.port.2.p3.xoff`.
    ///
    /// # Errors
    /// If the text is not an address, the parameter is unknown, or the place cannot have the parameter. The
    /// place of the problem is the text, cut after 60 characters.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let wrong = |message: String| Problem::new(quote(text), message);
        let (place, rest) = Self::place(text).map_err(wrong)?;
        Self::finish(place, rest).map_err(wrong)
    }

    /// Reads an address within the profile `name`. Examples: `xoff`, `p3.xoff`, `port.2.p3.xoff`. The errors
    /// are those of [`Address::parse`]; the parameter `profile` is refused, too.
    pub(crate) fn parse_in_profile(name: &str, text: &str) -> Result<Self, Problem> {
        let wrong = |message: String| Problem::new(quote(text), message);
        let (place, rest) = match text.strip_prefix("port.") {
            None => (Place::Profile(name.to_owned()), text),
            Some(rest) => {
                let (port, rest) = number(rest).map_err(wrong)?;
                (Place::ProfilePort(name.to_owned(), port), rest)
            }
        };
        Self::finish(place, rest).map_err(wrong)
    }

    /// Address of priority `n` at the port with index `port` in `spec`. The key is always [`Key::Lossless`];
    /// callers replace the key or use only the place.
    pub(crate) fn of_priority(spec: &Spec, port: PortId, n: Priority) -> Self {
        let port = &spec.ports[port.index()];
        let node = &spec.nodes[port.node.index()];
        let place = match node.switch() {
            Some(_) => Place::SwitchPort(node.name.clone(), port.number.into()),
            None => Place::Host(node.name.clone()),
        };
        Self { place, priority: Some(n), key: Key::Lossless }
    }

    fn place(text: &str) -> Result<(Place, &str), String> {
        if let Some(rest) = text.strip_prefix("switch.") {
            let (name, rest) = rest
                .split_once('.')
                .ok_or("a parameter is missing after the switch; add one such as xoff")?;
            return Ok(match rest.strip_prefix("port.") {
                None => (Place::Switch(name.to_owned()), rest),
                Some(rest) => {
                    let (port, rest) = number(rest)?;
                    (Place::SwitchPort(name.to_owned(), port), rest)
                }
            });
        }
        if let Some(rest) = text.strip_prefix("host.") {
            let (name, rest) = rest
                .split_once('.')
                .ok_or("a parameter is missing after the host; add one such as pfc_delay")?;
            return Ok((Place::Host(name.to_owned()), rest));
        }
        Ok((Place::Fabric, text))
    }

    fn finish(place: Place, text: &str) -> Result<Self, String> {
        let (priority, name) = match text.split_once('.') {
            None => (None, text),
            // A word of another system can contain a dot, such as `802.3x`.
            Some((priority, name)) => match priority_of(priority) {
                None if ForeignWord::find(text).is_some() => (None, text),
                None if is_number_of_priority(priority) => {
                    return Err(format!("is priority {priority}, but must be p0 to p7"));
                }
                None => return Err("this is no address; write switch.NAME or host.NAME, port.N, p0 to p7 and a parameter, such as switch.s1.port.2.p3.xoff".to_owned()),
                known => (known, name),
            },
        };
        let key = Key::find(name).ok_or_else(|| unknown(name))?;
        if key == Key::Profile && matches!(place, Place::Profile(_) | Place::ProfilePort(..)) {
            return Err("a profile names no other profile; take it out".to_owned());
        }
        let param = key.param();
        let finest = match place {
            Place::Fabric => ParamLevel::Fabric,
            Place::Profile(_) | Place::Switch(_) | Place::Host(_) => ParamLevel::Switch,
            Place::ProfilePort(..) | Place::SwitchPort(..) | Place::OfProfile { .. } => ParamLevel::Port,
        };
        if priority.is_some() && param.level != ParamLevel::Priority {
            return Err(format!("{name} belongs to no single priority; give it without a priority"));
        }
        if finest > param.level {
            return Err(match param.level {
                ParamLevel::Fabric => format!("{name} belongs to the fabric as a whole; give it as {name}"),
                _ => format!("{name} belongs to a whole switch; give it without a port"),
            });
        }
        if matches!(place, Place::Host(_))
            && (param.nodes == Nodes::Switches || param.level == ParamLevel::Switch)
        {
            return Err(format!(
                "{name} is a parameter of switches; give it for a switch, or for the fabric as {name}"
            ));
        }
        if !matches!(place, Place::Fabric | Place::Host(_)) && param.nodes == Nodes::Hosts {
            return Err(format!(
                "{name} is a parameter of hosts; give it for a host, or for the fabric as {name}"
            ));
        }
        Ok(Self { place, priority, key })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Fabric => {}
            Place::Profile(name) | Place::OfProfile { profile: name, .. } => write!(f, "profiles.{name}.")?,
            Place::ProfilePort(name, port) => write!(f, "profiles.{name}.port.{port}.")?,
            Place::Switch(name) => write!(f, "switch.{name}.")?,
            Place::SwitchPort(name, port) => write!(f, "switch.{name}.port.{port}.")?,
            Place::Host(name) => write!(f, "host.{name}.")?,
        }
        if let Some(priority) = self.priority {
            write!(f, "p{priority}.")?;
        }
        f.write_str(self.key.param().name)
    }
}

/// Whether `text` has the form of a priority in an address, such as `p3`. The number of the priority may be
/// out of range.
fn is_number_of_priority(text: &str) -> bool {
    let digits = text.strip_prefix('p').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Priority that a text such as `p3` means, 0 to 7. `None` for other texts.
#[must_use]
pub fn priority_of(text: &str) -> Option<Priority> {
    match text.as_bytes() {
        [b'p', digit @ b'0'..=b'7'] => Some(Priority::new(digit - b'0')),
        _ => None,
    }
}

/// Splits text such as `2.p3.xoff` into the port number 2 and the rest, `p3.xoff`.
fn number(text: &str) -> Result<(u32, &str), String> {
    let (number, rest) =
        text.split_once('.').ok_or("a parameter is missing after the port; add one such as xoff")?;
    let port: Option<u32> = number.parse().ok();
    match port.filter(|port| port.to_string() == number) {
        Some(port) => Ok((port, rest)),
        None => Err(format!("\"{}\" is no port number; give one from 0, such as port.2", quote(number))),
    }
}

/// Fields of a document that have a single value and are no parameters. These fields stand beside `params`,
/// so the address of a parameter cannot name them.
const FIELDS: [&str; 5] = ["format", "model", "name", "seed", "horizon"];

/// Error message about an unknown parameter. If another system uses this name, the message gives the
/// parameter of this program. Otherwise, it lists the three parameters with the most similar names. The
/// message lists no names if each known name differs from `name` by more edits than half of the characters of
/// `name`.
fn unknown(name: &str) -> String {
    if let Some(foreign) = ForeignWord::find(name) {
        return format!("there is no parameter \"{}\"; {}", quote(name), foreign.answer());
    }
    if FIELDS.contains(&name) {
        return format!("there is no parameter \"{name}\"; it is a field of the document, beside params");
    }
    let names = most_like(name, super::TABLE.iter().map(|param| param.name), 3);
    let start = quote(name);
    let limit = start.chars().count() / 2;
    if !names.iter().any(|known| strsim::levenshtein(&start, known) <= limit) {
        return format!("there is no parameter \"{start}\"; docs/parameters.md lists all");
    }
    format!("there is no parameter \"{start}\"; most like it are {}", names.join(", "))
}

/// The `count` names in `known` that are most similar to `name` by the Jaro-Winkler measure; all names if
/// there are fewer. The most similar name comes first. Names of equal similarity keep their order.
#[must_use]
pub fn most_like(name: &str, known: impl Iterator<Item = &'static str>, count: usize) -> Vec<&'static str> {
    // The unknown name may be very long, so only its first 64 characters are compared.
    let start: String = name.chars().take(64).collect();
    let mut known: Vec<(f64, &str)> =
        known.map(|known| (strsim::jaro_winkler(&start, known), known)).collect();
    sort::by(&mut known, |(a, _), (b, _)| b.total_cmp(a));
    known.into_iter().take(count).map(|(_, name)| name).collect()
}

/// First 60 characters of a text, to quote it in messages.
fn quote(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_as_they_are_read() {
        let texts = [
            "xoff",
            "p3.xoff",
            "switch.s1.xoff",
            "switch.s1.p7.kmin",
            "switch.s1.port.2.p3.xoff",
            "host.h1.pfc_delay",
        ];
        for text in texts {
            assert_eq!(Address::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_invalid_address_is_refused_with_the_reason() {
        for (text, reason) in [
            ("xof", "there is no parameter \"xof\""),
            ("seed", "it is a field of the document, beside params"),
            ("", "there is no parameter"),
            ("bogus", "there is no parameter \"bogus\"; docs/parameters.md lists all"),
            ("p8.xoff", "p0 to p7"),
            ("switch.s1", "missing after the switch"),
            ("switch.s1.port.02.xoff", "no port number"),
            ("switch.s1.port.2", "missing after the port"),
            ("p3.pfc_delay", "no single priority"),
            ("switch.s1.hop_limit", "fabric as a whole"),
            ("switch.s1.port.0.memory", "whole switch"),
            ("host.h1.xoff", "parameter of switches"),
            ("host.h1.memory", "parameter of switches"),
            ("switch.s1.drain", "parameter of hosts"),
            ("switch.s1.port.2.p3.receive_high", "parameter of hosts"),
            ("host.h1.p3.drain", "no single priority"),
        ] {
            let problem = Address::parse(text).unwrap_err().to_string();
            assert!(problem.contains(reason), "{text}: {problem}");
        }
    }

    #[test]
    fn every_foreign_word_has_a_hint() {
        for word in super::super::FOREIGN_WORDS {
            let problem = Address::parse(word.word).unwrap_err().to_string();
            assert!(problem.ends_with(&word.answer()), "{}: {problem}", word.word);
        }
    }
}
