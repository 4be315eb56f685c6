//! Pairs of a crossbar match as a list, for screen readers, in the order of their progress: pairs in transfer
//! first, blocked pairs last. A last row counts the pairs that the list leaves out.

use fabric_sim::ids::LocalPort;
use fabric_sim::sort;
use leptos::prelude::*;

use super::board::Board;
use crate::scene::{MAX_ROWS, PairState};

/// Largest number of listed pairs. If a match has more, a last row states how many are left out.
const MAX_PAIRS: usize = MAX_ROWS - 1;

/// Pairs of a match as a list for screen readers. Pairs in transfer come first, then accepted, granted,
/// requested and blocked pairs. Without a match, the list is empty.
#[component]
pub fn MatchList(board: Memo<Board>) -> impl IntoView {
    let lines = Memo::new(move |_| board.with(lines));
    view! {
        <ul class="visually-hidden" aria-label="The pairs of the match" data-testid="match-list">
            {move || lines.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
        </ul>
    }
}

fn lines(board: &Board) -> Vec<String> {
    let name = |port: LocalPort| board.names.get(port.index()).map_or("?", String::as_str);
    let mut cells = board.cells.clone();
    sort::by_key(&mut cells, |cell| std::cmp::Reverse(cell.state));
    let mut lines: Vec<String> = cells
        .iter()
        .take(MAX_PAIRS)
        .map(|cell| {
            let what = match cell.state {
                PairState::Blocked => "requested, but blocked by an earlier match",
                PairState::Requested => "requested",
                PairState::Granted => "granted",
                PairState::Accepted => "accepted",
                PairState::Transferring => "connected by an earlier match",
            };
            format!("{} to {}, priority {}: {what}", name(cell.input), name(cell.output), cell.priority)
        })
        .collect();
    if cells.len() > MAX_PAIRS {
        lines.push(format!("and {} more requests", cells.len() - MAX_PAIRS));
    }
    lines
}
