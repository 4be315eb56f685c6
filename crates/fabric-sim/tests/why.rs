//! Tests of the recorded decisions on frames: why a frame was dropped, or charged to headroom.
#![cfg(not(target_arch = "wasm32"))]

#[path = "kit/documents/mod.rs"]
mod documents;

use std::sync::Arc;

use fabric_sim::document::{Document, Preset};
use fabric_sim::engine::{AdmissionDetails, AdmissionResult, DropCause, EventKind, TraceEvent, World};
use fabric_sim::fabric::buffer::Scope;
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{FlowId, Priority};
use fabric_sim::insight::{Decided, Decision, Decisions};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

fn spec(text: &str) -> Arc<Spec> {
    let document = Document::parse(text).unwrap_or_else(|problems| panic!("{problems}"));
    Arc::new(document.compile().unwrap_or_else(|problems| panic!("{problems}")))
}

fn why(spec: &Arc<Spec>, flow: usize, sequence: u32) -> Option<Vec<Decision>> {
    Decisions::replay(
        World::new(Arc::clone(spec)),
        FlowId::new(flow),
        FrameKind::Data,
        sequence,
        spec.horizon,
    )
}

/// Document with a flow of 100 Gb/s to an output that is always paused. The headroom is too small for the
/// long cable.
const TEXT: &str = r#"{"format": 1, "model": 1, "hosts": [{"name": "a"}, {"name": "b"}], "switches": [{"name": "s1"}],
    "links": [["a", "s1", "100G", "300m"], ["b", "s1", "100G", "300m"]],
    "flows": [{"name": "f", "from": "a", "to": "b", "start": "10us", "jitter": false}],
    "pause_sources": [{"name": "p", "node": "b", "priorities": [3], "every": "10us"}],
    "params": {"xoff": "40k", PARAMS}}"#;

fn blocked(params: &str) -> Arc<Spec> {
    spec(&TEXT.replace("PARAMS", params))
}

fn last(spec: &Arc<Spec>, sequence: u32) -> String {
    why(spec, 0, sequence).unwrap().last().unwrap().sentence(spec)
}

#[test]
fn each_charge_and_each_drop_is_explained_with_its_numbers() {
    let spec = blocked(r#""headroom": "19950""#);
    assert_eq!(
        last(&spec, 0),
        "admitted at s1.0 P3: 1 000 B to shared memory; the group's shared use stood at 0 of 40 000 B before it, \
         15 960 100 B were free"
    );
    assert_eq!(
        last(&spec, 40),
        "charged to headroom at s1.0 P3 (0 of 19 950 B before it): the group's shared use stood at 40 000 B; \
         1 000 B more would make 41 000 B, above its XOFF threshold of 40 000 B"
    );
    assert_eq!(
        last(&spec, 59),
        "dropped at s1.0 P3: headroom 19 000 of 19 950 B in use, the frame needs 1 000 B"
    );
    let spec = blocked(r#""headroom": "30k", "headroom_pool": "10500", "reserve": "300""#);
    assert_eq!(
        last(&spec, 0),
        "admitted at s1.0 P3: 300 B to the reserve and 700 B to shared memory; the group's shared use stood at 0 of \
         40 000 B before it, 15 988 900 B were free"
    );
    assert_eq!(
        last(&spec, 50),
        "dropped at s1.0 P3: the headroom pool that all ports share has 10 000 of 10 500 B in use, the frame needs \
         1 000 B"
    );
}

/// A lossy flow of 100 Gb/s goes to an output of 40 Gb/s. With each arriving frame, the queue grows by 0.6
/// frames.
#[test]
fn a_lossy_frame_names_the_limit_that_refused_it() {
    let lossy = |params: &str| {
        let spec = spec(
            &TEXT
                .replace("\"b\", \"s1\", \"100G\"", "\"b\", \"s1\", \"40G\"")
                .replace("PARAMS", &format!(r#""p3.lossless": "off", {params}"#)),
        );
        let mut events: Vec<TraceEvent> = Vec::new();
        World::new(Arc::clone(&spec)).run_until(spec.horizon, u64::MAX, &mut events);
        let first = events.iter().find_map(|event| match event.kind {
            EventKind::Dropped(frame, _) => Some(frame.sequence),
            _ => None,
        });
        last(&spec, first.unwrap())
    };
    assert_eq!(
        lossy(r#""p3.egress_limit": "20500""#),
        "dropped at s1.0 P3: the queue of s1.1 stood at 20 000 B; 1 000 B more would make 21 000 B, above its limit of \
         20 500 B"
    );
    assert_eq!(
        lossy(r#""p3.egress_limit": "off", "p3.xoff": "30k""#),
        "dropped at s1.0 P3: the group's shared use stood at 30 000 B; 1 000 B more would make 31 000 B, above its \
         threshold of 30 000 B"
    );
    assert_eq!(
        lossy(r#""wred_min": "10k", "wred_max": "10k""#),
        "dropped early at s1.0 P3: the queue of s1.1 held 10 000 B just then (not an average), at or above WRED's max \
         of 10 000 B, where every frame is dropped"
    );
    let drawn = lossy(r#""wred_min": "10k", "wred_max": "20k", "wred_drop": "50%""#);
    let (start, rest) = drawn.split_once(" held ").unwrap();
    let (held, rest) = rest.split_once(" B just then (not an average), ").unwrap();
    assert_eq!(start, "dropped early at s1.0 P3: WRED drew it: the queue of s1.1");
    let held: f64 = held.replace(' ', "").parse().unwrap();
    assert!((10_000.0..20_000.0).contains(&held));
    assert_eq!(
        rest,
        format!(
            "between min 10 000 B and max 20 000 B, where {:.2} % of the frames are dropped (50.00 % just below max)",
            (held - 10_000.0) / 200.0
        )
    );
}

#[test]
fn a_frame_that_was_never_sent_has_no_answer() {
    let spec = blocked(r#""headroom": "20k""#);
    assert!(why(&spec, 0, 9_999).is_none());
    assert!(why(&spec, 1, 0).is_none());
}

/// The acks have a lossy priority, and the switch has no memory left for them.
#[test]
fn why_explains_acks_like_data_frames() {
    let spec = spec(
        &TEXT
            .replace("\"jitter\": false", "\"jitter\": false, \"acks\": {\"every\": 2, \"priority\": 5}")
            .replace("\"p\", \"node\": \"b\"", "\"p\", \"node\": \"a\", \"start\": \"11us\"")
            .replace("\"priorities\": [3]", "\"priorities\": [5]")
            .replace("PARAMS", r#""p5.pfc_rx": "on", "p5.egress_limit": "200""#),
    );
    let why = |kind, sequence| {
        let world = World::new(Arc::clone(&spec));
        Decisions::replay(world, FlowId::new(0), kind, sequence, spec.horizon)
    };
    let reported = |sequence| why(FrameKind::Ack, sequence).unwrap().last().unwrap().sentence(&spec);
    assert_eq!(
        reported(1),
        "admitted at s1.1 P5: 64 B to shared memory; the group's shared use stood at 0 of 15 960 000 B before it, \
         15 960 000 B were free"
    );
    assert_eq!(
        reported(101),
        "dropped at s1.1 P5: the queue of s1.0 stood at 192 B; 64 B more would make 256 B, above its limit of 200 B"
    );
    assert!(why(FrameKind::Ack, 0).is_none(), "only every second frame is acknowledged");
    assert!(why(FrameKind::Pfc, 1).is_none(), "no switch carries a pause");
    assert_eq!(why(FrameKind::Data, 101).unwrap()[0].priority, Priority::P3);
}

/// Whether the numbers of an admission decision are consistent with its result.
fn agrees(details: &AdmissionDetails) -> bool {
    let AdmissionDetails {
        result,
        charge,
        lossless,
        scope,
        reserve,
        shared,
        headroom,
        headroom_pool,
        queue,
        free,
        ..
    } = *details;
    let to_shared = charge - charge.min(reserve.size.saturating_sub(reserve.used));
    let more = if scope == Scope::Group { to_shared } else { charge };
    let fits = to_shared == 0 || (shared.used + more <= shared.size && to_shared <= free);
    let over = queue.used.saturating_add(charge) > queue.size;
    match result {
        AdmissionResult::Shared { to_reserve } => {
            fits && to_reserve == charge - to_shared && (lossless || !over)
        }
        AdmissionResult::Headroom => lossless && !fits && headroom.used + charge <= headroom.size,
        AdmissionResult::Uncounted => !lossless,
        AdmissionResult::Dropped(DropCause::Violation) => {
            lossless && !fits && headroom.used + charge > headroom.size
        }
        AdmissionResult::Dropped(DropCause::PoolViolation) => {
            lossless && !fits && headroom_pool.used + charge > headroom_pool.size
        }
        AdmissionResult::Dropped(DropCause::TailDrop) => !lossless && !fits && !over,
        AdmissionResult::Dropped(DropCause::EgressTailDrop) => {
            !lossless && (over || scope == Scope::Queue && !fits)
        }
        AdmissionResult::Dropped(cause) => !lossless && cause == DropCause::Wred,
    }
}

/// The numbers of each admission decision in random runs must be consistent with the result of the decision.
/// For each frame that the memory of a switch dropped, there must be an admission decision.
#[test]
fn every_decision_in_random_documents_agrees_with_its_numbers() {
    let (mut admissions, mut explained) = (0, [0; 2]);
    for n in 0..documents::COUNT / 4 {
        let spec = Arc::new(documents::document(n).compile().unwrap());
        let until = spec.horizon.min(Time::from_us(60));
        let mut events: Vec<TraceEvent> = Vec::new();
        let mut ran = World::new(Arc::clone(&spec));
        ran.run_until(until, u64::MAX, &mut events);
        let mut dropped = [None; 2];
        for TraceEvent { kind, .. } in &events {
            match kind {
                EventKind::Admission(frame, details) => {
                    admissions += 1;
                    assert!(agrees(details), "document {n}: {frame:?} {details:?}");
                }
                // PFC frames are lost only in cables. No switch decides on them, because no switch forwards
                // them.
                EventKind::Dropped(frame, cause) if frame.kind != FrameKind::Pfc => {
                    dropped[usize::from(frame.kind.returns())] = Some((*frame, *cause));
                }
                _ => {}
            }
        }
        // The copies of a flooded frame have the same number, so their decisions cannot be told apart.
        let floods = spec.switches.iter().any(|switch| switch.learning.is_some());
        for (frame, cause) in dropped.into_iter().flatten().filter(|_| !floods) {
            let world = World::new(Arc::clone(&spec));
            let decisions = Decisions::replay(world, frame.flow, frame.kind, frame.sequence, until).unwrap();
            let end = if ran.recovery(frame.flow).is_some() {
                // The flow may retransmit the frame and lose it again, so the last drop counts.
                decisions.iter().rfind(|at| at.outcome.dropped().is_some()).unwrap()
            } else {
                assert!(decisions.iter().rev().skip(1).all(|at| !matches!(at.outcome, Decided::Lost(_))));
                decisions.last().unwrap()
            };
            assert_eq!(end.outcome.dropped(), Some(cause), "document {n}");
            explained[usize::from(frame.kind.returns())] += 1;
        }
    }
    println!("{admissions} admissions, {explained:?} frames and acks explained");
    assert!(admissions > 50_000 && explained[0] > 10 && explained[1] > 0);
}

/// Copies that a switch floods also arrive at hosts to which they are not addressed. A dropped copy of this
/// kind is no loss of the flow.
#[test]
fn a_dropped_useless_copy_is_no_loss() {
    let spec = Arc::new(Preset::find("deadlock-flood").unwrap().document().compile().unwrap());
    let decisions = why(&spec, 0, 0).expect("it was sent");
    let thrown = decisions.iter().filter(|one| one.outcome.dropped().is_some()).count();
    assert!(thrown > 0, "copies are discarded");
    let of_use =
        |one: &Decision| matches!(one.outcome, Decided::Lost(cause) if cause != DropCause::FloodCopy);
    let lost = decisions.iter().position(of_use).unwrap_or(decisions.len());
    assert!(
        decisions[..lost].iter().all(|one| !matches!(one.outcome, Decided::Delivered(_))),
        "{decisions:#?}"
    );
}

#[test]
fn a_loss_is_followed_to_its_retransmission() {
    let spec = spec(
        r#"{"format": 1, "model": 1, "hosts": [{"name": "a"}, {"name": "b"}], "switches": [{"name": "s1"}],
        "links": [["a", "s1", "40G", "0m"], ["b", "s1", "40G", "0m"]],
        "flows": [{"name": "f", "from": "a", "to": "b", "jitter": false, "reliability": "go_back_n"}],
        "actions": [{"at": "0us", "lossy": {"link": "b.0", "ways": "in", "drop_every": 10}},
                    {"at": "3us", "mend": "b.0"}],
        "params": {"overhead": 0}}"#,
    );
    let reported: Vec<String> =
        why(&spec, 0, 9).unwrap().iter().map(|decision| decision.sentence(&spec)).collect();
    let begins = [
        "admitted at s1.0 P3",
        "lost at b.0 P3: the cable",
        "a.0 goes back to frame 9, because a NAK reported the gap: it sends 4 frames again",
        "admitted at s1.0 P3",
        "delivered at b.0 P3, 800ns after it was first lost",
    ];
    assert_eq!(reported.len(), begins.len(), "{reported:#?}");
    for (reported, begin) in reported.iter().zip(begins) {
        assert!(reported.starts_with(begin), "{reported} is not {begin}");
    }
    // The frames after the lost frame were discarded by the receiver, and are retransmitted.
    let reported: Vec<String> =
        why(&spec, 0, 10).unwrap().iter().map(|decision| decision.sentence(&spec)).collect();
    assert!(
        reported[1].starts_with("discarded at b.0 P3: its receiver waits for a frame before it"),
        "{reported:#?}"
    );
}
