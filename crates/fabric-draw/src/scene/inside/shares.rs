use fabric_sim::engine::PortView;
use fabric_sim::ids::priorities;
use fabric_sim::order;

/// Traffic class of an output with its configured and measured share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassRow {
    /// Traffic class, 0 to 7.
    pub class: u8,
    /// Configured share in percent; `None`: strict priority.
    pub share: Option<u8>,
    /// Configured and measured part, 0 to 1, of the bytes that ETS classes sent while at least two of
    /// them had frames. `None` as long as that has not happened.
    pub parts: Option<(f64, f64)>,
    /// Bytes of the class while others competed, and bytes of all classes then.
    pub contest: (u64, u64),
    /// Number of scheduler rounds in that time, if it counts bytes; with few rounds, measured shares
    /// are imprecise. `None` for WRR.
    pub rounds: Option<f64>,
    /// Deficit in bytes or frames.
    pub deficit: u32,
    /// Quantum in bytes or frames.
    pub quantum: u32,
    /// Error of the last round in bytes (negative: too few), and the largest error so far.
    pub error: (i64, u64),
    /// Frame bytes sent so far.
    pub sent: u64,
    /// Bytes that wait now.
    pub waits: u64,
}

impl ClassRow {
    /// Tolerated range of the measured part (IEEE 802.1Q, clause 37: ±10 %), 0 to 1.
    #[must_use]
    pub fn band(&self) -> Option<(f64, f64)> {
        self.parts.map(|(due, _)| (due * 0.9, (due * 1.1).min(1.0)))
    }
}

/// Classes of an output that share it or have sent: strict classes first, each kind from the highest
/// class down. `ets` is the mask of sharing classes; `in_bytes` is whether quanta are in bytes and not
/// in frames.
#[must_use]
pub fn class_rows(port: &PortView, ets: u8, in_bytes: bool) -> Vec<ClassRow> {
    let quantum = |n: u8| u64::from(port.priorities[usize::from(n)].class.quantum);
    let round = priorities(ets).map(quantum).sum::<u64>().max(1);
    let row = |class: u8| {
        let lane = &port.priorities[usize::from(class)];
        let got = &lane.class.got;
        let shares = ets >> class & 1 == 1;
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
    let mut rows: Vec<ClassRow> = priorities(u8::MAX).map(row).filter(is_there).collect();
    order::by_key(&mut rows, |row| (row.share.is_some(), std::cmp::Reverse(row.class)));
    rows
}

#[expect(clippy::cast_precision_loss, reason = "for drawing")]
const fn float(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests;
