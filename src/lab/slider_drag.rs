//! Drag of a slider. Start with [`nearest`]. The slider stops at a limit beyond which the value would
//! contradict other parameters. The limit itself is an accepted value. Words such as `off` have no order, so
//! that no limit is searched for them.
//!
//! A drag with any number of values is one edit. A value is recorded at most ten times a second; the last
//! value is always recorded. If two parameters limit each other, equality is accepted. If the old value
//! itself is refused, there is no limit, and the page shows the error.

use fabric_sim::document::Document;
use fabric_sim::document::params::{HALF, Key, OFF, Param, UNSET, ValueKind};
use fabric_sim::seekable::SeekTarget;
use fabric_sim::units::{Bytes, Time};

use super::edit::StateBeforeEdit;
use super::opened::CompiledDocument;
use super::setting_sentences::capital;
use super::{UserError, displayed_message, written};
use crate::charts::{size_label, span_label};

/// Pairs of parameters with their names in error messages. The first parameter of a pair must not exceed the
/// second.
const PAIRS: [[(Key, &str); 2]; 3] = [
    [(Key::Xon, "XON"), (Key::Xoff, "XOFF")],
    [(Key::Kmin, "Kmin"), (Key::Kmax, "Kmax")],
    [(Key::WredMin, "WRED min"), (Key::WredMax, "WRED max")],
];

/// Drag of a slider that is in progress.
pub(super) struct Drag {
    /// Document before the drag.
    pub before: Document,
    /// Position of the cursor before the drag.
    pub from: SeekTarget,
    /// Time of the last recorded value: simulated time, and wall time in seconds. `None` before the
    /// first value.
    pub last: Option<(Time, f64)>,
    /// Latest value of the slider, if it is not recorded yet because the last recorded value is too recent.
    /// `None` if all values are recorded.
    pub waits: Option<(Key, String)>,
    /// Limit at which the slider stopped last; `None` if the slider moves freely.
    pub stop: Option<SliderLimit>,
}

impl Drag {
    /// Starts a drag. The argument is the state before the drag.
    pub fn new(StateBeforeEdit { document, place }: StateBeforeEdit) -> Self {
        Self { before: document, from: place, last: None, waits: None, stop: None }
    }
}

/// Limit at which a slider stopped because a further value would contradict other parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliderLimit {
    /// Parameter that the slider sets.
    pub key: Key,
    /// Last value that agrees with other parameters, where the slider stopped, in the unit in which the
    /// parameter is stored.
    pub at: u64,
    /// Sentence on the reason why the slider stopped. The sentence names the limit but not the refused value.
    pub why: String,
}

/// Finds the accepted value of `key` that is nearest to `wanted`, between `now` and `wanted`. Returns the
/// compiled document with this value, and the limit at which the slider stops.
///
/// `made` compiles the document with a value, or refuses the value; `refused` is the error of `made` for
/// `wanted`. `is_dynamic` is true if XOFF follows a dynamic threshold. The reason for the limit is the other
/// parameter of a pair in [`PAIRS`], otherwise the error of the next value.
///
/// # Errors
/// Returns `refused` if `now` itself is refused, or if `now` or `wanted` is a word such as `off`.
pub(super) fn nearest(
    key: Key,
    (now, wanted): (u64, u64),
    is_dynamic: bool,
    refused: UserError,
    made: impl Fn(&str) -> Result<CompiledDocument, UserError>,
) -> Result<(CompiledDocument, SliderLimit), UserError> {
    let is_word = |value: u64| matches!(value, UNSET | OFF | HALF);
    if is_word(now) || is_word(wanted) {
        return Err(refused);
    }
    let is_made = |value: u64| made(&written(key, value)).is_ok();
    if !is_made(now) {
        return Err(refused);
    }
    let at = last_good(now, wanted, is_made);
    let compiled = made(&written(key, at))?;
    let goes_up = wanted > at;
    let limit = value_label(key.param(), at);
    let pair = partner(key, goes_up, &limit).filter(|_| !(is_dynamic && key == Key::Xon));
    let why = pair.unwrap_or_else(|| {
        let beyond = if goes_up { at + 1 } else { at.saturating_sub(1) };
        let refused = made(&written(key, beyond)).err().unwrap_or(refused);
        let (label, why) = (
            capital(key.param().label.to_owned()),
            displayed_message(&without_first_amount(&refused.message)),
        );
        format!("{label} stops at {limit}: {why}.")
    });
    Ok((compiled, SliderLimit { key, at, why }))
}

/// Sentence on the parameter that stops `key`: the other parameter of its pair. `goes_up` is true if the user
/// raises `key`. `limit` is the label of the limiting value. `None` if no pair limits `key` in this
/// direction.
fn partner(key: Key, goes_up: bool, limit: &str) -> Option<String> {
    PAIRS.into_iter().find_map(|[(low, low_name), (high, high_name)]| {
        if goes_up && key == low {
            Some(format!("{low_name} can\u{2019}t exceed {high_name} ({limit})."))
        } else if !goes_up && key == high {
            Some(format!("{high_name} can\u{2019}t be below {low_name} ({limit})."))
        } else {
            None
        }
    })
}

/// Removes the refused value from `message`: the first amount in parentheses.
fn without_first_amount(message: &str) -> String {
    let amount = message.split_once(" (").and_then(|(before, rest)| {
        let (inner, after) = rest.split_once(')')?;
        inner.parse::<Bytes>().ok().map(|_| format!("{before}{after}"))
    });
    amount.unwrap_or_else(|| message.to_owned())
}

/// Label of a value with three significant digits, such as `12.0 kB`. The MTU has all its digits. Words such
/// as `off`, rates, shares and sizes from 1 GB on have the notation of documents.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for display")]
pub fn value_label(param: &Param, value: u64) -> String {
    match (param.kind, value) {
        (_, OFF | UNSET | HALF) => param.show(value),
        (ValueKind::Time, value) => span_label(value as f64),
        // The MTU must be exact to the byte.
        (ValueKind::Bytes, value) if param.key == Key::Mtu => exact_bytes(value),
        (ValueKind::Delay, value) if value < ValueKind::QUANTA => span_label(value as f64),
        (ValueKind::Bytes, value) if value < 1_000_000_000 => size_label(value as f64),
        (_, value) => param.show(value),
    }
}

/// Number of bytes with all digits in groups of three: `9 216 B`.
#[must_use]
pub fn exact_bytes(bytes: u64) -> String {
    let digits = bytes.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text + "\u{202f}B"
}

/// Finds by bisection the value farthest from `good` towards `bad` for which `is_good` returns true.
/// `is_good` must return true for `good`, false for `bad`, and change only once between them.
pub(super) fn last_good(mut good: u64, mut bad: u64, is_good: impl Fn(u64) -> bool) -> u64 {
    // A slider at its limit needs no bisection: the next value is already bad.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_of_frames_has_every_byte_and_a_buffer_three_digits() {
        let [mtu, xoff] = [Key::Mtu, Key::Xoff].map(Key::param);
        assert_eq!(value_label(mtu, 9_216), "9\u{202f}216\u{202f}B");
        assert_eq!(value_label(mtu, 594), "594\u{202f}B");
        assert_eq!(value_label(xoff, 96_000), "96.0\u{202f}kB");
    }
}
