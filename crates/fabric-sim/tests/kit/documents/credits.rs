//! Credits in place of PFC.

use fabric_sim::document::{Action, Document, LoseCredits, Operation, TimedAction, Whole};
use fabric_sim::units::Time;

use super::Dice;

/// Some documents have credits on all links.
pub(super) fn credits(dice: &mut Dice, document: &mut Document) {
    if dice.one_in(6) {
        credited(dice, document);
    }
}

/// Credits on all links, for the lossless priorities; some updates are frames,
/// some are lost, some resyncs repair that.
pub fn credited(dice: &mut Dice, document: &mut Document) {
    // A multicast is refused where there are credits.
    for flow in document.flows.iter_mut().filter(|flow| flow.operation == Operation::Multicast) {
        flow.operation = Operation::Write;
        flow.group.clear();
    }
    let params = &mut document.params.0;
    let is_against = |address: &String| {
        ["mac_table", "receive_buffer", "receive_high"].iter().any(|name| address.ends_with(name))
    };
    params.retain(|address, _| !is_against(address));
    let mut give = |address: &str, value: &str| {
        params.insert(address.to_owned(), value.to_owned());
    };
    // Above the longest frame in whole cells.
    give("credits", dice.pick(&["10k", "12k", "25k", "60k"]));
    give("memory", "16M");
    give("credit_update", dice.pick(&["off", "off", "64", "84"]));
    give("credit_resync", dice.pick(&["off", "1us", "20us"]));
    if dice.one_in(2) {
        let at = Time::from_us(dice.range(0, document.horizon.ps() / 1_000_000));
        let lose = LoseCredits {
            port: dice.host(document),
            chance: dice.one_in(2).then(|| dice.pick(&["1%", "30%"]).to_owned()),
            updates: Whole::new(dice.range(1, 20)).filter(|_| at.ps().is_multiple_of(2)),
            time: Some(Time(dice.range(1, 30_000_000))).filter(|time| time.ps().is_multiple_of(2)),
        };
        document.actions.push(TimedAction { at, action: Action::LoseCredits(lose) });
    }
}
