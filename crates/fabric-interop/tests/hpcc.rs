//! Tests of the import of HPCC's files: completion times in the imported fabrics equal those of formulas.

use fabric_interop::hpcc::{FctLine, PfcLine, RateControl, Request, Results, import};
use fabric_interop::sonic::{File, Import};
use fabric_interop::{Refusals, Treatment};
use fabric_sim::engine::World;
use fabric_sim::units::Time;

/// Transmission time of a byte at 100 Gb/s, in picoseconds.
const PS_PER_BYTE: u64 = 80;

/// Length in bytes of a full frame without preamble and gap: 1000 B of payload and 48 B of headers.
const FRAME: u64 = 1_048;

/// Preamble of a frame in bytes. This simulator counts preamble and gap; ns-3 counts neither.
const PREAMBLE: u64 = 8;
const GAP: u64 = 12;

/// Length of an ack in bytes: the shortest frame. The ack of ns-3 has 60 B, because it has no FCS.
const ACK: u64 = 64;

/// Topology file of a star: `hosts` hosts, and a switch with the next id. Each cable has a delay of 1 µs.
fn star(hosts: u32) -> String {
    let links =
        (0..hosts).map(|host| format!("{host} {hosts} 100Gbps 1us 0\n")).collect::<Vec<String>>().concat();
    format!("{} 1 {hosts}\n{hosts}\n{links}", hosts + 1)
}

/// Topology file of a fat tree of two pods. Edge switches are 8 to 11, aggregation switches 12 to 15, core
/// switches 16 and 17.
fn fat_tree() -> String {
    let mut links: Vec<[u32; 2]> = (0..8).map(|host| [host, 8 + host / 2]).collect();
    for tor in 8..12 {
        let pod = (tor - 8) / 2;
        links.extend([[tor, 12 + 2 * pod], [tor, 13 + 2 * pod]]);
    }
    links.extend((12..16).flat_map(|agg| [[agg, 16], [agg, 17]]));
    let ids: Vec<String> = (8..18).map(|id: u32| id.to_string()).collect();
    let text = links
        .iter()
        .map(|[a, b]| format!("{a} {b} 100Gbps 1000ns 0.000000\n"))
        .collect::<Vec<String>>()
        .concat();
    format!("18 10 {}\n{}\n{text}", links.len(), ids.join(" "))
}

fn request(topology: String, flows: &str) -> Request {
    let flows = File::new("flow.txt", flows);
    Request {
        topology: File::new("topology.txt", topology),
        flows: Some(flows),
        config: None,
        rate_control: None,
    }
}

fn imported(request: &Request) -> Import {
    import(request).unwrap_or_else(|refusals: Refusals| panic!("{refusals}"))
}

/// Runs a document to its horizon. Returns the lines of `fct.txt` and the lines of `pfc.txt`.
fn results(import: &Import) -> (Vec<FctLine>, Vec<PfcLine>) {
    let spec = import.document.compile().expect("a document that compiles");
    let horizon = spec.horizon;
    let mut world = World::new(spec.into());
    let mut pfc = Vec::new();
    let mut results = Results::new(&world, Time::from_ms(2_000), |line| pfc.push(line));
    world.run_until(horizon, u64::MAX, &mut results);
    let fct = results.completions(&world);
    drop(results);
    (fct, pfc)
}

/// Completion time of `frames` full frames that cross `hops` links, if the last link is never idle. The sum
/// has four terms: all frames on the last link, the first frame on the earlier links, the ack on all links,
/// and the propagation delay of all links in both directions.
fn closed_form(frames: u64, hops: u64) -> Time {
    let on_wire = |bytes: u64| bytes * PS_PER_BYTE;
    let queue = (frames - 1) * on_wire(FRAME + PREAMBLE + GAP);
    let first = hops * on_wire(FRAME + PREAMBLE);
    let ack = hops * on_wire(ACK + PREAMBLE);
    let propagation = 2 * hops * 1_000_000;
    Time(queue + first + ack + propagation)
}

/// Ideal completion time in the formula of `standalone_fct` in `third.cc`, before it is rounded down to whole
/// nanoseconds. The formula adds the propagation in both directions, the payload of a frame on each link, and
/// all bytes with headers on one link.
fn standalone(frames: u64, hops: u64) -> Time {
    Time(2 * hops * 1_000_000 + (hops * 1_000 + frames * FRAME) * PS_PER_BYTE)
}

#[test]
fn a_flow_alone_takes_its_closed_form_through_a_star_and_a_fat_tree() {
    for (topology, flow, hops) in [(star(4), "1 0 3 100", 2), (fat_tree(), "0 7 3 100", 6)] {
        for frames in [1, 2, 1_000] {
            let import = imported(&request(topology.clone(), &format!("1\n{flow} {} 2.0\n", frames * 1_000)));
            let (fct, pfc) = results(&import);
            assert_eq!(fct[0].time, closed_form(frames, hops), "{frames} frames, {hops} hops");
            assert!(pfc.is_empty());
            // The completion time differs from HPCC's formula for these reasons. Each frame has a preamble,
            // and each frame except the last has a gap. Each switch receives a whole frame before it sends
            // the frame, and transmission of the ack takes time. HPCC's formula instead counts the payload
            // of a frame on each link.
            let alone = standalone(frames, hops).ps();
            assert_eq!(fct[0].ideal_ns, alone / 1_000);
            let overhead = (frames - 1) * (PREAMBLE + GAP) + PREAMBLE + (hops - 1) * (FRAME + PREAMBLE);
            let ack = hops * (ACK + PREAMBLE);
            let counted = hops * 1_000;
            assert_eq!(
                fct[0].time.ps() + counted * PS_PER_BYTE,
                alone + (overhead + ack) * PS_PER_BYTE,
                "{frames} frames, {hops} hops"
            );
        }
        // For 1 MB, the completion times of this simulator and of HPCC's formula differ by less than 3 %.
        let (here, there) = (closed_form(1_000, hops).ps(), standalone(1_000, hops).ps());
        assert!(here.abs_diff(there) * 100 < 3 * there, "{here} and {there} ps");
    }
}

#[test]
fn an_incast_ends_when_the_last_link_has_sent_everything() {
    let senders = 7;
    let lines =
        (1..=senders).map(|host| format!("{host} 0 3 100 200000 2.0\n")).collect::<Vec<String>>().concat();
    // In the star, all senders are two hops away, and the last link is never idle.
    let (fct, _) = results(&imported(&request(star(8), &format!("{senders}\n{lines}"))));
    assert_eq!(fct.len(), senders);
    let frames = 200 * senders as u64;
    assert_eq!(fct.last().unwrap().time, closed_form(frames, 2));
    // The senders share the link fairly: each sends one frame in a round. No flow ends before the last
    // round.
    let first = fct[0].time;
    assert!(first >= closed_form(frames - senders as u64 + 1, 2), "{first}");
    // In the fat tree, the frames of the sender at the receiver's switch arrive first. The frames of the
    // other senders arrive before this sender ends.
    let (fct, _) = results(&imported(&request(fat_tree(), &format!("{senders}\n{lines}"))));
    assert_eq!(fct.len(), senders);
    assert_eq!(
        fct.last().unwrap().time.saturating_sub(closed_form(frames, 2)),
        Time(4 * (ACK + PREAMBLE) * PS_PER_BYTE + 4_000_000)
    );
}

/// `config.txt` with DCQCN and a buffer so small that switches pause.
const CONFIG: &str = "ENABLE_QCN 1\nUSE_DYNAMIC_PFC_THRESHOLD 1\nPACKET_PAYLOAD_SIZE 1000\nTOPOLOGY_FILE x/topology.txt\n\
    SIMULATOR_STOP_TIME 2.01\nCC_MODE 1\nALPHA_RESUME_INTERVAL 1\nRATE_DECREASE_INTERVAL 4\nRP_TIMER 900 \n\
    EWMA_GAIN 0.00390625\nFAST_RECOVERY_TIMES 1\nRATE_AI 50Mb/s\nRATE_HAI 100Mb/s\nMIN_RATE 100Mb/s\n\
    ERROR_RATE_PER_LINK 0.0000\nL2_ACK_INTERVAL 1\nL2_BACK_TO_ZERO 0\nHAS_WIN 1\nGLOBAL_T 1\nVAR_WIN 0\n\
    ACK_HIGH_PRIO 0\nLINK_DOWN 0 0 0\nKMAX_MAP 2 25000000000 400 100000000000 1600\n\
    KMIN_MAP 2 25000000000 100 100000000000 400\nPMAX_MAP 2 25000000000 0.2 100000000000 0.2\nBUFFER_SIZE 1\n";

fn with_config(mut request: Request, config: &str) -> Request {
    request.config = Some(File::new("config.txt", config));
    request
}

#[test]
fn a_configuration_of_dcqcn_becomes_parameters() {
    let flows = "2\n1 0 3 100 300000 2.0\n2 0 3 100 300000 2.000005\n";
    let import = imported(&with_config(request(star(4), flows), CONFIG));
    let params = &import.document.params.0;
    for (address, value) in [
        ("rate_control", "dcqcn"),
        ("dcqcn_g", "0.00390625"),
        ("dcqcn_alpha_timer", "1us"),
        ("dcqcn_timer", "900us"),
        ("dcqcn_cut_interval", "4us"),
        ("dcqcn_threshold", "1"),
        ("dcqcn_ai", "50M"),
        ("dcqcn_min", "100M"),
        ("memory", "1048576"),
        ("p3.kmin", "400000"),
        ("p3.kmax", "1600000"),
        ("p3.pmax", "0.2"),
        ("ack_every", "1"),
        // (2 × 2 µs + 2 × 80 ns) × 100 Gb/s are 52 000 B: 52 frames.
        ("send_window", "52"),
    ] {
        assert_eq!(params.get(address).map(String::as_str), Some(value), "{address}");
    }
    // The horizon is twice the estimated end of 53 µs, plus 100 µs, rounded up to a multiple of 100 µs.
    assert_eq!(import.document.horizon, Time::from_us(300));
    let stop = import.findings.iter().find(|finding| finding.place.table == "SIMULATOR_STOP_TIME");
    let stop = stop.expect("a finding on the stop time");
    assert_eq!(stop.treatment, Treatment::Changed);
    assert!(stop.reason.ends_with("for the whole time, set horizon to 10ms"), "{}", stop.reason);
    assert_eq!(import.document.flows[1].start, Time::from_us(5));
    assert_eq!(import.findings_with(Treatment::NotModelled).count(), 0);
    let (fct, _) = results(&import);
    let line = fct[0].to_string();
    assert!(line.starts_with("0b000101 0b000001 10000 100 300000 2000000000 "), "{line}");
}

#[test]
fn a_run_ends_a_second_after_the_last_start_without_a_stop_time() {
    let flows = "2\n0 1 3 100 1000000000000 2.0\n2 1 3 100 1000000000000 2.5\n";
    let import = imported(&request(star(3), flows));
    assert_eq!(import.document.horizon, Time::from_ms(1_500));
    assert!(
        import.warnings.iter().any(|text| text.contains("no file says when to stop")),
        "{:?}",
        import.warnings
    );
    let config = CONFIG.replace("SIMULATOR_STOP_TIME 2.01", "SIMULATOR_STOP_TIME 12");
    let import = imported(&with_config(request(star(3), flows), &config));
    assert_eq!(import.document.horizon, Time::from_ms(10_000));
    assert_eq!(import.warnings, [""; 0]);
}

#[test]
fn pauses_are_lines_of_the_nodes_that_obey() {
    let lines = (1..8).map(|host| format!("{host} 0 3 100 500000 2.0\n")).collect::<Vec<String>>().concat();
    let config = CONFIG.replace("CC_MODE 1\n", "").replace("HAS_WIN 1", "HAS_WIN 0");
    let mut request = with_config(request(star(8), &format!("7\n{lines}")), &config);
    request.rate_control = Some(RateControl::None);
    let (fct, pfc) = results(&imported(&request));
    assert_eq!(fct.len(), 7);
    assert!(pfc.len() >= 14, "{} PFC frames", pfc.len());
    for host in 1..8 {
        let own: Vec<&PfcLine> = pfc.iter().filter(|line| line.node == host).collect();
        assert!(own.iter().all(|line| line.port == 1 && !line.is_switch));
        // Pauses and resumes alternate, and the last line is a resume.
        assert!(own.chunks(2).all(|pair| pair[0].pauses && !pair[1].pauses), "host {host}");
    }
    let columns: Vec<String> = pfc[0].to_string().split(' ').map(str::to_owned).collect();
    assert_eq!(columns[2..], ["0", "1", "1"]);
    assert_eq!(columns.len(), 5);
}

#[test]
fn headers_of_all_descendants_are_read() {
    let links = "0 4 25000000000.0 1us 0\n1 4 25Gbps 1us 0\n2 5 25Gbps 0.001ms 0\n3 5 25Gbps 1000ns 0\n4 5 100Gbps 1us 0\n";
    let documents: Vec<_> = ["6 2 5", "6 2 2 5", "6 2 2 5 25Gbps 100Gbps"]
        .map(|header| {
            imported(&request(format!("{header}\n4 5\n{links}documentation, in words\n"), "0\n")).document
        })
        .into();
    assert_eq!(documents[0], documents[1]);
    assert_eq!(documents[0], documents[2]);
    assert_eq!(documents[0].links.len(), 5);
    assert_eq!(documents[0].hosts[2].name, "h2");
    assert_eq!(documents[0].switches[0].name, "s4");
}

#[test]
fn thresholds_and_faults_stand_at_their_ports() {
    let topology = "6 2 5\n4 5\n0 4 25Gbps 1us 0\n1 4 25Gbps 1us 0\n2 5 25Gbps 1us 0.001\n3 5 25Gbps 1us 0\n4 5 100Gbps 1us 0\n";
    let config = CONFIG.replace("LINK_DOWN 0 0 0", "LINK_DOWN 50 5 4");
    let import = imported(&with_config(request(topology.to_owned(), "1\n0 3 3 100 1000 2.0\n"), &config));
    let params = &import.document.params.0;
    assert_eq!(params["p3.kmin"], "100000");
    assert_eq!(params["switch.s4.port.2.p3.kmin"], "400000");
    assert_eq!(params["switch.s5.port.2.p3.kmax"], "1600000");
    let actions = serde_json::to_value(&import.document.actions).unwrap();
    assert_eq!(actions[0]["lossy"]["link"], "h2");
    assert_eq!(actions[0]["lossy"]["corrupt"], "0.001");
    assert_eq!(actions[1]["link_down"], "s4.2");
    assert_eq!(actions[1]["at"], "50us");
}

#[test]
fn a_count_smaller_than_the_lines_is_obeyed_and_reported() {
    let import = imported(&request(star(4), "1\n1 0 3 100 1000 2\n2 0 3 100 1000 2\n"));
    assert_eq!(import.document.flows.len(), 1);
    let reason = "lines after the 1 flows that line 1 counts are not read";
    assert!(import.findings_with(Treatment::Changed).any(|finding| finding.reason == reason));
}

#[test]
fn a_flow_of_a_host_without_a_link_is_refused_at_its_line() {
    let topology = "4 1 2\n3\n0 3 25Gbps 1us 0\n2 3 25Gbps 1us 0\n".to_owned();
    for flow in ["1 0 3 100 1000 0", "0 1 3 100 1000 0"] {
        let refusal =
            import(&request(topology.clone(), &format!("2\n0 2 3 100 1000 0\n{flow}\n"))).unwrap_err();
        let end = ": line 3: host 1 has no link in the topology; add a link, or choose another host";
        assert!(refusal.to_string().ends_with(end), "{refusal}");
    }
    let without = Request { flows: None, ..request(topology, "") };
    assert_eq!(imported(&without).document.flows.len(), 1);
}

#[test]
fn refusals_name_the_line() {
    let refused = |request: &Request| import(request).unwrap_err().to_string();
    for (topology, reported) in [
        ("", "topology.txt: the file is empty"),
        ("3 1\n", "topology.txt: line 1: the first line must have"),
        (
            "3 1 2\n2\n0 2 100Gbps 1us 0\n",
            "topology.txt: line 3: the file ends before the first end of a link",
        ),
        ("3 1 2\n7\n", "topology.txt: line 2: a switch id is \"7\", but must be a whole number from 0 to 2"),
        (
            "3 1 1\n2\n0 2 fast 1us 0\n",
            "topology.txt: line 3: rate is \"fast\", but must be a rate from 1Mbps to 10Tbps",
        ),
        ("3 1 1\n2\n0 0 100Gbps 1us 0\n", "topology.txt: line 3: the link is from node 0 to itself"),
        (
            "4 2 2\n2 3\n0 2 100Gbps 1us 0\n0 3 100Gbps 1us 0\n",
            "topology.txt: line 4: host 0 has a second link, but must have one; remove the other links",
        ),
        ("90 8 2 72 544 A100\n", "topology.txt: line 1: this is a topology of SimAI"),
        (
            "5000 1 1\n",
            "topology.txt: line 1: the number of nodes is \"5000\", but must be a whole number from 0 to 4096",
        ),
    ] {
        let refusal = refused(&request(topology.to_owned(), "0\n"));
        assert!(refusal.starts_with(reported), "{refusal}");
    }
    assert!(
        refused(&request(star(65), "0\n"))
            .starts_with("topology.txt: line 67: switch 65 has more than 64 links")
    );
    for (flows, reported) in [
        ("1\n1 0 3 100 0 2\n", "flow.txt: line 2: size is \"0\", but must be a whole number from 1 to"),
        ("1\n1 4 3 100 9 2\n", "flow.txt: line 2: destination is \"4\", but must be the id of a host"),
        ("2\n1 0 3 100 9 2\n", "flow.txt: line 2: the file ends before the source of a flow"),
    ] {
        let refusal = refused(&request(star(4), flows));
        assert!(refusal.starts_with(reported), "{refusal}");
    }
    for (config, reported) in [
        (
            "CC_MODE 3\n",
            "config.txt: line 1: CC_MODE 3 is HPCC, which is not modelled; choose --rate-control",
        ),
        ("ENABLE_QCN\n", "config.txt: line 1: ENABLE_QCN has no value"),
        (
            "KMIN_MAP 1 25000000000 100\nKMAX_MAP 1 25000000000 400\nPMAX_MAP 1 25000000000 0.2\n",
            "config.txt: line 1: KMIN_MAP has no entry for 100Gbit/s",
        ),
        ("CC_MODE 1\nPMAX_MAP 0\n", "config.txt: line 2: KMIN_MAP has no entry for 100Gbit/s"),
        ("CC_MODE 1\nRP_TIMER 0\n", "config.txt: line 2: the values make no document: "),
    ] {
        let refusal = refused(&with_config(request(star(4), "1\n1 0 3 100 9 2\n"), config));
        assert!(refusal.starts_with(reported), "{refusal}");
    }
}

#[test]
fn a_configuration_without_a_known_key_is_refused() {
    for config in ["", "# CC_MODE 1\n", "PNG x y\n"] {
        let refusal = import(&with_config(request(star(3), "0\n"), config)).unwrap_err().to_string();
        assert!(refusal.contains("has no key of HPCC's config.txt"), "{config}: {refusal}");
    }
    imported(&with_config(request(star(3), "0\n"), "TRACE_FILE x\n"));
}
