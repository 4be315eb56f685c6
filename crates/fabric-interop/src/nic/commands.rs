//! Export of commands that give a NIC the settings of a host of a document. Start with [`commands`].
//!
//! Rule: options are those of `mlnx_qos` (mlnx-tools), `dcb` (iproute2) and, for 802.3x pause, `ethtool`.
//! Each priority has its own class; shares become percentages.
//! Fallback: a maximum rate is rounded up to whole Gb/s, the unit of `mlnx_qos --ratelimit`; a cable length
//! to whole metres.
//! Left out: receive buffers, minimum rates and the maximum rate of the port, because no command sets them.

use fabric_sim::fabric::egress::Discipline;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{NodeKind, PortConfig, Spec};
use fabric_sim::units::Length;

use super::classes::percentages;
use crate::finding::{FilePlace, Refusal, Refusals};

/// Commands that configure a NIC, with notes for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// Command lines that use `mlnx_qos`; the last is of `ethtool` if the host uses 802.3x pause. They set
    /// trust, PFC, classes, cable length and maximum rates, in this order.
    pub mlnx_qos: Vec<String>,
    /// Command lines that set PFC and classes alike with `dcb`, and 802.3x pause with `ethtool`. Trust, cable
    /// length and maximum rates are not set.
    pub dcb: Vec<String>,
    /// Sentences about settings of the document that no command can express.
    pub notes: Vec<String>,
}

/// Commands that configure the network interface `interface` like the host `host` of the document.
///
/// # Errors
/// If the document has no such host, or the host has no link. If `interface` is no valid name: 1 to 15
/// letters, digits or `_-.:`. If the port sends PFC pauses for other priorities than those whose pauses it
/// obeys.
pub fn commands(spec: &Spec, host: &str, interface: &str) -> Result<Commands, Refusals> {
    let refused = |place: &str, reason: &str| Refusals::from(Refusal::new(FilePlace::file(place), reason));
    let node = spec.nodes.iter().find(|node| node.name == host);
    let Some(node) = node.filter(|node| node.kind == NodeKind::Host) else {
        return Err(refused(host, "the document has no such host; name one of its hosts"));
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.:".contains(c);
    if interface.is_empty() || interface.len() > 15 || !interface.chars().all(is_word) {
        return Err(refused(
            interface,
            "is no name of a network interface; give 1 to 15 letters, digits or _-.:",
        ));
    }
    let Some(port) = spec.ports.get(node.ports.start as usize) else {
        return Err(refused(host, "the host has no link; add one"));
    };
    let config = &port.config;
    let (tx, rx) = (config.sender.enabled, config.receiver.enabled);
    if tx != rx && config.link_pause.is_none() {
        let place = format!("host.{host}.pfc_rx");
        return Err(refused(&place, "a NIC has one PFC setting for both ways; set pfc_tx and pfc_rx alike"));
    }
    let metre = Length::from_m(1).delay().ps();
    let cable = port.delay.ps().div_ceil(metre);
    let mut notes = vec![
        "A host of the simulator has no trust state: --trust dscp fits flows that carry their DSCP."
            .to_owned(),
    ];
    if config.receive.drain.is_some() {
        notes.push(
            "drain and the receive buffer are the NIC's and its bus's; no command sets them.".to_owned(),
        );
    }
    let mut mlnx_qos = mlnx_qos(interface, config, cable);
    if config.priorities.iter().any(|priority| priority.max_rate.is_some()) {
        mlnx_qos.push(limits(interface, config, &mut notes));
    }
    if config.max_rate.is_some() || config.priorities.iter().any(|priority| priority.min_rate.is_some()) {
        notes
            .push("No command sets cir and port_pir: a NIC limits the rates of its classes only.".to_owned());
    }
    let mut dcb = dcb(interface, config);
    if config.link_pause.is_some() {
        let on = |mask: PrioritySet| if mask.is_empty() { "off" } else { "on" };
        let pause = format!("ethtool -A {interface} autoneg off rx {} tx {}", on(rx), on(tx));
        mlnx_qos.push(pause.clone());
        dcb.push(pause);
    }
    Ok(Commands { mlnx_qos, dcb, notes })
}

/// Command that limits the rate of each class, rounded up to whole Gb/s; 0: no limit. Adds notes on the
/// rounding and on `dcb maxrate`.
fn limits(interface: &str, config: &PortConfig, notes: &mut Vec<String>) -> String {
    const UNIT: u64 = 1_000_000_000;
    let rates = config.priorities.map(|priority| priority.max_rate.map_or(0, |max| max.rate().bps()));
    if rates.iter().any(|bps| !bps.is_multiple_of(UNIT)) {
        notes.push("mlnx_qos takes rates in whole Gb/s: --ratelimit is rounded up.".to_owned());
    }
    notes
        .push("dcb maxrate is not used for pir: before iproute2 6.18 it sets 125 times the rate.".to_owned());
    let list = rates.map(|bps| bps.div_ceil(UNIT).to_string()).join(",");
    format!("mlnx_qos -i {interface} --ratelimit {list}")
}

/// Shares of the ETS priorities in percent, indexed by priority; they sum to 100. Strict priorities have 0.
fn shares(config: &PortConfig) -> [u64; 8] {
    let of_ets = |n: &usize| config.priorities[*n].class.discipline == Discipline::Ets;
    let ets: Vec<usize> = (0..8).filter(of_ets).collect();
    let weights: Vec<u64> = ets.iter().map(|n| config.priorities[*n].class.share.into()).collect();
    let mut shares = [0; 8];
    for (n, share) in ets.into_iter().zip(percentages(&weights)) {
        shares[n] = share;
    }
    shares
}

fn mlnx_qos(interface: &str, config: &PortConfig, cable: u64) -> Vec<String> {
    let list = |value: &dyn Fn(usize) -> String| (0..8).map(value).collect::<Vec<_>>().join(",");
    let enabled = PrioritySet::ALL.iter().map(|n| u8::from(has_pfc(config, n.get())).to_string());
    let pfc = enabled.collect::<Vec<_>>().join(",");
    let kinds = list(&|n| tsa(config, n).to_owned());
    let shares = shares(config);
    let shares = list(&|n| shares[n].to_string());
    let start = format!("mlnx_qos -i {interface}");
    vec![
        format!("{start} --trust dscp"),
        format!("{start} --pfc {pfc}"),
        format!("{start} --prio_tc 0,1,2,3,4,5,6,7 --tsa {kinds} --tcbw {shares}"),
        format!("{start} --cable_len {cable}"),
    ]
}

fn dcb(interface: &str, config: &PortConfig) -> Vec<String> {
    let list = |value: &dyn Fn(usize) -> String| {
        (0..8).map(|n| format!("{n}:{}", value(n))).collect::<Vec<_>>().join(" ")
    };
    let enabled = PrioritySet::ALL.iter().filter(|n| has_pfc(config, n.get())).map(|n| format!(" {n}:on"));
    let kinds = list(&|n| tsa(config, n).to_owned());
    let shares = shares(config);
    let shares = list(&|n| shares[n].to_string());
    let classes = list(&|n| n.to_string());
    vec![
        format!("dcb pfc set dev {interface} prio-pfc all:off{}", enabled.collect::<String>()),
        format!("dcb ets set dev {interface} prio-tc {classes} tc-tsa {kinds} tc-bw {shares}"),
    ]
}

/// Whether PFC is enabled for a priority; false for a port with 802.3x pause.
fn has_pfc(config: &PortConfig, priority: u8) -> bool {
    config.link_pause.is_none() && config.receiver.enabled.contains(Priority::new(priority))
}

fn tsa(config: &PortConfig, priority: usize) -> &'static str {
    match config.priorities[priority].class.discipline {
        Discipline::Strict => "strict",
        Discipline::Ets => "ets",
    }
}
