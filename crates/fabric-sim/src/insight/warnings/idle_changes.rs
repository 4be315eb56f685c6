//! Warnings on changes of settings by actions that have no effect at any port and priority that they cover. A
//! later change may give them an effect; then there is no warning. Start with [`sentences`].

use super::super::amount::time;
use super::ecn_queues::EcnQueues;
use super::idle;
use super::place;
use super::placed::PlacedWarnings;
use super::spans::SettingsSpan;
use crate::engine::World;
use crate::ids::PrioritySet;
use crate::spec::{Action, LocalSetting, LocalValue, Setting};

/// Sentences on the changes at the start of `span` that have no effect there. A change that has an effect in
/// the settings at the time of `world` is left out. Changes of all priorities are not checked.
pub(super) fn sentences(world: &World, ecn_queues: &EcnQueues, span: &SettingsSpan<'_>) -> Vec<String> {
    let mut found = PlacedWarnings::default();
    for timed in span.changes {
        let Action::Set { scope, setting } = &timed.action else { continue };
        let Some((name, value)) = given(*setting).filter(|_| scope.priorities != PrioritySet::ALL) else {
            continue;
        };
        let places = scope.ports.iter().map(|port| (*port, scope.priorities)).collect();
        let setting = LocalSetting { address: String::new(), text: String::new(), value, places };
        let reason = |settings: &World, lane| idle::reason(settings, ecn_queues, &setting, lane);
        let is_idle = |lane| reason(span.settings, lane).is_some() && reason(world, lane).is_some();
        if !setting.lanes().all(is_idle) {
            continue;
        }
        for (port, n) in setting.lanes() {
            if let Some(why) = reason(span.settings, (port, n)) {
                found.add(&place(world.spec(), port, n), format!("{name} {why}"));
            }
        }
    }
    let at = time(span.from);
    found.sentences().into_iter().map(|sentence| format!("{sentence} (set at {at})")).collect()
}

/// Name of a parameter that `setting` changes, with its value as reports check it. `None` if the value always
/// has an effect, or switches a function off.
fn given(setting: Setting) -> Option<(&'static str, LocalValue)> {
    Some(match setting {
        Setting::Headroom(bytes) if bytes > 0 => ("headroom", LocalValue::Headroom(bytes)),
        Setting::Xon(_) => ("xon", LocalValue::Xon),
        Setting::XonOffset(Some(_)) => ("xon_offset", LocalValue::Xon),
        Setting::Kmin(bytes) if bytes < u64::MAX => ("kmin", LocalValue::Kmin),
        Setting::Kmax(_) => ("kmax", LocalValue::EcnOther),
        Setting::Pmax(_) => ("pmax", LocalValue::EcnOther),
        Setting::PfcTx(true) => ("pfc_tx", LocalValue::PfcTx),
        Setting::PfcRx(true) => ("pfc_rx", LocalValue::PfcRx),
        Setting::Watchdog(Some(_)) => ("watchdog", LocalValue::Watchdog),
        _ => return None,
    })
}
