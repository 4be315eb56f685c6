//! Import of the rate and length of a link: `PORT.speed` and `CABLE_LENGTH`.
//!
//! Rule: the speed is in Mb/s; a length of 0m means unknown (`BufferMgr`, cfgmgr/buffermgr.cpp). Speeds are
//! whole numbers of Mb/s, from 1 Mb/s to 10 Tb/s. Fallback: a cable of unknown length is 5 m long. A port
//! without a speed is refused. Left out: the rate that auto-negotiation selects.

use fabric_sim::document::Document;
use fabric_sim::units::{Length, Rate};

use super::Switch;
use super::links::Topology;
use super::nic::NicCable;
use crate::finding::{FilePlace, Findings};

const CABLE: &str = "CABLE_LENGTH";

/// Rate and length of a link, as the switch at one end configures them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// Rate of the link; `None` if the field `speed` is absent or refused.
    pub rate: Option<Rate>,
    /// Cable length; `None` if it is absent, malformed (and refused), or 0 m, which SONiC reads as unknown.
    pub length: Option<Length>,
}

impl End {
    /// Reads the rate and the cable length of a port. Refuses malformed values.
    pub fn read(switch: &Switch, port: &str, findings: &mut Findings) -> Self {
        let row = switch.db.row("PORT", port);
        let most = Rate::MAX.bps() / 1_000_000;
        let speed = row.and_then(|row| match row.get("speed").map(str::parse::<Rate>) {
            Some(Ok(rate)) if rate.bps() >= 1_000_000 => {
                let reason =
                    format!("\"{rate}\" has a unit, but must be in Mb/s; write {}", rate.bps() / 1_000_000);
                findings.refuse(row.place("speed"), reason);
                None
            }
            _ => row.number("speed", 1..=most, findings),
        });
        let rate = speed.and_then(|speed| Rate::from_bps(speed * 1_000_000));
        if let (Some(row), Some(rate)) = (row, rate) {
            findings.taken(row.place("speed"), format!("rate = {rate}"));
            if row.get("autoneg") == Some("on") {
                let reason = "auto-negotiation is on: the rate may be another one, and dynamic buffers follow the \
                              largest of adv_speeds";
                findings.not_modelled(row.place("autoneg"), reason);
            }
        }
        let row = switch.db.rows(CABLE).find(|row| row.get(port).is_some());
        let length = row.and_then(|row| Some((row.place(port), row.single(port, findings)?)));
        let length = length.and_then(|(place, text)| {
            let Ok(length) = text.trim().parse::<Length>() else {
                findings.refuse(place, format!("\"{text}\" must be a length such as 40m"));
                return None;
            };
            if length == Length::from_m(0) {
                findings.changed(place, "0 m means unknown: another length is taken");
                return None;
            }
            Some(length)
        });
        Self { rate, length }
    }
}

/// Text of the cable length of a port, and its place in the file; `None` if the length is absent. The name of
/// the entry, such as `AZURE`, does not matter; the first entry in alphabetical order that has the port is
/// used.
pub(super) fn cable<'a>(switch: &'a Switch, port: &str) -> Option<(FilePlace, &'a str)> {
    switch.db.rows(CABLE).find_map(|row| Some((row.place(port), row.get(port)?)))
}

/// Place of the cable length of a port in the file; the place of the table if the length is absent.
pub(super) fn place(switch: &Switch, port: &str) -> FilePlace {
    cable(switch, port).map_or_else(|| switch.db.place(CABLE).at(port), |(place, _)| place)
}

/// Rate and length of a link from a switch to a host; `None`, with a refusal, if the port has no speed.
pub(super) fn to_host(
    switch: &Switch,
    port: &str,
    end: &End,
    findings: &mut Findings,
) -> Option<(Rate, Length)> {
    let Some(rate) = end.rate else {
        // A malformed speed has been refused already.
        if switch.port_field(port, "speed").is_none() {
            findings.refuse(switch.place("PORT", port, "speed"), missing_speed("the port", port));
        }
        return None;
    };
    Some((rate, length_or_default(switch, port, end, findings)))
}

/// Reason for the refusal of a link because `what`, a port or both ends, has no speed. `ports` names where
/// the user can add the speed.
pub(super) fn missing_speed(what: &str, ports: &str) -> String {
    let most = Rate::MAX.bps() / 1_000_000;
    format!("speed is absent at {what}, but must be from 1 to {most}, in Mb/s; add the field to {ports}")
}

/// Sets the cable length of each link to a host to the length that the host's NIC has in `cables`, if this
/// length is longer. Refuses a length that a document does not allow.
pub(super) fn lengthen(
    document: &mut Document,
    topology: &Topology,
    cables: &[NicCable],
    findings: &mut Findings,
) {
    for NicCable { host, metres, place, far } in cables {
        let name = &topology.hosts[*host].name;
        let Some(link) = document.links.iter_mut().find(|link| link.b == *name) else { continue };
        let Ok(length) = format!("{metres}m").parse::<Length>() else {
            findings.refuse(place.clone(), format!("\"{metres}\" must be a length in metres, such as 40"));
            continue;
        };
        if link.length < Some(length) {
            link.length = Some(length);
            for place in [place, far] {
                findings.changed(place.clone(), format!("length = {length}, the longer of both ends"));
            }
        }
    }
}

/// Cable length of a port, from `end`; 5 m if `end` has no length. Adds a finding in both cases.
pub(super) fn length_or_default(switch: &Switch, port: &str, end: &End, findings: &mut Findings) -> Length {
    if let Some(length) = end.length {
        findings.taken(place(switch, port), format!("length = {length}"));
        return length;
    }
    let length = fabric_sim::document::Link::LENGTH;
    findings.changed(place(switch, port), format!("the cable length is unknown: length = {length}"));
    length
}
