//! Collectives beside the flows.

use fabric_sim::document::{Collective, CollectiveKind, Document, Size, Whole};

use super::Dice;

/// A quarter of the documents have one, where its frames can be sent.
pub(super) fn collectives(dice: &mut Dice, document: &mut Document) {
    if !dice.one_in(4) || document.hosts.len() < 2 {
        return;
    }
    let kinds = [
        CollectiveKind::Incast,
        CollectiveKind::AllToAll,
        CollectiveKind::RingAllReduce,
        CollectiveKind::Permutation,
        CollectiveKind::UniformRandom,
    ];
    document.collectives.push(Collective {
        name: "together".to_owned(),
        kind: dice.pick(&kinds),
        hosts: Vec::new(),
        to: None,
        senders: None,
        bytes: Size::new(dice.range(1, 40_000)).expect("a size"),
        start: dice.micros(20),
        repeats: Whole::new(dice.range(1, 4)).expect("above 0"),
        format: "ip".to_owned(),
        frame: None,
        priority: dice.priority(),
    });
    // Credits of some buffer may never cover its frames.
    if document.compile().is_err() {
        document.collectives.clear();
    }
}
