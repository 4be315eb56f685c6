//! Log of warnings with the times at which they held. Actions change settings during a run, so warnings can
//! begin and end. Start with [`WarningLog`].
//!
//! A warning that holds during the whole run has no times in its sentence. A warning that ends and holds
//! again later counts as holding from its first appearance on.

use super::super::amount::time;
use super::placed::Warning;
use crate::units::Time;

/// Warnings of the run so far, in the order of their first appearance.
#[derive(Default)]
pub(super) struct WarningLog(Vec<LoggedWarning>);

/// Warning, with the times at which the warning begins and ceases to hold. The end, `until`, is `None` while
/// the warning holds.
struct LoggedWarning {
    warning: Warning,
    from: Time,
    until: Option<Time>,
}

impl WarningLog {
    /// Records that exactly the warnings `now` hold from time `at` on. A warning that is missing from `now`
    /// ends at `at`.
    pub(super) fn hold(&mut self, at: Time, now: Vec<Warning>) {
        for one in &mut self.0 {
            let holds = now.contains(&one.warning);
            one.until = if holds { None } else { one.until.or(Some(at)) };
        }
        for warning in now {
            if !self.0.iter().any(|one| one.warning == warning) {
                self.0.push(LoggedWarning { warning, from: at, until: None });
            }
        }
    }

    /// Warnings with the times at which they held, as part of their sentences. Warnings that still hold come
    /// first, then those that have ended. Both groups are in the order of first appearance.
    pub(super) fn warnings(self) -> Vec<Warning> {
        let (now, past): (Vec<LoggedWarning>, Vec<LoggedWarning>) =
            self.0.into_iter().partition(|one| one.until.is_none());
        now.into_iter().chain(past).map(LoggedWarning::with_times).collect()
    }
}

impl LoggedWarning {
    fn with_times(self) -> Warning {
        let Self { warning: Warning { sentence, places }, from, until } = self;
        let sentence = match until {
            None if from == Time::ZERO => sentence,
            None => format!("{sentence} (from {} on)", time(from)),
            Some(until) if from == Time::ZERO => {
                format!("{sentence} (up to {}, no longer)", time(until))
            }
            Some(until) => format!("{sentence} (from {} to {}, no longer)", time(from), time(until)),
        };
        Warning { sentence, places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_warning_is_logged_once_with_its_first_and_last_time() {
        let mut log = WarningLog::default();
        for (us, now) in [(0, vec!["a", "b"]), (2, vec!["b", "c"]), (4, vec!["b", "d"]), (5, vec!["c", "b"])]
        {
            log.hold(Time::from_us(us), now.into_iter().map(|one| Warning::from(one.to_owned())).collect());
        }
        assert_eq!(
            log.warnings().into_iter().map(|one| one.sentence).collect::<Vec<_>>(),
            ["b", "c (from 2 µs on)", "a (up to 2 µs, no longer)", "d (from 4 µs to 5 µs, no longer)"]
        );
    }
}
