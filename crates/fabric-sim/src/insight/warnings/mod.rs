//! Settings that are legal but unwise, with the numbers: those in force now,
//! whatever the document began with.

mod ecn;
mod found;
mod pfc;
mod rate;
mod receive;
mod room;
mod watchdog;

use std::collections::BTreeSet;

use super::misled;
use crate::engine::World;
use crate::ids::PortId;
use crate::spec::{Action, FlowSpec, Spec};
use crate::wire::{MIN_FRAME_BYTES, PRIORITIES};
use found::Found;

/// What is unwise in a fabric as it is set now, a sentence each. What is so at
/// several places is said once, for the first of them.
#[must_use]
pub fn warnings(world: &World) -> Vec<String> {
    let spec = world.spec();
    let mut found = Found::default();
    let sizes = sizes(world);
    for index in 0..spec.ports.len() {
        let port = PortId::new(index);
        pfc::one_end(world, port, &mut found);
        pfc::marks_meet(world, port, &mut found);
        watchdog::times(world, port, &mut found);
        if spec.switch_of(port).is_some() {
            room::headroom(world, port, &sizes, &mut found);
        }
    }
    for node in &spec.nodes {
        if let Some(host) = node.host() {
            receive::room(world, node, host, &mut found);
        } else {
            ecn::before_pfc(world, node, &mut found);
            room::headroom_pool(world, node, &sizes, &mut found);
            room::xoff_in_shared_memory(world, node, &mut found);
        }
    }
    rate::deaf(world, &mut found);
    let mut sentences = found.sentences();
    sentences.extend(misled::sentences(spec));
    sentences
}

/// The frame sizes in use, by priority.
type Sizes = [BTreeSet<u16>; PRIORITIES];

fn sizes(world: &World) -> Sizes {
    let mut sizes = Sizes::default();
    for flow in flows(world) {
        sizes[usize::from(flow.priority)].insert(flow.frame_bytes);
        if let Some(acks) = flow.acks {
            sizes[usize::from(acks.priority)].insert(MIN_FRAME_BYTES);
        }
        if let Some(priority) = flow.rate.cnp_priority() {
            let format = &world.spec().formats[flow.headers.format.index()];
            let bytes = format.cnp_frame_bytes(flow.headers.tagged, flow.headers.icrc);
            sizes[usize::from(priority)].insert(bytes);
        }
    }
    sizes
}

/// The flows of the document, and those of actions.
fn flows(world: &World) -> impl Iterator<Item = &FlowSpec> {
    let added = world.actions().iter().flat_map(|timed| match &timed.action {
        Action::AddFlows(flows) => flows.as_slice(),
        _ => &[],
    });
    world.spec().flows.iter().chain(added)
}

/// A priority of a port, as warnings name it.
fn place(spec: &Spec, port: PortId, n: u8) -> String {
    format!("{} priority {n}", spec.port_name(port))
}
