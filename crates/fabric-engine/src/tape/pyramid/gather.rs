//! Columns of an interval of a pyramid.

use crate::units::Time;

use super::Column;
use super::chunk::Span;

/// Columns that are being built from spans, which come in order.
pub(super) struct Gather {
    pub from: Time,
    pub to: Time,
    width: u64,
    /// Span that reaches into the first column.
    before: Option<Span>,
    /// Index of the last column.
    cell: u64,
    pub columns: Vec<Column>,
    /// Number of spans and chunks visited.
    pub looked: usize,
}

impl Gather {
    /// Starts without columns: one for each `width` from `from` until `to`.
    pub const fn new(from: Time, to: Time, width: Time) -> Self {
        let width = if width.ps() == 0 { 1 } else { width.ps() };
        Self { from, to, width, before: None, cell: 0, columns: Vec::new(), looked: 0 }
    }

    /// Index of the column at a time.
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

    /// Completes the columns, with the one that reaches into the first.
    pub fn finish(mut self) -> Self {
        if let Some(before) = self.before.take() {
            self.columns.push(Column::of(&before));
        }
        self
    }
}
