//! Configured and measured bandwidth shares of the traffic classes of a port. Start with [`class_rows`].

use fabric_sim::engine::PortView;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::sort;

/// Traffic class of an output port, with its configured and its measured share of the bandwidth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassRow {
    /// Traffic class of the output port; equal to the priority.
    pub class: Priority,
    /// Configured share in percent; `None` for a class with strict priority.
    pub share: Option<u8>,
    /// Bandwidth share of this class among all ETS classes, as (configured, measured), each 0 to 1. The
    /// measurement includes only the time while at least two ETS classes had frames. `None` if there was no
    /// such time, or if the class has strict priority.
    pub parts: Option<(f64, f64)>,
    /// Bytes that were sent while at least two ETS classes had frames, as (by this class, by all ETS
    /// classes).
    pub contest: (u64, u64),
    /// Number of scheduler rounds while at least two ETS classes had frames. With few rounds, the measured
    /// share is imprecise. `None` for WRR, or if at least two ETS classes never had frames at the same time.
    pub rounds: Option<f64>,
    /// Deficit of the class in the scheduler: in bytes for DWRR, in frames for WRR.
    pub deficit: u32,
    /// Quantum of the class in the scheduler: in bytes for DWRR, in frames for WRR.
    pub quantum: u32,
    /// Deviations of the class from its configured bytes. The first number is the deviation in the last
    /// scheduler round, in bytes; negative if the class sent too few bytes. The second number is the greatest
    /// deviation of any round so far, in bytes.
    pub error: (i64, u64),
    /// Bytes of frames that the class has sent so far.
    pub sent: u64,
    /// Bytes that wait in the egress queue of the class.
    pub waits: u64,
}

impl ClassRow {
    /// Tolerated range of the measured bandwidth share of the class, as (least, greatest) fraction from 0 to
    /// 1: 90 % to 110 % of the configured share (IEEE 802.1Q, clause 37). `None` if [`ClassRow::parts`] is
    /// `None`.
    #[must_use]
    pub fn band(&self) -> Option<(f64, f64)> {
        self.parts.map(|(due, _)| (due * 0.9, (due * 1.1).min(1.0)))
    }
}

/// Traffic classes of an output port that have a configured share, have sent, or have waiting frames. Classes
/// with strict priority come first, then ETS classes; each kind is sorted from the highest class down. `ets`
/// is the set of ETS classes. `in_bytes` is true if quanta are in bytes (DWRR), false if they are in frames
/// (WRR).
#[must_use]
pub fn class_rows(port: &PortView, ets: PrioritySet, in_bytes: bool) -> Vec<ClassRow> {
    let quantum = |n: Priority| u64::from(port.priorities[n.index()].class.quantum);
    let round = ets.iter().map(quantum).sum::<u64>().max(1);
    let row = |class: Priority| {
        let lane = &port.priorities[class.index()];
        let got = &lane.class.got;
        let shares = ets.contains(class);
        let of_contest = |bytes: u64| float(bytes) / float(got.contended);
        ClassRow {
            class,
            share: shares.then_some(lane.class.share),
            parts: (shares && got.contended > 0)
                .then(|| (of_contest(got.entitled()), of_contest(got.served))),
            contest: (got.served, got.contended),
            rounds: (in_bytes && got.contended > 0).then(|| float(got.contended) / float(round)),
            deficit: lane.class.deficit,
            quantum: lane.class.quantum,
            error: (got.round_error, got.round_error_peak),
            sent: lane.class.sent_bytes,
            waits: lane.egress_bytes,
        }
    };
    let is_there = |row: &ClassRow| row.share.is_some() || row.sent > 0 || row.waits > 0;
    let mut rows: Vec<ClassRow> = PrioritySet::ALL.iter().map(row).filter(is_there).collect();
    sort::by_key(&mut rows, |row| (row.share.is_some(), std::cmp::Reverse(row.class)));
    rows
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
