//! Random rings of switches, whose flows go around the ring. About half of the rings deadlock.

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{
    Arrival, Document, Flow, Host, Link, Operation, PauseSource, Seed, Switch, Whole,
};
use fabric_sim::ids::Priority;
use fabric_sim::units::{Rate, Time};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

use crate::documents::Dice;

/// Special feature of a random ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Static XOFF thresholds of ingress groups, at output-queued switches.
    Plain,
    /// Dynamic XOFF thresholds.
    Dynamic,
    /// Thresholds that limit VOQs or egress queues instead of ingress groups.
    Scopes,
    /// Pauses that egress queues trigger.
    Egress,
    /// Switches with a crossbar and VOQs.
    Voqs,
    /// Switches with a crossbar and a single FIFO at each input.
    Fifos,
    /// Pauses that are short, without a refresh, or without a resume.
    Quanta,
    /// Pauses that never expire (no pause timer).
    NoTimer,
    /// Cut-through switches with an ingress latency.
    CutThrough,
    /// A host whose bus is slow.
    Slow,
    /// Switches that learn MAC addresses and flood unknown destinations.
    Learning,
    /// Switches with a named profile.
    Profile,
    /// Credits on links in place of pauses.
    Credits,
    /// Credits on links in place of pauses, at switches with crossbars. Credit updates are frames.
    CreditFrames,
    /// Pauses from pause sources at switches, in addition to the pauses of the groups. Most pauses of the
    /// sources are shorter than those of the groups.
    Sources,
    /// Reads between hosts that accept only few requests at a time.
    Reads,
}

impl Kind {
    pub const ALL: [Self; 16] = [
        Self::Plain,
        Self::Dynamic,
        Self::Scopes,
        Self::Egress,
        Self::Voqs,
        Self::Fifos,
        Self::Quanta,
        Self::NoTimer,
        Self::CutThrough,
        Self::Slow,
        Self::Learning,
        Self::Profile,
        Self::Credits,
        Self::CreditFrames,
        Self::Sources,
        Self::Reads,
    ];
}

/// Random ring number `n` of the kind `kind`. The ring has three to five switches with one or two hosts each.
/// Each of three to ten flows crosses at most the whole ring.
#[must_use]
pub fn ring(kind: Kind, n: u64) -> Document {
    let mut dice = Dice(Pcg32::seed_from_u64(n ^ (kind as u64) << 32));
    let mut document = Document::empty();
    document.seed = Seed::new(n).expect("a seed is below 2^53");
    document.horizon = Time::from_us(400);
    let switches = dice.range(3, 6);
    let delay = Time::from_ns(dice.pick(&[200, 1_000, 1_000, 3_000, 8_000]));
    let name = |n: u64| format!("s{}", n % switches);
    let link = |a: String, b: String, gbps| Link {
        a,
        b,
        rate: Rate::gbps(gbps),
        delay: Some(delay),
        length: None,
        phy: Time::ZERO,
        drop_every: None,
        corrupt: None,
    };
    let profile = (kind == Kind::Profile).then(|| dice.pick(&["hpcc", "70-30", "per-edge"]));
    for n in 0..switches {
        document.switches.push(Switch { name: name(n), profile: profile.map(str::to_owned) });
        document.links.push(link(name(n), name(n + 1), dice.pick(&[40, 40, 100])));
    }
    let mut hosts: Vec<(u64, String)> = Vec::new();
    for n in 0..switches {
        for _ in 0..dice.range(1, 3) {
            let host = format!("h{}", hosts.len());
            document.links.push(link(host.clone(), name(n), dice.pick(&[40, 100])));
            document.hosts.push(Host { name: host.clone() });
            hosts.push((n, host));
        }
    }
    document.params = params(kind, &mut dice, &hosts);
    if kind == Kind::Sources {
        document.pause_sources = (0..dice.range(1, 4)).map(|n| source(&mut dice, n, switches)).collect();
    }
    for n in 0..dice.range(3, 11) {
        let (from, host) = dice.pick(&hosts);
        let hops = dice.range(1, switches + 1);
        let there = (from + hops) % switches;
        let others: Vec<_> =
            hosts.iter().filter(|(at, other)| *at == there && *other != host).cloned().collect();
        if others.is_empty() {
            continue;
        }
        let to = dice.pick(&others).1;
        let mut path = vec![host];
        // With learning, the MAC tables determine the path, so the flow names none.
        path.extend((from..=from + hops).filter(|_| kind != Kind::Learning).map(name));
        path.push(to);
        let priority = Priority::new(dice.pick(&[3, 3, 3, 3, 4, 1]));
        let start = Time::from_us(dice.range(0, 100));
        let mut flow =
            Flow::along(format!("f{n}"), &path, priority, start).expect("a path from host to host");
        let rate = Rate::gbps(dice.range(5, 40));
        flow.arrival = dice.pick(&[
            Arrival::Saturate,
            Arrival::Saturate,
            Arrival::Constant(rate),
            Arrival::Poisson(rate),
        ]);
        // A flow that crosses more than the whole ring never arrives. A read without a path for its requests
        // is refused.
        if kind == Kind::Reads && hops < switches && !dice.one_in(3) {
            flow.operation = Operation::Read;
            flow.response_priority = dice.one_in(3).then(|| Priority::new(dice.pick(&[3, 4, 1])));
        }
        document.flows.push(flow);
    }
    document
}

/// Random pause source that starts before a cycle can form, and stops before the horizon.
fn source(dice: &mut Dice, n: u64, switches: u64) -> PauseSource {
    PauseSource {
        name: format!("p{n}"),
        node: format!("s{}", dice.range(0, switches)),
        port: Whole::new(dice.range(0, 2)),
        priorities: vec![Priority::P3],
        quanta: Whole::new(dice.pick(&[0, 20, 200, 1_000, 3_000, 30_000, 60_000])),
        time: None,
        every: Some(Time::from_us(dice.range(1, 60))),
        start: Time::ZERO,
        stop: Some(Time::from_us(dice.range(30, 350))),
    }
}

fn params(kind: Kind, dice: &mut Dice, hosts: &[(u64, String)]) -> ParamMap {
    let mut map = ParamMap::default();
    let mut give = |address: &str, value: &str| {
        map.0.insert(address.to_owned(), value.to_owned());
    };
    give("overhead", dice.pick(&["0", "20"]));
    if kind == Kind::Profile {
        give("memory", "3M");
        return map;
    }
    give("p4.lossless", "on");
    give("headroom", dice.pick(&["20k", "60k", "200k"]));
    give("reserve", dice.pick(&["0", "0", "1518", "4k"]));
    give("cell_bytes", dice.pick(&["1", "1", "208"]));
    give("pfc_delay", dice.pick(&["0ns", "0ns", "500ns", "1.5us"]));
    give("pfc_order", dice.pick(&["from_indication", "after_wait"]));
    if kind == Kind::Dynamic {
        give("memory", &format!("{}k", dice.range(3_000, 4_000)));
        give("alpha", dice.pick(&["1/64", "1/32", "1/8", "1"]));
        give("xon_offset", dice.pick(&["off", "3072", "10k"]));
    } else {
        let xoff = dice.range(5_000, 60_000);
        give("memory", &format!("{}k", dice.range(4_000, 12_000)));
        give("xoff", &xoff.to_string());
        give("xon", &(xoff - dice.range(0, xoff.min(6_000))).to_string());
    }
    match kind {
        Kind::Plain | Kind::Dynamic | Kind::Profile | Kind::Sources => {}
        Kind::Reads => {
            give("read_outstanding", dice.pick(&["8", "64", "200"]));
            give("read_request", dice.pick(&["1", "4k"]));
            give("response_queue", dice.pick(&["1", "5k", "20k"]));
            give("receive_high", dice.pick(&["100", "700", "3k"]));
            give("receive_low", dice.pick(&["64", "100"]));
        }
        Kind::Scopes => give("threshold_scope", dice.pick(&["voq", "queue"])),
        Kind::Egress => give("pfc_trigger", "egress"),
        Kind::Voqs | Kind::Fifos => {
            give("fabric", "crossbar");
            give("crossbar_inputs", if kind == Kind::Voqs { "voq" } else { "fifo" });
            give("crossbar_fifo", dice.pick(&["1", "2", "8"]));
            give("crossbar_mode", dice.pick(&["packet", "cell"]));
            give("crossbar_speedup", dice.pick(&["1", "1.5", "2"]));
        }
        Kind::Quanta => {
            give("pause_quanta", dice.pick(&["100", "300", "1000"]));
            give("refresh", dice.pick(&["half", "half", "off", "2us"]));
            give("explicit_xon", dice.pick(&["on", "on", "off"]));
        }
        Kind::NoTimer => give("pause_timer", "off"),
        Kind::CutThrough => {
            give("forwarding", "cut_through");
            give("ingress_latency", dice.pick(&["0ns", "300ns"]));
        }
        Kind::Slow => {
            let host = dice.pick(hosts).1;
            give(&format!("host.{host}.drain"), dice.pick(&["100M", "1G", "10G"]));
        }
        Kind::Credits | Kind::CreditFrames => {
            give("p1.credits", "off");
            give("credits", dice.pick(&["1100", "5k", "20k", "50k"]));
            if kind == Kind::CreditFrames {
                give("credit_update", "64");
                give("fabric", "crossbar");
                give("crossbar_inputs", dice.pick(&["voq", "voq", "fifo"]));
            } else {
                give("forwarding", dice.pick(&["store", "store", "cut_through"]));
            }
            give("credit_resync", dice.pick(&["off", "off", "7us"]));
        }
        Kind::Learning => {
            give("mac_table", "learnt");
            give("hop_limit", dice.pick(&["4", "16"]));
        }
    }
    map
}
