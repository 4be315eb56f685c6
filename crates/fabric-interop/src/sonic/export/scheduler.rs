//! `SCHEDULER` and `QUEUE`: classes, shares and the names of WRED profiles.

use fabric_sim::fabric::egress::{Algorithm, Discipline};

use super::Exported;
use super::patch::{Entries, Fields, Patch};
use super::wred::Profiles;

/// Writes the scheduler of every queue, and the name of its WRED profile.
pub(super) fn write(exported: &Exported<'_>, wred: &Profiles, patch: &mut Patch) {
    let mut schedulers = Entries::of("SCHEDULER");
    for (port, wred) in exported.ports.iter().zip(wred) {
        let kind = match port.spec.config.ets.algorithm {
            Algorithm::Dwrr => "DWRR",
            Algorithm::Wrr => "WRR",
        };
        let mut entries: [Option<(String, Option<String>)>; 8] = [const { None }; 8];
        for (queue, entry) in entries.iter_mut().enumerate() {
            let class = port.spec.config.priorities[queue].class;
            let (wanted, fields) = match class.discipline {
                Discipline::Strict => {
                    ("simulated_strict".to_owned(), Fields::from([("type", "STRICT".to_owned())]))
                }
                Discipline::Ets => {
                    let share = class.share.to_string();
                    let wanted = format!("simulated_{}_{share}", kind.to_lowercase());
                    (wanted, Fields::from([("type", kind.to_owned()), ("weight", share)]))
                }
            };
            *entry = Some((schedulers.name(&wanted, fields, patch), wred[queue].clone()));
        }
        for (indices, (scheduler, wred)) in super::patch::runs(&entries) {
            let key = format!("{}|{indices}", port.name);
            patch.set("QUEUE", &key, "scheduler", scheduler.clone());
            if let Some(wred) = wred {
                patch.set("QUEUE", &key, "wred_profile", wred.clone());
            }
        }
    }
}
