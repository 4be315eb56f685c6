//! Settings that are legal but unwise, with the numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::headroom::{self, Cable, Sizes};
use super::misled;
use crate::fabric::buffer::{PgConfig, Pool, Threshold};
use crate::ids::{PortId, priorities};
use crate::spec::{PortSpec, Spec};
use crate::units::Bytes;

/// What is unwise in a fabric, a sentence each. What is so at several places
/// is said once, for the first of them.
#[must_use]
pub fn warnings(spec: &Spec) -> Vec<String> {
    let mut found = Found::default();
    let sizes = sizes(spec);
    for (index, port) in spec.ports.iter().enumerate() {
        one_end(spec, PortId::new(index), &mut found);
        if let Some(switch) = spec.nodes[port.node.index()].switch() {
            for n in 0..8 {
                let group = &port.config.priorities[usize::from(n)].pg;
                if group.lossless {
                    let place = format!("{} priority {n}", spec.port_name(PortId::new(index)));
                    at_xon(group, &place, &mut found);
                    let used = &sizes[usize::from(n)];
                    room(spec, port, n, used, spec.switches[switch].pool.cell_bytes, &place, &mut found);
                }
            }
        }
    }
    for node in spec.nodes.iter().filter(|node| node.switch().is_some()) {
        let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
        let pool = spec.switches[node.switch().unwrap_or(0)].pool;
        let groups = ports.iter().flat_map(|port| port.config.priorities.iter().map(|lane| &lane.pg));
        let free = Pool::new(pool, groups).free();
        (0..8).for_each(|n| marks(ports, n, free, &node.name, &mut found));
    }
    let mut sentences = found.sentences();
    sentences.extend(misled::sentences(spec));
    sentences
}

/// Warnings, the places of each in order.
#[derive(Default)]
struct Found {
    order: Vec<String>,
    places: BTreeMap<String, Vec<String>>,
}

impl Found {
    fn add(&mut self, place: &str, message: String) {
        let places = self.places.entry(message.clone()).or_default();
        if places.is_empty() {
            self.order.push(message);
        }
        places.push(place.to_owned());
    }

    fn sentences(&self) -> Vec<String> {
        let sentence = |message: &String| {
            let places = &self.places[message];
            match places.len() {
                1 => format!("{}: {message}", places[0]),
                count => format!("{} and {} more: {message}", places[0], count - 1),
            }
        };
        self.order.iter().map(sentence).collect()
    }
}

/// The frame sizes in use, by priority.
fn sizes(spec: &Spec) -> [BTreeSet<u16>; 8] {
    let mut sizes: [BTreeSet<u16>; 8] = Default::default();
    for flow in &spec.flows {
        sizes[usize::from(flow.priority)].insert(flow.frame_bytes);
        if let Some(acks) = flow.acks {
            sizes[usize::from(acks.priority)].insert(crate::wire::MIN_FRAME_BYTES);
        }
    }
    sizes
}

/// A pause that nobody obeys, or that nobody sends.
fn one_end(spec: &Spec, port: PortId, found: &mut Found) {
    let at = &spec.ports[port.index()];
    let peer = &spec.ports[at.peer.index()];
    let asks = at.config.sender.enabled;
    let obeys = peer.config.receiver.enabled;
    let (here, there) = (spec.port_name(port), spec.port_name(at.peer));
    // A host has no group that could ask.
    if spec.switch_of(port).is_some() {
        for n in priorities(asks & !obeys) {
            found.add(
                &here,
                format!("pauses of priority {n} are sent to a peer ({there}) that does not obey them"),
            );
        }
        for n in priorities(obeys & !asks) {
            if at.config.priorities[usize::from(n)].pg.lossless {
                found.add(&here, format!("priority {n} is lossless, but no pauses are sent for it"));
            }
        }
    }
}

fn at_xon(group: &PgConfig, place: &str, found: &mut Found) {
    match group.threshold {
        Threshold::Static(xoff) if group.xon == xoff => {
            let message = format!("XON equals XOFF ({}): a pause and a resume for every frame", Bytes(xoff));
            found.add(place, message);
        }
        _ => {}
    }
}

/// Headroom below what this cable may still bring.
fn room(
    spec: &Spec,
    port: &PortSpec,
    priority: u8,
    used: &BTreeSet<u16>,
    cell_bytes: u32,
    place: &str,
    found: &mut Found,
) {
    let (Some(smallest), Some(largest)) = (used.first(), used.last()) else { return };
    let peer = &spec.ports[port.peer.index()];
    let cable = Cable {
        clock: port.clock,
        overhead: port.config.overhead,
        delay: port.delay,
        response: peer.config.receiver.delay,
        order: peer.config.receiver.order,
        reverse_frame: spec.longest_frame(),
    };
    let sizes = if smallest == largest { Sizes::Equal(*largest) } else { Sizes::Mixed(*smallest, *largest) };
    let bound = headroom::bound(&cable, sizes, cell_bytes);
    let headroom = port.config.priorities[usize::from(priority)].pg.headroom;
    if headroom < bound.bytes {
        let message = format!(
            "headroom {} is below the worst case of its cable, {} B ({} until the last bit, frames of up to {largest} B)",
            Bytes(headroom),
            bound.bytes,
            bound.total,
        );
        found.add(place, message);
    }
}

/// Marking that comes later than the pauses that it should prevent.
fn marks(ports: &[PortSpec], n: u8, free: u64, switch: &str, found: &mut Found) {
    let lanes = || ports.iter().map(|port| &port.config.priorities[usize::from(n)]);
    let thresholds = lanes().filter(|lane| lane.pg.lossless).map(|lane| lane.pg.threshold.bytes(free));
    let marking = lanes().filter(|lane| !lane.ecn.is_off()).map(|lane| lane.ecn.kmin);
    let (Some(xoff), Some(kmin)) = (thresholds.min(), marking.max()) else { return };
    let place = format!("{switch} priority {n}");
    if kmin >= xoff {
        let message = format!(
            "Kmin {} is not below XOFF {}: an input that feeds an output alone is paused before anything is marked",
            Bytes(kmin),
            Bytes(xoff)
        );
        found.add(&place, message);
    } else if kmin * ports.len() as u64 > xoff {
        let message = format!(
            "Kmin {} times {} outputs is above XOFF {}: the DCQCN paper's bound for marks before pauses does not hold",
            Bytes(kmin),
            ports.len(),
            Bytes(xoff)
        );
        found.add(&place, message);
    }
}
