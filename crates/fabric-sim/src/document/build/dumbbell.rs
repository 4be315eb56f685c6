//! Builder of a dumbbell: two switches with one link between them. Port n − 1 of a switch leads to host n of
//! this switch. The last port leads to the other switch.
//!
//! Ports are numbered from 0. All links of hosts have the same rate and delay. Without `bottleneck_link`, the
//! link between the switches has this rate and delay, too.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Lists, TierLink, TopologyBuilder};
use crate::document::defaults;
use crate::document::number::Whole;

/// Dumbbell: two switches `s1` and `s2`, joined by one link, the bottleneck. `s1` has the hosts `h1-1` …, and
/// `s2` has `h2-1` …. The ports of a switch to its hosts are numbered first, then the port of the bottleneck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dumbbell {
    /// Number of hosts at each switch.
    pub hosts: Whole<1, 63>,
    /// Links between hosts and switches.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub host_link: TierLink,
    /// Link between the switches; default: like the links of hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bottleneck_link: Option<TierLink>,
}

impl TopologyBuilder for Dumbbell {
    fn counts(&self) -> Counts {
        let hosts = 2 * self.hosts.get();
        Counts { hosts, switches: 2, links: hosts + 1 }
    }

    fn write(&self, lists: &mut Lists) {
        for side in ["1", "2"] {
            let switch = format!("s{side}");
            for host in 1..=self.hosts.get() {
                lists.host(format!("h{side}-{host}"), &switch, self.host_link);
            }
            lists.switch(switch);
        }
        lists.link("s1", "s2", "bottleneck_link", self.bottleneck_link.unwrap_or(self.host_link));
    }
}
