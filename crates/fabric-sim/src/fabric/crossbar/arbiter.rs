use super::{CrossbarConfig, Matching, Precedence, Requests, Way, members};
use crate::digest::Digest;
use crate::fabric::egress::Scheduler;
use crate::wire::PRIORITIES;

/// What may be matched in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'a> {
    /// Who asks for what.
    pub requests: &'a Requests,
    /// Inputs that are free, as a set of port numbers.
    pub inputs: u64,
    /// Outputs that are free.
    pub outputs: u64,
}

/// An input and an output that are joined for a slot or a frame.
pub type Match = Way;

/// A step of a match, for whoever watches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// In this iteration the output offers itself to the input.
    Grant {
        /// From 0.
        iteration: u8,
        /// Output, input and priority.
        way: Way,
    },
    /// The input takes the offer. The pointers are those before the match moved them.
    Accept {
        /// From 0.
        iteration: u8,
        /// Output, input and priority.
        way: Way,
        /// The input that the output would have granted first.
        grant_pointer: u8,
        /// The output that the input would have accepted first.
        accept_pointer: u8,
    },
}

/// Matches inputs with outputs in rounds of request, grant and accept.
///
/// Request: every unmatched input asks for each output that it has a frame for
/// and whose egress queue has room. Grant: an unmatched output takes the first
/// request at or after its grant pointer. Accept: an input takes the first
/// grant at or after its accept pointer. Both pointers move one beyond the
/// match only if the grant was accepted, and only in the first iteration; that
/// is what takes them apart under load, and gives 100 % of uniform traffic.
#[derive(Clone, Debug)]
pub struct Arbiter {
    matching: Matching,
    precedence: Precedence,
    iterations: u8,
    /// By output and priority: the input that is granted first.
    grant: Vec<[u8; PRIORITIES]>,
    /// By input and priority: the output that is accepted first. With weights,
    /// priority 0's stands for all.
    accept: Vec<[u8; PRIORITIES]>,
    /// By output, with weights: what it has served.
    schedulers: Vec<Scheduler>,
    /// Of the round under way, by input: the outputs that grant it. All empty
    /// between rounds.
    offers: Vec<u64>,
    /// By output: the priority that it grants.
    offered: Vec<u8>,
    /// By output, with weights: its scheduler if its grant is accepted.
    charged: Vec<Scheduler>,
    matches: Vec<Match>,
}

impl Arbiter {
    /// Of a crossbar of `ports` inputs and outputs, at most [`super::PORTS`];
    /// all pointers at 0.
    #[must_use]
    pub fn new(config: &CrossbarConfig, ports: usize) -> Self {
        Self {
            matching: config.matching,
            precedence: config.precedence,
            iterations: config.iterations,
            grant: vec![[0; PRIORITIES]; ports],
            accept: vec![[0; PRIORITIES]; ports],
            schedulers: vec![Scheduler::default(); ports],
            offers: vec![0; ports],
            offered: vec![0; ports],
            charged: vec![Scheduler::default(); ports],
            matches: Vec::with_capacity(ports),
        }
    }

    /// Matches what it can of `demand`.
    ///
    /// With weights, `choose` picks a priority of an output as its transmission
    /// selection would: it gets the scheduler, the output, the priorities that
    /// may be granted and, by priority, the input whose frame would be taken.
    /// `draw` gives 32 random bits to PIM, `watch` hears each step.
    pub fn slot(
        &mut self,
        demand: Demand<'_>,
        mut choose: impl FnMut(&mut Scheduler, usize, u8, &[u8; PRIORITIES]) -> Option<u8>,
        mut draw: impl FnMut() -> u32,
        mut watch: impl FnMut(Phase),
    ) -> &[Match] {
        self.matches.clear();
        let Demand { requests, mut inputs, mut outputs } = demand;
        for iteration in 0..self.iterations {
            let mut offered = 0;
            for output in members(requests.active() & outputs) {
                let Some(priority) = self.priority(requests, output, inputs, &mut choose) else { continue };
                let asking = requests.grantable(output, priority, inputs);
                let input = match self.matching {
                    Matching::Islip => first_from(asking, self.grant[output][usize::from(priority)]),
                    Matching::Pim => random(asking, draw()),
                };
                self.offers[usize::from(input)] |= 1 << output;
                self.offered[output] = priority;
                offered |= 1 << input;
                watch(Phase::Grant { iteration, way: way(input, output, priority) });
            }
            if offered == 0 {
                break;
            }
            for input in members(offered) {
                let offers = std::mem::take(&mut self.offers[input]);
                let (output, row) = self.accepts(input, offers, &mut draw);
                let priority = self.offered[usize::from(output)];
                let found = Way { input: small(input), output, priority };
                let grant = &mut self.grant[usize::from(output)][usize::from(priority)];
                let accept = &mut self.accept[input][row];
                watch(Phase::Accept {
                    iteration,
                    way: found,
                    grant_pointer: *grant,
                    accept_pointer: *accept,
                });
                if iteration == 0 {
                    *grant = next(small(input), self.offers.len());
                    *accept = next(output, self.offers.len());
                }
                if self.precedence == Precedence::Weighted {
                    self.schedulers[usize::from(output)] = self.charged[usize::from(output)];
                }
                inputs &= !(1 << input);
                outputs &= !(1 << output);
                self.matches.push(found);
            }
        }
        &self.matches
    }

    /// The priority for which `output` offers itself to one of `inputs`.
    #[inline]
    fn priority(
        &mut self,
        requests: &Requests,
        output: usize,
        inputs: u64,
        choose: &mut impl FnMut(&mut Scheduler, usize, u8, &[u8; PRIORITIES]) -> Option<u8>,
    ) -> Option<u8> {
        if self.precedence == Precedence::Strict {
            return requests.highest(output, inputs);
        }
        let eligible = requests.priorities(output, inputs);
        if eligible == 0 {
            return None;
        }
        let first = |n: usize| {
            let asking = requests.grantable(output, small(n), inputs);
            if asking == 0 { 0 } else { first_from(asking, self.grant[output][n]) }
        };
        let heads = std::array::from_fn(first);
        self.charged[output] = self.schedulers[output];
        choose(&mut self.charged[output], output, eligible, &heads)
    }

    /// The output that `input` takes of `offers`, which is not empty, and the
    /// row of its pointer.
    #[inline]
    fn accepts(&self, input: usize, offers: u64, draw: &mut impl FnMut() -> u32) -> (u8, usize) {
        let (best, row) = match self.precedence {
            Precedence::Weighted => (offers, 0),
            Precedence::Strict => {
                let priority = |output: usize| self.offered[output];
                let highest = members(offers).map(priority).max().unwrap_or(0);
                let best = members(offers).filter(|output| priority(*output) == highest);
                (best.fold(0, |set, output| set | 1 << output), usize::from(highest))
            }
        };
        match self.matching {
            Matching::Islip => (first_from(best, self.accept[input][row]), row),
            Matching::Pim => (random(best, draw()), row),
        }
    }

    /// The matches of the last slot.
    #[must_use]
    pub fn matched(&self) -> &[Match] {
        &self.matches
    }

    /// With weights: nothing is left for `output` and `priority`.
    pub fn emptied(&mut self, output: usize, priority: u8) {
        self.schedulers[output].emptied(priority);
    }

    /// The input that `output` grants first.
    #[must_use]
    pub fn grant_pointer(&self, output: usize, priority: u8) -> u8 {
        self.grant[output][usize::from(priority)]
    }

    /// The output that `input` accepts first.
    #[must_use]
    pub fn accept_pointer(&self, input: usize, priority: u8) -> u8 {
        let row = if self.precedence == Precedence::Weighted { 0 } else { usize::from(priority) };
        self.accept[input][row]
    }

    /// Takes the pointers into the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.grant.iter().chain(&self.accept).for_each(|row| digest.add(u64::from_le_bytes(*row)));
        if self.precedence == Precedence::Weighted {
            self.schedulers.iter().for_each(|scheduler| scheduler.digest(digest));
        }
    }
}

#[inline]
fn small(port: usize) -> u8 {
    u8::try_from(port).unwrap_or(u8::MAX)
}

#[inline]
fn way(input: u8, output: usize, priority: u8) -> Way {
    Way { input, output: small(output), priority }
}

/// The port after `port`, round the circle of `ports`.
#[inline]
fn next(port: u8, ports: usize) -> u8 {
    if usize::from(port) + 1 == ports { 0 } else { port + 1 }
}

/// The first member of `set`, which is not empty, at or after `pointer`, round the circle.
#[inline]
fn first_from(set: u64, pointer: u8) -> u8 {
    let from = set & (u64::MAX << pointer);
    let found = if from == 0 { set } else { from };
    small(found.trailing_zeros() as usize)
}

/// A member of `set`, which is not empty, all equally likely: which of them,
/// is the high half of a product of two 32-bit numbers.
#[inline]
fn random(set: u64, draw: u32) -> u8 {
    let nth = (u64::from(draw) * u64::from(set.count_ones())) >> 32;
    let mut rest = set;
    for _ in 0..nth {
        rest &= rest - 1;
    }
    small(rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests;
