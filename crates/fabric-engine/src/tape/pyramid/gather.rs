//! What a stretch of a pyramid comes to, column by column.

use crate::units::Time;

use super::Column;
use super::chunk::Span;

/// Columns being made of spans in order.
pub(super) struct Gather {
    pub from: Time,
    pub to: Time,
    width: u64,
    /// The span that reaches into the first column.
    before: Option<Span>,
    /// The cell of the last column.
    cell: u64,
    pub columns: Vec<Column>,
    /// Spans and chunks that were looked at.
    pub looked: usize,
}

impl Gather {
    /// Of what lies between two times, a column for each `width`.
    pub const fn new(from: Time, to: Time, width: Time) -> Self {
        let width = if width.ps() == 0 { 1 } else { width.ps() };
        Self { from, to, width, before: None, cell: 0, columns: Vec::new(), looked: 0 }
    }

    /// How many columns lie before a time.
    pub fn cell_of(&self, at: Time) -> u64 {
        at.saturating_sub(self.from).ps() / self.width
    }

    /// Takes a span, or the sum of many that begin in one cell.
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

    /// All of them, with the one that reaches into the first.
    pub fn finish(mut self) -> Self {
        if let Some(before) = self.before.take() {
            self.columns.push(Column::of(&before));
        }
        self
    }
}
