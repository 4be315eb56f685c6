//! The yardstick: the least that a packet simulator of an incast can do.
//!
//! A binary heap of (time, sequence, small event), two events per hop (end of
//! transmission, arrival), a deque per port, two byte counters per ingress
//! port, pause and resume by threshold. No buffer model, no statistics, no
//! timers, no headroom, no schedulers. It is the floor of what an event loop
//! costs on a machine, so that a ratio to it means the same on any other.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// An incast over one switch: every sender to one receiver, one ack a frame.
#[derive(Clone, Copy, Debug)]
pub struct Incast {
    /// Sending hosts.
    pub senders: u32,
    /// Data frames of each.
    pub frames: u32,
    /// Time of a data frame on the wire, overhead included, ps.
    pub data_ps: u64,
    /// Time of an ack or pause frame on the wire, ps.
    pub ack_ps: u64,
    /// Delay of each link, ps.
    pub delay_ps: u64,
    /// Bytes of a data frame.
    pub data_bytes: u32,
    /// Bytes held for an ingress port at which it asks for a pause.
    pub xoff: u64,
    /// Bytes at which it resumes.
    pub xon: u64,
}

/// What a run of the yardstick came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Data and ack frames that crossed a link.
    pub hops: u64,
    /// Events taken off the heap.
    pub events: u64,
    /// When the last ack was in, ps.
    pub finished_ps: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The transmitter of this port is free.
    Free(u32),
    /// A frame is in at the far end of this port's cable.
    Arrive(u32, Frame),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Frame {
    host: u32,
    bytes: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Data,
    Ack,
    Pause,
    Resume,
}

#[derive(Default)]
struct Port {
    high: VecDeque<Frame>,
    low: VecDeque<Frame>,
    busy: bool,
    paused: bool,
}

/// Ports 0..=n are the hosts' (n is the receiver's), n+1.. the switch's.
struct Loop {
    incast: Incast,
    heap: BinaryHeap<Reverse<(u64, u64, Event)>>,
    sequence: u64,
    now: u64,
    ports: Vec<Port>,
    left: Vec<u32>,
    /// By ingress port of the switch: bytes held, bytes ever received.
    held: Vec<[u64; 2]>,
    asked: Vec<bool>,
    hops: u64,
}

/// Runs it to the end.
#[must_use]
pub fn run(incast: Incast) -> Outcome {
    let hosts = incast.senders as usize + 1;
    let mut left = vec![incast.frames; hosts];
    left[hosts - 1] = 0;
    let mut run = Loop {
        incast,
        heap: BinaryHeap::with_capacity(4_096),
        sequence: 0,
        now: 0,
        ports: std::iter::repeat_with(Port::default).take(2 * hosts).collect(),
        left,
        held: vec![[0; 2]; hosts],
        asked: vec![false; hosts],
        hops: 0,
    };
    (0..incast.senders).for_each(|port| run.transmit(port));
    let mut events = 0;
    while let Some(Reverse((time, _, event))) = run.heap.pop() {
        events += 1;
        run.now = time;
        match event {
            Event::Free(port) => {
                run.ports[port as usize].busy = false;
                run.transmit(port);
            }
            Event::Arrive(port, frame) => run.arrive(port, frame),
        }
    }
    Outcome { hops: run.hops, events, finished_ps: run.now }
}

impl Loop {
    fn hosts(&self) -> u32 {
        self.incast.senders + 1
    }

    fn push(&mut self, time: u64, event: Event) {
        self.sequence += 1;
        self.heap.push(Reverse((time, self.sequence, event)));
    }

    fn enqueue(&mut self, port: u32, frame: Frame, high: bool) {
        let at = &mut self.ports[port as usize];
        if high {
            at.high.push_back(frame)
        } else {
            at.low.push_back(frame)
        }
        if !at.busy {
            self.transmit(port);
        }
    }

    fn transmit(&mut self, port: u32) {
        let hosts = self.hosts();
        let at = &mut self.ports[port as usize];
        let frame = if let Some(frame) = at.high.pop_front() {
            frame
        } else if at.paused {
            return;
        } else if let Some(frame) = at.low.pop_front() {
            frame
        } else if port < hosts && self.left[port as usize] > 0 {
            self.left[port as usize] -= 1;
            Frame { host: port, bytes: self.incast.data_bytes, kind: Kind::Data }
        } else {
            return;
        };
        at.busy = true;
        let wire = if frame.kind == Kind::Data { self.incast.data_ps } else { self.incast.ack_ps };
        if port >= hosts && frame.kind == Kind::Data {
            let ingress = frame.host as usize;
            self.held[ingress][0] -= u64::from(frame.bytes);
            if self.asked[ingress] && self.held[ingress][0] <= self.incast.xon {
                self.asked[ingress] = false;
                self.enqueue(hosts + frame.host, Frame { kind: Kind::Resume, ..frame }, true);
            }
        }
        self.push(self.now + wire, Event::Free(port));
        self.push(self.now + wire + self.incast.delay_ps, Event::Arrive(port, frame));
    }

    fn arrive(&mut self, from: u32, frame: Frame) {
        let hosts = self.hosts();
        self.hops += u64::from(matches!(frame.kind, Kind::Data | Kind::Ack));
        let to = if from < hosts { from + hosts } else { from - hosts };
        match frame.kind {
            Kind::Pause => self.ports[to as usize].paused = true,
            Kind::Resume => {
                self.ports[to as usize].paused = false;
                if !self.ports[to as usize].busy {
                    self.transmit(to);
                }
            }
            Kind::Data if to >= hosts => {
                let ingress = (to - hosts) as usize;
                self.held[ingress][0] += u64::from(frame.bytes);
                self.held[ingress][1] += u64::from(frame.bytes);
                self.enqueue(hosts + hosts - 1, frame, false);
                if !self.asked[ingress] && self.held[ingress][0] >= self.incast.xoff {
                    self.asked[ingress] = true;
                    self.enqueue(to, Frame { kind: Kind::Pause, ..frame }, true);
                }
            }
            Kind::Data => self.enqueue(to, Frame { kind: Kind::Ack, bytes: 64, ..frame }, true),
            Kind::Ack if to >= hosts => self.enqueue(hosts + frame.host, frame, true),
            Kind::Ack => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 senders of 10 MB in frames of 1000 B: 160 000 frames cross two links
    /// each way, and the receiver's link sets the pace.
    #[test]
    fn w1_by_the_yardstick() {
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
