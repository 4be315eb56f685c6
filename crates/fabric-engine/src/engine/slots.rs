//! Who may have something to do at a time, and the number that orders them.

use crate::units::Time;

use super::calendar::Calendar;

/// Where each owner's slot is. The classes in the order of events at one
/// time: action, news of links, PFC arrival, credit update, timer expiry, frame arrival, frame through a
/// crossbar, end of transmission, frame out of a pipeline, match, look of a watchdog. A transmitter
/// whose frame ends is free for one that is decided at that instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    credits: u32,
    receivers: u32,
    senders: u32,
    resyncs: u32,
    flows: u32,
    paces: u32,
    notices: u32,
    timeouts: u32,
    retries: u32,
    grants: u32,
    sources: u32,
    buses: u32,
    arrivals: u32,
    crossed: u32,
    ends: u32,
    stages: u32,
    matches: u32,
    watches: u32,
    total: u32,
}

/// How many there are of what has slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entities {
    pub ports: usize,
    pub credits: usize,
    pub flows: usize,
    pub regulators: usize,
    pub reliables: usize,
    pub reads: usize,
    pub flow_credits: usize,
    pub sources: usize,
    pub hosts: usize,
    pub pipelines: usize,
    pub switches: usize,
    pub watched: usize,
}

/// Whose slot it is: a number of a port, flow, pause source, host or switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The next action.
    Action,
    /// Routes learn of a link that went down or came up.
    Reroute,
    /// A PFC frame, or another that goes before all others, is in at this port.
    Pfc(u32),
    /// A credit update that takes no wire time is in at this port, by its
    /// number among those whose links have credits.
    Credit(u32),
    /// The PFC receiver of this port: a delay is over or a pause expires.
    Receiver(u32),
    /// The PFC sender of this port: a pause is to be said again.
    Sender(u32),
    /// This port, by the same number, says its totals.
    Resync(u32),
    /// This flow starts, stops or hands over a frame.
    Flow(u32),
    /// The rate control of a flow, by its number among those that have one, lets it send again.
    Pace(u32),
    /// The receiver of that flow sends a CNP.
    Notice(u32),
    /// No ack came in time to the sender of a reliable flow, by its number among those.
    Timeout(u32),
    /// The requester of a read, by its number among those, asks again.
    Retry(u32),
    /// An update is at the source of a flow that sends for credits, by its number among those, or
    /// that says what it has sent.
    Grant(u32),
    /// This pause source fires.
    Source(u32),
    /// This host's bus has carried a frame to memory.
    Bus(u32),
    /// A frame is in at this port.
    Arrival(u32),
    /// A frame comes out of the crossbar of this switch.
    Crossed(u32),
    /// This port's transmitter is free.
    End(u32),
    /// A frame leaves the pipeline of this stage, or is decided.
    Stage(u32),
    /// The crossbar of this switch is at a slot boundary.
    Match(u32),
    /// The watchdogs of this port, by its number among those that have one, look.
    Watch(u32),
}

const ACTION: u32 = 0;
const REROUTE: u32 = 1;
/// The first of the PFC arrivals.
const PFC: u32 = 2;

impl Slots {
    pub(super) fn new(of: &Entities) -> Self {
        let count = |n: usize| u32::try_from(n).expect("documents are limited to far fewer");
        let (ports, switches) = (count(of.ports), count(of.switches));
        let credits = PFC + ports;
        let receivers = credits + count(of.credits);
        let senders = receivers + ports;
        let resyncs = senders + ports;
        let flow_base = resyncs + count(of.credits);
        let pace_base = flow_base + count(of.flows);
        let notice_base = pace_base + count(of.regulators);
        let timeouts = notice_base + count(of.regulators);
        let retries = timeouts + count(of.reliables);
        let grants = retries + count(of.reads);
        let source_base = grants + count(of.flow_credits);
        let buses = source_base + count(of.sources);
        let arrivals = buses + count(of.hosts);
        let crossed = arrivals + ports;
        let ends = crossed + switches;
        let stages = ends + ports;
        let matches = stages + count(of.pipelines);
        Self {
            credits,
            receivers,
            senders,
            resyncs,
            flows: flow_base,
            paces: pace_base,
            notices: notice_base,
            timeouts,
            retries,
            grants,
            sources: source_base,
            buses,
            arrivals,
            crossed,
            ends,
            stages,
            matches,
            watches: matches + switches,
            total: matches + switches + count(of.watched),
        }
    }

    pub(super) fn calendar(&self, now: Time) -> Calendar {
        Calendar::new(self.total, now)
    }

    #[inline]
    pub(super) fn slot(&self, owner: Owner) -> u32 {
        match owner {
            Owner::Action => ACTION,
            Owner::Reroute => REROUTE,
            Owner::Pfc(port) => PFC + port,
            Owner::Credit(port) => self.credits + port,
            Owner::Receiver(port) => self.receivers + port,
            Owner::Sender(port) => self.senders + port,
            Owner::Resync(port) => self.resyncs + port,
            Owner::Flow(flow) => self.flows + flow,
            Owner::Pace(regulator) => self.paces + regulator,
            Owner::Notice(regulator) => self.notices + regulator,
            Owner::Timeout(reliable) => self.timeouts + reliable,
            Owner::Retry(read) => self.retries + read,
            Owner::Grant(credit) => self.grants + credit,
            Owner::Source(source) => self.sources + source,
            Owner::Bus(host) => self.buses + host,
            Owner::Arrival(port) => self.arrivals + port,
            Owner::Crossed(switch) => self.crossed + switch,
            Owner::End(port) => self.ends + port,
            Owner::Stage(stage) => self.stages + stage,
            Owner::Match(switch) => self.matches + switch,
            Owner::Watch(watched) => self.watches + watched,
        }
    }

    /// Whether the owner of the slot looks at what everything else of its
    /// instant, scheduling too, has made.
    #[inline]
    pub(super) const fn comes_last(&self, slot: u32) -> bool {
        slot >= self.watches
    }

    /// Whose slot it is. The most frequent owners first.
    #[inline]
    pub(super) fn owner(&self, slot: u32) -> Owner {
        if slot >= self.ends && slot < self.stages {
            Owner::End(slot - self.ends)
        } else if slot >= self.arrivals && slot < self.crossed {
            Owner::Arrival(slot - self.arrivals)
        } else if slot >= self.flows && slot < self.paces {
            Owner::Flow(slot - self.flows)
        } else {
            self.rarer_owner(slot)
        }
    }

    fn rarer_owner(&self, slot: u32) -> Owner {
        if slot >= self.watches {
            Owner::Watch(slot - self.watches)
        } else if slot >= self.matches {
            Owner::Match(slot - self.matches)
        } else if slot >= self.stages {
            Owner::Stage(slot - self.stages)
        } else if slot >= self.crossed {
            Owner::Crossed(slot - self.crossed)
        } else if slot >= self.buses {
            Owner::Bus(slot - self.buses)
        } else if slot >= self.sources {
            Owner::Source(slot - self.sources)
        } else if slot >= self.grants {
            Owner::Grant(slot - self.grants)
        } else if slot >= self.retries {
            Owner::Retry(slot - self.retries)
        } else if slot >= self.timeouts {
            Owner::Timeout(slot - self.timeouts)
        } else if slot >= self.notices {
            Owner::Notice(slot - self.notices)
        } else if slot >= self.paces {
            Owner::Pace(slot - self.paces)
        } else if slot >= self.flows {
            // Asked before; said here, too, for the classes to be complete.
            Owner::Flow(slot - self.flows)
        } else if slot >= self.resyncs {
            Owner::Resync(slot - self.resyncs)
        } else if slot >= self.senders {
            Owner::Sender(slot - self.senders)
        } else if slot >= self.receivers {
            Owner::Receiver(slot - self.receivers)
        } else if slot >= self.credits {
            Owner::Credit(slot - self.credits)
        } else if slot >= PFC {
            Owner::Pfc(slot - PFC)
        } else if slot == REROUTE {
            Owner::Reroute
        } else {
            Owner::Action
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_owner_has_a_slot_of_its_own_in_the_order_of_classes() {
        let slots = Slots::new(&Entities {
            ports: 3,
            credits: 2,
            flows: 2,
            regulators: 2,
            reliables: 2,
            reads: 2,
            flow_credits: 2,
            sources: 1,
            hosts: 2,
            pipelines: 2,
            switches: 2,
            watched: 2,
        });
        let owners: Vec<Owner> = (0..slots.total).map(|slot| slots.owner(slot)).collect();
        for (slot, owner) in (0..).zip(&owners) {
            assert_eq!(slots.slot(*owner), slot);
        }
        assert_eq!(owners[..4], [Owner::Action, Owner::Reroute, Owner::Pfc(0), Owner::Pfc(1)]);
        assert_eq!(owners[owners.len() - 1], Owner::Watch(1));
    }
}
