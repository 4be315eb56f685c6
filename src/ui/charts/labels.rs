//! Labels for the lines of a chart, spread so that they do not overlap.

use fabric_sim::order;

use super::number::whole;

/// Least distance between two labels in pixels.
pub const GAP: f64 = 13.0;

/// Label of a line: text, position in pixels below the top of the first panel, CSS class.
pub type LineLabel = (String, f64, &'static str);

/// Places labels in a panel that is `high` pixels high and begins at `from`. Values become pixels on an axis
/// that ends at `top`. Labels keep a distance of [`GAP`]. If the panel has too little space, only the first
/// labels in `labels` remain.
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

/// Moves labels up until none is below `lowest` and all are [`GAP`] apart, then all down by `from`. Positions
/// are in pixels and must increase.
pub fn raise(labels: &mut [LineLabel], lowest: f64, from: f64) {
    let mut below = lowest;
    for label in labels.iter_mut().rev() {
        label.1 = label.1.min(below);
        below = label.1 - GAP;
        label.1 += from;
    }
}
