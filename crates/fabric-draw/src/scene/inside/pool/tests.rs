//! Tests of the bar of the shared memory: its parts sum to the whole, and the selected group comes first.

use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::engine::{World, WorldView};
use fabric_sim::units::Time;

use super::*;

fn memory(edits: &str, looked_at: (LocalPort, Priority)) -> (Memory, u64) {
    let link = ShareLink::parse(&format!("#/preset/incast?{edits}")).expect("a link");
    let mut world = World::new(Arc::new(link.document.compile().expect("compiles")));
    world.run_until(Time::from_us(20), u64::MAX, &mut ());
    let mut snapshot = WorldView::default();
    world.snapshot(&mut snapshot);
    let spec = world.spec();
    let node = &spec.nodes[spec.node("leaf1").expect("is there").index()];
    let switch = node.switch().expect("a switch");
    let ports = &snapshot.ports[node.ports.start as usize..node.ports.end as usize];
    let total = spec.switches[switch.index()].pool.memory;
    let (free, headroom) = (snapshot.pool_free[switch.index()], snapshot.pool_headroom[switch.index()]);
    (Memory::of(ports, (total, free), headroom, looked_at), ports.len() as u64)
}

#[test]
fn the_parts_of_a_memory_sum_to_the_whole() {
    for reserve in [0, 3_000] {
        let (memory, ports) = memory(&format!("reserve={reserve}"), (LocalPort(1), Priority::P3));
        let Memory { total, reserve: reserves, headroom, free, .. } = &memory;
        assert_eq!(reserves.size + headroom.size + memory.in_use() + free, *total);
        assert_eq!(
            (reserves.size, headroom.size),
            (reserve * ports, 40_000 * ports),
            "of one lossless priority"
        );
        assert!(reserves.used <= reserves.size && headroom.used <= headroom.size && memory.in_use() > 0);
    }
}

#[test]
fn the_selected_group_comes_first() {
    for port in [1, 3].map(LocalPort) {
        let (memory, _) = memory("", (port, Priority::P3));
        assert_eq!((memory.shared[0].port, memory.shared[0].priority), (port, Priority::P3));
        assert!(memory.has((port, Priority::P3)));
        assert!(memory.shared[1..].is_sorted_by_key(|holder| (holder.priority, holder.port)));
    }
}

#[test]
fn an_empty_group_is_absent_and_the_headroom_pool_is_present() {
    let (private, _) = memory("", (LocalPort(0), Priority::P3));
    assert!(!private.has((LocalPort(0), Priority::P3)) && !private.pooled);
    let (pooled, _) = memory("headroom_pool=60k", (LocalPort(1), Priority::P3));
    assert!(pooled.pooled);
    assert_eq!(pooled.headroom.size, 60_000);
    let Memory { total, reserve, headroom, free, .. } = &pooled;
    assert_eq!(reserve.size + headroom.size + pooled.in_use() + free, *total);
}
