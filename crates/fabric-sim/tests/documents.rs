//! Tests with 200 random documents. Their hashes are equal on all machines, however a run is divided into
//! parts. Invariants hold after each event.

#[path = "kit/documents/mod.rs"]
mod documents;
#[path = "kit/invariants.rs"]
mod invariants;

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use documents::{COUNT, Dice, document};
use fabric_sim::document::{Document, PRESETS};
use fabric_sim::engine::DropCause::{
    Corrupt, Duplicate, EgressTailDrop, FloodCopy, HopLimit, LinkDown, LostInCable, NoRoute, NotForHost,
    OutOfOrder, OutputDown, PoolViolation, ReceiveFull, TailDrop, UnknownDestination, Violation, Watchdog,
    Wred,
};
use fabric_sim::engine::{World, WorldView};
use fabric_sim::ids::{FlowId, PortId};
use fabric_sim::insight::latency::{Component, Waterfall, Waterfalls};
use fabric_sim::sizing::{PortUse, UsedPorts};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::SeedableRng;

fn spec(n: u64) -> Arc<Spec> {
    match document(n).compile() {
        Ok(spec) => Arc::new(spec),
        Err(problems) => panic!("document {n}: {problems}\n{}", document(n).to_json()),
    }
}

fn in_one_go(spec: &Arc<Spec>) -> World {
    let mut world = World::new(Arc::clone(spec));
    world.run_until(spec.horizon, u64::MAX, &mut ());
    world
}

/// Compares the hashes of the random documents with the golden hashes, which tests in Node.js and Chromium
/// use, too. After an intended change of the model, `cargo xtask bless` records the hashes again.
#[test]
fn every_document_gives_its_golden_hash() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/hashes.txt");
    let mut hashes = String::new();
    for n in 0..COUNT {
        writeln!(hashes, "{n:03} {}", in_one_go(&spec(n)).hash()).unwrap();
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &hashes).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let differ: Vec<&str> = hashes
        .lines()
        .zip(golden.lines())
        .filter(|(ours, theirs)| ours != theirs)
        .map(|(ours, _)| ours)
        .collect();
    assert!(
        hashes == golden,
        "{} of {COUNT} hashes are not those of tests/golden/hashes.txt ({:?} …): after an intended change \
         of the model, run `cargo xtask bless`",
        differ.len().max(hashes.lines().count().abs_diff(golden.lines().count())),
        differ.first()
    );
}

#[test]
fn the_hash_does_not_depend_on_the_division_into_slices() {
    let mut dice = Dice(Pcg32::seed_from_u64(1));
    for n in 0..COUNT {
        let spec = spec(n);
        let whole = in_one_go(&spec);
        let mut stepped = World::new(Arc::clone(&spec));
        while !stepped.idle_until(spec.horizon) {
            stepped.step(&mut ());
        }
        stepped.run_until(spec.horizon, u64::MAX, &mut ());
        assert_eq!(stepped.hash(), whole.hash(), "document {n}, step by step");
        assert_eq!(stepped.counters().events, whole.counters().events, "document {n}");

        // The run is divided by numbers of events and by times, and parts of it run in copies of the world.
        let mut sliced = World::new(Arc::clone(&spec));
        while sliced.now() < spec.horizon || !sliced.idle_until(spec.horizon) {
            match dice.range(0, 3) {
                0 => sliced.run_until(spec.horizon, dice.range(0, 3_000), &mut ()),
                1 => sliced.run_until(sliced.now(), dice.range(0, 5), &mut ()),
                _ => {
                    let to = sliced.now() + Time(dice.range(0, 5_000_000));
                    sliced.run_until(to.min(spec.horizon), u64::MAX, &mut ())
                }
            };
            if dice.one_in(4) {
                sliced = sliced.clone();
            }
        }
        assert_eq!(sliced.hash(), whole.hash(), "document {n}, in slices");
        assert_eq!(sliced.counters().events, whole.counters().events, "document {n}");
    }
}

/// A recorder must not change the state of the run.
#[test]
fn a_recorder_does_not_change_the_run() {
    for n in 0..COUNT / 4 {
        let spec = spec(n);
        let mut recorded = World::new(Arc::clone(&spec));
        let mut events = Vec::new();
        recorded.run_until(spec.horizon, u64::MAX, &mut events);
        assert_eq!(recorded.hash(), in_one_go(&spec).hash(), "document {n}");
        assert!(events.windows(2).all(|pair| pair[0].at <= pair[1].at), "document {n}: events are in order");
    }
}

/// Invariants of any fabric must hold after each event. Short runs are checked after all events, long runs
/// after 500 sampled events.
#[test]
fn invariants_hold_after_every_event() {
    let mut dice = Dice(Pcg32::seed_from_u64(2));
    let (mut looked, mut whole) = (0, 0);
    for n in 0..COUNT {
        let spec = spec(n);
        let short = in_one_go(&spec).counters().events < 8_000;
        whole += u32::from(short);
        let mut world = World::new(Arc::clone(&spec));
        let mut invariants = invariants::Invariants::new(&spec);
        let mut left = 500u64;
        while !world.idle_until(spec.horizon) {
            if !short && left == 0 {
                left = 500;
                world.run_until(spec.horizon, dice.range(0, 20_000), &mut ());
                continue;
            }
            left -= u64::from(!short);
            world.step(&mut ());
            looked += 1;
            invariants.check(&world).unwrap_or_else(|violation| {
                panic!("document {n} at {}+{}: {violation}", world.now(), world.ran_now());
            });
        }
    }
    println!("{looked} looks, {whole} runs from end to end");
}

/// The latency spans of a delivered frame follow each other without gaps, from its creation to its delivery.
/// Their sums are the latencies of the flow.
#[test]
fn waterfalls_tile_the_whole_way_of_every_frame() {
    let mut seen = [0; Component::ALL.len()];
    for n in 0..COUNT {
        let spec = spec(n);
        // The copies of a flooded frame have the same number, so their spans cannot be told apart.
        if spec.switches.iter().any(|switch| switch.learning.is_some()) {
            continue;
        }
        let mut world = World::new(Arc::clone(&spec));
        let mut waterfalls = Waterfalls::of_all(Arc::clone(&spec));
        world.run_until(spec.horizon.min(Time::from_us(60)), u64::MAX, &mut waterfalls);
        for Waterfall { created_at, delivered, spans } in waterfalls.waterfalls() {
            let mut at = *created_at;
            for span in spans {
                assert_eq!(span.from, at, "document {n}: {spans:?}");
                assert!(span.to > span.from, "document {n}: {spans:?}");
                seen[span.component as usize] += 1;
                at = span.to;
            }
            assert_eq!(at, *delivered, "document {n}: {spans:?}");
        }
        for (id, flow) in world.counters().flows.iter().enumerate() {
            let (parts, frames) = waterfalls.flow(FlowId::new(id));
            assert_eq!(frames, flow.latency.count(), "document {n}, flow {id}");
            let mean = parts.total().ps().checked_div(frames).unwrap_or(0);
            assert_eq!(mean, flow.latency.mean().ps(), "document {n}, flow {id}");
        }
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

/// With credits on every link, buffers drop no frames. Queues wait for credits, and no pause is sent.
#[test]
fn with_credits_per_hop_no_buffer_drops_anything() {
    let (mut hops, mut lost, mut starved) = (0, 0, Time::ZERO);
    for n in 0..COUNT {
        let mut document = document(n);
        documents::credits::credited(&mut Dice(Pcg32::seed_from_u64(n)), &mut document);
        let spec = Arc::new(document.compile().unwrap_or_else(|problems| panic!("document {n}: {problems}")));
        let world = in_one_go(&spec);
        let counters = world.counters();
        hops += counters.hops;
        for (port, lanes) in spec.ports.iter().zip(&counters.ports) {
            for (lane, counted) in
                port.config.priorities.iter().zip(lanes).filter(|(lane, _)| lane.credits.is_some())
            {
                for cause in [TailDrop, EgressTailDrop, Wred, Violation, PoolViolation, ReceiveFull] {
                    assert_eq!(counted.drops[cause as usize], 0, "document {n}: {}, {lane:?}", cause.name());
                }
                lost += counted.updates_lost;
                starved += counted.starved;
            }
        }
        assert_eq!(
            counters.ports.iter().flatten().map(|lane| lane.paused.ps()).sum::<u64>(),
            0,
            "document {n}"
        );
    }
    assert!(hops > 100_000 && lost > 100 && starved > Time::from_us(1_000), "{hops} {lost} {starved}");
}

/// Fabric with four senders and a receiver. Its switch drops most frames, so that several timeouts follow
/// each other.
const DROPPING: &str = r#"{"format": 1, "model": 1, "horizon": "3ms",
    "hosts": [{"name": "h0"}, {"name": "h1"}, {"name": "h2"}, {"name": "h3"}, {"name": "r"}],
    "switches": [{"name": "s"}],
    "links": [["h0", "s", "40G"], ["h1", "s", "40G"], ["h2", "s", "40G"], ["h3", "s", "40G"], ["r", "s", "40G"]],
    "params": {"memory": "30k", "p3.lossless": "off",
        "reliability": "go_back_n", "send_window": 64, "ack_timeout": "50us"},
    "flows": [{"name": "f0", "from": "h0", "to": "r"}, {"name": "f1", "from": "h1", "to": "r"},
              {"name": "f2", "from": "h2", "to": "r"}, {"name": "f3", "from": "h3", "to": "r"}]}"#;

/// The lost time of a flow must count each instant once. The wait for a timeout may begin before the
/// recovery from the previous timeout has ended.
#[test]
fn the_lost_time_of_a_flow_is_at_most_the_elapsed_time() {
    let random = |n: u64| {
        let mut document = document(n);
        documents::impatient(&mut document);
        document
    };
    let dropping = Document::parse(DROPPING).unwrap();
    let (mut timeouts, mut behind) = (0, 0);
    // Fabrics in which no flow can be reliable are left out.
    let all = std::iter::once(dropping).chain((0..COUNT).map(random));
    for (n, spec) in all.filter_map(|document| document.compile().ok()).map(Arc::new).enumerate() {
        let mut world = World::new(Arc::clone(&spec));
        let mut invariants = invariants::Invariants::new(&spec);
        for part in 1..=50 {
            world.run_until(Time(spec.horizon.ps() / 50 * part), u64::MAX, &mut ());
            invariants
                .check(&world)
                .unwrap_or_else(|violation| panic!("document {n} at {}: {violation}", world.now()));
        }
        for flow in &world.counters().flows {
            timeouts += flow.timeouts;
            behind += u64::from(flow.recovery_time_until(world.now()) > Time::from_us(10));
        }
    }
    println!("{timeouts} timeouts, {behind} flows that lost time");
    assert!(timeouts > 500 && behind > 100, "{timeouts} timeouts, {behind} flows that lost time");
}

/// The random documents together must cause nearly every effect that the simulator models.
#[test]
fn the_generated_documents_use_every_feature_of_the_fabric() {
    let mut seen = fabric_sim::engine::Totals::default();
    let mut causes = [0; fabric_sim::engine::DropCause::ALL.len()];
    let (mut events, mut acks, mut finished) = (0, 0, 0);
    let mut decisions = [0; 2];
    for n in 0..COUNT {
        let world = in_one_go(&spec(n));
        world
            .watchdog_decisions()
            .list()
            .iter()
            .for_each(|checked| decisions[checked.decision as usize] += 1);
        let counters = world.counters();
        let totals = counters.totals;
        seen.pauses += totals.pauses;
        seen.resumes += totals.resumes;
        seen.marks += totals.marks;
        events += counters.events;
        acks += counters.flows.iter().map(|flow| flow.acks).sum::<u64>();
        finished += counters.flows.iter().filter(|flow| flow.finished.is_some()).count();
        for lane in counters.ports.iter().flatten() {
            causes.iter_mut().zip(lane.drops).for_each(|(sum, drops)| *sum += drops);
        }
    }
    assert!(decisions.iter().all(|count| *count > 10), "storms and their ends: {decisions:?}");
    println!("{events} events, {acks} acks, {finished} flows done, {seen:?}, drops {causes:?}");
    assert!(seen.pauses > 1_000 && seen.resumes > 1_000 && seen.marks > 1_000, "{seen:?}");
    assert!(acks > 1_000 && finished > 100);
    // All causes of drops must occur, except the overflow of a NIC queue of 4 MiB. This overflow takes longer
    // than the runs.
    for cause in
        [TailDrop, EgressTailDrop, Wred, Violation, PoolViolation, HopLimit, NoRoute, NotForHost, ReceiveFull]
            .into_iter()
            .chain([
                UnknownDestination,
                FloodCopy,
                LinkDown,
                OutputDown,
                Corrupt,
                LostInCable,
                Watchdog,
                OutOfOrder,
                Duplicate,
            ])
    {
        assert!(causes[cause as usize] > 0, "{} never happens", cause.name());
    }
}

#[test]
fn documents_are_written_as_they_are_read() {
    for n in 0..COUNT {
        let written = document(n).to_json();
        assert_eq!(Document::parse(&written).as_ref(), Ok(&document(n)), "{written}");
    }
}

/// Returns the ports that flows used at the start of a run or after any action of the run. Also returns the
/// view of the run at its end.
fn run_with_used_ports(spec: &Arc<Spec>) -> (UsedPorts, WorldView) {
    let mut world = World::new(Arc::clone(spec));
    let mut used = UsedPorts::of(&world);
    for at in spec.actions.iter().map(|action| action.at).chain([spec.horizon]) {
        world.run_until(at.min(spec.horizon), u64::MAX, &mut ());
        used.merge(&UsedPorts::of(&world));
    }
    let mut view = WorldView::default();
    world.snapshot(&mut view);
    (used, view)
}

#[test]
fn frames_never_wait_at_ports_that_no_flow_uses() {
    let presets = PRESETS.iter().map(|preset| Arc::new(preset.document().compile().unwrap()));
    let mut unused = 0;
    for spec in presets.chain((0..COUNT).map(spec)) {
        let (used, view) = run_with_used_ports(&spec);
        for (port, at) in (0..spec.ports.len()).map(PortId::new).zip(&view.ports) {
            let PortUse { input, output } = used.at(port);
            unused += usize::from(!input) + usize::from(!output);
            for queue in &at.priorities {
                let held = queue.pg.reserve_peak + queue.pg.shared_peak + queue.pg.headroom_peak;
                assert!(input || held == 0, "{}: {held} B arrived", spec.port_name(port));
                assert!(output || queue.egress_peak == 0, "{}: frames waited", spec.port_name(port));
            }
        }
    }
    assert!(unused > 100, "{unused} directions are unused");
}
