//! Order of simultaneous events. Each possible deadline has a slot in the calendar, and the number of the
//! slot gives the order. Start with [`EventOrder`].
//!
//! Events of one time run by class, and within a class by the index of their entity, lowest first. The order
//! in which deadlines were set has no effect.

use crate::ids::PortId;
use crate::units::Time;

use super::calendar::Calendar;

/// Slots of the calendar for all possible deadlines. Events are sorted by time, then by class, then by
/// entity; the order in which deadlines were set has no effect. Only this file defines the order.
///
/// Order of the classes at one time: user action, route update, PFC arrival, credit update, timer,
/// frame arrival, crossbar exit, end of transmission, pipeline exit, crossbar slot, scheduling,
/// watchdog poll.
///
/// Timers run in the order of the variants of [`DeadlineId`], from `PfcReceiver` to `Shape`. Scheduling has
/// no slot. [`super::ready_ports`] lists the transmitters to schedule; the event loop serves them before the
/// slots for which [`EventOrder::comes_last`] is true. Therefore, a transmitter whose frame ends is free for
/// a frame that is enqueued at the same time.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventOrder {
    credits: u32,
    receivers: u32,
    senders: u32,
    resyncs: u32,
    flows: u32,
    rate_timers: u32,
    cnps: u32,
    timeouts: u32,
    retries: u32,
    flow_credits: u32,
    sources: u32,
    buses: u32,
    shapes: u32,
    arrivals: u32,
    crossbar_exits: u32,
    ends: u32,
    pipelines: u32,
    matches: u32,
    watches: u32,
    total: u32,
}

/// Number of ports, flows and other entities that have deadlines, for each kind of entity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entities {
    pub ports: usize,
    pub credits: usize,
    pub flows: usize,
    pub flow_rates: usize,
    pub reliables: usize,
    pub reads: usize,
    pub flow_credits: usize,
    pub sources: usize,
    pub hosts: usize,
    pub pipelines: usize,
    pub switches: usize,
    pub watched: usize,
    pub shaped: usize,
}

/// Deadline in the calendar: its class, and the index of its entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeadlineId {
    /// Next user action.
    Action,
    /// Update of the routes after a link went down or came up.
    Reroute,
    /// Arrival of a PFC frame or of a credit update frame at this port. Precedes arrivals of other
    /// frames.
    Pfc(PortId),
    /// Arrival of a credit update without wire time at a port. The number is the index of the port among
    /// ports with credits.
    Credit(u32),
    /// PFC receiver of this port: end of a response time (`pfc_delay`), or expiry of a pause.
    PfcReceiver(PortId),
    /// PFC sender of this port: a pause is to be refreshed.
    PfcSender(PortId),
    /// Credit resync of a port. The number is the index of the port among ports with credits.
    Resync(u32),
    /// Start or stop of this flow, or its next frame for the NIC.
    Flow(u32),
    /// Time at which rate control allows a flow to send again. The number is the index of the flow among
    /// flows with rate control.
    RateTimer(u32),
    /// Time at which the receiver of a flow sends a CNP. The number is the index of the flow among flows with
    /// rate control.
    Cnp(u32),
    /// Ack timeout of a flow. The number is the index of the flow among reliable flows.
    Timeout(u32),
    /// Time at which a requester repeats a read request. The number is the index of the read among all reads.
    Retry(u32),
    /// Arrival of a credit update without wire time at the source of a flow, or resync. The number is the
    /// index of the flow among flows with end-to-end credits.
    FlowCredit(u32),
    /// Next pause of this pause source.
    Source(u32),
    /// Time at which a received frame is in the memory of this host.
    Bus(u32),
    /// Time at which the shaper of a port allows the next frame. The number is the index of the port among
    /// ports with a shaper.
    Shape(u32),
    /// Arrival of a frame at this port.
    Arrival(PortId),
    /// Exit of a frame from the crossbar of this switch.
    CrossbarExit(u32),
    /// End of a transmission at this port.
    End(PortId),
    /// Event of a pipeline: a frame leaves the pipeline, or the output of an arriving frame is decided. The
    /// number is the index among ports with a pipeline.
    Pipeline(u32),
    /// Slot boundary of the crossbar of this switch.
    Match(u32),
    /// Poll or timer of the watchdogs of a port. The number is the index of the port among ports with
    /// watchdogs.
    Watchdogs(u32),
}

const ACTION: u32 = 0;
const REROUTE: u32 = 1;
/// First slot of the calendar for arrivals of PFC frames: the slot of port 0. The other ports follow.
const PFC: u32 = 2;

impl EventOrder {
    pub(super) fn new(of: &Entities) -> Self {
        let count = |n: usize| u32::try_from(n).expect("documents are limited to far fewer");
        let (ports, switches) = (count(of.ports), count(of.switches));
        let credits = PFC + ports;
        let receivers = credits + count(of.credits);
        let senders = receivers + ports;
        let resyncs = senders + ports;
        let flows = resyncs + count(of.credits);
        let rate_timers = flows + count(of.flows);
        let cnps = rate_timers + count(of.flow_rates);
        let timeouts = cnps + count(of.flow_rates);
        let retries = timeouts + count(of.reliables);
        let flow_credits = retries + count(of.reads);
        let sources = flow_credits + count(of.flow_credits);
        let buses = sources + count(of.sources);
        let shapes = buses + count(of.hosts);
        let arrivals = shapes + count(of.shaped);
        let crossbar_exits = arrivals + ports;
        let ends = crossbar_exits + switches;
        let pipelines = ends + ports;
        let matches = pipelines + count(of.pipelines);
        Self {
            credits,
            receivers,
            senders,
            resyncs,
            flows,
            rate_timers,
            cnps,
            timeouts,
            retries,
            flow_credits,
            sources,
            buses,
            shapes,
            arrivals,
            crossbar_exits,
            ends,
            pipelines,
            matches,
            watches: matches + switches,
            total: matches + switches + count(of.watched),
        }
    }

    /// Empty calendar with a slot for each possible deadline. `now` is the present time.
    pub(super) fn calendar(&self, now: Time) -> Calendar {
        Calendar::new(self.total, now)
    }

    /// Slot of the calendar for `deadline`. The index in `deadline` must be that of an existing entity: it is
    /// not checked, and a larger index gives a slot of another class.
    #[inline]
    pub(super) fn slot(&self, deadline: DeadlineId) -> u32 {
        match deadline {
            DeadlineId::Action => ACTION,
            DeadlineId::Reroute => REROUTE,
            DeadlineId::Pfc(port) => PFC + port.0,
            DeadlineId::Credit(port) => self.credits + port,
            DeadlineId::PfcReceiver(port) => self.receivers + port.0,
            DeadlineId::PfcSender(port) => self.senders + port.0,
            DeadlineId::Resync(port) => self.resyncs + port,
            DeadlineId::Flow(flow) => self.flows + flow,
            DeadlineId::RateTimer(flow_rate) => self.rate_timers + flow_rate,
            DeadlineId::Cnp(flow_rate) => self.cnps + flow_rate,
            DeadlineId::Timeout(reliable) => self.timeouts + reliable,
            DeadlineId::Retry(read) => self.retries + read,
            DeadlineId::FlowCredit(credit) => self.flow_credits + credit,
            DeadlineId::Source(source) => self.sources + source,
            DeadlineId::Bus(host) => self.buses + host,
            DeadlineId::Shape(shaped) => self.shapes + shaped,
            DeadlineId::Arrival(port) => self.arrivals + port.0,
            DeadlineId::CrossbarExit(switch) => self.crossbar_exits + switch,
            DeadlineId::End(port) => self.ends + port.0,
            DeadlineId::Pipeline(pipeline) => self.pipelines + pipeline,
            DeadlineId::Match(switch) => self.matches + switch,
            DeadlineId::Watchdogs(watched) => self.watches + watched,
        }
    }

    /// Whether the event of `slot` is a watchdog poll, which runs after all other events of its time and
    /// after scheduling.
    #[inline]
    pub(super) const fn comes_last(&self, slot: u32) -> bool {
        slot >= self.watches
    }

    /// Deadline that belongs to `slot`. The most frequent classes are checked first.
    #[inline]
    pub(super) fn deadline(&self, slot: u32) -> DeadlineId {
        if slot >= self.ends && slot < self.pipelines {
            DeadlineId::End(PortId(slot - self.ends))
        } else if slot >= self.arrivals && slot < self.crossbar_exits {
            DeadlineId::Arrival(PortId(slot - self.arrivals))
        } else if slot >= self.flows && slot < self.rate_timers {
            DeadlineId::Flow(slot - self.flows)
        } else {
            self.rarer_deadline(slot)
        }
    }

    fn rarer_deadline(&self, slot: u32) -> DeadlineId {
        if slot >= self.watches {
            DeadlineId::Watchdogs(slot - self.watches)
        } else if slot >= self.matches {
            DeadlineId::Match(slot - self.matches)
        } else if slot >= self.pipelines {
            DeadlineId::Pipeline(slot - self.pipelines)
        } else if slot >= self.crossbar_exits {
            DeadlineId::CrossbarExit(slot - self.crossbar_exits)
        } else if slot >= self.shapes {
            DeadlineId::Shape(slot - self.shapes)
        } else if slot >= self.buses {
            DeadlineId::Bus(slot - self.buses)
        } else if slot >= self.sources {
            DeadlineId::Source(slot - self.sources)
        } else if slot >= self.flow_credits {
            DeadlineId::FlowCredit(slot - self.flow_credits)
        } else if slot >= self.retries {
            DeadlineId::Retry(slot - self.retries)
        } else if slot >= self.timeouts {
            DeadlineId::Timeout(slot - self.timeouts)
        } else if slot >= self.cnps {
            DeadlineId::Cnp(slot - self.cnps)
        } else if slot >= self.rate_timers {
            DeadlineId::RateTimer(slot - self.rate_timers)
        } else if slot >= self.flows {
            // Already checked by the caller; kept so that the list of classes is complete.
            DeadlineId::Flow(slot - self.flows)
        } else if slot >= self.resyncs {
            DeadlineId::Resync(slot - self.resyncs)
        } else if slot >= self.senders {
            DeadlineId::PfcSender(PortId(slot - self.senders))
        } else if slot >= self.receivers {
            DeadlineId::PfcReceiver(PortId(slot - self.receivers))
        } else if slot >= self.credits {
            DeadlineId::Credit(slot - self.credits)
        } else if slot >= PFC {
            DeadlineId::Pfc(PortId(slot - PFC))
        } else if slot == REROUTE {
            DeadlineId::Reroute
        } else {
            DeadlineId::Action
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deadline_has_a_slot_of_its_own_in_the_order_of_classes() {
        let slots = EventOrder::new(&Entities {
            ports: 3,
            credits: 2,
            flows: 2,
            flow_rates: 2,
            reliables: 2,
            reads: 2,
            flow_credits: 2,
            sources: 1,
            hosts: 2,
            pipelines: 2,
            switches: 2,
            watched: 2,
            shaped: 2,
        });
        let deadlines: Vec<DeadlineId> = (0..slots.total).map(|slot| slots.deadline(slot)).collect();
        for (slot, deadline) in (0..).zip(&deadlines) {
            assert_eq!(slots.slot(*deadline), slot);
        }
        assert_eq!(
            deadlines[..4],
            [DeadlineId::Action, DeadlineId::Reroute, DeadlineId::Pfc(PortId(0)), DeadlineId::Pfc(PortId(1))]
        );
        assert_eq!(deadlines[deadlines.len() - 1], DeadlineId::Watchdogs(1));
        for (slot, deadline) in (0..).zip(&deadlines) {
            assert_eq!(slots.comes_last(slot), matches!(deadline, DeadlineId::Watchdogs(_)));
        }
        let mut classes: Vec<&str> = deadlines.iter().copied().map(class).collect();
        classes.dedup();
        classes.insert(classes.len() - 1, "scheduling");
        let order = classes.join(", ");
        for page in [
            include_str!("event_order.rs"),
            include_str!("../../../../docs/model/time.md"),
            include_str!("../../../../docs/architecture.md"),
        ] {
            let text: Vec<&str> = page.split_whitespace().filter(|word| *word != "///").collect();
            assert!(text.join(" ").contains(&order), "the order of simultaneous events is {order}");
        }
    }

    /// Class of a deadline, as the documents name it.
    fn class(deadline: DeadlineId) -> &'static str {
        match deadline {
            DeadlineId::Action => "user action",
            DeadlineId::Reroute => "route update",
            DeadlineId::Pfc(_) => "PFC arrival",
            DeadlineId::Credit(_) => "credit update",
            DeadlineId::PfcReceiver(_)
            | DeadlineId::PfcSender(_)
            | DeadlineId::Resync(_)
            | DeadlineId::Flow(_)
            | DeadlineId::RateTimer(_)
            | DeadlineId::Cnp(_)
            | DeadlineId::Timeout(_)
            | DeadlineId::Retry(_)
            | DeadlineId::FlowCredit(_)
            | DeadlineId::Source(_)
            | DeadlineId::Bus(_)
            | DeadlineId::Shape(_) => "timer",
            DeadlineId::Arrival(_) => "frame arrival",
            DeadlineId::CrossbarExit(_) => "crossbar exit",
            DeadlineId::End(_) => "end of transmission",
            DeadlineId::Pipeline(_) => "pipeline exit",
            DeadlineId::Match(_) => "crossbar slot",
            DeadlineId::Watchdogs(_) => "watchdog poll",
        }
    }
}
