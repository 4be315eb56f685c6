//! Export of thresholds: `dynamic_th` and `static_th`.
//!
//! Rule: α is 2 to the power of `dynamic_th` (SAI, saibuffer.h).
//! Fallback: a static threshold is written in bytes.
//! Left out: values of α that are no power of two. They are refused.

use fabric_sim::fabric::buffer::Threshold;

use super::patch::{Fields, Inexpressible};

/// Mode of the thresholds of a pool: dynamic (α) or static (bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Dynamic,
    Static,
}

impl Mode {
    /// Mode of a threshold.
    pub const fn of(threshold: Threshold) -> Self {
        match threshold {
            Threshold::Dynamic(_) => Self::Dynamic,
            Threshold::Static(_) => Self::Static,
        }
    }

    /// Value of the field `BUFFER_POOL.mode`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dynamic => "dynamic",
            Self::Static => "static",
        }
    }
}

/// Writes a threshold into `fields`. An α that is no power of two is refused; `address` is its parameter.
pub(super) fn write(
    threshold: Threshold,
    address: String,
    fields: &mut Fields,
    inexpressible: &mut Inexpressible,
) {
    match threshold {
        Threshold::Dynamic(alpha) if alpha.is_power_of_two() => {
            let n = i64::from(alpha.trailing_zeros()) - i64::from(Threshold::ONE.trailing_zeros());
            fields.insert("dynamic_th", n.to_string());
        }
        Threshold::Dynamic(alpha) => {
            let alpha = f64::from(alpha) / f64::from(Threshold::ONE);
            let reason =
                format!("{alpha} is no power of two, and dynamic_th is its exponent; take 1/2, 1, 2 …");
            inexpressible.add(address, reason);
        }
        Threshold::Static(bytes) => drop(fields.insert("static_th", bytes.to_string())),
    }
}
