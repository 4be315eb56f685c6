//! Builder of a star: one switch with hosts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Counts, Lists, TierLink, TopologyBuilder};
use crate::document::defaults;
use crate::document::number::Whole;

/// Star: one switch `s1` with hosts `h1` …. Port 0 of the switch leads to `h1`, port 1 to `h2`, and so on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Star {
    /// Number of hosts.
    pub hosts: Whole<1, 64>,
    /// Links between hosts and the switch.
    #[serde(default, skip_serializing_if = "defaults::is_default")]
    pub host_link: TierLink,
}

impl TopologyBuilder for Star {
    fn counts(&self) -> Counts {
        let hosts = self.hosts.get();
        Counts { hosts, switches: 1, links: hosts }
    }

    fn write(&self, lists: &mut Lists) {
        lists.switch("s1".to_owned());
        (1..=self.hosts.get()).for_each(|host| lists.host(format!("h{host}"), "s1", self.host_link));
    }
}
