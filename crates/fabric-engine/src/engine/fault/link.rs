//! Links that go down and come up: frames are lost, pauses and credits end, routes change later. Start with
//! [`World::link_down`].

use crate::engine::event_order::DeadlineId;
use crate::engine::{EventKind, Recorder, World};
use crate::fabric::frame::Indication;
use crate::ids::{PortId, PrioritySet};
use crate::units::Time;

impl World {
    /// Takes down the link of `port`. Frames in both directions of the cable and frames queued for the link
    /// are dropped. The pauses and credits of the link end. Switches forget the addresses that they learned
    /// from this link. Pause storms on the link count as ended. Routes change after the reroute delay. Does
    /// nothing if the link is already down.
    pub(super) fn link_down<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let ends = self.spec.link(port);
        if self.state.ports[ends[0].index()].down {
            return;
        }
        // Both ports become busy first, so that no transmission starts below.
        for end in ends {
            let at = &mut self.state.ports[end.index()];
            (at.down, at.busy, at.busy_until) = (true, true, Time::NEVER);
            self.arm(DeadlineId::End(end), Time::NEVER);
        }
        for end in ends {
            self.cut_cable(end, recorder);
        }
        let mut paused = [PrioritySet::EMPTY; 2];
        for (end, paused) in ends.into_iter().zip(&mut paused) {
            self.flush(end, recorder);
            *paused = self.clear_pauses(end);
            self.credits_end(end, recorder);
            if let Some(switch) = self.plan[end.index()].role.switch()
                && let Some(table) = &mut self.state.macs[switch.index()]
            {
                table.forget(end);
            }
        }
        for n in 0..self.state.sources.len() {
            if ends.contains(&self.state.sources[n].spec.port) {
                self.storm_ends(n);
            }
        }
        self.schedule_reroute(ends[0], false);
        self.emit(recorder, port, EventKind::LinkDown);
        for (end, paused) in ends.into_iter().zip(paused) {
            paused.iter().for_each(|n| self.on_queue_unblocked(end, n));
        }
    }

    /// Brings up the link of `port`. The ports at both ends are idle and not paused. PGs that still request a
    /// pause send this pause again. Routes change after the reroute delay. Does nothing if the link is
    /// already up.
    pub(super) fn link_up<R: Recorder>(&mut self, port: PortId, recorder: &mut R) {
        let ends = self.spec.link(port);
        if !self.state.ports[ends[0].index()].down {
            return;
        }
        for end in ends {
            let at = &mut self.state.ports[end.index()];
            (at.down, at.busy, at.busy_until) = (false, false, self.state.now);
            self.credits_begin(end);
            self.wake(end);
        }
        self.schedule_reroute(ends[0], true);
        self.emit(recorder, port, EventKind::LinkUp);
    }

    /// Ends all pauses that `port` has received, and cancels all pauses that `port` has sent. Returns the
    /// priorities that were paused at `port`.
    fn clear_pauses(&mut self, port: PortId) -> PrioritySet {
        let at = &mut self.state.ports[port.index()];
        at.sender.clear();
        let change = at.receiver.clear();
        let paused = change.resumed & !at.receiver.ignored();
        if self.plan[port.index()].watches_pauses() {
            self.notify_watchdogs(port, Indication::default(), change);
        }
        paused.iter().for_each(|n| self.leaves_paused(port, n));
        self.arm(DeadlineId::PfcSender(port), Time::NEVER);
        self.arm(DeadlineId::PfcReceiver(port), Time::NEVER);
        paused
    }
}
