//! State of the world: everything that decides future events, and nothing else.

use crate::ids::PrioritySet;
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
use crate::fabric::pfc::{Receiver, Sender};
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::slots::Entities;

use super::credit::{CreditPort, FlowCredit};
use super::crossbar::Matrix;
use super::fault::{CreditLossFault, LossyCable, PfcLossFault, Routing};
use super::multicast::Multicast;
use super::port_pipeline::PortPipeline;
use super::rate::FlowRateState;
use super::read::Read;
use super::reliability::Reliable;
use super::shape::PortShaper;
use super::watchdog::PortWatch;

/// State of a fabric: plain data, cheap to clone, hashed. Counters and derived tables are
/// elsewhere.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub now: Time,
    /// Number of events that have run at `now`.
    pub ran_now: u64,
    pub next_action: usize,
    pub frames: Frames,
    pub ports: Vec<Port>,
    /// Frames in the cable that leaves a port, oldest first, indexed by port. Separate from
    /// [`Port`], which the far end does not need.
    pub cables: Vec<Cable>,
    /// Egress queue, indexed by port and priority.
    pub queues: Vec<EgressQueue>,
    /// Egress-triggered pause of a queue, indexed by port and priority; empty if no port has that
    /// trigger.
    pub egress_pauses: Vec<EgressPauseState>,
    /// Priority group, indexed by input port and priority.
    pub groups: Vec<Pg>,
    /// Number of queues that pause an input, indexed by port and priority; egress trigger only.
    pub blockers: Vec<u16>,
    /// Random stream for ECN marks, indexed by port and priority.
    pub markers: Vec<Pcg32>,
    /// Random stream for WRED, indexed by port and priority; empty if no queue has WRED.
    pub droppers: Vec<Pcg32>,
    /// Shared memory, indexed by switch.
    pub pools: Vec<Pool>,
    /// Bytes of the VOQs of a switch where a threshold limits them, indexed by switch.
    pub voqs: Vec<VoqBytes>,
    /// Crossbar of a switch, indexed by switch; `None`: ideal output queueing.
    pub crossbars: Vec<Option<Matrix>>,
    /// NIC, indexed by host.
    pub nics: Vec<Nic>,
    /// Receive buffer, indexed by host.
    pub receivers: Vec<ReceiveBuffer>,
    pub flows: Vec<Flow>,
    /// State of flows with rate control, one row each; [`Flow::flow_rate`] gives the row.
    pub flow_rates: Vec<FlowRateState>,
    /// State of reliable flows, one row each, in the order in which the flows were added.
    pub reliables: Vec<Reliable>,
    /// State of RDMA reads, one row each, in the order in which the flows were added.
    pub reads: Vec<Read>,
    /// State of responders to reads, indexed by host; empty without reads.
    pub responders: Vec<Responder>,
    /// State of multicast flows, one row each, in the order in which the flows were added.
    pub multicasts: Vec<Multicast>,
    /// State of collectives, indexed by collective.
    pub collectives: Vec<Collective>,
    /// State of flows with end-to-end credits, one row each, in the order in which the flows were
    /// added.
    pub flow_credits: Vec<FlowCredit>,
    /// Flows of the last CNPs of a host, indexed by host.
    pub mergers: Vec<MergeBuffer>,
    /// Random stream of arrivals, indexed by flow.
    pub arrivals: Vec<Pcg32>,
    pub sources: Vec<Source>,
    /// Learned addresses, indexed by switch; `None`: static.
    pub macs: Vec<Option<MacTable>>,
    /// Pipelines of the ports that have one, see [`PortPipeline`].
    pub pipelines: Vec<PortPipeline>,
    /// State of the ports whose links have credits.
    pub credits: Vec<CreditPort>,
    /// Token buckets of the ports with minimum or maximum rates.
    pub shapers: Vec<PortShaper>,
    /// Faulty cables, past ones included, in the order of their first fault.
    pub lossy_cables: Vec<LossyCable>,
    /// Ports that lose received PFC frames.
    pub pfc_loss: Vec<PfcLossFault>,
    /// Ports at which credit updates are lost, or were.
    pub credit_loss: Vec<CreditLossFault>,
    /// State of the watchdogs, in the order of [`PortWatch::port`]; ports without one have no row.
    pub watchdogs: Vec<PortWatch>,
    /// Link states known to the routing.
    pub routing: Routing,
}

/// Port: transmitter, and both sides of PFC. The fields that every frame needs, PFC masks included,
/// share the second cache line: the sender ends with its masks, the receiver begins with them.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Port {
    pub sender: Sender,
    pub busy_until: Time,
    /// Whether a frame is in transmission, until `busy_until`.
    pub busy: bool,
    /// Whether the link is down; a port without a link is busy and transmits nothing.
    pub down: bool,
    /// Whether the outgoing cable is faulty.
    pub lossy: bool,
    /// Mask of priorities with frames to send.
    pub occupied: PrioritySet,
    /// Mask of priorities that transmitted since the last watchdog poll.
    pub sent: PrioritySet,
    /// Mask of the priority in transmission; 0 for PFC.
    pub sending: PrioritySet,
    /// Mask of priorities for which a watchdog drops arriving frames.
    pub refuses: PrioritySet,
    pub receiver: Receiver,
    pub scheduler: Scheduler,
}

impl Port {
    /// Clears `priority` from the occupied ones. If `altogether`, no frame is left in front of a
    /// crossbar either, and an ETS class forfeits its deficit.
    #[inline]
    pub fn emptied(&mut self, config: &SchedulerConfig, priority: u8, altogether: bool) {
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
    /// Whether the source has started and will send again.
    pub fn goes_on(&self) -> bool {
        let every = self.spec.every.unwrap_or(Time::NEVER);
        self.next_at != Time::NEVER && self.next_at >= self.spec.start.saturating_add(every)
    }
}

/// Lane: index of (port, priority) in tables by both.
#[inline]
pub(super) fn lane(port: usize, priority: u8) -> usize {
    port * PRIORITIES + usize::from(priority)
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

    /// Hash of the state; integers have the same width on every machine.
    pub fn hash(&self) -> StateHash {
        let mut digest = Digest::new();
        digest.time(self.now);
        digest.add(self.ran_now);
        digest.len(self.next_action);
        for (port, cable) in self.ports.iter().zip(&self.cables) {
            digest.add(u16::from_le_bytes([
                u8::from(port.busy) | u8::from(port.down) << 1 | u8::from(port.lossy) << 2,
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
        self.blockers.iter().for_each(|count| digest.add(*count));
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
        // A generator is hashed by the next number that it would draw.
        for stream in self.markers.iter().chain(&self.arrivals).chain(&self.droppers) {
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
            let port = &self.ports[watch.port as usize];
            let sending = if port.busy { port.sending } else { PrioritySet::EMPTY };
            digest.add(u32::from_le_bytes([port.sent.bits(), port.refuses.bits(), sending.bits(), 0]));
            watch.digest(&mut digest);
        }
        self.routing.digest(&mut digest);
        digest.finish()
    }
}
