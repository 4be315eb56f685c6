//! Crossbar that the tests run slot by slot, without a fabric.

use fabric_sim::fabric::crossbar::{Crossbar, CrossbarConfig, Inputs, Matching, Mode, Precedence, VoqId};
use fabric_sim::fabric::egress::{Class, Discipline, EtsConfig, SchedulerConfig};
use fabric_sim::fabric::frame::{Frame, Frames};
use fabric_sim::ids::{LocalPort, Priority};
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Crossbar with as many outputs as inputs, and its queues. Each frame has one cell.
pub struct Switch {
    ports: u8,
    crossbar: Crossbar,
    frames: Frames,
    selection: SchedulerConfig,
    random: Pcg32,
    slot: u32,
}

impl Switch {
    pub fn new(ports: u8, matching: Matching, iterations: u8, inputs: Inputs, seed: u64) -> Self {
        let config = CrossbarConfig {
            matching,
            iterations,
            inputs,
            precedence: Precedence::Strict,
            mode: Mode::Cell,
            cell_bytes: 64,
            slot: Time(1),
            latency: Time::ZERO,
            egress_frames: 2,
        };
        Self {
            ports,
            crossbar: Crossbar::new(config, usize::from(ports), 64),
            frames: Frames::default(),
            selection: SchedulerConfig::new(
                &[Class { discipline: Discipline::Strict, share: 0 }; 8],
                EtsConfig::DEFAULT,
                64,
                0,
            ),
            random: Pcg32::seed_from_u64(seed),
            slot: 0,
        }
    }

    /// Adds a cell at `input`, for an output that is drawn uniformly.
    pub fn arrive(&mut self, input: u8) {
        let output = self.draw(u32::from(self.ports));
        let mut cell = Frame::EMPTY;
        (cell.bytes, cell.sequence) = (64, self.slot);
        let id = self.frames.insert(cell);
        let output = LocalPort(u8::try_from(output).unwrap());
        let way = VoqId { input: LocalPort(input), output, priority: Priority::P0 };
        self.crossbar.push(&mut self.frames, id, way);
    }

    /// Adds a cell at each input with probability `load`, as one slot of Bernoulli arrivals.
    pub fn arrivals(&mut self, load: f64) {
        for input in 0..self.ports {
            if f64::from(self.random.next_u32()) < load * 4_294_967_296.0 {
                self.arrive(input);
            }
        }
    }

    /// Runs one slot: matches inputs and outputs, and transfers the matched cells. Calls `served` for each
    /// transferred cell, with its delay in slots and its input.
    pub fn serve(&mut self, mut served: impl FnMut(u32, u8)) {
        let now = Time(u64::from(self.slot));
        let random = &mut self.random;
        self.crossbar.arbitrate(&self.frames, now, |_| &self.selection, || random.next_u32(), |_| ());
        for input in self.crossbar.take_ended_transfers(now + Time(1)) {
            let (id, way) = self.crossbar.finish(input).expect("frames of one cell are whole");
            let cell = self.frames.remove(id);
            self.crossbar.on_departure(way.output, Priority::P0, 64);
            served(self.slot - cell.sequence, way.input.0);
        }
        self.slot += 1;
    }

    fn draw(&mut self, below: u32) -> u32 {
        u32::try_from((u64::from(self.random.next_u32()) * u64::from(below)) >> 32).unwrap()
    }
}
