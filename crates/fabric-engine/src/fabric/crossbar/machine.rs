mod ends;
mod flush;
mod start;

use super::{Arbiter, CrossbarConfig, Demand, InputQueues, Mode, Phase, Requests, Way};
use crate::digest::Digest;
use crate::fabric::egress::SchedulerConfig;
use crate::fabric::frame::{Frame, FrameId, Frames};
use crate::mask::members;
use crate::units::Time;
use crate::wire::PRIORITIES;
use ends::Ends;

/// A crossbar with its queues. It is called at slot boundaries while it has
/// something to do: [`Crossbar::finish`] for whatever is [`Crossbar::over`]
/// first, then [`Crossbar::arbitrate`].
#[derive(Clone, Debug)]
pub struct Crossbar {
    config: CrossbarConfig,
    voqs: InputQueues,
    requests: Requests,
    arbiter: Arbiter,
    /// By input: what it is sending.
    crossings: Vec<Option<Crossing>>,
    /// When that is over; follows from it.
    ends: Ends,
    /// Inputs, and outputs, that are joined now.
    busy_inputs: u64,
    busy_outputs: u64,
    /// By input, output and priority: cells of the head that are through; cell
    /// mode only.
    through: Vec<u16>,
    /// By output and priority: bytes in the egress queue, or on their way to it.
    egress: Vec<[u32; PRIORITIES]>,
    /// What an egress queue holds with room for one more frame of the longest.
    room: u32,
    /// The boundary at which slots were last matched.
    matched: Option<Time>,
}

/// A frame, or a cell of one, on its way through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// From where to where.
    pub way: Way,
    /// The slot boundary at which the ports are free again.
    pub until: Time,
    /// The frame that is whole then; `None` if cells of it are still to come.
    pub frame: Option<FrameId>,
}

impl Crossbar {
    /// An empty crossbar of `ports` inputs and outputs, at most
    /// [`super::PORTS`], for frames of up to `longest` bytes.
    #[must_use]
    pub fn new(config: CrossbarConfig, ports: usize, longest: u16) -> Self {
        let ways = if config.mode == Mode::Cell { ports * ports * PRIORITIES } else { 0 };
        Self {
            voqs: InputQueues::new(ports, config.inputs),
            requests: Requests::new(ports),
            arbiter: Arbiter::new(&config, ports),
            crossings: vec![None; ports],
            ends: Ends::new(config.slot, config.cell_bytes),
            busy_inputs: 0,
            busy_outputs: 0,
            through: vec![0; ways],
            egress: vec![[0; PRIORITIES]; ports],
            room: u32::from(longest) * (u32::from(config.egress_frames) - 1),
            matched: None,
            config,
        }
    }

    /// How it is built.
    #[must_use]
    pub fn config(&self) -> &CrossbarConfig {
        &self.config
    }

    /// The frames that wait in front of it.
    #[must_use]
    pub fn voqs(&self) -> &InputQueues {
        &self.voqs
    }

    /// Who asks for what.
    #[must_use]
    pub fn requests(&self) -> &Requests {
        &self.requests
    }

    /// The pointers.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// What is on its way through.
    pub fn crossings(&self) -> impl Iterator<Item = &Crossing> {
        self.crossings.iter().flatten()
    }

    /// Its number of inputs, and of outputs.
    #[must_use]
    pub fn ports(&self) -> usize {
        self.crossings.len()
    }

    /// Every frame that waits or is on its way through.
    pub fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        let crossing = self.crossings().filter_map(|crossing| crossing.frame).map(|id| frames.get(id));
        self.voqs.frames(frames).chain(crossing)
    }

    /// With single FIFOs: the frames in front of `input`, first to leave
    /// first, and whether each finds room behind the crossbar, or has it already.
    pub fn in_order<'a>(
        &'a self,
        frames: &'a Frames,
        input: u8,
    ) -> impl Iterator<Item = (Way, &'a Frame, bool)> {
        let ways = self.voqs.in_order(frames, usize::from(input));
        ways.enumerate().map(move |(place, (way, frame))| {
            let output = usize::from(way.output);
            let has_it = place == 0 && self.requests.is_partly(usize::from(input), output, way.priority);
            (way, frame, has_it || self.requests.is_open(output, way.priority))
        })
    }

    /// A frame waits for its way through.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, way: Way) {
        let (input, output) = (usize::from(way.input), usize::from(way.output));
        let asks = self.requests.asks(output, way.priority) >> input & 1 == 1;
        if self.voqs.push(frames, id, way, asks) {
            self.requests.set(input, output, way.priority, true);
        }
    }

    /// A frame of `bytes` left the egress queue of `output`, which may have
    /// room for another now.
    #[inline]
    pub fn left(&mut self, output: usize, priority: u8, bytes: u16) {
        let held = self.egress[output][usize::from(priority)] - u32::from(bytes);
        self.holds(output, priority, held);
    }

    /// The egress queue of `output` holds so many bytes from now on.
    #[inline]
    fn holds(&mut self, output: usize, priority: u8, bytes: u32) {
        let held = &mut self.egress[output][usize::from(priority)];
        let (was_open, is_open) = (*held <= self.room, bytes <= self.room);
        *held = bytes;
        if is_open != was_open {
            self.requests.set_open(output, priority, is_open);
        }
    }

    /// When it is to be called next, at `now` or later: at the end of a
    /// crossing, or at the next boundary if something can be matched.
    #[must_use]
    pub fn deadline(&self, now: Time) -> Time {
        if !self.requests.any(!self.busy_inputs, !self.busy_outputs) {
            return if self.busy_inputs == 0 { Time::NEVER } else { self.ends.first(now) };
        }
        // No crossing ends before the next boundary.
        let slot = self.config.slot.ps();
        let boundary = Time(now.ps().div_ceil(slot) * slot);
        // A boundary that has been matched is over.
        if self.matched == Some(boundary) { boundary + self.config.slot } else { boundary }
    }

    /// The inputs whose crossing is over at the boundary `now`, lowest first;
    /// they are told once.
    pub fn over(&mut self, now: Time) -> impl Iterator<Item = usize> + use<> {
        members(self.ends.take(now))
    }

    /// Frees the ports of an input whose crossing is over; gives the frame
    /// that is whole on the other side, if one is.
    pub fn finish(&mut self, input: usize) -> Option<(FrameId, Way)> {
        let Crossing { way, frame, .. } = self.crossings[input].take()?;
        self.busy_inputs &= !(1 << input);
        self.busy_outputs &= !(1 << way.output);
        frame.map(|frame| (frame, way))
    }

    /// Matches the slot that begins at the boundary `now`, and starts what was
    /// matched. `selection` gives the transmission selection of an output;
    /// `draw` 32 random bits; `watch` hears each step.
    pub fn arbitrate<'a>(
        &mut self,
        frames: &Frames,
        now: Time,
        selection: impl Fn(usize) -> &'a SchedulerConfig,
        draw: impl FnMut() -> u32,
        watch: impl FnMut(Phase),
    ) -> Started {
        self.matched = Some(now);
        let (voqs, requests, config) = (&self.voqs, &self.requests, &self.config);
        let choose =
            |scheduler: &mut crate::fabric::egress::Scheduler, output: usize, eligible, heads: &[u8; 8]| {
                let bytes = |priority: u8| {
                    let input = heads[usize::from(priority)];
                    let way = Way { input, output: u8::try_from(output).unwrap_or(u8::MAX), priority };
                    let bytes = voqs.head(way).map_or(0, |id| u32::from(frames.get(id).bytes));
                    if config.mode == Mode::Cell { bytes.min(config.cell_bytes) } else { bytes }
                };
                scheduler.select(selection(output), eligible, bytes, requests.occupied(output))
            };
        let demand =
            Demand { requests: &self.requests, inputs: !self.busy_inputs, outputs: !self.busy_outputs };
        let matches = self.arbiter.slot(demand, choose, draw, watch).len();
        let mut started = Started::default();
        for n in 0..matches {
            let way = self.arbiter.matched()[n];
            let cells = match self.config.mode {
                Mode::Packet => self.start_frame(frames, now, way),
                Mode::Cell => self.start_cell(frames, now, way),
            };
            started.cells += u64::from(cells);
            started.matches += 1;
        }
        started
    }

    /// Takes the crossbar into the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        self.voqs.digest(frames, digest);
        self.arbiter.digest(digest);
        for Crossing { way, until, frame } in self.crossings() {
            digest.add(u32::from_le_bytes([way.input, way.output, way.priority, u8::from(frame.is_some())]));
            digest.time(*until);
            if let Some(id) = frame {
                frames.get(*id).digest(digest);
            }
        }
        self.through.iter().filter(|cells| **cells > 0).for_each(|cells| digest.add(*cells));
        self.egress.iter().flatten().for_each(|bytes| digest.add(*bytes));
        digest.time(self.matched.unwrap_or(Time::NEVER));
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let parts = self.voqs.heap_bytes() + self.requests.heap_bytes() + self.arbiter.heap_bytes();
        let outputs = size_of_val(&self.through[..]) + size_of_val(&self.egress[..]);
        parts + size_of_val(&self.crossings[..]) + self.ends.heap_bytes() + outputs
    }
}

/// What a slot's matches came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Started {
    /// Inputs that were joined with an output.
    pub matches: u32,
    /// Cells of the frames that were started; with single cells, as many as matches.
    pub cells: u64,
}

#[cfg(test)]
mod tests;
