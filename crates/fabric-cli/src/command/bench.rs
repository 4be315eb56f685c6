use std::io::Write;

use clap::Args;
use fabric_bench::workload::{self, Figures, WORKLOADS, Workload};
use serde::Serialize;

use crate::{HEAP, Outcome};

/// `fabric bench`.
#[derive(Args)]
pub struct Bench {
    /// The workload
    #[arg(value_parser = WORKLOADS.map(|workload| workload.name))]
    workload: String,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Runs of each, taken in turn; the fastest of each counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
}

/// What is printed. Rates are per second of wall time.
#[derive(Serialize)]
struct Outlook {
    workload: &'static str,
    hops: u64,
    events: u64,
    wall_s: f64,
    hops_per_s: f64,
    cells: u64,
    cells_per_s: f64,
    heap_peak_bytes: usize,
    yardstick_hops_per_s: f64,
    ratio: f64,
    finished_ps: u64,
    drops: u64,
    pauses: u64,
}

impl Bench {
    /// Runs the workload and the yardstick in turn, and writes both figures.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let workload = Workload::find(&self.workload).ok_or("there is no such workload")?;
        let spec = workload.spec()?;
        let mut best: Option<Figures> = None;
        let mut yardstick: f64 = 0.0;
        let mut heap_peak_bytes = 0;
        for _ in 0..self.runs {
            yardstick = yardstick.max(workload::yardstick_hops_per_s());
            HEAP.reset_peak_usage();
            let figures = workload::run(&spec);
            heap_peak_bytes = HEAP.peak_usage();
            if best.is_none_or(|best| figures.wall_s < best.wall_s) {
                best = Some(figures);
            }
        }
        let figures = best.ok_or("no run was asked for")?;
        let outlook = Outlook {
            workload: workload.name,
            hops: figures.hops,
            events: figures.events,
            wall_s: figures.wall_s,
            hops_per_s: figures.hops_per_s(),
            cells: figures.cells,
            cells_per_s: figures.per_s(figures.cells),
            heap_peak_bytes,
            yardstick_hops_per_s: yardstick,
            ratio: figures.hops_per_s() / yardstick,
            finished_ps: figures.finished.ps(),
            drops: figures.drops,
            pauses: figures.pauses,
        };
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &outlook)?;
            writeln!(out)?;
        } else {
            outlook.print(out)?;
        }
        Ok(())
    }
}

impl Outlook {
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
