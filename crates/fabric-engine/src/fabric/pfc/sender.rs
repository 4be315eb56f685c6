//! PFC sender of one port: the priorities that its groups request to pause, and the one
//! PFC frame that may wait for transmission.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::ids::priorities;
use crate::units::{Quanta, Time};
use crate::wire::PRIORITIES;

/// Condition on which a switch pauses its peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Ingress priority group above its XOFF threshold, as in shipping switches.
    IngressPg,
    /// All bytes for one (output, priority) cross the mark, and every input
    /// that feeds it is paused: found in documents, built for comparison.
    EgressQueue,
}

/// Configuration of a port's PFC transmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SenderConfig {
    /// Mask of the priorities for which this port transmits PFC.
    pub enabled: u8,
    /// Pause time of each transmitted PFC frame.
    pub quanta: Quanta,
    /// Interval after which a pause is refreshed while its group stays above XON;
    /// `None`: no refresh.
    pub refresh: Option<Time>,
    /// Whether a resume (XON) frame is transmitted. Without it, pauses end by expiry only.
    pub explicit_xon: bool,
    /// What makes the switch ask.
    pub trigger: Trigger,
}

/// The sender of one port. At most one PFC frame waits; it is built when its
/// transmission starts, from all that changed until then. The masks come last: an
/// engine can have them in one line of the cache with what it reads beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Sender {
    refresh_at: [Time; PRIORITIES],
    /// Priorities whose group wants the peer paused.
    asked: u8,
    /// Mask of the priorities paused by the last transmitted PFC frame.
    told: u8,
    /// Priorities whose pause is to be said again.
    refresh: u8,
    /// Priorities of which nothing is said at all.
    muted: u8,
    /// A frame of a pause source, sent before the sender's own.
    forced: Option<Indication>,
}

impl Sender {
    /// Priorities whose group wants the peer paused.
    #[must_use]
    #[inline]
    pub const fn asked(&self) -> u8 {
        self.asked
    }

    /// Priorities that the peer was last told to pause.
    #[must_use]
    #[inline]
    pub const fn told(&self) -> u8 {
        self.told
    }

    /// Mask of the priorities for which a watchdog suppresses PFC transmission.
    #[must_use]
    pub const fn muted(&self) -> u8 {
        self.muted
    }

    /// Suppresses PFC transmission for the priorities of `mask`; pauses already transmitted expire
    /// at the peer.
    pub fn mute(&mut self, mask: u8) {
        self.muted |= mask;
        self.told &= !mask;
        self.refresh &= !mask;
        if let Some(forced) = self.forced.take() {
            self.force(forced);
        }
    }

    /// Re-enables PFC transmission for all priorities.
    pub fn unmute(&mut self) {
        self.muted = 0;
    }

    /// Whether a PFC frame waits for transmission.
    #[must_use]
    #[inline]
    pub const fn wants(&self) -> bool {
        self.changed() != 0 || self.forced.is_some()
    }

    /// PFC frame of a pause source that waits for transmission; `None` if none does.
    #[must_use]
    pub const fn forced(&self) -> Option<Indication> {
        self.forced
    }

    /// Time from which a pause of `priority` is due for transmission or refresh; [`Time::ZERO`] if
    /// due now, [`Time::NEVER`] if never.
    #[must_use]
    pub fn says_at(&self, priority: u8) -> Time {
        let is = |mask: u8| mask >> priority & 1 == 1;
        if is(self.changed()) {
            Time::ZERO
        } else if is(self.told) {
            self.refresh_at[usize::from(priority)]
        } else {
            Time::NEVER
        }
    }

    /// A group's wish changed. Returns whether this took back a frame that
    /// was still waiting: a pause and its resume that cancel send nothing.
    pub fn ask(&mut self, config: &SenderConfig, priority: u8, pause: bool) -> bool {
        let bit = 1 << priority;
        let waited = (self.asked ^ self.told) & bit != 0;
        if pause {
            self.asked |= bit;
        } else {
            self.asked &= !bit;
            self.refresh &= !bit;
            if !config.explicit_xon {
                self.told &= !bit;
            }
        }
        waited && (self.asked ^ self.told) & bit == 0
    }

    /// A pause source wants `indication` sent. What still waits goes in the same
    /// frame if it is of other priorities, and resumes them or pauses them for as long; else it is replaced.
    pub fn force(&mut self, indication: Indication) {
        let Indication { pauses, resumes, quanta } = indication;
        let mut waits = self.forced.unwrap_or(Indication { pauses: 0, resumes: 0, quanta });
        if pauses != 0 && waits.quanta != quanta {
            // A resume has no time.
            waits.pauses = 0;
        }
        let others = !(pauses | resumes);
        let quanta = if pauses == 0 && waits.pauses & others != 0 { waits.quanta } else { quanta };
        let (pauses, resumes) = (pauses | waits.pauses & others, resumes | waits.resumes & others);
        let (pauses, resumes) = (pauses & !self.muted, resumes & !self.muted);
        self.forced = Some(Indication { pauses, resumes, quanta }).filter(|_| pauses | resumes != 0);
    }

    /// Builds the frame that waits, as its transmission starts at `now`.
    pub fn build(&mut self, config: &SenderConfig, now: Time) -> Option<Indication> {
        if let Some(forced) = self.forced.take() {
            return Some(forced);
        }
        let changed = self.changed();
        if changed == 0 {
            return None;
        }
        let pauses = changed & self.asked;
        self.told = self.asked & !self.muted;
        self.refresh = 0;
        for priority in priorities(pauses) {
            self.refresh_at[usize::from(priority)] =
                config.refresh.map_or(Time::NEVER, |interval| now + interval);
        }
        Some(Indication { pauses, resumes: changed & !self.asked, quanta: config.quanta })
    }

    /// The deadline of [`Sender::deadline`] is here: pauses are to be said again.
    pub fn due(&mut self, now: Time) {
        for priority in priorities(self.asked & self.told) {
            if self.refresh_at[usize::from(priority)] <= now {
                self.refresh |= 1 << priority;
            }
        }
    }

    /// The link went down: what was said is void. Groups go on asking, so that
    /// their pauses are said again once it is up.
    pub fn clear(&mut self) {
        *self = Self { asked: self.asked, muted: self.muted, ..Self::default() };
    }

    /// When [`Sender::due`] is to be called next.
    #[must_use]
    pub fn deadline(&self) -> Time {
        priorities(self.asked & self.told & !self.refresh)
            .map(|priority| self.refresh_at[usize::from(priority)])
            .fold(Time::NEVER, Time::min)
    }

    /// Takes the sender into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([
            self.asked,
            self.told,
            self.refresh,
            u8::from(self.forced.is_some()),
        ]));
        digest.add(self.muted);
        priorities(self.asked & self.told).for_each(|n| digest.time(self.refresh_at[usize::from(n)]));
        if let Some(Indication { pauses, resumes, quanta }) = self.forced {
            digest.add(u32::from(pauses) << 24 | u32::from(resumes) << 16 | u32::from(quanta.0));
        }
    }

    const fn changed(&self) -> u8 {
        ((self.asked ^ self.told) | self.refresh) & !self.muted
    }
}

#[cfg(test)]
mod tests;
