//! Starvation guard of an arbiter in packet mode: an output that has passed over an input too often
//! must serve this input next. The rule is this program's own (after Ganjali, Keshavarzian and Shah
//! 2005).
//!
//! With strict precedence a higher priority still goes first. In cell mode there is no guard.

use super::pick::{next, word};
use crate::digest::Digest;
use crate::fabric::crossbar::{Precedence, Requests, VoqId};
use crate::ids::{LocalPort, PortSet, Priority, PrioritySet};
use crate::wire::PRIORITIES;

/// Starvation guard. Each output and priority has an input that is due, and counts how often the output has
/// passed over this input.
///
/// In packet mode, pointers alone can starve an input. A pointer passes over an input whose frame is still in
/// transfer. An input and an output that finish at the same time may find only each other free, again and
/// again. In packet mode, an arbiter that grants whenever it can does not reach full throughput. An arbiter
/// that sometimes waits does. Source: Ganjali, Keshavarzian and Shah, "Cell switching versus packet switching
/// in input-queued switches", IEEE/ACM Transactions on Networking, 2005.
///
/// Each output therefore also serves its inputs in turn. With N ports, after
/// [`StarvationGuard::PATIENCE`]·N frames of other inputs, the output grants only to the due input,
/// and waits until this input is free.
#[derive(Clone, Debug)]
pub(super) struct StarvationGuard {
    precedence: Precedence,
    /// Port at which the search for the due input starts, indexed by output and priority. The first input at
    /// or after this port that requests the output is due: the output should serve this input next.
    due: Vec<[LocalPort; PRIORITIES]>,
    /// Number of frames that the output has taken from other inputs since the due input became due. Indexed
    /// by output and priority.
    passed: Vec<[u16; PRIORITIES]>,
    /// Priorities at which the due input is overdue, because the output has served other inputs too often.
    /// Indexed by output.
    overdue: Vec<PrioritySet>,
}

impl StarvationGuard {
    /// Factor for the patience of the guard. With N ports, the due input is overdue after the output has
    /// taken `PATIENCE`·N frames from other inputs. The factor is large, so that outputs seldom wait while
    /// the round-robin pointers alone serve all inputs. With one priority, each of N inputs is served within
    /// (`PATIENCE` + 1)·N² frames. An output that forces a grant waits for at most N frames, because the
    /// input accepts forced grants before all others.
    pub const PATIENCE: u16 = 4;

    /// Creates the guard of a crossbar of `ports` inputs and outputs; input 0 is due at every
    /// output.
    pub fn new(precedence: Precedence, ports: usize) -> Self {
        Self {
            precedence,
            due: vec![[LocalPort(0); PRIORITIES]; ports],
            passed: vec![[0; PRIORITIES]; ports],
            overdue: vec![PrioritySet::EMPTY; ports],
        }
    }

    /// Input and priority that `output` must serve next, because the input is overdue: the output has served
    /// other inputs too often. The input may be busy. `None` if no input is overdue, or if `output` may grant
    /// no frame at an overdue priority. With strict precedence, also `None` if an input of `free` requests a
    /// higher priority.
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

    /// Records the match `voq`. If the matched input was due at this output and priority, the next input
    /// becomes due. Otherwise the guard counts that the due input was passed over. `free`: inputs that were
    /// free before the match.
    #[inline]
    pub fn taken(&mut self, requests: &Requests, voq: VoqId, free: PortSet) {
        let VoqId { input, output, priority } = voq;
        if self.turn(requests, output, priority) == Some(input) {
            self.due[output.index()][priority.index()] = next(input, self.due.len());
            self.begin(output, priority);
        } else {
            self.pass_over(output, priority);
        }
        // A priority that only busy inputs request counts as passed over; with strict precedence,
        // only if it is higher.
        let lower = match self.precedence {
            Precedence::Strict => PrioritySet::up_to(priority),
            Precedence::Weighted => PrioritySet::of(priority),
        };
        let others = requests.occupied(output) - lower;
        if !others.is_empty() {
            let requested = requests.priorities(output, PortSet::ALL) - requests.priorities(output, free);
            (requested & others).iter().for_each(|n| self.pass_over(output, n));
        }
    }

    /// Sets the number of frames of other inputs to 0 for (`output`, `priority`), so that the due input is
    /// not overdue.
    #[inline]
    pub fn begin(&mut self, output: LocalPort, priority: Priority) {
        self.passed[output.index()][priority.index()] = 0;
        self.overdue[output.index()].remove(priority);
    }

    #[inline]
    fn pass_over(&mut self, output: LocalPort, priority: Priority) {
        let patience = Self::PATIENCE * u16::try_from(self.due.len()).unwrap_or(u16::MAX);
        let passed = &mut self.passed[output.index()][priority.index()];
        *passed = patience.min(*passed + 1);
        if *passed == patience {
            self.overdue[output.index()].insert(priority);
        }
    }

    #[inline]
    fn turn(&self, requests: &Requests, output: LocalPort, priority: Priority) -> Option<LocalPort> {
        let due = self.due[output.index()][priority.index()];
        requests.grantable(output, priority, PortSet::ALL).first_from(due)
    }

    /// Adds the due inputs and the counts to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.due.iter().for_each(|row| digest.add(word(*row)));
        self.passed.iter().flatten().for_each(|passed| digest.add(*passed));
    }

    /// Heap memory of the guard, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.due[..]) + size_of_val(&self.passed[..]) + size_of_val(&self.overdue[..])
    }
}

#[cfg(test)]
mod tests;
