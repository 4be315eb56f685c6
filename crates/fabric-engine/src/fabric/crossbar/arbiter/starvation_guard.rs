//! Starvation guard of an arbiter in packet mode: an input that was passed over too often at an output
//! is served next there (own rule, after Ganjali, Keshavarzian and Shah 2005).
//!
//! With strict precedence a higher priority still goes first. In cell mode there is no guard.

use super::pick::{first_from, next, small};
use crate::digest::Digest;
use crate::fabric::crossbar::{Precedence, Requests, VoqId};
use crate::ids::priorities;
use crate::wire::PRIORITIES;

/// Starvation guard: input whose turn it is at each output, and how often it was passed over.
///
/// In packet mode, pointers alone starve inputs. They pass over an input in the middle of a frame,
/// and an input and an output that finish together may find only each other free, for ever. An
/// arbiter that always grants what it can cannot carry all traffic of frames; an arbiter that
/// sometimes waits can (Ganjali, Keshavarzian and Shah, "Cell switching versus packet switching in
/// input-queued switches", IEEE/ACM Transactions on Networking, 2005). So inputs also take turns.
/// An output that has passed over an input for [`StarvationGuard::PATIENCE`] rounds of ports grants nothing
/// else until that input is free.
#[derive(Clone, Debug)]
pub(super) struct StarvationGuard {
    precedence: Precedence,
    /// Turn, indexed by output and priority: the first input that requests at or after this port.
    due: Vec<[u8; PRIORITIES]>,
    /// Frames of other inputs since the turn began.
    passed: Vec<[u16; PRIORITIES]>,
    /// Mask of priorities whose turn is overdue, indexed by output.
    overdue: Vec<u8>,
}

impl StarvationGuard {
    /// Frames for each port after which a turn is overdue: late enough that outputs seldom wait
    /// where pointers desynchronise by themselves. With one priority, each of N inputs is served
    /// within (`PATIENCE` + 1)·N² frames: an output waits for at most N frames, since its input
    /// prefers outputs that wait.
    pub const PATIENCE: u16 = 4;

    /// Creates the guard of a crossbar of `ports` inputs and outputs; all turns begin with input 0.
    pub fn new(precedence: Precedence, ports: usize) -> Self {
        Self {
            precedence,
            due: vec![[0; PRIORITIES]; ports],
            passed: vec![[0; PRIORITIES]; ports],
            overdue: vec![0; ports],
        }
    }

    /// Input and priority whose turn is overdue at `output`, whether or not the input is in `free`;
    /// `None` if no turn is overdue. In strict order, higher priorities go first.
    #[inline]
    pub fn overdue(&self, requests: &Requests, output: usize, free: u64) -> Option<VoqId> {
        let overdue = self.overdue[output];
        if overdue == 0 {
            return None;
        }
        let asked = requests.priorities(output, u64::MAX) & overdue;
        let priority = u8::try_from(asked.checked_ilog2()?).unwrap_or(0);
        let above = || requests.highest(output, free).is_some_and(|highest| highest > priority);
        let yields = self.precedence == Precedence::Strict && above();
        let input = self.turn(output, priority, requests.grantable(output, priority, u64::MAX));
        (!yields).then_some(VoqId { input, output: small(output), priority })
    }

    /// Records a match; `free` are the inputs that were free before it.
    #[inline]
    pub fn taken(&mut self, requests: &Requests, voq: VoqId, free: u64) {
        let VoqId { input, output, priority } = voq;
        let output = usize::from(output);
        if self.turn(output, priority, requests.grantable(output, priority, u64::MAX)) == input {
            self.due[output][usize::from(priority)] = next(input, self.due.len());
            self.begin(output, priority);
        } else {
            self.pass_over(output, priority);
        }
        // Higher priorities are passed over if their inputs were not free.
        let lower =
            if self.precedence == Precedence::Strict { u8::MAX >> (7 - priority) } else { 1 << priority };
        let others = requests.occupied(output) & !lower;
        if others != 0 {
            let asked = requests.priorities(output, u64::MAX) & !requests.priorities(output, free) & others;
            priorities(asked).for_each(|n| self.pass_over(output, n));
        }
    }

    /// Restarts the turn of (output, priority).
    #[inline]
    pub fn begin(&mut self, output: usize, priority: u8) {
        self.passed[output][usize::from(priority)] = 0;
        self.overdue[output] &= !(1 << priority);
    }

    #[inline]
    fn pass_over(&mut self, output: usize, priority: u8) {
        let patience = Self::PATIENCE * u16::from(small(self.due.len()));
        let passed = &mut self.passed[output][usize::from(priority)];
        *passed = patience.min(*passed + 1);
        self.overdue[output] |= u8::from(*passed == patience) << priority;
    }

    #[inline]
    fn turn(&self, output: usize, priority: u8, asking: u64) -> u8 {
        first_from(asking, self.due[output][usize::from(priority)])
    }

    /// Adds the turns to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.due.iter().for_each(|row| digest.add(u64::from_le_bytes(*row)));
        self.passed.iter().flatten().for_each(|passed| digest.add(*passed));
    }

    /// Heap memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.due[..]) + size_of_val(&self.passed[..]) + size_of_val(&self.overdue[..])
    }
}

#[cfg(test)]
mod tests;
