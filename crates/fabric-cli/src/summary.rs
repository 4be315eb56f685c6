//! Report of a run as text, in tables with aligned columns. Start with [`write()`].
//!
//! A table has at most 40 rows; further rows are only counted. A table without rows is left out. Times and
//! rates have the largest unit that they reach, with two decimals.

mod flows;
mod losses;
mod memory;
mod strict;
mod waiting;

pub use waiting::{backlog_sentence, because, cause_line, conjunction, count, root_words};

use std::cmp::Reverse;
use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use fabric_sim::document::{Document, escape_unprintable};
use fabric_sim::engine::DropCause;
use fabric_sim::insight::{CollectiveReport, HostReport, PortReport, Report, SlowdownReport, WorkloadReport};
use fabric_sim::units::{Bytes, Time};

/// Largest number of rows of a table. Further rows are only counted.
const ROWS: usize = 40;

/// Writes the report of a run of `document`. A table without rows is left out. The order of the tables is
/// fixed. Rows of a table are in the order of `report`. If the table of ports would have too many rows, it
/// shows the ports that lost most frames.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, document: &Document, report: &Report) -> io::Result<()> {
    let Report { window, fabric, .. } = report;
    if !document.title.is_empty() {
        writeln!(out, "{}", escape_unprintable(&document.title))?;
    }
    let (from, to) = (Time(window.from_ps), Time(window.to_ps));
    writeln!(out, "{from} to {to}, {} events, state {}\n", report.events, report.hash)?;
    for warning in &report.warnings {
        writeln!(out, "warning: {warning}")?;
        if let Some(all) = report.warning_places.iter().find(|all| all.warning == *warning) {
            waiting::named(out, &format!("all {}", all.place_count), &all.places, all.place_count)?;
        }
    }
    if !report.warnings.is_empty() {
        writeln!(out)?;
    }
    // Counts and rates cover the window, but peaks of memory cover the run from its start.
    let peaks = if from > Time::ZERO { "; peaks since the start of the run" } else { "" };
    flows::write(out, &report.flows)?;
    rows(
        out,
        "collectives",
        &COLLECTIVE,
        report.collectives.iter().map(collective),
        report.collectives.len(),
    )?;
    let slowed = report.workloads.iter().flat_map(|of| of.slowdown.iter().map(|range| slowdown(of, range)));
    let slowed: Vec<Vec<String>> = slowed.collect();
    let count = slowed.len();
    rows(
        out,
        "slowdown of workloads: completion time over that of the flow alone",
        &SLOWDOWN,
        slowed.into_iter(),
        count,
    )?;
    for of in &report.workloads {
        writeln!(
            out,
            "{}: {} of {} flows have started, {} have finished{}\n",
            of.name,
            of.started,
            of.flows,
            of.finished,
            if of.finished == 0 { ", so there is no slowdown yet: run longer (horizon)" } else { "" }
        )?;
    }
    let mut eventful: Vec<&PortReport> = report.ports.iter().filter(|port| is_eventful(port)).collect();
    if eventful.len() > ROWS {
        // If the table has too many rows, the ports with the most drops come first.
        eventful.sort_by_key(|port| Reverse((lost(port).sum::<u64>(), port.paused_ps)));
    }
    rows(
        out,
        &format!("ports with pauses, drops, marks or headroom in use{peaks}"),
        &PORT,
        eventful.iter().map(|at| port(at)),
        eventful.len(),
    )?;
    let starved: Vec<Vec<String>> = report.ports.iter().filter_map(starved).collect();
    let count = starved.len();
    rows(out, "ports that waited for credits, or lost some", &STARVED, starved.into_iter(), count)?;
    let shares: Vec<Vec<String>> = by_port(&report.ports).flat_map(shares).collect();
    let count = shares.len();
    rows(
        out,
        "ETS classes, while others had something to send, too; of its port: in the whole window",
        &SHARE,
        shares.into_iter(),
        count,
    )?;
    let strict = strict::classes(&report.ports);
    let count = strict.len();
    rows(
        out,
        "strict classes, beside the others of their ports",
        &strict::HEADER,
        strict.into_iter(),
        count,
    )?;
    let receivers: Vec<Vec<String>> = report.hosts.iter().filter_map(receiver).collect();
    let count = receivers.len();
    rows(
        out,
        &format!("receive buffers of hosts with a slow bus{peaks}"),
        &RECEIVER,
        receivers.into_iter(),
        count,
    )?;
    memory::write(out, report)?;
    losses::write(out, report)?;
    let fairness = fabric.fairness.map(|index| format!(", fairness {index:.3}")).unwrap_or_default();
    let ports = if fabric.ports_paused == 1 { "port" } else { "ports" };
    writeln!(out, "{} {ports} paused{fairness}", fabric.ports_paused)?;
    waiting::causes(out, &report.causes)?;
    waiting::blocked(out, &report.blocked)?;
    waiting::watchdog_decisions(out, &report.watchdogs)?;
    balance(out, report)
}

/// Writes the balance of bytes: sent bytes, and the sum of delivered, in flight, buffered and dropped bytes.
fn balance(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let (conservation, fabric) = (&report.conservation, &report.fabric);
    let copied = match conservation.replicated_bytes {
        0 => String::new(),
        bytes => format!(" + copied by switches {bytes}"),
    };
    writeln!(
        out,
        "sent {} B{} = delivered {} + in flight {} + buffered {} + dropped {}{}",
        conservation.sent_bytes,
        copied,
        conservation.delivered_bytes,
        conservation.in_flight_bytes,
        conservation.buffered_bytes,
        conservation.dropped_bytes,
        match (conservation.holds, fabric.flood_copies) {
            (false, _) => ": DOES NOT HOLD",
            (true, 0) => "",
            (true, _) => " (flooded copies among them)",
        }
    )
}

const SLOWDOWN: [&str; 8] = ["workload", "size above", "at most", "flows", "mean", "p50", "p99", "max"];

/// Table row of a range of flow sizes in a workload. If the range has no upper bound, the cell `at most` is
/// `–`.
fn slowdown(of: &WorkloadReport, range: &SlowdownReport) -> Vec<String> {
    let bytes = |bytes: u64| format!("{} B", Bytes(bytes));
    let factor = |factor: f64| format!("{factor:.2}");
    vec![
        of.name.clone(),
        bytes(range.above_bytes),
        range.at_most_bytes.map_or_else(|| "–".to_owned(), bytes),
        range.flows.to_string(),
        factor(range.mean),
        factor(range.p50),
        factor(range.p99),
        factor(range.max),
    ]
}

const COLLECTIVE: [&str; 6] = ["collective", "kind", "message", "done", "mean time", "longest"];

/// Table row of a collective. The cell `done` has the number of completed repeats, such as `2 of 5`. Mean
/// and longest time cover only the completed repeats; `–` if no repeat is completed.
fn collective(of: &CollectiveReport) -> Vec<String> {
    let done = of.completion_ps.len() as u64;
    let time = |ps: Option<u64>| ps.map_or_else(|| "–".to_owned(), short);
    vec![
        of.name.clone(),
        of.kind.to_owned(),
        format!("{} B", of.message_bytes),
        format!("{done} of {}", of.repeats),
        time(of.completion_ps.iter().sum::<u64>().checked_div(done)),
        time(of.completion_ps.iter().max().copied()),
    ]
}

const PORT: [&str; 9] =
    ["port", "prio", "sent", "pauses out", "in", "paused", "shared peak", "headroom peak", "dropped"];

fn port(port: &PortReport) -> Vec<String> {
    vec![
        format!("{}.{}", port.node, port.port),
        port.priority.to_string(),
        port.tx_frames.to_string(),
        port.pause_sent.to_string(),
        port.pause_received.to_string(),
        short(port.paused_ps),
        format!("{} B", port.shared_peak_bytes),
        format!("{} B", port.headroom_peak_bytes),
        lost(port).sum::<u64>().to_string(),
    ]
}

/// Whether the table shows the row of a port: the port sent or received pauses, was paused, used headroom,
/// marked or lost frames.
fn is_eventful(port: &PortReport) -> bool {
    let counts =
        [port.pause_sent, port.pause_received, port.paused_ps, port.headroom_peak_bytes, port.ecn_marked];
    counts.into_iter().chain(lost(port)).any(|count| count > 0)
}

/// Numbers of frames that the port dropped, one for each cause. Two kinds of drops are left out. Drops of the
/// first kind lose no data, such as the drop of a frame that the receiver does not need. Frames of the second
/// kind never entered the fabric, because the send queue of their NIC was full.
fn lost(port: &PortReport) -> impl Iterator<Item = u64> {
    let is_loss = |cause: &DropCause| !cause.loses_no_data() && *cause != DropCause::SourceFull;
    let lost = DropCause::ALL.into_iter().filter(is_loss);
    lost.filter_map(|cause| port.drops.get(cause.name())).copied()
}

const STARVED: [&str; 6] = ["port", "prio", "credits", "left", "waited", "updates lost"];

/// Table row of a port with credits. `None` if the port never waited for credits and lost no credit update.
fn starved(port: &PortReport) -> Option<Vec<String>> {
    let credits = port.credits.filter(|credits| credits.starved_ps + credits.updates_lost > 0)?;
    Some(vec![
        format!("{}.{}", port.node, port.port),
        port.priority.to_string(),
        format!("{} B", credits.limit_bytes),
        format!("{} B", credits.available_bytes),
        short(credits.starved_ps),
        credits.updates_lost.to_string(),
    ])
}

const SHARE: [&str; 8] =
    ["port", "prio", "share", "target", "measured", "off by", "last round", "of its port"];

/// Table rows of the ETS classes of a port, in the order of `classes`. A class that never competed for
/// bandwidth has no row.
fn shares(classes: &[PortReport]) -> Vec<Vec<String>> {
    classes.iter().filter_map(|class| share(class, classes)).collect()
}

/// Table row of an ETS class. `None` if the class is strict, or if no other class of the port had frames to
/// send at the same time.
fn share(port: &PortReport, classes: &[PortReport]) -> Option<Vec<String>> {
    let ets = port.ets.filter(|ets| ets.contended_bytes > 0)?;
    Some(vec![
        format!("{}.{}", port.node, port.port),
        port.priority.to_string(),
        format!("{} %", ets.share_percent),
        format!("{:.2} %", ets.target_percent),
        format!("{:.2} %", ets.measured_percent),
        format!("{:+} B", ets.error_bytes),
        format!("{:+} B", ets.round_error_bytes),
        of_port(port, classes),
    ])
}

/// Reports of the classes of each port, one slice for each port. `ports` must be sorted by port.
fn by_port(ports: &[PortReport]) -> impl Iterator<Item = &[PortReport]> {
    ports.chunk_by(|a, b| (&a.node, a.port) == (&b.node, b.port))
}

/// Percentage of a class in the bytes that all classes of its port sent in the window, such as `12.50 %`.
/// If the port sent nothing, the text is `0.00 %`.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn of_port(class: &PortReport, classes: &[PortReport]) -> String {
    let sent: u64 = classes.iter().map(|class| class.tx_bytes).sum();
    format!("{:.2} %", 100.0 * class.tx_bytes as f64 / sent.max(1) as f64)
}

const RECEIVER: [&str; 5] = ["host", "bus", "buffer", "peak", "waits"];

/// Table row of a host whose NIC passes frames to the host at a limited rate; `None` if this rate has no
/// limit.
fn receiver(host: &HostReport) -> Option<Vec<String>> {
    Some(vec![
        host.node.clone(),
        rate(host.drain_bps?),
        format!("{} B", host.receive_buffer_bytes),
        format!("{} B", host.receive_peak_bytes),
        format!("{} B", host.receive_bytes),
    ])
}

/// Writes a title and a table of at most [`ROWS`] rows, then the number of further rows. `count` is the
/// number of all rows; if it is 0, nothing is written.
fn rows(
    out: &mut dyn Write,
    title: &str,
    header: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
    count: usize,
) -> io::Result<()> {
    if count == 0 {
        return Ok(());
    }
    writeln!(out, "{title}")?;
    table(out, header, rows.take(ROWS))?;
    if count > ROWS {
        writeln!(out, "  … and {} more (--json has all)", count - ROWS)?;
    }
    writeln!(out)
}

/// Writes a table with aligned columns, each line indented by two spaces. The first column is aligned to the
/// left, all other columns to the right. Without rows, only the header is written.
///
/// # Errors
/// If `out` cannot be written.
pub fn table(
    out: &mut dyn Write,
    header: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header);
    table.add_rows(rows);
    for (n, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        column.set_cell_alignment(if n == 0 { CellAlignment::Left } else { CellAlignment::Right });
    }
    table.lines().try_for_each(|line| writeln!(out, "  {}", line.trim_end()))
}

/// Writes the terms of a sum in three columns. Name and source are aligned to the left, the amount to the
/// right.
pub fn terms(out: &mut dyn Write, rows: impl Iterator<Item = Vec<String>>) -> io::Result<()> {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).add_rows(rows);
    for (n, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        column.set_cell_alignment(if n == 1 { CellAlignment::Right } else { CellAlignment::Left });
    }
    table.lines().try_for_each(|line| writeln!(out, "  {}", line.trim_end()))
}

/// Value as text with two decimals, in the largest unit that it reaches. The unit is chosen before rounding,
/// so that `1000.00 ns` can occur. A value that reaches no unit has the smallest unit. `steps` has the units
/// with their sizes, in descending order.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn scaled(value: u64, steps: &[(&str, f64)]) -> String {
    let value = value as f64;
    let (unit, scale) = steps.iter().find(|(_, scale)| value >= *scale).unwrap_or(&steps[steps.len() - 1]);
    format!("{:.2} {unit}", value / scale)
}

/// Time in picoseconds as text, in the largest unit that it reaches: `12.50 us`.
pub fn short(ps: u64) -> String {
    scaled(ps, &[("s", 1e12), ("ms", 1e9), ("us", 1e6), ("ns", 1e3)])
}

/// Rate in bits per second as text, in the largest unit that it reaches: `25.00 Gb/s`.
pub fn rate(bps: u64) -> String {
    scaled(bps, &[("Gb/s", 1e9), ("Mb/s", 1e6), ("kb/s", 1e3)])
}
