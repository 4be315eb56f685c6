//! The marks of a match, as paths in a picture: all of one kind in one.

use fabric_sim::ids::priorities;
use leptos::prelude::*;

use super::strokes::Strokes;
use crate::scene::{Cell, FILLS, Grid, Link, MARGIN, Pointers, digit_colour};

/// What was asked, granted, accepted and is held.
pub fn marks(grid: &Grid, cells: &[Cell]) -> impl IntoView + use<> {
    let grid = *grid;
    let one = |priority: u8, link: Link| {
        let mut strokes = Strokes::default();
        let of_kind = cells.iter().filter(|cell| (cell.priority, cell.link) == (priority, link));
        of_kind.for_each(|cell| mark(&grid, *cell, &mut strokes));
        (!strokes.is_empty()).then(|| {
            let style = format!("--fill:{}", FILLS[usize::from(priority)]);
            view! { <path class=class(link) style=style d=strokes.path()/> }
        })
    };
    let paths: Vec<_> = priorities(u8::MAX)
        .flat_map(|n| {
            [Link::Blocked, Link::Asks, Link::Granted, Link::Accepted, Link::Held].map(|link| (n, link))
        })
        .map(|(priority, link)| one(priority, link))
        .collect();
    let outlines = rings(&grid, cells, |link| !matches!(link, Link::Held | Link::Blocked));
    let dotted = rings(&grid, cells, |link| link == Link::Blocked);
    view! { <g class="links" class:small=!grid.is_roomy()>{paths}<path class="ring" d=outlines/><path class="ring dotted" d=dotted/>{digits(&grid, cells)}</g> }
}

const fn class(link: Link) -> &'static str {
    match link {
        Link::Blocked => "blocked",
        Link::Asks => "asks",
        Link::Granted => "granted",
        Link::Accepted => "accepted",
        Link::Held => "held",
    }
}

/// The middle of a mark, and its radius.
fn middle(grid: &Grid, cell: Cell) -> ((f64, f64), f64) {
    let half = grid.cell / 2.0;
    ((grid.x(cell.output) + half, grid.y(cell.input) + half), grid.cell * 0.31)
}

/// The filled part of a mark. A ring has none; in small cells all are squares.
fn mark(grid: &Grid, cell: Cell, strokes: &mut Strokes) {
    let (at, radius) = middle(grid, cell);
    match (cell.link, grid.is_roomy()) {
        (Link::Asks | Link::Blocked, true) | (Link::Blocked, false) => {}
        (Link::Granted, true) => strokes.half_disc(at, radius),
        (Link::Accepted, true) => strokes.disc(at, radius),
        (Link::Held, true) => strokes.square(at, radius * 1.15),
        (Link::Asks, false) => strokes.square(at, grid.cell * 0.3),
        (Link::Granted, false) => strokes.half_square(at, grid.cell * 0.45),
        (Link::Accepted | Link::Held, false) => strokes.square(at, grid.cell * 0.45),
    }
}

/// The rings around marks.
fn rings(grid: &Grid, cells: &[Cell], ringed: fn(Link) -> bool) -> String {
    let mut strokes = Strokes::default();
    for cell in cells.iter().filter(|cell| grid.is_roomy() && ringed(cell.link)) {
        let (at, radius) = middle(grid, *cell);
        strokes.disc(at, radius);
    }
    strokes.path()
}

/// The priority of each mark, where a digit has room.
fn digits(grid: &Grid, cells: &[Cell]) -> Vec<AnyView> {
    let room = grid.cell >= 20.0;
    let drawn = cells.iter().filter(|_| room).map(|cell| {
        let ((x, y), _) = middle(grid, *cell);
        let on_fill = matches!(cell.link, Link::Accepted | Link::Held);
        let style = on_fill.then(|| format!("fill:{}", digit_colour(cell.priority)));
        view! { <text class="digit" class:half=cell.link == Link::Granted x=x y=y style=style>{cell.priority}</text> }
            .into_any()
    });
    drawn.collect()
}

/// Where two pointers stand, on the margins: that of `output` beside the input
/// that it grants first, that of `input` above the output that it accepts first.
pub fn triangles(grid: &Grid, pointers: &Pointers, (input, output): (u8, u8)) -> [String; 2] {
    const SIZE: f64 = 5.0;
    let half = grid.cell / 2.0;
    let (mut grant, mut accept) = (Strokes::default(), Strokes::default());
    if let Some(first) = pointers.grant.get(usize::from(output)) {
        grant.right((grid.left - MARGIN + 1.5, grid.y(*first) + half), SIZE);
    }
    if let Some(first) = pointers.accept.get(usize::from(input)) {
        accept.down((grid.x(*first) + half, grid.top - MARGIN + 1.5), SIZE);
    }
    [grant.path(), accept.path()]
}
