//! Import of `QUEUE.wred_profile` and `WRED_PROFILE`: ECN marks and early drops. Start with [`write`].
//!
//! Rule: the thresholds and the probability of green frames are used (`WredMapHandler`,
//! orchagent/qosorch.cpp). SONiC sets the averaging weight to 0, so the instantaneous queue length decides,
//! as in the simulator. Thresholds are in bytes, probabilities in percent.
//! Fallback: an absent probability is 100 %. If a threshold is absent, or if the lower threshold is above the
//! upper threshold, no frames are marked or dropped. Equal thresholds are permitted; thresholds above
//! [`MAX_BYTES`] become [`MAX_BYTES`]. A queue whose profile is missing, or has no `ecn` and no
//! `wred_green_enable`, neither marks nor drops early.
//! Left out: yellow and red frames, which [`super::known`] reports, and drops in lossless queues.

use fabric_sim::ids::{Priority, PrioritySet};

use super::Switch;
use super::config_db::ConfigRow;
use super::key::ByIndex;
use super::profile::MAX_BYTES;
use super::values::{NodeValues, PortValues};
use crate::finding::Findings;

/// Writes the thresholds for ECN marks and early drops of each queue of a switch. Without a profile, marks
/// and drops are `off`.
pub(super) fn write(
    switch: &Switch,
    queues: &ByIndex<'_>,
    lossless: &[PrioritySet],
    values: &mut NodeValues,
    findings: &mut Findings,
) {
    for (number, (lossless, values)) in lossless.iter().zip(&mut values.ports).enumerate() {
        for queue in Priority::ALL {
            values.set_priority(queue, "kmin", "off");
            values.set_priority(queue, "wred_min", "off");
            let Some(row) = queues.get(number, queue.get()) else { continue };
            let Some(name) = row.reference("wred_profile") else { continue };
            let Some(profile) = switch.db.row("WRED_PROFILE", name) else {
                findings.changed(
                    row.place("wred_profile"),
                    format!("WRED_PROFILE has no entry {name}: no marks"),
                );
                continue;
            };
            findings.taken(row.place("wred_profile"), name);
            of_queue(profile, queue, lossless.contains(queue), values, findings);
        }
    }
}

/// Values of the field `ecn` (sonic-wred-profile.yang).
const ECN_WORDS: [&str; 8] = [
    "ecn_none",
    "ecn_green",
    "ecn_yellow",
    "ecn_red",
    "ecn_green_yellow",
    "ecn_green_red",
    "ecn_yellow_red",
    "ecn_all",
];

fn of_queue(
    profile: ConfigRow<'_>,
    queue: Priority,
    is_lossless: bool,
    values: &mut PortValues,
    findings: &mut Findings,
) {
    profile.check_word("ecn", &ECN_WORDS, findings);
    let marks = marks_green(profile.get("ecn").unwrap_or("ecn_none"));
    let drops = profile.get("wred_green_enable") == Some("true");
    if !marks && !drops {
        findings.taken(profile.place("ecn"), "kmin = off: green frames are not marked");
        return;
    }
    let mut bytes = |field| profile.number(field, 0..=u64::MAX, findings).map(|bytes| bytes.min(MAX_BYTES));
    let (Some(min), Some(max)) = (bytes("green_min_threshold"), bytes("green_max_threshold")) else {
        findings.changed(
            profile.place(""),
            "without green_min_threshold and green_max_threshold: no marks, no drops",
        );
        return;
    };
    if min > max {
        let reason =
            format!("green_min_threshold {min} is above green_max_threshold {max}: no marks, no drops");
        findings.changed(profile.place("green_min_threshold"), reason);
        return;
    }
    // If WRED is on without a probability, `addQosItem` sets 100 %; the default of the simulator is 10 %.
    let percent = profile.number("green_drop_probability", 0..=100, findings);
    let probability = percent.unwrap_or(100);
    let mut names = Vec::new();
    if marks {
        for (name, value) in [("kmin", min.to_string()), ("kmax", max.to_string())] {
            values.set_priority(queue, name, value);
        }
        values.set_priority(queue, "pmax", format!("{probability}%"));
        names.push(["kmin", "kmax", "pmax"]);
        findings.taken(profile.place("ecn"), "green frames are marked");
    }
    if drops && is_lossless {
        let reason = "frames without ECN are dropped in lossless queues, too; the simulator drops none there";
        findings.not_modelled(profile.place("wred_green_enable"), reason);
    } else if drops {
        for (name, value) in [("wred_min", min), ("wred_max", max)] {
            values.set_priority(queue, name, value);
        }
        values.set_priority(queue, "wred_drop", format!("{probability}%"));
        names.push(["wred_min", "wred_max", "wred_drop"]);
        findings.taken(profile.place("wred_green_enable"), "lossy frames are dropped early");
    }
    for [low, high, chance] in names {
        findings.taken(profile.place("green_min_threshold"), format!("{low} = {min}"));
        findings.taken(profile.place("green_max_threshold"), format!("{high} = {max}"));
        let place = profile.place("green_drop_probability");
        if percent.is_some() {
            findings.taken(place, format!("{chance} = {probability}%"));
        } else {
            findings.changed(place, format!("{chance} = 100%: SONiC's default where the field is absent"));
        }
    }
}

/// Whether a value of the field `ecn` marks green frames, such as `ecn_green`, `ecn_green_red` or `ecn_all`.
fn marks_green(ecn: &str) -> bool {
    ecn == "ecn_all" || ecn.contains("green")
}
