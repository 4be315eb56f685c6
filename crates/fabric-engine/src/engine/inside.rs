use crate::fabric::crossbar::{Crossing, Way};
use crate::ids::{NodeId, priorities};
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::state::lane;
use super::{CrossbarCounters, World};

/// What there is to see inside one switch at one instant: who waits for whom,
/// and its crossbar. Ports are the switch's own numbers. Plain data, filled
/// into buffers that are used again ([`World::view_inside`]).
#[derive(Clone, Debug, Default)]
pub struct Inside {
    /// Ports of the switch.
    pub ports: usize,
    /// Frame bytes that wait by input, output and priority ([`Inside::waiting`]):
    /// in the VOQs, or of an ideal fabric in the output's queue.
    waiting: Vec<u32>,
    /// Its crossbar; `None`: an ideal fabric.
    pub crossbar: Option<CrossbarView>,
}

/// A crossbar at one instant. Sets have bit n for port n.
#[derive(Clone, Debug, Default)]
pub struct CrossbarView {
    /// The time of a slot.
    pub slot: Time,
    /// The next boundary at which something ends or may be matched, if there is one.
    pub next: Option<Time>,
    /// What is on its way through.
    pub crossings: Vec<Crossing>,
    /// By output and priority: the inputs that ask.
    pub asks: Vec<[u64; PRIORITIES]>,
    /// By output: the priorities whose egress queue has room.
    pub open: Vec<u8>,
    /// By output and priority: the input that is granted first.
    pub grant: Vec<[u8; PRIORITIES]>,
    /// By input and priority: the output that is accepted first.
    pub accept: Vec<[u8; PRIORITIES]>,
    /// What it did so far.
    pub counters: CrossbarCounters,
}

impl Inside {
    /// Frame bytes of `priority` that came in by `input` and wait for `output`.
    #[must_use]
    pub fn waiting(&self, input: usize, output: usize, priority: u8) -> u32 {
        self.waiting[(input * self.ports + output) * PRIORITIES + usize::from(priority)]
    }
}

impl World {
    /// Fills `into` with what there is to see inside `switch` now; nothing for
    /// a host. Costs a look at every way through the switch, and at every
    /// frame in an ideal one.
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
                let ports = 0..u8::try_from(into.ports).unwrap_or(u8::MAX);
                let mut cells = into.waiting.iter_mut();
                for input in ports.clone() {
                    for output in ports.clone() {
                        for (priority, waiting) in priorities(u8::MAX).zip(&mut cells) {
                            *waiting = voqs.bytes(&self.state.frames, Way { input, output, priority });
                        }
                    }
                }
                into.crossbar = Some(self.view_crossbar(number));
            }
            None => self.view_queues(first, into),
        }
    }

    /// What is on its way through the crossbar of `switch`; nothing where there is none.
    pub fn crossings(&self, switch: NodeId) -> impl Iterator<Item = Crossing> {
        let number = self.spec.nodes[switch.index()].switch();
        let matrix = number.and_then(|number| self.state.crossbars[number].as_ref());
        matrix.into_iter().flat_map(|matrix| matrix.crossbar.crossings().copied())
    }

    /// Of an ideal fabric: the queues of the outputs by where their frames came from.
    fn view_queues(&self, first: usize, into: &mut Inside) {
        for output in 0..into.ports {
            for priority in priorities(u8::MAX) {
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
        let each = |row: &dyn Fn(u8) -> u8| std::array::from_fn(|n| row(u8::try_from(n).unwrap_or(0)));
        CrossbarView {
            slot: crossbar.config().slot,
            next: Some(next).filter(|next| *next != Time::NEVER),
            crossings: crossbar.crossings().copied().collect(),
            asks: (0..crossbar.ports())
                .map(|output| {
                    let mut row = [0; PRIORITIES];
                    priorities(u8::MAX).for_each(|n| row[usize::from(n)] = requests.asks(output, n));
                    row
                })
                .collect(),
            open: (0..crossbar.ports())
                .map(|output| {
                    let open = priorities(u8::MAX).filter(|n| requests.is_open(output, *n));
                    open.fold(0, |mask, n| mask | 1 << n)
                })
                .collect(),
            grant: (0..crossbar.ports()).map(|output| each(&|n| arbiter.grant_pointer(output, n))).collect(),
            accept: (0..crossbar.ports()).map(|input| each(&|n| arbiter.accept_pointer(input, n))).collect(),
            counters: self.counters.crossbars[switch],
        }
    }
}
