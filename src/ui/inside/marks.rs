//! Marks of a crossbar match in a matrix of inputs and outputs. All marks of one kind are one SVG path, so
//! that drawing is fast. Start with [`marks`].
//!
//! Pairs without a request have no mark. Cells below 10 pixels are small: their marks have no outline circle.
//! Digits need cells of 20 pixels. Pointers are drawn only for iSLIP.

use fabric_sim::ids::{LocalPort, Priority, PrioritySet};
use leptos::prelude::*;

use super::strokes::Strokes;
use crate::scene::{Cell, FILLS, Grid, MARGIN, PairState, Pointers, digit_colour};

/// Marks of the pairs in `cells`: requests, grants, accepts, blocked requests and transfers.
pub fn marks(grid: &Grid, cells: &[Cell]) -> impl IntoView + use<> {
    let grid = *grid;
    let one = |priority: Priority, link: PairState| {
        let mut strokes = Strokes::default();
        let of_kind = cells.iter().filter(|cell| (cell.priority, cell.state) == (priority, link));
        of_kind.for_each(|cell| mark(&grid, *cell, &mut strokes));
        (!strokes.is_empty()).then(|| {
            let style = format!("--fill:{}", FILLS[priority.index()]);
            view! { <path class=class(link) style=style d=strokes.path()/> }
        })
    };
    let paths: Vec<_> = PrioritySet::ALL
        .iter()
        .flat_map(|n| {
            [
                PairState::Blocked,
                PairState::Requested,
                PairState::Granted,
                PairState::Accepted,
                PairState::Transferring,
            ]
            .map(|link| (n, link))
        })
        .map(|(priority, link)| one(priority, link))
        .collect();
    let outlines = rings(&grid, cells, |link| !matches!(link, PairState::Transferring | PairState::Blocked));
    let dotted = rings(&grid, cells, |link| link == PairState::Blocked);
    view! { <g class="links" class:small=!grid.is_roomy()>{paths}<path class="ring" d=outlines/><path class="ring dotted" d=dotted/>{digits(&grid, cells)}</g> }
}

const fn class(link: PairState) -> &'static str {
    match link {
        PairState::Blocked => "blocked",
        PairState::Requested => "requested",
        PairState::Granted => "granted",
        PairState::Accepted => "accepted",
        PairState::Transferring => "transferring",
    }
}

/// Centre and radius of the mark of a pair, in pixels of the grid.
fn middle(grid: &Grid, cell: Cell) -> ((f64, f64), f64) {
    let half = grid.cell / 2.0;
    ((grid.x(cell.output) + half, grid.y(cell.input) + half), grid.cell * 0.31)
}

/// Adds the filled part of a mark to `strokes`. In small cells the mark is a square or half a square. In
/// large cells a request adds nothing, because its mark is only a ring. A blocked pair never adds anything.
fn mark(grid: &Grid, cell: Cell, strokes: &mut Strokes) {
    let (at, radius) = middle(grid, cell);
    match (cell.state, grid.is_roomy()) {
        (PairState::Requested | PairState::Blocked, true) | (PairState::Blocked, false) => {}
        (PairState::Granted, true) => strokes.half_disc(at, radius),
        (PairState::Accepted, true) => strokes.disc(at, radius),
        (PairState::Transferring, true) => strokes.square(at, radius * 1.15),
        (PairState::Requested, false) => strokes.square(at, grid.cell * 0.3),
        (PairState::Granted, false) => strokes.half_square(at, grid.cell * 0.45),
        (PairState::Accepted | PairState::Transferring, false) => strokes.square(at, grid.cell * 0.45),
    }
}

/// SVG path of the outline circles around marks for whose state `ringed` returns true. Empty if the cells are
/// small.
fn rings(grid: &Grid, cells: &[Cell], ringed: fn(PairState) -> bool) -> String {
    let mut strokes = Strokes::default();
    for cell in cells.iter().filter(|cell| grid.is_roomy() && ringed(cell.state)) {
        let (at, radius) = middle(grid, *cell);
        strokes.disc(at, radius);
    }
    strokes.path()
}

/// Digits with the priority on each mark; empty if the cells have less than 20 pixels.
fn digits(grid: &Grid, cells: &[Cell]) -> Vec<AnyView> {
    let room = grid.cell >= 20.0;
    let drawn = cells.iter().filter(|_| room).map(|cell| {
        let ((x, y), _) = middle(grid, *cell);
        let on_fill = matches!(cell.state, PairState::Accepted | PairState::Transferring);
        let style = on_fill.then(|| format!("fill:{}", digit_colour(cell.priority)));
        view! { <text class="digit" class:half=cell.state == PairState::Granted x=x y=y style=style>{cell.priority.get()}</text> }
            .into_any()
    });
    drawn.collect()
}

/// SVG paths of the round-robin pointers, drawn as triangles.
pub struct Triangles {
    /// Triangles at the edges of the matrix. A triangle on the left marks an input to which the grant pointer
    /// of an output points. A triangle above marks an output to which the accept pointer of an input points.
    pub all: String,
    /// Larger triangles for the two round-robin pointers that belong to the cell under the mouse pointer.
    pub own: String,
    /// Small triangles of the grant pointers, each in the column of its output. Empty if the cells are small.
    pub grants: String,
    /// Small triangles of the accept pointers, each in the row of its input. Empty if the cells are small.
    pub accepts: String,
}

/// Creates the triangles of the pointers of all outputs and inputs. `input` and `output` belong to the cell
/// under the mouse pointer; their triangles are larger.
///
/// A port that no flow uses has no row or column. A pointer at such a port is drawn at the next port that has
/// one, because the round robin passes over unused ports. After the last row or column, the first follows. If
/// the matrix has no row or no column, there are no triangles.
pub fn triangles(grid: &Grid, pointers: &Pointers, (input, output): (LocalPort, LocalPort)) -> Triangles {
    const OWN: f64 = 5.0;
    let at = |all: &[LocalPort], port: LocalPort| all.get(port.index()).copied();
    let half = grid.cell / 2.0;
    let each = (0.4 * grid.cell).clamp(2.0, 4.0);
    let small = (0.16 * grid.cell).clamp(1.7, 5.0);
    let [mut all, mut own, mut grants, mut accepts] = [(); 4].map(|()| Strokes::default());
    let (beside, above) = (grid.left - MARGIN + 1.5, grid.top - MARGIN + 1.5);
    for port in grid.outputs.iter() {
        let Some(first) = at(&pointers.grant, port).and_then(|first| grid.inputs.first_from(first)) else {
            continue;
        };
        let y = grid.y(first) + half;
        all.right((beside, y), each);
        if port == output {
            own.right((beside, y), OWN);
        }
        if grid.is_roomy() {
            grants.right((grid.x(port) + 0.8, y), small);
        }
    }
    for port in grid.inputs.iter() {
        let Some(first) = at(&pointers.accept, port).and_then(|first| grid.outputs.first_from(first)) else {
            continue;
        };
        let x = grid.x(first) + half;
        all.down((x, above), each);
        if port == input {
            own.down((x, above), OWN);
        }
        if grid.is_roomy() {
            accepts.down((x, grid.y(port) + 0.8), small);
        }
    }
    Triangles { all: all.path(), own: own.path(), grants: grants.path(), accepts: accepts.path() }
}
