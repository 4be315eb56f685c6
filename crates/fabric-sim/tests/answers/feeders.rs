//! Test that two functions of a world agree: a priority group that waits for a queue must be among the groups
//! that this queue blocks.

use std::sync::Arc;

use fabric_sim::document::PRESETS;
use fabric_sim::engine::World;
use fabric_sim::spec::NodeKind;
use fabric_sim::units::Time;

/// Simulated time between two checks. Each run is checked [`LOOKS`] times.
const STEP: Time = Time(4_000_000);
const LOOKS: u64 = 40;

/// Numbers of waiting groups, by the node of the queue for which they wait: a switch or a host.
#[derive(Debug, Default)]
struct Waits {
    at_switches: u64,
    at_hosts: u64,
}

/// Adds the waits in `world` to `count`. If a group waits for a queue, the group must be in the list of
/// groups that this queue blocks; otherwise, the function panics.
fn check(world: &World, count: &mut Waits) {
    let (spec, waits) = (world.spec(), world.waits());
    for (n, waiter) in waits.queues.iter().enumerate() {
        let group = (spec.ports[waiter.port.index()].peer, waiter.priority);
        for edge in waits.edges(n) {
            let held = &waits.queues[edge.queue];
            let feeders = world.feeders_of(held.port, held.priority);
            let names = |port| spec.port_name(port);
            assert!(
                feeders.contains(&group),
                "{} p{} waits for {} p{}, which holds up {feeders:?}",
                names(waiter.port),
                waiter.priority,
                names(held.port),
                held.priority
            );
            let at_host =
                matches!(spec.nodes[spec.ports[held.port.index()].node.index()].kind, NodeKind::Host);
            if at_host {
                count.at_hosts += 1;
            } else {
                count.at_switches += 1;
            }
        }
    }
}

fn counted(link_pause: &str) -> Waits {
    let mut count = Waits::default();
    for preset in PRESETS {
        let mut document = preset.document();
        if document.edit("link_pause", link_pause).is_err() {
            continue;
        }
        let Ok(spec) = document.compile() else { continue };
        let mut world = World::new(Arc::new(spec));
        for look in 1..=LOOKS {
            world.run_until(Time(STEP.ps() * look), 200_000, &mut ());
            check(&world, &mut count);
        }
    }
    count
}

#[test]
fn the_counted_feeders_of_a_queue_are_those_that_it_blocks() {
    let by_pfc = counted("off");
    assert!(by_pfc.at_switches > 100 && by_pfc.at_hosts > 0, "{by_pfc:?}");
    let by_link = counted("on");
    assert!(by_link.at_switches > 100, "{by_link:?}");
}
