//! Random documents: fabrics, traffic and timed actions on them, each from a
//! number. The same on every machine: nothing of `usize` is drawn.

use fabric_sim::document::params::ParamMap;
use fabric_sim::document::{
    Acks, Action, Arrival, Document, Flow, Host, Incast, Link, PauseSource, PriorityMap, Route, Seed, Size,
    Switch, TimedAction, Whole,
};
use fabric_sim::units::{Rate, Time};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// How many documents there are to check.
pub const COUNT: u64 = 200;

/// Document number `n`.
#[must_use]
pub fn document(n: u64) -> Document {
    let mut dice = Dice(Pcg32::seed_from_u64(n));
    let mut document = Document::empty();
    document.seed = Seed::new(n).expect("a seed is below 2^53");
    document.horizon = Time::from_us(if dice.one_in(2) { dice.range(10, 40) } else { dice.range(100, 400) });
    topology(&mut dice, &mut document);
    document.params = params(&mut dice, &document);
    memory(&mut Dice(Pcg32::seed_from_u64(n ^ 0x3E30)), &mut document.params);
    crossbar(n, &mut document.params);
    for _ in 0..dice.range(1, 9) {
        let flow = flow(&mut dice, &document);
        document.flows.push(flow);
    }
    routes(&mut dice, &mut document);
    for n in 0..dice.range(0, 3) {
        let source = pause_source(&mut dice, &document, format!("pause {n}"));
        document.pause_sources.push(source);
    }
    for n in 0..dice.range(0, 5) {
        let action = action(&mut dice, &document, n);
        document.actions.push(action);
    }
    headers(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 40)), &mut document);
    pipelines(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 41)), &mut document);
    learning(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 42)), &mut document);
    faults(&mut Dice(Pcg32::seed_from_u64(n ^ 1 << 43)), &mut document);
    document
}

/// Some documents have switches that cut through, or take their time to look a frame up.
fn pipelines(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let latency = |dice: &mut Dice| dice.pick(&["0ns", "0ns", "50ns", "300ns", "1us"]).to_owned();
    let params = &mut document.params.0;
    params.insert("forwarding".to_owned(), dice.pick(&["store", "cut_through", "cut_through"]).to_owned());
    params.insert("ingress_latency".to_owned(), latency(dice));
    if dice.one_in(3) {
        let switch = dice.pick(&document.switches).name;
        params.insert(format!("switch.{switch}.forwarding"), dice.pick(&["store", "cut_through"]).to_owned());
        params.insert(format!("switch.{switch}.ingress_latency"), latency(dice));
    }
}

/// Some documents have switches that learn where hosts are.
fn learning(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(8) {
        return;
    }
    let params = &mut document.params.0;
    if dice.one_in(3) {
        let switch = dice.pick(&document.switches).name;
        params.insert(format!("switch.{switch}.mac_table"), "learnt".to_owned());
    } else {
        params.insert("mac_table".to_owned(), "learnt".to_owned());
    }
    params.insert("mac_ageing".to_owned(), dice.pick(&["300s", "5us", "50us"]).to_owned());
    params.insert("unknown".to_owned(), dice.pick(&["flood", "flood", "drop"]).to_owned());
    // A flood in a circle multiplies with every hop.
    params.insert("hop_limit".to_owned(), "4".to_owned());
}

/// Links of some documents go down, and most of them come up again.
fn faults(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let delay = dice.pick(&["0s", "1us", "5us", "20us", "10s"]);
    document.params.0.insert("reroute_delay".to_owned(), delay.to_owned());
    let end = document.horizon.ps() / 1_000_000;
    for n in 0..dice.range(1, 4) {
        let link = usize::try_from(dice.range(0, document.links.len() as u64)).expect("an index");
        let name = end_of(document, link);
        // One after the other, so that none is down twice.
        let (from, to) = (n * end / 4 + 1, (n + 1) * end / 4);
        let at = Time::from_us(dice.range(from, to)) + Time(dice.pick(&[0, 0, 7_300, 401_777]));
        document.actions.push(TimedAction { at, action: Action::LinkDown(name.clone()) });
        if n == 0 || dice.one_in(2) {
            let at = at + Time(dice.range(0, 1_000_000 * to - at.ps()));
            document.actions.push(TimedAction { at, action: Action::LinkUp(name) });
        } else {
            break;
        }
    }
}

/// The port of the second end of a link, which is a switch's, as actions name it.
fn end_of(document: &Document, link: usize) -> String {
    let node = &document.links[link].b;
    let before = document.links[..link].iter();
    let number = before.filter(|other| other.a == *node || other.b == *node).count();
    format!("{node}.{number}")
}

/// Some documents have flows of other formats, and switches that read them
/// in their own way.
fn headers(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    for flow in &mut document.flows {
        let (format, longest) = dice.pick(&[
            ("ip", 9_238),
            ("rocev2", 4_162),
            ("standard", 1_402),
            ("afh_gen1", 1_374),
            ("afh_lite", 1_360),
            ("raw", 9_238),
        ]);
        format.clone_into(&mut flow.format);
        let bytes = flow.frame.map_or(1_000, Size::get).clamp(72, longest - 4);
        flow.frame = Size::new(bytes);
        flow.tagged = (format != "afh_lite" && dice.one_in(3)).then_some(false);
        if format == "afh_lite" {
            flow.acks = None;
        } else if flow.tagged.is_none() && dice.one_in(4) {
            flow.pcp = Some(dice.priority());
        }
    }
    let trust = dice.pick(&["pcp_then_dscp", "pcp", "dscp", "port"]);
    document.params.0.insert("trust".to_owned(), trust.to_owned());
    document.params.0.insert("default_priority".to_owned(), dice.range(2, 5).to_string());
    if dice.one_in(2) {
        let (from, to) = (dice.priority(), dice.priority());
        let switch = dice.pick(&document.switches).name;
        document.maps.push(PriorityMap { switch, port: None, pcp: vec![(from, to)], dscp: Vec::new() });
    }
}

/// Chance, in words.
pub struct Dice(pub Pcg32);

impl Dice {
    /// `low` to `high`, `high` left out.
    pub fn range(&mut self, low: u64, high: u64) -> u64 {
        low + self.0.next_u64() % (high - low)
    }

    /// Once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.range(0, n) == 0
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        let n = self.range(0, of.len() as u64);
        of[usize::try_from(n).expect("an index of the list")].clone()
    }

    fn micros(&mut self, below: u64) -> Time {
        Time(self.range(0, below * 1_000_000))
    }

    fn priority(&mut self) -> Whole<0, 7> {
        // Mostly the lossless one.
        let priority = self.pick(&[3, 3, 3, 4, 0, 1]);
        Whole::new(priority).expect("a priority")
    }

    fn host(&mut self, document: &Document) -> String {
        self.pick(&document.hosts).name
    }
}

/// A star, a chain, a ring or a leaf–spine; two to four hosts at each switch
/// that has any; sometimes an island. Whole microseconds and equal lengths are frequent: ties are
/// what an order of events is for.
fn topology(dice: &mut Dice, document: &mut Document) {
    let pairs: &[(u32, u32)] = match dice.range(0, 5) {
        0 | 1 => &[],
        2 => &[(0, 1), (1, 2)],
        3 => &[(0, 1), (1, 2), (2, 0)],
        _ => &[(0, 2), (0, 3), (1, 2), (1, 3)],
    };
    let switches = pairs.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(1);
    // The spines of a leaf–spine have no hosts.
    let leaves = if pairs.len() == 4 { 2 } else { switches };
    let uniform = dice.one_in(2).then(|| (dice.pick(&RATES), dice.range(0, 2)));
    document.switches.extend((0..switches).map(|n| Switch { name: format!("s{n}"), profile: None }));
    for (a, b) in pairs {
        let link = link(dice, format!("s{a}"), format!("s{b}"), uniform);
        document.links.push(link);
    }
    for switch in 0..leaves {
        for _ in 0..dice.range(2, 5) {
            let name = format!("h{}", document.hosts.len());
            document.hosts.push(Host { name: name.clone() });
            let link = link(dice, name, format!("s{switch}"), uniform);
            document.links.push(link);
        }
    }
    if dice.one_in(8) {
        // An island that no way leads to.
        document.switches.push(Switch { name: "s9".to_owned(), profile: None });
        document.hosts.push(Host { name: "island".to_owned() });
        let link = link(dice, "island".to_owned(), "s9".to_owned(), uniform);
        document.links.push(link);
    }
}

const RATES: [u64; 7] = [10, 25, 30, 40, 100, 200, 400];

fn link(dice: &mut Dice, a: String, b: String, uniform: Option<(u64, u64)>) -> Link {
    let (gbps, us) = uniform.unwrap_or_else(|| (dice.pick(&RATES), dice.range(0, 2)));
    let length = (uniform.is_none() && dice.one_in(2))
        .then(|| format!("{}m", dice.range(1, 300)).parse().expect("a length"));
    Link {
        a,
        b,
        rate: Rate::gbps(gbps),
        delay: length.is_none().then(|| Time::from_us(us)),
        length,
        phy: if dice.one_in(4) { dice.micros(1) } else { Time::ZERO },
    }
}

/// Parameters of every level. XON is below the least XOFF that anything sets.
fn params(dice: &mut Dice, document: &Document) -> ParamMap {
    let mut map = ParamMap::default();
    let mut give = |address: &str, value: String| {
        map.0.insert(address.to_owned(), value);
    };
    give("jitter", dice.pick(&["on", "off"]).to_owned());
    give("overhead", dice.pick(&["0", "20"]).to_owned());
    give("memory", format!("{}k", dice.range(3_000, 12_000)));
    give("headroom", format!("{}k", dice.pick(&[0, 20, 60, 100, 200])));
    give("reserve", dice.pick(&["0", "0", "1518", "4k"]).to_owned());
    if dice.one_in(2) {
        give("p4.lossless", "on".to_owned());
    }
    if dice.one_in(3) {
        give("alpha", dice.pick(&["1/64", "1/8", "1", "4"]).to_owned());
    } else {
        give("xoff", format!("{}", dice.range(5_000, 80_000)));
        if dice.one_in(2) {
            give("xon", format!("{}", dice.range(0, 5_000)));
        }
    }
    if dice.one_in(3) {
        give("xon_offset", dice.pick(&["off", "3072", "10k"]).to_owned());
    }
    if dice.one_in(2) {
        give("kmin", format!("{}", dice.range(0, 30_000)));
        give("pmax", format!("{}%", dice.range(1, 101)));
        give("ecn_at", dice.pick(&["dequeue", "enqueue"]).to_owned());
    }
    if dice.one_in(3) {
        for (n, share) in [(3, 80), (4, 15), (0, 5)] {
            give(&format!("p{n}.class"), "ets".to_owned());
            give(&format!("p{n}.share"), share.to_string());
        }
        give("ets", dice.pick(&["dwrr", "dwrr", "wrr"]).to_owned());
        give("ets_counts", dice.pick(&["frame", "wire"]).to_owned());
        give("ets_quantum", dice.pick(&["auto", "auto", "500", "4k"]).to_owned());
    }
    give("egress_alpha", dice.pick(&["1/8", "1", "2"]).to_owned());
    give("cell_bytes", dice.pick(&["1", "1", "208", "254"]).to_owned());
    give("pause_quanta", dice.pick(&["65535", "65535", "1000", "100"]).to_owned());
    give("refresh", dice.pick(&["half", "half", "off", "2us"]).to_owned());
    give("explicit_xon", dice.pick(&["on", "on", "on", "off"]).to_owned());
    give("pause_timer", dice.pick(&["on", "on", "on", "off"]).to_owned());
    give("pfc_trigger", dice.pick(&["ingress", "ingress", "ingress", "egress"]).to_owned());
    give("pfc_delay", dice.pick(&["0ns", "0ns", "100ns", "1.5us"]).to_owned());
    give("pfc_order", dice.pick(&["from_indication", "after_wait"]).to_owned());
    if dice.one_in(4) {
        // A host with a slow bus; some with marks and a buffer that are too small.
        let host = dice.host(document);
        give(&format!("host.{host}.drain"), dice.pick(&["off", "1G", "9.7G", "40G", "100G"]).to_owned());
        if dice.one_in(2) {
            give("receive_buffer", dice.pick(&["12k", "40k", "200k"]).to_owned());
            give("receive_high", dice.pick(&["auto", "5k", "30k"]).to_owned());
            give("receive_low", dice.pick(&["auto", "0", "5k"]).to_owned());
        }
    }
    // One place that differs, and a host that does not obey.
    let switch = dice.pick(&document.switches).name;
    if dice.one_in(2) {
        give(&format!("switch.{switch}.port.0.p3.headroom"), format!("{}", dice.range(0, 40_000)));
    }
    if dice.one_in(4) {
        give(&format!("switch.{switch}.pfc_trigger"), "egress".to_owned());
    }
    if dice.one_in(6) {
        give(&format!("host.{}.p3.pfc_rx", dice.host(document)), "off".to_owned());
    }
    map
}

/// What switches do with their memory, in half of the documents; drawn
/// apart, so that a new choice moves no other.
fn memory(dice: &mut Dice, params: &mut ParamMap) {
    if dice.one_in(2) {
        return;
    }
    let mut give = |address: &str, value: &str| params.0.insert(address.to_owned(), value.to_owned());
    give("threshold_scope", dice.pick(&["pg", "voq", "voq", "queue"]));
    if dice.one_in(3) {
        give("p0.threshold_scope", dice.pick(&["voq", "queue"]));
    }
    if dice.one_in(2) {
        give("p0.alpha", "1/64");
    }
    if dice.one_in(4) {
        give("p1.counted", "off");
    }
    match dice.range(0, 4) {
        0 => give("headroom_ratio", dice.pick(&["1", "2", "3.5"])),
        1 => give("headroom_pool", dice.pick(&["60k", "200k"])),
        _ => None,
    };
    if dice.one_in(2) {
        give("wred_min", dice.pick(&["0", "5k", "60k"]));
        give("wred_max", dice.pick(&["auto", "100k"]));
        give("wred_drop", dice.pick(&["1%", "20%", "100%"]));
    }
}

/// A third of the documents have crossbars. Dice of their own: what else a
/// document is does not hang on them.
fn crossbar(n: u64, map: &mut ParamMap) {
    let mut dice = Dice(Pcg32::seed_from_u64(n ^ 0xC805_5BA8));
    if !dice.one_in(3) {
        return;
    }
    let mut give = |name: &str, value: &str| {
        map.0.insert(name.to_owned(), value.to_owned());
    };
    give("fabric", "crossbar");
    give("crossbar_inputs", dice.pick(&["voq", "voq", "fifo"]));
    give("crossbar_matching", dice.pick(&["islip", "islip", "pim"]));
    give("crossbar_iterations", dice.pick(&["1", "2", "4"]));
    give("crossbar_priority", dice.pick(&["strict", "weighted"]));
    give("crossbar_mode", dice.pick(&["packet", "cell"]));
    give("crossbar_cell_bytes", dice.pick(&["64", "256", "1000"]));
    give("crossbar_speedup", dice.pick(&["1", "1.5", "2"]));
    give("crossbar_latency", dice.pick(&["0ns", "20ns"]));
    give("crossbar_fifo", dice.pick(&["1", "2", "5"]));
}

fn flow(dice: &mut Dice, document: &Document) -> Flow {
    let from = dice.host(document);
    let others: Vec<Host> = document.hosts.iter().filter(|host| host.name != from).cloned().collect();
    // Half of all flows have one receiver: congestion is the subject.
    let to = if dice.one_in(2) && others[0].name == "h0" { others[0].clone() } else { dice.pick(&others) };
    let rate = Rate::from_bps(dice.range(1, 60_000) * 1_000_000).expect("above 0");
    let start = if dice.one_in(2) { Time::ZERO } else { dice.micros(20) };
    let neighbours: Vec<&Link> =
        document.links.iter().filter(|link| link.a.starts_with('s') && link.b.starts_with('s')).collect();
    let path = if !neighbours.is_empty() && dice.one_in(4) {
        let link = dice.pick(&neighbours);
        vec![link.a.clone(), link.b.clone()]
    } else {
        Vec::new()
    };
    Flow {
        name: format!("f{}", document.flows.len()),
        from,
        to: to.name,
        priority: dice.priority(),
        format: "ip".to_owned(),
        tagged: None,
        icrc: false,
        pcp: None,
        dscp: None,
        frame: {
            let bytes = dice.pick(&[64, 1_000, 1_000, 1_000, 1_518, 4_096, 9_000]);
            Some(Size::new(bytes).expect("a frame"))
        },
        payload: None,
        size: dice.one_in(3).then(|| Size::new(dice.range(1, 200_000)).expect("a size")),
        start,
        stop: dice.one_in(4).then(|| start + Time(1) + dice.micros(30)),
        arrival: match dice.range(0, 4) {
            0 | 1 => Arrival::Saturate,
            2 => Arrival::Constant(rate),
            _ => Arrival::Poisson(rate),
        },
        jitter: None,
        acks: dice.one_in(3).then(|| Acks {
            every: Whole::new(dice.range(1, 5)).expect("above 0"),
            priority: dice.priority(),
        }),
        ecn: !dice.one_in(4),
        path,
    }
}

/// Some documents send the frames for a host the wrong way at one switch.
fn routes(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(4) {
        return;
    }
    let link = dice.pick(&document.links);
    // Every link has a switch at its second end.
    let (switch, via) = (link.b, link.a);
    let to = dice.host(document);
    document.routes.push(Route { switch, to, via: Some(via), port: None });
}

fn pause_source(dice: &mut Dice, document: &Document, name: String) -> PauseSource {
    let start = dice.micros(20);
    PauseSource {
        name,
        node: dice.host(document),
        port: None,
        priorities: vec![dice.priority()],
        quanta: Some(Whole::new(dice.pick(&[0, 10, 500, 65_535])).expect("16 bits")),
        time: None,
        every: dice.one_in(2).then(|| Time(1_000_000) + dice.micros(5)),
        start,
        stop: dice.one_in(2).then(|| start + Time(1) + dice.micros(20)),
    }
}

/// Actions come at whole microseconds, when other things happen, too.
fn action(dice: &mut Dice, document: &Document, n: u64) -> TimedAction {
    let at = Time::from_us(dice.range(0, document.horizon.ps() / 1_000_000));
    let flow = dice.pick(&document.flows).name;
    let action = match dice.range(0, 6) {
        0 => Action::Start(flow),
        1 => Action::Stop(flow),
        2 => Action::PauseSource(pause_source(dice, document, format!("added {n}"))),
        3 => {
            let mut incast =
                Incast::all(&dice.host(document), Size::new(dice.range(1, 50_000)).expect("a size"));
            incast.priority = dice.priority();
            Action::Incast(incast)
        }
        _ => {
            let xoff = format!("{}", dice.range(5_000, 80_000));
            let switch = dice.pick(&document.switches).name;
            let drain = format!("host.{}.drain", dice.host(document));
            Action::Set(match dice.range(0, 7) {
                6 => ParamMap::from([(drain, dice.pick(&["off", "1G", "9.7G", "40G"]))]),
                0 => ParamMap::from([("xoff", xoff)]),
                1 => ParamMap::from([(format!("switch.{switch}.xoff"), xoff)]),
                2 => ParamMap::from([("alpha", dice.pick(&["1/16", "2"]))]),
                3 => ParamMap::from([("headroom", dice.pick(&["0", "5k", "40k"]))]),
                4 => ParamMap::from([("xon_offset", dice.pick(&["off", "2k"]))]),
                _ => ParamMap::from([("kmin", "8k"), ("pmax", "50%")]),
            })
        }
    };
    TimedAction { at, action }
}
