//! Tests of builders of topologies: closed forms, runs equal to those of the expanded lists, and refusals.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use fabric_sim::document::link::ShareLink;
use fabric_sim::document::params::Address;
use fabric_sim::document::{Document, Problems, schema};
use fabric_sim::engine::World;
use fabric_sim::ids::NodeId;
use fabric_sim::insight::warnings;
use fabric_sim::new_document::{NewDocument, object};
use fabric_sim::spec::{NodeKind, Spec};
use fabric_sim::units::Time;
use proptest::prelude::*;
use serde_json::Value;

/// Document with the builder `build`, in which every host sends to another host.
fn text(build: &str) -> String {
    format!(
        r#"{{"format": 1, "model": 1, "horizon": "20us", "build": {build},
            "collectives": [{{"name": "all", "kind": "permutation", "bytes": "20k"}}]}}"#
    )
}

fn built(build: &str) -> Document {
    Document::parse(&text(build)).unwrap_or_else(|problems| panic!("{build}: {problems}"))
}

fn spec(build: &str) -> Spec {
    built(build).compile().unwrap_or_else(|problems| panic!("{build}: {problems}"))
}

fn refused(text: &str) -> String {
    let compile = || -> Result<Spec, Problems> { Document::parse(text)?.compile() };
    compile().expect_err("this should be refused").to_string()
}

fn hash(document: &Document) -> String {
    let spec = document.compile().unwrap_or_else(|problems| panic!("{problems}"));
    let horizon = spec.horizon;
    let mut world = World::new(Arc::new(spec));
    world.run_until(horizon, u64::MAX, &mut ());
    assert!(world.ledger().delivered > 0);
    world.hash().to_string()
}

/// Generator of builders of a random kind, with random sizes and tiers.
fn any_build() -> impl Strategy<Value = String> {
    let link = prop_oneof![
        Just("{}".to_owned()),
        (1u64..9, 1u64..300).prop_map(|(n, m)| format!(r#"{{"rate": "{}G", "length": "{m}m"}}"#, 50 * n)),
        (1u64..9, 0u64..900)
            .prop_map(|(n, ns)| { format!(r#"{{"rate": "{n}0G", "delay": "{ns}ns", "phy": "5ns"}}"#) }),
    ];
    let tiers = [link.clone(), link.clone(), link];
    (0..5, 1u64..6, 1u64..5, 1u64..5, tiers).prop_map(|(kind, a, b, c, [host, edge, core])| match kind {
        0 => format!(
            r#"{{"leaf_spine": {{"spines": {a}, "leaves": {}, "hosts": {c}, "host_link": {host}, "fabric_link": {edge}}}}}"#,
            b + 1
        ),
        1 => format!(
            r#"{{"fat_tree": {{"k": {}, "host_link": {host}, "edge_link": {edge}, "core_link": {core}}}}}"#,
            2 * (a % 2) + 2
        ),
        2 => format!(
            r#"{{"ring": {{"switches": {}, "hosts": {c}, "host_link": {host}, "fabric_link": {edge}}}}}"#,
            a + 2
        ),
        3 => format!(r#"{{"dumbbell": {{"hosts": {a}, "host_link": {host}, "bottleneck_link": {edge}}}}}"#),
        _ => format!(r#"{{"star": {{"hosts": {}, "host_link": {host}}}}}"#, a + 1),
    })
}

/// Generator of traffic of a random kind, with random sizes of messages and frames.
fn any_traffic() -> impl Strategy<Value = Vec<Value>> {
    let kind = prop_oneof![Just("permutation"), Just("incast"), Just("all_to_all")];
    let entry = (kind, 1u64..300_000, 100u16..9_000).prop_map(|(kind, bytes, frame)| {
        object([
            ("name", format!("{kind} {bytes} {frame}").into()),
            ("kind", kind.into()),
            ("bytes", bytes.into()),
            ("frame", frame.into()),
        ])
    });
    proptest::collection::vec(entry, 1..3)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lists_and_builder_give_the_same_run_and_the_counts_are_closed_forms(build in any_build()) {
        let document = built(&build);
        let lists = document.expanded().unwrap().into_owned();
        prop_assert!(lists.build.is_none());
        prop_assert_eq!(hash(&document), hash(&lists), "{}", build);
        // A document saved with the expanded lists must be read as the same document.
        prop_assert_eq!(&Document::parse(&lists.to_json()).unwrap(), &lists);
        let counts = document.build.unwrap().counts();
        let lengths = [lists.hosts.len(), lists.switches.len(), lists.links.len()].map(|count| count as u64);
        prop_assert_eq!([counts.hosts, counts.switches, counts.links], lengths);
    }

    #[test]
    fn a_new_document_has_enough_headroom_for_its_traffic(
        build in any_build(),
        collectives in any_traffic(),
        cell_bytes in prop_oneof![Just("1"), Just("208")],
    ) {
        let build = serde_json::from_str(&build).unwrap();
        let edits = [("memory", "1G"), ("cell_bytes", cell_bytes)];
        let edits = edits.map(|(path, value)| (path.to_owned(), value.to_owned())).to_vec();
        let new = NewDocument { build, collectives, edits, ..NewDocument::default() };
        let document = new.document().unwrap_or_else(|problems| panic!("{problems}"));
        let warnings = warnings(&World::new(Arc::new(document.compile().unwrap())));
        let is_short = |warning: &String| warning.contains("still arrive after XOFF");
        prop_assert!(!warnings.iter().any(is_short), "{:?} {}", warnings, document.to_json());
    }

    #[test]
    fn links_and_files_carry_the_builder(build in any_build()) {
        let document = built(&build);
        prop_assert_eq!(&Document::parse(&document.to_json()).unwrap(), &document);
        let fragment = ShareLink::from_saved(document.clone()).fragment();
        prop_assert_eq!(&ShareLink::parse(&fragment).unwrap().document, &document);
        prop_assert!(fragment.len() < 400, "{} bytes: {}", fragment.len(), build);
    }
}

#[test]
fn a_link_to_a_large_fabric_is_short() {
    let document = built(r#"{"fat_tree": {"k": 16}}"#);
    let length = |document: Document| ShareLink::from_saved(document).fragment().len();
    let lists = document.expanded().unwrap().into_owned();
    assert_eq!((lists.hosts.len(), lists.switches.len()), (1_024, 320));
    assert!(length(document) < 200);
    assert!(length(lists) > 10_000);
}

/// Number of ports of each node whose name begins with `prefix`, in the order of the nodes.
fn degrees(spec: &Spec, prefix: &str) -> Vec<usize> {
    let named = spec.nodes.iter().filter(|node| node.name.starts_with(prefix));
    named.map(|node| node.ports.len()).collect()
}

#[test]
fn a_k_ary_fat_tree_has_the_numbers_of_its_paper() {
    for k in [2_usize, 4, 6, 8, 20] {
        let build = format!(r#"{{"fat_tree": {{"k": {k}}}}}"#);
        let lists = built(&build).expanded().unwrap().into_owned();
        assert_eq!(lists.switches.len(), 5 * k * k / 4, "k = {k}");
        assert_eq!(lists.hosts.len(), k * k * k / 4, "k = {k}");
        if k > 8 {
            continue;
        }
        let spec = spec(&build);
        for tier in ["edge", "agg", "core"] {
            assert!(degrees(&spec, tier).iter().all(|ports| *ports == k), "every {tier} switch has k ports");
        }
        // Between hosts of two pods there are k²/4 shortest paths, one through each core switch.
        let (from, to) = (spec.node("h1-1-1").unwrap(), spec.node(&format!("h{k}-1-1")).unwrap());
        assert_eq!(shortest_ways(&spec, from.index(), to.index()), k * k / 4, "k = {k}");
    }
}

/// Number of shortest paths between two nodes.
fn shortest_ways(spec: &Spec, from: usize, to: usize) -> usize {
    let mut ways = HashMap::from([(from, (0, 1))]);
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        let (far, count) = ways[&node];
        for port in spec.nodes[node].ports.clone() {
            let peer = spec.ports[spec.ports[port as usize].peer.index()].node.index();
            match ways.get_mut(&peer) {
                None => {
                    ways.insert(peer, (far + 1, count));
                    queue.push_back(peer);
                }
                Some((other, sum)) if *other == far + 1 => *sum += count,
                Some(_) => {}
            }
        }
    }
    ways[&to].1
}

/// Largest rate in Gb/s at which the first half of the hosts can send to the second half. Computed by
/// shortest augmenting paths (Edmonds and Karp 1972).
fn bisection(build: &str) -> u64 {
    let spec = spec(build);
    let (source, sink) = (spec.nodes.len(), spec.nodes.len() + 1);
    let mut room: HashMap<(usize, usize), u64> = HashMap::new();
    for port in &spec.ports {
        let peer = spec.ports[port.peer.index()].node.index();
        *room.entry((port.node.index(), peer)).or_default() += port.clock.rate().bps() / 1_000_000_000;
    }
    let hosts: Vec<usize> = (0..spec.nodes.len()).filter(|n| spec.nodes[*n].kind == NodeKind::Host).collect();
    for (n, host) in hosts.iter().enumerate() {
        let edge = if n < hosts.len() / 2 { (source, *host) } else { (*host, sink) };
        room.insert(edge, u64::MAX / 4);
    }
    let mut total = 0;
    loop {
        let mut before = HashMap::from([(source, source)]);
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for ((from, to), left) in &room {
                if *from == node && *left > 0 && !before.contains_key(to) {
                    before.insert(*to, node);
                    queue.push_back(*to);
                }
            }
        }
        if !before.contains_key(&sink) {
            return total;
        }
        let ends = std::iter::successors(Some(sink), |node| Some(before[node]));
        let path: Vec<(usize, usize)> =
            ends.take_while(|node| *node != source).map(|node| (before[&node], node)).collect();
        let least = path.iter().map(|edge| room[edge]).min().unwrap();
        for (from, to) in path {
            *room.get_mut(&(from, to)).unwrap() -= least;
            *room.entry((to, from)).or_default() += least;
        }
        total += least;
    }
}

#[test]
fn half_of_the_hosts_reach_the_other_half_at_the_rate_of_the_closed_form() {
    for (build, gbps) in [
        // With full bisection, k³/8 hosts send at the rate of their links.
        (r#"{"fat_tree": {"k": 4}}"#, 8 * 100),
        // The hosts together send more than the spines carry. The spines carry their number, times half of
        // the leaves, times the rate of a link.
        (
            r#"{"leaf_spine": {"spines": 2, "leaves": 4, "hosts": 4, "host_link": {"rate": "400G"}, "fabric_link": {"rate": "800G"}}}"#,
            2 * 2 * 800,
        ),
        (r#"{"leaf_spine": {"spines": 2, "leaves": 4, "hosts": 8}}"#, 2 * 2 * 100),
        (r#"{"leaf_spine": {"spines": 4, "leaves": 4, "hosts": 2}}"#, 2 * 2 * 100),
        // A ring is cut at two links.
        (r#"{"ring": {"switches": 6, "hosts": 3}}"#, 2 * 100),
        (r#"{"dumbbell": {"hosts": 5, "bottleneck_link": {"rate": "400G"}}}"#, 400),
        (r#"{"star": {"hosts": 6}}"#, 3 * 100),
    ] {
        assert_eq!(bisection(build), gbps, "{build}");
    }
}

#[test]
fn names_ports_and_tiers_are_as_described() {
    let document = built(
        r#"{"leaf_spine": {"spines": 2, "leaves": 3, "hosts": 2, "host_link": {"rate": "400G", "length": "3m"},
            "fabric_link": {"rate": "800G", "delay": "1us", "phy": "2ns"}}}"#,
    );
    let spec = document.compile().unwrap();
    let names: Vec<&str> = spec.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(
        names,
        ["h1-1", "h1-2", "h2-1", "h2-2", "h3-1", "h3-2", "leaf1", "leaf2", "leaf3", "spine1", "spine2"]
    );
    let at = |node: &str, port: u32| {
        let port = &spec.ports[spec.port(spec.node(node).unwrap(), port).unwrap().index()];
        let peer = spec.ports[port.peer.index()].node;
        (spec.nodes[peer.index()].name.as_str(), port.clock.rate().to_string(), port.delay)
    };
    assert_eq!(at("leaf2", 1), ("h2-2", "400G".to_owned(), Time::from_ns(15)));
    assert_eq!(at("leaf2", 3), ("spine2", "800G".to_owned(), Time::from_ns(1_002)));
    assert_eq!(at("spine2", 1), ("leaf2", "800G".to_owned(), Time::from_ns(1_002)));
    // If the builder gives no rate for links between switches, they have the rate of the links to hosts.
    let plain = built(r#"{"dumbbell": {"hosts": 1, "host_link": {"rate": "40G"}}}"#);
    assert!(plain.expanded().unwrap().links.iter().all(|link| link.rate.to_string() == "40G"));
}

#[test]
fn lists_and_parameters_add_to_the_builder() {
    let more = |hosts: u64, more: &str| {
        text(&format!(r#"{{"star": {{"hosts": {hosts}}}}}"#)).replacen('{', &format!("{{{more},"), 1)
    };
    let storage = r#""hosts": [{"name": "storage"}], "links": [["storage", "s1", "400G"]]"#;
    let params = r#""params": {"switch.s1.port.2.p3.kmin": "30k", "profile": "sonic"}"#;
    let document = Document::parse(&more(2, &format!("{storage}, {params}"))).unwrap();
    let spec = document.compile().unwrap();
    assert_eq!(spec.node("storage").map(NodeId::index), Some(2), "after those that are built");
    assert_eq!(hash(&document), hash(&document.expanded().unwrap()));
    // The value that a profile calculates for the headroom is known for built switches, too.
    let address = Address::parse("switch.s1.port.0.p3.headroom").unwrap();
    let at = document.parameter(&address);
    assert_eq!(at, document.expanded().unwrap().parameter(&address));
    assert!(at.given.is_some(), "{at:?}");
    for (fields, expected) in [
        (r#""hosts": [{"name": "h2"}]"#, "hosts[0].name: there is another node called \"h2\""),
        (r#""switches": [{"name": "s1"}]"#, "switches[0].name: there is another node called \"s1\""),
        (r#""links": [["h1", "s1", "1G"]]"#, "links[0]: host \"h1\" has a link already"),
        (r#""links": [["h3", "s1", "1G"]]"#, "links[0].a: there is no host or switch called \"h3\""),
        (
            r#""params": {"switch.leaf1.xoff": "30k"}"#,
            "params.switch.leaf1.xoff: there is no switch called \"leaf1\"",
        ),
    ] {
        let reported = refused(&more(2, fields));
        assert!(reported.contains(expected), "{fields}\n got {reported}");
    }
    let reported = refused(&more(64, storage));
    assert_eq!(
        reported,
        "s1: is a switch of 65 ports, but must be one of at most 64; spread its links over more switches"
    );
}

#[test]
fn an_invalid_builder_is_refused_with_its_field() {
    for (build, expected) in [
        (r#"{"star": {"hosts": 0}}"#, "build.star.hosts: is 0, but must be a whole number from 1 to 64"),
        (r#"{"star": {"hosts": 2.5}}"#, "build.star.hosts: is 2.5, but must be a whole number from 1 to 64"),
        (r#"{"star": {}}"#, "build.star.hosts: is missing"),
        (
            r#"{"star": {"hosts": 2, "spines": 1}}"#,
            "build.star.spines: there is no such field; there are hosts or host_link",
        ),
        (r#"{"clos": {"hosts": 2}}"#, "but must be one of leaf_spine, fat_tree, ring, dumbbell, star"),
        (
            r#"{"leaf_spine": {"spines": 4, "leaves": 2, "hosts": 61}}"#,
            "build.leaf_spine.hosts: is 61, but must be at most 60: a leaf has 64 ports, and 4 lead to spines",
        ),
        (r#"{"fat_tree": {"k": 5}}"#, "build.fat_tree.k: is 5, but must be even: half of the ports lead up"),
        (
            r#"{"fat_tree": {"k": 22}}"#,
            "build.fat_tree: is 1610510 routes (switches times hosts), but must be at most 1048576; use smaller counts",
        ),
        (
            r#"{"fat_tree": {"k": 64}}"#,
            "build.fat_tree: is 70656 hosts and switches, but must be at most 4096; use smaller counts",
        ),
        (
            r#"{"ring": {"switches": 1024, "hosts": 62}}"#,
            "build.ring: is 64512 hosts and switches, but must be at most 4096; use smaller counts",
        ),
        (
            r#"{"ring": {"switches": 2, "hosts": 1}}"#,
            "build.ring.switches: is 2, but must be a whole number from 3",
        ),
        (
            r#"{"star": {"hosts": 2, "host_link": {"rate": "1k"}}}"#,
            "build.star.host_link.rate: is 1k, but must be a rate from 1M to 10T",
        ),
        (
            r#"{"dumbbell": {"hosts": 2, "bottleneck_link": {"length": "5m", "delay": "1us"}}}"#,
            "build.dumbbell.bottleneck_link.delay: a link has a length or a delay, not both",
        ),
        (
            r#"{"star": {"hosts": 2, "host_link": {"delay": "2s"}}}"#,
            "build.star.host_link.delay: is 2s, but must be at most 1s",
        ),
        (
            r#"{"star": {"hosts": 2, "host_link": {"rate": "100G", "delay": "10ms"}}}"#,
            "links: cables that hold 7812500 frames of 64 B in flight are too many or too long",
        ),
    ] {
        let reported = refused(&text(build));
        assert!(reported.contains(expected), "{build}\n got {reported}\n not  {expected}");
        assert_eq!(reported.lines().count(), 1, "reported once: {reported}");
    }
    for nothing in [r#"{"format": 1, "model": 1}"#, r#"{"format": 1, "model": 1, "build": null}"#] {
        assert!(refused(nothing).contains("hosts: there is no host; add one"), "{}", refused(nothing));
    }
    for (build, expected) in [
        (r#""star""#, "build.star: has no fields; write them as an object behind its name"),
        ("{}", "build: must be an object with exactly one field, its kind"),
        (
            r#"{"star": {"hosts": 1}, "fat_tree": {"k": 4}}"#,
            "build: must be an object with exactly one field, its kind",
        ),
        ("[]", "build: must be an object with exactly one field, its kind"),
    ] {
        assert_eq!(refused(&text(build)), expected, "{build}");
    }
}

#[test]
fn the_schema_accepts_the_same_documents_as_the_reader() {
    let schema = schema();
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let is_valid = |text: &str| validator.is_valid(&serde_json::from_str(text).unwrap());
    assert!(is_valid(&text(r#"{"ring": {"switches": 3, "hosts": 2, "host_link": {"length": "3m"}}}"#)));
    assert!(!is_valid(&text(r#"{"ring": {"switches": 3}}"#)), "hosts are missing");
    assert!(!is_valid(&text(r#"{"fat_tree": {"k": 3}}"#)));
    assert!(!is_valid(r#"{"format": 1, "model": 1}"#), "there is nothing in it");
    let kinds = schema["$defs"]["Build"]["oneOf"].as_array().unwrap();
    assert_eq!(kinds.len(), 5);
    for kind in kinds {
        let name = kind["required"][0].as_str().unwrap();
        let reported = refused(&text(&format!(r#"{{"{name}": {{}}}}"#)));
        assert!(
            reported.contains(&format!("build.{name}.")) && reported.contains("is missing"),
            "{reported}"
        );
    }
}
