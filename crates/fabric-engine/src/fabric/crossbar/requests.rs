//! Requests of inputs for outputs of a crossbar, and the requests that may be granted. Start with
//! [`Requests`].
//!
//! A request stays while its egress queue is full or its ports are busy. A full egress queue prevents grants,
//! except to a frame that is partly transferred. Busy ports are not recorded here; callers pass the free
//! ports.

use crate::ids::{LocalPort, PortSet, Priority, PrioritySet};
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Requests: for each output and priority, the inputs that have a frame for this output. With a
/// single FIFO, only the first frame of an input requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    /// Requests for each output, indexed by output.
    outputs: Vec<Output>,
    /// Inputs that may be granted, indexed by output.
    grantable_inputs: Vec<PortSet>,
    /// Outputs that may grant to at least one input.
    active: PortSet,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Output {
    /// Inputs with a frame for the output, indexed by priority.
    inputs: [PortSet; PRIORITIES],
    /// Inputs whose frame is partly transferred and has reserved its memory in the egress queue, indexed by
    /// priority.
    partly: [PortSet; PRIORITIES],
    /// Priorities at which at least one input requests the output.
    occupied: PrioritySet,
    /// Priorities at which a frame for the output is partly transferred.
    begun: PrioritySet,
    /// Priorities whose egress queue is full.
    closed: PrioritySet,
}

impl Output {
    /// Priorities at which the output may grant. At each of them, an input requests the output; in addition,
    /// the egress queue has room, or a frame is partly transferred.
    #[inline]
    fn served(&self) -> PrioritySet {
        self.occupied & (!self.closed | self.begun)
    }
}

impl Requests {
    /// Creates empty requests for `ports` outputs.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        let grantable_inputs = vec![PortSet::EMPTY; ports];
        Self { outputs: vec![Output::default(); ports], grantable_inputs, active: PortSet::EMPTY }
    }

    /// Sets the request of `input` for `output` at `priority` if `requests` is true; clears it otherwise.
    #[inline]
    pub fn set(&mut self, input: LocalPort, output: LocalPort, priority: Priority, requests: bool) {
        let at = &mut self.outputs[output.index()];
        let inputs = &mut at.inputs[priority.index()];
        inputs.set(input, requests);
        at.occupied.set(priority, !inputs.is_empty());
        if !requests {
            self.renew(output);
        } else if !at.closed.contains(priority) {
            self.grantable_inputs[output.index()].insert(input);
            self.active.insert(output);
        }
    }

    /// Records whether the head frame of `input` with `priority` for `output` is partly transferred
    /// (`partly`).
    #[inline]
    pub fn set_partly(&mut self, input: LocalPort, output: LocalPort, priority: Priority, partly: bool) {
        let at = &mut self.outputs[output.index()];
        let inputs = &mut at.partly[priority.index()];
        inputs.set(input, partly);
        at.begun.set(priority, !inputs.is_empty());
        self.renew(output);
    }

    /// Records whether the egress queue of (`output`, `priority`) can take another frame (`open`). The
    /// requests for this queue stay, but are not granted while the queue is full.
    #[inline]
    pub fn set_open(&mut self, output: LocalPort, priority: Priority, open: bool) {
        self.outputs[output.index()].closed.set(priority, !open);
        self.renew(output);
    }

    #[inline]
    fn renew(&mut self, output: LocalPort) {
        let at = &self.outputs[output.index()];
        let grantable_inputs = if at.closed.is_empty() {
            at.inputs.iter().fold(PortSet::EMPTY, |all, inputs| all | *inputs)
        } else {
            let inputs = at.served().iter().map(|n| self.grantable(output, n, PortSet::ALL));
            inputs.fold(PortSet::EMPTY, |all, inputs| all | inputs)
        };
        self.grantable_inputs[output.index()] = grantable_inputs;
        self.active.set(output, !grantable_inputs.is_empty());
    }

    /// Inputs that `output` may grant at one priority or more. Inputs that are busy with a transfer are
    /// included.
    #[must_use]
    #[inline]
    pub fn grantable_inputs(&self, output: LocalPort) -> PortSet {
        self.grantable_inputs[output.index()]
    }

    /// Outputs that may grant to at least one input. Outputs and inputs that are busy with a transfer are
    /// included.
    #[must_use]
    #[inline]
    pub const fn active(&self) -> PortSet {
        self.active
    }

    /// Inputs among `free` that `output` may grant at `priority`. While the egress queue has space, these are
    /// all inputs with a request; otherwise only inputs whose frame is partly transferred.
    #[must_use]
    #[inline]
    pub fn grantable(&self, output: LocalPort, priority: Priority, free: PortSet) -> PortSet {
        let (at, n) = (&self.outputs[output.index()], priority.index());
        free & if at.closed.contains(priority) { at.partly[n] } else { at.inputs[n] }
    }

    /// Priorities at which `output` may grant to at least one input among `free`.
    #[must_use]
    #[inline]
    pub fn priorities(&self, output: LocalPort, free: PortSet) -> PrioritySet {
        let served = self.outputs[output.index()].served().iter();
        served.filter(|priority| !self.grantable(output, *priority, free).is_empty()).collect()
    }

    /// Highest priority at which `output` may grant to at least one input among `free`; `None` if there is
    /// none.
    #[must_use]
    #[inline]
    pub fn highest(&self, output: LocalPort, free: PortSet) -> Option<Priority> {
        let mut rest = self.outputs[output.index()].served();
        while let Some(priority) = rest.highest() {
            if !self.grantable(output, priority, free).is_empty() {
                return Some(priority);
            }
            rest.remove(priority);
        }
        None
    }

    /// Inputs that have a frame of `priority` for `output`, even if the egress queue is full.
    #[must_use]
    #[inline]
    pub fn requesting_inputs(&self, output: LocalPort, priority: Priority) -> PortSet {
        self.outputs[output.index()].inputs[priority.index()]
    }

    /// Whether the egress queue of (`output`, `priority`) can take another frame.
    #[must_use]
    pub fn is_open(&self, output: LocalPort, priority: Priority) -> bool {
        !self.outputs[output.index()].closed.contains(priority)
    }

    /// Whether the head frame of `input` with `priority` for `output` is partly transferred.
    #[must_use]
    pub fn is_partly(&self, input: LocalPort, output: LocalPort, priority: Priority) -> bool {
        self.outputs[output.index()].partly[priority.index()].contains(input)
    }

    /// Priorities for which any input requests `output`, even if the egress queue is full.
    #[must_use]
    #[inline]
    pub fn occupied(&self, output: LocalPort) -> PrioritySet {
        self.outputs[output.index()].occupied
    }

    /// Whether at least one output of `outputs` may grant to at least one input of `inputs`.
    #[must_use]
    #[inline]
    pub fn any(&self, inputs: PortSet, outputs: PortSet) -> bool {
        (self.active & outputs).iter().any(|output| self.grantable_inputs(output).intersects(inputs))
    }

    /// Heap memory of the requests, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Output>(self.outputs.len()) + mem_size::rows::<PortSet>(self.grantable_inputs.len())
    }
}
