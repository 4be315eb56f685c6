//! Warnings on DCQCN flows whose source receives no CNPs: multicasts and raw frames, flows that are not
//! ECN-capable, and formats without an IP header. Start with [`without_cnps`].
//!
//! The file `ecn_queues.rs` checks whether the queues on the path mark frames.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::spec::Operation;
use crate::wire::Ecn;

/// Warns of DCQCN flows whose source receives no CNPs, or whose frames cannot carry marks.
pub(super) fn without_cnps(world: &World, found: &mut PlacedWarnings) {
    let formats = &world.spec().formats;
    for flow in world.flow_specs() {
        if flow.rate == RateConfig::NoCnps {
            found.add(
                &format!("flow {}", flow.name),
                format!(
                    "rate_control is DCQCN, which does nothing for {}: nobody sends its source CNPs",
                    what(&flow.operation)
                ),
            );
        }
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

/// Words for a kind of flow whose source receives no CNPs: `a multicast` or `raw frames`.
const fn what(operation: &Operation) -> &'static str {
    match operation {
        Operation::Multicast(_) => "a multicast",
        _ => "raw frames",
    }
}
