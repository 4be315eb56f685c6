//! A quantity over time as it is drawn and read.

/// A quantity over time: corners of a line that is level, or upright where the
/// value jumps; times in ps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The corners, in order.
    pub corners: Vec<(f64, f64)>,
}

impl Trace {
    /// The next column: from `time` on the value went from `least` to `most`,
    /// and stayed at `end`.
    pub fn column(&mut self, time: f64, least: f64, most: f64, end: f64) {
        if let Some((_, level)) = self.corners.last().copied() {
            self.corner(time, level);
        }
        let low = end - least <= most - end;
        self.corner(time, if low { most } else { least });
        self.corner(time, if low { least } else { most });
        self.corner(time, end);
    }

    /// Its last value lasts until `time`.
    pub fn last_until(&mut self, time: f64) {
        if let Some((last, level)) = self.corners.last().copied()
            && last < time
        {
            self.corner(time, level);
        }
    }

    /// The least and the most that it is where `time` lies in it; nothing
    /// before its first corner and behind its last.
    #[must_use]
    pub fn at(&self, time: f64) -> Option<(f64, f64)> {
        let behind = self.corners.partition_point(|corner| corner.0 <= time);
        let last = self.corners[..behind].last()?;
        self.corners.get(behind).or((last.0 >= time).then_some(last))?;
        let upright = self.corners[..behind].iter().rev().take_while(|corner| corner.0 >= last.0);
        Some(
            upright.fold((last.1, last.1), |(least, most), corner| (least.min(corner.1), most.max(corner.1))),
        )
    }

    fn corner(&mut self, time: f64, level: f64) {
        if self.corners.last() != Some(&(time, level)) {
            self.corners.push((time, level));
        }
    }
}
