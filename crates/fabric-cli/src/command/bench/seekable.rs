//! Cost of checkpoints and seeks, as `fabric bench` prints it. The measurement itself is in `fabric_bench`.

use std::io::Write;

use fabric_bench::seekable::{Checkpoint, Clones, Seeks};

use super::BenchReport;
use crate::Outcome;
use crate::summary::table;

impl BenchReport for Clones {
    /// Prints every fifth checkpoint, with times in microseconds.
    fn print(&self, out: &mut dyn Write) -> Outcome {
        self.measurement.print(out)?;
        let row = |copy: &Checkpoint| {
            let at = fabric_sim::units::Time(copy.at_ps);
            let numbers = [copy.frames as usize, copy.bytes, copy.beside_frames()].map(|n| n.to_string());
            let times = [copy.us, copy.back_us].map(|us| format!("{us:.1}"));
            [vec![at.to_string()], numbers.to_vec(), times.to_vec()].concat()
        };
        let header = ["at", "frames", "bytes", "beside 40 a frame", "us", "back us"];
        table(out, &header, self.copies.iter().step_by(5).map(row))?;
        writeln!(out, "at most {} bytes beside 40 for each frame", self.most_beside_frames)?;
        writeln!(
            out,
            "at most {:.1} us to make one, {:.1} us to go on from it",
            self.slowest_us, self.back_slowest_us
        )?;
        Ok(())
    }
}

impl BenchReport for Seeks {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        self.measurement.print(out)?;
        writeln!(out, "{} checkpoints of {} bytes", self.checkpoints, self.checkpoint_bytes)?;
        let rows = [
            ("anywhere", self.anywhere_median_ms, self.anywhere_slowest_ms),
            ("one event back", self.back_median_ms, self.back_slowest_ms),
        ];
        let row = |(name, median, slowest): (&str, f64, f64)| {
            vec![name.to_owned(), format!("{median:.2}"), format!("{slowest:.2}")]
        };
        table(out, &["to", "median ms", "slowest ms"], rows.into_iter().map(row))?;
        Ok(())
    }
}
