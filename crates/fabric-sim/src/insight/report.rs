//! The report of a run: its names and units, declared here alone. The JSON
//! that `fabric run --json` prints, what the page's `report()` returns, and
//! the schema of both are made from these structs.

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

use super::beliefs::BeliefReport;
use super::blocked::BlockedReport;
use super::causes::CauseReport;
use super::unasked::UnaskedReport;

/// What a run came to. Bytes are frame bytes, header through FCS, unless a
/// name says payload; counts and rates are over the window, peaks and
/// `conservation` since the start.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The end of the window, in picoseconds of simulated time.
    pub time_ps: u64,
    /// Events since the start.
    pub events: u64,
    /// Hash of the state at the end: 16 hex digits, the same on every machine.
    pub hash: String,
    /// Settings that are legal but unwise, with the numbers.
    pub warnings: Vec<String>,
    /// What the counts and rates are over.
    pub window: Window,
    /// Flows, those that actions added after those of the document.
    pub flows: Vec<FlowReport>,
    /// Collectives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collectives: Vec<CollectiveReport>,
    /// Workloads.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub workloads: Vec<WorkloadReport>,
    /// Every port, for every priority that anything uses.
    pub ports: Vec<PortReport>,
    /// Hosts.
    pub hosts: Vec<HostReport>,
    /// Switches.
    pub switches: Vec<SwitchReport>,
    /// Lossless groups that lost frames and never asked for a pause.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<UnaskedReport>,
    /// Sums over the fabric.
    pub fabric: FabricReport,
    /// Who may not send and why at the end, and whether the fabric can deadlock.
    pub blocked: BlockedReport,
    /// Causes of the pauses of the window, also of those that are over, the one that held queues
    /// longest first; not there where nobody listened for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<CauseReport>,
    /// Pauses whose causes were beyond the 1024 that are kept; not there if there were none.
    #[serde(skip_serializing_if = "is_none_left_out")]
    pub pauses_left_out: u64,
    /// What watchdogs decided since the start, beside what was true.
    pub watchdogs: BeliefReport,
    /// Settings that `pfc=off` changed; not there with PFC.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_pfc: Vec<String>,
    /// Where all bytes are.
    pub conservation: Conservation,
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so, and it is small on 64 bits")
)]
const fn is_none_left_out(pauses: &u64) -> bool {
    *pauses == 0
}

/// From when to when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Window {
    /// Picoseconds of simulated time.
    pub from_ps: u64,
    /// The same as `time_ps`.
    pub to_ps: u64,
}

/// One priority of one port over the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PortReport {
    /// Host or switch.
    pub node: String,
    /// Its port, from 0.
    pub port: u32,
    /// 0 to 7.
    pub priority: u8,
    /// Data and acks sent by this port.
    pub tx_bytes: u64,
    /// Frames of it.
    pub tx_frames: u64,
    /// Data and acks received by this port.
    pub rx_bytes: u64,
    /// Frames of it.
    pub rx_frames: u64,
    /// PFC frames sent by this port that pause this priority, refreshes among them.
    pub pause_sent: u64,
    /// PFC frames sent by this port that resume it.
    pub resume_sent: u64,
    /// PFC frames received by this port that pause it.
    pub pause_received: u64,
    /// PFC frames that were to pause or resume this priority, and were lost on
    /// their way to this port.
    pub pfc_lost: u64,
    /// Pauses and resumes that cancelled each other before either was sent.
    pub pause_cancelled: u64,
    /// Time in PAUSED: this port may not send this priority. Picoseconds.
    pub paused_ps: u64,
    /// Most reserve that its ingress group ever used.
    pub reserve_peak_bytes: u64,
    /// Most shared memory.
    pub shared_peak_bytes: u64,
    /// Most headroom.
    pub headroom_peak_bytes: u64,
    /// Most bytes that ever waited for this output.
    pub egress_peak_bytes: u64,
    /// Frames marked on leaving by this port.
    pub ecn_marked: u64,
    /// Frames that came in by this port and were lost (of a host: that were
    /// to leave by it), by cause.
    pub drops: BTreeMap<&'static str, u64>,
    /// What it got of this output, if it is an ETS class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ets: Option<EtsReport>,
    /// What it sends for, if that is credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credits: Option<CreditReport>,
}

/// The credits of a virtual channel as a port sends for them; in bytes as the
/// port at the other end counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CreditReport {
    /// What the buffer at the other end has promised.
    pub limit_bytes: u64,
    /// What of that may be sent at the end of the window.
    pub available_bytes: u64,
    /// Time in which the port was free and that did not cover its next frame. Picoseconds.
    pub starved_ps: u64,
    /// Updates that were to come in by this port, and were lost.
    pub updates_lost: u64,
}

/// An ETS class of a port, over the times of the window in which it and at
/// least one other had something to send. In bytes as the port counts them;
/// percent of what its ETS classes sent then, 0 if there were no such times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct EtsReport {
    /// Share when all classes have something to send, rounded to percent.
    pub share_percent: u8,
    /// What the port's ETS classes sent then.
    pub contended_bytes: u64,
    /// What it was to get: its share among those that had something to send,
    /// and no more than it asked for.
    pub target_percent: f64,
    /// What it got.
    pub measured_percent: f64,
    /// How far the two may be apart while it has something to send: a quantum
    /// and a frame. Not where turns are taken in frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_percent: Option<f64>,
    /// What it got above its target; below 0, less.
    pub error_bytes: i64,
    /// The same over the last whole round.
    pub round_error_bytes: i64,
    /// Its largest size over all rounds since the start.
    pub round_error_peak_bytes: u64,
}

/// A host at the end of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HostReport {
    /// Its name.
    pub node: String,
    /// How fast its bus carries frames to memory, in bits per second; not there if infinitely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drain_bps: Option<u64>,
    /// What may wait for the bus.
    pub receive_buffer_bytes: u64,
    /// What waits.
    pub receive_bytes: u64,
    /// Most that ever waited.
    pub receive_peak_bytes: u64,
}

/// A switch at the end of the window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchReport {
    /// Its name.
    pub node: String,
    /// All of its memory.
    pub memory_bytes: u64,
    /// Shared memory that is free.
    pub free_bytes: u64,
    /// Memory set aside for headroom, of all groups or of the pool that they share.
    pub headroom_bytes: u64,
    /// Most of it that was ever in use.
    pub headroom_peak_bytes: u64,
    /// Its crossbar over the window, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar: Option<CrossbarReport>,
}

/// A crossbar over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CrossbarReport {
    /// The time of a slot, in picoseconds.
    pub slot_ps: u64,
    /// Slots in which something was matched.
    pub slots: u64,
    /// Inputs that were joined with an output, over all slots; in packet mode
    /// once for a frame.
    pub matches: u64,
    /// Cells that were sent.
    pub cells: u64,
}

/// Sums over the fabric and the window.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FabricReport {
    /// Lossless frames lost for want of headroom.
    pub lossless_violations: u64,
    /// Frames lost, all causes; what receivers throw away is not.
    pub dropped_frames: u64,
    /// The same by cause; causes of none are left out.
    pub drops: BTreeMap<&'static str, u64>,
    /// Links that are down at the end, by one of their ports.
    pub links_down: Vec<String>,
    /// Those of them that were of a lossless priority where they were lost, by
    /// cause; causes of none are left out. A full receive buffer loses lossless
    /// frames, too, and no switch broke its promise.
    pub lossless_drops: BTreeMap<&'static str, u64>,
    /// Frames that the receivers of reliable flows threw away, by cause: out of
    /// order, or come again. They are what a loss costs, and no losses.
    pub discards: BTreeMap<&'static str, u64>,
    /// Copies made by flooding that came to a host which they are not for.
    pub flood_copies: u64,
    /// PFC frames sent that pause something.
    pub pause_sent: u64,
    /// PFC frames sent that only resume.
    pub resume_sent: u64,
    /// Frames marked.
    pub ecn_marked: u64,
    /// Ports at which anything was paused: how far back-pressure reached.
    pub ports_paused: u64,
    /// Jain's index of the flows' throughputs: 1 if all are equal, 1/n if one has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fairness: Option<f64>,
    /// Data and ack frames that crossed a link.
    pub hops: u64,
}

/// Frame bytes of data since the start: sent + replicated = delivered + in
/// flight + buffered + dropped, in total and of every flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Conservation {
    /// Handed to a NIC (of a saturating flow: put on the wire).
    pub sent_bytes: u64,
    /// Copied by switches that flood.
    pub replicated_bytes: u64,
    /// Delivered.
    pub delivered_bytes: u64,
    /// In a cable, or in the transmitter that feeds it.
    pub in_flight_bytes: u64,
    /// In a switch, or in a NIC's queue.
    pub buffered_bytes: u64,
    /// Lost, or thrown away where it is of no use.
    pub dropped_bytes: u64,
    /// Whether the sum is right, of every flow.
    pub holds: bool,
}

/// The JSON Schema (draft 2020-12) of [`Report`].
#[must_use]
pub fn report_schema() -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Report>();
    schema.insert("title".to_owned(), "Report of Lossless Fabric Lab".into());
    schema.to_value()
}
