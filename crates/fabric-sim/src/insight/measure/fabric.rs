//! Sums of counters over the whole fabric, for a report. Start with [`sums`].

use super::{FabricReport, FlowReport, WindowStart, losses};
use crate::engine::{DropCause, PriorityCounters, World};
use crate::ids::PortId;
use crate::wire::PRIORITIES;

pub(super) fn sums(world: &World, window_start: &WindowStart, flows: &[FlowReport]) -> FabricReport {
    let (now, before) = (&world.counters().totals, &window_start.counters.totals);
    let none = [PriorityCounters::default(); PRIORITIES];
    let paused = |port: &usize| {
        let counters = &world.counters().ports[*port];
        let before = window_start.counters.ports.get(*port).unwrap_or(&none);
        let until = |counters: &[PriorityCounters], now| {
            counters.iter().map(|counters| counters.paused_until(now).ps()).sum::<u64>()
        };
        until(counters, world.now()) > until(before, window_start.at)
    };
    let pfc_lost = |port: usize| {
        let before = window_start.counters.ports.get(port).unwrap_or(&none);
        let counters = world.counters().ports[port].iter().zip(before);
        let lost = counters.map(|(now, before)| now.pfc_lost - before.pfc_lost);
        // A lost 802.3x pause counts in each priority of the port.
        let is_of_link = world.spec().ports[port].config.link_pause.is_some();
        if is_of_link { lost.max().unwrap_or(0) } else { lost.sum() }
    };
    let losses = losses::losses(world, window_start);
    FabricReport {
        lossless_violations: now.violations - before.violations,
        dropped_frames: now.drops - before.drops,
        unsent_frames: losses.all.get(DropCause::SourceFull.name()).copied().unwrap_or(0),
        drops: losses.all,
        links_down: links_down(world),
        lossless_drops: losses.lossless,
        discards: losses.discards,
        flood_copies: losses.copies,
        pause_sent: now.pauses - before.pauses,
        resume_sent: now.resumes - before.resumes,
        pfc_lost: (0..world.spec().ports.len()).map(pfc_lost).sum(),
        ecn_marked: now.marks - before.marks,
        ports_paused: (0..world.spec().ports.len()).filter(paused).count() as u64,
        fairness: jain(flows),
        hops: world.counters().hops - window_start.counters.hops,
    }
}

fn links_down(world: &World) -> Vec<String> {
    let spec = world.spec();
    let ports = (0..spec.ports.len()).map(PortId::new);
    let down = ports.filter(|port| spec.link(*port)[0] == *port && world.is_down(*port));
    down.map(|port| spec.port_name(port)).collect()
}

/// Fairness index of the throughputs of `flows` (Jain, Chiu and Hawe, "A quantitative measure of fairness",
/// 1984). `None` without flows, or if all throughputs are zero.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn jain(flows: &[FlowReport]) -> Option<f64> {
    let rates = || flows.iter().map(|flow| flow.throughput_bps as f64);
    let squares: f64 = rates().map(|rate| rate * rate).sum();
    let sum: f64 = rates().sum();
    (squares > 0.0).then(|| sum * sum / (flows.len() as f64 * squares))
}
