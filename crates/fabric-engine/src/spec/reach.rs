//! Reachability: whether frames of one host arrive at another host.

use std::collections::BTreeSet;

use super::Spec;
use crate::ids::{NodeId, PortId};

impl Spec {
    /// Reason why frames from host `from` can fail to arrive at host `to`, as part of a sentence. `None` if
    /// there is no reason, or if `to` is no host. The paths follow the routes at the start of the run. A
    /// switch that has a port in `path` sends by this port only.
    ///
    /// A path that ends at another host, or at a switch without a route, is a reason, even if other paths
    /// lead to `to`. A loop is a reason only if no path leads to `to`. A host `from` without a link gives the
    /// same text as a loop.
    #[must_use]
    pub fn unreachable_reason(&self, from: NodeId, to: NodeId, path: &[PortId]) -> Option<String> {
        let spec = self;
        let host = spec.nodes[to.index()].host()?;
        let mut open: Vec<PortId> = spec.port(from, 0).into_iter().collect();
        let (mut seen, mut arrives) = (BTreeSet::new(), false);
        while let Some(port) = open.pop() {
            let input = spec.ports[port.index()].peer;
            let here = spec.ports[input.index()].node;
            if here == to {
                arrives = true;
                continue;
            }
            let name = &spec.nodes[here.index()].name;
            let Some(switch) = spec.switch_of(input) else {
                let before = spec.owner(port).name.as_str();
                return Some(format!("{before} sends them to {name}"));
            };
            if !seen.insert(here) {
                continue;
            }
            let named = path.iter().find(|port| spec.ports[port.index()].node == here);
            let outputs = named.map_or_else(|| spec.routes.ports(switch, host), std::slice::from_ref);
            if outputs.is_empty() {
                return Some(format!("{name} has no route to it"));
            }
            open.extend(outputs);
        }
        (!arrives).then(|| "the routes go round in a circle".to_owned())
    }
}
