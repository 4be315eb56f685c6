//! Link of a builder: rate and delay of all links of one tier.
//!
//! A tier may give `length` or `delay`, but not both. The check of the expanded links refuses a tier with
//! both. A tier with neither has cables of 5 m. Start with [`TierLink`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::defaults;
use crate::units::{Length, Rate, Time};

/// Rate and delay that all links of one tier have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierLink {
    /// Rate of each direction in bits per second, from 1M to 10T; default 100G.
    #[serde(default = "rate", skip_serializing_if = "is_rate")]
    pub rate: Rate,
    /// Length of each cable; the delay is 5 ns per metre. Default: 5 m, unless `delay` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Propagation delay in place of a length, at most 1 s. Default: the delay of `length`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Time>,
    /// Additional delay of PHY and FEC, at most 1 s; default 0.
    #[serde(default, skip_serializing_if = "defaults::is_zero")]
    pub phy: Time,
}

impl Default for TierLink {
    fn default() -> Self {
        Self { rate: rate(), length: None, delay: None, phy: Time::ZERO }
    }
}

const fn rate() -> Rate {
    Rate::gbps(100)
}

#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so, and it is small on 64 bits")
)]
fn is_rate(value: &Rate) -> bool {
    *value == rate()
}
