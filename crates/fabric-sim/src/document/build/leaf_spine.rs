//! Builder of leaf-spine fabrics: each leaf has one link to each spine. With h hosts at each leaf, port h + n
//! − 1 of a leaf leads to spine n. Port n − 1 of a spine leads to leaf n.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Lists, TierLink, TopologyBuilder};
use crate::document::defaults;
use crate::document::number::Whole;
use crate::document::problem::Problem;
use crate::spec::Limits;

/// Leaf-spine fabric: leaves `leaf1` … with hosts `h1-1` … (leaf, number), and spines `spine1` …. Each leaf
/// has a link to each spine. The ports of a leaf to its hosts are numbered first, then the ports to the
/// spines. A spine has one port for each leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeafSpine {
    /// Number of spine switches.
    pub spines: Whole<1, 64>,
    /// Number of leaf switches.
    pub leaves: Whole<1, 64>,
    /// Number of hosts at each leaf. Hosts and spines together are at most 64, because a leaf has at most 64
    /// ports.
    pub hosts: Whole<1, 63>,
    /// Links between hosts and leaves.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub host_link: TierLink,
    /// Links between leaves and spines; default: like the links of hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabric_link: Option<TierLink>,
}

impl TopologyBuilder for LeafSpine {
    fn counts(&self) -> Counts {
        let (spines, leaves) = (self.spines.get(), self.leaves.get());
        let hosts = leaves * self.hosts.get();
        Counts { hosts, switches: spines + leaves, links: hosts + spines * leaves }
    }

    fn check(&self) -> Result<(), Problem> {
        let (hosts, spines) = (self.hosts.get(), self.spines.get());
        let most = Limits::PORTS as u64 - spines;
        if hosts <= most {
            return Ok(());
        }
        let ports = Limits::PORTS;
        let range = format!("at most {most}: a leaf has {ports} ports, and {spines} lead to spines");
        Err(Problem::range("hosts", hosts, range))
    }

    fn write(&self, lists: &mut Lists) {
        let (spines, leaves, hosts) = (self.spines.get(), self.leaves.get(), self.hosts.get());
        (1..=leaves).for_each(|leaf| lists.switch(format!("leaf{leaf}")));
        (1..=spines).for_each(|spine| lists.switch(format!("spine{spine}")));
        for leaf in 1..=leaves {
            let switch = format!("leaf{leaf}");
            (1..=hosts).for_each(|host| lists.host(format!("h{leaf}-{host}"), &switch, self.host_link));
        }
        let link = self.fabric_link.unwrap_or(self.host_link);
        for leaf in 1..=leaves {
            for spine in 1..=spines {
                lists.link(&format!("leaf{leaf}"), &format!("spine{spine}"), "fabric_link", link);
            }
        }
    }
}
