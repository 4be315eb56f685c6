//! `PORT.mtu`: the longest frame.
//!
//! Rule: SONiC counts the MTU without 14 B of header and 4 B of FCS, and the fabric has the smallest.
//! Fallback: without an MTU in range, frames have no limit.
//! Left out: MTUs by port.

use std::ops::RangeInclusive;

use super::Plan;
use crate::finding::{Findings, Place};

/// Bytes of a frame that the MTU of SONiC does not count: 14 B of header and 4 B of FCS.
const UNCOUNTED: u64 = 18;

/// MTUs of SONiC in bytes that the parameter `mtu` can have.
const RANGE: RangeInclusive<u64> = 46..=9_220;

/// MTU of the simulator in bytes, header through FCS: the smallest of all ports, since a fabric has
/// only one. `None` if no port has an MTU in the range of the simulator.
pub(super) fn smallest(plans: &[Plan], findings: &mut Findings) -> Option<u64> {
    let mut found: Vec<(u64, Place)> = Vec::new();
    for switch in plans.iter().map(|plan| &plan.switch) {
        for row in switch.ports.iter().filter_map(|port| switch.db.row("PORT", port)) {
            let Some(mtu) = row.number("mtu", 0..=u64::from(u32::MAX), findings) else { continue };
            if RANGE.contains(&mtu) {
                found.push((mtu, row.place("mtu")));
            } else {
                let reason = format!("an MTU is {} to {} B here", RANGE.start(), RANGE.end());
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

/// MTU as SONiC counts it, from the MTU of a document; both in bytes.
pub(super) const fn of_sonic(mtu: u64) -> Option<u64> {
    mtu.checked_sub(UNCOUNTED)
}
