//! Reception of pauses (IEEE 802.1Q, clause 36; 802.3, annex 31D): received PFC frames and timers pause and
//! resume priorities of a transmitter.
//!
//! A pause takes effect after the response time (`pfc_delay`) and after the frame in transmission. A pause
//! ends by a resume or by expiry. While a watchdog makes the port ignore pauses, pauses have no effect.
//! Credit updates arrive here too and are passed on to `credit`.

use crate::fabric::frame::{FrameKind, Indication};
use crate::fabric::pfc::receiver::Change;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;

use super::event_order::DeadlineId;
use super::{CycleTrigger, EventKind, Recorder, World};

impl World {
    /// Handles the arrival of a control frame at `port`: a PFC frame or a credit update. Counts a received
    /// pause once for each priority that it pauses. Refreshes count, and priorities for which the port
    /// ignores PFC also count. Lost frames do not count.
    pub(super) fn control_arrives<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let Some(id) = self.pop_arrival(port) else { return };
        if self.plan[port.index()].has_pipeline() {
            self.arm_pipeline(port);
        }
        let frame = self.state.frames.get(id);
        if frame.kind == FrameKind::Credit {
            let update = self.state.frames.remove(id);
            return self.update_arrives(port, &update, recorder);
        }
        let (bits, indication) = (frame.bits, frame.indication());
        self.state.frames.remove(id);
        if self.pfc_is_lost(port, bits, indication, recorder) {
            return;
        }
        for priority in indication.pauses.iter() {
            self.counters.ports[port.index()][priority.index()].pauses_received += 1;
        }
        self.emit(recorder, port, EventKind::PfcReceived(indication));
        let again = indication.pauses.intersects(self.state.ports[port.index()].receiver.paused());
        let plan = &self.plan[port.index()];
        let at = &mut self.state.ports[port.index()];
        let busy_until = if at.busy { at.busy_until } else { Time::ZERO };
        let change = at.receiver.indicate(
            self.configs.receiver(plan),
            plan.clock,
            self.state.now,
            busy_until,
            indication,
        );
        if self.plan[port.index()].watches_pauses() {
            self.notify_watchdogs(port, indication, Change::default());
        }
        if again {
            self.recheck_refresh(port);
        }
        self.apply_receiver_change(port, change, recorder);
    }

    /// Handles the deadline of the PFC receiver of `port`: a response time (`pfc_delay`) has passed, or a
    /// pause expires.
    pub(super) fn receiver_due<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let plan = &self.plan[port.index()];
        let at = &mut self.state.ports[port.index()];
        let busy_until = if at.busy { at.busy_until } else { Time::ZERO };
        let change = at.receiver.due(self.configs.receiver(plan), plan.clock, self.state.now, busy_until);
        self.apply_receiver_change(port, change, recorder);
    }

    /// Applies the pauses that arrived at `port` during a transmission and waited for its end. Called when
    /// the transmission has ended.
    #[inline(never)]
    pub(super) fn boundary<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let plan = &self.plan[port.index()];
        let receiver = &mut self.state.ports[port.index()].receiver;
        let change = receiver.boundary(self.configs.receiver(plan), plan.clock, self.state.now);
        self.apply_receiver_change(port, change, recorder);
    }

    /// Applies a change of the PFC receiver of `port`. Reports the change to the watchdog, pauses or resumes
    /// priorities, and schedules the next deadline of the receiver.
    pub(super) fn apply_receiver_change<R: Recorder>(
        &mut self,
        port: PortId,
        change: Change,
        recorder: &mut R,
    ) {
        if self.plan[port.index()].watches_pauses() && change.any() {
            self.notify_watchdogs(port, Indication::default(), change);
        }
        let ignored = self.state.ports[port.index()].receiver.ignored();
        self.apply_pause_change(port, change.gates(ignored), recorder);
        let deadline = self.state.ports[port.index()].receiver.deadline();
        self.arm(DeadlineId::PfcReceiver(port), deadline);
    }

    /// Pauses or resumes priorities of `port`: updates counters and deadlock tracker, emits trace
    /// events, and schedules the transmitter.
    pub(super) fn apply_pause_change<R: Recorder>(&mut self, port: PortId, change: Change, recorder: &mut R) {
        let now = self.state.now;
        for n in change.paused.iter() {
            let counters = &mut self.counters.ports[port.index()][n.index()];
            counters.paused_since = Some(now);
            counters.first_paused.get_or_insert(now);
            self.emit(recorder, port, EventKind::Paused(n));
            self.on_queue_blocked(port, n, CycleTrigger::Paused);
        }
        let left = change.resumed | change.expired | change.ignored;
        for n in left.iter() {
            self.leaves_paused(port, n);
            let is = |mask: PrioritySet| mask.contains(n);
            let kind = match (is(change.resumed), is(change.expired)) {
                (true, _) => EventKind::Resumed(n),
                (_, true) => EventKind::Expired(n),
                _ => EventKind::Ignored(n),
            };
            self.emit(recorder, port, kind);
            self.on_queue_unblocked(port, n);
        }
        if !left.is_empty() {
            self.wake(port);
        }
    }

    /// Adds the pause that has ended to the total pause time of (`port`, `priority`).
    pub(super) fn leaves_paused(&mut self, port: PortId, priority: Priority) {
        let counters = &mut self.counters.ports[port.index()][priority.index()];
        counters.paused = counters.paused_until(self.state.now);
        counters.paused_since = None;
    }
}
