//! Structure of the report of a run. `fabric run --json`, the page's `report()` and the JSON schema of both
//! are made from these structs. Start with [`Report`].

mod collective;
mod flow;
mod workload;

pub use collective::CollectiveReport;
pub use flow::{
    ComponentReport, FlowCreditReport, FlowReport, LatencyReport, ReceiverReport, RecoveryReport,
};
pub use workload::{SlowdownReport, WorkloadReport};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;

use super::blocked::BlockedReport;
use super::causes::CauseReport;
use super::drops_without_pause::UnaskedReport;
use super::static_drops::StaticDropReport;
use super::watchdog_decisions::BeliefReport;
use crate::engine::DropCause;

/// Report of a run. Bytes are frame bytes, header through FCS, unless the name of a field says payload.
/// Counts and rates are over the window; peaks and `conservation` are since the start.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// End of the window, in picoseconds of simulated time.
    pub time_ps: u64,
    /// Number of events that the run has processed since its start.
    pub events: u64,
    /// Hash of the state at the end: 16 hex digits, the same on every machine.
    pub hash: String,
    /// Warnings about settings that are legal but unwise: sentences with the numbers.
    pub warnings: Vec<String>,
    /// Window of the counts and rates.
    pub window: Window,
    /// Figures of each flow: first the flows of the document, then the flows that actions added.
    pub flows: Vec<FlowReport>,
    /// Figures of each collective of the document. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collectives: Vec<CollectiveReport>,
    /// Figures of each workload of the document. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workloads: Vec<WorkloadReport>,
    /// Figures of each port, with one entry for each priority that is used in the fabric.
    pub ports: Vec<PortReport>,
    /// Figures of each host, in the order of the document.
    pub hosts: Vec<HostReport>,
    /// Figures of each switch, in the order of the document.
    pub switches: Vec<SwitchReport>,
    /// Lossless priority groups that dropped frames although they had never requested a pause. Absent if
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<UnaskedReport>,
    /// Lossy priority groups that dropped frames at a static XOFF threshold. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub static_drops: Vec<StaticDropReport>,
    /// Sums over all ports and flows of the fabric.
    pub fabric: FabricReport,
    /// Queues that cannot transmit at the end, with the reasons, and whether the fabric can
    /// deadlock.
    pub blocked: BlockedReport,
    /// Causes of the pauses in the window, including causes that have ended. The cause with the longest sum
    /// of pauses comes first. Absent if there were none, or if the run was not recorded for causes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// Number of pauses that are attributed to no cause, because only 1024 causes are kept. Absent if 0.
    #[serde(skip_serializing_if = "is_none_left_out")]
    pub pauses_left_out: u64,
    /// Decisions of watchdogs since the start, compared with the true state of the fabric.
    pub watchdogs: BeliefReport,
    /// Settings that `pfc=off` changed, in words. Absent unless the run was made with `pfc=off`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_pfc: Vec<String>,
    /// Balance of the bytes of data frames since the start.
    pub conservation: Conservation,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so, and it is small on 64 bits")
)]
const fn is_none_left_out(pauses: &u64) -> bool {
    *pauses == 0
}

/// Interval of simulated time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Window {
    /// Start, in picoseconds.
    pub from_ps: u64,
    /// End, in picoseconds; equals `time_ps`.
    pub to_ps: u64,
}

/// Figures of one priority of a port over the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PortReport {
    /// Name of the host or switch.
    pub node: String,
    /// Number of the port in its node, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Bytes of data frames and acks transmitted.
    pub tx_bytes: u64,
    /// Data frames and acks transmitted.
    pub tx_frames: u64,
    /// Bytes of data frames and acks received.
    pub rx_bytes: u64,
    /// Data frames and acks received.
    pub rx_frames: u64,
    /// PFC frames transmitted that pause this priority, refreshes included.
    pub pause_sent: u64,
    /// PFC frames transmitted that resume this priority.
    pub resume_sent: u64,
    /// PFC frames received that pause this priority.
    pub pause_received: u64,
    /// PFC frames for this priority that were lost in the cable to this port.
    pub pfc_lost: u64,
    /// Pause and resume requests that cancelled each other before a PFC frame was transmitted.
    pub pause_cancelled: u64,
    /// Time in PAUSED, in which this port must not transmit this priority. Picoseconds.
    pub paused_ps: u64,
    /// Largest use of the reserve by the ingress group, since the start.
    pub reserve_peak_bytes: u64,
    /// Largest use of shared memory by the ingress group, since the start.
    pub shared_peak_bytes: u64,
    /// Largest use of headroom by the ingress group, since the start.
    pub headroom_peak_bytes: u64,
    /// Largest length of the egress queue, since the start.
    pub egress_peak_bytes: u64,
    /// Use of the reserve by the ingress group at the end.
    pub reserve_bytes: u64,
    /// Use of shared memory by the ingress group at the end.
    pub shared_bytes: u64,
    /// Use of headroom by the ingress group at the end.
    pub headroom_bytes: u64,
    /// Length of the egress queue at the end.
    pub egress_bytes: u64,
    /// Mean use of memory by the ingress group over the window. Absent at hosts, and if the run was
    /// not recorded for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_mean_bytes: Option<u64>,
    /// Largest use of memory by the ingress group in the window. Absent in the same cases as
    /// `group_mean_bytes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_window_peak_bytes: Option<u64>,
    /// Mean length of the egress queue over the window. Absent in the same cases as `group_mean_bytes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub egress_mean_bytes: Option<u64>,
    /// Largest length of the egress queue in the window. Absent in the same cases as `group_mean_bytes`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub egress_window_peak_bytes: Option<u64>,
    /// Time at which a pause first stopped this priority of this port, in picoseconds since the start.
    /// Absent if none did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pause_ps: Option<u64>,
    /// Time at which the egress queue first marked a frame with ECN, in picoseconds since the start. Absent
    /// if it marked none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mark_ps: Option<u64>,
    /// Time of the first drop, in picoseconds since the start. Discards by the receivers of reliable flows
    /// do not count. Absent if there was no drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_drop_ps: Option<u64>,
    /// Frames that the egress queue marked with ECN.
    pub ecn_marked: u64,
    /// Frames dropped, by cause. At a switch: frames that this port received. At a host: frames that this
    /// port was to transmit.
    pub drops: BTreeMap<&'static str, u64>,
    /// Share of the class in the bandwidth of the port. Absent if the priority is no ETS class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ets: Option<EtsReport>,
    /// Link credits for transmission. Absent if the link has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<CreditReport>,
}

/// Link credits of one priority (virtual channel), as its transmitter knows them. Bytes are counted as the
/// receiver counts its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CreditReport {
    /// Credits granted by the buffer at the other end.
    pub limit_bytes: u64,
    /// Credits that are not used at the end of the window.
    pub available_bytes: u64,
    /// Time in which the port was idle because the credits did not cover its next frame.
    /// Picoseconds.
    pub starved_ps: u64,
    /// Credit updates that were lost before this port received them.
    pub updates_lost: u64,
}

/// Figures of an ETS class of a port over the contended time: the parts of the window in which this class
/// and at least one other class had frames to transmit. Bytes are counted as the scheduler of the port
/// counts them. Percentages are of the bytes that the ETS classes of the port transmitted in the contended
/// time; 0 if there was no such time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EtsReport {
    /// Configured share: bandwidth of the class while all ETS classes have frames to transmit, rounded to
    /// percent.
    pub share_percent: u8,
    /// Bytes transmitted by all ETS classes of the port in the contended time.
    pub contended_bytes: u64,
    /// Share due to the class: the share by its weight among the classes with frames to transmit, but not
    /// more than the class had to transmit.
    pub target_percent: f64,
    /// Measured share of the class.
    pub measured_percent: f64,
    /// Largest expected difference between target and measured share: one quantum and one frame. Absent if
    /// the scheduler counts frames instead of bytes, or if there was no contended time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_percent: Option<f64>,
    /// Bytes that the class transmitted above its target; negative if below.
    pub error_bytes: i64,
    /// Bytes that the class transmitted above its target in the last complete round of the scheduler;
    /// negative if below.
    pub round_error_bytes: i64,
    /// Largest absolute value of `round_error_bytes` over all rounds since the start.
    pub round_error_peak_bytes: u64,
}

/// Host at the end of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HostReport {
    /// Name of the host.
    pub node: String,
    /// Rate at which the bus carries frames to memory, in bits per second. Absent if unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_bps: Option<u64>,
    /// Size of the receive buffer.
    pub receive_buffer_bytes: u64,
    /// Bytes in the receive buffer, which wait for the bus.
    pub receive_bytes: u64,
    /// Largest `receive_bytes` since the start.
    pub receive_peak_bytes: u64,
}

/// Switch at the end of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchReport {
    /// Name of the switch.
    pub node: String,
    /// Size of the packet memory.
    pub memory_bytes: u64,
    /// Free shared memory.
    pub free_bytes: u64,
    /// Memory reserved as headroom: the sum over all priority groups, or the size of the headroom pool.
    pub headroom_bytes: u64,
    /// Largest use of the reserved headroom since the start.
    pub headroom_peak_bytes: u64,
    /// Crossbar over the window. Absent if the switch has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar: Option<CrossbarReport>,
}

/// Crossbar of a switch over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossbarReport {
    /// Duration of a slot, in picoseconds.
    pub slot_ps: u64,
    /// Slots with at least one match.
    pub slots: u64,
    /// Matches of an input with an output, over all slots; in packet mode one for each frame.
    pub matches: u64,
    /// Cells sent through the crossbar.
    pub cells: u64,
}

/// Sums over all ports and flows of the fabric, over the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FabricReport {
    /// Lossless frames dropped for want of headroom.
    pub lossless_violations: u64,
    /// Frames dropped for any cause. Frames that receivers of reliable flows discard do not count.
    pub dropped_frames: u64,
    /// Dropped frames by cause; causes without drops are left out.
    pub drops: BTreeMap<&'static str, u64>,
    /// Links that are down at the end, each named by one of its ports.
    pub links_down: Vec<String>,
    /// Dropped frames whose priority was lossless where the frame was dropped, by cause; causes without
    /// drops are left out. Drops by a full receive buffer of a host count. Drops by a full queue of the
    /// frame's own NIC do not count.
    pub lossless_drops: BTreeMap<&'static str, u64>,
    /// Frames discarded by the receivers of reliable flows, by cause: out of order, or duplicate.
    /// Discards follow from losses and are not counted as losses.
    pub discards: BTreeMap<&'static str, u64>,
    /// Flooded copies of frames that arrived at a host other than their destination.
    pub flood_copies: u64,
    /// PFC frames transmitted that pause at least one priority.
    pub pause_sent: u64,
    /// PFC frames transmitted that only resume.
    pub resume_sent: u64,
    /// Pauses and resumes that were lost in cables, counted once for each priority. A lost pause of a whole
    /// link (802.3x) counts once. Not in JSON, because the entry of each port has its own number.
    #[serde(skip)]
    pub pfc_lost: u64,
    /// Frames marked with ECN.
    pub ecn_marked: u64,
    /// Number of ports at which at least one priority was paused.
    pub ports_paused: u64,
    /// Jain's fairness index of the throughputs of the flows: 1 if all are equal, 1/n if one of n
    /// flows has everything. Absent without flows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<f64>,
    /// Number of transmissions of data frames and acks over links.
    pub hops: u64,
}

impl FabricReport {
    /// Frames that were lost because the queue of their own NIC was full. They never entered the fabric.
    #[must_use]
    pub fn unsent_frames(&self) -> u64 {
        self.drops.get(DropCause::SourceFull.name()).copied().unwrap_or(0)
    }
}

/// Balance of the bytes of data frames since the start: sent + replicated = delivered + in flight +
/// buffered + dropped. The balance holds in total and for each flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Conservation {
    /// Bytes handed to NICs; of saturating flows, bytes transmitted.
    pub sent_bytes: u64,
    /// Bytes of the copies that switches made when they flooded frames.
    pub replicated_bytes: u64,
    /// Bytes delivered to destinations.
    pub delivered_bytes: u64,
    /// Bytes in a cable, or in the transmitter that feeds it.
    pub in_flight_bytes: u64,
    /// Bytes in a switch, or in the queue of a NIC.
    pub buffered_bytes: u64,
    /// Bytes dropped by switches and hosts, or discarded by receivers.
    pub dropped_bytes: u64,
    /// Whether the balance holds for every flow.
    pub holds: bool,
}

/// JSON Schema (draft 2020-12) of [`Report`].
#[must_use]
pub fn report_schema() -> serde_json::Value {
    schema_of::<Report>("Report of Lossless Fabric Lab")
}

/// JSON Schema (draft 2020-12) of [`SizeReport`](super::SizeReport).
#[must_use]
pub fn sizes_schema() -> serde_json::Value {
    schema_of::<super::SizeReport>("Sizes of Lossless Fabric Lab")
}

fn schema_of<T: JsonSchema>(title: &str) -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}
