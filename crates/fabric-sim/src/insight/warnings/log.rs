//! Warnings with the intervals in which they held, because actions change settings during a run.
//!
//! A sentence that holds from the start has no times. One that stopped and holds again counts as
//! holding since its first appearance; its gap is not recorded.

use super::super::amount::time;
use crate::units::Time;

/// Warnings in the order of their first appearance.
#[derive(Default)]
pub(super) struct WarningLog(Vec<Spell>);

/// Warning with the time from which it held, and the time until which it held; `None` while it
/// holds.
struct Spell {
    sentence: String,
    from: Time,
    until: Option<Time>,
}

impl WarningLog {
    /// Sets the warnings that hold from `at` on to `now`.
    pub(super) fn hold(&mut self, at: Time, now: Vec<String>) {
        for spell in &mut self.0 {
            let holds = now.contains(&spell.sentence);
            spell.until = if holds { None } else { spell.until.or(Some(at)) };
        }
        for sentence in now {
            if !self.0.iter().any(|spell| spell.sentence == sentence) {
                self.0.push(Spell { sentence, from: at, until: None });
            }
        }
    }

    /// Sentences, those that still hold first.
    pub(super) fn sentences(self) -> Vec<String> {
        let (now, past): (Vec<Spell>, Vec<Spell>) =
            self.0.into_iter().partition(|spell| spell.until.is_none());
        now.into_iter().chain(past).map(Spell::text).collect()
    }
}

impl Spell {
    fn text(self) -> String {
        let Self { sentence, from, until } = self;
        match until {
            None if from == Time::ZERO => sentence,
            None => format!("{sentence} (from {} on)", time(from)),
            Some(until) if from == Time::ZERO => {
                format!("{sentence} (up to {}, no longer)", time(until))
            }
            Some(until) => format!("{sentence} (from {} to {}, no longer)", time(from), time(until)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_once_with_its_first_and_last_time() {
        let mut told = WarningLog::default();
        for (us, now) in [(0, vec!["a", "b"]), (2, vec!["b", "c"]), (4, vec!["b", "d"]), (5, vec!["c", "b"])]
        {
            told.hold(Time::from_us(us), now.into_iter().map(str::to_owned).collect());
        }
        assert_eq!(
            told.sentences(),
            ["b", "c (from 2 µs on)", "a (up to 2 µs, no longer)", "d (from 4 µs to 5 µs, no longer)"]
        );
    }
}
