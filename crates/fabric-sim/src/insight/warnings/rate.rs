//! Warnings on DCQCN flows whose source receives no CNPs: multicasts, raw frames, flows that are not
//! ECN-capable, and formats without an IP header. Also warnings on minimum rates of classes whose sum exceeds
//! the rate of the link. Other warnings are on DCQCN flows whose least rate is not below the rate of the
//! link.
//!
//! The file `ecn_queues.rs` checks whether the queues on the path mark frames.

use super::is_given;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::{PortId, PrioritySet};
use crate::spec::{FlowSpec, LocalValue, Operation};
use crate::units::Rate;
use crate::wire::Ecn;

/// Warns of DCQCN flows whose source receives no CNPs, or whose frames cannot carry ECN marks.
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
        if let Some(message) = least_rate(world, flow) {
            found.add(&format!("flow {}", flow.name), message);
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

/// Warning on a DCQCN flow whose least rate is not below the rate of its source's link. A congestion
/// notification packet (CNP) then never slows the flow. `None` for other flows.
fn least_rate(world: &World, flow: &FlowSpec) -> Option<String> {
    let spec = world.spec();
    let RateConfig::Dcqcn(config) = flow.rate else { return None };
    let link = spec.ports[spec.port(flow.source, 0)?.index()].clock.rate();
    let least = config.reaction.least;
    (least >= link).then(|| {
        format!(
            "the least rate of its DCQCN, {least} (dcqcn_min), is not below the rate of its link, {link}: no CNP slows it; \
             lower dcqcn_min"
        )
    })
}

/// Warns if the sum of the minimum rates of the classes of `port` exceeds the rate of the link, although each
/// minimum rate is below the rate of the link. Warns only if the document gives at least one of the minimum
/// rates for a node, a port or a priority.
pub(super) fn minimums(world: &World, port: PortId, found: &mut PlacedWarnings) {
    let spec = world.spec();
    let at = &spec.ports[port.index()];
    let rates: Vec<u64> =
        at.config.priorities.iter().filter_map(|config| Some(config.min_rate?.rate().bps())).collect();
    let link = at.clock.rate();
    let sum = rates.iter().copied().fold(0, u64::saturating_add);
    if sum <= link.bps() || rates.iter().any(|rate| *rate > link.bps()) {
        return;
    }
    let is_local = is_given(spec, port, PrioritySet::ALL, |value| matches!(value, LocalValue::MinRate(_)));
    if let Some(sum) = Rate::from_bps(sum).filter(|_| is_local) {
        found.add(
            &spec.port_name(port),
            format!(
                "the minimum rates (cir) of its classes are {sum} together, above the rate of its link, {link}: the \
                 lowest classes do not get theirs; lower them"
            ),
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
