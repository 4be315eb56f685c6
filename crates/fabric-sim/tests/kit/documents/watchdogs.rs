//! Random watchdogs for random documents.

use fabric_sim::document::{Action, Document, TimedAction};
use fabric_sim::units::Time;

use super::Dice;

/// Gives some documents watchdogs with times so short that the watchdogs detect storms.
pub(super) fn watchdogs(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(3) {
        return;
    }
    let params = &mut document.params.0;
    let mut give = |address: &str, value: &str| {
        params.insert(address.to_owned(), value.to_owned());
    };
    give("watchdog_scale", dice.pick(&["50000", "100000"]));
    give("watchdog", dice.pick(&["sonic", "sonic_2023", "polls", "timer"]));
    give("watchdog_action", dice.pick(&["auto", "drop", "forward", "drain", "alert", "flush", "disable"]));
    give("watchdog_poll", dice.pick(&["auto", "100ms", "330ms"]));
    give("watchdog_detection", dice.pick(&["auto", "100ms", "500ms"]));
    give("watchdog_restoration", dice.pick(&["auto", "100ms", "1s"]));
    if dice.one_in(2) {
        give("nic_watchdog", dice.pick(&["100ms", "500ms"]));
    }
    if dice.one_in(2) {
        let at = Time::from_us(dice.range(0, document.horizon.ps() / 1_000_000));
        let port = format!("{}.0", dice.pick(&document.switches).name);
        document.actions.push(TimedAction { at, action: Action::Arm(port) });
    }
}
