//! Tests of the grid of a crossbar: it fits the picture, its names do not overlap, and each point is in the
//! cell drawn there.

use super::*;

fn grid(ports: usize) -> Grid {
    let names: Vec<String> = (0..ports).map(|n| format!("host{n}")).collect();
    Grid::new(&names)
}

#[test]
fn every_size_of_switch_fits_the_picture() {
    for ports in 1..=64usize {
        let grid = grid(ports);
        assert!(grid.left + grid.side() <= Grid::WIDTH, "{ports} ports: {grid:?}");
        assert!(grid.cell >= 3.5, "{ports} ports have cells of {}", grid.cell);
        assert_eq!(grid.is_roomy(), ports <= 26, "{ports} ports");
    }
}

#[test]
fn names_do_not_overlap_and_up_to_sixteen_are_all_shown() {
    for ports in 1..=64usize {
        let grid = grid(ports);
        let named: Vec<u8> = grid.named().collect();
        assert!(named.windows(2).all(|pair| f64::from(pair[1] - pair[0]) * grid.cell >= LINE), "{ports}");
        assert!(ports > 16 || named.len() == ports, "{ports}");
        assert_eq!(named.first(), Some(&0));
    }
    assert_eq!((short("h1"), short("a-long-name-of-a-host")), ("h1".into(), "a-long-na\u{2026}".into()));
}

#[test]
fn a_point_is_in_the_cell_that_is_drawn_there() {
    let grid = grid(64);
    for (input, output) in [(0, 0), (63, 63), (5, 40)] {
        let (x, y) = (grid.x(output) + grid.cell / 2.0, grid.y(input) + grid.cell / 2.0);
        assert_eq!(grid.at(x, y), Some((input, output)));
    }
    assert_eq!(grid.at(grid.left - 1.0, grid.top + 1.0), None, "a name is no cell");
    assert_eq!(grid.at(grid.left + grid.side() + 1.0, grid.top + 1.0), None);
}
