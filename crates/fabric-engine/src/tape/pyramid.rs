//! A quantity over time, of which no peak is ever lost and none is kept that
//! never was: a pyramid of least and greatest values in chunks that are never
//! changed and are shared by forks. It is drawn at any zoom at the cost of its
//! pixels, and kept in bounded memory.

mod chunk;
mod gather;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::units::Time;

use chunk::{Chunk, FAN, LEAF, Span};
use gather::Gather;

/// Least, greatest and last value from an instant until the next column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Where it starts.
    pub from: Time,
    /// When the value last jumped in it.
    pub until: Time,
    /// The least value in it.
    pub least: u64,
    /// The greatest.
    pub most: u64,
    /// The last.
    pub last: u64,
}

impl Column {
    fn of(span: &Span) -> Self {
        Self { from: span.from, until: span.until, least: span.least, most: span.most, last: span.last }
    }

    /// Both as one; `later` follows this one.
    fn with(self, later: &Span) -> Self {
        Self {
            from: self.from,
            until: later.until,
            least: self.least.min(later.least),
            most: self.most.max(later.most),
            last: later.last,
        }
    }
}

/// How much is written down at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// What somebody looks at as it comes.
    Few,
    /// More than anybody looks at. What has been thinned out would soon be again: of
    /// jumps that are a part as close as those that are one already, the next ones
    /// are told as one at once.
    Many,
}

/// Of what is written down among much else, 2 to the power of so many parts are told
/// apart of a stretch that is one where it is thinned out.
const FINER: u32 = 2;

/// A value that jumps, with the events at which it did.
#[derive(Clone, Debug)]
pub struct Pyramid {
    /// Whole chunks in order, never a larger one behind a smaller one, and
    /// fewer than [`FAN`] of a size.
    chunks: Vec<Arc<Chunk>>,
    /// What is not a chunk yet.
    open: Vec<Span>,
    /// How many spans there are, and how many there may be, at least four.
    count: usize,
    most: usize,
    /// What begins in the same 2 to the power of so many ps is one span.
    grain: u32,
    last: Option<u64>,
}

impl Pyramid {
    /// Bytes that a value takes which is kept, with its share of what stands above.
    pub const BYTES: usize = size_of::<Span>() * 5 / 4;

    /// Nothing yet; of more than `most` jumps, those that are close to each
    /// other are told as one.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { chunks: Vec::new(), open: Vec::new(), count: 0, most: most.max(4), grain: 0, last: None }
    }

    /// Whether there never was a value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The value that it has now.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// How many spans are kept.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The greatest value that there ever was.
    #[must_use]
    pub fn most(&self) -> Option<u64> {
        let chunks = self.chunks.iter().map(|chunk| chunk.total().most);
        chunks.chain(self.open.iter().map(|span| span.most)).max()
    }

    /// The value is `value` from `at` on, by event `number`; neither may go back.
    pub fn push(&mut self, at: Time, number: u64, value: u64) {
        self.push_among(Among::Few, at, number, value);
    }

    /// Appends a sample; `among` says how many arrive per frame, which sets how coarsely close
    /// samples are merged.
    #[inline]
    pub fn push_among(&mut self, among: Among, at: Time, number: u64, value: u64) {
        let grain = match among {
            Among::Few => None,
            Among::Many => self.grain.checked_sub(FINER),
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
            until: at,
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

    /// Drops what came after event `number`. What is known then ends at the
    /// event that is given: before `number`, where several jumps around it had
    /// been made one, of which nobody knows which came first.
    pub fn forget_after(&mut self, number: u64) -> u64 {
        let mut known = number;
        while self.open.first().is_none_or(|open| open.first > number) {
            self.count -= self.open.len();
            self.open.clear();
            let Some(chunk) = self.chunks.pop() else { break };
            self.count -= chunk.count();
            self.reopen(&chunk, number);
        }
        let kept = self.open.partition_point(|span| span.first <= number);
        self.count -= self.open.drain(kept..).len();
        if let Some(span) = self.open.last().filter(|span| span.final_ > number) {
            known = span.first - 1;
            self.open.pop();
            self.count -= 1;
        }
        self.last = self.final_span().map(|span| span.last);
        known
    }

    /// What began in each `width` from `from` on, as a column each; before them
    /// the one that reaches into the first. A column lasts until the next one,
    /// and the last one until now: over exactly that its values are so. What
    /// begins at `to` or later is left out.
    #[must_use]
    pub fn grouped(&self, from: Time, to: Time, width: Time) -> Vec<Column> {
        self.gathered(from, to, width).columns
    }

    /// At most so many `columns` from `from` to `to`, and the one before.
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

    /// A chunk behind all others; [`FAN`] of a size become one.
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

    /// Puts the parts of `chunk` back that begin up to event `number`, the last
    /// of them as what is open.
    fn reopen(&mut self, chunk: &Arc<Chunk>, number: u64) {
        if chunk.first() > number {
            return;
        }
        match chunk.parts() {
            Err(spans) => {
                self.open = spans.to_vec();
                self.count += spans.len();
            }
            Ok(parts) => {
                let kept = parts.partition_point(|part| part.first() <= number);
                for whole in &parts[..kept - 1] {
                    self.count += whole.count();
                    self.chunks.push(Arc::clone(whole));
                }
                self.reopen(&parts[kept - 1], number);
            }
        }
    }

    fn final_span(&self) -> Option<Span> {
        self.open.last().copied().or_else(|| self.chunks.last().map(|chunk| chunk.total()))
    }

    /// Makes room: spans that begin in the same stretch become one, until at most
    /// half of them are left.
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

/// The least grain from `grain` on with which at most so many of these spans are left.
fn coarser(spans: &[Span], grain: u32, most: usize) -> u32 {
    // Of neighbours, up to which grain they are two.
    let mut two = [0; u64::BITS as usize + 1];
    for pair in spans.windows(2) {
        let differ = u64::BITS - (pair[0].from.ps() ^ pair[1].from.ps()).leading_zeros();
        two[if pair[0].is_start() { two.len() - 1 } else { differ as usize }] += 1;
    }
    let left = |grain: &u32| 1 + two[*grain as usize + 1..].iter().sum::<usize>();
    (grain..u64::BITS).find(|grain| left(grain) <= most).unwrap_or(u64::BITS - 1)
}
