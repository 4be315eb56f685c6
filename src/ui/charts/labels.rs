//! Names of the lines of a chart, beside them.

use fabric_sim::order;

use super::number::whole;

/// Pixels between two labels.
pub const GAP: f64 = 13.0;

/// Name of a line: text, pixels below the top of the first panel, class.
pub type LineLabel = (String, f64, &'static str);

/// Labels in pixels, at a distance from each other and within their panel: of those that it has no room
/// for, the first ones.
pub fn spread(mut labels: Vec<LineLabel>, top: f64, from: f64, high: f64) -> Vec<LineLabel> {
    labels.truncate(whole(high / GAP + 0.5).max(1));
    order::by(&mut labels, |a, b| b.1.total_cmp(&a.1));
    let mut above = 0.0f64;
    for label in &mut labels {
        label.1 = ((1.0 - label.1 / top) * high).max(above);
        above = label.1 + GAP;
    }
    raise(&mut labels, high - 0.4 * GAP, from);
    labels
}

/// Labels from the highest to the lowest are moved up until none is below
/// `lowest`, or too near the next one; then all by `from`.
pub fn raise(labels: &mut [LineLabel], lowest: f64, from: f64) {
    let mut below = lowest;
    for label in labels.iter_mut().rev() {
        label.1 = label.1.min(below);
        below = label.1 - GAP;
        label.1 += from;
    }
}
