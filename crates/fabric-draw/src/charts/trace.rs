//! Quantity over time, as a polyline. A chart draws the polyline and can print its values. Start with
//! [`Trace`]. Times are in ps. At a jump, the trace has the value before it and the value after it.

/// Polyline of a quantity over time. Times are in ps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// Corners of the polyline in the order of time: time in ps, and value.
    pub corners: Vec<(f64, f64)>,
    /// Intervals in which several jumps of the value are merged, in the order of time.
    merged_jumps: Vec<MergedJumps>,
}

/// Several jumps of the value that a chart draws as one. Between the first jump at `from` and the last at
/// `until`, the value was at least `least` and at most `most`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MergedJumps {
    from: f64,
    until: f64,
    least: f64,
    most: f64,
}

impl Trace {
    /// Creates a trace from its corners: time in ps and value, in the order of time.
    #[must_use]
    pub const fn through(corners: Vec<(f64, f64)>) -> Self {
        Self { corners, merged_jumps: Vec::new() }
    }

    /// Appends the values of one pixel column of a chart, as a vertical line at the time `from`. Up to
    /// `from`, the trace keeps its previous value. Between the times `from` and `until`, the value was at
    /// least `least` and at most `most`. After `until`, the value is `end`.
    pub fn column(&mut self, (from, until): (f64, f64), least: f64, most: f64, end: f64) {
        if let Some((_, level)) = self.corners.last().copied() {
            self.corner(from, level);
        }
        let low = end - least <= most - end;
        self.corner(from, if low { most } else { least });
        self.corner(from, if low { least } else { most });
        self.corner(from, end);
        if until > from {
            self.merged_jumps.push(MergedJumps { from, until, least, most });
        }
    }

    /// Extends the trace with its last value until `time`. Changes nothing if the trace is empty or already
    /// reaches `time`.
    pub fn last_until(&mut self, time: f64) {
        if let Some((last, level)) = self.corners.last().copied()
            && last < time
        {
            self.corner(time, level);
        }
    }

    /// Part of the trace from time `from` to time `to`, both included, with interpolated values at both ends.
    /// A trace that begins later or ends earlier is not extended.
    #[must_use]
    pub fn within(self, from: f64, to: f64) -> Self {
        let mut corners: Vec<(f64, f64)> = Vec::with_capacity(self.corners.len());
        let mut before = None::<(f64, f64)>;
        for corner in self.corners {
            // Point in which the line to this corner crosses the time `at`.
            let edge = |at: f64| {
                let (time, level) = before.filter(|before| before.0 < at && at < corner.0)?;
                Some((at, level + (corner.1 - level) * (at - time) / (corner.0 - time)))
            };
            corners.extend(edge(from).into_iter().chain(edge(to)));
            if (from..=to).contains(&corner.0) {
                corners.push(corner);
            }
            before = Some(corner);
        }
        let mut merged_jumps = self.merged_jumps;
        merged_jumps.retain(|one| one.until >= from && one.from <= to);
        Self { corners, merged_jumps }
    }

    /// Least and greatest value at `time` in ps. The two values differ only at a jump and within merged
    /// jumps. `None` before the first corner and after the last.
    #[must_use]
    pub fn at(&self, time: f64) -> Option<(f64, f64)> {
        let behind = self.corners.partition_point(|corner| corner.0 <= time);
        let last = self.corners[..behind].last()?;
        self.corners.get(behind).or((last.0 >= time).then_some(last))?;
        // At a jump, both values count.
        let upright = self.corners[..behind].iter().rev().take_while(|corner| corner.0 >= time);
        let begun = self.merged_jumps.partition_point(|jumps| jumps.from <= time);
        let merged = self.merged_jumps[..begun].last().filter(|jumps| time <= jumps.until);
        let all = upright.map(|corner| (corner.1, corner.1)).chain(merged.map(|one| (one.least, one.most)));
        Some(all.fold((last.1, last.1), |(least, most), (low, high)| (least.min(low), most.max(high))))
    }

    fn corner(&mut self, time: f64, level: f64) {
        if self.corners.last() != Some(&(time, level)) {
            self.corners.push((time, level));
        }
    }
}
