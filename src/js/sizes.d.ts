// Made from the JSON Schema by `cargo xtask bless`.

/** Recommended sizes for the flows of the run, including flows that actions add. Times are in picoseconds, amounts in bytes, rates in bits per second. */
export interface FabricSizes {
  /** Bytes and latency of a full frame of each flow on an idle path. */
  flows: FabricFlowSize[];
  /** Lossless priority groups of switches at which frames can arrive, in the order of switches, ports and priorities. */
  groups: FabricGroupSize[];
  /** Recommended thresholds of the ports in `link_pauses`, in the same order. */
  link_pause_sizes?: FabricLinkPauseSize[];
  /** Ports of switches that pause their whole link (802.3x) and at which lossless frames can arrive, such as `s1.0`. The priority groups of such a port are not in `groups`, because the port requests pauses by the sum of its groups. */
  link_pauses?: string[];
  /** Egress queues of switches through which flows pass. For each queue, the sum of the rates of the inputs that feed the queue. */
  outputs: FabricOutputSize[];
  /** Memory and queues of each switch. */
  switches: FabricSwitchSize[];
}

/** Full frame of a flow on an idle path: its bytes and its latency. */
export interface FabricFlowSize {
  /** Time in crossbars. Absent if the path is unknown or branches. */
  crossbar_ps?: number;
  /** Size of the frame in bytes, header through FCS. */
  frame_bytes: number;
  /** Time in the pipelines of switches. Absent if the path is unknown or branches. */
  ingress_ps?: number;
  /** Name of the flow. */
  name: string;
  /** Bytes on the wire outside the frame: preamble and gap. */
  overhead_bytes: number;
  /** Payload of the frame in bytes. */
  payload_bytes: number;
  /** Share of the payload in the bytes of the frame, in millionths. */
  payload_millionths: number;
  /** Time of propagation in cables. Absent if the path is unknown or branches. */
  propagation_ps?: number;
  /** Mean wait at the NIC if frames arrived at random (M/D/1 queue) with the load of the run so far. Absent if the NIC has never been idle. */
  random_wait_ps?: number;
  /** Time of transmission by the host and by each switch that stores the frame. Absent if the path is unknown or branches. */
  serialisation_ps?: number;
  /** Number of switches on the path. */
  switches: number;
}

/** Size of a frame, and the memory that the frame takes. */
export interface FabricFrameSize {
  /** Size of the frame in bytes, header through FCS. */
  frame_bytes: number;
  /** Memory that the frame takes, in bytes. A frame takes whole cells. */
  memory_bytes: number;
  /** Time that the frame takes on the wire, with preamble and gap, in picoseconds. */
  wire_ps: number;
}

/** Recommended sizes of a lossless priority group, with all terms of the calculation. */
export interface FabricGroupSize {
  /** Greatest number of frames that can still arrive, if all have the largest size. 0 if frames have several sizes and memory is counted in cells. Only `headroom_bytes` is then calculated. */
  arriving_frames: number;
  /** Part of `arriving_frames` beyond the frames that fit into `total_ps`, such as the frame that crosses XOFF. */
  beyond_frames: number;
  /** Sum of the delays of the cable in both directions. */
  cable_ps: number;
  /** Size of a memory cell; 1 if memory is counted in bytes. */
  cell_bytes: number;
  /** Greatest rate at which the group can drain, in frame bytes. This is the rate of the fastest output to which its flows go, but at most the rate of its own port. 0 if no frame of the group leaves. */
  drain_bps: number;
  /** Time that the largest arriving frame takes on the wire, with preamble and gap. */
  frame_ps: number;
  /** Sizes of the frames that can arrive, in ascending order, each with the memory that the frame takes. */
  frames: FabricFrameSize[];
  /** Number of output ports, beyond the first, that can each hold frames of the group until their egress queue requests a pause. Absent without `pfc_trigger` egress. */
  further_outputs?: number;
  /** Gap on the wire after the frame that crosses XOFF. No frame starts in this gap. */
  gap_ps: number;
  /** Recommended headroom. With this headroom no frame is lost, whatever the timing of frames and pauses. With `pfc_trigger` egress, the headroom includes one configured XOFF for each further output. */
  headroom_bytes: number;
  /** Greatest use of headroom since the start of the run. */
  headroom_peak_bytes: number;
  /** Configured headroom of the priority group. */
  headroom_set_bytes: number;
  /** Name of the switch. */
  node: string;
  /** Time from the start of the PFC frame to its last bit. */
  pfc_ps: number;
  /** Number of the port in its switch, from 0. */
  port: number;
  /** Priority, 0 to 7. */
  priority: number;
  /** Rate of the port, in bits per second. */
  rate_bps: number;
  /** Time that the sender at the other end takes to obey a pause. */
  response_ps: number;
  /** Largest frame that the port itself can transmit. The PFC frame may have to wait until such a frame has left. */
  reverse_frame_bytes: number;
  /** Sum of `wait_ps`, `pfc_ps`, `cable_ps` and `response_ps`, minus `gap_ps`. Frames that start within this time after the frame that crosses XOFF still arrive. */
  total_ps: number;
  /** Time from the request of a resume until the first frame sent after the resume has arrived. It is the sum of `wait_ps`, `pfc_ps`, `cable_ps`, `response_ps`, `frame_ps` and the ingress latency. */
  turn_ps: number;
  /** Headroom by SONiC's formula for the chosen platform. Absent if no platform was chosen. */
  vendor?: FabricVendorSize;
  /** Time for which the PFC frame waits until the port has sent a frame of `reverse_frame_bytes`. */
  wait_ps: number;
  /** Least recommended static XOFF: XON plus two of the largest frames. */
  xoff_bytes: number;
  /** Greatest static XOFF that all groups of the switch can have at the same time, if each has its recommended headroom. 0 if the memory is too small for these headrooms. With `pfc_trigger` egress, each group is assumed to have the headroom for this XOFF, not for the configured XOFF. */
  xoff_most_bytes: number;
  /** Configured static XOFF. Absent if the threshold is dynamic. */
  xoff_set_bytes?: number;
  /** Recommended XON: the bytes that the group drains from the request of a resume until the next frame arrives (`turn_ps`), in whole cells. With this XON the output does not idle after a pause. */
  xon_bytes: number;
  /** Configured XON of the priority group. */
  xon_set_bytes: number;
}

/** Recommended thresholds of a port that pauses its whole link (802.3x), with all terms of the calculation. The terms are those of the lossless priority to which the most bytes can still arrive. */
export interface FabricLinkPauseSize {
  /** Greatest number of bytes that can still arrive after the port has requested a pause. */
  arriving_bytes: number;
  /** Sum of the delays of the cable in both directions. */
  cable_ps: number;
  /** Size of a memory cell; 1 if memory is counted in bytes. */
  cell_bytes: number;
  /** Greatest rate at which the groups of the port can drain, in frame bytes. */
  drain_bps: number;
  /** Size of the largest frame of the priority, in bytes. */
  largest_frame_bytes: number;
  /** Least recommended `link_xoff`, the XOFF of the whole link in bytes: `link_xon` plus two of the largest frames. */
  link_xoff_bytes: number;
  /** Greatest `link_xoff` with which no lossless group is full before the pause takes effect, whatever arrives. 0 if the groups are too small for every `link_xoff`. */
  link_xoff_most_bytes: number;
  /** Configured `link_xoff`. */
  link_xoff_set_bytes: number;
  /** Recommended `link_xon`: the bytes that drain in `turn_ps`, in whole cells. With this XON the output does not idle after a pause. */
  link_xon_bytes: number;
  /** Configured `link_xon`. */
  link_xon_set_bytes: number;
  /** Name of the switch. */
  node: string;
  /** Time from the start of the pause frame to its last bit. */
  pause_frame_ps: number;
  /** Number of the port in its switch, from 0. */
  port: number;
  /** Lossless priority for which the terms are calculated, 0 to 7. */
  priority: number;
  /** Rate of the port, in bits per second. */
  rate_bps: number;
  /** Time that the sender at the other end takes to obey a pause. */
  response_ps: number;
  /** Time after the crossing of XOFF; frames that start within this time still arrive at the port. It is the sum of wait, pause frame, cable and response, minus the gap after the frame that crosses XOFF. */
  total_ps: number;
  /** Time from the request of a resume until the first frame after the resume has arrived. */
  turn_ps: number;
  /** Time for which the pause frame waits for the largest frame that the port transmits. */
  wait_ps: number;
}

/** Egress queue of a switch, in the case that all inputs that feed this queue transmit at the same time. */
export interface FabricOutputSize {
  /** Sum of the rates of the inputs at which flows for the queue arrive, in bits per second. */
  arriving_bps: number;
  /** Time until the arrivals that exceed the output rate have filled the free memory of the switch. Absent if the arrivals do not exceed the output rate. */
  fills_ps?: number;
  /** Number of inputs of the switch at which flows for the queue arrive. */
  inputs: number;
  /** Least memory that the queue needs, in bytes: for one frame that leaves, and one that arrives meanwhile. */
  least_bytes: number;
  /** Time that two of the largest frames of the queue take on the wire. */
  least_ps: number;
  /** Rate of the output, in bits per second. */
  leaving_bps: number;
  /** Name of the switch. */
  node: string;
  /** Number of the port in its switch, from 0. */
  port: number;
  /** Priority, 0 to 7. */
  priority: number;
}

/** Memory and number of queues of a switch. */
export interface FabricSwitchSize {
  /** Sum of the recommended headrooms of the lossless groups of the switch. */
  headroom_bytes: number;
  /** Size of the packet memory, in bytes. */
  memory_bytes: number;
  /** Name of the switch. */
  node: string;
  /** Number of virtual output queues: inputs × outputs × priorities. */
  voqs: number;
}

/** Headroom by SONiC's formula for NVIDIA switches, with the constants of a platform: `lossless_mtu_bytes` + (`port_mtu_bytes` + `cable_bytes` + `mac_phy_bytes` + `peer_bytes` + `tile_bytes`) × `occupancy`, rounded up to 1024 B. */
export interface FabricVendorSize {
  /** Bytes in flight on the cable, in both directions together. */
  cable_bytes: number;
  /** Headroom by the formula in bytes, rounded up to 1024 B. */
  headroom_bytes: number;
  /** Size of the largest frame of a lossless priority, in bytes. */
  lossless_mtu_bytes: number;
  /** Bytes that arrive during the delay of MAC and PHY. */
  mac_phy_bytes: number;
  /** Factor from bytes of packets to bytes of memory. It is above 1, because small packets fill their last cell only in part. */
  occupancy: number;
  /** Bytes that arrive during the response time of the peer. */
  peer_bytes: number;
  /** Name of the NVIDIA switch platform whose constants the formula uses. */
  platform: string;
  /** Size of the largest frame of any priority, in bytes. */
  port_mtu_bytes: number;
  /** File of SONiC whose published headroom values the formula reproduces. */
  source: string;
  /** Names of the switches with this platform. */
  switches: string;
  /** Bytes that arrive during the delay of the tile (a part of the chip). */
  tile_bytes: number;
}
