//! Queues in front of a crossbar: virtual output queues (`McKeown` 1999), or a single FIFO for each input
//! (Karol, Hluchyj and Morgan 1987). Start with [`InputQueues`].
//!
//! The queues have no limit of their own: the memory of the switch limits them. With a single FIFO only the
//! first frame of an input requests a transfer.

use std::collections::{BTreeMap, VecDeque};

use super::Inputs;
use crate::digest::Digest;
use crate::fabric::frame::{Fifo, Frame, FrameId, Frames};
use crate::ids::{LocalPort, Priority, PrioritySet};
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Identifier of a virtual output queue (VOQ): input, output and priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoqId {
    /// Input port.
    pub input: LocalPort,
    /// Output port.
    pub output: LocalPort,
    /// Priority, 0 to 7.
    pub priority: Priority,
}

impl VoqId {
    /// Packs the queue and `note` into one number for the hash of the simulation state. `note` distinguishes
    /// entries of different tables.
    pub(super) const fn word(self, note: u8) -> u32 {
        u32::from_le_bytes([self.input.0, self.output.0, self.priority.get(), note])
    }
}

/// Queues in front of a crossbar, one for each input, output and priority. If each input has a single FIFO,
/// the frames are still in these queues, and a list for each input records their order in the FIFO.
#[derive(Clone, Debug)]
pub struct InputQueues {
    ports: usize,
    /// Queues, indexed by [`InputQueues::at`]: by input, then output, then priority.
    queues: Vec<Fifo>,
    /// Queue of each frame of a single FIFO, in order of departure, indexed by input. `None` with
    /// virtual output queues.
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

    /// Index of `voq` in tables that are indexed by input, output and priority.
    #[inline]
    pub(super) fn at(&self, voq: VoqId) -> usize {
        (voq.input.index() * self.ports + voq.output.index()) * PRIORITIES + voq.priority.index()
    }

    /// Enqueues frame `id` in the queue `voq`. `has_request`: whether this queue already requests a transfer
    /// (with virtual output queues: whether it has frames). Returns `true` if the caller must set the request
    /// of the queue.
    #[inline]
    pub fn push(&mut self, frames: &mut Frames, id: FrameId, voq: VoqId, has_request: bool) -> bool {
        let at = self.at(voq);
        let queue = &mut self.queues[at];
        match &mut self.order {
            None if has_request => {
                queue.push(frames, id);
                false
            }
            None => {
                queue.begin(frames, id);
                true
            }
            Some(order) => {
                queue.push(frames, id);
                let order = &mut order[voq.input.index()];
                order.push_back(voq);
                order.len() == 1
            }
        }
    }

    /// Frame at the head of the queue `voq`; `None` if the queue is empty.
    #[must_use]
    #[inline]
    pub fn head(&self, voq: VoqId) -> Option<FrameId> {
        self.queues[self.at(voq)].head()
    }

    /// Dequeues the head of the queue `voq` and returns it; `None` if the queue was empty. The second value
    /// is the queue that now requests a transfer for this input: `voq` if it still has frames, or, with a
    /// single FIFO, the queue of the next frame. `None` if no such queue has frames.
    #[inline]
    pub fn pop(&mut self, frames: &Frames, voq: VoqId) -> (Option<FrameId>, Option<VoqId>) {
        let at = self.at(voq);
        let queue = &mut self.queues[at];
        let id = queue.pop(frames);
        let next = match &mut self.order {
            None => (!queue.is_empty()).then_some(voq),
            Some(order) => {
                let order = &mut order[voq.input.index()];
                order.pop_front();
                order.front().copied()
            }
        };
        (id, next)
    }

    /// Ids of all queues, ordered by input, output and priority. Empty queues are included.
    pub fn voqs(&self) -> impl Iterator<Item = VoqId> + use<> {
        let ports = LocalPort::all(self.ports);
        ports.clone().flat_map(move |input| {
            ports.clone().flat_map(move |output| {
                PrioritySet::ALL.iter().map(move |priority| VoqId { input, output, priority })
            })
        })
    }

    /// Removes all frames of the queues for which `goes` returns true. Returns the frames with their queues,
    /// ordered by queue, then by departure. The caller must update the requests.
    pub fn flush(&mut self, frames: &Frames, goes: impl Fn(VoqId) -> bool) -> Vec<(FrameId, VoqId)> {
        let mut gone = Vec::new();
        for voq in self.voqs() {
            if goes(voq) {
                let at = self.at(voq);
                let ids = std::mem::take(&mut self.queues[at]).ids(frames);
                gone.extend(ids.map(|id| (id, voq)));
            }
        }
        for order in self.order.iter_mut().flatten() {
            order.retain(|voq| !goes(*voq));
        }
        gone
    }

    /// With a single FIFO: queue of the first frame at `input`. `None` if there is no frame, and
    /// always with virtual output queues.
    #[must_use]
    pub fn front(&self, input: LocalPort) -> Option<VoqId> {
        self.order.as_ref()?[input.index()].front().copied()
    }

    /// Frame bytes in the queue `voq`. A frame counts until it is dequeued: at the start of its transfer, or
    /// of the transfer of its last cell.
    #[must_use]
    pub fn bytes(&self, frames: &Frames, voq: VoqId) -> u32 {
        self.queues[self.at(voq)].iter(frames).map(|frame| u32::from(frame.bytes)).sum()
    }

    /// All queued frames, ordered by queue, then by departure from the queue.
    pub fn frames<'a>(&'a self, frames: &'a Frames) -> impl Iterator<Item = &'a Frame> {
        self.queues.iter().flat_map(|queue| queue.iter(frames))
    }

    /// With a single FIFO: the frames at `input` with their queues, in order of departure. Empty
    /// with virtual output queues.
    pub fn in_order<'a>(
        &'a self,
        frames: &'a Frames,
        input: LocalPort,
    ) -> impl Iterator<Item = (VoqId, &'a Frame)> {
        let mut rest: BTreeMap<usize, _> = BTreeMap::new();
        let order = self.order.iter().flat_map(move |order| &order[input.index()]);
        order.filter_map(move |voq| {
            let at = self.at(*voq);
            let waiting = rest.entry(at).or_insert_with(|| self.queues[at].iter(frames));
            waiting.next().map(|frame| (*voq, frame))
        })
    }

    /// All queued frames for (`output`, `priority`), ordered by input, then by departure.
    pub fn frames_for<'a>(
        &'a self,
        frames: &'a Frames,
        output: LocalPort,
        priority: Priority,
    ) -> impl Iterator<Item = &'a Frame> {
        let voqs = self.inputs().map(move |input| VoqId { input, output, priority });
        voqs.flat_map(move |voq| self.queues[self.at(voq)].iter(frames))
    }

    /// Frames of the queue `voq`, in order of departure.
    pub fn frames_of<'a>(&self, frames: &'a Frames, voq: VoqId) -> impl Iterator<Item = &'a Frame> + use<'a> {
        self.queues[self.at(voq)].iter(frames)
    }

    fn inputs(&self) -> impl Iterator<Item = LocalPort> + use<> {
        LocalPort::all(self.ports)
    }

    /// Adds the queues to the state's hash.
    pub fn digest(&self, frames: &Frames, digest: &mut Digest) {
        for input in self.inputs() {
            for output in self.inputs() {
                for priority in PrioritySet::ALL.iter() {
                    let voq = VoqId { input, output, priority };
                    let queue = &self.queues[self.at(voq)];
                    if !queue.is_empty() {
                        digest.add(voq.word(0));
                        queue.digest(frames, digest);
                    }
                }
            }
        }
        self.order.iter().flatten().flatten().for_each(|voq| digest.add(voq.word(1)));
    }

    /// Heap memory of the queues, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let order = self.order.as_deref().unwrap_or_default();
        mem_size::rows::<Fifo>(self.queues.len()) + mem_size::deep(order, mem_size::ring)
    }
}
