//! Starvation guard of an arbiter in packet mode: an input that was passed over too often at an output
//! is served next there (own rule, after Ganjali, Keshavarzian and Shah 2005).
//!
//! With strict precedence a higher priority still goes first. In cell mode there is no guard.

use super::pick::{next, word};
use crate::digest::Digest;
use crate::fabric::crossbar::{Precedence, Requests, VoqId};
use crate::ids::{LocalPort, PortSet, PrioritySet};
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
    due: Vec<[LocalPort; PRIORITIES]>,
    /// Frames of other inputs since the turn began.
    passed: Vec<[u16; PRIORITIES]>,
    /// Priorities whose turn is overdue, indexed by output.
    overdue: Vec<PrioritySet>,
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
            due: vec![[LocalPort(0); PRIORITIES]; ports],
            passed: vec![[0; PRIORITIES]; ports],
            overdue: vec![PrioritySet::EMPTY; ports],
        }
    }

    /// Input and priority whose turn is overdue at `output`, whether or not the input is in `free`;
    /// `None` if no turn is overdue. In strict order, higher priorities go first.
    #[inline]
    pub fn overdue(&self, requests: &Requests, output: LocalPort, free: PortSet) -> Option<VoqId> {
        let overdue = self.overdue[output.index()];
        if overdue.is_empty() {
            return None;
        }
        let priority = (requests.priorities(output, PortSet::ALL) & overdue).highest()?;
        let above = || requests.highest(output, free).is_some_and(|highest| highest > priority);
        let yields = self.precedence == Precedence::Strict && above();
        let input = self.turn(requests, output, priority)?;
        (!yields).then_some(VoqId { input, output, priority })
    }

    /// Records a match; `free` are the inputs that were free before it.
    #[inline]
    pub fn taken(&mut self, requests: &Requests, voq: VoqId, free: PortSet) {
        let VoqId { input, output, priority } = voq;
        if self.turn(requests, output, priority) == Some(input) {
            self.due[output.index()][usize::from(priority)] = next(input, self.due.len());
            self.begin(output, priority);
        } else {
            self.pass_over(output, priority);
        }
        // Higher priorities are passed over if their inputs were not free.
        let lower = match self.precedence {
            Precedence::Strict => PrioritySet::up_to(priority),
            Precedence::Weighted => PrioritySet::of(priority),
        };
        let others = requests.occupied(output) - lower;
        if !others.is_empty() {
            let asked = requests.priorities(output, PortSet::ALL) - requests.priorities(output, free);
            (asked & others).iter().for_each(|n| self.pass_over(output, n));
        }
    }

    /// Restarts the turn of (output, priority).
    #[inline]
    pub fn begin(&mut self, output: LocalPort, priority: u8) {
        self.passed[output.index()][usize::from(priority)] = 0;
        self.overdue[output.index()].remove(priority);
    }

    #[inline]
    fn pass_over(&mut self, output: LocalPort, priority: u8) {
        let patience = Self::PATIENCE * u16::try_from(self.due.len()).unwrap_or(u16::MAX);
        let passed = &mut self.passed[output.index()][usize::from(priority)];
        *passed = patience.min(*passed + 1);
        if *passed == patience {
            self.overdue[output.index()].insert(priority);
        }
    }

    #[inline]
    fn turn(&self, requests: &Requests, output: LocalPort, priority: u8) -> Option<LocalPort> {
        let due = self.due[output.index()][usize::from(priority)];
        requests.grantable(output, priority, PortSet::ALL).first_from(due)
    }

    /// Adds the turns to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.due.iter().for_each(|row| digest.add(word(*row)));
        self.passed.iter().flatten().for_each(|passed| digest.add(*passed));
    }

    /// Heap memory in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.due[..]) + size_of_val(&self.passed[..]) + size_of_val(&self.overdue[..])
    }
}

#[cfg(test)]
mod tests;
