//! State inside a switch as a plain object: bytes at the inputs, and the crossbar. Start with
//! [`InsideObject`].
//!
//! Lists are in the order of ports, then priorities. Times are since the start of the run.

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::{CrossbarView, SwitchView};
use crate::fabric::crossbar::CrossbarTransfer;
use crate::ids::{LocalPort, PrioritySet};
use crate::units::Time;

/// State inside a switch. Ports are numbered within the switch, from 0.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Inside")]
pub struct InsideObject {
    /// Number of ports of the switch.
    ports: usize,
    /// Bytes that wait, by input, output and priority, in this order. Entries without bytes are left out.
    waiting: Vec<VoqObject>,
    /// Crossbar of the switch; `null` if the switch has no crossbar.
    crossbar: Option<CrossbarObject>,
}

/// Bytes that wait at an input for an output in one priority.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Voq")]
struct VoqObject {
    /// Number of the input port within the switch, from 0.
    input: usize,
    /// Number of the output port within the switch, from 0.
    output: usize,
    /// Priority, 0 to 7.
    priority: u8,
    /// Bytes of the frames that wait.
    bytes: u32,
}

/// State of a crossbar: requests of inputs, round-robin pointers, and frames or cells in transfer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Crossbar")]
struct CrossbarObject {
    /// Duration of a slot, in picoseconds.
    slot_ps: u64,
    /// Time of the next slot boundary at which a transfer ends or a match is possible, in picoseconds; `null`
    /// if the crossbar is idle.
    next_ps: Option<u64>,
    /// Frames or cells that the crossbar transfers now. In the order of the inputs.
    crossing: Vec<CrossingObject>,
    /// Present requests of inputs, by output and priority. Outputs without requests are left out.
    requests: Vec<RequestObject>,
    /// Round-robin grant pointers. A row is an output, a column is a priority, and the value is the input
    /// that is granted first.
    grant_pointers: Vec<[u8; 8]>,
    /// Round-robin accept pointers. A row is an input, a column is a priority, and the value is the output
    /// that is accepted first.
    accept_pointers: Vec<[u8; 8]>,
    /// Number of slots with at least one match, since the start of the run.
    slots: u64,
    /// Number of matches of an input with an output, since the start of the run.
    matches: u64,
    /// Number of cells sent through the crossbar, since the start of the run.
    cells: u64,
}

/// Frame or cell that the crossbar transfers now.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CrossbarTransfer")]
struct CrossingObject {
    /// Number of the input port within the switch, from 0.
    input: u8,
    /// Number of the output port within the switch, from 0.
    output: u8,
    /// Priority, 0 to 7.
    priority: u8,
    /// End of the transfer through the crossbar, in picoseconds since the start of the run.
    until_ps: u64,
}

/// Requests of inputs for one output and one priority.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "OutputRequests")]
struct RequestObject {
    /// Number of the output port within the switch, from 0.
    output: usize,
    /// Priority, 0 to 7.
    priority: u8,
    /// Input ports that request the output. Ascending.
    inputs: Vec<u8>,
    /// Whether the egress queue of the output, behind the crossbar, has room for another frame.
    has_room: bool,
}

impl InsideObject {
    /// Creates the object of `inside`, the state inside a switch.
    #[must_use]
    pub fn new(inside: &SwitchView) -> Self {
        let ports = inside.ports;
        let pairs =
            LocalPort::all(ports).flat_map(|input| LocalPort::all(ports).map(move |output| (input, output)));
        let all = pairs.flat_map(|(input, output)| PrioritySet::ALL.iter().map(move |n| (input, output, n)));
        let waiting = all.map(|(input, output, priority)| VoqObject {
            input: input.index(),
            output: output.index(),
            priority: priority.get(),
            bytes: inside.waiting(input, output, priority),
        });
        Self {
            ports,
            waiting: waiting.filter(|waiting| waiting.bytes > 0).collect(),
            crossbar: inside.crossbar.as_ref().map(CrossbarObject::new),
        }
    }
}

impl CrossbarObject {
    fn new(view: &CrossbarView) -> Self {
        let all = view.requests.iter().enumerate().flat_map(|(output, masks)| {
            PrioritySet::ALL.iter().zip(masks).map(move |(priority, inputs)| (output, priority, *inputs))
        });
        let requests =
            all.filter(|(.., inputs)| !inputs.is_empty()).map(|(output, priority, inputs)| RequestObject {
                output,
                priority: priority.get(),
                inputs: inputs.iter().map(|input| input.0).collect(),
                has_room: view.open[output].contains(priority),
            });
        let under = |crossing: &CrossbarTransfer| CrossingObject {
            input: crossing.voq.input.0,
            output: crossing.voq.output.0,
            priority: crossing.voq.priority.get(),
            until_ps: crossing.until.ps(),
        };
        Self {
            slot_ps: view.slot.ps(),
            next_ps: view.next.map(Time::ps),
            crossing: view.transfers.iter().map(under).collect(),
            requests: requests.collect(),
            grant_pointers: numbers(&view.grant),
            accept_pointers: numbers(&view.accept),
            slots: view.counters.slots,
            matches: view.counters.matches,
            cells: view.counters.cells,
        }
    }
}

/// Converts round-robin pointers to port numbers. The rows stay in the order of outputs or inputs; the
/// columns are priorities.
fn numbers(rows: &[[LocalPort; 8]]) -> Vec<[u8; 8]> {
    rows.iter().map(|row| row.map(|port| port.0)).collect()
}
