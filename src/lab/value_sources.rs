//! Provenance of the values of the selection (default, profile, place, action), and the address to
//! which a change goes: the one that gives the value now.

use fabric_sim::document::Document;
use fabric_sim::document::params::{Address, Current, Key, Level, Nodes, Place};
use fabric_sim::ids::PortId;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::picture::Selected;
use crate::charts::time_label;

/// Value of a parameter for the selection, at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Parameter whose value this is.
    pub key: Key,
    /// Value in the unit of its kind, or the number of a word.
    pub value: u64,
    /// Whether the value differs from the document as it was opened.
    pub changed: bool,
    /// Source of the value; `None` for a default or a value for the whole fabric.
    pub source: Option<ValueSource>,
    /// Time of the action that set the value; `None`: in force from the start.
    pub since: Option<Time>,
}

/// Source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSource {
    /// Source in a few words: "from profile hpcc", "for leaf1 port 5".
    pub words: String,
    /// Scope of a change: "the whole fabric", "leaf1 port 5".
    pub change: String,
}

impl Value {
    /// Source and start time of the value: "for leaf1 since 12 µs"; `None` if it is for the whole
    /// fabric from the start.
    #[must_use]
    pub fn origin(&self) -> Option<String> {
        let source = self.source.as_ref().map(|source| source.words.clone());
        let since = self.since.map(|at| format!("since {}", time_label(at)));
        let words: Vec<String> = source.into_iter().chain(since).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Value of `current` with its provenance. `own` is the finest address of the parameter for the
    /// selection; `before` is the value in the document as it was opened.
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

/// Port and priority whose pause thresholds the page shows. The port is the selected one, or its peer
/// if only that is on a switch; the priority is the selected one, or a lossless one beside it.
pub(super) fn lossless_selection(spec: &Spec, selected: Selected) -> Selected {
    let port = at(spec, selected.port, |port| spec.switch_of(port).is_some()).unwrap_or(selected.port);
    let lanes = &spec.ports[port.index()].config.priorities;
    let lossless = |n: &u8| lanes[usize::from(*n)].pg.lossless;
    let priority = if lossless(&selected.priority) { None } else { (0..8).find(lossless) };
    Selected { port, priority: priority.unwrap_or(selected.priority) }
}

/// Finest address of `key` for the selection.
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
            Level::Fabric => Place::Fabric,
            Level::Switch => Place::Switch(node),
            _ if is_switch(port) => Place::SwitchPort(node, spec.ports[port.index()].number.into()),
            _ => Place::Host(node),
        }
    });
    let lane = if param.lossless_only { lossless_selection(spec, selected) } else { selected };
    Address { place, priority: (param.level == Level::Priority).then_some(lane.priority), key }
}

/// Address to write a change of `key` to, so that the change is effective for the selection. Values of
/// the document are changed at their own address. Defaults, and values of a built-in profile, are
/// changed for the whole fabric. A value of a profile of the document is changed at the selected
/// switch, because a running fabric does not know profiles.
pub(super) fn address_of_change(
    document: &Document,
    spec: &Spec,
    selected: Selected,
    key: Key,
    now: Option<Time>,
) -> Address {
    let own = own_address(spec, selected, key);
    let current = document.parameters([&own], now).pop();
    changed_at(&own, current.and_then(|current| current.governed).as_ref())
}

fn changed_at(own: &Address, governed: Option<&Address>) -> Address {
    let Some(given) = governed else { return Address::everywhere(own.key) };
    let place = match (&given.place, &own.place) {
        (Place::OfProfile { .. }, _) => return Address::everywhere(own.key),
        (Place::Profile(_), Place::SwitchPort(node, _)) => Place::Switch(node.clone()),
        (Place::Profile(_) | Place::ProfilePort(..), _) => own.place.clone(),
        (place, _) => place.clone(),
    };
    Address { place, priority: given.priority, key: own.key }
}

/// Address in words: "leaf1 port 5", "P3 of h1", "the whole fabric".
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

/// End of the link of `port` for which `is_so` holds, `port` itself first.
fn at(spec: &Spec, port: PortId, is_so: impl Fn(PortId) -> bool) -> Option<PortId> {
    [port, spec.ports.get(port.index())?.peer].into_iter().find(|port| is_so(*port))
}
