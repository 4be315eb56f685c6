//! Choice of the value at the top of an axis. A short peak may be cut off, so that the other values remain
//! legible. The top is a round number, at least 2 Mb/s for rates.

use super::{Trace, nice_ceiling};
use fabric_sim::sort;

/// Least rate, in bits per second, that the axis must include: 1 Mb/s.
const LEAST: f64 = 1e6;

/// Value at the top of the axis for `traces`, and the greatest value of all traces; 2 Mb/s and 0 without
/// traces.
///
/// The axis may cut off peaks: the highest values, which together last less than a tenth of the time. Peaks
/// are cut off only if they would make the axis more than six times as high, and if the other values reach 1
/// Mb/s. Otherwise the axis covers all values.
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
    // If the axis for all values is at most six times as high, it covers all values.
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

    /// Trace from time 0 to time 100: `high` between the times `from` and `to`, otherwise `low`, both in
    /// Mb/s.
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
