//! Compiles actions that change parameters of a running fabric into settings of the engine. A change can
//! cause further changes: an XON of `auto` changes with XOFF. Start with [`set`].
//!
//! Values that are equal to the present values give no action. A parameter that may change only before the
//! run is an error. A new value also replaces earlier values inside its place: a value for a switch replaces
//! the values for its ports and priorities.

use std::collections::BTreeMap;

use super::super::params::{
    Address, Assignment, Assignments, CALCULATED, Key, ParamLevel, ParamMap, PlaceResolver, PortRow,
    PriorityRow, Rows, config, read, rules,
};
use super::super::problem::{Problem, Problems};
use super::auto_headroom::headroom;
use super::local_settings;
use crate::fabric::buffer::Threshold;
use crate::ids::{PortId, Priority, PrioritySet};
use crate::sizing::FrameSizes;
use crate::sort;
use crate::spec::{Action, LocalSetting, PriorityConfig, Setting, SettingScope};

/// Compiles new parameter values into actions: one for each setting of the engine that changes. An `auto` XON
/// changes with XOFF, so the setting of this XON is included. Adds the new values to `rows` and
/// `assignments`. Also returns the values that `map` gives for nodes, ports and priorities, even if they
/// change nothing. `ports_left` is the number of ports that actions may still name; the function subtracts
/// the ports that the new actions name. If these actions name more ports than `ports_left`, this is a
/// problem, and `ports_left` becomes `None`. Wrong entries of `map` are added to `problems`; the other
/// entries are compiled.
///
/// Actions are grouped by setting: settings of priorities first, then PFC on or off, then settings of ports.
pub(super) fn set(
    map: &ParamMap,
    place: &str,
    places: &PlaceResolver<'_>,
    rows: &mut Rows,
    assignments: &mut Assignments<'_>,
    ports_left: &mut Option<usize>,
    problems: &mut Problems,
) -> (Vec<Action>, Vec<LocalSetting>) {
    let before = store_values(map, place, places, rows, assignments, problems);
    let mut broken = BTreeMap::new();
    let mut changes: Vec<(Setting, BTreeMap<PortId, PrioritySet>)> = Vec::new();
    let mut change = |setting: Setting, port: PortId, mask: PrioritySet| {
        let at = changes.iter().position(|(other, _)| *other == setting).unwrap_or_else(|| {
            changes.push((setting, BTreeMap::new()));
            changes.len() - 1
        });
        *changes[at].1.entry(port).or_default() |= mask;
    };
    for (&(port, n), row) in &before.priorities {
        let old = config::priority(row, n, rows.model);
        let new = config::priority(&rows.priorities[port.index()][n.index()], n, rows.model);
        for rule in rules::priority(&new).chain(rules::watchdog(&new, places.spec.watchdog_scale)) {
            broken.entry(rule.message.clone()).or_insert((rule, port, n));
        }
        changed_settings(&old, &new).for_each(|setting| change(setting, port, PrioritySet::of(n)));
    }
    for ((port, n), row) in &before.priorities {
        let new = &rows.priorities[port.index()][n.index()];
        let other = &rows.priorities[places.spec.ports[port.index()].peer.index()][n.index()];
        if places.spec.ports[port.index()].config.link_pause.is_some() {
            if let Some(rule) = rules::link_pause::pfc_violation(new, *n) {
                broken.entry(rule.message.clone()).or_insert((rule, *port, *n));
            }
            continue;
        }
        for (key, setting) in [
            (Key::PfcTx, Setting::PfcTx as fn(bool) -> Setting),
            (Key::PfcRx, Setting::PfcRx as fn(bool) -> Setting),
        ] {
            let is_on = config::has_pfc(key, *n, new, other);
            if config::has_pfc(key, *n, row, other) != is_on {
                change(setting(is_on), *port, PrioritySet::of(*n));
            }
        }
    }
    for (rule, port, n) in broken.into_values().take(Problems::MAX_PROBLEMS) {
        let ending = assignments.ending(&rule, &Address::of_priority(places.spec, port, n));
        problems.push(Problem::new(place, rule.message + &ending));
    }
    for (port, row) in before.ports {
        let (old, new) = (config::receive(&row), config::receive(&rows.ports[port.index()]));
        if old.drain != new.drain {
            change(Setting::Drain(new.drain), port, PrioritySet::ALL);
        }
        let clock = places.spec.ports[port.index()].clock;
        let [old, new] = [&row, &rows.ports[port.index()]].map(|row| config::pause_time(row, clock));
        if old != new {
            change(Setting::PauseTime(new.0, new.1), port, PrioritySet::ALL);
        }
    }
    check_memory(place, places, rows, assignments, &changes, problems);
    let actions: Vec<Action> =
        changes.into_iter().flat_map(|(setting, ports)| actions(setting, ports)).collect();
    let named: usize = actions.iter().map(ports_named).sum();
    *ports_left = ports_left.and_then(|left| left.checked_sub(named));
    if ports_left.is_none() {
        problems.push(Problem::new(
            place,
            "the actions name too many ports in all: at most 4194304; remove some",
        ));
    }
    (actions, before.given)
}

/// Checks that reserves, headrooms and credits still fit in the memory of each switch with changed settings.
fn check_memory(
    place: &str,
    places: &PlaceResolver<'_>,
    rows: &Rows,
    assignments: &Assignments<'_>,
    changes: &[(Setting, BTreeMap<PortId, PrioritySet>)],
    problems: &mut Problems,
) {
    let spec = places.spec;
    let of_memory = |setting: &Setting| {
        matches!(
            setting,
            Setting::Xoff(_)
                | Setting::Alpha(_)
                | Setting::Xon(_)
                | Setting::Headroom(_)
                | Setting::Reserve(_)
                | Setting::Group(..)
        )
    };
    let ports = changes.iter().filter(|(setting, _)| of_memory(setting)).flat_map(|(_, ports)| ports.keys());
    let nodes = sort::set(ports.map(|port| spec.ports[port.index()].node.index()));
    for node in nodes.iter().map(|node| &spec.nodes[*node]) {
        let Some(switch) = node.switch() else { continue };
        let ports = node.ports.start as usize..node.ports.end as usize;
        let priorities: Vec<PriorityConfig> = rows.priorities[ports]
            .iter()
            .flat_map(|of_port| {
                Priority::ALL.into_iter().zip(of_port).map(|(n, row)| config::priority(row, n, rows.model))
            })
            .collect();
        if let Some(rule) =
            rules::memory::violation(&spec.switches[switch.index()].pool, || priorities.iter())
        {
            let (port, n) = rules::memory::largest_group(priorities.iter());
            let address = Address::of_priority(spec, PortId::new(node.ports.start as usize + port), n);
            let ending = assignments.ending(&rule, &address);
            problems.push(Problem::new(place, format!("{}: {}{ending}", node.name, rule.message)));
        }
    }
}

/// Parameter values that a change replaces, and the new values that the change gives (`given`). `priorities`
/// has the old values of each changed priority, by port and priority. `ports` has the old values of each
/// changed port.
#[derive(Default)]
struct OldSettings {
    priorities: BTreeMap<(PortId, Priority), PriorityRow>,
    ports: BTreeMap<PortId, PortRow>,
    given: Vec<LocalSetting>,
}

/// Stores the new values in `rows` and `assignments`. Returns the old values. A headroom of `auto` is
/// calculated for the routes and flows of the document.
fn store_values(
    map: &ParamMap,
    place: &str,
    places: &PlaceResolver<'_>,
    rows: &mut Rows,
    assignments: &mut Assignments<'_>,
    problems: &mut Problems,
) -> OldSettings {
    let live = |text: &str| {
        let address = Address::parse(text)?;
        let param = address.key.param();
        if param.live {
            return Ok(address);
        }
        let message = format!("{} may not change in a running fabric; give it in params", param.name);
        Err(Problem::new(text, message))
    };
    let mut before = OldSettings::default();
    let mut sizes: Option<FrameSizes> = None;
    for given in read(place, map, live, problems) {
        before.given.extend(local_settings::of_change(&given, rows, places));
        let Assignment { address, value, place, .. } = &given;
        if address.key.param().level == ParamLevel::Port {
            match places.ports(&address.place, address.key.param().nodes) {
                Ok(ports) => ports.into_iter().for_each(|port| {
                    let row = &mut rows.ports[port.index()];
                    before.ports.entry(port).or_insert(*row);
                    row.put(address.key, *value);
                }),
                Err(message) => problems.push(Problem::new(place, message)),
            }
            assignments.add(given);
            continue;
        }
        match rows.targets(places, address) {
            Ok(targets) => {
                for (port, mask) in targets {
                    for n in mask.iter() {
                        let row = &mut rows.priorities[port.index()][n.index()];
                        before.priorities.entry((port, n)).or_insert(*row);
                        row.set(address.key, *value);
                        if (address.key, *value) == (Key::Headroom, CALCULATED) {
                            let spec = places.spec;
                            let sizes = sizes.get_or_insert_with(|| {
                                FrameSizes::of(spec, &spec.routes, &mut spec.flows.iter())
                            });
                            row.put(Key::Headroom, headroom(spec, sizes, port, n));
                        }
                        rows.reapply_pfc_off(port, n);
                    }
                }
            }
            Err(message) => problems.push(Problem::new(place, message)),
        }
        assignments.add(given);
    }
    before
}

/// Actions that apply `setting` to ports and priorities. Keys of `ports` are port numbers of the fabric, and
/// values are the priorities of the port. Ports with equal priorities share one action. The actions are in
/// the order of their sets of priorities.
fn actions(setting: Setting, ports: BTreeMap<PortId, PrioritySet>) -> impl Iterator<Item = Action> {
    let mut scopes: BTreeMap<PrioritySet, Vec<PortId>> = BTreeMap::new();
    for (port, mask) in ports {
        scopes.entry(mask).or_default().push(port);
    }
    scopes
        .into_iter()
        .map(move |(priorities, ports)| Action::Set { scope: SettingScope { ports, priorities }, setting })
}

fn ports_named(action: &Action) -> usize {
    match action {
        Action::Set { scope, .. } => scope.ports.len(),
        _ => 0,
    }
}

/// New settings of a priority, where `old` and `new` differ. If the priority becomes lossless or lossy, one
/// setting replaces the whole configuration of its PG.
fn changed_settings(old: &PriorityConfig, new: &PriorityConfig) -> impl Iterator<Item = Setting> {
    let changes_kind = old.pg.lossless != new.pg.lossless;
    let old_pg = if changes_kind { &new.pg } else { &old.pg };
    let threshold = match new.pg.threshold {
        Threshold::Static(bytes) => Setting::Xoff(bytes),
        Threshold::Dynamic(alpha) => Setting::Alpha(alpha),
    };
    [
        (changes_kind, Setting::Group(new.pg, new.egress_limit)),
        (old_pg.threshold != new.pg.threshold, threshold),
        (old_pg.xon != new.pg.xon, Setting::Xon(new.pg.xon)),
        (old_pg.xon_offset != new.pg.xon_offset, Setting::XonOffset(new.pg.xon_offset)),
        (old_pg.headroom != new.pg.headroom, Setting::Headroom(new.pg.headroom)),
        (old_pg.reserve != new.pg.reserve, Setting::Reserve(new.pg.reserve)),
        (old.ecn.kmin != new.ecn.kmin, Setting::Kmin(new.ecn.kmin)),
        (old.ecn.kmax != new.ecn.kmax, Setting::Kmax(new.ecn.kmax)),
        (old.ecn.pmax != new.ecn.pmax, Setting::Pmax(new.ecn.pmax)),
        (old.class != new.class, Setting::Class(new.class)),
        (old.watchdog != new.watchdog, Setting::Watchdog(new.watchdog)),
    ]
    .into_iter()
    .filter_map(|(changed, setting)| changed.then_some(setting))
}
