//! Checks for parameter values that are in range but contradict each other. Equal limits, such as XON = XOFF,
//! are allowed. Problems are in the alphabetical order of their messages, at most [`Problems::MAX_PROBLEMS`].
//! Start with [`check`].

mod credit;
pub(crate) mod link_pause;
pub(crate) mod memory;

use std::collections::BTreeMap;

use super::{Address, Assignments, Key, Place, Rows};
use crate::document::problem::Problems;
use crate::fabric::buffer::Threshold;
use crate::fabric::egress::Discipline;
use crate::ids::{PortId, Priority};
use crate::spec::{PriorityConfig, Spec};
use crate::units::{Bytes, Time};

/// Broken rule: values of several parameters that are each in range but contradict each other.
pub(crate) struct RuleViolation {
    /// Parameters whose values contradict each other. The first parameter is reported as wrong.
    pub(crate) keys: &'static [Key],
    /// Sentence on the contradicting values.
    pub(crate) message: String,
    /// Remedy for the user, such as `change xon or xoff`.
    pub(crate) remedy: String,
}

/// Broken rule, and the ports and priorities that break it.
pub(crate) struct PlacedViolation {
    /// Address of the parameter that is reported as wrong.
    pub(crate) place: Address,
    /// Addresses of the ports and priorities whose values break the rule; at least one. Only place and
    /// priority of these addresses are used, not their keys.
    pub(crate) addresses: Vec<Address>,
    pub(crate) broken: RuleViolation,
}

impl RuleViolation {
    /// Creates a violation whose remedy is a change of any of `keys`.
    fn new(keys: &'static [Key], message: impl Into<String>) -> Self {
        let names: Vec<&str> = keys.iter().map(|key| key.param().name).collect();
        let (last, others) = names.split_last().expect("a rule has at least one parameter");
        let names =
            if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) };
        Self { keys, message: message.into(), remedy: format!("change {names}") }
    }

    fn with_remedy(self, remedy: &str) -> Self {
        Self { remedy: remedy.to_owned(), ..self }
    }
}

/// Rules that the configuration of one priority breaks. A lossless priority must take memory. XON may be at
/// most a static XOFF, Kmin at most Kmax, and `cir` at most `pir`. The WRED minimum may be at most the WRED
/// maximum. XON of a receive buffer may be at most XOFF of the buffer. An ETS class must have a
/// share, and no other class may have one.
pub(crate) fn priority(config: &PriorityConfig) -> impl Iterator<Item = RuleViolation> {
    let PriorityConfig { pg, ecn, wred, class, .. } = config;
    let above = |keys, what: &str, low: u64, limit: &str, high: u64| {
        RuleViolation::new(keys, format!("{what} ({}) is above {limit} ({})", Bytes(low), Bytes(high)))
    };
    let uncounted = (pg.lossless && !pg.counted).then(|| {
        let message = "a priority that takes no memory requests no pause, so it cannot be lossless";
        RuleViolation::new(&[Key::Counted, Key::Lossless], message)
    });
    let pausing = match pg.threshold {
        Threshold::Static(xoff) if pg.lossless && pg.xon > xoff => {
            Some(above(&[Key::Xon, Key::Xoff], "XON", pg.xon, "the XOFF threshold", xoff))
        }
        _ => None,
    };
    let marking = (!ecn.is_off() && ecn.kmin > ecn.kmax)
        .then(|| above(&[Key::Kmin, Key::Kmax], "Kmin", ecn.kmin, "Kmax", ecn.kmax));
    let dropping = (wred.min > wred.max)
        .then(|| above(&[Key::WredMin, Key::WredMax], "WRED min", wred.min, "its max", wred.max));
    let receiving =
        config.receive_xon.zip(config.receive_xoff).filter(|(xon, xoff)| xon > xoff).map(|(xon, xoff)| {
            above(&[Key::ReceiveLow, Key::ReceiveHigh], "receive XON", xon, "the receive XOFF", xoff)
        });
    let keys = &[Key::Share, Key::Class];
    let sharing = match (class.discipline, class.share) {
        (Discipline::Strict, 1..) => {
            let message = format!("a strict priority has no share ({}%)", class.share);
            Some(RuleViolation::new(keys, message).with_remedy("set share to auto, or class to ets"))
        }
        (Discipline::Ets, 0) => Some(
            RuleViolation::new(keys, "an ETS priority needs a share of 1% to 100%")
                .with_remedy("give share, or set class to strict"),
        ),
        _ => None,
    };
    let rates = config.min_rate.zip(config.max_rate).filter(|(min, max)| min.rate() > max.rate());
    let rates = rates.map(|(min, max)| {
        let (min, max) = (min.rate(), max.rate());
        let message = format!("the minimum rate ({min}) is above the maximum rate ({max})");
        RuleViolation::new(&[Key::Cir, Key::Pir], message)
    });
    [uncounted, pausing, marking, dropping, receiving, sharing, rates].into_iter().flatten()
}

/// Shortest interval between polls of a watchdog: 0.1 µs, which is ten polls in a microsecond.
const MIN_POLL: Time = Time::from_ns(100);

/// Rule that a watchdog breaks if it polls too often after all its times are divided by `scale`. `None` if
/// there is no watchdog, or if the watchdog polls at most ten times in a microsecond.
pub(crate) fn watchdog(config: &PriorityConfig, scale: u64) -> Option<RuleViolation> {
    let configured = config.watchdog?.poll;
    let poll = config.watchdog?.faster(scale).poll;
    let message = || {
        format!(
            "a poll every {configured}, {scale} times faster, is one every {poll}, below the least interval of \
             {MIN_POLL}"
        )
    };
    (poll < MIN_POLL).then(|| {
        RuleViolation::new(&[Key::WatchdogPoll], message())
            .with_remedy("raise watchdog_poll, or lower watchdog_scale")
    })
}

/// Checks the rules of every priority, port and switch. Each broken rule is reported once, at the first place
/// where it is broken, with the number of further places.
pub(crate) fn check(spec: &Spec, rows: &Rows, assignments: &Assignments<'_>, problems: &mut Problems) {
    let mut violations = Violations::default();
    for (index, (port, row)) in spec.ports.iter().zip(&rows.ports).enumerate() {
        let id = PortId::new(index);
        let address = |n: Priority| Address::of_priority(spec, id, n);
        // Only hosts have a receive buffer.
        let buffer = row.given(Key::ReceiveBuffer);
        for (n, config) in Priority::ALL.into_iter().zip(&port.config.priorities) {
            let receiving = buffer.and_then(|buffer| receive(config, buffer));
            let watching = watchdog(config, spec.watchdog_scale);
            for broken in priority(config).chain(receiving).chain(watching) {
                violations.add(address(n), vec![address(n)], broken);
            }
        }
        let credits = [credit::both_on_a_link(spec, id), credit::above_receive_buffer(spec, id)];
        let link_pause = link_pause::rules(spec, rows, id);
        for (addresses, broken) in credits.into_iter().flatten().chain(link_pause) {
            violations.add(addresses[0].clone(), addresses, broken);
        }
    }
    for node in &spec.nodes {
        if let Some((addresses, broken)) = credit::flooding(spec, node) {
            violations.add(addresses[0].clone(), addresses, broken);
        }
        let Some(switch) = node.switch() else { continue };
        let ports = || spec.ports[node.ports.start as usize..node.ports.end as usize].iter();
        let addresses = || ports().flat_map(|port| &port.config.priorities);
        if let Some(broken) = memory::violation(&spec.switches[switch.index()].pool, addresses) {
            let first = node.ports.start as usize;
            let (port, priority) = memory::largest_group(addresses());
            let address = Address::of_priority(spec, PortId::new(first + port), priority);
            let place = Place::Switch(node.name.clone());
            violations.add(Address { place, priority: None, key: Key::Memory }, vec![address], broken);
        }
    }
    for (violation, count) in violations.0.into_values().take(Problems::MAX_PROBLEMS) {
        problems.push(assignments.problem(&violation, count));
    }
}

/// Broken rules, by message and parameter. Each entry has the first place where the rule is broken, and the
/// number of places.
#[derive(Default)]
struct Violations(BTreeMap<(String, Key), (PlacedViolation, usize)>);

impl Violations {
    fn add(&mut self, place: Address, addresses: Vec<Address>, broken: RuleViolation) {
        let key = broken.keys[0];
        let place = Address { key, ..place };
        let key_of_rule = (broken.message.clone(), key);
        self.0.entry(key_of_rule).or_insert((PlacedViolation { place, addresses, broken }, 0)).1 += 1;
    }
}

/// Rule that is broken if the receive XOFF of `config` is above the receive buffer of `buffer` bytes. `None`
/// if the receive XOFF is not above the buffer, or is not given.
fn receive(config: &PriorityConfig, buffer: u64) -> Option<RuleViolation> {
    let xoff = config.receive_xoff.filter(|xoff| *xoff > buffer)?;
    let message =
        format!("the receive XOFF ({}) is above the receive buffer ({})", Bytes(xoff), Bytes(buffer));
    Some(RuleViolation::new(&[Key::ReceiveHigh, Key::ReceiveBuffer], message))
}
