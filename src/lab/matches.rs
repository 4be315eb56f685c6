//! Last match of the crossbar of each switch up to the cursor, collected from trace events. Start with
//! [`Matches::of`]. Two crossbar slots are kept for each switch: the last slot with a request and the last
//! slot with a match.

use fabric_sim::engine::{EventKind, TraceEvent, World};
use fabric_sim::ids::NodeId;
use fabric_sim::spec::Spec;

use crate::scene::Match;

/// Last crossbar slot with a match, for each switch; before the first match, the last slot with a request.
#[derive(Clone, Debug)]
pub struct Matches {
    switches: Vec<Slots>,
}

/// Recorded crossbar slots of a switch.
#[derive(Clone, Debug, Default)]
struct Slots {
    /// Last crossbar slot with a request.
    last_requested: Match,
    /// Last crossbar slot with a match.
    last_matched: Match,
    /// Number of crossbar slots with a match.
    count: u64,
}

impl Slots {
    /// Ends the crossbar slot in `last_requested`. If this slot has a match, the slot is moved to
    /// `last_matched`.
    fn close(&mut self) {
        if self.last_requested.accepted(u8::MAX).next().is_none() {
            return;
        }
        self.count += 1;
        std::mem::swap(&mut self.last_requested, &mut self.last_matched);
        self.last_requested.begin(self.last_matched.at, 0);
    }

    /// Crossbar slot with the last match, otherwise with the last request; `None` if there was no request.
    fn shown(&self) -> Option<&Match> {
        [&self.last_matched, &self.last_requested].into_iter().find(|slot| slot.is_known())
    }
}

impl Matches {
    /// Creates a record without crossbar slots.
    #[must_use]
    pub fn new(spec: &Spec) -> Self {
        Self { switches: vec![Slots::default(); spec.switches.len()] }
    }

    /// Records the trace events `notes` of the event with number `event`. `world` is the state after the
    /// event. Events must come in the order of the run. Trace events that do not concern a crossbar are
    /// ignored.
    pub fn record(&mut self, world: &World, event: u64, notes: &[TraceEvent]) {
        // An event concerns at most one crossbar slot of one switch.
        let mut switch = None;
        for note in notes {
            if !matches!(note.kind, EventKind::Requested { .. } | EventKind::Matched(_)) {
                continue;
            }
            let port = &world.spec().ports[note.port.index()];
            let Some(id) = world.spec().nodes[port.node.index()].switch() else { continue };
            let last = &mut self.switches[id.index()].last_requested;
            if last.event != event {
                last.begin(note.at, event);
            }
            last.record(port.number, &note.kind);
            switch = Some((id, port.node));
        }
        if let Some((id, node)) = switch {
            let slots = &mut self.switches[id.index()];
            slots.last_requested.record_continuing(world.transfers(node).map(|transfer| transfer.voq));
            slots.close();
        }
    }

    /// Match of `switch` that the page shows. `None` if the node is a host, or if the switch had no request
    /// yet. `switch` must be a node of `spec`.
    #[must_use]
    pub fn of(&self, spec: &Spec, switch: NodeId) -> Option<&Match> {
        self.switches.get(spec.nodes[switch.index()].switch()?.index())?.shown()
    }

    /// Whether the crossbar of `switch` has made more than one match up to the cursor. `false` for a host.
    /// Crossbar slots without a match do not count.
    #[must_use]
    pub fn has_before(&self, spec: &Spec, switch: NodeId) -> bool {
        let slots = spec.nodes[switch.index()].switch().and_then(|switch| self.switches.get(switch.index()));
        slots.is_some_and(|slots| slots.count > 1)
    }

    /// Heap memory of the recorded slots in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let slot_bytes = |slots: &Slots| slots.last_requested.heap_bytes() + slots.last_matched.heap_bytes();
        size_of_val(&self.switches[..]) + self.switches.iter().map(slot_bytes).sum::<usize>()
    }
}
