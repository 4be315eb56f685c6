//! PFC receiver of one port: the indication state diagram of 802.1Qbb, one machine for each
//! priority. Start with [`PfcReceiver::indicate`].
//!
//! NOT PAUSED → (indication) → implementation delay, and end of the frame in transmission, in the order of
//! [`DelayOrder`] → PAUSED → (resume or expiry) → NOT PAUSED. The pause time counts from the entry into
//! PAUSED.
//!
//! A further pause in PAUSED replaces the pause time; the new time counts from the arrival of the further
//! pause. If a resume is in its delay at that moment, the further pause takes effect after its own delay. A
//! resume cancels a pause that is still in its delay, or that waits for the end of a frame.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::ids::{Priority, PrioritySet};
use crate::mem_size;
use crate::units::{Quanta, Time, TransmissionTimes};
use crate::wire::PRIORITIES;

/// Order of the implementation delay and the wait for the end of the frame in transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DelayOrder {
    /// The implementation delay starts when the indication arrives. The wait for the end of the frame in
    /// transmission follows the delay (802.3, 31B.3.7).
    FromIndication,
    /// The wait for the end of the frame in transmission comes first, then the implementation delay. The
    /// priority enters PAUSED at the first frame boundary after the delay (alternative in the 2009
    /// state-diagram slides of the 802.1Qbb group).
    AfterWait,
}

/// Configuration of a PFC receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcReceiverConfig {
    /// Mask of priorities that obey PFC; indications for other priorities are ignored.
    pub enabled: PrioritySet,
    /// Implementation delay: time from an indication to its effect.
    pub delay: Time,
    /// Order of the implementation delay and the wait for the end of the frame in transmission.
    pub order: DelayOrder,
    /// Whether pauses expire. Without a timer a pause lasts until XON.
    pub timer: bool,
}

/// Priorities whose pause state changed at a PFC receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Change {
    /// Priorities that entered PAUSED.
    pub paused: PrioritySet,
    /// Priorities that left PAUSED on a resume.
    pub resumed: PrioritySet,
    /// Priorities that left PAUSED because the pause time expired.
    pub expired: PrioritySet,
    /// Priorities that stay in PAUSED and may transmit, because their pauses are ignored from now
    /// on.
    pub ignored: PrioritySet,
}

impl Change {
    /// Whether the pause state of at least one priority changed.
    #[must_use]
    pub fn any(self) -> bool {
        !(self.paused | self.resumed | self.expired | self.ignored).is_empty()
    }

    /// Returns the changes that affect transmission: changes of all priorities except those in `ignored`,
    /// whose pauses a watchdog ignores. The field [`Change::ignored`] stays unchanged.
    #[must_use]
    pub fn gates(self, ignored: PrioritySet) -> Self {
        let Self { paused, resumed, expired, ignored: left } = self;
        Self {
            paused: paused & !ignored,
            resumed: resumed & !ignored,
            expired: expired & !ignored,
            ignored: left,
        }
    }
}

/// Indication of one priority during its implementation delay. A pause time of 0 quanta is a
/// resume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Delayed {
    due: Time,
    priority: Priority,
    quanta: Quanta,
}

/// PFC receiver of one port. The masks come first, so that they share a cache line with the fields
/// that the engine reads together with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct PfcReceiver {
    paused: PrioritySet,
    /// Priorities whose pauses a watchdog ignores.
    ignored: PrioritySet,
    waiting: PrioritySet,
    /// Expiry of the pause, indexed by priority; valid for priorities in PAUSED.
    until: [Time; PRIORITIES],
    /// Pause time that starts at the end of the frame in transmission, indexed by priority; valid
    /// for priorities in `waiting`.
    quanta: [Quanta; PRIORITIES],
    /// Indications in their implementation delay, ordered by due time, then by arrival.
    delayed: Vec<Delayed>,
}

impl PfcReceiver {
    /// Mask of priorities that are paused and therefore may not start a frame. Priorities whose pauses a
    /// watchdog ignores are left out.
    #[must_use]
    #[inline]
    pub fn paused(&self) -> PrioritySet {
        self.paused & !self.ignored
    }

    /// Mask of priorities in PAUSED, whether or not a watchdog ignores the pause.
    #[must_use]
    pub const fn indicated(&self) -> PrioritySet {
        self.paused
    }

    /// Mask of priorities whose pauses a watchdog ignores.
    #[must_use]
    pub const fn ignored(&self) -> PrioritySet {
        self.ignored
    }

    /// Ignores pauses of the priorities in `mask` until [`PfcReceiver::obey`]. Returns, in
    /// [`Change::ignored`], the paused priorities that may transmit from now on.
    pub fn ignore(&mut self, mask: PrioritySet) -> Change {
        let left = self.paused() & mask;
        self.ignored |= mask;
        Change { ignored: left, ..Change::default() }
    }

    /// Obeys pauses of the priorities in `mask` again. A pause that still lasts takes effect. Returns the
    /// priorities of these pauses in [`Change::paused`].
    pub fn obey(&mut self, mask: PrioritySet) -> Change {
        let entered = self.paused & self.ignored & mask;
        self.ignored &= !mask;
        Change { paused: entered, ..Change::default() }
    }

    /// Expiry of the pause of `priority`; `None` if the priority is not paused, [`Time::NEVER`]
    /// without a timer.
    #[must_use]
    pub fn expiry(&self, priority: Priority) -> Option<Time> {
        self.paused.contains(priority).then(|| self.until[priority.index()])
    }

    /// Pauses of `priority` in their implementation delay, ordered by the end of the delay: end of the delay,
    /// and pause time. Resumes are left out.
    pub fn in_delay(&self, priority: Priority) -> impl Iterator<Item = (Time, Quanta)> {
        let of = move |waits: &&Delayed| waits.priority == priority && waits.quanta.0 != 0;
        self.delayed.iter().filter(of).map(|waits| (waits.due, waits.quanta))
    }

    /// Whether a resume of `priority` is in its implementation delay.
    #[must_use]
    pub fn awaits_resume(&self, priority: Priority) -> bool {
        self.delayed.iter().any(|waits| waits.priority == priority && waits.quanta.0 == 0)
    }

    /// Receives a PFC frame whose last bit arrives at `now`. `busy_until`: end of the frame in transmission,
    /// in the past if no frame is in transmission. Returns the changes that take effect at once. A priority
    /// that the frame both resumes and pauses is resumed first.
    pub fn indicate(
        &mut self,
        config: &PfcReceiverConfig,
        clock: TransmissionTimes,
        now: Time,
        busy_until: Time,
        indication: Indication,
    ) -> Change {
        let mut change = Change::default();
        let resumes = indication.resumes & config.enabled;
        if !resumes.is_empty() {
            // A resume during the delay or the wait cancels the pause.
            self.delayed.retain(|waits| !resumes.contains(waits.priority) || waits.quanta.0 == 0);
            self.waiting &= !resumes;
            if config.delay == Time::ZERO {
                change.resumed = self.paused & resumes;
                self.paused &= !resumes;
            } else {
                // A priority with a resume in the delay needs no second resume.
                let pending: PrioritySet = self.delayed.iter().map(|waits| waits.priority).collect();
                for priority in (self.paused & resumes & !pending).iter() {
                    self.delay(Delayed { due: now + config.delay, priority, quanta: Quanta(0) });
                }
            }
        }
        for priority in (indication.pauses & config.enabled).iter() {
            let bit = PrioritySet::of(priority);
            let quanta = indication.quanta;
            if self.waiting.intersects(bit) {
                // A resume of this priority cannot be in the delay: it would have ended the wait.
                self.delayed.retain(|waits| waits.priority != priority);
                self.quanta[priority.index()] = quanta;
            } else if self.paused.intersects(bit) && !self.awaits_resume(priority) {
                // An earlier pause that is still in the delay would later replace this pause.
                self.delayed.retain(|waits| waits.priority != priority);
                self.until[priority.index()] = expiry(config, clock, now, quanta);
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

    /// Handles the deadline of [`PfcReceiver::deadline`]: applies indications whose delay has ended, then
    /// ends pauses whose time has expired. If the delay of a pause ends exactly at the expiry of an earlier
    /// pause, the later pause prolongs the earlier one. Returns the priorities whose state has changed.
    pub fn due(
        &mut self,
        config: &PfcReceiverConfig,
        clock: TransmissionTimes,
        now: Time,
        busy_until: Time,
    ) -> Change {
        let mut change = Change::default();
        let count = self.delayed.partition_point(|waits| waits.due <= now);
        for n in 0..count {
            let waits = self.delayed[n];
            let bit = PrioritySet::of(waits.priority);
            if waits.quanta.0 != 0 {
                change.paused |= self.apply(config, clock, now, busy_until, waits);
            } else if self.paused.intersects(bit) {
                self.paused &= !bit;
                change.resumed |= bit;
            }
        }
        self.delayed.drain(..count);
        for priority in self.paused.iter() {
            if self.until[priority.index()] <= now {
                self.paused.remove(priority);
                change.expired.insert(priority);
            }
        }
        change
    }

    /// Whether a pause waits for the end of the frame in transmission.
    #[must_use]
    #[inline]
    pub const fn awaits_boundary(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Handles the end of a transmission at `now`: pauses that waited for this end take effect. Returns the
    /// priorities whose state has changed.
    pub fn boundary(&mut self, config: &PfcReceiverConfig, clock: TransmissionTimes, now: Time) -> Change {
        let entered = std::mem::take(&mut self.waiting);
        for priority in entered.iter() {
            let n = priority.index();
            self.until[n] = expiry(config, clock, now, self.quanta[n]);
        }
        self.paused |= entered;
        Change { paused: entered, ..Change::default() }
    }

    /// Ends the pauses of the priorities in `mask`, because the port no longer obeys them. Ended pauses are
    /// returned in [`Change::resumed`]. Pauses in their implementation delay, or in the wait for the end of a
    /// frame, are dropped without a change.
    pub fn disable(&mut self, mask: PrioritySet) -> Change {
        self.delayed.retain(|waits| !mask.contains(waits.priority));
        self.waiting &= !mask;
        let resumed = self.paused & mask;
        self.paused &= !mask;
        Change { resumed, ..Change::default() }
    }

    /// Clears all pauses, as a port does when its link goes down. Ended pauses are returned in
    /// [`Change::resumed`]. Priorities that watchdogs ignore stay ignored.
    pub fn clear(&mut self) -> Change {
        let resumed = self.paused;
        *self = Self { ignored: self.ignored, ..Self::default() };
        Change { resumed, ..Change::default() }
    }

    /// Time of the next call of [`PfcReceiver::due`]; [`Time::NEVER`] if no delay and no pause has an end.
    #[must_use]
    pub fn deadline(&self) -> Time {
        let first = self.delayed.first().map_or(Time::NEVER, |waits| waits.due);
        self.paused.iter().map(|priority| self.until[priority.index()]).fold(first, Time::min)
    }

    /// Adds the receiver to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([self.paused.bits(), self.waiting.bits(), self.ignored.bits(), 0]));
        self.paused.iter().for_each(|n| digest.time(self.until[n.index()]));
        self.waiting.iter().for_each(|n| digest.add(self.quanta[n.index()].0));
        digest.len(self.delayed.len());
        for waits in &self.delayed {
            digest.time(waits.due);
            digest.add(u32::from(waits.priority) << 16 | u32::from(waits.quanta.0));
        }
    }

    /// Applies a pause whose delay has ended: its priority enters PAUSED, or waits for the end of
    /// the frame in transmission. Returns the priorities that entered PAUSED.
    fn apply(
        &mut self,
        config: &PfcReceiverConfig,
        clock: TransmissionTimes,
        now: Time,
        busy_until: Time,
        pause: Delayed,
    ) -> PrioritySet {
        let n = pause.priority.index();
        let bit = PrioritySet::of(pause.priority);
        if !self.paused.intersects(bit) && busy_until > now {
            self.waiting |= bit;
            self.quanta[n] = pause.quanta;
            return PrioritySet::EMPTY;
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

    /// Heap memory of the receiver, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Delayed>(self.delayed.len())
    }
}

fn expiry(config: &PfcReceiverConfig, clock: TransmissionTimes, now: Time, quanta: Quanta) -> Time {
    if config.timer { now + quanta.time(clock) } else { Time::NEVER }
}

#[cfg(test)]
mod tests;
