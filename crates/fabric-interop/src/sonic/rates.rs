//! Import of the rates of `SCHEDULER`, for queues and for whole ports.
//!
//! Rule: `cir` and `pir` are in bytes per second, `cbs` and `pbs` in bytes; 0 means no rate
//! (`handleSchedulerTable`, orchagent/qosorch.cpp; saischeduler.h; sonic-scheduler.yang).
//! Fallback: a maximum rate above the rate of the port is left out, because it has no effect. A minimum rate
//! above the rate of the port becomes the rate of the port. A burst that is absent or 0 becomes the default
//! of the simulator. A burst outside the range of the simulator becomes the nearest value in the range.
//! Left out: rates in packets per second; and `cir` and `cbs` of a port, which SAI ignores (saiport.h). A
//! `meter_type` other than `packets` means bytes.
//!
//! Start with [`write_queue`] and [`write_port`].

use fabric_sim::document::params::Key;
use fabric_sim::ids::Priority;
use fabric_sim::units::Rate;

use super::Switch;
use super::config_db::ConfigRow;
use super::maps;
use super::values::PortValues;
use crate::finding::Findings;

/// Smallest rate of a queue or port that a document allows, in bits per second.
pub(super) fn least_rate() -> u64 {
    Key::Pir.param().min
}

/// Names of a minimum or maximum rate and its burst: fields of SONiC, and parameters of the document.
struct Names {
    rate: &'static str,
    burst: &'static str,
    rate_param: &'static str,
    burst_param: &'static str,
}

const MIN: Names = Names { rate: "cir", burst: "cbs", rate_param: "cir", burst_param: "cbs" };
const MAX: Names = Names { rate: "pir", burst: "pbs", rate_param: "pir", burst_param: "pbs" };
const PORT: Names = Names { rate: "pir", burst: "pbs", rate_param: "port_pir", burst_param: "port_pbs" };

/// Rate of the link of a port. If the port has no speed: the largest rate of the simulator.
pub(super) fn of_link(switch: &Switch, port: &str) -> Rate {
    let speed = switch.port_field(port, "speed").and_then(|speed| speed.trim().parse::<u64>().ok());
    let rate = speed.and_then(|mbps| Rate::from_bps(mbps.checked_mul(1_000_000)?));
    rate.unwrap_or(Rate::MAX)
}

/// Writes the minimum and maximum rate of a queue, with their bursts. `link` is the rate of the port. Writes
/// nothing for a rate that is absent, left out or in packets. An absent `pbs` is at least `cbs`.
pub(super) fn write_queue(
    scheduler: ConfigRow<'_>,
    queue: Priority,
    link: Rate,
    values: &mut PortValues,
    findings: &mut Findings,
) {
    if !is_in_bytes(scheduler, findings) {
        return;
    }
    let max = read_maximum(scheduler, &MAX, link, findings);
    let min = read_minimum(scheduler, link, max, findings);
    let mut usual = Key::Cbs.param().default;
    for (names, rate) in [(&MIN, min), (&MAX, max)] {
        if let Some((rate, burst)) = with_burst(scheduler, names, rate, usual, findings) {
            values.set_priority(queue, names.rate_param, rate);
            values.set_priority(queue, names.burst_param, burst);
            // `pbs` is at least `cbs` (sonic-scheduler.yang).
            usual = usual.max(burst);
        }
    }
}

/// Writes the maximum rate of a port, or `off`. `PORT_QOS_MAP.scheduler` names the entry of the port in
/// `SCHEDULER`.
pub(super) fn write_port(switch: &Switch, port: &str, values: &mut PortValues, findings: &mut Findings) {
    values.set(PORT.rate_param, "off");
    let Some(row) = maps::of_port(switch, port) else { return };
    let Some(name) = row.reference("scheduler") else { return };
    let Some(scheduler) = switch.db.row("SCHEDULER", name) else {
        findings.changed(row.place("scheduler"), format!("SCHEDULER has no entry {name}: port_pir = off"));
        return;
    };
    findings.taken(row.place("scheduler"), name);
    if !is_in_bytes(scheduler, findings) {
        return;
    }
    for field in [MIN.rate, MIN.burst].into_iter().filter(|field| is_set(scheduler, field)) {
        findings.changed(scheduler.place(field), "left out: a port has no minimum rate, and SAI ignores it");
    }
    let max = read_maximum(scheduler, &PORT, of_link(switch, port), findings);
    if let Some((rate, burst)) = with_burst(scheduler, &PORT, max, Key::PortPbs.param().default, findings) {
        values.set(PORT.rate_param, rate);
        values.set(PORT.burst_param, burst);
    }
}

fn is_set(scheduler: ConfigRow<'_>, field: &str) -> bool {
    scheduler.get(field).is_some_and(|value| value.trim() != "0")
}

/// Whether rates and bursts of a scheduler are in bytes. Reports other units.
fn is_in_bytes(scheduler: ConfigRow<'_>, findings: &mut Findings) -> bool {
    match scheduler.get("meter_type").map(str::trim) {
        Some("packets") => {
            let fields = [MIN.rate, MIN.burst, MAX.rate, MAX.burst];
            for field in fields.into_iter().filter(|field| is_set(scheduler, field)) {
                let reason = "in packets (meter_type): rates of the simulator are in bytes";
                findings.not_modelled(scheduler.place(field), reason);
            }
            false
        }
        Some(other) if other != "bytes" => {
            let reason = format!("\"{other}\" is neither bytes nor packets: as if it were bytes");
            findings.changed(scheduler.place("meter_type"), reason);
            true
        }
        _ => true,
    }
}

/// Maximum rate of a scheduler; `None` if the scheduler has no maximum rate, or if this rate is above the
/// rate of the link.
fn read_maximum(
    scheduler: ConfigRow<'_>,
    names: &Names,
    link: Rate,
    findings: &mut Findings,
) -> Option<Rate> {
    let bps = read_rate(scheduler, names, findings)?;
    if bps > link.bps() {
        let reason = format!("{} = off: the rate is above {link}, that of the port", names.rate_param);
        findings.changed(scheduler.place(names.rate), reason);
        return None;
    }
    Some(at_least(scheduler, names, bps, findings))
}

/// Minimum rate of a scheduler, at most the maximum rate `max` or, if `max` is `None`, the rate of the
/// link. `None` if the scheduler has no minimum rate.
fn read_minimum(
    scheduler: ConfigRow<'_>,
    link: Rate,
    max: Option<Rate>,
    findings: &mut Findings,
) -> Option<Rate> {
    let bps = read_rate(scheduler, &MIN, findings)?;
    let (most, of) = max.map_or((link, "that of the port"), |max| (max, "its pir"));
    if bps > most.bps() {
        findings.changed(scheduler.place(MIN.rate), format!("cir = {most}: the rate is above {of}"));
        return Some(most);
    }
    Some(at_least(scheduler, &MIN, bps, findings))
}

/// Rate of a scheduler in bits per second; `None` if the rate is 0 or absent. A rate above the range of `u64`
/// becomes the largest `u64`.
fn read_rate(scheduler: ConfigRow<'_>, names: &Names, findings: &mut Findings) -> Option<u64> {
    let bytes = scheduler.number(names.rate, 0..=u64::MAX, findings)?;
    if bytes == 0 {
        findings.taken(scheduler.place(names.rate), format!("{} = off", names.rate_param));
        return None;
    }
    Some(bytes.saturating_mul(8))
}

/// Rate of `bps` bits per second; if `bps` is below [`least_rate`], the least rate of the simulator. Adds a
/// finding in both cases.
fn at_least(scheduler: ConfigRow<'_>, names: &Names, bps: u64, findings: &mut Findings) -> Rate {
    let rate = Rate::from_bps(bps.max(least_rate())).unwrap_or(Rate::MAX);
    let (place, param) = (scheduler.place(names.rate), names.rate_param);
    if bps < least_rate() {
        findings.changed(place, format!("{param} = {rate}, the least rate of the simulator"));
    } else {
        findings.taken(place, format!("{param} = {rate}"));
    }
    rate
}

/// Rate and burst of a scheduler. The burst is in bytes; `usual` is the burst if the scheduler has none.
/// `None` if `rate` is `None`.
fn with_burst(
    scheduler: ConfigRow<'_>,
    names: &Names,
    rate: Option<Rate>,
    usual: u64,
    findings: &mut Findings,
) -> Option<(Rate, u64)> {
    let bytes = scheduler.number(names.burst, 0..=u64::MAX, findings).filter(|bytes| *bytes != 0);
    let (place, param) = (scheduler.place(names.burst), names.burst_param);
    let Some(rate) = rate else {
        if bytes.is_some() {
            findings.changed(place, format!("left out: a burst has no effect without {}", names.rate));
        }
        return None;
    };
    let Some(bytes) = bytes else {
        findings.changed(place, format!("{param} = {usual}: the scheduler has no burst"));
        return Some((rate, usual));
    };
    let bursts = Key::Pbs.param();
    let burst = bytes.clamp(bursts.min, bursts.max);
    if burst == bytes {
        findings.taken(place, format!("{param} = {burst}"));
    } else {
        findings.changed(place, format!("{param} = {burst}, the nearest burst of the simulator"));
    }
    Some((rate, burst))
}
