// Made from the JSON Schema by `cargo xtask bless`.

/** Time: text such as `12.5us`, in ps, ns, us, ms or s. */
export type FabricTime = string;

/** State of a crossbar: requests of inputs, round-robin pointers, and frames or cells in transfer. */
export interface FabricCrossbar {
  /** Round-robin accept pointers. A row is an input, a column is a priority, and the value is the output that is accepted first. */
  accept_pointers: number[][];
  /** Number of cells sent through the crossbar, since the start of the run. */
  cells: number;
  /** Frames or cells that the crossbar transfers now. In the order of the inputs. */
  crossing: FabricCrossbarTransfer[];
  /** Round-robin grant pointers. A row is an output, a column is a priority, and the value is the input that is granted first. */
  grant_pointers: number[][];
  /** Number of matches of an input with an output, since the start of the run. */
  matches: number;
  /** Time of the next slot boundary at which a transfer ends or a match is possible, in picoseconds; `null` if the crossbar is idle. */
  next_ps: number | null;
  /** Present requests of inputs, by output and priority. Outputs without requests are left out. */
  requests: FabricOutputRequests[];
  /** Duration of a slot, in picoseconds. */
  slot_ps: number;
  /** Number of slots with at least one match, since the start of the run. */
  slots: number;
}

/** Frame or cell that the crossbar transfers now. */
export interface FabricCrossbarTransfer {
  /** Number of the input port within the switch, from 0. */
  input: number;
  /** Number of the output port within the switch, from 0. */
  output: number;
  /** Priority, 0 to 7. */
  priority: number;
  /** End of the transfer through the crossbar, in picoseconds since the start of the run. */
  until_ps: number;
}

/** ETS class of a port. Quantum and deficit are in bytes for DWRR, and in frames for WRR. Byte counts cover only the time in which several classes had frames to transmit. */
export interface FabricEts {
  /** Bytes that all ETS classes of the port transmitted while several classes had frames. */
  contended_bytes: number;
  /** Bytes or frames that the class may still transmit in the present round. */
  deficit: number;
  /** Bytes that the class transmitted above its due share while several classes had frames; negative if below. */
  error_bytes: number;
  /** Bytes that the class transmitted while several classes had frames. */
  measured_bytes: number;
  /** Bytes or frames that the class may transmit in each round. */
  quantum: number;
  /** Value of `error_bytes` for the last complete round alone. */
  round_error_bytes: number;
  /** Greatest absolute value of `round_error_bytes`. */
  round_error_peak_bytes: number;
  /** Configured share, rounded to percent. */
  share_percent: number;
  /** Bytes that the class should have transmitted, by its share, while several classes had frames. */
  target_bytes: number;
}

/** Kind of a trace event: the thing that happened at the port of the event. */
export type FabricEventName = 'started' | 'ended' | 'arrived' | 'delivered' | 'dropped' | 'marked' | 'copied' | 'headroom' | 'ruled' | 'crossed' | 'asked' | 'matched' | 'pfc_sent' | 'pfc_received' | 'pfc_lost' | 'paused' | 'resumed' | 'expired' | 'starved' | 'credited' | 'credit_lost' | 'ignored' | 'thrown_away' | 'judged' | 'circles' | 'acted' | 'link_down' | 'link_up' | 'rerouted' | 'went_back' | 'flow_done' | 'collective_over';

/** Value of a measure as decimal digits, because it may exceed the exact integers of JavaScript. */
export interface FabricExactFigure {
  /** Name of the measure. */
  name: string;
  /** Whole number in the unit at the end of the name; `null` if the run has no such value. */
  value: string | null;
}

/** Flow at one instant. Counts are sums since the start of the run. */
export interface FabricFlowState {
  /** Whether the source still gives frames to its NIC, or the NIC still has frames of the flow. */
  active: boolean;
  /** Present congestion estimate of DCQCN, from 0 to 1. Absent for other rate controls, and without any. */
  alpha?: number;
  /** Number of congestion notification packets that the source has received. */
  cnp_received: number;
  /** Number of congestion notification packets that the destination has sent. */
  cnp_sent: number;
  /** Bytes of the frames that the destination has received. */
  delivered_bytes: number;
  /** Bytes of the dropped frames. Discards by the receiver, and copies that a host does not need, do not count. */
  dropped_bytes: number;
  /** Payload bytes that were delivered in order, without retransmissions. */
  goodput_bytes: number;
  /** Name of the flow. */
  name: string;
  /** Present rate in bits per second. Absent without rate control. */
  rate_bps?: number;
  /** Retransmission. Absent unless the flow is reliable. */
  recovery?: FabricRecovery;
  /** Bytes of the frames that the source has given to its NIC. For a saturating flow, bytes that the NIC has transmitted. */
  sent_bytes: number;
}

/** Frame in a cable. */
export interface FabricFrame {
  /** Time at which the last bit arrives, in picoseconds. */
  arrives_ps: number;
  /** Length of the frame in bytes, header through FCS. */
  bytes: number;
  /** Whether the frame is marked with ECN. */
  ecn_marked: boolean;
  /** Time at which the last bit leaves, in picoseconds. */
  ends_ps: number;
  /** Name of the flow of the frame; `null` for PFC frames and credit updates of a link. */
  flow: string | null;
  /** Port that transmits the frame. */
  from: string;
  /** Kind of the frame, such as `data` or `pfc`. */
  kind: FabricFrameName;
  /** Priorities that a PFC frame pauses, ascending; empty for other frames. */
  pauses: number[];
  /** Priority, 0 to 7; `null` for PFC frames. */
  priority: number | null;
  /** Priorities that a PFC frame resumes, ascending; empty for other frames. */
  resumes: number[];
  /** Sequence number within the flow; `null` for PFC frames and credit updates of a link. */
  sequence: number | null;
  /** Time at which the first bit leaves, in picoseconds. */
  starts_ps: number;
  /** Port at the other end of the cable. */
  to: string;
}

/** Kind of a frame that is in a cable. */
export type FabricFrameName = 'data' | 'ack' | 'nak' | 'cnp' | 'request' | 'pfc' | 'credit' | 'grant' | 'tally';

/** State inside a switch. Ports are numbered within the switch, from 0. */
export interface FabricInside {
  /** Crossbar of the switch; `null` if the switch has no crossbar. */
  crossbar: FabricCrossbar | null;
  /** Number of ports of the switch. */
  ports: number;
  /** Bytes that wait, by input, output and priority, in this order. Entries without bytes are left out. */
  waiting: FabricVoq[];
}

/** Event at a port; `text` describes the event in a sentence. Fields that do not apply to the kind of the event are absent. */
export interface FabricNote {
  /** Time of the event, in picoseconds since the start of the run. */
  at_ps: number;
  /** Length of the frame in bytes, header through FCS. */
  bytes?: number;
  /** Cause of the drop, named as in the `drops` of a report. */
  cause?: 'tail_drop' | 'egress_tail_drop' | 'wred' | 'lossless_violation' | 'headroom_pool_violation' | 'hop_limit' | 'no_route' | 'source_full' | 'not_for_host' | 'receive_full' | 'unknown_destination' | 'flood_copy' | 'watchdog' | 'link_down' | 'output_down' | 'corrupt' | 'lost_in_cable' | 'out_of_order' | 'duplicate';
  /** Name of the flow that the event concerns. */
  flow?: string;
  /** Priorities that the PFC frame pauses. */
  pauses?: number[];
  /** Port of the event, such as `s1.2`. */
  port: string;
  /** Priority that the event concerns, 0 to 7. */
  priority?: number;
  /** Priorities that the PFC frame resumes. */
  resumes?: number[];
  /** Sequence number of the frame within its flow. */
  sequence?: number;
  /** Event as a sentence, which begins with the name of the port. */
  text: string;
  /** Kind of the event, such as `paused`. */
  what: FabricEventName;
}

/** Requests of inputs for one output and one priority. */
export interface FabricOutputRequests {
  /** Whether the egress queue of the output, behind the crossbar, has room for another frame. */
  has_room: boolean;
  /** Input ports that request the output. Ascending. */
  inputs: number[];
  /** Number of the output port within the switch, from 0. */
  output: number;
  /** Priority, 0 to 7. */
  priority: number;
}

/** Port of a host or switch at one instant. */
export interface FabricPort {
  /** Priorities for which the port now requests a pause from the port at the other end of its link. Ascending. */
  asked: number[];
  /** Whether the port is transmitting a frame now. */
  busy: boolean;
  /** Whether the link of the port is down. */
  down: boolean;
  /** Name of the port, such as `s1.2`. */
  name: string;
  /** Name of the node. */
  node: string;
  /** Paused priorities of the port, which the port may not transmit. Ascending. */
  paused: number[];
  /** Number of the port at its node, from 0. */
  port: number;
  /** Priorities of the port that hold bytes, have held bytes, or have sent or dropped frames. Ascending. */
  queues: FabricQueue[];
}

/** Priority group and egress queue of one priority of a port. A threshold that is off is `null`. */
export interface FabricQueue {
  /** Number of frames of the priority that were dropped at the port. */
  dropped_frames: number;
  /** Number of frames marked with ECN. */
  ecn_marked: number;
  /** Bytes in the egress queue. */
  egress_bytes: number;
  /** Greatest number of bytes in the egress queue. */
  egress_peak_bytes: number;
  /** ETS class of the priority; `null` if the priority has no share. */
  ets: FabricEts | null;
  /** Bytes of the priority group in headroom. */
  headroom_bytes: number;
  /** Greatest number of bytes of the priority group in headroom. */
  headroom_peak_bytes: number;
  /** Kmax: length of the egress queue, in bytes, at or above which every frame is marked with ECN. */
  kmax_bytes: number | null;
  /** Kmin: length of the egress queue, in bytes, below which no frame is marked with ECN. */
  kmin_bytes: number | null;
  /** Time in which the port could not transmit the priority because of a pause, in picoseconds. */
  paused_ps: number;
  /** Priority, 0 to 7. */
  priority: number;
  /** Bytes of the priority group in its reserved memory. */
  reserve_bytes: number;
  /** Greatest number of bytes of the priority group in reserved memory. */
  reserve_peak_bytes: number;
  /** Bytes of the priority that the port has transmitted. */
  sent_bytes: number;
  /** Bytes of the priority group in shared memory. */
  shared_bytes: number;
  /** Greatest number of bytes of the priority group in shared memory. */
  shared_peak_bytes: number;
  /** XOFF threshold: bytes of shared memory at or above which the priority group requests a pause. */
  xoff_bytes: number | null;
  /** XON threshold: bytes of shared memory at or below which the priority group ends its pause. */
  xon_bytes: number | null;
}

/** Priority of a receive buffer. A threshold that is off is `null`. */
export interface FabricReceiveQueue {
  /** Bytes of the priority in the buffer. */
  bytes: number;
  /** Bytes of the priority in the buffer at or above which the host requests a pause. */
  high_bytes: number | null;
  /** Bytes of the priority in the buffer at or below which the host ends its pause. */
  low_bytes: number | null;
  /** Priority, 0 to 7. */
  priority: number;
}

/** Receive buffer of a host at one instant. */
export interface FabricReceiver {
  /** Rate of the bus to memory, in bits per second; `null` if the rate is unlimited, so that no frame waits. */
  drain_bps: number | null;
  /** Name of the host. */
  node: string;
  /** Priorities for which the host may send pauses, and priorities that hold bytes. Ascending. */
  queues: FabricReceiveQueue[];
  /** Size of the receive buffer in bytes. */
  receive_buffer_bytes: number;
  /** Bytes in the receive buffer. */
  receive_bytes: number;
  /** Greatest number of bytes in the receive buffer since the start of the run. */
  receive_peak_bytes: number;
}

/** Retransmission of a reliable flow at one instant. Counts and times are sums since the start of the run. */
export interface FabricRecovery {
  /** Number of NAKs that the source has received. */
  naks: number;
  /** Bytes of the retransmitted frames. */
  resent_bytes: number;
  /** Number of retransmitted frames. */
  resent_frames: number;
  /** Time in which the source could send no new frame because of a recovery, in picoseconds. */
  time_lost_ps: number;
  /** Number of times that the ack timeout has expired. */
  timeouts: number;
  /** Number of frames that the source has sent and that are not yet acknowledged. */
  unacked_frames: number;
  /** Greatest number of frames that may be sent but not acknowledged. */
  window_frames: number;
}

/** State of a run at one instant. Counts and peaks are since the start of the run. Fields have the same names as in reports. */
export interface FabricSnapshot {
  /** Number of events that the run has processed since its start. */
  events: number;
  /** Flows: first the flows of the document, then the flows that actions added. */
  flows: FabricFlowState[];
  /** Frames in cables, and frames that ports transmit now. They are in the order of the transmitting ports, then of the start of transmission. Credit updates that take no time on the wire come last. */
  flying: FabricFrame[];
  /** Ports of all nodes, in the order of their numbers in the fabric. */
  ports: FabricPort[];
  /** Receive buffers of the hosts, in the order of the document. */
  receivers: FabricReceiver[];
  /** Switches, in the order of the document. */
  switches: FabricSwitchState[];
  /** Time of the snapshot as text, such as `12.5us`. */
  time: FabricTime;
  /** Time of the snapshot, in picoseconds since the start of the run. */
  time_ps: number;
  /** Sums of the counters of all ports and flows. */
  totals: FabricTotals;
}

/** Result of a point, which is one combination of values. */
export interface SweepRow {
  /** Measures of the run. */
  figures: FabricExactFigure[];
  /** Value of each varied parameter, in the order of the parameters, in the notation of documents. */
  values: string[];
}

/** Packet memory of a switch at one instant. */
export interface FabricSwitchState {
  /** Free shared memory in bytes. */
  free_bytes: number;
  /** Name of the switch. */
  node: string;
}

/** Sums over all ports and flows of the fabric since the start of the run. */
export interface FabricTotals {
  /** Number of delivered data frames. */
  delivered_frames: number;
  /** Number of dropped frames. Discards by the receivers of reliable flows, and copies that a host does not need, do not count. */
  dropped_frames: number;
  /** Number of frames marked with ECN. */
  ecn_marked: number;
  /** Number of lossless frames that were dropped for lack of headroom. */
  lossless_violations: number;
  /** Number of sent PFC frames that pause at least one priority. */
  pause_sent: number;
  /** Number of sent PFC frames that resume priorities and pause none. */
  resume_sent: number;
}

/** Bytes that wait at an input for an output in one priority. */
export interface FabricVoq {
  /** Bytes of the frames that wait. */
  bytes: number;
  /** Number of the input port within the switch, from 0. */
  input: number;
  /** Number of the output port within the switch, from 0. */
  output: number;
  /** Priority, 0 to 7. */
  priority: number;
}
