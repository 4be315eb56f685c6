//! Rate control in the engine: pacing of a flow at its source, and CNPs from its receiver (DCQCN). Start with
//! `pace` and `on_ce_marked`. The algorithms are in `fabric/endpoint/rate`.
//!
//! Without rate control only the link limits a flow. A pause does not change the rate of a flow. At most one
//! CNP of each flow waits at a time.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::Digest;
use crate::fabric::endpoint::SendBlock;
use crate::fabric::endpoint::rate::{NotificationConfig, Notifier, RateConfig, RateControl, RateView};
use crate::fabric::frame::{Frame, FrameId};
use crate::ids::{FlowId, PortId};
use crate::spec::FlowSpec;
use crate::units::{Rate, Time};

use super::event_order::DeadlineId;
use super::plan::Role;
use super::state::queue_index;
use super::{DropCause, Recorder, World, random};

/// Rate control of one flow, at its source and at its receiver.
#[derive(Clone, Debug)]
pub(super) struct FlowRateState {
    flow: FlowId,
    control: RateControl,
    /// Time at which rate control allows the flow to send again; [`Time::NEVER`] if rate control does not
    /// delay the flow.
    free_at: Time,
    notification: Option<NotificationConfig>,
    notifier: Notifier,
    /// Deviation of the clock that paces the flow, in millionths; above 0, the clock is fast.
    clock_ppm: i32,
    /// Number of CNPs sent; used as their sequence number.
    cnps: u32,
    /// Random stream for the jitter of CNPs.
    stream: Pcg32,
}

impl FlowRateState {
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(self.flow.0);
        digest.time(self.free_at);
        self.control.digest(digest);
        self.notifier.digest(digest);
        digest.add(self.cnps);
        digest.add(self.stream.clone().next_u64());
    }

    /// Times of two future events: the flow may send again, and the next CNP is sent. [`Time::NEVER`] for an
    /// event that is not scheduled.
    pub const fn deadlines(&self) -> (Time, Time) {
        (self.free_at, self.notifier.deadline())
    }

    pub fn view(&self, now: Time) -> RateView {
        self.control.view(now)
    }
}

/// True duration of an interval that a clock measures as `time`; rounded down. The clock is fast by `ppm`
/// millionths (slow if `ppm` is negative).
fn by_clock(time: Time, ppm: i32) -> Time {
    let parts = u128::from(time.ps()) * 1_000_000;
    let ticks = u128::from(1_000_000_u32.saturating_add_signed(ppm).max(1));
    Time(u64::try_from(parts / ticks).unwrap_or(u64::MAX))
}

impl World {
    /// Adds the rate control of `flow`; `line` is the rate of the link of the source. Returns the index of
    /// the rate control, or `None` if the flow has no rate control.
    pub(super) fn add_flow_rate(&mut self, flow: FlowId, spec: &FlowSpec, line: Rate) -> Option<u32> {
        let control = RateControl::new(&spec.rate, line)?;
        let flow_rates = &mut self.state.flow_rates;
        let number = u32::try_from(flow_rates.len()).ok()?;
        flow_rates.push(FlowRateState {
            flow,
            control,
            free_at: Time::NEVER,
            notification: match spec.rate {
                RateConfig::Dcqcn(config) => Some(config.notification),
                RateConfig::None | RateConfig::NoCnps | RateConfig::Window(_) => None,
            },
            notifier: Notifier::default(),
            clock_ppm: self.spec.port(spec.source, 0).map_or(0, |port| {
                // A window limits the bytes in flight and uses no clock.
                let is_paced = matches!(spec.rate, RateConfig::Dcqcn(_));
                if is_paced { self.spec.ports[port.index()].config.clock_ppm } else { 0 }
            }),
            cnps: 0,
            stream: random::stream(self.spec.seed, "cnp", &spec.name),
        });
        Some(number)
    }

    /// Counts a frame of `bytes`, which starts now, in the rate control of its flow. The transmitter is free
    /// again at `free`. Blocks the flow if its next frame may only start after `free`; at equality the flow
    /// is not blocked.
    pub(super) fn pace(&mut self, flow_rate: u32, bytes: u16, free: Time) {
        let now = self.state.now;
        let at = &mut self.state.flow_rates[flow_rate as usize];
        let mut next = at.control.on_transmit(bytes, now);
        if at.clock_ppm != 0 {
            next = now.saturating_add(by_clock(next.saturating_sub(now), at.clock_ppm));
        }
        if next > free {
            at.free_at = next;
            self.state.flows[at.flow.index()].send_blocks.set(SendBlock::Rate, true);
            self.arm(DeadlineId::RateTimer(flow_rate), next);
        }
    }

    /// Ends the delay that rate control has set for a flow. The next frame of the flow may then start.
    /// `flow_rate` is the index of the rate control.
    pub(super) fn pace_due(&mut self, flow_rate: usize) {
        let at = &mut self.state.flow_rates[flow_rate];
        at.free_at = Time::NEVER;
        let flow = at.flow.index();
        self.state.flows[flow].send_blocks.set(SendBlock::Rate, false);
        if self.state.flows[flow].is_ready() {
            self.join(flow);
        }
    }

    /// Handles a delivered frame with ECN mark at the receiver of a flow: sends a CNP at once, later, or not
    /// at all. Only flows with DCQCN send CNPs, and the notification point limits their number
    /// ([`Notifier::marked`]).
    pub(super) fn on_ce_marked<R: Recorder>(&mut self, flow_rate: u32, recorder: &mut R) {
        let now = self.state.now;
        let at = &mut self.state.flow_rates[flow_rate as usize];
        let Some(config) = at.notification else { return };
        let stream = &mut at.stream;
        match at.notifier.marked(&config, now, || stream.next_u64()) {
            Some(due) if due == now => self.cnp_timer_due(flow_rate as usize, recorder),
            Some(due) => self.arm(DeadlineId::Cnp(flow_rate), due),
            None => {}
        }
    }

    /// Sends a CNP from the receiver of a flow. The NIC suppresses the CNP if it sent another CNP of the flow
    /// shortly before.
    pub(super) fn cnp_timer_due<R: Recorder>(&mut self, flow_rate: usize, recorder: &mut R) {
        let now = self.state.now;
        let at = &mut self.state.flow_rates[flow_rate];
        at.notifier.sent();
        let (id, Some(config)) = (at.flow, at.notification) else { return };
        let flow = &self.state.flows[id.index()];
        let port = flow.destination;
        if let (Some(memory), Role::Host(host)) = (config.merge, self.plan[port.index()].role)
            && self.state.mergers[host.index()].suppress_or_record(id, memory, now)
        {
            self.counters.flows[id.index()].cnps_merged += 1;
            return;
        }
        let cnp = flow.cnp(id, at.cnps, now);
        at.cnps = at.cnps.wrapping_add(1);
        self.counters.flows[id.index()].cnps_sent += 1;
        self.answer(port, cnp, recorder);
    }

    /// Handles a CNP at the source of `flow`: counts the CNP and passes it to the rate control.
    /// DCQCN then cuts the rate; without rate control nothing else happens.
    pub(super) fn on_cnp(&mut self, flow: FlowId) {
        self.counters.flows[flow.index()].cnps_received += 1;
        if let Some(flow_rate) = self.state.flows[flow.index()].flow_rate() {
            self.state.flow_rates[flow_rate as usize].control.on_cnp(self.state.now);
        }
    }

    /// Sends a control frame (ack, CNP, request or credit update) from the host at `port`. The frame goes
    /// before data and after earlier control frames of its priority. If the frame table is full, the frame is
    /// dropped as [`DropCause::SourceFull`]; else, if the link is down, as [`DropCause::OutputDown`].
    #[inline(always)]
    pub(super) fn answer<R: Recorder>(&mut self, port: PortId, frame: Frame, recorder: &mut R) {
        let is_full = self.state.frames.is_full();
        // The frame is inserted here, because passing it on by value would copy it twice.
        let id = self.state.frames.insert(frame);
        self.send_back(port, id, is_full, recorder);
    }

    #[inline(never)]
    fn send_back<R: Recorder>(&mut self, port: PortId, id: FrameId, is_full: bool, recorder: &mut R) {
        let state = &mut self.state;
        if is_full || state.ports[port.index()].down {
            let cause = if is_full { DropCause::SourceFull } else { DropCause::OutputDown };
            return self.drop_frame(port, id, cause, recorder);
        }
        let frame = state.frames.get(id);
        let (priority, bytes) = (frame.priority, frame.bytes);
        let queue = &mut state.queues[queue_index(port, priority)];
        queue.frames.push(&mut state.frames, id);
        queue.bytes += u64::from(bytes);
        recorder.changed(port, port);
        state.ports[port.index()].occupied.insert(priority);
        self.wake(port);
    }
}
