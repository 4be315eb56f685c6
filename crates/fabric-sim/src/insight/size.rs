//! Sizes of a fabric: for each lossless group the recommended headroom, XON and XOFF with every
//! term, and the calculators of its flows and outputs. The fields are here, their values are calculated
//! in `size/calculation.rs`.

mod calculation;

use schemars::JsonSchema;
use serde::Serialize;

/// Sizes of a fabric by the flows of the run, also those that actions add. Times are in
/// picoseconds, amounts in bytes, rates in bits per second.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SizeReport {
    /// Lossless groups at which frames can arrive.
    pub groups: Vec<GroupSize>,
    /// Outputs of switches that flows use, under the largest possible arrivals.
    pub outputs: Vec<OutputSize>,
    /// Flows: bytes and latency of a full frame that waits for nothing.
    pub flows: Vec<FlowSize>,
    /// Memory and queues of each switch.
    pub switches: Vec<SwitchSize>,
    /// Ports of switches that pause their whole link (802.3x) and get lossless frames: `s1.0`. Not sized,
    /// since the port asks for the sum of its groups; warnings compare `link_xoff` with each group.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub link_pauses: Vec<String>,
}

/// Recommended sizes of a lossless ingress group, with every term.
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
    /// Frames that can arrive: bytes from header through FCS, and the memory that each takes in
    /// cells.
    pub frames: Vec<FrameSize>,
    /// Size of a memory cell; 1 counts bytes.
    pub cell_bytes: u32,
    /// Largest frame that can leave by the port, for which the PFC frame may have to wait.
    pub reverse_frame_bytes: u16,
    /// Wait of the PFC frame for the reverse frame.
    pub wait_ps: u64,
    /// Time from the start of the PFC frame to its last bit.
    pub pfc_ps: u64,
    /// Delay of the cable, both ways.
    pub cable_ps: u64,
    /// Response time of the sender.
    pub response_ps: u64,
    /// Gap after the frame that crosses XOFF, in which no frame starts.
    pub gap_ps: u64,
    /// Wait, PFC frame, cable and response without the gap: frames that start in this time still
    /// arrive.
    pub total_ps: u64,
    /// Time of the largest frame on the wire.
    pub frame_ps: u64,
    /// Frames that arrive at worst, of the largest size. 0 for mixed sizes in cells, where bytes are
    /// counted.
    pub arriving_frames: u64,
    /// Frames among them that do not fit into `total_ps`, such as the one that crosses XOFF.
    pub beyond_frames: u64,
    /// Recommended headroom: nothing is lost, whatever the phases.
    pub headroom_bytes: u64,
    /// Rate at which the group drains at most: the fastest output of its flows, no faster than its
    /// own port, in frame bytes.
    pub drain_bps: u64,
    /// Time from the request of a resume until the first frame after it has arrived: wait, PFC
    /// frame, cable, response, frame and ingress latency.
    pub turn_ps: u64,
    /// Recommended XON: what drains in `turn_ps`, in cells. The output does not idle.
    pub xon_bytes: u64,
    /// Least recommended static XOFF: XON and two of the largest frames.
    pub xoff_bytes: u64,
    /// Largest static XOFF that all groups of the switch can have at once, with the recommended
    /// headrooms; 0 if the memory cannot hold these.
    pub xoff_most_bytes: u64,
    /// Headroom in force.
    pub headroom_set_bytes: u64,
    /// Largest use of headroom since the start.
    pub headroom_peak_bytes: u64,
    /// XON in force.
    pub xon_set_bytes: u64,
    /// Static XOFF in force; absent if the threshold is dynamic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xoff_set_bytes: Option<u64>,
    /// Headroom by SONiC's formula for a platform; absent if none was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vendor: Option<VendorSize>,
}

/// Size of a frame and of its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FrameSize {
    /// Size of the frame in bytes, header through FCS.
    pub frame_bytes: u16,
    /// Memory that the frame occupies in bytes, in whole cells.
    pub memory_bytes: u64,
}

/// Headroom by SONiC's formula for NVIDIA switches, with the constants of a platform:
/// `lossless_mtu_bytes` + (`port_mtu_bytes` + `cable_bytes` + `mac_phy_bytes` + `peer_bytes` +
/// `tile_bytes`) × `occupancy`, rounded up to 1024 B.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct VendorSize {
    /// Name of the platform.
    pub platform: &'static str,
    /// Names of the switches of the platform.
    pub switches: &'static str,
    /// File with the rows that the formula reproduces.
    pub source: &'static str,
    /// Largest frame of a lossless priority.
    pub lossless_mtu_bytes: u32,
    /// Largest frame of any priority.
    pub port_mtu_bytes: u32,
    /// Bytes in flight on the cable, both ways.
    pub cable_bytes: f64,
    /// Bytes that arrive during the delay of MAC and PHY.
    pub mac_phy_bytes: f64,
    /// Bytes that arrive during the response time of the peer.
    pub peer_bytes: f64,
    /// Bytes that arrive during the delay of the tile.
    pub tile_bytes: f64,
    /// Memory that a byte of small packets takes, in cells of the platform.
    pub occupancy: f64,
    /// Headroom in bytes, rounded up.
    pub headroom_bytes: u64,
}

/// Output of a switch, if all inputs that feed it transmit at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutputSize {
    /// Name of the switch.
    pub node: String,
    /// Number of the port in its switch, from 0.
    pub port: u32,
    /// Priority, 0 to 7.
    pub priority: u8,
    /// Least memory: the frame that leaves and the one that arrives.
    pub least_bytes: u64,
    /// Time of these two frames on the wire.
    pub least_ps: u64,
    /// Number of inputs at which flows for the output arrive.
    pub inputs: u64,
    /// Sum of the rates of the inputs.
    pub arriving_bps: u64,
    /// Rate of the output.
    pub leaving_bps: u64,
    /// Time until the excess has filled the free memory of the switch; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fills_ps: Option<u64>,
}

/// Full frame of a flow that waits for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FlowSize {
    /// Name of the flow.
    pub name: String,
    /// Payload of the frame in bytes.
    pub payload_bytes: u16,
    /// Bytes of the frame, header through FCS.
    pub frame_bytes: u16,
    /// Bytes on the wire in addition to the frame: preamble and gap.
    pub overhead_bytes: u32,
    /// Payload in millionths of the frame.
    pub payload_millionths: u32,
    /// Number of switches on the path.
    pub switches: u64,
    /// Time of transmission by the host and by each switch that stores the frame; absent, as the
    /// next three, if the path is unknown or branches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serialisation_ps: Option<u64>,
    /// Time of propagation in cables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagation_ps: Option<u64>,
    /// Time in the pipelines of switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ingress_ps: Option<u64>,
    /// Time in crossbars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossbar_ps: Option<u64>,
    /// Mean wait at the NIC, if frames arrived at random with the load so far (M/D/1); absent if
    /// the NIC is never idle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random_wait_ps: Option<u64>,
}

/// Memory and queues of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SwitchSize {
    /// Name of the switch.
    pub node: String,
    /// Size of the packet memory.
    pub memory_bytes: u64,
    /// Sum of the recommended headrooms of its groups.
    pub headroom_bytes: u64,
    /// Virtual output queues: inputs × outputs × priorities.
    pub voqs: u64,
}
