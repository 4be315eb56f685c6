//! Queues in front of a crossbar.

use std::collections::{BTreeMap, VecDeque};

use super::Inputs;
use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::ids::priorities;
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Input, output and priority of a frame in the crossbar, as port numbers of the switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoqId {
    /// Input port, below 64.
    pub input: u8,
    /// Output port, below 64.
    pub output: u8,
    /// Priority, 0 to 7.
    pub priority: u8,
}

/// Queues in front of a crossbar, one for each input, output and priority. With a single FIFO for
/// each input, its frames are spread over these queues and their order is recorded separately.
#[derive(Clone, Debug)]
pub struct InputQueues {
    ports: usize,
    queues: Vec<Fifo>,
    /// With a single FIFO: queue of each frame, first to leave first, indexed by input.
    order: Option<Vec<VecDeque<VoqId>>>,
}

impl InputQueues {
    /// Creates empty queues for `ports` inputs and outputs.
    #[must_use]
    pub fn new(ports: usize, inputs: Inputs) -> Self {
        let order = match inputs {
            Inputs::Voq => None,
            Inputs::SingleFifo => Some(vec![VecDeque::new(); ports]),
        };
        Self { ports, queues: vec![Fifo::default(); ports * ports * PRIORITIES], order }
    }

    #[inline]
    fn at(&self, way: VoqId) -> usize {
        (usize::from(way.input) * self.ports + usize::from(way.output)) * PRIORITIES
            + usize::from(way.priority)
    }

    /// Enqueues a frame. `asks`: whether the queue of `way` already requests a transfer. Returns
    /// whether a new request arises.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, way: VoqId, asks: bool) -> bool {
        let at = self.at(way);
        let queue = &mut self.queues[at];
        match &mut self.order {
            None if asks => {
                queue.push(frames, id);
                false
            }
            None => {
                queue.begin(frames, id);
                true
            }
            Some(order) => {
                queue.push(frames, id);
                let order = &mut order[usize::from(way.input)];
                order.push_back(way);
                order.len() == 1
            }
        }
    }

    /// Frame at the head of the queue `way` that may be transferred; `None` if there is none.
    #[must_use]
    #[inline]
    pub fn head(&self, way: VoqId) -> Option<FrameId> {
        self.queues[self.at(way)].head()
    }

    /// Dequeues the head of the queue `way`. Also returns the queue of this input that has a
    /// request now, if any.
    #[inline]
    pub fn pop(&mut self, frames: &Frames, way: VoqId) -> (Option<FrameId>, Option<VoqId>) {
        let at = self.at(way);
        let queue = &mut self.queues[at];
        let id = queue.pop(frames);
        let next = match &mut self.order {
            None => (!queue.is_empty()).then_some(way),
            Some(order) => {
                let order = &mut order[usize::from(way.input)];
                order.pop_front();
                order.front().copied()
            }
        };
        (id, next)
    }

    /// All queues, by input, output and priority.
    pub fn ways(&self) -> impl Iterator<Item = VoqId> + use<> {
        let ports = 0..u8::try_from(self.ports).unwrap_or(u8::MAX);
        ports.clone().flat_map(move |input| {
            ports.clone().flat_map(move |output| {
                priorities(u8::MAX).map(move |priority| VoqId { input, output, priority })
            })
        })
    }

    /// Removes all frames of the queues for which `goes` holds.
    pub fn flush(&mut self, frames: &Frames, goes: impl Fn(VoqId) -> bool) -> Vec<(FrameId, VoqId)> {
        let mut gone = Vec::new();
        for way in self.ways() {
            if goes(way) {
                let at = self.at(way);
                let ids = std::mem::take(&mut self.queues[at]).ids(frames);
                gone.extend(ids.map(|id| (id, way)));
            }
        }
        for order in self.order.iter_mut().flatten() {
            order.retain(|way| !goes(*way));
        }
        gone
    }

    /// With a single FIFO: queue of the first frame at `input`.
    #[must_use]
    pub fn front(&self, input: usize) -> Option<VoqId> {
        self.order.as_ref()?[input].front().copied()
    }

    /// Frame bytes in the queue `way`.
    #[must_use]
    pub fn bytes(&self, frames: &Frames, way: VoqId) -> u32 {
        self.queues[self.at(way)].iter(frames).map(|frame| u32::from(frame.bytes)).sum()
    }

    /// All queued frames.
    pub fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        self.queues.iter().flat_map(|queue| queue.iter(frames))
    }

    /// With a single FIFO: the frames at `input`, first to leave first.
    pub fn in_order<'a>(
        &'a self,
        frames: &'a Frames,
        input: usize,
    ) -> impl Iterator<Item = (VoqId, &'a Frame)> {
        let mut rest: BTreeMap<usize, _> = BTreeMap::new();
        let order = self.order.iter().flat_map(move |order| &order[input]);
        order.filter_map(move |way| {
            let at = self.at(*way);
            let waiting = rest.entry(at).or_insert_with(|| self.queues[at].iter(frames));
            waiting.next().map(|frame| (*way, frame))
        })
    }

    /// All queued frames for (output, priority).
    pub fn frames_for<'a>(
        &'a self,
        frames: &'a Frames,
        output: u8,
        priority: u8,
    ) -> impl Iterator<Item = &'a Frame> {
        let ways = self.inputs().map(move |input| VoqId { input, output, priority });
        ways.flat_map(move |way| self.queues[self.at(way)].iter(frames))
    }

    /// The frames of the queue `way`, first to leave first.
    pub fn frames_of<'a>(&self, frames: &'a Frames, way: VoqId) -> impl Iterator<Item = &'a Frame> + use<'a> {
        self.queues[self.at(way)].iter(frames)
    }

    fn inputs(&self) -> impl Iterator<Item = u8> + use<> {
        0..u8::try_from(self.ports).unwrap_or(u8::MAX)
    }

    /// Adds the queues to the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        for input in self.inputs() {
            for output in self.inputs() {
                for priority in priorities(u8::MAX) {
                    let way = VoqId { input, output, priority };
                    let queue = &self.queues[self.at(way)];
                    if !queue.is_empty() {
                        digest.add(u32::from_le_bytes([input, output, priority, 0]));
                        queue.digest(frames, digest);
                    }
                }
            }
        }
        for VoqId { input, output, priority } in self.order.iter().flatten().flatten() {
            digest.add(u32::from_le_bytes([*input, *output, *priority, 1]));
        }
    }

    /// Heap memory in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let order = self.order.as_deref().unwrap_or_default();
        mem_size::rows::<Fifo>(self.queues.len()) + mem_size::deep(order, mem_size::ring)
    }
}
