//! Tests of cyclic buffer dependencies, which are calculated from the paths of flows.

use fabric_sim::fabric::mac::{LearningConfig, Unknown};
use fabric_sim::ids::{Priority, PrioritySet};
use fabric_sim::insight::dependency_cycles;
use fabric_sim::units::Time;

use crate::kit::Net;

/// Triangle of switches, each with one host.
fn triangle() -> Net {
    Net::new(&[
        ("s0", "s1", 40),
        ("s1", "s2", 40),
        ("s2", "s0", 40),
        ("h0", "s0", 40),
        ("h1", "s1", 40),
        ("h2", "s2", 40),
    ])
}

#[test]
fn a_path_that_a_flow_names_counts_and_pfc_that_is_off_breaks_the_cycle() {
    let mut net = triangle();
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes), [], "shortest ways take one link");
    let ring = [("s0", "s1"), ("s1", "s2"), ("s2", "s0")].map(|(from, to)| net.port(from, to));
    for (n, (from, to)) in [("h0", "h2"), ("h1", "h0"), ("h2", "h1")].into_iter().enumerate() {
        net.flow(from, to).path = vec![ring[n], ring[(n + 1) % 3]];
    }
    let cycles = dependency_cycles(&net.spec, &net.spec.routes);
    assert_eq!(cycles.len(), 1);
    assert_eq!((&cycles[0].ports[..], cycles[0].priorities), (&ring[..], PrioritySet::of(Priority::P3)));
    net.config("s1", "s2").receiver.enabled = PrioritySet::EMPTY;
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes), []);
}

/// The flow names only the first link of its path. From the next switch on, its frames follow the routes.
#[test]
fn where_a_path_ends_the_routes_go_on() {
    let mut net = triangle();
    for (from, to, first) in
        [("h0", "h2", ("s0", "s1")), ("h1", "h0", ("s1", "s2")), ("h2", "h1", ("s2", "s0"))]
    {
        let port = net.port(first.0, first.1);
        net.flow(from, to).path = vec![port];
    }
    let cycles = dependency_cycles(&net.spec, &net.spec.routes);
    assert_eq!((cycles.len(), cycles[0].ports.len(), cycles[0].by_flooding), (1, 3, false));
}

#[test]
fn flooding_closes_a_cycle_that_no_route_closes() {
    let mut net = triangle();
    let learn = |net: &mut Net, unknown| {
        let learning = LearningConfig { ageing: Time::from_us(100), unknown };
        net.spec.switches.iter_mut().for_each(|switch| switch.learning = Some(learning));
        dependency_cycles(&net.spec, &net.spec.routes)
    };
    assert_eq!(learn(&mut net, Unknown::Drop), []);
    let cycles = learn(&mut net, Unknown::Flood);
    assert!(!cycles.is_empty() && cycles.iter().all(|cycle| cycle.by_flooding), "{cycles:?}");
}
