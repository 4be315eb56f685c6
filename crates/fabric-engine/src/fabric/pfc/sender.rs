//! PFC sender of one port: the pauses that its priority groups request, and the one PFC frame that waits to
//! be transmitted. Start with [`PfcSender::request`] and [`PfcSender::build`].
//!
//! The waiting frame is built when its transmission starts, from all requests up to then. A pause and a
//! resume of one priority that meet before the transmission cancel each other. The sender does not check
//! [`PfcSenderConfig::enabled`]: callers request pauses of enabled priorities only.

use crate::digest::Digest;
use crate::fabric::frame::Indication;
use crate::ids::{Priority, PrioritySet};
use crate::units::{Quanta, Time};
use crate::wire::PRIORITIES;

/// Condition on which a switch pauses its peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// An ingress priority group reaches its threshold, as in shipping switches.
    IngressPg,
    /// The bytes queued for one (output, priority) reach the threshold; every input that feeds the
    /// queue is paused. Modelled for comparison with [`Trigger::IngressPg`].
    EgressQueue,
}

/// Configuration of a PFC sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PfcSenderConfig {
    /// Mask of priorities for which this port sends PFC.
    pub enabled: PrioritySet,
    /// Pause time that each transmitted pause carries.
    pub quanta: Quanta,
    /// Interval between a pause and its refresh while the group stays paused; `None`: no refresh.
    pub refresh: Option<Time>,
    /// Whether XON is sent. Without XON, pauses end by expiry only.
    pub explicit_xon: bool,
    /// Condition on which the switch pauses.
    pub trigger: Trigger,
}

/// PFC sender of one port. At most one PFC frame waits. The frame is built when its transmission
/// starts, from all changes up to that moment. The masks come last, so that they are in one cache
/// line with the fields that the engine reads together with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct PfcSender {
    /// Time of the next refresh, indexed by priority; [`Time::NEVER`]: no refresh.
    refresh_at: [Time; PRIORITIES],
    /// Mask of priorities whose priority group requests a pause of the peer.
    requested: PrioritySet,
    /// Mask of priorities that this port has paused at the peer, as of the last PFC frame sent.
    announced: PrioritySet,
    /// Mask of priorities whose pause is due for a refresh.
    refresh: PrioritySet,
    /// Mask of priorities for which a watchdog has disabled PFC transmission.
    tx_disabled: PrioritySet,
    /// Waiting frame of a pause source, transmitted before the frame of the priority groups. `None`: no frame
    /// of a pause source waits.
    forced: Option<Indication>,
}

impl PfcSender {
    /// Mask of priorities whose priority group requests a pause of the peer.
    #[must_use]
    #[inline]
    pub const fn requested(&self) -> PrioritySet {
        self.requested
    }

    /// Mask of priorities that this port has paused at the peer, as of the last PFC frame sent.
    #[must_use]
    #[inline]
    pub const fn announced_pauses(&self) -> PrioritySet {
        self.announced
    }

    /// Mask of priorities for which a watchdog has disabled PFC transmission.
    #[must_use]
    pub const fn tx_disabled(&self) -> PrioritySet {
        self.tx_disabled
    }

    /// Disables PFC transmission for the priorities in `mask`. No resume is sent: pauses of the peer last
    /// until they expire. The waiting frame of a pause source loses these priorities.
    pub fn disable_transmission(&mut self, mask: PrioritySet) {
        self.tx_disabled |= mask;
        self.announced &= !mask;
        self.refresh &= !mask;
        if let Some(forced) = self.forced.take() {
            self.force(forced);
        }
    }

    /// Re-enables PFC transmission for all priorities. Pauses that groups still request are sent again.
    pub fn enable_transmission(&mut self) {
        self.tx_disabled = PrioritySet::EMPTY;
    }

    /// Whether a PFC frame waits for transmission.
    #[must_use]
    #[inline]
    pub fn has_pending_frame(&self) -> bool {
        !self.changed().is_empty() || self.forced.is_some()
    }

    /// Waiting frame of a pause source; `None` if no frame of a pause source waits for transmission.
    #[must_use]
    pub const fn forced(&self) -> Option<Indication> {
        self.forced
    }

    /// Time at which the next PFC frame for `priority` is due: the refresh of its pause.
    /// [`Time::ZERO`] if a frame waits already. [`Time::NEVER`] if no frame is due without a new
    /// request.
    #[must_use]
    pub fn sends_at(&self, priority: Priority) -> Time {
        let is = |mask: PrioritySet| mask.contains(priority);
        if is(self.changed()) {
            Time::ZERO
        } else if is(self.announced) {
            self.refresh_at[priority.index()]
        } else {
            Time::NEVER
        }
    }

    /// Records whether the group of `priority` requests a pause (`pause`). Returns whether the change cancels
    /// a waiting PFC frame: a pause and a resume that meet before transmission are not sent. Without
    /// [`PfcSenderConfig::explicit_xon`] no resume is sent.
    pub fn request(&mut self, config: &PfcSenderConfig, priority: Priority, pause: bool) -> bool {
        let bit = PrioritySet::of(priority);
        let waited = (self.requested ^ self.announced).intersects(bit);
        if pause {
            self.requested |= bit;
        } else {
            self.requested &= !bit;
            self.refresh &= !bit;
            if !config.explicit_xon {
                self.announced &= !bit;
            }
        }
        waited && !(self.requested ^ self.announced).intersects(bit)
    }

    /// Queues the frame `indication` of a pause source. If a frame of a pause source already waits, both are
    /// merged: `indication` decides for its own priorities, the waiting frame for all others. If both frames
    /// have pauses, with different pause times, the pauses of the waiting frame are dropped. Priorities with
    /// disabled transmission are left out.
    pub fn force(&mut self, indication: Indication) {
        let Indication { pauses, resumes, quanta } = indication;
        let mut waits = self.forced.unwrap_or(Indication {
            pauses: PrioritySet::EMPTY,
            resumes: PrioritySet::EMPTY,
            quanta,
        });
        if !pauses.is_empty() && waits.quanta != quanta {
            // Resumes of the waiting frame stay: they have no pause time.
            waits.pauses = PrioritySet::EMPTY;
        }
        let others = !(pauses | resumes);
        let quanta = if pauses.is_empty() && waits.pauses.intersects(others) { waits.quanta } else { quanta };
        let (pauses, resumes) = (pauses | waits.pauses & others, resumes | waits.resumes & others);
        let (pauses, resumes) = (pauses & !self.tx_disabled, resumes & !self.tx_disabled);
        self.forced = Some(Indication { pauses, resumes, quanta }).filter(|_| !(pauses | resumes).is_empty());
    }

    /// Builds the frame that waits, as its transmission starts at `now`. `None` if no frame waits. The frame
    /// of a pause source goes first, and does not change [`PfcSender::announced_pauses`].
    pub fn build(&mut self, config: &PfcSenderConfig, now: Time) -> Option<Indication> {
        if let Some(forced) = self.forced.take() {
            return Some(forced);
        }
        let changed = self.changed();
        if changed.is_empty() {
            return None;
        }
        let pauses = changed & self.requested;
        self.announced = self.requested & !self.tx_disabled;
        self.refresh = PrioritySet::EMPTY;
        for priority in pauses.iter() {
            self.refresh_at[priority.index()] = config.refresh.map_or(Time::NEVER, |interval| now + interval);
        }
        Some(Indication { pauses, resumes: changed & !self.requested, quanta: config.quanta })
    }

    /// Handles the deadline of [`PfcSender::deadline`]: pauses whose refresh time is `now` or earlier
    /// become due for transmission.
    pub fn due(&mut self, now: Time) {
        for priority in (self.requested & self.announced).iter() {
            if self.refresh_at[priority.index()] <= now {
                self.refresh.insert(priority);
            }
        }
    }

    /// Handles the failure of the link: pauses sent so far are void. Groups keep their requests, so
    /// that pauses are sent again once the link is up.
    pub fn clear(&mut self) {
        *self = Self { requested: self.requested, tx_disabled: self.tx_disabled, ..Self::default() };
    }

    /// Time of the next call of [`PfcSender::due`]; [`Time::NEVER`] if there is none.
    #[must_use]
    pub fn deadline(&self) -> Time {
        (self.requested & self.announced & !self.refresh)
            .iter()
            .map(|priority| self.refresh_at[priority.index()])
            .fold(Time::NEVER, Time::min)
    }

    /// Adds the sender to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u32::from_le_bytes([
            self.requested.bits(),
            self.announced.bits(),
            self.refresh.bits(),
            u8::from(self.forced.is_some()),
        ]));
        digest.add(self.tx_disabled);
        (self.requested & self.announced).iter().for_each(|n| digest.time(self.refresh_at[n.index()]));
        if let Some(Indication { pauses, resumes, quanta }) = self.forced {
            digest
                .add(u32::from(pauses.bits()) << 24 | u32::from(resumes.bits()) << 16 | u32::from(quanta.0));
        }
    }

    fn changed(&self) -> PrioritySet {
        ((self.requested ^ self.announced) | self.refresh) & !self.tx_disabled
    }
}

#[cfg(test)]
mod tests;
