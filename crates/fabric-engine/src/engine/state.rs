//! State of the world: everything on which future events depend, and nothing else. Start with [`State`].
//!
//! Each field says whether its table is indexed by port, by port and priority ([`queue_index`]), by switch,
//! by host or by flow. The table of an optional function is empty, or has only the ports or flows that use
//! the function. Counters and derived tables are not part of the state.

use std::ops::Range;

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;

use crate::digest::{Digest, StateHash};
use crate::fabric::buffer::{Pg, Pool, VoqBytes};
use crate::fabric::egress::{EgressPauseState, EgressQueue, Scheduler, SchedulerConfig};
use crate::fabric::endpoint::rate::MergeBuffer;
use crate::fabric::endpoint::read::Responder;
use crate::fabric::endpoint::{Collective, Flow, Nic, ReceiveBuffer};
use crate::fabric::frame::{Cable, Frames};
use crate::fabric::mac::MacTable;
use crate::fabric::pfc::{PfcReceiver, PfcSender};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::event_order::Entities;

use super::credit::{CreditPort, FlowCredit};
use super::crossbar::Matrix;
use super::fault::{CreditLossFault, LossyCable, PfcLossFault, Routing};
use super::multicast::Multicast;
use super::port_pipeline::PortPipeline;
use super::rate::FlowRateState;
use super::rate_limits::PortShaper;
use super::rdma_read::RdmaRead;
use super::reliability::Reliable;
use super::watchdog::PortWatchdogs;

/// State of a fabric: plain data that can be cloned and hashed. Does not contain counters and derived tables.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub now: Time,
    /// Number of events that have run at the time `now`.
    pub ran_now: u64,
    pub next_action: usize,
    pub frames: Frames,
    /// State of each port, indexed by port.
    pub ports: Vec<Port>,
    /// Frames in the outgoing cable of each port, oldest first, indexed by port.
    pub cables: Vec<Cable>,
    /// Egress queues, indexed by port and priority ([`queue_index`]).
    pub queues: Vec<EgressQueue>,
    /// Egress-triggered pauses of the egress queues, indexed by port and priority; empty if no port
    /// has the egress trigger.
    pub egress_pauses: Vec<EgressPauseState>,
    /// Priority groups, indexed by input port and priority.
    pub groups: Vec<Pg>,
    /// Number of egress queues that pause each input, indexed by input port and priority. 0 without the
    /// egress trigger.
    pub pausing_queue_counts: Vec<u16>,
    /// Random streams for ECN marks, indexed by port and priority.
    pub ecn_random: Vec<Pcg32>,
    /// Random streams for WRED, indexed by port and priority; empty if no queue has WRED.
    pub wred_random: Vec<Pcg32>,
    /// Shared memory of each switch, indexed by switch.
    pub pools: Vec<Pool>,
    /// Byte counters of the VOQs, indexed by switch. Empty for a switch in which no threshold applies to
    /// VOQs.
    pub voqs: Vec<VoqBytes>,
    /// Crossbars, indexed by switch; `None` for a switch with ideal output queueing.
    pub crossbars: Vec<Option<Matrix>>,
    /// NICs, indexed by host.
    pub nics: Vec<Nic>,
    /// Receive buffers, indexed by host.
    pub receivers: Vec<ReceiveBuffer>,
    /// Flows, indexed by flow. The flows of the specification come first, then flows that actions have added.
    pub flows: Vec<Flow>,
    /// State of the flows with rate control. [`Flow::flow_rate`] is the index of a flow in this list.
    pub flow_rates: Vec<FlowRateState>,
    /// State of the reliable flows, in the order in which they were added.
    pub reliables: Vec<Reliable>,
    /// State of the RDMA reads, in the order in which they were added.
    pub reads: Vec<RdmaRead>,
    /// Responders to reads, indexed by host; empty if there are no reads.
    pub responders: Vec<Responder>,
    /// State of the multicast flows, in the order in which they were added.
    pub multicasts: Vec<Multicast>,
    /// State of the collectives, indexed by collective.
    pub collectives: Vec<Collective>,
    /// State of the flows with end-to-end credits, in the order in which they were added.
    pub flow_credits: Vec<FlowCredit>,
    /// Flows for which each host has recently sent CNPs, indexed by host.
    pub mergers: Vec<MergeBuffer>,
    /// Random streams of the arrivals of frames, indexed by flow.
    pub arrivals: Vec<Pcg32>,
    /// Pause sources: first the sources of the specification, then the sources that actions added.
    pub sources: Vec<Source>,
    /// Tables of learned addresses, indexed by switch; `None` for a switch that does not learn.
    pub macs: Vec<Option<MacTable>>,
    /// Pipelines of the ports that have one ([`PortPipeline`]), in the order of the ports.
    pub pipelines: Vec<PortPipeline>,
    /// Credit states of the ports whose links have credits, in the order of the ports.
    pub credits: Vec<CreditPort>,
    /// Token buckets of the ports with minimum or maximum rates, in the order of the ports.
    pub shapers: Vec<PortShaper>,
    /// Faults of cables, present and past, in the order of the first fault of each cable.
    pub lossy_cables: Vec<LossyCable>,
    /// Faults that lose received PFC frames; at most one for each port.
    pub pfc_loss: Vec<PfcLossFault>,
    /// Faults that lose received credit updates, present and past; at most one for each port.
    pub credit_loss: Vec<CreditLossFault>,
    /// Watchdogs of the ports that have any, in the order of the ports.
    pub watchdogs: Vec<PortWatchdogs>,
    /// Link states on which the routes in force are based.
    pub routing: Routing,
}

/// State of a port: transmitter, PFC sender and PFC receiver. The fields that every frame needs are
/// next to each other, in the second cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Port {
    pub sender: PfcSender,
    pub busy_until: Time,
    /// Whether a frame is in transmission, until `busy_until`.
    pub busy: bool,
    /// Whether the link is down, or the port has no link.
    pub down: bool,
    /// Whether the outgoing cable has a fault that loses or corrupts frames.
    pub has_lossy_cable: bool,
    /// Priorities that have frames to send.
    pub occupied: PrioritySet,
    /// Priorities of which a frame was transmitted since the last poll of their watchdog.
    pub sent: PrioritySet,
    /// Priority of the frame in transmission; empty for a PFC frame or link credit update. Without meaning
    /// while the port is not busy.
    pub sending: PrioritySet,
    /// Priorities for which a watchdog drops arriving frames.
    pub watchdog_drops: PrioritySet,
    pub receiver: PfcReceiver,
    pub scheduler: Scheduler,
}

impl Port {
    /// Records that the queue of `priority` has become empty. `altogether`: no frame of `priority` waits in
    /// front of a crossbar either. An ETS class then loses its deficit.
    #[inline]
    pub fn emptied(&mut self, config: &SchedulerConfig, priority: Priority, altogether: bool) {
        self.occupied.remove(priority);
        if altogether && config.ets().contains(priority) {
            self.scheduler.emptied(priority);
        }
    }
}

/// State of a pause source.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub spec: crate::spec::PauseSourceSpec,
    pub next_at: Time,
}

impl Source {
    /// Whether the source has sent a pause and will send another. `false` for a source that sends a single
    /// pause.
    pub fn will_repeat(&self) -> bool {
        let every = self.spec.every.unwrap_or(Time::NEVER);
        self.next_at != Time::NEVER && self.next_at >= self.spec.start.saturating_add(every)
    }
}

/// Index of the egress queue of `priority` at `port` in tables by port and priority: 8 · port + priority.
/// The priority group of an input port has the same index.
#[inline]
pub(super) fn queue_index(port: PortId, priority: Priority) -> usize {
    port.index() * PRIORITIES + priority.index()
}

/// Indices of the eight egress queues of `port`, in the order of the priorities. They are valid in every
/// table that is indexed by port and priority.
#[inline]
pub(super) fn queue_indices(port: PortId) -> Range<usize> {
    let first = queue_index(port, Priority::P0);
    first..first + PRIORITIES
}

impl State {
    pub fn entities(&self) -> Entities {
        Entities {
            ports: self.ports.len(),
            credits: self.credits.len(),
            flows: self.flows.len(),
            flow_rates: self.flow_rates.len(),
            reliables: self.reliables.len(),
            reads: self.reads.len(),
            flow_credits: self.flow_credits.len(),
            sources: self.sources.len(),
            hosts: self.nics.len(),
            pipelines: self.pipelines.len(),
            switches: self.pools.len(),
            watched: self.watchdogs.len(),
            shaped: self.shapers.len(),
        }
    }

    /// Hash of the state, equal on every machine. Two kinds of data have no influence on later events and are
    /// not hashed: receive buffers without a rate limit and without waiting frames; and, for ports without a
    /// watchdog, `sent`, `watchdog_drops` and `sending`.
    pub fn hash(&self) -> StateHash {
        let mut digest = Digest::new();
        digest.time(self.now);
        digest.add(self.ran_now);
        digest.len(self.next_action);
        for (port, cable) in self.ports.iter().zip(&self.cables) {
            digest.add(u16::from_le_bytes([
                u8::from(port.busy) | u8::from(port.down) << 1 | u8::from(port.has_lossy_cable) << 2,
                port.occupied.bits(),
            ]));
            digest.time(port.busy_until);
            cable.digest(&self.frames, &mut digest);
            port.receiver.digest(&mut digest);
            port.sender.digest(&mut digest);
            port.scheduler.digest(&mut digest);
        }
        for (n, queue) in self.queues.iter().enumerate() {
            queue.digest(&self.frames, self.egress_pauses.get(n).copied().unwrap_or_default(), &mut digest);
        }
        self.groups.iter().for_each(|group| group.digest(&mut digest));
        self.pausing_queue_counts.iter().for_each(|count| digest.add(*count));
        self.pools.iter().for_each(|pool| pool.digest(&mut digest));
        self.voqs.iter().for_each(|voqs| voqs.digest(&mut digest));
        self.crossbars.iter().flatten().for_each(|matrix| matrix.digest(&self.frames, &mut digest));
        self.nics.iter().for_each(|nic| nic.digest(&mut digest));
        for (n, buffer) in (0u32..).zip(&self.receivers).filter(|(_, buffer)| buffer.is_slow()) {
            digest.add(n);
            buffer.digest(&self.frames, &mut digest);
        }
        self.flows.iter().for_each(|flow| flow.digest(&self.frames, &mut digest));
        if !self.flow_rates.is_empty() {
            self.flow_rates.iter().for_each(|flow_rate| flow_rate.digest(&mut digest));
            self.mergers.iter().for_each(|merger| merger.digest(&mut digest));
        }
        self.reliables.iter().for_each(|reliable| reliable.digest(&mut digest));
        self.reads.iter().for_each(|read| read.digest(&mut digest));
        self.responders.iter().for_each(|responder| responder.digest(&self.frames, &mut digest));
        self.multicasts.iter().for_each(|group| group.digest(&mut digest));
        self.collectives.iter().for_each(|collective| collective.digest(&mut digest));
        self.flow_credits.iter().for_each(|credit| credit.digest(&mut digest));
        // A random stream is hashed by the next number that it would draw.
        for stream in self.ecn_random.iter().chain(&self.arrivals).chain(&self.wred_random) {
            digest.add(stream.clone().next_u64());
        }
        self.sources.iter().for_each(|source| digest.time(source.next_at));
        self.macs.iter().flatten().for_each(|table| table.digest(&mut digest));
        self.pipelines.iter().for_each(|pipeline| pipeline.digest(&self.frames, &mut digest));
        self.credits.iter().for_each(|port| port.digest(&self.frames, &mut digest));
        self.shapers.iter().for_each(|port| port.digest(&mut digest));
        self.lossy_cables.iter().for_each(|cable| cable.digest(&mut digest));
        self.pfc_loss.iter().for_each(|port| port.digest(&mut digest));
        self.credit_loss.iter().for_each(|port| port.digest(&mut digest));
        for watch in &self.watchdogs {
            let port = &self.ports[watch.port.index()];
            let sending = if port.busy { port.sending } else { PrioritySet::EMPTY };
            digest.add(u32::from_le_bytes([port.sent.bits(), port.watchdog_drops.bits(), sending.bits(), 0]));
            watch.digest(&mut digest);
        }
        self.routing.digest(&mut digest);
        digest.finish()
    }
}
