use std::sync::Arc;

use super::*;
use crate::fabric::pfc::LinkPause;
use crate::ids::{HostId, Priority, SwitchId};
use crate::spec::{Builder, PortConfig, SwitchConfig};
use crate::units::{Rate, Time};

/// Cyclic buffer dependencies under the initial routes of the fabric.
fn cycles(spec: &Spec) -> Vec<DependencyCycle> {
    dependency_cycles(spec, &spec.routes)
}

/// Fabric with a ring of `switches` switches, each with `hosts` hosts.
fn ring(switches: usize, hosts: usize) -> Spec {
    let mut builder = Builder::new();
    let ids: Vec<_> = (0..switches).map(|n| builder.switch(&format!("s{n}")).unwrap()).collect();
    for n in 0..switches {
        builder.link(ids[n], ids[(n + 1) % switches], Rate::gbps(100), Time::ZERO).unwrap();
    }
    for (n, switch) in ids.iter().enumerate() {
        for k in 0..hosts {
            let host = builder.host(&format!("h{n}-{k}")).unwrap();
            builder.link(host, *switch, Rate::gbps(100), Time::ZERO).unwrap();
        }
    }
    builder.build(SwitchConfig::new(1 << 20), PortConfig::new()).unwrap()
}

fn names(spec: &Spec, cycle: &DependencyCycle) -> Vec<String> {
    cycle.ports.iter().map(|port| spec.owner(*port).name.clone()).collect()
}

#[test]
fn shortest_ways_round_a_ring_of_three_take_one_link_and_wait_for_none() {
    assert_eq!(cycles(&ring(3, 2)), []);
}

#[test]
fn shortest_ways_round_a_ring_of_five_take_two_links_and_close_a_cycle_each_way() {
    let spec = ring(5, 1);
    let cycles = cycles(&spec);
    assert_eq!(cycles.len(), 2, "{cycles:?}");
    assert!(cycles.iter().all(|cycle| cycle.ports.len() == 5 && cycle.entangled == 5));
    assert_eq!(cycles[0].priorities, PrioritySet::of(Priority::P3), "the lossless priority alone");
    assert_eq!(names(&spec, &cycles[0]), ["s0", "s1", "s2", "s3", "s4"]);
    assert_eq!(names(&spec, &cycles[1]), ["s0", "s4", "s3", "s2", "s1"]);
}

#[test]
fn up_and_down_a_leaf_spine_nothing_waits_in_a_cycle() {
    let mut builder = Builder::new();
    let spines: Vec<_> = (0..2).map(|n| builder.switch(&format!("spine{n}")).unwrap()).collect();
    for n in 0..4 {
        let leaf = builder.switch(&format!("leaf{n}")).unwrap();
        for spine in &spines {
            builder.link(leaf, *spine, Rate::gbps(100), Time::ZERO).unwrap();
        }
        let host = builder.host(&format!("h{n}")).unwrap();
        builder.link(host, leaf, Rate::gbps(100), Time::ZERO).unwrap();
    }
    let mut spec = builder.build(SwitchConfig::new(1 << 20), PortConfig::new()).unwrap();
    assert_eq!(cycles(&spec), []);
    // Frames for h0 that a spine sends down to leaf1 come up again: a loop of two links.
    let to_leaf1 = spec.nodes[0].ports.start + 1;
    Arc::make_mut(&mut spec.routes).override_with(SwitchId(0), HostId(0), PortId(to_leaf1));
    let up = spec.nodes[spec.node("leaf1").unwrap().index()].ports.start;
    Arc::make_mut(&mut spec.routes).override_with(SwitchId(3), HostId(0), PortId(up));
    let cycles = cycles(&spec);
    assert_eq!(cycles.len(), 1, "{cycles:?}");
    assert_eq!(names(&spec, &cycles[0]), ["spine0", "leaf1"]);
}

/// Applies `set` to the ports at both ends of the link between two switches.
fn set_link(spec: &mut Spec, ends: [&str; 2], set: impl Fn(&mut PortConfig)) {
    let id = ends.map(|name| spec.node(name).expect("a switch"));
    for n in 0..spec.ports.len() {
        let (node, peer) = (spec.ports[n].node, spec.ports[spec.ports[n].peer.index()].node);
        if [node, peer] == id || [peer, node] == id {
            set(&mut spec.ports[n].config);
        }
    }
}

/// Enables 802.3x pause, which replaces PFC.
fn pause_link(config: &mut PortConfig) {
    config.link_pause = Some(LinkPause { xoff: 2_000, xon: 1_000 });
    (config.sender.enabled, config.receiver.enabled) = (PrioritySet::ALL, PrioritySet::ALL);
}

/// Enables PFC for `priority` only, and makes it the only lossless priority.
fn pfc_of(config: &mut PortConfig, priority: Priority) {
    (config.sender.enabled, config.receiver.enabled) = (PrioritySet::of(priority), PrioritySet::of(priority));
    for (n, config) in config.priorities.iter_mut().enumerate() {
        config.pg.lossless = n == priority.index();
    }
}

#[test]
fn pauses_of_whole_links_close_one_cycle_of_all_priorities_each_way() {
    let mut spec = ring(5, 1);
    for n in 0..5 {
        set_link(&mut spec, [&format!("s{n}"), &format!("s{}", (n + 1) % 5)], pause_link);
    }
    let cycles = cycles(&spec);
    assert_eq!(cycles.len(), 2, "{cycles:?}");
    assert!(
        cycles.iter().all(|cycle| cycle.ports.len() == 5
            && cycle.entangled == 5
            && cycle.priorities == PrioritySet::ALL)
    );
}

#[test]
fn a_whole_link_joins_waits_of_different_priorities_to_a_cycle() {
    let links = [["s0", "s1"], ["s1", "s2"], ["s2", "s3"], ["s3", "s4"], ["s4", "s0"]];
    let of_priorities = |priorities: [Priority; 2]| {
        let mut spec = ring(5, 1);
        for link in [links[0], links[2], links[4]] {
            set_link(&mut spec, link, pause_link);
        }
        set_link(&mut spec, links[1], |config| pfc_of(config, priorities[0]));
        set_link(&mut spec, links[3], |config| pfc_of(config, priorities[1]));
        spec
    };
    for priorities in [[Priority::P3, Priority::P4], [Priority::P3; 2], [Priority::P6, Priority::P1]] {
        let spec = of_priorities(priorities);
        let cycles = cycles(&spec);
        assert_eq!(cycles.len(), 2, "{cycles:?}");
        let mask = PrioritySet::from_iter(priorities);
        assert!(cycles.iter().all(|cycle| cycle.ports.len() == 5 && cycle.priorities == mask), "{cycles:?}");
    }
    // The cycle disappears if one of its links has PFC of another priority, and no 802.3x pause.
    let mut spec = of_priorities([Priority::P3, Priority::P4]);
    set_link(&mut spec, links[2], |config| {
        config.link_pause = None;
        pfc_of(config, Priority::P3);
    });
    assert_eq!(cycles(&spec), []);
}

/// Output ports by ingress port. Unlike the tested function, this one follows the routes to each host
/// separately.
fn of_routes_by_host(spec: &Spec, routes: &Routes) -> Vec<PortSet> {
    let mut feeds = vec![PortSet::EMPTY; spec.ports.len()];
    let hosts: Vec<_> = spec.nodes.iter().filter(|node| node.kind == NodeKind::Host).collect();
    let access = |node: &crate::spec::Node| spec.ports[node.ports.start as usize].peer;
    for (n, host) in hosts.iter().enumerate() {
        let mut open: Vec<PortId> =
            hosts.iter().filter(|other| other.name != host.name).map(|other| access(other)).collect();
        let mut seen = BTreeSet::new();
        while let Some(input) = open.pop() {
            let Some(switch) = spec.switch_of(input).filter(|_| seen.insert(input)) else { continue };
            for output in routes.ports(switch, HostId::new(n)) {
                feeds[input.index()].insert(spec.ports[output.index()].number);
                open.push(spec.ports[output.index()].peer);
            }
        }
    }
    feeds
}

/// Hosts of one switch are followed as one group, unless their routes differ, for example because of
/// overridden routes.
#[test]
fn groups_of_hosts_have_the_outputs_of_their_hosts() {
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for (switches, hosts) in [(3, 2), (4, 3), (5, 1), (6, 4)] {
        let mut spec = ring(switches, hosts);
        for overrides in 0..12 {
            if overrides > 0 {
                let switch = SwitchId::new(random(switches));
                let ports =
                    spec.nodes.iter().find(|node| node.switch() == Some(switch)).unwrap().ports.clone();
                let port = PortId(ports.start + u32::try_from(random(ports.len())).unwrap());
                Arc::make_mut(&mut spec.routes).override_with(
                    switch,
                    HostId::new(random(switches * hosts)),
                    port,
                );
            }
            let expected = of_routes_by_host(&spec, &spec.routes);
            assert_eq!(
                of_routes(&spec, &spec.routes),
                expected,
                "{switches} × {hosts}, {overrides} overrides"
            );
        }
        let groups = host_groups(&ring(switches, hosts), &ring(switches, hosts).routes);
        assert_eq!(groups.len(), switches, "one group for each switch without overrides");
    }
}
