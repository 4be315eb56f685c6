//! Compiles nodes and links. Limits: rates from 1 Mb/s to 10 Tb/s, delays up to 1 s, 64 ports for each
//! switch, one port for each host. Start with [`build`].
//!
//! Values equal to a limit are allowed. A link with both a length and a delay is an error. Links must name
//! existing hosts or switches. A host or link with a problem is left out, so that later problems are found,
//! too. The number of frames of 64 B that fit into all cables together, in both directions, must not exceed
//! [`Limits::IN_CABLES`].

use std::collections::{HashMap, HashSet};

use super::super::problem::{Problem, Problems};
use super::super::topology::Link;
use super::Document;
use super::names::{node_name, quote};
use crate::spec::{Builder, Limits, PortConfig, Spec, SwitchConfig};
use crate::units::{Length, PS_PER_S, Rate, Time, TransmissionTimes};
use crate::wire::MIN_FRAME_BYTES;

/// Lowest rate of a link in bits per second. At a lower rate, a single frame can take longer than the run.
const MIN_RATE: u64 = 1_000_000;

/// Longest propagation delay of a link, and also longest delay of its PHY.
const MAX_DELAY: Time = Time::from_ps(PS_PER_S);

/// Compiles nodes and links. Returns `None` if the fabric cannot be built; problems are added to `problems`.
/// The result can be `Some` although there are problems. A document without hosts is a problem; switches and
/// links are not necessary. A node with a taken name, a second link of a host, and a link from a node to
/// itself are problems, too. `cable`, if given, replaces the length and delay of every link, but not its PHY
/// delay. The replaced values are still checked.
pub(super) fn build(document: &Document, cable: Option<Length>, problems: &mut Problems) -> Option<Spec> {
    let mut builder = Builder::new();
    if document.hosts.is_empty() {
        problems.push(Problem::new("hosts", "there is no host; add one"));
    }
    for (n, host) in document.hosts.iter().enumerate() {
        let place = || format!("hosts[{n}].name");
        node_name(&host.name, place, problems);
        problems.record(builder.host(&host.name).map_err(|error| Problem::new(place(), error.to_string())));
    }
    for (n, switch) in document.switches.iter().enumerate() {
        let place = || format!("switches[{n}].name");
        node_name(&switch.name, place, problems);
        problems
            .record(builder.switch(&switch.name).map_err(|error| Problem::new(place(), error.to_string())));
    }
    let overfull = overfull_switches(document, problems);
    let mut in_cables = 0;
    for (n, link) in document.links.iter().enumerate() {
        let ends = [("a", &link.a), ("b", &link.b)].map(|(end, name)| {
            let unknown = || {
                Problem::new(
                    format!("links[{n}].{end}"),
                    format!("there is no host or switch called \"{}\"; add it, or name another", quote(name)),
                )
            };
            problems.record(builder.find(name).ok_or_else(unknown))
        });
        let rate = rate(link, n, problems);
        let delay = delay(link, n, cable, problems);
        // A switch with too many ports has already been reported as a whole.
        let is_crowded = overfull.contains(&*link.a) || overfull.contains(&*link.b);
        if let ([Some(a), Some(b)], Some(rate), Some(delay), false) = (ends, rate, delay, is_crowded) {
            in_cables += 2 * cable_frames(rate, delay);
            let linked = builder.link(a, b, rate, delay);
            problems.record(linked.map_err(|error| Problem::new(format!("links[{n}]"), error.to_string())));
        }
    }
    if in_cables > Limits::IN_CABLES {
        let message = format!(
            "cables that hold {in_cables} frames of 64 B in flight are too many or too long: at most {}",
            Limits::IN_CABLES
        );
        problems.push(Problem::new("links", message));
    }
    // The parameters configure switches and ports later.
    problems.record(
        builder
            .build(SwitchConfig::new(0), PortConfig::new())
            .map_err(|error| Problem::new("", error.to_string())),
    )
}

/// Names of switches with too many ports. Each such switch is reported once, with its number of ports.
fn overfull_switches<'a>(document: &'a Document, problems: &mut Problems) -> HashSet<&'a str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let ends = document.links.iter().flat_map(|link| [&*link.a, &*link.b]);
    ends.for_each(|end| *counts.entry(end).or_default() += 1);
    let mut overfull = HashSet::new();
    for (n, switch) in document.switches.iter().enumerate() {
        let count = counts.get(&*switch.name).copied().unwrap_or(0);
        if count > Limits::PORTS && overfull.insert(&*switch.name) {
            let most = Limits::PORTS;
            let range = format!("one of at most {most}; spread its links over more switches");
            let value = format!("a switch of {count} ports");
            problems.push(Problem::range(format!("switches[{n}]"), value, range));
        }
    }
    overfull
}

/// Number of shortest frames, of 64 B without preamble and gap, that fit in one direction of a link: rate ×
/// delay ÷ frame size, rounded down.
fn cable_frames(rate: Rate, delay: Time) -> u64 {
    delay.ps() / TransmissionTimes::new(rate).time(u32::from(MIN_FRAME_BYTES)).ps()
}

fn rate(link: &Link, n: usize, problems: &mut Problems) -> Option<Rate> {
    let slow = || Problem::range(format!("links[{n}].rate"), link.rate, "a rate from 1M to 10T");
    problems.record(Some(link.rate).filter(|rate| rate.bps() >= MIN_RATE).ok_or_else(slow))
}

fn delay(link: &Link, n: usize, cable: Option<Length>, problems: &mut Problems) -> Option<Time> {
    let place = |field: &str| format!("links[{n}].{field}");
    if link.length.is_some() && link.delay.is_some() {
        problems.push(Problem::new(
            place("delay"),
            "a link has a length or a delay, not both; remove one of them",
        ));
        return None;
    }
    let propagation = link.propagation();
    for (field, time) in [("delay", propagation), ("phy", link.phy)] {
        if time > MAX_DELAY {
            problems.push(Problem::range(place(field), time, "at most 1s"));
            return None;
        }
    }
    Some(cable.map_or(propagation, Length::delay) + link.phy)
}
