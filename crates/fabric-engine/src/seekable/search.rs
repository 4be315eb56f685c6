//! Search for an event of a run, in a copy of the run: the cursor of the run does not move. Start
//! with [`Search::advance`].

use crate::units::Time;

use super::{CheckpointedObserver, SeekTarget, SeekableRun};

/// Units of work ([`World::work`](crate::engine::World::work)) after which the search checks again whether to
/// stop.
const ROUND: u64 = 64;

/// Search for an event, in progress; [`Search::advance`] continues the search.
#[derive(Clone, Debug)]
pub struct Search<R> {
    scout: SeekableRun<R>,
    direction: Direction,
}

#[derive(Clone, Copy, Debug)]
enum Direction {
    /// Forward search: finds the first match at this time or earlier.
    Forward(Time),
    /// Backward search: finds the last match. The intervals between checkpoints are searched one by one, the
    /// latest first. `from` and `to`: numbers of the events at the start and at the end of the present
    /// interval. `found`: number of the last match in the present interval so far; `None` if there is none
    /// yet.
    Backward { from: u64, to: u64, found: Option<u64> },
}

/// State of a search for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchState {
    /// The search is not finished; call [`Search::advance`] again.
    Unknown,
    /// The search has found the event of this number.
    Event(u64),
    /// No event matches.
    Nothing,
    /// The run exceeded its memory budget before the search was finished.
    TooLarge,
}

impl<R: CheckpointedObserver> Search<R> {
    /// Starts a forward search for the first match after the cursor of `scout`, up to and including
    /// the time `end`.
    #[must_use]
    pub fn forward(scout: SeekableRun<R>, end: Time) -> Self {
        Self { scout, direction: Direction::Forward(end) }
    }

    /// Starts a backward search for the last match up to and including event `to`. The intervals
    /// between checkpoints are searched one after the other, the latest interval first.
    #[must_use]
    pub fn backward(mut scout: SeekableRun<R>, to: u64) -> Self {
        scout.approach_anew(SeekTarget::Event(to));
        let from = scout.number();
        Self { scout, direction: Direction::Backward { from, to, found: None } }
    }

    /// Continues the search until it is finished or `should_stop` returns true. If the search was stopped,
    /// the result is [`SearchState::Unknown`]. `is_match` returns whether the last event of the given run is
    /// a match.
    pub fn advance(
        &mut self,
        is_match: &mut impl FnMut(&SeekableRun<R>) -> bool,
        should_stop: &mut impl FnMut() -> bool,
    ) -> SearchState {
        let mut checked_at = self.scout.world().work();
        loop {
            let found = match &mut self.direction {
                Direction::Forward(end) => {
                    let before = self.scout.number();
                    if !self.scout.run_event_until(*end) {
                        SearchState::Nothing
                    } else if self.scout.number() > before && is_match(&self.scout) {
                        SearchState::Event(self.scout.number())
                    } else {
                        SearchState::Unknown
                    }
                }
                Direction::Backward { from, to, found } => {
                    if self.scout.number() < *to && self.scout.run_event() {
                        if is_match(&self.scout) {
                            *found = Some(self.scout.number());
                        }
                        SearchState::Unknown
                    } else if let Some(number) = found {
                        SearchState::Event(*number)
                    } else if *from == 0 {
                        SearchState::Nothing
                    } else {
                        *to = *from;
                        self.scout.approach_anew(SeekTarget::Event(*to));
                        *from = self.scout.number();
                        SearchState::Unknown
                    }
                }
            };
            if found != SearchState::Unknown {
                return found;
            }
            // The work is lower after a jump to an earlier checkpoint.
            let work = self.scout.world().work();
            if work.abs_diff(checked_at) >= ROUND {
                checked_at = work;
                if self.scout.weigh() {
                    return SearchState::TooLarge;
                }
                if should_stop() {
                    return found;
                }
            }
        }
    }
}
