//! Export of the priorities with PFC: `PORT_QOS_MAP.pfc_enable` and `PORT.pfc_asym`.
//!
//! Rule: a port sends and obeys pauses for the priorities in `pfc_enable`. With `pfc_asym` the port obeys
//! pauses of all priorities (`setPortPfcAsym`, orchagent/portsorch.cpp).
//! Fallback: a port without PFC gets an empty list, which switches PFC off (`handlePortQosMapTable`,
//! orchagent/qosorch.cpp). If the switch has no entry in `PORT_QOS_MAP`, the patch has no entry for PFC; a
//! note says so.
//! Left out: other combinations, and 802.3x pause (refused).

use super::patch::{Inexpressible, Patch, Removals};
use super::{Exported, Port};
use crate::sonic::pfc::list_of;
use fabric_sim::ids::PrioritySet;

/// Writes the priorities for which each port sends and obeys pauses. If `patch` has no entry in
/// `PORT_QOS_MAP`, then no port has PFC. In this case the field `pfc_enable` goes into `removals`.
pub(super) fn write(
    exported: &Exported<'_>,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    removals: &mut Removals,
) {
    for port in &exported.ports {
        let config = &port.spec.config;
        if config.link_pause.is_some() {
            let reason = "SONiC configures PFC, not pauses of the whole link (802.3x); set link_pause off at both ends";
            inexpressible.add(format!("{}.link_pause", port.address), reason);
            continue;
        }
        let (tx, rx) = (config.sender.enabled, config.receiver.enabled);
        for (priority, lane) in PrioritySet::ALL.iter().zip(&config.priorities) {
            if lane.pg.lossless != tx.contains(priority) {
                let reason =
                    "pfc_enable makes a priority both lossless and paused; set lossless and pfc_tx alike";
                inexpressible.add(port.of_priority(priority, "pfc_tx"), reason);
            }
        }
        let is_asymmetric = tx != rx;
        if !is_asymmetric || rx == PrioritySet::ALL {
            enable(port, tx, patch, removals);
            patch.set("PORT", &port.name, "pfc_asym", if is_asymmetric { "on" } else { "off" });
        } else {
            let differing = (tx ^ rx).lowest().unwrap_or_default();
            let reason = "a port of SONiC obeys pauses of the priorities for which it sends them, or with pfc_asym of all; \
                          set pfc_rx=auto, or on for all eight";
            inexpressible.add(port.of_priority(differing, "pfc_rx"), reason);
        }
    }
}

fn enable(port: &Port<'_>, mask: PrioritySet, patch: &mut Patch, removals: &mut Removals) {
    if patch.has("PORT_QOS_MAP", &port.name) {
        patch.set("PORT_QOS_MAP", &port.name, "pfc_enable", list_of(mask, ","));
    } else {
        removals.add("PORT_QOS_MAP", "pfc_enable", &port.name);
    }
}
