//! Tests of the crossbar without the rest of a switch, slot by slot.

use super::super::{Inputs, Matching, Precedence};
use super::*;
use crate::fabric::egress::{Class, Discipline, EtsConfig};
use crate::fabric::frame::Frame;

const SLOT: Time = Time(100);

fn config(mode: Mode) -> CrossbarConfig {
    CrossbarConfig {
        matching: Matching::Islip,
        iterations: 2,
        inputs: Inputs::Voq,
        precedence: Precedence::Strict,
        mode,
        cell_bytes: 256,
        slot: SLOT,
        latency: Time::ZERO,
        egress_frames: 2,
    }
}

/// Crossbar with its frames, and the number of the next slot.
struct Bench {
    crossbar: Crossbar,
    frames: Frames,
    selection: SchedulerConfig,
    slot: u64,
}

impl Bench {
    fn new(config: CrossbarConfig) -> Self {
        let shares = std::array::from_fn(|n| Class {
            discipline: Discipline::Ets,
            share: [75, 25, 0, 0, 0, 0, 0, 0][n],
        });
        Self {
            crossbar: Crossbar::new(config, 4, 1_000),
            frames: Frames::default(),
            selection: SchedulerConfig::new(&shares, EtsConfig::DEFAULT, 1_000, 20),
            slot: 0,
        }
    }

    fn push(&mut self, input: u8, output: u8, priority: Priority, bytes: u16, sequence: u32) {
        let id = self.frames.insert(Frame { sequence, bytes, priority, ..Frame::EMPTY });
        self.crossbar.push(
            &mut self.frames,
            id,
            VoqId { input: LocalPort(input), output: LocalPort(output), priority },
        );
    }

    /// Runs one slot. Returns the sequence numbers of the frames whose transfer ended at the start
    /// of the slot.
    fn slot(&mut self) -> Vec<u32> {
        let now = Time(SLOT.ps() * self.slot);
        self.slot += 1;
        let mut through = Vec::new();
        for input in self.crossbar.take_ended_transfers(now) {
            if let Some((id, _)) = self.crossbar.finish(input) {
                through.push(self.frames.get(id).sequence);
            }
        }
        self.crossbar.arbitrate(&self.frames, now, |_| &self.selection, || 0, |_| ());
        through
    }
}

#[test]
fn a_partly_filled_cell_takes_a_whole_slot() {
    for mode in [Mode::Packet, Mode::Cell] {
        let mut bench = Bench::new(config(mode));
        bench.push(0, 1, Priority::P3, 513, 7);
        let slots: Vec<Vec<u32>> = (0..5).map(|_| bench.slot()).collect();
        assert_eq!(slots, [vec![], vec![], vec![], vec![7], vec![]], "three cells");
    }
}

#[test]
fn in_packet_mode_a_match_is_held_for_the_whole_frame_in_cell_mode_cells_take_turns() {
    let through = |mode| {
        let mut bench = Bench::new(config(mode));
        bench.push(0, 1, Priority::P3, 1_000, 0);
        bench.push(2, 1, Priority::P3, 1_000, 2);
        (0..10)
            .flat_map(|slot| bench.slot().into_iter().map(move |sequence| (slot, sequence)))
            .collect::<Vec<_>>()
    };
    assert_eq!(through(Mode::Packet), [(4, 0), (8, 2)]);
    assert_eq!(through(Mode::Cell), [(7, 0), (8, 2)], "cells of both alternate");
}

#[test]
fn an_egress_queue_without_room_for_the_longest_frame_gets_none_until_one_left() {
    let mut bench = Bench::new(config(Mode::Packet));
    (0..4).for_each(|n| bench.push(0, 1, Priority::P3, 1_000, n));
    let through: Vec<u32> = (0..20).flat_map(|_| bench.slot()).collect();
    assert_eq!(through, [0, 1]);
    assert_eq!(bench.crossbar.deadline(Time(SLOT.ps() * 20)), Time::NEVER, "it sleeps");
    bench.crossbar.on_departure(LocalPort(1), Priority::P3, 1_000);
    assert_eq!(bench.crossbar.deadline(Time(SLOT.ps() * 20 - 1)), Time(SLOT.ps() * 20));
    assert_eq!((0..20).flat_map(|_| bench.slot()).collect::<Vec<_>>(), [2]);
}

#[test]
fn a_boundary_that_was_matched_is_not_matched_again() {
    let mut bench = Bench::new(config(Mode::Packet));
    bench.slot();
    bench.push(0, 1, Priority::P3, 1_000, 0);
    assert_eq!(bench.crossbar.deadline(Time::ZERO), SLOT);
    assert_eq!(bench.crossbar.deadline(Time(1)), SLOT);
}

#[test]
fn single_fifo_has_head_of_line_blocking_and_voqs_do_not() {
    let through = |inputs| {
        let mut bench = Bench::new(CrossbarConfig { inputs, ..config(Mode::Packet) });
        (0..3).for_each(|n| bench.push(0, 1, Priority::P3, 1_000, n));
        bench.push(0, 2, Priority::P3, 1_000, 9);
        (0..30).flat_map(|_| bench.slot()).collect::<Vec<_>>()
    };
    // The egress queue of output 1 has space for two frames, and no frame leaves it.
    assert_eq!(through(Inputs::SingleFifo), [0, 1]);
    assert_eq!(through(Inputs::Voq), [0, 9, 1]);
}

#[test]
fn weights_share_an_output_as_its_transmission_selection_would() {
    for mode in [Mode::Packet, Mode::Cell] {
        let mut bench = Bench::new(CrossbarConfig { precedence: Precedence::Weighted, ..config(mode) });
        let mut counts = [0u32; 2];
        for input in [0, 3] {
            (0..200).for_each(|_| {
                bench.push(input, 1, Priority::P0, 1_000, 0);
                bench.push(input, 1, Priority::P1, 1_000, 1);
            });
        }
        for _ in 0..800 {
            for class in bench.slot() {
                counts[class as usize] += 1;
                bench.crossbar.on_departure(LocalPort(1), Priority::from_index(class as usize), 1_000);
            }
        }
        // 800 slots transfer 200 frames of four cells, in the ratio 75 to 25. Tolerance: a round of
        // four frames.
        assert!(counts[0].abs_diff(150) <= 4 && counts[1].abs_diff(50) <= 4, "{mode:?} {counts:?}");
    }
}
