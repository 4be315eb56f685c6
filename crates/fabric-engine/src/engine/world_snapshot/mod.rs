//! Snapshot of a world, from which a run can continue. A snapshot is stored as the difference from the start
//! of the run, because most queues do not change. Start with [`World::take_snapshot`].
//!
//! A snapshot never changes and can be restored repeatedly. The restored world continues like the original.

mod delta;

use std::mem::take;
use std::sync::Arc;

use rand_pcg::Pcg32;

use crate::fabric::buffer::Pg;
use crate::fabric::egress::{EgressPauseState, EgressQueue};
use crate::fabric::frame::{Frames, PackedFrames};
use crate::spec::TimedAction;
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::World;
use super::counters::{FlowCounters, PriorityCounters, Shares};
use delta::Delta;

/// Snapshot of a world, from which the run can continue ([`WorldSnapshot::restore`]).
#[derive(Clone, Debug)]
pub struct WorldSnapshot {
    /// World at the start of the run. All snapshots of the run share it.
    start: Arc<World>,
    /// World at the time of the snapshot, without the tables in `tables`.
    rest: World,
    tables: Tables,
}

/// Tables of the snapshot, each stored as its differences from the table at the start of the run. Indexed by
/// port and priority unless stated otherwise.
#[derive(Clone, Debug)]
struct Tables {
    queues: Delta<EgressQueue>,
    egress_pauses: Delta<EgressPauseState>,
    groups: Delta<Pg>,
    pausing_queue_counts: Delta<u16>,
    ecn_random: Delta<Pcg32>,
    wred_random: Delta<Pcg32>,
    counters: Delta<PriorityCounters>,
    /// Bandwidth shares, indexed by port only.
    shares: Delta<Shares>,
    /// All frames of the fabric, stored completely: at the start of the run there are none to compare with.
    frames: PackedFrames,
}

/// Tables that are moved out of a world while the rest of the world is cloned, to save the cost of cloning
/// them.
struct DetachedTables {
    queues: Vec<EgressQueue>,
    egress_pauses: Vec<EgressPauseState>,
    groups: Vec<Pg>,
    pausing_queue_counts: Vec<u16>,
    ecn_random: Vec<Pcg32>,
    wred_random: Vec<Pcg32>,
    ports: Vec<[PriorityCounters; PRIORITIES]>,
    shares: Vec<Shares>,
    frames: Frames,
}

impl World {
    /// Takes a snapshot of this world. The world is unchanged afterwards. `start` is the world at the start
    /// of the same run.
    #[must_use]
    pub fn take_snapshot(&mut self, start: &Arc<Self>) -> WorldSnapshot {
        let (detached, before) = (self.detach_tables(), &start.state);
        let tables = Tables {
            queues: Delta::of(&detached.queues, &before.queues),
            egress_pauses: Delta::of(&detached.egress_pauses, &before.egress_pauses),
            groups: Delta::of(&detached.groups, &before.groups),
            pausing_queue_counts: Delta::of(&detached.pausing_queue_counts, &before.pausing_queue_counts),
            ecn_random: Delta::of(&detached.ecn_random, &before.ecn_random),
            wred_random: Delta::of(&detached.wred_random, &before.wred_random),
            counters: Delta::of(detached.ports.as_flattened(), start.counters.ports.as_flattened()),
            shares: Delta::of(&detached.shares, &start.counters.shares),
            frames: detached.frames.pack(),
        };
        let snapshot = WorldSnapshot { start: Arc::clone(start), rest: self.clone(), tables };
        self.attach_tables(detached);
        snapshot
    }

    fn detach_tables(&mut self) -> DetachedTables {
        let (state, counters) = (&mut self.state, &mut self.counters);
        DetachedTables {
            queues: take(&mut state.queues),
            egress_pauses: take(&mut state.egress_pauses),
            groups: take(&mut state.groups),
            pausing_queue_counts: take(&mut state.pausing_queue_counts),
            ecn_random: take(&mut state.ecn_random),
            wred_random: take(&mut state.wred_random),
            ports: take(&mut counters.ports),
            shares: take(&mut counters.shares),
            frames: take(&mut state.frames),
        }
    }

    fn attach_tables(&mut self, detached: DetachedTables) {
        let (state, counters) = (&mut self.state, &mut self.counters);
        (state.queues, state.egress_pauses, state.groups) =
            (detached.queues, detached.egress_pauses, detached.groups);
        (state.pausing_queue_counts, state.ecn_random, state.wred_random) =
            (detached.pausing_queue_counts, detached.ecn_random, detached.wred_random);
        (counters.ports, counters.shares, state.frames) = (detached.ports, detached.shares, detached.frames);
    }
}

impl WorldSnapshot {
    /// Restores the world of the snapshot. The restored run continues as if no snapshot had been taken, with
    /// the actions that it had at the time of the snapshot.
    #[must_use]
    pub fn restore(&self) -> World {
        let (tables, start) = (&self.tables, &self.start);
        let mut world = self.rest.clone();
        let (state, before) = (&mut world.state, &start.state);
        state.queues = tables.queues.whole(&before.queues);
        state.egress_pauses = tables.egress_pauses.whole(&before.egress_pauses);
        state.groups = tables.groups.whole(&before.groups);
        state.pausing_queue_counts = tables.pausing_queue_counts.whole(&before.pausing_queue_counts);
        state.ecn_random = tables.ecn_random.whole(&before.ecn_random);
        state.wred_random = tables.wred_random.whole(&before.wred_random);
        state.frames = tables.frames.unpack();
        let counters = tables.counters.whole(start.counters.ports.as_flattened());
        let (ports, _) = counters.as_chunks::<PRIORITIES>();
        world.counters.ports = ports.to_vec();
        world.counters.shares = tables.shares.whole(&start.counters.shares);
        world
    }

    /// Simulated time of the snapshot.
    #[must_use]
    pub fn now(&self) -> Time {
        self.rest.now()
    }

    /// Number of events of the present time, [`WorldSnapshot::now`], that had run when the snapshot was
    /// taken.
    #[must_use]
    pub fn ran_now(&self) -> u64 {
        self.rest.ran_now()
    }

    /// Number of events from the start of the run to the snapshot.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.rest.counters.events
    }

    /// Counters of each flow at the time of the snapshot, indexed by flow.
    #[must_use]
    pub fn flows(&self) -> &[FlowCounters] {
        &self.rest.counters.flows
    }

    /// Whether a run from this snapshot can continue with `actions` (see [`World::has_done`]).
    #[must_use]
    pub fn has_done(&self, actions: &[TimedAction]) -> bool {
        self.rest.has_done(actions)
    }

    /// Heap memory of the snapshot in bytes, without the start of the run, which all snapshots share.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        let Tables {
            queues,
            egress_pauses,
            groups,
            pausing_queue_counts: blockers,
            ecn_random: markers,
            wred_random: droppers,
            counters,
            shares,
            frames,
        } = &self.tables;
        self.rest.heap_bytes()
            + queues.heap_bytes()
            + egress_pauses.heap_bytes()
            + groups.heap_bytes()
            + blockers.heap_bytes()
            + markers.heap_bytes()
            + droppers.heap_bytes()
            + counters.heap_bytes()
            + shares.heap_bytes()
            + frames.heap_bytes()
    }
}
