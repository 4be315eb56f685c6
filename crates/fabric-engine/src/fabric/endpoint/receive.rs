//! The receive side of a host: frames wait in the NIC until a bus has carried
//! them to memory, and a priority that piles up pauses whoever sends it.

use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::units::{Rate, Time, WireClock};
use crate::wire::PRIORITIES;

/// When one priority of a receive buffer asks for a pause, in frame bytes held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveMarks {
    /// At this much or more it asks.
    pub high: u64,
    /// At this much or less it resumes; at most `high`.
    pub low: u64,
}

impl ReceiveMarks {
    /// Frames that the high mark of data leaves room for (RC Link endpoint:
    /// requests and responses).
    pub const DATA_FRAMES: u32 = 32;

    /// The same of multicast.
    pub const MULTICAST_FRAMES: u32 = 8;

    /// The marks of a class of traffic where none are given: low is what the
    /// link carries in a round trip, so that a resume comes before the buffer
    /// is empty; high is `frames` of the longest frame more.
    #[must_use]
    pub const fn of_traffic(frames: u32, longest: u16, round_trip: u64) -> Self {
        Self { high: round_trip + frames as u64 * longest as u64, low: round_trip }
    }
}

/// What a host's receive buffer is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveConfig {
    /// Frame bytes that it holds at most, of all priorities together.
    pub size: u64,
    /// The marks of each priority.
    pub marks: [ReceiveMarks; PRIORITIES],
    /// What of the size is promised to each priority as credits; 0: nothing.
    pub promised: [u64; PRIORITIES],
}

/// A host's receive buffer. Frames leave it in the order in which they came,
/// one at a time; each takes its room until its last byte is in memory.
#[derive(Clone, Debug)]
pub struct ReceiveBuffer {
    /// How fast the bus is; `None`: infinitely.
    bus: Option<WireClock>,
    frames: Fifo,
    bytes: u64,
    held: [u64; PRIORITIES],
    /// When the first frame is in memory; [`Time::NEVER`] if there is none.
    done: Time,
}

impl ReceiveBuffer {
    /// An empty buffer that drains at `rate`; `None`: nothing ever waits.
    #[must_use]
    pub fn new(rate: Option<Rate>) -> Self {
        Self {
            bus: rate.map(WireClock::new),
            frames: Fifo::default(),
            bytes: 0,
            held: [0; PRIORITIES],
            done: Time::NEVER,
        }
    }

    /// Whether frames wait here, or would.
    #[must_use]
    #[inline]
    pub const fn is_slow(&self) -> bool {
        self.bus.is_some() || !self.frames.is_empty()
    }

    /// How fast it drains; `None`: infinitely.
    #[must_use]
    pub fn rate(&self) -> Option<Rate> {
        self.bus.map(WireClock::rate)
    }

    /// Bytes held, of all priorities.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Bytes held of each priority.
    #[must_use]
    pub const fn held(&self) -> [u64; PRIORITIES] {
        self.held
    }

    /// The frames that wait, first to leave first.
    #[must_use]
    pub const fn frames(&self) -> &Fifo {
        &self.frames
    }

    /// When [`ReceiveBuffer::pop`] is to be called next.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.done
    }

    /// Whether a frame of `bytes` fits: always, if it was sent for credits; of
    /// others what is not promised may be full.
    #[must_use]
    pub fn has_room(&self, config: &ReceiveConfig, priority: u8, bytes: u16) -> bool {
        let promised = |n: &usize| config.promised[*n] > 0;
        let covered: u64 = (0..PRIORITIES).filter(promised).map(|n| self.held[n]).sum();
        let free = config.size.saturating_sub(config.promised.iter().sum());
        promised(&usize::from(priority)) || self.bytes - covered + u64::from(bytes) <= free
    }

    /// Whether a priority that has not asked for a pause must ask now.
    #[must_use]
    pub const fn must_pause(&self, config: &ReceiveConfig, priority: u8) -> bool {
        self.held[priority as usize] >= config.marks[priority as usize].high
    }

    /// Whether a priority that has asked may resume now.
    #[must_use]
    pub const fn may_resume(&self, config: &ReceiveConfig, priority: u8) -> bool {
        self.held[priority as usize] <= config.marks[priority as usize].low
    }

    /// Takes in a frame that fits, at `now`.
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, now: Time) {
        let frame = frames.get(id);
        let (frame, bytes) = (*frame, frame.bytes);
        self.keep(&frame);
        if self.frames.is_empty() {
            self.done = now + self.time(bytes);
        }
        self.frames.push(frames, id);
    }

    /// Takes in a frame that fits and does not wait for the bus.
    pub fn keep(&mut self, frame: &Frame) {
        self.bytes += u64::from(frame.bytes);
        self.held[usize::from(frame.priority)] += u64::from(frame.bytes);
    }

    /// A frame that does not wait for the bus waits no longer.
    pub fn let_go(&mut self, frame: &Frame) {
        self.bytes -= u64::from(frame.bytes);
        self.held[usize::from(frame.priority)] -= u64::from(frame.bytes);
    }

    /// The first frame is in memory: takes it out and starts with the next.
    pub fn pop(&mut self, frames: &Frames, now: Time) -> Option<FrameId> {
        let id = self.frames.pop(frames)?;
        self.let_go(frames.get(id));
        let next = self.frames.head();
        self.done = next.map_or(Time::NEVER, |next| now + self.time(frames.get(next).bytes));
        Some(id)
    }

    /// The bus changes its rate at `now`: what it has carried of the first
    /// frame stays carried, the rest goes at the new rate.
    pub fn set_rate(&mut self, frames: &Frames, rate: Option<Rate>, now: Time) {
        let old = std::mem::replace(&mut self.bus, rate.map(WireClock::new));
        let Some(first) = self.frames.head() else { return };
        let bytes = frames.get(first).bytes;
        let whole = old.map_or(Time::ZERO, |clock| clock.time(u32::from(bytes)));
        let rest = self.done.saturating_sub(now);
        let left = u128::from(rest.ps()) * u128::from(bytes);
        let left = left.div_ceil(u128::from(whole.ps().max(1)));
        self.done = now + self.time(u16::try_from(left).unwrap_or(bytes));
    }

    /// Adds the buffer to the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        digest.add(self.rate().map_or(0, Rate::bps));
        digest.time(self.done);
        self.frames.digest(frames, digest);
    }

    fn time(&self, bytes: u16) -> Time {
        self.bus.map_or(Time::ZERO, |clock| clock.time(u32::from(bytes)))
    }
}

#[cfg(test)]
mod tests;
