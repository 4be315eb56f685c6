//! Heat map of the bytes that wait in the selected switch, by input and output. At first the map includes all
//! priorities. In a switch with a crossbar, the map includes only the bytes that wait at the inputs; a text
//! states the bytes in the egress queues. The list for screen readers has at most 40 pairs, largest first.

use fabric_sim::engine::SwitchView;
use fabric_sim::ids::{LocalPort, PrioritySet};
use fabric_sim::sizing::SwitchPorts;
use fabric_sim::sort;
use leptos::prelude::*;

use super::matrix::{Matrix, shown_ports};
use super::strokes::Strokes;
use crate::charts::bytes_label;
use crate::lab::{Lab, Selected, neighbours};
use crate::scene::{Grid, LEVELS, WaitingMatrix, queued};
use crate::ui::PageContext;

/// Least width of a cell in pixels at which the cell shows its bytes as a number.
const FIGURE: f64 = 24.0;
/// Highest colour level of a cell on which dark digits are legible. On higher levels digits are light.
const STRONG: u8 = 5;
/// Largest number of pairs of input and output in the list for screen readers.
const MAX_PAIRS: usize = 40;

/// Bytes that wait in a switch, for each pair of input and output.
#[derive(Clone, Debug, Default, PartialEq)]
struct HeatMapContent {
    /// Names of the neighbours, indexed by port of the switch.
    names: Vec<String>,
    matrix: WaitingMatrix,
    /// Bytes in the egress queues of all outputs; `None` if the switch has no crossbar.
    charged: Option<u64>,
}

/// Reads the waiting bytes of the switch of the selected port. Only the priorities in `mask` are included.
fn waiting(lab: &Lab, selected: Selected, mask: PrioritySet, inside: &mut SwitchView) -> HeatMapContent {
    let recording = lab.run().recording();
    let node = recording.spec().ports[selected.port.index()].node;
    recording.world().view_switch(node, inside);
    let ports = recording.spec().nodes[node.index()].ports.clone();
    let ports = lab.run().snapshot().ports.get(ports.start as usize..ports.end as usize);
    let charged = inside.crossbar.as_ref().and(ports).map(|ports| queued(ports, mask));
    HeatMapContent {
        names: neighbours(recording.spec(), node),
        matrix: WaitingMatrix::of(inside, mask),
        charged,
    }
}

/// Heat map of the bytes that wait in the selected switch, by input and output. Two buttons choose between
/// all priorities and the selected one. A text gives the sum of all cells; while the mouse pointer or the
/// keyboard is on a cell, it gives the bytes of the cell. If no byte waits, the text says so. Each of the
/// seven colours stands for a range of bytes, in proportion to the largest cell.
#[component]
pub fn HeatMap(page: PageContext) -> impl IntoView {
    let all = RwSignal::new(true);
    let inside = StoredValue::new_local(SwitchView::default());
    let priority =
        Memo::new(move |_| page.static_picture.with(|static_picture| static_picture.selected.priority));
    let waiting = Memo::new(move |_| {
        page.text_picture.track();
        let selected = page.static_picture.with(|static_picture| static_picture.selected);
        let mask = if all.get() { PrioritySet::ALL } else { PrioritySet::of(selected.priority) };
        let read = |lab: &Lab| inside.try_update_value(|inside| waiting(lab, selected, mask, inside));
        page.read_lab(read).flatten().unwrap_or_default()
    });
    let names = Memo::new(move |_| waiting.with(|waiting| waiting.names.clone()));
    let pairs = move || {
        waiting.with(|waiting| waiting.matrix.pairs.iter().map(|cell| (cell.input, cell.output)).collect())
    };
    let shown = shown_ports(page, pairs);
    let cursor = RwSignal::new(None::<(LocalPort, LocalPort)>);
    let inner = move || waiting.with(|waiting| squares(waiting, shown.get()));
    let detail = move || {
        waiting.with(|waiting| match cursor.get() {
            Some(at) => in_words(waiting, at),
            None if waiting.matrix.most == 0 => "Nothing waits.".to_owned(),
            None => format!("{} wait in all.", bytes_label(waiting.matrix.total)),
        })
    };
    let spoken = Callback::new(move |at| waiting.with_untracked(|waiting| in_words(waiting, at)));
    let charged = move || {
        let charged = waiting.with(|waiting| waiting.charged)?;
        Some(format!(
            "This is what waits at the inputs, in front of the crossbar. The egress bars of all outputs say {}: \
             they count what is crossing and what stands behind it, too, in whole cells of the memory.",
            bytes_label(charged)
        ))
    };
    let largest = move || waiting.with(|waiting| bytes_label(u64::from(waiting.matrix.most)));
    let scale = (1..=LEVELS).map(|level| view! { <i class=format!("level-{level}")></i> }).collect_view();
    view! {
        <section class="heat" data-testid="heat">
            <header>
                <h3>"Waiting, by input and output"</h3>
                <div class="segmented" role="group" aria-label="Priorities">
                    <button aria-pressed=move || all.get().to_string() on:click=move |_| all.set(true)>"all"</button>
                    <button aria-pressed=move || (!all.get()).to_string() on:click=move |_| all.set(false)>
                        {move || format!("P{}", priority.get())}
                    </button>
                </div>
            </header>
            <Matrix page names shown cursor label="Bytes that wait: inputs as rows, outputs as columns" testid="heat-grid"
                words=spoken inner=ViewFn::from(inner)/>
            <p class="scale"><span>"0"</span>{scale}<span data-testid="heat-max">{largest}</span></p>
            <p class="detail" data-testid="heat-detail">{detail}</p>
            <p class="detail" data-testid="heat-charged">{charged}</p>
            <ul class="visually-hidden" aria-label="What waits, largest first">
                {move || waiting.with(lines).into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
            </ul>
        </section>
    }
}

/// Squares of the heat map, with numbers in large cells. All squares of one colour are one SVG path.
fn squares(waiting: &HeatMapContent, shown: SwitchPorts) -> impl IntoView + use<> {
    let grid = Grid::new(&waiting.names, shown);
    let gap = if grid.is_roomy() { 1.0 } else { 0.0 };
    let half = grid.cell / 2.0;
    let squares = (1..=LEVELS)
        .map(|level| {
            let mut strokes = Strokes::default();
            for cell in waiting.matrix.pairs.iter().filter(|cell| cell.level == level) {
                strokes.square((grid.x(cell.output) + half, grid.y(cell.input) + half), half - gap);
            }
            view! { <path class=format!("level-{level}") d=strokes.path()/> }
        })
        .collect_view();
    let room = grid.cell >= FIGURE;
    let figures = waiting.matrix.pairs.iter().filter(|_| room).map(|cell| {
        let (x, y) = (grid.x(cell.output) + half, grid.y(cell.input) + half);
        view! { <text class="cell-value" class:strong={cell.level > STRONG} x=x y=y>{cell.figure()}</text> }
    });
    view! { {squares} {figures.collect_view()} }
}

fn in_words(waiting: &HeatMapContent, (input, output): (LocalPort, LocalPort)) -> String {
    let bytes = bytes_label(u64::from(waiting.matrix.bytes(input, output)));
    format!("{}: {bytes} wait.", pair(waiting, input, output))
}

fn pair(waiting: &HeatMapContent, input: LocalPort, output: LocalPort) -> String {
    let name = |port: LocalPort| waiting.names.get(port.index()).map_or("?", String::as_str);
    format!("{} \u{2192} {}", name(input), name(output))
}

/// Text for screen readers: a line for each pair with waiting bytes. Pairs with most bytes come first; pairs
/// with equal bytes are in the order of input, then output. At most [`MAX_PAIRS`] lines; further pairs are
/// left out.
fn lines(waiting: &HeatMapContent) -> Vec<String> {
    let mut cells = waiting.matrix.pairs.clone();
    sort::by_key(&mut cells, |cell| std::cmp::Reverse(cell.bytes));
    let line = |cell: &crate::scene::WaitingPair| {
        format!("{}: {}", pair(waiting, cell.input, cell.output), bytes_label(u64::from(cell.bytes)))
    };
    cells.iter().take(MAX_PAIRS).map(line).collect()
}
