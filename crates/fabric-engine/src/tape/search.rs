//! Search for an event of a run, in a copy of the run, so that the cursor stays until the event is
//! found.

use crate::units::Time;

use super::{CheckpointedObserver, Goal, SeekableRun};

/// Work between two checks whether to continue.
const ROUND: u64 = 64;

/// Search in progress.
#[derive(Clone, Debug)]
pub struct Search<R> {
    scout: SeekableRun<R>,
    direction: Direction,
}

#[derive(Clone, Copy, Debug)]
enum Direction {
    /// Forward: the first match up to a time.
    On(Time),
    /// Backward: the last match up to an event. Start and end of the interval searched now, and the
    /// last match in it.
    Back { from: u64, to: u64, found: Option<u64> },
}

/// State of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchState {
    /// Not decided yet.
    Unknown,
    /// Event of this number.
    Event(u64),
    /// No such event.
    Nothing,
    /// The run exceeded its memory limit first.
    TooLarge,
}

impl<R: CheckpointedObserver> Search<R> {
    /// Starts a search for the next match after the cursor of `scout`, up to and including `end`.
    #[must_use]
    pub fn on(scout: SeekableRun<R>, end: Time) -> Self {
        Self { scout, direction: Direction::On(end) }
    }

    /// Starts a search for the last match up to event `to`, from checkpoint to checkpoint,
    /// backwards.
    #[must_use]
    pub fn back(mut scout: SeekableRun<R>, to: u64) -> Self {
        scout.approach_anew(Goal::Event(to));
        let from = scout.number();
        Self { scout, direction: Direction::Back { from, to, found: None } }
    }

    /// Continues until `tired`. `is` tells whether the last event of a run is a match.
    pub fn go_on(
        &mut self,
        is: &mut impl FnMut(&SeekableRun<R>) -> bool,
        tired: &mut impl FnMut() -> bool,
    ) -> SearchState {
        let mut asked = self.scout.world().work();
        loop {
            let found = match &mut self.direction {
                Direction::On(end) => {
                    let before = self.scout.number();
                    if self.scout.one_until(*end) {
                        SearchState::Nothing
                    } else if self.scout.number() > before && is(&self.scout) {
                        SearchState::Event(self.scout.number())
                    } else {
                        SearchState::Unknown
                    }
                }
                Direction::Back { from, to, found } => {
                    if self.scout.number() < *to && self.scout.one() {
                        if is(&self.scout) {
                            *found = Some(self.scout.number());
                        }
                        SearchState::Unknown
                    } else if let Some(number) = found {
                        SearchState::Event(*number)
                    } else if *from == 0 {
                        SearchState::Nothing
                    } else {
                        *to = *from;
                        self.scout.approach_anew(Goal::Event(*to));
                        *from = self.scout.number();
                        SearchState::Unknown
                    }
                }
            };
            if found != SearchState::Unknown {
                return found;
            }
            // After a jump back the work is smaller.
            let work = self.scout.world().work();
            if work.abs_diff(asked) >= ROUND {
                asked = work;
                if self.scout.weigh() {
                    return SearchState::TooLarge;
                }
                if tired() {
                    return found;
                }
            }
        }
    }
}
