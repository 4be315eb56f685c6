//! Lists of nodes and links that the builders fill. Start with [`Lists`].

use super::TierLink;
use crate::document::topology::{Host, Link, Switch};

/// Hosts, switches and links that the builder of a topology creates.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Lists {
    pub(super) hosts: Vec<Host>,
    pub(super) switches: Vec<Switch>,
    pub(super) links: Vec<Link>,
    /// Names of the builder's fields that describe the links, such as `host_link`, in the order of `links`.
    pub(super) tiers: Vec<&'static str>,
}

impl Lists {
    pub(super) fn switch(&mut self, name: String) {
        self.switches.push(Switch { name, profile: None });
    }

    /// Adds a host and its link to `switch`. Problems of the link are reported at the field `host_link`.
    pub(super) fn host(&mut self, name: String, switch: &str, link: TierLink) {
        self.link(&name, switch, "host_link", link);
        self.hosts.push(Host { name });
    }

    /// Adds a link between nodes `a` and `b`. Problems of the link are reported at the builder's field
    /// `tier`.
    pub(super) fn link(&mut self, a: &str, b: &str, tier: &'static str, link: TierLink) {
        let TierLink { rate, length, delay, phy } = link;
        self.links.push(Link {
            a: a.to_owned(),
            b: b.to_owned(),
            rate,
            length,
            delay,
            phy,
            drop_every: None,
            corrupt: None,
        });
        self.tiers.push(tier);
    }
}
