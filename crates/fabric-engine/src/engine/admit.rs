//! Admission of a frame at a switch: charge to its PG and its egress queue, mark, or drop. Sources: SONiC
//! buffer model; `switch-mmu.cc` of the HPCC simulator. Start with [`World::admit`].
//!
//! Lossy frames pass two checks first: WRED, then the limit of the egress queue. All frames then pass the
//! check of reserve, threshold and headroom of the PG. If a frame is dropped, the credits that it consumed on
//! its link are returned to the sender. Cut-through frames that cannot start at once are charged by the same
//! rules.

use rand_pcg::rand_core::Rng;

use crate::fabric::buffer::{Admission, Input, Occupancy, Pg, Pool, Scope};
use crate::fabric::egress::{EgressQueue, WredVerdict};
use crate::fabric::frame::FrameId;
use crate::ids::{LocalPort, PortId, Priority, SwitchId};
use crate::wire::Ecn;

use super::admission_details::{AdmissionDetails, AdmissionResult, UseAndLimit, small};
use super::counters::{COUNTS, Counters};
use super::state::queue_index;
use super::{DropCause, EventKind, Recorder, World};

/// Frame before its admission: input port, switch, output port, priority, and memory in bytes.
#[derive(Clone, Copy)]
pub(super) struct Offer {
    pub input: PortId,
    pub switch: SwitchId,
    pub output: PortId,
    pub priority: Priority,
    pub charge: u64,
}

impl Offer {
    /// Index of the PG of the frame; the index is that of [`queue_index`].
    fn group(&self) -> usize {
        queue_index(self.input, self.priority)
    }

    /// Index of the egress queue of the frame; the index is that of [`queue_index`].
    fn queue(&self) -> usize {
        queue_index(self.output, self.priority)
    }
}

/// Pool, PG and egress queue to which an arriving frame is to be charged.
pub(super) struct AdmissionCtx<'a> {
    pub pool: &'a mut Pool,
    pub group: &'a mut Pg,
    pub queue: &'a mut EgressQueue,
}

impl AdmissionCtx<'_> {
    /// Charges `charge` bytes to the PG and the egress queue if they fit. Otherwise changes nothing and
    /// returns [`AdmissionResult::Dropped`]. `limited`: bytes and limit of the VOQ or egress queue that the
    /// threshold of the PG limits; `None` if the threshold limits the PG itself. A drop at the threshold
    /// counts as [`DropCause::EgressTailDrop`] if the threshold limits the egress queue.
    #[inline(always)]
    pub fn charge(&mut self, charge: u64, limited: Option<Occupancy>) -> AdmissionResult {
        let Self { pool, group, queue } = self;
        if !group.is_lossless() && !queue.has_room(charge, pool.free()) {
            return AdmissionResult::Dropped(DropCause::EgressTailDrop);
        }
        let in_reserve = group.reserve();
        let result = match group.admit(pool, charge, limited) {
            Admission::Shared if !group.is_counted() => AdmissionResult::Uncounted,
            Admission::Shared => AdmissionResult::Shared { to_reserve: small(group.reserve() - in_reserve) },
            Admission::Headroom => AdmissionResult::Headroom,
            Admission::TailDrop if group.scope() == Scope::Queue => {
                return AdmissionResult::Dropped(DropCause::EgressTailDrop);
            }
            Admission::TailDrop => return AdmissionResult::Dropped(DropCause::TailDrop),
            Admission::Violation => return AdmissionResult::Dropped(DropCause::Violation),
            Admission::PoolViolation => return AdmissionResult::Dropped(DropCause::PoolViolation),
        };
        queue.bytes += charge;
        result
    }

    /// Updates the peak counters of the PG, the headroom and the egress queue after a charge.
    #[inline(always)]
    pub fn count(&self, counters: &mut Counters, offer: &Offer, result: AdmissionResult) {
        if !COUNTS {
            return;
        }
        let Self { pool, group, queue } = self;
        let priority = offer.priority.index();
        let input = &mut counters.ports[offer.input.index()][priority];
        input.reserve_peak = input.reserve_peak.max(group.reserve());
        input.shared_peak = input.shared_peak.max(group.shared());
        if result == AdmissionResult::Headroom {
            input.headroom_peak = input.headroom_peak.max(group.headroom());
            let peak = &mut counters.headroom_pool_peaks[offer.switch.index()];
            *peak = (*peak).max(pool.headroom_used());
        }
        let output = &mut counters.ports[offer.output.index()][priority];
        output.egress_peak = output.egress_peak.max(queue.bytes);
    }
}

impl World {
    /// Decides the admission of a frame that arrived at `port` of `switch` and is to leave by `output`.
    /// Charges the frame to its PG and egress queue, or drops it. Returns `true` if the frame is charged and
    /// may be enqueued, `false` if it is dropped. If WRED decides to mark the frame instead of dropping it,
    /// the ECN mark is set only after the frame is charged. Emits [`EventKind::Admission`] only if
    /// [`Recorder::RECORDS_ADMISSIONS`] is `true`.
    pub(super) fn admit<R: Recorder>(
        &mut self,
        port: PortId,
        switch: SwitchId,
        output: PortId,
        id: FrameId,
        recorder: &mut R,
    ) -> bool {
        let frame = self.state.frames.get(id);
        let (priority, bytes) = (frame.priority, frame.bytes);
        let charge = self.state.pools[switch.index()].charged_bytes(bytes);
        let offer = Offer { input: port, switch, output, priority, charge };
        let limited = self.limited_occupancy(&offer);
        let details = if R::RECORDS_ADMISSIONS { Some(self.details(&offer, limited)) } else { None };
        let early = self.wred_verdict(&offer, frame.ecn);
        let result = if early == WredVerdict::Drop {
            AdmissionResult::Dropped(DropCause::Wred)
        } else {
            self.charge(&offer, limited)
        };
        if let Some(details) = details {
            self.emit(
                recorder,
                port,
                EventKind::Admission(*self.state.frames.get(id), AdmissionDetails { result, ..details }),
            );
        } else {
            recorder.admitted_or_dropped(port);
        }
        recorder.changed(port, output);
        if let AdmissionResult::Dropped(cause) = result {
            self.drop_and_return_credits(port, id, cause, recorder);
            return false;
        }
        if early == WredVerdict::Mark {
            self.put_mark(output, id, recorder);
        }
        if R::RECORDS_EVENTS && result == AdmissionResult::Headroom {
            self.note_headroom(port, switch, id, recorder);
        }
        true
    }

    /// Emits [`EventKind::Headroom`] for frame `id` from `port`, which was charged to headroom. The
    /// flag of the event is true if the headroom of the PG was empty before.
    pub(super) fn note_headroom<R: Recorder>(
        &self,
        port: PortId,
        switch: SwitchId,
        id: FrameId,
        recorder: &mut R,
    ) {
        let frame = self.state.frames.get(id);
        let charge = self.state.pools[switch.index()].charged_bytes(frame.bytes);
        let is_first = self.state.groups[queue_index(port, frame.priority)].headroom() <= charge;
        self.emit(recorder, port, EventKind::Headroom(*frame, is_first));
    }

    /// Bytes and threshold of the VOQ or egress queue that the threshold of the PG limits. `None` if the
    /// threshold limits the PG itself.
    fn limited_occupancy(&self, offer: &Offer) -> Option<Occupancy> {
        let state = &self.state;
        let group = &state.groups[offer.group()];
        let pool = &state.pools[offer.switch.index()];
        match group.scope() {
            Scope::Group => None,
            Scope::Voq => {
                let used = state.voqs[offer.switch.index()]
                    .bytes(self.input(offer.input, offer.priority), self.local_port(offer.output));
                Some(Occupancy { used, limit: group.threshold(pool) })
            }
            Scope::Queue => {
                let at = offer.queue();
                Some(Occupancy { used: state.queues[at].bytes, limit: state.groups[at].threshold(pool) })
            }
        }
    }

    /// WRED decision on a frame: pass, mark or drop. Frames of lossless priorities always pass. If the queue
    /// marks ECN, an ECN-capable frame is marked instead of dropped; if this frame already has an ECN mark,
    /// it passes unchanged.
    fn wred_verdict(&mut self, offer: &Offer, ecn: Ecn) -> WredVerdict {
        if !self.plan[offer.output.index()].wred.contains(offer.priority)
            || self.state.groups[offer.group()].is_lossless()
        {
            return WredVerdict::Pass;
        }
        let at = offer.queue();
        let config = &self.spec.ports[offer.output.index()].config.priorities[offer.priority.index()].wred;
        let queue = &self.state.queues[at];
        let capable = ecn != Ecn::NotCapable && !queue.ecn.is_off();
        let stream = &mut self.state.wred_random[at];
        match config.rules(queue.bytes, capable, || stream.next_u32()) {
            // The frame carries the mark of another switch already.
            WredVerdict::Mark if ecn == Ecn::Marked => WredVerdict::Pass,
            early => early,
        }
    }

    /// Charges the frame to its PG, its egress queue and its VOQ if the frame fits. Otherwise changes
    /// nothing.
    fn charge(&mut self, offer: &Offer, limited: Option<Occupancy>) -> AdmissionResult {
        let Offer { input, switch, output, priority, charge } = *offer;
        let Self { state, counters, .. } = self;
        let mut ctx = AdmissionCtx {
            pool: &mut state.pools[switch.index()],
            group: &mut state.groups[offer.group()],
            queue: &mut state.queues[offer.queue()],
        };
        let result = ctx.charge(charge, limited);
        if matches!(result, AdmissionResult::Dropped(_)) {
            return result;
        }
        ctx.count(counters, offer, result);
        if ctx.group.scope() == Scope::Voq {
            let threshold = ctx.group.threshold(ctx.pool);
            let (input, output) = (self.input(input, priority), self.local_port(output));
            self.state.voqs[switch.index()].grow(input, output, charge, threshold);
        }
        result
    }

    /// Values on which the admission is based, for [`EventKind::Admission`]. The decision itself is still
    /// missing and is filled in later.
    fn details(&self, offer: &Offer, limited: Option<Occupancy>) -> AdmissionDetails {
        let state = &self.state;
        let pool = &state.pools[offer.switch.index()];
        let group = &state.groups[offer.group()];
        let queue = &state.queues[offer.queue()];
        let config = group.config();
        let Occupancy { used, limit } =
            limited.unwrap_or(Occupancy { used: group.shared(), limit: group.threshold(pool) });
        let lossy_limit = queue.limit.filter(|_| !config.lossless);
        AdmissionDetails {
            result: AdmissionResult::Uncounted,
            output: offer.output,
            charge: small(offer.charge),
            lossless: config.lossless,
            is_pausing: self.requests_pause(offer.input, offer.priority),
            can_pause: self.pause_sender(offer.input).enabled.contains(offer.priority),
            scope: config.scope,
            reserve: UseAndLimit::new(group.reserve(), config.reserve),
            shared: UseAndLimit::new(used, limit),
            headroom: UseAndLimit::new(group.headroom(), config.headroom),
            headroom_pool: UseAndLimit::new(pool.headroom_used(), pool.headroom_size()),
            queue: UseAndLimit::new(
                queue.bytes,
                lossy_limit.map_or(u64::MAX, |limit| limit.bytes(pool.free())),
            ),
            free: small(pool.free()),
        }
    }

    /// Input (`port`, `priority`) in the form that the VOQ counters of the switch use.
    pub(super) fn input(&self, port: PortId, priority: Priority) -> Input {
        Input { port: self.local_port(port), priority }
    }

    /// Index of `port` within its node, from 0.
    pub(super) fn local_port(&self, port: PortId) -> LocalPort {
        self.plan[port.index()].number
    }
}
