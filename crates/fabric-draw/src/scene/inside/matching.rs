use fabric_sim::document::MatchStep;
use fabric_sim::engine::What;
use fabric_sim::fabric::crossbar::{Phase, VoqId};
use fabric_sim::order;
use fabric_sim::units::Time;

/// Match of a slot of a crossbar, as recorded. Inputs and outputs are port numbers of the switch;
/// bit n of a set is port n.
#[derive(Clone, Debug, Default)]
pub struct Match {
    /// The boundary at which the slot began.
    pub at: Time,
    /// The number of its event in the run; 0: nothing was heard yet.
    pub event: u64,
    /// Requests.
    pub asked: Vec<Asked>,
    /// Grants and accepts, in order.
    pub phases: Vec<Phase>,
    /// Pairs that an earlier slot had joined, and that held.
    pub held: Vec<VoqId>,
}

/// An output that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The output.
    pub output: u8,
    /// 0 to 7.
    pub priority: u8,
    /// The inputs that ask.
    pub inputs: u64,
    /// Whether the output's egress queue had room.
    pub open: bool,
}

impl Asked {
    /// The output, and the priority.
    #[must_use]
    pub const fn key(&self) -> (u8, u8) {
        (self.output, self.priority)
    }
}

/// A point of a match at which one can stand and look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Inputs have asked.
    Asks,
    /// Outputs have granted, in this iteration from 0.
    Grants(u8),
    /// Inputs have accepted.
    Accepts(u8),
}

impl Stage {
    /// As a button names it.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Asks => "request".to_owned(),
            Self::Grants(iteration) => format!("grant {}", iteration + 1),
            Self::Accepts(iteration) => format!("accept {}", iteration + 1),
        }
    }

    /// All of them, of a crossbar with so many iterations.
    pub fn all(iterations: u8) -> impl Iterator<Item = Self> {
        let rounds = (0..iterations).flat_map(|round| [Self::Grants(round), Self::Accepts(round)]);
        std::iter::once(Self::Asks).chain(rounds)
    }

    /// Whether `phase` has happened by then.
    fn shows(self, phase: Phase) -> bool {
        match (self, phase) {
            (Self::Asks, _) => false,
            (Self::Grants(now), Phase::Grant { iteration, .. })
            | (Self::Accepts(now), Phase::Grant { iteration, .. } | Phase::Accept { iteration, .. }) => {
                iteration <= now
            }
            (Self::Grants(now), Phase::Accept { iteration, .. }) => iteration < now,
        }
    }
}

impl From<MatchStep> for Stage {
    fn from(step: MatchStep) -> Self {
        match step {
            MatchStep::Request => Self::Asks,
            MatchStep::Grant(iteration) => Self::Grants(iteration.saturating_sub(1)),
            MatchStep::Accept(iteration) => Self::Accepts(iteration.saturating_sub(1)),
        }
    }
}

impl From<Stage> for MatchStep {
    fn from(stage: Stage) -> Self {
        match stage {
            Stage::Asks => Self::Request,
            Stage::Grants(iteration) => Self::Grant(iteration + 1),
            Stage::Accepts(iteration) => Self::Accept(iteration + 1),
        }
    }
}

/// How far an input and an output got with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// The input asks, but it or the output is held by an earlier match, so
    /// that nothing can come of it in this slot: a dotted ring.
    Blocked,
    /// The input asks: a ring.
    Asks,
    /// The output offers itself: half.
    Granted,
    /// The input took it: full.
    Accepted,
    /// Joined by an earlier slot, and still so.
    Held,
}

/// A cell of the matrix with something in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Row.
    pub input: u8,
    /// Column.
    pub output: u8,
    /// The priority that got this far.
    pub priority: u8,
    /// How far they got.
    pub link: Link,
}

impl Match {
    /// Heap memory in bytes.
    #[must_use]
    pub fn heap_bytes(&self) -> usize {
        size_of_val(&self.asked[..]) + size_of_val(&self.phases[..]) + size_of_val(&self.held[..])
    }

    /// Another slot begins: what was heard of the last one goes, its buffers stay.
    pub fn begin(&mut self, at: Time, event: u64) {
        (self.at, self.event) = (at, event);
        self.asked.clear();
        self.phases.clear();
        self.held.clear();
    }

    /// Takes in what was heard of the slot, at this output.
    pub fn hear(&mut self, output: u8, what: &What) {
        match *what {
            What::Asked { priority, inputs, open } => {
                self.asked.push(Asked { output, priority, inputs, open });
            }
            What::Matched(phase) => self.phases.push(phase),
            _ => {}
        }
    }

    /// Of all pairs that are joined after the slot, those stay that it found so.
    pub fn hold(&mut self, joined: impl Iterator<Item = VoqId>) {
        let fresh = |way: &VoqId| self.accepted(u8::MAX).any(|other| other == *way);
        let held: Vec<VoqId> = joined.filter(|way| !fresh(way)).collect();
        self.held = held;
    }

    /// Whether anything was heard yet.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.event > 0
    }

    /// Where one can stand in it; at least at the requests.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        let iteration = |phase: &Phase| match phase {
            Phase::Grant { iteration, .. } | Phase::Accept { iteration, .. } => iteration + 1,
        };
        Stage::all(self.phases.iter().map(iteration).max().unwrap_or(0))
    }

    /// The grants of an iteration.
    pub fn grants(&self, round: u8) -> impl Iterator<Item = VoqId> {
        self.phases.iter().filter_map(move |phase| match phase {
            Phase::Grant { iteration, way, .. } if *iteration == round => Some(*way),
            _ => None,
        })
    }

    /// Grants forced by the starvation guard.
    pub fn kept(&self, round: u8) -> impl Iterator<Item = VoqId> {
        self.phases.iter().filter_map(move |phase| match phase {
            Phase::Grant { iteration, way, kept: true } if *iteration == round => Some(*way),
            _ => None,
        })
    }

    /// The matches of the iterations before `end`.
    pub fn accepted(&self, end: u8) -> impl Iterator<Item = VoqId> {
        self.phases.iter().filter_map(move |phase| match phase {
            Phase::Accept { iteration, way, .. } if *iteration < end => Some(*way),
            _ => None,
        })
    }

    /// Inputs that could still be matched in an iteration.
    #[must_use]
    pub fn free_inputs(&self, iteration: u8) -> u64 {
        let taken = self.held.iter().copied().chain(self.accepted(iteration));
        !taken.fold(0, |set, way| set | 1 << way.input)
    }

    /// The inputs that ask `output` for `priority`.
    #[must_use]
    pub fn asking(&self, output: u8, priority: u8) -> u64 {
        let found = self.asked.iter().find(|asked| (asked.output, asked.priority) == (output, priority));
        found.map_or(0, |asked| asked.inputs)
    }

    /// Outputs that `priority` found without room in their egress queue.
    #[must_use]
    pub fn closed(&self, priority: u8) -> u64 {
        let closed = self.asked.iter().filter(|asked| asked.priority == priority && !asked.open);
        closed.fold(0, |set, asked| set | 1 << asked.output)
    }

    /// The cells as they stand at `stage`, a pair once: with the priority that
    /// got furthest, of equals the one that is looked at, else the highest.
    #[must_use]
    pub fn cells(&self, stage: Stage, looked_at: u8) -> Vec<Cell> {
        let cell =
            |way: &VoqId, link| Cell { input: way.input, output: way.output, priority: way.priority, link };
        let mut cells: Vec<Cell> = Vec::new();
        let is_held = |input, output| self.held.iter().any(|way| way.input == input || way.output == output);
        for Asked { output, priority, inputs, .. } in self.asked.iter().copied() {
            let inputs = (0..64u8).filter(|input| inputs >> input & 1 == 1);
            cells.extend(inputs.map(|input| {
                let link = if is_held(input, output) { Link::Blocked } else { Link::Asks };
                Cell { input, output, priority, link }
            }));
        }
        cells.extend(self.held.iter().map(|way| cell(way, Link::Held)));
        cells.extend(self.phases.iter().filter(|phase| stage.shows(**phase)).map(|phase| match phase {
            Phase::Grant { way, .. } => cell(way, Link::Granted),
            Phase::Accept { way, .. } => cell(way, Link::Accepted),
        }));
        let rank = |cell: &Cell| (cell.link, cell.priority == looked_at, cell.priority);
        order::by_key(&mut cells, |cell| (cell.input, cell.output, std::cmp::Reverse(rank(cell))));
        cells.dedup_by_key(|cell| (cell.input, cell.output));
        cells
    }
}

#[cfg(test)]
mod tests;
