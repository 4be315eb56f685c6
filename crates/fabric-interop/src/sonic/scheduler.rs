//! `QUEUE.scheduler` and `SCHEDULER`: classes and shares (`handleSchedulerTable`, orchagent/qosorch.cpp).
//!
//! A queue without a scheduler, or of a type other than `DWRR` and `WRR`, is strict. The lowest weighted
//! queue of a port decides between DWRR and WRR.

use super::Switch;
use super::key::ByIndex;
use super::values::NodeValues;
use crate::finding::{Findings, Place};

/// Scheduling algorithm of the ETS queues of a port.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    Dwrr,
    Wrr,
}

/// An ETS queue of a port.
struct Ets {
    queue: u8,
    weight: u64,
    turns: Turns,
    place: Place,
}

/// Writes the class and share of every queue.
pub(super) fn write(switch: &Switch, queues: &ByIndex<'_>, values: &mut NodeValues, findings: &mut Findings) {
    for (number, values) in values.ports.iter_mut().enumerate() {
        let mut ets = Vec::new();
        for queue in 0..8u8 {
            values.set_priority(queue, "class", "strict");
            values.set_priority(queue, "share", "auto");
            ets.extend(of_queue(switch, queues, number, queue, findings));
        }
        let Some(first) = ets.first() else { continue };
        let turns = first.turns;
        values.set("ets", if turns == Turns::Dwrr { "dwrr" } else { "wrr" });
        if let Some(other) = ets.iter().find(|other| other.turns != turns) {
            findings.changed(
                other.place.at("type"),
                "a port of the simulator has DWRR or WRR: that of its lowest queue",
            );
        }
        let weights: Vec<u64> = ets.iter().map(|ets| ets.weight).collect();
        let sum: u64 = weights.iter().sum();
        for (ets, share) in ets.iter().zip(shares(&weights)) {
            values.set_priority(ets.queue, "class", "ets");
            values.set_priority(ets.queue, "share", share);
            let place = ets.place.at("weight");
            if sum == 100 {
                findings.taken(place, format!("share = {share}"));
            } else {
                let reason =
                    format!("share = {share}: weight {} of {sum}, as a whole percentage", ets.weight);
                findings.changed(place, reason + rounding(ets.weight, sum, share));
            }
        }
    }
}

/// Note for a share that differs from its weight by more than 1 % of itself; empty otherwise.
fn rounding(weight: u64, sum: u64, share: u64) -> &'static str {
    let (exact, given) = (100 * weight, share * sum);
    if 100 * exact.abs_diff(given) > exact { ", rounded by more than 1 % of it" } else { "" }
}

/// ETS queue of an entry of `QUEUE`; `None` if it is strict.
fn of_queue(
    switch: &Switch,
    queues: &ByIndex<'_>,
    number: usize,
    queue: u8,
    findings: &mut Findings,
) -> Option<Ets> {
    let row = queues.get(number, queue);
    let Some((row, name)) = row.and_then(|row| Some((row, row.reference("scheduler")?))) else {
        let key = format!("{}|{queue}", switch.ports[number]);
        let reason = "no scheduler: class = strict; the queue's real class is the vendor's default";
        findings.changed(switch.place("QUEUE", &key, "scheduler"), reason);
        return None;
    };
    let Some(scheduler) = switch.db.row("SCHEDULER", name) else {
        findings.changed(row.place("scheduler"), format!("SCHEDULER has no entry {name}: class = strict"));
        return None;
    };
    for field in ["meter_type", "cir", "cbs", "pir", "pbs"] {
        if scheduler.get(field).is_some_and(|value| value != "0") {
            findings.not_modelled(scheduler.place(field), "queues have no shaper");
        }
    }
    let kind = scheduler.get("type").unwrap_or_default();
    let turns = match kind.to_ascii_uppercase().as_str() {
        "DWRR" => Turns::Dwrr,
        "WRR" => Turns::Wrr,
        "STRICT" => {
            findings.taken(scheduler.place("type"), "class = strict");
            findings.taken(row.place("scheduler"), name);
            return None;
        }
        _ => {
            let reason = format!("\"{kind}\" is none of DWRR, WRR and STRICT: class = strict");
            findings.changed(scheduler.place("type"), reason);
            return None;
        }
    };
    findings.taken(scheduler.place("type"), format!("class = ets, ets = {}", kind.to_ascii_lowercase()));
    findings.taken(row.place("scheduler"), name);
    // SAI's default weight is 1.
    let weight = scheduler.number("weight", 1..=255, findings).unwrap_or(1);
    Some(Ets { queue, weight, turns, place: scheduler.place("") })
}

/// Whole percentages in proportion to at most 100 weights, by the largest-remainder method, at least 1
/// each.
pub(crate) fn shares(weights: &[u64]) -> Vec<u64> {
    let sum = weights.iter().sum::<u64>().max(1);
    let mut shares: Vec<u64> = weights.iter().map(|weight| (100 * weight / sum).max(1)).collect();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|n| std::cmp::Reverse(100 * weights[*n] % sum));
    let given: u64 = shares.iter().sum();
    for n in order.iter().take(usize::try_from(100u64.saturating_sub(given)).unwrap_or_default()) {
        shares[*n] += 1;
    }
    // Shares that were raised to 1 are taken from the largest.
    for _ in 100..given {
        if let Some(largest) = shares.iter_mut().max() {
            *largest -= 1;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_to_100_and_are_at_least_1() {
        for (weights, expected) in [
            (&[14, 14, 14, 15, 15, 14, 14][..], &[14, 14, 14, 15, 15, 14, 14][..]),
            (&[10, 10, 10, 20, 10, 10, 70], &[7, 7, 7, 15, 7, 7, 50]),
            (&[1, 1, 1], &[34, 33, 33]),
            (&[255, 1, 1, 1], &[97, 1, 1, 1]),
            (&[7], &[100]),
        ] {
            assert_eq!(shares(weights), expected);
            assert_eq!(shares(weights).iter().sum::<u64>(), 100);
        }
    }
}
