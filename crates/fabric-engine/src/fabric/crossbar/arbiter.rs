//! Arbiter of a crossbar: matching in rounds of request, grant and accept (`iSLIP`: `McKeown` 1999;
//! PIM: Anderson et al. 1993). Start with [`Arbiter::slot`].
//!
//! A slot has 1 to 4 iterations, and ends early if no output grants. Pointers move only for matches
//! of the first iteration. In packet mode a starvation guard may force a grant. A crossbar has at
//! most 64 ports.

mod pick;
mod starvation_guard;

use super::{CrossbarConfig, Matching, Mode, Precedence, Requests, VoqId};
use crate::digest::Digest;
use crate::fabric::egress::Scheduler;
use crate::ids::{LocalPort, PortSet, Priority, PrioritySet};
use crate::wire::PRIORITIES;
use pick::{next, random, word};
use starvation_guard::StarvationGuard;

/// Inputs and outputs to match in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Demand<'a> {
    /// Requests of the inputs for outputs.
    pub requests: &'a Requests,
    /// Inputs that are free in this slot.
    pub inputs: PortSet,
    /// Outputs that are free in this slot.
    pub outputs: PortSet,
}

/// Input, output and priority that the arbiter matched. In cell mode the match lasts for one slot, in packet
/// mode for a whole frame.
pub type Match = VoqId;

/// Grant or accept in a slot, reported to the caller of [`Arbiter::slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEvent {
    /// An output grants to an input.
    Grant {
        /// Iteration of the slot in which the output grants, counted from 0.
        iteration: u8,
        /// Input, output and priority of the grant.
        voq: VoqId,
        /// Whether the starvation guard forced the grant. Otherwise the grant pointer (iSLIP) or a
        /// random draw (PIM) chose the input.
        is_forced: bool,
    },
    /// An input accepts a grant. The fields `grant_pointer` and `accept_pointer` have the values before the
    /// match.
    Accept {
        /// Iteration of the slot in which the input accepts, counted from 0.
        iteration: u8,
        /// Input, output and priority of the accepted grant.
        voq: VoqId,
        /// Grant pointer of the output before the match: the input that is first in the round-robin order.
        grant_pointer: LocalPort,
        /// Accept pointer of the input before the match: the output that is first in the round-robin order.
        accept_pointer: LocalPort,
    },
}

/// Arbiter: matches inputs with outputs in rounds of request, grant and accept.
///
/// Request: every unmatched input requests each output for which it has a frame and whose egress queue has
/// room. Grant: an unmatched output grants the first request at or after its grant pointer. Accept: an input
/// accepts the first grant at or after its accept pointer. Both pointers move to the port after the match,
/// but only if the grant was accepted, and only in the first iteration. Under load the pointers of the
/// outputs come to differ, which gives 100 % throughput for uniform traffic (`McKeown` 1999). With
/// [`Precedence::Strict`], outputs and inputs choose the highest priority first; the pointers decide between
/// equal priorities. An input accepts a grant that the starvation guard forced before all other grants.
#[derive(Clone, Debug)]
pub struct Arbiter {
    matching: Matching,
    precedence: Precedence,
    iterations: u8,
    /// Grant pointer, indexed by output and priority.
    grant: Vec<[LocalPort; PRIORITIES]>,
    /// Accept pointer, indexed by input and priority. With [`Precedence::Weighted`], only the
    /// pointer of priority 0 is used.
    accept: Vec<[LocalPort; PRIORITIES]>,
    /// Starvation guard; `None` in cell mode.
    guard: Option<StarvationGuard>,
    /// Scheduler state, indexed by output; used with [`Precedence::Weighted`] only.
    schedulers: Vec<Scheduler>,
    /// Outputs that grant to an input in the present iteration, indexed by input; empty between
    /// iterations.
    offers: Vec<PortSet>,
    /// Priority granted in the present iteration, indexed by output.
    offered: Vec<Priority>,
    /// State that the scheduler gets if the grant is accepted, indexed by output; used with
    /// [`Precedence::Weighted`] only.
    charged: Vec<Scheduler>,
    /// Matches of the last slot, in the order in which they were accepted.
    matches: Vec<Match>,
}

impl Arbiter {
    /// Creates the arbiter of a crossbar of `ports` inputs and outputs, at most
    /// [`MAX_PORTS`](crate::ids::MAX_PORTS); all pointers are 0.
    #[must_use]
    pub fn new(config: &CrossbarConfig, ports: usize) -> Self {
        Self {
            matching: config.matching,
            precedence: config.precedence,
            iterations: config.iterations,
            grant: vec![[LocalPort(0); PRIORITIES]; ports],
            accept: vec![[LocalPort(0); PRIORITIES]; ports],
            guard: (config.mode == Mode::Packet).then(|| StarvationGuard::new(config.precedence, ports)),
            schedulers: vec![Scheduler::default(); ports],
            offers: vec![PortSet::EMPTY; ports],
            offered: vec![Priority::P0; ports],
            charged: vec![Scheduler::default(); ports],
            matches: Vec::with_capacity(ports),
        }
    }

    /// Matches inputs and outputs of `demand` for one slot. Returns the matches ordered by iteration, then by
    /// input.
    ///
    /// With [`Precedence::Weighted`], an output calls `choose`, which selects a priority by the scheduler of
    /// the output. If `choose` returns `None`, the output grants nothing. Arguments of `choose`: the
    /// scheduler state, the output, the priorities that may be granted and, for each priority, the input
    /// whose frame would be transferred. `draw` returns 32 random bits for PIM. `on_match` receives each
    /// grant and each accept.
    pub fn slot(
        &mut self,
        demand: Demand<'_>,
        mut choose: impl FnMut(
            &mut Scheduler,
            LocalPort,
            PrioritySet,
            &[LocalPort; PRIORITIES],
        ) -> Option<Priority>,
        mut draw: impl FnMut() -> u32,
        mut on_match: impl FnMut(MatchEvent),
    ) -> &[Match] {
        self.matches.clear();
        let Demand { requests, mut inputs, mut outputs } = demand;
        for iteration in 0..self.iterations {
            let free = inputs;
            // Inputs with a grant, and outputs whose grant the starvation guard forced.
            let (mut offered, mut forced): (PortSet, PortSet) = Default::default();
            for output in (requests.active() & outputs).iter() {
                if !requests.grantable_inputs(output).intersects(free) {
                    continue;
                }
                let (input, priority) = match self.overdue(requests, output, free) {
                    Some(turn) if !free.contains(turn.input) => continue,
                    Some(turn) => {
                        forced.insert(output);
                        let priority = PrioritySet::of(turn.priority);
                        self.charge(output, priority, [turn.input; PRIORITIES], &mut choose);
                        (turn.input, turn.priority)
                    }
                    None => match self.grants(requests, output, free, &mut choose, &mut draw) {
                        Some(grant) => grant,
                        None => continue,
                    },
                };
                self.offers[input.index()].insert(output);
                self.offered[output.index()] = priority;
                offered.insert(input);
                let voq = VoqId { input, output, priority };
                on_match(MatchEvent::Grant { iteration, voq, is_forced: forced.contains(output) });
            }
            if offered.is_empty() {
                break;
            }
            for input in offered.iter() {
                let offers = std::mem::take(&mut self.offers[input.index()]);
                let offers = if offers.intersects(forced) { offers & forced } else { offers };
                let Some((output, row)) = self.accepts(input, offers, &mut draw) else { continue };
                let priority = self.offered[output.index()];
                let found = VoqId { input, output, priority };
                let grant = &mut self.grant[output.index()][priority.index()];
                let accept = &mut self.accept[input.index()][row];
                on_match(MatchEvent::Accept {
                    iteration,
                    voq: found,
                    grant_pointer: *grant,
                    accept_pointer: *accept,
                });
                if iteration == 0 {
                    *grant = next(input, self.offers.len());
                    *accept = next(output, self.offers.len());
                }
                if let Some(guard) = &mut self.guard {
                    guard.taken(requests, found, free);
                }
                if self.precedence == Precedence::Weighted {
                    self.schedulers[output.index()] = self.charged[output.index()];
                }
                inputs.remove(input);
                outputs.remove(output);
                self.matches.push(found);
            }
        }
        &self.matches
    }

    /// Input and priority that the starvation guard forces `output` to serve next. If this input is busy, the
    /// output grants nothing. `None` if the guard forces no input, or if there is no guard.
    #[inline]
    fn overdue(&self, requests: &Requests, output: LocalPort, free: PortSet) -> Option<VoqId> {
        self.guard.as_ref()?.overdue(requests, output, free)
    }

    /// Input, one of `free`, and priority that `output` grants without the starvation guard. `None`
    /// if no free input requests the output, or if `choose` selects no priority.
    #[inline]
    fn grants(
        &mut self,
        requests: &Requests,
        output: LocalPort,
        free: PortSet,
        choose: &mut impl FnMut(
            &mut Scheduler,
            LocalPort,
            PrioritySet,
            &[LocalPort; PRIORITIES],
        ) -> Option<Priority>,
        draw: &mut impl FnMut() -> u32,
    ) -> Option<(LocalPort, Priority)> {
        let priority = if self.precedence == Precedence::Strict {
            requests.highest(output, free)?
        } else {
            let mut heads = [LocalPort(0); PRIORITIES];
            for ((n, head), pointer) in
                Priority::ALL.into_iter().zip(&mut heads).zip(&self.grant[output.index()])
            {
                *head = requests.grantable(output, n, free).first_from(*pointer).unwrap_or_default();
            }
            self.charge(output, requests.priorities(output, free), heads, choose)?
        };
        let asking = requests.grantable(output, priority, free);
        let input = match self.matching {
            Matching::Islip => asking.first_from(self.grant[output.index()][priority.index()])?,
            Matching::Pim => random(asking, draw())?,
        };
        Some((input, priority))
    }

    /// Selects a priority of `eligible` with `choose`. A copy of the scheduler state, from which the cost of
    /// the selected frame is subtracted, is stored in `charged`. `None` with strict precedence, or if
    /// `eligible` is empty.
    #[inline]
    fn charge(
        &mut self,
        output: LocalPort,
        eligible: PrioritySet,
        heads: [LocalPort; PRIORITIES],
        choose: &mut impl FnMut(
            &mut Scheduler,
            LocalPort,
            PrioritySet,
            &[LocalPort; PRIORITIES],
        ) -> Option<Priority>,
    ) -> Option<Priority> {
        if self.precedence == Precedence::Strict || eligible.is_empty() {
            return None;
        }
        let charged = &mut self.charged[output.index()];
        *charged = self.schedulers[output.index()];
        choose(charged, output, eligible, &heads)
    }

    /// Output of `offers` that `input` accepts, and the priority whose accept pointer selected the
    /// output (0 with [`Precedence::Weighted`]). `None` if `offers` is empty.
    #[inline]
    fn accepts(
        &self,
        input: LocalPort,
        offers: PortSet,
        draw: &mut impl FnMut() -> u32,
    ) -> Option<(LocalPort, usize)> {
        let (best, row) = match self.precedence {
            Precedence::Weighted => (offers, 0),
            Precedence::Strict => {
                let priority = |output: LocalPort| self.offered[output.index()];
                let highest = offers.iter().map(priority).max().unwrap_or_default();
                let best = offers.iter().filter(|output| priority(*output) == highest);
                (best.collect(), highest.index())
            }
        };
        let output = match self.matching {
            Matching::Islip => best.first_from(self.accept[input.index()][row]),
            Matching::Pim => random(best, draw()),
        };
        Some((output?, row))
    }

    /// Matches of the last call of [`Arbiter::slot`], in the order in which they were accepted.
    #[must_use]
    pub fn matched(&self) -> &[Match] {
        &self.matches
    }

    /// Resets the deficit of (`output`, `priority`), and the count of the starvation guard. Called
    /// when no input has a frame for this output and priority any more.
    pub fn emptied(&mut self, output: LocalPort, priority: Priority) {
        self.schedulers[output.index()].emptied(priority);
        if let Some(guard) = &mut self.guard {
            guard.begin(output, priority);
        }
    }

    /// Grant pointer of `output` for `priority`: the input that is first in the round-robin order.
    #[must_use]
    pub fn grant_pointer(&self, output: LocalPort, priority: Priority) -> LocalPort {
        self.grant[output.index()][priority.index()]
    }

    /// Accept pointer of `input` for `priority`: the output that is first in the round-robin order.
    /// With [`Precedence::Weighted`], equal for all priorities.
    #[must_use]
    pub fn accept_pointer(&self, input: LocalPort, priority: Priority) -> LocalPort {
        let row = if self.precedence == Precedence::Weighted { 0 } else { priority.index() };
        self.accept[input.index()][row]
    }

    /// Adds pointers, scheduler states and starvation guard to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        self.grant.iter().chain(&self.accept).for_each(|row| digest.add(word(*row)));
        if self.precedence == Precedence::Weighted {
            self.schedulers.iter().for_each(|scheduler| scheduler.digest(digest));
        }
        self.guard.iter().for_each(|guard| guard.digest(digest));
    }

    /// Heap memory of the arbiter, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        let pointers = size_of_val(&self.grant[..]) + size_of_val(&self.accept[..]);
        let weights = size_of_val(&self.schedulers[..]) + size_of_val(&self.charged[..]);
        let round = size_of_val(&self.offers[..]) + size_of_val(&self.offered[..]);
        let guard = self.guard.as_ref().map_or(0, StarvationGuard::heap_bytes);
        pointers + weights + round + guard + size_of_val(&self.matches[..])
    }
}

#[cfg(test)]
mod tests;
