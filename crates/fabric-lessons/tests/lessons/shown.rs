//! Tests, by runs, of sentences of the lessons that no claim of a step can express.

use std::sync::Arc;

use fabric_lessons::{Lesson, Proof};
use fabric_sim::engine::{SwitchView, World};
use fabric_sim::ids::{LocalPort, PortSet};
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

use super::kit::{lesson, lessons};

/// Fabric of step `step`, run for `ns` nanoseconds with the seed of the lesson.
fn world(lesson: &Lesson, step: u8, ns: u64) -> World {
    let document = lesson.document_at(step).expect("a document");
    let mut world = World::new(Arc::new(document.compile().expect("a fabric")));
    world.run(Time::from_ps(ns * 1000), Proof::WHOLE.events);
    world
}

/// The card that shows the text of a step on the page fits one short sentence.
#[test]
fn a_step_has_one_sentence_of_at_most_25_words() {
    for lesson in lessons() {
        for (n, step) in lesson.steps.iter().enumerate() {
            let words = step.says.split_whitespace().count();
            assert!(words <= 25, "{} {}: {words} words", lesson.name, n + 1);
            let ends = step.says.split_whitespace().filter(|word| word.ends_with(['.', '!', '?'])).count();
            assert_eq!(ends, 1, "{} {}: {}", lesson.name, n + 1, step.says);
        }
    }
}

#[test]
fn nine_frames_arrive_after_xoff_in_the_lesson_on_headroom() {
    let report = Report::of(&world(&lesson("headroom"), 5, 5_000));
    let port = report.ports.iter().find(|port| port.node == "s1" && port.port == 0 && port.priority == 3);
    assert_eq!(port.expect("it is used").headroom_peak_bytes, 9 * 1500);
}

#[test]
fn the_input_of_h1_holds_a_third_of_the_queue_in_the_lesson_on_ecn() {
    let report = Report::of(&world(&lesson("ecn"), 2, 5_000));
    let port = |number| {
        let found = report
            .ports
            .iter()
            .find(|port| port.node == "s1" && port.port == number && usize::from(port.priority) == P3);
        found.expect("it is used")
    };
    let input = port(0);
    let (held, queue) =
        (input.reserve_bytes + input.shared_bytes + input.headroom_bytes, port(3).egress_bytes);
    // A frame has 1000 bytes.
    assert!(held > 10_000 && queue.abs_diff(3 * held) <= 3_000, "{held} of {queue}");
}

#[test]
fn senders_cut_their_rates_three_times_and_then_raise_them_in_the_lesson_on_ecn() {
    let lesson = lesson("ecn");
    let rates = |step, ns| {
        let report = Report::of(&world(&lesson, step, ns));
        report.flows.iter().map(|flow| flow.rate_bps.expect("it has a rate")).collect::<Vec<_>>()
    };
    assert_eq!(rates(6, 16_000), [20_000_000_000; 3]);
    let [cut, again, raised, last] = [75_000, 125_000, 250_000, 400_000].map(|ns| rates(8, ns));
    let below = |one: &[u64], other: &[u64]| one.iter().zip(other).all(|(one, other)| one < other);
    assert!(below(&cut, &[20_000_000_000; 3]) && below(&again, &cut), "{cut:?} {again:?}");
    assert!(below(&again, &raised) && below(&raised, &last), "{again:?} {raised:?} {last:?}");
}

#[test]
fn the_first_marked_frame_and_its_cnp_are_of_h1() {
    let lesson = lesson("ecn");
    let marks_and_cnps = |step, ns| {
        let report = Report::of(&world(&lesson, step, ns));
        let cnps: Vec<_> = report.flows.iter().map(|flow| (flow.cnp_sent, flow.cnp_received)).collect();
        (report.fabric.ecn_marked, cnps)
    };
    assert_eq!(marks_and_cnps(3, 10_500), (0, vec![(0, 0); 3]));
    assert_eq!(marks_and_cnps(3, 10_600), (1, vec![(0, 0); 3]));
    assert_eq!(marks_and_cnps(4, 10_900), (1, vec![(1, 0), (0, 0), (0, 0)]));
    assert_eq!(marks_and_cnps(5, 11_100), (1, vec![(1, 1), (0, 0), (0, 0)]));
    assert_eq!(lesson.document_at(5).expect("a document").flows[0].name, "h1 to r");
}

/// Priority of the frames in lessons that use only this priority.
const P3: usize = 3;

/// Input that an output with the grant pointer `pointer` selects: the first of the inputs `requests`, from
/// `pointer` upwards, then from 0. `None` if `requests` is empty.
fn first_from(requests: PortSet, pointer: LocalPort) -> Option<u8> {
    (0..4).map(|n| (pointer.0 + n) % 4).find(|input| requests.contains(LocalPort(*input)))
}

#[test]
fn equal_pointers_differ_in_the_next_slot() {
    let lesson = lesson("islip");
    let mut inside = SwitchView::default();
    // Result of `slot`: pairs of input and output, grant pointers of the outputs `h2` and `h4`, and inputs
    // that these pointers select.
    let mut slot = |step, ns| {
        let world = world(&lesson, step, ns);
        world.view_switch(world.spec().node("s1").expect("a switch"), &mut inside);
        let view = inside.crossbar.as_ref().expect("a crossbar");
        let mut pairs: Vec<_> =
            view.transfers.iter().map(|one| (one.voq.input.0, one.voq.output.0)).collect();
        pairs.sort_unstable();
        let found = [1, 3].map(|output| first_from(view.requests[output][P3], view.grant[output][P3]));
        (pairs, [view.grant[1][P3].0, view.grant[3][P3].0], found)
    };
    let (_, pointers, found) = slot(4, 409);
    assert_eq!((pointers, found), ([0, 3], [Some(0); 2]), "both outputs find h1 first");
    let (pairs, pointers, _) = slot(4, 420);
    assert_eq!((pairs, pointers), (vec![(0, 1), (1, 2), (3, 0)], [1, 3]), "h1 accepts h2, and h4 stays");
    assert_eq!(slot(6, 491).2, [Some(2), Some(0)], "they find different inputs");
    assert_eq!(slot(6, 500).0, [(0, 3), (1, 0), (2, 1), (3, 2)]);
    assert_eq!(slot(7, 900).0.len(), 4);
    assert_eq!(slot(8, 420).0, [(0, 1), (1, 2), (2, 3), (3, 0)], "the second iteration fills the gap");
}
