//! Recommended sizes for a fabric: headroom, XON and XOFF of each lossless group, with all terms of the
//! calculation. Figures of outputs, flows and switches are added. Start with [`SizeReport`].
//! `size/calculation.rs` calculates the values.
//!
//! Groups at which no frame can arrive are left out. A greatest XOFF of 0 means that the memory is too small.

mod calculation;
mod link_pause;

use schemars::JsonSchema;
use serde::Serialize;

use super::report::is_zero;

/// Recommended sizes for the flows of the run, including flows that actions add. Times are in picoseconds,
/// amounts in bytes, rates in bits per second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeReport {
    /// Lossless priority groups of switches at which frames can arrive, in the order of switches, ports and
    /// priorities.
    pub groups: Vec<GroupSize>,
    /// Egress queues of switches through which flows pass. For each queue, the sum of the rates of the inputs
    /// that feed the queue.
    pub outputs: Vec<OutputSize>,
    /// Bytes and latency of a full frame of each flow on an idle path.
    pub flows: Vec<FlowSize>,
    /// Memory and queues of each switch.
    pub switches: Vec<SwitchSize>,
    /// Ports of switches that pause their whole link (802.3x) and at which lossless frames can arrive, such
    /// as `s1.0`. The priority groups of such a port are not in `groups`, because the port requests pauses
    /// by the sum of its groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub link_pauses: Vec<String>,
    /// Recommended thresholds of the ports in `link_pauses`, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub link_pause_sizes: Vec<LinkPauseSize>,
}

/// Recommended sizes of a lossless priority group, with all terms of the calculation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GroupSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Rate of the port, in bits per second.
    pub rate_bps: u64,
    /// Sizes of the frames that can arrive, in ascending order, each with the memory that the frame takes.
    pub frames: Vec<FrameSize>,
    /// Size of a memory cell; 1 if memory is counted in bytes.
    pub cell_bytes: u32,
    /// Largest frame that the port itself can transmit. The PFC frame may have to wait until such a frame has
    /// left.
    pub reverse_frame_bytes: u16,
    /// Time for which the PFC frame waits until the port has sent a frame of `reverse_frame_bytes`.
    pub wait_ps: u64,
    /// Time from the start of the PFC frame to its last bit.
    pub pfc_ps: u64,
    /// Sum of the delays of the cable in both directions.
    pub cable_ps: u64,
    /// Time that the sender at the other end takes to obey a pause.
    pub response_ps: u64,
    /// Gap on the wire after the frame that crosses XOFF. No frame starts in this gap.
    pub gap_ps: u64,
    /// Sum of `wait_ps`, `pfc_ps`, `cable_ps` and `response_ps`, minus `gap_ps`. Frames that start within
    /// this time after the frame that crosses XOFF still arrive.
    pub total_ps: u64,
    /// Time that the largest arriving frame takes on the wire, with preamble and gap.
    pub frame_ps: u64,
    /// Greatest number of frames that can still arrive, if all have the largest size. 0 if frames have
    /// several sizes and memory is counted in cells. Only `headroom_bytes` is then calculated.
    pub arriving_frames: u64,
    /// Part of `arriving_frames` beyond the frames that fit into `total_ps`, such as the frame that crosses
    /// XOFF.
    pub beyond_frames: u64,
    /// Number of output ports, beyond the first, that can each hold frames of the group until their egress
    /// queue requests a pause. Absent without `pfc_trigger` egress.
    #[serde(skip_serializing_if = "is_zero")]
    pub further_outputs: u64,
    /// Recommended headroom. With this headroom no frame is lost, whatever the timing of frames and pauses.
    /// With `pfc_trigger` egress, the headroom includes one configured XOFF for each further output.
    pub headroom_bytes: u64,
    /// Greatest rate at which the group can drain, in frame bytes. This is the rate of the fastest output to
    /// which its flows go, but at most the rate of its own port. 0 if no frame of the group leaves.
    pub drain_bps: u64,
    /// Time from the request of a resume until the first frame sent after the resume has arrived. It is the
    /// sum of `wait_ps`, `pfc_ps`, `cable_ps`, `response_ps`, `frame_ps` and the ingress latency.
    pub turn_ps: u64,
    /// Recommended XON: the bytes that the group drains from the request of a resume until the next frame
    /// arrives (`turn_ps`), in whole cells. With this XON the output does not idle after a pause.
    pub xon_bytes: u64,
    /// Least recommended static XOFF: XON plus two of the largest frames.
    pub xoff_bytes: u64,
    /// Greatest static XOFF that all groups of the switch can have at the same time, if each has its
    /// recommended headroom. 0 if the memory is too small for these headrooms. With `pfc_trigger` egress,
    /// each group is assumed to have the headroom for this XOFF, not for the configured XOFF.
    pub xoff_most_bytes: u64,
    /// Configured headroom of the priority group.
    pub headroom_set_bytes: u64,
    /// Greatest use of headroom since the start of the run.
    pub headroom_peak_bytes: u64,
    /// Configured XON of the priority group.
    pub xon_set_bytes: u64,
    /// Configured static XOFF. Absent if the threshold is dynamic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xoff_set_bytes: Option<u64>,
    /// Headroom by SONiC's formula for the chosen platform. Absent if no platform was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<VendorSize>,
}

/// Recommended thresholds of a port that pauses its whole link (802.3x), with all terms of the calculation.
/// The terms are those of the lossless priority to which the most bytes can still arrive.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LinkPauseSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Lossless priority for which the terms are calculated, 0 to 7.
    pub priority: u8,
    /// Rate of the port, in bits per second.
    pub rate_bps: u64,
    /// Size of the largest frame of the priority, in bytes.
    pub largest_frame_bytes: u16,
    /// Size of a memory cell; 1 if memory is counted in bytes.
    pub cell_bytes: u32,
    /// Time for which the pause frame waits for the largest frame that the port transmits.
    pub wait_ps: u64,
    /// Time from the start of the pause frame to its last bit.
    pub pause_frame_ps: u64,
    /// Sum of the delays of the cable in both directions.
    pub cable_ps: u64,
    /// Time that the sender at the other end takes to obey a pause.
    pub response_ps: u64,
    /// Time after the crossing of XOFF; frames that start within this time still arrive at the port. It is
    /// the sum of wait, pause frame, cable and response, minus the gap after the frame that crosses XOFF.
    pub total_ps: u64,
    /// Greatest number of bytes that can still arrive after the port has requested a pause.
    pub arriving_bytes: u64,
    /// Greatest rate at which the groups of the port can drain, in frame bytes.
    pub drain_bps: u64,
    /// Time from the request of a resume until the first frame after the resume has arrived.
    pub turn_ps: u64,
    /// Recommended `link_xon`: the bytes that drain in `turn_ps`, in whole cells. With this XON the output
    /// does not idle after a pause.
    pub link_xon_bytes: u64,
    /// Least recommended `link_xoff`, the XOFF of the whole link in bytes: `link_xon` plus two of the
    /// largest frames.
    pub link_xoff_bytes: u64,
    /// Greatest `link_xoff` with which no lossless group is full before the pause takes effect, whatever
    /// arrives. 0 if the groups are too small for every `link_xoff`.
    pub link_xoff_most_bytes: u64,
    /// Configured `link_xon`.
    pub link_xon_set_bytes: u64,
    /// Configured `link_xoff`.
    pub link_xoff_set_bytes: u64,
}

/// Size of a frame, and the memory that the frame takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FrameSize {
    /// Size of the frame in bytes, header through FCS.
    pub frame_bytes: u16,
    /// Memory that the frame takes, in bytes. A frame takes whole cells.
    pub memory_bytes: u64,
    /// Time that the frame takes on the wire, with preamble and gap, in picoseconds.
    pub wire_ps: u64,
}

/// Headroom by SONiC's formula for NVIDIA switches, with the constants of a platform:
/// `lossless_mtu_bytes` + (`port_mtu_bytes` + `cable_bytes` + `mac_phy_bytes` + `peer_bytes` +
/// `tile_bytes`) × `occupancy`, rounded up to 1024 B.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct VendorSize {
    /// Name of the NVIDIA switch platform whose constants the formula uses.
    pub platform: &'static str,
    /// Names of the switches with this platform.
    pub switches: &'static str,
    /// File of SONiC whose published headroom values the formula reproduces.
    pub source: &'static str,
    /// Size of the largest frame of a lossless priority, in bytes.
    pub lossless_mtu_bytes: u32,
    /// Size of the largest frame of any priority, in bytes.
    pub port_mtu_bytes: u32,
    /// Bytes in flight on the cable, in both directions together.
    pub cable_bytes: f64,
    /// Bytes that arrive during the delay of MAC and PHY.
    pub mac_phy_bytes: f64,
    /// Bytes that arrive during the response time of the peer.
    pub peer_bytes: f64,
    /// Bytes that arrive during the delay of the tile (a part of the chip).
    pub tile_bytes: f64,
    /// Factor from bytes of packets to bytes of memory. It is above 1, because small packets fill their last
    /// cell only in part.
    pub occupancy: f64,
    /// Headroom by the formula in bytes, rounded up to 1024 B.
    pub headroom_bytes: u64,
}

/// Egress queue of a switch, in the case that all inputs that feed this queue transmit at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutputSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Least memory that the queue needs, in bytes: for one frame that leaves, and one that arrives
    /// meanwhile.
    pub least_bytes: u64,
    /// Time that two of the largest frames of the queue take on the wire.
    pub least_ps: u64,
    /// Number of inputs of the switch at which flows for the queue arrive.
    pub inputs: u64,
    /// Sum of the rates of the inputs at which flows for the queue arrive, in bits per second.
    pub arriving_bps: u64,
    /// Rate of the output, in bits per second.
    pub leaving_bps: u64,
    /// Time until the arrivals that exceed the output rate have filled the free memory of the switch. Absent
    /// if the arrivals do not exceed the output rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fills_ps: Option<u64>,
}

/// Full frame of a flow on an idle path: its bytes and its latency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowSize {
    /// Name of the flow.
    pub name: String,
    /// Payload of the frame in bytes.
    pub payload_bytes: u16,
    /// Size of the frame in bytes, header through FCS.
    pub frame_bytes: u16,
    /// Bytes on the wire outside the frame: preamble and gap.
    pub overhead_bytes: u32,
    /// Share of the payload in the bytes of the frame, in millionths.
    pub payload_millionths: u32,
    /// Number of switches on the path.
    pub switches: u64,
    /// Time of transmission by the host and by each switch that stores the frame. Absent if the path is
    /// unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serialisation_ps: Option<u64>,
    /// Time of propagation in cables. Absent if the path is unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagation_ps: Option<u64>,
    /// Time in the pipelines of switches. Absent if the path is unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ingress_ps: Option<u64>,
    /// Time in crossbars. Absent if the path is unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar_ps: Option<u64>,
    /// Mean wait at the NIC if frames arrived at random (M/D/1 queue) with the load of the run so far. Absent
    /// if the NIC has never been idle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_wait_ps: Option<u64>,
}

/// Memory and number of queues of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchSize {
    /// Name of the switch.
    pub node: String,
    /// Size of the packet memory, in bytes.
    pub memory_bytes: u64,
    /// Sum of the recommended headrooms of the lossless groups of the switch.
    pub headroom_bytes: u64,
    /// Number of virtual output queues: inputs × outputs × priorities.
    pub voqs: u64,
}
