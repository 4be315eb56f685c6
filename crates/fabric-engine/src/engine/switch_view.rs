//! View of one switch, for display: queues by input and output, and the crossbar.
//! Start with [`World::view_switch`].

use crate::fabric::crossbar::{CrossbarTransfer, VoqId};
use crate::ids::{LocalPort, NodeId, PortId, PortSet, Priority, PrioritySet, SwitchId};
use crate::units::Time;
use crate::wire::PRIORITIES;

use super::state::queue_index;
use super::{CrossbarCounters, World};

/// State of one switch at one time: bytes that wait by input and output, and the crossbar. Ports are numbered
/// within the switch. Filled by [`World::view_switch`], which reuses the allocated memory of an old view.
#[derive(Clone, Debug, Default)]
pub struct SwitchView {
    /// Number of ports of the switch.
    pub ports: usize,
    /// Waiting frame bytes in one flat list, ordered by input, then output, then priority. With a crossbar:
    /// bytes in the VOQs; without a crossbar: bytes in the egress queues.
    waiting: Vec<u32>,
    /// State of the crossbar; `None` for a switch without one.
    pub crossbar: Option<CrossbarView>,
}

/// State of a crossbar at one time.
#[derive(Clone, Debug, Default)]
pub struct CrossbarView {
    /// Duration of a slot.
    pub slot: Time,
    /// Next slot boundary at which a transfer ends or a match is possible; `None` if the crossbar
    /// is idle.
    pub next: Option<Time>,
    /// Frames that are in transfer through the crossbar, in the order of the inputs.
    pub transfers: Vec<CrossbarTransfer>,
    /// Inputs that request an output, even if the egress queue has no room; indexed by output, then priority.
    pub requests: Vec<[PortSet; PRIORITIES]>,
    /// Priorities whose egress queue at an output has room for another frame; indexed by output.
    pub open: Vec<PrioritySet>,
    /// Input to which the grant pointer points, indexed by output, then priority.
    pub grant: Vec<[LocalPort; PRIORITIES]>,
    /// Output to which the accept pointer points, indexed by input, then priority.
    pub accept: Vec<[LocalPort; PRIORITIES]>,
    /// Counters of the crossbar since the start of the run.
    pub counters: CrossbarCounters,
}

impl SwitchView {
    /// Frame bytes of `priority` from `input` that wait for `output`. Both ports must be below
    /// [`SwitchView::ports`]. Frames in a pipeline are not included.
    #[must_use]
    pub fn waiting(&self, input: LocalPort, output: LocalPort, priority: Priority) -> u32 {
        let pair = input.index() * self.ports + output.index();
        self.waiting[pair * PRIORITIES + priority.index()]
    }
}

/// Array of `value(n)` for each priority n.
fn each<T>(value: impl Fn(Priority) -> T) -> [T; PRIORITIES] {
    std::array::from_fn(|n| value(Priority::from_index(n)))
}

impl World {
    /// Fills `into` with the present state of `switch`; if the node is a host, empties `into`. The cost grows
    /// with the number of VOQs. In a switch without a crossbar, the cost grows with the number of queued
    /// frames.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn view_switch(&self, switch: NodeId, into: &mut SwitchView) {
        let node = &self.spec.nodes[switch.index()];
        into.ports = 0;
        into.waiting.clear();
        into.crossbar = None;
        let Some(switch) = node.switch() else { return };
        into.ports = node.ports.len();
        into.waiting.resize(into.ports * into.ports * PRIORITIES, 0);
        let first = node.ports.start as usize;
        match &self.state.crossbars[switch.index()] {
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
                into.crossbar = Some(self.view_crossbar(switch));
            }
            None => self.view_queues(first, into),
        }
    }

    /// Frames in transfer through the crossbar of `switch`, in the order of the inputs. Empty without a
    /// crossbar, and for a host.
    pub fn transfers(&self, switch: NodeId) -> impl Iterator<Item = CrossbarTransfer> {
        let switch = self.spec.nodes[switch.index()].switch();
        let matrix = switch.and_then(|switch| self.state.crossbars[switch.index()].as_ref());
        matrix.into_iter().flat_map(|matrix| matrix.crossbar.transfers().copied())
    }

    /// Adds to the view the bytes in the egress queues of a switch without a crossbar, by the input of each
    /// frame. `first` is the first port of the switch.
    fn view_queues(&self, first: usize, into: &mut SwitchView) {
        for output in 0..into.ports {
            for priority in PrioritySet::ALL.iter() {
                let queue = &self.state.queues[queue_index(PortId::new(first + output), priority)];
                for frame in queue.frames.iter(&self.state.frames) {
                    let input = frame.ingress().index() - first;
                    let at = (input * into.ports + output) * PRIORITIES + priority.index();
                    into.waiting[at] += u32::from(frame.bytes);
                }
            }
        }
    }

    fn view_crossbar(&self, switch: SwitchId) -> CrossbarView {
        let Some(matrix) = &self.state.crossbars[switch.index()] else { return CrossbarView::default() };
        let crossbar = &matrix.crossbar;
        let (requests, arbiter) = (crossbar.requests(), crossbar.arbiter());
        let next = crossbar.deadline(self.state.now);
        let ports = || LocalPort::all(crossbar.ports());
        CrossbarView {
            slot: crossbar.config().slot,
            next: Some(next).filter(|next| *next != Time::NEVER),
            transfers: crossbar.transfers().copied().collect(),
            requests: ports().map(|output| each(|n| requests.requesting_inputs(output, n))).collect(),
            open: ports()
                .map(|output| PrioritySet::ALL.iter().filter(|n| requests.is_open(output, *n)).collect())
                .collect(),
            grant: ports().map(|output| each(|n| arbiter.grant_pointer(output, n))).collect(),
            accept: ports().map(|input| each(|n| arbiter.accept_pointer(input, n))).collect(),
            counters: self.counters.crossbars[switch.index()],
        }
    }
}
