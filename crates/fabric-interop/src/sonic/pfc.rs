//! Import of the priorities with PFC: `PORT_QOS_MAP.pfc_enable`, `pfcwd_sw_enable` and `PORT.pfc_asym`.
//!
//! Rule: `pfc_enable` and `pfcwd_sw_enable` list priorities (`handlePortQosMapTable`,
//! orchagent/qosorch.cpp). With `pfc_asym` a port obeys pauses of all priorities (`setPortPfcAsym`,
//! orchagent/portsorch.cpp).
//! Fallback: if `pfc_enable` is absent, no priority has PFC. If `pfcwd_sw_enable` is absent, no queue has a
//! watchdog.
//! Left out: changes of these fields while the switch runs.

use std::collections::BTreeMap;

use fabric_sim::ids::{Priority, PrioritySet};

use super::Switch;
use super::config_db::ConfigRow;
use super::maps::of_port;
use crate::finding::Findings;

/// Cache of the priority lists in fields of `PORT_QOS_MAP`, by key and field. Many ports share a key, and a
/// list may be long.
#[derive(Debug, Default)]
pub(super) struct ReadLists<'a>(BTreeMap<(&'a str, &'static str), PrioritySet>);

impl<'a> ReadLists<'a> {
    /// Priorities in a field of `PORT_QOS_MAP` such as `3,4`; empty if the field is absent.
    fn list(
        &mut self,
        switch: &'a Switch,
        port: &str,
        field: &'static str,
        findings: &mut Findings,
    ) -> PrioritySet {
        let Some(row) = of_port(switch, port) else { return PrioritySet::EMPTY };
        *self.0.entry((row.key(), field)).or_insert_with(|| list(row, field, findings))
    }
}

/// Priorities in a field such as `3,4`; empty if the field is absent. A text that is not a priority is
/// refused and skipped.
fn list(row: ConfigRow<'_>, field: &str, findings: &mut Findings) -> PrioritySet {
    let mut set = PrioritySet::EMPTY;
    let texts = row.get(field).unwrap_or_default().split(',').map(str::trim);
    for text in texts.filter(|text| !text.is_empty()) {
        match text.parse().ok().and_then(Priority::checked_new) {
            Some(priority) => set.insert(priority),
            None => findings.refuse(row.place(field), format!("\"{text}\" must be a priority from 0 to 7")),
        }
    }
    set
}

/// Priorities for which a port sends pauses; [`obeyed`] gives the priorities whose pauses the port obeys.
pub(super) fn enabled<'a>(
    switch: &'a Switch,
    port: &str,
    read: &mut ReadLists<'a>,
    findings: &mut Findings,
) -> PrioritySet {
    read.list(switch, port, "pfc_enable", findings)
}

/// Reports `pfc_enable` of a port. `enabled` has the priorities in the field, `lossless` the priorities
/// that are lossless in the document. Reports an absent or empty field only if the file has the table
/// `PORT_QOS_MAP`.
pub(super) fn report(
    switch: &Switch,
    port: &str,
    (enabled, lossless): (&PrioritySet, &PrioritySet),
    findings: &mut Findings,
) {
    let place = switch.place("PORT_QOS_MAP", port, "pfc_enable");
    let lossy = *enabled - *lossless;
    if enabled.is_empty() {
        if switch.db.has("PORT_QOS_MAP") {
            findings.changed(place, "absent or empty: lossless = off for all priorities");
        }
        return;
    }
    if !lossy.is_empty() && !findings.has(&place) {
        findings
            .changed(place.clone(), format!("lossless = off for {}, without a lossless group", words(lossy)));
    }
    if !lossless.is_empty() {
        findings.taken(place, format!("lossless = on for {}", words(*lossless)));
    }
}

/// Priorities whose pauses a port obeys. `enabled` has the priorities of `pfc_enable`.
pub(super) fn obeyed(switch: &Switch, port: &str, enabled: PrioritySet) -> PrioritySet {
    if switch.port_field(port, "pfc_asym") == Some("on") { PrioritySet::ALL } else { enabled }
}

/// Priorities with a watchdog, from `pfcwd_sw_enable`. Empty if this field is absent, even if `PFC_WD`
/// lists the port (`handlePortQosMapTable`, orchagent/qosorch.cpp).
pub(super) fn watched<'a>(
    switch: &'a Switch,
    port: &str,
    read: &mut ReadLists<'a>,
    findings: &mut Findings,
) -> PrioritySet {
    read.list(switch, port, "pfcwd_sw_enable", findings)
}

/// Whether the port obeys pauses of all priorities (`setPortPfcAsym`, orchagent/portsorch.cpp). Refuses
/// values of `pfc_asym` other than `on` and `off`.
pub(super) fn is_asymmetric(switch: &Switch, port: &str, findings: &mut Findings) -> bool {
    let row = switch.db.row("PORT", port);
    row.inspect(|row| row.check_word("pfc_asym", &["on", "off"], findings));
    let is_on = row.and_then(|row| row.get("pfc_asym")) == Some("on");
    if is_on {
        let place = switch.place("PORT", port, "pfc_asym");
        findings.taken(place, "pfc_rx = on for all priorities, pfc_tx by pfc_enable");
    }
    is_on
}

/// Priorities as text: `3, 4`, or `none`.
pub(super) fn words(set: PrioritySet) -> String {
    if set.is_empty() { "none".to_owned() } else { list_of(set, ", ") }
}

/// Numbers of the priorities of `set`, separated by `between`: `3,4`. Empty for an empty set.
pub(super) fn list_of(set: PrioritySet, between: &str) -> String {
    set.iter().map(|n| n.to_string()).collect::<Vec<_>>().join(between)
}
