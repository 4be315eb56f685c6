//! Import of `PFC_WD`: watchdogs of paused queues (`PfcWdBaseOrch::createEntry`, orchagent/pfcwdorch.cpp).
//!
//! Rule: the queues in `pfcwd_sw_enable` have watchdogs, with the rule of the platform's detection script.
//! Times are in milliseconds, up to 3600 s; longer times are refused. A time that the simulator accepts but
//! the switch refuses is taken, with a warning.
//! Fallback: without an interval, watchdogs poll every 100 ms (orchdaemon.cpp). Unknown platforms have the
//! rule of Broadcom. A watchdog of a lossy priority is left out. Without an action, frames are dropped;
//! without a restoration time, or with 0, the watchdog acts for 3600 s.
//! Left out: `BIG_RED_SWITCH`, for which there is a warning, and statistics.
//!
//! Start with [`write`].

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use fabric_sim::ids::{Priority, PrioritySet};

use super::Switch;
use super::config_db::ConfigRow;
use super::lossy_ports::listed;
use super::pfc::{ReadLists, watched, words};
use super::platform::Chip;
use super::values::NodeValues;
use crate::finding::{FilePlace, Findings};

const PFC_WD: &str = "PFC_WD";

/// Range of `detection_time` on a switch in milliseconds (sonic-pfcwd.yang).
pub(super) const DETECTION: RangeInclusive<u64> = 100..=5_000;
/// Range of `restoration_time` on a switch in milliseconds.
pub(super) const RESTORATION: RangeInclusive<u64> = 100..=60_000;
/// Range of `POLL_INTERVAL` on a switch in milliseconds.
pub(super) const POLL: RangeInclusive<u64> = 100..=3_000;

/// Largest value of a time parameter in milliseconds.
const LONGEST_MS: u64 = 3_600_000;

/// Detection rule that the simulator uses for the switches of one platform.
struct Rule {
    name: &'static str,
    is_exact: bool,
}

/// Detection rule for the PFC watchdogs of a switch, as in SONiC's script for the chip of the switch.
/// `platform` is the platform in `DEVICE_METADATA`. An unknown platform has the rule of Broadcom, the most
/// frequent chip.
fn rule(platform: &str) -> Rule {
    let (name, is_exact) = match Chip::of(platform) {
        Some(Chip::Nvidia) => ("sonic", true),
        Some(Chip::PauseReceived) => ("sonic_2023", true),
        Some(Chip::Cisco) => ("sonic_cisco", true),
        Some(Chip::Broadcom) => ("sonic_broadcom", true),
        None => ("sonic_broadcom", false),
    };
    Rule { name, is_exact }
}

/// Writes the watchdogs of a switch. A queue gets a watchdog if its priority is lossless and in
/// `pfcwd_sw_enable`, and if its port is in `PFC_WD` with a valid `detection_time`. Returns whether at least
/// one queue has a watchdog.
pub(super) fn write(
    switch: &Switch,
    lossless: &[PrioritySet],
    values: &mut NodeValues,
    warnings: &mut Vec<String>,
    findings: &mut Findings,
) -> bool {
    let rule = rule(switch.platform());
    let global = switch.db.row(PFC_WD, "GLOBAL");
    if global.is_some_and(|row| row.get("BIG_RED_SWITCH") == Some("enable")) {
        let reason = "THE WHOLE SWITCH DROPS lossless traffic at all times; the simulator has no such mode";
        findings.not_modelled(switch.place(PFC_WD, "GLOBAL", "BIG_RED_SWITCH"), reason);
        warnings.push(format!(
            "BIG_RED_SWITCH of {} is on: the switch drops lossless traffic at all times. The simulator has no such mode, \
             and the document forwards it.",
            switch.name
        ));
    }
    // Without `POLL_INTERVAL`, `orchdaemon.cpp` polls every 100 ms.
    let configured = global.and_then(|row| row.number("POLL_INTERVAL", 1..=LONGEST_MS, findings));
    let poll = configured.unwrap_or(100);
    let poll_place = switch.place(PFC_WD, "GLOBAL", "POLL_INTERVAL");
    let mut outside = Outside::default();
    let outside_range = outside.check(&poll_place, poll, &POLL);
    let mut has_watchdog = false;
    let mut unwatched: Vec<&str> = Vec::new();
    let mut lists = ReadLists::default();
    for (number, (lossless, values)) in lossless.iter().zip(&mut values.ports).enumerate() {
        for priority in Priority::ALL {
            values.set_priority(priority, "watchdog", "off");
        }
        let port = &switch.ports[number];
        let Some(row) = switch.row_of_port(PFC_WD, port) else { continue };
        let watched = watched(switch, port, &mut lists, findings);
        if watched.is_empty() {
            let reason = "watchdog = off: no queue is watched without PORT_QOS_MAP.pfcwd_sw_enable, although PFC_WD has \
                          the port; a fault of the configuration";
            findings.changed(row.place(""), reason);
            if !lossless.is_empty() {
                unwatched.push(port);
            }
            continue;
        }
        report_watched(switch, port, watched, *lossless, findings);
        let Some(times) = Times::read(row, &mut outside, findings) else { continue };
        for priority in (watched & *lossless).iter() {
            has_watchdog = true;
            values.set_priority(priority, "watchdog", rule.name);
            values.set_priority(priority, "watchdog_action", times.action);
            values.set_priority(priority, "watchdog_poll", format!("{poll}ms"));
            values.set_priority(priority, "watchdog_detection", format!("{}ms", times.detection));
            values.set_priority(priority, "watchdog_restoration", format!("{}ms", times.restoration));
        }
    }
    warnings.extend(outside.warning(&switch.name));
    if !unwatched.is_empty() {
        warnings.push(format!(
            "{} {}: PFC_WD has a watchdog, but PORT_QOS_MAP has no pfcwd_sw_enable: no queue is watched.",
            switch.name,
            listed(&unwatched)
        ));
    }
    if has_watchdog {
        let place = switch.metadata_place("platform");
        if rule.is_exact {
            findings.taken(place, format!("watchdog = {}", rule.name));
        } else {
            let reason =
                format!("watchdog = {}: the nearest to the detection script of this platform", rule.name);
            findings.changed(place, reason);
        }
        match configured {
            Some(_) => findings.taken(poll_place, format!("watchdog_poll = {poll}ms{outside_range}")),
            None => {
                findings
                    .changed(poll_place, format!("absent: watchdog_poll = {poll}ms, as orchagent has it"));
            }
        }
    }
    has_watchdog
}

/// Reports the priorities in `pfcwd_sw_enable`. The queue of a lossy priority has no watchdog, because a
/// lossy queue is never paused in the document.
fn report_watched(
    switch: &Switch,
    port: &str,
    watched: PrioritySet,
    lossless: PrioritySet,
    findings: &mut Findings,
) {
    let place = switch.place("PORT_QOS_MAP", port, "pfcwd_sw_enable");
    let lossy = watched - lossless;
    if !lossy.is_empty() {
        let reason = format!("watchdog = off for {}, lossy here: the watchdog has no effect", words(lossy));
        findings.changed(place.clone(), reason);
    }
    if lossy != watched {
        findings.taken(place, format!("watchdog of {}", words(watched & lossless)));
    }
}

/// Fields of `PFC_WD` with times that the switch would refuse, for a warning.
#[derive(Default)]
struct Outside(BTreeSet<String>);

impl Outside {
    /// Text for the finding of a time in milliseconds: the range of times that the switch accepts. Empty if
    /// the time is in the range `range`. A field with a time outside the range is recorded for the warning.
    fn check(&mut self, place: &FilePlace, time: u64, range: &RangeInclusive<u64>) -> String {
        if range.contains(&time) {
            return String::new();
        }
        let range = format!("{} to {} ms", range.start(), range.end());
        self.0.insert(format!("{} ({range})", place.field));
        format!(", outside the switch's range of {range}: export sonic refuses it")
    }

    /// Warning with the fields of `PFC_WD` whose times the switch refuses; `None` if the switch accepts all
    /// times. `switch` is the name of the switch.
    fn warning(self, switch: &str) -> Option<String> {
        let fields: Vec<String> = self.0.into_iter().collect();
        (!fields.is_empty()).then(|| {
            format!(
                "PFC_WD of {switch} has times outside the switch's range: {}. The switch refuses such an entry; the \
                 document has the times.",
                fields.join(", ")
            )
        })
    }
}

/// Action of the watchdogs of a port, and their times in milliseconds.
struct Times<'a> {
    action: &'a str,
    detection: u64,
    restoration: u64,
}

impl<'a> Times<'a> {
    /// Reads the entry of a port. `None` if `detection_time` is absent or refused, or the action is refused.
    fn read(row: ConfigRow<'a>, outside: &mut Outside, findings: &mut Findings) -> Option<Self> {
        let detection = row.number("detection_time", 1..=LONGEST_MS, findings);
        let Some(detection) = detection else {
            findings
                .changed(row.place("detection_time"), "watchdog = off: the field is mandatory, and absent");
            return None;
        };
        let place = row.place("detection_time");
        let range = outside.check(&place, detection, &DETECTION);
        findings.taken(place, format!("watchdog_detection = {detection}ms{range}"));
        let restoration = row.number("restoration_time", 0..=LONGEST_MS, findings).filter(|time| *time > 0);
        match restoration {
            Some(time) => {
                let place = row.place("restoration_time");
                let range = outside.check(&place, time, &RESTORATION);
                findings.taken(place, format!("watchdog_restoration = {time}ms{range}"));
            }
            None => findings.changed(
                row.place("restoration_time"),
                "absent, which means never: watchdog_restoration = 3600s, the longest there is",
            ),
        }
        if row.get("pfc_stat_history").is_some_and(|value| value == "enable") {
            findings.not_modelled(
                row.place("pfc_stat_history"),
                "counters of the switch, without effect on traffic",
            );
        }
        let action = match row.get("action") {
            None => "drop",
            Some(action @ ("drop" | "forward" | "alert")) => action,
            Some(other) => {
                findings.refuse(row.place("action"), format!("\"{other}\" must be drop, forward or alert"));
                return None;
            }
        };
        findings.taken(row.place("action"), format!("watchdog_action = {action}"));
        Some(Self { action, detection, restoration: restoration.unwrap_or(LONGEST_MS) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_has_its_own_rule_or_the_nearest() {
        for (platform, name, is_exact) in [
            ("x86_64-mlnx_msn4600c-r0", "sonic", true),
            ("x86_64-kvm_x86_64-r0", "sonic_2023", true),
            ("armhf-nokia_ixs7215_52x-r0", "sonic_2023", true),
            ("x86_64-8102_64h_o-r0", "sonic_cisco", true),
            ("x86_64-arista_7260cx3_64", "sonic_broadcom", true),
            ("", "sonic_broadcom", false),
        ] {
            let rule = rule(platform);
            assert_eq!((rule.name, rule.is_exact), (name, is_exact), "{platform}");
        }
    }
}
