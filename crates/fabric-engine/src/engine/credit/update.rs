//! Credit updates of links: transmission, arrival, and loss. Start with `send_credit_update`.
//!
//! An update contains all credits that are free at its transmission. Updates as frames go before data;
//! updates without wire time arrive after the delay of the cable. No update is sent while the link is down.
//! Only a resync repairs a lost update.

use crate::engine::event_order::DeadlineId;
use crate::engine::{EventKind, Recorder, World};
use crate::fabric::credit::Update;
use crate::fabric::frame::{Bits, Frame};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;

impl World {
    /// Sends a credit update for `class` from `port`. An update without wire time leaves at once; any other
    /// update leaves as a frame when the transmitter is free. Does nothing while the link is down.
    pub(super) fn send_credit_update(&mut self, port: PortId, class: Priority) {
        if self.state.ports[port.index()].down {
            return;
        }
        let plan = &self.plan[port.index()];
        if plan.update_bytes > 0 {
            return self.wake(port);
        }
        let receiver = &mut self.state.credits[plan.credit as usize].receivers[class.index()];
        let update = Update::Freed(receiver.return_credits());
        self.send_at_once(port, class, update);
    }

    /// Sends a credit update that takes no wire time. The update arrives after the delay of the cable.
    fn send_at_once(&mut self, port: PortId, class: Priority, update: Update) {
        let plan = &self.plan[port.index()];
        let state = &mut self.state;
        let arrives = state.now + plan.delay;
        let mut frame = Frame::credit(class, update, 0);
        frame.arrives = arrives;
        let id = state.frames.insert(frame);
        let there = self.plan[plan.peer.index()].credit;
        let coming = &mut state.credits[there as usize].coming;
        let alone = coming.is_empty();
        coming.push(&mut state.frames, id);
        if alone {
            self.arm(DeadlineId::Credit(there.into()), arrives);
        }
    }

    /// Whether `port` has a credit update to send as a frame.
    pub(in crate::engine) fn has_pending_update(&self, port: PortId) -> bool {
        let plan = &self.plan[port.index()];
        plan.has_credits() && plan.update_bytes > 0 && self.next_update(port).is_some()
    }

    /// Next update that `port` has to send as a frame: its channel, and its kind (`true`: returned credits;
    /// `false`: resync with the bytes sent). Returned credits go before resyncs; among updates of one kind,
    /// the lowest channel goes first. `None` if there is nothing to send.
    fn next_update(&self, port: PortId) -> Option<(Priority, bool)> {
        let plan = &self.plan[port.index()];
        let at = &self.state.credits[plan.credit as usize];
        let gives =
            |n: &Priority| at.returned_resyncs.contains(*n) || at.receivers[n.index()].unreturned() > 0;
        let back = plan.rx_credit_mask.iter().find(gives).map(|n| (n, true));
        back.or_else(|| at.sent_resyncs.iter().next().map(|n| (n, false)))
    }

    /// Starts the frame of a credit update of `port`, if there is an update to send. The frame goes before
    /// all queued frames. An update that returns credits contains all credits that are free now. Returns
    /// whether a frame starts.
    #[inline(never)]
    pub(in crate::engine) fn send_update<R: Recorder>(&mut self, port: PortId, recorder: &mut R) -> bool {
        if !self.has_pending_update(port) {
            return false;
        }
        let Some((class, gives)) = self.next_update(port) else { return false };
        let plan = &self.plan[port.index()];
        let (bytes, bit) = (plan.update_bytes, PrioritySet::of(class));
        let at = &mut self.state.credits[plan.credit as usize];
        let receiver = &mut at.receivers[class.index()];
        let update = if !gives {
            at.sent_resyncs &= !bit;
            // Updates are sent between frames: no frame is partly sent.
            Update::Sent(at.senders[class.index()].sent_total(0))
        } else if at.returned_resyncs.intersects(bit) {
            at.returned_resyncs &= !bit;
            Update::Total(receiver.resync_total())
        } else {
            Update::Freed(receiver.return_credits())
        };
        let id = self.state.frames.insert(Frame::credit(class, update, bytes));
        self.start(port, id, recorder);
        true
    }

    /// Handles a credit resync of a port. `n` is the index of the port among ports with credits. For every
    /// channel, sends the total of the bytes sent and the total of the credits returned. Sends nothing while
    /// the link is down. The next resync is scheduled in any case.
    pub(in crate::engine) fn resync_due(&mut self, n: usize) {
        let at = &mut self.state.credits[n];
        let port = at.port;
        let every = self.spec.credit_resync.unwrap_or(Time::NEVER);
        at.resync_at = at.resync_at.saturating_add(every);
        let next = at.resync_at;
        self.arm(DeadlineId::Resync(super::index_u32(n)), next);
        let plan = &self.plan[port.index()];
        let (gives, needs) = (plan.rx_credit_mask, plan.tx_credit_mask);
        if self.state.ports[port.index()].down {
            return;
        }
        if plan.update_bytes > 0 {
            let at = &mut self.state.credits[n];
            (at.returned_resyncs, at.sent_resyncs) = (gives, needs);
            return self.wake(port);
        }
        for class in gives.iter() {
            let total = self.state.credits[n].receivers[class.index()].resync_total();
            self.send_at_once(port, class, Update::Total(total));
        }
        for class in needs.iter() {
            // A frame in transmission arrives after this total.
            let starting = self.starting(port, class);
            let sent = self.state.credits[n].senders[class.index()].sent_total(starting);
            self.send_at_once(port, class, Update::Sent(sent));
        }
    }

    /// Credits that the frame in transmission on `port` consumed, in bytes; 0 if no frame of `class` is in
    /// transmission.
    fn starting(&self, port: PortId, class: Priority) -> u64 {
        let at = &self.state.ports[port.index()];
        let is_out = !at.busy || !at.sending.contains(class);
        // The frame that started last is the last in the cable. If the peer has already decided
        // where to forward it, it is the tail in the pipeline of the peer.
        let cable = self.state.cables[port.index()].iter(&self.state.frames);
        let last = cable.last().filter(|frame| !frame.kind.is_control());
        let last = last.copied().or_else(|| self.tail_of(port));
        last.filter(|_| !is_out)
            .map_or(0, |frame| self.credit_cost(self.plan[port.index()].peer, frame.bytes))
    }

    /// Handles the arrival of a credit update without wire time. `n` is the index of the receiving port among
    /// the ports with credits.
    pub(in crate::engine) fn credit_due<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let state = &mut self.state;
        let at = &mut state.credits[n];
        let port = at.port;
        let Some(id) = at.coming.pop(&state.frames) else { return };
        let frame = state.frames.remove(id);
        let (next, _) = state.credits[n].deadlines(&state.frames);
        self.arm(DeadlineId::Credit(super::index_u32(n)), next);
        self.update_arrives(port, &frame, recorder);
    }

    /// Applies a credit update that arrives at `port`, unless bit errors or a fault lose the update. If the
    /// update is the total of sent bytes (resync), `port` returns the credits of the frames that were lost.
    pub(in crate::engine) fn update_arrives<R: Recorder>(
        &mut self,
        port: PortId,
        frame: &Frame,
        recorder: &mut R,
    ) {
        let class = frame.priority;
        if frame.bits != Bits::Whole || self.update_is_lost(port) {
            self.counters.ports[port.index()][class.index()].updates_lost += 1;
            self.emit(recorder, port, EventKind::CreditLost(class));
            return self.on_credits_lost(port, class);
        }
        let at = &mut self.state.credits[self.plan[port.index()].credit as usize];
        let sender = &mut at.senders[class.index()];
        let before = sender.available();
        match frame.update() {
            Update::Freed(bytes) => sender.return_credits(bytes),
            Update::Total(total) => sender.resync(total),
            Update::Sent(total) => {
                if at.receivers[class.index()].resync(total) > 0 {
                    self.send_credit_update(port, class);
                    self.on_credits_changed(self.plan[port.index()].peer, class);
                }
                return;
            }
        }
        // Most totals change nothing. If credits were added, the transmitter checks whether they
        // cover its next frame.
        if sender.available() != before {
            self.on_credits_changed(port, class);
            self.wake(port);
        }
    }
}
