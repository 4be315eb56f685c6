//! Test that the cycles of waits, which the engine detects event by event, equal those of a search from
//! scratch. The pauses in the test are short, late or lost.

use std::sync::Arc;

use fabric_sim::engine::World;
use fabric_sim::fabric::cable_loss::CableLossConfig;
use fabric_sim::fabric::pfc::{PfcLoss, PfcLossKind};
use fabric_sim::ids::PortId;
use fabric_sim::spec::{Action, Fault, Spec};
use fabric_sim::units::{Quanta, Time};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[path = "kit/cycles.rs"]
mod cycles;
#[path = "kit/documents/mod.rs"]
mod documents;
#[path = "kit/rings.rs"]
mod rings;

use cycles::{detected, found};
use rings::{Kind, ring};

/// Pause time in quanta, and the percentage of the pause time after which the pause is refreshed. With some
/// of the pairs, a frame in transmission makes the refresh too late.
const PAUSES: [(u16, u64); 4] = [(1_000, 40), (150, 80), (150, 95), (60, 90)];

/// Random ring number `n` of the kind `kind`. Pauses in this ring last `quanta`, and are refreshed after
/// `percent` of the pause time.
fn short_pauses(kind: Kind, n: u64, (quanta, percent): (u16, u64)) -> Spec {
    let mut spec = ring(kind, n).compile().expect("a ring is a document");
    for port in &mut spec.ports {
        let sender = &mut port.config.sender;
        sender.quanta = Quanta(quanta);
        sender.refresh = Some(Time(sender.quanta.time(port.clock).ps() * percent / 100));
    }
    spec
}

/// Random fault of PFC frames on their way to `port`, or the end of such a fault.
fn fault(dice: &mut Pcg32, port: PortId, now: Time) -> Fault {
    let mut below = |n: u32| (dice.next_u32() % n) as usize;
    match below(10) {
        0..6 => Fault::LosePfc(
            port,
            PfcLoss {
                which: [PfcLossKind::All, PfcLossKind::Pauses, PfcLossKind::Resumes][below(3)],
                left: [None, Some(1), Some(2), Some(3)][below(4)],
                until: [Time::NEVER, now + Time::from_us(1 + below(20) as u64)][below(2)],
            },
        ),
        6..8 => Fault::Lossy(
            port,
            CableLossConfig { corrupt: [0, 1 << 28, 1 << 30][below(3)], ..CableLossConfig::default() },
        ),
        _ => Fault::Mend(port),
    }
}

#[test]
fn cycles_reported_at_events_equal_a_search_from_scratch() {
    let (mut closed, mut opened) = (0, 0);
    for (kind, n) in Kind::ALL.into_iter().flat_map(|kind| [(kind, 2), (kind, 5)]) {
        for pauses in PAUSES {
            let spec = short_pauses(kind, n, pauses);
            let ports = u32::try_from(spec.ports.len()).expect("some dozen");
            let mut dice = Pcg32::seed_from_u64(n * 1_000 + pauses.1);
            let (mut world, mut next) = (World::new(Arc::new(spec)), Time::from_us(5));
            while world.now() < Time::from_us(250) && world.step(&mut ()) {
                if world.now() >= next {
                    next = world.now() + Time::from_us(1 + u64::from(dice.next_u32() % 12));
                    let port = PortId(dice.next_u32() % ports);
                    let fault = fault(&mut dice, port, world.now());
                    world.act(Action::Fault(fault));
                }
                assert_eq!(detected(&world), found(&world), "{kind:?} {n} {pauses:?} at {}", world.now());
            }
            closed += world.cycles().closed();
            opened += world.cycles().closed() - world.cycles().standing().len() as u64;
        }
    }
    // Enough cycles must close, and open again, for a meaningful test.
    assert!(closed > 50 && opened > 50, "{closed} closed, {opened} opened");
}
