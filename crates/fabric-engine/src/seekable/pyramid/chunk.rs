//! Immutable node of the tree of a pyramid: its spans or child nodes, and the union of its spans. Start with
//! [`Chunk`].
//!
//! A chunk has at least one span. Spans and children are in order of time. Chunks of level 0 hold spans;
//! chunks of a higher level hold chunks of the level below.

use std::sync::Arc;

use crate::units::Time;

use super::gather::Gather;

/// Number of spans in a chunk of level 0, that is a leaf of the tree.
pub(super) const LEAF: usize = 64;
/// Number of child chunks of a chunk of level 1 or higher.
pub(super) const FAN: usize = 8;

/// Values from `from` until the next span begins: one value, or several that were merged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub from: Time,
    /// Time of the last change of the value in the span.
    pub until: Time,
    /// Numbers of the first and of the last event in the span.
    pub first: u64,
    pub final_: u64,
    pub least: u64,
    pub most: u64,
    pub last: u64,
}

impl Span {
    /// Whether the span begins at event 0, the start of the run; such a span is never merged.
    pub const fn is_start(&self) -> bool {
        self.first == 0
    }

    /// Whether this span and `later`, the next span, begin in the same interval of 2^`grain` ps, so that the
    /// two spans are merged.
    pub const fn is_one_with(&self, later: &Self, grain: u32) -> bool {
        !self.is_start() && self.from.ps() >> grain == later.from.ps() >> grain
    }

    /// Union of this span and `later`, the next span.
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

/// Node of the tree of a pyramid.
#[derive(Debug)]
pub(super) struct Chunk {
    total: Span,
    /// Start of the last span of the chunk.
    until: Time,
    level: u8,
    count: usize,
    contents: ChunkContents,
}

#[derive(Debug)]
enum ChunkContents {
    Spans(Box<[Span]>),
    Chunks(Box<[Arc<Chunk>]>),
}

impl Chunk {
    /// Creates a chunk of `spans`, which are in order; at least one.
    pub fn of_spans(spans: Vec<Span>) -> Self {
        let total = spans[1..].iter().fold(spans[0], |sum, span| sum.with(span));
        let until = spans[spans.len() - 1].from;
        Self { total, until, level: 0, count: spans.len(), contents: ChunkContents::Spans(spans.into()) }
    }

    /// Creates a chunk of `chunks` of one level, which are in order; at least one.
    pub fn of_chunks(chunks: Vec<Arc<Self>>) -> Self {
        let total = chunks[1..].iter().fold(chunks[0].total, |sum, chunk| sum.with(&chunk.total));
        Self {
            total,
            until: chunks[chunks.len() - 1].until,
            level: chunks[0].level + 1,
            count: chunks.iter().map(|chunk| chunk.count).sum(),
            contents: ChunkContents::Chunks(chunks.into()),
        }
    }

    /// Union of all spans of the chunk.
    pub const fn total(&self) -> Span {
        self.total
    }

    /// Number of the first event of the chunk.
    pub const fn first(&self) -> u64 {
        self.total.first
    }

    /// Level in the tree: 0 if the children are spans, otherwise the level of the children plus 1.
    pub const fn level(&self) -> u8 {
        self.level
    }

    /// Number of spans in the chunk.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Children of the chunk: `Ok` with chunks; at level 0, `Err` with spans, which is no error.
    pub fn parts(&self) -> Result<&[Arc<Self>], &[Span]> {
        match &self.contents {
            ChunkContents::Chunks(chunks) => Ok(chunks),
            ChunkContents::Spans(spans) => Err(spans),
        }
    }

    /// Appends the spans of the chunk to `all`, in order.
    pub fn append_to(&self, all: &mut Vec<Span>) {
        match &self.contents {
            ChunkContents::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.append_to(all)),
            ChunkContents::Spans(spans) => all.extend_from_slice(spans),
        }
    }

    /// Adds the chunk to `gather`: as one span if all its spans begin in one column, otherwise each
    /// of its children.
    pub fn gather(&self, gather: &mut Gather) {
        if self.total.from >= gather.to {
            return;
        }
        if self.until < gather.from {
            // Before the first column, only the last span can reach into the interval.
            gather.looked += 1;
            return gather.take(&self.last_span());
        }
        let within = self.total.from >= gather.from && self.until < gather.to;
        if within && gather.cell_of(self.total.from) == gather.cell_of(self.until) {
            return gather.take(&self.total);
        }
        match &self.contents {
            ChunkContents::Chunks(chunks) => chunks.iter().for_each(|chunk| chunk.gather(gather)),
            ChunkContents::Spans(spans) => spans.iter().for_each(|span| gather.take(span)),
        }
    }

    fn last_span(&self) -> Span {
        match &self.contents {
            ChunkContents::Chunks(chunks) => chunks[chunks.len() - 1].last_span(),
            ChunkContents::Spans(spans) => spans[spans.len() - 1],
        }
    }
}
