//! Crossbar arbiter: iterative request, grant, accept (iSLIP and PIM).

mod pick;
mod turns;

use super::{CrossbarConfig, Matching, Mode, Precedence, Requests, Way};
use crate::digest::Digest;
use crate::fabric::egress::Scheduler;
use crate::mask::members;
use crate::wire::PRIORITIES;
use pick::{first_from, next, random, small, way};
use turns::Turns;

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
        /// Whether the output has kept itself for it, whose turn is overdue;
        /// its pointer, or chance, has no say then.
        kept: bool,
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
    /// Where a match lasts for a frame.
    turns: Option<Turns>,
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
            turns: (config.mode == Mode::Packet).then(|| Turns::new(config.precedence, ports)),
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
            let free = inputs;
            // Inputs that are offered something, and outputs that keep themselves for one.
            let (mut offered, mut kept) = (0, 0u64);
            for output in members(requests.active() & outputs) {
                if requests.wanted(output) & free == 0 {
                    continue;
                }
                let (input, priority) = match self.overdue(requests, output, free) {
                    Some(turn) if free >> turn.input & 1 == 0 => continue,
                    Some(turn) => {
                        kept |= 1 << output;
                        self.charge(output, 1 << turn.priority, [turn.input; PRIORITIES], &mut choose);
                        (turn.input, turn.priority)
                    }
                    None => match self.grants(requests, output, free, &mut choose, &mut draw) {
                        Some(grant) => grant,
                        None => continue,
                    },
                };
                self.offers[usize::from(input)] |= 1 << output;
                self.offered[output] = priority;
                offered |= 1 << input;
                let kept = kept >> output & 1 == 1;
                watch(Phase::Grant { iteration, way: way(input, output, priority), kept });
            }
            if offered == 0 {
                break;
            }
            for input in members(offered) {
                let offers = std::mem::take(&mut self.offers[input]);
                let kept = if offers & kept == 0 { offers } else { offers & kept };
                let (output, row) = self.accepts(input, kept, &mut draw);
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
                if let Some(turns) = &mut self.turns {
                    turns.taken(requests, found, free);
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

    /// Whose turn is overdue at `output`.
    #[inline]
    fn overdue(&self, requests: &Requests, output: usize, free: u64) -> Option<Way> {
        self.turns.as_ref()?.overdue(requests, output, free)
    }

    /// The input of `free`, and the priority, for which `output` offers itself.
    #[inline]
    fn grants(
        &mut self,
        requests: &Requests,
        output: usize,
        free: u64,
        choose: &mut impl FnMut(&mut Scheduler, usize, u8, &[u8; PRIORITIES]) -> Option<u8>,
        draw: &mut impl FnMut() -> u32,
    ) -> Option<(u8, u8)> {
        let priority = if self.precedence == Precedence::Strict {
            requests.highest(output, free)?
        } else {
            let first = |n: usize| {
                let asking = requests.grantable(output, small(n), free);
                if asking == 0 { 0 } else { first_from(asking, self.grant[output][n]) }
            };
            let heads = std::array::from_fn(first);
            self.charge(output, requests.priorities(output, free), heads, choose)?
        };
        let asking = requests.grantable(output, priority, free);
        let input = match self.matching {
            Matching::Islip => first_from(asking, self.grant[output][usize::from(priority)]),
            Matching::Pim => random(asking, draw()),
        };
        Some((input, priority))
    }

    /// With weights: the priority of `eligible` that is served, by `choose`,
    /// and charged for if the grant is accepted.
    #[inline]
    fn charge(
        &mut self,
        output: usize,
        eligible: u8,
        heads: [u8; PRIORITIES],
        choose: &mut impl FnMut(&mut Scheduler, usize, u8, &[u8; PRIORITIES]) -> Option<u8>,
    ) -> Option<u8> {
        if self.precedence == Precedence::Strict || eligible == 0 {
            return None;
        }
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

    /// Nothing is left for `output` and `priority`.
    pub fn emptied(&mut self, output: usize, priority: u8) {
        self.schedulers[output].emptied(priority);
        if let Some(turns) = &mut self.turns {
            turns.begin(output, priority);
        }
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
        self.turns.iter().for_each(|turns| turns.digest(digest));
    }

    /// What it keeps beside itself in memory, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let pointers = size_of_val(&self.grant[..]) + size_of_val(&self.accept[..]);
        let weights = size_of_val(&self.schedulers[..]) + size_of_val(&self.charged[..]);
        let round = size_of_val(&self.offers[..]) + size_of_val(&self.offered[..]);
        let turns = self.turns.as_ref().map_or(0, Turns::heap_bytes);
        pointers + weights + round + turns + size_of_val(&self.matches[..])
    }
}

#[cfg(test)]
mod tests;
