//! Export of schedulers: `SCHEDULER`, `QUEUE` and `PORT_QOS_MAP.scheduler`. These tables contain the
//! classes, shares and rates of queues, the maximum rates of ports, and the names of WRED profiles.
//!
//! Rule: shares become weights; rates are in bytes per second (sonic-scheduler.yang).
//! Fallback: equal schedulers share an entry. A queue without rates gets no fields for rates.
//! Left out: rates that are not a whole number of bytes per second, and `pbs` below `cbs` (refused).

use fabric_sim::fabric::egress::{Algorithm, BucketConfig, Discipline};
use fabric_sim::ids::Priority;
use fabric_sim::spec::PriorityConfig;

use super::patch::{Entries, Fields, Inexpressible, Patch};
use super::wred::Profiles;
use super::{Exported, Port};

/// Writes the scheduler of each queue, the name of its WRED profile, and the scheduler of each port with a
/// maximum rate. Adjacent queues with the same scheduler and WRED profile share an entry of `QUEUE`.
pub(super) fn write(
    exported: &Exported<'_>,
    wred: &Profiles,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
) {
    let mut schedulers = Entries::of("SCHEDULER");
    for (port, wred) in exported.ports.iter().zip(wred) {
        let kind = match port.spec.config.ets.algorithm {
            Algorithm::Dwrr => "DWRR",
            Algorithm::Wrr => "WRR",
        };
        let mut entries: [Option<(String, Option<String>)>; 8] = [const { None }; 8];
        for (queue, entry) in Priority::ALL.into_iter().zip(&mut entries) {
            let config = &port.spec.config.priorities[queue.index()];
            let (wanted, mut fields) = match config.class.discipline {
                Discipline::Strict => {
                    ("simulated_strict".to_owned(), Fields::from([("type", "STRICT".to_owned())]))
                }
                Discipline::Ets => {
                    let share = config.class.share.to_string();
                    let wanted = format!("simulated_{}_{share}", kind.to_lowercase());
                    (wanted, Fields::from([("type", kind.to_owned()), ("weight", share)]))
                }
            };
            add_rates(port, queue, config, &mut fields, inexpressible);
            *entry = Some((schedulers.name(&wanted, fields, patch), wred[queue.index()].clone()));
        }
        for (indices, (scheduler, wred)) in super::patch::runs(&entries) {
            let key = format!("{}|{indices}", port.name);
            patch.set("QUEUE", &key, "scheduler", scheduler.clone());
            if let Some(wred) = wred {
                patch.set("QUEUE", &key, "wred_profile", wred.clone());
            }
        }
        if let Some(max) = &port.spec.config.max_rate {
            let mut fields = Fields::new();
            add_bucket(max, ["pir", "pbs"], &port.param("port_pir"), &mut fields, inexpressible);
            let name = schedulers.name("simulated_port", fields, patch);
            patch.set("PORT_QOS_MAP", &port.name, "scheduler", name);
        }
    }
}

/// Adds the minimum and the maximum rate of a queue to the fields of its scheduler.
fn add_rates(
    port: &Port<'_>,
    queue: Priority,
    config: &PriorityConfig,
    fields: &mut Fields,
    inexpressible: &mut Inexpressible,
) {
    if let Some(min) = &config.min_rate {
        add_bucket(min, ["cir", "cbs"], &port.of_priority(queue, "cir"), fields, inexpressible);
    }
    if let Some(max) = &config.max_rate {
        add_bucket(max, ["pir", "pbs"], &port.of_priority(queue, "pir"), fields, inexpressible);
        if config.min_rate.is_some_and(|min| min.burst() > max.burst()) {
            let reason = "in SONiC pbs is at least cbs; raise pbs, or lower cbs";
            inexpressible.add(port.of_priority(queue, "pbs"), reason);
        }
    }
}

/// Adds a rate and its burst to the fields of a scheduler, under the names `rate` and `burst`. Refuses a
/// rate that is not a whole number of bytes per second; the refusal names the parameter `address`.
fn add_bucket(
    bucket: &BucketConfig,
    [rate, burst]: [&'static str; 2],
    address: &str,
    fields: &mut Fields,
    inexpressible: &mut Inexpressible,
) {
    let bps = bucket.rate().bps();
    if !bps.is_multiple_of(8) {
        let reason = "rates of SONiC are whole bytes per second; set a multiple of 8 bits per second";
        inexpressible.add(address.to_owned(), reason);
    }
    fields.insert("meter_type", "bytes".to_owned());
    fields.insert(rate, (bps / 8).to_string());
    fields.insert(burst, bucket.burst().to_string());
}
