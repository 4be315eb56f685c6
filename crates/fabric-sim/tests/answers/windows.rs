//! Tests of reports on a part of a run, from one time to another.

use super::*;
use fabric_sim::insight::latency::Waterfalls;
use fabric_sim::insight::{ReportRecorder, WindowStart};

/// Report on the part of a run from `from` to `to`.
fn window(document: &Document, from: Time, to: Time) -> Report {
    let mut world = world(document);
    let mut latency = Waterfalls::means(world.spec().clone());
    world.run_until(from, u64::MAX, &mut latency);
    let window_start = WindowStart::of(&world);
    let mut recorder = ReportRecorder::with_latency(latency, &world);
    world.run_until(to, u64::MAX, &mut recorder);
    Report::since(&world, &window_start).with_components(&recorder.latency)
}

/// Frames that were sent before the window and arrive within it count in the mean latency and in its
/// components.
#[test]
fn components_sum_to_the_mean_in_every_window() {
    for preset in fabric_sim::document::PRESETS {
        let (name, document) = (preset.name, preset.document());
        for (from, length) in [(1, 1), (5, 2), (20, 10), (33, 1), (50, 40), (91, 7)] {
            let report = window(&document, Time::from_us(from), Time::from_us(from + length));
            for flow in &report.flows {
                let place = format!("{name}, {} from {from} us for {length} us", flow.name);
                let Some(parts) = flow.components else {
                    assert_eq!(flow.delivered_frames, 0, "{place}");
                    continue;
                };
                let sum = parts.queueing_ps
                    + parts.serialisation_ps
                    + parts.propagation_ps
                    + parts.ingress_ps
                    + parts.crossbar_ps
                    + parts.receiving_ps;
                // Each of the six components is rounded down.
                assert!(flow.latency.mean_ps - sum < 6, "{place}: {sum} of {}", flow.latency.mean_ps);
            }
        }
    }
}
