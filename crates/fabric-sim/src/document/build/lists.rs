use super::TierLink;
use crate::document::topology::{Host, Link, Switch};

/// Lists of nodes and links as a builder writes them.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Lists {
    pub(super) hosts: Vec<Host>,
    pub(super) switches: Vec<Switch>,
    pub(super) links: Vec<Link>,
    /// By link: the builder's field that describes it.
    pub(super) tiers: Vec<&'static str>,
}

impl Lists {
    /// Adds a switch.
    pub(super) fn switch(&mut self, name: String) {
        self.switches.push(Switch { name, profile: None });
    }

    /// Adds a host, linked to `switch` as the field `host_link` says.
    pub(super) fn host(&mut self, name: String, switch: &str, link: TierLink) {
        self.link(&name, switch, "host_link", link);
        self.hosts.push(Host { name });
    }

    /// Links two nodes as the builder's field `tier` says.
    pub(super) fn link(&mut self, a: &str, b: &str, tier: &'static str, link: TierLink) {
        let TierLink { rate, length, delay, phy } = link;
        self.links.push(Link { a: a.to_owned(), b: b.to_owned(), rate, length, delay, phy });
        self.tiers.push(tier);
    }
}
