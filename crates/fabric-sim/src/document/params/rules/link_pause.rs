//! Checks for settings that contradict 802.3x pause. Also checks the XOFF and XON of 802.3x pause.
//!
//! An XON equal to XOFF is allowed. Start with [`rules`].

use super::super::rows::PriorityRow;
use super::super::{Address, Key, Rows};
use super::RuleViolation;
use crate::ids::{PortId, Priority};
use crate::spec::Spec;
use crate::units::Bytes;

/// Rules of 802.3x pause that the settings of a port break, each with the address of a priority of the port.
/// Empty if the link has no 802.3x pause.
pub(super) fn rules(spec: &Spec, rows: &Rows, port: PortId) -> Vec<(Vec<Address>, RuleViolation)> {
    let config = &spec.ports[port.index()].config;
    let Some(link_pause) = config.link_pause else { return Vec::new() };
    let address = |n: Priority| vec![Address::of_priority(spec, port, n)];
    let mut broken = Vec::new();
    if link_pause.xon > link_pause.xoff {
        let (xon, xoff) = (Bytes(link_pause.xon), Bytes(link_pause.xoff));
        let message = format!("the link's XON ({xon}) is above its XOFF ({xoff})");
        broken.push((address(Priority::P0), RuleViolation::new(&[Key::LinkXon, Key::LinkXoff], message)));
    }
    let with_pfc = Priority::ALL
        .into_iter()
        .find_map(|n| Some((n, pfc_violation(&rows.priorities[port.index()][n.index()], n)?)));
    broken.extend(with_pfc.map(|(n, rule)| (address(n), rule)));
    if let Some(n) = Priority::ALL.into_iter().find(|n| config.priorities[n.index()].credits.is_some()) {
        let message = format!(
            "the link has 802.3x pause (link_pause) and credits (priority {n}): it may have one of them"
        );
        let violation = RuleViolation::new(&[Key::Credits, Key::LinkPause], message)
            .with_remedy("set credits or link_pause off at both ends");
        broken.push((address(n), violation));
    }
    broken
}

/// Rule that is broken if the document switches on `pfc_tx` or `pfc_rx` for priority `n` of a link with
/// 802.3x pause. The caller checks that the link has 802.3x pause. `None` if the document switches on
/// neither.
pub(crate) fn pfc_violation(row: &PriorityRow, n: Priority) -> Option<RuleViolation> {
    let message =
        format!("the link has 802.3x pause (link_pause) and PFC (priority {n}): it may have one of them");
    let (tx, rx) = (&[Key::PfcTx, Key::LinkPause], &[Key::PfcRx, Key::LinkPause]);
    let keys = [tx, rx].into_iter().find(|keys| row.given(keys[0]) == Some(1))?;
    let remedy = "leave pfc_tx and pfc_rx out, or set link_pause off at both ends";
    Some(RuleViolation::new(keys, message).with_remedy(remedy))
}
