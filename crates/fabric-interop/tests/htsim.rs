//! Tests of the import of htsim files: completion times in the imported fat trees equal those of formulas.

use fabric_interop::hpcc::Results;
use fabric_interop::htsim::{Request, import};
use fabric_interop::sonic::{File, Import};
use fabric_interop::{Refusals, Treatment};
use fabric_sim::engine::World;
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

/// Topology file of a leaf–spine: four leaves with two hosts each, and two spines.
const TINY: &str = "# four leaves\nNodes 8\nTiers 2\nPodsize 8\n\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 2\n\
    Downlink_Latency_ns 1000\nSwitch_Latency_ns 0\nOversubscribed 1\n\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down 4\n\
    Downlink_Latency_ns 1000\nSwitch_Latency_ns 0\n";

/// Topology file of a fat tree of two pods. Each pod has two edge switches with two hosts each, and two
/// aggregation switches.
const PODS: &str = "Nodes 8\nTiers 3\nPodsize 4\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 2\n\
    Downlink_Latency_ns 500\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 1\nDownlink_Latency_ns 500\n\
    Switch_Latency_ns 300\nQueue_down 100\nTier 2\nDownlink_speed_Gbps 200\nRadix_Down 2\nOversubscribed 1\n\
    Downlink_Latency_ns 1000\nBundle 1\n";

fn request(topology: &str, connections: &str) -> Request {
    let connections = Some(File::new("c.cm", connections));
    Request { topology: File::new("t.topo", topology), connections }
}

fn imported(request: &Request) -> Import {
    import(request).unwrap_or_else(|refusals: Refusals| panic!("{refusals}"))
}

/// Delivery time of the last byte of each flow, in picoseconds.
fn finished(import: &Import) -> Vec<u64> {
    let spec = import.document.compile().unwrap();
    let horizon = spec.horizon;
    let mut world = World::new(spec.into());
    world.run_until(horizon, u64::MAX, &mut ());
    let report = Report::of(&world);
    assert_eq!(report.fabric.dropped_frames, 0, "PFC loses nothing");
    report.flows.iter().map(|flow| flow.finished_ps.expect("a flow that ends")).collect()
}

/// Transmission time in picoseconds, at 100 Gb/s, of a frame with `payload` bytes, without the gap after the
/// frame. A frame adds 54 B of RoCEv2 headers, 4 B of tag, 8 B of ICRC and FCS, and 8 B of preamble.
fn on_wire(payload: u64) -> u64 {
    (payload + 54 + 4 + 8 + 8) * 80
}

const GAP: u64 = 12 * 80;

#[test]
fn an_incast_of_a_leaf_spine_ends_when_the_last_link_has_sent_everything() {
    // Seven flows of 488 full frames and a frame of 1152 B each. The frames of the sender at the receiver's
    // leaf arrive first.
    let lines =
        (0..7).map(|host| format!("{host}->7 start 0 size 2000000\n")).collect::<Vec<String>>().concat();
    let times = finished(&imported(&request(TINY, &format!("Nodes 8\nConnections 7\n{lines}"))));
    let last = *times.iter().max().unwrap();
    let first_arrives = on_wire(4_096) + 1_000_000;
    let all = 7 * (488 * (on_wire(4_096) + GAP) + on_wire(1_152) + GAP) - GAP;
    assert_eq!(last, first_arrives + all + 1_000_000);
}

#[test]
fn a_flow_between_pods_takes_its_closed_form() {
    let import = imported(&request(PODS, "Nodes 8\nConnections 1\n0->7 id 3 start 1000000 size 40960\n"));
    assert_eq!(import.document.flows[0].name, "flow 3: h0 to h7");
    // Ten frames. The links to the core have twice the rate, so the first link limits the flow.
    let frame = on_wire(4_096);
    let hops = 4 * frame + 2 * frame / 2;
    let propagation = 4 * 500_000 + 2 * 1_000_000;
    let pipeline = 2 * 300_000;
    let start = 1_000_000;
    assert_eq!(finished(&import), [start + 9 * (frame + GAP) + hops + propagation + pipeline]);
}

#[test]
fn a_flow_alone_is_slower_than_its_ideal_time_by_the_overhead_of_its_frames() {
    // The ideal time leaves out the latency of switches (600 ns here), preambles and gaps.
    for (size, percent) in [(100, 125), (4_096, 115), (1_000_000, 103)] {
        let import = imported(&request(PODS, &format!("Nodes 8\n0->7 id 3 start 0 size {size}\n")));
        let spec = import.document.compile().unwrap();
        let horizon = spec.horizon;
        let mut world = World::new(spec.into());
        let mut results = Results::new(&world, Time::ZERO, |_| {});
        world.run_until(horizon, u64::MAX, &mut results);
        let fct = results.completions(&world);
        let (ns, ideal) = (fct[0].time.ps() / 1_000, fct[0].ideal_ns);
        assert!(ns >= ideal && ns * 100 <= ideal * percent, "{size} B: {ns} ns, ideal {ideal} ns");
    }
}

#[test]
fn trees_have_the_switches_and_links_of_htsim() {
    let document = imported(&request(PODS, "Nodes 8\nConnections 0\n")).document;
    let ends: Vec<String> = document.links.iter().map(|link| format!("{} {}", link.a, link.b)).collect();
    assert_eq!(ends[..2], ["h0 tor0", "h1 tor0"]);
    assert_eq!(ends[8..12], ["tor0 agg0", "tor0 agg1", "tor1 agg0", "tor1 agg1"]);
    // The ToR switches have 8 uplinks of 100 Gb/s. So there are 4 links of 200 Gb/s to the core, from each
    // aggregation switch one.
    assert_eq!(ends[16..], ["agg0 core0", "agg1 core1", "agg2 core0", "agg3 core1"]);
}

#[test]
fn triggers_and_priorities_are_reported() {
    let text = "Nodes 8\nConnections 3\nTriggers 1\n0->1 id 1 start 0 size 1000 send_done_trigger 1\n\
        1->2 id 2 trigger 1 size 1000\ntrigger id 1 oneshot\n3->4 start 5 size 0 prio 2\n";
    let import = imported(&request(TINY, text));
    assert_eq!(import.document.flows.len(), 2);
    assert!(import.document.flows[1].size.is_none());
    assert_eq!(import.warnings.len(), 1);
    assert_eq!(import.findings_with(Treatment::NotModelled).count(), 4);
}

#[test]
fn refusals_name_the_line() {
    let refused =
        |topology: &str, connections: &str| import(&request(topology, connections)).unwrap_err().to_string();
    for (connections, reported) in [
        ("Nodes 9\n", "c.cm: line 1: Nodes is \"9\", but must be 8, as in the topology"),
        ("Nodes 8\n0->8 start 0\n", "c.cm: line 2: a connection is \"0->8\", but must be two hosts below 8"),
        ("0->1 size 5\n", "c.cm: line 1: the connection has no start"),
        ("0->1 start 0 colour 5\n", "c.cm: line 1: a key is \"colour\", but must be id, start"),
        ("0->1 id 1 start 0\n1->2 id 1 start 0\n", "c.cm: line 2: flow 1 is given twice"),
        (
            "Connections 2\n0->1 start 0\n",
            "c.cm: line 1: Connections is 2, but the file has 1 of them; correct the number",
        ),
        ("hello\n", "c.cm: line 1: the first word is \"hello\""),
    ] {
        let refusal = refused(TINY, connections);
        assert!(refusal.starts_with(reported), "{refusal}");
    }
    for (from, to, reported) in [
        ("Nodes 8\n", "", "t.topo: line 1: Nodes is missing"),
        ("Nodes 8\n", "0 4 100Gbps\n", "t.topo: line 2: the first word is \"0\", but must be a key"),
        ("Tiers 2", "Tiers 1", "t.topo: line 1: Tiers is 1, but must be 2 or 3"),
        (
            "Radix_Down 4",
            "Radix_Down 65",
            "t.topo: line 16: radix_down is \"65\", but must be a whole number from 1 to 64",
        ),
        (
            "Radix_Down 4",
            "Radix_Down 3",
            "t.topo: line 1: the numbers of the tiers contradict each other: the number",
        ),
        (
            "Radix_Up 2",
            "Radix_Up 4",
            "t.topo: line 1: the numbers of the tiers contradict each other: 2 aggregation",
        ),
        ("Oversubscribed 1", "Oversubscribed", "t.topo: line 12: Oversubscribed has no value"),
        ("Tier 1\n", "Tier 1\nBundle 1\nBundle 1\n", "t.topo: line 16: Bundle is given twice"),
    ] {
        let refusal = refused(&TINY.replace(from, to), "Nodes 8\n");
        assert!(refusal.starts_with(reported), "{refusal}");
    }
}

#[test]
fn a_file_without_a_connection_has_a_warning() {
    for (connections, is_warned) in [("", true), ("0->1 start 0 size 1000\n", false)] {
        let warnings = imported(&request(TINY, connections)).warnings;
        let is_of_flows = |warning: &String| warning.contains("There is no flow");
        assert_eq!(warnings.iter().any(is_of_flows), is_warned, "{connections}: {warnings:?}");
    }
}
