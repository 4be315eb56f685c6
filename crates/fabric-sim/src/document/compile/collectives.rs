//! Compiles collectives into flows: one flow for each pair of sender and receiver. If the receivers are
//! random, each repetition has its own flows. Start with [`add`].
//!
//! The number of hosts must be at least 2, and flows must not exceed [`Limits::FLOWS`]. The seed of the
//! document and the name of the collective determine the random receivers.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::super::collective::{Collective, CollectiveKind};
use super::super::number::Size;
use super::super::params::{FlowDefaults, PlaceResolver};
use super::super::problem::{Problem, Problems};
use super::super::traffic::{Flow, TransferBytes};
use super::Document;
use super::flow_names::FlowNames;
use super::hosts::participants;
use super::traffic::{self, find_linked_host, to_u16};
use crate::engine::stable_key;
use crate::fabric::endpoint::{CollectiveConfig, Order};
use crate::ids::{FlowId, NodeId};
use crate::spec::{CollectiveSpec, FlowSpec, Limits, Spec};
use crate::units::Time;

/// Compiles the document's collectives into `spec`. The flows of collectives are numbered after the flows of
/// the document. A wrong collective is reported in `problems` and left out.
pub(super) fn add(document: &Document, defaults: &FlowDefaults, spec: &mut Spec, problems: &mut Problems) {
    let (mut flows, mut collectives) = (Vec::new(), Vec::new());
    let places = document.places(spec);
    let mut names = FlowNames::of(document);
    for (n, collective) in document.collectives.iter().enumerate() {
        let first = spec.flows.len() + flows.len();
        let at = format!("collectives[{n}]");
        let built = of_collective(collective, &at, first, defaults, &places, &mut names);
        if let Some((built, own)) = problems.record(built) {
            collectives.push(built);
            flows.extend(own);
        }
    }
    spec.flows.extend(flows);
    spec.collectives = collectives;
}

/// Compiles one collective into flows. Its first flow gets the number `first`. `at` is the path of the
/// collective in the document, for error messages. A flow is called `NAME FROM to TO`, with ` #2` and so on
/// in later repetitions with random receivers. Only the first repetition has a start time; the engine starts
/// the others. Returns the first problem found.
fn of_collective(
    collective: &Collective,
    at: &str,
    first: usize,
    defaults: &FlowDefaults,
    places: &PlaceResolver<'_>,
    names: &mut FlowNames,
) -> Result<(CollectiveSpec, Vec<FlowSpec>), Problem> {
    let room = Limits::FLOWS.saturating_sub(first);
    let (pairs, width) = pairs(collective, places, &|field: &str| format!("{at}.{field}"), room)?;
    let config = config(collective, pairs.len(), width);
    // A ring all-reduce divides the data into equal parts; the size of a part is rounded up.
    let message = match collective.kind {
        CollectiveKind::RingAllReduce => {
            let part = collective.bytes.get().div_ceil(pairs.len() as u64);
            Size::new(part).unwrap_or(collective.bytes)
        }
        _ => collective.bytes,
    };
    let flows = pairs.into_iter().enumerate().map(|(m, (from, to))| {
        let [from, to] = [from, to].map(|node| places.spec.nodes[node.index()].name.clone());
        let round = m / width + 1;
        let again = if round > 1 { format!(" #{round}") } else { String::new() };
        let name = names.reserve(format!("{} {from} to {to}{again}", collective.name));
        let start = if round > 1 { Time::NEVER } else { collective.start };
        let flow = flow(collective, message, start, Flow::new(name, from, to));
        traffic::flow(&flow, at, defaults, places)
    });
    let flows = flows.collect::<Result<_, _>>()?;
    let collective = CollectiveSpec {
        name: collective.name.clone(),
        kind: collective.kind.name(),
        first: FlowId::new(first),
        config,
        message: message.get(),
        start: collective.start,
    };
    Ok((collective, flows))
}

fn flow(collective: &Collective, message: TransferBytes, start: Time, plain: Flow) -> Flow {
    Flow {
        priority: collective.priority,
        format: collective.format.clone(),
        frame: collective.frame,
        size: Some(message),
        start,
        // All flows of a collective start at the same time.
        jitter: Some(false),
        ..plain
    }
}

/// Source and destination of each flow, in the order of flow numbers, and the number of flows in one
/// repetition. A pattern without random receivers has only the flows of one repetition, which the engine
/// repeats. Returns an error if there are more than `room` flows.
fn pairs(
    collective: &Collective,
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
    room: usize,
) -> Result<(Vec<(NodeId, NodeId)>, usize), Problem> {
    let hosts = participants(&collective.hosts, places, place)?;
    let (n, repeats) = (hosts.len(), usize::from(to_u16(collective.repeats.get())));
    let to = receiver_index(collective, &hosts, places, place)?;
    let senders = senders(collective, n - 1, place)?;
    let width = match collective.kind {
        CollectiveKind::Incast => senders,
        CollectiveKind::AllToAll => n * (n - 1),
        CollectiveKind::RingAllReduce | CollectiveKind::Permutation | CollectiveKind::UniformRandom => n,
    };
    let rounds = match collective.kind {
        CollectiveKind::Permutation | CollectiveKind::UniformRandom => repeats,
        _ => 1,
    };
    let flows = width.saturating_mul(rounds);
    if flows > room {
        let message =
            format!("its {flows} flows are too many: at most {room} beside the others; name fewer hosts");
        return Err(Problem::new(place("hosts"), message));
    }
    let mut random = Pcg32::seed_from_u64(stable_key(places.spec.seed, "collective", &collective.name));
    // Host n first sends to host n + 1. If all hosts began with the same receiver, its link would be
    // overloaded at the start.
    let others = |from: usize| (1..n).map(move |step| (from + step) % n);
    let pairs: Vec<(usize, usize)> = match collective.kind {
        CollectiveKind::Incast => {
            (0..n).filter(|from| *from != to).take(senders).map(|from| (from, to)).collect()
        }
        CollectiveKind::AllToAll => (0..n).flat_map(|from| others(from).map(move |to| (from, to))).collect(),
        CollectiveKind::RingAllReduce => (0..n).map(|from| (from, (from + 1) % n)).collect(),
        CollectiveKind::Permutation => {
            (0..rounds).flat_map(|_| random_cycle(n, &mut random).into_iter().enumerate()).collect()
        }
        CollectiveKind::UniformRandom => {
            let draws = (0..rounds).flat_map(|_| 0..n);
            draws.map(|from| (from, (from + 1 + random_below(n - 1, &mut random)) % n)).collect()
        }
    };
    Ok((pairs.into_iter().map(|(from, to)| (hosts[from], hosts[to])).collect(), width))
}

/// Index in `hosts` of the receiver of an incast; 0 if the document names no receiver. Returns an error if
/// the collective has another pattern but names a receiver.
fn receiver_index(
    collective: &Collective,
    hosts: &[NodeId],
    places: &PlaceResolver<'_>,
    place: &impl Fn(&str) -> String,
) -> Result<usize, Problem> {
    let Some(name) = &collective.to else { return Ok(0) };
    if collective.kind != CollectiveKind::Incast {
        let message =
            format!("only an incast goes to one host, {} does not; remove the field", collective.kind.name());
        return Err(Problem::new(place("to"), message));
    }
    let host = find_linked_host(places, name, || place("to"))?;
    hosts.iter().position(|other| *other == host).ok_or_else(|| {
        Problem::new(
            place("to"),
            format!("\"{name}\" does not take part: it is none of the hosts; add it to them"),
        )
    })
}

/// Number of senders of an incast; `others` if the document gives none. `others` is the number of hosts
/// without the receiver. Returns an error if the number exceeds `others`, or if the collective has another
/// pattern but gives a number.
fn senders(
    collective: &Collective,
    others: usize,
    place: &impl Fn(&str) -> String,
) -> Result<usize, Problem> {
    let Some(senders) = collective.senders else { return Ok(others) };
    if collective.kind != CollectiveKind::Incast {
        let message =
            format!("only an incast has senders, {} has none; remove the field", collective.kind.name());
        return Err(Problem::new(place("senders"), message));
    }
    let senders = usize::from(to_u16(senders.get()));
    if senders > others {
        let range = format!("at most {others}, the hosts that take part beside the receiver");
        return Err(Problem::range(place("senders"), senders, range));
    }
    Ok(senders)
}

fn config(collective: &Collective, flows: usize, width: usize) -> CollectiveConfig {
    // A spec cannot have more flows than fit in 32 bits.
    let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    CollectiveConfig {
        order: match collective.kind {
            CollectiveKind::RingAllReduce => Order::Ring,
            _ => Order::Barrier,
        },
        flows: small(flows),
        width: small(width),
        repeats: u32::from(to_u16(collective.repeats.get())),
    }
}

/// Draws a random permutation of 0 to `n` − 1 that consists of a single cycle. So no number maps to itself
/// (Sattolo 1986).
fn random_cycle(n: usize, random: &mut Pcg32) -> Vec<usize> {
    let mut to: Vec<usize> = (0..n).collect();
    for last in (1..n).rev() {
        to.swap(last, random_below(last, random));
    }
    to
}

/// Draws a random number from 0 to `n` − 1. `n` must be above 0.
fn random_below(n: usize, random: &mut Pcg32) -> usize {
    let drawn = random.next_u64() % n as u64;
    usize::try_from(drawn).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawn_permutation_has_no_fixed_point_and_no_shared_destination() {
        let mut random = Pcg32::seed_from_u64(1);
        for n in 2..40 {
            let to = random_cycle(n, &mut random);
            let mut sorted = to.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n), "{to:?}");
            assert!(to.iter().enumerate().all(|(from, to)| from != *to), "{to:?}");
        }
    }
}
