//! Matrix with a row for each input and a column for each output of a switch.
//!
//! The first arrow key moves the cursor to the first cell; at the edges of the matrix the cursor stays. A
//! click or Enter keeps the selected priority. The row and the column of the selected port are highlighted.
//! If the pointer or the focus leaves the matrix, the cursor disappears.

use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use super::strokes::Strokes;
use crate::lab::Command;
use crate::scene::{Grid, MARGIN, short};
use crate::ui::Desk;

/// Matrix with the names of the ports. The mouse pointer or the arrow keys move `cursor` to a cell; a click
/// or Enter selects the output port of the cell. `cursor` is `None` while the pointer is outside.
#[component]
pub fn Matrix(
    desk: Desk,
    names: Memo<Vec<String>>,
    cursor: RwSignal<Option<(u8, u8)>>,
    label: &'static str,
    testid: &'static str,
    /// Callback that returns a text on the cell (input, output), for screen readers.
    words: Callback<(u8, u8), String>,
    inner: ViewFn,
) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let said = RwSignal::new(String::new());
    let grid = Memo::new(move |_| names.with(|names| Grid::new(names)));
    let port = Memo::new(move |_| {
        desk.static_picture.with(|static_picture| {
            static_picture.document_picture.spec.ports[static_picture.selected.port.index()].number
        })
    });
    let under = move |event: &PointerEvent| {
        let bounds = frame.get_untracked()?.get_bounding_client_rect();
        let scale = Grid::WIDTH / bounds.width().max(1.0);
        let x = (f64::from(event.client_x()) - bounds.left()) * scale;
        let y = (f64::from(event.client_y()) - bounds.top()) * scale;
        grid.with_untracked(|grid| grid.at(x, y))
    };
    let select = move |(_, output): (u8, u8)| {
        let (port, priority) = desk.static_picture.with_untracked(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            let node = spec.ports[static_picture.selected.port.index()].node;
            (spec.port(node, u32::from(output)), static_picture.selected.priority)
        });
        if let Some(port) = port {
            desk.act(Command::Select(port, priority));
        }
    };
    let moved = move |event: PointerEvent| {
        let at = under(&event);
        if cursor.get_untracked() != at {
            cursor.set(at);
        }
    };
    let pressed = move |event: KeyboardEvent| {
        let ports = grid.with_untracked(|grid| grid.ports);
        let start = cursor.get_untracked();
        let (input, output) = start.unwrap_or((0, 0));
        let (less, more) = (|n: u8| n.saturating_sub(1), |n: u8| (n + 1).min(ports - 1));
        let next = match event.key().as_str() {
            _ if start.is_none() && event.key().starts_with("Arrow") => (0, 0),
            "ArrowUp" => (less(input), output),
            "ArrowDown" => (more(input), output),
            "ArrowLeft" => (input, less(output)),
            "ArrowRight" => (input, more(output)),
            "Enter" => {
                start.into_iter().for_each(select);
                return event.prevent_default();
            }
            _ => return,
        };
        event.prevent_default();
        cursor.set(Some(next));
        said.set(words.run(next));
    };
    let lines = move || names.with(|names| frame_of(&grid.get(), names));
    let band = move || {
        let (grid, port) = (grid.get(), port.get().0);
        view! {
            <rect class="band" x=grid.left y=grid.y(port) width=grid.side() height=grid.cell/>
            <rect class="band" x=grid.x(port) y=grid.top width=grid.cell height=grid.side()/>
        }
    };
    let here = move || {
        let grid = grid.get();
        cursor.get().map(|(input, output)| {
            view! {
                <rect class="here" x=grid.x(output) y=grid.y(input) width=grid.cell height=grid.cell/>
            }
        })
    };
    let size = move || grid.with(|grid| format!("0 0 {} {:.1}", Grid::WIDTH, grid.height()));
    view! {
        <p class="since">"Rows: from this input. Columns: to this output."</p>
        <div class="matrix" tabindex="0" role="group" aria-label=format!("{label}. Arrow keys move over its cells, enter selects the output.")
            node_ref=frame data-testid=testid on:pointermove=moved on:pointerleave=move |_| cursor.set(None)
            on:blur=move |_| cursor.set(None) on:keydown=pressed
            on:pointerup=move |event| under(&event).into_iter().for_each(select)>
            <svg viewBox=size aria-hidden="true">{band} {lines} {move || inner.run()} {here}</svg>
            <output class="visually-hidden" role="status">{said}</output>
        </div>
    }
}

/// Lines between the cells, names of inputs on the left, and names of outputs above. If the cells are small,
/// only every eighth line is drawn.
fn frame_of(grid: &Grid, names: &[String]) -> impl IntoView + use<> {
    let side = grid.side();
    let mut strokes = Strokes::default();
    for line in (0..=grid.ports).filter(|line| grid.is_roomy() || line % 8 == 0 || *line == grid.ports) {
        strokes.across((grid.left, grid.y(line)), side);
        strokes.along((grid.x(line), grid.top), side);
    }
    let labels = grid
        .named()
        .map(|port| {
            let name = short(names.get(usize::from(port)).map_or("", String::as_str));
            let (x, y) = (grid.x(port) + grid.cell / 2.0, grid.y(port) + grid.cell / 2.0);
            let above = grid.top - MARGIN - 2.0;
            let up = format!("rotate(-90 {x:.1} {above:.1})");
            view! {
                <text class="row" x=grid.left - MARGIN - 2.0 y=y>{name.clone()}</text>
                <text class="column" x=x y=above transform=up>{name}</text>
            }
        })
        .collect_view();
    view! { <path class="lines" d=strokes.path()/> {labels} }
}
