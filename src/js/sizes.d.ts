// Made from the JSON Schema by `cargo xtask bless`.

/** Sizes of a fabric by the flows of the run, also those that actions add. Times are in picoseconds, amounts in bytes, rates in bits per second. */
export interface FabricSizes {
  /** Flows: bytes and latency of a full frame that waits for nothing. */
  flows: FabricFlowSize[];
  /** Lossless groups at which frames can arrive. */
  groups: FabricGroupSize[];
  /** Ports of switches that pause their whole link (802.3x) and get lossless frames: `s1.0`. Not sized, since the port asks for the sum of its groups; warnings compare `link_xoff` with each group. */
  link_pauses?: string[];
  /** Outputs of switches that flows use, under the largest possible arrivals. */
  outputs: FabricOutputSize[];
  /** Memory and queues of each switch. */
  switches: FabricSwitchSize[];
}

/** Full frame of a flow that waits for nothing. */
export interface FabricFlowSize {
  /** Time in crossbars. */
  crossbar_ps?: number;
  /** Bytes of the frame, header through FCS. */
  frame_bytes: number;
  /** Time in the pipelines of switches. */
  ingress_ps?: number;
  /** Name of the flow. */
  name: string;
  /** Bytes on the wire in addition to the frame: preamble and gap. */
  overhead_bytes: number;
  /** Payload of the frame in bytes. */
  payload_bytes: number;
  /** Payload in millionths of the frame. */
  payload_millionths: number;
  /** Time of propagation in cables. */
  propagation_ps?: number;
  /** Mean wait at the NIC, if frames arrived at random with the load so far (M/D/1); absent if the NIC is never idle. */
  random_wait_ps?: number;
  /** Time of transmission by the host and by each switch that stores the frame; absent, as the next three, if the path is unknown or branches. */
  serialisation_ps?: number;
  /** Number of switches on the path. */
  switches: number;
}

/** Size of a frame and of its memory. */
export interface FabricFrameSize {
  /** Size of the frame in bytes, header through FCS. */
  frame_bytes: number;
  /** Memory that the frame occupies in bytes, in whole cells. */
  memory_bytes: number;
}

/** Recommended sizes of a lossless ingress group, with every term. */
export interface FabricGroupSize {
  /** Frames that arrive at worst, of the largest size. 0 for mixed sizes in cells, where bytes are counted. */
  arriving_frames: number;
  /** Frames among them that do not fit into `total_ps`, such as the one that crosses XOFF. */
  beyond_frames: number;
  /** Delay of the cable, both ways. */
  cable_ps: number;
  /** Size of a memory cell; 1 counts bytes. */
  cell_bytes: number;
  /** Rate at which the group drains at most: the fastest output of its flows, no faster than its own port, in frame bytes. */
  drain_bps: number;
  /** Time of the largest frame on the wire. */
  frame_ps: number;
  /** Frames that can arrive: bytes from header through FCS, and the memory that each takes in cells. */
  frames: FabricFrameSize[];
  /** Gap after the frame that crosses XOFF, in which no frame starts. */
  gap_ps: number;
  /** Recommended headroom: nothing is lost, whatever the phases. */
  headroom_bytes: number;
  /** Largest use of headroom since the start. */
  headroom_peak_bytes: number;
  /** Headroom in force. */
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
  /** Response time of the sender. */
  response_ps: number;
  /** Largest frame that can leave by the port, for which the PFC frame may have to wait. */
  reverse_frame_bytes: number;
  /** Wait, PFC frame, cable and response without the gap: frames that start in this time still arrive. */
  total_ps: number;
  /** Time from the request of a resume until the first frame after it has arrived: wait, PFC frame, cable, response, frame and ingress latency. */
  turn_ps: number;
  /** Headroom by SONiC's formula for a platform; absent if none was chosen. */
  vendor?: FabricVendorSize;
  /** Wait of the PFC frame for the reverse frame. */
  wait_ps: number;
  /** Least recommended static XOFF: XON and two of the largest frames. */
  xoff_bytes: number;
  /** Largest static XOFF that all groups of the switch can have at once, with the recommended headrooms; 0 if the memory cannot hold these. */
  xoff_most_bytes: number;
  /** Static XOFF in force; absent if the threshold is dynamic. */
  xoff_set_bytes?: number;
  /** Recommended XON: what drains in `turn_ps`, in cells. The output does not idle. */
  xon_bytes: number;
  /** XON in force. */
  xon_set_bytes: number;
}

/** Output of a switch, if all inputs that feed it transmit at once. */
export interface FabricOutputSize {
  /** Sum of the rates of the inputs. */
  arriving_bps: number;
  /** Time until the excess has filled the free memory of the switch; absent if there is none. */
  fills_ps?: number;
  /** Number of inputs at which flows for the output arrive. */
  inputs: number;
  /** Least memory: the frame that leaves and the one that arrives. */
  least_bytes: number;
  /** Time of these two frames on the wire. */
  least_ps: number;
  /** Rate of the output. */
  leaving_bps: number;
  /** Name of the switch. */
  node: string;
  /** Number of the port in its switch, from 0. */
  port: number;
  /** Priority, 0 to 7. */
  priority: number;
}

/** Memory and queues of a switch. */
export interface FabricSwitchSize {
  /** Sum of the recommended headrooms of its groups. */
  headroom_bytes: number;
  /** Size of the packet memory. */
  memory_bytes: number;
  /** Name of the switch. */
  node: string;
  /** Virtual output queues: inputs × outputs × priorities. */
  voqs: number;
}

/** Headroom by SONiC's formula for NVIDIA switches, with the constants of a platform: `lossless_mtu_bytes` + (`port_mtu_bytes` + `cable_bytes` + `mac_phy_bytes` + `peer_bytes` + `tile_bytes`) × `occupancy`, rounded up to 1024 B. */
export interface FabricVendorSize {
  /** Bytes in flight on the cable, both ways. */
  cable_bytes: number;
  /** Headroom in bytes, rounded up. */
  headroom_bytes: number;
  /** Largest frame of a lossless priority. */
  lossless_mtu_bytes: number;
  /** Bytes that arrive during the delay of MAC and PHY. */
  mac_phy_bytes: number;
  /** Memory that a byte of small packets takes, in cells of the platform. */
  occupancy: number;
  /** Bytes that arrive during the response time of the peer. */
  peer_bytes: number;
  /** Name of the platform. */
  platform: string;
  /** Largest frame of any priority. */
  port_mtu_bytes: number;
  /** File with the rows that the formula reproduces. */
  source: string;
  /** Names of the switches of the platform. */
  switches: string;
  /** Bytes that arrive during the delay of the tile. */
  tile_bytes: number;
}
