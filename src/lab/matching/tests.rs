use fabric_sim::engine::What;
use fabric_sim::fabric::crossbar::Phase;
use fabric_sim::units::Time;

use super::*;

const fn way(input: u8, output: u8) -> Way {
    Way { input, output, priority: 3 }
}

/// h3 and h5 (ports 2 and 4) ask for h1; h5 alone asks for h2, too. h1's
/// pointer stands at h4, h5's at h2.
fn slot() -> Match {
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    let asked = |inputs| What::Asked { priority: 3, inputs, open: true };
    slot.hear(0, &asked(0b10100));
    slot.hear(1, &asked(0b10000));
    let grant = |iteration, way| Phase::Grant { iteration, way };
    let accept = |iteration, way| Phase::Accept { iteration, way, grant_pointer: 3, accept_pointer: 1 };
    let phases = [
        grant(0, way(4, 0)),
        grant(0, way(4, 1)),
        accept(0, way(4, 1)),
        grant(1, way(2, 0)),
        accept(1, way(2, 0)),
    ];
    for phase in phases {
        slot.hear(0, &What::Matched(phase));
    }
    slot
}

fn sentence(matching: Matching, port: u8, stage: Stage) -> String {
    let names: Vec<String> = (1..=5).map(|n| format!("h{n}")).collect();
    let pointers = |_: u8| Pointers { grant: vec![3, 3, 0, 0, 0], accept: vec![0, 0, 0, 0, 1] };
    let slot = slot();
    Told { last: &slot, names: &names, matching, port }.sentence(stage, &pointers)
}

#[test]
fn each_stage_is_a_sentence_about_the_port_that_is_looked_at() {
    let told = |stage| sentence(Matching::Islip, 0, stage);
    assert_eq!(told(Stage::Asks), "h3 and h5 ask for h1; one other output is asked for.");
    assert_eq!(
        told(Stage::Grants(0)),
        "h3 and h5 both ask for h1; h1’s pointer stands at h4, so it grants h5. One other output grants."
    );
    assert_eq!(
        told(Stage::Accepts(0)),
        "h1 and h2 both grant h5; its pointer stands at h2, so it takes h2; both pointers move one beyond the match."
    );
    assert_eq!(told(Stage::Grants(1)), "Of those still free only h3 asks for h1, which grants it.");
    assert_eq!(
        told(Stage::Accepts(1)),
        "h3 takes h1, its only offer; pointers stay, they move in the first round only."
    );
}

#[test]
fn pim_has_no_pointers_to_tell_of() {
    for stage in slot().stages() {
        assert!(!sentence(Matching::Pim, 0, stage).contains("pointer"));
    }
    assert!(sentence(Matching::Pim, 0, Stage::Grants(0)).contains("h1 draws h5"));
}

#[test]
fn another_port_is_told_of_first_and_a_full_queue_is_said() {
    assert!(sentence(Matching::Islip, 1, Stage::Asks).starts_with("h5 asks for h2;"));
    let mut slot = Match::default();
    slot.begin(Time(1), 1);
    slot.hear(0, &What::Asked { priority: 3, inputs: u64::MAX >> 58, open: false });
    let names: Vec<String> = (1..=6).map(|n| format!("h{n}")).collect();
    let told = Told { last: &slot, names: &names, matching: Matching::Islip, port: 3 };
    assert_eq!(
        told.sentence(Stage::Asks, &|_| Pointers::default()),
        "h1, h2, h3 and 3 others ask for h1, whose egress queue is full: it cannot grant."
    );
}

#[test]
fn links_to_the_same_neighbour_are_told_apart() {
    let spec = crate::lab::Lab::open("#/preset/incast").run().tape().spec().clone();
    let names = neighbours(&spec, spec.node("leaf1").expect("is there"));
    assert_eq!(names, ["h1", "h2", "h3", "h4", "spine1", "spine2"]);
}
