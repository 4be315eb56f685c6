//! Checks the narration at random times against the trace of the run. The cursor reaches each of these times
//! in four ways.

use std::sync::Arc;

use fabric_sim::document::Preset;
use fabric_sim::engine::World;
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

use super::event_sentences::sentence;
use super::key_event::{KeyEvent, KeyEventDetector, KeyEventKind};
use super::test_lab::{at, rest};
use super::*;
use crate::charts::time_label;

/// Presets that together have all kinds of key events: pauses, headroom, drops, marks, credits, deadlocks,
/// watchdogs, storms, faults, collectives.
const PRESETS: [&str; 10] = [
    "pause",
    "incast",
    "sonic",
    "mis-mapped",
    "dcqcn-on",
    "allreduce",
    "cbfc",
    "storm",
    "watchdog-true",
    "scene-c",
];
/// Number of random times of each preset; each is reached in four ways.
const MOMENTS: u64 = 20;

/// Key events of a run up to and including `until`, from a world that returns all trace events.
fn key_events(preset: &str, until: Time) -> Vec<KeyEvent> {
    let spec = Arc::new(Preset::find(preset).unwrap().document().compile().unwrap());
    let (mut world, mut detector) = (World::new(Arc::clone(&spec)), KeyEventDetector::new(&spec));
    let mut events = Vec::new();
    let mut notes = Vec::new();
    while world.next_at() <= until {
        notes.clear();
        world.step_recording(&mut notes);
        let number = world.counters().events;
        for note in &notes {
            let queued = match note.kind {
                fabric_sim::engine::EventKind::Started(frame)
                    if detector.starts_first_queue(&world, note.port, &frame) =>
                {
                    Some(KeyEventKind::Queues(frame.priority))
                }
                _ => None,
            };
            let kinds = detector.detect(&world, note).into_iter().chain(queued);
            events.extend(kinds.map(|kind| KeyEvent { at: note.at, number, port: note.port, kind }));
        }
    }
    events
}

/// Key event that the narration must report after event `number`: the most important one at the latest time
/// that has a key event; among equally important ones, the last. `None` before the first key event.
fn expected(events: &[KeyEvent], number: u64) -> Option<KeyEvent> {
    let is_key = |event: &&KeyEvent| event.number <= number && event.kind.importance() > 0;
    let last = events.iter().rfind(is_key)?.at;
    events
        .iter()
        .filter(is_key)
        .filter(|event| event.at == last)
        .max_by_key(|event| event.kind.importance())
        .copied()
}

/// Sentence that `lab` must show for `event`, with the time of the event if the event is before the cursor.
/// Panics if `event` is `None`.
fn narration_of(lab: &Lab, event: Option<KeyEvent>) -> String {
    let world = lab.run().recording().world();
    let event = event.expect("something happens before any of these moments");
    let text = sentence(world.spec(), world, &event);
    if event.at < world.now() { format!("At {}: {text}", time_label(event.at)) } else { text }
}

#[test]
fn the_last_key_event_is_narrated_however_the_cursor_arrived() {
    let mut chance = Pcg32::seed_from_u64(27);
    for preset in PRESETS {
        let mut lab = at(&format!("#/preset/{preset}?run=0"));
        let horizon = lab.end();
        let events = key_events(preset, horizon);
        let first = events[0].at.ps();
        for _ in 0..MOMENTS {
            let time = Time(first + chance.next_u64() % (horizon.ps() - first));
            lab.act(Command::Seek(time));
            rest(&mut lab);
            lab.advance(0.0, &mut || false);
            let number = lab.run().recording().world().counters().events;
            let is = narration_of(&lab, expected(&events, number));
            let sought = lab.picture().sentence;
            assert!(sought.starts_with(&is), "{preset} at {time}: {sought}\n not {is}");

            // Second way: opened by a link.
            let opened = at(&format!("#/preset/{preset}?t={time}&run=0")).picture().sentence;
            assert_eq!(opened, sought, "{preset}: a link to {time}");

            // Third way: the run plays to the moment, in a few video frames.
            let from = Time(time.ps() - time.ps() / 20);
            lab.act(Command::Seek(from));
            rest(&mut lab);
            #[expect(clippy::cast_precision_loss, reason = "a speed")]
            lab.act(Command::Pace(Pace::Speed((time - from).ps() as f64 / 0.1)));
            lab.act(Command::PlayOrPause);
            for _ in 0..6 {
                lab.advance(1.0 / 60.0, &mut || false);
            }
            if lab.run().is_playing() {
                lab.act(Command::PlayOrPause);
            }
            lab.advance(0.0, &mut || false);
            let (world, picture) = (lab.run().recording().world(), lab.picture());
            let is = narration_of(&lab, expected(&events, world.counters().events));
            let played = picture.sentence;
            assert!(played.starts_with(&is), "{preset} played to {time}: {played}\n not {is}");

            // Fourth way: by a step. The page shows the sentence on the step apart.
            lab.act(Command::Seek(from));
            rest(&mut lab);
            lab.act(Command::Step);
            lab.advance(0.0, &mut || false);
            let (world, picture) = (lab.run().recording().world(), lab.picture());
            let (now, number) = (world.now(), world.counters().events);
            let is = narration_of(&lab, expected(&events, number));
            let stepped = picture.sentence;
            assert!(stepped.starts_with(&is), "{preset} stepped to {now}: {stepped}\n not {is}");
            let is_key = expected(&events, number).is_some_and(|event| event.number == number);
            assert_eq!(picture.step_sentence.is_some(), !is_key, "{preset} stepped to {now}");
        }
    }
}

#[test]
fn a_finished_run_ends_at_its_last_event_at_every_pace() {
    let paces = [Pace::Speed(1e6), Pace::Speed(3.3e9), Pace::Speed(1e15), Pace::Events(40.0)];
    let ends = paces.map(|pace| {
        let mut lab = at("#/preset/allreduce?run=0");
        lab.act(Command::Pace(pace));
        lab.act(Command::PlayOrPause);
        let mut frames = 0;
        while lab.run().is_playing() {
            lab.advance(1.0 / 60.0, &mut || false);
            frames += 1;
            assert!(frames < 100_000, "it plays for ever at {pace:?}");
        }
        end_of(&mut lab)
    });
    for (end, pace) in ends.iter().zip(&paces) {
        assert_eq!(end, &ends[0], "{pace:?}");
    }
    // Seeks to the end, from an earlier and from a later time.
    for commands in [&[Command::End][..], &[Command::Seek(Time::from_us(399)), Command::End]] {
        let mut lab = at("#/preset/allreduce?run=0");
        for command in commands {
            lab.act(command.clone());
            rest(&mut lab);
        }
        assert_eq!(end_of(&mut lab), ends[0], "{commands:?}");
    }
}

/// Time, number of events, end of the time line and narration of a lab whose run has no event left.
fn end_of(lab: &mut Lab) -> (Time, u64, Time, String) {
    rest(lab);
    lab.advance(0.0, &mut || false);
    let picture = lab.picture();
    assert!(
        picture.sentence.ends_with("nothing is left to happen. Play begins again."),
        "{}",
        picture.sentence
    );
    (picture.now, picture.events, picture.end, picture.sentence.clone())
}
