//! The bare event loop: the smallest event loop that can simulate an incast with PFC. Start with [`run`].
//!
//! Events wait in a binary heap of (time, sequence, small event). Each hop takes two events: the end of a
//! transmission, and the arrival. Each port has two queues, and each ingress port two byte counters. Pauses
//! and resumes depend on fixed thresholds. There is no buffer model, and there are no statistics, timers,
//! headroom or schedulers.
//!
//! The bare event loop is as fast as an event loop can be on a machine. The speed of the simulator, divided
//! by the speed of this loop, can therefore be compared between machines.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Incast over one switch: every sender transmits to one receiver, which acknowledges each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Incast {
    /// Number of sending hosts, at most 254. A frame has 8 bits for the host, so that further hosts cannot be
    /// distinguished.
    pub senders: u16,
    /// Number of data frames that each host sends.
    pub frames: u32,
    /// Transmission time of a data frame with preamble and gap, in picoseconds.
    pub data_ps: u64,
    /// Transmission time of an ack or pause frame, in picoseconds.
    pub ack_ps: u64,
    /// Delay of each link, in picoseconds.
    pub delay_ps: u64,
    /// Length of a data frame in bytes.
    pub data_bytes: u16,
    /// Bytes buffered from an ingress port at or above which the switch pauses the sender at that port
    /// (XOFF).
    pub xoff: u64,
    /// Bytes buffered from an ingress port at or below which the switch resumes the sender at that port
    /// (XON).
    pub xon: u64,
}

/// Figures of a run of the bare event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BareLoopRun {
    /// Number of data frames and acks that crossed a link, counted at each link.
    pub hops: u64,
    /// Number of events taken from the heap.
    pub events: u64,
    /// Simulated time of the arrival of the last ack, in picoseconds.
    pub finished_ps: u64,
}

/// Event of the bare event loop, packed into 4 B.
#[derive(Clone, Copy)]
struct Event {
    port: u16,
    /// Sending host of the flow to which the frame belongs. Has no meaning in an event without a frame.
    host: u8,
    kind: Kind,
}

/// Kind of an event or frame.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// Arrival of a data frame at the other end of the cable of the port.
    Data,
    /// Arrival of an ack at the other end of the cable.
    Ack,
    /// Arrival of a PFC frame that pauses.
    Pause,
    /// Arrival of a PFC frame that resumes.
    Resume,
    /// End of a transmission of the port.
    Free,
}

#[derive(Clone, Copy)]
struct Frame {
    host: u8,
    kind: Kind,
}

/// Packs an entry of the heap into 128 bits: time, then sequence number, then event. Thus one comparison
/// orders entries by time, then by sequence number.
fn entry(time: u64, sequence: u32, event: Event) -> Reverse<u128> {
    let event = u32::from(event.port) << 16 | u32::from(event.host) << 8 | event.kind as u32;
    Reverse(u128::from(time) << 64 | u128::from(sequence) << 32 | u128::from(event))
}

#[expect(clippy::cast_possible_truncation, reason = "the fields that `entry` packed")]
fn unpack(Reverse(entry): Reverse<u128>) -> (u64, Event) {
    let kind = match entry as u8 {
        0 => Kind::Data,
        1 => Kind::Ack,
        2 => Kind::Pause,
        3 => Kind::Resume,
        _ => Kind::Free,
    };
    ((entry >> 64) as u64, Event { port: (entry >> 16) as u16, host: (entry >> 8) as u8, kind })
}

#[derive(Default)]
struct Port {
    /// Queue of acks and PFC frames, which are sent before data and are never paused.
    high: VecDeque<Frame>,
    /// Queue of data frames, which are sent only while the port is not paused.
    low: VecDeque<Frame>,
    busy: bool,
    paused: bool,
}

/// State of the bare event loop. Ports 0 to `senders` − 1 belong to the sending hosts, and port `senders` to
/// the receiver. All higher ports belong to the switch: port `senders` + 1 + n is linked to port n.
struct Loop {
    incast: Incast,
    heap: BinaryHeap<Reverse<u128>>,
    sequence: u32,
    now: u64,
    ports: Vec<Port>,
    /// Number of data frames that each host has not yet sent.
    left: Vec<u32>,
    /// Bytes in the buffer, and bytes received so far, of each ingress port of the switch.
    buffered: Vec<[u64; 2]>,
    /// Whether the switch has paused the sender, indexed by ingress port.
    pausing: Vec<bool>,
    hops: u64,
}

/// Runs the bare event loop until no event is left. All senders begin at time 0. Events of the same time run
/// in the order in which they were created. With 0 `senders` or `frames`, no event runs, and all figures are
/// 0.
#[must_use]
pub fn run(incast: Incast) -> BareLoopRun {
    let hosts = usize::from(incast.senders) + 1;
    let mut left = vec![incast.frames; hosts];
    left[hosts - 1] = 0;
    let mut run = Loop {
        incast,
        heap: BinaryHeap::with_capacity(4_096),
        sequence: 0,
        now: 0,
        ports: std::iter::repeat_with(Port::default).take(2 * hosts).collect(),
        left,
        buffered: vec![[0; 2]; hosts],
        pausing: vec![false; hosts],
        hops: 0,
    };
    (0..incast.senders).for_each(|port| run.transmit(port));
    let mut events = 0;
    while let Some(entry) = run.heap.pop() {
        events += 1;
        let (time, Event { port, host, kind }) = unpack(entry);
        run.now = time;
        if kind == Kind::Free {
            run.ports[usize::from(port)].busy = false;
            run.transmit(port);
        } else {
            run.arrive(port, Frame { host, kind });
        }
    }
    BareLoopRun { hops: run.hops, events, finished_ps: run.now }
}

impl Loop {
    fn hosts(&self) -> u16 {
        self.incast.senders + 1
    }

    /// Adds an event to the heap. The sequence number starts again at 0 after 2³² events.
    fn push(&mut self, time: u64, event: Event) {
        self.sequence = self.sequence.wrapping_add(1);
        self.heap.push(entry(time, self.sequence, event));
    }

    fn enqueue(&mut self, port: u16, frame: Frame, high: bool) {
        let at = &mut self.ports[usize::from(port)];
        if high {
            at.high.push_back(frame);
        } else {
            at.low.push_back(frame);
        }
        if !at.busy {
            self.transmit(port);
        }
    }

    /// Transmits the next frame of a port that is not busy: acks and PFC frames first, then data unless the
    /// port is paused. Does nothing if there is no such frame. At a switch, the memory of a data frame
    /// becomes free when its transmission starts; this may resume a sender.
    fn transmit(&mut self, port: u16) {
        let (hosts, bytes) = (self.hosts(), u64::from(self.incast.data_bytes));
        let at = &mut self.ports[usize::from(port)];
        let frame = if let Some(frame) = at.high.pop_front() {
            frame
        } else if at.paused {
            return;
        } else if let Some(frame) = at.low.pop_front() {
            frame
        } else if port < hosts && self.left[usize::from(port)] > 0 {
            self.left[usize::from(port)] -= 1;
            Frame { host: small(port), kind: Kind::Data }
        } else {
            return;
        };
        at.busy = true;
        let wire = if frame.kind == Kind::Data { self.incast.data_ps } else { self.incast.ack_ps };
        if port >= hosts && frame.kind == Kind::Data {
            let ingress = usize::from(frame.host);
            self.buffered[ingress][0] -= bytes;
            if self.pausing[ingress] && self.buffered[ingress][0] <= self.incast.xon {
                self.pausing[ingress] = false;
                self.enqueue(hosts + u16::from(frame.host), Frame { kind: Kind::Resume, ..frame }, true);
            }
        }
        self.push(self.now + wire, Event { port, host: 0, kind: Kind::Free });
        let arrives = self.now + wire + self.incast.delay_ps;
        self.push(arrives, Event { port, host: frame.host, kind: frame.kind });
    }

    /// Handles the arrival of a frame at the other end of the link of port `from`.
    fn arrive(&mut self, from: u16, frame: Frame) {
        let (hosts, bytes) = (self.hosts(), u64::from(self.incast.data_bytes));
        self.hops += u64::from(matches!(frame.kind, Kind::Data | Kind::Ack));
        let to = if from < hosts { from + hosts } else { from - hosts };
        match frame.kind {
            Kind::Pause => self.ports[usize::from(to)].paused = true,
            Kind::Resume => {
                self.ports[usize::from(to)].paused = false;
                if !self.ports[usize::from(to)].busy {
                    self.transmit(to);
                }
            }
            Kind::Data if to >= hosts => {
                let ingress = usize::from(to - hosts);
                self.buffered[ingress][0] += bytes;
                self.buffered[ingress][1] += bytes;
                self.enqueue(hosts + hosts - 1, frame, false);
                if !self.pausing[ingress] && self.buffered[ingress][0] >= self.incast.xoff {
                    self.pausing[ingress] = true;
                    self.enqueue(to, Frame { kind: Kind::Pause, ..frame }, true);
                }
            }
            Kind::Data => self.enqueue(to, Frame { kind: Kind::Ack, ..frame }, true),
            Kind::Ack if to >= hosts => self.enqueue(hosts + u16::from(frame.host), frame, true),
            Kind::Ack | Kind::Free => {}
        }
    }
}

/// Port number of a host, converted to 8 bits; larger numbers become 255.
fn small(port: u16) -> u8 {
    u8::try_from(port).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 senders send 10 MB each in frames of 1000 B. The 160 000 frames and their acks cross two links
    /// each. The link of the receiver determines the completion time.
    #[test]
    fn w1_in_the_bare_loop() {
        let outcome = run(Incast {
            senders: 16,
            frames: 10_000,
            data_ps: 1_064 * 80,
            ack_ps: 84 * 80,
            delay_ps: 1_000_000,
            data_bytes: 1_044,
            xoff: 45 * 1_044,
            xon: 30 * 1_044,
        });
        assert_eq!(outcome.hops, 640_000);
        let ideal = 160_000 * 1_064 * 80;
        assert!(outcome.finished_ps > ideal && outcome.finished_ps < ideal + ideal / 500);
    }
}
