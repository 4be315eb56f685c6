//! Results of a sweep: a table, a CSV file, and the command `fabric sweep` that gives the same results. The
//! table has at most 12 columns, the file has all. A cell without a result shows "none". The table and the
//! command are folded at first.

use leptos::prelude::*;

use super::SweepPanel;
use crate::charts::figure_label;
use crate::ui::files;

/// Largest number of columns in the table of results on the page. The CSV file has all columns.
const COLUMNS: usize = 12;

/// Table of the results, refused values with their reasons, and the command `fabric sweep` that gives the
/// same results. A button downloads the results so far as `sweep.csv`.
#[component]
pub fn Results(panel: SweepPanel) -> impl IntoView {
    let table = Memo::new(move |_| panel.sweeping.with(|one| one.as_ref().map(|one| one.table())));
    let refused =
        move || panel.sweeping.with(|one| one.as_ref().map(|one| one.refused())).unwrap_or_default();
    let left_out = move || {
        let columns = table.with(|table| table.as_ref().map_or(0, |table| table.header.len()));
        columns.checked_sub(COLUMNS).filter(|more| *more > 0)
    };
    let head = move || {
        let header = table.with(|table| table.as_ref().map(|table| table.header.clone())).unwrap_or_default();
        header.into_iter().take(COLUMNS).map(|name| view! { <th scope="col">{name}</th> }).collect_view()
    };
    let rows = move || {
        let measure =
            panel.sweeping.with(|one| one.as_ref().map(|one| one.plan().measure.name)).unwrap_or_default();
        let rows = table.with(|table| table.as_ref().map(|table| table.rows.clone())).unwrap_or_default();
        let row = |row: Vec<String>| {
            let mut cells = row.into_iter().take(COLUMNS);
            let value = cells.next().map(|value| {
                panel
                    .sweeping
                    .with(|one| one.as_ref().map_or_else(|| value.clone(), |one| one.value_label(&value)))
            });
            let figure =
                |text: String| text.parse().map_or_else(|_| "none".to_owned(), |n| figure_label(measure, n));
            view! {
                <tr>
                    <th scope="row">{value}</th>
                    {cells.map(|cell| view! { <td>{figure(cell)}</td> }).collect_view()}
                </tr>
            }
        };
        rows.into_iter().map(row).collect_view()
    };
    let save = move |_| {
        let saved = panel.sweeping.with_untracked(|one| one.as_ref().map(|one| one.table().csv()));
        if let Some(csv) = saved {
            files::download("sweep.csv", &csv);
        }
    };
    let command = move || panel.sweeping.with(|one| one.as_ref().map(|one| one.plan().command.clone()));
    view! {
        <ul class="refused" data-testid="sweep-refused">
            {move || refused().into_iter().map(|(value, why)| view! { <li><b>{value}</b>{format!(": {}", crate::lab::displayed_message(&why))}</li> }).collect_view()}
        </ul>
        <details>
            <summary>"As a table"</summary>
            <div class="sweep-table" tabindex="0" role="region" aria-label="Results">
                <table data-testid="sweep-table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
            </div>
            <p class="hint">{move || left_out().map(|more| format!("{more} more columns are in the file."))}</p>
        </details>
        <details>
            <summary>"On the command line"</summary>
            <pre class="command" tabindex="0" data-testid="sweep-command">{command}</pre>
        </details>
        <button class="button" data-testid="sweep-csv" on:click=save>"Save as CSV"</button>
    }
}
