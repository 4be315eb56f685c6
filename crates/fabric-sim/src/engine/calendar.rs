//! What happens next: one deadline per owner, and a tree of winners over them.
//!
//! Every owner (a cable's far end, a transmitter, a timer) has one slot, so
//! that arming again replaces and nothing stale is ever popped. Slots are
//! numbered by class, then by entity: among equal times the lowest slot wins,
//! which makes the order of events structural, whatever was armed first.

use crate::units::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    time: Time,
    slot: u32,
}

/// A tournament over the slots' deadlines: the earliest is at the root.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    /// Node 1 is the root, node n has the children 2n and 2n + 1, the leaves
    /// come last.
    nodes: Vec<Entry>,
    leaves: usize,
}

impl Calendar {
    pub(super) fn new(slots: u32) -> Self {
        let leaves = (slots as usize).next_power_of_two().max(2);
        let mut nodes = vec![Entry { time: Time::NEVER, slot: 0 }; 2 * leaves];
        for (slot, leaf) in (0..).zip(&mut nodes[leaves..]) {
            leaf.slot = slot;
        }
        for n in (1..leaves).rev() {
            nodes[n] = nodes[2 * n];
        }
        Self { nodes, leaves }
    }

    /// The earliest deadline and the slot that it belongs to.
    #[inline]
    pub(super) fn first(&self) -> (Time, u32) {
        let root = self.nodes[1];
        (root.time, root.slot)
    }

    /// The deadline of `slot`.
    #[cfg(test)]
    fn get(&self, slot: u32) -> Time {
        self.nodes[self.leaves + slot as usize].time
    }

    /// Replaces the deadline of `slot`; [`Time::NEVER`] disarms it.
    #[inline]
    pub(super) fn set(&mut self, slot: u32, time: Time) {
        let mut at = self.leaves + slot as usize;
        if self.nodes[at].time == time {
            return;
        }
        self.nodes[at].time = time;
        while at > 1 {
            let left = self.nodes[at & !1];
            let right = self.nodes[at | 1];
            // On a tie the left one: the lower slot.
            let winner = if right.time < left.time { right } else { left };
            at /= 2;
            if self.nodes[at] == winner {
                return;
            }
            self.nodes[at] = winner;
        }
    }
}

/// Where each owner's slot is. The classes in the order of events at one
/// time: action, PFC arrival, timer expiry, frame arrival, end of transmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    receivers: u32,
    senders: u32,
    flows: u32,
    sources: u32,
    arrivals: u32,
    ends: u32,
    total: u32,
}

/// Whose slot it is: a number of a port, flow or pause source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The next action.
    Action,
    /// A PFC frame is in at this port.
    Pfc(u32),
    /// The PFC receiver of this port: a delay is over or a pause expires.
    Receiver(u32),
    /// The PFC sender of this port: a pause is to be said again.
    Sender(u32),
    /// This flow starts, stops or hands over a frame.
    Flow(u32),
    /// This pause source fires.
    Source(u32),
    /// A frame is in at this port.
    Arrival(u32),
    /// This port's transmitter is free.
    End(u32),
}

impl Slots {
    pub(super) fn new(ports: usize, flows: usize, sources: usize) -> Self {
        let count = |n: usize| u32::try_from(n).expect("documents are limited to far fewer");
        let (ports, flows, sources) = (count(ports), count(flows), count(sources));
        let receivers = 1 + ports;
        let senders = receivers + ports;
        let flow_base = senders + ports;
        let source_base = flow_base + flows;
        let arrivals = source_base + sources;
        let ends = arrivals + ports;
        Self {
            receivers,
            senders,
            flows: flow_base,
            sources: source_base,
            arrivals,
            ends,
            total: ends + ports,
        }
    }

    pub(super) fn calendar(&self) -> Calendar {
        Calendar::new(self.total)
    }

    #[inline]
    pub(super) fn slot(&self, owner: Owner) -> u32 {
        match owner {
            Owner::Action => 0,
            Owner::Pfc(port) => 1 + port,
            Owner::Receiver(port) => self.receivers + port,
            Owner::Sender(port) => self.senders + port,
            Owner::Flow(flow) => self.flows + flow,
            Owner::Source(source) => self.sources + source,
            Owner::Arrival(port) => self.arrivals + port,
            Owner::End(port) => self.ends + port,
        }
    }

    /// The most frequent owners first.
    #[inline]
    pub(super) fn owner(&self, slot: u32) -> Owner {
        if slot >= self.ends {
            Owner::End(slot - self.ends)
        } else if slot >= self.arrivals {
            Owner::Arrival(slot - self.arrivals)
        } else if slot >= self.sources {
            Owner::Source(slot - self.sources)
        } else if slot >= self.flows {
            Owner::Flow(slot - self.flows)
        } else if slot >= self.senders {
            Owner::Sender(slot - self.senders)
        } else if slot >= self.receivers {
            Owner::Receiver(slot - self.receivers)
        } else if slot >= 1 {
            Owner::Pfc(slot - 1)
        } else {
            Owner::Action
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_wins_and_ties_go_to_the_lowest_slot() {
        let mut calendar = Calendar::new(7);
        assert_eq!(calendar.first().0, Time::NEVER);
        for (slot, ns) in [(5, 30), (3, 10), (6, 10), (1, 20)] {
            calendar.set(slot, Time::from_ns(ns));
        }
        let mut order = Vec::new();
        while calendar.first().0 != Time::NEVER {
            let (time, slot) = calendar.first();
            order.push((time.ps() / 1_000, slot));
            calendar.set(slot, Time::NEVER);
        }
        assert_eq!(order, [(10, 3), (10, 6), (20, 1), (30, 5)]);
    }

    #[test]
    fn arming_again_replaces() {
        let mut calendar = Calendar::new(2);
        calendar.set(0, Time(5));
        calendar.set(1, Time(5));
        calendar.set(0, Time(9));
        assert_eq!(calendar.first(), (Time(5), 1));
        assert_eq!(calendar.get(0), Time(9));
    }

    /// Against the obvious way: the minimum of (time, slot) over all slots.
    #[test]
    fn agrees_with_a_scan_of_all_slots() {
        let mut calendar = Calendar::new(37);
        let mut deadlines = [Time::NEVER; 37];
        let mut x = 1u64;
        for _ in 0..20_000 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let slot = usize::try_from(x >> 33).unwrap() % 37;
            let time = if x & 8 == 0 { Time::NEVER } else { Time(x >> 58) };
            deadlines[slot] = time;
            calendar.set(u32::try_from(slot).unwrap(), time);
            let first = (0..37).min_by_key(|n| (deadlines[*n], *n)).unwrap();
            if deadlines[first] == Time::NEVER {
                assert_eq!(calendar.first().0, Time::NEVER);
            } else {
                assert_eq!(calendar.first(), (deadlines[first], u32::try_from(first).unwrap()));
            }
        }
    }

    #[test]
    fn every_owner_has_a_slot_of_its_own_in_the_order_of_classes() {
        let slots = Slots::new(3, 2, 1);
        let owners: Vec<Owner> = (0..slots.total).map(|slot| slots.owner(slot)).collect();
        for (slot, owner) in (0..).zip(&owners) {
            assert_eq!(slots.slot(*owner), slot);
        }
        assert_eq!(owners[..4], [Owner::Action, Owner::Pfc(0), Owner::Pfc(1), Owner::Pfc(2)]);
        assert_eq!(owners[owners.len() - 1], Owner::End(2));
    }
}
