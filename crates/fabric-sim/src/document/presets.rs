//! Presets: documents that come with the program, grouped by subject. Start with [`PRESETS`].
//!
//! The name of a preset is unique and case-sensitive. Menus list the presets of a subject in the order of
//! [`PRESETS`].

use super::Document;
use super::params::most_like;
use super::problem::Problem;

/// A document that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Name of the preset in share links and on the command line.
    pub name: &'static str,
    /// Subject of the preset. Menus list presets by subject.
    pub group: PresetGroup,
    /// Terms of the field that the preset shows, separated by spaces. A search finds presets by these terms.
    pub topics: &'static str,
    /// Document of the preset, as JSON.
    pub json: &'static str,
}

/// Subject of a preset. Menus list presets by subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetGroup {
    /// Pauses and their effect on other traffic.
    Pauses,
    /// Sharing of the capacity of a link among priorities and ports.
    Sharing,
    /// ECN marking, and rate control by DCQCN.
    Marks,
    /// Pause storms, deadlocks, watchdogs and wrong settings.
    Failures,
    /// Hosts: their transport protocols and their collectives.
    Endpoints,
    /// Memory and crossbar of a switch.
    Switches,
}

impl PresetGroup {
    /// All subjects with their titles, in the order in which the page lists them.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Pauses, "Pauses"),
        (Self::Sharing, "Sharing a link"),
        (Self::Marks, "Marks"),
        (Self::Failures, "Failures"),
        (Self::Endpoints, "Endpoints"),
        (Self::Switches, "Inside switches"),
    ];
}

macro_rules! preset {
    ($name:literal, $group:ident, $topics:literal) => {
        Preset {
            name: $name,
            group: PresetGroup::$group,
            topics: $topics,
            json: include_str!(concat!("../../../../assets/presets/", $name, ".json")),
        }
    };
}

/// All presets, in the order of menus. If the page is opened without a share link, the page shows the first
/// preset.
pub const PRESETS: [Preset; 37] = [
    preset!("pause", Pauses, "PFC XOFF XON flow control"),
    preset!("incast", Pauses, "PFC congestion spreading leaf spine"),
    preset!("victim", Pauses, "PFC head-of-line blocking congestion spreading"),
    preset!("crossbar", Switches, "VOQ virtual output queue iSLIP head-of-line blocking speedup"),
    preset!("islip-pointers", Switches, "VOQ virtual output queue iSLIP round robin desynchronisation"),
    preset!("ets", Sharing, "DWRR deficit weighted round robin scheduler bandwidth share quantum"),
    preset!("ets-lend", Sharing, "DWRR deficit weighted round robin scheduler work conserving"),
    preset!("hpcc", Switches, "dynamic threshold alpha shared buffer"),
    preset!("sonic", Switches, "dynamic threshold alpha dynamic_th shared buffer"),
    preset!("70-30", Switches, "static threshold watermark hysteresis"),
    preset!("per-edge", Switches, "head-of-line blocking input queue threshold"),
    preset!("mis-mapped", Failures, "DSCP PCP QoS map trust class mismatch"),
    preset!("loop", Failures, "TTL hop limit deadlock"),
    preset!("ecn-before-pfc", Marks, "ECN Kmin Kmax WRED RED DCQCN"),
    preset!("dcqcn-off", Marks, "PFC ECN congestion control"),
    preset!("dcqcn-on", Marks, "DCQCN CNP ECN congestion control RoCE"),
    preset!("parking-lot", Sharing, "PFC fairness unfairness"),
    preset!("allreduce", Endpoints, "collective AI training NCCL"),
    preset!("all-to-all", Endpoints, "collective AI training NCCL"),
    preset!("scene-b", Endpoints, "retransmission loss AFH"),
    preset!("scene-c", Endpoints, "go-back-N retransmission ECN"),
    preset!("mixed-types", Sharing, "RDMA read write ETS DWRR"),
    preset!("cbfc", Switches, "credit-based flow control InfiniBand"),
    preset!("scene-a", Endpoints, "credit-based flow control"),
    preset!("storm", Failures, "PFC storm NIC watchdog"),
    preset!("slow-receiver", Endpoints, "PFC slow receiver PCIe NIC"),
    preset!("deadlock-ring", Failures, "PFC deadlock cyclic buffer dependency"),
    preset!("deadlock-4", Failures, "PFC deadlock cyclic buffer dependency"),
    preset!("deadlock-loop", Failures, "PFC deadlock routing loop"),
    preset!("deadlock-flood", Failures, "PFC deadlock flooding MAC ARP"),
    preset!("request-response", Failures, "RDMA read deadlock protocol"),
    preset!("watchdog-true", Failures, "PFC watchdog PFCWD recovery"),
    preset!("watchdog-cried-wolf", Failures, "PFC watchdog PFCWD false positive"),
    preset!("watchdog-asleep", Failures, "PFC watchdog PFCWD false negative"),
    preset!("watchdog-starved", Failures, "PFC watchdog PFCWD strict priority starvation"),
    preset!("one-sided-pfc", Failures, "PFC headroom misconfiguration"),
    preset!("credits-lost", Failures, "credit-based flow control deadlock"),
];

impl Preset {
    /// Finds a preset by its name.
    ///
    /// # Errors
    /// If there is no preset of this name. The problem lists the three most similar names, the most similar
    /// first.
    pub fn find(name: &str) -> Result<&'static Self, Problem> {
        let name: String = name.chars().take(60).collect();
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let near = most_like(&name, PRESETS.iter().map(|preset| preset.name), 3).join(", ");
            Problem::new("", format!("there is no preset \"{name}\"; most like it are {near}"))
        })
    }

    /// Reads the document of the preset.
    ///
    /// # Panics
    /// Never. A test reads every preset.
    #[must_use]
    pub fn document(&self) -> Document {
        Document::parse(self.json).expect("presets are documents")
    }
}
