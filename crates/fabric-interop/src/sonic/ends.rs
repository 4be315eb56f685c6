//! Comparison of both ends of each link between two switches. Start with [`compare`].
//!
//! Rule: rate, cable length, `pfc_enable`, MTU and the priorities of lossless DSCPs must agree. Fallback: the
//! link gets the lower rate and the longer cable. If only one end has a value, the link gets this value,
//! without a mismatch. Left out: lossy DSCPs, and links to hosts, which the module `nic_ends` compares.

use fabric_sim::ids::{Priority, PrioritySet};
use serde::Serialize;

use super::ImportedSwitch;
use super::cable::{End, length_or_default, missing_speed, place};
use super::links::PortOf;
use super::pfc::words;
use crate::finding::{FilePlace, Findings};
use fabric_sim::units::{Length, Rate};

/// Contradiction between the two ends of a link.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Mismatch {
    /// Place of the contradicting field at one end of the link.
    pub near: FilePlace,
    /// Place of the contradicting field at the other end of the link.
    pub far: FilePlace,
    /// Sentence with the values at both ends of the link, and what the import does.
    pub reason: String,
    /// Each end: switch and port, such as `leaf1 Ethernet8`, or the name of a host; empty if unknown.
    #[serde(skip)]
    pub ends: [String; 2],
}

impl Mismatch {
    /// Creates the mismatch between the fields at `near` and `far`; `ends` names the two ends of the link.
    pub(super) fn new(near: &FilePlace, far: &FilePlace, reason: String, ends: [String; 2]) -> Self {
        Self { near: near.clone(), far: far.clone(), reason, ends }
    }
}

/// End of a link at a switch, with the settings that are compared.
struct Side<'a> {
    imported: &'a ImportedSwitch,
    number: usize,
    end: End,
}

impl<'a> Side<'a> {
    fn new(imported_switches: &'a [ImportedSwitch], port: PortOf, findings: &mut Findings) -> Self {
        let imported = &imported_switches[port.switch];
        let end = End::read(&imported.switch, &imported.switch.ports[port.port], findings);
        Self { imported, number: port.port, end }
    }

    fn port(&self) -> &'a str {
        &self.imported.switch.ports[self.number]
    }

    fn place(&self, table: &str, field: &str) -> FilePlace {
        self.imported.switch.place(table, self.port(), field)
    }

    /// Name of the switch and of the port, for messages.
    fn name(&self) -> String {
        format!("{} {}", self.imported.switch.name, self.port())
    }
}

/// Compares the ends of a link and adds a mismatch for each contradiction: speed, cable length, PFC, DSCP and
/// MTU, in this order. Returns the rate and length of the link; `None`, with a refusal, if neither end has a
/// speed.
pub(super) fn compare(
    imported_switches: &[ImportedSwitch],
    near: PortOf,
    far: PortOf,
    mismatches: &mut Vec<Mismatch>,
    findings: &mut Findings,
) -> Option<(Rate, Length)> {
    let [near, far] = [near, far].map(|port| Side::new(imported_switches, port, findings));
    let ends = [near.name(), far.name()];
    let mut report = |near: FilePlace, far: FilePlace, reason: String| {
        mismatches.push(Mismatch { near, far, reason, ends: ends.clone() });
    };
    let rate = match (near.end.rate, far.end.rate) {
        (Some(a), Some(b)) => {
            if a != b {
                let reason = format!(
                    "{} has speed {a}, {} has {b}: such a link does not come up; the lower rate is taken",
                    near.name(),
                    far.name()
                );
                report(near.place("PORT", "speed"), far.place("PORT", "speed"), reason);
            }
            a.min(b)
        }
        (Some(rate), None) | (None, Some(rate)) => rate,
        (None, None) => {
            // A malformed speed has been refused already.
            let has_speed = |side: &Side<'_>| side.imported.switch.port_field(side.port(), "speed").is_some();
            if !has_speed(&near) && !has_speed(&far) {
                let ports = format!("{} or {}", near.name(), far.name());
                findings.refuse(near.place("PORT", "speed"), missing_speed("both ends of the link", &ports));
            }
            return None;
        }
    };
    let length = match (near.end.length, far.end.length) {
        (Some(a), Some(b)) if a != b => {
            let length = a.max(b);
            let reason = format!(
                "{} has cable length {a}, {} has {b}: the longer one is taken, and the shorter one's headroom may be too small",
                near.name(),
                far.name()
            );
            let places = [&near, &far].map(|side| place(&side.imported.switch, side.port()));
            for place in &places {
                findings.changed(place.clone(), format!("length = {length}, the longer of both ends"));
            }
            let [near, far] = places;
            report(near, far, reason);
            length
        }
        (Some(_), Some(_)) => {
            length_or_default(&far.imported.switch, far.port(), &far.end, findings);
            length_or_default(&near.imported.switch, near.port(), &near.end, findings)
        }
        (None, Some(_)) => length_or_default(&far.imported.switch, far.port(), &far.end, findings),
        _ => length_or_default(&near.imported.switch, near.port(), &near.end, findings),
    };
    pfc(&near, &far, &mut report);
    pfc(&far, &near, &mut report);
    dscp(&near, &far, &mut report);
    let [a, b] = [&near, &far].map(|side| side.imported.switch.port_field(side.port(), "mtu"));
    if let (Some(a), Some(b)) = (a, b)
        && a != b
    {
        let reason = format!("{} has MTU {a}, {} has {b}", near.name(), far.name());
        report(near.place("PORT", "mtu"), far.place("PORT", "mtu"), crate::finding::shown(&reason));
    }
    Some((rate, length))
}

/// Adds a mismatch for each priority for which `side` sends pauses and `peer` sends none. Adds a mismatch
/// for each priority with PFC at both ends that is lossless at `side` only.
fn pfc(side: &Side<'_>, peer: &Side<'_>, report: &mut impl FnMut(FilePlace, FilePlace, String)) {
    let [sends, others] = [side, peer].map(|side| side.imported.enabled[side.number]);
    let obeyed = super::pfc::obeyed(&peer.imported.switch, peer.port(), others);
    let field = "pfc_enable";
    let mut report =
        |reason| report(side.place("PORT_QOS_MAP", field), peer.place("PORT_QOS_MAP", field), reason);
    for priority in (sends - others).iter() {
        report(one_sided(
            [&side.name(), &peer.name()],
            priority,
            obeyed.contains(priority),
            &format!("pfc_enable {} against {}", words(sends), words(others)),
        ));
    }
    let lossless = side.imported.lossless[side.number];
    for (priority, cause) in Priority::ALL.into_iter().zip(&peer.imported.groups[peer.number].causes) {
        if let Some(cause) = cause.as_ref().filter(|_| lossless.contains(priority)) {
            report(lossy_peer([&side.name(), &peer.name()], priority, cause));
        }
    }
}

/// Sentence on a priority for which the end `side` sends pauses and the end `peer` sends none. `is_obeyed` is
/// `true` if `peer` obeys the pauses. `sets` is a text with the PFC priorities of both ends.
pub(super) fn one_sided([side, peer]: [&str; 2], priority: Priority, is_obeyed: bool, sets: &str) -> String {
    if is_obeyed {
        format!(
            "{side} (to {peer}): the peer obeys pauses of priority {priority}, but sends none, so it can lose frames ({sets})"
        )
    } else {
        format!(
            "{side} (to {peer}): pauses of priority {priority} are sent to a peer that does not obey them, so frames can be \
             lost; the peer sends none ({sets})"
        )
    }
}

/// Sentence on a priority with PFC at both ends that is lossy at the end `peer`. `cause` is the reason.
pub(super) fn lossy_peer([side, peer]: [&str; 2], priority: Priority, cause: &str) -> String {
    format!(
        "{side} (to {peer}): priority {priority} has PFC at both ends, but is lossy at the peer, so frames can be lost: \
         {cause}"
    )
}

/// Adds a mismatch if some DSCPs have different priorities at the two ends of a link. DSCPs whose priorities
/// are lossy at both ends are not compared.
fn dscp(near: &Side<'_>, far: &Side<'_>, report: &mut impl FnMut(FilePlace, FilePlace, String)) {
    let [a, b] = [near, far].map(|side| side.imported.maps[side.number].dscp_queues());
    let [lossless_a, lossless_b] = [near, far].map(|side| side.imported.lossless[side.number]);
    if let Some(reason) = different_dscps([&near.name(), &far.name()], [&a, &b], [lossless_a, lossless_b]) {
        report(
            super::maps::dscp_place(&near.imported.switch, near.port()),
            super::maps::dscp_place(&far.imported.switch, far.port()),
            reason,
        );
    }
}

/// Sentence on the DSCPs with different priorities at two ends, if at least one of the two priorities is
/// lossless at its end. `maps` has the priority of each DSCP. Adjacent DSCPs with the same two priorities are
/// one range, such as `24-31`. `None` if no DSCP differs in this way.
pub(super) fn different_dscps(
    [near, far]: [&str; 2],
    maps: [&[u8; 64]; 2],
    lossless: [PrioritySet; 2],
) -> Option<String> {
    let pair = |code: usize| maps.map(|map| map[code] % 8);
    let differs = |code: &usize| {
        let [a, b] = pair(*code);
        a != b && (lossless[0].contains(Priority::new(a)) || lossless[1].contains(Priority::new(b)))
    };
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for code in (0..64).filter(differs) {
        match ranges.last_mut() {
            Some((_, end)) if *end + 1 == code && pair(*end) == pair(code) => *end = code,
            _ => ranges.push((code, code)),
        }
    }
    let words = |(start, end): &(usize, usize)| {
        let codes = if start == end { start.to_string() } else { format!("{start}-{end}") };
        let [a, b] = pair(*start);
        format!("DSCP {codes} ({a} against {b})")
    };
    let ranges: Vec<String> = ranges.iter().map(words).collect();
    (!ranges.is_empty())
        .then(|| format!("{near} and {far} give different priorities to {}", ranges.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dscps_with_different_priorities_are_in_one_sentence() {
        let equal: [u8; 64] = std::array::from_fn(|code| if code == 26 { 3 } else { 0 });
        let mut other = equal;
        other[8..10].fill(3);
        other[10] = 4;
        // Priorities 1 and 0 are lossy at both ends.
        other[50] = 1;
        other[63] = 3;
        let reason = |lossless| different_dscps(["a", "b"], [&equal, &other], lossless);
        let [p3, p4] = [Priority::P3, Priority::P4].map(PrioritySet::of);
        assert_eq!(
            reason([PrioritySet::EMPTY, p3 | p4]).as_deref(),
            Some(
                "a and b give different priorities to DSCP 8-9 (0 against 3), DSCP 10 (0 against 4), DSCP 63 (0 against 3)"
            )
        );
        assert_eq!(
            reason([p3, p4]).as_deref(),
            Some("a and b give different priorities to DSCP 10 (0 against 4)")
        );
        assert_eq!(reason([p3, PrioritySet::EMPTY]), None);
    }
}
