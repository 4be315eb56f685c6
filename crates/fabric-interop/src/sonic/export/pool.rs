//! Export of `BUFFER_POOL`: memory of the switch.
//!
//! Rule: the size of the pool is the memory without reserves and headroom pool (`processBufferPool`,
//! orchagent/bufferorch.cpp).
//! Fallback: without a headroom pool, `xoff` is 0, which means no headroom pool. If the document gives the
//! headroom pool as a ratio, the ratio becomes `over_subscribe_ratio`, together with `default_dynamic_th` 0.
//! Left out: fractional ratios, and headroom pools of 0 B (refused).

use fabric_sim::fabric::buffer::HeadroomPool;

use super::Exported;
use super::patch::{Inexpressible, Patch, Removals};
use super::threshold::Mode;

/// Pool of the lossless priority groups, by its usual name.
pub(in crate::sonic) const LOSSLESS: &str = "ingress_lossless_pool";
const DEFAULT_LOSSLESS: &str = "DEFAULT_LOSSLESS_BUFFER_PARAMETER";
/// Key of the only entry of [`DEFAULT_LOSSLESS`].
const DEFAULT_KEY: &str = "AZURE";
pub(super) const LOSSY: &str = "ingress_lossy_pool";
pub(super) const EGRESS_STATIC: &str = "egress_lossless_pool";
pub(super) const EGRESS_DYNAMIC: &str = "egress_lossy_pool";

/// Writes the pool of the priority groups, with the headroom pool; `mode` is the mode of the thresholds.
/// Returns the bytes of the pool without the headroom pool; 0 if reserves and headroom exceed the memory.
pub(super) fn write(
    exported: &Exported<'_>,
    mode: Mode,
    patch: &mut Patch,
    inexpressible: &mut Inexpressible,
    removals: &mut Removals,
) -> u64 {
    let pool = exported.config.pool;
    let groups = || exported.ports.iter().flat_map(|port| &port.spec.config.priorities);
    let reserves: u64 = groups().map(|priority| priority.pg.reserve).sum();
    let headrooms: u64 = groups().map(|priority| priority.pg.headroom).sum();
    match pool.headroom {
        HeadroomPool::Private => removals.add(DEFAULT_LOSSLESS, "over_subscribe_ratio", DEFAULT_KEY),
        HeadroomPool::Bytes(0) => inexpressible.add(
            exported.param("headroom_pool"),
            "SONiC takes a headroom pool of 0 B for none: each group then has its own headroom",
        ),
        HeadroomPool::Bytes(_) => {}
        HeadroomPool::Ratio(ratio) if ratio.is_multiple_of(HeadroomPool::ONE) => {
            let (table, key) = (DEFAULT_LOSSLESS, DEFAULT_KEY);
            patch.set(table, key, "over_subscribe_ratio", (ratio / HeadroomPool::ONE).to_string());
            patch.set(table, key, "default_dynamic_th", "0");
        }
        HeadroomPool::Ratio(_) => inexpressible.add(
            exported.param("headroom_ratio"),
            "over_subscribe_ratio is a whole number; take one, or give a headroom_pool",
        ),
    }
    let own_size = if let HeadroomPool::Bytes(bytes) = pool.headroom { bytes } else { 0 };
    patch.set("BUFFER_POOL", LOSSLESS, "xoff", own_size.to_string());
    let shared = pool.memory.saturating_sub(reserves).saturating_sub(pool.headroom.size(headrooms));
    one(LOSSLESS, "ingress", mode, shared, patch);
    shared
}

/// Writes the pool `name`; `kind` is `ingress` or `egress`, `size` is in bytes.
pub(super) fn one(name: &str, kind: &str, mode: Mode, size: u64, patch: &mut Patch) {
    patch.set("BUFFER_POOL", name, "type", kind);
    patch.set("BUFFER_POOL", name, "mode", mode.as_str());
    patch.set("BUFFER_POOL", name, "size", size.to_string());
}
