//! The last match of each crossbar at the cursor, heard as the run goes by.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::ids::NodeId;
use fabric_sim::spec::Spec;

use crate::scene::Match;

/// The last match of each switch. Its memory is that of one slot: what was
/// heard of the slot before makes room.
#[derive(Clone, Debug)]
pub struct Matches {
    switches: Vec<Match>,
}

impl Matches {
    /// Nothing heard yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { switches: vec![Match::default(); spec.switches.len()] }
    }

    /// Back to the start of the run.
    pub fn forget(&mut self) {
        self.switches.iter_mut().for_each(|last| *last = Match::default());
    }

    /// Takes in the notes of the event of this number; `world` is after it.
    pub fn hear(&mut self, world: &World, event: u64, notes: &[Note]) {
        // An event is one slot of one switch, or none.
        let mut switch = None;
        for note in notes {
            if !matches!(note.what, What::Asked { .. } | What::Matched(_)) {
                continue;
            }
            let port = &world.spec().ports[note.port.index()];
            let Some(number) = world.spec().nodes[port.node.index()].switch() else { continue };
            let last = &mut self.switches[number];
            if last.event != event {
                last.begin(note.at, event);
            }
            last.hear(u8::try_from(port.number).unwrap_or(u8::MAX), &note.what);
            switch = Some((number, port.node));
        }
        if let Some((number, node)) = switch {
            self.switches[number].hold(world.crossings(node).map(|crossing| crossing.way));
        }
    }

    /// The last match of `switch`; `None` for a host, and before there was one.
    #[must_use]
    pub fn of(&self, spec: &Spec, switch: NodeId) -> Option<&Match> {
        let number = spec.nodes[switch.index()].switch()?;
        self.switches.get(number).filter(|last| last.is_known())
    }
}
