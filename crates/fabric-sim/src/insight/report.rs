//! Structure of the report of a run. `fabric run --json`, the page's `report()` and its JSON Schema come from
//! the structs of this module. Start with [`Report`].
//!
//! Flows, ports, hosts and switches are in the order of the document; causes begin with the longest. A field
//! that is described as absent is left out of the JSON. Counts and rates are over the measurement window;
//! peaks are since the start of the run.

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
use super::drops_without_pause::DropsWithoutPause;
use super::lost_pauses::LostPauseReport;
use super::static_drops::StaticDropReport;
use super::watchdog_decisions::WatchdogReport;

/// Report of a run. Bytes are frame bytes, header through FCS, unless the name of a field says payload.
/// Counts and rates are over the measurement window; peaks and `conservation` are since the start of the run.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// End of the measurement window, in picoseconds of simulated time.
    pub time_ps: u64,
    /// Number of events that the run has processed since its start.
    pub events: u64,
    /// Hash of the state at the end of the measurement window: 16 hex digits, the same on every machine.
    pub hash: String,
    /// Warnings on settings that are legal but unwise. A warning is a sentence with the numbers that led to
    /// the warning.
    pub warnings: Vec<String>,
    /// Places or flows of each warning whose sentence does not name all its places or flows. Absent if there
    /// is no such warning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warning_places: Vec<WarningPlaces>,
    /// Window of simulated time over which counts and rates are measured.
    pub window: Window,
    /// Figures of each flow: first the flows of the document, then the flows that actions added.
    pub flows: Vec<FlowReport>,
    /// Figures of each collective of the document. Absent if the document has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collectives: Vec<CollectiveReport>,
    /// Figures of each workload of the document. Absent if the document has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workloads: Vec<WorkloadReport>,
    /// Figures of the ports. Each port has one entry for each priority that is used in the fabric. In the
    /// order of ports and priorities.
    pub ports: Vec<PortReport>,
    /// Figures of each host, in the order of the document.
    pub hosts: Vec<HostReport>,
    /// Figures of each switch, in the order of the document.
    pub switches: Vec<SwitchReport>,
    /// Lossless priority groups that dropped frames although they have never requested a pause, in the order
    /// of ports and priorities. Absent if there are no such groups.
    #[serde(rename = "unasked", skip_serializing_if = "Vec::is_empty")]
    pub drops_without_pause: Vec<DropsWithoutPause>,
    /// Lossless priority groups that dropped frames after one of their pauses was lost. Absent if there are
    /// no such groups, or if the run was not recorded for lost pauses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drops_after_lost_pauses: Vec<LostPauseReport>,
    /// Lossy priority groups that dropped frames at a static XOFF threshold, in the order of ports and
    /// priorities. Absent if there are no such groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub static_drops: Vec<StaticDropReport>,
    /// Sums over all ports and flows of the fabric.
    pub fabric: FabricReport,
    /// Queues that cannot transmit at the end of the measurement window, with the reasons. Also says whether
    /// the fabric can deadlock.
    pub blocked: BlockedReport,
    /// Causes of the pauses in the measurement window, including causes that have ended. The cause with the
    /// longest sum of pauses comes first. Absent without pauses, or if the run was not recorded for causes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// Number of pauses whose cause is not listed, because at most 1024 causes are kept. Absent if 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub pauses_left_out: u64,
    /// Decisions of watchdogs since the start of the run, compared with the true state of the fabric.
    pub watchdogs: WatchdogReport,
    /// Settings that `pfc=off` changed, in words. Absent unless the run was made with `pfc=off`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_pfc: Vec<String>,
    /// Balance of the bytes of data frames since the start of the run.
    pub conservation: Conservation,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so, and it is small on 64 bits")
)]
pub(super) const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Places or flows for which a warning is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WarningPlaces {
    /// Sentence of the warning, as in `warnings`.
    pub warning: String,
    /// Names of the places or flows, at most 64. In the order in which the warning found them.
    pub places: Vec<String>,
    /// Number of all places or flows, including those that are not listed.
    pub place_count: usize,
}

/// Measurement window of a report: the interval of simulated time over which counts and rates are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Window {
    /// Start of the measurement window, in picoseconds since the start of the run.
    pub from_ps: u64,
    /// End of the measurement window, in picoseconds since the start of the run; equals `time_ps`.
    pub to_ps: u64,
}

/// Figures of one priority of a port over the measurement window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PortReport {
    /// Name of the host or switch.
    pub node: String,
    /// Number of the port in its node, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Bytes of the frames that the port transmitted, without PFC frames and link credit updates.
    pub tx_bytes: u64,
    /// Number of frames that the port transmitted, without PFC frames and link credit updates.
    pub tx_frames: u64,
    /// Bytes of the frames that the port received, without PFC frames and link credit updates.
    pub rx_bytes: u64,
    /// Number of frames that the port received, without PFC frames and link credit updates.
    pub rx_frames: u64,
    /// Number of transmitted PFC frames that pause this priority, refreshes included.
    pub pause_sent: u64,
    /// Number of transmitted PFC frames that resume this priority.
    pub resume_sent: u64,
    /// Number of received PFC frames that pause this priority.
    pub pause_received: u64,
    /// Number of PFC frames for this priority that were lost in the cable to this port.
    pub pfc_lost: u64,
    /// Number of pending pause requests that a resume cancelled, or pending resumes that a pause cancelled,
    /// before a PFC frame was transmitted.
    pub pause_cancelled: u64,
    /// Time in which a pause kept this port from transmitting this priority, in picoseconds.
    pub paused_ps: u64,
    /// Greatest use of the reserve by the ingress priority group since the start of the run, in bytes.
    pub reserve_peak_bytes: u64,
    /// Greatest use of shared memory by the ingress priority group since the start of the run, in bytes.
    pub shared_peak_bytes: u64,
    /// Greatest use of headroom by the ingress priority group since the start of the run, in bytes.
    pub headroom_peak_bytes: u64,
    /// Greatest length of the egress queue since the start of the run, in bytes.
    pub egress_peak_bytes: u64,
    /// Use of the reserve by the ingress priority group at the end of the measurement window, in bytes.
    pub reserve_bytes: u64,
    /// Use of shared memory by the ingress priority group at the end of the measurement window, in bytes.
    pub shared_bytes: u64,
    /// Use of headroom by the ingress priority group at the end of the measurement window, in bytes.
    pub headroom_bytes: u64,
    /// Length of the egress queue at the end of the measurement window, in bytes.
    pub egress_bytes: u64,
    /// Mean use of memory by the ingress priority group over the measurement window. Absent at hosts, and if
    /// the run was not recorded for memory use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_mean_bytes: Option<u64>,
    /// Greatest use of memory by the ingress priority group in the measurement window, in bytes. Absent at
    /// hosts, and if the run was not recorded for memory use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_window_peak_bytes: Option<u64>,
    /// Mean length of the egress queue over the measurement window, in bytes. Absent at hosts, and if the
    /// run was not recorded for memory use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub egress_mean_bytes: Option<u64>,
    /// Greatest length of the egress queue in the measurement window, in bytes. Absent at hosts, and if the
    /// run was not recorded for memory use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub egress_window_peak_bytes: Option<u64>,
    /// Time at which this port was first paused for this priority, in picoseconds since the start of the run.
    /// Absent if the port was never paused for this priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_pause_ps: Option<u64>,
    /// Time at which the egress queue first marked a frame with ECN, in picoseconds since the start of the
    /// run. Absent if the queue has marked no frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_mark_ps: Option<u64>,
    /// Time of the first drop, in picoseconds since the start of the run. Discards by the receivers of
    /// reliable flows do not count. Drops by a full queue of the host's own NIC (cause `source_full`) do not
    /// count, either. Absent if there was no drop.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_drop_ps: Option<u64>,
    /// Number of frames that the egress queue marked with ECN.
    pub ecn_marked: u64,
    /// Number of dropped frames, by cause: frames that the port had received and frames that a host was to
    /// transmit. Discards by receivers count, too. Every cause has an entry, also with 0 frames.
    pub drops: BTreeMap<&'static str, u64>,
    /// Share of the class in the bandwidth of the port. Absent if the priority is no ETS class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ets: Option<EtsReport>,
    /// Link credits for transmission. Absent if the link uses no credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<CreditReport>,
}

/// Link credits of one priority (virtual channel), as the transmitter knows them. Bytes are counted as the
/// receiver counts them in its buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CreditReport {
    /// Greatest number of credits that the buffer at the other end grants, in bytes.
    pub limit_bytes: u64,
    /// Credits that the transmitter has not used at the end of the measurement window, in bytes.
    pub available_bytes: u64,
    /// Time in which the port was idle because its credits did not cover its next frame, in picoseconds.
    pub starved_ps: u64,
    /// Number of credit updates that were lost on their way to this port.
    pub updates_lost: u64,
}

/// Figures of an ETS class of a port over the contended time. This is the time in the measurement window in
/// which this class and at least one other class had frames to transmit. Bytes are counted as the scheduler
/// of the port counts them. Target and measured percentages are of the bytes that the ETS classes of the port
/// transmitted in the contended time. The percentages are 0 without contended time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EtsReport {
    /// Configured share, rounded to percent: the bandwidth of the class while all ETS classes have frames to
    /// transmit.
    pub share_percent: u8,
    /// Bytes transmitted by all ETS classes of the port in the contended time.
    pub contended_bytes: u64,
    /// Due share of the class in the bytes of all ETS classes in the contended time, in percent. It follows
    /// from the weights of the classes that had frames to transmit. It never exceeds the bytes that the
    /// class had to transmit.
    pub target_percent: f64,
    /// Bytes that the class transmitted in the contended time, in percent of the bytes of all ETS classes.
    pub measured_percent: f64,
    /// Greatest difference between the due share and the measured share that the scheduler allows, in
    /// percent: one quantum and one frame. Absent if the scheduler counts frames instead of bytes, or without
    /// a contended time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_percent: Option<f64>,
    /// Bytes that the class transmitted above its due share in the contended time; negative if below.
    pub error_bytes: i64,
    /// Bytes that the class transmitted above its due share in the last complete round of the scheduler;
    /// negative if below.
    pub round_error_bytes: i64,
    /// Greatest absolute value of `round_error_bytes` over all rounds since the start of the run.
    pub round_error_peak_bytes: u64,
}

/// Figures of a host at the end of the measurement window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HostReport {
    /// Name of the host.
    pub node: String,
    /// Rate at which the bus carries frames to memory, in bits per second. Absent if the rate is unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_bps: Option<u64>,
    /// Size of the receive buffer, in bytes.
    pub receive_buffer_bytes: u64,
    /// Bytes that wait in the receive buffer for the bus.
    pub receive_bytes: u64,
    /// Greatest value of `receive_bytes` since the start of the run.
    pub receive_peak_bytes: u64,
}

/// Figures of a switch at the end of the measurement window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchReport {
    /// Name of the switch.
    pub node: String,
    /// Size of the packet memory, in bytes.
    pub memory_bytes: u64,
    /// Free shared memory at the end of the measurement window, in bytes.
    pub free_bytes: u64,
    /// Memory set aside as headroom, in bytes: the sum over all priority groups, or the size of the headroom
    /// pool.
    pub headroom_bytes: u64,
    /// Greatest use of the headroom of the switch since the start of the run, in bytes.
    pub headroom_peak_bytes: u64,
    /// Figures of the crossbar over the measurement window. Absent if the switch has no crossbar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar: Option<CrossbarReport>,
}

/// Figures of the crossbar of a switch over the measurement window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossbarReport {
    /// Duration of a slot, in picoseconds.
    pub slot_ps: u64,
    /// Number of slots with at least one match.
    pub slots: u64,
    /// Number of matches of an input with an output, over all slots. In packet mode, each frame counts as one
    /// match.
    pub matches: u64,
    /// Number of cells sent through the crossbar.
    pub cells: u64,
}

/// Sums over all ports and flows of the fabric, over the measurement window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FabricReport {
    /// Number of lossless frames dropped for lack of headroom.
    pub lossless_violations: u64,
    /// Number of frames dropped for any cause, including `unsent_frames`. Frames that receivers of reliable
    /// flows discard do not count.
    pub dropped_frames: u64,
    /// Number of the dropped frames that never entered the fabric, because the queue of the sending NIC was
    /// full (cause `source_full`). The text report and the measure `drops` do not count these frames.
    pub unsent_frames: u64,
    /// Number of dropped frames, by cause. Causes without drops are left out.
    pub drops: BTreeMap<&'static str, u64>,
    /// Links that are down at the end of the measurement window. A link is named by one of its two ports.
    pub links_down: Vec<String>,
    /// Number of dropped frames whose priority was lossless where the frame was dropped, by cause. Causes
    /// without drops are left out. Drops by a full receive buffer of a host count. Drops by a full queue of
    /// the frame's own NIC do not count.
    pub lossless_drops: BTreeMap<&'static str, u64>,
    /// Number of frames that the receivers of reliable flows discarded, by cause: out of order, or duplicate.
    /// Discards follow from losses and are not counted as losses.
    pub discards: BTreeMap<&'static str, u64>,
    /// Number of flooded copies of frames that arrived at a host other than their destination.
    pub flood_copies: u64,
    /// Number of transmitted PFC frames that pause at least one priority, refreshes included.
    pub pause_sent: u64,
    /// Number of transmitted PFC frames that resume priorities and pause none.
    pub resume_sent: u64,
    /// Number of pauses and resumes that were lost in cables, counted once for each priority. A lost pause of
    /// a whole link (802.3x) counts once. The field is not in JSON; the entries of the ports have a
    /// `pfc_lost` each.
    #[serde(skip)]
    pub pfc_lost: u64,
    /// Number of frames marked with ECN.
    pub ecn_marked: u64,
    /// Number of ports at which at least one priority was paused in the measurement window.
    pub ports_paused: u64,
    /// Jain's fairness index of the throughputs of the flows: 1 if all are equal, 1/n if one of n flows has
    /// the whole throughput. Absent without flows, and if no flow has a throughput.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<f64>,
    /// Number of transmissions of data frames and acks over links.
    pub hops: u64,
}

impl FabricReport {
    /// Number of frames that the fabric dropped: all dropped frames without `unsent_frames`, which never
    /// entered the fabric.
    #[must_use]
    pub const fn lost_frames(&self) -> u64 {
        self.dropped_frames - self.unsent_frames
    }
}

/// Balance of the bytes of data frames since the start of the run: sent + replicated = delivered + in flight
/// + buffered + dropped. The balance holds in total and for each flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Conservation {
    /// Bytes of the data frames that sources gave to NICs. For saturating flows, bytes that NICs transmitted.
    pub sent_bytes: u64,
    /// Bytes of the copies that switches made when they flooded frames, or for further receivers of a
    /// multicast.
    pub replicated_bytes: u64,
    /// Bytes of the data frames that were delivered to destinations.
    pub delivered_bytes: u64,
    /// Bytes of frames that are in a cable, or whose transmission has begun.
    pub in_flight_bytes: u64,
    /// Bytes of frames in a switch, in the queue of a NIC, or in the receive buffer of a host.
    pub buffered_bytes: u64,
    /// Bytes dropped by switches and hosts, or discarded by receivers.
    pub dropped_bytes: u64,
    /// Whether the balance holds in total and for every flow.
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
