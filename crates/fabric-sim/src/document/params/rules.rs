//! Values that are each in range but make no sense together.

pub(crate) mod memory;

use std::collections::BTreeMap;

use super::{Address, Key, Place};
use crate::document::problem::{Problem, Problems};
use crate::fabric::buffer::Threshold;
use crate::fabric::egress::Discipline;
use crate::spec::{PriorityConfig, Spec};
use crate::units::{Bytes, Time};
use crate::wire::PRIORITIES;

/// A rule that two values of a priority break: which is wrong, and why.
type Broken = (Key, String);

/// The rules within a priority.
pub(crate) fn priority(config: &PriorityConfig) -> Option<Broken> {
    let PriorityConfig { pg, ecn, wred, class, .. } = config;
    if pg.lossless && !pg.counted {
        let message = "a priority that takes no memory asks for no pause: it cannot be lossless";
        return Some((Key::Counted, message.to_owned()));
    }
    match pg.threshold {
        Threshold::Static(xoff) if pg.lossless && pg.xon > xoff => {
            let message = format!("XON ({}) is above the XOFF threshold ({})", Bytes(pg.xon), Bytes(xoff));
            return Some((Key::Xon, message));
        }
        _ => {}
    }
    if !ecn.is_off() && ecn.kmin > ecn.kmax {
        let message = format!("Kmin ({}) is above Kmax ({})", Bytes(ecn.kmin), Bytes(ecn.kmax));
        return Some((Key::Kmin, message));
    }
    if wred.min > wred.max {
        let message = format!("WRED min ({}) is above its max ({})", Bytes(wred.min), Bytes(wred.max));
        return Some((Key::WredMin, message));
    }
    if let (Some(low), Some(high)) = (config.receive_low, config.receive_high)
        && low > high
    {
        let message = format!("the low mark ({}) is above the high one ({})", Bytes(low), Bytes(high));
        return Some((Key::ReceiveLow, message));
    }
    match (class.discipline, class.share) {
        (Discipline::Strict, 1..) => Some((
            Key::Share,
            format!("a strict priority has no share ({}%): make its class ets", class.share),
        )),
        (Discipline::Ets, 0) => Some((Key::Share, "an ETS priority needs a share of 1% to 100%".to_owned())),
        _ => None,
    }
}

/// Watchdogs look at most ten times a microsecond.
const POLL: Time = Time::from_ns(100);

/// The rules of a watchdog whose times run `scale` times faster.
fn watchdog(config: &PriorityConfig, scale: u64) -> Option<Broken> {
    let said = config.watchdog?.poll;
    let poll = config.watchdog?.faster(scale).poll;
    let message =
        || format!("a poll every {said}, {scale} times faster, is one every {poll}: at least {POLL}");
    (poll < POLL).then(|| (Key::WatchdogPoll, message()))
}

/// The rules within every port and every switch. Each is reported where it is
/// broken first, with the number of other places.
pub(crate) fn check(spec: &Spec, problems: &mut Problems) {
    let mut broken: BTreeMap<(String, Key), (Address, usize)> = BTreeMap::new();
    let mut report = |address: Address, message: String| {
        broken.entry((message, address.key)).or_insert((address, 0)).1 += 1;
    };
    for port in &spec.ports {
        let node = &spec.nodes[port.node.index()];
        let place = || match node.switch() {
            Some(_) => Place::SwitchPort(node.name.clone(), port.number),
            None => Place::Host(node.name.clone()),
        };
        for n in 0..8u8 {
            let config = &port.config.priorities[usize::from(n)];
            let broken = priority(config).or_else(|| watchdog(config, spec.watchdog_scale));
            if let Some((key, message)) = broken {
                report(Address { place: place(), priority: Some(n), key }, message);
            }
        }
        if let Some(message) = shares(&port.config.priorities) {
            report(Address { place: place(), priority: None, key: Key::Share }, message);
        }
    }
    for node in &spec.nodes {
        let Some(switch) = node.switch() else { continue };
        let ports = &spec.ports[node.ports.start as usize..node.ports.end as usize];
        let lanes = || ports.iter().flat_map(|port| &port.config.priorities);
        if let Some((key, message)) = memory::rules(&spec.switches[switch].pool, lanes) {
            report(Address { place: Place::Switch(node.name.clone()), priority: None, key }, message);
        }
    }
    for ((message, _), (address, count)) in broken {
        let more = if count > 1 { format!(", and so at {} other places", count - 1) } else { String::new() };
        problems.push(Problem::new(address.to_string(), message + &more));
    }
}

fn shares(priorities: &[PriorityConfig; PRIORITIES]) -> Option<String> {
    let ets = priorities.iter().filter(|priority| priority.class.discipline == Discipline::Ets);
    let shares: Vec<u32> = ets.map(|priority| u32::from(priority.class.share)).collect();
    let sum: u32 = shares.iter().sum();
    (!shares.is_empty() && !shares.contains(&0) && sum != 100)
        .then(|| format!("the shares of a port's ETS priorities sum to {sum}%, not to 100%"))
}
