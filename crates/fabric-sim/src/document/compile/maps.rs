//! Compiles the maps of a document from PCP and DSCP to priorities. Start with [`apply`].

use super::super::format::PriorityMap;
use super::super::problem::{Problem, Problems};
use super::Document;
use crate::spec::Spec;

/// Writes the priority maps into the configuration of switch ports. If two maps set the same PCP or DSCP of a
/// port, the map that comes later in the document applies. A map of an unknown switch is ignored here;
/// another check reports it.
pub(super) fn apply(document: &Document, spec: &mut Spec, problems: &mut Problems) {
    for (n, map) in document.maps.iter().enumerate() {
        twice(map, n, problems);
        let Some(node) = spec.node(&map.switch).map(|id| &spec.nodes[id.index()]) else { continue };
        let mut ports = node.ports.clone();
        if let Some(port) = map.port {
            let number = u32::from(port.small());
            let count = u32::try_from(ports.len()).unwrap_or(u32::MAX);
            if number >= count {
                let range = format!("below {count}, the ports of {}", map.switch);
                problems.push(Problem::range(format!("maps[{n}].port"), number, range));
                continue;
            }
            ports = ports.start + number..ports.start + number + 1;
        }
        for port in ports {
            let classifier = &mut spec.ports[port as usize].config.classifier;
            for (pcp, priority) in &map.pcp {
                classifier.pcp[pcp.index()] = *priority;
            }
            for (dscp, priority) in &map.dscp {
                classifier.dscp[usize::from(dscp.small())] = *priority;
            }
        }
    }
}

/// Reports each PCP or DSCP that a map lists twice. `n` is the index of the map.
fn twice(map: &PriorityMap, n: usize, problems: &mut Problems) {
    let pcp = map.pcp.iter().map(|(pcp, _)| pcp.get());
    let dscp = map.dscp.iter().map(|(dscp, _)| dscp.small());
    for (field, points) in [("pcp", pcp.collect::<Vec<u8>>()), ("dscp", dscp.collect())] {
        let again = points.iter().enumerate().filter(|(at, point)| points[..*at].contains(point));
        for (at, point) in again {
            let message = format!(
                "{} {point} is mapped twice in this entry; remove one of the two",
                field.to_ascii_uppercase()
            );
            problems.push(Problem::new(format!("maps[{n}].{field}[{at}]"), message));
        }
    }
}
