//! Pairs of a match as a list, for screen readers.

use fabric_sim::order;
use leptos::prelude::*;

use super::board::Board;
use crate::scene::{Link, MOST_ROWS};

/// Greatest number of listed pairs; the last row of the list counts the others.
const MOST: usize = MOST_ROWS - 1;

/// Pairs of a match as a list, the furthest stage first.
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
    let name = |port: u8| board.names.get(usize::from(port)).map_or("?", String::as_str);
    let mut cells = board.cells.clone();
    order::by_key(&mut cells, |cell| std::cmp::Reverse(cell.link));
    let mut lines: Vec<String> = cells
        .iter()
        .take(MOST)
        .map(|cell| {
            let what = match cell.link {
                Link::Blocked => "asked, but held by an earlier match",
                Link::Asks => "asked",
                Link::Granted => "granted",
                Link::Accepted => "accepted",
                Link::Held => "joined before",
            };
            format!("{} to {}, priority {}: {what}", name(cell.input), name(cell.output), cell.priority)
        })
        .collect();
    if cells.len() > MOST {
        lines.push(format!("and {} more that ask", cells.len() - MOST));
    }
    lines
}
