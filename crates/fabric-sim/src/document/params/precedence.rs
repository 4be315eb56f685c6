//! Precedence of addresses: the rank that decides which of several matching values applies. Start with
//! [`Address::rank`].
//!
//! The most specific address applies. An address of a port outranks that of a node, and a node outranks the
//! fabric. Among places of one kind, an address with a priority outranks an address without one. If this
//! decides nothing, an address of a switch outranks an address of its profile. A value that the document
//! gives outranks every value of a built-in profile.

use super::{Address, Place};

impl Place {
    /// Rank of the place. If several addresses match, the one with the highest rank applies.
    const fn rank(&self) -> u8 {
        match self {
            // Values that the document gives outrank those of built-in profiles.
            Self::OfProfile { .. } => 0,
            Self::Fabric => 4,
            Self::Profile(_) => 8,
            Self::Switch(_) | Self::Host(_) => 9,
            Self::ProfilePort(..) => 12,
            Self::SwitchPort(..) => 13,
        }
    }
}

impl Address {
    /// Rank of the address. If several addresses match, the one with the highest rank applies.
    pub(crate) const fn rank(&self) -> u8 {
        self.place.rank() + if self.priority.is_some() { 2 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::params::Key;
    use crate::ids::Priority;

    fn ranks(texts: &[&str]) -> Vec<u8> {
        texts.iter().map(|text| Address::parse(text).unwrap().rank()).collect()
    }

    #[test]
    fn the_most_specific_address_has_the_highest_rank() {
        let ranks = ranks(&[
            "xoff",
            "p3.xoff",
            "switch.s1.xoff",
            "switch.s1.p3.xoff",
            "switch.s1.port.2.xoff",
            "switch.s1.port.2.p3.xoff",
        ]);
        assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]), "{ranks:?}");
    }

    #[test]
    fn a_value_of_the_document_outranks_that_of_a_built_in_profile() {
        let place = Place::OfProfile { profile: "hpcc".to_owned(), node: "s1".to_owned(), port: Some(2) };
        let of_profile = Address { place, priority: Some(Priority::P3), key: Key::Xoff };
        assert!(of_profile.rank() < Address::everywhere(Key::Xoff).rank());
    }

    #[test]
    fn a_switch_outranks_its_profile() {
        let of_profile = Address::parse_in_profile("edge", "p3.xoff").unwrap().rank();
        let [of_fabric, of_switch] = ranks(&["p3.xoff", "switch.s1.p3.xoff"])[..] else { panic!("two") };
        assert!(of_fabric < of_profile && of_profile < of_switch);
    }
}
