//! Tests of the comparison of runs A and B: which run is A, how its cursor moves, and what the page shows of
//! both.

use std::sync::Arc;

use fabric_sim::document::link::DrawnRun;
use fabric_sim::document::params::Key;
use fabric_sim::document::{Document, Tab};
use fabric_sim::engine::{EventKind, TraceEvent, World, WorldView};
use fabric_sim::units::Time;

use super::opened::same_but_view;
use super::test_lab::{at, rest};
use super::*;

/// Performs `command`, and then calls [`settle`]. Ignores a refusal of the command.
fn go(lab: &mut Lab, command: Command) {
    lab.act(command);
    settle(lab);
}

/// Advances the lab until the cursors of runs A and B have arrived. Does not wait for a run that plays.
fn settle(lab: &mut Lab) {
    rest(lab);
    while !lab.run().is_playing() && lab.advance(0.0, &mut || false) {}
}

/// Command that sets XOFF for the selected port and priority.
fn set(value: &str) -> Command {
    Command::Set { key: Key::Xoff, value: value.into() }
}

fn hash(world: &World) -> String {
    world.hash().to_string()
}

/// Checks that the state of run A at the cursor equals the state in a run of its document from the start.
/// Panics if there is no run A, or if run A is the shown run.
fn is_straight(lab: &Lab) {
    let a = lab.distinct_run_a().expect("another run");
    let now = lab.run().recording().world().now();
    let mut straight = World::new(Arc::new(a.document.compile().expect("it ran")));
    straight.run_until(now, u64::MAX, &mut ());
    assert_eq!(hash(a.world()), hash(&straight), "at {now}");
}

#[test]
fn a_is_a_straight_run_of_its_document_at_every_cursor() {
    for preset in ["incast", "pause", "sonic"] {
        let mut lab = at(&format!("#/preset/{preset}?run=0&t=20us"));
        go(&mut lab, Command::Pin);
        assert_eq!(lab.picture().run_a.map(|other| (other.is_pinned, other.is_same)), Some((true, true)));
        assert!(lab.distinct_run_a().is_none(), "nothing to compare yet");
        go(&mut lab, Command::Incast);
        assert_eq!(lab.picture().static_picture.error, None);
        for us in [21, 80, 33, 1, 79, 20] {
            go(&mut lab, Command::Seek(Time::from_us(us)));
            is_straight(&lab);
        }
    }
}

/// Run A lags behind run B by at most the work of one video frame, even if the machine is too slow for the
/// pace.
#[test]
fn run_a_follows_run_b_at_any_speed() {
    const ROUNDS: u32 = 100;
    let mut lab = at("#/preset/ets?run=0&t=20us");
    go(&mut lab, Command::Pin);
    go(&mut lab, set("60k"));
    assert!(lab.distinct_run_a().is_some());
    lab.act(Command::Pace(Pace::Speed(1e12)));
    lab.act(Command::PlayOrPause);
    let events = |world: &World| world.counters().events;
    let ran = |lab: &Lab| {
        let a = lab.distinct_run_a().expect("another run");
        (events(a.world()), events(lab.run().recording().world()))
    };
    let before = ran(&lab);
    for _ in 0..60 {
        let mut rounds = 0;
        lab.advance(0.016, &mut || {
            rounds += 1;
            rounds > ROUNDS
        });
    }
    let (a, b) = ran(&lab);
    let picture = u64::from(ROUNDS) * 256;
    assert!(b - before.1 > 60 * picture / 4, "B goes on: {b} events after {}", before.1);
    assert!(b.abs_diff(a) < 3 * picture, "{a} beside {b}");
}

#[test]
fn without_an_edit_run_a_is_at_the_event_of_run_b() {
    let mut lab = at("#/preset/incast?run=0&t=20us");
    go(&mut lab, Command::Pin);
    go(&mut lab, Command::Incast);
    go(&mut lab, Command::Seek(Time::from_us(11)));
    for _ in 0..200 {
        go(&mut lab, Command::Step);
        let (a, b) = (lab.distinct_run_a().expect("A").world(), lab.run().recording().world());
        assert_eq!((hash(a), a.counters().events), (hash(b), b.counters().events));
    }
}

#[test]
fn pinned_run_stays_through_edits_until_unpinned() {
    let mut lab = at("#/preset/incast?run=0&t=12us&sel=leaf1.0.p3");
    go(&mut lab, Command::Pin);
    let document = lab.run_a().expect("A").document.clone();
    assert!(lab.run().sentence().starts_with("A is pinned: this run"), "{}", lab.run().sentence());
    for command in
        [set("96k"), Command::Incast, Command::FromStart(true), set("64k"), Command::Undo, Command::Reset]
    {
        go(&mut lab, command);
        assert_eq!(lab.picture().static_picture.error, None);
        assert!(same_but_view(&lab.run_a().expect("A").document, &document));
    }
    go(&mut lab, Command::Pin);
    assert!(lab.run_a().is_none());
    assert_eq!(lab.picture().run_a, None);
}

#[test]
fn pinning_the_run_before_an_edit_replaces_the_pinned_run() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    go(&mut lab, Command::Seek(Time::from_us(12)));
    go(&mut lab, set("96k"));
    let before = lab.distinct_run_a().expect("by itself").document.clone();
    assert_eq!(lab.picture().run_a.map(|other| other.name()), Some("A: before the edit"));
    go(&mut lab, Command::Pin);
    go(&mut lab, set("99k"));
    assert!(same_but_view(&lab.distinct_run_a().expect("pinned").document, &before));
    go(&mut lab, Command::Pin);
    go(&mut lab, Command::Pin);
    assert!(lab.run_a().expect("this one").is_same);
}

#[test]
fn with_equal_documents_runs_a_and_b_are_one_run() {
    let mut lab = at("#/preset/incast?run=0&t=40us&sel=leaf1.0.p3");
    go(&mut lab, Command::Pin);
    let known = lab.run().recording().known_until();
    go(&mut lab, Command::Seek(Time::from_us(12)));
    go(&mut lab, set("96k"));
    assert!(lab.distinct_run_a().is_some());
    go(&mut lab, Command::Undo);
    assert!(lab.distinct_run_a().is_none() && lab.run_a().is_some_and(|a| a.is_same));
    assert_eq!(lab.run().recording().known_until(), known);
    assert!(lab.compared_values().expect("known").iter().all(ComparedValue::is_same));
}

#[test]
fn run_a_advances_to_the_cursor_in_small_pieces() {
    let mut lab = at("#/preset/incast?run=0&t=12us&sel=leaf1.0.p3");
    go(&mut lab, Command::Pin);
    go(&mut lab, set("96k"));
    lab.act(Command::Seek(Time::from_us(150)));
    while lab.has_pending_move() {
        lab.advance(0.0, &mut || true);
    }
    let behind = lab.picture().run_a.and_then(|other| other.behind);
    assert!(behind.is_some_and(|until| until < Time::from_us(150)), "{behind:?}");
    assert!(lab.compared_values().is_none(), "like is compared with like");
    let mut slices = 0;
    while lab.picture().run_a.is_some_and(|other| other.behind.is_some()) {
        assert!(lab.advance(0.0, &mut || true));
        slices += 1;
    }
    assert!(slices > 10, "{slices}");
    settle(&mut lab);
    is_straight(&lab);
    assert!(lab.compared_values().is_some());
}

#[test]
fn differing_figures_come_first() {
    let mut lab = at("#/preset/incast?run=0&t=12us&sel=leaf1.0.p3");
    go(&mut lab, Command::Pin);
    go(&mut lab, set("60k"));
    go(&mut lab, Command::Seek(Time::from_us(200)));
    let apart = lab.document_differences();
    assert_eq!(apart, ["xoff 48k \u{2192} 60k at 12us"]);
    let rows = lab.compared_values().expect("both are there");
    assert!(!rows[0].is_same() && rows.last().is_some_and(ComparedValue::is_same));
    assert!(rows.windows(2).all(|pair| pair[0].is_same() <= pair[1].is_same()));
    let pauses = rows.iter().find(|row| row.measure.name == "pauses").expect("a row");
    let a = lab.distinct_run_a().expect("A");
    let counted = |world: &World| fabric_sim::insight::Report::of(world).fabric.pause_sent;
    assert_eq!(pauses.a, Some(counted(a.world())));
    assert_eq!(pauses.b, Some(counted(lab.run().recording().world())));
    assert_ne!(pauses.a, pauses.b);
    lab.act(Command::FromStart(true));
    go(&mut lab, set("70k"));
    let apart = lab.document_differences();
    assert!(apart.iter().any(|one| one.contains("\u{2192} 70k")), "{apart:?}");
}

#[test]
fn another_preset_is_compared_by_names_and_another_fabric_is_named() {
    let mut lab = at("#/preset/incast?run=0&t=12us");
    go(&mut lab, Command::Seek(Time::from_us(5)));
    go(&mut lab, Command::Incast);
    assert!(lab.distinct_run_a().is_some());
    go(&mut lab, Command::Preset("pause".into()));
    assert!(lab.run_a().is_none(), "what came by itself goes");
    go(&mut lab, Command::Pin);
    go(&mut lab, Command::Preset("incast".into()));
    let a = lab.distinct_run_a().expect("what was pinned stays");
    let mismatch = lab.picture().run_a.and_then(|other| other.mismatch).expect("a sentence");
    assert!(mismatch.starts_with("A is of another fabric"), "{mismatch}");
    let spec = lab.run().recording().spec();
    for port in (0..spec.ports.len()).map(fabric_sim::ids::PortId::new) {
        if let Some(theirs) = a.port(spec, port) {
            assert_eq!(a.world().spec().port_name(theirs), spec.port_name(port));
            assert_eq!(a.port_in(spec, theirs), Some(port));
        }
    }
    go(&mut lab, Command::Pause);
    assert!(lab.compared_values().is_some());
    go(&mut lab, Command::Preset("pause".into()));
    assert!(lab.run_a().is_some_and(|a| a.is_same), "the very preset again");
}

#[test]
fn the_table_opens_with_the_pin_and_closes_with_it() {
    let mut lab = at("#/preset/pause?run=0&t=12us");
    go(&mut lab, Command::Pin);
    assert_eq!(lab.picture().static_picture.tab, Tab::Compare);
    assert!(lab.fragment().contains("tab=compare") && !lab.fragment().contains("a="));
    go(&mut lab, Command::Pin);
    assert_ne!(lab.picture().static_picture.tab, Tab::Compare);
}

/// Document with two flows of random arrivals on separate paths; the first arrives at the rate `rate`.
fn two_flows(rate: &str) -> Document {
    Document::parse(&format!(
        r#"{{"format": 1, "model": 1, "name": "two", "seed": 11, "horizon": "400us",
        "hosts": [{{"name": "h1"}}, {{"name": "h2"}}, {{"name": "h3"}}, {{"name": "h4"}}],
        "switches": [{{"name": "s1"}}],
        "links": [{{"a": "h1", "b": "s1", "rate": "100G", "length": "5m"}},
                  {{"a": "h2", "b": "s1", "rate": "100G", "length": "5m"}},
                  {{"a": "h3", "b": "s1", "rate": "100G", "length": "5m"}},
                  {{"a": "h4", "b": "s1", "rate": "100G", "length": "5m"}}],
        "flows": [{{"name": "a", "from": "h1", "to": "h3", "arrival": {{"poisson": "{rate}"}}}},
                  {{"name": "b", "from": "h2", "to": "h4", "arrival": {{"poisson": "30G"}}}}]}}"#
    ))
    .expect("a document")
}

#[test]
fn an_edit_of_one_flow_does_not_change_the_random_numbers_of_others() {
    let sent = |rate: &str| {
        let mut world = World::new(Arc::new(two_flows(rate).compile().expect("compiles")));
        let mut notes: Vec<TraceEvent> = Vec::new();
        world.run_until(Time::from_us(300), u64::MAX, &mut notes);
        let of = |flow: usize| -> Vec<Time> {
            let started = notes.iter().filter_map(|note| match note.kind {
                EventKind::Started(frame)
                    if frame.flow.index() == flow && world.flow_source(frame.flow).port == note.port =>
                {
                    Some(note.at)
                }
                _ => None,
            });
            started.collect()
        };
        [of(0), of(1)]
    };
    let [slow, fast] = [sent("10G"), sent("60G")];
    assert_ne!(slow[0], fast[0]);
    assert!(slow[1].len() > 300, "{}", slow[1].len());
    assert_eq!(slow[1], fast[1]);
}

/// Share link to the state of `lab`, with run A.
fn shared(lab: &Lab) -> String {
    lab.share(&ShareOptions { at_cursor: true, with_a: true, ..ShareOptions::default() }).fragment
}

#[test]
fn a_link_contains_run_a_as_its_difference_and_restores_it() {
    let documents = [
        ("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3", vec![set("96k")]),
        ("#/preset/incast?run=0&t=60us&at=12us:kmin=30k", vec![Command::Incast, set("64k")]),
        ("#/preset/incast?run=0&t=60us", vec![Command::FromStart(true), set("96k")]),
        (
            "#/preset/incast?run=0&t=60us",
            vec![Command::Preset("ets".into()), Command::Seek(Time::from_us(60))],
        ),
    ];
    for (link, commands) in documents {
        let mut lab = at(link);
        go(&mut lab, Command::Pin);
        for command in commands {
            go(&mut lab, command);
        }
        go(&mut lab, Command::Pause);
        go(&mut lab, Command::Seek(Time::from_us(70)));
        let a = lab.distinct_run_a().expect("another run").document.clone();
        let text = shared(&lab);
        assert_eq!(text, lab.fragment(), "a pinned run is in the address, too");
        assert!(text.len() < 400, "{text}");
        let mut again = at(&text);
        settle(&mut again);
        assert_eq!(again.picture().static_picture.error, None, "{text}");
        assert!(same_but_view(&again.distinct_run_a().expect("A").document, &a), "{text}");
        assert_eq!(again.picture().static_picture.tab, lab.picture().static_picture.tab);
        assert_eq!(shared(&again), text);
        is_straight(&again);
        let rows = |lab: &Lab| as_csv(&lab.compared_values().expect("both are there"));
        assert_eq!(rows(&again), rows(&lab));
    }
}

#[test]
fn a_link_contains_the_run_before_an_edit_only_on_request() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    go(&mut lab, Command::FromStart(true));
    go(&mut lab, set("96k"));
    assert!(lab.distinct_run_a().is_some() && !lab.fragment().contains("&a="));
    assert!(shared(&lab).contains("&a=xoff="), "{}", shared(&lab));
    assert!(
        !lab.share(&ShareOptions { at_cursor: true, ..ShareOptions::default() }).fragment.contains("&a=")
    );
}

#[test]
fn an_invalid_run_a_is_refused_in_one_line_and_run_b_is_shown() {
    for a in
        ["xoff=zoo", "zoo=1", "kept=7", "preset/zoo?", "d/2.zoo?", "xoff=9k%26xon=99k", "at=1us:stop=zoo"]
    {
        let lab = at(&format!("#/preset/incast?run=0&t=12us&seed=7&a={a}"));
        let error = lab.picture().static_picture.error.clone().unwrap_or_else(|| panic!("{a}"));
        assert!(
            error.message.starts_with('a') && !error.message.trim().contains('\n'),
            "{a}: {}",
            error.message
        );
        assert!(lab.run_a().is_none());
        assert_eq!(lab.run().recording().world().now(), Time::from_us(12), "{a}");
        assert!(lab.fragment().contains("seed=7"), "{a}");
    }
}

#[test]
fn the_fabric_of_a_is_drawn_at_the_same_moment_until_an_edit_or_the_end_of_a() {
    let mut lab = at("#/preset/incast?run=0&t=60us&sel=leaf1.0.p3");
    go(&mut lab, Command::Seek(Time::from_us(20)));
    go(&mut lab, Command::Picture(DrawnRun::A));
    assert!(!lab.draws_fabric_of_a(), "there is no run A");
    go(&mut lab, set("60k"));
    go(&mut lab, Command::Seek(Time::from_us(60)));
    let of_b = lab.picture().drawn_view().totals.pauses;
    go(&mut lab, Command::Picture(DrawnRun::A));
    lab.update_view();
    let picture = lab.picture();
    let (drawn, a) = (picture.drawn_view(), lab.distinct_run_a().expect("another run").world());
    assert_eq!((drawn.now, lab.run().snapshot().now), (Time::from_us(60), Time::from_us(60)));
    let mut view = WorldView::default();
    a.snapshot(&mut view);
    assert_eq!(drawn.totals.pauses, view.totals.pauses);
    assert_ne!(drawn.totals.pauses, of_b, "another threshold pauses at other times");
    let caption = picture.run_a.and_then(|a| a.caption);
    assert_eq!(caption.as_deref(), Some("Run A (before the edit); the panels show run B"));
    // An edit changes run B, so the picture shows run B.
    go(&mut lab, set("70k"));
    assert!(!lab.draws_fabric_of_a() && lab.can_draw_fabric_of_a());
    go(&mut lab, Command::Pin);
    go(&mut lab, Command::Picture(DrawnRun::A));
    lab.update_view();
    assert_eq!(
        lab.picture().run_a.and_then(|a| a.caption).as_deref(),
        Some("Run A (pinned); the panels show run B")
    );
    assert!(lab.address().fragment().contains("picture=a"), "{}", lab.address().fragment());
    let again = at(&lab.address().fragment());
    assert!(again.draws_fabric_of_a(), "{:?}", again.picture().static_picture.error);
    go(&mut lab, Command::Pin);
    assert!(lab.distinct_run_a().is_none() && !lab.draws_fabric_of_a());
    assert!(!lab.address().fragment().contains("picture=a"));
}
