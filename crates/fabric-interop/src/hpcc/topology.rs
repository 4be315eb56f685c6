//! Import of `topology.txt`: nodes, and the links between them. Start with [`Topology::read`].
//!
//! Rule: the first line has 3 columns (HPCC and `ConWeave`), 4 columns (`PowerTCP`) or 6 columns (Reverie).
//! Fallback: a delay is written as a cable length of 5 ns per metre if that length is exact, otherwise as a
//! delay.
//! Left out: topologies of `SimAI`, and hosts with a second link (refused).

use std::collections::BTreeSet;

use fabric_sim::document::{Document, Host, Link, Switch};
use fabric_sim::spec::Limits;
use fabric_sim::units::{Length, Rate, Time};

use super::units::{delay, rate, rate_of};
use crate::finding::{FilePlace, Findings, Refusal, Refusals};
use crate::sonic::File;
use crate::words::{Word, Words};

/// Propagation delay of a millimetre of cable in picoseconds: 5 ns per metre.
const PS_PER_MM: u64 = 5;

/// Nodes and links of `topology.txt`.
#[derive(Debug)]
pub(super) struct Topology {
    /// Whether a node is a switch, indexed by node id.
    pub is_switch: Vec<bool>,
    /// Links, in the order of the file.
    pub links: Vec<TopologyLink>,
}

/// Link of `topology.txt`.
#[derive(Debug)]
pub(super) struct TopologyLink {
    /// Ids of the nodes at both ends, in the order of the file.
    pub ends: [u32; 2],
    /// Port numbers at both ends, in the order of `ends`. Ports count from 0; the port of a host is 0.
    pub ports: [usize; 2],
    /// Rate of the link in each direction.
    pub rate: Rate,
    delay: Time,
    /// Probability from 0 to 1 that a frame is lost, in the notation of documents; `None` if the probability
    /// is 0 after rounding to millionths.
    pub error_rate: Option<String>,
    /// Place in the file of the error rate of the link.
    pub place: FilePlace,
}

/// Numbers in the first line of `topology.txt`.
struct Header {
    nodes: usize,
    switches: usize,
    links: usize,
}

impl Header {
    /// Reads the first line: 3 numbers in files of HPCC and `ConWeave`, 4 of `PowerTCP`, 4 and two rates of
    /// Reverie.
    fn read(words: &[Word<'_>]) -> Result<Self, Refusal> {
        let count = |word: &Word<'_>, field: &str, most: usize| {
            word.whole(field, 0..=most as u64).map(|count| usize::try_from(count).unwrap_or(most))
        };
        let (nodes, switches, links) = match words {
            [nodes, switches, links] | [nodes, switches, _, links] => (nodes, switches, links),
            [nodes, switches, _, links, first, second]
                if [first, second].iter().all(|word| is_rate(word)) =>
            {
                (nodes, switches, links)
            }
            [_, _, _, _, _, gpu] if gpu.text.parse::<f64>().is_err() => {
                return Err(Refusal::new(
                    gpu.place(),
                    "this is a topology of SimAI, whose GPUs have several links; give a topology in which each host \
                     has one link",
                ));
            }
            _ => {
                let place = words.first().map_or_else(FilePlace::default, Word::place);
                let reason = "the first line must have the numbers of nodes, switches and links; nodes, switches, ToRs \
                              and links; or those four and two rates";
                return Err(Refusal::new(place, reason));
            }
        };
        let nodes = count(nodes, "the number of nodes", Limits::NODES)?;
        let switches = count(switches, "the number of switches", nodes)?;
        Ok(Self { nodes, switches, links: count(links, "the number of links", Limits::LINKS)? })
    }
}

fn is_rate(word: &Word<'_>) -> bool {
    rate_of(word.text).is_some()
}

impl Topology {
    /// Ids of the nodes that have a link.
    pub fn linked(&self) -> BTreeSet<u32> {
        self.links.iter().flat_map(|link| link.ends).collect()
    }

    /// Reads `topology.txt`. After the first line, words are read across line breaks, and `#` starts no
    /// comment. Lines after the last link are not read; if these lines begin with a number, a finding reports
    /// them. Rates are from 1 Mb/s to 10 Tb/s, delays at most 1 s.
    ///
    /// # Errors
    /// If a line is malformed; only the first such line is refused. Two other faults are refused in
    /// `findings` alone, with the result `Ok`: a host with a second link, and a switch with more links than
    /// this simulator allows.
    pub fn read(file: &File, findings: &mut Findings) -> Result<Self, Refusals> {
        let mut words = Words::new(file)?;
        let first = words.rest_of_line();
        if first.is_empty() {
            let reason =
                "the file is empty; give the numbers of nodes, switches and links, and then their lines";
            return Err(Refusal::new(FilePlace::file(&file.name), reason).into());
        }
        let header = Header::read(&first)?;
        let mut is_switch = vec![false; header.nodes];
        for _ in 0..header.switches {
            let word = words.next("the ids of all switches")?;
            let id = node(&word, "a switch id", header.nodes)?;
            if std::mem::replace(&mut is_switch[id as usize], true) {
                let reason = format!("switch {id} is listed twice; list each switch once");
                return Err(Refusal::new(word.place(), &reason).into());
            }
        }
        let mut topology = Self { is_switch, links: Vec::new() };
        let mut ports = vec![0; header.nodes];
        for _ in 0..header.links {
            topology.read_link(&mut words, &mut ports, findings)?;
        }
        if let Some(word) = words.peek().filter(|word| word.text.parse::<u32>().is_ok()) {
            findings.changed(
                word.field("links", ""),
                format!("lines after the {} links that the first line counts are not read", header.links),
            );
        }
        Ok(topology)
    }

    fn read_link(
        &mut self,
        words: &mut Words<'_>,
        ports: &mut [usize],
        findings: &mut Findings,
    ) -> Result<(), Refusal> {
        let nodes = self.is_switch.len();
        let a = words.next("the first end of a link")?;
        let b = words.next("the second end of a link")?;
        let [rate_word, delay_word] = [words.next("the rate of a link")?, words.next("the delay of a link")?];
        let error = words.next("the error rate of a link")?;
        let ends = [node(&a, "a link's end", nodes)?, node(&b, "a link's end", nodes)?];
        if ends[0] == ends[1] {
            let reason = format!("the link is from node {} to itself; give two different nodes", ends[0]);
            return Err(Refusal::new(a.place(), &reason));
        }
        let mut numbers = [0; 2];
        for (number, id) in numbers.iter_mut().zip(ends) {
            let used = &mut ports[id as usize];
            *number = *used;
            *used += 1;
            let is_switch = self.is_switch[id as usize];
            if !is_switch && *used == 2 {
                findings.refuse(
                    a.place(),
                    format!("host {id} has a second link, but must have one; remove the other links"),
                );
            }
            if is_switch && *used == Limits::PORTS + 1 {
                let most = Limits::PORTS;
                findings.refuse(a.place(), format!("switch {id} has more than {most} links; remove some"));
            }
        }
        let rate = rate(&rate_word, "rate")?;
        let delay = delay(&delay_word, "delay")?;
        let range = "a probability from 0 to 1";
        let millionths = error.scaled("error_rate", 1_000_000, range)?;
        if millionths > 1_000_000 {
            return Err(error.must_be("error_rate", range));
        }
        let error_rate = (millionths > 0).then(|| probability(millionths));
        let place = error.field("links", "error_rate");
        self.links.push(TopologyLink { ends, ports: numbers, rate, delay, error_rate, place });
        Ok(())
    }

    /// Name of a node in the document: its id after `h` for a host, or after `s` for a switch. Panics if
    /// the file has no node with this id.
    pub fn name(&self, id: u32) -> String {
        let kind = if self.is_switch[id as usize] { 's' } else { 'h' };
        format!("{kind}{id}")
    }

    /// Ids of all hosts, in ascending order.
    pub fn hosts(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.is_switch).filter(|(_, is_switch)| !**is_switch).map(|(id, _)| id)
    }

    /// Adds the nodes and links of the topology to a document.
    pub fn write(&self, document: &mut Document) {
        for (id, is_switch) in (0..).zip(&self.is_switch) {
            let name = self.name(id);
            if *is_switch {
                document.switches.push(Switch { name, profile: Some("hpcc".to_owned()) });
            } else {
                document.hosts.push(Host { name });
            }
        }
        document.links.extend(self.links.iter().map(|link| {
            let [a, b] = link.ends.map(|id| self.name(id));
            let length = length(link.delay);
            let delay = if length.is_none() { Some(link.delay) } else { None };
            Link { a, b, rate: link.rate, length, delay, phy: Time::ZERO, drop_every: None, corrupt: None }
        }));
    }

    /// Name of the port at the first end of a link, as in actions of a document: `h3`, `s320.4`.
    pub fn port_name(&self, link: &TopologyLink) -> String {
        let [id, _] = link.ends;
        let name = self.name(id);
        if self.is_switch[id as usize] { format!("{name}.{}", link.ports[0]) } else { name }
    }
}

/// Cable length whose propagation delay is `delay`; `None` if this length is not a whole number of
/// millimetres, or is too long for a document.
pub(crate) fn length(delay: Time) -> Option<Length> {
    let mm = delay.ps() / PS_PER_MM;
    (delay.ps().is_multiple_of(PS_PER_MM) && mm <= Length::MAX.mm()).then(|| Length::from_mm(mm))
}

/// Probability in the notation of documents, from a number of millionths: `0.25` for 250 000.
pub(super) fn probability(millionths: u64) -> String {
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Parses the id of a node, below `nodes`. `what` names the value in the refusal.
fn node(word: &Word<'_>, what: &str, nodes: usize) -> Result<u32, Refusal> {
    let last = (nodes as u64).checked_sub(1);
    let id = last.map(|last| word.whole(what, 0..=last)).transpose()?;
    let id = id.ok_or_else(|| {
        Refusal::new(word.place(), "there are no nodes; give their number in the first line")
    })?;
    Ok(u32::try_from(id).unwrap_or(u32::MAX))
}
