//! The last match of each crossbar at the cursor, heard as the run goes by.

use fabric_sim::engine::{Note, What, World};
use fabric_sim::ids::NodeId;
use fabric_sim::spec::Spec;

use crate::scene::Match;

/// The last match of each switch that joined a pair; before there is one, the
/// last slot in which anything was asked for. Its memory is that of two slots:
/// what was heard before makes room.
#[derive(Clone, Debug)]
pub struct Matches {
    switches: Vec<Slots>,
}

/// The slots of one switch.
#[derive(Clone, Debug, Default)]
struct Slots {
    /// The last one in which something was asked for.
    last: Match,
    /// The last one in which a pair was joined.
    joined: Match,
    /// How many there were of those.
    count: u64,
}

impl Slots {
    /// The slot in `last` is over, and known.
    fn close(&mut self) {
        if self.last.accepted(u8::MAX).next().is_none() {
            return;
        }
        self.count += 1;
        std::mem::swap(&mut self.last, &mut self.joined);
        self.last.begin(self.joined.at, 0);
    }

    fn shown(&self) -> Option<&Match> {
        [&self.joined, &self.last].into_iter().find(|slot| slot.is_known())
    }
}

impl Matches {
    /// Nothing heard yet.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { switches: vec![Slots::default(); spec.switches.len()] }
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
            let last = &mut self.switches[number].last;
            if last.event != event {
                last.begin(note.at, event);
            }
            last.hear(u8::try_from(port.number).unwrap_or(u8::MAX), &note.what);
            switch = Some((number, port.node));
        }
        if let Some((number, node)) = switch {
            let slots = &mut self.switches[number];
            slots.last.hold(world.crossings(node).map(|crossing| crossing.way));
            slots.close();
        }
    }

    /// The last match of `switch`; `None` for a host, and before anything was asked for.
    #[must_use]
    pub fn of(&self, spec: &Spec, switch: NodeId) -> Option<&Match> {
        self.switches.get(spec.nodes[switch.index()].switch()?)?.shown()
    }

    /// Whether there is one before that.
    #[must_use]
    pub fn has_before(&self, spec: &Spec, switch: NodeId) -> bool {
        let slots = spec.nodes[switch.index()].switch().and_then(|switch| self.switches.get(switch));
        slots.is_some_and(|slots| slots.count > 1)
    }

    /// Heap memory in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let kept = |slots: &Slots| slots.last.heap_bytes() + slots.joined.heap_bytes();
        size_of_val(&self.switches[..]) + self.switches.iter().map(kept).sum::<usize>()
    }
}
