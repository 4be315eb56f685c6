//! Recorded history of a queue for the charts: the bytes of its priority group and egress queue, and the
//! thresholds that limit these bytes. Start with [`QueueHistory`]. All values are in bytes. A value is
//! recorded after an event that changes the bytes, and after arrivals, starts of transmissions, actions and
//! link failures that may change the thresholds. A dynamic threshold that changes at another event, such as a
//! drop by the watchdog of another queue, is recorded with the next of these events.
//!
//! If the bytes change several times in one event, only the value after the event is recorded. A missing
//! threshold is recorded as [`NO_THRESHOLD`](super::NO_THRESHOLD).

use std::ops::Range;

use fabric_sim::engine::{EventKind, Log, OccupancySample, TraceEvent, World};
use fabric_sim::fabric::buffer::{HeadroomPool, Threshold};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{PortId, Priority, PrioritySet};
use fabric_sim::seekable::{RecordDensity, RecordedOccupancies, SeekableRun};
use fabric_sim::spec::{Action, Spec, TimedAction};

use super::Pyramid;
use super::chart_history::{MAX_SAMPLES, Recordable};
use super::run_observer::RunObserver;
use super::thresholds::Thresholds;

/// History of one priority of a port: its bytes and its thresholds in bytes.
#[derive(Clone, Debug)]
pub struct QueueHistory {
    key: (PortId, Priority),
    /// Global numbers of all ports of the switch or host to which the recorded queue belongs.
    ports: Range<u32>,
    on_switch: bool,
    /// Bytes of the priority group: reserve, shared memory and headroom together.
    pub ingress: Pyramid,
    /// Bytes of the egress queue.
    pub egress: Pyramid,
    /// Thresholds in bytes, in this order: XOFF, XON, end of the headroom, Kmin, Kmax; see [`Thresholds`].
    /// Hosts and lossy priorities have none of the first three.
    pub thresholds: [Pyramid; 5],
}

impl QueueHistory {
    /// Creates an empty history of the queue `key`.
    #[must_use]
    pub fn new(spec: &Spec, key: (PortId, Priority)) -> Self {
        Self {
            key,
            ports: spec.owner(key.0).ports.clone(),
            on_switch: spec.switch_of(key.0).is_some(),
            ingress: Pyramid::new(MAX_SAMPLES),
            egress: Pyramid::new(MAX_SAMPLES),
            thresholds: std::array::from_fn(|_| Pyramid::new(MAX_SAMPLES)),
        }
    }

    /// Whether the thresholds are recorded after the trace event `note`, because it may have changed them.
    /// `follows` is true if the thresholds depend on the bytes of other queues; each frame that enters or
    /// leaves the switch may then change them. A PFC frame changes no threshold.
    fn may_move(&self, world: &World, follows: bool, note: &TraceEvent) -> bool {
        let (port, priority) = self.key;
        match note.kind {
            EventKind::Arrived(frame) | EventKind::Started(frame) => {
                follows && frame.kind != FrameKind::Pfc && self.ports.contains(&note.port.0)
            }
            EventKind::LinkDown => world.spec().link(note.port).iter().any(|end| self.ports.contains(&end.0)),
            EventKind::ActionApplied(number) => world.actions().get(number as usize).is_some_and(|timed| {
                let Action::Set { scope, .. } = &timed.action else { return false };
                scope.priorities.intersects(PrioritySet::of(priority)) && scope.ports.contains(&port)
            }),
            _ => false,
        }
    }

    /// Port and priority of the recorded queue.
    #[must_use]
    pub const fn key(&self) -> (PortId, Priority) {
        self.key
    }

    /// Global numbers of all ports of the switch or host to which the recorded queue belongs.
    #[must_use]
    pub fn ports(&self) -> Range<u32> {
        self.ports.clone()
    }

    /// Whether the thresholds depend on the bytes of other queues now, or may depend on them after an action.
    /// `true` also if any action of `world` sets an unrelated parameter. `false` for hosts.
    #[must_use]
    pub fn may_follow_others(&self, world: &World) -> bool {
        let is_set = |timed: &TimedAction| matches!(timed.action, Action::Set { .. });
        // The thresholds of a host depend on no other queue.
        self.on_switch && (self.follows_others(world) || world.actions().iter().any(is_set))
    }

    /// Whether the thresholds depend on the bytes of other queues of the switch. `false` for a lossy
    /// priority, and for a host.
    fn follows_others(&self, world: &World) -> bool {
        let (port, priority) = self.key;
        let Some(switch) = world.spec().switch_of(port) else { return false };
        let group = world.group(port, priority);
        let shares_headroom = world.spec().switches[switch.index()].pool.headroom != HeadroomPool::Private;
        group.lossless && (shares_headroom || matches!(group.threshold, Threshold::Dynamic(_)))
    }

    /// Records the bytes and thresholds in `world`, the state after the event with number `number`.
    fn record_state(&mut self, world: &World, number: u64) {
        let (port, priority) = self.key;
        let (now, view) = (world.now(), world.priority(port, priority));
        self.ingress.push(now, number, view.pg.reserve + view.pg.shared + view.pg.headroom);
        self.egress.push(now, number, view.egress_bytes);
        let headroom = world.spec().switch_of(port).map(|switch| world.headroom(switch));
        let Thresholds { xoff, xon, limit, kmin, kmax } = Thresholds::of(&view, headroom);
        for (quantity, threshold) in self.thresholds.iter_mut().zip([xoff, xon, limit, kmin, kmax]) {
            quantity.push(now, number, threshold);
        }
    }

    /// Records the bytes in `occupancies` that belong to this queue and to events after event number
    /// `behind`. `density` decides whether samples close in time are merged.
    pub(super) fn record_occupancies(
        &mut self,
        density: RecordDensity,
        occupancies: &[OccupancySample],
        behind: u64,
    ) {
        let held = RecordedOccupancies { ingress: &mut self.ingress, egress: &mut self.egress };
        held.take(density, occupancies, self.key, behind);
    }
}

impl Recordable for QueueHistory {
    fn record_start(&mut self, world: &World) {
        self.record_state(world, 0);
    }

    fn record_event(&mut self, run: &SeekableRun<RunObserver>) {
        let world = run.world();
        let (ingress, egress) = world.occupancies(self.key.0, self.key.1);
        let is_same = self.ingress.last() == Some(ingress) && self.egress.last() == Some(egress);
        let follows = self.follows_others(world);
        if !is_same || run.events().iter().any(|note| self.may_move(world, follows, note)) {
            self.record_state(world, run.number());
        }
    }

    fn record_log(&mut self, log: &Log, behind: u64) {
        self.record_occupancies(RecordDensity::Full, &log.occupancies, behind);
    }

    fn forget_after(&mut self, number: u64) -> u64 {
        self.quantities().map(|quantity| quantity.forget_after(number)).min().unwrap_or(number)
    }

    fn quantities(&mut self) -> impl Iterator<Item = &mut Pyramid> {
        [&mut self.ingress, &mut self.egress].into_iter().chain(&mut self.thresholds)
    }
}
