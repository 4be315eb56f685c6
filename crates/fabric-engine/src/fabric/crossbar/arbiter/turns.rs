use super::pick::{first_from, next, small};
use crate::digest::Digest;
use crate::fabric::crossbar::{Precedence, Requests, Way};
use crate::ids::priorities;
use crate::wire::PRIORITIES;

/// Whose turn it is at each output, and for how long that was passed over.
///
/// Where a match lasts for a frame, pointers alone starve: they pass over who
/// is in the middle of a frame, and an input and an output that end together
/// may find only each other free, for ever. No arbiter that takes whatever it
/// can carries all traffic of frames; one that waits now and then does
/// (Ganjali, Keshavarzian and Shah, "Cell switching versus packet switching in
/// input-queued switches", IEEE/ACM Transactions on Networking, 2005). So
/// inputs take turns besides, and an output that has passed one over for
/// [`Turns::PATIENCE`] rounds of ports keeps itself for it.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    precedence: Precedence,
    /// By output and priority: it is the turn of the first input that asks at
    /// or after this one.
    due: Vec<[u8; PRIORITIES]>,
    /// Frames that the output took instead since that turn began.
    passed: Vec<[u16; PRIORITIES]>,
    /// By output: the priorities whose turn is overdue.
    overdue: Vec<u8>,
}

impl Turns {
    /// A turn is overdue once the output has taken so many other frames for
    /// each port: late enough that it seldom waits where pointers come apart by
    /// themselves. With one priority, an output then waits for no more frames
    /// than there are ports, since its input prefers outputs that wait: each of
    /// N inputs is served within (`PATIENCE` + 1)·N² frames.
    pub const PATIENCE: u16 = 4;

    /// Of a crossbar of `ports` inputs and outputs: all begin with input 0.
    pub fn new(precedence: Precedence, ports: usize) -> Self {
        Self {
            precedence,
            due: vec![[0; PRIORITIES]; ports],
            passed: vec![[0; PRIORITIES]; ports],
            overdue: vec![0; ports],
        }
    }

    /// For whom `output` keeps itself, if for anybody: the input whose turn is
    /// overdue, whether it is one of the `free` ones or not. What is above it
    /// in strict order goes first.
    #[inline]
    pub fn overdue(&self, requests: &Requests, output: usize, free: u64) -> Option<Way> {
        let overdue = self.overdue[output];
        if overdue == 0 {
            return None;
        }
        let asked = requests.priorities(output, u64::MAX) & overdue;
        let priority = u8::try_from(asked.checked_ilog2()?).unwrap_or(0);
        let above = || requests.highest(output, free).is_some_and(|highest| highest > priority);
        let yields = self.precedence == Precedence::Strict && above();
        let input = self.turn(output, priority, requests.grantable(output, priority, u64::MAX));
        (!yields).then_some(Way { input, output: small(output), priority })
    }

    /// An output took a frame; before, these inputs were `free`.
    #[inline]
    pub fn taken(&mut self, requests: &Requests, way: Way, free: u64) {
        let Way { input, output, priority } = way;
        let output = usize::from(output);
        if self.turn(output, priority, requests.grantable(output, priority, u64::MAX)) == input {
            self.due[output][usize::from(priority)] = next(input, self.due.len());
            self.begin(output, priority);
        } else {
            self.pass_over(output, priority);
        }
        // Priorities that would have gone before, had their inputs been free.
        let lower =
            if self.precedence == Precedence::Strict { u8::MAX >> (7 - priority) } else { 1 << priority };
        let others = requests.occupied(output) & !lower;
        if others != 0 {
            let asked = requests.priorities(output, u64::MAX) & !requests.priorities(output, free) & others;
            priorities(asked).for_each(|n| self.pass_over(output, n));
        }
    }

    /// A turn begins; or nobody asks any more.
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

    /// Takes the turns into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.due.iter().for_each(|row| digest.add(u64::from_le_bytes(*row)));
        self.passed.iter().flatten().for_each(|passed| digest.add(*passed));
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&self.due[..]) + size_of_val(&self.passed[..]) + size_of_val(&self.overdue[..])
    }
}

#[cfg(test)]
mod tests;
