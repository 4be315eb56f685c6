//! Queues of switches that flows with ECN cross, by the routes in force, and warnings of DCQCN flows
//! that cross no queue with marking: nothing ever slows these down.
//!
//! A flow counts if it is ECN-capable and its frames have an IP header.  If no document value sets
//! Kmin, every queue counts as crossed.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::PortId;
use crate::sizing::{Crossings, FramePath};
use crate::spec::{FlowSpec, GivenValue};
use crate::wire::Ecn;

/// Queues of switches through which frames that can be marked leave, on all paths by the routes in
/// force.
#[derive(Default)]
pub(super) struct Marked {
    /// Mask of classes, indexed by port; empty if no setting depends on it.
    crossed: Vec<u8>,
    /// DCQCN flows, each with the queues on its paths.
    slowed: Vec<(String, Vec<(PortId, u8)>)>,
}

impl Marked {
    /// Follows all flows of a fabric, including those that actions add.
    pub(super) fn of(world: &World) -> Self {
        let spec = world.spec();
        let mut crossings = Crossings::new(spec, world.routes());
        let mut marked = Self::default();
        let is_given = spec.given.iter().any(|setting| setting.value == GivenValue::Kmin);
        if is_given {
            marked.crossed = vec![0; spec.ports.len()];
        }
        let carries =
            |flow: &&FlowSpec| flow.ecn != Ecn::NotCapable && spec.formats[flow.headers.format.index()].ip;
        for flow in world.flow_specs().filter(carries) {
            let is_slowed = matches!(flow.rate, RateConfig::Dcqcn(_));
            if !is_given && !is_slowed {
                continue;
            }
            let mut queues = Vec::new();
            for journey in FramePath::of_data(spec, flow) {
                crossings.each(&journey, |crossing| {
                    if spec.switch_of(crossing.from).is_some() {
                        queues.push((crossing.from, crossing.sent));
                    }
                });
            }
            if is_given {
                for (port, class) in &queues {
                    marked.crossed[port.index()] |= 1 << class;
                }
            }
            if is_slowed {
                marked.slowed.push((flow.name.clone(), queues));
            }
        }
        marked
    }

    /// Whether a flow with ECN may leave through the queue.
    pub(super) fn is_crossed(&self, port: PortId, class: u8) -> bool {
        self.crossed.get(port.index()).is_none_or(|classes| classes >> class & 1 == 1)
    }

    /// Warns of DCQCN flows that cross no queue with marking, so that nothing slows them.
    pub(super) fn unmarked(&self, world: &World, found: &mut PlacedWarnings) {
        for (flow, queues) in &self.slowed {
            if queues.iter().all(|(port, class)| world.marking(*port, *class).is_off()) {
                found.add(
                    &format!("flow {flow}"),
                    "DCQCN never slows it down: no queue on its way marks; give kmin at its switches"
                        .to_owned(),
                );
            }
        }
    }
}
