//! Comparison of the two ends of a link: each end must name the other end as its neighbour. Start with
//! [`mismatch`].
//!
//! Rule: if port A names port B as its neighbour, then port B must name port A, by name or alias.
//! Fallback: an end that names only a switch, and no port, agrees with each port of this switch.
//! Left out: links to neighbours without a file.

use std::collections::HashMap;

use super::Mismatch;
use super::candidates::{NEIGHBOR, NamedEnd, Neighbour};
use super::switch::Switch;
use crate::finding::shown;

/// Whether `name`, in an entry of the switch `from`, names the switch `peer` as a neighbour. `peer` and
/// `from` are indices of switches.
fn is_called(switches: &[Switch], peer: usize, from: usize, name: &str) -> bool {
    let peer = &switches[peer];
    peer.is_named(name) || peer.is_sibling_asic(&switches[from], name)
}

/// Index of the switch that `neighbour` of the switch `from` refers to; `None` if the neighbour has no file.
/// If several ASICs of a device have the same host name, the ASIC that has the port of the neighbour is
/// returned.
pub(super) fn peer_of(switches: &[Switch], from: usize, neighbour: &Neighbour) -> Option<usize> {
    let candidates = || (0..switches.len()).filter(|peer| is_called(switches, *peer, from, &neighbour.name));
    let with_port = candidates().find(|peer| switches[*peer].port_called(&neighbour.port).is_some());
    with_port.or_else(|| candidates().next())
}

/// Whether the entry of `end` names the port `port` of the switch with index `switch` as its neighbour.
pub(super) fn leads_to(switches: &[Switch], end: &NamedEnd, switch: usize, port: &str) -> bool {
    end.neighbour.as_ref().is_some_and(|neighbour| {
        let is_port =
            neighbour.port.is_empty() || switches[switch].port_called(&neighbour.port) == Some(port);
        is_port && is_called(switches, switch, end.switch, &neighbour.name)
    })
}

/// Ends of links by switch index and port name in SONiC.
pub(super) type ByPort<'a> = HashMap<(usize, &'a str), &'a NamedEnd>;

/// Indexes the ends of links by switch and port.
pub(super) fn by_port(ends: &[NamedEnd]) -> ByPort<'_> {
    ends.iter().map(|end| ((end.switch, end.port.as_str()), end)).collect()
}

/// Whether both ends of a link name each other as neighbours. False if `end` has no neighbour, or names a
/// switch, but no port of this switch.
pub(super) fn is_agreed(switches: &[Switch], by_port: &ByPort<'_>, end: &NamedEnd) -> bool {
    let Some(neighbour) = &end.neighbour else { return false };
    let far = peer_of(switches, end.switch, neighbour)
        .and_then(|peer| Some((peer, switches[peer].port_called(&neighbour.port)?)));
    far.and_then(|far| by_port.get(&far)).is_some_and(|back| leads_to(switches, back, end.switch, &end.port))
}

/// Creates the mismatch of a link: the port `end` names the port `far` as its neighbour, but `far` does not
/// name `end`. `far` has the index of the switch and the name of the port. `back` is the neighbour entry of
/// the port `far`; `None` if there is no entry. `is_taken` is `true` if the document has the link; otherwise
/// [`Mismatch::ends`] is empty.
pub(super) fn mismatch(
    switches: &[Switch],
    end: &NamedEnd,
    neighbour: &Neighbour,
    far: (usize, &str),
    back: Option<&NamedEnd>,
    is_taken: bool,
) -> Mismatch {
    let name = |switch: usize, port: &str| format!("{} {port}", switches[switch].name);
    let (near_name, far_name) = (name(end.switch, &end.port), name(far.0, far.1));
    let back = back.and_then(|back| back.neighbour.as_ref());
    let other = back.map_or_else(
        || format!("{far_name} names no neighbour"),
        |back| format!("{far_name} leads to {} {}", back.name, back.port).trim_end().to_owned(),
    );
    let effect = if is_taken {
        format!("the link of {near_name} is taken")
    } else {
        "this link is left out".to_owned()
    };
    let reason =
        format!("{near_name} leads to {far_name}, but {other}: a wrong cable, or a wrong plan; {effect}");
    let far_place = back.map_or_else(|| switches[far.0].place(NEIGHBOR, far.1, ""), |back| back.place.at(""));
    Mismatch {
        near: neighbour.place.at(""),
        far: far_place,
        reason: shown(&reason),
        ends: if is_taken { [near_name, far_name] } else { <[String; 2]>::default() },
    }
}
