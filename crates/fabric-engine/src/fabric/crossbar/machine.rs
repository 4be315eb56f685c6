//! State machine of a crossbar: queues, transfers, slot boundaries. Start with [`Crossbar`].
//!
//! The crossbar matches inputs with outputs at most once at each slot boundary. The input and the output of a
//! transfer are busy until the transfer ends. In cell mode a frame is complete after the transfer of its last
//! cell.

mod ends;
mod flush;
mod start;

use super::{Arbiter, CrossbarConfig, Demand, InputQueues, MatchEvent, Mode, Requests, VoqId};
use crate::digest::Digest;
use crate::fabric::egress::{Scheduler, SchedulerConfig};
use crate::fabric::frame::{Frame, FrameId, Frames};
use crate::ids::{LocalPort, PortSet, Priority, PrioritySet};
use crate::units::Time;
use crate::wire::PRIORITIES;
use ends::Ends;

/// Crossbar of a switch, with its queues. At a slot boundary the engine first calls [`Crossbar::finish`] for
/// each input that [`Crossbar::take_ended_transfers`] returns, then [`Crossbar::arbitrate`].
#[derive(Clone, Debug)]
pub struct Crossbar {
    config: CrossbarConfig,
    voqs: InputQueues,
    requests: Requests,
    arbiter: Arbiter,
    /// Transfer in progress, indexed by input; `None`: no transfer.
    transfers: Vec<Option<CrossbarTransfer>>,
    /// Slot boundaries at which transfers end; derived from `transfers`.
    ends: Ends,
    /// Inputs with a transfer in progress.
    busy_inputs: PortSet,
    busy_outputs: PortSet,
    /// Number of cells already transferred of the head frame of a queue, indexed by input, output and
    /// priority; empty in packet mode.
    through: Vec<u16>,
    /// Bytes in the egress queue, or reserved in it for transfers, indexed by output and priority.
    egress: Vec<[u32; PRIORITIES]>,
    /// Largest number of bytes in an egress queue at which one more frame of the greatest length fits. If an
    /// egress queue holds more bytes, the output grants no further frame for this queue.
    max_open_bytes: u32,
    /// Slot boundary of the last call of [`Crossbar::arbitrate`]; `None` before the first.
    last_matched_at: Option<Time>,
}

/// Transfer of a frame, or of one of its cells, through the crossbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossbarTransfer {
    /// Input, output and priority of the frame.
    pub voq: VoqId,
    /// Slot boundary at which the ports become free.
    pub until: Time,
    /// Frame that is complete at the end of the transfer; `None` if more of its cells follow.
    pub frame: Option<FrameId>,
}

impl Crossbar {
    /// Creates an empty crossbar of `ports` inputs and outputs, at most [`MAX_PORTS`](crate::ids::MAX_PORTS),
    /// for frames of up to `longest` bytes.
    #[must_use]
    pub fn new(config: CrossbarConfig, ports: usize, longest: u16) -> Self {
        let voqs = if config.mode == Mode::Cell { ports * ports * PRIORITIES } else { 0 };
        Self {
            voqs: InputQueues::new(ports, config.inputs),
            requests: Requests::new(ports),
            arbiter: Arbiter::new(&config, ports),
            transfers: vec![None; ports],
            ends: Ends::new(config.slot, config.cell_bytes),
            busy_inputs: PortSet::EMPTY,
            busy_outputs: PortSet::EMPTY,
            through: vec![0; voqs],
            egress: vec![[0; PRIORITIES]; ports],
            max_open_bytes: u32::from(longest) * (u32::from(config.egress_frames) - 1),
            last_matched_at: None,
            config,
        }
    }

    /// Configuration of the crossbar.
    #[must_use]
    pub fn config(&self) -> &CrossbarConfig {
        &self.config
    }

    /// Queues in front of the crossbar.
    #[must_use]
    pub fn voqs(&self) -> &InputQueues {
        &self.voqs
    }

    /// Requests of the inputs for the outputs, which the arbiter reads in each slot.
    #[must_use]
    pub fn requests(&self) -> &Requests {
        &self.requests
    }

    /// Arbiter that matches inputs with outputs, with its round-robin pointers.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// Transfers in progress, in ascending order of the inputs.
    pub fn transfers(&self) -> impl Iterator<Item = &CrossbarTransfer> {
        self.transfers.iter().flatten()
    }

    /// Number of inputs, equal to the number of outputs.
    #[must_use]
    pub fn ports(&self) -> usize {
        self.transfers.len()
    }

    /// Returns all frames in the crossbar: first the queued frames, ordered by queue, then the frames in
    /// transfer. In cell mode a frame stays in its queue until its last cell is in transfer.
    pub fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        let transfer = self.transfers().filter_map(|transfer| transfer.frame).map(|id| frames.get(id));
        self.voqs.frames(frames).chain(transfer)
    }

    /// Returns the frames at `input` in order of departure, if each input has a single FIFO. The boolean is
    /// true if the egress queue has space for the frame, or if space is already reserved for the frame. With
    /// virtual output queues the iterator is empty.
    pub fn in_order<'a>(
        &'a self,
        frames: &'a Frames,
        input: LocalPort,
    ) -> impl Iterator<Item = (VoqId, &'a Frame, bool)> {
        let voqs = self.voqs.in_order(frames, input);
        voqs.enumerate().map(move |(place, (voq, frame))| {
            let has_it = place == 0 && self.requests.is_partly(input, voq.output, voq.priority);
            (voq, frame, has_it || self.requests.is_open(voq.output, voq.priority))
        })
    }

    /// Enqueues frame `id` in the queue `voq`. Sets the request of this queue if it has none. With a single
    /// FIFO, the request is set only if the frame is the first of its input.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, voq: VoqId) {
        let has_request = self.requests.requesting_inputs(voq.output, voq.priority).contains(voq.input);
        if self.voqs.push(frames, id, voq, has_request) {
            self.requests.set(voq.input, voq.output, voq.priority, true);
        }
    }

    /// Records that a frame of `bytes` left the egress queue of (`output`, `priority`). If the
    /// queue then has space for a frame of the greatest length, its output may grant again.
    #[inline]
    pub fn on_departure(&mut self, output: LocalPort, priority: Priority, bytes: u16) {
        let held = self.egress[output.index()][priority.index()] - u32::from(bytes);
        self.set_egress_bytes(output, priority, held);
    }

    /// Sets the number of bytes in the egress queue of (`output`, `priority`). The output may grant frames
    /// for the queue only while one more frame of the greatest length fits.
    #[inline]
    fn set_egress_bytes(&mut self, output: LocalPort, priority: Priority, bytes: u32) {
        let held = &mut self.egress[output.index()][priority.index()];
        let (was_open, is_open) = (*held <= self.max_open_bytes, bytes <= self.max_open_bytes);
        *held = bytes;
        if is_open != was_open {
            self.requests.set_open(output, priority, is_open);
        }
    }

    /// Time of the next call of [`Crossbar::take_ended_transfers`] and [`Crossbar::arbitrate`]. If a match is
    /// possible: next slot boundary at or after `now`. If no match is possible but a transfer is in progress:
    /// end of the next transfer. Otherwise [`Time::NEVER`].
    #[must_use]
    pub fn deadline(&self, now: Time) -> Time {
        if !self.requests.any(!self.busy_inputs, !self.busy_outputs) {
            return if self.busy_inputs.is_empty() { Time::NEVER } else { self.ends.first(now) };
        }
        // No transfer ends before the next slot boundary.
        let slot = self.config.slot.ps();
        let boundary = Time(now.ps().div_ceil(slot) * slot);
        // Each boundary is matched at most once.
        if self.last_matched_at == Some(boundary) { boundary + self.config.slot } else { boundary }
    }

    /// Returns the inputs whose transfer ends at the slot boundary `now`, lowest first. A second call for the
    /// same boundary returns no input.
    pub fn take_ended_transfers(&mut self, now: Time) -> impl Iterator<Item = LocalPort> + use<> {
        self.ends.take(now).iter()
    }

    /// Ends the transfer of `input` and frees its ports. Returns the frame if it is complete;
    /// `None` if more of its cells follow, or if `input` has no transfer.
    pub fn finish(&mut self, input: LocalPort) -> Option<(FrameId, VoqId)> {
        let CrossbarTransfer { voq, frame, .. } = self.transfers[input.index()].take()?;
        self.busy_inputs.remove(input);
        self.busy_outputs.remove(voq.output);
        frame.map(|frame| (frame, voq))
    }

    /// Matches inputs and outputs for the slot that begins at `now`, and starts the transfers.
    /// `selection` returns the scheduler configuration of an output, `draw` returns 32 random bits,
    /// and `on_match` receives each grant and each accept.
    pub fn arbitrate<'a>(
        &mut self,
        frames: &Frames,
        now: Time,
        selection: impl Fn(LocalPort) -> &'a SchedulerConfig,
        draw: impl FnMut() -> u32,
        on_match: impl FnMut(MatchEvent),
    ) -> Started {
        self.last_matched_at = Some(now);
        let (voqs, requests, config) = (&self.voqs, &self.requests, &self.config);
        let choose =
            |scheduler: &mut Scheduler, output, eligible: PrioritySet, heads: &[LocalPort; PRIORITIES]| {
                let bytes = |priority: Priority| {
                    let voq = VoqId { input: heads[priority.index()], output, priority };
                    let bytes = voqs.head(voq).map_or(0, |id| u32::from(frames.get(id).bytes));
                    if config.mode == Mode::Cell { bytes.min(config.cell_bytes) } else { bytes }
                };
                scheduler.select(selection(output), eligible, bytes, requests.occupied(output))
            };
        let demand =
            Demand { requests: &self.requests, inputs: !self.busy_inputs, outputs: !self.busy_outputs };
        let matches = self.arbiter.slot(demand, choose, draw, on_match).len();
        let mut started = Started::default();
        for n in 0..matches {
            let voq = self.arbiter.matched()[n];
            let cells = match self.config.mode {
                Mode::Packet => self.start_frame(frames, now, voq),
                Mode::Cell => self.start_cell(frames, now, voq),
            };
            started.cells += u64::from(cells);
            started.matches += 1;
        }
        started
    }

    /// Adds the crossbar to the hash of the simulation state.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        self.voqs.digest(frames, digest);
        self.arbiter.digest(digest);
        for CrossbarTransfer { voq, until, frame } in self.transfers() {
            digest.add(voq.word(u8::from(frame.is_some())));
            digest.time(*until);
            if let Some(id) = frame {
                frames.get(*id).digest(digest);
            }
        }
        self.through.iter().filter(|cells| **cells > 0).for_each(|cells| digest.add(*cells));
        self.egress.iter().flatten().for_each(|bytes| digest.add(*bytes));
        digest.time(self.last_matched_at.unwrap_or(Time::NEVER));
    }

    /// Heap memory of the crossbar and its queues, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let parts = self.voqs.heap_bytes() + self.requests.heap_bytes() + self.arbiter.heap_bytes();
        let outputs = size_of_val(&self.through[..]) + size_of_val(&self.egress[..]);
        parts + size_of_val(&self.transfers[..]) + self.ends.heap_bytes() + outputs
    }
}

/// Result of one crossbar slot: number of matches, and number of cells of the transfers that the matches
/// start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Started {
    /// Number of matches in the slot.
    pub matches: u32,
    /// Number of cells of the started transfers; in cell mode equal to the number of matches.
    pub cells: u64,
}

#[cfg(test)]
mod tests;
