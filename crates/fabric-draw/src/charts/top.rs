//! Choice of the value at the top of an axis. A short peak may exceed the axis, so that it does not flatten
//! the rest. The top is a round number; an axis of rates reaches at least 1 Mb/s.

use super::{Trace, nice_ceiling};
use fabric_sim::sort;

/// Least value that the axis must reach: 1 Mb/s for rates.
const LEAST: f64 = 1e6;

/// Value at the top of the axis for `traces`, and the greatest value of all traces.
///
/// The axis covers the values that last for at least a tenth of the time. Higher values may exceed it, so
/// that a short peak does not flatten the rest. The axis covers all values if the lasting values are below 1
/// Mb/s. It also covers them if it need not be more than six times as high. Without traces, the values are 2
/// Mb/s and 0.
#[must_use]
pub fn top_of<'a>(traces: impl Iterator<Item = &'a Trace>) -> (f64, f64) {
    let mut levels: Vec<(f64, f64)> = Vec::new();
    for trace in traces {
        levels.extend(trace.corners.windows(2).map(|pair| (pair[0].1.max(pair[1].1), pair[1].0 - pair[0].0)));
    }
    sort::by(&mut levels, |a, b| b.0.total_cmp(&a.0));
    let all: f64 = levels.iter().map(|level| level.1).sum();
    let most = levels.first().map_or(0.0, |level| level.0);
    let mut above = 0.0;
    let lasting = levels.iter().find(|level| {
        above += level.1;
        above >= all / 10.0
    });
    let lasting = lasting.map_or(most, |level| level.0);
    let whole = nice_ceiling(most.max(LEAST) * 1.04);
    let near = nice_ceiling(lasting * 1.3);
    // An axis that is a little higher covers everything.
    if lasting < LEAST || 6.0 * near >= whole { (whole, most) } else { (near, most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(corners: &[(f64, f64)]) -> (f64, f64) {
        let trace = Trace::through(corners.to_vec());
        let (top, most) = top_of([&trace].into_iter());
        ((top / 1e6).round(), (most / 1e6).round())
    }

    /// Trace in Mb/s from 0 to 100 that is `low`, and `high` between `from` and `to`.
    fn levels(low: f64, high: f64, from: f64, to: f64) -> Vec<(f64, f64)> {
        let (low, high) = (low * 1e6, high * 1e6);
        vec![(0.0, low), (from, low), (from, high), (to, high), (to, low), (100.0, low)]
    }

    #[test]
    fn a_short_peak_does_not_flatten_lasting_values() {
        assert_eq!(top(&levels(1_000.0, 90_000.0, 40.0, 45.0)), (2_000.0, 90_000.0));
        assert_eq!(top(&levels(1_000.0, 90_000.0, 40.0, 60.0)), (100_000.0, 90_000.0), "it lasts");
        assert_eq!(top(&levels(60_000.0, 90_000.0, 40.0, 45.0)), (100_000.0, 90_000.0), "nearly as high");
    }

    #[test]
    fn where_nothing_arrives_for_most_of_the_time_the_rest_is_shown_whole() {
        assert_eq!(top(&levels(0.0, 15_800.0, 0.0, 9.0)), (20_000.0, 15_800.0));
        assert_eq!(top(&[]), (2.0, 0.0), "nothing at all");
    }
}
