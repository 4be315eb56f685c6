//! Names of nodes in the document, and of ports in SONiC.
//!
//! Rule: names consist of letters, digits, `_` and `-`, have at most 64 bytes, and differ from each other.
//! Fallback: each other character becomes `-`. A name that is in use gets a number as suffix. An empty name
//! becomes `node`. A port without a name in SONiC gets its name from [`standard_port`].
//! Left out: letters and digits beyond ASCII.

use std::collections::BTreeSet;

/// Largest length of the name of a node in a document, in bytes.
const LONGEST: usize = 64;

/// Number of serial lanes per port: difference between the numbers of default port names.
const LANES: usize = 4;

/// Default name in SONiC of the port with this number: `Ethernet0`, `Ethernet4` and so on.
pub(super) fn standard_port(number: usize) -> String {
    format!("Ethernet{}", number * LANES)
}

/// Names of nodes that are in use.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// Returns an unused name similar to `text`, and records it as used. If the similar name is in use, a
    /// number is appended.
    pub fn give(&mut self, text: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
        let mut name: String = text.chars().take(LONGEST).map(plain).collect();
        if name.is_empty() {
            name.push_str("node");
        }
        let stem = name.clone();
        let mut count = 2u32;
        while !self.0.insert(name.clone()) {
            let suffix = format!("-{count}");
            name = stem.chars().take(LONGEST - suffix.len()).collect::<String>() + &suffix;
            count += 1;
        }
        name
    }
}

/// Name of a device without its DNS domain: the text before the first dot.
pub(super) fn short(name: &str) -> &str {
    name.split_once('.').map_or(name, |(host, _)| host)
}

/// Sort key that compares the first number in a name as a number: `Ethernet4` sorts before `Ethernet100`.
pub(super) fn natural(name: &str) -> (String, u64, String) {
    let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let (stem, rest) = name.split_at(digits);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (stem.to_owned(), rest[..end].parse().unwrap_or(u64::MAX), rest[end..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_short_and_unlike_each_other() {
        let mut names = Names::default();
        assert_eq!(names.give("Linecard2|Asic0"), "Linecard2-Asic0");
        assert_eq!(names.give("Linecard2/Asic0"), "Linecard2-Asic0-2");
        assert_eq!(names.give(""), "node");
        let long = "x".repeat(80);
        assert_eq!(names.give(&long), "x".repeat(64));
        assert_eq!(names.give(&long), "x".repeat(62) + "-2");
    }

    #[test]
    fn a_port_without_a_name_has_four_lanes() {
        assert_eq!([0, 1, 2].map(standard_port), ["Ethernet0", "Ethernet4", "Ethernet8"]);
    }

    #[test]
    fn ports_are_in_the_order_of_their_numbers() {
        let mut ports = ["Ethernet100", "Ethernet4", "Ethernet1/2", "Ethernet1/1", "eth0"];
        ports.sort_by_key(|name| natural(name));
        assert_eq!(ports, ["Ethernet1/1", "Ethernet1/2", "Ethernet4", "Ethernet100", "eth0"]);
    }
}
