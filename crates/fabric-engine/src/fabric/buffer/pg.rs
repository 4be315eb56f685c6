//! Priority group: the ingress buffer account of one priority of one port.
//!
//! Admission charges reserve, then shared buffer, then headroom. Start reading at `Pg::admit`.

mod limits;

use super::pool::Pool;
use super::{Limited, Scope, Threshold};
use crate::digest::Digest;
use limits::Limits;

/// What one priority group (ingress port, priority) may hold. Amounts in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgConfig {
    /// Frames wait in headroom and ask for pause instead of being dropped.
    pub lossless: bool,
    /// Whether frames take memory at all. HPCC's simulator counts none of its
    /// control priority: they are always admitted, and ask for nothing.
    pub counted: bool,
    /// Guaranteed to this group whatever the others hold (SONiC: `size`).
    pub reserve: u64,
    /// The XOFF threshold: shared use at which a pause is asked for, and
    /// above which a lossless frame goes to headroom and a lossy one is dropped.
    pub threshold: Threshold,
    /// What the threshold limits.
    pub scope: Scope,
    /// Shared use at or below which a paused group resumes.
    pub xon: u64,
    /// Where set, a paused group also resumes at this much below the threshold.
    pub xon_offset: Option<u64>,
    /// What a lossless group may hold above the threshold (SONiC: `xoff`).
    pub headroom: u64,
}

/// Where a frame that was offered to a group went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// Into reserve, shared, or both.
    Shared,
    /// Whole into headroom.
    Headroom,
    /// A lossy frame above its threshold, or with no shared memory left.
    TailDrop,
    /// A lossless frame that the group's headroom had no room for: the buffer
    /// broke its promise.
    Violation,
    /// A lossless frame that the group's headroom had room for, but not the
    /// pool that the switch's groups share: over-subscribed, it broke it, too.
    PoolViolation,
}

/// A priority group: what is charged to one ingress port and priority.
///
/// The rules are those of the shared-buffer model of SONiC and of the HPCC
/// simulator: reserve first, then shared up to the threshold, then headroom;
/// released in the order headroom, shared, reserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Pg {
    /// What it may hold; an action may change it while it holds something.
    limits: Limits,
    reserve: u64,
    shared: u64,
    headroom: u64,
    /// Bytes that are here without being counted.
    uncounted: u64,
}

impl Pg {
    /// An empty group.
    #[must_use]
    pub fn new(config: PgConfig) -> Self {
        Self { limits: Limits::new(config), reserve: 0, shared: 0, headroom: 0, uncounted: 0 }
    }

    /// Its configuration.
    #[must_use]
    pub fn config(&self) -> PgConfig {
        self.limits.config()
    }

    /// [`PgConfig::lossless`].
    #[must_use]
    #[inline]
    pub const fn is_lossless(&self) -> bool {
        self.limits.lossless
    }

    /// [`PgConfig::counted`].
    #[must_use]
    #[inline]
    pub const fn is_counted(&self) -> bool {
        self.limits.counted
    }

    /// [`PgConfig::scope`].
    #[must_use]
    #[inline]
    pub const fn scope(&self) -> Scope {
        self.limits.scope
    }

    /// Replaces the configuration; the pool loses or gains what reserve and
    /// headroom gained or lost. What is held there beyond what they are now is in
    /// the shared pool from now on: memory is not promised twice.
    pub fn reconfigure(&mut self, pool: &mut Pool, config: PgConfig) {
        let limits = Limits::new(config);
        pool.set_aside(&self.config(), &limits.config());
        self.limits = limits;
        let reserve = self.reserve.saturating_sub(config.reserve);
        let headroom = self.headroom.saturating_sub(config.headroom);
        self.reserve -= reserve;
        self.headroom -= headroom;
        self.shared += reserve + headroom;
        pool.give_headroom(headroom);
        pool.take(reserve + headroom);
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

    /// Bytes held in headroom.
    #[must_use]
    pub fn headroom(&self) -> u64 {
        self.headroom
    }

    /// All bytes held.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.reserve + self.shared + self.headroom
    }

    /// Whether no frame of it is in the switch, counted or not.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.held() + self.uncounted == 0
    }

    /// The XOFF threshold as it stands, in bytes of shared use.
    #[must_use]
    #[inline]
    pub fn threshold(&self, pool: &Pool) -> u64 {
        self.limits.threshold().bytes(pool.free())
    }

    /// Offers a frame that is charged `bytes`; on admission it is held until
    /// [`Pg::release`]. `limited` is what the threshold limits, where that is
    /// not the group itself.
    #[inline]
    pub fn admit(&mut self, pool: &mut Pool, bytes: u64, limited: Option<Limited>) -> Admission {
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
            pool.take(to_shared);
            Admission::Shared
        } else if !self.limits.lossless {
            Admission::TailDrop
        } else if self.headroom + bytes > self.limits.headroom() {
            Admission::Violation
        } else if !pool.take_headroom(bytes) {
            Admission::PoolViolation
        } else {
            self.headroom += bytes;
            Admission::Headroom
        }
    }

    /// Gives back `bytes` that were admitted: headroom first, then shared,
    /// then reserve.
    #[inline]
    pub fn release(&mut self, pool: &mut Pool, bytes: u64) {
        if !self.limits.counted {
            self.uncounted -= bytes;
            return;
        }
        let from_headroom = bytes.min(self.headroom);
        self.headroom -= from_headroom;
        if from_headroom > 0 {
            pool.give_headroom(from_headroom);
        }
        let from_shared = (bytes - from_headroom).min(self.shared);
        self.shared -= from_shared;
        pool.give(from_shared);
        self.reserve -= bytes - from_headroom - from_shared;
    }

    /// Whether a group that is not paused must ask for a pause now.
    #[must_use]
    #[inline]
    pub fn must_pause(&self, pool: &Pool) -> bool {
        self.headroom > 0 || self.shared >= self.threshold(pool)
    }

    /// Whether a paused group may resume now.
    #[must_use]
    #[inline]
    pub fn may_resume(&self, pool: &Pool) -> bool {
        self.headroom == 0 && self.shared <= self.resume_mark(pool)
    }

    /// Of `left` bytes, the last that it would give back, those that are beyond its reserve.
    #[must_use]
    pub fn shared_of(&self, left: u64) -> u64 {
        left.saturating_sub(self.reserve)
    }

    /// The use at or below which a pause ends: XON, or the threshold less the
    /// offset where there is one and that is more.
    #[must_use]
    #[inline]
    pub fn resume_mark(&self, pool: &Pool) -> u64 {
        self.mark_at(pool.free())
    }

    /// The same while `free` bytes of the pool are free.
    #[must_use]
    #[inline]
    pub fn mark_at(&self, free: u64) -> u64 {
        let PgConfig { xon, xon_offset, .. } = self.config();
        match xon_offset {
            None => xon,
            Some(offset) => {
                // An offset above the threshold never resumes early.
                let threshold = self.limits.threshold().bytes(free);
                threshold.checked_sub(offset).map_or(xon, |mark| mark.max(xon))
            }
        }
    }

    /// Takes the group, what it holds and what it may hold, into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        // What no action changes is not state.
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

    /// The pool's free memory at which this paused group could resume without
    /// shrinking itself; `None` where free memory cannot help it.
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
