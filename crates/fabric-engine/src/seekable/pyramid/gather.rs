//! Builder that merges the spans of a pyramid into the columns of an interval of time.

use crate::units::Time;

use super::Column;
use super::chunk::Span;

/// Columns in construction. Spans must be added in order of time.
pub(super) struct Gather {
    pub from: Time,
    pub to: Time,
    width: u64,
    /// Last span that begins before the time `from`; `None` if there is none.
    before: Option<Span>,
    /// Index of the interval to which the last column belongs; intervals of `width` count from 0 at the time
    /// `from`. [`u64::MAX`] if the last column begins before `from`.
    cell: u64,
    pub columns: Vec<Column>,
    /// Number of spans and chunks that were read, as a measure of the cost.
    pub looked: usize,
}

impl Gather {
    /// Creates a builder without columns. A column covers an interval of `width` (0 counts as 1 ps); the
    /// intervals lie between `from` and `to`, without `to`.
    pub const fn new(from: Time, to: Time, width: Time) -> Self {
        let width = if width.ps() == 0 { 1 } else { width.ps() };
        Self { from, to, width, before: None, cell: 0, columns: Vec::new(), looked: 0 }
    }

    /// Index of the interval that contains the time `at`. Intervals of `width` count from 0 at the time
    /// `from`.
    pub fn cell_of(&self, at: Time) -> u64 {
        at.saturating_sub(self.from).ps() / self.width
    }

    /// Adds `span` to the column of the interval in which the span begins. `span` may stand for several
    /// merged spans, if all of them begin in this interval.
    pub fn take(&mut self, span: &Span) {
        self.looked += 1;
        if span.from >= self.to {
            return;
        }
        if span.from < self.from {
            self.before = Some(*span);
            return;
        }
        if let Some(before) = self.before.take()
            && span.from > self.from
        {
            self.columns.push(Column::of(&before));
            self.cell = u64::MAX;
        }
        let cell = self.cell_of(span.from);
        match self.columns.last_mut() {
            Some(last) if self.cell == cell => *last = last.with(span),
            _ => self.columns.push(Column::of(span)),
        }
        self.cell = cell;
    }

    /// Completes the columns. If no span began between `from` and `to`, the last span before `from` becomes
    /// the only column.
    pub fn finish(mut self) -> Self {
        if let Some(before) = self.before.take() {
            self.columns.push(Column::of(&before));
        }
        self
    }
}
