//! Measured and due shares of the ETS classes of an output port. Only the contended time counts: the time in
//! which several classes had frames to transmit. Start with [`ets`].
//!
//! All percentages are 0 if the class never competed with another ETS class.

use super::WindowStart;
use super::report::EtsReport;
use crate::engine::{ClassShare, World};
use crate::fabric::egress::{Algorithm, Discipline};
use crate::ids::{PortId, Priority};

/// Report of class `n` of `port` over the measurement window that starts at `window_start`; `None` if the
/// class does not use ETS.
pub(super) fn ets(world: &World, window_start: &WindowStart, port: PortId, n: Priority) -> Option<EtsReport> {
    let config = &world.spec().ports[port.index()].config;
    let class = config.priorities[n.index()].class;
    if class.discipline != Discipline::Ets {
        return None;
    }
    let scheduler = world.scheduler(port);
    let now = world.counters().shares[port.index()].class(scheduler, n);
    let got = now.since(&window_start.shares(port).class(scheduler, n));
    let frame = scheduler.counted(u32::from(world.spec().longest_frame()));
    let bound = u64::from(scheduler.quantum(n)) + u64::from(frame);
    Some(EtsReport {
        share_percent: scheduler.share_percent(n),
        contended_bytes: got.contended,
        target_percent: percent(got.entitled(), &got),
        measured_percent: percent(got.served, &got),
        within_percent: (config.ets.algorithm == Algorithm::Dwrr && got.contended > 0)
            .then(|| percent(bound, &got)),
        error_bytes: got.error(),
        round_error_bytes: now.round_error,
        round_error_peak_bytes: now.round_error_peak,
    })
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(bytes: u64, of: &ClassShare) -> f64 {
    if of.contended == 0 { 0.0 } else { 100.0 * bytes as f64 / of.contended as f64 }
}
