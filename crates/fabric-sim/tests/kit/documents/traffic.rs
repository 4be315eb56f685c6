//! Random flows with their headers and paths, and random pause sources, for random documents.

use fabric_sim::document::{
    Acks, Arrival, Document, Flow, Host, Link, Operation, PauseSource, PriorityMap, RateControl, Reliability,
    Route, Size, Whole,
};
use fabric_sim::units::{Rate, Time};

use super::Dice;

pub(super) fn flow(dice: &mut Dice, document: &Document) -> Flow {
    let from = dice.host(document);
    let others: Vec<Host> = document.hosts.iter().filter(|host| host.name != from).cloned().collect();
    // Half of the flows have the same receiver, so that congestion is frequent.
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
        operation: Operation::Write,
        group: Vec::new(),
        response_priority: None,
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
        rate_control: None,
        reliability: None,
        credits: None,
        ecn: dice.one_in(4).then_some(false),
        path,
    }
}

/// Gives some documents flows with other frame formats, and switches that classify frames by different
/// fields.
pub(super) fn headers(dice: &mut Dice, document: &mut Document) {
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

/// Gives the flows of some documents a rate control.
pub(super) fn rates(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(4) {
        return;
    }
    let mut give = |key: &str, value: String| document.params.0.insert(key.to_owned(), value);
    give("rate_control", dice.pick(&["none", "dcqcn", "connectx", "window"]).to_owned());
    give("cnp_priority", dice.range(2, 7).to_string());
    give("cnp_jitter", format!("{}us", dice.range(0, 20)));
    give("cnp_interval", format!("{}us", dice.range(1, 60)));
    if dice.one_in(2) {
        give("cnp_merge", format!("{}us", dice.range(5, 80)));
    }
    give("length_thr", dice.range(500, 100_000).to_string());
    for flow in &mut document.flows {
        let controls = [RateControl::None, RateControl::Dcqcn, RateControl::Connectx, RateControl::Window];
        flow.rate_control = dice.one_in(2).then(|| dice.pick(&controls));
    }
}

/// Makes the flows of some documents reliable.
pub(super) fn reliability(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let mut give = |key: &str, value: String| document.params.0.insert(key.to_owned(), value);
    give("reliability", "go_back_n".to_owned());
    give("send_window", dice.range(5, 100).to_string());
    give("ack_every", dice.range(1, 5).to_string());
    give("ack_priority", dice.range(2, 7).to_string());
    give("ack_timeout", format!("{}us", dice.range(5, 60)));
    for flow in &mut document.flows {
        if flow.size.is_some() && !matches!(flow.format.as_str(), "afh_lite" | "raw") && dice.one_in(3) {
            flow.reliability = Some(Reliability::GoBack0);
        } else if dice.one_in(4) {
            flow.reliability = Some(Reliability::None);
        }
    }
}

/// Turns some flows from RDMA writes into other operations.
pub(super) fn operations(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let credits = document.params.0.keys().any(|address| address.ends_with("credits"));
    let is_routed = document.routes.is_empty();
    let mut give = |key: &str, value: &str| document.params.0.insert(key.to_owned(), value.to_owned());
    give("read_request", dice.pick(&["1", "3k", "10k", "64k"]));
    give("read_outstanding", dice.pick(&["1", "4", "16", "200"]));
    give("response_queue", dice.pick(&["1", "10k", "64k", "off"]));
    let marked = document.params.0.keys().any(|address| address.contains("receive_"));
    let mut give = |key: &str, value: &str| document.params.0.insert(key.to_owned(), value.to_owned());
    if dice.one_in(2) && !credits && !marked {
        give("receive_high", dice.pick(&["500", "3k", "20k"]));
    }
    let hosts: Vec<String> = document.hosts.iter().map(|host| host.name.clone()).collect();
    for flow in document.flows.iter_mut().filter(|flow| flow.credits.is_none()) {
        flow.operation = match dice.range(0, 5) {
            0 => Operation::Send,
            1 => Operation::Raw,
            2 if !credits => Operation::Multicast,
            // With a wrong route, or with a named path, the requests of a read may have no path back.
            3 if is_routed && flow.path.is_empty() => Operation::Read,
            _ => continue,
        };
        if flow.operation == Operation::Send {
            continue;
        }
        if flow.operation == Operation::Read {
            flow.reliability = flow.reliability.filter(|kind| *kind != Reliability::GoBack0);
            flow.response_priority = dice.one_in(2).then(|| dice.priority());
            // A named path may contain a cycle, and a read on a path with a cycle is refused.
            flow.path.clear();
            continue;
        }
        (flow.acks, flow.reliability) = (None, None);
        if matches!(flow.rate_control, Some(RateControl::Dcqcn | RateControl::Connectx)) {
            flow.rate_control = None;
        }
        if flow.operation == Operation::Multicast {
            flow.path.clear();
            let others = hosts.iter().filter(|host| **host != flow.from && **host != flow.to);
            flow.group = others.filter(|_| dice.one_in(2)).cloned().collect();
        }
    }
}

/// Adds a wrong route for one host at one switch to some documents.
pub(super) fn routes(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(4) {
        return;
    }
    let link = dice.pick(&document.links);
    // The second end of a link is always a switch.
    let (switch, via) = (link.b, link.a);
    let to = dice.host(document);
    document.routes.push(Route { switch, to, via: Some(via), port: None });
}

pub(super) fn pause_source(dice: &mut Dice, document: &Document, name: String) -> PauseSource {
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
