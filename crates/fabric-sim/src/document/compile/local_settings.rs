//! Lists the settings that the document gives for single nodes, ports or priorities. A report warns if such a
//! setting has no effect. Start with [`settings`].
//!
//! Settings are in the order of the keys in `KEYS`, then in the order in which assignments apply. Values that
//! switch a function off, and `auto`, are left out. Values of profiles that the document defines are listed;
//! values of built-in profiles are not.

use std::collections::BTreeMap;

use super::super::params::{
    Address, Assignment, CALCULATED, Key, OFF, ParamLevel, Place, PlaceResolver, Rows,
};
use crate::ids::{PortId, Priority, PrioritySet};
use crate::spec::{LocalSetting, LocalValue, Spec};
use crate::units::Rate;
use crate::wire::PRIORITIES;

/// Parameters that [`settings`] lists. Another setting can take away the effect of such a parameter, for
/// example by disabling the function to which the parameter belongs.
const KEYS: [Key; 62] = [
    Key::Headroom,
    Key::Xoff,
    Key::Xon,
    Key::XonOffset,
    Key::EgressLimit,
    Key::EgressAlpha,
    Key::WredMin,
    Key::WredMax,
    Key::WredDrop,
    Key::Kmin,
    Key::Kmax,
    Key::Pmax,
    Key::EcnAt,
    Key::PfcTx,
    Key::PfcRx,
    Key::Watchdog,
    Key::WatchdogAction,
    Key::WatchdogPoll,
    Key::WatchdogDetection,
    Key::WatchdogRestoration,
    Key::WatchdogRestores,
    Key::Drain,
    Key::Cir,
    Key::Cbs,
    Key::Pir,
    Key::Pbs,
    Key::PortPir,
    Key::PortPbs,
    Key::LinkXoff,
    Key::LinkXon,
    Key::PfcTrigger,
    Key::ReceiveHigh,
    Key::ReceiveLow,
    Key::ReceiveBuffer,
    Key::ResponseQueue,
    Key::NicWatchdog,
    Key::PauseQuanta,
    Key::Refresh,
    Key::PfcDelay,
    Key::PfcOrder,
    Key::HeadroomRatio,
    Key::HeadroomPool,
    Key::Alpha,
    Key::ExplicitXon,
    Key::PauseTimer,
    Key::CreditUpdate,
    Key::Ets,
    Key::EtsCounts,
    Key::EtsQuantum,
    Key::DefaultPriority,
    Key::ClockPpm,
    Key::CrossbarInputs,
    Key::CrossbarMatching,
    Key::CrossbarIterations,
    Key::CrossbarPriority,
    Key::CrossbarMode,
    Key::CrossbarCell,
    Key::CrossbarSpeedup,
    Key::CrossbarLatency,
    Key::CrossbarFifo,
    Key::MacAgeing,
    Key::Unknown,
];

/// Settings that the document gives for a node, port or priority. Each setting has the ports and priorities
/// where it is in force. The result leaves out values for the whole fabric, values of built-in profiles, and
/// values that later assignments replace everywhere. `given` must be in the order of application.
pub(super) fn settings(given: &[Assignment], rows: &Rows, places: &PlaceResolver<'_>) -> Vec<LocalSetting> {
    let mut settings = Vec::new();
    for key in KEYS {
        let local: Vec<&Assignment> =
            given.iter().filter(|one| one.address.key == key && is_local(one)).collect();
        if !local.is_empty() {
            in_force(key, &local, rows, places, &mut settings);
        }
    }
    settings
}

/// Setting that the assignment `given` of an action gives for a node, port or priority, with all ports and
/// priorities that it names. `None` if the parameter is not in [`KEYS`], the value is for the whole fabric,
/// or the value switches a function off.
pub(super) fn of_change(given: &Assignment, rows: &Rows, places: &PlaceResolver<'_>) -> Option<LocalSetting> {
    let key = given.address.key;
    if !KEYS.contains(&key) || !is_local(given) {
        return None;
    }
    let value = value(key, given.value)?;
    let places = targets(&given.address, rows, places);
    Some(LocalSetting {
        address: given.address.to_string(),
        text: key.param().show(given.value),
        value,
        places,
        is_imported: false,
    })
}

/// Sets the flag `is_imported` of each setting: true if all ports of the setting belong to switches with
/// imported port names. The keys of `interfaces` are the names of these switches.
pub(super) fn mark_imported(spec: &mut Spec, interfaces: &BTreeMap<String, Vec<String>>) {
    let mut settings = std::mem::take(&mut spec.local_settings);
    for setting in &mut settings {
        let is_imported = |port: PortId| interfaces.contains_key(&*spec.owner(port).name);
        setting.is_imported = setting.places.iter().all(|(port, _)| is_imported(*port));
    }
    spec.local_settings = settings;
}

/// Whether an assignment is for a node, port or priority, and not of a built-in profile.
fn is_local(given: &Assignment) -> bool {
    match &given.address.place {
        Place::OfProfile { .. } => false,
        Place::Fabric => given.address.priority.is_some(),
        _ => true,
    }
}

/// Adds the assignments `local` of the parameter `key` to `settings`. Each setting has the ports and
/// priorities where no later assignment replaces the value. An assignment is left out if later assignments
/// replace it everywhere.
fn in_force(
    key: Key,
    local: &[&Assignment],
    rows: &Rows,
    places: &PlaceResolver<'_>,
    settings: &mut Vec<LocalSetting>,
) {
    let mut winner = vec![[usize::MAX; PRIORITIES]; places.spec.ports.len()];
    for (n, one) in local.iter().enumerate() {
        for (port, mask) in targets(&one.address, rows, places) {
            mask.iter().for_each(|priority| winner[port.index()][priority.index()] = n);
        }
    }
    let mut places: Vec<Vec<(PortId, PrioritySet)>> = vec![Vec::new(); local.len()];
    for (port, winners) in winner.iter().enumerate() {
        for (n, winner) in Priority::ALL.into_iter().zip(winners).filter(|(_, winner)| **winner != usize::MAX)
        {
            let places = &mut places[*winner];
            match places.last_mut().filter(|(last, _)| last.index() == port) {
                Some((_, mask)) => mask.insert(n),
                None => places.push((PortId::new(port), PrioritySet::of(n))),
            }
        }
    }
    for (one, places) in local.iter().zip(places).filter(|(_, places)| !places.is_empty()) {
        if let Some(value) = value(key, one.value) {
            let text = key.param().show(one.value);
            let address = one.address.to_string();
            settings.push(LocalSetting { address, text, value, places, is_imported: false });
        }
    }
}

/// Ports to which the address applies, each with the priorities to which it applies. Empty if the address
/// names an unknown place, which another check reports.
fn targets(address: &Address, rows: &Rows, places: &PlaceResolver<'_>) -> Vec<(PortId, PrioritySet)> {
    if address.key.param().level != ParamLevel::Priority {
        let ports = places.ports(&address.place, address.key.param().nodes).unwrap_or_default();
        return ports.into_iter().map(|port| (port, PrioritySet::ALL)).collect();
    }
    rows.targets(places, address).unwrap_or_default()
}

/// Converts a parameter value to the form that reports use. `None` for values that switch a function off or
/// let the program calculate it, such as `off` and `auto`. Also `None` if headroom or rate is 0, if PFC
/// transmission or reception is off, or if the PFC trigger is the default.
fn value(key: Key, value: u64) -> Option<LocalValue> {
    if value >= OFF {
        return None;
    }
    if let Some(function) = function(key) {
        // A default value changes nothing.
        return Some(function).filter(|_| value != key.param().default);
    }
    Some(match key {
        Key::Headroom => LocalValue::Headroom(Some(value).filter(|bytes| (1..CALCULATED).contains(bytes))?),
        Key::Xoff => LocalValue::Xoff,
        Key::Xon | Key::XonOffset => LocalValue::Xon,
        Key::EgressLimit => LocalValue::EgressLimit(value),
        Key::EgressAlpha => LocalValue::EgressAlpha(value),
        Key::WredMin => LocalValue::WredMin,
        Key::WredMax | Key::WredDrop => LocalValue::WredOther,
        Key::Kmin => LocalValue::Kmin,
        Key::Kmax | Key::Pmax => LocalValue::EcnOther,
        Key::PfcTx => LocalValue::PfcTx,
        Key::PfcRx => LocalValue::PfcRx,
        Key::Watchdog => LocalValue::Watchdog,
        Key::Drain => LocalValue::Drain(Rate::from_bps(value)?),
        Key::Cir => LocalValue::MinRate(Rate::from_bps(value)?),
        Key::Cbs => LocalValue::MinBurst,
        Key::Pir => LocalValue::MaxRate(Rate::from_bps(value)?),
        Key::Pbs => LocalValue::MaxBurst,
        Key::PortPir => LocalValue::PortMaxRate(Rate::from_bps(value)?),
        Key::PortPbs => LocalValue::PortBurst,
        Key::LinkXoff | Key::LinkXon => LocalValue::LinkPauseThreshold,
        Key::PfcTrigger => LocalValue::EgressTrigger,
        Key::ReceiveHigh | Key::ReceiveLow => LocalValue::ReceiveThreshold,
        Key::NicWatchdog => LocalValue::NicWatchdog,
        _ => LocalValue::WatchdogOther,
    })
    .filter(|setting| {
        value > 0 || !matches!(setting, LocalValue::PfcTx | LocalValue::PfcRx | LocalValue::EgressTrigger)
    })
}

/// Kind of the setting `key`, if `key` has an effect only together with another function of its switch, port
/// or traffic. `None` for other parameters.
const fn function(key: Key) -> Option<LocalValue> {
    Some(match key {
        Key::EcnAt => LocalValue::EcnOther,
        Key::ReceiveBuffer => LocalValue::ReceiveBuffer,
        Key::ResponseQueue => LocalValue::ResponseQueue,
        Key::PauseQuanta | Key::Refresh => LocalValue::PauseTime,
        Key::PfcDelay => LocalValue::PauseResponse,
        Key::PfcOrder => LocalValue::PauseOrder,
        Key::HeadroomRatio | Key::HeadroomPool => LocalValue::HeadroomPool,
        Key::Alpha => LocalValue::Alpha,
        Key::ExplicitXon => LocalValue::WithoutXon,
        Key::PauseTimer => LocalValue::WithoutTimer,
        Key::CreditUpdate => LocalValue::CreditUpdate,
        Key::Ets | Key::EtsCounts | Key::EtsQuantum => LocalValue::Ets,
        Key::DefaultPriority => LocalValue::DefaultPriority,
        Key::ClockPpm => LocalValue::ClockOffset,
        Key::CrossbarInputs
        | Key::CrossbarMatching
        | Key::CrossbarIterations
        | Key::CrossbarPriority
        | Key::CrossbarMode
        | Key::CrossbarCell
        | Key::CrossbarSpeedup
        | Key::CrossbarLatency
        | Key::CrossbarFifo => LocalValue::Crossbar,
        Key::MacAgeing | Key::Unknown => LocalValue::Learning,
        _ => return None,
    })
}
