//! Reachability: whether frames of one host arrive at another host.

use std::collections::BTreeSet;

use super::Spec;
use crate::ids::{NodeId, PortId};

impl Spec {
    /// Reason, as part of a sentence, why frames from host `from` can fail to arrive at host `to`. The routes
    /// at the start are followed; a switch with a port in `path` uses this port instead.
    ///
    /// A path that ends at another host, or at a switch without a route, is a reason even if other paths
    /// arrive. A loop is a reason only if no path arrives. A host `from` without a link gives the same reason
    /// as a loop. `None` if there is no reason, or if `to` is no host.
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
