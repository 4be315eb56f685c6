//! Tables of memory use and of first events in the text report. Start with [`write()`].

use std::io::{self, Write};

use fabric_sim::insight::{FlowReport, PortReport, Report};

use super::{rows, short};

/// Writes a table of memory use by port and priority, and a table of the times of the first pause, mark and
/// drop.
pub(super) fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let used: Vec<Vec<String>> = report.ports.iter().filter_map(memory).collect();
    let count = used.len();
    rows(out, "memory held by ingress groups and egress queues, in bytes", &MEMORY, used.into_iter(), count)?;
    let ports = report.ports.iter().filter_map(of_port);
    let first: Vec<Vec<String>> = ports.chain(report.flows.iter().filter_map(of_flow)).collect();
    let count = first.len();
    rows(out, "first pause, mark and drop since the start", &FIRST, first.into_iter(), count)
}

const MEMORY: [&str; 8] =
    ["port", "prio", "group mean", "peak", "at the end", "queue mean", "peak", "at the end"];

/// Table row of the memory of a port and priority. `None` if the port and priority used no memory in the
/// window, or if the use of memory was not recorded. Amounts are in bytes.
fn memory(port: &PortReport) -> Option<Vec<String>> {
    let (group, queue) = (port.group_mean_bytes?, port.egress_mean_bytes?);
    let (group_peak, queue_peak) = (port.group_window_peak_bytes?, port.egress_window_peak_bytes?);
    if group_peak + queue_peak == 0 {
        return None;
    }
    let now = port.reserve_bytes + port.shared_bytes + port.headroom_bytes;
    let bytes = [group, group_peak, now, queue, queue_peak, port.egress_bytes];
    let name = [format!("{}.{}", port.node, port.port), port.priority.to_string()];
    Some(name.into_iter().chain(bytes.map(|bytes| bytes.to_string())).collect())
}

const FIRST: [&str; 4] = ["port and priority, or flow", "pause", "mark", "drop"];

fn of_port(port: &PortReport) -> Option<Vec<String>> {
    let name = format!("{}.{} P{}", port.node, port.port, port.priority);
    first(name, [port.first_pause_ps, port.first_mark_ps, port.first_drop_ps])
}

fn of_flow(flow: &FlowReport) -> Option<Vec<String>> {
    first(flow.name.clone(), [flow.first_pause_ps, flow.first_mark_ps, flow.first_drop_ps])
}

/// Table row of the times of the first pause, mark and drop; `–` for an event that did not occur. `None` if
/// no event occurred.
fn first(name: String, times: [Option<u64>; 3]) -> Option<Vec<String>> {
    let cells = times.map(|time| time.map_or_else(|| "–".to_owned(), short));
    times.iter().any(Option::is_some).then(|| std::iter::once(name).chain(cells).collect())
}
