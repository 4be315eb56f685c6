//! State of one RDMA read: its requests, and their acceptance by the responder (InfiniBand Architecture
//! 1.2.1, volume 1, 9.4.4). Start with [`Reader`].
//!
//! At most [`ReadConfig::outstanding`] requests are outstanding. After a timeout without data, the oldest
//! incomplete request and all later requests are repeated. Without a timeout a lost request is never
//! repeated.

use super::{ReadConfig, RequestSizes};
use crate::digest::Digest;
use crate::fabric::endpoint::Process;
use crate::units::Time;

/// State of a read at both ends: requests and data at the requester, requests accepted at the
/// responder.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    config: ReadConfig,
    sizes: RequestSizes,
    /// Times at which the application requests frames.
    process: Process,
    /// Number of frames that the application has requested.
    demanded_frames: u32,
    /// Whether the application still requests data.
    active: bool,
    /// Payload bytes that the application has requested up to now (`demanded_bytes`), and of all
    /// messages started so far (`started_bytes`; [`u64::MAX`] if endless).
    demanded_bytes: u64,
    started_bytes: u64,
    /// Number of requests sent, without repeats (`sent`), and number of requests whose data has
    /// arrived completely (`answered`).
    sent: u64,
    answered: u64,
    /// Payload bytes that have arrived at the requester.
    arrived: u64,
    /// Number of requests that the responder has accepted.
    accepted: u64,
    /// Time at which the requester repeats its requests; [`Time::NEVER`]: no timeout runs.
    deadline: Time,
}

/// Result of a request at the responder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestResult {
    /// Request accepted: the responder answers with this number of payload bytes.
    Accepted(u64),
    /// Request ignored: it was accepted before, or an earlier request is missing.
    Ignored,
}

impl Reader {
    /// Creates a read of messages of `message` bytes ([`u64::MAX`]: endless); `process` gives the
    /// times at which the application reads frames.
    #[must_use]
    pub const fn new(config: ReadConfig, message: u64, process: Process) -> Self {
        Self {
            config,
            sizes: RequestSizes { message, request: config.request },
            process,
            demanded_frames: 0,
            active: false,
            demanded_bytes: 0,
            started_bytes: 0,
            sent: 0,
            answered: 0,
            arrived: 0,
            accepted: 0,
            deadline: Time::NEVER,
        }
    }

    /// Configuration of the read.
    #[must_use]
    pub const fn config(&self) -> &ReadConfig {
        &self.config
    }

    /// Number of requests sent, without repeats, and number of requests answered completely.
    #[must_use]
    pub const fn requests(&self) -> (u64, u64) {
        (self.sent, self.answered)
    }

    /// Time of the next call of [`Reader::on_timeout`]; [`Time::NEVER`] if no timeout runs.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.deadline
    }

    /// Starts a message, unless the application still requests data of the present message. A message that
    /// was stopped before its end is continued instead. Returns whether a message was started or continued.
    pub const fn start_message(&mut self) -> bool {
        let begins = !self.active;
        if self.may_start_message() {
            self.started_bytes = self.started_bytes.saturating_add(self.sizes.message);
        }
        if begins && matches!(self.process, Process::Saturate) {
            self.demanded_bytes = self.started_bytes;
        }
        self.active = self.demanded_bytes < self.started_bytes || self.started_bytes == u64::MAX;
        begins
    }

    /// Stops the read: the application requests no further data. Data of requests that were sent still
    /// arrives. After a timeout, requests that were not repeated yet are given up.
    pub const fn stop(&mut self) {
        self.active = false;
        self.demanded_bytes = self.sizes.before(self.sent);
    }

    /// Whether [`Reader::start_message`] would start a message now.
    #[must_use]
    pub const fn may_start_message(&self) -> bool {
        !self.active && self.demanded_bytes == self.started_bytes
    }

    /// Payload bytes of all messages started so far; [`u64::MAX`] if endless.
    #[must_use]
    pub const fn started_bytes(&self) -> u64 {
        self.started_bytes
    }

    /// Whether the application still requests data of the present message.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.active
    }

    /// Whether the application requests the data of a message at once, not frame by frame.
    #[must_use]
    pub const fn is_greedy(&self) -> bool {
        matches!(self.process, Process::Saturate)
    }

    /// Adds a frame of `payload` bytes to the requested data, up to the end of the message.
    pub fn add_demand(&mut self, payload: u16) {
        self.demanded_frames = self.demanded_frames.wrapping_add(1);
        self.demanded_bytes = self.demanded_bytes.saturating_add(payload.into()).min(self.started_bytes);
        self.active &= self.demanded_bytes < self.started_bytes;
    }

    /// Interval from the last requested frame to the next; [`Time::NEVER`] for a saturating read.
    /// `draw` returns 64 random bits.
    #[must_use]
    pub fn interval(&mut self, draw: impl FnOnce() -> u64) -> Time {
        self.process.interval(self.demanded_frames, draw)
    }

    /// Time from the start to the first requested frame; call only if [`Reader::is_random`]. `draw`
    /// returns 64 random bits.
    #[must_use]
    pub fn first_interval(&mut self, draw: impl FnOnce() -> u64) -> Time {
        self.process.first(draw)
    }

    /// Whether the intervals between requested frames are random. The interval before the first frame is then
    /// random too.
    #[must_use]
    pub const fn is_random(&self) -> bool {
        self.process.is_random()
    }

    /// Number of the request to send at `now`, from 0. `None` if the application has not yet
    /// requested all bytes of the next request, or if [`ReadConfig::outstanding`] requests are
    /// outstanding.
    pub fn next_request(&mut self, now: Time) -> Option<u64> {
        let number = self.sent;
        let is_free = number - self.answered < self.config.outstanding.into();
        if !is_free || self.sizes.before(number + 1) > self.demanded_bytes {
            return None;
        }
        self.sent += 1;
        if self.deadline == Time::NEVER {
            self.rearm(now);
        }
        Some(number)
    }

    /// Counts `payload` bytes delivered to the memory of the requester at `now`, and restarts the timeout. If
    /// no request is outstanding, no timeout runs.
    pub fn receive_data(&mut self, payload: u64, now: Time) {
        self.arrived = self.arrived.saturating_add(payload);
        while self.answered < self.sent && self.sizes.before(self.answered + 1) <= self.arrived {
            self.answered += 1;
        }
        self.rearm(now);
    }

    /// Handles a timeout while a request is still in the NIC of the requester: restarts the timeout
    /// and repeats no request.
    pub fn restart_timeout(&mut self, now: Time) {
        self.rearm(now);
    }

    /// Handles a timeout: [`Reader::next_request`] then returns the requests again, from the first that was
    /// not answered completely. No timeout runs until the next request.
    pub const fn on_timeout(&mut self) {
        self.sent = self.answered;
        self.deadline = Time::NEVER;
    }

    /// Receives a request at the responder; `sequence` is the low half of its number. With a
    /// timeout, requests may be repeated, and the responder accepts them in order only. Without a
    /// timeout, the responder skips missing requests.
    #[expect(clippy::cast_possible_truncation, reason = "frames have the low bits of it")]
    pub fn receive_request(&mut self, sequence: u32) -> RequestResult {
        let ahead = sequence.wrapping_sub(self.accepted as u32);
        if ahead >= 1 << 31 || (ahead > 0 && self.config.timeout.is_some()) {
            return RequestResult::Ignored;
        }
        let number = self.accepted + u64::from(ahead);
        self.accepted = number + 1;
        RequestResult::Accepted(self.sizes.of(number))
    }

    fn rearm(&mut self, now: Time) {
        let waits = self.sent > self.answered;
        self.deadline = match self.config.timeout {
            Some(timeout) if waits => now.saturating_add(timeout),
            _ => Time::NEVER,
        };
    }

    /// Adds the read to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        digest.add(u64::from(self.demanded_frames) << 1 | u64::from(self.active));
        for number in
            [self.demanded_bytes, self.started_bytes, self.sent, self.answered, self.arrived, self.accepted]
        {
            digest.add(number);
        }
        digest.time(self.deadline);
        self.process.delay().into_iter().for_each(|delay| digest.time(delay));
    }
}
