//! Random credits on links in place of PFC, and random end-to-end credits of flows.

use fabric_sim::document::{Action, Credits, Document, LoseCredits, Operation, Size, TimedAction, Whole};
use fabric_sim::units::Time;

use super::Dice;

/// Gives credits on all links to some documents.
pub(super) fn credits(dice: &mut Dice, document: &mut Document) {
    if dice.one_in(6) {
        credited(dice, document);
    }
}

/// Gives the flows of some documents end-to-end credits. Some of these documents lose credit updates. Some
/// have credit resyncs, which repair the loss.
pub(super) fn add_flow_credits(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(4) {
        return;
    }
    if dice.one_in(2) {
        let every = dice.pick(&["2us", "30us"]);
        document.params.0.entry("credit_resync".to_owned()).or_insert_with(|| every.to_owned());
    }
    for flow in &mut document.flows {
        let update = dice.one_in(3).then(|| Size::new(dice.range(64, 128)).expect("a frame"));
        let priority = update.and_then(|_| dice.one_in(2).then(|| dice.priority()));
        let bytes = Size::new(dice.range(10_000, 80_000)).expect("above the longest frame");
        flow.credits = (!dice.one_in(3)).then_some(Credits { bytes, update, priority });
    }
    if let Some(flow) = document.flows.iter().find(|flow| flow.credits.is_some()) {
        let at = Time::from_us(dice.range(0, document.horizon.ps() / 1_000_000));
        let updates = Whole::new(dice.range(1, 20));
        let lose =
            LoseCredits { port: flow.from.clone(), chance: Some("50%".to_owned()), updates, time: None };
        document.actions.push(TimedAction { at, action: Action::LoseCredits(lose) });
    }
}

/// Sets credits on all links for the lossless priorities. In some documents the credit updates are frames, or
/// are lost. Some documents have credit resyncs, which repair the loss.
pub fn credited(dice: &mut Dice, document: &mut Document) {
    // A multicast over links with credits is refused.
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
    // Credits must cover the longest frame in whole cells.
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
