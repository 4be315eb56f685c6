//! Random collectives for random documents, in addition to the flows.

use fabric_sim::document::{Collective, CollectiveKind, Document, Size, Whole};

use super::Dice;

/// Adds a collective to a quarter of the documents, unless credits never cover its frames.
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
    // A document is refused if the credits of a buffer never cover a frame of the collective.
    if document.compile().is_err() {
        document.collectives.clear();
    }
}
