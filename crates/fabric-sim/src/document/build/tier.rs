use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::defaults;
use crate::units::{Length, Rate, Time};

/// The links of one tier, which are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TierLink {
    /// Bits per second each way, 1M to 10T; default 100G.
    #[serde(default = "rate", skip_serializing_if = "is_rate")]
    pub rate: Rate,
    /// Length of each cable, at 5 ns a metre. Without length and delay: 5 m.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// Propagation delay instead of a length, at most 1 s.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Time>,
    /// Delay that PHY and FEC add, at most 1 s.
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
