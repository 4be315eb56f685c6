//! Charts of hops per second: over the bytes handed over at the start, and over the number of idle hosts.

use std::error::Error;

use fabric_bench::growth::{BUSY, HOSTS, IDLE, PENDING};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::growth::Growth;

/// Colours of the lines. People with common kinds of colour blindness can distinguish these colours (Okabe
/// and Ito).
const COLOURS: [RGBColor; HOSTS.len()] =
    [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws two charts of hops per second in one SVG. The left chart has the bytes handed over at the start as
/// its x axis, and a line for each number of hosts. The right chart has the number of idle hosts as its x
/// axis. Both y axes begin at 0 and end 10 % above the fastest fabric. Fabrics that were not measured have no
/// point. Each chart has a line only for the numbers that were measured. The bytes have a logarithmic axis,
/// the idle hosts a linear one.
///
/// # Errors
/// If the drawing library refuses the chart.
pub fn draw(growth: &Growth) -> Result<String, Box<dyn Error>> {
    let most = growth.most() * 1.1;
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (960, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let (left, right) = area.split_horizontally(560);
    by_bytes(&left, growth, most)?;
    by_idle(&right, growth, most)?;
    area.present()?;
    drop((left, right, area));
    Ok(svg)
}

fn by_bytes(area: &Area, growth: &Growth, most: f64) -> Result<(), Box<dyn Error>> {
    let range = (f64::from(PENDING[0])..f64::from(PENDING[PENDING.len() - 1])).log_scale();
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .set_label_area_size(LabelAreaPosition::Left, 44)
        .set_label_area_size(LabelAreaPosition::Bottom, 40)
        .build_cartesian_2d(range, 0.0..most)?;
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
        let points = growth.of(hosts).map(|cell| (f64::from(cell.pending_mb), cell.rate()));
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
    Ok(())
}

fn by_idle(area: &Area, growth: &Growth, most: f64) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .set_label_area_size(LabelAreaPosition::Left, 44)
        .set_label_area_size(LabelAreaPosition::Bottom, 40)
        .build_cartesian_2d(0.0..f64::from(IDLE[IDLE.len() - 1]), 0.0..most)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.1))
        .x_desc(format!("idle hosts beside {BUSY} that send"))
        .x_labels(5)
        .x_label_formatter(&|hosts| format!("{hosts:.0}"))
        .y_label_formatter(&|rate| format!("{rate:.1}"))
        .draw()?;
    let points = growth.of(BUSY).map(|cell| (f64::from(cell.idle_hosts), cell.rate()));
    chart.draw_series(LineSeries::new(points, BLACK.stroke_width(2)).point_size(3))?;
    Ok(())
}
