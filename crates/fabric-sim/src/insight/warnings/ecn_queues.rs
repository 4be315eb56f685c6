//! Egress queues of switches through which ECN-capable frames pass, under the current routes. The module also
//! warns of DCQCN flows that pass through no queue with ECN marking. DCQCN never reduces the rate of such a
//! flow. Start with [`EcnQueues`].
//!
//! A flow counts as ECN-capable only if its frames have an IP header. If no queue marks, and the document
//! sets no Kmin for a node, port or priority, every queue counts as passed by ECN-capable frames.
//!
//! A queue marks frames if it has a Kmin at present. One marking queue on any path of a flow is enough for
//! that flow.

use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::fabric::endpoint::rate::RateConfig;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::{Crossings, FramePath};
use crate::spec::{FlowSpec, LocalValue};
use crate::wire::Ecn;

/// Egress queues through which ECN-capable frames leave a switch, on all paths of the current routes. Also
/// the egress queues on the paths of each DCQCN flow.
#[derive(Default)]
pub(super) struct EcnQueues {
    /// Classes in which ECN-capable frames leave, indexed by port. Empty if no queue marks, and the document
    /// sets Kmin for no node, port or priority.
    ecn_classes: Vec<PrioritySet>,
    /// DCQCN flows: the name of each flow, and the egress queues on its paths.
    dcqcn_flows: Vec<(String, Vec<(PortId, Priority)>)>,
}

impl EcnQueues {
    /// Collects the queues on the current routes of all flows of `world`, including flows that actions add.
    pub(super) fn of(world: &World) -> Self {
        let spec = world.spec();
        let mut crossings = Crossings::new(spec, world.routes());
        let mut found = Self::default();
        let changed = spec.changed_settings.iter().map(|changed| &changed.setting);
        let mut given = spec.local_settings.iter().chain(changed);
        let marks =
            |port: usize| Priority::ALL.into_iter().any(|n| !world.marking(PortId::new(port), n).is_off());
        let is_needed =
            given.any(|setting| setting.value == LocalValue::Kmin) || (0..spec.ports.len()).any(marks);
        if is_needed {
            found.ecn_classes = vec![PrioritySet::EMPTY; spec.ports.len()];
        }
        let carries =
            |flow: &&FlowSpec| flow.ecn != Ecn::NotCapable && spec.formats[flow.headers.format.index()].ip;
        for flow in world.flow_specs().filter(carries) {
            let is_dcqcn = matches!(flow.rate, RateConfig::Dcqcn(_));
            if !is_needed && !is_dcqcn {
                continue;
            }
            let mut queues = Vec::new();
            for path in FramePath::of_data(spec, flow) {
                crossings.each(&path, |crossing| {
                    if spec.switch_of(crossing.from).is_some() {
                        queues.push((crossing.from, crossing.sent));
                    }
                });
            }
            if is_needed {
                for (port, class) in &queues {
                    found.ecn_classes[port.index()].insert(*class);
                }
            }
            if is_dcqcn {
                found.dcqcn_flows.push((flow.name.clone(), queues));
            }
        }
        found
    }

    /// Whether ECN-capable frames may pass through the egress queue of `class` at `port`. Also true for every
    /// queue if no queue marks, and the document sets Kmin for no node, port or priority.
    pub(super) fn carries_ecn_frames(&self, port: PortId, class: Priority) -> bool {
        self.ecn_classes.get(port.index()).is_none_or(|classes| classes.contains(class))
    }

    /// Warns of DCQCN flows that pass through no queue with ECN marking. DCQCN never reduces the rate of such
    /// a flow. Also warns of DCQCN flows whose path crosses no switch.
    pub(super) fn unmarked(&self, world: &World, found: &mut PlacedWarnings) {
        for (flow, queues) in &self.dcqcn_flows {
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
