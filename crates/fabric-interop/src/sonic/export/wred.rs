//! Export of `WRED_PROFILE`: ECN marks and early drops.
//!
//! Rule: a profile has two thresholds and a whole percentage, which apply to marks and drops alike
//! (sonic-wred-profile.yang).
//! Fallback: a queue without marks and early drops gets a profile that has neither. A lossless queue that
//! marks gets a profile with WRED on, as in SONiC's own profile; a note says so.
//! Left out: different thresholds for marks and drops (refused).

use fabric_sim::fabric::egress::{EcnConfig, WredConfig};
use fabric_sim::ids::Priority;

use super::Exported;
use super::patch::{Entries, Fields, Inexpressible, Patch};

/// Names of WRED profiles, indexed by port number and then by queue. `None`: the settings of the queue are
/// refused.
pub(super) type Profiles = Vec<[Option<String>; 8]>;

/// Writes the WRED profiles of all queues. Returns the names of the profiles. Early drops of lossless queues
/// are ignored.
pub(super) fn profiles(
    exported: &Exported<'_>,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    notes: &mut Vec<String>,
) -> Profiles {
    let mut entries = Entries::of("WRED_PROFILE");
    let mut has_lossless = false;
    let mut profiles = Profiles::new();
    for port in &exported.ports {
        let mut names: [Option<String>; 8] = [const { None }; 8];
        for (queue, name) in Priority::ALL.into_iter().zip(&mut names) {
            let config = &port.spec.config.priorities[queue.index()];
            let is_lossless = config.pg.lossless;
            let marks = Some(config.ecn).filter(|ecn| !ecn.is_off());
            let drops = Some(config.wred).filter(|wred| *wred != WredConfig::OFF && !is_lossless);
            let curve = match (marks.map(Curve::of_marks), drops.map(Curve::of_drops)) {
                (None, None) => {
                    *name = Some(entries.name("SIMULATED_OFF", off(), patch));
                    continue;
                }
                (Some(marks), Some(drops)) if marks != drops => {
                    let reason = "a WRED_PROFILE has one pair of thresholds and one probability for marks and drops; set \
                                  wred_min, wred_max and wred_drop to kmin, kmax and pmax";
                    inexpressible.add(port.of_priority(queue, "wred_min"), reason);
                    continue;
                }
                (Some(curve), _) | (None, Some(curve)) => curve,
            };
            let Some(percent) = percent(curve.probability) else {
                let param = if marks.is_some() { "pmax" } else { "wred_drop" };
                let reason = "green_drop_probability is a whole percentage; round it";
                inexpressible.add(port.of_priority(queue, param), reason);
                continue;
            };
            has_lossless |= is_lossless;
            // SONiC marks by the thresholds of WRED, so its profile of lossless queues enables WRED.
            let is_on = drops.is_some() || is_lossless;
            let fields = Fields::from([
                ("ecn", if marks.is_some() { "ecn_all" } else { "ecn_none" }.to_owned()),
                ("wred_green_enable", is_on.to_string()),
                ("green_min_threshold", curve.min.to_string()),
                ("green_max_threshold", curve.max.to_string()),
                ("green_drop_probability", percent.to_string()),
            ]);
            let wanted = if is_lossless { "SIMULATED_LOSSLESS" } else { "SIMULATED_LOSSY" };
            *name = Some(entries.name(wanted, fields, patch));
        }
        profiles.push(names);
    }
    if has_lossless {
        notes.push(
            "wred_green_enable is true for lossless queues that mark, as in SONiC's own profile: there it also drops \
             frames without ECN, which the simulation does not."
                .to_owned(),
        );
    }
    profiles
}

/// Fields of a profile without marks and early drops. A queue without WRED needs this profile: `config
/// load` cannot remove another profile that the switch may have for the queue.
fn off() -> Fields {
    Fields::from([("ecn", "ecn_none".to_owned()), ("wred_green_enable", "false".to_owned())])
}

/// Curve of ECN marks or early drops: two thresholds in bytes, and the probability just below the upper
/// threshold, in units of 1/2³².
#[derive(Clone, Copy, PartialEq, Eq)]
struct Curve {
    min: u64,
    max: u64,
    probability: u64,
}

impl Curve {
    const fn of_marks(ecn: EcnConfig) -> Self {
        Self { min: ecn.kmin, max: ecn.kmax, probability: ecn.pmax }
    }

    const fn of_drops(wred: WredConfig) -> Self {
        Self { min: wred.min, max: wred.max, probability: wred.drop }
    }
}

/// Probability as a whole percentage, from units of 1/2³²; `None` if the percentage is not whole. The
/// rounding error of the fixed-point number is ignored.
fn percent(probability: u64) -> Option<u64> {
    let percent = (probability * 100 + EcnConfig::CERTAIN / 2) / EcnConfig::CERTAIN;
    let exact = percent * EcnConfig::CERTAIN;
    (exact.abs_diff(probability * 100) < 100).then_some(percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_probability_is_a_whole_percentage_or_none() {
        for whole in 0..=100u64 {
            assert_eq!(percent((whole * EcnConfig::CERTAIN + 50) / 100), Some(whole));
        }
        assert_eq!(percent(EcnConfig::CERTAIN / 200), None);
    }
}
