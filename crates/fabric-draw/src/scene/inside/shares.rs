//! Configured and measured bandwidth shares of the traffic classes of a port. Start with [`class_rows`].

use fabric_sim::engine::PortView;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::sort;

/// Traffic class of an output port, with its configured and its measured share of the bandwidth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassRow {
    /// Traffic class, 0 to 7.
    pub class: Priority,
    /// Configured share in percent; `None` for a class with strict priority.
    pub share: Option<u8>,
    /// Configured and measured part of this class, 0 to 1, in the bytes that all ETS classes sent. Only times
    /// in which at least two ETS classes had frames are included. `None` if two classes never had frames at
    /// once, or if the class has strict priority.
    pub parts: Option<(f64, f64)>,
    /// Bytes that the class sent while at least two ETS classes had frames, and bytes that all ETS
    /// classes sent in that time.
    pub contest: (u64, u64),
    /// Number of scheduler rounds while at least two ETS classes had frames; with few rounds, measured shares
    /// are imprecise. `None` if the scheduler is WRR, or if at least two classes never had frames at once.
    pub rounds: Option<f64>,
    /// Deficit of the scheduler: in bytes for DWRR, in frames for WRR.
    pub deficit: u32,
    /// Quantum of the scheduler: in bytes for DWRR, in frames for WRR.
    pub quantum: u32,
    /// Two errors of the class, in bytes. First: in the last scheduler round; negative if the class sent too
    /// little. Second: the largest error of any round so far.
    pub error: (i64, u64),
    /// Frame bytes sent so far.
    pub sent: u64,
    /// Bytes that wait in the egress queue.
    pub waits: u64,
}

impl ClassRow {
    /// Tolerated range of the measured share, 0 to 1: the configured share ± 10 % (IEEE 802.1Q, clause 37).
    /// `None` without a configured share.
    #[must_use]
    pub fn band(&self) -> Option<(f64, f64)> {
        self.parts.map(|(due, _)| (due * 0.9, (due * 1.1).min(1.0)))
    }
}

/// Traffic classes of an output port that have a configured share, have sent, or have waiting frames. Classes
/// with strict priority come first, then ETS classes; both from the highest class down. `ets` is the set of
/// ETS classes. `in_bytes`: quanta are in bytes (DWRR), not in frames (WRR).
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
