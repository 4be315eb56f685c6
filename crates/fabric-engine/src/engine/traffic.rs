//! Sources of traffic: flows start, hand frames to NICs, and stop; pause sources send pauses. Start with
//! `World::flow_due`.
//!
//! Starting an active flow does nothing. Stopping a flow removes no frames from its NIC. A pause source sends
//! nothing while its link is down, and continues at its interval when the link is up.

use rand_pcg::rand_core::Rng;

use crate::fabric::endpoint::{Flow, FlowExtensions, Process, SendBlocks};
use crate::fabric::frame::{Fifo, Indication};
use crate::ids::{FlowId, Priority, PrioritySet};
use crate::spec::{Arrival, FlowSpec, PauseSourceSpec};
use crate::units::Time;
use crate::wire::Ecn;

use super::counters::FlowCounters;
use super::event_order::DeadlineId;
use super::plan::Role;
use super::random::{self, stable_key};
use super::state::{Source, queue_index};
use super::transmit::index_u32;
use super::{DropCause, Recorder, World};

impl World {
    /// Adds a flow. The flow starts at the start time in `spec`, or now if that time has passed; with jitter,
    /// later by less than one frame time. A flow whose start is at or after its stop never starts. The caller
    /// must rebuild the calendar.
    pub(super) fn add_flow(&mut self, spec: &FlowSpec) {
        let port = |node: crate::ids::NodeId| self.spec.port(node, 0).unwrap_or(crate::ids::PortId(0));
        let (source, destination) = (port(spec.source), port(spec.destination));
        let mut stream = random::stream(self.spec.seed, "flow", &spec.name);
        let frame_time = self.plan[source.index()].clock.time(u32::from(spec.frame_bytes)).ps();
        let jitter = if spec.jitter { stream.next_u64() % frame_time.max(1) } else { 0 };
        let start = spec.start.max(self.state.now).saturating_add(Time(jitter));
        let stop = spec.stop.unwrap_or(Time::NEVER);
        let message = spec.size.unwrap_or(u64::MAX);
        let multicast = self.join_receivers(spec);
        // A read is paced by the host that requests the data.
        let pacer = if spec.request_priority().is_some() { destination } else { source };
        let ppm = self.spec.ports[pacer.index()].config.clock_ppm;
        let process = match spec.arrival {
            Arrival::Saturate => Process::Saturate,
            Arrival::Constant(rate) => Process::paced(spec.frame_bytes, rate, ppm, spec.frame_jitter),
            Arrival::Poisson(rate) => Process::poisson(spec.frame_bytes, rate).by_clock(ppm),
            Arrival::Bursts { rate, on, off } => {
                Process::bursts(spec.frame_bytes, rate, on, off).by_clock(ppm)
            }
        };
        let read = self.add_read(spec, process);
        let request_priority = spec.request_priority().unwrap_or_default();
        let headers = &spec.headers;
        let format = &self.spec.formats[headers.format.index()];
        let label = headers.label(format, spec.priority);
        let ack_priority = spec.acks.map_or(Priority::P0, |acks| acks.priority);
        let cnp_priority = spec.rate.cnp_priority().unwrap_or_default();
        let (ack_bytes, cnp_bytes, request_bytes) = (
            format.ack_frame_bytes(headers.tagged, headers.icrc),
            format.cnp_frame_bytes(headers.tagged, headers.icrc),
            format.request_frame_bytes(headers.tagged, headers.icrc),
        );
        let ecn = if format.ip { spec.ecn } else { Ecn::NotCapable };
        let line = self.plan[source.index()].clock.rate();
        let flow_rate = self.add_flow_rate(FlowId::new(self.state.flows.len()), spec, line);
        let reliability = self.add_reliability(FlowId::new(self.state.flows.len()), spec);
        let credit = self.add_flow_credit(FlowId::new(self.state.flows.len()), spec.credits);
        let credit_priority =
            spec.credits.and_then(|credits| credits.update).map_or(Priority::P0, |update| update.priority);
        let (has, rows) = FlowExtensions { multicast, reliability, flow_rate, credit, read }.split();
        self.state.flows.push(Flow {
            source,
            destination,
            source_host: self.host_of(source),
            destination_host: self.host_of(destination),
            key: stable_key(self.spec.seed, "path", &spec.name),
            // Data of reads is sent as fast as possible.
            process: if read.is_some() { Process::Saturate } else { process },
            next_at: if start < stop { start } else { Time::NEVER },
            stop,
            remaining: if read.is_some() { 0 } else { message },
            size: message.saturating_mul(spec.receivers().count() as u64),
            message,
            messages_left: 0,
            sequence: 0,
            expected: 0,
            unacked: 0,
            ack_every: spec.acks.map_or(0, |acks| acks.every),
            backlog: Fifo::default(),
            backlog_bytes: 0,
            frame_bytes: spec.frame_bytes,
            payload_bytes: spec.payload_bytes,
            ack_bytes,
            cnp_bytes,
            request_bytes,
            label,
            ack_label: label.with_priority(ack_priority),
            cnp_label: label.with_priority(cnp_priority),
            request_label: label.with_priority(request_priority),
            credit_label: label.with_priority(credit_priority),
            priority: spec.priority,
            ack_priority,
            cnp_priority,
            ecn,
            hops: self.spec.hop_limit,
            has_own_path: !spec.path.is_empty() || multicast.is_some(),
            active: false,
            send_blocks: SendBlocks::default(),
            extensions: has,
            extension_indices: rows,
            retransmit_from: None,
        });
        self.paths.push(spec.path.clone());
        self.grow_tree(multicast);
        self.state.arrivals.push(stream);
        self.counters.flows.push(FlowCounters::default());
    }

    /// Adds a pause source, which starts at the start time in `spec`, or now if that time has passed. The
    /// caller must rebuild the calendar.
    pub(super) fn add_source(&mut self, spec: &PauseSourceSpec) {
        let start = spec.start.max(self.state.now);
        let next_at = if spec.stop.is_some_and(|stop| start >= stop) { Time::NEVER } else { start };
        self.state.sources.push(Source { spec: spec.clone(), next_at });
    }

    /// Handles the deadline of flow `n`: its start, its next frame for the NIC, or its stop. At the stop
    /// time, the NIC gets no further frame.
    pub(super) fn flow_due<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let now = self.state.now;
        let flow = &mut self.state.flows[n];
        if let Some(read) = flow.read() {
            return self.read_due(n, read, recorder);
        }
        if now >= flow.stop {
            self.stop_flow(n);
            return;
        }
        let starting = !flow.active;
        flow.active = flow.remaining > 0;
        if matches!(flow.process, Process::Saturate) {
            flow.next_at = flow.stop;
            if starting && flow.backlog.is_empty() && flow.is_ready() {
                self.join(n);
            }
        } else {
            // The first frame of a random process also comes after an interval.
            let random_start = starting && flow.process.is_random();
            if flow.active && !random_start {
                self.enqueue_next_frame(n, recorder);
            }
            let flow = &mut self.state.flows[n];
            let stream = &mut self.state.arrivals[n];
            let wait = if random_start {
                flow.process.first(|| stream.next_u64())
            } else {
                flow.process.interval(flow.sequence, || stream.next_u64())
            };
            let next = now.saturating_add(wait);
            flow.next_at = if flow.active { next.min(flow.stop) } else { Time::NEVER };
        }
        let next = self.state.flows[n].next_at;
        self.arm(DeadlineId::Flow(index_u32(n)), next);
    }

    /// Stops flow `n`. Frames that the NIC already has are still sent.
    pub(super) fn stop_flow(&mut self, n: usize) {
        let flow = &mut self.state.flows[n];
        if let Some(read) = flow.read() {
            return self.stop_read(n, read);
        }
        let was_ready = flow.is_ready();
        flow.active = false;
        flow.next_at = Time::NEVER;
        if was_ready && !flow.is_ready() {
            self.leave(n);
        }
        self.arm(DeadlineId::Flow(index_u32(n)), Time::NEVER);
    }

    /// Sends a PFC frame of pause source `n`, and schedules the next PFC frame. With a pause time of 0, the
    /// frame is a resume. Sends nothing while the link is down, and nothing at or after the stop time.
    pub(super) fn source_due(&mut self, n: usize) {
        let now = self.state.now;
        let source = &mut self.state.sources[n];
        let spec = &source.spec;
        let pauses = spec.quanta.0 > 0;
        let indication = Indication {
            pauses: if pauses { spec.priorities } else { PrioritySet::EMPTY },
            resumes: if pauses { PrioritySet::EMPTY } else { spec.priorities },
            quanta: spec.quanta,
        };
        let port = spec.port;
        let next = spec.every.map_or(Time::NEVER, |every| now.saturating_add(every));
        let next = if spec.stop.is_some_and(|stop| next >= stop) { Time::NEVER } else { next };
        self.state.sources[n].next_at = next;
        self.arm(DeadlineId::Source(index_u32(n)), next);
        if next == Time::NEVER {
            self.storm_ends(n);
        } else {
            self.on_storm_pause(n);
        }
        if !self.state.ports[port.index()].down {
            self.state.ports[port.index()].sender.force(indication);
            self.wake(port);
        }
        self.on_refresh_changed(self.plan[port.index()].peer, indication.pauses | indication.resumes);
    }

    /// Stops pause source `n`. Its last pause ends by expiry or by a resume.
    pub(super) fn stop_source(&mut self, n: usize) {
        if n < self.state.sources.len() {
            self.state.sources[n].next_at = Time::NEVER;
            self.arm(DeadlineId::Source(index_u32(n)), Time::NEVER);
            self.storm_ends(n);
            let spec = &self.state.sources[n].spec;
            self.on_refresh_changed(self.plan[spec.port.index()].peer, spec.priorities);
        }
    }

    /// Hands the next frame of flow `n` to the NIC. The frame is dropped if the link is down, or if the queue
    /// of the flow or the frame table is full. A dropped frame counts as sent. If the flow is reliable, its
    /// frame is not lost: the NIC gets the frame again later.
    fn enqueue_next_frame<R: Recorder>(&mut self, n: usize, recorder: &mut R) {
        let state = &mut self.state;
        let flow = &mut state.flows[n];
        let was_ready = flow.is_ready();
        let frame = flow.build_next_frame(FlowId::new(n), state.now);
        let port = flow.source;
        let down = state.ports[port.index()].down;
        let full = !flow.has_room(frame.bytes) || state.frames.is_full();
        if let Some(reliable) = flow.reliability().filter(|_| down || full) {
            // The frame stays in the memory of its host and is built when its turn comes.
            return self.sender_moved(reliable);
        }
        self.counters.flows[n].sent(frame.bytes);
        let id = state.frames.insert(frame);
        if down {
            return self.drop_frame(port, id, DropCause::OutputDown, recorder);
        }
        if full {
            return self.drop_frame(port, id, DropCause::SourceFull, recorder);
        }
        flow.backlog.push(&mut state.frames, id);
        flow.backlog_bytes += u32::from(frame.bytes);
        if !was_ready && flow.is_ready() {
            self.join(n);
        }
    }

    /// Adds flow `n`, which has frames to send, to the flows that its NIC serves in turn. Also schedules the
    /// transmitter of the NIC.
    pub(super) fn join(&mut self, n: usize) {
        let flow = &self.state.flows[n];
        let (port, priority) = (flow.source, flow.priority);
        if let Role::Host(host) = self.plan[port.index()].role {
            self.state.nics[host.index()].join(priority, FlowId::new(n));
            self.state.ports[port.index()].occupied.insert(priority);
            self.wake(port);
        }
    }

    /// Removes flow `n` from the flows that its NIC serves in turn, because no frame of the flow may be sent
    /// now.
    pub(super) fn leave(&mut self, n: usize) {
        let flow = &self.state.flows[n];
        let (port, priority) = (flow.source, flow.priority);
        if let Role::Host(host) = self.plan[port.index()].role {
            let nic = &mut self.state.nics[host.index()];
            nic.leave(priority, FlowId::new(n));
            if !nic.has(priority) && self.state.queues[queue_index(port, priority)].frames.is_empty() {
                let config = self.configs.scheduler(&self.plan[port.index()]);
                self.state.ports[port.index()].emptied(config, priority, true);
            }
            if self.plan[port.index()].has_credits() {
                // The head of the queue may have changed.
                self.wake(port);
            }
        }
    }
}
