//! Construction of the switches and links of a fat tree. Start with [`FatTree`].
//!
//! Rule: numbers of switches and links are those of `FatTreeTopology::init_network` of htsim.
//! Fallback: a delay is written as a cable length if that length is exact, otherwise as a delay.
//! Left out: trees whose numbers contradict each other (refused).

use fabric_sim::document::{Document, Host, Link, Switch};
use fabric_sim::spec::Limits;
use fabric_sim::units::Time;

use super::tiers::{Tier, Tiers};
use crate::checked::Params;
use crate::finding::{FilePlace, Refusal};
use crate::hpcc::length;

/// Prefix of the names of switches by tier; the number of the switch follows.
const NAMES: [&str; 3] = ["tor", "agg", "core"];

/// Number of switches in each tier of a fat tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FatTree {
    pods: u64,
    /// Number of top-of-rack switches per pod.
    tors: u64,
    /// Number of aggregation switches per pod.
    aggs: u64,
    /// Number of core switches in the whole tree; 0 with two tiers.
    cores: u64,
}

impl FatTree {
    /// Calculates the numbers of switches from the settings of the tiers.
    ///
    /// # Errors
    /// If the settings contradict each other, or give too many nodes.
    pub fn new(tiers: &Tiers) -> Result<Self, Refusal> {
        let divide = |a: u64, b: u64, what: &str| {
            let whole = if b == 0 || !a.is_multiple_of(b) { None } else { Some(a / b) };
            whole
                .filter(|whole| *whole > 0)
                .ok_or_else(|| tiers.contradict(&format!("{what} would be {a}/{b}; make it a whole number")))
        };
        let [first, second] = [tiers.tier(0), tiers.tier(1)];
        if first.bundle != 1 {
            return Err(tiers.contradict("hosts have one link, so the bundle of tier 0 must be 1"));
        }
        let pods = divide(tiers.nodes, tiers.pod, "the number of pods")?;
        if tiers.count() == 2 && pods != 1 {
            return Err(tiers.contradict("two tiers are one pod, so Podsize must be Nodes"));
        }
        let tors = divide(tiers.pod, first.down, "the number of ToR switches of a pod")?;
        let uplinks = uplinks(tiers.nodes, first, second);
        let uplinks = divide(uplinks.0, uplinks.1, "the number of uplinks of all ToR switches")?;
        let aggs = divide(uplinks, pods * second.down, "the number of aggregation switches of a pod")?;
        if aggs * second.bundle != first.up {
            return Err(tiers.contradict(&format!(
                "{aggs} aggregation switches of a pod with a bundle of {} need a radix_up of {} in tier 0, not {}; \
                 correct one of them",
                second.bundle,
                aggs * second.bundle,
                first.up
            )));
        }
        let mut tree = Self { pods, tors, aggs, cores: 0 };
        if tiers.count() == 3 {
            let third = tiers.tier(2);
            let above = self::uplinks(uplinks, second, third);
            let above = divide(above.0, above.1, "the number of uplinks of all aggregation switches")?;
            tree.cores = divide(above, third.down, "the number of core switches")?;
            let of_each =
                divide(tree.cores, aggs, "the number of core switches above each aggregation switch")?;
            if of_each * third.bundle != second.up {
                return Err(tiers.contradict(&format!(
                    "{of_each} core switches above each aggregation switch with a bundle of {} need a radix_up of {} \
                     in tier 1, not {}; correct one of them",
                    third.bundle,
                    of_each * third.bundle,
                    second.up
                )));
            }
        }
        let nodes = tiers.nodes + tree.counts().iter().sum::<u64>();
        if nodes > Limits::NODES as u64 {
            return Err(tiers.contradict(&format!(
                "{nodes} hosts and switches are too many: at most {}; make the tree smaller",
                Limits::NODES
            )));
        }
        Ok(tree)
    }

    /// Numbers of top-of-rack, aggregation and core switches in the whole tree.
    fn counts(&self) -> [u64; 3] {
        [self.tors * self.pods, self.aggs * self.pods, self.cores]
    }

    /// Adds the nodes and links to a document. Hosts come before switches. Switches and links of a lower tier
    /// come before switches and links of a higher tier. Parallel links of a bundle follow each other.
    pub fn write(&self, tiers: &Tiers, document: &mut Document) {
        document.hosts = (0..tiers.nodes).map(|n| Host { name: format!("h{n}") }).collect();
        for (name, count) in NAMES.into_iter().zip(self.counts()) {
            document
                .switches
                .extend((0..count).map(|n| Switch { name: format!("{name}{n}"), profile: None }));
        }
        let mut add = |tier: &Tier, a: String, b: String| {
            for _ in 0..tier.bundle {
                document.links.push(link(tier, a.clone(), b.clone()));
            }
        };
        for host in 0..tiers.nodes {
            add(tiers.tier(0), format!("h{host}"), format!("tor{}", host / tiers.tier(0).down));
        }
        for tor in 0..self.tors * self.pods {
            let pod = tor / self.tors;
            for agg in pod * self.aggs..(pod + 1) * self.aggs {
                add(tiers.tier(1), format!("tor{tor}"), format!("agg{agg}"));
            }
        }
        let above = if self.cores == 0 { 0 } else { self.cores / self.aggs };
        for agg in 0..self.aggs * self.pods {
            for n in 0..above {
                add(tiers.tier(2), format!("agg{agg}"), format!("core{}", agg % self.aggs + self.aggs * n));
            }
        }
    }

    /// Writes the latencies of the switches into `params`. Writes one value if all tiers have equal
    /// latencies, otherwise a value for each switch. Writes nothing if all latencies are 0.
    pub fn write_latencies(&self, tiers: &Tiers, params: &mut Params) {
        let latencies: Vec<Time> = (0..tiers.count()).map(|tier| tiers.tier(tier).latency).collect();
        let none = FilePlace::default();
        if latencies.windows(2).all(|pair| pair[0] == pair[1]) {
            if latencies[0] > Time::ZERO {
                params.set("ingress_latency", latencies[0], &none);
            }
            return;
        }
        for ((name, count), latency) in NAMES.into_iter().zip(self.counts()).zip(latencies) {
            for n in 0..count {
                params.set(format!("switch.{name}{n}.ingress_latency"), latency, &none);
            }
        }
    }
}

/// Number of links from tier `below` to tier `above`, as numerator and denominator, because the quotient may
/// not be whole. `links` is the number of links that enter tier `below` from the tier under `below`, or from
/// the hosts.
fn uplinks(links: u64, below: &Tier, above: &Tier) -> (u64, u64) {
    let gbps = |tier: &Tier| tier.speed.bps() / 1_000_000_000;
    (links * gbps(below), gbps(above) * below.oversubscribed)
}

fn link(tier: &Tier, a: String, b: String) -> Link {
    let length = length(tier.delay);
    let delay = if length.is_none() { Some(tier.delay) } else { None };
    Link { a, b, rate: tier.speed, length, delay, phy: Time::ZERO, drop_every: None, corrupt: None }
}
