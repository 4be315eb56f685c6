//! Looking for an event of a run, with a copy of it, so that the cursor stays
//! where it is until there is somewhere to go.

use crate::units::Time;

use super::{Goal, Reel, Rider};

/// Work after which it is asked whether to go on.
const ROUND: u64 = 64;

/// A search under way.
#[derive(Clone, Debug)]
pub struct Search<R> {
    scout: Reel<R>,
    way: Way,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    /// For the first one up to a time.
    On(Time),
    /// For the last one up to an event: of the stretch that is looked at, where
    /// it begins and ends, and what was found in it.
    Back { from: u64, to: u64, found: Option<u64> },
}

/// How far a search got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Not far enough yet.
    Unknown,
    /// It is the event of this number.
    Event(u64),
    /// There is none.
    Nothing,
    /// The run takes too much memory before it is found.
    TooLarge,
}

impl<R: Rider> Search<R> {
    /// For the next event behind where `scout` is, up to and including `end`.
    #[must_use]
    pub fn on(scout: Reel<R>, end: Time) -> Self {
        Self { scout, way: Way::On(end) }
    }

    /// For the last event up to that of number `to`: checkpoint by checkpoint,
    /// backwards.
    #[must_use]
    pub fn back(mut scout: Reel<R>, to: u64) -> Self {
        scout.approach_anew(Goal::Event(to));
        let from = scout.number();
        Self { scout, way: Way::Back { from, to, found: None } }
    }

    /// Goes on until `tired`; `is` says of a run whether the event that has just
    /// run is looked for.
    pub fn go_on(
        &mut self,
        is: &mut impl FnMut(&Reel<R>) -> bool,
        tired: &mut impl FnMut() -> bool,
    ) -> Found {
        let mut asked = self.scout.world().work();
        loop {
            let found = match &mut self.way {
                Way::On(end) => {
                    let before = self.scout.number();
                    if self.scout.one_until(*end) {
                        Found::Nothing
                    } else if self.scout.number() > before && is(&self.scout) {
                        Found::Event(self.scout.number())
                    } else {
                        Found::Unknown
                    }
                }
                Way::Back { from, to, found } => {
                    if self.scout.number() < *to && self.scout.one() {
                        if is(&self.scout) {
                            *found = Some(self.scout.number());
                        }
                        Found::Unknown
                    } else if let Some(number) = found {
                        Found::Event(*number)
                    } else if *from == 0 {
                        Found::Nothing
                    } else {
                        *to = *from;
                        self.scout.approach_anew(Goal::Event(*to));
                        *from = self.scout.number();
                        Found::Unknown
                    }
                }
            };
            if found != Found::Unknown {
                return found;
            }
            // A scout that goes back has done less.
            let work = self.scout.world().work();
            if work.abs_diff(asked) >= ROUND {
                asked = work;
                if self.scout.weigh() {
                    return Found::TooLarge;
                }
                if tired() {
                    return found;
                }
            }
        }
    }
}
