//! Import of `QUEUE.scheduler` and `SCHEDULER`: classes, shares and rates of queues. Start with [`write`].
//!
//! Rule: weights become shares. The lowest weighted queue of a port decides between DWRR and WRR
//! (`handleSchedulerTable`, orchagent/qosorch.cpp).
//! Fallback: a queue without a scheduler, or with an unknown type, is strict. A scheduler without a type is
//! WRR; without a weight it has weight 1 (saischeduler.h). If a weight is above 100, all weights of the port
//! are scaled.
//! Left out: the field `priority`, which SONiC does not use either.

use fabric_sim::ids::Priority;

use super::Switch;
use super::config_db::{ConfigRow, EntryPlace};
use super::key::ByIndex;
use super::rates;
use super::values::NodeValues;
use crate::finding::Findings;

/// Largest share of a queue. Shares are relative weights, from 1 to 100 like the weights of SONiC
/// (sonic-scheduler.yang). Weights up to 255, which orchagent accepts, are scaled.
const MAX_SHARE: u64 = 100;

/// Scheduling algorithm of the ETS queues of a port.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SchedulerType {
    Dwrr,
    Wrr,
}

/// ETS queue of a port, before its weight is scaled to a share.
struct Ets {
    queue: Priority,
    weight: u64,
    scheduler_type: SchedulerType,
    place: EntryPlace,
}

/// Writes class, share and rates of each queue of a switch into `values`. Types may have capital or small
/// letters. A strict queue has the share `auto`.
pub(super) fn write(switch: &Switch, queues: &ByIndex<'_>, values: &mut NodeValues, findings: &mut Findings) {
    for (number, values) in values.ports.iter_mut().enumerate() {
        let port_rate = rates::of_link(switch, &switch.ports[number]);
        let mut ets = Vec::new();
        for queue in Priority::ALL {
            for (name, value) in [("class", "strict"), ("share", "auto"), ("cir", "off"), ("pir", "off")] {
                values.set_priority(queue, name, value);
            }
            if let Some(scheduler) = find(switch, queues, number, queue, findings) {
                rates::write_queue(scheduler, queue, port_rate, values, findings);
                ets.extend(read_class(scheduler, queue, findings));
            }
        }
        let Some(first) = ets.first() else { continue };
        let scheduler_type = first.scheduler_type;
        values.set("ets", if scheduler_type == SchedulerType::Dwrr { "dwrr" } else { "wrr" });
        if let Some(other) = ets.iter().find(|other| other.scheduler_type != scheduler_type) {
            findings.changed(
                other.place.at("type"),
                "a port of the simulator has DWRR or WRR: that of its lowest queue",
            );
        }
        let largest = ets.iter().map(|ets| ets.weight).max().unwrap_or(1);
        for Ets { queue, weight, place, .. } in ets {
            let share = scale(weight, largest);
            values.set_priority(queue, "class", "ets");
            values.set_priority(queue, "share", share);
            let place = place.at("weight");
            if largest <= MAX_SHARE {
                findings.taken(place, format!("share = {share}"));
            } else {
                let reason = format!(
                    "share = {share}: weight {weight}, where the largest of the port, {largest}, is {MAX_SHARE}"
                );
                findings.changed(place, reason + rounding(weight, largest, share));
            }
        }
    }
}

/// Share of a queue from its weight. `largest` is the largest weight of the port. If `largest` is above
/// [`MAX_SHARE`], all weights are scaled down in proportion, to at least 1.
fn scale(weight: u64, largest: u64) -> u64 {
    if largest <= MAX_SHARE { weight } else { ((weight * MAX_SHARE + largest / 2) / largest).max(1) }
}

/// Text for a finding if a share differs by more than 1 % from the exactly scaled weight; otherwise empty.
fn rounding(weight: u64, largest: u64, share: u64) -> &'static str {
    let (exact, given) = (MAX_SHARE * weight, share * largest);
    if 100 * exact.abs_diff(given) > exact { ", rounded by more than 1 % of it" } else { "" }
}

/// Entry of `SCHEDULER` for a queue; `None`, with a finding, if the queue has no scheduler.
fn find<'a>(
    switch: &'a Switch,
    queues: &ByIndex<'a>,
    number: usize,
    queue: Priority,
    findings: &mut Findings,
) -> Option<ConfigRow<'a>> {
    let row = queues.get(number, queue.get());
    let Some((row, name)) = row.and_then(|row| Some((row, row.reference("scheduler")?))) else {
        let key = format!("{}|{queue}", switch.ports[number]);
        let reason = "no scheduler: class = strict; the queue's real class is the vendor's default";
        findings.changed(switch.place("QUEUE", &key, "scheduler"), reason);
        return None;
    };
    let scheduler = switch.db.row("SCHEDULER", name);
    if scheduler.is_some() {
        findings.taken(row.place("scheduler"), name);
    } else {
        findings.changed(row.place("scheduler"), format!("SCHEDULER has no entry {name}: class = strict"));
    }
    scheduler
}

/// Reads the class of a queue from its scheduler: weight and algorithm of an ETS queue; `None` if the queue
/// is strict. A weight outside 1 to 255 is refused, and counts as 1.
fn read_class(scheduler: ConfigRow<'_>, queue: Priority, findings: &mut Findings) -> Option<Ets> {
    let place = scheduler.place("type");
    let kind = scheduler.get("type").map(str::to_ascii_uppercase);
    let scheduler_type = match kind.as_deref() {
        Some("DWRR") => SchedulerType::Dwrr,
        Some("WRR") | None => SchedulerType::Wrr,
        Some("STRICT") => {
            findings.taken(place, "class = strict");
            return None;
        }
        Some(_) => {
            let kind = scheduler.get("type").unwrap_or_default();
            let reason = format!("\"{kind}\" is none of DWRR, WRR and STRICT: class = strict");
            findings.changed(place, reason);
            return None;
        }
    };
    match kind {
        Some(kind) => findings.taken(place, format!("class = ets, ets = {}", kind.to_ascii_lowercase())),
        None => findings.changed(place, "the field is missing: class = ets, ets = wrr, the default of SAI"),
    }
    // SAI's default weight is 1.
    let weight = scheduler.number("weight", 1..=255, findings).unwrap_or(1);
    Some(Ets { queue, weight, scheduler_type, place: scheduler.entry_place() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_up_to_100_do_not_change_and_larger_ones_scale_all_of_the_port() {
        for (weights, expected) in [
            (&[10, 10, 10, 20, 10, 10, 70][..], &[10, 10, 10, 20, 10, 10, 70][..]),
            (&[1, 100], &[1, 100]),
            (&[200, 100, 2], &[100, 50, 1]),
            (&[255, 1, 128], &[100, 1, 50]),
        ] {
            let largest = *weights.iter().max().unwrap();
            let shares: Vec<u64> = weights.iter().map(|weight| scale(*weight, largest)).collect();
            assert_eq!(shares, expected);
        }
        assert_eq!(rounding(128, 255, 50), "");
        assert_ne!(rounding(1, 255, 1), "");
    }
}
