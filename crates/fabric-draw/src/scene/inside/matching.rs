//! Requests, grants and accepts of one crossbar slot, recorded from trace events. The page can show them
//! after each stage. Start with [`Match`].
//!
//! Inputs, outputs and iterations count from 0; labels of buttons count iterations from 1. Grants and accepts
//! keep the order in which they were made; cells (marks of pairs) are sorted by input, then output. If a pair
//! has several states, the most advanced state counts, in this order: blocked, requested, granted, accepted,
//! transferring. A match without events has only the stage of the requests.

use fabric_sim::document::MatchStep;
use fabric_sim::engine::EventKind;
use fabric_sim::fabric::crossbar::{MatchEvent, VoqId};
use fabric_sim::ids::{LocalPort, PortSet, Priority};
use fabric_sim::sort;
use fabric_sim::units::Time;

/// Requests, grants and accepts of one crossbar slot, recorded from trace events. Inputs and outputs are
/// ports of the switch.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// Start time of the crossbar slot.
    pub at: Time,
    /// Number of the event, within the run, that started the slot; 0 if no slot was recorded.
    pub event: u64,
    /// Requests in the order of their events, one entry for each requested output and priority.
    pub requests: Vec<Requests>,
    /// Grants and accepts, in the order in which they were made.
    pub events: Vec<MatchEvent>,
    /// Pairs of input and output that were matched in an earlier slot and still transfer.
    pub retained: Vec<VoqId>,
}

/// Requests in the crossbar for one output and priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requests {
    /// Requested output port.
    pub output: LocalPort,
    /// Priority of the requested frames.
    pub priority: Priority,
    /// Inputs that request the output for this priority.
    pub inputs: PortSet,
    /// Whether the egress queue of the output has space for another frame of the priority.
    pub open: bool,
}

impl Requests {
    /// Requested output and priority.
    #[must_use]
    pub const fn key(&self) -> (LocalPort, Priority) {
        (self.output, self.priority)
    }
}

/// Stage up to which the page shows a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStage {
    /// Stage after all requests and before the first grants.
    Request,
    /// Stage after the grants of this iteration, which is counted from 0, and before its accepts.
    Grant(u8),
    /// Stage after the accepts of this iteration, which is counted from 0.
    Accept(u8),
}

impl MatchStage {
    /// Label of the button for this stage of the match; the label counts iterations from 1.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Request => "request".to_owned(),
            Self::Grant(iteration) => format!("grant {}", iteration + 1),
            Self::Accept(iteration) => format!("accept {}", iteration + 1),
        }
    }

    /// All stages of a match with this number of iterations, in their order. With 0 iterations, the only
    /// stage is the request.
    pub fn all(iterations: u8) -> impl Iterator<Item = Self> {
        let rounds = (0..iterations).flat_map(|round| [Self::Grant(round), Self::Accept(round)]);
        std::iter::once(Self::Request).chain(rounds)
    }

    /// Whether the grant or accept `event` has been made when this stage ends.
    fn shows(self, event: MatchEvent) -> bool {
        match (self, event) {
            (Self::Request, _) => false,
            (Self::Grant(now), MatchEvent::Grant { iteration, .. })
            | (
                Self::Accept(now),
                MatchEvent::Grant { iteration, .. } | MatchEvent::Accept { iteration, .. },
            ) => iteration <= now,
            (Self::Grant(now), MatchEvent::Accept { iteration, .. }) => iteration < now,
        }
    }
}

/// Conversion of a step of the page, whose iterations count from 1, to a stage, whose iterations count from
/// 0. An iteration of 0 in a step counts as 1.
impl From<MatchStep> for MatchStage {
    fn from(step: MatchStep) -> Self {
        match step {
            MatchStep::Request => Self::Request,
            MatchStep::Grant(iteration) => Self::Grant(iteration.saturating_sub(1)),
            MatchStep::Accept(iteration) => Self::Accept(iteration.saturating_sub(1)),
        }
    }
}

impl From<MatchStage> for MatchStep {
    fn from(stage: MatchStage) -> Self {
        match stage {
            MatchStage::Request => Self::Request,
            MatchStage::Grant(iteration) => Self::Grant(iteration + 1),
            MatchStage::Accept(iteration) => Self::Accept(iteration + 1),
        }
    }
}

/// State of a pair of input and output in a match. In the picture, each state has its own mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PairState {
    /// Request that cannot be granted in this slot, because the input or output still transfers for an
    /// earlier match; drawn as a dotted ring.
    Blocked,
    /// Request without a grant, drawn as a ring.
    Requested,
    /// Grant without an accept, drawn as a half disc.
    Granted,
    /// Accepted grant, drawn as a disc.
    Accepted,
    /// Transfer of a pair that was matched in an earlier slot, drawn as a square.
    Transferring,
}

/// Mark in the matrix of inputs and outputs that shows the state of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Input port of the pair, which is a row of the matrix.
    pub input: LocalPort,
    /// Output port of the pair, which is a column of the matrix.
    pub output: LocalPort,
    /// Priority of the request, grant, accept or transfer that the mark shows.
    pub priority: Priority,
    /// State of the pair in the match, which sets the form of the mark.
    pub state: PairState,
}

impl Match {
    /// Heap memory of the recorded match, in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.requests[..]) + size_of_val(&self.events[..]) + size_of_val(&self.retained[..])
    }

    /// Begins to record another slot: clears the recorded match but keeps its memory allocated.
    pub fn begin(&mut self, at: Time, event: u64) {
        (self.at, self.event) = (at, event);
        self.requests.clear();
        self.events.clear();
        self.retained.clear();
    }

    /// Records a request, grant or accept of the slot from a trace event; ignores events of other kinds.
    /// `output` is the port of the event; for a request, it is the requested output. A grant or accept
    /// contains its own output.
    pub fn record(&mut self, output: LocalPort, kind: &EventKind) {
        match *kind {
            EventKind::Requested { priority, inputs, open } => {
                self.requests.push(Requests { output, priority, inputs, open });
            }
            EventKind::Matched(event) => self.events.push(event),
            _ => {}
        }
    }

    /// Records the pairs that still transfer for an earlier slot: all pairs of `joined` except those that
    /// this slot has accepted. Replaces the pairs that were recorded before. Must be called after all accepts
    /// of the slot.
    pub fn record_continuing(&mut self, joined: impl Iterator<Item = VoqId>) {
        let fresh = |voq: &VoqId| self.accepted(u8::MAX).any(|other| other == *voq);
        let retained: Vec<VoqId> = joined.filter(|voq| !fresh(voq)).collect();
        self.retained = retained;
    }

    /// Whether the record contains a crossbar slot; false before the first one.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.event > 0
    }

    /// Stages of this match, in their order; at least [`MatchStage::Request`].
    pub fn stages(&self) -> impl Iterator<Item = MatchStage> {
        let iteration = |event: &MatchEvent| match event {
            MatchEvent::Grant { iteration, .. } | MatchEvent::Accept { iteration, .. } => iteration + 1,
        };
        MatchStage::all(self.events.iter().map(iteration).max().unwrap_or(0))
    }

    /// Grants of the iteration `round`, counted from 0, in the order in which they were made.
    pub fn grants(&self, round: u8) -> impl Iterator<Item = VoqId> {
        self.events.iter().filter_map(move |event| match event {
            MatchEvent::Grant { iteration, voq, .. } if *iteration == round => Some(*voq),
            _ => None,
        })
    }

    /// Grants of the iteration `round`, counted from 0, that the starvation guard forced, in the order in
    /// which they were made.
    pub fn reserved_grants(&self, round: u8) -> impl Iterator<Item = VoqId> {
        self.events.iter().filter_map(move |event| match event {
            MatchEvent::Grant { iteration, voq, is_forced: true } if *iteration == round => Some(*voq),
            _ => None,
        })
    }

    /// Accepts of the first `end` iterations, in the order in which they were made; empty if `end` is 0.
    pub fn accepted(&self, end: u8) -> impl Iterator<Item = VoqId> {
        self.events.iter().filter_map(move |event| match event {
            MatchEvent::Accept { iteration, voq, .. } if *iteration < end => Some(*voq),
            _ => None,
        })
    }

    /// Inputs that are not yet matched at the start of `iteration`, counted from 0. The set also contains
    /// port numbers above those of the switch.
    #[must_use]
    pub fn free_inputs(&self, iteration: u8) -> PortSet {
        let taken = self.retained.iter().copied().chain(self.accepted(iteration));
        !taken.map(|voq| voq.input).collect::<PortSet>()
    }

    /// Inputs that request `output` for `priority`; empty if there is no request. If requests were recorded
    /// twice, the first record counts.
    #[must_use]
    pub fn requesting(&self, output: LocalPort, priority: Priority) -> PortSet {
        let found =
            self.requests.iter().find(|request| (request.output, request.priority) == (output, priority));
        found.map_or(PortSet::EMPTY, |request| request.inputs)
    }

    /// Requested outputs whose egress queue is full for `priority`.
    #[must_use]
    pub fn full_outputs(&self, priority: Priority) -> PortSet {
        let closed = self.requests.iter().filter(|request| request.priority == priority && !request.open);
        closed.map(|request| request.output).collect()
    }

    /// Marks of the matrix at `stage`: one for each pair of input and output, sorted by input, then output.
    /// If a pair has several priorities, the mark shows the priority with the most advanced state. If several
    /// priorities of the pair are in this state, the mark shows `selected` if it is one of them, otherwise
    /// the highest of them.
    #[must_use]
    pub fn cells(&self, stage: MatchStage, selected: Priority) -> Vec<Cell> {
        let cell = |voq: &VoqId, mark| Cell {
            input: voq.input,
            output: voq.output,
            priority: voq.priority,
            state: mark,
        };
        let mut cells: Vec<Cell> = Vec::new();
        let is_busy =
            |input, output| self.retained.iter().any(|voq| voq.input == input || voq.output == output);
        for Requests { output, priority, inputs, .. } in self.requests.iter().copied() {
            cells.extend(inputs.iter().map(|input| {
                let mark = if is_busy(input, output) { PairState::Blocked } else { PairState::Requested };
                Cell { input, output, priority, state: mark }
            }));
        }
        cells.extend(self.retained.iter().map(|voq| cell(voq, PairState::Transferring)));
        cells.extend(self.events.iter().filter(|event| stage.shows(**event)).map(|event| match event {
            MatchEvent::Grant { voq, .. } => cell(voq, PairState::Granted),
            MatchEvent::Accept { voq, .. } => cell(voq, PairState::Accepted),
        }));
        let rank = |cell: &Cell| (cell.state, cell.priority == selected, cell.priority);
        sort::by_key(&mut cells, |cell| (cell.input, cell.output, std::cmp::Reverse(rank(cell))));
        cells.dedup_by_key(|cell| (cell.input, cell.output));
        cells
    }
}

#[cfg(test)]
mod tests;
