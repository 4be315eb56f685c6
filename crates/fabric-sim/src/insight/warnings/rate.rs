//! Flows under DCQCN that never hear of congestion.

use super::flows;
use super::found::Found;
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::wire::Ecn;

/// A flow whose rate only marks can lower, and whose frames can carry none.
pub(super) fn deaf(world: &World, found: &mut Found) {
    let formats = &world.spec().formats;
    for flow in flows(world) {
        let format = &formats[flow.headers.format.index()];
        let marked = format.ip && flow.ecn != Ecn::NotCapable;
        if !matches!(flow.rate, RateConfig::Dcqcn(_)) || marked {
            continue;
        }
        let why = if format.ip {
            "its frames are sent as not ECN-capable (ecn: false)".to_owned()
        } else {
            format!("{} frames have no IP header, and so no ECN field", format.name)
        };
        found.add(
            &format!("flow {}", flow.name),
            format!("DCQCN can never slow down a flow that carries no mark: {why}"),
        );
    }
}
