//! Comparison of the reports of runs A and B, measure by measure. A value that only one run has is listed
//! without a difference. Start with [`compared_values`].

use std::collections::HashMap;

use fabric_sim::insight::{MEASURES, Measure, MeasureScope, Report};
use fabric_sim::sort;
use fabric_sim::sweep::Table;

use crate::charts::figure_label;

/// Value of a measure in both runs; the two values may be equal.
#[derive(Clone, Debug)]
pub struct ComparedValue {
    /// Measure whose values are compared.
    pub measure: &'static Measure,
    /// Name of the flow, queue or collective that was measured. Empty if the measure is of the whole fabric.
    pub subject: String,
    /// Value in run A, in the unit of the measure. `None` if run A has no such value.
    pub a: Option<u64>,
    /// Value in run B, in the unit of the measure. `None` if run B has no such value.
    pub b: Option<u64>,
}

/// Values of all measures in the reports `a` and `b`. Measures that differ come first; the order of
/// [`MEASURES`] applies among differing and among equal measures. Within a measure, subjects that only run A
/// has come last. A flow, queue or collective without a value in both reports is left out; a measure of the
/// whole fabric stays.
pub(super) fn compared_values(a: &Report, b: &Report) -> Vec<ComparedValue> {
    let mut all = Vec::new();
    for measure in &MEASURES {
        let mut theirs: HashMap<String, Option<u64>> = HashMap::new();
        let of_a = measure.of(a);
        theirs.extend(of_a.iter().map(|reading| (reading.of.clone(), reading.value)));
        for reading in measure.of(b) {
            let a = theirs.remove(&reading.of).flatten();
            all.push(ComparedValue { measure, subject: reading.of, a, b: reading.value });
        }
        // Values that only run A has come last, in the order of its report.
        let alone = of_a.into_iter().filter(|reading| theirs.contains_key(&reading.of));
        all.extend(alone.map(|reading| ComparedValue {
            measure,
            subject: reading.of,
            a: reading.value,
            b: None,
        }));
    }
    // Leaves out items without a value in both runs.
    all.retain(|one| one.a.is_some() || one.b.is_some() || one.subject.is_empty());
    sort::by_key(&mut all, ComparedValue::is_same);
    all
}

impl ComparedValue {
    /// Whether the values of both runs are equal, or missing in both runs.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.a == self.b
    }

    /// Subject of the measure, as the page shows it. A queue is named in words, as in `leaf1 port 0, priority
    /// 3`.
    #[must_use]
    pub fn displayed_subject(&self) -> String {
        let mut parts = self.subject.rsplitn(3, '.');
        match (self.measure.scope, parts.next(), parts.next(), parts.next()) {
            (MeasureScope::Queue, Some(priority), Some(port), Some(node)) => {
                format!("{node} port {port}, priority {priority}")
            }
            _ => self.subject.clone(),
        }
    }

    /// Text of `value` with its unit; "none" for `None`.
    #[must_use]
    pub fn label(&self, value: Option<u64>) -> String {
        value.map_or_else(|| "none".to_owned(), |value| figure_label(self.measure.name, value))
    }

    /// Text of the difference B − A with its sign, in the unit of the measure and in percent of A. If A is 0,
    /// there is no percentage. The text is `same` if both values are equal or missing, and `only one has it`
    /// if one value is missing.
    #[must_use]
    pub fn change(&self) -> String {
        let (Some(a), Some(b)) = (self.a, self.b) else {
            return if self.is_same() { "same".to_owned() } else { "only one has it".to_owned() };
        };
        if a == b {
            return "same".to_owned();
        }
        let sign = if b > a { '+' } else { '\u{2212}' };
        let by = a.abs_diff(b);
        let percent = if a == 0 { String::new() } else { format!(" ({sign}{})", percent(by, a)) };
        format!("{sign}{}{percent}", self.label(Some(by)))
    }
}

/// Text of `by` in percent of `of`, which must not be 0. Below 10 %, the text has one decimal; from 10 % on,
/// none. Below 0.05 %, the text is `<0.1 %`.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn percent(by: u64, of: u64) -> String {
    let percent = 100.0 * by as f64 / of as f64;
    let decimals = usize::from(percent < 9.95);
    if percent < 0.05 { "<0.1\u{202f}%".to_owned() } else { format!("{percent:.decimals$}\u{202f}%") }
}

/// Comparison as CSV with the columns measure, of, a, b. Each [`ComparedValue`] is one line, in the order of
/// `rows`. Values are whole numbers in the unit of the measure, not rounded. A missing value is an empty
/// cell. A text gets an apostrophe in front if a spreadsheet would evaluate it as a formula.
#[must_use]
pub fn as_csv(rows: &[ComparedValue]) -> String {
    let number = |value: Option<u64>| value.map(|value| value.to_string()).unwrap_or_default();
    let row = |row: &ComparedValue| {
        vec![row.measure.name.to_owned(), row.subject.clone(), number(row.a), number(row.b)]
    };
    let header = ["measure", "of", "a", "b"].map(str::to_owned).to_vec();
    Table { header, rows: rows.iter().map(row).collect() }.csv()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, a: Option<u64>, b: Option<u64>) -> ComparedValue {
        ComparedValue { measure: Measure::find(name).unwrap(), subject: String::new(), a, b }
    }

    #[test]
    fn a_difference_has_its_sign_its_unit_and_percent() {
        let change = |name, a, b| row(name, a, b).change().replace('\u{202f}', " ");
        assert_eq!(change("drops", Some(0), Some(12)), "+12");
        assert_eq!(change("drops", Some(200), Some(150)), "\u{2212}50 (\u{2212}25 %)");
        assert_eq!(change("paused_ps", Some(10_000_000), Some(10_250_000)), "+250 ns (+2.5 %)");
        assert_eq!(
            change("goodput_bps", Some(1_000_000_000), Some(999_999_999)),
            "\u{2212}1 b/s (\u{2212}<0.1 %)"
        );
        assert_eq!(change("pauses", Some(7), Some(7)), "same");
        assert_eq!(change("deadlock_ps", None, Some(5)), "only one has it");
        assert_eq!(change("deadlock_ps", None, None), "same");
    }

    #[test]
    fn queues_are_named_in_words_on_the_page_only() {
        let named = |measure| {
            let one = ComparedValue { subject: "leaf1.0.3".into(), ..row(measure, Some(1), None) };
            assert!(as_csv(std::slice::from_ref(&one)).contains("leaf1.0.3"));
            one.displayed_subject()
        };
        assert_eq!(named("queue_peak_bytes"), "leaf1 port 0, priority 3");
        assert_eq!(named("goodput_bps"), "leaf1.0.3");
    }

    #[test]
    fn as_csv_it_has_every_figure_unrounded() {
        let mut flow = row("goodput_bps", Some(123_456_789), None);
        flow.subject = "h1, h2".into();
        assert_eq!(as_csv(&[flow]), "measure,of,a,b\ngoodput_bps,\"h1, h2\",123456789,\n");
        let mut flow = row("goodput_bps", None, Some(1));
        flow.subject = "=cmd|'/C calc'!A0".into();
        assert_eq!(as_csv(&[flow]), "measure,of,a,b\ngoodput_bps,\"'=cmd|'/C calc'!A0\",,1\n");
    }
}
