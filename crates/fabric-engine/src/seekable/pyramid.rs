//! Record of a quantity over time in bounded memory, as a tree of smallest and largest values.
//! Every peak is kept. A reader never sees a value that the quantity did not have. Chunks of the
//! tree never change, so that forks of a run share them. The cost of reading depends on the number
//! of columns, not on the length of the interval. Start with [`Pyramid`].

mod chunk;
mod gather;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::units::Time;

use chunk::{Children, Chunk, FAN, LEAF, Span};
use gather::Gather;

/// Smallest, largest and last value of a recorded quantity, from the time `from` until the start of the next
/// column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Time at which the column starts.
    pub from: Time,
    /// Time of the last change of the quantity in the column.
    pub last_change_at: Time,
    /// Smallest value of the quantity in the column.
    pub least: u64,
    /// Largest value of the quantity in the column.
    pub most: u64,
    /// Last value of the quantity in the column.
    pub last: u64,
}

impl Column {
    fn of(span: &Span) -> Self {
        Self {
            from: span.from,
            last_change_at: span.last_change_at,
            least: span.least,
            most: span.most,
            last: span.last,
        }
    }

    /// Merges this column with `later`, the values that follow the column.
    fn with(self, later: &Span) -> Self {
        Self {
            from: self.from,
            last_change_at: later.last_change_at,
            least: self.least.min(later.least),
            most: self.most.max(later.most),
            last: later.last,
        }
    }
}

/// Density of a record: whether changes close in time are merged at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordDensity {
    /// Every change is kept until the limit of the record is reached. Used when few changes are recorded at
    /// once.
    Full,
    /// Changes close in time are merged at once, almost as coarsely as by [`Pyramid::thin_out`]. Used when
    /// more changes are recorded at once than can be displayed.
    Merged,
}

/// Exponent of the resolution of [`RecordDensity::Merged`]. Changes in the same interval are merged; the
/// interval is 2^`FINER` times shorter than in [`Pyramid::thin_out`].
const FINER: u32 = 2;

/// Record of a quantity as a step function of time, with the number of the event of each change.
#[derive(Clone, Debug)]
pub struct Pyramid {
    /// Complete chunks (nodes of the tree), in order of time. The level of a chunk is at most the level of
    /// the chunk before it. Fewer than [`FAN`] chunks have the same level.
    chunks: Vec<Arc<Chunk>>,
    /// Newest spans, which are not in a chunk yet. A span is one change of the value, or several merged
    /// changes.
    open: Vec<Span>,
    /// Number of spans in the record (`count`), and its limit (`most`), at least 4.
    count: usize,
    most: usize,
    /// Exponent of the resolution: when the record is thinned out, spans that begin in the same interval of
    /// 2^`grain` ps are merged.
    grain: u32,
    last: Option<u64>,
}

impl Pyramid {
    /// Approximate memory of a record for each span, in bytes. The upper levels of the tree are included. A
    /// span is one change of the value, or several merged changes.
    pub const BYTES: usize = size_of::<Span>() * 5 / 4;

    /// Creates an empty record of at most `most` spans (at least 4). A span is one change, or several changes
    /// close in time that are merged to stay within the limit.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { chunks: Vec::new(), open: Vec::new(), count: 0, most: most.max(4), grain: 0, last: None }
    }

    /// Whether no value was recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Last recorded value; `None` if no value was recorded.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Number of spans in the record. A span is a change, or several merged changes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Largest recorded value; `None` if no value was recorded.
    #[must_use]
    pub fn most(&self) -> Option<u64> {
        let chunks = self.chunks.iter().map(|chunk| chunk.total().most);
        chunks.chain(self.open.iter().map(|span| span.most)).max()
    }

    /// Records `value` from time `at` on, by event `number`. Times and numbers must not decrease.
    /// An unchanged value adds nothing.
    pub fn push(&mut self, at: Time, number: u64, value: u64) {
        self.push_with_density(RecordDensity::Full, at, number, value);
    }

    /// Records `value` like [`Pyramid::push`]; with [`RecordDensity::Merged`], changes close in time are
    /// merged at once.
    #[inline]
    pub fn push_with_density(&mut self, density: RecordDensity, at: Time, number: u64, value: u64) {
        let grain = match density {
            RecordDensity::Full => None,
            RecordDensity::Merged => self.grain.checked_sub(FINER),
        };
        self.put(at, number, value, grain);
    }

    #[inline]
    fn put(&mut self, at: Time, number: u64, value: u64, grain: Option<u32>) {
        if self.last == Some(value) {
            return;
        }
        self.last = Some(value);
        let span = Span {
            from: at,
            last_change_at: at,
            first: number,
            final_: number,
            least: value,
            most: value,
            last: value,
        };
        match self.open.last_mut() {
            Some(open)
                if open.final_ == number && open.from == at
                    || grain.is_some_and(|grain| open.is_one_with(&span, grain)) =>
            {
                *open = open.with(&span);
            }
            _ => self.add(span),
        }
        if self.count > self.most {
            self.thin_out();
        }
    }

    /// Drops all changes after event `number`. If no change is left, the record is empty. Returns the event
    /// up to which the record is still complete. This is `number`, or an earlier event if a merged span has
    /// changes both before and after `number`.
    pub fn forget_after(&mut self, number: u64) -> u64 {
        let mut known = number;
        while self.open.first().is_none_or(|open| open.first > number) {
            self.count -= self.open.len();
            self.open.clear();
            let Some(chunk) = self.chunks.pop() else { break };
            self.count -= chunk.count();
            self.reopen(&chunk, number);
        }
        let remaining = self.open.partition_point(|span| span.first <= number);
        self.count -= self.open.drain(remaining..).len();
        if let Some(span) = self.open.last().filter(|span| span.final_ > number) {
            known = span.first - 1;
            self.open.pop();
            self.count -= 1;
        }
        self.last = self.final_span().map(|span| span.last);
        known
    }

    /// Columns of width `width` (0 counts as 1 ps) in the interval from `from` until before `to`, in order of
    /// time. A column lasts until the next column begins, so that times without a change have no column of
    /// their own. The last column lasts until the present.
    ///
    /// If the first change in the interval is after `from`, one more column at the front gives the value at
    /// `from`. An empty interval gives at most this column. An empty record gives no column.
    #[must_use]
    pub fn grouped(&self, from: Time, to: Time, width: Time) -> Vec<Column> {
        self.gathered(from, to, width).columns
    }

    /// Returns at most `columns` columns (0 counts as 1), in order of time. Each column covers one of equal
    /// intervals from `from` until before `to`. An interval without a change has no column. If the first
    /// change is after `from`, one more column at the front gives the value at `from`. See
    /// [`Pyramid::grouped`].
    #[must_use]
    pub fn columns(&self, from: Time, to: Time, columns: usize) -> Vec<Column> {
        let width = to.saturating_sub(from).ps().div_ceil(columns.max(1) as u64).max(1);
        self.grouped(from, to, Time(width))
    }

    fn gathered(&self, from: Time, to: Time, width: Time) -> Gather {
        let mut gather = Gather::new(from, to, width);
        for chunk in &self.chunks {
            chunk.gather(&mut gather);
        }
        self.open.iter().for_each(|span| gather.take(span));
        gather.finish()
    }

    fn add(&mut self, span: Span) {
        if self.open.len() == LEAF {
            let leaf = Chunk::of_spans(std::mem::replace(&mut self.open, Vec::with_capacity(LEAF)));
            self.stack(Arc::new(leaf));
        }
        self.count += 1;
        self.open.push(span);
    }

    /// Appends a chunk. As soon as the last [`FAN`] chunks have the same level, one chunk of the next level
    /// replaces them.
    fn stack(&mut self, chunk: Arc<Chunk>) {
        self.chunks.push(chunk);
        while let Some(from) = self.chunks.len().checked_sub(FAN) {
            let level = self.chunks[from].level();
            if self.chunks[from..].iter().any(|chunk| chunk.level() != level) {
                break;
            }
            let parts = self.chunks.split_off(from);
            self.chunks.push(Arc::new(Chunk::of_chunks(parts)));
        }
    }

    /// Replaces `chunk`, which the caller has removed, by its children that begin at event `number` or
    /// earlier. The last of these children is replaced in the same way, down to a leaf. The spans of the leaf
    /// become the open spans.
    fn reopen(&mut self, chunk: &Arc<Chunk>, number: u64) {
        if chunk.first() > number {
            return;
        }
        match chunk.children() {
            Children::Spans(spans) => {
                self.open = spans.to_vec();
                self.count += spans.len();
            }
            Children::Chunks(parts) => {
                let remaining = parts.partition_point(|part| part.first() <= number);
                for whole in &parts[..remaining - 1] {
                    self.count += whole.count();
                    self.chunks.push(Arc::clone(whole));
                }
                self.reopen(&parts[remaining - 1], number);
            }
        }
    }

    fn final_span(&self) -> Option<Span> {
        self.open.last().copied().or_else(|| self.chunks.last().map(|chunk| chunk.total()))
    }

    /// Reduces the number of spans to half or less. Chooses a coarser resolution, and merges the spans that
    /// begin in the same interval of this resolution.
    pub fn thin_out(&mut self) {
        let mut all = Vec::with_capacity(self.count);
        self.chunks.drain(..).for_each(|chunk| chunk.append_to(&mut all));
        all.append(&mut self.open);
        self.grain = coarser(&all, self.grain, (self.count / 2).max(3));
        let grain = self.grain;
        all.dedup_by(|span, last| {
            let is_one = last.is_one_with(span, grain);
            if is_one {
                *last = last.with(span);
            }
            is_one
        });
        self.count = all.len();
        let (chunks, open) = all.split_at((all.len().saturating_sub(1)) / LEAF * LEAF);
        self.open.extend_from_slice(open);
        for leaf in chunks.chunks(LEAF) {
            self.stack(Arc::new(Chunk::of_spans(leaf.to_vec())));
        }
    }
}

/// Smallest resolution exponent, at least `grain`, at which at most `most` of the `spans` remain after
/// merging.
fn coarser(spans: &[Span], grain: u32, most: usize) -> u32 {
    // Number of pairs of neighbours, indexed by the smallest grain that merges them.
    let mut two = [0; u64::BITS as usize + 1];
    for pair in spans.windows(2) {
        let differ = u64::BITS - (pair[0].from.ps() ^ pair[1].from.ps()).leading_zeros();
        two[if pair[0].is_start() { two.len() - 1 } else { differ as usize }] += 1;
    }
    let left = |grain: &u32| 1 + two[*grain as usize + 1..].iter().sum::<usize>();
    (grain..u64::BITS).find(|grain| left(grain) <= most).unwrap_or(u64::BITS - 1)
}
