//! `PORT.speed` and `CABLE_LENGTH`: rate and length of a link.
//!
//! Rule: speed is in Mb/s, and 0m is an unknown length (`BufferMgr`, cfgmgr/buffermgr.cpp).
//! Fallback: a cable of unknown length has 5 m; a port without a speed is refused.
//! Left out: the rate that auto-negotiation finds.

use fabric_sim::units::{Length, Rate};

use super::Switch;
use crate::finding::{Findings, Place};

const CABLE: &str = "CABLE_LENGTH";

/// Rate and length of a link as one switch configures them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    pub rate: Option<Rate>,
    /// Length; `None` if it is absent, or 0 m, which means unknown.
    pub length: Option<Length>,
}

impl End {
    /// Reads rate and length.
    pub fn read(switch: &Switch, port: &str, findings: &mut Findings) -> Self {
        let row = switch.db.row("PORT", port);
        let most = Rate::MAX.bps() / 1_000_000;
        let speed = row.and_then(|row| row.number("speed", 1..=most, findings));
        let rate = speed.and_then(|speed| Rate::from_bps(speed * 1_000_000));
        if let (Some(row), Some(rate)) = (row, rate) {
            findings.taken(row.place("speed"), format!("rate = {rate}"));
            if row.get("autoneg") == Some("on") {
                let reason = "auto-negotiation is on: the rate may be another one, and dynamic buffers follow the \
                              largest of adv_speeds";
                findings.not_modelled(row.place("autoneg"), reason);
            }
        }
        let length = cable(switch, port).and_then(|(place, text)| {
            let length: Option<Length> = text.trim().parse().ok();
            if length.is_none() {
                findings.refuse(place, format!("\"{text}\" must be a length such as 40m"));
            }
            length.filter(|length| *length > Length::from_m(0))
        });
        Self { rate, length }
    }
}

/// The cable length of a port as text, with its place. The key of the table, such as `AZURE`, does not matter.
pub(super) fn cable<'a>(switch: &'a Switch, port: &str) -> Option<(Place, &'a str)> {
    switch.db.rows(CABLE).find_map(|row| Some((row.place(port), row.get(port)?)))
}

/// The place of the cable length of a port.
pub(super) fn place(switch: &Switch, port: &str) -> Place {
    cable(switch, port).map_or_else(|| switch.db.place(CABLE).at(port), |(place, _)| place)
}

/// Rate and length of a link that ends at a host.
pub(super) fn to_host(
    switch: &Switch,
    port: &str,
    end: &End,
    findings: &mut Findings,
) -> Option<(Rate, Length)> {
    let Some(rate) = end.rate else {
        // A malformed speed was refused as it was read.
        if switch.port_field(port, "speed").is_none() {
            findings.refuse(switch.place("PORT", port, "speed"), "the port has no speed");
        }
        return None;
    };
    Some((rate, length_or_default(switch, port, end, findings)))
}

/// Length, or the default of 5 m with a finding.
pub(super) fn length_or_default(switch: &Switch, port: &str, end: &End, findings: &mut Findings) -> Length {
    if let Some(length) = end.length {
        findings.taken(place(switch, port), format!("length = {length}"));
        return length;
    }
    let length = fabric_sim::document::Link::LENGTH;
    findings.changed(place(switch, port), format!("the cable length is unknown: length = {length}"));
    length
}
