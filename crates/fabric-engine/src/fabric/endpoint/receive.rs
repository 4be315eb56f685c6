//! Receive buffer of a host: frames wait until the bus has carried them to memory. A priority that reaches
//! its XOFF threshold pauses the peer. At or below its XON threshold the priority resumes the peer (Guo et
//! al., SIGCOMM 2016, 4.4, on slow receivers). Start with [`ReceiveBuffer`].
//!
//! A frame that does not fit is dropped, unless credits cover it. With an unlimited bus no frame waits and no
//! pause is sent.

use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::fabric::pfc::LinkPause;
use crate::ids::Priority;
use crate::units::{Rate, Time, TransmissionTimes};
use crate::wire::PRIORITIES;

/// XOFF and XON thresholds of one priority of a receive buffer, in frame bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveThresholds {
    /// XOFF threshold: bytes at or above which the priority pauses the peer.
    pub xoff: u64,
    /// XON threshold: bytes at or below which the priority resumes the peer; at most `xoff`.
    pub xon: u64,
}

impl ReceiveThresholds {
    /// Default distance between XON and XOFF threshold for a class of data, in frames of the greatest length
    /// (RC Link endpoint: requests and responses).
    pub const DATA_FRAMES: u32 = 32;

    /// Default distance between XON and XOFF threshold for a class of multicast, in frames of the greatest
    /// length.
    pub const MULTICAST_FRAMES: u32 = 8;

    /// Default thresholds of a class of traffic. `round_trip`: bytes that the link carries in a round trip.
    /// The XON threshold is `round_trip`, so that a resume takes effect before the buffer is empty. The XOFF
    /// threshold is `frames` frames of `longest` bytes above the XON threshold.
    #[must_use]
    pub const fn of_traffic(frames: u32, longest: u16, round_trip: u64) -> Self {
        Self { xoff: round_trip + frames as u64 * longest as u64, xon: round_trip }
    }
}

/// Configuration of a receive buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiveConfig {
    /// Capacity in frame bytes, all priorities together.
    pub size: u64,
    /// XOFF and XON thresholds, indexed by priority.
    pub thresholds: [ReceiveThresholds; PRIORITIES],
    /// Bytes of the capacity that are given to the peer as credits, indexed by priority; 0: none.
    pub credits: [u64; PRIORITIES],
    /// Thresholds for all priorities together if the link has 802.3x pause; `None`: each priority has its own
    /// thresholds (`thresholds`).
    pub link_pause: Option<LinkPause>,
}

impl ReceiveConfig {
    /// XON threshold of `priority` in bytes; with 802.3x pause, the threshold of the whole buffer.
    #[must_use]
    pub const fn xon(&self, priority: Priority) -> u64 {
        match self.link_pause {
            Some(link_pause) => link_pause.xon,
            None => self.thresholds[priority.index()].xon,
        }
    }
}

/// Receive buffer of a host. Frames leave in order of arrival, one at a time. A frame occupies its
/// bytes until its last byte is in memory.
#[derive(Clone, Debug)]
pub struct ReceiveBuffer {
    /// Rate of the bus; `None`: unlimited.
    bus: Option<TransmissionTimes>,
    frames: Fifo,
    bytes: u64,
    /// Frame bytes in the buffer, indexed by priority.
    held: [u64; PRIORITIES],
    /// Time at which the last byte of the first frame reaches memory; [`Time::NEVER`] if no frame
    /// waits.
    done: Time,
}

impl ReceiveBuffer {
    /// Creates an empty buffer that drains at `rate`; `None`: no frame ever waits.
    #[must_use]
    pub fn new(rate: Option<Rate>) -> Self {
        Self {
            bus: rate.map(TransmissionTimes::new),
            frames: Fifo::default(),
            bytes: 0,
            held: [0; PRIORITIES],
            done: Time::NEVER,
        }
    }

    /// Whether frames may wait: the bus has a finite rate, or frames still wait.
    #[must_use]
    #[inline]
    pub const fn is_slow(&self) -> bool {
        self.bus.is_some() || !self.frames.is_empty()
    }

    /// Rate of the bus to memory; `None`: unlimited.
    #[must_use]
    pub fn rate(&self) -> Option<Rate> {
        self.bus.map(TransmissionTimes::rate)
    }

    /// Frame bytes in the buffer, of all priorities together. Read requests that wait for the responder are
    /// included.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Frame bytes in the buffer, indexed by priority. Read requests that wait for the responder are
    /// included.
    #[must_use]
    pub const fn held(&self) -> [u64; PRIORITIES] {
        self.held
    }

    /// Frames that wait for the bus, in order of departure.
    #[must_use]
    pub const fn frames(&self) -> &Fifo {
        &self.frames
    }

    /// Time of the next call of [`ReceiveBuffer::pop`]; [`Time::NEVER`] if no frame waits.
    #[must_use]
    pub const fn deadline(&self) -> Time {
        self.done
    }

    /// Whether a frame of `bytes` fits. A frame of a priority with credits always fits. Other frames share
    /// the bytes of the buffer that are not given as credits. A frame that fills these bytes exactly fits.
    #[must_use]
    pub fn has_room(&self, config: &ReceiveConfig, priority: Priority, bytes: u16) -> bool {
        let credits = |n: &usize| config.credits[*n] > 0;
        let covered: u64 = (0..PRIORITIES).filter(credits).map(|n| self.held[n]).sum();
        let free = config.size.saturating_sub(config.credits.iter().sum());
        credits(&priority.index()) || self.bytes - covered + u64::from(bytes) <= free
    }

    /// Whether `priority`, which is not paused, has reached its XOFF threshold and must pause the peer. With
    /// 802.3x pause, the threshold of the whole buffer counts.
    #[must_use]
    pub const fn must_pause(&self, config: &ReceiveConfig, priority: Priority) -> bool {
        match &config.link_pause {
            Some(link_pause) => link_pause.must_pause(self.bytes),
            None => self.held[priority.index()] >= config.thresholds[priority.index()].xoff,
        }
    }

    /// Whether `priority`, which is paused, has fallen to its XON threshold and may resume the peer. With
    /// 802.3x pause, the threshold of the whole buffer counts.
    #[must_use]
    pub const fn may_resume(&self, config: &ReceiveConfig, priority: Priority) -> bool {
        match &config.link_pause {
            Some(link_pause) => link_pause.may_resume(self.bytes),
            None => self.held[priority.index()] <= config.thresholds[priority.index()].xon,
        }
    }

    /// Enqueues a frame at `now`. The caller has checked that it fits
    /// ([`ReceiveBuffer::has_room`]).
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, now: Time) {
        let frame = frames.get(id);
        let (frame, bytes) = (*frame, frame.bytes);
        self.store(&frame);
        if self.frames.is_empty() {
            self.done = now + self.time(bytes);
        }
        self.frames.push(frames, id);
    }

    /// Adds the bytes of a frame to the bytes in the buffer. The frame must fit. The frame does not wait for
    /// the bus to memory; it is, for example, a read request that waits for the responder.
    pub fn store(&mut self, frame: &Frame) {
        self.bytes += u64::from(frame.bytes);
        self.held[frame.priority.index()] += u64::from(frame.bytes);
    }

    /// Releases the bytes of a frame that leaves the buffer.
    pub fn release(&mut self, frame: &Frame) {
        self.bytes -= u64::from(frame.bytes);
        self.held[frame.priority.index()] -= u64::from(frame.bytes);
    }

    /// Dequeues the first frame, whose last byte reaches memory at `now`. The bus then starts to
    /// carry the next frame. `None` if no frame waits.
    pub fn pop(&mut self, frames: &Frames, now: Time) -> Option<FrameId> {
        let id = self.frames.pop(frames)?;
        self.release(frames.get(id));
        let next = self.frames.head();
        self.done = next.map_or(Time::NEVER, |next| now + self.time(frames.get(next).bytes));
        Some(id)
    }

    /// Sets the rate of the bus at `now`; `None`: unlimited. The part of the first frame that is already in
    /// memory stays there. The remaining bytes, rounded up to a whole number, move at the new rate. With an
    /// unlimited rate, all waiting frames reach memory at `now`, in their order.
    pub fn set_rate(&mut self, frames: &Frames, rate: Option<Rate>, now: Time) {
        let old = std::mem::replace(&mut self.bus, rate.map(TransmissionTimes::new));
        let Some(first) = self.frames.head() else { return };
        let bytes = frames.get(first).bytes;
        let whole = old.map_or(Time::ZERO, |clock| clock.time(u32::from(bytes)));
        let rest = self.done.saturating_sub(now);
        let left = u128::from(rest.ps()) * u128::from(bytes);
        let left = left.div_ceil(u128::from(whole.ps().max(1)));
        self.done = now + self.time(u16::try_from(left).unwrap_or(bytes));
    }

    /// Adds the buffer to the hash of the simulation state.
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
