//! Tests of presets with named switch profiles, and of the preset with a wrong map. Each preset must show the
//! effects that its description states.
#![cfg(not(target_arch = "wasm32"))]

#[path = "kit/counted.rs"]
mod counted;
#[path = "kit/preset.rs"]
mod preset;

use fabric_sim::document::{Document, PROFILES, Preset};
use fabric_sim::engine::{
    AdmissionResult, DropCause, EventKind, FnRecorder, PgView, SwitchView, TraceEvent, World,
};
use fabric_sim::fabric::frame::FrameKind;
use fabric_sim::ids::{LocalPort, PortId, Priority, PrioritySet};
use fabric_sim::insight::warnings;
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use counted::{drops, drops_at};
use preset::{at, compiled, run, world};

/// Priority group of priority 3 at port `number` of the switch.
fn group(world: &World, number: u32) -> PgView {
    world.priority(port(world, number), Priority::P3).pg
}

fn port(world: &World, number: u32) -> PortId {
    let spec = world.spec();
    spec.port(spec.node("s1").unwrap(), number).unwrap()
}

/// Priority group of priority 3 at port `number` in a run of the preset `name`: at each pause request, and at
/// each resume.
fn pgs_at_requests_and_resumes(name: &str, number: u32) -> (Vec<PgView>, Vec<PgView>) {
    let mut world = world(name);
    let horizon = world.spec().horizon;
    let here = port(&world, number);
    let (mut pauses, mut resumes) = (Vec::new(), Vec::new());
    let mut events: Vec<TraceEvent> = Vec::new();
    let mut snapshot = fabric_sim::engine::WorldView::default();
    let mut before = false;
    while world.now() < horizon && world.step(&mut events) {
        events.clear();
        world.snapshot(&mut snapshot);
        let view = &snapshot.ports[here.index()];
        let now = view.requested_pauses.contains(Priority::P3);
        if now != before {
            (if now { &mut pauses } else { &mut resumes }).push(view.priorities[3].pg);
        }
        before = now;
    }
    (pauses, resumes)
}

#[test]
fn every_profile_of_the_program_has_its_preset() {
    // The profile `sonic-lookup` differs from `sonic` only by another table. It has its own tests.
    for profile in PROFILES.iter().filter(|profile| profile.name != "sonic-lookup") {
        let document = Preset::find(profile.name).unwrap().document();
        assert_eq!(document.switches[0].profile.as_deref(), Some(profile.name));
        assert!(document.about.contains("Source: "), "{}", profile.name);
        let chosen = |name: &str| {
            let mut other = document.clone();
            other.edit("profile", name).unwrap();
            compiled(&other)
        };
        // The parameter `profile` must have the same effect as the profile that a switch of the document
        // names.
        let ports = |spec: &Spec| format!("{:?}", spec.ports);
        assert_eq!(ports(&chosen(profile.name)), ports(&compiled(&document)));
        let mut plain: Document = document.clone();
        plain.switches[0].profile = None;
        assert_eq!(chosen("none").switches[0].pool, compiled(&plain).switches[0].pool);
    }
}

/// Five groups with α = 1/8 settle at B/(8 + 5) each, where B is the memory that the groups may share. Each
/// group must be paused at this threshold, not at B/8, which is the threshold of an empty switch.
#[test]
fn hpcc_pauses_earlier_with_less_free_memory_and_does_not_count_acks() {
    let empty = group(&world("hpcc"), 0).xoff;
    let (pauses, _) = pgs_at_requests_and_resumes("hpcc", 0);
    let first = pauses[0].xoff;
    let share = empty * 8 / 13;
    assert!(first.abs_diff(share) < share / 50, "{first} for {share} of {empty}");
    assert!(pauses[0].shared + pauses[0].headroom >= first);
    let end = run("hpcc");
    assert_eq!(end.counters().totals.drops, 0);
    // The acks arrive at the port of the receiver.
    let acks = end.priority(port(&end, 5), Priority::P0);
    assert_eq!((acks.pg.shared_peak, acks.pg.reserve_peak, acks.pg.headroom_peak), (0, 0, 0));
    assert!(end.counters().flows.iter().all(|flow| flow.acks > 50));
    let mut world = world("hpcc");
    let mut uncounted = 0;
    let mut hear = FnRecorder(|event: TraceEvent| match event.kind {
        EventKind::Admission(frame, details) if frame.kind == FrameKind::Ack => {
            assert_eq!(details.result, AdmissionResult::Uncounted);
            uncounted += 1;
        }
        EventKind::PfcSent(reported) => {
            assert_eq!(
                (reported.pauses | reported.resumes) & PrioritySet::of(Priority::P0),
                PrioritySet::EMPTY,
                "control is never paused"
            );
        }
        _ => {}
    });
    world.run_until(Time::from_us(100), u64::MAX, &mut hear);
    assert!(uncounted > 100);
}

#[test]
fn sonic_pauses_all_at_once_when_alpha_falls() {
    let (before, after) = (at("sonic", 149), at("sonic", 152));
    let all = |world: &World| (0..4).map(|number| group(world, number)).collect::<Vec<_>>();
    assert_eq!(before.counters().totals.pauses, 0);
    assert!(all(&before).iter().all(|group| group.shared > 1_000_000 && group.xoff > 10_000_000));
    assert!(all(&after).iter().all(|group| group.xoff < 1_050_000 && group.xoff < group.shared));
    assert_eq!(after.counters().totals.pauses, 4);
    // SONiC's profile `pg_lossless_100000_40m_profile` has a size of 63 488 B, of which 19 456 B are reserve.
    assert_eq!((group(&after, 0).reserve_size, group(&after, 0).headroom_size), (19_456, 44_032));
    let end = run("sonic");
    assert!(end.counters().totals.resumes >= 4 && end.counters().totals.drops == 0);
}

#[test]
fn a_fixed_part_pauses_at_70_and_resumes_at_30_percent() {
    let (pauses, resumes) = pgs_at_requests_and_resumes("70-30", 0);
    assert!(pauses.len() >= 2 && resumes.len() >= 2, "{} and {}", pauses.len(), resumes.len());
    // Three ports and eight priorities share the memory of 2.4 MB equally. Frames have 1000 B.
    for group in &pauses {
        assert_eq!((group.xoff, group.xon, group.headroom_size), (70_000, 30_000, 30_000));
        assert!((70_000..71_000).contains(&group.shared), "{}", group.shared);
    }
    for group in &resumes {
        assert!((29_000..=30_000).contains(&group.shared), "{}", group.shared);
    }
    assert_eq!(run("70-30").counters().totals.drops, 0);
}

#[test]
fn inputs_hold_frames_for_full_queues_and_each_edge_has_its_marks() {
    for (number, xoff, xon) in [(0, 65_536, 32_768), (1, 32_768, 16_384)] {
        let (pauses, resumes) = pgs_at_requests_and_resumes("per-edge", number);
        assert!(!pauses.is_empty() && !resumes.is_empty());
        // Bytes above XOFF are charged to headroom.
        let held = |group: &PgView| group.shared + group.headroom;
        assert!(pauses.iter().all(|group| (xoff..xoff + 1_000).contains(&held(group))), "{number}");
        assert!(resumes.iter().all(|group| (xon - 1_000..=xon).contains(&group.shared)), "{number}");
    }
    let end = run("per-edge");
    // Two frames wait in the egress queue behind the crossbar, and one frame crosses it. All other frames
    // wait at the inputs.
    let switch = end.spec().node("s1").unwrap();
    let mut inside = SwitchView::default();
    let mut behind = 0;
    for us in 30..100 {
        let world = at("per-edge", us);
        world.view_switch(switch, &mut inside);
        let held: u32 =
            LocalPort::all(3).map(|input| inside.waiting(input, LocalPort(3), Priority::P3)).sum();
        let all = world.priority(port(&world, 3), Priority::P3).egress_bytes;
        assert!(held > 40_000 && all <= u64::from(held) + 3_000, "{held} of {all} B at {us} us");
        // The output `r2` is free, but frames for `r2` wait behind frames for `r1`.
        let takes = inside.crossbar.as_ref().unwrap().open[4].contains(Priority::P3);
        behind += u32::from(takes && inside.waiting(LocalPort(0), LocalPort(4), Priority::P3) > 10_000);
    }
    assert!(behind > 35, "{behind} of 70 looks");
    assert_eq!(end.counters().totals.drops, 0);
}

#[test]
fn a_mis_mapped_port_drops_where_its_neighbours_pause() {
    let end = run("mis-mapped");
    let lost =
        |number: u32| DropCause::ALL.map(|cause| drops_at(&end, port(&end, number), cause)).iter().sum();
    let lost: [u64; 4] = [0, 1, 2, 3].map(lost);
    assert!(lost[1] > 100 && [lost[0], lost[2], lost[3]] == [0; 3], "{lost:?}");
    assert_eq!(drops(&end, DropCause::Violation), 0, "of a lossy priority");
    let paused = |host: &str| {
        let spec = end.spec();
        let port = spec.port(spec.node(host).unwrap(), 0).unwrap();
        end.priority(port, Priority::P3).paused_time > Time::ZERO
    };
    assert_eq!(["h1", "astray", "h3"].map(paused), [true, false, true]);
    assert_eq!(
        warnings(&end),
        [
            "s1.1: flow astray to r leaves astray.0 in priority 3, which is lossless, but its DSCP 24 by the DSCP map makes it priority 1 here, which is lossy: it may be dropped here; give DSCP 24 one priority at both ends, by the maps of switches and the priority of the flow"
        ]
    );
}
