//! What links and circles of links are called.

use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;

/// `s1 → s2`: the link that a port sends into.
#[must_use]
pub fn link_name(spec: &Spec, port: PortId) -> String {
    format!("{} → {}", owner(spec, port), owner(spec, spec.ports[port.index()].peer))
}

/// The name of the node that a port is at.
pub fn owner(spec: &Spec, port: PortId) -> &str {
    &spec.nodes[spec.ports[port.index()].node.index()].name
}

/// `s1 → s2 → s3 → s1`.
pub fn ring_name(spec: &Spec, ports: &[PortId]) -> String {
    let names: Vec<&str> = ports.iter().chain(ports.first()).map(|port| owner(spec, *port)).collect();
    names.join(" → ")
}
