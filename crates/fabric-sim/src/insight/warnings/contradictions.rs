//! Links whose two ends have contradicting settings. Pictures show these links. Start with
//! [`contradicting_links`].

use std::collections::BTreeSet;

use super::super::class_mismatch;
use super::super::required_headroom::sizes;
use super::each_span;
use super::pfc;
use super::placed::PlacedWarnings;
use crate::engine::World;
use crate::ids::PortId;

/// Links whose ends have contradicting settings now, each with its two ports, the lower port first. Either
/// only one end of the link sends or obeys pauses (IEEE 802.1Q, clause 36), or the ends give a frame
/// different classes. The links are in ascending order of their lower ports.
#[must_use]
pub fn contradicting_links(world: &World) -> Vec<[PortId; 2]> {
    let (spec, sizes) = (world.spec(), sizes(world));
    let mut mismatched = BTreeSet::new();
    // The last visited span is the present one.
    each_span(world, |span| mismatched = class_mismatch::receiving_ports(world, span));
    let contradicts = |port: PortId| {
        let mut found = PlacedWarnings::default();
        pfc::one_end(world, port, &sizes, &mut found);
        !found.is_empty() || mismatched.contains(&port)
    };
    let ports = (0..spec.ports.len()).map(PortId::new);
    let links = ports.map(|port| [port, spec.ports[port.index()].peer]).filter(|[port, peer]| port < peer);
    links.filter(|[port, peer]| contradicts(*port) || contradicts(*peer)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::Document;
    use crate::document::params::Address;

    /// Names of the lower ports of contradicting links in the preset `pause` with the parameters `params`.
    fn contradicting(params: &[(&str, &str)]) -> Vec<String> {
        let mut document: Document = crate::document::Preset::find("pause").unwrap().document();
        for (address, value) in params {
            document.set_parameter(&Address::parse(address).unwrap(), value).unwrap();
        }
        let world = World::new(Arc::new(document.compile().unwrap()));
        contradicting_links(&world).iter().map(|[port, _]| world.spec().port_name(*port)).collect()
    }

    #[test]
    fn a_link_contradicts_if_one_end_ignores_pauses_or_reads_another_class() {
        assert_eq!(contradicting(&[]), [""; 0]);
        assert_eq!(contradicting(&[("host.h1.pfc_rx", "off")]), ["h1.0"]);
        let trust = contradicting(&[("trust", "port"), ("default_priority", "5")]);
        assert!(trust.contains(&"h1.0".to_owned()), "{trust:?}");
    }
}
