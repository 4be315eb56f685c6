//! State of a run: every value that decides what happens next, and its hash.
//!
//! Tables are flat and indexed by global port, by `lane` (port and priority), flow or switch.

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
use super::fault::{Bad, CreditLossFault, Deaf, Routing};
use super::multicast::Multicast;
use super::rate::Regulator;
use super::read::Read;
use super::reliability::Reliable;
use super::stage::Stage;
use super::watchdog::PortWatch;

/// Everything that decides what happens next, and nothing else: plain data,
/// cheap to clone, hashed.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub now: Time,
    /// Events that have run at `now`.
    pub ran_now: u64,
    pub next_action: usize,
    pub frames: Frames,
    pub ports: Vec<Port>,
    /// By port: frames on their way from it to the other end, oldest first.
    /// Apart from the port, which the far end need not look at.
    pub cables: Vec<Cable>,
    /// By port and priority: what waits for that output.
    pub queues: Vec<EgressQueue>,
    /// By port and priority, with the egress trigger: what that queue is to its
    /// inputs; empty where no port has it.
    pub egress_pauses: Vec<EgressPauseState>,
    /// By port and priority: what is charged to that input.
    pub groups: Vec<Pg>,
    /// By port and priority, with the egress trigger: queues that pause that input.
    pub blockers: Vec<u16>,
    /// Random stream of ECN marking, by port and priority.
    pub markers: Vec<Pcg32>,
    /// By port and priority: the stream that drops early there; empty where
    /// none does.
    pub droppers: Vec<Pcg32>,
    /// By switch.
    pub pools: Vec<Pool>,
    /// By switch: what its VOQs hold, where a threshold limits that.
    pub voqs: Vec<VoqBytes>,
    /// By switch: what joins its inputs and outputs, if it is not ideal.
    pub crossbars: Vec<Option<Matrix>>,
    /// By host.
    pub nics: Vec<Nic>,
    /// By host.
    pub receivers: Vec<ReceiveBuffer>,
    pub flows: Vec<Flow>,
    /// Of the flows whose rate something controls.
    pub regulators: Vec<Regulator>,
    /// Of the flows that send again what is lost.
    pub reliables: Vec<Reliable>,
    /// Of the flows that are asked for their data.
    pub reads: Vec<Read>,
    /// By host, where there are such flows: its answers.
    pub responders: Vec<Responder>,
    /// Of the flows that go to several hosts.
    pub multicasts: Vec<Multicast>,
    /// By collective.
    pub collectives: Vec<Collective>,
    /// Of the flows that send for credits of their own.
    pub flow_credits: Vec<FlowCredit>,
    /// By host: the flows that it last sent CNPs for.
    pub mergers: Vec<MergeBuffer>,
    /// By flow: the stream of its arrivals.
    pub arrivals: Vec<Pcg32>,
    pub sources: Vec<Source>,
    /// By switch: where hosts are, if it learns that.
    pub macs: Vec<Option<MacTable>>,
    /// Of the ports that have one, see there.
    pub stages: Vec<Stage>,
    /// Of the ports whose links have credits, see there.
    pub credits: Vec<CreditPort>,
    /// Cables that are bad, or were, in the order of their first fault.
    pub bad: Vec<Bad>,
    /// Ports at which PFC frames are lost.
    pub deaf: Vec<Deaf>,
    /// Ports at which credit updates are lost, or were.
    pub credit_loss: Vec<CreditLossFault>,
    /// Of the ports that have one, see there.
    pub watchdogs: Vec<PortWatch>,
    /// What the routes know of links that are down.
    pub routing: Routing,
}

/// A port: its transmitter, and both halves of PFC. What every frame needs, the
/// sender's and the receiver's masks among it, is in the second line of the cache:
/// the sender ends with its masks, the receiver begins with them.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Port {
    pub sender: Sender,
    pub busy_until: Time,
    /// Whether a frame is being transmitted, until then.
    pub busy: bool,
    /// Whether its link is down; it is busy for as long, and sends nothing.
    pub down: bool,
    /// Whether the cable that leaves it is bad.
    pub bad: bool,
    /// Priorities that have something to send.
    pub occupied: u8,
    /// Mask of the priorities transmitted since the last watchdog poll.
    pub sent: u8,
    /// The priority of what is being transmitted, as a mask; of PFC none.
    pub sending: u8,
    /// Priorities of which a watchdog lets nothing join the queue.
    pub refuses: u8,
    pub receiver: Receiver,
    pub scheduler: Scheduler,
}

impl Port {
    /// Nothing of `priority` is there to send: it is no longer occupied, and if
    /// nothing is behind it either, forfeits what its class had saved up, as
    /// only classes of ETS do.
    #[inline]
    pub fn emptied(&mut self, config: &SchedulerConfig, priority: u8, altogether: bool) {
        self.occupied &= !(1 << priority);
        if altogether && config.ets() >> priority & 1 == 1 {
            self.scheduler.emptied(priority);
        }
    }
}

/// A pause source.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub spec: crate::spec::PauseSourceSpec,
    pub next_at: Time,
}

impl Source {
    /// Whether it has begun, and will say something again.
    pub fn goes_on(&self) -> bool {
        let every = self.spec.every.unwrap_or(Time::NEVER);
        self.next_at != Time::NEVER && self.next_at >= self.spec.start.saturating_add(every)
    }
}

/// The row of (port, priority) in tables by both.
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
            regulators: self.regulators.len(),
            reliables: self.reliables.len(),
            reads: self.reads.len(),
            flow_credits: self.flow_credits.len(),
            sources: self.sources.len(),
            hosts: self.nics.len(),
            pipelines: self.stages.len(),
            switches: self.pools.len(),
            watched: self.watchdogs.len(),
        }
    }

    /// The hash of the whole state, by a walk whose widths are the same on
    /// every machine.
    pub fn hash(&self) -> StateHash {
        let mut digest = Digest::new();
        digest.time(self.now);
        digest.add(self.ran_now);
        digest.len(self.next_action);
        for (port, cable) in self.ports.iter().zip(&self.cables) {
            digest.add(u16::from_le_bytes([
                u8::from(port.busy) | u8::from(port.down) << 1 | u8::from(port.bad) << 2,
                port.occupied,
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
        if !self.regulators.is_empty() {
            self.regulators.iter().for_each(|regulator| regulator.digest(&mut digest));
            self.mergers.iter().for_each(|merger| merger.digest(&mut digest));
        }
        self.reliables.iter().for_each(|reliable| reliable.digest(&mut digest));
        self.reads.iter().for_each(|read| read.digest(&mut digest));
        self.responders.iter().for_each(|responder| responder.digest(&self.frames, &mut digest));
        self.multicasts.iter().for_each(|group| group.digest(&mut digest));
        self.collectives.iter().for_each(|collective| collective.digest(&mut digest));
        self.flow_credits.iter().for_each(|credit| credit.digest(&mut digest));
        // A generator shows its state by what it would draw.
        for stream in self.markers.iter().chain(&self.arrivals).chain(&self.droppers) {
            digest.add(stream.clone().next_u64());
        }
        self.sources.iter().for_each(|source| digest.time(source.next_at));
        self.macs.iter().flatten().for_each(|table| table.digest(&mut digest));
        self.stages.iter().for_each(|stage| stage.digest(&self.frames, &mut digest));
        self.credits.iter().for_each(|port| port.digest(&self.frames, &mut digest));
        self.bad.iter().for_each(|cable| cable.digest(&mut digest));
        self.deaf.iter().for_each(|port| port.digest(&mut digest));
        self.credit_loss.iter().for_each(|port| port.digest(&mut digest));
        for watch in &self.watchdogs {
            let port = &self.ports[watch.port as usize];
            let sending = if port.busy { port.sending } else { 0 };
            digest.add(u32::from_le_bytes([port.sent, port.refuses, sending, 0]));
            watch.digest(&mut digest);
        }
        self.routing.digest(&mut digest);
        digest.finish()
    }
}
