//! Requests of inputs for outputs.

use crate::ids::PrioritySet;
use crate::ids::priorities;
use crate::mask::PortSet;
use crate::mask::members;
use crate::mem_size;
use crate::wire::PRIORITIES;

/// Requests: for each output and priority, the mask of inputs that have a frame for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    outputs: Vec<Output>,
    /// Mask of inputs that may be granted, indexed by output.
    grantable_inputs: Vec<u64>,
    /// Mask of outputs that may grant.
    active: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Output {
    /// Mask of inputs with a frame, indexed by priority.
    inputs: [u64; PRIORITIES],
    /// Mask of inputs whose frame is partly transferred and has reserved its memory at the output,
    /// indexed by priority.
    partly: [u64; PRIORITIES],
    /// Priorities with a request.
    occupied: u8,
    /// Priorities with a partly transferred frame.
    begun: u8,
    /// Mask of priorities whose egress queue is full.
    closed: u8,
}

impl Requests {
    /// Creates empty requests for `ports` outputs.
    #[must_use]
    pub fn new(ports: usize) -> Self {
        Self { outputs: vec![Output::default(); ports], grantable_inputs: vec![0; ports], active: 0 }
    }

    /// Sets whether `input` has a frame for `output`.
    #[inline]
    pub fn set(&mut self, input: usize, output: usize, priority: u8, requests: bool) {
        let at = &mut self.outputs[output];
        let set = &mut at.inputs[usize::from(priority)];
        *set = if requests { *set | 1 << input } else { *set & !(1 << input) };
        at.occupied = at.occupied & !(1 << priority) | u8::from(*set != 0) << priority;
        if !requests {
            self.renew(output);
        } else if !PrioritySet(at.closed).contains(priority) {
            self.grantable_inputs[output] |= 1 << input;
            self.active |= 1 << output;
        }
    }

    /// Sets whether the head frame of `input` for `output` is partly transferred.
    #[inline]
    pub fn set_partly(&mut self, input: usize, output: usize, priority: u8, partly: bool) {
        let at = &mut self.outputs[output];
        let set = &mut at.partly[usize::from(priority)];
        *set = if partly { *set | 1 << input } else { *set & !(1 << input) };
        at.begun = at.begun & !(1 << priority) | u8::from(*set != 0) << priority;
        self.renew(output);
    }

    /// Sets whether the egress queue of `output` can take another frame.
    #[inline]
    pub fn set_open(&mut self, output: usize, priority: u8, open: bool) {
        let at = &mut self.outputs[output];
        at.closed = at.closed & !(1 << priority) | u8::from(!open) << priority;
        self.renew(output);
    }

    #[inline]
    fn renew(&mut self, output: usize) {
        let at = &self.outputs[output];
        let grantable_inputs = if at.closed == 0 {
            at.inputs.iter().fold(0, |all, inputs| all | inputs)
        } else {
            let served = priorities(at.occupied & (!at.closed | at.begun));
            served.fold(0, |all, n| all | self.grantable(output, n, u64::MAX))
        };
        self.grantable_inputs[output] = grantable_inputs;
        self.active = self.active & !(1 << output) | u64::from(grantable_inputs != 0) << output;
    }

    /// Mask of inputs that `output` may grant.
    #[must_use]
    #[inline]
    pub fn grantable_inputs(&self, output: usize) -> u64 {
        self.grantable_inputs[output]
    }

    /// Mask of outputs that may grant.
    #[must_use]
    #[inline]
    pub const fn active(&self) -> u64 {
        self.active
    }

    /// Mask of inputs of `free` that `output` may grant at `priority`: all that request it while
    /// the egress queue has room; otherwise those with a partly transferred frame.
    #[must_use]
    #[inline]
    pub fn grantable(&self, output: usize, priority: u8, free: u64) -> u64 {
        let (at, n) = (&self.outputs[output], usize::from(priority));
        free & if PrioritySet(at.closed).contains(priority) { at.partly[n] } else { at.inputs[n] }
    }

    /// Mask of priorities that `output` may grant to an input of `free`.
    #[must_use]
    #[inline]
    pub fn priorities(&self, output: usize, free: u64) -> u8 {
        let at = &self.outputs[output];
        priorities(at.occupied & (!at.closed | at.begun))
            .filter(|priority| self.grantable(output, *priority, free) != 0)
            .fold(0, |mask, priority| mask | 1 << priority)
    }

    /// Highest priority that `output` may grant to an input of `free`; `None` if there is none.
    #[must_use]
    #[inline]
    pub fn highest(&self, output: usize, free: u64) -> Option<u8> {
        let at = &self.outputs[output];
        let mut rest = at.occupied & (!at.closed | at.begun);
        while rest != 0 {
            let priority = 7 - u8::try_from(rest.leading_zeros()).unwrap_or(0);
            if self.grantable(output, priority, free) != 0 {
                return Some(priority);
            }
            rest &= !(1 << priority);
        }
        None
    }

    /// Mask of inputs that have a frame for `output`, even if its egress queue is full.
    #[must_use]
    #[inline]
    pub fn requesting_inputs(&self, output: usize, priority: u8) -> u64 {
        self.outputs[output].inputs[usize::from(priority)]
    }

    /// Whether the egress queue of `output` can take another frame.
    #[must_use]
    pub fn is_open(&self, output: usize, priority: u8) -> bool {
        !PrioritySet(self.outputs[output].closed).contains(priority)
    }

    /// Whether the head frame of `input` for `output` is partly transferred.
    #[must_use]
    pub fn is_partly(&self, input: usize, output: usize, priority: u8) -> bool {
        PortSet(self.outputs[output].partly[usize::from(priority)]).contains(input)
    }

    /// Mask of priorities for which an input has a frame for `output`.
    #[must_use]
    #[inline]
    pub fn occupied(&self, output: usize) -> u8 {
        self.outputs[output].occupied
    }

    /// Whether a grant is possible between these inputs and outputs.
    #[must_use]
    #[inline]
    pub fn any(&self, inputs: u64, outputs: u64) -> bool {
        members(self.active & outputs).any(|output| self.grantable_inputs(output) & inputs != 0)
    }

    /// Heap memory in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        mem_size::rows::<Output>(self.outputs.len()) + mem_size::rows::<u64>(self.grantable_inputs.len())
    }
}
