//! Cause of pauses: a root with its span and the queues that it held.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::{Queue, World};
use crate::ids::FlowId;
use crate::insight::service::Service;
use crate::units::Time;

/// Root that held queues.
#[derive(Clone, Debug)]
pub(super) struct Cause {
    pub from: Time,
    pub until: Time,
    /// Time in which the root held at least one queue, up to the end of its last hold.
    pub active: Time,
    /// Start of the present hold, with the service of the root's port up to then; `None` while no
    /// queue is held.
    pub holds_since: Option<(Time, Service)>,
    /// Number of queues held now.
    pub holding: usize,
    /// Service of the root's port during holds.
    pub service: Service,
    /// Time over which `service` was measured.
    pub measured: Time,
    /// Largest number of bytes waiting at the root.
    pub root_bytes: u64,
    /// Queues at the root: its own, those that are blocked with it, and those of its cycle.
    pub at_root: BTreeSet<Queue>,
    pub queues: BTreeMap<Queue, HeldQueue>,
    pub flows: BTreeSet<FlowId>,
}

/// Queue that a root held.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldQueue {
    pub from: Time,
    pub until: Time,
    /// Sum of its pauses.
    pub paused: Time,
    pub pauses: u64,
    /// Largest number of bytes waiting in the queue.
    pub bytes: u64,
}

impl Cause {
    pub(super) fn new(now: Time) -> Self {
        Self {
            from: now,
            until: now,
            active: Time::ZERO,
            holds_since: None,
            holding: 0,
            service: Service::default(),
            measured: Time::ZERO,
            root_bytes: 0,
            at_root: BTreeSet::new(),
            queues: BTreeMap::new(),
            flows: BTreeSet::new(),
        }
    }

    /// Adds another cause to this one. Times in which both held queues count twice in `active`.
    pub(super) fn join(&mut self, other: Self) {
        self.from = self.from.min(other.from);
        self.until = self.until.max(other.until);
        self.active += other.active;
        self.root_bytes = self.root_bytes.max(other.root_bytes);
        self.at_root.extend(other.at_root);
        self.flows.extend(other.flows);
        for (queue, held) in other.queues {
            let own = self.queues.entry(queue).or_insert(HeldQueue { paused: Time::ZERO, pauses: 0, ..held });
            own.from = own.from.min(held.from);
            own.until = own.until.max(held.until);
            own.paused += held.paused;
            own.pauses += held.pauses;
            own.bytes = own.bytes.max(held.bytes);
        }
    }

    /// Adds the service of the root's port since the last count, and the time.
    pub(super) fn count_service(&mut self, world: &World, root: Queue) {
        let Some((since, before)) = self.holds_since else { return };
        let now = Service::of(world, root);
        self.service.add(&before, &now);
        self.measured += world.now() - since;
        self.active += world.now() - since;
        self.holds_since = Some((world.now(), now));
    }
}
