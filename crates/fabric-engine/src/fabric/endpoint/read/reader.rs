use super::{Parts, ReadConfig};
use crate::digest::Digest;
use crate::fabric::endpoint::Process;
use crate::units::Time;

/// Both ends of a read: what its requester has asked for and got, and what its
/// responder has heard of that.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    config: ReadConfig,
    parts: Parts,
    /// When its application wants a frame more.
    process: Process,
    /// How often it did.
    came: u32,
    /// Whether it goes on wanting more.
    active: bool,
    /// Payload that it wants in all, now and at the end.
    wanted: u64,
    most: u64,
    /// Requests that were sent, each once; and that have been answered in full.
    asked: u64,
    answered: u64,
    /// Payload that has arrived.
    arrived: u64,
    /// Requests that the responder has taken.
    taken: u64,
    /// When the requester asks again.
    deadline: Time,
}

/// What a responder makes of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// It answers with so many bytes of payload.
    For(u64),
    /// It has answered that already, or one before it is missing.
    Nothing,
}

impl Reader {
    /// A read of messages of `message` bytes ([`u64::MAX`]: without end), of
    /// which `process` says when its application wants frames.
    #[must_use]
    pub const fn new(config: ReadConfig, message: u64, process: Process) -> Self {
        Self {
            config,
            parts: Parts { message, request: config.request },
            process,
            came: 0,
            active: false,
            wanted: 0,
            most: 0,
            asked: 0,
            answered: 0,
            arrived: 0,
            taken: 0,
            deadline: Time::NEVER,
        }
    }

    /// Its priority, and whatever else was given.
    #[must_use]
    pub const fn config(&self) -> &ReadConfig {
        &self.config
    }

    /// Requests that were sent, and of these those that were answered in full.
    #[must_use]
    pub const fn requests(&self) -> (u64, u64) {
        (self.asked, self.answered)
    }

    /// When [`Reader::timed_out`] is to be called.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Its application begins, or begins again: it wants a message, as fast as
    /// its process says. Returns whether it was not at it already.
    pub const fn begin(&mut self) -> bool {
        let begins = !self.active;
        if begins && self.wanted == self.most {
            self.most = self.most.saturating_add(self.parts.message);
        }
        if begins && matches!(self.process, Process::Saturate) {
            self.wanted = self.most;
        }
        self.active = self.wanted < self.most || self.most == u64::MAX;
        begins
    }

    /// Its application wants nothing more than what it has asked for.
    pub const fn stop(&mut self) {
        self.active = false;
        self.wanted = self.parts.before(self.asked);
    }

    /// Payload that its application wants in the end; [`u64::MAX`]: without end.
    #[must_use]
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Whether its application goes on wanting more.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Whether data comes as fast as it can, and not frame by frame.
    #[must_use]
    pub const fn is_greedy(&self) -> bool {
        matches!(self.process, Process::Saturate)
    }

    /// Its application wants the next frame, of `payload` bytes.
    pub fn want(&mut self, payload: u16) {
        self.came = self.came.wrapping_add(1);
        self.wanted = self.wanted.saturating_add(payload.into()).min(self.most);
        self.active &= self.wanted < self.most;
    }

    /// Interval between the frames that a read requests; [`Time::NEVER`] if it requests without
    /// intervals.
    #[must_use]
    pub fn interval(&self, draw: impl FnOnce() -> u64) -> Time {
        self.process.interval(self.came, draw)
    }

    /// Whether its process draws its intervals, the first one too.
    #[must_use]
    pub const fn is_random(&self) -> bool {
        matches!(self.process, Process::Poisson(_))
    }

    /// The number of the request that is sent at `now`, if one may be: what it
    /// asks for is wanted in full, and not too many are under way.
    pub fn ask(&mut self, now: Time) -> Option<u64> {
        let number = self.asked;
        let is_free = number - self.answered < self.config.outstanding.into();
        if !is_free || self.parts.before(number + 1) > self.wanted {
            return None;
        }
        self.asked += 1;
        if self.deadline == Time::NEVER {
            self.rearm(now);
        }
        Some(number)
    }

    /// Counts `payload` bytes delivered to the requester's memory.
    pub fn arrives(&mut self, payload: u64, now: Time) {
        self.arrived = self.arrived.saturating_add(payload);
        while self.answered < self.asked && self.parts.before(self.answered + 1) <= self.arrived {
            self.answered += 1;
        }
        self.rearm(now);
    }

    /// No data came in time, and it was not even asked for yet: it waits for as long again.
    pub fn waits_on(&mut self, now: Time) {
        self.rearm(now);
    }

    /// No data came in time: asks again, from the first request that was not
    /// answered in full on.
    pub const fn timed_out(&mut self) {
        self.asked = self.answered;
        self.deadline = Time::NEVER;
    }

    /// The request of this number, as far as frames have it, comes to the
    /// responder. Where requests are sent again they are taken in their order only.
    #[expect(clippy::cast_possible_truncation, reason = "frames have the low bits of it")]
    pub fn hears(&mut self, sequence: u32) -> Asked {
        let ahead = sequence.wrapping_sub(self.taken as u32);
        if ahead >= 1 << 31 || (ahead > 0 && self.config.timeout.is_some()) {
            return Asked::Nothing;
        }
        let number = self.taken + u64::from(ahead);
        self.taken = number + 1;
        Asked::For(self.parts.of(number))
    }

    fn rearm(&mut self, now: Time) {
        let waits = self.asked > self.answered;
        self.deadline = match self.config.timeout {
            Some(timeout) if waits => now.saturating_add(timeout),
            _ => Time::NEVER,
        };
    }

    /// Adds the fields to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u64::from(self.came) << 1 | u64::from(self.active));
        for number in [self.wanted, self.most, self.asked, self.answered, self.arrived, self.taken] {
            digest.add(number);
        }
        digest.time(self.deadline);
    }
}
