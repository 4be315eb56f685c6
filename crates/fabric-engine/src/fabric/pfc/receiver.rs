//! The PFC receiver of one port: the indication state diagram of 802.1Qbb,
//! one machine a priority.
//!
//! NOT PAUSED → (indication) → delay and wait for the frame in transmission,
//! in the order that the port is built for → PAUSED → (resume or expiry) →
//! NOT PAUSED. The pause time counts from the entry into PAUSED.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::heap;
use crate::ids::priorities;
use crate::units::{Quanta, Time, WireClock};
use crate::wire::PRIORITIES;

/// Which comes first, the implementation delay or the wait for the end of the
/// frame in transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayOrder {
    /// The delay runs from the indication, then the wait (802.3, 31B.3.7).
    FromIndication,
    /// The wait, then the delay, then PAUSED at the next frame boundary (the
    /// alternative in the 2009 state-diagram slides of the 802.1Qbb group).
    AfterWait,
}

/// How a port obeys PFC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiverConfig {
    /// Priorities that obey; indications for others are ignored.
    pub enabled: u8,
    /// Time that the station needs to react to an indication.
    pub delay: Time,
    /// Which comes first, delay or wait.
    pub order: DelayOrder,
    /// Whether pauses expire. Without a timer a pause lasts until its XON.
    pub timer: bool,
}

/// What changed at a receiver: masks of priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Change {
    /// Entered PAUSED.
    pub paused: u8,
    /// Left PAUSED on a resume.
    pub resumed: u8,
    /// Left PAUSED because the time was over.
    pub expired: u8,
    /// Are in PAUSED, which is ignored from now on.
    pub ignored: u8,
}

impl Change {
    /// Whether anything changed.
    #[must_use]
    pub const fn any(self) -> bool {
        self.paused | self.resumed | self.expired | self.ignored != 0
    }

    /// What of it gates anything where pauses of the priorities in `ignored`
    /// are not obeyed.
    #[must_use]
    pub const fn gates(self, ignored: u8) -> Self {
        let Self { paused, resumed, expired, ignored: left } = self;
        Self {
            paused: paused & !ignored,
            resumed: resumed & !ignored,
            expired: expired & !ignored,
            ignored: left,
        }
    }
}

/// An indication of one priority that waits for the implementation delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Delayed {
    due: Time,
    priority: u8,
    quanta: Quanta,
}

/// The receiver of one port. The masks come first: an engine can have them in
/// one line of the cache with what it reads beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Receiver {
    paused: u8,
    /// Priorities whose PAUSED a watchdog ignores.
    ignored: u8,
    waiting: u8,
    /// PAUSED: when the pause expires.
    until: [Time; PRIORITIES],
    /// Waiting for the frame boundary: the pause time to start there.
    quanta: [Quanta; PRIORITIES],
    /// In the delay, by due time; of one priority, in the order of arrival.
    delayed: Vec<Delayed>,
}

impl Receiver {
    /// Priorities of which no frame may be selected.
    #[must_use]
    #[inline]
    pub const fn paused(&self) -> u8 {
        self.paused & !self.ignored
    }

    /// Priorities whose pauses a watchdog has it ignore.
    #[must_use]
    pub const fn ignored(&self) -> u8 {
        self.ignored
    }

    /// From now on pauses of these priorities do not gate.
    pub fn ignore(&mut self, mask: u8) -> Change {
        let left = self.paused() & mask;
        self.ignored |= mask;
        Change { ignored: left, ..Change::default() }
    }

    /// From now on they do again, one that lasts among them.
    pub fn obey(&mut self, mask: u8) -> Change {
        let entered = self.paused & self.ignored & mask;
        self.ignored &= !mask;
        Change { paused: entered, ..Change::default() }
    }

    /// When the pause of `priority` expires, if it is paused.
    #[must_use]
    pub fn expiry(&self, priority: u8) -> Option<Time> {
        (self.paused >> priority & 1 == 1).then(|| self.until[usize::from(priority)])
    }

    /// The pauses of `priority` that are in their delay: when that is over, and
    /// for how long each pauses then.
    pub fn in_delay(&self, priority: u8) -> impl Iterator<Item = (Time, Quanta)> {
        let of = move |waits: &&Delayed| waits.priority == priority && waits.quanta.0 != 0;
        self.delayed.iter().filter(of).map(|waits| (waits.due, waits.quanta))
    }

    /// Whether a resume of `priority` is in its delay.
    #[must_use]
    pub fn awaits_resume(&self, priority: u8) -> bool {
        self.delayed.iter().any(|waits| waits.priority == priority && waits.quanta.0 == 0)
    }

    /// A PFC frame's last bit came in at `now`, while a frame is being
    /// transmitted that ends at `busy_until` (in the past if none is).
    pub fn indicate(
        &mut self,
        config: &ReceiverConfig,
        clock: WireClock,
        now: Time,
        busy_until: Time,
        indication: Indication,
    ) -> Change {
        let mut change = Change::default();
        let resumes = indication.resumes & config.enabled;
        if resumes != 0 {
            // A resume that comes during the delay or the wait cancels the pause.
            self.delayed.retain(|waits| resumes >> waits.priority & 1 == 0 || waits.quanta.0 == 0);
            self.waiting &= !resumes;
            if config.delay == Time::ZERO {
                change.resumed = self.paused & resumes;
                self.paused &= !resumes;
            } else {
                // A second one finds nothing paused.
                let pending = self.delayed.iter().fold(0, |mask, waits| mask | 1 << waits.priority);
                for priority in priorities(self.paused & resumes & !pending) {
                    self.delay(Delayed { due: now + config.delay, priority, quanta: Quanta(0) });
                }
            }
        }
        for priority in priorities(indication.pauses & config.enabled) {
            let bit = 1 << priority;
            let quanta = indication.quanta;
            if self.waiting & bit != 0 {
                // No resume is behind it: that would have ended the wait.
                self.delayed.retain(|waits| waits.priority != priority);
                self.quanta[usize::from(priority)] = quanta;
            } else if self.paused & bit != 0 && !self.awaits_resume(priority) {
                // What came before it and is in the delay still would replace it.
                self.delayed.retain(|waits| waits.priority != priority);
                self.until[usize::from(priority)] = expiry(config, clock, now, quanta);
            } else {
                let starts = match config.order {
                    DelayOrder::FromIndication => now,
                    DelayOrder::AfterWait => now.max(busy_until),
                };
                let waits = Delayed { due: starts + config.delay, priority, quanta };
                if waits.due > now {
                    self.delay(waits);
                } else {
                    change.paused |= self.apply(config, clock, now, busy_until, waits);
                }
            }
        }
        change
    }

    /// The deadline of [`Receiver::deadline`] is here.
    pub fn due(&mut self, config: &ReceiverConfig, clock: WireClock, now: Time, busy_until: Time) -> Change {
        let mut change = Change::default();
        let count = self.delayed.partition_point(|waits| waits.due <= now);
        for n in 0..count {
            let waits = self.delayed[n];
            let bit = 1 << waits.priority;
            if waits.quanta.0 != 0 {
                change.paused |= self.apply(config, clock, now, busy_until, waits);
            } else if self.paused & bit != 0 {
                self.paused &= !bit;
                change.resumed |= bit;
            }
        }
        self.delayed.drain(..count);
        for priority in priorities(self.paused) {
            if self.until[usize::from(priority)] <= now {
                self.paused &= !(1 << priority);
                change.expired |= 1 << priority;
            }
        }
        change
    }

    /// Whether a pause waits for the end of the frame in transmission.
    #[must_use]
    #[inline]
    pub const fn awaits_boundary(&self) -> bool {
        self.waiting != 0
    }

    /// The frame in transmission ended at `now`.
    pub fn boundary(&mut self, config: &ReceiverConfig, clock: WireClock, now: Time) -> Change {
        let entered = std::mem::take(&mut self.waiting);
        for priority in priorities(entered) {
            let n = usize::from(priority);
            self.until[n] = expiry(config, clock, now, self.quanta[n]);
        }
        self.paused |= entered;
        Change { paused: entered, ..Change::default() }
    }

    /// Forgets everything, as a port does whose link went down.
    pub fn clear(&mut self) -> Change {
        let resumed = self.paused;
        *self = Self { ignored: self.ignored, ..Self::default() };
        Change { resumed, ..Change::default() }
    }

    /// When [`Receiver::due`] is to be called next.
    #[must_use]
    pub fn deadline(&self) -> Time {
        let first = self.delayed.first().map_or(Time::NEVER, |waits| waits.due);
        priorities(self.paused).map(|priority| self.until[usize::from(priority)]).fold(first, Time::min)
    }

    /// Takes the receiver into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([self.paused, self.waiting, self.ignored, 0]));
        priorities(self.paused).for_each(|n| digest.time(self.until[usize::from(n)]));
        priorities(self.waiting).for_each(|n| digest.add(self.quanta[usize::from(n)].0));
        digest.len(self.delayed.len());
        for waits in &self.delayed {
            digest.time(waits.due);
            digest.add(u32::from(waits.priority) << 16 | u32::from(waits.quanta.0));
        }
    }

    /// A pause whose delay is over: PAUSED, or waiting for the frame boundary.
    /// Returns the mask of what entered PAUSED.
    fn apply(
        &mut self,
        config: &ReceiverConfig,
        clock: WireClock,
        now: Time,
        busy_until: Time,
        pause: Delayed,
    ) -> u8 {
        let n = usize::from(pause.priority);
        let bit = 1 << pause.priority;
        if self.paused & bit == 0 && busy_until > now {
            self.waiting |= bit;
            self.quanta[n] = pause.quanta;
            return 0;
        }
        let entered = bit & !self.paused;
        self.paused |= bit;
        self.until[n] = expiry(config, clock, now, pause.quanta);
        entered
    }

    fn delay(&mut self, waits: Delayed) {
        let at = self.delayed.partition_point(|other| other.due <= waits.due);
        self.delayed.insert(at, waits);
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        heap::rows::<Delayed>(self.delayed.len())
    }
}

fn expiry(config: &ReceiverConfig, clock: WireClock, now: Time, quanta: Quanta) -> Time {
    if config.timer { now + quanta.time(clock) } else { Time::NEVER }
}

#[cfg(test)]
mod tests;
