use std::io::Write;

use fabric_bench::outlook::Outlook;

use super::Figures;
use crate::Outcome;

impl Figures for Outlook {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        let millions = |rate: f64| rate / 1e6;
        writeln!(
            out,
            "{}: {} hops, {} events in {:.3} s",
            self.workload, self.hops, self.events, self.wall_s
        )?;
        writeln!(out, "fabric     {:6.2} M hops/s", millions(self.hops_per_s))?;
        if self.cells > 0 {
            writeln!(out, "crossbar   {:6.2} M cells/s", millions(self.cells_per_s))?;
        }
        writeln!(out, "bare loop  {:6.2} M hops/s (w1l, same run)", millions(self.yardstick_hops_per_s))?;
        writeln!(out, "ratio      {:6.2}", self.ratio)?;
        #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
        let heap_mb = self.heap_peak_bytes as f64 / 1e6;
        writeln!(out, "heap       {heap_mb:6.2} MB at most, document and fabric included")?;
        let finished_ms = fabric_sim::units::Time(self.finished_ps).as_secs_f64() * 1e3;
        writeln!(out, "simulated  {finished_ms:.3} ms, {} drops, {} pauses", self.drops, self.pauses)?;
        Ok(())
    }
}
