//! Values that are each in range but make no sense together.

pub(crate) mod memory;

use std::collections::BTreeMap;

use super::{Address, Givers, Key, Place, Rows};
use crate::document::problem::Problems;
use crate::fabric::buffer::Threshold;
use crate::fabric::egress::Discipline;
use crate::spec::{PriorityConfig, Spec};
use crate::units::{Bytes, Time};
use crate::wire::PRIORITIES;

/// A rule that values break together.
pub(crate) struct Broken {
    /// Those of its values: first the one that is wrong, then those that it is held against.
    pub(crate) keys: &'static [Key],
    /// What is wrong, with the numbers.
    pub(crate) message: String,
}

/// A broken rule, and where.
pub(crate) struct Fault {
    /// Where, with the parameter that is wrong.
    pub(crate) place: Address,
    /// A priority of a port whose values show it.
    pub(crate) lane: Address,
    pub(crate) broken: Broken,
}

impl Broken {
    fn new(keys: &'static [Key], message: impl Into<String>) -> Self {
        Self { keys, message: message.into() }
    }
}

/// The rules within a priority.
pub(crate) fn priority(config: &PriorityConfig) -> Option<Broken> {
    let PriorityConfig { pg, ecn, wred, class, .. } = config;
    if pg.lossless && !pg.counted {
        let message = "a priority that takes no memory asks for no pause: it cannot be lossless";
        return Some(Broken::new(&[Key::Counted, Key::Lossless], message));
    }
    match pg.threshold {
        Threshold::Static(xoff) if pg.lossless && pg.xon > xoff => {
            let message = format!("XON ({}) is above the XOFF threshold ({})", Bytes(pg.xon), Bytes(xoff));
            return Some(Broken::new(&[Key::Xon, Key::Xoff], message));
        }
        _ => {}
    }
    if !ecn.is_off() && ecn.kmin > ecn.kmax {
        let message = format!("Kmin ({}) is above Kmax ({})", Bytes(ecn.kmin), Bytes(ecn.kmax));
        return Some(Broken::new(&[Key::Kmin, Key::Kmax], message));
    }
    if wred.min > wred.max {
        let message = format!("WRED min ({}) is above its max ({})", Bytes(wred.min), Bytes(wred.max));
        return Some(Broken::new(&[Key::WredMin, Key::WredMax], message));
    }
    if let (Some(low), Some(high)) = (config.receive_low, config.receive_high)
        && low > high
    {
        let message = format!("the low mark ({}) is above the high one ({})", Bytes(low), Bytes(high));
        return Some(Broken::new(&[Key::ReceiveLow, Key::ReceiveHigh], message));
    }
    let keys = &[Key::Share, Key::Class];
    match (class.discipline, class.share) {
        (Discipline::Strict, 1..) => {
            let message = format!("a strict priority has no share ({}%): make its class ets", class.share);
            Some(Broken::new(keys, message))
        }
        (Discipline::Ets, 0) => Some(Broken::new(keys, "an ETS priority needs a share of 1% to 100%")),
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
    (poll < POLL).then(|| Broken::new(&[Key::WatchdogPoll], message()))
}

/// The rules within every port and every switch. Each is reported where it is
/// broken first, with the number of other places.
pub(crate) fn check(spec: &Spec, rows: &Rows, givers: &Givers<'_>, problems: &mut Problems) {
    let mut faults = Faults::default();
    for (index, (port, row)) in spec.ports.iter().zip(&rows.ports).enumerate() {
        let lane = |n: u8| Address::of_lane(spec, index, n);
        // Only hosts have one.
        let buffer = row.given(Key::ReceiveBuffer);
        for (n, config) in (0..8u8).zip(&port.config.priorities) {
            let broken = priority(config)
                .or_else(|| receive(config, buffer?))
                .or_else(|| watchdog(config, spec.watchdog_scale));
            if let Some(broken) = broken {
                faults.add(lane(n), lane(n), broken);
            }
        }
        if let Some((n, broken)) = shares(&port.config.priorities) {
            faults.add(Address { priority: None, ..lane(n) }, lane(n), broken);
        }
    }
    for node in &spec.nodes {
        let Some(switch) = node.switch() else { continue };
        let ports = || spec.ports[node.ports.start as usize..node.ports.end as usize].iter();
        let lanes = || ports().flat_map(|port| &port.config.priorities);
        if let Some(broken) = memory::rules(&spec.switches[switch].pool, lanes) {
            // The lane that takes most stands for all.
            let of_port = |n: u32| (0..8u8).map(move |priority| (n, priority));
            let named = (0..).zip(ports()).flat_map(|(n, _)| of_port(n)).zip(lanes());
            let most = named.max_by_key(|(_, lane)| lane.pg.reserve + lane.pg.headroom);
            let (port, priority) = most.map_or((0, 3), |(named, _)| named);
            let place = |place, priority| Address { place, priority, key: Key::Memory };
            let lane = place(Place::SwitchPort(node.name.clone(), port), Some(priority));
            faults.add(place(Place::Switch(node.name.clone()), None), lane, broken);
        }
    }
    for (fault, count) in faults.0.into_values().take(Problems::MOST) {
        problems.push(givers.problem(&fault, count));
    }
}

/// Broken rules by what they say, each with its first place and how often.
#[derive(Default)]
struct Faults(BTreeMap<(String, Key), (Fault, usize)>);

impl Faults {
    fn add(&mut self, place: Address, lane: Address, broken: Broken) {
        let key = broken.keys[0];
        let place = Address { key, ..place };
        let said = (broken.message.clone(), key);
        self.0.entry(said).or_insert((Fault { place, lane, broken }, 0)).1 += 1;
    }
}

/// A high mark that a receive buffer of this size, which somebody gave, never comes to.
fn receive(config: &PriorityConfig, buffer: u64) -> Option<Broken> {
    let high = config.receive_high.filter(|high| *high > buffer)?;
    let message = format!("the high mark ({}) is above the receive buffer ({})", Bytes(high), Bytes(buffer));
    Some(Broken::new(&[Key::ReceiveHigh, Key::ReceiveBuffer], message))
}

/// ETS shares that do not sum to 100 %, and the first such priority.
fn shares(priorities: &[PriorityConfig; PRIORITIES]) -> Option<(u8, Broken)> {
    let ets = || (0..8u8).zip(priorities).filter(|(_, lane)| lane.class.discipline == Discipline::Ets);
    let sum: u32 = ets().map(|(_, lane)| u32::from(lane.class.share)).sum();
    let (first, _) = ets().next()?;
    if sum == 100 || ets().any(|(_, lane)| lane.class.share == 0) {
        return None;
    }
    let each: Vec<String> = ets().map(|(n, lane)| format!("p{n} {}%", lane.class.share)).collect();
    let each = each.join(", ");
    let message = format!("the shares of a port's ETS priorities ({each}) sum to {sum}%, not to 100%");
    Some((first, Broken::new(&[Key::Share], message)))
}
