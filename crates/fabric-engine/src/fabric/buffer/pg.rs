//! Priority group of one ingress port and priority: admission, release, and the conditions of pause and
//! resume. Sources: SONiC buffer model; `switch-mmu.cc` of the HPCC simulator.
//!
//! A frame is charged to reserve and shared memory, or as a whole to headroom. A lossy frame above
//! the threshold is dropped. A lossless frame that exceeds the headroom is dropped too. Egress
//! limits are in [`super::super::egress::EgressQueue`].
//!
//! Start with [`Pg::admit`] and [`Pg::release`]; [`Pg::must_pause`] and [`Pg::may_resume`] are the conditions
//! of XOFF and XON.

mod limits;

use super::pool::Pool;
use super::{Occupancy, Scope, Threshold};
use crate::digest::Digest;
use limits::Limits;

/// Configuration of one priority group (ingress port, priority). Amounts in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgConfig {
    /// Whether frames above the threshold go to headroom and cause a pause; otherwise they are
    /// dropped.
    pub lossless: bool,
    /// Whether frames are charged to memory. Frames that are not counted are always admitted and
    /// cause no pause, like frames of the control priority in HPCC's simulator.
    pub counted: bool,
    /// Memory guaranteed to this group, in bytes (SONiC: `size`).
    pub reserve: u64,
    /// XOFF threshold in bytes. The group requests a pause when its bytes in shared memory reach
    /// the threshold. A frame that would exceed the threshold goes to headroom if it is lossless,
    /// and is dropped if it is lossy.
    pub threshold: Threshold,
    /// Memory use that the threshold limits: use by the group, by each VOQ, or by the egress queue.
    pub scope: Scope,
    /// XON threshold in bytes. A paused group with empty headroom resumes when its bytes in shared
    /// memory are at or below this threshold.
    pub xon: u64,
    /// Distance in bytes below the present XOFF threshold. A paused group with empty headroom also
    /// resumes when its bytes in shared memory are at least this far below the threshold. `None`:
    /// only XON decides (SONiC: `xon_offset`).
    pub xon_offset: Option<u64>,
    /// Largest number of bytes that a lossless group may hold in headroom (SONiC: `xoff`).
    pub headroom: u64,
}

/// Result of the admission of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Charged to reserve, to shared memory, or to both.
    Shared,
    /// Charged to headroom as a whole; nothing is charged to reserve or shared memory.
    Headroom,
    /// Dropped: a lossy frame above its threshold, or without free shared memory.
    TailDrop,
    /// Dropped: a lossless frame that does not fit the headroom of the group (lossless violation).
    Violation,
    /// Dropped: a lossless frame that fits the headroom of the group, but not the headroom pool of
    /// the switch (lossless violation by over-subscription).
    PoolViolation,
}

/// Priority group: bytes charged to one ingress port and priority.
///
/// The rules are those of the shared-buffer model of SONiC and of the HPCC simulator. A frame is
/// charged to reserve first, then to shared memory up to the threshold, then to headroom. Bytes are
/// released from headroom first, then from shared memory, then from the reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Pg {
    /// Limits of the group; an action may change them while frames are held.
    limits: Limits,
    reserve: u64,
    shared: u64,
    headroom: u64,
    /// Bytes of frames in the switch that were not charged, because [`PgConfig::counted`] is off.
    uncounted: u64,
}

impl Pg {
    /// Creates an empty group.
    #[must_use]
    pub fn new(config: PgConfig) -> Self {
        Self { limits: Limits::new(config), reserve: 0, shared: 0, headroom: 0, uncounted: 0 }
    }

    /// Configuration of the group.
    #[must_use]
    pub fn config(&self) -> PgConfig {
        self.limits.config()
    }

    /// Whether frames above the threshold go to headroom ([`PgConfig::lossless`]).
    #[must_use]
    #[inline]
    pub const fn is_lossless(&self) -> bool {
        self.limits.lossless
    }

    /// Whether frames are charged to memory ([`PgConfig::counted`]).
    #[must_use]
    #[inline]
    pub const fn is_counted(&self) -> bool {
        self.limits.counted
    }

    /// Memory use that the threshold limits ([`PgConfig::scope`]).
    #[must_use]
    #[inline]
    pub const fn scope(&self) -> Scope {
        self.limits.scope
    }

    /// Replaces the configuration, also while frames are held. The free memory of `pool` changes by
    /// the difference of reserve and headroom. Bytes held beyond the new reserve or headroom are
    /// charged to shared memory instead.
    pub fn reconfigure(&mut self, pool: &mut Pool, config: PgConfig) {
        let limits = Limits::new(config);
        pool.set_aside(&self.config(), &limits.config());
        self.limits = limits;
        let reserve = self.reserve.saturating_sub(config.reserve);
        let headroom = self.headroom.saturating_sub(config.headroom);
        self.reserve -= reserve;
        self.headroom -= headroom;
        self.shared += reserve + headroom;
        pool.release_headroom(headroom);
        pool.charge(reserve + headroom);
    }

    /// Bytes held in the reserve.
    #[must_use]
    pub fn reserve(&self) -> u64 {
        self.reserve
    }

    /// Bytes held in the shared pool.
    #[must_use]
    pub fn shared(&self) -> u64 {
        self.shared
    }

    /// Bytes that the group holds in headroom.
    #[must_use]
    pub fn headroom(&self) -> u64 {
        self.headroom
    }

    /// Bytes held in reserve, shared memory and headroom together. Uncounted bytes are not
    /// included.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.reserve + self.shared + self.headroom
    }

    /// Whether no frame of the group is in the switch, counted or not.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.held() + self.uncounted == 0
    }

    /// Present XOFF threshold in bytes. A dynamic threshold depends on the free memory of `pool`.
    #[must_use]
    #[inline]
    pub fn threshold(&self, pool: &Pool) -> u64 {
        self.limits.threshold().bytes(pool.free())
    }

    /// Admits or drops a frame for which `bytes` are charged. An admitted frame is held until
    /// [`Pg::release`]; a dropped frame changes nothing. A frame that fits in the reserve is always admitted,
    /// whatever the threshold. A frame that fills shared memory exactly to the threshold, or uses the last
    /// free byte, is admitted. `limited`: use and limit of the VOQ or egress queue to which the threshold
    /// applies. `None`: the threshold applies to the shared memory of the group.
    #[inline]
    pub fn admit(&mut self, pool: &mut Pool, bytes: u64, limited: Option<Occupancy>) -> Admission {
        if !self.limits.counted {
            self.uncounted += bytes;
            return Admission::Shared;
        }
        let to_reserve = bytes.min(self.limits.reserve().saturating_sub(self.reserve));
        let to_shared = bytes - to_reserve;
        let below = || match limited {
            None => self.shared + to_shared <= self.threshold(pool),
            Some(limited) => limited.has_room(bytes),
        };
        if to_shared == 0 || (below() && to_shared <= pool.free()) {
            self.reserve += to_reserve;
            self.shared += to_shared;
            pool.charge(to_shared);
            Admission::Shared
        } else if !self.limits.lossless {
            Admission::TailDrop
        } else if self.headroom + bytes > self.limits.headroom() {
            Admission::Violation
        } else if !pool.charge_headroom(bytes) {
            Admission::PoolViolation
        } else {
            self.headroom += bytes;
            Admission::Headroom
        }
    }

    /// Releases `bytes` that were admitted: from headroom first, then from shared memory, then from the
    /// reserve. `bytes` must not exceed the bytes held. A group whose frames are not counted
    /// ([`PgConfig::counted`]) releases no memory of the pool.
    #[inline]
    pub fn release(&mut self, pool: &mut Pool, bytes: u64) {
        if !self.limits.counted {
            self.uncounted -= bytes;
            return;
        }
        let from_headroom = bytes.min(self.headroom);
        self.headroom -= from_headroom;
        if from_headroom > 0 {
            pool.release_headroom(from_headroom);
        }
        let from_shared = (bytes - from_headroom).min(self.shared);
        self.shared -= from_shared;
        pool.release(from_shared);
        self.reserve -= bytes - from_headroom - from_shared;
    }

    /// XOFF condition: whether a group that is not paused must request a pause. True if the group uses
    /// headroom, or if its bytes in shared memory have reached the threshold. Always true with a threshold of
    /// 0.
    #[must_use]
    #[inline]
    pub fn must_pause(&self, pool: &Pool) -> bool {
        self.headroom > 0 || self.shared >= self.threshold(pool)
    }

    /// XON condition: whether a paused group may resume, because its headroom is empty and its
    /// bytes in shared memory are at or below [`Pg::resume_threshold`].
    #[must_use]
    #[inline]
    pub fn may_resume(&self, pool: &Pool) -> bool {
        self.headroom == 0 && self.shared <= self.resume_threshold(pool)
    }

    /// Bytes that are still in shared memory when only `left` bytes of the group remain: `left` minus the
    /// reserve in use, at least 0.
    #[must_use]
    pub fn shared_of(&self, left: u64) -> u64 {
        left.saturating_sub(self.reserve)
    }

    /// Bytes in shared memory at or below which a pause ends: the larger of XON and (threshold −
    /// [`PgConfig::xon_offset`]). Without offset, or if the offset exceeds the threshold: XON.
    #[must_use]
    #[inline]
    pub fn resume_threshold(&self, pool: &Pool) -> u64 {
        self.resume_threshold_at(pool.free())
    }

    /// Value of [`Pg::resume_threshold`] for a pool with `free` free bytes.
    #[must_use]
    #[inline]
    pub fn resume_threshold_at(&self, free: u64) -> u64 {
        let PgConfig { xon, xon_offset, .. } = self.config();
        match xon_offset {
            None => xon,
            Some(offset) => {
                // If the offset exceeds the threshold, only XON applies.
                let threshold = self.limits.threshold().bytes(free);
                threshold.checked_sub(offset).map_or(xon, |below| below.max(xon))
            }
        }
    }

    /// Adds the group, its use and its limits to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        // Fields that no action can change are not part of the state.
        let PgConfig { lossless, counted: _, reserve, threshold, scope: _, xon, xon_offset, headroom } =
            self.config();
        let (kind, value) = match threshold {
            Threshold::Static(bytes) => (0u8, bytes),
            Threshold::Dynamic(alpha) => (1, u64::from(alpha)),
        };
        digest.add(u32::from_le_bytes([u8::from(lossless), kind, u8::from(xon_offset.is_some()), 0]));
        let amounts = [value, reserve, xon, xon_offset.unwrap_or(0), headroom];
        amounts
            .into_iter()
            .chain([self.reserve, self.shared, self.headroom])
            .for_each(|bytes| digest.add(bytes));
    }

    /// Free memory of the pool, in bytes, at which this paused group could resume without releasing a byte.
    /// `None` if more free memory cannot end the pause. Reasons: headroom is in use, [`PgConfig::xon_offset`]
    /// is not set, or the threshold does not depend on free memory.
    #[must_use]
    pub fn resumes_at_free(&self) -> Option<u64> {
        if self.headroom > 0 {
            return None;
        }
        self.limits.threshold().free_for(self.shared + self.config().xon_offset?)
    }
}

#[cfg(test)]
mod tests;
