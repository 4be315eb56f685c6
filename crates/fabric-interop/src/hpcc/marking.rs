//! Import of ECN thresholds: `KMIN_MAP`, `KMAX_MAP` and `PMAX_MAP` give the thresholds for each port rate.
//! Start with [`write`].
//!
//! Rule: thresholds are in kilobytes of 1000 B (`third.cc`). Frames of priority 0 are never marked
//! (`switch-mmu.cc`).
//! Fallback: without any of the maps, or with `ENABLE_QCN` 0, switches mark no frames. If `ENABLE_QCN` is
//! absent, the maps are read. If a map has several entries for one rate, the last entry is used, with a
//! finding.
//! Left out: entries for rates that no link of a switch has, without a finding.

use std::collections::BTreeMap;

use fabric_sim::units::Rate;

use super::config::Config;
use super::topology::{Topology, probability};
use crate::checked::Params;
use crate::finding::{Findings, Refusal};
use crate::words::Word;

/// Keys of `config.txt` for ECN thresholds.
pub(super) const KEYS: [&str; 4] = ["ENABLE_QCN", "KMIN_MAP", "KMAX_MAP", "PMAX_MAP"];

/// Largest number of entries in a map such as `KMIN_MAP`.
const MAX_ENTRIES: u64 = 64;

/// ECN thresholds for ports of one rate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RateThresholds {
    /// Queue length in bytes below which no frame is marked.
    kmin: u64,
    /// Queue length in bytes from which every frame is marked.
    kmax: u64,
    /// Probability of a mark just below Kmax, from 0 to 1, in the notation of documents.
    pmax: String,
}

/// Writes the ECN thresholds of each switch port into `params`, for each priority in `priorities` except 0.
/// Values for the rate of most ports are set for the whole fabric. If several rates have equally many ports,
/// the values for the highest of these rates are set. Ports with other values get values of their own.
///
/// # Errors
/// If a map is malformed, or lacks an entry for the rate of a link of a switch. If only some of the maps
/// are present, an absent map lacks all entries.
pub(super) fn write(
    config: &Config<'_>,
    topology: &Topology,
    priorities: &[u8],
    params: &mut Params,
    findings: &mut Findings,
) -> Result<(), Refusal> {
    let is_enabled = config.is_on("ENABLE_QCN")? != Some(false);
    // The refusal of a missing map gives the line of a map that is present.
    let given = KEYS[1..].iter().find(|key| config.values(key).is_some());
    if config.values("ENABLE_QCN").is_some() {
        let marks = is_enabled && given.is_some();
        let reason = if marks { "switches mark by the maps" } else { "switches mark no frame" };
        findings.taken(config.place("ENABLE_QCN"), reason);
    }
    let Some(given) = given.filter(|_| is_enabled) else {
        for key in KEYS[1..].iter().filter(|key| config.values(key).is_some()) {
            findings.not_modelled(config.place(key), "ENABLE_QCN is 0: switches mark no frame");
        }
        return Ok(());
    };
    let mut bytes =
        |key| map(config, key, findings, |word| word.whole(key, 0..=1_000_000).map(|kb| kb * 1_000));
    let (kmin, kmax) = (bytes("KMIN_MAP")?, bytes("KMAX_MAP")?);
    let range = "a probability from 0 to 1";
    let pmax = map(config, "PMAX_MAP", findings, |word| {
        let millionths = word.scaled("PMAX_MAP", 1_000_000, range)?;
        if millionths > 1_000_000 {
            Err(word.must_be("PMAX_MAP", range))
        } else {
            Ok(probability(millionths))
        }
    })?;
    let mut ports: BTreeMap<u64, Vec<(u32, usize)>> = BTreeMap::new();
    for link in &topology.links {
        for (id, port) in link.ends.into_iter().zip(link.ports) {
            if topology.is_switch[id as usize] {
                ports.entry(link.rate.bps()).or_default().push((id, port));
            }
        }
    }
    let mut marks = BTreeMap::new();
    for rate in ports.keys() {
        let missing = |key: &str| {
            let rate = Rate::from_bps(*rate).unwrap_or(Rate::MAX);
            let reason = format!("{key} has no entry for {rate}bit/s, the rate of a switch's link; add one");
            let key = if config.values(key).is_some() { key } else { given };
            Refusal::new(config.line(key), &reason)
        };
        let of_rate = RateThresholds {
            kmin: *kmin.get(rate).ok_or_else(|| missing("KMIN_MAP"))?,
            kmax: *kmax.get(rate).ok_or_else(|| missing("KMAX_MAP"))?,
            pmax: pmax.get(rate).ok_or_else(|| missing("PMAX_MAP"))?.clone(),
        };
        marks.insert(*rate, of_rate);
    }
    // The thresholds for the rate of most ports are set for the whole fabric; other ports get their own.
    let widest = ports.iter().max_by_key(|(_, ports)| ports.len()).map(|(rate, _)| *rate);
    let common = widest.and_then(|rate| marks.get(&rate));
    for priority in priorities.iter().filter(|priority| **priority != 0) {
        let mut set = |address: &str, marks: &RateThresholds| {
            params.set(format!("{address}p{priority}.kmin"), marks.kmin, &config.line("KMIN_MAP"));
            params.set(format!("{address}p{priority}.kmax"), marks.kmax, &config.line("KMAX_MAP"));
            params.set(format!("{address}p{priority}.pmax"), &marks.pmax, &config.line("PMAX_MAP"));
        };
        if let Some(common) = common {
            set("", common);
        }
        for (rate, ports) in &ports {
            let own = marks.get(rate).filter(|marks| Some(*marks) != common);
            for (id, port) in ports.iter().filter(|_| own.is_some()) {
                let address = format!("switch.{}.port.{port}.", topology.name(*id));
                if let Some(marks) = own {
                    set(&address, marks);
                }
            }
        }
    }
    let has_marks = priorities.iter().any(|priority| *priority != 0);
    for key in &KEYS[1..] {
        if has_marks {
            findings.taken(config.place(key), "the threshold of each switch port, by its rate");
        } else {
            findings
                .not_modelled(config.place(key), "all flows are of group 0, whose frames are never marked");
        }
    }
    Ok(())
}

/// Reads a map from rates in bits per second to values. The line has the number of entries, then a rate and
/// a value for each entry. Words after the last entry are skipped. If two entries have equal rates, the
/// later one applies. A finding reports each of these faults. The map is empty if the key is absent.
fn map<T>(
    config: &Config<'_>,
    key: &str,
    findings: &mut Findings,
    value: impl Fn(&Word<'_>) -> Result<T, Refusal>,
) -> Result<BTreeMap<u64, T>, Refusal> {
    let Some(count) = config.one(key)? else { return Ok(BTreeMap::new()) };
    let entries = usize::try_from(count.whole(key, 0..=MAX_ENTRIES)?).unwrap_or_default();
    let words = &config.values(key).unwrap_or_default()[1..];
    let pairs = words.chunks_exact(2);
    if pairs.len() < entries {
        return Err(Refusal::new(
            count.place(),
            &format!("{key} counts {entries} entries, but has {}; correct the number", pairs.len()),
        ));
    }
    if words.len() > 2 * entries {
        let reason = format!("left out: the words after the {entries} entries that the line counts");
        findings.changed(config.place(key), reason);
    }
    let mut values = BTreeMap::new();
    for pair in pairs.take(entries) {
        let rate = pair[0].whole(key, 0..=u64::MAX)?;
        if values.insert(rate, value(&pair[1])?).is_some() {
            let reason = format!("left out: the rate {rate} has a later entry, too, which counts");
            findings.changed(config.place(key), reason);
        }
    }
    Ok(values)
}
