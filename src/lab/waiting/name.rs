//! Names of links and cycles.

use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;

/// Name of the link on which `port` transmits, such as `s1 → s2`.
#[must_use]
pub fn link_name(spec: &Spec, port: PortId) -> String {
    format!("{} → {}", spec.owner(port).name, spec.owner(spec.ports[port.index()].peer).name)
}

/// Name of the cycle of waits along `ports`, such as `s1 → s2 → s3 → s1`. The first node is repeated at the
/// end. Empty if `ports` is empty.
pub fn port_cycle_name(spec: &Spec, ports: &[PortId]) -> String {
    let names: Vec<&str> =
        ports.iter().chain(ports.first()).map(|port| spec.owner(*port).name.as_str()).collect();
    names.join(" → ")
}
