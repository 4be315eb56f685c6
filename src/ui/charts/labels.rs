//! Labels for the lines of a chart, spread so that they do not overlap.

use fabric_sim::ids::FlowId;
use fabric_sim::order;

use super::number::whole;

/// Least vertical distance between two labels, in pixels.
pub const GAP: f64 = 13.0;

/// Label beside the end of a line, or of several lines that end at almost the same height.
#[derive(Clone, Debug, PartialEq)]
pub struct LineLabel {
    /// Name of each line, with the flow that the line shows; `None` if the line shows no flow. The name of
    /// the line that is drawn thick comes first.
    pub names: Vec<(String, Option<FlowId>)>,
    /// Vertical position in pixels below the top of the first panel. Before [`spread`] places the label: a
    /// value on the vertical axis.
    pub y: f64,
    /// CSS class of the label.
    pub class: &'static str,
}

/// Greatest number of letters in a label. `LETTERS` applies if all names fit. `LETTERS_OF_SOME` applies if
/// the label ends with the number of names left out.
const LETTERS: usize = 14;
const LETTERS_OF_SOME: usize = 10;

impl LineLabel {
    /// Creates the label of one line that shows no flow.
    pub fn new(name: String, y: f64, class: &'static str) -> Self {
        Self { names: vec![(name, None)], y, class }
    }

    /// Number of names that fit into the label; at least 1, even if the first name is too long.
    pub fn fitting(&self) -> usize {
        let within = |most: usize| {
            let mut letters = 0;
            let fits = |(n, (name, _)): &(usize, &(String, Option<FlowId>))| {
                letters += name.chars().count();
                // A comma and a space separate two names.
                *n == 0 || letters + 2 * (n - 1) <= most
            };
            self.names.iter().enumerate().take_while(fits).count()
        };
        let all = within(LETTERS);
        if all == self.names.len() { all } else { within(LETTERS_OF_SOME) }
    }

    /// Text of the label: the names that fit, and the number of names left out, as in `a, b +3`.
    pub fn words(&self) -> String {
        let (shown, others) = self.names.split_at(self.fitting());
        let shown: Vec<&str> = shown.iter().map(|(name, _)| name.as_str()).collect();
        let words = shown.join(", ");
        if others.is_empty() { words } else { format!("{words} +{}", others.len()) }
    }
}

/// Places the labels in a panel that begins at `from` and is `high` pixels high. Before the call,
/// [`LineLabel::y`] is a value on an axis from 0 to `top`; afterwards it is in pixels. Labels keep a distance
/// of [`GAP`]. If the panel has too little space, only the first of `labels` remain.
pub fn spread(mut labels: Vec<LineLabel>, top: f64, from: f64, high: f64) -> Vec<LineLabel> {
    labels.truncate(whole(high / GAP + 0.5).max(1));
    order::by(&mut labels, |a, b| b.y.total_cmp(&a.y));
    let mut above = 0.0f64;
    for label in &mut labels {
        label.y = ((1.0 - label.y / top) * high).max(above);
        above = label.y + GAP;
    }
    raise(&mut labels, high - 0.4 * GAP, from);
    labels
}

/// Moves labels up until no label is below `lowest` and all are at least [`GAP`] apart. Then moves all labels
/// down by `from`. All values are in pixels; the labels must be in order from top to bottom.
pub fn raise(labels: &mut [LineLabel], lowest: f64, from: f64) {
    let mut below = lowest;
    for label in labels.iter_mut().rev() {
        label.y = label.y.min(below);
        below = label.y - GAP;
        label.y += from;
    }
}
