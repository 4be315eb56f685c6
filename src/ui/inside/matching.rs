//! Last crossbar match of the selected switch, as a matrix. Start with [`MatchView`].
//!
//! The heading states how long before the cursor the match was, or "not matched yet". Columns of outputs with
//! a full egress queue are shaded, and paused outputs have the sign `II`. While the pointer is on no cell, a
//! sentence gives the sums over all matches so far.

use fabric_sim::engine::SwitchView;
use fabric_sim::ids::{LocalPort, PortSet};
use fabric_sim::sizing::SwitchPorts;
use leptos::prelude::*;

use super::board::{Board, board};
use super::marks::{Triangles, marks, triangles};
use super::matrix::{Matrix, shown_ports};
use super::outline::MatchList;
use super::stepper::Stepper;
use crate::charts::span_label;
use crate::scene::{Cell, Grid, PairState};
use crate::ui::PageContext;

/// Last match of the selected switch: buttons of its stages, a sentence about the stage, and a matrix. The
/// mouse pointer or an arrow key on a cell shows a sentence about its pair, and the round-robin pointers of
/// its input and output. Without a cell, the pointers of the selected port are shown. A click on a cell
/// selects the output port. The heading says `at the cursor` if the crossbar slot of the match began at the
/// time of the cursor.
#[component]
pub fn MatchView(page: PageContext) -> impl IntoView {
    let inside = StoredValue::new_local(SwitchView::default());
    let board = Memo::new(move |_| {
        page.text_picture.track();
        let (selected, step) =
            page.static_picture.with(|static_picture| (static_picture.selected, static_picture.step));
        let read = |lab: &crate::lab::Lab| {
            inside.try_update_value(|inside| board(lab, selected, step.map(Into::into), inside))
        };
        page.read_lab(read).flatten().unwrap_or_default()
    });
    let names = Memo::new(move |_| board.with(|board| board.names.clone()));
    let by_cells = Memo::new(move |_| board.with(|board| board.by_cells));
    let cells =
        move || board.with(|board| board.cells.iter().map(|cell| (cell.input, cell.output)).collect());
    let shown = shown_ports(page, cells);
    let cursor = RwSignal::new(None::<(LocalPort, LocalPort)>);
    let head = move || {
        board.with(|board| match board.at {
            Some(_) if board.ago.ps() == 0 => "at the cursor".to_owned(),
            Some(_) => format!("{} before the cursor", span_label(precise(board.ago.ps()))),
            None => "not matched yet".to_owned(),
        })
    };
    let inner = move || {
        board.with(|board| {
            let grid = Grid::new(&board.names, shown.get());
            let pointers = board.pointers.as_ref().map(|pointers| {
                let at = cursor.get().unwrap_or((board.port, board.port));
                let Triangles { all, own, grants, accepts } = triangles(&grid, pointers, at);
                view! {
                   <path class="pointer all" d=all/>
                   <path class="pointer" d=own/>
                   <path class="pointer grants" d=grants/>
                   <path class="pointer accepts" d=accepts/>
                }
            });
            view! { {shut(&grid, board)} {marks(&grid, &board.cells)} {pointers} }
        })
    };
    let detail =
        move || board.with(|board| cursor.get().map_or_else(|| summary(board), |at| in_words(board, at)));
    let spoken = Callback::new(move |at| board.with_untracked(|board| in_words(board, at)));
    let of_pointers = move || {
        let pair = |board: &Board| cursor.get().unwrap_or((board.port, board.port));
        board.with(|board| pointer_words(board, shown.get(), pair(board)))
    };
    view! {
        <section class="match" data-testid="match">
            <header><h3>"Last match"</h3><span>{head}</span></header>
            <Stepper page board/>
            <p class="sentence" data-testid="match-sentence">{move || board.with(|board| board.sentence.clone())}</p>
            <Matrix page names shown cursor label="The match: inputs as rows, outputs as columns" testid="match-grid"
                words=spoken inner=ViewFn::from(inner)/>
            <p class="detail" data-testid="match-detail">{detail}</p>
            <p class="detail" data-testid="match-pointers">{of_pointers}</p>
            <ul class="match-legend">
                <li><i class="ring"></i>"request"</li>
                <li><i class="dotted"></i>"blocked request"</li>
                <li><i class="half"></i>"grant"</li>
                <li><i class="full"></i>"accept"</li>
                <li><i class="transferring"></i>"frame still crosses"</li>
                <li title="in the column of an output, at the input that it grants first"><i class="grant-pointer"></i>"grant pointer"</li>
                <li title="in the row of an input, at the output that it accepts first"><i class="accept-pointer"></i>"accept pointer"</li>
                <li><i class="full-queue"></i>{move || if by_cells.get() { "egress queue full: only frames partly across continue" } else { "egress queue full" }}</li>
                <li><b>"II"</b>"paused"</li>
            </ul>
            <MatchList board/>
        </section>
    }
}

/// Shading of the columns of outputs whose egress queue was full at the match. Outputs that are paused at the
/// cursor have the sign `II` above. Outputs without a column are left out.
fn shut(grid: &Grid, board: &Board) -> impl IntoView + use<> {
    let (cell, top, high) = (grid.cell, grid.top, grid.high());
    let grid = *grid;
    let of = |outputs: PortSet| (outputs & grid.outputs).iter();
    let full = of(board.closed)
        .map(|output| view! { <rect class="full-queue" x=grid.x(output) y=top width=cell height=high/> })
        .collect_view();
    let paused = of(board.paused)
        .map(|output| view! { <text class="paused" x=grid.x(output) + cell / 2.0 y=8>"II"</text> })
        .collect_view();
    view! { {full} {paused} }
}

/// Sentence about the pair of `input` and `output` at the displayed stage. If the pair requests nothing, the
/// sentence says so.
fn in_words(board: &Board, (input, output): (LocalPort, LocalPort)) -> String {
    let name = |port: LocalPort| board.names.get(port.index()).map_or("?", String::as_str);
    let at = |cell: &&Cell| (cell.input, cell.output) == (input, output);
    let (from, to) = (name(input), name(output));
    match board.cells.iter().find(at) {
        None => format!("{from} \u{2192} {to}: no request."),
        Some(Cell { priority, state, .. }) => {
            let what = match state {
                PairState::Blocked => {
                    "is requested, but an earlier match still connects its input or its output"
                }
                PairState::Requested => "is requested",
                PairState::Granted => "is granted",
                PairState::Accepted => "is matched",
                PairState::Transferring => "is still connected by an earlier match",
            };
            format!("{from} \u{2192} {to}: priority {priority} {what}.")
        }
    }
}

/// Sentence about the round-robin pointers of `output` and `input`. The sentence leaves out ports that no
/// flow uses, because the round robin passes over them. `None` if the matching uses no pointers.
fn pointer_words(
    board: &Board,
    shown: SwitchPorts,
    (input, output): (LocalPort, LocalPort),
) -> Option<String> {
    let pointers = board.pointers.as_ref()?;
    let name = |port: LocalPort| board.names.get(port.index()).map_or("?", String::as_str);
    let granted = pointers.grant.get(output.index()).and_then(|first| shown.inputs.first_from(*first));
    let accepted = pointers.accept.get(input.index()).and_then(|first| shown.outputs.first_from(*first));
    let of_output = granted
        .filter(|_| shown.outputs.contains(output))
        .map(|first| format!("output {} grants {} first", name(output), name(first)));
    let of_input = accepted
        .filter(|_| shown.inputs.contains(input))
        .map(|first| format!("input {} accepts {} first", name(input), name(first)));
    let both: Vec<String> = of_output.into_iter().chain(of_input).collect();
    (!both.is_empty()).then(|| format!("Pointers of P{}: {}.", board.priority, both.join("; ")))
}

/// Sentence about all matches of the run so far, shown while no cell is under the mouse pointer. It has the
/// mean number of new pairs per crossbar slot, over the slots with a new pair; 0 before the first match.
#[expect(clippy::cast_precision_loss, reason = "for display")]
fn summary(board: &Board) -> String {
    let each = board.matches as f64 / board.slots.max(1) as f64;
    format!(
        "{} slots so far with {each:.2} new pairs each; a slot lasts {}.",
        board.slots,
        span_label(precise(board.slot.ps()))
    )
}

#[expect(clippy::cast_precision_loss, reason = "for display")]
const fn precise(n: u64) -> f64 {
    n as f64
}
