//! Checks for settings that contradict credit-based flow control (CBFC).
//!
//! Three rules are checked. A link has credits or PFC, not both. The credits of a host fit in its receive
//! buffer; equality is allowed. A switch with credits does not flood.

use super::super::{Address, Key};
use super::RuleViolation;
use crate::fabric::mac::Unknown;
use crate::ids::{PortId, PrioritySet};
use crate::spec::{Node, Spec};
use crate::units::Bytes;

/// Broken rule, and the addresses of the ports and priorities that break it; at least one address. The
/// problem is reported at the first address.
type CreditViolation = (Vec<Address>, RuleViolation);

/// Rule that a link breaks if it has both credits and PFC, in any priority or direction. Checks a link only
/// if `port` is the lower of the two port indices of the link, so that each link is checked once. `None` if
/// the link keeps the rule, or is not checked. A link with 802.3x pause is not checked here.
pub(super) fn both_on_a_link(spec: &Spec, port: PortId) -> Option<CreditViolation> {
    let ends = spec.link(port);
    if ends[0] != port || spec.ports[port.index()].config.link_pause.is_some() {
        return None;
    }
    let first = |mask: &dyn Fn(PortId) -> PrioritySet| {
        ends.into_iter().find_map(|end| Some((end, mask(end).iter().next()?)))
    };
    let config = |end: PortId| &spec.ports[end.index()].config;
    let (at, credits) = first(&|end| config(end).credit_channels())?;
    let (there, pauses) = first(&|end| config(end).sender.enabled | config(end).receiver.enabled)?;
    let message = format!(
        "the link has credits (priority {credits}) and PFC (priority {pauses}): it may have one of them"
    );
    let addresses = vec![Address::of_priority(spec, at, credits), Address::of_priority(spec, there, pauses)];
    let violation = RuleViolation::new(&[Key::Credits, Key::PfcTx, Key::PfcRx, Key::Lossless], message)
        .with_remedy("set pfc_tx and pfc_rx off at both ends, or credits off");
    Some((addresses, violation))
}

/// Rule that a host breaks if the sum of the credits that the host grants exceeds the size of the receive
/// buffer. `None` if the node is a switch, or if the host keeps the rule. Equality is allowed.
pub(super) fn above_receive_buffer(spec: &Spec, port: PortId) -> Option<CreditViolation> {
    let at = &spec.ports[port.index()];
    spec.nodes[at.node.index()].host()?;
    let granted: u64 = at.config.priorities.iter().filter_map(|address| address.credits).sum();
    let buffer = at.config.receive.buffer;
    let channels = at.config.credit_channels();
    let message = format!(
        "the credits of all priorities ({}) are above the receive buffer ({})",
        Bytes(granted),
        Bytes(buffer)
    );
    let addresses = channels.iter().map(|n| Address::of_priority(spec, port, n)).collect();
    (granted > buffer).then(|| (addresses, RuleViolation::new(&[Key::Credits, Key::ReceiveBuffer], message)))
}

/// Rule that a switch breaks if it grants credits and also floods frames to unknown destinations. A credit
/// covers one frame, but flooding makes several copies of the frame. `None` if the switch keeps the rule.
pub(super) fn flooding(spec: &Spec, node: &Node) -> Option<CreditViolation> {
    let learning = spec.switches[node.switch()?.index()].learning?;
    let mut ports = node.ports.clone().map(PortId);
    let grants =
        |port: PortId| spec.ports[port.index()].config.credit_channels().iter().next().map(|n| (port, n));
    let (port, n) = ports.find_map(grants).filter(|_| learning.unknown == Unknown::Flood)?;
    let message = "a switch that floods keeps a copy of a frame for every output, and its credits cover one";
    let keys = &[Key::Credits, Key::MacTable, Key::Unknown];
    let violation = RuleViolation::new(keys, message)
        .with_remedy("set mac_table to static, unknown to drop, or credits off");
    Some((vec![Address::of_priority(spec, port, n)], violation))
}
