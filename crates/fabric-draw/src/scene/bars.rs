//! The two bars of a port and priority: what its ingress group holds against
//! XOFF, XON and headroom, and what waits for its egress against Kmin and Kmax.
//! Each carries only the marks that it is compared with.

use fabric_sim::document::params::Key;
use fabric_sim::engine::{HeadroomView, PgView, PriorityView};

use super::compose::{held, limit, share};
use crate::round::round_above;

/// Kind of bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarKind {
    /// Ingress priority group.
    Ingress,
    /// Egress queue.
    Egress,
}

/// A stretch of a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Contents of the part.
    pub kind: PartKind,
    /// Where it starts, 0 to 1.
    pub from: f64,
    /// Where it ends, 0 to 1.
    pub to: f64,
}

/// Contents of a part of a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// Guaranteed bytes in use.
    Reserve,
    /// Shared bytes in use.
    Shared,
    /// Headroom in use.
    Headroom,
    /// Where headroom lies, used or not.
    HeadroomPlace,
    /// Bytes waiting for the egress.
    Waiting,
}

/// Meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The XOFF threshold of a lossless group.
    Xoff,
    /// Limit of a lossy group, above which its frames are dropped.
    Limit,
    /// Resume at or below.
    Xon,
    /// Where headroom ends.
    Headroom,
    /// ECN: never below.
    Kmin,
    /// ECN: always from here.
    Kmax,
}

/// A mark on a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Meaning.
    pub kind: MarkKind,
    /// Where it is on the bar, 0 to 1.
    pub at: f64,
    /// The setting's bytes (XOFF and XON: of shared use; headroom: its size).
    pub bytes: u64,
    /// Bytes at the bar's place that the setting counts from.
    pub base: u64,
}

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Kind of bar.
    pub kind: BarKind,
    /// Bytes at its end.
    pub limit: u64,
    /// Bytes in use.
    pub used: u64,
    /// Most ever in use.
    pub peak: u64,
    /// Parts, in order.
    pub parts: Vec<Part>,
    /// Its marks, in order.
    pub marks: Vec<Mark>,
    /// All headroom that there is, where the groups of a switch share it and a
    /// group may ask for more.
    pub pool: Option<u64>,
}

impl MarkKind {
    /// As people read it.
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

    /// The parameter that it shows, and that a hand sets by moving it; `None`:
    /// what stands there is set for lossless priorities only.
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
    /// Bar on an axis that ends at `limit`.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "for drawing")]
    pub fn with_limit(mut self, limit: u64) -> Self {
        let scale = self.limit as f64 / limit.max(1) as f64;
        for part in &mut self.parts {
            part.from *= scale;
            part.to *= scale;
        }
        self.marks.iter_mut().for_each(|mark| mark.at *= scale);
        self.limit = limit;
        self
    }

    /// `bytes` as a share of the bar.
    #[must_use]
    pub fn place(&self, bytes: u64) -> f64 {
        share(bytes, self.limit)
    }
}

/// The bar of an ingress group: reserve, shared, headroom; XOFF and XON, or the
/// threshold of a lossy one. `pool` is the headroom of its switch, of which it has no more than there is.
#[must_use]
pub fn ingress_bar(pg: &PgView, pool: HeadroomView) -> Bar {
    let end = limit(pg, pool);
    let xoff = pg.reserve_size.saturating_add(pg.xoff).min(end);
    let mut bar = Bar {
        kind: BarKind::Ingress,
        limit: end,
        used: held(pg),
        peak: (pg.reserve_peak + pg.shared_peak + pg.headroom_peak).min(end),
        parts: Vec::new(),
        marks: Vec::new(),
        pool: (pg.lossless && pool.most(pg) < pg.headroom_size).then_some(pool.size),
    };
    let part = |kind, from: u64, to: u64| Part { kind, from: share(from, end), to: share(to, end) };
    let below = pg.reserve + pg.shared;
    let from = pg.headroom_from().min(end);
    bar.parts = vec![part(PartKind::Reserve, 0, pg.reserve), part(PartKind::Shared, pg.reserve, below)];
    bar.marks.push(Mark {
        kind: if pg.lossless { MarkKind::Xoff } else { MarkKind::Limit },
        at: share(xoff, end),
        bytes: pg.xoff,
        base: pg.reserve_size,
    });
    if pg.lossless {
        bar.parts.insert(0, part(PartKind::HeadroomPlace, from, end));
        bar.parts.push(part(PartKind::Headroom, from, from + pg.headroom));
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

/// The bar of an ingress group that gives credits in place of pauses, of so many
/// bytes: what it holds of them. No mark of PFC means anything there.
#[must_use]
pub fn promised_bar(pg: &PgView, promised: u64) -> Bar {
    let end = promised.max(held(pg));
    let part = |kind, from: u64, to: u64| Part { kind, from: share(from, end), to: share(to, end) };
    Bar {
        kind: BarKind::Ingress,
        limit: end,
        used: held(pg),
        peak: (pg.reserve_peak + pg.shared_peak + pg.headroom_peak).min(end),
        parts: vec![part(PartKind::Reserve, 0, pg.reserve), part(PartKind::Shared, pg.reserve, held(pg))],
        marks: Vec::new(),
        pool: None,
    }
}

/// The bar of an egress queue: what waits; Kmin and Kmax where ECN is on.
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
        parts: vec![Part { kind: PartKind::Waiting, from: 0.0, to: share(view.egress_bytes, end) }],
        marks: marks
            .into_iter()
            .map(|(kind, bytes)| Mark { kind, at: share(bytes, end), bytes, base: 0 })
            .collect(),
        pool: None,
    }
}

/// Bytes at the end of the bar of an egress queue.
pub(super) fn egress_limit(view: &PriorityView) -> u64 {
    let mark = |bytes: u64| if bytes == u64::MAX { 0 } else { bytes };
    let highest = view.egress_peak.max(mark(view.kmin)).max(mark(view.kmax));
    // A round end, so that the axis does not change all the time.
    round_above(highest.max(view.egress_bytes).saturating_add(highest / 8).max(10_000))
}
