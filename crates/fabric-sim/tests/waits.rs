//! Test that one search over all waits of a fabric gives the same results as a separate search for each
//! queue.

use std::collections::BTreeSet;

use fabric_sim::document::Preset;
use fabric_sim::engine::{Cycle, Waits, World};
use fabric_sim::ids::{PortId, QueueId};
use fabric_sim::insight::{ChainOutcome, roots, why_paused};
use fabric_sim::units::Time;

/// Names of presets with deadlocks, storms, slow hosts, lost resumes, and plain congestion.
const PRESETS: [&str; 8] =
    ["deadlock-ring", "deadlock-4", "storm", "slow-receiver", "pause", "incast", "watchdog-true", "victim"];

fn every_10_us(preset: &str, look: &mut impl FnMut(&World)) {
    let preset = Preset::find(preset).unwrap_or_else(|problem| panic!("{problem}"));
    let mut world = World::new(preset.document().compile().unwrap().into());
    let horizon = world.spec().horizon;
    let mut now = Time::ZERO;
    while now < horizon {
        now += Time::from_us(10);
        world.run(now, u64::MAX);
        look(&world);
    }
}

fn waiting_for(waits: &Waits, cycle: &Cycle) -> Vec<QueueId> {
    let is_member = |n: usize| cycle.queues.contains(&waits.queues[n].queue());
    let stuck = (0..waits.queues.len()).filter(|n| waits.is_stuck(*n) && !is_member(*n));
    let waits_for_it = stuck.filter(|n| waits.behind(*n).into_iter().any(is_member));
    waits_for_it.map(|n| waits.queues[n].queue()).collect()
}

#[test]
fn tributaries_are_the_stuck_queues_behind_which_a_member_is() {
    let mut compared = 0;
    for preset in PRESETS {
        every_10_us(preset, &mut |world| {
            let waits = world.waits();
            for cycle in world.cycles().standing() {
                assert_eq!(waits.tributaries(&cycle.queues), waiting_for(&waits, cycle), "{preset}");
                compared += 1;
            }
        });
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn roots_are_where_the_chains_of_all_paused_queues_end() {
    let mut compared = 0;
    for preset in PRESETS {
        every_10_us(preset, &mut |world| {
            let mut ends: BTreeSet<(QueueId, ChainOutcome)> = BTreeSet::new();
            let mut has_cycle = false;
            for port in (0..world.spec().ports.len()).map(PortId::new) {
                for priority in world.tx_blocked_mask(port).iter() {
                    let chain = why_paused(world, QueueId::new(port, priority));
                    for link in chain.iter().flat_map(|chain| &chain.links).filter(|link| link.end.is_root())
                    {
                        match link.end {
                            ChainOutcome::Cycle => has_cycle = true,
                            end => drop(ends.insert((link.queue, end))),
                        }
                    }
                }
            }
            let found = roots(world);
            let cycles = found.iter().filter(|root| root.end == ChainOutcome::Cycle).count();
            assert_eq!(cycles > 0, has_cycle, "{preset} at {}", world.now());
            let found: BTreeSet<(QueueId, ChainOutcome)> = found
                .iter()
                .map(|root| (root.root, root.end))
                .filter(|(_, end)| *end != ChainOutcome::Cycle)
                .collect();
            compared += found.len();
            assert_eq!(found, ends, "{preset} at {}", world.now());
        });
    }
    assert!(compared > 100, "{compared}");
}
