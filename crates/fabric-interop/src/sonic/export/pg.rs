//! Export of `BUFFER_PG`, and of the buffer profiles of priority groups.
//!
//! Rule: profiles of lossless groups have headroom. The thresholds of all lossless groups are static, or all
//! are dynamic (`processBufferProfile`, orchagent/bufferorch.cpp).
//! Fallback: without a headroom pool, `size` is the sum of reserve and headroom; a note says so.
//! Left out: thresholds of VOQs and queues, and frames that are not charged to memory (refused).

use fabric_sim::fabric::buffer::{HeadroomPool, PgConfig, Scope};
use fabric_sim::ids::Priority;

use super::cable::metres;
use super::patch::{Entries, Fields, Inexpressible, Patch, Removals};
use super::threshold::{self, Mode};
use super::{Exported, Port, pool};

/// Writes the priority groups of all ports, their profiles, and the pools. If the threshold of a lossy
/// group has another mode (static or dynamic) than the lossless groups, the group uses the pool
/// [`pool::LOSSY`].
pub(super) fn write(
    exported: &Exported<'_>,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    removals: &mut Removals,
    notes: &mut Vec<String>,
) {
    let mode = mode(exported, inexpressible);
    let shared = pool::write(exported, mode, patch, inexpressible, removals);
    let mut writer =
        Writer { mode, shared, has_own_headrooms: false, profiles: Entries::of("BUFFER_PROFILE") };
    let has_pool = exported.config.pool.headroom != HeadroomPool::Private;
    for port in &exported.ports {
        let mut names: [Option<String>; 8] = [const { None }; 8];
        for (priority, name) in Priority::ALL.into_iter().zip(&mut names) {
            let group = &port.spec.config.priorities[priority.index()].pg;
            check(port, priority, group, inexpressible);
            let profile = if group.lossless {
                writer.lossless(port, priority, has_pool, patch, inexpressible)
            } else {
                writer.lossy(port, priority, patch, inexpressible)
            };
            if group.lossless && group.xon_offset.is_none() {
                removals.add("BUFFER_PROFILE", "xon_offset", &profile);
            }
            *name = Some(profile);
        }
        patch.set_runs("BUFFER_PG", &port.name, "profile", &names);
    }
    if writer.has_own_headrooms {
        notes.push(
            "Without a shared headroom pool, the size of a lossless profile is reserve + xoff, as on Spectrum, Tofino and \
             Trident 2; where size is the reserve alone (Jericho, Marvell), subtract xoff."
                .to_owned(),
        );
    }
}

/// Threshold mode of the lossless groups, and so of their pool: the mode of the first group. Refuses
/// lossless groups with another mode. Without lossless groups: the mode of the first lossy group; without
/// ports: dynamic.
fn mode(exported: &Exported<'_>, inexpressible: &mut Inexpressible) -> Mode {
    let groups = || {
        exported.ports.iter().flat_map(|port| {
            let priorities = Priority::ALL.into_iter().zip(&port.spec.config.priorities);
            priorities.map(move |(n, priority)| (port, n, &priority.pg))
        })
    };
    let mut lossless = groups().filter(|(_, _, group)| group.lossless);
    let first = lossless.next().or_else(|| groups().next());
    let mode = first.map_or(Mode::Dynamic, |(_, _, group)| Mode::of(group.threshold));
    for (port, n, _) in lossless.filter(|(_, _, group)| Mode::of(group.threshold) != mode) {
        let reason = format!(
            "lossless groups share one pool, whose thresholds are all static or all dynamic; the first is {}",
            mode.as_str()
        );
        inexpressible.add(port.of_priority(n, "threshold"), reason);
    }
    mode
}

/// Refuses settings of a priority group that a profile cannot contain.
fn check(port: &Port<'_>, priority: Priority, group: &PgConfig, inexpressible: &mut Inexpressible) {
    if group.scope != Scope::Group {
        let reason = "SONiC limits priority groups, neither VOQs nor queues; set threshold_scope=pg";
        inexpressible.add(port.of_priority(priority, "threshold_scope"), reason);
    }
    if !group.counted {
        let reason = "SONiC charges all frames to memory; set counted=on";
        inexpressible.add(port.of_priority(priority, "counted"), reason);
    }
}

struct Writer {
    mode: Mode,
    shared: u64,
    has_own_headrooms: bool,
    profiles: Entries,
}

impl Writer {
    /// Writes the profile of a lossless group if the profile is new. Returns the name of the profile. The
    /// name has the speed in Mb/s and the cable length in whole metres, rounded up.
    fn lossless(
        &mut self,
        port: &Port<'_>,
        priority: Priority,
        has_pool: bool,
        patch: &mut Patch,
        inexpressible: &mut Inexpressible,
    ) -> String {
        let group = port.spec.config.priorities[priority.index()].pg;
        let mut fields = Fields::from([("pool", pool::LOSSLESS.to_owned())]);
        let size = if has_pool { group.reserve } else { group.reserve + group.headroom };
        self.has_own_headrooms |= !has_pool;
        fields.insert("size", size.to_string());
        fields.insert("xoff", group.headroom.to_string());
        // In SAI, XON compares all bytes of the group; in the simulator, only its bytes in the shared pool.
        fields.insert("xon", (group.reserve + group.xon).to_string());
        if let Some(offset) = group.xon_offset {
            fields.insert("xon_offset", offset.to_string());
        }
        let address = port.of_priority(priority, "alpha");
        threshold::write(group.threshold, address, &mut fields, inexpressible);
        let speed = port.spec.clock.rate().bps() / 1_000_000;
        let cable = metres(port.spec.delay).0;
        self.profiles.name(&format!("pg_lossless_{speed}_{cable}m_profile"), fields, patch)
    }

    /// Writes the profile of a lossy group if the profile is new. Returns the name of the profile.
    fn lossy(
        &mut self,
        port: &Port<'_>,
        priority: Priority,
        patch: &mut Patch,
        inexpressible: &mut Inexpressible,
    ) -> String {
        let group = port.spec.config.priorities[priority.index()].pg;
        let mode = Mode::of(group.threshold);
        let pool = if mode == self.mode { pool::LOSSLESS } else { pool::LOSSY };
        if mode != self.mode {
            pool::one(pool::LOSSY, "ingress", mode, self.shared, patch);
        }
        let mut fields = Fields::from([("pool", pool.to_owned()), ("size", group.reserve.to_string())]);
        let address = port.of_priority(priority, "alpha");
        threshold::write(group.threshold, address, &mut fields, inexpressible);
        self.profiles.name("simulated_pg_lossy_profile", fields, patch)
    }
}
