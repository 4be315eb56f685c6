//! Builder of k-ary fat trees (Al-Fares et al., SIGCOMM 2008). Aggregation switch n of each pod has links to
//! the core switches (n − 1)·k/2 + 1 to n·k/2. Frames take the shortest paths of the topology.
//!
//! Switches are listed pod by pod, the edge switches of a pod before its aggregation switches; the core
//! switches come last. An odd `k` and a tree above the limits are refused when the builder is expanded, not
//! when the document is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Lists, TierLink, TopologyBuilder};
use crate::document::defaults;
use crate::document::number::Whole;
use crate::document::problem::Problem;

/// The k-ary fat tree of Al-Fares et al., "A Scalable, Commodity Data Center Network Architecture", SIGCOMM
/// 2008, figure 3. The tree has k pods and k²/4 core switches `core1` …. A pod has k/2 edge switches
/// `edge1-1` … and k/2 aggregation switches `agg1-1` … (pod, number). An edge switch has k/2 hosts `h1-1-1` …
/// (pod, edge switch, number).
///
/// Numbering of ports: an edge switch has hosts first, then aggregation switches. An aggregation switch has
/// edge switches first, then core switches. A core switch has one port for each pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FatTree {
    /// Number of ports of every switch. The number must be even. The limits on nodes and routes allow up to
    /// 20, which gives 2000 hosts.
    #[schemars(extend("multipleOf" = 2))]
    pub k: Whole<2, 64>,
    /// Links between hosts and edge switches.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub host_link: TierLink,
    /// Links between edge and aggregation switches; default: like the links of hosts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge_link: Option<TierLink>,
    /// Links between aggregation and core switches; default: like the links between edge and aggregation
    /// switches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_link: Option<TierLink>,
}

impl TopologyBuilder for FatTree {
    fn counts(&self) -> Counts {
        let k = self.k.get();
        // Each of the three tiers has as many links as the tree has hosts.
        let hosts = k * k * k / 4;
        Counts { hosts, switches: 5 * k * k / 4, links: 3 * hosts }
    }

    fn check(&self) -> Result<(), Problem> {
        let k = self.k.get();
        if k.is_multiple_of(2) {
            return Ok(());
        }
        Err(Problem::range("k", k, "even: half of the ports lead up"))
    }

    fn write(&self, lists: &mut Lists) {
        let (pods, half) = (self.k.get(), self.k.get() / 2);
        let edge_link = self.edge_link.unwrap_or(self.host_link);
        let core_link = self.core_link.unwrap_or(edge_link);
        let edge = |pod: u64, n: u64| format!("edge{pod}-{n}");
        let aggregation = |pod: u64, n: u64| format!("agg{pod}-{n}");
        for pod in 1..=pods {
            (1..=half).for_each(|n| lists.switch(edge(pod, n)));
            (1..=half).for_each(|n| lists.switch(aggregation(pod, n)));
        }
        (1..=half * half).for_each(|n| lists.switch(format!("core{n}")));
        for pod in 1..=pods {
            for n in 1..=half {
                let switch = edge(pod, n);
                (1..=half).for_each(|m| lists.host(format!("h{pod}-{n}-{m}"), &switch, self.host_link));
                (1..=half).for_each(|m| lists.link(&switch, &aggregation(pod, m), "edge_link", edge_link));
            }
            // Aggregation switch n of every pod has a link to each core switch of the n-th group. A group has
            // k/2 core switches.
            for n in 1..=half {
                for m in 1..=half {
                    let core = format!("core{}", (n - 1) * half + m);
                    lists.link(&aggregation(pod, n), &core, "core_link", core_link);
                }
            }
        }
    }
}
