//! A transmitter becomes free, picks the next frame, and starts it.

use crate::fabric::buffer::Scope;
use crate::fabric::frame::{Frame, FrameId};
use crate::units::Time;

use super::plan::Role;
use super::slots::Owner;
use super::state::lane;
use super::{DropCause, Recorder, What, World};

impl World {
    #[inline]
    pub(super) fn transmission_ends<R: Recorder>(&mut self, port: usize, recorder: &mut R) {
        let plan = &self.plan[port];
        let at = &mut self.state.ports[port];
        at.busy = false;
        let change = at.receiver.boundary(self.configs.receiver(plan), plan.clock, self.state.now);
        self.note(recorder, port, What::Ended);
        if change.any() {
            self.gate_moved(port, change, recorder);
        }
        self.dirty.insert(port);
    }

    /// A free transmitter looks for something to send: PFC first, then credit
    /// updates, then what the scheduler picks among priorities that have a
    /// frame, are not paused and have credits for it. Returns whether a frame
    /// started, or a priority ran out of credits or has them again.
    #[inline]
    pub(super) fn schedule<R: Recorder>(&mut self, port: usize, recorder: &mut R) -> bool {
        let (at, plan) = (&self.state.ports[port], &self.plan[port]);
        if at.busy {
            return false;
        }
        if at.sender.wants() {
            return self.send_pfc(port, recorder);
        }
        let (mut eligible, role) = (at.occupied & !at.receiver.paused(), plan.role);
        if plan.has_credits() {
            if self.send_update(port, recorder) {
                return true;
            }
            let covered = self.covered(port, eligible);
            if self.starves(port, eligible & !covered, recorder) {
                self.dirty.insert(port);
                return true;
            }
            eligible = covered;
        }
        if eligible == 0 {
            return false;
        }
        match role {
            Role::Switch(switch) => self.forward(port, switch as usize, eligible, recorder),
            Role::Host(host) => self.inject(port, host as usize, eligible, recorder),
        }
    }

    /// Whether [`World::schedule`] would find anything to do.
    pub(super) fn has_work(&self, port: usize) -> bool {
        let at = &self.state.ports[port];
        if at.busy {
            return false;
        }
        let eligible = at.occupied & !at.receiver.paused();
        let bound = self.plan[port].has_credits();
        at.sender.wants() || if bound { self.has_credited_work(port, eligible) } else { eligible != 0 }
    }

    /// The next frame leaves a switch: its group and queue are released as its
    /// transmission starts, and it may be marked.
    #[inline]
    fn forward<R: Recorder>(&mut self, port: usize, switch: usize, eligible: u8, recorder: &mut R) -> bool {
        let state = &mut self.state;
        let (frames, queues) = (&state.frames, &state.queues);
        let head =
            |class| queues[lane(port, class)].frames.head().map_or(0, |id| u32::from(frames.get(id).bytes));
        let config = self.configs.scheduler(&self.plan[port]);
        let Some(class) = state.ports[port].scheduler.select(config, eligible, head) else { return false };
        let shared = self.counters.shares[port].concerns(config, class, eligible);
        let queue = &mut state.queues[lane(port, class)];
        let Some(id) = queue.frames.pop(&state.frames) else { return false };
        let charge = state.pools[switch].charge(state.frames.get(id).bytes);
        queue.bytes -= charge;
        let (waiting, may_mark) = (queue.bytes, queue.ecn.considers_leaving(queue.bytes));
        if queue.frames.is_empty() {
            // What is still to cross keeps what the class has saved up.
            state.ports[port].emptied(config, class, queue.bytes == 0);
        }
        if shared {
            self.share(port, class, eligible, id);
        }
        if may_mark {
            self.mark(port, id, waiting, recorder);
        }
        self.release(port, switch, id, charge);
        // Whoever's frame leaves: inputs with the egress trigger wait for it.
        if self.crossed(port, class).over {
            self.queue_shrank(port, class);
        }
        if self.plan[port].crossbar {
            self.made_room(port, switch, id);
        }
        self.start(port, id, recorder);
        true
    }

    /// A frame that waited for `output` is charged to its group no longer.
    #[inline]
    pub(super) fn release(&mut self, output: usize, switch: usize, id: FrameId, charge: u64) {
        let state = &mut self.state;
        let pool = &mut state.pools[switch];
        let frame = state.frames.get(id);
        let (ingress, priority) = (frame.ingress().index(), frame.priority);
        let group = &mut state.groups[lane(ingress, priority)];
        group.release(pool, charge);
        if group.scope() == Scope::Voq {
            let (input, output) = (self.input(ingress, priority), self.number(output));
            self.state.voqs[switch].shrink(input, output, charge);
        }
        if self.plan[ingress].by_group >> priority & 1 == 1 {
            self.group_shrank(ingress, switch, priority);
        }
        if self.plan[ingress].gives >> priority & 1 == 1 {
            self.free(ingress, priority, charge);
        }
    }

    /// The next frame leaves a host: control first, then its flows in turn.
    #[inline]
    fn inject<R: Recorder>(&mut self, port: usize, host: usize, eligible: u8, recorder: &mut R) -> bool {
        let state = &mut self.state;
        let (frames, queues, flows, nic) =
            (&state.frames, &state.queues, &state.flows, &mut state.nics[host]);
        let head = |class| {
            let control = queues[lane(port, class)].frames.head().map(|id| frames.get(id).bytes);
            let bytes = control.or_else(|| Some(flows[nic.front(class)?.index()].head_bytes(frames)));
            u32::from(bytes.unwrap_or(0))
        };
        let config = self.configs.scheduler(&self.plan[port]);
        let Some(class) = state.ports[port].scheduler.select(config, eligible, head) else { return false };
        let shared = self.counters.shares[port].concerns(config, class, eligible);
        let queue = &mut state.queues[lane(port, class)];
        let (id, lost) = if let Some(id) = queue.frames.pop(&state.frames) {
            queue.bytes -= u64::from(state.frames.get(id).bytes);
            (id, false)
        } else {
            let Some(flow_id) = nic.front(class) else { return false };
            let flow = &mut state.flows[flow_id.index()];
            let full = state.frames.is_full();
            let (id, fresh) = flow.take(flow_id, state.now, &mut state.frames);
            let (bytes, born) = (state.frames.get(id).bytes, state.frames.get(id).born);
            let (regulator, reliability) = (flow.regulator, flow.reliability);
            let (credit, read) = (flow.credit, flow.read);
            let counters = &mut self.counters.flows[flow_id.index()];
            if fresh {
                counters.sent_bytes += u64::from(bytes);
                counters.sent_frames += 1;
            }
            counters.nic_frames += 1;
            counters.nic_wait += state.now - born;
            // One that waited is in the table already.
            let lost = fresh && full;
            if let Some(credit) = credit.filter(|_| !lost) {
                self.spend_promise(credit, bytes);
            }
            if let Some(regulator) = regulator {
                let free = self.free_after(port, u32::from(bytes));
                self.pace(regulator, bytes, free);
            }
            if let Some(reliable) = reliability {
                self.sent_reliably(reliable, bytes);
            }
            let stays = self.state.flows[flow_id.index()].ready();
            self.state.nics[host].turn(class, stays);
            if let Some(read) = read {
                self.answered(port, read);
            }
            (id, lost)
        };
        let (state, config) = (&mut self.state, self.configs.scheduler(&self.plan[port]));
        if state.queues[lane(port, class)].frames.is_empty() && !state.nics[host].has(class) {
            state.ports[port].emptied(config, class, true);
        }
        if shared {
            self.share(port, class, eligible, id);
        }
        if lost {
            let bytes = u32::from(self.state.frames.get(id).bytes);
            self.occupy(port, bytes);
            self.lose(port, id, DropCause::SourceFull, recorder);
        } else {
            self.start(port, id, recorder);
        }
        true
    }

    /// Counts what an ETS class sends against its share.
    fn share(&mut self, port: usize, class: u8, eligible: u8, id: FrameId) {
        let config = self.configs.scheduler(&self.plan[port]);
        let bytes = u32::from(self.state.frames.get(id).bytes);
        let emptied = self.state.ports[port].occupied >> class & 1 == 0;
        self.counters.shares[port].sent(config, eligible & config.ets(), class, bytes, emptied);
    }

    fn send_pfc<R: Recorder>(&mut self, port: usize, recorder: &mut R) -> bool {
        let config = self.configs.sender(&self.plan[port]);
        let now = self.state.now;
        let sender = &mut self.state.ports[port].sender;
        let before = sender.told();
        let Some(indication) = sender.build(config, now) else { return false };
        let after = sender.told();
        let deadline = sender.deadline();
        self.arm(Owner::Sender(number(port)), deadline);
        let counters = &mut self.counters.ports[port];
        for (n, counters) in counters.iter_mut().enumerate() {
            counters.pauses_sent += u64::from(indication.pauses >> n & 1);
            counters.resumes_sent += u64::from(indication.resumes >> n & 1);
        }
        let totals = &mut self.counters.totals;
        *(if indication.pauses == 0 { &mut totals.resumes } else { &mut totals.pauses }) += 1;
        self.note(recorder, port, What::PfcSent(indication));
        if self.plan[port].is_watched() {
            self.watch_nic(port, indication.pauses != 0);
        }
        // A pause that is only said again changes nobody's waits.
        self.wish_changed(port, after & !before, before & !after);
        let id = self.state.frames.insert(Frame::pfc(indication));
        self.start(port, id, recorder);
        true
    }

    /// Puts a frame on the wire: preamble first, gap last (802.3, 4.2.5).
    #[inline]
    pub(super) fn start<R: Recorder>(&mut self, port: usize, id: FrameId, recorder: &mut R) {
        let plan = &self.plan[port];
        let (peer, peer_staged, needs) = (plan.peer, plan.peer_staged, plan.needs);
        let state = &mut self.state;
        let frame = state.frames.get_mut(id);
        let bytes = u32::from(frame.bytes);
        let arrives = state.now + plan.frame_time(bytes) + plan.delay;
        frame.arrives = arrives;
        let (control, priority) = (frame.kind.is_control(), usize::from(frame.priority));
        let at = &mut state.ports[port];
        at.sending = u8::from(!control) << priority;
        at.sent |= at.sending;
        at.busy = true;
        at.busy_until = state.now + plan.wire_time(bytes);
        let (bad, ends) = (at.bad, at.busy_until);
        if bad {
            self.carry(port, id);
        }
        let state = &mut self.state;
        let cable = &mut state.cables[port];
        let alone = cable.is_empty();
        cable.push(&mut state.frames, id);
        if !control {
            let counters = &mut self.counters.ports[port][priority];
            counters.tx_frames += 1;
            counters.tx_bytes += u64::from(bytes);
            if needs >> priority & 1 == 1 {
                self.spend(port, id);
            }
        }
        self.arm(Owner::End(number(port)), ends);
        if alone {
            let lands = super::arrive::owner(control, peer);
            if peer_staged {
                self.stage_hears(peer as usize, lands, arrives);
            } else {
                self.arm(lands, arrives);
            }
        }
        if R::LISTENS {
            let frame = *self.state.frames.get(id);
            self.note(recorder, port, What::Started(frame));
        }
    }

    /// When the transmitter is free again that starts a frame of `bytes` now.
    #[inline]
    fn free_after(&self, port: usize, bytes: u32) -> Time {
        let plan = &self.plan[port];
        self.state.now + plan.wire_time(bytes)
    }

    /// The transmitter is busy for as long as `bytes` and what surrounds them last.
    #[inline(always)]
    fn occupy(&mut self, port: usize, bytes: u32) {
        let ends = self.free_after(port, bytes);
        let at = &mut self.state.ports[port];
        at.busy = true;
        at.busy_until = ends;
        self.arm(Owner::End(number(port)), ends);
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "ports are numbered in 32 bits")]
pub(super) const fn number(port: usize) -> u32 {
    port as u32
}
