//! Lines about pauses and losses in the text report. Start with [`write()`].

use std::io::{self, Write};

use fabric_sim::engine::DropCause;
use fabric_sim::insight::{FabricReport, PortReport, Report};
use fabric_sim::units::Time;

use super::ROWS;
use super::waiting::count;

/// Largest number of places (port and priority) that the line of lost pauses names. Further places are only
/// counted.
const PLACES: usize = 8;

/// Writes lines about pauses and losses, in this order: totals of the fabric, drops by cause, lossless
/// groups that lost frames without a pause or after a lost pause, and lossy groups with a static XOFF that
/// lost frames. Then follow frames that receivers discarded, values that `pfc=off` changed, links that are
/// down, and lost pauses and resumes. A line whose count is 0 is left out, except the totals. At most
/// [`ROWS`] groups of each kind are written.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let fabric = &report.fabric;
    writeln!(out, "{}", counts(fabric))?;
    let is_lost = |cause: &str| cause != DropCause::SourceFull.name();
    let drops = fabric.drops.iter().filter(|(cause, _)| is_lost(cause));
    let lost: Vec<String> = drops.map(|(cause, frames)| format!("{cause} {frames}")).collect();
    if !lost.is_empty() {
        writeln!(out, "lost by cause: {}", lost.join(", "))?;
    }
    for group in report.drops_without_pause.iter().take(ROWS) {
        writeln!(
            out,
            "{} priority {} lost {} lossless frames and never requested a pause: {}",
            group.port, group.priority, group.lost_frames, group.why
        )?;
    }
    if report.drops_without_pause.len() > ROWS {
        writeln!(
            out,
            "and {} (--json has all)",
            count(report.drops_without_pause.len() - ROWS, "other group")
        )?;
    }
    for group in report.drops_after_lost_pauses.iter().take(ROWS) {
        writeln!(
            out,
            "{} priority {} lost {} lossless frames after a pause of P{} towards {} was lost at {}",
            group.port,
            group.priority,
            group.lost_frames,
            group.priority,
            group.to,
            Time(group.lost_at_ps)
        )?;
    }
    if report.drops_after_lost_pauses.len() > ROWS {
        let others = count(report.drops_after_lost_pauses.len() - ROWS, "other group");
        writeln!(out, "and {others} (--json has all)")?;
    }
    for group in report.static_drops.iter().take(ROWS) {
        writeln!(
            out,
            "{} priority {} is lossy and dropped {} frames at its static XOFF of {} B; give alpha for a dynamic limit, or \
             pfc=off for the same fabric without PFC",
            group.port, group.priority, group.lost_frames, group.xoff_bytes
        )?;
    }
    if report.static_drops.len() > ROWS {
        writeln!(out, "and {} (--json has all)", count(report.static_drops.len() - ROWS, "other group"))?;
    }
    let thrown: Vec<String> =
        fabric.discards.iter().map(|(cause, frames)| format!("{cause} {frames}")).collect();
    if !thrown.is_empty() {
        writeln!(out, "discarded by receivers: {}", thrown.join(", "))?;
    }
    for change in &report.without_pfc {
        writeln!(out, "pfc=off changed {change}")?;
    }
    if !fabric.links_down.is_empty() {
        writeln!(out, "links that are down: {}", fabric.links_down.join(", "))?;
    }
    if fabric.pfc_lost > 0 {
        let lost: Vec<&PortReport> = report.ports.iter().filter(|port| port.pfc_lost > 0).collect();
        let place =
            |at: &&PortReport| format!("{}.{} priority {}: {}", at.node, at.port, at.priority, at.pfc_lost);
        let mut places: Vec<String> = lost.iter().take(PLACES).map(place).collect();
        if lost.len() > PLACES {
            places.push(format!("and {} (--json has all)", count(lost.len() - PLACES, "other")));
        }
        let places = places.join(", ");
        writeln!(out, "pauses and resumes lost on their way: {} (on the way to {places})", fabric.pfc_lost)?;
    }
    Ok(())
}

/// Totals of pauses, marks and drops as one line. Frames that found the send queue of their own host full
/// never entered the fabric, so they are not counted as dropped. The text gives the number of these frames
/// separately. The numbers of unsent frames and of flooded copies are left out if the number is 0.
fn counts(fabric: &FabricReport) -> String {
    let lossless: u64 = fabric.lossless_drops.values().sum();
    let causes: Vec<String> =
        fabric.lossless_drops.iter().map(|(cause, count)| format!("{cause} {count}")).collect();
    let causes = if causes.is_empty() { String::new() } else { format!(" ({})", causes.join(", ")) };
    let copies = match fabric.flood_copies {
        0 => String::new(),
        count => format!(", {count} flooded copies discarded by hosts that they were not for"),
    };
    let unsent = match fabric.unsent_frames {
        0 => String::new(),
        count => format!(", {count} not sent because the queue of their own sender was full"),
    };
    format!(
        "{} pauses, {} resumes, {} marks, {} frames dropped, {lossless} of them in lossless priorities{causes}{unsent}{copies}",
        fabric.pause_sent,
        fabric.resume_sent,
        fabric.ecn_marked,
        fabric.lost_frames()
    )
}
