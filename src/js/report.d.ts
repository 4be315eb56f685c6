// Made from the JSON Schema by `cargo xtask bless`.

/** Report of a run. Bytes are frame bytes, header through FCS, unless a name says payload. Counts and rates are over the window; peaks and `conservation` are since the start. */
export interface FabricReport {
  /** Queues that cannot transmit at the end, with the reasons, and whether the fabric can deadlock. */
  blocked: FabricBlocked;
  /** Causes of the pauses of the window, also those that have ended; the cause that held queues longest first. Absent if the run was not recorded for them. */
  causes?: FabricCauseReport[];
  /** Collectives of the document. */
  collectives?: FabricCollectiveReport[];
  /** Balance of the bytes of data frames. */
  conservation: FabricConservation;
  /** Events since the start. */
  events: number;
  /** Sums over the fabric. */
  fabric: FabricSums;
  /** Flows: those of the document, then those that actions added. */
  flows: FabricFlowReport[];
  /** Hash of the state at the end: 16 hex digits, the same on every machine. */
  hash: string;
  /** Hosts, in the order of the document. */
  hosts: FabricHostReport[];
  /** Pauses whose causes exceeded the 1024 that are kept. Absent if there were none. */
  pauses_left_out?: number;
  /** Ports, once for each priority that is used anywhere. */
  ports: FabricPortReport[];
  /** Lossy priority groups that dropped frames at a static XOFF threshold. */
  static_drops?: FabricStaticDropReport[];
  /** Switches, in the order of the document. */
  switches: FabricSwitchReport[];
  /** End of the window, in picoseconds of simulated time. */
  time_ps: number;
  /** Lossless priority groups that dropped frames without having requested a pause. */
  unasked?: FabricUnaskedReport[];
  /** Settings that are legal but unwise, with the numbers. */
  warnings: string[];
  /** Decisions of watchdogs since the start, beside the true state of the fabric. */
  watchdogs: FabricBeliefs;
  /** Window of the counts and rates. */
  window: FabricWindow;
  /** Settings that `pfc=off` changed, in words. Absent with PFC. */
  without_pfc?: string[];
  /** Workloads of the document. */
  workloads?: FabricWorkloadReport[];
}

/** Watchdogs of a fabric since its start. */
export interface FabricBeliefs {
  /** Detected storms that were neither deadlocks nor storms nor lost resumes. */
  false_positives: number;
  /** Deadlocks, storms and lost resumes that no watchdog has detected so far. */
  misses: FabricMissReport[];
  /** Factor by which all watchdogs run faster than configured. */
  scale: number;
  /** Detected storms that were deadlocks, storms or lost resumes. */
  true_positives: number;
  /** Decision: `storm` (detected) or `over`. */
  verdicts: FabricVerdictReport[];
  /** Queues and NICs with a watchdog. */
  watched: number;
}

/** Queues that cannot transmit at the end of the window. */
export interface FabricBlocked {
  /** Cycles that exist now, and deadlocks that have ended, with their times and causes. */
  circles: FabricCircleReport[];
  /** Cycles of queues that wait for each other and can still drain. */
  cyclic_waits: string[][];
  /** Cycles of queues that wait for each other and cannot drain. A queue is written as node, port and priority (`s1.2.3`), and stands before the queue that it waits for. */
  deadlocks: string[][];
  /** Cycles of links that can wait for each other, by the routes in force, the paths of flows, and flooding: the places where a deadlock can form. Empty if none can form by these; a deadlock that exists may have formed by earlier ones. */
  dependency_cycles: FabricDependencyReport[];
  /** Queues that hold frames and are paused or lack credits. */
  queues: FabricPausedReport[];
  /** Roots of the waits, the root that blocks most queues first. */
  roots: FabricRootReport[];
}

/** Cause that held queues paused during the window, whether or not it lasts. */
export interface FabricCauseReport {
  /** Time in which the root held at least one queue, in picoseconds. */
  active_ps: number;
  /** Strict class that took most of the port. Absent unless the kind is `strict`. */
  by_class?: number;
  /** Largest numbers of bytes waiting at the root and in each held queue, summed. */
  bytes: number;
  /** Share of `bytes` in the sum over all causes, in percent. */
  bytes_percent: number;
  /** Number of flows bound for the root, listed or not. */
  flow_count: number;
  /** Blocked flows whose path leads through the root, by name, at most 64. */
  flows: string[];
  /** Start of the first pause, in picoseconds since the start. */
  from_ps: number;
  /** Sum of the pauses of all queues that the root held, in picoseconds. */
  held_ps: number;
  /** Kind of the root: `circle`, `oversubscribed` (arrivals exceed the rate of its port), `strict` (higher strict classes take its port), `ets_share` (arrivals exceed its ETS share), `max_rate` or `port_max_rate` (the maximum rate of the queue or of its port holds it), `slow_host`, `storm`, `lost_resume`, `lost_credits`, `link_down` or `passing` (a pause without a refresh). */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'max_rate' | 'port_max_rate' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down' | 'passing';
  /** Number of held queues, listed or not. */
  queue_count: number;
  /** Queues that it held, longest first, at most 64. */
  queues: FabricHeldReport[];
  /** Queue at the root; for a cycle, its lowest queue. */
  root: string;
  /** Shares of the classes in the bytes that the root's port sent while it held a queue, in percent. */
  sent_percent: Record<string, number>;
  /** Share of the pause time of all queues with frames, in percent. */
  time_percent: number;
  /** End of the last pause, or of the window, in picoseconds since the start. */
  until_ps: number;
  /** Number of victims, listed or not. */
  victim_count: number;
  /** Blocked flows whose path does not lead through the root, by name, at most 64: victims. */
  victims: string[];
}

/** Cycle of queues that wait for each other, over time. */
export interface FabricCircleReport {
  /** Queue whose event closed the cycle. */
  closed_by: string;
  /** Event that closed the cycle: `paused` (the queue was paused), `starved` (its credits ran out), `fed` (a frame joined the queue while it was blocked), `asked` (the priority group at its peer requested a pause while an earlier one lasted) or `changed` (a setting, a fault, or another queue changed). */
  closed_how: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time at which the cycle closed, in picoseconds since the start. */
  closed_ps: number;
  /** Queue whose event made the cycle a deadlock. Absent if it is none. */
  died_by?: string;
  /** Event that made the cycle a deadlock, named as in `closed_how`. Absent if it is none. */
  died_how?: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time from which the cycle could no longer drain, in picoseconds since the start. Absent if it always could. */
  died_ps?: number;
  /** Time at which the cycle opened or could drain again, in picoseconds since the start. Absent if it lasts. */
  opened_ps?: number;
  /** Queues of the cycle, each before the queue that it waits for. */
  queues: string[];
  /** Other stuck queues that wait for the cycle. Empty unless it is a deadlock that lasts. */
  tributaries: string[];
}

/** Collective since the start of the run. */
export interface FabricCollectiveReport {
  /** Duration of each repetition that has finished, in picoseconds: from the end of the previous repetition, or the start of the collective, until all messages had arrived. */
  completion_ps: number[];
  /** Number of its flows. */
  flows: number;
  /** Communication pattern. */
  kind: string;
  /** Payload of each message. */
  message_bytes: number;
  /** Name in the document. */
  name: string;
  /** Configured number of repetitions. */
  repeats: number;
  /** Start, in picoseconds since the start of the run. */
  start_ps: number;
}

/** Parts of the mean latency of the frames delivered in the window, in picoseconds, each rounded down. */
export interface FabricComponentReport {
  /** Time of transfers through crossbars. */
  crossbar_ps: number;
  /** Time of parsing and look-up in switches. */
  ingress_ps: number;
  /** Time of propagation in cables. */
  propagation_ps: number;
  /** Time of waiting in the NIC, for crossbars and for transmitters. */
  queueing_ps: number;
  /** Time of waiting in the receive buffer of the host. */
  receiving_ps: number;
  /** Time of transmission by ports; of a frame that the next switch cuts through, only of its header. */
  serialisation_ps: number;
}

/** Balance of data, in frame bytes since the start: sent + replicated = delivered + in flight + buffered + dropped, in total and for each flow. */
export interface FabricConservation {
  /** Bytes in a switch, or in the queue of a NIC. */
  buffered_bytes: number;
  /** Bytes delivered to destinations. */
  delivered_bytes: number;
  /** Bytes dropped by nodes, or discarded by receivers. */
  dropped_bytes: number;
  /** Whether the balance holds for every flow. */
  holds: boolean;
  /** Bytes in a cable, or in the transmitter that feeds it. */
  in_flight_bytes: number;
  /** Bytes of the copies that switches made when they flooded frames. */
  replicated_bytes: number;
  /** Bytes handed to NICs; of saturating flows, bytes transmitted. */
  sent_bytes: number;
}

/** Credits of a virtual channel, as its transmitter knows them; in bytes as the receiver counts them. */
export interface FabricCreditReport {
  /** Credits not yet used at the end of the window. */
  available_bytes: number;
  /** Credits granted by the buffer at the other end. */
  limit_bytes: number;
  /** Time in which the port was idle because the credits did not cover its next frame. Picoseconds. */
  starved_ps: number;
  /** Credit updates that were lost before this port received them. */
  updates_lost: number;
}

/** Crossbar of a switch over the window. */
export interface FabricCrossbarReport {
  /** Cells sent through the crossbar. */
  cells: number;
  /** Matches of an input with an output, over all slots; in packet mode one for each frame. */
  matches: number;
  /** Duration of a slot, in picoseconds. */
  slot_ps: number;
  /** Slots with at least one match. */
  slots: number;
}

/** Cycle of links that can wait for each other. */
export interface FabricDependencyReport {
  /** Whether only flooded frames close the cycle. */
  by_flooding: boolean;
  /** Number of links that share a cycle with these. */
  entangled: number;
  /** Ports that transmit into the links (`s1.2`), each before the port that it waits for. */
  ports: string[];
  /** Priorities in which the links can wait for each other. */
  priorities: number[];
}

/** ETS class of a port, over the contended time: the parts of the window in which this class and at least one other had frames to transmit. Bytes are counted as the port counts them. Percentages are of the bytes that the ETS classes of the port transmitted in that time, and 0 if there was none. */
export interface FabricEtsReport {
  /** Bytes transmitted by all ETS classes of the port in the contended time. */
  contended_bytes: number;
  /** Bytes above the target; negative: below. */
  error_bytes: number;
  /** Measured share of the class. */
  measured_percent: number;
  /** Bytes above the target in the last complete round. */
  round_error_bytes: number;
  /** Largest size of `round_error_bytes` over all rounds since the start. */
  round_error_peak_bytes: number;
  /** Share when all classes have something to send, rounded to percent. */
  share_percent: number;
  /** Share due to the class: its part among the classes with frames to transmit, and no more than it had to transmit. */
  target_percent: number;
  /** Largest expected difference of target and measured share while the class has frames to transmit: one quantum and one frame. Absent if the scheduler counts frames. */
  within_percent?: number;
}

/** Sums over the fabric and the window. */
export interface FabricSums {
  /** Frames discarded by the receivers of reliable flows, by cause: out of order, or duplicate. Discards follow from losses and are not counted as losses. */
  discards: Record<string, number>;
  /** Frames dropped, all causes, without those that receivers discard. */
  dropped_frames: number;
  /** Dropped frames by cause; causes with none are left out. */
  drops: Record<string, number>;
  /** Frames marked with ECN. */
  ecn_marked: number;
  /** Jain's fairness index of the throughputs of the flows: 1 if all are equal, 1/n if one of n flows has everything. Absent without flows. */
  fairness?: number;
  /** Copies made by flooding that arrived at a host other than their destination. */
  flood_copies: number;
  /** Number of transmissions of data frames and acks over links. */
  hops: number;
  /** Links that are down at the end, each by one of its ports. */
  links_down: string[];
  /** Dropped frames whose priority was lossless at the place of the drop, by cause; causes with none are left out. Frames dropped by a full receive buffer of a host are included, frames that found the queue of their own NIC full are not. */
  lossless_drops: Record<string, number>;
  /** Lossless frames dropped for want of headroom. */
  lossless_violations: number;
  /** PFC frames transmitted that pause at least one priority. */
  pause_sent: number;
  /** Number of ports at which at least one priority was paused. */
  ports_paused: number;
  /** PFC frames transmitted that only resume. */
  resume_sent: number;
}

/** End-to-end credits of a flow, in frame bytes at the end of the window; `starved_ps` and `updates_lost` are over the window. */
export interface FabricFlowCreditReport {
  /** Bytes that may be sent now. */
  available_bytes: number;
  /** Largest number of bytes that may be in flight. */
  limit_bytes: number;
  /** Credits of dropped frames that no resync has returned yet; the source counts their bytes as in flight. */
  lost_bytes: number;
  /** Time in which the credits did not cover a full frame. Picoseconds. */
  starved_ps: number;
  /** Credit updates that were lost before the source received them. */
  updates_lost: number;
  /** Causes of the drops since the start of frames that were covered by credits, and the fate of those credits. Absent if there were no such drops. */
  why?: string;
}

/** Flow over the window. */
export interface FabricFlowReport {
  /** Acks received by the source. */
  acks: number;
  /** α of DCQCN at the end of the window, 0 to 1. Absent without DCQCN. */
  alpha?: number;
  /** CNPs that the receiver's NIC merged with an earlier one. */
  cnp_merged: number;
  /** CNPs received by the source. */
  cnp_received: number;
  /** CNPs sent by the receiver. */
  cnp_sent: number;
  /** Collective that the flow belongs to; absent if none. */
  collective?: string;
  /** Parts of that latency. Absent if the run was not recorded for them. */
  components?: FabricComponentReport;
  /** End-to-end credits. Absent if the flow has none. */
  credits?: FabricFlowCreditReport;
  /** Bytes delivered to the destination host. */
  delivered_bytes: number;
  /** Frames delivered. */
  delivered_frames: number;
  /** Bytes dropped, all causes. */
  dropped_bytes: number;
  /** Frames dropped. */
  dropped_frames: number;
  /** Frames delivered with an ECN mark. */
  ecn_marked: number;
  /** Time at which the last payload was delivered, in picoseconds since the start; for a flow of a collective, that of its last message so far. */
  finished_ps?: number;
  /** Time of the first drop of a data frame, since the start; discards do not count. */
  first_drop_ps?: number;
  /** Time at which a queue first marked a frame of the flow, since the start. Absent if none did. */
  first_mark_ps?: number;
  /** Time at which the NIC first stopped the priority of the flow for a pause, since the start. */
  first_pause_ps?: number;
  /** Rate of payload delivered in order, in bits per second over the same time; for a multicast, the sum over all receivers. */
  goodput_bps: number;
  /** Latency from the NIC's queue to the last bit at the destination. */
  latency: FabricLatencyReport;
  /** Name in the document; for a flow of an incast: its time, sender and receiver. */
  name: string;
  /** Mean time from the NIC's queue to the wire, in picoseconds. */
  nic_wait_ps: number;
  /** Operation of the flow: `write`, `send`, `read`, `multicast` or `raw`. */
  operation: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  /** Rate allowed by rate control at the end of the window, in bits per second. Absent without rate control. */
  rate_bps?: number;
  /** Receivers of a multicast. Absent for other flows. */
  receivers?: FabricReceiverReport[];
  /** Retransmission. Absent if the flow is not reliable. */
  recovery?: FabricRecoveryReport;
  /** Requests sent for the data of the flow. Absent if the flow is no read. */
  requests?: number;
  /** Bytes handed to the NIC; for a saturating flow, bytes transmitted. */
  sent_bytes: number;
  /** Frames sent. */
  sent_frames: number;
  /** Rate of delivered frame bytes, in bits per second, over the part of the window between the flow's start and its end. */
  throughput_bps: number;
}

/** Queue that a cause held. */
export interface FabricHeldReport {
  /** Most bytes that waited in it; 0 of a host's NIC. */
  bytes: number;
  /** Start of its first pause, in picoseconds since the start. */
  from_ps: number;
  /** Sum of its pauses, in picoseconds. */
  paused_ps: number;
  /** Number of its pauses. */
  pauses: number;
  /** Place of the queue: node, port, priority. */
  queue: string;
  /** End of its last pause, or the end of the window. */
  until_ps: number;
}

/** Host at the end of the window. */
export interface FabricHostReport {
  /** Rate at which the bus carries frames to memory, in bits per second. Absent if unlimited. */
  drain_bps?: number;
  /** Name of the host. */
  node: string;
  /** Size of the receive buffer. */
  receive_buffer_bytes: number;
  /** Bytes in the receive buffer that wait for the bus. */
  receive_bytes: number;
  /** Largest `receive_bytes` since the start. */
  receive_peak_bytes: number;
}

/** Latency of the frames delivered in the window, in picoseconds; 0 if there were none. */
export interface FabricLatencyReport {
  /** Largest latency since the start. */
  max_ps: number;
  /** Mean latency. */
  mean_ps: number;
  /** Median latency, within 1 %. */
  p50_ps: number;
  /** 99th percentile of the latency, within 1 %. */
  p99_ps: number;
}

/** Failure that no watchdog has detected. */
export interface FabricMissReport {
  /** Queue of the failure: node, port, priority. */
  queue: string;
  /** Start, in picoseconds since the start of the run. Gaps between the pauses of a storm belong to it. */
  since_ps: number;
  /** Kind: `deadlock`, `storm`, `lost_resume` or `lost_credits`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits';
  /** End, in picoseconds since the start of the run. Absent if the failure lasts. */
  until_ps?: number;
}

/** Queue that holds frames and is paused or lacks credits. */
export interface FabricPausedReport {
  /** Reason: `group` (the ingress priority group at the other end), `host` (the receive buffer of the host), `storm` (a pause source), `lost_resume`, `credits` (the buffer at the other end has returned none), `lost_credits`, or `passing` (the wait ends by itself). */
  by: 'group' | 'host' | 'storm' | 'lost_resume' | 'credits' | 'lost_credits' | 'passing';
  /** Memory of the waiting frames, in bytes; 0 for the NIC of a host. */
  bytes: number;
  /** Node, port and priority. */
  queue: string;
  /** Start of the wait, in picoseconds since the start of the run. */
  since_ps: number;
  /** Whether the queue can never transmit again unless frames are dropped. */
  stuck: boolean;
  /** Paused queues that hold bytes of the priority group that pauses this queue. */
  waits_for: FabricWaitReport[];
}

/** Priority of a port over the window. */
export interface FabricPortReport {
  /** Link credits to transmit; absent if the link has none. */
  credits?: FabricCreditReport;
  /** Frames dropped, by cause: at a switch, those received by this port; at a host, those to be transmitted by it. */
  drops: Record<string, number>;
  /** Frames marked with ECN as they left by this port. */
  ecn_marked: number;
  /** Length of the egress queue at the end. */
  egress_bytes: number;
  /** Mean length of the egress queue over the window. Absent as above. */
  egress_mean_bytes?: number;
  /** Largest length of the egress queue, since the start. */
  egress_peak_bytes: number;
  /** Largest length of the egress queue in the window. Absent as above. */
  egress_window_peak_bytes?: number;
  /** Share of the output; absent if the priority is no ETS class. */
  ets?: FabricEtsReport;
  /** Time of the first drop, since the start; discards of receivers do not count. */
  first_drop_ps?: number;
  /** Time of the first mark, since the start. */
  first_mark_ps?: number;
  /** Time at which this port first stopped this priority for a pause, since the start. Absent if it never did. */
  first_pause_ps?: number;
  /** Mean use of memory by the ingress group over the window. Absent at hosts, and if the run was not recorded for it. */
  group_mean_bytes?: number;
  /** Largest use of memory by the ingress group in the window. Absent as the mean. */
  group_window_peak_bytes?: number;
  /** Use of headroom by the ingress group at the end. */
  headroom_bytes: number;
  /** Largest use of headroom by the ingress group, since the start. */
  headroom_peak_bytes: number;
  /** Name of the host or switch. */
  node: string;
  /** Pauses and resumes that cancelled each other before either was transmitted. */
  pause_cancelled: number;
  /** PFC frames received that pause this priority. */
  pause_received: number;
  /** PFC frames transmitted that pause this priority, refreshes included. */
  pause_sent: number;
  /** Time in PAUSED, in which this port must not transmit this priority. Picoseconds. */
  paused_ps: number;
  /** PFC frames for this priority that were lost before this port received them. */
  pfc_lost: number;
  /** Number of the port in its node, from 0. */
  port: number;
  /** Priority, 0 to 7. */
  priority: number;
  /** Use of the reserve by the ingress group at the end. */
  reserve_bytes: number;
  /** Largest use of the reserve by the ingress group, since the start. */
  reserve_peak_bytes: number;
  /** PFC frames transmitted that resume this priority. */
  resume_sent: number;
  /** Bytes of data frames and acks received. */
  rx_bytes: number;
  /** Data frames and acks received. */
  rx_frames: number;
  /** Use of shared memory by the ingress group at the end. */
  shared_bytes: number;
  /** Largest use of shared memory by the ingress group, since the start. */
  shared_peak_bytes: number;
  /** Bytes of data frames and acks transmitted. */
  tx_bytes: number;
  /** Data frames and acks transmitted. */
  tx_frames: number;
}

/** Receiver of a multicast, since the start; its rate is over the window. */
export interface FabricReceiverReport {
  /** Bytes delivered to this host. */
  delivered_bytes: number;
  /** Frames delivered to this host. */
  delivered_frames: number;
  /** Rate of payload delivered in order, in bits per second over the time of [`FlowReport::goodput_bps`]. */
  goodput_bps: number;
  /** Payload delivered in order to this host, in bytes. */
  goodput_bytes: number;
  /** Name of the host. */
  node: string;
}

/** Retransmission of a reliable flow, over the window; `window_frames` and `unacked_frames` are at its end. */
export interface FabricRecoveryReport {
  /** Frames discarded by the receiver. */
  discarded_frames: number;
  /** NAKs received by the source. */
  naks: number;
  /** Bytes retransmitted. */
  resent_bytes: number;
  /** Frames retransmitted. */
  resent_frames: number;
  /** Time lost to recovery, in picoseconds: from the go-back, or from the start of an unanswered wait for an ack, until the source can send a new frame. Overlapping recoveries count once. */
  time_lost_ps: number;
  /** Expiries of the ack timeout. */
  timeouts: number;
  /** Frames that are unacknowledged. */
  unacked_frames: number;
  /** Largest number of frames that may be unacknowledged. */
  window_frames: number;
}

/** Root of waiting queues: the queue at which the waiting begins, and its effects. */
export interface FabricRootReport {
  /** Blocked flows whose path leads through the root, by name, at most 64: through its queue, the other classes of a link that is down or paused as a whole, or another queue of its cycle. */
  bound: string[];
  /** Strict class that took most of the port since the start. Absent unless the kind is `strict`. */
  by_class?: number;
  /** Memory of the waiting frames, in bytes. */
  bytes: number;
  /** Number of flows with frames in those queues. */
  flows: number;
  /** Hosts with one of those queues. */
  hosts: string[];
  /** Cause: `circle`, `oversubscribed` (not paused: arrivals exceed the rate of its port), `strict` (not paused: higher strict classes take its port), `ets_share` (not paused: arrivals exceed its ETS share), `max_rate` or `port_max_rate` (not paused: the maximum rate of the queue or of its port holds it), `slow_host`, `storm`, `lost_resume`, `lost_credits` or `link_down`. */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'max_rate' | 'port_max_rate' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down';
  /** Ports of those queues. */
  ports: number;
  /** Queue at the root; of a cycle, its first queue. */
  queue: string;
  /** Paused queues with frames that wait for the root, including the root if it is paused. */
  queues: number;
  /** Number of all victims, also those that are not listed. */
  victim_count: number;
  /** Blocked flows whose path does not lead through the root, by name, at most 64. */
  victims: string[];
}

/** Slowdown of the finished flows of some sizes. The slowdown of a flow is its completion time, from its start until its last payload is delivered, divided by the time that it takes alone on its path, at least 1. */
export interface FabricSlowdownReport {
  /** Lower end of the range of payloads, in bytes, not included. */
  above_bytes: number;
  /** Upper end of the range of payloads, in bytes, included. Absent for the last range, which has no limit. */
  at_most_bytes?: number;
  /** Finished flows whose path is known. A path is unknown if a switch on it floods or has learned no route. */
  flows: number;
  /** Largest slowdown. */
  max: number;
  /** Mean slowdown. */
  mean: number;
  /** Median slowdown. */
  p50: number;
  /** 95th percentile of the slowdown. */
  p95: number;
  /** 99th percentile of the slowdown. */
  p99: number;
}

/** Lossy ingress priority group that dropped frames because its shared use had reached a static threshold. */
export interface FabricStaticDropReport {
  /** Frames dropped in the window. */
  lost_frames: number;
  /** Ingress port: `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Static threshold in bytes of shared memory. */
  xoff_bytes: number;
}

/** Switch at the end of the window. */
export interface FabricSwitchReport {
  /** Crossbar over the window. Absent if the switch has none. */
  crossbar?: FabricCrossbarReport;
  /** Free shared memory. */
  free_bytes: number;
  /** Memory reserved as headroom, of all groups or of the headroom pool. */
  headroom_bytes: number;
  /** Largest use of that headroom since the start. */
  headroom_peak_bytes: number;
  /** Size of the packet memory. */
  memory_bytes: number;
  /** Name of the switch. */
  node: string;
}

/** Lossless ingress priority group that dropped frames for want of memory although it has requested no pause since the start. */
export interface FabricUnaskedReport {
  /** Headroom in bytes. */
  headroom_bytes: number;
  /** Frames dropped in the window. */
  lost_frames: number;
  /** Ingress port: `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Largest use of shared memory since the start, in bytes. */
  shared_peak_bytes: number;
  /** Reason, as a sentence. */
  why: string;
  /** Static XOFF threshold in bytes. Absent if the threshold is dynamic. */
  xoff_bytes?: number;
}

/** Decision of a watchdog. */
export interface FabricVerdictReport {
  /** Mitigation of the storm. */
  action: 'drop' | 'forward' | 'drain' | 'alert' | 'flush' | 'disable';
  /** Time of the decision, in picoseconds since the start. */
  at_ps: number;
  /** Time from the start of the failure to its detection, in picoseconds. Absent if the decision was wrong. */
  delay_ps?: number;
  /** Bytes dropped by the mitigation. */
  lost_bytes: number;
  /** Frames dropped by the mitigation. */
  lost_frames: number;
  /** Watched queue: node, port, priority. */
  queue: string;
  /** Detection rule: `sonic`, `sonic_2023`, `sonic_broadcom`, `sonic_cisco`, `polls` or `timer`; `nic` is a NIC that stops its own pauses. */
  rule: 'sonic' | 'sonic_2023' | 'sonic_broadcom' | 'sonic_cisco' | 'polls' | 'timer' | 'nic';
  /** True state: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `congestion`, `idle` (paused without frames to transmit) or `not_paused`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits' | 'congestion' | 'idle' | 'not_paused';
  /** `storm` or `over`. */
  verdict: 'storm' | 'over';
}

/** Queue for which another queue waits. */
export interface FabricWaitReport {
  /** Memory, in bytes, that the queue holds of the priority group that pauses the other queue. */
  bytes: number;
  /** Node, port and priority. */
  queue: string;
}

/** Interval of simulated time. */
export interface FabricWindow {
  /** Start, in picoseconds. */
  from_ps: number;
  /** End, in picoseconds; equals `time_ps`. */
  to_ps: number;
}

/** Workload, measured since the start of the run. */
export interface FabricWorkloadReport {
  /** Flows that have finished. */
  finished: number;
  /** Flows that the workload starts over its whole duration. */
  flows: number;
  /** Name in the document. */
  name: string;
  /** Distribution of its sizes. */
  sizes: string;
  /** Slowdown by size, in ascending order; sizes of which no flow has finished are left out. */
  slowdown: FabricSlowdownReport[];
  /** Flows that have started. */
  started: number;
}
