//! Tests of ETS shares, configured and measured, and of the text on scheduler rounds.

use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::PortId;
use fabric_sim::units::Time;

use super::*;

fn rows(link: &str, port: &str, at: u64) -> Vec<ClassRow> {
    let link = ShareLink::parse(link).expect("a link");
    let mut world = World::new(Arc::new(link.document.compile().expect("compiles")));
    world.run_until(Time::from_us(at), u64::MAX, &mut ());
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    let spec = world.spec();
    let port =
        (0..spec.ports.len()).map(PortId::new).find(|id| spec.port_name(*id) == port).expect("is there");
    class_rows(&snapshot.ports[port.index()], world.scheduler(port).ets(), true)
}

#[test]
fn the_textbook_s_classes_lie_in_their_bands() {
    let rows = rows("#/preset/ets", "s1.3", 150);
    assert_eq!(
        rows.iter().map(|row| (row.class, row.share)).collect::<Vec<_>>(),
        [(Priority::P4, Some(15)), (Priority::P3, Some(80)), (Priority::P0, Some(5))]
    );
    for row in rows {
        let (from, to) = row.band().expect("a contest");
        let (_, measured) = row.parts.expect("a contest");
        assert!((from..=to).contains(&measured), "{row:?}");
        assert!(u64::from(row.deficit) <= u64::from(row.quantum) + 1_500 && row.sent > 0, "{row:?}");
    }
}

#[test]
fn strict_classes_stand_apart_and_without_a_contest_nothing_is_measured() {
    let strict = rows("#/preset/pause", "s1.0", 12);
    assert!(strict.iter().all(|row| row.share.is_none() && row.parts.is_none()), "{strict:?}");
    let mixed = rows("#/preset/ets?p4.class=strict&p4.share=&p3.share=95", "s1.3", 20);
    assert_eq!(
        mixed.iter().map(|row| row.class).collect::<Vec<_>>(),
        [Priority::P4, Priority::P3, Priority::P0],
        "strict first"
    );
    let before = rows("#/preset/ets", "s1.3", 0);
    assert!(before.len() == 3 && before.iter().all(|row| row.parts.is_none()));
}

#[test]
fn contention_is_described_in_rounds() {
    let (early, late) = (rows("#/preset/ets", "s1.3", 4), rows("#/preset/ets", "s1.3", 150));
    let few = |row: &ClassRow| row.rounds.is_some_and(|rounds| rounds > 0.0 && rounds < 2.0);
    assert!(early.iter().any(few), "{early:?}");
    assert!(late.iter().all(|row| row.rounds.is_some_and(|rounds| rounds > 50.0)), "{late:?}");
    for row in early.iter().chain(&late) {
        assert!(row.contest.0 <= row.contest.1 && row.contest.0 <= row.sent, "{row:?}");
    }
}
