//! Command `fabric size`: prints the recommended headroom and thresholds. Start with [`Size::run`].
//!
//! Groups are in the order of switches, ports and priorities. Without `--until`, the settings at time 0 are
//! used. With `--provoke` a document is printed instead of sizes.

use std::io::{self, Write};
use std::sync::Arc;

use clap::Args;
use fabric_sim::engine::World;
use fabric_sim::insight::{FrameSize, GroupSize, LinkPauseSize, SizeReport, VendorSize};
use fabric_sim::sizing::Platform;
use fabric_sim::units::{Bytes, Time};
use fabric_sim::worst_case::worst_case_at;

use super::run::time;
use super::simulate::Progress;
use crate::Outcome;
use crate::source::Source;
use crate::summary::{rate, short, table, terms};

/// Arguments of `fabric size`.
#[derive(Args)]
pub struct Size {
    #[command(flatten)]
    source: Source,
    /// Print JSON, which also has calculations for switches
    #[arg(long, conflicts_with = "provoke")]
    json: bool,
    /// Add the headroom by SONiC's formula for an NVIDIA platform: spectrum, spectrum-2, spectrum-3 or
    /// spectrum-4
    #[arg(long, value_name = "NAME", value_parser = platform)]
    platform: Option<&'static Platform>,
    /// Print a document that produces the worst case of a priority group, such as `s1.0.p3`. In this
    /// document, the group does not drain, and each pause waits for a full frame that has just started
    #[arg(long, value_name = "NODE.PORT.PRIORITY")]
    provoke: Option<String>,
    /// Time up to which the document runs. The sizes include peaks and changed parameters up to this time
    /// [default: nothing runs]
    #[arg(long, value_name = "TIME", value_parser = time, allow_hyphen_values = true)]
    until: Option<Time>,
}

/// Finds the platform called `text`. The error lists the known names.
fn platform(text: &str) -> Result<&'static Platform, String> {
    Platform::find(text)
}

impl Size {
    /// Writes the recommended sizes, or the document of the worst case. With `--until`, all events of the
    /// end time run, without a limit on the number of events. The time of a share link is ignored.
    ///
    /// # Errors
    /// If the document is invalid, or if `--provoke` names no priority group with a worst case.
    pub fn run(&self, out: &mut dyn Write) -> Outcome {
        let link = self.source.load()?;
        let mut world = World::new(Arc::new(self.source.compile(&link.document)?));
        if let Some(end) = self.until {
            Progress::new(end).run(&mut world, end, &mut ())?;
        }
        if let Some(place) = &self.provoke {
            let document = worst_case_at(&world, place).map_err(|why| format!("--provoke: {why}"))?;
            out.write_all(document.to_json().as_bytes())?;
            return Ok(());
        }
        let report = SizeReport::of(&world, self.platform);
        if self.json {
            return super::write_json(out, &report);
        }
        for group in &report.groups {
            write_group(out, group)?;
        }
        for link in &report.link_pause_sizes {
            write_link_pause(out, link)?;
        }
        if report.groups.is_empty() && report.link_pause_sizes.is_empty() {
            writeln!(out, "no lossless frames arrive at a switch that sends pauses for them")?;
        }
        write_calculators(out, &report)?;
        Ok(())
    }
}

/// Writes the terms of the headroom of a group, the recommended sizes, and the sizes in force. The row with
/// the formula of the vendor is present only with `--platform`. An XOFF that is not fixed is written as
/// `dynamic`.
fn write_group(out: &mut dyn Write, group: &GroupSize) -> io::Result<()> {
    let GroupSize { node, port, priority, cell_bytes, .. } = group;
    writeln!(
        out,
        "{node}.{port} priority {priority}, {}: frames of {}",
        rate(group.rate_bps),
        frames(group)
    )?;
    if *cell_bytes > 1 {
        writeln!(out, "  memory in cells of {cell_bytes} B")?;
    }
    let mut rows = vec![
        term(
            "reverse frame",
            group.wait_ps,
            format!("{} B may just have started", group.reverse_frame_bytes),
        ),
        term("pause frame", group.pfc_ps, "64 B, from its start to the last bit".to_owned()),
        term("cable", group.cable_ps, "there and back".to_owned()),
        term("response", group.response_ps, "pfc_delay of the other end".to_owned()),
        vec![
            "gap".to_owned(),
            format!("-{}", short(group.gap_ps)),
            "after the frame that crosses XOFF".to_owned(),
        ],
        term("together", group.total_ps, format!("a frame takes {}", short(group.frame_ps))),
        size("headroom", group.headroom_bytes, arriving(group) + &further_outputs(group)),
        size("XON", group.xon_bytes, drain(group)),
        size("XOFF", group.xoff_bytes, most(group)),
    ];
    rows.extend(group.vendor.as_ref().map(vendor));
    terms(out, rows.into_iter())?;
    let xoff = group.xoff_set_bytes.map_or("dynamic".to_owned(), |bytes| Bytes(bytes).to_string());
    writeln!(
        out,
        "  in force: headroom {}, XON {}, XOFF {xoff}; headroom used {}\n",
        Bytes(group.headroom_set_bytes),
        Bytes(group.xon_set_bytes),
        Bytes(group.headroom_peak_bytes),
    )
}

/// Writes the recommended thresholds of a port that pauses its whole link (802.3x). If every `link_xoff` is
/// too high, the row of `link_xoff` says so.
fn write_link_pause(out: &mut dyn Write, link: &LinkPauseSize) -> io::Result<()> {
    let LinkPauseSize { node, port, priority, .. } = link;
    writeln!(
        out,
        "{node}.{port}, {}: 802.3x pauses of the whole link, asked for by the sum of its groups",
        rate(link.rate_bps)
    )?;
    let of = format!("of priority {priority}, which may be all that arrives");
    let most = match link.link_xoff_most_bytes {
        0 => format!("no link_xoff is low enough: raise the headroom {of}"),
        most => format!(
            "link_xon and two frames, at least; at most {}, so that no lossless group overflows",
            Bytes(most)
        ),
    };
    let drains = format!("drains at {} for {}", rate(link.drain_bps), short(link.turn_ps));
    let rows = [
        term("reverse frame", link.wait_ps, "the largest that may just have started".to_owned()),
        term("pause frame", link.pause_frame_ps, "64 B, from its start to the last bit".to_owned()),
        term("cable", link.cable_ps, "there and back".to_owned()),
        term("response", link.response_ps, "pfc_delay of the other end".to_owned()),
        term("together", link.total_ps, "less the gap after the frame that crosses link_xoff".to_owned()),
        size("still arrives", link.arriving_bytes, format!("at most, {of}")),
        size("link_xon", link.link_xon_bytes, format!("{drains}, until frames arrive again")),
        size("link_xoff", link.link_xoff_bytes, most),
    ];
    terms(out, rows.into_iter())?;
    writeln!(
        out,
        "  in force: link_xon {}, link_xoff {}\n",
        Bytes(link.link_xon_set_bytes),
        Bytes(link.link_xoff_set_bytes)
    )
}

/// Lengths of the arriving frames as text. If a frame takes more memory than its length, the memory in
/// cells follows. If there are more than six lengths, the text has the first five, the number of omitted
/// lengths, and the last.
fn frames(group: &GroupSize) -> String {
    const MAX_SIZES: usize = 6;
    let text = |frame: &FrameSize| {
        let in_cells = frame.memory_bytes > frame.frame_bytes.into();
        let memory = if in_cells { format!(" ({} B in cells)", frame.memory_bytes) } else { String::new() };
        format!("{} B{memory}", frame.frame_bytes)
    };
    let all = &group.frames;
    let mut words: Vec<String> = all.iter().take(MAX_SIZES - 1).map(text).collect();
    if all.len() > MAX_SIZES {
        words.push(format!("{} more", all.len() - MAX_SIZES));
    }
    words.extend(all.iter().skip(MAX_SIZES - 1).next_back().map(text));
    words.join(", ")
}

/// Text that explains the headroom by the arriving frames. If `arriving_frames` is 0, as for several frame
/// lengths with memory in cells, the text gives no number of frames.
fn arriving(group: &GroupSize) -> String {
    let GroupSize { arriving_frames, beyond_frames, total_ps, frame_ps, .. } = group;
    if *arriving_frames == 0 {
        // Frames of this size take the most memory in a given time.
        let dense = |a: &&FrameSize, b: &&FrameSize| {
            let product = |x: &FrameSize, y: &FrameSize| u128::from(x.memory_bytes) * u128::from(y.wire_ps);
            product(a, b).cmp(&product(b, a))
        };
        let densest = group.frames.iter().max_by(dense).map_or_else(String::new, |frame| {
            let FrameSize { frame_bytes, memory_bytes, wire_ps } = frame;
            format!(" (frames of {frame_bytes} B: {memory_bytes} B in each {})", short(*wire_ps))
        });
        return format!(
            "what fills most cells in that time{densest}, and {beyond_frames} of the largest frames"
        );
    }
    let whole = total_ps.div_ceil((*frame_ps).max(1));
    format!("{arriving_frames} frames: {whole} that start meanwhile, and {beyond_frames}")
}

/// Text about the XOFF that is added to the headroom for further egress ports (`pfc_trigger` egress). Empty
/// without further egress ports. Also empty with a dynamic XOFF, for which no bytes are added.
fn further_outputs(group: &GroupSize) -> String {
    match (group.further_outputs, group.xoff_set_bytes) {
        (0, _) | (_, None) => String::new(),
        (outputs, Some(xoff)) => format!(
            "; and an XOFF of {} for each of {outputs} further outputs (pfc_trigger egress)",
            Bytes(xoff)
        ),
    }
}

fn drain(group: &GroupSize) -> String {
    let drains = rate(group.drain_bps);
    format!("drains at {drains} for {}, until frames arrive again", short(group.turn_ps))
}

/// Text that explains the recommended XOFF. If the memory is too small for this XOFF, the text says how much
/// memory each group gets.
fn most(group: &GroupSize) -> String {
    if group.xoff_most_bytes < group.xoff_bytes {
        return format!(
            "XON and two frames; the memory holds {} for each group",
            Bytes(group.xoff_most_bytes)
        );
    }
    format!("XON and two frames, at least; at most {} for each group", Bytes(group.xoff_most_bytes))
}

fn vendor(vendor: &VendorSize) -> Vec<String> {
    let source = format!(
        "{} B + ({} + cable {:.1} + MAC and PHY {} + peer {} + tile {}) B x {:.3} in cells, up to whole 1024 B; {}; {}",
        vendor.lossless_mtu_bytes,
        vendor.port_mtu_bytes,
        vendor.cable_bytes,
        vendor.mac_phy_bytes,
        vendor.peer_bytes,
        vendor.tile_bytes,
        vendor.occupancy,
        vendor.switches,
        vendor.source,
    );
    size(vendor.platform, vendor.headroom_bytes, source)
}

fn term(name: &str, ps: u64, source: String) -> Vec<String> {
    vec![name.to_owned(), short(ps), source]
}

fn size(name: &str, bytes: u64, source: String) -> Vec<String> {
    vec![name.to_owned(), format!("{} B", Bytes(bytes)), source]
}

/// Writes a table of egress ports and a table of flows; a table without rows is left out. The latency of a
/// flow is the sum of serialisation, propagation, ingress latency and crossbar, without queueing and
/// receiving; `-` if one of these parts is unknown.
fn write_calculators(out: &mut dyn Write, report: &SizeReport) -> io::Result<()> {
    let outputs = report.outputs.iter().map(|output| {
        vec![
            format!("{}.{} P{}", output.node, output.port, output.priority),
            output.inputs.to_string(),
            rate(output.arriving_bps),
            rate(output.leaving_bps),
            Bytes(output.least_bytes).to_string(),
            output.fills_ps.map_or("never".to_owned(), short),
        ]
    });
    if outputs.len() > 0 {
        writeln!(out, "outputs, if all their inputs send at once")?;
        table(out, &["output", "inputs", "arriving", "leaving", "two frames", "memory full"], outputs)?;
    }
    let flows = report.flows.iter().map(|flow| {
        let parts = [flow.serialisation_ps, flow.propagation_ps, flow.ingress_ps, flow.crossbar_ps];
        let alone = parts.into_iter().try_fold(0, |sum, part| Some(sum + part?));
        vec![
            flow.name.clone(),
            format!("{} of {} B", flow.payload_bytes, flow.frame_bytes),
            format!("{:.2} %", f64::from(flow.payload_millionths) / 1e4),
            flow.switches.to_string(),
            alone.map_or("-".to_owned(), short),
        ]
    });
    if flows.len() > 0 {
        writeln!(out, "flows, a full frame alone")?;
        table(out, &["flow", "payload", "efficiency", "switches", "latency"], flows)?;
    }
    Ok(())
}
