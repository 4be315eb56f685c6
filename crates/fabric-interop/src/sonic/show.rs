//! Counters of a run in the format of SONiC's `show` commands, for comparison with a real switch. Start with
//! [`Table`]. Switches are in the order of the document. Ports are sorted by name, with numbers in names
//! compared as numbers.
//!
//! Rule: columns are those of sonic-utilities, formatted like Python's `tabulate`. Fallback: a port without a
//! name has the name that the export gives it, such as `Ethernet4`. A queue that the report lacks has the
//! value 0. Left out: counters that a run does not keep; the tables show `-` in their place. Queues without a
//! detected storm have no row in `pfcwd show stats`.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::insight::{PortReport, Report};
use fabric_sim::spec::{NodeKind, Spec};

use super::name::{natural, standard_port};

/// Table of a `show` command of SONiC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// `show pfc counters`: received and sent PFC frames that pause. PFC frames that only resume, and
    /// pauses of 802.3x, are not counted.
    PfcCounters,
    /// `show priority-group watermark shared` and `headroom`: largest occupancies of priority groups in
    /// bytes.
    PgWatermark,
    /// `show queue watermark unicast`: largest queue lengths in bytes.
    QueueWatermark,
    /// `pfcwd show stats`: queues with a storm. Counters that the simulator does not keep are shown as `-`.
    PfcwdStats,
}

/// Switch whose table is written. Its ports are in the order of SONiC's tables.
struct ShownSwitch<'a> {
    name: &'a str,
    /// Name and port number of each port, sorted by name.
    ports: Vec<(String, u32)>,
    /// Report of each port and priority; the key has the port number and the priority.
    reports: BTreeMap<(u32, u8), &'a PortReport>,
    /// Numbers of the ports that use 802.3x pause in place of PFC.
    without_pfc: BTreeSet<u32>,
    report: &'a Report,
}

impl Table {
    /// Tables of all switches, each after a line with the prompt and the command. An empty line separates
    /// switches. `interfaces` gives the names of ports by switch, indexed by port number. A port without a
    /// name gets the name of the export. The text is empty if the fabric has no switch.
    #[must_use]
    pub fn text(self, spec: &Spec, interfaces: &BTreeMap<String, Vec<String>>, report: &Report) -> String {
        let switches = spec.nodes.iter().filter(|node| node.kind == NodeKind::Switch);
        let text = |node: &fabric_sim::spec::Node| {
            let names = interfaces.get(&node.name);
            let count = node.ports.end - node.ports.start;
            let name = |n: u32| {
                let given = names.and_then(|names| names.get(n as usize)).cloned();
                given.unwrap_or_else(|| standard_port(n as usize))
            };
            let mut ports: Vec<(String, u32)> = (0..count).map(|n| (name(n), n)).collect();
            ports.sort_by_cached_key(|(name, _)| natural(name));
            let own = report.ports.iter().filter(|port| port.node == node.name);
            let reports = own.map(|port| ((port.port, port.priority), port)).collect();
            let pauses_link =
                |n: &u32| spec.ports[(node.ports.start + n) as usize].config.link_pause.is_some();
            let without_pfc = (0..count).filter(pauses_link).collect();
            self.of_switch(&ShownSwitch { name: &node.name, ports, reports, without_pfc, report })
        };
        switches.map(text).collect::<Vec<_>>().join("\n")
    }

    fn of_switch(self, shown: &ShownSwitch<'_>) -> String {
        match self {
            Self::PfcCounters => {
                let command = shown.command("show pfc counters");
                let count = |port: &PortReport, frames: u64| {
                    grouped(if shown.without_pfc.contains(&port.port) { 0 } else { frames })
                };
                let rx = shown.by_priority("Port Rx", "PFC", |port| count(port, port.pause_received));
                let tx = shown.by_priority("Port Tx", "PFC", |port| count(port, port.pause_sent));
                format!("{command}{rx}\n{tx}")
            }
            Self::PgWatermark => {
                let shared = shown.by_priority("Port", "PG", |port| port.shared_peak_bytes.to_string());
                let headroom = shown.by_priority("Port", "PG", |port| port.headroom_peak_bytes.to_string());
                format!(
                    "{}Ingress shared pool occupancy per PG:\n{shared}\n{}Ingress headroom per PG:\n{headroom}",
                    shown.command("show priority-group watermark shared"),
                    shown.command("show priority-group watermark headroom"),
                )
            }
            Self::QueueWatermark => {
                let queues = shown.by_priority("Port", "UC", |port| port.egress_peak_bytes.to_string());
                let command = shown.command("show queue watermark unicast");
                format!("{command}Egress shared pool occupancy per unicast queue:\n{queues}")
            }
            Self::PfcwdStats => format!("{}{}", shown.command("pfcwd show stats"), shown.watchdogs()),
        }
    }
}

impl ShownSwitch<'_> {
    /// Line with the prompt of the switch and a command.
    fn command(&self, command: &str) -> String {
        format!("admin@{}:~$ {command}\n", self.name)
    }

    /// Table with a row for each port and a column for each priority. A cell has the result of `value` for
    /// the port and priority; 0 if the report has no entry for them.
    fn by_priority(&self, first: &str, column: &str, value: impl Fn(&PortReport) -> String) -> String {
        let headers: Vec<String> =
            std::iter::once(first.to_owned()).chain((0..8).map(|n| format!("{column}{n}"))).collect();
        let row = |(name, number): &(String, u32)| {
            let value =
                |priority| self.reports.get(&(*number, priority)).map_or("0".to_owned(), |port| value(port));
            std::iter::once(name.clone()).chain((0..8).map(value)).collect()
        };
        let rows: Vec<Vec<String>> = self.ports.iter().map(row).collect();
        simple(&headers, &rows)
    }

    /// Table of `pfcwd show stats`. A queue is `stormed` if fewer storms have ended than begun. Columns
    /// with `LAST` show the frames that were dropped in the latest storm.
    fn watchdogs(&self) -> String {
        let headers = [
            "QUEUE",
            "STATUS",
            "STORM DETECTED/RESTORED",
            "TX OK/DROP",
            "RX OK/DROP",
            "TX LAST OK/DROP",
            "RX LAST OK/DROP",
        ];
        let mut rows = Vec::new();
        for (name, number) in &self.ports {
            for priority in 0..8 {
                let queue = format!("{}.{number}.{priority}", self.name);
                let verdicts = || {
                    let all = self.report.watchdogs.verdicts.iter();
                    all.filter(|verdict| verdict.rule != "nic" && verdict.queue == queue)
                };
                let detected = verdicts().filter(|verdict| verdict.verdict == "storm").count();
                if detected == 0 {
                    continue;
                }
                let restored = verdicts().filter(|verdict| verdict.verdict == "over").count();
                let lost: u64 = verdicts().map(|verdict| verdict.lost_frames).sum();
                let mut storms = verdicts().filter(|verdict| verdict.verdict == "storm");
                let latest = storms.next_back().map_or(0, |verdict| verdict.lost_frames);
                let status = if detected > restored { "stormed" } else { "operational" };
                rows.push(vec![
                    format!("{name}:{priority}"),
                    status.to_owned(),
                    format!("{detected}/{restored}"),
                    format!("-/{lost}"),
                    "-/-".to_owned(),
                    format!("-/{latest}"),
                    "-/-".to_owned(),
                ]);
            }
        }
        simple(&headers.map(str::to_owned), &rows)
    }
}

/// Number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Right-aligned table in the format `simple` of Python's `tabulate`. Each column is at least two characters
/// wider than its header.
fn simple(headers: &[String], rows: &[Vec<String>]) -> String {
    let width = |n: usize| {
        let cells = rows.iter().filter_map(|row| row.get(n)).map(|cell| cell.chars().count());
        cells.fold(headers[n].chars().count() + 2, usize::max)
    };
    let widths: Vec<usize> = (0..headers.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        cells.join("  ") + "\n"
    };
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let rows: String = rows.iter().map(|row| line(row)).collect();
    line(headers) + &line(&rule) + &rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_set_as_on_a_switch() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let text = simple(
            &["Port Rx".to_owned(), "PFC0".to_owned()],
            &[words("Ethernet0 1,200"), words("Ethernet4 7")],
        );
        assert_eq!(text, "  Port Rx    PFC0\n---------  ------\nEthernet0   1,200\nEthernet4       7\n");
    }

    #[test]
    fn thousands_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1_200, "1,200"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
