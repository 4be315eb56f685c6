//! Tests with configurations that have the structure and the numbers of two switches in service. The document
//! has the same buffers as the switch, and a congested port fills the buffers up to the threshold that a
//! formula gives.

mod round_trip;

use std::collections::BTreeMap;

use fabric_interop::sonic::{File, Import, Request, import};
use fabric_sim::engine::World;
use fabric_sim::fabric::buffer::{HeadroomPool, Threshold};
use fabric_sim::fabric::egress::{Class, Discipline};
use fabric_sim::spec::Spec;
use serde_json::{Map, Value, json};

/// Probability of 5 % in units of 1/2³², rounded to the nearest.
const FIVE_PERCENT: u64 = ((1 << 32) + 10) / 20;

/// Bytes of a RoCEv2 frame with a payload of 4096.
const FRAME: u64 = 4_162;

/// Links that share a speed and a cable length.
struct Links {
    count: usize,
    speed: &'static str,
    length: &'static str,
    /// Headroom of a lossless priority group, in bytes.
    headroom: u64,
}

/// Model of a switch, with the numbers in the configuration files of this model.
struct Platform {
    name: &'static str,
    links: &'static [Links],
    pools: Value,
    /// Buffer profile of lossless groups, without the field `xoff`.
    lossless: Value,
    /// Size of the shared pool in bytes.
    shared: u64,
    memory: u64,
    headroom_pool: u64,
    reserve: u64,
    xon_offset: Option<u64>,
}

/// Broadcom Tomahawk 2: 20 servers with cables of 40 m, and 8 uplinks of 300 m.
fn tomahawk() -> Platform {
    Platform {
        name: "x86_64-arista_7260cx3_64",
        links: &[
            Links { count: 20, speed: "100000", length: "40m", headroom: 59_696 },
            Links { count: 8, speed: "100000", length: "300m", headroom: 101_088 },
        ],
        pools: json!({
            "egress_lossless_pool": {"mode": "static", "size": "43481152", "type": "egress"},
            "ingress_lossless_pool": {"mode": "dynamic", "size": "33582016", "type": "ingress", "xoff": "8965632"}
        }),
        lossless: json!({"dynamic_th": "0", "size": "1248", "xon": "1248", "xon_offset": "2496"}),
        shared: 33_582_016,
        memory: 42_617_536,
        headroom_pool: 8_965_632,
        reserve: 1_248,
        xon_offset: Some(2_496),
    }
}

/// NVIDIA Spectrum 3: 18 servers with cables of 40 m, of which 2 have half the speed, and 8 uplinks of 300 m.
fn spectrum() -> Platform {
    Platform {
        name: "x86_64-mlnx_msn4600c-r0",
        links: &[
            Links { count: 18, speed: "100000", length: "40m", headroom: 66_560 },
            Links { count: 8, speed: "100000", length: "300m", headroom: 120_832 },
            Links { count: 2, speed: "50000", length: "40m", headroom: 36_864 },
        ],
        pools: json!({
            "egress_lossless_pool": {"mode": "dynamic", "size": "60817392", "type": "egress"},
            "ingress_lossless_pool": {"mode": "dynamic", "size": "48332800", "type": "ingress", "xoff": "5275648"}
        }),
        lossless: json!({"dynamic_th": "0", "size": "19456", "xon": "19456"}),
        shared: 48_332_800,
        memory: 54_697_984,
        headroom_pool: 5_275_648,
        reserve: 19_456,
        xon_offset: None,
    }
}

impl Platform {
    /// Configuration with the ports of all links.
    fn config(&self) -> Value {
        let links: Vec<&Links> =
            self.links.iter().flat_map(|links| std::iter::repeat_n(links, links.count)).collect();
        let all = |value: &dyn Fn(usize, &Links) -> Value| -> Value {
            let ports = links.iter().enumerate();
            ports
                .map(|(n, links)| (format!("Ethernet{}", 4 * n), value(n, links)))
                .collect::<Map<_, _>>()
                .into()
        };
        let of_queues = |range: &str, value: &dyn Fn(&Links) -> Value| -> Map<String, Value> {
            let ports = links.iter().enumerate();
            ports.map(|(n, links)| (format!("Ethernet{}|{range}", 4 * n), value(links))).collect()
        };
        let profile = |links: &Links| format!("pg_lossless_{}_{}_profile", links.speed, links.length);
        let profiles: Map<_, _> = self
            .links
            .iter()
            .map(|links| {
                let mut fields = self.lossless.clone();
                fields["pool"] = json!("ingress_lossless_pool");
                fields["xoff"] = json!(links.headroom.to_string());
                (profile(links), fields)
            })
            .collect();
        let lossless = json!({"scheduler": "scheduler.1", "wred_profile": "AZURE_LOSSLESS"});
        let mut queues = of_queues("3-4", &|_| lossless.clone());
        for range in ["0-2", "5-6"] {
            queues.extend(of_queues(range, &|_| json!({"scheduler": "scheduler.0"})));
        }
        let identity: Map<_, _> = (0..8).map(|n| (n.to_string(), json!(n.to_string()))).collect();
        json!({
            "DEVICE_METADATA": {"localhost": {"hostname": "leaf", "platform": self.name}},
            "PORT": all(&|_, links| json!({"speed": links.speed, "admin_status": "up", "mtu": "9100"})),
            "CABLE_LENGTH": {"AZURE": all(&|_, links| json!(links.length))},
            "DEVICE_NEIGHBOR": all(&|n, _| json!({"name": format!("server{n}"), "port": "eth0"})),
            "BUFFER_POOL": self.pools,
            "BUFFER_PROFILE": profiles,
            "BUFFER_PG": of_queues("3-4", &|links| json!({"profile": profile(links)})),
            "DSCP_TO_TC_MAP": {"AZURE": {"3": "3", "4": "4"}},
            "TC_TO_QUEUE_MAP": {"AZURE": identity},
            "PORT_QOS_MAP": all(&|_, _| json!({
                "pfc_enable": "3,4", "dscp_to_tc_map": "AZURE", "tc_to_queue_map": "AZURE"
            })),
            "SCHEDULER": {
                "scheduler.0": {"type": "DWRR", "weight": "14"},
                "scheduler.1": {"type": "DWRR", "weight": "15"}
            },
            "QUEUE": queues,
            "WRED_PROFILE": {"AZURE_LOSSLESS": {
                "ecn": "ecn_all", "wred_green_enable": "true", "green_drop_probability": "5",
                "green_min_threshold": "2000000", "green_max_threshold": "10000000"
            }}
        })
    }

    fn import(&self) -> (Import, Spec) {
        let files = vec![File::new("leaf.json".to_owned(), self.config().to_string())];
        let import = import(&Request { files, ..Request::default() }).unwrap_or_else(|why| panic!("{why}"));
        let spec = import.document.compile().unwrap();
        (import, spec)
    }

    /// Number of links for each headroom of a lossless priority group; the key is the headroom in bytes.
    fn headrooms(&self) -> BTreeMap<u64, usize> {
        self.links.iter().map(|links| (links.headroom, links.count)).collect()
    }
}

fn check_buffers(platform: &Platform) {
    let (import, spec) = platform.import();
    assert_eq!(import.document.links.len(), 28);
    let pool = spec.switches[0].pool;
    assert_eq!(pool.memory, platform.memory);
    assert_eq!(pool.headroom, HeadroomPool::Bytes(platform.headroom_pool));
    let switch = spec.nodes.iter().find(|node| node.switch().is_some()).unwrap();
    let ports = &spec.ports[switch.ports.start as usize..switch.ports.end as usize];
    for priority in [3, 4] {
        let mut headrooms = BTreeMap::new();
        for port in ports {
            let config = &port.config.priorities[priority];
            let pg = config.pg;
            assert!(pg.lossless);
            assert_eq!((pg.reserve, pg.xon, pg.xon_offset), (platform.reserve, 0, platform.xon_offset));
            assert_eq!(pg.threshold, Threshold::Dynamic(Threshold::ONE));
            let ecn = config.ecn;
            assert_eq!((ecn.kmin, ecn.kmax, ecn.pmax), (2_000_000, 10_000_000, FIVE_PERCENT));
            *headrooms.entry(pg.headroom).or_default() += 1;
        }
        assert_eq!(headrooms, platform.headrooms());
    }
    let shares = [14, 14, 14, 15, 15, 14, 14].map(|share| Class { discipline: Discipline::Ets, share });
    let classes = ports[0].config.priorities.map(|priority| priority.class);
    assert_eq!(classes[..7], shares);
}

#[test]
fn switches_in_service_are_exported_as_they_were_imported() {
    for platform in [tomahawk(), spectrum()] {
        round_trip::check_round_trip(&[platform.config()]);
    }
}

#[test]
fn buffers_of_a_tomahawk_are_those_of_its_files() {
    check_buffers(&tomahawk());
}

#[test]
fn buffers_of_a_spectrum_are_those_of_its_files() {
    check_buffers(&spectrum());
}

/// With n congested groups and α = 1, the XOFF threshold is B/(1 + n), where B is the shared pool (Choudhury
/// and Hahne 1998, equation 3). A frame F may arrive just below the threshold. The other groups may be one
/// frame lower, which allows F(n − 1)/(1 + n) more.
#[test]
fn congested_groups_fill_the_pool_to_the_threshold_of_choudhury_and_hahne() {
    for platform in [tomahawk(), spectrum()] {
        let (_, spec) = platform.import();
        let horizon = spec.horizon;
        let mut world = World::new(spec.into());
        world.run(horizon, u64::MAX);
        let peaks: Vec<u64> =
            world.counters().ports.iter().map(|port| port[3].shared_peak).filter(|peak| *peak > 0).collect();
        let n = peaks.len() as u64;
        let threshold = platform.shared / (1 + n);
        let overshoot = FRAME + FRAME * (n - 1) / (1 + n);
        let most = peaks.iter().max().copied().unwrap();
        assert_eq!(n, 8, "{}", platform.name);
        assert!(
            (threshold..=threshold + overshoot).contains(&most),
            "{}: {most} of {threshold}",
            platform.name
        );
    }
}
