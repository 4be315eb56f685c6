//! Source of each value of the selected port and priority: default, profile, document or action. Also finds
//! the address at which a change is written. Start with [`Value`] and [`address_of_change`].
//!
//! A value that the document sets is changed at its address in the document, so that other ports with this
//! address also change. A default is changed for the whole fabric. A default has no source and no time.

use fabric_sim::document::Document;
use fabric_sim::document::params::{Address, Current, Key, Nodes, ParamLevel, Place};
use fabric_sim::ids::{PortId, Priority};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::picture::Selected;
use crate::charts::time_label;

/// Value of a parameter for the selected port and priority at the cursor, with its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Parameter that has the value.
    pub key: Key,
    /// Value in the unit of the kind of the parameter; for a word, its number in the list of words.
    /// [`UNSET`](fabric_sim::document::params::UNSET) if the parameter has no value.
    pub value: u64,
    /// Whether the value differs from the value in the preset. `false` if the document is no preset.
    pub changed: bool,
    /// Source of the value. `None` if the value is a default, or if the document sets it for all priorities
    /// of the whole fabric.
    pub source: Option<ValueSource>,
    /// Time of the action that set the value. `None` if no action has set it.
    pub since: Option<Time>,
}

/// Texts on the source of a value, and on the ports of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSource {
    /// A few words on the source, such as "from profile hpcc" or "for leaf1 port 5".
    pub words: String,
    /// Ports to which a change of the value would apply, such as "the whole fabric" or "leaf1 port 5".
    pub change: String,
}

impl Value {
    /// Text on the source of the value and the time since which it is in force, such as "for leaf1 since 12
    /// µs". `None` if the value is in force in the whole fabric from the start.
    #[must_use]
    pub fn origin(&self) -> Option<String> {
        let source = self.source.as_ref().map(|source| source.words.clone());
        let since = self.since.map(|at| format!("since {}", time_label(at)));
        let words: Vec<String> = source.into_iter().chain(since).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Creates the value and its source from `current`. `own` is the most specific address of the parameter
    /// for the selected port and priority. `before` is the value in the preset; `None` if the document is no
    /// preset.
    pub(super) fn new(own: &Address, current: &Current, before: Option<&Current>) -> Self {
        let source = current.given.as_ref().and_then(|given| {
            let words = match &given.place {
                Place::Fabric if given.priority.is_none() => return None,
                Place::OfProfile { profile, .. }
                | Place::Profile(profile)
                | Place::ProfilePort(profile, _) => {
                    format!("from profile {profile}")
                }
                _ => format!("for {}", place_in_words(given)),
            };
            Some(ValueSource { words, change: place_in_words(&changed_at(own, Some(given))) })
        });
        let changed = before.is_some_and(|before| before.value != current.value);
        Self { key: own.key, value: current.value, changed, source, since: current.since }
    }
}

/// Port and priority whose pause thresholds the page shows. The port is the selected port; if it belongs to a
/// host and its peer to a switch, the port is the peer. The priority is the selected one if it is lossless at
/// the port, otherwise the first lossless priority of the port. Without a lossless priority, it is the
/// selected one.
pub(super) fn lossless_selection(spec: &Spec, selected: Selected) -> Selected {
    let port = at(spec, selected.port, |port| spec.switch_of(port).is_some()).unwrap_or(selected.port);
    let lanes = &spec.ports[port.index()].config.priorities;
    let lossless = |n: &Priority| lanes[n.index()].pg.lossless;
    let priority = if lossless(&selected.priority) { None } else { Priority::ALL.into_iter().find(lossless) };
    Selected { port, priority: priority.unwrap_or(selected.priority) }
}

/// Most specific address of `key` for the selected port and priority, such as one priority of one port. A
/// parameter of hosts is that of the host at the link. If neither end of the link has the parameter, the
/// address of the whole fabric.
pub(super) fn own_address(spec: &Spec, selected: Selected, key: Key) -> Address {
    let param = key.param();
    let is_switch = |port: PortId| spec.switch_of(port).is_some();
    let port = match param.nodes {
        Nodes::Switches => at(spec, selected.port, is_switch),
        Nodes::Hosts => at(spec, selected.port, |port| !is_switch(port)),
        Nodes::All => Some(selected.port),
    };
    let place = port.map_or(Place::Fabric, |port| {
        let node = spec.owner(port).name.clone();
        match param.level {
            ParamLevel::Fabric => Place::Fabric,
            ParamLevel::Switch => Place::Switch(node),
            _ if is_switch(port) => Place::SwitchPort(node, spec.ports[port.index()].number.into()),
            _ => Place::Host(node),
        }
    });
    let lane = if param.lossless_only { lossless_selection(spec, selected) } else { selected };
    Address { place, priority: (param.level == ParamLevel::Priority).then_some(lane.priority), key }
}

/// Address at which a change of `key` is written so that it applies to the selected port and priority. `now`
/// is the time of the cursor, or `None` for the start of the run.
///
/// A value that the document sets is changed where it is set. A default, or a value of a built-in profile, is
/// changed for the whole fabric. No action can change a profile. Therefore a value of a profile in the
/// document is changed at the selected switch. If the profile gives the value for a port, it is changed at
/// the selected port.
pub(super) fn address_of_change(
    document: &Document,
    spec: &Spec,
    selected: Selected,
    key: Key,
    now: Option<Time>,
) -> Address {
    let own = own_address(spec, selected, key);
    let current = document.parameters([&own], now).pop();
    changed_at(&own, current.and_then(|current| current.governing).as_ref())
}

/// Address at which a change of a value is written. `own` is the most specific address of the value.
/// `governing` is the address that sets the present value; `None` if the value is a default.
fn changed_at(own: &Address, governing: Option<&Address>) -> Address {
    let Some(given) = governing else { return Address::everywhere(own.key) };
    let place = match (&given.place, &own.place) {
        (Place::OfProfile { .. }, _) => return Address::everywhere(own.key),
        (Place::Profile(_), Place::SwitchPort(node, _)) => Place::Switch(node.clone()),
        (Place::Profile(_) | Place::ProfilePort(..), _) => own.place.clone(),
        (place, _) => place.clone(),
    };
    Address { place, priority: given.priority, key: own.key }
}

/// Text on the place of an address, such as "leaf1 port 5", "P3 of h1" or "the whole fabric". The port of a
/// profile is not named.
#[must_use]
pub fn place_in_words(address: &Address) -> String {
    let place = match &address.place {
        Place::Fabric => "the whole fabric".to_owned(),
        Place::Switch(node) | Place::Host(node) | Place::OfProfile { node, .. } => node.clone(),
        Place::SwitchPort(node, port) => format!("{node} port {port}"),
        Place::Profile(profile) | Place::ProfilePort(profile, _) => format!("profile {profile}"),
    };
    match address.priority {
        Some(n) if address.place == Place::Fabric => format!("P{n}"),
        Some(n) => format!("P{n} of {place}"),
        None => place,
    }
}

/// End of the link of `port` for which `is_so` returns true. `port` itself is tried first. `None` if `is_so`
/// returns false for both ends.
fn at(spec: &Spec, port: PortId, is_so: impl Fn(PortId) -> bool) -> Option<PortId> {
    [port, spec.ports.get(port.index())?.peer].into_iter().find(|port| is_so(*port))
}
