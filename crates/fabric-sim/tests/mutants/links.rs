//! Mutated share links.

use fabric_sim::document::link::{Cursor, KEYS, ShareLink};
use fabric_sim::document::{Document, PRESETS};
use fabric_sim::units::Time;

use super::documents::Dice;
use super::{Originals, mutate};

/// Mutated share link: a link with changed bytes, with changed keys and values, or with a mutated document.
pub fn link(dice: &mut Dice, originals: &Originals) -> String {
    match dice.range(0, 4) {
        0 => {
            let text = dice.pick(&originals.links);
            mutate::bytes(dice, text.into_bytes())
        }
        1 => packed(dice, originals),
        _ => keys(dice, originals),
    }
}

/// Share link that contains a mutated document. The cursor of the link is at a random time of the run.
fn packed(dice: &mut Dice, originals: &Originals) -> String {
    let text = mutate::document(dice, &originals.documents);
    let Ok(document) = Document::parse(&text) else { return dice.pick(&originals.links) };
    let horizon = document.horizon.ps().max(1);
    let mut link = ShareLink::new(document);
    let nth = if dice.one_in(2) { 0 } else { u32::try_from(dice.range(0, 1 << 32)).unwrap_or_default() };
    link.cursor = Some(Cursor { time: Time(dice.range(0, horizon)), nth });
    link.fragment()
}

/// Link whose keys are removed, doubled, exchanged, given other values, or replaced by keys of other links.
fn keys(dice: &mut Dice, originals: &Originals) -> String {
    let link = if dice.one_in(2) {
        dice.pick(&originals.links)
    } else {
        format!("#/preset/{}?run=1", dice.pick(&PRESETS).name)
    };
    let (path, query) = link.split_once('?').unwrap_or((&link, ""));
    let mut pairs: Vec<String> = query.split('&').map(str::to_owned).collect();
    // Most mutants lose the mark of their end. Without this mark, a link is read like one that a user typed.
    if !dice.one_in(4) {
        pairs.retain(|pair| !pair.starts_with("end="));
    }
    for _ in 0..dice.range(1, 4) {
        let at = usize::try_from(dice.range(0, pairs.len() as u64 + 1)).unwrap_or_default();
        match dice.range(0, 7) {
            0 if at < pairs.len() => drop(pairs.remove(at)),
            1 if at < pairs.len() => pairs.push(pairs[at].clone()),
            2 if at < pairs.len() => {
                let (key, value) = pairs[at].split_once('=').unwrap_or((&pairs[at], ""));
                pairs[at] = format!("{key}={}", mutate::scalar(dice, value));
            }
            3 => {
                let other = dice.pick(&originals.links);
                pairs.extend(other.split(['?', '&']).nth(1).map(str::to_owned));
            }
            4 => {
                let key = dice.pick(&KEYS);
                pairs.push(format!("{}={}", key.name, mutate::scalar(dice, key.example)));
            }
            _ => {
                let document =
                    ShareLink::parse(path).map_or_else(|_| Document::empty(), |link| link.document);
                let document = serde_json::to_value(document).expect("a document is JSON");
                let (key, value) = mutate::parameter(dice, &document);
                let when = if dice.one_in(3) { "at=3us:" } else { "" };
                pairs.insert(at, format!("{when}{key}={value}"));
            }
        }
    }
    format!("{path}?{}", pairs.join("&"))
}
