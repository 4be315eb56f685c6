//! Export of thresholds: `dynamic_th` and `static_th`.
//!
//! Rule: α is 2 to the power of `dynamic_th` (SAI, saibuffer.h). A profile has one of the two fields.
//! Fallback: a static threshold is written in bytes.
//! Left out: values of α that are no power of two (refused).

use fabric_sim::fabric::buffer::Threshold;

use super::patch::{Fields, Inexpressible, Patch, Removals};

const PROFILE: &str = "BUFFER_PROFILE";
const DYNAMIC: &str = "dynamic_th";
const STATIC: &str = "static_th";

/// Text of a note: on the switch, a pool or profile of the same name may exist with another mode.
/// `processBufferPool` and `processBufferProfile` (orchagent/bufferorch.cpp) do not change the mode of an
/// existing object.
pub(super) const FIXED_MODES: &str = "SONiC sets the mode of a pool and the kind of threshold of a profile only when it creates them. If the switch \
     has another mode or kind, run config save and config reload after config load.";

/// Mode of the thresholds of a pool: dynamic (α) or static (bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Dynamic,
    Static,
}

impl Mode {
    /// Mode of a pool that a profile with this threshold needs.
    pub const fn of(threshold: Threshold) -> Self {
        match threshold {
            Threshold::Dynamic(_) => Self::Dynamic,
            Threshold::Static(_) => Self::Static,
        }
    }

    /// Value of the field `BUFFER_POOL.mode` for this mode.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dynamic => "dynamic",
            Self::Static => "static",
        }
    }
}

/// Writes a threshold into `fields`. An α that is no power of two is refused; the refusal names the parameter
/// `address`.
pub(super) fn write(
    threshold: Threshold,
    address: String,
    fields: &mut Fields,
    inexpressible: &mut Inexpressible,
) {
    match threshold {
        Threshold::Dynamic(alpha) if alpha.is_power_of_two() => {
            let n = i64::from(alpha.trailing_zeros()) - i64::from(Threshold::ONE.trailing_zeros());
            fields.insert(DYNAMIC, n.to_string());
        }
        Threshold::Dynamic(alpha) => {
            let alpha = f64::from(alpha) / f64::from(Threshold::ONE);
            let reason =
                format!("{alpha} is no power of two, and dynamic_th is its exponent; take 1/2, 1, 2 …");
            inexpressible.add(address, reason);
        }
        Threshold::Static(bytes) => drop(fields.insert(STATIC, bytes.to_string())),
    }
}

/// Adds to `removals`, for each profile of `patch`, the threshold field that the profile does not have. The
/// switch may have a profile of the same name with this field, which `config load` keeps. orchagent cannot
/// create a profile with both threshold fields.
pub(super) fn add_removals(patch: &Patch, removals: &mut Removals) {
    for (name, fields) in patch.entries(PROFILE) {
        for (own, other) in [(DYNAMIC, STATIC), (STATIC, DYNAMIC)] {
            if fields.contains_key(own) {
                removals.add(PROFILE, other, name);
            }
        }
    }
}
