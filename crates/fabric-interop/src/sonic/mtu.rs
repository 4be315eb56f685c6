//! Import of `PORT.mtu`: length of the longest frame.
//!
//! Rule: SONiC's MTU excludes 14 B of header and 4 B of FCS; it is 68 to 9216 B (sonic-port.yang). The fabric
//! gets the smallest MTU of all ports.
//! Fallback: if no port has an MTU in range, the length of frames has no limit.
//! Left out: different MTUs of single ports, because a document has one MTU for the whole fabric.

use std::ops::RangeInclusive;

use super::ImportedSwitch;
use crate::finding::{FilePlace, Findings};

/// Bytes of a frame that the MTU of SONiC does not count: 14 B of header and 4 B of FCS.
const UNCOUNTED: u64 = 18;

/// Range of SONiC's MTU in bytes (sonic-port.yang).
pub(super) const RANGE: RangeInclusive<u64> = 68..=9_216;

/// MTU of the document in bytes, with header and FCS: the smallest of all ports, because a fabric has only
/// one MTU. `None` if no port has an MTU in [`RANGE`].
pub(super) fn smallest(imported_switches: &[ImportedSwitch], findings: &mut Findings) -> Option<u64> {
    let mut found: Vec<(u64, FilePlace)> = Vec::new();
    for switch in imported_switches.iter().map(|imported| &imported.switch) {
        for row in switch.ports.iter().filter_map(|port| switch.db.row("PORT", port)) {
            let Some(mtu) = row.number("mtu", 0..=u64::from(u32::MAX), findings) else {
                if row.get("mtu").is_none() {
                    let reason =
                        "the field is absent: the port does not limit frames here; SONiC's default is 9100";
                    findings.changed(row.place("mtu"), reason);
                }
                continue;
            };
            if RANGE.contains(&mtu) {
                found.push((mtu, row.place("mtu")));
            } else {
                let reason = format!(
                    "mtu is \"{mtu}\", but must be from {} to {}, in bytes; the port does not limit frames here",
                    RANGE.start(),
                    RANGE.end()
                );
                findings.not_modelled(row.place("mtu"), reason);
            }
        }
    }
    let smallest = found.iter().map(|(mtu, _)| *mtu).min()?;
    let mtu = smallest + UNCOUNTED;
    for (own, place) in found {
        if own == smallest {
            findings.taken(place, format!("mtu = {mtu}, with header and FCS"));
        } else {
            findings.changed(place, format!("mtu = {mtu}: a fabric has one here, the smallest of all ports"));
        }
    }
    Some(mtu)
}

/// Converts the MTU of a document to SONiC's MTU, which excludes header and FCS. The two MTUs are in bytes.
/// `None` if the MTU is smaller than header and FCS.
pub(super) const fn of_sonic(mtu: u64) -> Option<u64> {
    mtu.checked_sub(UNCOUNTED)
}
