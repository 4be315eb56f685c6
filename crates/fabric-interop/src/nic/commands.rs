//! Export of commands that give a NIC the settings of a host of a document. Start with [`commands`].
//!
//! Rule: options are those of `mlnx_qos` (mlnx-tools), `dcb` (iproute2) and, for 802.3x pause, `ethtool`.
//! Each priority has its own class; shares become percentages. Fallback: a maximum rate is rounded up to
//! whole Gb/s, the unit of `mlnx_qos --ratelimit`, or to whole kb/s for `dcb maxrate`. A cable length is
//! rounded up to whole metres. A receive buffer of the default size is not set. Left out: minimum rates and
//! the maximum rate of the port, because no command sets these rates. `dcb` also lacks trust without a map of
//! DSCPs, and the cable length.

use fabric_sim::fabric::egress::Discipline;
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::spec::{NodeKind, PortConfig, Spec};
use fabric_sim::units::Length;

use super::classes::percentages;
use crate::finding::{FilePlace, Refusal, Refusals};

/// Receive buffer of a host by default, in bytes. No NIC has a buffer of this size, so the commands do not
/// set this size.
const DEFAULT_RECEIVE_BUFFER: u64 = 1_000_000;

/// Commands that configure a NIC, once for the tool `mlnx_qos` and once for the tool `dcb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    /// Commands for the tool `mlnx_qos`.
    pub mlnx_qos: ToolCommands,
    /// Commands for the tool `dcb`.
    pub dcb: ToolCommands,
}

/// Commands of one tool, with notes for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCommands {
    /// Command lines in the order of their use; the last is of `ethtool` if the host uses 802.3x pause.
    pub lines: Vec<String>,
    /// Sentences about the commands, and about settings of the document that the commands do not express.
    pub notes: Vec<String>,
}

/// Commands that configure the network interface `interface` like the host `host` of the document.
///
/// # Errors
/// If the document has no such host, or the host has no link. If `interface` is no valid name: 1 to 15
/// letters, digits or `_-.:`. If the priorities for which the port sends PFC pauses differ from the
/// priorities whose pauses the port obeys.
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
    let mut mlnx_qos = mlnx_qos(interface, config, cable);
    let mut dcb = dcb(interface, config);
    for tool in [&mut mlnx_qos, &mut dcb] {
        tool.notes.extend(unexpressed(config));
    }
    if config.link_pause.is_some() {
        let on = |mask: PrioritySet| if mask.is_empty() { "off" } else { "on" };
        let pause = format!("ethtool -A {interface} autoneg off rx {} tx {}", on(rx), on(tx));
        mlnx_qos.lines.push(pause.clone());
        dcb.lines.push(pause);
    }
    Ok(Commands { mlnx_qos, dcb })
}

/// Notes on settings that neither tool can express, and on the receive buffer, if the commands set it.
fn unexpressed(config: &PortConfig) -> Vec<String> {
    let mut notes = Vec::new();
    if config.receive.buffer != DEFAULT_RECEIVE_BUFFER {
        notes.push(
            "receive_buffer is one buffer for all priorities. The driver refuses a size above max_buffer_size of the NIC, and \
             derives receive_high and receive_low from the size."
                .to_owned(),
        );
    }
    if config.receive.drain.is_some() {
        notes.push("drain is the rate of the NIC's bus; no command sets it.".to_owned());
    }
    if config.max_rate.is_some() || config.priorities.iter().any(|priority| priority.min_rate.is_some()) {
        notes
            .push("No command sets cir and port_pir: a NIC limits the rates of its classes only.".to_owned());
    }
    notes
}

/// Maximum rate of each class in bit/s, indexed by priority; 0: no limit. `None` if no class has a limit.
fn limits(config: &PortConfig) -> Option<[u64; 8]> {
    let rates = config.priorities.map(|priority| priority.max_rate.map_or(0, |max| max.rate().bps()));
    rates.iter().any(|bps| *bps > 0).then_some(rates)
}

/// Shares of the ETS priorities in percent, indexed by priority; the shares sum to 100. Strict priorities
/// have 0.
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

/// Commands of `mlnx_qos` for trust, PFC, classes, cable length, maximum rates in whole Gb/s and the receive
/// buffer, in this order. `cable` is in metres.
fn mlnx_qos(interface: &str, config: &PortConfig, cable: u64) -> ToolCommands {
    let list = |value: &dyn Fn(Priority) -> String| Priority::ALL.map(value).join(",");
    let enabled = Priority::ALL.map(|n| u8::from(has_pfc(config, n)).to_string());
    let pfc = enabled.join(",");
    let kinds = list(&|n| tsa(config, n).to_owned());
    let shares = shares(config);
    let shares = list(&|n| shares[n.index()].to_string());
    let start = format!("mlnx_qos -i {interface}");
    let mut lines = vec![
        format!("{start} --trust dscp"),
        format!("{start} --pfc {pfc}"),
        format!("{start} --prio_tc 0,1,2,3,4,5,6,7 --tsa {kinds} --tcbw {shares}"),
        format!("{start} --cable_len {cable}"),
    ];
    let mut notes = vec![
        "A host of the simulator has no trust state: --trust dscp fits flows that carry their DSCP."
            .to_owned(),
    ];
    if let Some(rates) = limits(config) {
        const UNIT: u64 = 1_000_000_000;
        if rates.iter().any(|bps| !bps.is_multiple_of(UNIT)) {
            notes.push("mlnx_qos takes rates in whole Gb/s: --ratelimit is rounded up.".to_owned());
        }
        let rates = list(&|n| rates[n.index()].div_ceil(UNIT).to_string());
        lines.push(format!("{start} --ratelimit {rates}"));
    }
    let bytes = config.receive.buffer;
    if bytes != DEFAULT_RECEIVE_BUFFER {
        lines.push(format!("{start} --prio2buffer 0,0,0,0,0,0,0,0 --buffer_size {bytes},0,0,0,0,0,0,0"));
    }
    ToolCommands { lines, notes }
}

/// Commands of `dcb` for PFC, classes, maximum rates and the receive buffer, in this order.
fn dcb(interface: &str, config: &PortConfig) -> ToolCommands {
    let list =
        |value: &dyn Fn(Priority) -> String| Priority::ALL.map(|n| format!("{n}:{}", value(n))).join(" ");
    let enabled = PrioritySet::ALL.iter().filter(|n| has_pfc(config, *n)).map(|n| format!(" {n}:on"));
    let kinds = list(&|n| tsa(config, n).to_owned());
    let shares = shares(config);
    let shares = list(&|n| shares[n.index()].to_string());
    let classes = list(&|n| n.to_string());
    let mut lines = vec![
        format!("dcb pfc set dev {interface} prio-pfc all:off{}", enabled.collect::<String>()),
        format!("dcb ets set dev {interface} prio-tc {classes} tc-tsa {kinds} tc-bw {shares}"),
    ];
    let mut notes = vec![
        "Trust and cable length are left out: dcb app sets trust with a map of DSCPs, and dcb sets no cable length."
            .to_owned(),
    ];
    if let Some(rates) = limits(config) {
        let limited = Priority::ALL.into_iter().zip(rates).filter(|(_, bps)| *bps > 0);
        let limited: Vec<String> = limited.map(|(n, bps)| format!(" {n}:{}", bit_rate(bps))).collect();
        lines.push(format!("dcb maxrate set dev {interface} tc-maxrate all:0bit{}", limited.concat()));
        notes.push(
            "dcb maxrate needs iproute2 6.18 or later: earlier versions set 125 times the rate.".to_owned(),
        );
    }
    let bytes = config.receive.buffer;
    if bytes != DEFAULT_RECEIVE_BUFFER {
        lines.push(format!("dcb buffer set dev {interface} prio-buffer all:0 buffer-size all:0 0:{bytes}"));
    }
    ToolCommands { lines, notes }
}

/// Rate in the units of iproute2, such as `2500Mbit`, rounded up to whole kbit/s, the unit of the kernel.
fn bit_rate(bps: u64) -> String {
    let kbps = bps.div_ceil(1_000);
    let units = [(1_000_000, "Gbit"), (1_000, "Mbit"), (1, "Kbit")];
    let unit = units.into_iter().find(|(unit, _)| kbps.is_multiple_of(*unit));
    unit.map_or_else(String::new, |(unit, name)| format!("{}{name}", kbps / unit))
}

/// Whether PFC is enabled for a priority; false for a port with 802.3x pause.
fn has_pfc(config: &PortConfig, priority: Priority) -> bool {
    config.link_pause.is_none() && config.receiver.enabled.contains(priority)
}

fn tsa(config: &PortConfig, priority: Priority) -> &'static str {
    match config.priorities[priority.index()].class.discipline {
        Discipline::Strict => "strict",
        Discipline::Ets => "ets",
    }
}
