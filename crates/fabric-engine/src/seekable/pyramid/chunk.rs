//! Immutable node of the tree of a pyramid. Start with [`Chunk`].
//!
//! A chunk of level 0 (a leaf of the tree) holds spans: changes of the recorded quantity, one by one or
//! several merged. A chunk of a higher level holds chunks of the level below. A chunk has at least one span.
//! Spans and child chunks are in order of time. A chunk also stores all its spans merged into one.

use std::sync::Arc;

use crate::units::Time;

use super::gather::Gather;

/// Number of spans in a leaf of the tree (a chunk of level 0).
pub(super) const LEAF: usize = 64;
/// Number of child chunks in a chunk of level 1 or higher.
pub(super) const FAN: usize = 8;

/// Values of the recorded quantity from the time `from` until the next span begins. A span is one change of
/// the value, or several merged changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub from: Time,
    /// Time of the last change of the value in the span.
    pub last_change_at: Time,
    /// Number of the first event in the span (`first`), and number of the last event (`final_`).
    pub first: u64,
    pub final_: u64,
    pub least: u64,
    pub most: u64,
    pub last: u64,
}

impl Span {
    /// Whether the span begins at event 0, the start of the run. Such a span is never merged with the next
    /// span.
    pub const fn is_start(&self) -> bool {
        self.first == 0
    }

    /// Whether this span and the next span, `later`, are to be merged: they begin in the same interval of
    /// 2^`grain` ps. Always false if this span begins at event 0.
    pub const fn is_one_with(&self, later: &Self, grain: u32) -> bool {
        !self.is_start() && self.from.ps() >> grain == later.from.ps() >> grain
    }

    /// Merges this span with the next span, `later`.
    pub fn with(&self, later: &Self) -> Self {
        Self {
            from: self.from,
            last_change_at: later.last_change_at,
            first: self.first,
            final_: later.final_,
            least: self.least.min(later.least),
            most: self.most.max(later.most),
            last: later.last,
        }
    }
}

/// Node of the tree of a pyramid.
#[derive(Debug)]
pub(super) struct Chunk {
    total: Span,
    /// Time at which the last span of the chunk begins.
    last_span_from: Time,
    level: u8,
    count: usize,
    children: Children,
}

/// Children of a chunk, in order of time; at least one.
#[derive(Debug)]
pub(super) enum Children {
    Spans(Box<[Span]>),
    Chunks(Box<[Arc<Chunk>]>),
}

impl Chunk {
    /// Creates a chunk of level 0 from `spans`, which must be in order of time. At least one span is needed.
    pub fn of_spans(spans: Vec<Span>) -> Self {
        let total = spans[1..].iter().fold(spans[0], |sum, span| sum.with(span));
        let last_span_from = spans[spans.len() - 1].from;
        Self { total, last_span_from, level: 0, count: spans.len(), children: Children::Spans(spans.into()) }
    }

    /// Creates a chunk whose children are `chunks`. The children must have the same level and be in order of
    /// time. At least one child is needed.
    pub fn of_chunks(chunks: Vec<Arc<Self>>) -> Self {
        let total = chunks[1..].iter().fold(chunks[0].total, |sum, chunk| sum.with(&chunk.total));
        Self {
            total,
            last_span_from: chunks[chunks.len() - 1].last_span_from,
            level: chunks[0].level + 1,
            count: chunks.iter().map(|chunk| chunk.count).sum(),
            children: Children::Chunks(chunks.into()),
        }
    }

    /// All spans of the chunk merged into one span.
    pub const fn total(&self) -> Span {
        self.total
    }

    /// Number of the event at which the first span of the chunk begins.
    pub const fn first(&self) -> u64 {
        self.total.first
    }

    /// Level in the tree: 0 if the children are spans, otherwise the level of the children plus 1.
    pub const fn level(&self) -> u8 {
        self.level
    }

    /// Number of spans in the chunk and its child chunks.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Children of the chunk: spans at level 0, chunks at a higher level.
    pub const fn children(&self) -> &Children {
        &self.children
    }

    /// Appends the spans of the chunk to `all`, in order.
    pub fn append_to(&self, all: &mut Vec<Span>) {
        match &self.children {
            Children::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.append_to(all)),
            Children::Spans(spans) => all.extend_from_slice(spans),
        }
    }

    /// Passes the values of the chunk to `gather`. If all spans of the chunk begin in one column, they are
    /// passed as one merged span. Otherwise each child of the chunk is passed separately.
    pub fn gather(&self, gather: &mut Gather) {
        if self.total.from >= gather.to {
            return;
        }
        if self.last_span_from < gather.from {
            // Before the first column, only the last span can reach into the interval.
            gather.looked += 1;
            return gather.take(&self.last_span());
        }
        let within = self.total.from >= gather.from && self.last_span_from < gather.to;
        if within && gather.cell_of(self.total.from) == gather.cell_of(self.last_span_from) {
            return gather.take(&self.total);
        }
        match &self.children {
            Children::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.gather(gather)),
            Children::Spans(spans) => spans.iter().for_each(|span| gather.take(span)),
        }
    }

    fn last_span(&self) -> Span {
        match &self.children {
            Children::Chunks(chunks) => chunks[chunks.len() - 1].last_span(),
            Children::Spans(spans) => spans[spans.len() - 1],
        }
    }
}
