//! Builder of the columns of an interval from the spans of a pyramid.

use crate::units::Time;

use super::Column;
use super::chunk::Span;

/// Columns that are being built from spans, which must be added in order.
pub(super) struct Gather {
    pub from: Time,
    pub to: Time,
    width: u64,
    /// Last span that begins before the first column; `None` if there is none.
    before: Option<Span>,
    /// Index of the interval of the last column in `columns`.
    cell: u64,
    pub columns: Vec<Column>,
    /// Number of spans and chunks visited, as a measure of the cost.
    pub looked: usize,
}

impl Gather {
    /// Creates a builder without columns, for intervals of `width` from `from` until before `to`.
    pub const fn new(from: Time, to: Time, width: Time) -> Self {
        let width = if width.ps() == 0 { 1 } else { width.ps() };
        Self { from, to, width, before: None, cell: 0, columns: Vec::new(), looked: 0 }
    }

    /// Index of the interval that contains the time `at`, from 0.
    pub fn cell_of(&self, at: Time) -> u64 {
        at.saturating_sub(self.from).ps() / self.width
    }

    /// Adds a span, or the union of spans that begin in one column.
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

    /// Completes the columns. If no span began in the interval, the last span before it is the only
    /// column.
    pub fn finish(mut self) -> Self {
        if let Some(before) = self.before.take() {
            self.columns.push(Column::of(&before));
        }
        self
    }
}
