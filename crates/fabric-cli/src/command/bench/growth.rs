use std::error::Error;
use std::io::Write;
use std::path::Path;

use fabric_bench::growth::{HOSTS, PENDING, spec};
use fabric_bench::workload;
use plotters::prelude::*;
use serde::Serialize;

use super::Figures;
use crate::Outcome;
use crate::summary::table;

/// Of the lines, for all common colour vision (Okabe and Ito).
const COLOURS: [RGBColor; HOSTS.len()] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

/// How cost grows with hosts and with what they are handed at the start.
#[derive(Serialize)]
pub struct Growth {
    fabrics: Vec<Fabric>,
}

#[derive(Serialize)]
struct Fabric {
    hosts: u32,
    pending_mb: u32,
    hops: u64,
    hops_per_s: f64,
}

impl Growth {
    /// Runs each fabric `runs` times; of each the fastest counts.
    pub fn measure(runs: u32) -> Result<Self, Box<dyn Error>> {
        let mut fabrics = Vec::new();
        for hosts in HOSTS {
            for pending_mb in PENDING {
                let spec = spec(hosts, pending_mb)?;
                let all = (0..runs).map(|_| workload::run(&spec));
                let best = all.max_by(|a, b| a.hops_per_s().total_cmp(&b.hops_per_s()));
                let best = best.ok_or("no run was asked for")?;
                fabrics.push(Fabric { hosts, pending_mb, hops: best.hops, hops_per_s: best.hops_per_s() });
            }
        }
        Ok(Self { fabrics })
    }

    fn of(&self, hosts: u32) -> impl Iterator<Item = &Fabric> {
        self.fabrics.iter().filter(move |fabric| fabric.hosts == hosts)
    }

    /// Draws hops a second over the bytes, a line for each number of hosts.
    pub fn draw(&self, file: &Path) -> Outcome {
        let most = self.fabrics.iter().map(|fabric| fabric.hops_per_s).fold(0.0, f64::max) / 1e6;
        let area = SVGBackend::new(file, (640, 400)).into_drawing_area();
        let range = (f64::from(PENDING[0])..f64::from(PENDING[PENDING.len() - 1])).log_scale();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 44)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(range, 0.0..most * 1.1)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.1))
            .x_desc("MB handed over at the start")
            .y_desc("M hops/s")
            .x_label_formatter(&|mb| format!("{mb:.0}"))
            .y_label_formatter(&|rate| format!("{rate:.1}"))
            .draw()?;
        for (hosts, color) in HOSTS.into_iter().zip(COLOURS) {
            let points: Vec<_> = self
                .of(hosts)
                .map(|fabric| (f64::from(fabric.pending_mb), fabric.hops_per_s / 1e6))
                .collect();
            chart
                .draw_series(LineSeries::new(points, color.stroke_width(2)).point_size(3))?
                .label(format!("{hosts} hosts"))
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerLeft)
            .border_style(BLACK)
            .background_style(WHITE)
            .draw()?;
        area.present()?;
        Ok(())
    }
}

impl Figures for Growth {
    fn print(&self, out: &mut dyn Write) -> Outcome {
        writeln!(
            out,
            "M hops/s of a permutation over leaves and spines, by hosts and MB handed over at the start"
        )?;
        let pending = PENDING.map(|mb| format!("{mb} MB"));
        let header: Vec<&str> = std::iter::once("hosts").chain(pending.iter().map(String::as_str)).collect();
        let row = |hosts: u32| {
            let rates = self.of(hosts).map(|fabric| format!("{:.2}", fabric.hops_per_s / 1e6));
            std::iter::once(hosts.to_string()).chain(rates).collect()
        };
        table(out, &header, HOSTS.into_iter().map(row))?;
        Ok(())
    }
}
