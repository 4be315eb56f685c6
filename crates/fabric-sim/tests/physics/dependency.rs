//! Whether a fabric can deadlock, by the paths that its flows name.

use fabric_sim::insight::dependency_cycles;

use crate::kit::Net;

#[test]
fn a_path_that_a_flow_names_counts_and_pfc_that_is_off_breaks_the_circle() {
    let mut net = Net::new(&[
        ("s0", "s1", 40),
        ("s1", "s2", 40),
        ("s2", "s0", 40),
        ("h0", "s0", 40),
        ("h1", "s1", 40),
        ("h2", "s2", 40),
    ]);
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes), [], "shortest ways take one link");
    let ring = [("s0", "s1"), ("s1", "s2"), ("s2", "s0")].map(|(from, to)| net.port(from, to));
    for (n, (from, to)) in [("h0", "h2"), ("h1", "h0"), ("h2", "h1")].into_iter().enumerate() {
        net.flow(from, to).path = vec![ring[n], ring[(n + 1) % 3]];
    }
    let cycles = dependency_cycles(&net.spec, &net.spec.routes);
    assert_eq!(cycles.len(), 1);
    assert_eq!((&cycles[0].ports[..], cycles[0].priorities), (&ring[..], 1 << 3));
    net.config("s1", "s2").receiver.enabled = 0;
    assert_eq!(dependency_cycles(&net.spec, &net.spec.routes), []);
}
