//! Tests of the grid of a crossbar: it fits the picture, its names do not overlap, and each point is in the
//! cell that is drawn at this point.

use super::*;

fn names(ports: usize) -> Vec<String> {
    (0..ports).map(|n| format!("host{n}")).collect()
}

fn grid(ports: usize) -> Grid {
    let all: PortSet = LocalPort::all(ports).collect();
    Grid::new(&names(ports), SwitchPorts { inputs: all, outputs: all })
}

#[test]
fn every_size_of_switch_fits_the_picture() {
    for ports in 1..=64usize {
        let grid = grid(ports);
        assert!(grid.left + grid.wide() <= Grid::WIDTH, "{ports} ports: {grid:?}");
        assert!(grid.cell >= 3.5, "{ports} ports have cells of {}", grid.cell);
        assert_eq!(grid.is_roomy(), ports <= 26, "{ports} ports");
    }
}

#[test]
fn names_do_not_overlap_and_up_to_sixteen_are_all_shown() {
    for ports in 1..=64usize {
        let grid = grid(ports);
        let named: Vec<LocalPort> = grid.named(grid.inputs).collect();
        assert!(named.windows(2).all(|pair| grid.y(pair[1]) - grid.y(pair[0]) >= LINE), "{ports}");
        assert!(ports > 16 || named.len() == ports, "{ports}");
        assert_eq!(named.first(), Some(&LocalPort(0)));
    }
    assert_eq!((short("h1"), short("a-long-name-of-a-host")), ("h1".into(), "a-long-na\u{2026}".into()));
}

#[test]
fn a_point_is_in_the_cell_that_is_drawn_there() {
    let grid = grid(64);
    for (input, output) in [(0, 0), (63, 63), (5, 40)] {
        let cell = (LocalPort(input), LocalPort(output));
        let (x, y) = (grid.x(cell.1) + grid.cell / 2.0, grid.y(cell.0) + grid.cell / 2.0);
        assert_eq!(grid.at(x, y), Some(cell));
    }
    assert_eq!(grid.at(grid.left - 1.0, grid.top + 1.0), None, "a name is no cell");
    assert_eq!(grid.at(grid.left + grid.wide() + 1.0, grid.top + 1.0), None);
}

#[test]
fn unused_ports_have_no_row_and_no_column() {
    let (inputs, outputs) = ([1, 4].map(LocalPort), [0, 2, 7].map(LocalPort));
    let shown = SwitchPorts { inputs: inputs.into_iter().collect(), outputs: outputs.into_iter().collect() };
    let grid = Grid::new(&names(8), shown);
    assert!((grid.high() - 2.0 * grid.cell).abs() < 1e-9 && (grid.wide() - 3.0 * grid.cell).abs() < 1e-9);
    let middle = |n: f64| (n + 0.5) * grid.cell;
    assert_eq!(grid.at(grid.left + middle(2.0), grid.top + middle(1.0)), Some((LocalPort(4), LocalPort(7))));
    assert_eq!(grid.at(grid.left + middle(2.0), grid.top + middle(2.0)), None);
    assert_eq!(grid.named(grid.outputs).collect::<Vec<_>>(), outputs);
}
