//! Matrix with a row for each input and a column for each output of a switch.
//!
//! Ports that no flow uses have no row or column; a text states how many. Arrow keys move a keyboard cursor
//! from cell to cell; the first arrow key moves it to the first cell. At the edges of the matrix the cursor
//! stays. If the pointer or the focus leaves the matrix, the cursor disappears. A click or Enter keeps the
//! selected priority. The row and the column of the selected port are highlighted.

use std::fmt::Write;

use fabric_sim::ids::{LocalPort, PortSet};
use fabric_sim::sizing::SwitchPorts;
use leptos::html::Div;
use leptos::prelude::*;
use web_sys::{KeyboardEvent, PointerEvent};

use super::strokes::Strokes;
use crate::lab::Command;
use crate::scene::{Grid, MARGIN, short};
use crate::ui::PageContext;

/// Ports of the selected switch that get a row or column: those that flows use, and the inputs and outputs of
/// `cells`.
pub fn shown_ports(
    page: PageContext,
    cells: impl Fn() -> Vec<(LocalPort, LocalPort)> + Send + Sync + 'static,
) -> Memo<SwitchPorts> {
    let used = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            let switch = spec.ports[static_picture.selected.port.index()].node;
            static_picture.used_ports.of_switch(spec, switch)
        })
    });
    Memo::new(move |_| {
        let mut shown = used.get();
        for (input, output) in cells() {
            shown.inputs.insert(input);
            shown.outputs.insert(output);
        }
        shown
    })
}

/// Matrix with the names of the ports. The mouse pointer or the arrow keys move `cursor` to a cell; a click
/// or Enter selects the output port of the cell. Without a cell, Enter does nothing. `cursor` becomes `None`
/// when the pointer or the focus leaves the matrix.
#[component]
pub fn Matrix(
    page: PageContext,
    names: Memo<Vec<String>>,
    /// Inputs that have a row in the matrix, and outputs that have a column.
    shown: Memo<SwitchPorts>,
    cursor: RwSignal<Option<(LocalPort, LocalPort)>>,
    label: &'static str,
    testid: &'static str,
    /// Callback that returns the text about a cell (input, output) for screen readers.
    words: Callback<(LocalPort, LocalPort), String>,
    inner: ViewFn,
) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let spoken = RwSignal::new(String::new());
    let grid = Memo::new(move |_| names.with(|names| Grid::new(names, shown.get())));
    let port = Memo::new(move |_| {
        page.static_picture.with(|static_picture| {
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
    let select = move |(_, output): (LocalPort, LocalPort)| {
        let (port, priority) = page.static_picture.with_untracked(|static_picture| {
            let spec = &static_picture.document_picture.spec;
            let node = spec.ports[static_picture.selected.port.index()].node;
            (spec.port(node, u32::from(output.0)), static_picture.selected.priority)
        });
        if let Some(port) = port {
            page.act(Command::Select(port, priority));
        }
    };
    let moved = move |event: PointerEvent| {
        let at = under(&event);
        if cursor.get_untracked() != at {
            cursor.set(at);
        }
    };
    let pressed = move |event: KeyboardEvent| {
        let Grid { inputs, outputs, .. } = grid.get_untracked();
        let first = inputs.first().zip(outputs.first());
        let start = cursor.get_untracked();
        let Some((input, output)) = start.or(first) else { return };
        let less =
            |ports: PortSet, port| ports.iter().take_while(|other| *other < port).last().unwrap_or(port);
        let more = |ports: PortSet, port| ports.iter().find(|other| *other > port).unwrap_or(port);
        let next = match event.key().as_str() {
            _ if start.is_none() && event.key().starts_with("Arrow") => (input, output),
            "ArrowUp" => (less(inputs, input), output),
            "ArrowDown" => (more(inputs, input), output),
            "ArrowLeft" => (input, less(outputs, output)),
            "ArrowRight" => (input, more(outputs, output)),
            "Enter" => {
                start.into_iter().for_each(select);
                return event.prevent_default();
            }
            _ => return,
        };
        event.prevent_default();
        cursor.set(Some(next));
        spoken.set(words.run(next));
    };
    let lines = move || names.with(|names| frame_of(&grid.get(), names));
    let band = move || {
        let (grid, port) = (grid.get(), port.get());
        let row = grid.inputs.contains(port).then(|| {
            view! { <rect class="selected-port" x=grid.left y=grid.y(port) width=grid.wide() height=grid.cell/> }
        });
        let column = grid.outputs.contains(port).then(|| {
            view! { <rect class="selected-port" x=grid.x(port) y=grid.top width=grid.cell height=grid.high()/> }
        });
        view! { {row} {column} }
    };
    let here = move || {
        let grid = grid.get();
        cursor.get().map(|(input, output)| {
            view! {
                <rect class="current-cell" x=grid.x(output) y=grid.y(input) width=grid.cell height=grid.cell/>
            }
        })
    };
    let heading = move || {
        let (ports, grid) = (names.with(Vec::len), grid.get());
        let left_out = |shown: PortSet| ports.saturating_sub(shown.len());
        let mut words = "Rows: from this input. Columns: to this output.".to_owned();
        let (inputs, outputs) = (left_out(grid.inputs), left_out(grid.outputs));
        if inputs + outputs > 0 {
            let _ = write!(words, " {}", left_out_sentence(inputs, outputs));
        }
        words
    };
    let size = move || grid.with(|grid| format!("0 0 {} {:.1}", Grid::WIDTH, grid.height()));
    view! {
        <p class="subheading">{heading}</p>
        <div class="matrix" tabindex="0" role="group" aria-label=format!("{label}. Arrow keys move over its cells, enter selects the output.")
            node_ref=frame data-testid=testid on:pointermove=moved on:pointerleave=move |_| cursor.set(None)
            on:blur=move |_| cursor.set(None) on:keydown=pressed
            on:pointerup=move |event| under(&event).into_iter().for_each(select)>
            <svg viewBox=size aria-hidden="true">{band} {lines} {move || inner.run()} {here}</svg>
            <output class="visually-hidden" role="status">{spoken}</output>
        </div>
    }
}

/// Sentence about the numbers of inputs and outputs without a row or column; at least one number is above 0.
fn left_out_sentence(inputs: usize, outputs: usize) -> String {
    let counted = |count: usize, name: &str| match count {
        0 => None,
        1 => Some(format!("1 {name}")),
        _ => Some(format!("{count} {name}s")),
    };
    let parts: Vec<String> =
        [counted(inputs, "input"), counted(outputs, "output")].into_iter().flatten().collect();
    match inputs + outputs {
        1 => format!("{} is left out: no flow uses it.", parts.join(" and ")),
        _ => format!("{} are left out: no flow uses them.", parts.join(" and ")),
    }
}

/// Lines between the cells, names of inputs on the left, and names of outputs above. If the cells are small,
/// only every eighth line is drawn.
fn frame_of(grid: &Grid, names: &[String]) -> impl IntoView + use<> {
    let (wide, high) = (grid.wide(), grid.high());
    let mut strokes = Strokes::default();
    let is_drawn = |(n, _): &(usize, LocalPort)| grid.is_roomy() || n % 8 == 0;
    for (_, input) in grid.inputs.iter().enumerate().filter(is_drawn) {
        strokes.across((grid.left, grid.y(input)), wide);
    }
    for (_, output) in grid.outputs.iter().enumerate().filter(is_drawn) {
        strokes.along((grid.x(output), grid.top), high);
    }
    strokes.across((grid.left, grid.top + high), wide);
    strokes.along((grid.left + wide, grid.top), high);
    let name = |port: LocalPort| short(names.get(port.index()).map_or("", String::as_str));
    let rows = grid.named(grid.inputs).map(|input| {
        let y = grid.y(input) + grid.cell / 2.0;
        view! { <text class="row" x=grid.left - MARGIN - 2.0 y=y>{name(input)}</text> }
    });
    let columns = grid.named(grid.outputs).map(|output| {
        let (x, above) = (grid.x(output) + grid.cell / 2.0, grid.top - MARGIN - 2.0);
        let up = format!("rotate(-90 {x:.1} {above:.1})");
        view! { <text class="column" x=x y=above transform=up>{name(output)}</text> }
    });
    view! { <path class="lines" d=strokes.path()/> {rows.collect_view()} {columns.collect_view()} }
}
