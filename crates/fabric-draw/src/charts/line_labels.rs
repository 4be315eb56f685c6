//! Labels beside the right ends of the lines of a chart, placed so that no two labels overlap. Start with
//! [`LineLabel`]. Labels are sorted from top to bottom. Lines that end less than 13 pixels apart share a
//! label. A label has the names that fit, then the number of names left out, as in `a, b +3`. A label has at
//! least one name, shortened if necessary.

use fabric_sim::ids::FlowId;
use fabric_sim::sort;

/// Least vertical distance between the labels of two lines of a chart, in pixels.
pub const LABEL_GAP: f64 = 13.0;

/// Label beside the end of a line, or of several lines that end at almost the same height.
#[derive(Clone, Debug, PartialEq)]
pub struct LineLabel {
    /// Name of each line, with the flow that the line shows; `None` if the line shows no flow. The name of
    /// the line that is drawn thick comes first.
    pub names: Vec<(String, Option<FlowId>)>,
    /// Vertical position of the label in pixels, counted down from the top of the first panel. Before
    /// [`spread_labels`] has placed the label: its value on the vertical axis.
    pub y: f64,
    /// CSS class of the label, such as `strong` for a line that is drawn thick.
    pub class: &'static str,
}

/// Greatest number of letters in a label that leaves out no name. The first separator `, ` does not count;
/// each further one counts as two letters.
const LETTERS: usize = 14;
/// Greatest number of letters of the names in a label that ends with the number of names left out, as in `a,
/// b +3`. Separators count as for [`LETTERS`].
const LETTERS_OF_SOME: usize = 10;
/// Greatest number of letters of the name in a label that has only this name and a number.
const LETTERS_OF_ONE: usize = 7;

impl LineLabel {
    /// Creates the label of one line that shows no flow.
    #[must_use]
    pub fn new(name: String, y: f64, class: &'static str) -> Self {
        Self { names: vec![(name, None)], y, class }
    }

    /// Number of names that fit into the label; at least 1, even if the first name is too long.
    #[must_use]
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

    /// Names that fit into the label. A first name of more than 14 characters is shortened. If only the first
    /// of several names fits, it is shortened to at most seven characters. The number of names left out then
    /// fits beside it.
    #[must_use]
    pub fn shown(&self) -> Vec<String> {
        let fitting = self.fitting();
        let most = if fitting < self.names.len() { LETTERS_OF_ONE } else { LETTERS };
        let shown = |(name, _): &(String, Option<FlowId>)| {
            if fitting == 1 && name.chars().count() > most {
                name.chars().take(most - 1).chain(['\u{2026}']).collect()
            } else {
                name.clone()
            }
        };
        self.names[..fitting].iter().map(shown).collect()
    }

    /// Text of the label: the names that fit, and the number of names left out, as in `a, b +3`.
    #[must_use]
    pub fn words(&self) -> String {
        let shown = self.shown();
        let (words, others) = (shown.join(", "), self.names.len() - shown.len());
        if others == 0 { words } else { format!("{words} +{others}") }
    }
}

/// Line of a chart for which a label is made, with the value of the line at the cursor.
#[derive(Clone, Debug)]
pub struct LabelledLine {
    /// Name of the line, which the label shows.
    pub name: String,
    /// Value of the line at the cursor, in the unit of the vertical axis.
    pub value: f64,
    /// Flow that the line shows.
    pub flow: FlowId,
    /// Whether the line is drawn thick. If several lines share a label, the name of a thick line comes first.
    pub is_strong: bool,
}

/// Short names of flows that all have one receiver, in the order of `names`. The short name is that of the
/// source: `a` for `a to c` and for `permutation a to c`. If two flows would have the same short name, both
/// also get the words after the receiver: `a again` for `a to c again`.
#[must_use]
pub fn short_flow_names(names: &[&str]) -> Vec<String> {
    let source = |name: &str| match name.split_once(" to ") {
        Some((from, _)) => from.rsplit(' ').next().unwrap_or(from).to_owned(),
        None => name.to_owned(),
    };
    let without_receiver = |name: &str| {
        let rest = name.split_once(" to ").and_then(|(_, to)| to.split_once(' '));
        rest.map_or_else(|| source(name), |(_, rest)| format!("{} {rest}", source(name)))
    };
    let is_unique = |name: &str| names.iter().filter(|other| source(other) == source(name)).count() == 1;
    names.iter().map(|name| if is_unique(name) { source(name) } else { without_receiver(name) }).collect()
}

/// Vertical extent of a panel in a chart, in pixels: its upper edge and its height.
pub type Extent = (f64, f64);

/// Places labels in a panel, sorted from top to bottom by falling value. Before the call, [`LineLabel::y`] is
/// a value on an axis from 0 to `top`; afterwards it is in pixels. Labels are at least [`LABEL_GAP`] apart.
/// If the panel is too low for all labels, only the first ones of the argument `labels` remain, at least one.
#[must_use]
pub fn spread_labels(mut labels: Vec<LineLabel>, top: f64, (from, high): Extent) -> Vec<LineLabel> {
    labels.truncate(fitting(high));
    sort::by(&mut labels, |a, b| b.y.total_cmp(&a.y));
    let mut above = 0.0f64;
    for label in &mut labels {
        label.y = ((1.0 - label.y / top) * high).max(above);
        above = label.y + LABEL_GAP;
    }
    raise(&mut labels, (high - 0.4 * LABEL_GAP).max(0.4 * LABEL_GAP), from);
    labels
}

/// Places a label at the right end of each line, in a panel with an axis from 0 to `top`. The labels are
/// sorted from top to bottom. Labels that would overlap are merged. [`LineLabel::names`] then has the names
/// of all merged lines, the name of a thick line first. The class of a label is `strong` if one of its lines
/// is thick, otherwise `other`.
#[must_use]
pub fn merge_labels(mut lines: Vec<LabelledLine>, top: f64, (from, high): Extent) -> Vec<LineLabel> {
    sort::by(&mut lines, |a, b| b.value.total_cmp(&a.value));
    // Groups of merged labels, each with the position of its lowest line in pixels.
    let mut groups: Vec<(LineLabel, f64)> = Vec::new();
    for LabelledLine { name, value, flow, is_strong } in lines {
        let (y, name) = ((1.0 - value / top) * high, (name, Some(flow)));
        let class = if is_strong { "strong" } else { "other" };
        match groups.last_mut().filter(|(_, last)| y - last < LABEL_GAP) {
            Some((group, last)) => {
                group.names.insert(if is_strong { 0 } else { group.names.len() }, name);
                if is_strong {
                    group.class = class;
                }
                *last = y;
            }
            None => groups.push((LineLabel { names: vec![name], y, class }, y)),
        }
    }
    // A panel that is lower than a label shows the label at its upper edge.
    let lowest = (high - 0.5 * LABEL_GAP).max(0.5 * LABEL_GAP);
    let centred = |(label, last): (LineLabel, f64)| {
        let y = f64::midpoint(label.y, last).clamp(0.5 * LABEL_GAP, lowest);
        LineLabel { y, ..label }
    };
    let mut labels: Vec<LineLabel> = groups.into_iter().map(centred).collect();
    raise(&mut labels, lowest, from);
    labels
}

/// Number of labels that fit into a panel of the height `high` in pixels; at least 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a height of the screen")]
fn fitting(high: f64) -> usize {
    ((high / LABEL_GAP + 0.5) as usize).max(1)
}

/// Moves labels up until no label is below `lowest` and all are at least [`LABEL_GAP`] apart. Then moves all
/// labels down by `from`. All values are in pixels; the labels must be in order from top to bottom.
fn raise(labels: &mut [LineLabel], lowest: f64, from: f64) {
    let mut below = lowest;
    for label in labels.iter_mut().rev() {
        label.y = label.y.min(below);
        below = label.y - LABEL_GAP;
        label.y += from;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with values from 0 to the top of the axis, of which `count` differ.
    fn lines(count: u32) -> Vec<LabelledLine> {
        let line = |n: u32| LabelledLine {
            name: format!("h{n}"),
            value: 10.0 * f64::from(n % count) / f64::from(count),
            flow: FlowId(n),
            is_strong: n == 3,
        };
        (0..8).map(line).collect()
    }

    #[test]
    fn labels_are_placed_in_panels_of_any_height() {
        for tenths in 0..3_000 {
            let high = f64::from(tenths) / 10.0;
            for count in 1..=8 {
                let labels = merge_labels(lines(count), 10.0, (20.0, high));
                assert_eq!(labels.iter().map(|label| label.names.len()).sum::<usize>(), 8, "a name is lost");
                let apart = labels.windows(2).all(|pair| pair[1].y - pair[0].y >= LABEL_GAP - 1e-9);
                assert!(apart, "labels overlap at {high} px: {labels:?}");
                assert!(
                    labels
                        .iter()
                        .all(|label| label.y <= 20.0 + (high - 0.5 * LABEL_GAP).max(0.5 * LABEL_GAP))
                );
                let named = lines(count).into_iter().map(|line| LineLabel::new(line.name, line.value, "k"));
                let spread = spread_labels(named.collect(), 10.0, (20.0, high));
                assert!(!spread.is_empty() && spread.len() <= fitting(high));
            }
        }
    }

    #[test]
    fn labels_of_lines_of_about_the_same_value_are_merged_with_the_thick_line_first() {
        let labels = merge_labels(lines(1), 10.0, (0.0, 100.0));
        assert_eq!(labels.len(), 1);
        assert_eq!((labels[0].names[0].1, labels[0].class), (Some(FlowId(3)), "strong"));
    }

    #[test]
    fn a_long_name_leaves_space_for_the_number_of_other_names() {
        let mut label = LineLabel::new("management".to_owned(), 0.0, "strong");
        assert_eq!(label.words(), "management");
        label.names.push(("storage".to_owned(), None));
        assert_eq!(label.words(), "manage\u{2026} +1");
        let alone = LineLabel::new("management of storage".to_owned(), 0.0, "strong");
        assert_eq!(alone.words(), "management of\u{2026}");
    }

    #[test]
    fn flows_of_one_source_have_different_short_names() {
        let short =
            short_flow_names(&["a to c", "b to c", "a to c again", "management", "permutation h1-1-1 to c"]);
        assert_eq!(short, ["a", "b", "a again", "management", "h1-1-1"]);
    }
}
