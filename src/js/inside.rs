//! State inside a switch for JavaScript: VOQs, crossbar and its pointers. Sets are lists of numbers, not bit
//! masks. Start with [`Switch`].

use fabric_sim::engine::{CrossbarView, Inside};
use fabric_sim::fabric::crossbar::Crossing;
use fabric_sim::ids::{LocalPort, PrioritySet};
use serde::Serialize;

/// State inside a switch. Ports are numbered within the switch, from 0.
#[derive(Serialize)]
pub(super) struct Switch {
    ports: usize,
    waiting: Vec<Waiting>,
    crossbar: Option<Crossbar>,
}

#[derive(Serialize)]
struct Waiting {
    input: usize,
    output: usize,
    priority: u8,
    bytes: u32,
}

#[derive(Serialize)]
struct Crossbar {
    slot_ps: u64,
    next_ps: Option<u64>,
    crossing: Vec<Under>,
    requests: Vec<Request>,
    /// Round-robin grant pointers: row by output, column by priority, value the input that is granted first.
    grant_pointers: Vec<[u8; 8]>,
    /// Round-robin accept pointers: row by input, column by priority, value the output that is accepted
    /// first.
    accept_pointers: Vec<[u8; 8]>,
    slots: u64,
    matches: u64,
    cells: u64,
}

#[derive(Serialize)]
struct Under {
    input: u8,
    output: u8,
    priority: u8,
    until_ps: u64,
}

#[derive(Serialize)]
struct Request {
    output: usize,
    priority: u8,
    inputs: Vec<u8>,
    has_room: bool,
}

impl Switch {
    pub(super) fn new(inside: &Inside) -> Self {
        let ports = inside.ports;
        let ways = (0..ports).flat_map(|input| (0..ports).map(move |output| (input, output)));
        let all = ways.flat_map(|(input, output)| PrioritySet::ALL.iter().map(move |n| (input, output, n)));
        let waiting = all.map(|(input, output, priority)| Waiting {
            input,
            output,
            priority,
            bytes: inside.waiting(input, output, priority),
        });
        Self {
            ports,
            waiting: waiting.filter(|waiting| waiting.bytes > 0).collect(),
            crossbar: inside.crossbar.as_ref().map(Crossbar::new),
        }
    }
}

impl Crossbar {
    fn new(view: &CrossbarView) -> Self {
        let asked = view.asks.iter().enumerate().flat_map(|(output, asks)| {
            PrioritySet::ALL.iter().zip(asks).map(move |(priority, inputs)| (output, priority, *inputs))
        });
        let requests =
            asked.filter(|(.., inputs)| !inputs.is_empty()).map(|(output, priority, inputs)| Request {
                output,
                priority,
                inputs: inputs.iter().map(|input| input.0).collect(),
                has_room: view.open[output].contains(priority),
            });
        let under = |crossing: &Crossing| Under {
            input: crossing.voq.input.0,
            output: crossing.voq.output.0,
            priority: crossing.voq.priority,
            until_ps: crossing.until.ps(),
        };
        Self {
            slot_ps: view.slot.ps(),
            next_ps: view.next.map(fabric_sim::units::Time::ps),
            crossing: view.crossings.iter().map(under).collect(),
            requests: requests.collect(),
            grant_pointers: numbers(&view.grant),
            accept_pointers: numbers(&view.accept),
            slots: view.counters.slots,
            matches: view.counters.matches,
            cells: view.counters.cells,
        }
    }
}

/// Converts pointers to port numbers.
fn numbers(rows: &[[LocalPort; 8]]) -> Vec<[u8; 8]> {
    rows.iter().map(|row| row.map(|port| port.0)).collect()
}
