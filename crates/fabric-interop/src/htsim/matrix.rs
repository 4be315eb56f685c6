//! Import of `.cm` files: connections with their sizes and starts. Start with [`Matrix`].
//!
//! Rule: keys and checks are those of `ConnectionMatrix::load` of htsim; starts are in picoseconds. Keys are
//! case-sensitive.
//! Fallback: without the file, up to eight hosts each send 1 MB to the first host.
//! Left out: connections that wait for a trigger, failures of switches, and priorities. If a line has an
//! option twice, the last value applies.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::document::{Document, Flow, Size, TransferBytes};
use fabric_sim::spec::Limits;
use fabric_sim::units::{Rate, Time};

use super::STEP;
use crate::finding::{FilePlace, Findings, Refusal};
use crate::sonic::File;
use crate::words::{Word, lines};

/// Payload of each frame in bytes: the usual MTU of `RoCEv2`.
const PAYLOAD: u64 = 4_096;

/// Largest number of senders in the example traffic.
const SENDERS: u64 = 8;

/// Payload that each sender of the example traffic sends, in bytes.
const EXAMPLE_BYTES: u64 = 1_000_000;

/// Connections of a `.cm` file, or the example traffic.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    connections: Vec<Connection>,
    /// Number of connections that are left out because they wait for a trigger.
    pub left_out: usize,
}

#[derive(Debug)]
struct Connection {
    name: String,
    source: u64,
    destination: u64,
    /// Size of the connection in bytes. `None`: the flow never ends, because the file gives no size or 0.
    size: Option<TransferBytes>,
    start: Time,
}

/// Options in the line of a connection, after its two hosts. `None`: the option is absent. `addon` has no
/// value and no effect.
#[derive(Default)]
struct Options<'a> {
    id: Option<u64>,
    size: Option<u64>,
    start: Option<Time>,
    trigger: Option<Word<'a>>,
}

impl Matrix {
    /// Reads a `.cm` file. `nodes` is the number of hosts in the topology. `Nodes` and `Connections` may be
    /// absent.
    ///
    /// # Errors
    /// If a line is malformed; the first such line is refused. A connection needs a start, two different
    /// hosts, and an `id` that no other connection has. At most [`Limits::FLOWS`] connections are allowed.
    /// If `Nodes` in the file differs from `nodes`, or `Connections` from the number of lines with a
    /// connection. Connections that wait for a trigger are included in this number.
    pub fn read(file: &File, nodes: u64, findings: &mut Findings) -> Result<Self, Refusal> {
        file.check()?;
        let mut matrix = Self::default();
        let mut names = BTreeSet::new();
        let (mut counted, mut count) = (None, 0);
        for words in lines(file, "#") {
            let [first, rest @ ..] = &words[..] else { continue };
            match first.text {
                "Nodes" | "Connections" => {
                    let value = rest.first().ok_or_else(|| {
                        Refusal::new(first.place(), &format!("{} has no value; give one", first.text))
                    })?;
                    let number = value.whole(first.text, 0..=1_000_000)?;
                    if first.text == "Connections" {
                        counted = Some((value.place(), number));
                    } else if number != nodes {
                        return Err(value.must_be("Nodes", &format!("{nodes}, as in the topology")));
                    }
                }
                "Triggers" | "Failures" => {}
                "trigger" | "failure" => {
                    findings.not_modelled(
                        first.field(first.text, ""),
                        "flows start at a time, and switches do not fail",
                    );
                }
                text if text.contains("->") => {
                    count += 1;
                    if count > Limits::FLOWS as u64 {
                        let reason =
                            format!("there are more than {} connections; remove some", Limits::FLOWS);
                        return Err(Refusal::new(first.place(), &reason));
                    }
                    matrix.read_connection(first, rest, nodes, &mut names, findings)?;
                }
                _ => {
                    let range = "Nodes, Connections, Triggers, Failures, trigger, failure, or a connection such as 0->13";
                    return Err(first.must_be("the first word", range));
                }
            }
        }
        if let Some((place, expected)) = counted.filter(|(_, expected)| *expected != count) {
            return Err(Refusal::new(
                place,
                &format!("Connections is {expected}, but the file has {count} of them; correct the number"),
            ));
        }
        findings.taken(
            FilePlace::new(&file.name, "connections", "", ""),
            format!("{} flows", matrix.connections.len()),
        );
        Ok(matrix)
    }

    /// Whether there are no connections, so that the document gets no flow.
    pub const fn is_empty(&self) -> bool {
        self.connections.is_empty()
    }

    fn read_connection(
        &mut self,
        ends: &Word<'_>,
        rest: &[Word<'_>],
        nodes: u64,
        names: &mut BTreeSet<String>,
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        let host = |text: &str| text.parse::<u64>().ok().filter(|id| *id < nodes);
        let pair = ends.text.split_once("->").and_then(|(a, b)| Some((host(a)?, host(b)?)));
        let range = format!("two hosts below {nodes}, such as 0->13");
        let (source, destination) =
            pair.filter(|(a, b)| a != b).ok_or_else(|| ends.must_be("a connection", &range))?;
        let options = Options::read(rest, findings)?;
        if let Some(trigger) = options.trigger {
            self.left_out += 1;
            let reason = "a flow that waits for a trigger is left out: a flow starts at a time here";
            findings.not_modelled(trigger.field("connections", "trigger"), reason);
            return Ok(());
        }
        let Some(start) = options.start else {
            return Err(Refusal::new(ends.place(), "the connection has no start; add one in picoseconds"));
        };
        let size = options.size.filter(|size| *size > 0);
        if size.is_none() {
            findings.taken(ends.field("connections", "size"), "a flow without end");
        }
        let number = options.id.map_or_else(|| format!("line {}", ends.line), |id| format!("flow {id}"));
        let name = format!("{number}: h{source} to h{destination}");
        if !names.insert(number.clone()) {
            return Err(Refusal::new(
                ends.place(),
                &format!("{number} is given twice; give each flow an id of its own"),
            ));
        }
        let size = size.and_then(TransferBytes::new);
        self.connections.push(Connection { name, source, destination, size, start });
        Ok(())
    }

    /// Creates the example traffic: up to eight of `nodes` hosts send to the first host.
    pub fn example(nodes: u64) -> Self {
        let connection = |source| Connection {
            name: format!("h{source} to h0"),
            source,
            destination: 0,
            size: TransferBytes::new(EXAMPLE_BYTES),
            start: Time::ZERO,
        };
        Self { connections: (1..nodes.min(SENDERS + 1)).map(connection).collect(), left_out: 0 }
    }

    /// Adds each connection to a document as a flow.
    pub fn write(&self, document: &mut Document) {
        document.flows.extend(self.connections.iter().map(|connection| {
            let [from, to] = [connection.source, connection.destination].map(|id| format!("h{id}"));
            Flow {
                format: "rocev2".to_owned(),
                payload: Size::new(PAYLOAD),
                size: connection.size,
                start: connection.start,
                ..Flow::new(connection.name.clone(), from, to)
            }
        }));
    }

    /// Estimated end of all flows, if all hosts have links of `rate`: the start of the last flow, plus 1.25
    /// times the transmission time of all bytes to the busiest destination, plus one [`STEP`]. Rounded up
    /// to a multiple of [`STEP`], and at most [`Time::LONGEST`]. Endless flows count as 0 B.
    pub fn horizon(&self, rate: Rate) -> Time {
        let mut bytes: BTreeMap<u64, u64> = BTreeMap::new();
        for connection in &self.connections {
            let sum = bytes.entry(connection.destination).or_default();
            *sum = sum.saturating_add(connection.size.map_or(0, TransferBytes::get));
        }
        let most = u128::from(bytes.values().copied().max().unwrap_or_default());
        let ps = most * 8 * 1_000_000_000_000 / u128::from(rate.bps());
        let last = self.last_start().ps();
        // A quarter is added for headers, and for the time that flows wait for each other.
        let ps =
            u64::try_from(ps + ps / 4).unwrap_or(u64::MAX).saturating_add(last).saturating_add(STEP.ps());
        Time(ps.min(Time::LONGEST.ps()).div_ceil(STEP.ps()).max(1) * STEP.ps()).min(Time::LONGEST)
    }

    /// Start of the last flow; 0 without flows.
    pub fn last_start(&self) -> Time {
        self.connections.iter().map(|connection| connection.start).max().unwrap_or_default()
    }
}

impl<'a> Options<'a> {
    fn read(words: &[Word<'a>], findings: &mut Findings) -> Result<Self, Refusal> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(key) = words.next() {
            if key.text == "addon" {
                continue;
            }
            let value = words
                .next()
                .ok_or_else(|| Refusal::new(key.place(), &format!("{} has no value; give one", key.text)))?;
            match key.text {
                "id" => options.id = Some(value.whole("id", 1..=u64::from(u32::MAX))?),
                "size" => options.size = Some(value.whole("size", 0..=1_000_000_000_000_000)?),
                "start" => {
                    let range = "a number of picoseconds from 0 to 3600 s";
                    let start = value.scaled("start", 1, range)?;
                    if start > Time::LONGEST.ps() {
                        return Err(value.must_be("start", range));
                    }
                    options.start = Some(Time(start));
                }
                "trigger" => options.trigger = Some(*value),
                "send_done_trigger" | "recv_done_trigger" => {
                    findings.not_modelled(key.field("connections", key.text), "flows do not trigger others");
                }
                "prio" => {
                    findings.not_modelled(key.field("connections", "prio"), "all flows are of priority 3");
                }
                _ => {
                    let range =
                        "id, start, size, trigger, send_done_trigger, recv_done_trigger, prio or addon";
                    return Err(key.must_be("a key", range));
                }
            }
        }
        Ok(options)
    }
}
