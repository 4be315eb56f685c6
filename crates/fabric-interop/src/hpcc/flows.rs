//! Import of `flow.txt`: senders, receivers, sizes and start times of flows. Start with [`Flows`].
//!
//! Rule: the first line gives the number of flows; each flow has six words, and line breaks do not matter.
//! Source ports of a host begin at 10 000 (`third.cc`).
//! Fallback: without the file, up to eight hosts each send 1 MB to the first host.
//! Left out: lines after the number of flows that the first line gives.

use std::collections::{BTreeMap, BTreeSet};

use fabric_sim::document::{Document, Flow, Size, TransferBytes};
use fabric_sim::ids::Priority;
use fabric_sim::spec::Limits;
use fabric_sim::units::Time;

use super::topology::Topology;
use crate::finding::{FilePlace, Findings, Refusal, Refusals};
use crate::sonic::File;
use crate::words::{Word, Words};

/// Picoseconds in a second.
const PS_PER_S: u64 = 1_000_000_000_000;

/// UDP source port of the first flow of a host. Each later flow of the host has the next port (`third.cc`).
pub(super) const FIRST_SOURCE_PORT: u16 = 10_000;

/// Largest number of senders in the example traffic.
const SENDERS: usize = 8;

/// Payload that each sender of the example traffic sends, in bytes.
const EXAMPLE_BYTES: u64 = 1_000_000;

/// Priority of the example traffic.
const EXAMPLE_PRIORITY: Priority = Priority::P3;

/// UDP destination port of the example traffic, the usual port in public flow files.
const EXAMPLE_PORT: u16 = 100;

/// Flows of `flow.txt`, or the example traffic.
#[derive(Debug)]
pub(super) struct Flows {
    flows: Vec<Transfer>,
    /// Start of the first flow in `flow.txt`, which becomes time 0 of the document. 0 if there are no
    /// flows.
    pub base: Time,
}

#[derive(Debug)]
struct Transfer {
    source: u32,
    destination: u32,
    priority: Priority,
    destination_port: u16,
    bytes: u64,
    start: Time,
}

impl Flows {
    /// Reads `flow.txt`.
    ///
    /// # Errors
    /// If a line is malformed; the error names the first such line. A line needs a priority group from 0 to 7
    /// and two different hosts, each with a link. A flow sends at least 1 B and starts at 3600 s at the
    /// latest.
    pub fn read(file: &File, topology: &Topology, findings: &mut Findings) -> Result<Self, Refusals> {
        let mut words = Words::new(file)?;
        let counted = words.next("the number of flows")?;
        let count = counted.whole("the number of flows", 0..=Limits::FLOWS as u64)?;
        let mut flows = Vec::new();
        let linked = topology.linked();
        for _ in 0..count {
            flows.push(Transfer::read(&mut words, topology, &linked)?);
        }
        if let Some(word) = words.peek() {
            findings.changed(
                word.field("flows", ""),
                format!("lines after the {count} flows that line {} counts are not read", counted.line),
            );
        }
        let base = flows.iter().map(|flow| flow.start).min().unwrap_or_default();
        if base > Time::ZERO {
            let reason = format!(
                "starts are moved so that the first is 0: {base} is taken from each; an export adds it again with the start {base}"
            );
            findings.changed(FilePlace::new(&file.name, "flows", "", "start"), reason);
        }
        findings.taken(FilePlace::new(&file.name, "flows", "", ""), format!("{count} flows"));
        Ok(Self { flows, base })
    }

    /// Creates the example traffic: up to eight hosts send to the first host. Hosts without a link are left
    /// out; with fewer than two hosts there are no flows.
    pub fn example(topology: &Topology) -> Self {
        let linked = topology.linked();
        let hosts = topology.hosts().filter(|host| linked.contains(host));
        let hosts: Vec<u32> = hosts.take(SENDERS + 1).collect();
        let flows = hosts.iter().skip(1).map(|source| Transfer {
            source: *source,
            destination: hosts[0],
            priority: EXAMPLE_PRIORITY,
            destination_port: EXAMPLE_PORT,
            bytes: EXAMPLE_BYTES,
            start: Time::ZERO,
        });
        Self { flows: flows.collect(), base: Time::ZERO }
    }

    /// Whether there are no flows.
    pub fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }

    /// Priorities of the flows, in ascending order and without repetition.
    pub fn priorities(&self) -> Vec<u8> {
        (0..8).filter(|priority| self.flows.iter().any(|flow| flow.priority.get() == *priority)).collect()
    }

    /// Adds the flows to a document. `format` names the frame format of the flows, `payload` is in bytes per
    /// frame.
    ///
    /// The name of a flow has the hosts and UDP ports of both ends, such as `h2:10000 to h1:100`. With these
    /// names a script can find the flow in `fct.txt`.
    pub fn write(&self, topology: &Topology, format: &str, payload: u16, document: &mut Document) {
        let mut ports: BTreeMap<u32, u16> = BTreeMap::new();
        for flow in &self.flows {
            let port = ports.entry(flow.source).or_insert(FIRST_SOURCE_PORT);
            let [from, to] = [flow.source, flow.destination].map(|id| topology.name(id));
            let name = format!("{from}:{port} to {to}:{}", flow.destination_port);
            // Port numbers wrap, as the 16-bit ports of ns-3 do. If names repeat as a result, the document is
            // refused.
            *port = port.wrapping_add(1);
            document.flows.push(Flow {
                priority: flow.priority,
                format: format.to_owned(),
                payload: Size::new(payload.into()),
                size: TransferBytes::new(flow.bytes),
                start: flow.start.saturating_sub(self.base),
                ..Flow::new(name, from, to)
            });
        }
    }

    /// Estimated time, after [`Flows::base`], at which the last flow has sent all bytes, if the links of the
    /// receivers are the bottlenecks. The estimate is the start of the last flow, plus the longest time that
    /// a receiver needs for all its bytes.
    pub fn end(&self, topology: &Topology) -> Time {
        let mut bytes: BTreeMap<u32, u64> = BTreeMap::new();
        for flow in &self.flows {
            let sum = bytes.entry(flow.destination).or_default();
            *sum = sum.saturating_add(flow.bytes);
        }
        let rates = topology.links.iter().flat_map(|link| link.ends.map(|id| (id, link.rate)));
        let rates: BTreeMap<u32, _> = rates.collect();
        let time = |(id, bytes): (&u32, &u64)| {
            let rate = rates.get(id)?;
            let ps = u128::from(*bytes) * 8 * u128::from(PS_PER_S) / u128::from(rate.bps());
            Some(Time(u64::try_from(ps).unwrap_or(u64::MAX)))
        };
        let longest = bytes.iter().filter_map(time).max().unwrap_or_default();
        self.last_start().saturating_add(longest)
    }

    /// Start of the last flow, after [`Flows::base`]; 0 without flows.
    pub fn last_start(&self) -> Time {
        self.flows.iter().map(|flow| flow.start.saturating_sub(self.base)).max().unwrap_or_default()
    }
}

impl Transfer {
    fn read(words: &mut Words<'_>, topology: &Topology, linked: &BTreeSet<u32>) -> Result<Self, Refusal> {
        let source = words.next("the source of a flow")?;
        let destination = words.next("the destination of a flow")?;
        let group = words.next("the priority group of a flow")?;
        let port = words.next("the destination port of a flow")?;
        let bytes = words.next("the size of a flow")?;
        let start = words.next("the start of a flow")?;
        let ends = [host(&source, "source", topology)?, host(&destination, "destination", topology)?];
        for (word, id) in [&source, &destination].into_iter().zip(ends) {
            if !linked.contains(&id) {
                let reason =
                    format!("host {id} has no link in the topology; add a link, or choose another host");
                return Err(Refusal::new(word.place(), &reason));
            }
        }
        if ends[0] == ends[1] {
            let reason = format!("the flow is from host {} to itself; give two different hosts", ends[0]);
            return Err(Refusal::new(source.place(), &reason));
        }
        let seconds = "a number of seconds from 0 to 3600";
        let start_ps = start.scaled("start", PS_PER_S, seconds)?;
        if start_ps > Time::LONGEST.ps() {
            return Err(start.must_be("start", seconds));
        }
        let small = |value: u64| u16::try_from(value).unwrap_or(u16::MAX);
        Ok(Self {
            source: ends[0],
            destination: ends[1],
            priority: Priority::checked_new(group.whole("pg", 0..=7)?).unwrap_or(EXAMPLE_PRIORITY),
            destination_port: small(port.whole("dport", 0..=65_535)?),
            bytes: bytes.whole("size", 1..=1_000_000_000_000_000)?,
            start: Time(start_ps),
        })
    }
}

/// Parses the id of a host of the topology. `field` is named in the refusal.
fn host(word: &Word<'_>, field: &str, topology: &Topology) -> Result<u32, Refusal> {
    let id = word.text.parse().ok().filter(|id| topology.is_switch.get(*id as usize) == Some(&false));
    id.ok_or_else(|| word.must_be(field, "the id of a host of the topology"))
}
