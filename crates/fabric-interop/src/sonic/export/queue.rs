//! Export of `BUFFER_QUEUE`, and of the buffer profiles of egress queues.
//!
//! Rule: the limit of a lossy queue becomes the threshold of its profile (`processQueue`,
//! orchagent/bufferorch.cpp).
//! Fallback: a queue without a limit gets a limit as large as its pool, which has no effect.
//! Left out: limits of lossless queues, because the simulator does not use them.

use fabric_sim::fabric::buffer::Threshold;
use fabric_sim::ids::Priority;

use super::patch::{Entries, Fields, Inexpressible, Patch};
use super::threshold::{self, Mode};
use super::{Exported, Port, pool};

/// Writes profiles of egress queues: with a limit for lossy queues, without a limit for lossless queues.
pub(super) fn write(exported: &Exported<'_>, patch: &mut Patch, inexpressible: &mut Inexpressible) {
    let size = pool_size(exported);
    pool::one(pool::EGRESS_STATIC, "egress", Mode::Static, size, patch);
    let mut profiles = Entries::of("BUFFER_PROFILE");
    for port in &exported.ports {
        let mut names: [Option<String>; 8] = [const { None }; 8];
        for (queue, name) in Priority::ALL.into_iter().zip(&mut names) {
            *name = Some(of_queue(port, queue, size, &mut profiles, patch, inexpressible));
        }
        patch.set_runs("BUFFER_QUEUE", &port.name, "profile", &names);
    }
}

/// Size of the egress pools in bytes: the memory, but at least one byte more than the largest static limit. A
/// limit as large as its pool would have no effect.
fn pool_size(exported: &Exported<'_>) -> u64 {
    let priorities = exported.ports.iter().flat_map(|port| &port.spec.config.priorities);
    let limits = priorities.filter_map(|priority| match priority.egress_limit {
        Some(Threshold::Static(bytes)) => Some(bytes + 1),
        _ => None,
    });
    limits.fold(exported.config.pool.memory, u64::max)
}

/// Writes the buffer profile of an egress queue into the patch, if the profile is new. Returns the name of
/// the profile.
fn of_queue(
    port: &Port<'_>,
    queue: Priority,
    pool_size: u64,
    profiles: &mut Entries,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
) -> String {
    let config = &port.spec.config.priorities[queue.index()];
    let mut fields = Fields::from([("size", "0".to_owned())]);
    let limit = config.egress_limit.filter(|_| !config.pg.lossless);
    // A limit as large as the pool has no effect, so it stands for no limit.
    let limit = limit.unwrap_or(Threshold::Static(pool_size));
    let pool = match Mode::of(limit) {
        Mode::Static => pool::EGRESS_STATIC,
        Mode::Dynamic => {
            pool::one(pool::EGRESS_DYNAMIC, "egress", Mode::Dynamic, pool_size, patch);
            pool::EGRESS_DYNAMIC
        }
    };
    fields.insert("pool", pool.to_owned());
    threshold::write(limit, port.of_priority(queue, "egress_alpha"), &mut fields, inexpressible);
    let wanted = if config.pg.lossless { "egress_lossless_profile" } else { "simulated_queue_lossy_profile" };
    profiles.name(wanted, fields, patch)
}
