//! Builder of a ring of switches. At `s1`, the port to `s2` precedes the port to the last switch. At every
//! other switch, the port to the previous switch precedes the port to the next one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Lists, TierLink, TopologyBuilder};
use crate::document::defaults;
use crate::document::number::Whole;

/// Ring of switches `s1` …, each with hosts `h1-1` … (switch, number). Each switch has a link to the next
/// one, and the last switch to the first. The ports of a switch to its hosts are numbered first, then the
/// ports to the two neighbouring switches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ring {
    /// Number of switches.
    pub switches: Whole<3, 1_024>,
    /// Number of hosts at each switch.
    pub hosts: Whole<1, 62>,
    /// Links between hosts and switches.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub host_link: TierLink,
    /// Links between switches; default: like the links of hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fabric_link: Option<TierLink>,
}

impl TopologyBuilder for Ring {
    fn counts(&self) -> Counts {
        let switches = self.switches.get();
        let hosts = switches * self.hosts.get();
        Counts { hosts, switches, links: hosts + switches }
    }

    fn write(&self, lists: &mut Lists) {
        let (switches, hosts) = (self.switches.get(), self.hosts.get());
        let link = self.fabric_link.unwrap_or(self.host_link);
        for n in 1..=switches {
            let switch = format!("s{n}");
            (1..=hosts).for_each(|host| lists.host(format!("h{n}-{host}"), &switch, self.host_link));
            lists.switch(switch);
        }
        for n in 1..=switches {
            lists.link(&format!("s{n}"), &format!("s{}", n % switches + 1), "fabric_link", link);
        }
    }
}
