//! Example traffic: several hosts send to one host, long enough to cause pauses. Start with [`add`].
//!
//! Rule: up to eight hosts of the largest group of equal hosts send RoCEv2 frames. If these hosts cannot
//! congest a port, hosts of all rates send to the slowest host. The priority of the frames is lossless at
//! more ports than any other priority. The run lasts twice the time after which the first priority group
//! reaches XOFF. The flows start at time 0 and never end.
//! Fallback: without a lossless priority, the frames have DSCP 0. There is no traffic if the fabric has
//! fewer than two hosts, or if no frame with 256 B of payload fits the MTU.
//! Left out: traffic from the configuration, because SONiC's files have none.

use fabric_sim::document::{Document, Flow, Size, Whole};
use fabric_sim::ids::Priority;
use fabric_sim::units::{Rate, Time};

use super::links::Topology;
use super::maps::PortMaps;
use super::profile::Threshold;
use super::{ImportedSwitch, pg};
use crate::finding::Findings;

/// Largest number of hosts that send the example traffic.
const SENDERS: usize = 8;

/// Payloads of a frame in bytes, in order of preference. These sizes are the path MTUs of `InfiniBand`.
const PAYLOADS: [u64; 5] = [4_096, 2_048, 1_024, 512, 256];

/// Bytes of a tagged `RoCEv2` frame without its payload: Ethernet, tag, IP, UDP, BTH, ICRC and FCS.
const HEADERS: u64 = 66;

/// Shared memory in bytes if no file gives it: the default of the simulator.
const DEFAULT_SHARED: u64 = 16_000_000;

/// Shortest and longest horizon (length of the run), in this order.
const HORIZONS: [Time; 2] = [Time::from_us(200), Time::from_ms(1_000)];

/// Seconds that the page takes to play the run up to the horizon.
const SECONDS: u64 = 20;

/// Smallest step of the horizon: each horizon is a multiple of 100 µs.
const STEP: Time = Time::from_us(100);

/// Host that can send or receive, with the switch port that it is connected to.
struct Candidate<'a> {
    host: usize,
    kind: &'a str,
    switch: usize,
    port: usize,
    rate: Rate,
}

/// Adds the example flows and the horizon (length of the run) to a document. `rates` is indexed by host.
/// `mtu` is the longest frame in bytes; `None`: no limit. Adds a warning for each effect that the traffic
/// cannot show. If the senders cannot congest a port, the document keeps its horizon.
pub(super) fn add(
    document: &mut Document,
    topology: &Topology,
    imported_switches: &[ImportedSwitch],
    rates: &[Rate],
    mtu: Option<u64>,
    (findings, warnings): (&Findings, &mut Vec<String>),
) {
    let candidates = candidates(topology, imported_switches, rates);
    let priority = most_lossless(&candidates, imported_switches);
    if priority.is_none() {
        let reason = map_conflict(imported_switches)
            .or_else(|| without_maps(imported_switches))
            .or_else(|| {
                let (place, reason) = findings.first_not_modelled("BUFFER_PG", "profile")?;
                Some(format!("The reason at {place}: {reason}."))
            })
            .unwrap_or_else(|| {
                "See the findings of BUFFER_PG and PORT_QOS_MAP; a pg_profile_lookup.ini beside the configuration may \
                 give what is missing."
                    .to_owned()
            });
        warnings.push(format!("No priority is lossless: the document has no PFC. {reason}"));
    }
    let takes_part = |candidate: &&Candidate<'_>| {
        priority.is_none_or(|priority| {
            imported_switches[candidate.switch].lossless[candidate.port].contains(priority)
        })
    };
    let mut eligible: Vec<&Candidate<'_>> = candidates.iter().filter(takes_part).collect();
    if eligible.len() < 2 {
        eligible = candidates.iter().collect();
    }
    let Some((receiver, senders)) = receiver_and_senders(&eligible) else {
        warnings.push(format!(
            "The fabric has {} host, and an example load needs two: the document has no flow. A selection of ports gives \
             further ports a host.",
            eligible.len()
        ));
        return;
    };
    let receiver_maps = &imported_switches[receiver.switch].maps[receiver.port];
    // Without a lossless priority, the frames get DSCP 0.
    let class = priority.unwrap_or_else(|| Priority::new(receiver_maps.dscp_queues()[0]));
    let dscp = dscp(imported_switches, receiver, &senders, class);
    let to = document.hosts[receiver.host].name.clone();
    let fits = |payload: &u64| mtu.is_none_or(|mtu| payload + HEADERS <= mtu);
    let Some(payload) = PAYLOADS.into_iter().find(fits) else {
        let least = PAYLOADS[PAYLOADS.len() - 1] + HEADERS;
        warnings.push(format!("No frame of RoCEv2 fits an MTU below {least} B: the document has no flow."));
        return;
    };
    for (n, sender) in senders.iter().enumerate() {
        let from = document.hosts[sender.host].name.clone();
        let wanted = format!("{from} to {to}");
        let name = if wanted.len() <= 64 { wanted } else { format!("load {}", n + 1) };
        let mut flow = Flow::new(name, from, to.clone());
        "rocev2".clone_into(&mut flow.format);
        flow.payload = Size::new(payload);
        flow.priority = class;
        flow.dscp = dscp.and_then(|dscp| Whole::new(u64::from(dscp)));
        flow.pcp = receiver_maps.pcp_of(class);
        document.flows.push(flow);
    }
    if priority.is_some() && dscp.is_none() && receiver_maps.pcp_of(class).is_none() {
        warnings.push(format!(
            "No DSCP has priority {class} at the receiver's switch: the example load is not of it."
        ));
    }
    let fill = fill_time(imported_switches, receiver, &senders, class);
    match fill {
        Some(fill) => {
            document.horizon = horizon(fill);
            document.view.speed = Some(Time(document.horizon.ps() / SECONDS));
        }
        None => warnings.push(format!(
            "{} of the example load cannot congest the port to {to}: no pause is expected.",
            if senders.len() == 1 { "The one sender" } else { "The senders" }
        )),
    }
}

/// Sentence about the first port with a priority that has PFC, but is lossy because of a map. `None` if no
/// port has a priority with this conflict.
fn map_conflict(imported_switches: &[ImportedSwitch]) -> Option<String> {
    imported_switches.iter().find_map(|ImportedSwitch { switch, maps, enabled, .. }| {
        let mut ports = switch.ports.iter().zip(maps).zip(enabled);
        ports.find_map(|((port, maps), enabled)| {
            let conflict = enabled.iter().find_map(|priority| maps.conflict(priority))?;
            Some(format!(
                "The reason at {} {port}: {conflict}, but TC, PG, queue and PFC priority are one number in the simulator.",
                switch.name
            ))
        })
    })
}

/// Sentence about the first switch without the table `PORT_QOS_MAP`, which names the priorities with PFC.
/// `None` if each switch has this table.
fn without_maps(imported_switches: &[ImportedSwitch]) -> Option<String> {
    let is_without = |imported: &&ImportedSwitch| imported.switch.db.rows("PORT_QOS_MAP").next().is_none();
    let ImportedSwitch { switch, .. } = imported_switches.iter().find(is_without)?;
    Some(format!(
        "{} has no table PORT_QOS_MAP, which names the priorities with PFC: give its file, too.",
        switch.name
    ))
}

fn candidates<'a>(
    topology: &'a Topology,
    imported_switches: &[ImportedSwitch],
    rates: &[Rate],
) -> Vec<Candidate<'a>> {
    let hosts = topology.hosts.iter().zip(rates).enumerate();
    let mut candidates: Vec<Candidate<'a>> = hosts
        .map(|(host, (node, rate))| Candidate {
            host,
            kind: &node.kind,
            switch: node.at.switch,
            port: node.at.port,
            rate: *rate,
        })
        .collect();
    // Candidates alternate between the switches, so that the traffic crosses links between switches.
    let mut counts = vec![0usize; imported_switches.len()];
    candidates.sort_by_cached_key(|candidate| {
        let turn = counts[candidate.switch];
        counts[candidate.switch] += 1;
        (turn, candidate.switch)
    });
    candidates
}

/// Priority that is lossless at the largest number of ports to hosts; the lowest of several such
/// priorities. `None` if no priority is lossless.
fn most_lossless(candidates: &[Candidate<'_>], imported_switches: &[ImportedSwitch]) -> Option<Priority> {
    let count = |priority: Priority| {
        let is_lossless =
            |one: &&Candidate<'_>| imported_switches[one.switch].lossless[one.port].contains(priority);
        candidates.iter().filter(is_lossless).count()
    };
    Priority::ALL
        .into_iter()
        .rev()
        .max_by_key(|priority| count(*priority))
        .filter(|priority| count(*priority) > 0)
}

/// Selects the receiver and up to [`SENDERS`] senders. Prefers a group of equal hosts if its senders together
/// exceed the rate of the receiver. Otherwise the slowest host receives, and other hosts send. `None` if
/// there are fewer than two hosts.
fn receiver_and_senders<'a, 'b>(
    eligible: &[&'a Candidate<'b>],
) -> Option<(&'a Candidate<'b>, Vec<&'a Candidate<'b>>)> {
    let congests = |(receiver, senders): &(&Candidate<'b>, Vec<&Candidate<'b>>)| {
        senders.iter().map(|sender| u128::from(sender.rate.bps())).sum::<u128>() > receiver.rate.bps().into()
    };
    let group = equal_senders(eligible);
    if group.as_ref().is_some_and(congests) {
        return group;
    }
    let receiver = *eligible.iter().min_by_key(|one| one.rate)?;
    let senders = eligible.iter().filter(|one| one.host != receiver.host).take(SENDERS).copied();
    let slowest = (receiver, senders.collect::<Vec<_>>());
    if congests(&slowest) || group.is_none() {
        return Some(slowest).filter(|(_, senders)| !senders.is_empty());
    }
    group
}

/// Receiver and senders of the traffic; `None` if there is no sender. The senders are at most [`SENDERS`]
/// hosts of the largest group with equal type and rate, in the order of `eligible`. The receiver is the
/// first host of another type whose rate is not above the rate of the group; without such a host, the first
/// host of the group.
fn equal_senders<'a, 'b>(
    eligible: &[&'a Candidate<'b>],
) -> Option<(&'a Candidate<'b>, Vec<&'a Candidate<'b>>)> {
    let group = |one: &Candidate<'b>| (one.kind, one.rate);
    let size = |of: &Candidate<'b>| eligible.iter().filter(|one| group(one) == group(of)).count();
    // If several groups have the same size, the first group counts.
    let widest = eligible.iter().rev().max_by_key(|one| size(one))?;
    let is_wide = |one: &&&Candidate<'b>| group(one) == group(widest);
    let outside = eligible.iter().find(|one| one.kind != widest.kind && one.rate <= widest.rate);
    let receiver = outside.or_else(|| eligible.iter().find(is_wide))?;
    let senders: Vec<&Candidate<'b>> = eligible
        .iter()
        .filter(is_wide)
        .filter(|one| one.host != receiver.host)
        .take(SENDERS)
        .copied()
        .collect();
    if senders.is_empty() { None } else { Some((receiver, senders)) }
}

/// Lowest DSCP that has priority `class` at every port of every switch. If no DSCP has this priority
/// everywhere: the DSCP that has this priority at most ports of the senders and the receiver. `None` if no
/// DSCP has this priority at any of these ports.
fn dscp(
    imported_switches: &[ImportedSwitch],
    receiver: &Candidate<'_>,
    senders: &[&Candidate<'_>],
    class: Priority,
) -> Option<u8> {
    let is_of_class = |maps: &PortMaps, dscp: u8| {
        maps.classifies_by_dscp() && maps.dscp_queues()[usize::from(dscp)] == class.get()
    };
    let everywhere = (0..64u8).find(|dscp| {
        imported_switches.iter().flat_map(|imported| &imported.maps).all(|maps| is_of_class(maps, *dscp))
    });
    everywhere.or_else(|| {
        let ends = || {
            senders.iter().copied().chain([receiver]).map(|one| &imported_switches[one.switch].maps[one.port])
        };
        let count = |dscp: u8| ends().filter(|maps| is_of_class(maps, dscp)).count();
        (0..64u8).rev().max_by_key(|dscp| count(*dscp)).filter(|dscp| count(*dscp) > 0)
    })
}

/// Time after which the first priority group at the receiver's switch reaches XOFF. `None` if the senders do
/// not exceed the rate of the receiver. Of the senders at other switches, at most as many are taken into
/// account as the receiver's switch has links to other switches.
fn fill_time(
    imported_switches: &[ImportedSwitch],
    receiver: &Candidate<'_>,
    senders: &[&Candidate<'_>],
    class: Priority,
) -> Option<Time> {
    let imported = &imported_switches[receiver.switch];
    let (local, remote): (Vec<&Candidate<'_>>, Vec<&Candidate<'_>>) =
        senders.iter().copied().partition(|sender| sender.switch == receiver.switch);
    let arriving: Vec<u128> = local
        .iter()
        .chain(remote.iter().take(imported.uplinks))
        .map(|sender| u128::from(sender.rate.bps()))
        .collect();
    let (inputs, rate) = (u128::try_from(arriving.len()).ok()?, arriving.iter().sum::<u128>());
    let excess = rate.checked_sub(u128::from(receiver.rate.bps())).filter(|excess| *excess > 0)?;
    let group = imported.groups[senders.first()?.port.min(imported.groups.len() - 1)].lossless[class.index()]
        .as_ref();
    let group = group.or_else(|| imported.groups[receiver.port].lossless[class.index()].as_ref());
    let totals = pg::totals(&imported.groups, &imported.pool);
    let shared = u128::from(imported.pool.modelled_shared(totals).unwrap_or(DEFAULT_SHARED));
    let threshold = match group.and_then(|profile| profile.threshold) {
        Some(Threshold::Static(bytes)) if bytes > 0 => u128::from(bytes).min(shared),
        // A dynamic threshold α of n equal groups settles at α·B / (1 + n·α).
        Some(Threshold::Dynamic(n)) if n < 0 => {
            let parts = 1u128 << n.clamp(-6, 0).unsigned_abs();
            shared / (parts + inputs)
        }
        Some(Threshold::Dynamic(n)) => {
            let alpha = 1u128 << n.clamp(0, 6).unsigned_abs();
            alpha * shared / (1 + inputs * alpha)
        }
        _ => shared / (1 + inputs),
    };
    let bits = 8 * threshold * inputs;
    u64::try_from(bits * 1_000_000_000_000 / excess).ok().map(Time::from_ps)
}

/// Horizon (length of the run): twice the time `fill` after which the first priority group reaches XOFF,
/// rounded up to whole steps and limited to [`HORIZONS`].
fn horizon(fill: Time) -> Time {
    let steps = fill.ps().saturating_mul(2).div_ceil(STEP.ps());
    Time::from_ps(steps.saturating_mul(STEP.ps())).clamp(HORIZONS[0], HORIZONS[1])
}
