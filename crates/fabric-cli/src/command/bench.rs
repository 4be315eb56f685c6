use std::io::Write;

use clap::Args;
use fabric_bench::outlook::{Heap, Outlook};
use fabric_bench::workload::{WORKLOADS, Workload};

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

impl Bench {
    /// Runs the workload and the yardstick in turn, and writes both figures.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let workload = Workload::find(&self.workload).ok_or("there is no such workload")?;
        let heap = Heap { reset: || HEAP.reset_peak_usage(), peak: || HEAP.peak_usage() };
        let outlook = Outlook::of(workload, self.runs, heap)?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &outlook)?;
            writeln!(out)?;
        } else {
            print(&outlook, out)?;
        }
        Ok(())
    }
}

fn print(outlook: &Outlook, out: &mut dyn Write) -> Outcome {
    let millions = |rate: f64| rate / 1e6;
    writeln!(
        out,
        "{}: {} hops, {} events in {:.3} s",
        outlook.workload, outlook.hops, outlook.events, outlook.wall_s
    )?;
    writeln!(out, "fabric     {:6.2} M hops/s", millions(outlook.hops_per_s))?;
    if outlook.cells > 0 {
        writeln!(out, "crossbar   {:6.2} M cells/s", millions(outlook.cells_per_s))?;
    }
    writeln!(out, "bare loop  {:6.2} M hops/s (w1l, same run)", millions(outlook.yardstick_hops_per_s))?;
    writeln!(out, "ratio      {:6.2}", outlook.ratio)?;
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    let heap_mb = outlook.heap_peak_bytes as f64 / 1e6;
    writeln!(out, "heap       {heap_mb:6.2} MB at most, document and fabric included")?;
    let finished_ms = fabric_sim::units::Time(outlook.finished_ps).as_secs_f64() * 1e3;
    writeln!(out, "simulated  {finished_ms:.3} ms, {} drops, {} pauses", outlook.drops, outlook.pauses)?;
    Ok(())
}
