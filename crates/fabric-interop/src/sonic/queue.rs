//! Import of `BUFFER_QUEUE`: limits of egress queues (`processQueue`, orchagent/bufferorch.cpp).
//!
//! Rule: the limit of a lossy queue is the threshold of its profile.
//! Fallback: a queue without a profile has no limit.
//! Left out: limits of lossless queues, because SONiC usually gives these queues a profile without a limit.

use fabric_sim::ids::{Priority, PrioritySet};

use super::Switch;
use super::key::ByIndex;
use super::profile::Profile;
use super::values::NodeValues;
use crate::finding::Findings;

/// Writes the limits of lossy queues. Reports the limits of lossless queues as not modelled.
pub(super) fn write(
    switch: &Switch,
    lossless: &[PrioritySet],
    values: &mut NodeValues,
    findings: &mut Findings,
) {
    let entries = ByIndex::read(switch, "BUFFER_QUEUE", findings);
    for (number, (lossless, values)) in lossless.iter().zip(&mut values.ports).enumerate() {
        for queue in Priority::ALL {
            let Some(row) = entries.get(number, queue.get()) else {
                if !lossless.contains(queue) {
                    values.set_priority(queue, "egress_limit", "off");
                    let place =
                        switch.place("BUFFER_QUEUE", &format!("{}|{queue}", switch.ports[number]), "profile");
                    findings.changed(place, "a lossy queue without a profile: egress_limit = off");
                }
                continue;
            };
            let name = row.reference("profile").unwrap_or_default();
            if lossless.contains(queue) {
                let reason = "egress limits of lossless queues; usually they are set to no limit";
                findings.not_modelled(row.place("profile"), reason);
                continue;
            }
            let Some(profile) = switch.db.row("BUFFER_PROFILE", name) else {
                values.set_priority(queue, "egress_limit", "off");
                let reason = format!("BUFFER_PROFILE has no entry {name}: egress_limit = off");
                findings.changed(row.place("profile"), reason);
                continue;
            };
            let profile = Profile::read(profile, findings);
            let pool = profile.pool.as_deref().and_then(|name| switch.db.row("BUFFER_POOL", name));
            let size = pool.and_then(|row| row.number("size", 0..=u64::MAX, findings));
            profile.write_queue(queue, size, values, findings);
            findings.taken(row.place("profile"), format!("{name} for each lossy queue of the key"));
        }
    }
}
