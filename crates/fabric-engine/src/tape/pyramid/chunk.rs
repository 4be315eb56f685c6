//! A stretch of a pyramid that is never changed: its sum, and its parts.

use std::sync::Arc;

use crate::units::Time;

use super::gather::Gather;

/// Spans of a chunk of the lowest level.
pub(super) const LEAF: usize = 64;
/// Parts of any other chunk.
pub(super) const FAN: usize = 8;

/// What a value was from `from` until the next span begins: one value if one
/// event made it, else some between two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub from: Time,
    /// When the last of these jumps was.
    pub until: Time,
    /// The numbers of the first and the last event that it is made of.
    pub first: u64,
    pub final_: u64,
    pub least: u64,
    pub most: u64,
    pub last: u64,
}

impl Span {
    /// Whether it is the start of the run, which stands alone: whatever is dropped, it stays.
    pub const fn is_start(&self) -> bool {
        self.first == 0
    }

    /// Whether the next one, `later`, begins in the same stretch of 2 to the power of
    /// `grain` ps, so that both are one where quantities are told as coarsely.
    pub const fn is_one_with(&self, later: &Self, grain: u32) -> bool {
        !self.is_start() && self.from.ps() >> grain == later.from.ps() >> grain
    }

    /// Both as one; `later` follows this one.
    pub fn with(&self, later: &Self) -> Self {
        Self {
            from: self.from,
            until: later.until,
            first: self.first,
            final_: later.final_,
            least: self.least.min(later.least),
            most: self.most.max(later.most),
            last: later.last,
        }
    }
}

/// A chunk.
#[derive(Debug)]
pub(super) struct Chunk {
    total: Span,
    /// When its last span begins.
    until: Time,
    level: u8,
    count: usize,
    parts: Parts,
}

#[derive(Debug)]
enum Parts {
    Spans(Box<[Span]>),
    Chunks(Box<[Arc<Chunk>]>),
}

impl Chunk {
    /// Of `spans`, which are in order; at least one.
    pub fn of_spans(spans: Vec<Span>) -> Self {
        let total = spans[1..].iter().fold(spans[0], |sum, span| sum.with(span));
        let until = spans[spans.len() - 1].from;
        Self { total, until, level: 0, count: spans.len(), parts: Parts::Spans(spans.into()) }
    }

    /// Of `chunks` of one level, which are in order; at least one.
    pub fn of_chunks(chunks: Vec<Arc<Self>>) -> Self {
        let total = chunks[1..].iter().fold(chunks[0].total, |sum, chunk| sum.with(&chunk.total));
        Self {
            total,
            until: chunks[chunks.len() - 1].until,
            level: chunks[0].level + 1,
            count: chunks.iter().map(|chunk| chunk.count).sum(),
            parts: Parts::Chunks(chunks.into()),
        }
    }

    /// All of it as one span.
    pub const fn total(&self) -> Span {
        self.total
    }

    /// The number of its first event.
    pub const fn first(&self) -> u64 {
        self.total.first
    }

    /// How high it stands: 0 if its parts are spans.
    pub const fn level(&self) -> u8 {
        self.level
    }

    /// How many spans it has.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The chunks that it is made of, else the spans.
    pub fn parts(&self) -> Result<&[Arc<Self>], &[Span]> {
        match &self.parts {
            Parts::Chunks(chunks) => Ok(chunks),
            Parts::Spans(spans) => Err(spans),
        }
    }

    /// Its spans, in order.
    pub fn append_to(&self, all: &mut Vec<Span>) {
        match &self.parts {
            Parts::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.append_to(all)),
            Parts::Spans(spans) => all.extend_from_slice(spans),
        }
    }

    /// Gives what it has to `gather`: as one where that sees no difference.
    pub fn gather(&self, gather: &mut Gather) {
        if self.total.from >= gather.to {
            return;
        }
        if self.until < gather.from {
            // Of what lies before only its last span may matter.
            gather.looked += 1;
            return gather.take(&self.last_span());
        }
        let within = self.total.from >= gather.from && self.until < gather.to;
        if within && gather.cell_of(self.total.from) == gather.cell_of(self.until) {
            return gather.take(&self.total);
        }
        match &self.parts {
            Parts::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.gather(gather)),
            Parts::Spans(spans) => spans.iter().for_each(|span| gather.take(span)),
        }
    }

    fn last_span(&self) -> Span {
        match &self.parts {
            Parts::Chunks(chunks) => chunks[chunks.len() - 1].last_span(),
            Parts::Spans(spans) => spans[spans.len() - 1],
        }
    }
}
