//! Export of watchdogs: `PFC_WD` and `PORT_QOS_MAP.pfcwd_sw_enable`.
//!
//! Rule: times are whole milliseconds in the ranges of sonic-pfcwd.yang. All queues of a port have the same
//! times.
//! Fallback: if a watchdog never restores its queue, the restoration time is not written. A port without a
//! watchdog has no entry in `PFC_WD`. If such a port has an entry in `PORT_QOS_MAP`, its `pfcwd_sw_enable`
//! is empty, so that no queue is watched.
//! Left out: other times, actions and rules (refused).

use std::ops::RangeInclusive;

use fabric_sim::fabric::watchdog::{Mitigation, Rule, WatchdogConfig};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::patch::{Inexpressible, Patch, Removals};
use super::{Exported, Port};
use crate::sonic::pfc::list_of;
use crate::sonic::watchdog::{DETECTION, POLL, RESTORATION};

/// Restoration time of a watchdog that never restores: the largest value of the parameter.
const NEVER: Time = Time::LONGEST;

const PS_PER_MS: u64 = 1_000_000_000;

/// Writes the watchdogs of all ports. SONiC has one watchdog for all queues of a port, so the watchdog of the
/// lowest priority is written. Refuses other priorities of the port whose watchdog differs, and poll
/// intervals that differ from the interval of the first watchdog.
pub(super) fn write(
    exported: &Exported<'_>,
    spec: &Spec,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    removals: &mut Removals,
    notes: &mut Vec<String>,
) {
    let mut poll: Option<Time> = None;
    let mut rules: Vec<Rule> = Vec::new();
    for port in &exported.ports {
        let watched = || {
            let lanes = PrioritySet::ALL.iter().zip(&port.spec.config.priorities);
            lanes.filter_map(|(n, priority)| Some((n, priority.watchdog?)))
        };
        let Some((first, config)) = watched().next() else {
            if patch.has("PORT_QOS_MAP", &port.name) {
                patch.set("PORT_QOS_MAP", &port.name, "pfcwd_sw_enable", "");
            }
            removals.add("PFC_WD", "", &port.name);
            continue;
        };
        if config.restoration == NEVER {
            removals.add("PFC_WD", "restoration_time", &port.name);
        }
        for (n, other) in watched() {
            if other != config {
                let reason = "PFC_WD has one entry for all priorities of a port; set them alike";
                inexpressible.add(port.of_priority(n, "watchdog"), reason);
            }
            if *poll.get_or_insert(other.poll) != other.poll {
                let reason = "PFC_WD has one POLL_INTERVAL for all ports; set them alike";
                inexpressible.add(port.of_priority(n, "watchdog_poll"), reason);
            }
        }
        let mask = watched().map(|(n, _)| n).collect();
        patch.set("PORT_QOS_MAP", &port.name, "pfcwd_sw_enable", list_of(mask, ","));
        entry(port, first, &config, patch, inexpressible);
        if !rules.contains(&config.rule) {
            rules.push(config.rule);
        }
    }
    let Some(poll) = poll else { return };
    if let Some(poll) = milliseconds(poll, &POLL) {
        patch.set("PFC_WD", "GLOBAL", "POLL_INTERVAL", poll.to_string());
    } else {
        inexpressible.add(exported.param("watchdog_poll"), beyond("POLL_INTERVAL", &POLL));
    }
    let rules: Vec<&str> = rules.into_iter().map(Rule::name).collect();
    notes.push(format!(
        "The rule of a watchdog is that of the platform's detection script; the simulation has {}.",
        rules.join(", ")
    ));
    if spec.watchdog_scale > 1 {
        notes.push(format!(
            "The simulation runs its watchdogs {} times faster than these times (watchdog_scale).",
            spec.watchdog_scale
        ));
    }
}

/// Writes the `PFC_WD` entry of a port. `first` is the lowest priority with this watchdog; refusals name this
/// priority.
fn entry(
    port: &Port<'_>,
    first: Priority,
    config: &WatchdogConfig,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
) {
    match config.mitigation {
        action @ (Mitigation::Drop | Mitigation::Forward | Mitigation::Alert) => {
            patch.set("PFC_WD", &port.name, "action", action.name());
        }
        other => inexpressible.add(
            port.of_priority(first, "watchdog_action"),
            format!("{} is no action of PFC_WD; set drop, forward or alert", other.name()),
        ),
    }
    if config.rule == Rule::PauseTimer {
        let reason = "SONiC polls, it has no timer; set sonic, sonic_2023, sonic_broadcom or sonic_cisco";
        inexpressible.add(port.of_priority(first, "watchdog"), reason);
    }
    match milliseconds(config.detection, &DETECTION) {
        Some(time) => patch.set("PFC_WD", &port.name, "detection_time", time.to_string()),
        None => {
            inexpressible
                .add(port.of_priority(first, "watchdog_detection"), beyond("detection_time", &DETECTION));
        }
    }
    if config.restoration == NEVER {
        return;
    }
    match milliseconds(config.restoration, &RESTORATION) {
        Some(time) => patch.set("PFC_WD", &port.name, "restoration_time", time.to_string()),
        None => inexpressible
            .add(port.of_priority(first, "watchdog_restoration"), beyond("restoration_time", &RESTORATION)),
    }
}

/// Time in whole milliseconds; `None` if the number of milliseconds is not whole, or is outside the range.
fn milliseconds(time: Time, range: &RangeInclusive<u64>) -> Option<u64> {
    let whole = time.ps().is_multiple_of(PS_PER_MS).then_some(time.ps() / PS_PER_MS)?;
    range.contains(&whole).then_some(whole)
}

fn beyond(field: &str, range: &RangeInclusive<u64>) -> String {
    let (least, most) = (range.start(), range.end());
    format!(
        "{field} must be whole milliseconds from {least} to {most}; watchdog_scale makes a watchdog faster"
    )
}
