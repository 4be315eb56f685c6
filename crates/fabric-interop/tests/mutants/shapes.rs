//! Original files, which resemble those of users. The tests mutate these originals.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// Kind of a file that the tests mutate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `config_db.json` of SONiC.
    Sonic,
    /// `pg_profile_lookup.ini` of SONiC.
    Lookup,
    /// `topology.txt` of HPCC's simulator.
    Topology,
    /// `flow.txt` of HPCC's simulator.
    Flows,
    /// `config.txt` of HPCC's simulator.
    Config,
    /// `.topo` file of htsim.
    Tiers,
    /// `.cm` file of htsim.
    Matrix,
    /// Output of `mlnx_qos` or `dcb`.
    Nic,
    /// LLDP neighbours: `show lldp table`, `lldpctl -f json`, or a dump of `APPL_DB`.
    Neighbours,
    /// Buffer sizes: `show buffer information`, or a dump of `APPL_DB`.
    Buffers,
}

/// Original texts that the tests mutate, each with the kind of its file.
pub struct Shapes(Vec<(Kind, String)>);

impl Shapes {
    /// Collects the original texts in this source file, and all files of `folder`; `None`: no folder.
    pub fn new(folder: Option<&Path>) -> Self {
        let mut all: Vec<(Kind, String)> = vec![
            (Kind::Sonic, switch("leaf", "spine", "5m").to_string()),
            (Kind::Sonic, switch("spine", "leaf", "40m").to_string()),
            (Kind::Sonic, flat().to_string()),
            (Kind::Sonic, asic(0, 1).to_string()),
            (Kind::Sonic, asic(1, 0).to_string()),
        ];
        all.extend(TEXTS.iter().map(|(kind, text)| (*kind, (*text).to_owned())));
        for path in folder.map(files).unwrap_or_default() {
            if let (Some(kind), Ok(text)) = (kind(&path), fs::read_to_string(&path)) {
                all.push((kind, text));
            }
        }
        Self(all)
    }

    /// All original texts of one kind.
    pub fn of(&self, kind: Kind) -> Vec<&str> {
        self.0.iter().filter(|(other, _)| *other == kind).map(|(_, text)| text.as_str()).collect()
    }
}

/// All files below a folder, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn kind(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?;
    match path.extension()?.to_str()? {
        "txt" if name.contains("mlnx_qos") || name.contains("dcb") => Some(Kind::Nic),
        "txt" if name.contains("lldp") => Some(Kind::Neighbours),
        "txt" if name.contains("buffer_information") => Some(Kind::Buffers),
        "json" => Some(Kind::Sonic),
        "ini" => Some(Kind::Lookup),
        "topo" => Some(Kind::Tiers),
        "cm" => Some(Kind::Matrix),
        "txt" if name.contains("flow") => Some(Kind::Flows),
        "txt" if name.contains("config") => Some(Kind::Config),
        "txt" if name.contains("topology") || name.contains("fat") => Some(Kind::Topology),
        _ => None,
    }
}

/// Configuration of a switch with a server, and with a cable to another switch.
fn switch(name: &str, other: &str, cable: &str) -> Value {
    let both = |value: Value| json!({ "Ethernet0": value, "Ethernet4": value });
    let identity = json!({ "0": "0", "1": "1", "3": "3", "4": "4", "7": "7" });
    json!({
        "DEVICE_METADATA": { "localhost": { "hostname": name, "platform": "x86_64-mlnx_msn4600c-r0" } },
        "PORT": both(json!({ "speed": "100000", "admin_status": "up", "mtu": "9100", "alias": "etp1" })),
        "CABLE_LENGTH": { "AZURE": both(json!(cable)) },
        "DEVICE_NEIGHBOR": {
            "Ethernet0": { "name": "server", "port": "eth0" },
            "Ethernet4": { "name": other, "port": "Ethernet4" },
        },
        "DEVICE_NEIGHBOR_METADATA": { "server": { "type": "Server" } },
        "BUFFER_POOL": {
            "ingress_lossless_pool": { "mode": "dynamic", "size": "4000000", "type": "ingress", "xoff": "1000000" },
            "egress_lossless_pool": { "mode": "dynamic", "size": "5000000", "type": "egress" },
        },
        "BUFFER_PROFILE": {
            "lossless": { "dynamic_th": "0", "pool": "ingress_lossless_pool", "size": "19456", "xon": "19456", "xoff": "66560" },
            "lossy": { "dynamic_th": "3", "pool": "egress_lossless_pool", "size": "0" },
        },
        "BUFFER_PG": { "Ethernet0|3-4": { "profile": "lossless" }, "Ethernet0,Ethernet4|0": { "profile": "lossy" } },
        "BUFFER_QUEUE": { "Ethernet0,Ethernet4|0-2": { "profile": "lossy" } },
        "DSCP_TO_TC_MAP": { "AZURE": { "3": "3", "4": "4", "46": "5" } },
        "TC_TO_QUEUE_MAP": { "AZURE": identity },
        "TC_TO_PRIORITY_GROUP_MAP": { "AZURE": identity },
        "PORT_QOS_MAP": both(json!({
            "pfc_enable": "3,4", "pfcwd_sw_enable": "3,4", "dscp_to_tc_map": "AZURE", "tc_to_queue_map": "AZURE",
            "tc_to_pg_map": "AZURE", "scheduler": "scheduler.port",
        })),
        "SCHEDULER": {
            "scheduler.0": { "type": "DWRR", "weight": "14", "cir": "125000000", "cbs": "9000" },
            "scheduler.1": { "type": "STRICT", "meter_type": "bytes", "pir": "1250000000", "pbs": "9000" },
            "scheduler.port": { "pir": "5000000000" },
        },
        "QUEUE": {
            "Ethernet0|3": { "scheduler": "scheduler.0", "wred_profile": "W" },
            "Ethernet4|0-7": { "scheduler": "scheduler.1" },
        },
        "WRED_PROFILE": { "W": {
            "ecn": "ecn_all", "green_min_threshold": "250000", "green_max_threshold": "1048576", "green_drop_probability": "5",
            "wred_green_enable": "true",
        } },
        "PFC_WD": {
            "GLOBAL": { "POLL_INTERVAL": "200" },
            "Ethernet0": { "action": "drop", "detection_time": "200", "restoration_time": "200" },
        },
    })
}

/// Configuration of one ASIC of a device that has two ASICs. The internal ports of the two ASICs are
/// connected.
fn asic(own: u8, other: u8) -> Value {
    let mut asic = switch("lc", &format!("ASIC{other}"), "5m");
    asic["DEVICE_METADATA"]["localhost"]["asic_name"] = json!(format!("asic{own}"));
    asic["PORT"]["Ethernet4"]["asic_port_name"] = json!(format!("Eth4-ASIC{own}"));
    asic["DEVICE_NEIGHBOR"]["Ethernet4"]["port"] = json!(format!("Eth4-ASIC{other}"));
    let queue = json!({ "scheduler": "scheduler.1" });
    asic["QUEUE"][format!("lc|asic{own}|Ethernet0|4")] = queue;
    asic
}

/// Part of a configuration with flat keys (`TABLE|key`) and references in brackets.
fn flat() -> Value {
    json!({
        "BUFFER_PROFILE|old": { "static_th": "40000", "pool": "[BUFFER_POOL|p]", "size": "1248", "xon": "0", "xoff": "9000" },
        "BUFFER_PG|Ethernet0|3": { "profile": "[BUFFER_PROFILE|old]" },
        "BUFFER_POOL|p": { "mode": "static", "size": "9000000", "type": "both" },
    })
}

const TEXTS: [(Kind, &str); 15] = [
    (
        Kind::Lookup,
        "# speed cable size xon xoff threshold xon_offset\n10000 5m 1248 2288 35776 -3 2288\n100000 5m 1248 2288 53248 0 2288\n\
         100000 40m 19456 19456 66560 0 2288\n",
    ),
    (
        Kind::Topology,
        "6 2 5\n4 5\n0 4 25Gbps 1us 0\n1 4 25Gbps 0.001ms 0.000000\n2 5 25Gbps 1000ns 0.01\n3 5 25Gbps 1us 0\n4 5 100Gbps 1us 0\n\nFirst line: nodes\n",
    ),
    (
        Kind::Topology,
        "5 1 1 4\n4\n0 4 25000000000.0 1us 0\n1 4 25000000000.0 1us 0\n2 4 25000000000.0 1us 0\n3 4 1e11 1us 0\n",
    ),
    (
        Kind::Flows,
        "3\n0 1 3 100 200000 2\n2 1 3 100 15000 2.000001\n3 1 4 10000 1000000000000 2.5\n0 2 3 100 9 3\n",
    ),
    (
        Kind::Config,
        "ENABLE_QCN 1\nUSE_DYNAMIC_PFC_THRESHOLD 1\nPACKET_PAYLOAD_SIZE 1000\nFLOW_FILE mix/flow.txt\nSIMULATOR_STOP_TIME 4.00\n\
         CC_MODE 1\nALPHA_RESUME_INTERVAL 1\nRATE_DECREASE_INTERVAL 4\nRP_TIMER 900 \nEWMA_GAIN 0.00390625\n\
         FAST_RECOVERY_TIMES 1\nRATE_AI 50Mb/s\nRATE_HAI 100Mb/s\nMIN_RATE 100Mb/s\nERROR_RATE_PER_LINK 0.001\n\
         L2_ACK_INTERVAL 1\nL2_BACK_TO_ZERO 0\nHAS_WIN 1\nGLOBAL_T 1\nVAR_WIN 1\nU_TARGET 0.95\nACK_HIGH_PRIO 0\n\
         LINK_DOWN 9 4 5\nKMAX_MAP 2 25000000000 400 100000000000 1600\nKMIN_MAP 2 25000000000 100 100000000000 400\n\
         PMAX_MAP 2 25000000000 0.2 100000000000 0.2\nBUFFER_SIZE 32\n",
    ),
    (
        Kind::Tiers,
        "# a leaf-spine\nNodes 8\nTiers 2\nPodsize 8\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 2\n\
         Downlink_Latency_ns 1000\nSwitch_Latency_ns 0\nOversubscribed 1\nTier 1\nDownlink_speed_Gbps 100\nRadix_Down 4\n\
         Downlink_Latency_ns 1000\n",
    ),
    (
        Kind::Tiers,
        "Nodes 8\nTiers 3\nPodsize 4\nTier 0\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 2\nDownlink_Latency_ns 500\n\
         Tier 1\nDownlink_speed_Gbps 100\nRadix_Down 2\nRadix_Up 1\nDownlink_Latency_ns 500\nSwitch_Latency_ns 300\n\
         Queue_down 100\nTier 2\nDownlink_speed_Gbps 200\nRadix_Down 2\nDownlink_Latency_ns 1000\nBundle 1\n",
    ),
    (
        Kind::Matrix,
        "Nodes 8\nConnections 3\n0->7 id 1 start 0 size 2000000\n1->7 id 2 start 5000000 size 0 prio 3\n2->3 start 0 size 99\n",
    ),
    (
        Kind::Matrix,
        "Nodes 8\nConnections 2\nTriggers 1\n0->7 id 1 start 0 size 2000 send_done_trigger 1\n1->7 id 2 trigger 1 size 5\n\
         trigger id 1 oneshot\n",
    ),
    (
        Kind::Nic,
        "DCBX mode: OS controlled\nPriority trust state: dscp\ndscp2prio mapping:\n\tprio:0 dscp:07,06,05,04,03,02,01,00,\n\
         \tprio:3 dscp:26,31,30,29,28,27,25,\n\tprio:3 dscp:24,\ndefault priority:\n\
         Receive buffer size (bytes): 20016,140032,0,0,0,0,0,0,max_buffer_size=262016\nCable len: 9\nPFC configuration:\n\
         \tpriority    0   1   2   3   4   5   6   7\n\tenabled     0   0   0   1   0   0   0   0   \n\
         \tbuffer      0   0   0   1   0   0   0   0   \ntc: 0 ratelimit: unlimited, tsa: ets, bw: 40%\n\t priority:  0\n\
         \t priority:  1\ntc: 5 ratelimit: 10.0 Gbps, tsa: ets, bw: 60%\n\t priority:  3\n\t skprio: 6 (tos: 16)\n\
         tc: 6 ratelimit: unlimited, tsa: vendor\n\t priority:  4\n",
    ),
    (
        Kind::Nic,
        "pfc-cap 8 macsec-bypass off delay 0\nprio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n\
         willing on ets-cap 8 cbs off\nprio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7\ntc-tsa 0:ets 1:ets 2:ets 3:ets 4:strict 7:strict\n\
         tc-bw 0:10 1:10 2:10 3:70 4:0 5:0 6:0 7:0\nprio-buffer 0:0 1:0 2:0 3:1 4:0 5:0 6:0 7:0\n\
         buffer-size 0:10Kb 1:1Mb 2:0b 3:0b 4:0b 5:0b 6:0b 7:512b\ntotal-size 2Mb\ndscp-prio 0:0 CS3:2 CS3:3 AF41:4\n",
    ),
    (
        Kind::Nic,
        r#"[{"prio_pfc":[false,false,false,true,false,false,false,false],"prio_tc":[0,1,2,3,4,5,6,7],"tc_tsa":["ets","ets","ets","ets","strict","strict","strict","strict"],"tc_bw":[10,10,10,70,0,0,0,0],"prio_buffer":[0,0,0,1,0,0,0,0],"buffer_size":[10240,1048576,0,0,0,0,0,512],"dscp_prio":[[0,0],[24,3]]}]"#,
    ),
    (
        Kind::Neighbours,
        "Capability codes: (R) Router\nLocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr\n\
         -----------  --------------  --------------  ------------  -----------------\nEthernet0    server          eth0            O             eth0\n\
         Ethernet4    spine           etp1            BR            Ethernet4\n--------------------------------------------------\n",
    ),
    (
        Kind::Neighbours,
        r#"{"lldp":{"interface":[{"Ethernet0":{"chassis":{"server":{"id":{"type":"mac"}}},"port":{"id":{"value":"eth0"},"descr":"eth0"}}},{"Ethernet4":{"chassis":{"spine":{"id":{}}},"port":{"id":{"value":"etp1"},"descr":"Ethernet4"}}}]}}"#,
    ),
    (
        Kind::Buffers,
        "$ show buffer information\nPool: ingress_lossless_pool\n----  --------\ntype  ingress\nmode  dynamic\nsize  17170432\n\
         xoff  3000000\n----  --------\n\nProfile: pg_lossless_100000_5m_profile\n----------  ---------------------\ndynamic_th  0\n\
         xon         19456\nxoff        35840\npool        ingress_lossless_pool\nsize        55296\n----------  ---------------------\n\n\
         Lossless traffic pattern: default_dynamic_th 0\n",
    ),
];
