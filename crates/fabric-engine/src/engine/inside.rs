//! View inside one switch, for display: VOQs and crossbar.

use crate::fabric::crossbar::{Crossing, VoqId};
use crate::ids::{LocalPort, NodeId, PortSet, PrioritySet};
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::state::lane;
use super::{CrossbarCounters, World};

/// View inside one switch at one time: bytes that wait by input and output, and the crossbar. Ports
/// are numbered within the switch. Plain data, filled into buffers that are reused
/// ([`World::view_inside`]).
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// Number of ports of the switch.
    pub ports: usize,
    /// Frame bytes that wait, indexed by input, output and priority ([`Inside::waiting`]): in the
    /// VOQs, or in the egress queues of an ideal switch.
    waiting: Vec<u32>,
    /// Crossbar; `None` for an ideal switch.
    pub crossbar: Option<CrossbarView>,
}

/// State of a crossbar at one time.
#[derive(Clone, Debug, Default)]
pub struct CrossbarView {
    /// Duration of a slot.
    pub slot: Time,
    /// Next slot boundary at which a transfer ends or a match is possible; `None` if there is none.
    pub next: Option<Time>,
    /// Frames in transfer through the crossbar.
    pub crossings: Vec<Crossing>,
    /// Inputs with a request, indexed by output and priority.
    pub asks: Vec<[PortSet; PRIORITIES]>,
    /// Priorities whose egress queue can take another frame, indexed by output.
    pub open: Vec<PrioritySet>,
    /// Grant pointer: input, indexed by output and priority.
    pub grant: Vec<[LocalPort; PRIORITIES]>,
    /// Accept pointer: output, indexed by input and priority.
    pub accept: Vec<[LocalPort; PRIORITIES]>,
    /// Counters since the start.
    pub counters: CrossbarCounters,
}

impl Inside {
    /// Frame bytes of `priority` from `input` that wait for `output`.
    #[must_use]
    pub fn waiting(&self, input: usize, output: usize, priority: u8) -> u32 {
        self.waiting[(input * self.ports + output) * PRIORITIES + usize::from(priority)]
    }
}

/// Row of a table with a value of each priority.
fn each<T>(value: impl Fn(u8) -> T) -> [T; PRIORITIES] {
    std::array::from_fn(|n| value(u8::try_from(n).unwrap_or(0)))
}

impl World {
    /// Fills `into` with the present state of `switch`; leaves it empty for a host. The cost grows
    /// with the number of VOQs, or with the number of queued frames in an ideal switch.
    pub fn view_inside(&self, switch: NodeId, into: &mut Inside) {
        let node = &self.spec.nodes[switch.index()];
        into.ports = 0;
        into.waiting.clear();
        into.crossbar = None;
        let Some(number) = node.switch() else { return };
        into.ports = node.ports.len();
        into.waiting.resize(into.ports * into.ports * PRIORITIES, 0);
        let first = node.ports.start as usize;
        match &self.state.crossbars[number] {
            Some(matrix) => {
                let voqs = matrix.crossbar.voqs();
                let ports = LocalPort::all(into.ports);
                let mut cells = into.waiting.iter_mut();
                for input in ports.clone() {
                    for output in ports.clone() {
                        for (priority, waiting) in PrioritySet::ALL.iter().zip(&mut cells) {
                            *waiting = voqs.bytes(&self.state.frames, VoqId { input, output, priority });
                        }
                    }
                }
                into.crossbar = Some(self.view_crossbar(number));
            }
            None => self.view_queues(first, into),
        }
    }

    /// Iterates over the transfers through the crossbar of `switch`; empty without a crossbar.
    pub fn crossings(&self, switch: NodeId) -> impl Iterator<Item = Crossing> {
        let number = self.spec.nodes[switch.index()].switch();
        let matrix = number.and_then(|number| self.state.crossbars[number].as_ref());
        matrix.into_iter().flat_map(|matrix| matrix.crossbar.crossings().copied())
    }

    /// Fills in the egress queues of an ideal switch, by the input of each frame.
    fn view_queues(&self, first: usize, into: &mut Inside) {
        for output in 0..into.ports {
            for priority in PrioritySet::ALL.iter() {
                let queue = &self.state.queues[lane(first + output, priority)];
                for frame in queue.frames.iter(&self.state.frames) {
                    let input = frame.ingress().index() - first;
                    let at = (input * into.ports + output) * PRIORITIES + usize::from(priority);
                    into.waiting[at] += u32::from(frame.bytes);
                }
            }
        }
    }

    fn view_crossbar(&self, switch: usize) -> CrossbarView {
        let Some(matrix) = &self.state.crossbars[switch] else { return CrossbarView::default() };
        let crossbar = &matrix.crossbar;
        let (requests, arbiter) = (crossbar.requests(), crossbar.arbiter());
        let next = crossbar.deadline(self.state.now);
        let ports = || LocalPort::all(crossbar.ports());
        CrossbarView {
            slot: crossbar.config().slot,
            next: Some(next).filter(|next| *next != Time::NEVER),
            crossings: crossbar.crossings().copied().collect(),
            asks: ports().map(|output| each(|n| requests.requesting_inputs(output, n))).collect(),
            open: ports()
                .map(|output| PrioritySet::ALL.iter().filter(|n| requests.is_open(output, *n)).collect())
                .collect(),
            grant: ports().map(|output| each(|n| arbiter.grant_pointer(output, n))).collect(),
            accept: ports().map(|input| each(|n| arbiter.accept_pointer(input, n))).collect(),
            counters: self.counters.crossbars[switch],
        }
    }
}
