//! Tests of the sentences on the stages of a crossbar match.

use fabric_sim::engine::EventKind;
use fabric_sim::fabric::crossbar::{Arbiter, CrossbarConfig, Demand, Inputs, MatchEvent, Mode, Requests};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::units::Time;

use super::*;

/// VOQ of priority 3.
const fn voq(input: u8, output: u8) -> VoqId {
    voq_of(input, output, Priority::P3)
}

const fn voq_of(input: u8, output: u8, priority: Priority) -> VoqId {
    VoqId { input: LocalPort(input), output: LocalPort(output), priority }
}

/// Crossbar event in which `inputs` request this priority of an output. `open` is true if the egress queue
/// has space.
fn requested(priority: Priority, inputs: &[u8], open: bool) -> EventKind {
    EventKind::Requested { priority, inputs: inputs.iter().copied().map(LocalPort).collect(), open }
}

const fn accepted(voq: VoqId) -> MatchEvent {
    MatchEvent::Accept { iteration: 0, voq, grant_pointer: LocalPort(0), accept_pointer: LocalPort(0) }
}

/// Crossbar slot in which h3 and h5 (ports 2 and 4) request h1, and only h5 also requests h2. The output h1
/// grants h5 first; the input h5 accepts h2 first.
fn slot() -> Match {
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    slot.record(LocalPort(0), &requested(Priority::P3, &[2, 4], true));
    slot.record(LocalPort(1), &requested(Priority::P3, &[4], true));
    let grant = |iteration, voq| MatchEvent::Grant { iteration, voq, is_forced: false };
    let accept = |iteration, voq| MatchEvent::Accept {
        iteration,
        voq,
        grant_pointer: LocalPort(3),
        accept_pointer: LocalPort(1),
    };
    let events = [
        grant(0, voq(4, 0)),
        grant(0, voq(4, 1)),
        accept(0, voq(4, 1)),
        grant(1, voq(2, 0)),
        accept(1, voq(2, 0)),
    ];
    for event in events {
        slot.record(LocalPort(0), &EventKind::Matched(event));
    }
    slot
}

fn named_match<'a>(
    last: &'a Match,
    names: &'a [String],
    matching: Matching,
    precedence: Precedence,
    port: u8,
) -> NamedMatch<'a> {
    NamedMatch { last, names, matching, precedence, port: LocalPort(port) }
}

/// Sentence on [`slot`] with strict precedence, if `port` is selected. Names are h1 to h5 from port 0 on.
fn sentence(matching: Matching, port: u8, stage: MatchStage) -> String {
    let names: Vec<String> = (1..=5).map(|n| format!("h{n}")).collect();
    let slot = slot();
    named_match(&slot, &names, matching, Precedence::Strict, port).sentence(stage)
}

#[test]
fn each_stage_is_a_sentence_about_the_selected_port() {
    let stated = |stage| sentence(Matching::Islip, 0, stage);
    assert_eq!(stated(MatchStage::Request), "h3 and h5 request h1; one other output is requested.");
    assert_eq!(
        stated(MatchStage::Grant(0)),
        "h3 and h5 both request h1; from h1’s pointer on, h5 comes first, so it is granted. One other output grants."
    );
    assert_eq!(
        stated(MatchStage::Accept(0)),
        "outputs h1 and h2 both grant input h5; from its pointer on, h2 comes first, so it takes h2; both pointers move one beyond the match."
    );
    assert_eq!(
        stated(MatchStage::Grant(1)),
        "Of the inputs that are still free, only h3 requests h1, which grants it."
    );
    assert_eq!(
        stated(MatchStage::Accept(1)),
        "h3 takes h1, its only grant; pointers stay, they move in the first round only."
    );
}

#[test]
fn sentences_on_pim_have_no_pointers() {
    for stage in slot().stages() {
        assert!(!sentence(Matching::Pim, 0, stage).contains("pointer"));
    }
    assert!(sentence(Matching::Pim, 0, MatchStage::Grant(0)).contains("h1 draws h5"));
}

#[test]
fn the_name_of_another_port_comes_first_and_a_full_queue_is_named() {
    assert!(sentence(Matching::Islip, 1, MatchStage::Request).starts_with("h5 requests h2;"));
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    slot.record(LocalPort(0), &requested(Priority::P3, &[0, 1, 2, 3, 4, 5], false));
    let names: Vec<String> = (1..=6).map(|n| format!("h{n}")).collect();
    let stated = named_match(&slot, &names, Matching::Islip, Precedence::Strict, 3);
    assert_eq!(
        stated.sentence(MatchStage::Request),
        "h1, h2, h3 and 3 others request h1, whose egress queue is full: it cannot grant."
    );
}

#[test]
fn links_to_the_same_neighbour_are_distinguished() {
    let spec = crate::lab::Lab::open("#/preset/incast").run().recording().spec().clone();
    let names = neighbours(&spec, spec.node("leaf1").expect("is there"));
    assert_eq!(names, ["h1", "h2", "h3", "h4", "spine1", "spine2"]);
}

/// Crossbar slot in which the input h5 (port 4) gets several grants: output 0 grants priority 3, and each
/// output in `best` grants priority 4.
fn offers(best: &[u8]) -> Match {
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    let all: Vec<VoqId> =
        best.iter().map(|output| voq_of(4, *output, Priority::P4)).chain([voq(4, 0)]).collect();
    for voq in &all {
        slot.record(voq.output, &requested(voq.priority, &[4], true));
        slot.record(
            voq.output,
            &EventKind::Matched(MatchEvent::Grant { iteration: 0, voq: *voq, is_forced: false }),
        );
    }
    let accept = accepted(all[0]);
    slot.record(all[0].output, &EventKind::Matched(accept));
    slot
}

#[test]
fn an_input_accepts_the_highest_granted_priority_and_the_sentence_names_it() {
    let names: Vec<String> = (1..=6).map(|n| format!("h{n}")).collect();
    let say = |slot: &Match, precedence| {
        named_match(slot, &names, Matching::Islip, precedence, 4).sentence(MatchStage::Accept(0))
    };
    let moved = "; both pointers move one beyond the match.";
    assert_eq!(
        say(&offers(&[5]), Precedence::Strict),
        format!(
            "outputs h1 and h6 both grant input h5; h6 for priority 4, the highest of them, so it takes h6{moved}"
        )
    );
    assert_eq!(
        say(&offers(&[3, 5]), Precedence::Strict),
        format!(
            "outputs h1, h4 and h6 all grant input h5; of priority 4, the highest of them, h4 and h6; from its pointer on, h4 comes first, so it takes h4{moved}"
        )
    );
    // With weights, one pointer serves all priorities.
    assert_eq!(
        say(&offers(&[3]), Precedence::Weighted),
        format!(
            "outputs h1 and h4 both grant input h5; from its pointer on, h4 comes first, so it takes h4{moved}"
        )
    );
}

/// Slot in which h1 and h2 request h4 and h5. Output h5 is reserved for h2.
#[test]
fn an_output_reserved_for_an_input_is_named_and_accepted_first() {
    let names: Vec<String> = (1..=6).map(|n| format!("h{n}")).collect();
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    for (output, is_forced) in [(3, false), (4, true)] {
        let grant = MatchEvent::Grant { iteration: 0, voq: voq(1, output), is_forced };
        slot.record(LocalPort(output), &requested(Priority::P3, &[0, 1], true));
        slot.record(LocalPort(output), &EventKind::Matched(grant));
    }
    slot.record(LocalPort(4), &EventKind::Matched(accepted(voq(1, 4))));
    let stated = named_match(&slot, &names, Matching::Islip, Precedence::Strict, 4);
    assert_eq!(
        stated.sentence(MatchStage::Grant(0)),
        "h5 has not granted h2 for long: it is reserved for h2, and grants it. One other output grants."
    );
    assert_eq!(
        stated.sentence(MatchStage::Accept(0)),
        "outputs h4 and h5 both grant input h2; h5 is reserved for it, and goes first, so it takes h5; both pointers move one beyond the match."
    );
}

#[test]
fn a_grant_is_explained_against_other_priorities() {
    let names: Vec<String> = ["roce", "storage", "admin", "server"].map(str::to_owned).into();
    let say = |full: Option<u8>, granted: VoqId, precedence| {
        let mut slot = Match::default();
        slot.begin(Time(1), 1);
        for (input, priority) in [(0, 3), (1, 4), (2, 0)] {
            let open = full != Some(priority);
            slot.record(LocalPort(3), &requested(Priority::new(priority), &[input], open));
        }
        slot.record(
            LocalPort(3),
            &EventKind::Matched(MatchEvent::Grant { iteration: 0, voq: granted, is_forced: false }),
        );
        named_match(&slot, &names, Matching::Islip, precedence, 3).sentence(MatchStage::Grant(0))
    };
    let to_server = |input, priority| voq_of(input, 3, priority);
    assert_eq!(
        say(None, to_server(0, Priority::P3), Precedence::Weighted),
        "server has requests of priorities 0, 3 and 4: by class and share it is the turn of 3. Only roce requests server with priority 3, which grants it."
    );
    assert_eq!(
        say(None, to_server(1, Priority::P4), Precedence::Strict),
        "server has requests of priorities 0, 3 and 4: the highest goes first, 4. Only storage requests server with priority 4, which grants it."
    );
    assert_eq!(
        say(Some(4), to_server(0, Priority::P3), Precedence::Strict),
        "The egress queue of priority 4 at server is full. server has requests of priorities 0 and 3: the highest goes first, 3. Only roce requests server with priority 3, which grants it."
    );
    assert_eq!(
        say(Some(4), to_server(1, Priority::P4), Precedence::Strict),
        "server has requests of priorities 0, 3 and 4: the highest goes first, 4. The egress queue of server is full, but the frame of storage is partly across and has its place: it is granted."
    );
}

#[test]
fn every_reason_is_the_arbiter_s_own() {
    const PORTS: u8 = 6;
    let mut seed = 7u64;
    let mut draw = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let first_from = |set: PortSet, pointer: LocalPort| {
        (0..PORTS).map(|n| LocalPort((pointer.0 + n) % PORTS)).find(|port| set.contains(*port))
    };
    let mut several = 0;
    for precedence in [Precedence::Strict, Precedence::Weighted] {
        let config = CrossbarConfig {
            matching: Matching::Islip,
            iterations: 3,
            inputs: Inputs::Voq,
            precedence,
            mode: Mode::Packet,
            cell_bytes: 64,
            slot: Time(1_000),
            latency: Time::ZERO,
            egress_frames: 2,
        };
        let mut arbiter = Arbiter::new(&config, usize::from(PORTS));
        for n in 0..400u64 {
            let (mut requests, mut slot) = (Requests::new(usize::from(PORTS)), Match::default());
            slot.begin(Time(n), n + 1);
            for (output, priority) in (0..PORTS).flat_map(|output| [0, 3, 4].map(|n| (output, n))) {
                let inputs: Vec<u8> = (0..PORTS).filter(|_| draw(4) == 0).collect();
                let (output, open) = (LocalPort(output), draw(5) > 0);
                for input in inputs.iter().copied().map(LocalPort) {
                    requests.set(input, output, Priority::new(priority), true);
                }
                requests.set_open(output, Priority::new(priority), open);
                if !inputs.is_empty() {
                    slot.record(output, &requested(Priority::new(priority), &inputs, open));
                }
            }
            let demand = Demand { requests: &requests, inputs: PortSet::ALL, outputs: PortSet::ALL };
            let any = |_: &mut _, _, eligible: PrioritySet, _: &_| eligible.lowest();
            let mut events = Vec::new();
            arbiter.slot(demand, any, || 0, |event| events.push(event));
            for event in &events {
                slot.record(LocalPort(0), &EventKind::Matched(*event));
            }
            let names: Vec<String> = (1..=PORTS).map(|n| format!("h{n}")).collect();
            for event in &events {
                match *event {
                    MatchEvent::Grant { iteration, voq, .. } => {
                        let stated = named_match(&slot, &names, Matching::Islip, precedence, voq.output.0);
                        let free = slot.free_inputs(iteration);
                        let could = stated.requested_priorities(voq.output, free)
                            & stated.open_priorities(voq.output);
                        let turn = stated.turn_sentence(voq, free);
                        let why = match precedence {
                            Precedence::Strict => "the highest goes first",
                            Precedence::Weighted => "by class and share",
                        };
                        assert_eq!(turn.contains(why), could.len() > 1, "{turn}");
                        if precedence == Precedence::Strict {
                            assert_eq!(could.highest(), Some(voq.priority), "{turn}");
                        }
                    }
                    MatchEvent::Accept { iteration, voq, accept_pointer, .. } => {
                        let choice = Choice::of(&slot, iteration, voq.input, precedence);
                        assert_eq!(first_from(choice.best, accept_pointer), Some(voq.output));
                        several += u32::from(choice.best != choice.offered);
                    }
                }
            }
        }
    }
    assert!(several > 100, "{several} choices among several priorities");
}
