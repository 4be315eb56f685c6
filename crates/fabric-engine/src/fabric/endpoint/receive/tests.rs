//! Tests of the waiting times of frames in the receive buffer, and of its XOFF and XON conditions.

use super::*;
use crate::fabric::frame::Frame;

/// Bus of 8 Gb/s: a byte takes 1 ns.
const SLOW: Option<Rate> = Some(Rate::gbps(8));

const CONFIG: ReceiveConfig = ReceiveConfig {
    size: 10_000,
    thresholds: [ReceiveThresholds { xoff: 3_000, xon: 1_000 }; PRIORITIES],
    credits: [0; PRIORITIES],
    link_pause: None,
};

struct Bench {
    frames: Frames,
    buffer: ReceiveBuffer,
}

impl Bench {
    fn new(rate: Option<Rate>) -> Self {
        Self { frames: Frames::default(), buffer: ReceiveBuffer::new(rate) }
    }

    fn push(&mut self, priority: Priority, bytes: u16, now: Time) {
        assert!(self.buffer.has_room(&CONFIG, priority, bytes));
        let id = self.frames.insert(Frame { bytes, priority, ..Frame::EMPTY });
        self.buffer.push(&mut self.frames, id, now);
    }

    /// Priority of each frame still in the buffer, and the time at which it leaves.
    fn drain(&mut self) -> Vec<(Priority, Time)> {
        let mut out = Vec::new();
        while self.buffer.deadline() != Time::NEVER {
            let at = self.buffer.deadline();
            let id = self.buffer.pop(&self.frames, at).unwrap();
            out.push((self.frames.remove(id).priority, at));
        }
        out
    }
}

#[test]
fn frames_leave_one_at_a_time_in_the_order_in_which_they_came() {
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P3, 1_000, Time::from_us(1));
    bench.push(Priority::P0, 500, Time::from_us(1));
    bench.push(Priority::P3, 1_000, Time::from_us(1));
    assert_eq!((bench.buffer.bytes(), bench.buffer.held()[3], bench.buffer.held()[0]), (2_500, 2_000, 500));
    assert_eq!(
        bench.drain(),
        [
            (Priority::P3, Time::from_us(2)),
            (Priority::P0, Time::from_ns(2_500)),
            (Priority::P3, Time::from_ns(3_500))
        ]
    );
    assert_eq!((bench.buffer.bytes(), bench.buffer.held()[3]), (0, 0));
}

#[test]
fn a_frame_takes_its_room_until_its_last_byte_is_in_memory() {
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P3, 9_000, Time::ZERO);
    assert!(bench.buffer.has_room(&CONFIG, Priority::P3, 1_000));
    assert!(!bench.buffer.has_room(&CONFIG, Priority::P3, 1_001));
    assert_eq!(bench.drain(), [(Priority::P3, Time::from_us(9))]);
    assert!(bench.buffer.has_room(&CONFIG, Priority::P3, 10_000));
}

#[test]
fn a_priority_requests_a_pause_at_xoff_and_a_resume_at_xon() {
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P3, 2_999, Time::ZERO);
    bench.push(Priority::P0, 3_000, Time::ZERO);
    assert!(
        !bench.buffer.must_pause(&CONFIG, Priority::P3) && bench.buffer.must_pause(&CONFIG, Priority::P0)
    );
    bench.push(Priority::P3, 64, Time::ZERO);
    assert!(
        bench.buffer.must_pause(&CONFIG, Priority::P3) && !bench.buffer.may_resume(&CONFIG, Priority::P3)
    );
    bench.buffer.pop(&bench.frames, Time::from_ns(2_999));
    assert!(
        bench.buffer.may_resume(&CONFIG, Priority::P3) && !bench.buffer.may_resume(&CONFIG, Priority::P0)
    );
}

#[test]
fn rate_change_applies_to_the_rest_of_the_frame() {
    // The first 500 B of a frame are carried at the old rate, the other 500 B at twice this rate.
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P3, 1_000, Time::ZERO);
    bench.push(Priority::P3, 1_000, Time::ZERO);
    bench.buffer.set_rate(&bench.frames, Some(Rate::gbps(16)), Time::from_ns(500));
    assert_eq!(bench.drain(), [(Priority::P3, Time::from_ns(750)), (Priority::P3, Time::from_ns(1_250))]);
}

#[test]
fn unlimited_bus_drains_all_waiting_frames_at_once() {
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P3, 1_000, Time::ZERO);
    bench.push(Priority::P3, 1_000, Time::ZERO);
    bench.buffer.set_rate(&bench.frames, None, Time::from_ns(100));
    assert!(bench.buffer.is_slow(), "nothing may overtake what waits");
    assert_eq!(bench.drain(), [(Priority::P3, Time::from_ns(100)); 2]);
    assert!(!bench.buffer.is_slow());
    bench.buffer.set_rate(&bench.frames, SLOW, Time::from_us(1));
    assert!(bench.buffer.is_slow());
}

#[test]
fn thresholds_cover_a_round_trip_and_32_frames() {
    let thresholds = ReceiveThresholds::of_traffic(ReceiveThresholds::DATA_FRAMES, 1_000, 25_000);
    assert_eq!(thresholds, ReceiveThresholds { xoff: 57_000, xon: 25_000 });
}

#[test]
fn bytes_granted_as_credits_are_not_shared_by_other_priorities() {
    let mut credits = [0; PRIORITIES];
    credits[3] = 4_000;
    let config = ReceiveConfig { credits, ..CONFIG };
    let mut bench = Bench::new(SLOW);
    bench.push(Priority::P0, 5_500, Time::ZERO);
    assert!(
        bench.buffer.has_room(&config, Priority::P0, 500)
            && !bench.buffer.has_room(&config, Priority::P0, 501)
    );
    bench.push(Priority::P3, 3_000, Time::ZERO);
    assert!(bench.buffer.has_room(&config, Priority::P0, 500), "what is covered takes nothing of it");
    assert!(bench.buffer.has_room(&config, Priority::P3, 1_000));
}
