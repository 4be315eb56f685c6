//! Growth of the cost of a hop with the size of the fabric, as `fabric bench` prints it. Start with
//! [`Growth::measure`].

use std::error::Error;
use std::io::Write;

use fabric_bench::growth::{self, BUSY, BUSY_PENDING, Fabric, HOSTS, PENDING, Rate};
use fabric_bench::workload::{Bare, SHORT_BARE_LOOP};
use fabric_sim::engine::COUNTS;
use serde::Serialize;

use super::{BenchReport, millions};
use crate::Outcome;
use crate::summary::table;

/// Growth of the cost of a hop with three quantities: number of hosts, bytes handed over at the start, and
/// number of idle hosts.
#[derive(Serialize)]
pub struct Growth {
    runs: u32,
    counters: bool,
    /// Hops per second of the fastest run of the bare event loop.
    yardstick_hops_per_s: f64,
    fabrics: Vec<Cell>,
}

/// Measured fabric, and the rate of its fastest run.
#[derive(Serialize)]
pub struct Cell {
    /// Number of hosts that send.
    hosts: u32,
    /// Number of hosts that do not send.
    pub idle_hosts: u32,
    /// Megabytes that all hosts together hand over to their NICs at the start.
    pub pending_mb: u32,
    /// Hops of a single run: data frames and acks, counted at each link.
    hops: u64,
    /// Number of events that a single run of the fabric processes.
    events: u64,
    /// Hops per second of wall time, in the fastest run.
    hops_per_s: f64,
    /// Hops per second of the fabric, divided by the hops per second of the bare event loop.
    ratio: f64,
}

impl Growth {
    /// Measures the fabrics in `only`, in the order of [`Fabric::all`], or all fabrics if `only` is empty.
    /// Unknown names are ignored. In each of `runs` turns, the bare event loop runs first, then each fabric.
    /// Only the fastest run of the loop and of each fabric is used. With 0 `runs` there are no fabrics.
    ///
    /// # Errors
    /// If the document of a fabric is refused.
    pub fn measure(runs: u32, only: &[String]) -> Result<Self, Box<dyn Error>> {
        let is_chosen = |fabric: &Fabric| only.is_empty() || only.contains(&fabric.name());
        let mut all = Vec::new();
        for fabric in Fabric::all().into_iter().filter(is_chosen) {
            all.push((fabric, fabric.spec()?, None::<Rate>));
        }
        let mut bare = Bare::default();
        for _ in 0..runs {
            bare = bare.max(Bare::run(SHORT_BARE_LOOP));
            for (_, spec, best) in &mut all {
                let rate = growth::run(spec);
                *best = best.filter(|best| best.hops_per_s >= rate.hops_per_s).or(Some(rate));
            }
        }
        let cells = all.into_iter().filter_map(|(fabric, _, rate)| Some(Cell::of(fabric, rate?, bare)));
        let fabrics = cells.collect();
        Ok(Self { runs, counters: COUNTS, yardstick_hops_per_s: bare.hops_per_s, fabrics })
    }

    /// Measured fabrics with `hosts` sending hosts, in the order of measurement. Empty if no fabric with this
    /// number was measured. The fabrics with idle hosts have [`BUSY`] sending hosts, and are in ascending
    /// number of idle hosts.
    pub fn of(&self, hosts: u32) -> impl Iterator<Item = &Cell> {
        self.fabrics.iter().filter(move |cell| cell.hosts == hosts)
    }

    /// Rate of the fastest fabric, in millions of hops per second. 0 if none was measured.
    pub fn most(&self) -> f64 {
        self.fabrics.iter().map(Cell::rate).fold(0.0, f64::max)
    }
}

impl Cell {
    fn of(Fabric { hosts, idle, pending }: Fabric, rate: Rate, bare: Bare) -> Self {
        let Rate { hops, events, hops_per_s } = rate;
        let ratio = hops_per_s / bare.hops_per_s;
        Self { hosts, idle_hosts: idle, pending_mb: pending, hops, events, hops_per_s, ratio }
    }

    /// Rate in millions of hops per second of wall time.
    pub fn rate(&self) -> f64 {
        millions(self.hops_per_s)
    }

    /// Rate in millions of hops per second, then in brackets the ratio to the bare event loop: `3.20 (0.41)`.
    fn text(&self) -> String {
        format!("{:.2} ({:.2})", self.rate(), self.ratio)
    }
}

impl BenchReport for Growth {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        let bare = millions(self.yardstick_hops_per_s);
        writeln!(
            out,
            "M hops/s of a permutation over leaves and spines (in brackets: of the {bare:.2} of the bare loop of the same run)"
        )?;
        let measured = |hosts: &u32| self.of(*hosts).next().is_some();
        if HOSTS.iter().any(measured) {
            writeln!(out, "by hosts and MB handed over at the start")?;
            let pending = PENDING.map(|mb| format!("{mb} MB"));
            let header: Vec<&str> =
                std::iter::once("hosts").chain(pending.iter().map(String::as_str)).collect();
            let cell =
                |hosts: u32, mb: u32| self.of(hosts).find(|cell| cell.pending_mb == mb).map(Cell::text);
            let row = |hosts: u32| {
                let cells = PENDING.map(|mb| cell(hosts, mb).unwrap_or_default());
                std::iter::once(hosts.to_string()).chain(cells).collect()
            };
            table(out, &header, HOSTS.into_iter().filter(measured).map(row))?;
        }
        if measured(&BUSY) {
            writeln!(out, "of {BUSY} hosts that send {BUSY_PENDING} MB, beside others that are idle")?;
            let row = |cell: &Cell| vec![cell.idle_hosts.to_string(), cell.text(), cell.events.to_string()];
            table(out, &["idle hosts", "M hops/s", "events"], self.of(BUSY).map(row))?;
        }
        Ok(())
    }
}
