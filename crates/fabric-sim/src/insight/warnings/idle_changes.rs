//! Warnings on settings of actions that have no effect at all ports and priorities that they cover. Start
//! with [`warn`].

use super::super::amount::time;
use super::Flows;
use super::idle;
use super::placed::PlacedWarnings;
use super::spans::SettingsSpan;
use crate::engine::World;
use crate::ids::{PortId, Priority};
use crate::spec::{LocalSetting, LocalValue};

/// Warns of settings that actions gave and that had no effect within `span`. A setting that has an effect
/// now, at the time of `world`, is not reported. Settings for the whole fabric are not reported either.
pub(super) fn warn(world: &World, flows: &Flows, span: &SettingsSpan<'_>, found: &mut PlacedWarnings) {
    for changed in &world.spec().changed_settings {
        let at = changed.at;
        if at < span.from || at > world.now() || span.until.is_some_and(|until| at >= until) {
            continue;
        }
        let setting = &changed.setting;
        let mut reasons = setting.ports_and_priorities().map(|place| {
            let now = reason(world, flows, setting, place);
            reason(span.settings, flows, setting, place).filter(|_| now.is_some())
        });
        let Some(Some(first)) = reasons.next() else { continue };
        if reasons.all(|reason| reason.is_some()) {
            found.add(&setting.address, format!("{} {first} (set at {})", setting.text, time(at)));
        }
    }
}

/// Reason why `setting` has no effect, or can only do harm, at one priority of one port, with the settings of
/// `world`. `None` if the setting can have an effect there.
fn reason(
    world: &World,
    flows: &Flows,
    setting: &LocalSetting,
    (port, n): (PortId, Priority),
) -> Option<&'static str> {
    // A watchdog at a port that obeys no pauses has a warning of its own.
    let sees_none = setting.value == LocalValue::Watchdog && !world.pause_receiver(port).enabled.contains(n);
    let unseeing = sees_none.then_some(
        "watches for pauses that are not obeyed here: it sees none; set pfc_rx on, or take it out",
    );
    unseeing.or_else(|| idle::reason(world, flows, setting, (port, n)))
}
