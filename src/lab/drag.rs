//! A slider under way: how often it is recorded, and where it has to stop.

use fabric_sim::document::Document;
use fabric_sim::document::params::{HALF, Key, OFF, UNSET};
use fabric_sim::tape::Goal;
use fabric_sim::units::Time;

use super::edit::Before;
use super::opened::Edition;
use super::{Trouble, written};

/// A drag that is under way.
pub(super) struct Drag {
    /// The document before it.
    pub before: Document,
    /// Where the cursor was before it.
    pub from: Goal,
    /// When its last value was stamped, and what wall clock it was then.
    pub last: Option<(Time, f64)>,
    /// The value that came too soon after the last to be recorded.
    pub waits: Option<(Key, String)>,
    /// Where it had to stop last.
    pub stop: Option<Stop>,
}

impl Drag {
    /// One that begins with `before`.
    pub fn new(Before { document, place }: Before) -> Self {
        Self { before: document, from: place, last: None, waits: None, stop: None }
    }
}

/// Where a slider had to stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The parameter.
    pub key: Key,
    /// The last value that makes sense beside the others.
    pub at: u64,
    /// What is wrong with those beyond.
    pub why: String,
}

/// The edition with the value of `key` that is nearest to `wanted`, coming from
/// `now`, of those that `made` makes an edition of. `refused` is what it says of
/// `wanted` itself.
///
/// # Errors
/// `refused`, where there is nothing between the two to stop at.
pub(super) fn nearest(
    key: Key,
    (now, wanted): (u64, u64),
    refused: Trouble,
    made: impl Fn(&str) -> Result<Edition, Trouble>,
) -> Result<(Edition, Stop), Trouble> {
    let is_word = |value: u64| matches!(value, UNSET | OFF | HALF);
    if is_word(now) || is_word(wanted) {
        return Err(refused);
    }
    let is_made = |value: u64| made(&written(key, value)).is_ok();
    if !is_made(now) {
        return Err(refused);
    }
    let at = last_good(now, wanted, is_made);
    let edition = made(&written(key, at))?;
    Ok((edition, Stop { key, at, why: refused.message }))
}

/// The last value that `is_good` on the way from `good`, which is, to `bad`,
/// which is not.
pub(super) fn last_good(mut good: u64, mut bad: u64, is_good: impl Fn(u64) -> bool) -> u64 {
    // Whoever stands at the limit already does not look for it again.
    let next = if bad > good { good + 1 } else { good.saturating_sub(1) };
    if !is_good(next) {
        bad = next;
    }
    while good.abs_diff(bad) > 1 {
        let middle = good.midpoint(bad);
        *(if is_good(middle) { &mut good } else { &mut bad }) = middle;
    }
    good
}
