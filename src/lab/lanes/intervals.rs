//! Intervals in which a queue was blocked, in limited memory. Start with [`PauseIntervals`]. If there are too
//! many intervals, intervals that start close to each other are merged. A merged interval covers all its
//! intervals, and also the gaps between them; the total length does not include these gaps. A second start
//! without an end, and an end without a start, change nothing.

use fabric_sim::units::Time;

/// Interval in which a queue was blocked, or several such intervals that were merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PauseInterval {
    /// Start of the interval; if intervals were merged, start of the first of them.
    pub from: Time,
    /// End of the interval; if intervals were merged, end of the last of them.
    pub to: Time,
    /// Number of merged intervals; 1 if nothing was merged.
    pub count: u32,
}

/// Intervals of a queue in order of time, in limited memory. Above [`Self::MAX_INTERVALS`], intervals that
/// start close to each other are merged.
#[derive(Clone, Debug, Default)]
pub struct PauseIntervals {
    /// Length of the cells of time in ps; intervals that start in the same cell are merged. 0 while nothing
    /// is merged.
    grain: u64,
    /// Intervals that have ended, in order of time.
    closed: Vec<PauseInterval>,
    /// Start of the interval that has not ended; `None` if all intervals have ended.
    open: Option<Time>,
    /// Total length of the ended intervals, without the gaps that merging hides.
    total: Time,
}

impl PauseIntervals {
    /// Greatest number of intervals that are kept for a queue. More intervals would be useless, because a
    /// lane has fewer pixels.
    pub const MAX_INTERVALS: usize = 2_048;

    /// Starts an interval in which the queue is blocked, at the time `at`. Does nothing if the last interval
    /// has not ended.
    pub fn begin(&mut self, at: Time) {
        self.open.get_or_insert(at);
    }

    /// Ends the interval in which the queue was blocked, at the time `at`. Does nothing if no interval has
    /// started. `at` must not be before the start of the interval. An interval of length 0 is kept.
    pub fn end(&mut self, at: Time) {
        let Some(from) = self.open.take() else { return };
        self.total += at - from;
        self.closed.push(PauseInterval { from, to: at, count: 1 });
        if self.grain > 0 {
            self.join(self.closed.len().saturating_sub(2));
        }
        while self.closed.len() > Self::MAX_INTERVALS {
            self.grain = (self.grain * 2).max(1);
            self.join(0);
        }
    }

    /// Merges entries from index `first` on: an entry is merged into the preceding entry if both start in the
    /// same cell of time of length `grain`.
    fn join(&mut self, first: usize) {
        let cell = |at: Time| at.ps() / self.grain;
        let mut last = first;
        for next in first + 1..self.closed.len() {
            let later = self.closed[next];
            let before = &mut self.closed[last];
            if cell(before.from) == cell(later.from) {
                (before.to, before.count) = (later.to, before.count.saturating_add(later.count));
            } else {
                last += 1;
                self.closed[last] = later;
            }
        }
        self.closed.truncate(last + 1);
    }

    /// Discards everything after the time `now`. `total` is the length of the intervals that had ended by
    /// `now`. `open` is the start of the interval that had not ended at `now`; `None` if all had ended. An
    /// interval that starts exactly at `now`, or at `open`, is discarded. A merged interval that ends later
    /// is shortened to `open`, or to `now` without `open`, and keeps its whole count.
    pub fn forget_after(&mut self, now: Time, total: Time, open: Option<Time>) {
        let cut = open.unwrap_or(now);
        self.closed.retain(|interval| interval.from < cut);
        if let Some(last) = self.closed.last_mut() {
            last.to = last.to.min(cut);
        }
        (self.total, self.open) = (total, open);
    }

    /// Whether no interval is recorded, neither ended nor open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.closed.is_empty() && self.open.is_none()
    }

    /// Start of the interval that has not ended; `None` if all intervals have ended.
    #[must_use]
    pub fn open(&self) -> Option<Time> {
        self.open
    }

    /// Total length of all intervals up to `until`, without the gaps between them. `until` must not be before
    /// the end of the last ended interval. An interval that has not ended counts up to `until`, or 0 if its
    /// start is after `until`.
    #[must_use]
    pub fn total(&self, until: Time) -> Time {
        self.total + self.open.map_or(Time::ZERO, |open| until.saturating_sub(open))
    }

    /// Intervals that overlap or touch the time from `from` to `to`, in order of time. An interval that has
    /// not ended counts as ending at `until`. A merged interval counts as a whole, with its gaps.
    pub fn within(
        &self,
        (from, to): (Time, Time),
        until: Time,
    ) -> impl Iterator<Item = PauseInterval> + Clone {
        let first = self.closed.partition_point(|interval| interval.to < from);
        let behind = self.closed.partition_point(|interval| interval.from <= to).max(first);
        let last = self.open.map(|from| PauseInterval { from, to: until.max(from), count: 1 });
        let last = last.filter(|last| last.from <= to && last.to >= from);
        self.closed[first..behind].iter().copied().chain(last)
    }

    /// All intervals in order. An interval that has not ended counts as ending at `until`.
    pub fn iter(&self, until: Time) -> impl Iterator<Item = PauseInterval> + Clone {
        let last = self.open.map(|from| PauseInterval { from, to: until.max(from), count: 1 });
        self.closed.iter().copied().chain(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(all: &PauseIntervals, until: Time) -> Vec<(Time, Time)> {
        all.iter(until).map(|interval| (interval.from, interval.to)).collect()
    }

    #[test]
    fn a_million_pauses_are_bounded_and_each_is_covered() {
        let mut all = PauseIntervals::default();
        let start = |n: u64| Time(n * n % 97 + n * 1_000);
        for n in 0..1_000_000 {
            all.begin(start(n));
            all.end(start(n) + Time(300));
        }
        let stored = pairs(&all, Time::NEVER);
        assert!((900..=PauseIntervals::MAX_INTERVALS).contains(&stored.len()), "{}", stored.len());
        assert_eq!(all.total(Time::NEVER), Time(300_000_000), "however many are one");
        assert_eq!(all.iter(Time::NEVER).map(|one| u64::from(one.count)).sum::<u64>(), 1_000_000);
        assert!(stored.windows(2).all(|pair| pair[0].1 < pair[1].0), "in order and apart");
        for n in (0..1_000_000).step_by(997) {
            let at = start(n);
            assert!(stored.iter().any(|(from, to)| *from <= at && at < *to), "pause {n}");
        }
    }

    #[test]
    fn a_long_gap_stays_when_short_ones_go() {
        let mut all = PauseIntervals::default();
        for n in 0..10_000u64 {
            let from = Time(n * 10 + if n >= 5_000 { 1_000_000 } else { 0 });
            all.begin(from);
            all.end(from + Time(5));
        }
        let gap = (Time(49_995), Time(1_050_000));
        let stored = pairs(&all, Time::NEVER);
        assert!(stored.windows(2).any(|pair| (pair[0].1, pair[1].0) == gap), "{stored:?}");
    }

    #[test]
    fn open_interval_ends_now_and_begins_once() {
        let mut all = PauseIntervals::default();
        all.end(Time(5));
        assert!(all.is_empty());
        all.begin(Time(10));
        all.begin(Time(12));
        assert_eq!(pairs(&all, Time(30)), [(Time(10), Time(30))]);
        assert_eq!((all.total(Time(30)), all.open()), (Time(20), Some(Time(10))));
    }

    #[test]
    fn window_has_exactly_the_overlapping_intervals() {
        let mut all = PauseIntervals::default();
        for from in (0..100).map(|n| n * 100) {
            all.begin(Time(from));
            all.end(Time(from + 60));
        }
        all.begin(Time(20_000));
        let until = Time(30_000);
        for (from, to) in
            [(0, 5), (50, 90), (60, 100), (61, 99), (9_950, 19_999), (25_000, 40_000), (31_000, 32_000)]
        {
            let (from, to) = (Time(from), Time(to));
            let naive: Vec<PauseInterval> =
                all.iter(until).filter(|one| one.to >= from && one.from <= to).collect();
            assert_eq!(all.within((from, to), until).collect::<Vec<_>>(), naive, "{from} to {to}");
        }
    }

    #[test]
    fn forgetting_cuts_at_the_time_of_the_world() {
        let mut all = PauseIntervals::default();
        for from in [10, 30, 50] {
            all.begin(Time(from));
            all.end(Time(from + 10));
        }
        let mut within = all.clone();
        within.forget_after(Time(35), Time(10), Some(Time(30)));
        assert_eq!(pairs(&within, Time(35)), [(Time(10), Time(20)), (Time(30), Time(35))]);
        assert_eq!(within.total(Time(35)), Time(15));
        all.forget_after(Time(45), Time(20), None);
        assert_eq!(pairs(&all, Time(45)), [(Time(10), Time(20)), (Time(30), Time(40))]);
        assert_eq!(all.total(Time(45)), Time(20));
    }
}
