//! Tests of the indication state machine, state by state.

mod ignoring;
mod in_paused;
mod in_the_delay;
mod not_paused;
mod waiting;

use super::*;
use crate::units::Rate;

/// Quantum at 100 Gb/s: 512 bits of 10 ps.
const QUANTUM: u64 = 5_120;

const P3: PrioritySet = PrioritySet::of(Priority::P3);
const P4: PrioritySet = PrioritySet::of(Priority::P4);
const NONE: PrioritySet = PrioritySet::EMPTY;
const NOTHING: Change = Change { paused: NONE, resumed: NONE, expired: NONE, ignored: NONE };

/// Receiver of a port of 100 Gb/s, with its configuration and the end of the frame in transmission.
struct Port {
    config: PfcReceiverConfig,
    receiver: PfcReceiver,
    busy_until: Time,
}

impl Port {
    fn new(order: DelayOrder, delay: u64) -> Self {
        let config = PfcReceiverConfig { enabled: P3 | P4, delay: Time(delay), order, timer: true };
        Self { config, receiver: PfcReceiver::default(), busy_until: Time::ZERO }
    }

    /// Port without implementation delay.
    fn prompt() -> Self {
        Self::new(DelayOrder::FromIndication, 0)
    }

    /// Copy of the port with a frame in transmission that ends at `until`.
    fn busy(mut self, until: u64) -> Self {
        self.busy_until = Time(until);
        self
    }

    fn clock() -> TransmissionTimes {
        TransmissionTimes::new(Rate::gbps(100))
    }

    fn indicate(&mut self, now: u64, pauses: PrioritySet, resumes: PrioritySet, quanta: u16) -> Change {
        let indication = Indication { pauses, resumes, quanta: Quanta(quanta) };
        self.receiver.indicate(&self.config, Self::clock(), Time(now), self.busy_until, indication)
    }

    /// Receives a pause of priority 3 at `now`.
    fn pause(&mut self, now: u64, quanta: u16) -> Change {
        self.indicate(now, P3, NONE, quanta)
    }

    /// Receives a resume of priority 3 at `now`.
    fn resume(&mut self, now: u64) -> Change {
        self.indicate(now, NONE, P3, 0)
    }

    fn due(&mut self, now: u64) -> Change {
        assert_eq!(self.receiver.deadline(), Time(now), "the engine calls at the deadline only");
        self.receiver.due(&self.config, Self::clock(), Time(now), self.busy_until)
    }

    fn boundary(&mut self, now: u64) -> Change {
        self.busy_until = Time::ZERO;
        self.receiver.boundary(&self.config, Self::clock(), Time(now))
    }

    /// Whether priority 3 is in PAUSED until `until`.
    fn is_paused_until(&self, until: u64) -> bool {
        self.receiver.expiry(Priority::P3) == Some(Time(until))
    }
}

fn paused(mask: PrioritySet) -> Change {
    Change { paused: mask, ..NOTHING }
}

fn resumed(mask: PrioritySet) -> Change {
    Change { resumed: mask, ..NOTHING }
}

fn expired(mask: PrioritySet) -> Change {
    Change { expired: mask, ..NOTHING }
}
