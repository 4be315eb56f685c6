//! What the document's actions break and mend, in the order of time.

use std::collections::HashSet;

use super::super::params::Atlas;
use super::super::problem::Problem;
use super::names::quote;
use crate::ids::PortId;
use crate::spec::Fault;

/// What is broken after the actions so far.
#[derive(Default)]
pub(super) struct Broken {
    /// Links that are down, by the lower of their ports.
    down: HashSet<PortId>,
}

impl Broken {
    /// The link of the port called `name` goes down.
    pub(super) fn link_down(
        &mut self,
        name: &str,
        place: String,
        atlas: &Atlas<'_>,
    ) -> Result<Fault, Problem> {
        let port = port(name, &place, atlas)?;
        if self.down.insert(atlas.spec.link(port)[0]) {
            return Ok(Fault::LinkDown(port));
        }
        Err(Problem::new(place, format!("the link of {} is down already", quote(name))))
    }

    /// It comes up.
    pub(super) fn link_up(&mut self, name: &str, place: String, atlas: &Atlas<'_>) -> Result<Fault, Problem> {
        let port = port(name, &place, atlas)?;
        if self.down.remove(&atlas.spec.link(port)[0]) {
            return Ok(Fault::LinkUp(port));
        }
        Err(Problem::new(place, format!("the link of {} is up", quote(name))))
    }
}

/// The port called `name`: `s1.2`, or of a host `h1`.
fn port(name: &str, place: &str, atlas: &Atlas<'_>) -> Result<PortId, Problem> {
    let wrong = |message: String| Problem::new(place, message);
    let (node, number) = name.split_once('.').map_or((name, None), |(node, number)| (node, Some(number)));
    let id = atlas
        .find(node)
        .ok_or_else(|| wrong(format!("there is no host or switch called \"{}\"", quote(node))))?;
    let at = &atlas.spec.nodes[id.index()];
    let number = match number {
        None if at.host().is_some() => 0,
        None => return Err(wrong(format!("a port of {node} is named with its number, such as {node}.0"))),
        Some(number) => number.parse().unwrap_or(u32::MAX),
    };
    atlas.spec.port(id, number).ok_or_else(|| {
        let count = at.ports.len();
        wrong(format!("there is no port {}: {node} has {count} ports, numbered from 0", quote(name)))
    })
}
