//! Speed of whole workloads, as `fabric bench` prints it. The measurement itself is in `fabric_bench`.

use std::io::Write;

use fabric_bench::measurement::Measurement;
use fabric_bench::workload::Unit;

use super::{BenchReport, millions};
use crate::Outcome;

impl BenchReport for Measurement {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(
            out,
            "{}: {} hops, {} events in {:.4} s, the fastest of {}",
            self.workload, self.hops, self.events, self.wall_s, self.runs
        )?;
        let hops = (self.hops_per_s, self.yardstick_hops_per_s, "hops/s");
        let events = (self.events_per_s, self.yardstick_events_per_s, "events/s");
        let rates = match self.unit {
            Unit::Hops => [hops, events],
            Unit::Events => [events, hops],
        };
        let line = |[first, second]: [(f64, &str); 2]| {
            format!("{:6.2} M {}, {:.2} M {}", millions(first.0), first.1, millions(second.0), second.1)
        };
        writeln!(out, "fabric     {}", line(rates.map(|(fabric, _, unit)| (fabric, unit))))?;
        if self.cells > 0 {
            writeln!(out, "crossbar   {:6.2} M cells/s", millions(self.cells_per_s))?;
        }
        writeln!(out, "bare loop  {} (w1l, same run)", line(rates.map(|(_, bare, unit)| (bare, unit))))?;
        writeln!(out, "ratio      {:6.2} of its {}", self.ratio, rates[0].2)?;
        #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
        let heap_mb = self.heap_peak_bytes as f64 / 1e6;
        writeln!(out, "heap       {heap_mb:6.2} MB at most, document and fabric included")?;
        let finished_ms = fabric_sim::units::Time(self.finished_ps).as_secs_f64() * 1e3;
        writeln!(out, "simulated  {finished_ms:.3} ms, {} drops, {} pauses", self.drops, self.pauses)?;
        Ok(())
    }
}
