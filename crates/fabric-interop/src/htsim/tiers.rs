//! Import of `.topo` files: rates, delays and numbers of ports for each tier of a fat tree. Start with
//! [`Tiers`].
//!
//! Rule: keys are those of `FatTreeTopology::load` of htsim, in capital or small letters.
//! Fallback: an absent `oversubscribed` or `bundle` is 1; an absent latency of switches is 0.
//! Left out: `queue_up` and `queue_down`. Trees of one tier are refused. An unknown key of a tier is
//! reported. Unknown keys before the first `Tier`, and a second value in any line, are ignored.

use std::collections::BTreeMap;

use fabric_sim::spec::Limits;
use fabric_sim::units::{Rate, Time};

use crate::finding::{FilePlace, Findings, Refusal};
use crate::sonic::File;
use crate::words::{Word, line, lines};

/// Keys of a tier, each with its smallest and its largest value.
const KEYS: [(&str, u64, u64); 6] = [
    ("downlink_speed_gbps", 1, 10_000),
    ("radix_up", 1, Limits::PORTS as u64),
    ("radix_down", 1, Limits::PORTS as u64),
    ("oversubscribed", 1, 1_000_000),
    ("bundle", 1, Limits::PORTS as u64),
    ("downlink_latency_ns", 0, 1_000_000_000),
];

/// Key of a tier in a `.topo` file: latency of the switches of the tier in nanoseconds, at most 1 ms.
const SWITCH_LATENCY: &str = "switch_latency_ns";

/// Settings of a `.topo` file: number of hosts, and settings of each tier.
#[derive(Debug)]
pub(super) struct Tiers {
    file: String,
    /// Number of hosts.
    pub nodes: u64,
    /// Number of hosts per pod.
    pub pod: u64,
    /// Tiers, indexed by their number; tier 0 is connected to the hosts.
    all: Vec<Tier>,
}

/// Settings of a tier of switches. Tier 0 is connected to the hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tier {
    /// Rate of the links to the tier below.
    pub speed: Rate,
    /// Number of links from a switch to the tier above; 0 in the highest tier.
    pub up: u64,
    /// Number of links from a switch to the tier below.
    pub down: u64,
    /// Rate of all links to the tier below, divided by the rate of all links to the tier above.
    pub oversubscribed: u64,
    /// Number of parallel links between a switch of this tier and a switch of the tier below.
    pub bundle: u64,
    /// Propagation delay of the links to the tier below.
    pub delay: Time,
    /// Time from the arrival of a frame at a switch to its output queue.
    pub latency: Time,
}

/// Values in the section of one tier, by key in lower-case letters.
type Entries<'a> = BTreeMap<String, Word<'a>>;

impl Tiers {
    /// Reads a `.topo` file.
    ///
    /// # Errors
    /// If a line is malformed; the first such line is refused. If a key is missing. `Nodes`, `Tiers` and
    /// `Podsize` must stand before the first `Tier`. A key may occur only once in the header, and once in
    /// each tier. `radix_up` of the highest tier, and a switch of more than [`Limits::PORTS`] ports, are
    /// refused.
    pub fn read(file: &File, findings: &mut Findings) -> Result<Self, Refusal> {
        file.check()?;
        let mut header = Entries::new();
        let mut tiers: BTreeMap<u64, Entries<'_>> = BTreeMap::new();
        let mut current = None;
        for words in lines(file, "#") {
            let key = words[0].text.to_ascii_lowercase();
            if !key.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(
                    words[0].must_be("the first word", "a key, such as Nodes, Tiers, Podsize or Tier")
                );
            }
            let Some(value) = words.get(1).copied() else {
                return Err(Refusal::new(
                    words[0].place(),
                    &format!("{} has no value; give one", words[0].text),
                ));
            };
            if key == "tier" {
                let tier = value.whole("Tier", 0..=2)?;
                tiers.entry(tier).or_default();
                current = Some(tier);
                continue;
            }
            let entries = current.and_then(|tier| tiers.get_mut(&tier)).unwrap_or(&mut header);
            if entries.insert(key, value).is_some() {
                return Err(Refusal::new(
                    value.place(),
                    &format!("{} is given twice; remove one", words[0].text),
                ));
            }
        }
        let missing = |what: &str| Refusal::new(line(&file.name, 1), &format!("{what} is missing; add it"));
        let of_header = |key: &str, most: u64| match header.get(&key.to_ascii_lowercase()) {
            Some(word) => word.whole(key, 1..=most),
            None => Err(missing(key)),
        };
        let nodes = of_header("Nodes", Limits::NODES as u64)?;
        let count = of_header("Tiers", 3)?;
        if count == 1 {
            return Err(Refusal::new(line(&file.name, 1), "Tiers is 1, but must be 2 or 3"));
        }
        let pod = of_header("Podsize", nodes)?;
        let read = |tier: u64| {
            let entries = tiers.get(&tier).ok_or_else(|| missing(&format!("Tier {tier}")))?;
            Tier::read(entries, tier + 1 == count, |key| missing(&format!("{key} of tier {tier}")))
        };
        let read: Vec<Tier> = (0..count).map(read).collect::<Result<_, _>>()?;
        for (tier, entries) in &tiers {
            report(*tier, entries, findings);
        }
        findings
            .taken(FilePlace::new(&file.name, "topology", "", ""), format!("{count} tiers of {nodes} hosts"));
        Ok(Self { file: file.name.clone(), nodes, pod, all: read })
    }

    /// Number of tiers: 2 or 3.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Settings of the tier with this number, from 0. A number above the highest tier gives the highest tier.
    pub fn tier(&self, number: usize) -> &Tier {
        &self.all[number.min(self.all.len() - 1)]
    }

    /// Creates a refusal of numbers that contradict each other.
    pub fn contradict(&self, reason: &str) -> Refusal {
        Refusal::new(
            line(&self.file, 1),
            &format!("the numbers of the tiers contradict each other: {reason}"),
        )
    }
}

impl Tier {
    fn read(entries: &Entries<'_>, is_top: bool, missing: impl Fn(&str) -> Refusal) -> Result<Self, Refusal> {
        let number = |key: &str| {
            let range = KEYS.iter().find(|(known, ..)| *known == key);
            let (_, least, most) = range.copied().unwrap_or((SWITCH_LATENCY, 0, 1_000_000));
            entries.get(key).map(|word| word.whole(key, least..=most)).transpose()
        };
        let needed = |key: &str| number(key)?.ok_or_else(|| missing(key));
        let ns = |ns: u64| Time(ns * 1_000);
        if let Some(word) = entries.get("radix_up").filter(|_| is_top) {
            return Err(Refusal::new(
                word.place(),
                "radix_up is given for the highest tier, which has no links up; remove it",
            ));
        }
        let tier = Self {
            speed: Rate::gbps(needed("downlink_speed_gbps")?),
            up: if is_top { 0 } else { needed("radix_up")? },
            down: needed("radix_down")?,
            oversubscribed: number("oversubscribed")?.unwrap_or(1),
            bundle: number("bundle")?.unwrap_or(1),
            delay: ns(needed("downlink_latency_ns")?),
            latency: ns(number(SWITCH_LATENCY)?.unwrap_or(0)),
        };
        if tier.up + tier.down > Limits::PORTS as u64 {
            let most = Limits::PORTS;
            let reason = format!(
                "radix_up and radix_down give a switch {} ports; give it at most {most}",
                tier.up + tier.down
            );
            let place = entries.get("radix_down").map_or_else(FilePlace::default, Word::place);
            return Err(Refusal::new(place, &reason));
        }
        Ok(tier)
    }
}

/// Reports each key of a tier as taken, not modelled or unknown. An unknown key does not stop the import.
/// Keys of a tier above the number in `Tiers` are reported as taken, although they have no effect.
fn report(tier: u64, entries: &Entries<'_>, findings: &mut Findings) {
    for (key, word) in entries {
        let place = word.field(&format!("tier {tier}"), key);
        if key == "queue_up" || key == "queue_down" {
            findings.not_modelled(
                place,
                "a limit of an output queue; a lossless switch has the thresholds of its inputs",
            );
        } else if key != SWITCH_LATENCY && !KEYS.iter().any(|(known, ..)| known == key) {
            findings.unknown(place, "this key");
        } else {
            findings.taken(place, "the links and switches of the tier");
        }
    }
}
