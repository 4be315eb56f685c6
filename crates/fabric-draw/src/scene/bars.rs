//! Buffer bars of a port and priority. The ingress bar shows the bytes of the priority group with XOFF, XON
//! and headroom. The egress bar shows the bytes of the egress queue with Kmin and Kmax. Start with
//! [`ingress_bar`] and [`egress_bar`].
//!
//! Positions on a bar are from 0 to 1; values above the limit of the bar are at 1. The mark of a lossy group
//! is its threshold. An egress bar represents at least 10 kB.

use fabric_sim::document::params::Key;
use fabric_sim::engine::{HeadroomView, PgView, PriorityView};

use super::compose::{bytes_in_use, limit, share};
use crate::round::round_above;

/// Kind of buffer that a buffer bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarKind {
    /// Priority group (ingress) of a port and priority.
    Ingress,
    /// Egress queue of a port and priority.
    Egress,
}

/// Segment of a buffer bar: a section with one kind of memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarSegment {
    /// Kind of memory that the segment shows.
    pub kind: SegmentKind,
    /// Position of the start of the segment on its bar: 0 is the start of the bar, 1 its end.
    pub from: f64,
    /// Position of the end of the segment on its bar: 0 is the start of the bar, 1 its end.
    pub to: f64,
}

/// Kind of memory that a segment of a buffer bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentKind {
    /// Bytes in use in the reserve of the priority group.
    Reserve,
    /// Bytes of shared memory in use.
    Shared,
    /// Bytes of headroom in use.
    Headroom,
    /// Whole headroom of the priority group, used or not.
    HeadroomRange,
    /// Bytes that wait in the egress queue.
    Waiting,
}

/// Threshold that a mark on a buffer bar shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// XOFF of a lossless priority group.
    Xoff,
    /// Threshold of a lossy priority group; frames above it are dropped.
    Limit,
    /// XON of a lossless priority group.
    Xon,
    /// End of the headroom; a frame above it is dropped.
    Headroom,
    /// Kmin of the egress queue: below this length, no frame gets an ECN mark.
    Kmin,
    /// Kmax of the egress queue: from this length on, every frame gets an ECN mark.
    Kmax,
}

/// Mark of a threshold on a buffer bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Threshold that the mark shows.
    pub kind: MarkKind,
    /// Position of the mark: 0 is the start of the bar, 1 its end.
    pub at: f64,
    /// Value of the threshold in bytes. XOFF, XON and limit are bytes of shared memory; Kmin and Kmax are
    /// bytes of the egress queue. For [`MarkKind::Headroom`]: the size of the headroom.
    pub bytes: u64,
    /// Position on the bar, in bytes, from which [`Mark::bytes`] is counted. For XOFF, XON and limit: the
    /// reserve. For [`MarkKind::Headroom`]: the start of the headroom. For Kmin and Kmax: 0.
    pub base: u64,
}

/// Buffer bar of a port and priority, with segments for bytes in use and marks for thresholds.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Kind of buffer that the bar shows.
    pub kind: BarKind,
    /// Number of bytes that the full length of the buffer bar represents.
    pub limit: u64,
    /// Bytes in use in the buffer that the bar shows.
    pub used: u64,
    /// Greatest number of bytes in use so far in the buffer that the bar shows.
    pub peak: u64,
    /// Segments of the bar, in drawing order.
    pub segments: Vec<BarSegment>,
    /// Threshold marks of the bar, at most one of each kind. Empty for a bar of credits, and for a queue
    /// without ECN.
    pub marks: Vec<Mark>,
    /// Size of the headroom pool in bytes, if the pool is smaller than the headroom of the group; `None`
    /// otherwise.
    pub pool: Option<u64>,
}

impl MarkKind {
    /// Name of the threshold as the page writes it, such as `XOFF`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xoff => "XOFF",
            Self::Limit => "threshold",
            Self::Xon => "XON",
            Self::Headroom => "headroom",
            Self::Kmin => "Kmin",
            Self::Kmax => "Kmax",
        }
    }

    /// Parameter that the mark shows. A drag of the mark changes this parameter. `None` for
    /// [`MarkKind::Limit`], which cannot be dragged.
    #[must_use]
    pub const fn key(self) -> Option<Key> {
        match self {
            Self::Xoff => Some(Key::Xoff),
            Self::Limit => None,
            Self::Xon => Some(Key::Xon),
            Self::Headroom => Some(Key::Headroom),
            Self::Kmin => Some(Key::Kmin),
            Self::Kmax => Some(Key::Kmax),
        }
    }
}

impl Bar {
    /// Rescales the bar so that its full length represents `limit` bytes. The positions of segments and marks
    /// above `limit` become greater than 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for drawing")]
    pub fn with_limit(mut self, limit: u64) -> Self {
        let scale = self.limit as f64 / limit.max(1) as f64;
        for segment in &mut self.segments {
            segment.from *= scale;
            segment.to *= scale;
        }
        self.marks.iter_mut().for_each(|mark| mark.at *= scale);
        self.limit = limit;
        self
    }

    /// Position of `bytes` on the bar, 0 to 1; 1 if `bytes` exceeds the limit of the bar.
    #[must_use]
    pub fn place(&self, bytes: u64) -> f64 {
        share(bytes, self.limit)
    }
}

/// Ingress bar of a priority group: reserve, shared memory and headroom in use. A lossless group has marks at
/// XOFF, at XON and at the end of the headroom. A lossy group has a mark at its threshold. `pool` is the
/// headroom pool of the switch, which can limit the headroom of the group. A threshold above the length of
/// the bar has its mark at 1.
#[must_use]
pub fn ingress_bar(pg: &PgView, pool: HeadroomView) -> Bar {
    let end = limit(pg, pool);
    let xoff = pg.reserve_size.saturating_add(pg.xoff).min(end);
    let mut bar = Bar {
        kind: BarKind::Ingress,
        limit: end,
        used: bytes_in_use(pg),
        peak: (pg.reserve_peak + pg.shared_peak + pg.headroom_peak).min(end),
        segments: Vec::new(),
        marks: Vec::new(),
        pool: (pg.lossless && pool.max_usable(pg) < pg.headroom_size).then_some(pool.size),
    };
    let segment = |kind, from: u64, to: u64| BarSegment { kind, from: share(from, end), to: share(to, end) };
    let below = pg.reserve + pg.shared;
    let from = pg.headroom_from().min(end);
    bar.segments =
        vec![segment(SegmentKind::Reserve, 0, pg.reserve), segment(SegmentKind::Shared, pg.reserve, below)];
    bar.marks.push(Mark {
        kind: if pg.lossless { MarkKind::Xoff } else { MarkKind::Limit },
        at: share(xoff, end),
        bytes: pg.xoff,
        base: pg.reserve_size,
    });
    if pg.lossless {
        bar.segments.insert(0, segment(SegmentKind::HeadroomRange, from, end));
        // Headroom in use is drawn directly after the other bytes in use, even if the threshold is now above
        // them.
        bar.segments.push(segment(SegmentKind::Headroom, below.min(from), below.min(from) + pg.headroom));
        bar.marks.push(Mark {
            kind: MarkKind::Xon,
            at: share(pg.reserve_size.saturating_add(pg.xon), end),
            bytes: pg.xon,
            base: pg.reserve_size,
        });
        bar.marks.push(Mark { kind: MarkKind::Headroom, at: 1.0, bytes: pg.headroom_size, base: from });
    }
    bar
}

/// Ingress bar of a priority with credits (CBFC) instead of PFC, without marks. The full length of the bar
/// represents `granted`, the bytes for which the sender has received credits. If more bytes are in use, it
/// represents the bytes in use.
#[must_use]
pub fn credit_bar(pg: &PgView, granted: u64) -> Bar {
    let end = granted.max(bytes_in_use(pg));
    let segment = |kind, from: u64, to: u64| BarSegment { kind, from: share(from, end), to: share(to, end) };
    Bar {
        kind: BarKind::Ingress,
        limit: end,
        used: bytes_in_use(pg),
        peak: (pg.reserve_peak + pg.shared_peak + pg.headroom_peak).min(end),
        segments: vec![
            segment(SegmentKind::Reserve, 0, pg.reserve),
            segment(SegmentKind::Shared, pg.reserve, bytes_in_use(pg)),
        ],
        marks: Vec::new(),
        pool: None,
    }
}

/// Egress bar of a queue: waiting bytes, with marks at Kmin and Kmax if ECN is on.
#[must_use]
pub fn egress_bar(view: &PriorityView) -> Bar {
    let marks: Vec<(MarkKind, u64)> = [(MarkKind::Kmin, view.kmin), (MarkKind::Kmax, view.kmax)]
        .into_iter()
        .filter(|(_, bytes)| *bytes != u64::MAX)
        .collect();
    let end = egress_limit(view);
    Bar {
        kind: BarKind::Egress,
        limit: end,
        used: view.egress_bytes,
        peak: view.egress_peak,
        segments: vec![BarSegment {
            kind: SegmentKind::Waiting,
            from: 0.0,
            to: share(view.egress_bytes, end),
        }],
        marks: marks
            .into_iter()
            .map(|(kind, bytes)| Mark { kind, at: share(bytes, end), bytes, base: 0 })
            .collect(),
        pool: None,
    }
}

/// Number of bytes that the full length of an egress bar represents: a round number, at least 10 kB, and at
/// least an eighth above peak, Kmin and Kmax.
pub(super) fn egress_limit(view: &PriorityView) -> u64 {
    let mark = |bytes: u64| if bytes == u64::MAX { 0 } else { bytes };
    let highest = view.egress_peak.max(mark(view.kmin)).max(mark(view.kmax));
    // A round number, so that the scale does not change with each frame.
    round_above(highest.max(view.egress_bytes).saturating_add(highest / 8).max(10_000))
}
