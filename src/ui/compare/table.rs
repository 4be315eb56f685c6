//! Table of the figures of runs A and B at the cursor. Figures that differ come first, and at most 60 rows
//! are shown. The last column is run B minus run A. While run A has not reached the cursor, the table keeps
//! its previous rows and looks faded. Before run A has arrived for the first time, the table is empty. The
//! copied CSV has all figures.

use leptos::prelude::*;

use crate::lab::{ComparedValue, Lab, as_csv};
use crate::ui::PageContext;
use crate::ui::copy::CopyButton;

/// Largest number of rows in the table that compares runs A and B. Figures that differ between the runs come
/// first.
const MAX_ROWS: usize = 60;

/// Row of the table as texts: measure, values of both runs, difference.
#[derive(Clone, PartialEq)]
struct CompareRow {
    title: &'static str,
    subject: String,
    help: &'static str,
    a: String,
    b: String,
    change: String,
    /// Whether the figure has the same value in both runs. Such a row is faded.
    is_same: bool,
}

fn row(one: &ComparedValue) -> CompareRow {
    CompareRow {
        title: one.measure.title,
        subject: one.displayed_subject(),
        help: one.measure.help,
        a: one.label(one.a),
        b: one.label(one.b),
        change: one.change(),
        is_same: one.is_same(),
    }
}

/// Table of the figures of runs A and B at the cursor. While run A has not reached the cursor, the table
/// keeps its earlier figures. A button copies all figures as CSV, without a limit on the rows. The copied
/// text is empty while run A has not reached the cursor. A sentence counts the figures that differ; if all
/// shown rows differ, the sentence says that there may be more.
#[component]
pub fn Table(page: PageContext) -> impl IntoView {
    // Shown rows, and number of all rows. They stay the same until run A has reached the cursor.
    let rows = Memo::new(move |before: Option<&(Vec<CompareRow>, usize)>| {
        page.text_picture.track();
        let all = page.read_lab(Lab::compared_values).flatten();
        let shown = all.map(|all| (all.iter().take(MAX_ROWS).map(row).collect(), all.len()));
        shown.or_else(|| before.cloned()).unwrap_or_default()
    });
    let fresh = Memo::new(move |_| {
        page.text_picture.with(|picture| picture.run_a.as_ref().is_some_and(|other| other.behind.is_none()))
    });
    let text = Callback::new(move |()| {
        page.read_lab(|lab| lab.compared_values().map(|rows| as_csv(&rows))).flatten().unwrap_or_default()
    });
    let differ = move || rows.with(|(rows, _)| rows.iter().filter(|row| !row.is_same).count());
    let summary = move || match differ() {
        0 => "Nothing differs.".to_owned(),
        1 => "1 figure differs.".to_owned(),
        count if count == MAX_ROWS => format!("{count} figures differ, or more."),
        count => format!("{count} figures differ."),
    };
    let more = move || rows.with(|(rows, all)| all.saturating_sub(rows.len()));
    let line = |row: CompareRow| {
        view! {
            <tr class:same=row.is_same>
                <th scope="row" title=row.help>{row.title}{(!row.subject.is_empty()).then(|| view! { " "<small>{row.subject}</small> })}</th>
                <td>{row.a}</td>
                <td>{row.b}</td>
                <td>{row.change}</td>
            </tr>
        }
    };
    view! {
        <p class="sum" data-testid="compare-sum">{summary}</p>
        <div class="scroll" class:stale=move || !fresh.get() tabindex="0" role="group" aria-label="What differs">
            <table data-testid="compare-table">
                <thead><tr><th scope="col">"Figure"</th><th scope="col">"A"</th><th scope="col">"B"</th><th scope="col">"B \u{2212} A"</th></tr></thead>
                <tbody>{move || rows.with(|(rows, _)| rows.iter().cloned().map(line).collect_view())}</tbody>
            </table>
        </div>
        {move || (more() > 0).then(|| view! { <p class="sum">{format!("{} more; all of them are in what is copied.", more())}</p> })}
        <div class="copy-row">
            <CopyButton text label="Copy as CSV" id="compare-copy"/>
        </div>
    }
}
