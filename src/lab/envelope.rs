//! A quantity over time in bounded memory, of which no peak is ever lost.

use fabric_sim::units::Time;

/// Least and greatest value of each of at most [`Envelope::BUCKETS`] spans of
/// equal length; the spans double when time runs past the last one.
#[derive(Clone, Debug)]
pub struct Envelope {
    width: u64,
    buckets: Vec<Column>,
    last: u64,
}

/// Least, greatest and last value of a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where the stretch starts.
    pub from: Time,
    /// The least value in it.
    pub least: u64,
    /// The greatest.
    pub most: u64,
    /// The last.
    pub last: u64,
}

impl Column {
    /// Both stretches as one; `later` follows this one.
    fn with(self, later: Self) -> Self {
        Self {
            from: self.from,
            least: self.least.min(later.least),
            most: self.most.max(later.most),
            last: later.last,
        }
    }
}

impl Envelope {
    /// How many spans are kept.
    pub const BUCKETS: usize = 1024;

    /// Starts at 0, ready for `horizon` without doubling.
    #[must_use]
    pub fn new(horizon: Time) -> Self {
        let width = horizon.ps().div_ceil(Self::BUCKETS as u64).max(1);
        Self { width, buckets: Vec::new(), last: 0 }
    }

    /// How long a span is.
    #[must_use]
    pub const fn width(&self) -> Time {
        Time(self.width)
    }

    /// The value at the end of the first so many spans.
    #[must_use]
    pub fn behind(&self, spans: u64) -> u64 {
        let Some(index) = spans.checked_sub(1) else { return 0 };
        let bucket = usize::try_from(index).ok().and_then(|index| self.buckets.get(index));
        bucket.map_or(self.last, |bucket| bucket.last)
    }

    /// The value is `value` from `at` on; times must not go back.
    pub fn push(&mut self, at: Time, value: u64) {
        let mut index = at.ps() / self.width;
        while index >= Self::BUCKETS as u64 {
            self.double();
            index = at.ps() / self.width;
        }
        let index = usize::try_from(index).unwrap_or(Self::BUCKETS - 1);
        while self.buckets.len() <= index {
            let from = Time(self.buckets.len() as u64 * self.width);
            let last = self.last;
            self.buckets.push(Column { from, least: last, most: last, last });
        }
        if let Some(bucket) = self.buckets.get_mut(index) {
            *bucket = bucket.with(Column { from: at, least: value, most: value, last: value });
        }
        self.last = value;
    }

    /// Drops the spans after the one that `time` lies in.
    pub fn forget_after(&mut self, time: Time) {
        let index = usize::try_from(time.ps() / self.width).unwrap_or(usize::MAX);
        self.buckets.truncate(index.saturating_add(1));
        self.last = self.buckets.last().map_or(0, |bucket| bucket.last);
    }

    fn double(&mut self) {
        self.width *= 2;
        let pairs = self.buckets.chunks(2);
        self.buckets = pairs.filter_map(|pair| pair.iter().copied().reduce(Column::with)).collect();
    }

    /// At most `columns` stretches from `from` to `to`, in order.
    #[must_use]
    pub fn columns(&self, from: Time, to: Time, columns: usize) -> Vec<Column> {
        let (first, last) = (from.ps() / self.width, to.ps() / self.width);
        let spans = usize::try_from(last.saturating_sub(first) + 1).unwrap_or(Self::BUCKETS);
        let each = spans.div_ceil(columns.max(1)).max(1);
        let skip = usize::try_from(first).unwrap_or(usize::MAX);
        let kept = self.buckets.get(skip.min(self.buckets.len())..).unwrap_or_default();
        kept[..spans.min(kept.len())]
            .chunks(each)
            .filter_map(|chunk| chunk.iter().copied().reduce(Column::with))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_survives_any_thinning() {
        let mut envelope = Envelope::new(Time::from_ns(1));
        for n in 0..10_000u64 {
            envelope.push(Time(n * 1_000), if n == 4_321 { 99 } else { n % 7 });
        }
        let columns = envelope.columns(Time::ZERO, Time(10_000_000), 40);
        assert!(columns.len() <= 40, "{}", columns.len());
        assert_eq!(columns.iter().map(|column| column.most).max(), Some(99));
        assert!(columns.iter().all(|column| column.least == 0));
    }

    #[test]
    fn a_value_lasts_until_the_next() {
        let mut envelope = Envelope::new(Time(1_024));
        envelope.push(Time(0), 5);
        envelope.push(Time(500), 5);
        envelope.push(Time(600), 0);
        let columns = envelope.columns(Time::ZERO, Time(599), 1_024);
        assert_eq!(columns.len(), 600);
        assert!(columns[1..].iter().all(|column| (column.least, column.most) == (5, 5)));
    }
}
