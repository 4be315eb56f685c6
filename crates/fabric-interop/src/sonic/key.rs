//! Keys of `BUFFER_PG`, `BUFFER_QUEUE` and `QUEUE`: ports, and indices of queues or priority groups. Start
//! with [`ByIndex`].
//!
//! Rule: a key has a list of ports and a range of indices (`Orch::parseIndexRange`, orchagent/orch.cpp). A
//! key of a chassis begins with host and ASIC. Fallback: if two entries have the same index, the entry with
//! the later key applies, and a finding reports this. The reason is that orchagent applies entries in the
//! order of their keys (`Consumer::m_toSync`, orchagent/orch.h). Left out: indices above 7, which are
//! reported as not modelled, and keys of other ASICs of a chassis.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::Switch;
use super::config_db::ConfigRow;
use crate::finding::{FilePlace, Findings};

/// Parts of a key: `Ethernet0|3-4` or `Ethernet0,Ethernet4|3`. In a chassis with virtual output queues:
/// `host|asic0|Ethernet0|3`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PortKey<'a> {
    /// Host and ASIC in a key of a chassis; `None` for a key of two parts.
    owner: Option<(&'a str, &'a str)>,
    ports: &'a str,
    indices: RangeInclusive<u32>,
}

impl<'a> PortKey<'a> {
    /// Splits a key into its parts.
    ///
    /// # Errors
    /// If the key is malformed. The text is the reason for a refusal.
    fn parse(key: &'a str) -> Result<Self, String> {
        let split: Vec<&str> = key.splitn(5, '|').collect();
        let (owner, ports, indices) = match split[..] {
            [names, index] => (None, names, index),
            [host, asic, names, index] => (Some((host, asic)), names, index),
            _ => {
                let reason =
                    "the key must be PORTS|INDEX or HOST|ASIC|PORT|INDEX; write a key such as Ethernet0|3";
                return Err(reason.to_owned());
            }
        };
        Ok(Self { owner, ports, indices: range(indices)? })
    }
}

/// Parses an index or a range of indices, as `Orch::parseIndexRange` (orchagent/orch.cpp) accepts it. A range
/// of equal indices such as `3-3` is an error.
fn range(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| {
            format!(
                "the index is \"{text}\", but must be a whole number from 0; write an index such as 3, or a range such as \
                 3-4"
            )
        })
    };
    let Some((low, high)) = text.split_once('-') else { return number(text).map(|index| index..=index) };
    let (low, high) = (number(low)?, number(high)?);
    if low >= high {
        return Err(format!(
            "the range is \"{low}-{high}\", but must run from a lower index to a higher one; write a range such as 3-4, \
             or one index"
        ));
    }
    Ok(low..=high)
}

/// Entries of a table, indexed by port number of the switch and then by queue or priority group, 0 to 7.
/// `None`: no entry.
pub(super) struct ByIndex<'a>(Vec<[Option<ConfigRow<'a>>; 8]>);

impl<'a> ByIndex<'a> {
    /// Reads all keys of a table. Refuses malformed keys. Skips ports without a link. If two entries have the
    /// same index, the entry with the later key applies; a finding reports this if the fields of the two
    /// entries differ.
    pub(super) fn read(switch: &'a Switch, table: &'a str, findings: &mut Findings) -> Self {
        let mut by_index: Vec<[Option<ConfigRow<'a>>; 8]> = vec![[None; 8]; switch.ports.len()];
        let mut replaced: BTreeMap<(FilePlace, &str), BTreeSet<u32>> = BTreeMap::new();
        for row in switch.db.rows(table) {
            let key = match PortKey::parse(row.key()) {
                Ok(key) => key,
                Err(reason) => {
                    findings.refuse(row.place(""), reason);
                    continue;
                }
            };
            if key.owner.is_some_and(|owner| !switch.is_owner(owner)) {
                continue;
            }
            // A key may name a port several times.
            let ports: BTreeSet<usize> =
                key.ports.split(',').filter_map(|name| switch.number(name.trim())).collect();
            let is_linked = !ports.is_empty();
            for port in ports {
                for (index, slot) in (0..).zip(&mut by_index[port]) {
                    if key.indices.contains(&index) {
                        let old = slot.replace(row).filter(|old| !old.fields().eq(row.fields()));
                        if let Some(old) = old {
                            replaced.entry((old.place(""), row.key())).or_default().insert(index);
                        }
                    }
                }
            }
            if is_linked && *key.indices.end() > 7 {
                findings.not_modelled(row.place(""), "a port of the simulator has the indices 0 to 7 only");
            }
        }
        for ((place, key), indices) in replaced {
            let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
            let reason = format!(
                "for index {} the key {key} counts: SONiC applies keys in the order of their text, and the last one stays",
                indices.join(", ")
            );
            findings.changed(place, reason);
        }
        Self(by_index)
    }

    /// Entry for a port and an index. `port` is the number of the port, `index` the number of a queue or
    /// priority group. `None` if the table has no such entry.
    pub(super) fn get(&self, port: usize, index: u8) -> Option<ConfigRow<'a>> {
        *self.0.get(port)?.get(usize::from(index))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_ports_and_indices() {
        let key = PortKey::parse("Ethernet0,Ethernet4|3-4").unwrap();
        assert_eq!((key.owner, key.ports, key.indices), (None, "Ethernet0,Ethernet4", 3..=4));
        let key = PortKey::parse("lc1|asic0|Ethernet0|3").unwrap();
        assert_eq!((key.owner, key.ports, key.indices), (Some(("lc1", "asic0")), "Ethernet0", 3..=3));
    }

    #[test]
    fn a_range_runs_upwards() {
        for (key, reason) in [
            (
                "Ethernet0|4-3",
                "the range is \"4-3\", but must run from a lower index to a higher one; write a range such as 3-4, or one index",
            ),
            (
                "Ethernet0|3-3",
                "the range is \"3-3\", but must run from a lower index to a higher one; write a range such as 3-4, or one index",
            ),
            (
                "Ethernet0|x",
                "the index is \"x\", but must be a whole number from 0; write an index such as 3, or a range such as 3-4",
            ),
            (
                "Ethernet0",
                "the key must be PORTS|INDEX or HOST|ASIC|PORT|INDEX; write a key such as Ethernet0|3",
            ),
            (
                "a|b|c|d|e",
                "the key must be PORTS|INDEX or HOST|ASIC|PORT|INDEX; write a key such as Ethernet0|3",
            ),
        ] {
            assert_eq!(PortKey::parse(key).unwrap_err(), reason, "{key}");
        }
    }
}
