// Made from the JSON Schema by `cargo xtask bless`.

/** Report of a run. Bytes are frame bytes, header through FCS, unless the name of a field says payload. Counts and rates are over the window; peaks and `conservation` are since the start. */
export interface FabricReport {
  /** Queues that cannot transmit at the end, with the reasons, and whether the fabric can deadlock. */
  blocked: FabricBlocked;
  /** Causes of the pauses in the window, including causes that have ended. The cause with the longest sum of pauses comes first. Absent if there were none, or if the run was not recorded for causes. */
  causes?: FabricCauseReport[];
  /** Figures of each collective of the document. Absent if there are none. */
  collectives?: FabricCollectiveReport[];
  /** Balance of the bytes of data frames since the start. */
  conservation: FabricConservation;
  /** Number of events that the run has processed since its start. */
  events: number;
  /** Sums over all ports and flows of the fabric. */
  fabric: FabricSums;
  /** Figures of each flow: first the flows of the document, then the flows that actions added. */
  flows: FabricFlowReport[];
  /** Hash of the state at the end: 16 hex digits, the same on every machine. */
  hash: string;
  /** Figures of each host, in the order of the document. */
  hosts: FabricHostReport[];
  /** Number of pauses that are attributed to no cause, because only 1024 causes are kept. Absent if 0. */
  pauses_left_out?: number;
  /** Figures of each port, with one entry for each priority that is used in the fabric. */
  ports: FabricPortReport[];
  /** Lossy priority groups that dropped frames at a static XOFF threshold. Absent if there are none. */
  static_drops?: FabricStaticDropReport[];
  /** Figures of each switch, in the order of the document. */
  switches: FabricSwitchReport[];
  /** End of the window, in picoseconds of simulated time. */
  time_ps: number;
  /** Lossless priority groups that dropped frames although they had never requested a pause. Absent if there are none. */
  unasked?: FabricUnaskedReport[];
  /** Warnings about settings that are legal but unwise: sentences with the numbers. */
  warnings: string[];
  /** Decisions of watchdogs since the start, compared with the true state of the fabric. */
  watchdogs: FabricBeliefs;
  /** Window of the counts and rates. */
  window: FabricWindow;
  /** Settings that `pfc=off` changed, in words. Absent unless the run was made with `pfc=off`. */
  without_pfc?: string[];
  /** Figures of each workload of the document. Absent if there are none. */
  workloads?: FabricWorkloadReport[];
}

/** Decisions of all watchdogs since the start of the run, and the failures that they have not detected. */
export interface FabricBeliefs {
  /** Number of storms that watchdogs detected while no deadlock, pause storm, lost resume or lost credits blocked the queue. */
  false_positives: number;
  /** Deadlocks, pause storms, lost resumes and lost credits that no watchdog has detected so far. */
  misses: FabricMissReport[];
  /** Factor by which all watchdogs run faster than configured. */
  scale: number;
  /** Number of storms that watchdogs detected while a deadlock, a pause storm, a lost resume or lost credits blocked the queue. */
  true_positives: number;
  /** Decisions of the watchdogs in order of time; only the first 4096 are kept. */
  verdicts: FabricVerdictReport[];
  /** Number of queues and NICs that have a watchdog. */
  watched: number;
}

/** Queues that cannot transmit at the end of the window. */
export interface FabricBlocked {
  /** Cycles of waiting queues that exist now, and deadlocks that have ended, with their times and causes. */
  circles: FabricCircleReport[];
  /** Cycles of queues that wait for each other and can still drain, written as in `deadlocks`. */
  cyclic_waits: string[][];
  /** Deadlocks: cycles of queues that wait for each other and cannot drain. Each queue is written as node, port and priority (`s1.2.3`), and precedes the queue that it waits for. */
  deadlocks: string[][];
  /** Cyclic buffer dependencies of the current routes, of the paths of flows, and of flooding: a deadlock can form only there. An existing deadlock may have formed under earlier routes, even if this list is empty. */
  dependency_cycles: FabricDependencyReport[];
  /** Queues that hold frames and cannot transmit: paused, or without credits for the next frame. */
  queues: FabricPausedReport[];
  /** Roots: queues at which the waiting of other queues begins. The root that blocks most queues comes first. */
  roots: FabricRootReport[];
}

/** Cause of pauses in the window: a root and the queues that it blocked. The root may have ended since. */
export interface FabricCauseReport {
  /** Time in which the root blocked at least one queue, in picoseconds. */
  active_ps: number;
  /** Strict class that took most of the port. Absent unless the kind is `strict`. */
  by_class?: number;
  /** Largest number of bytes that waited at the root, plus the largest number of bytes that waited in each blocked queue. */
  bytes: number;
  /** Share of `bytes` in the sum over all causes, in percent. */
  bytes_percent: number;
  /** Number of all blocked flows whose path leads through the root, including those that are not listed. */
  flow_count: number;
  /** Blocked flows whose path leads through the root, by name, at most 64. */
  flows: string[];
  /** Start of the first pause, in picoseconds since the start. */
  from_ps: number;
  /** Sum of the pauses of all queues that the root blocked, in picoseconds. */
  held_ps: number;
  /** Kind of the root: `circle` (a cycle of waits), `oversubscribed` (arrivals exceed the rate of its port), `strict` (higher strict classes take its port), `ets_share` (arrivals exceed its ETS share), `max_rate` or `port_max_rate` (arrivals exceed the maximum rate of the queue or of its port), `slow_host`, `storm`, `lost_resume`, `lost_credits`, `link_down` or `passing` (a pause without a refresh). */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'max_rate' | 'port_max_rate' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down' | 'passing';
  /** Number of all blocked queues, including those that are not listed. */
  queue_count: number;
  /** Queues that the root blocked, longest sum of pauses first, at most 64. */
  queues: FabricHeldReport[];
  /** Queue at the root; for a cycle, its queue at the lowest port. */
  root: string;
  /** Share of each class in the bytes that the port of the root sent while the root blocked a queue, in percent. */
  sent_percent: Record<string, number>;
  /** Share of `held_ps` in the sum over all causes, in percent. */
  time_percent: number;
  /** End of the last pause, or of the window, in picoseconds since the start. */
  until_ps: number;
  /** Number of all victims, including those that are not listed. */
  victim_count: number;
  /** Blocked flows whose path does not lead through the root, by name, at most 64: victims. */
  victims: string[];
}

/** Cycle of queues that wait for each other, with the times and causes of its changes. */
export interface FabricCircleReport {
  /** Queue whose event closed the cycle. */
  closed_by: string;
  /** Event that closed the cycle: `paused` (the queue was paused), `starved` (its credits ran out), `fed` (a frame joined the queue while it was blocked), `asked` (the priority group at its peer requested a pause while an earlier one lasted) or `changed` (a setting, a fault, or another queue changed). */
  closed_how: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time at which the cycle closed, in picoseconds since the start. */
  closed_ps: number;
  /** Queue whose event made the cycle a deadlock. Absent if the cycle is no deadlock. */
  died_by?: string;
  /** Event that made the cycle a deadlock, named as in `closed_how`. Absent if the cycle is no deadlock. */
  died_how?: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time from which the cycle could no longer drain, in picoseconds since the start. Absent if it always could. */
  died_ps?: number;
  /** Time at which the queues stopped waiting in a cycle, or the deadlock could drain again, in picoseconds since the start. Absent if the cycle still exists. */
  opened_ps?: number;
  /** Queues of the cycle, each before the queue that it waits for. */
  queues: string[];
  /** Stuck queues outside the cycle that wait for it. Empty unless the cycle is a deadlock that still exists. */
  tributaries: string[];
}

/** Figures of a collective since the start of the run. */
export interface FabricCollectiveReport {
  /** Duration of each finished repetition, in picoseconds. A repetition lasts from the end of the previous repetition, or from the start of the collective, until all its messages have arrived. */
  completion_ps: number[];
  /** Number of flows of the collective. */
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

/** Mean latency of the frames delivered in the window, divided by component, in picoseconds. Each value is rounded down. */
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
  /** Time of transmission by ports. If the next switch cuts the frame through, only the header counts. */
  serialisation_ps: number;
}

/** Balance of the bytes of data frames since the start: sent + replicated = delivered + in flight + buffered + dropped. The balance holds in total and for each flow. */
export interface FabricConservation {
  /** Bytes in a switch, or in the queue of a NIC. */
  buffered_bytes: number;
  /** Bytes delivered to destinations. */
  delivered_bytes: number;
  /** Bytes dropped by switches and hosts, or discarded by receivers. */
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

/** Link credits of one priority (virtual channel), as its transmitter knows them. Bytes are counted as the receiver counts its buffer. */
export interface FabricCreditReport {
  /** Credits that are not used at the end of the window. */
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

/** Cyclic buffer dependency: cycle of links that can wait for each other. */
export interface FabricDependencyReport {
  /** Whether the cycle exists only because of flooded frames. */
  by_flooding: boolean;
  /** Number of links in this cycle and in cycles entangled with it. A link counts once for each priority. */
  entangled: number;
  /** Ports that transmit into the links of the cycle (`s1.2`), each before the port that it waits for. */
  ports: string[];
  /** Priorities in which the links can wait for each other. */
  priorities: number[];
}

/** Figures of an ETS class of a port over the contended time: the parts of the window in which this class and at least one other class had frames to transmit. Bytes are counted as the scheduler of the port counts them. Percentages are of the bytes that the ETS classes of the port transmitted in the contended time; 0 if there was no such time. */
export interface FabricEtsReport {
  /** Bytes transmitted by all ETS classes of the port in the contended time. */
  contended_bytes: number;
  /** Bytes that the class transmitted above its target; negative if below. */
  error_bytes: number;
  /** Measured share of the class. */
  measured_percent: number;
  /** Bytes that the class transmitted above its target in the last complete round of the scheduler; negative if below. */
  round_error_bytes: number;
  /** Largest absolute value of `round_error_bytes` over all rounds since the start. */
  round_error_peak_bytes: number;
  /** Configured share: bandwidth of the class while all ETS classes have frames to transmit, rounded to percent. */
  share_percent: number;
  /** Share due to the class: the share by its weight among the classes with frames to transmit, but not more than the class had to transmit. */
  target_percent: number;
  /** Largest expected difference between target and measured share: one quantum and one frame. Absent if the scheduler counts frames instead of bytes, or if there was no contended time. */
  within_percent?: number;
}

/** Sums over all ports and flows of the fabric, over the window. */
export interface FabricSums {
  /** Frames discarded by the receivers of reliable flows, by cause: out of order, or duplicate. Discards follow from losses and are not counted as losses. */
  discards: Record<string, number>;
  /** Frames dropped for any cause. Frames that receivers of reliable flows discard do not count. */
  dropped_frames: number;
  /** Dropped frames by cause; causes without drops are left out. */
  drops: Record<string, number>;
  /** Frames marked with ECN. */
  ecn_marked: number;
  /** Jain's fairness index of the throughputs of the flows: 1 if all are equal, 1/n if one of n flows has everything. Absent without flows. */
  fairness?: number;
  /** Flooded copies of frames that arrived at a host other than their destination. */
  flood_copies: number;
  /** Number of transmissions of data frames and acks over links. */
  hops: number;
  /** Links that are down at the end, each named by one of its ports. */
  links_down: string[];
  /** Dropped frames whose priority was lossless where the frame was dropped, by cause; causes without drops are left out. Drops by a full receive buffer of a host count. Drops by a full queue of the frame's own NIC do not count. */
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

/** End-to-end credits of a flow at the end of the window, in frame bytes. `starved_ps` and `updates_lost` are over the window. */
export interface FabricFlowCreditReport {
  /** Bytes that the source may send without further credits. */
  available_bytes: number;
  /** Largest number of bytes that may be in flight. */
  limit_bytes: number;
  /** Credits that dropped frames have consumed and no resync has returned yet. The source counts their bytes as in flight. */
  lost_bytes: number;
  /** Time in which the credits did not cover a full frame, in picoseconds. */
  starved_ps: number;
  /** Credit updates that were lost before the source received them. */
  updates_lost: number;
  /** Sentence about the drops, since the start, of frames that credits covered: their causes, and whether resyncs have returned the credits. Absent if there were no such drops. */
  why?: string;
}

/** Figures of a flow over the window. */
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
  /** Mean latency divided by component. Absent if no frame was delivered, or if the run was not recorded for components. */
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
  /** Time at which the last payload was delivered, in picoseconds since the start. For a flow of a collective, the delivery of its last message so far. Absent if the flow has not finished. */
  finished_ps?: number;
  /** Time of the first drop of a data frame of the flow, in picoseconds since the start. Discards by the receiver do not count. Absent if there was no drop. */
  first_drop_ps?: number;
  /** Time at which a queue first marked a frame of the flow with ECN, in picoseconds since the start. Absent if none did. */
  first_mark_ps?: number;
  /** Time at which a pause first stopped the priority of the flow at its NIC, in picoseconds since the start. Absent if none did. */
  first_pause_ps?: number;
  /** Rate of payload delivered in order, in bits per second, over the same time as `throughput_bps`. For a multicast, the sum over all receivers. */
  goodput_bps: number;
  /** Latency from the NIC's queue to the last bit at the destination. */
  latency: FabricLatencyReport;
  /** Name in the document. A flow of an incast action is named after its time, sender and receiver. */
  name: string;
  /** Mean time from the NIC's queue to the wire, in picoseconds. */
  nic_wait_ps: number;
  /** Operation of the flow: `write`, `send`, `read`, `multicast` or `raw`. */
  operation: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  /** Rate allowed by rate control at the end of the window, in bits per second. Absent without rate control. */
  rate_bps?: number;
  /** Figures of each receiver of a multicast. Absent for other operations. */
  receivers?: FabricReceiverReport[];
  /** Figures of retransmission. Absent if the flow is not reliable. */
  recovery?: FabricRecoveryReport;
  /** Read requests sent for the data of the flow. Absent unless the operation is `read`. */
  requests?: number;
  /** Bytes handed to the NIC; for a saturating flow, bytes transmitted. */
  sent_bytes: number;
  /** Frames sent. */
  sent_frames: number;
  /** Rate of delivered frame bytes, in bits per second. The rate is over the part of the window between the start and the end of the flow. */
  throughput_bps: number;
}

/** Queue that a root blocked. */
export interface FabricHeldReport {
  /** Largest number of bytes that waited in the queue; 0 for a queue of a NIC. */
  bytes: number;
  /** Start of the first pause of the queue by this root, in picoseconds since the start. */
  from_ps: number;
  /** Sum of the pauses of the queue by this root, in picoseconds. */
  paused_ps: number;
  /** Number of pauses of the queue by this root. */
  pauses: number;
  /** Queue, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** End of the last pause of the queue by this root, or of the window, in picoseconds since the start. */
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
  /** Bytes in the receive buffer, which wait for the bus. */
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

/** Failure that no watchdog has detected so far. */
export interface FabricMissReport {
  /** Blocked queue, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** Start of the failure, in picoseconds since the start of the run. A storm includes the gaps between its pauses. */
  since_ps: number;
  /** Kind: `deadlock`, `storm`, `lost_resume` or `lost_credits`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits';
  /** End of the failure, in picoseconds since the start of the run. Absent if the failure lasts. */
  until_ps?: number;
}

/** Queue that holds frames and cannot transmit: paused, or without credits for the next frame. */
export interface FabricPausedReport {
  /** Reason: `group` (the ingress priority group at the other end), `host` (the receive buffer of the host), `storm` (a pause source), `lost_resume`, `credits` (the receiver has returned too few), `lost_credits`, or `passing` (the wait ends by itself). */
  by: 'group' | 'host' | 'storm' | 'lost_resume' | 'credits' | 'lost_credits' | 'passing';
  /** Memory of the waiting frames, in bytes; 0 for the NIC of a host. */
  bytes: number;
  /** Queue, written as node, port and priority: `s1.2.3`. */
  queue: string;
  /** Time from which the queue cannot transmit, in picoseconds since the start of the run. */
  since_ps: number;
  /** Whether the queue can never transmit again unless frames are dropped. */
  stuck: boolean;
  /** Paused queues that hold bytes of the priority group that pauses this queue. */
  waits_for: FabricWaitReport[];
}

/** Figures of one priority of a port over the window. */
export interface FabricPortReport {
  /** Link credits for transmission. Absent if the link has none. */
  credits?: FabricCreditReport;
  /** Frames dropped, by cause. At a switch: frames that this port received. At a host: frames that this port was to transmit. */
  drops: Record<string, number>;
  /** Frames that the egress queue marked with ECN. */
  ecn_marked: number;
  /** Length of the egress queue at the end. */
  egress_bytes: number;
  /** Mean length of the egress queue over the window. Absent in the same cases as `group_mean_bytes`. */
  egress_mean_bytes?: number;
  /** Largest length of the egress queue, since the start. */
  egress_peak_bytes: number;
  /** Largest length of the egress queue in the window. Absent in the same cases as `group_mean_bytes`. */
  egress_window_peak_bytes?: number;
  /** Share of the class in the bandwidth of the port. Absent if the priority is no ETS class. */
  ets?: FabricEtsReport;
  /** Time of the first drop, in picoseconds since the start. Discards by the receivers of reliable flows do not count. Absent if there was no drop. */
  first_drop_ps?: number;
  /** Time at which the egress queue first marked a frame with ECN, in picoseconds since the start. Absent if it marked none. */
  first_mark_ps?: number;
  /** Time at which a pause first stopped this priority of this port, in picoseconds since the start. Absent if none did. */
  first_pause_ps?: number;
  /** Mean use of memory by the ingress group over the window. Absent at hosts, and if the run was not recorded for it. */
  group_mean_bytes?: number;
  /** Largest use of memory by the ingress group in the window. Absent in the same cases as `group_mean_bytes`. */
  group_window_peak_bytes?: number;
  /** Use of headroom by the ingress group at the end. */
  headroom_bytes: number;
  /** Largest use of headroom by the ingress group, since the start. */
  headroom_peak_bytes: number;
  /** Name of the host or switch. */
  node: string;
  /** Pause and resume requests that cancelled each other before a PFC frame was transmitted. */
  pause_cancelled: number;
  /** PFC frames received that pause this priority. */
  pause_received: number;
  /** PFC frames transmitted that pause this priority, refreshes included. */
  pause_sent: number;
  /** Time in PAUSED, in which this port must not transmit this priority. Picoseconds. */
  paused_ps: number;
  /** PFC frames for this priority that were lost in the cable to this port. */
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

/** Figures of a receiver of a multicast since the start of the run; only `goodput_bps` is over the window. */
export interface FabricReceiverReport {
  /** Bytes delivered to this host. */
  delivered_bytes: number;
  /** Frames delivered to this host. */
  delivered_frames: number;
  /** Rate of payload delivered in order, in bits per second, over the same time as [`FlowReport::goodput_bps`]. */
  goodput_bps: number;
  /** Payload delivered in order to this host, in bytes. */
  goodput_bytes: number;
  /** Name of the host. */
  node: string;
}

/** Retransmission of a reliable flow over the window. `window_frames` and `unacked_frames` are values at the end of the window. */
export interface FabricRecoveryReport {
  /** Frames that the receiver discarded as out of order or duplicate. */
  discarded_frames: number;
  /** NAKs received by the source. */
  naks: number;
  /** Bytes retransmitted. */
  resent_bytes: number;
  /** Frames retransmitted. */
  resent_frames: number;
  /** Time in which the source could send no new frame because of a recovery, in picoseconds. A recovery begins with a go-back, or with a wait for an ack that ends in a timeout. Overlapping recoveries count once. */
  time_lost_ps: number;
  /** Expiries of the ack timeout. */
  timeouts: number;
  /** Number of unacknowledged frames. */
  unacked_frames: number;
  /** Limit on the number of unacknowledged frames. */
  window_frames: number;
}

/** Root: the queue at which the waiting of other queues begins, and the effects of the root. */
export interface FabricRootReport {
  /** Blocked flows whose path leads through the root, by name, at most 64. The root includes the other classes of a link that is down or paused as a whole, and the other queues of its cycle. */
  bound: string[];
  /** Strict class that took most of the port since the start. Absent unless the kind is `strict`. */
  by_class?: number;
  /** Memory of the frames in the waiting queues and at the root, in bytes. */
  bytes: number;
  /** Number of flows that have frames in a blocked queue, or whose source sends from a blocked queue. */
  flows: number;
  /** Names of the hosts that have a blocked queue. */
  hosts: string[];
  /** Cause: `circle` (a cycle of waits), `oversubscribed` (not paused: arrivals exceed the rate of its port), `strict` (not paused: higher strict classes take its port), `ets_share` (not paused: arrivals exceed its ETS share), `max_rate` or `port_max_rate` (not paused: arrivals exceed the maximum rate of the queue or of its port), `slow_host`, `storm`, `lost_resume`, `lost_credits` or `link_down`. */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'max_rate' | 'port_max_rate' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down';
  /** Number of ports that have a blocked queue. */
  ports: number;
  /** Queue at the root; of a cycle, its first queue. */
  queue: string;
  /** Number of paused queues with frames that wait for the root, including the root if it is paused. */
  queues: number;
  /** Number of all victims, including those that are not listed. */
  victim_count: number;
  /** Blocked flows whose path does not lead through the root, by name, at most 64. */
  victims: string[];
}

/** Slowdown of the finished flows of a range of sizes. The slowdown of a flow is its completion time divided by the time that the flow takes alone on its path, but at least 1. The completion time lasts from the start of the flow until its last payload is delivered. */
export interface FabricSlowdownReport {
  /** Lower end of the range of payloads, in bytes, not included. */
  above_bytes: number;
  /** Upper end of the range of payloads, in bytes, included. Absent for the last range, which has no limit. */
  at_most_bytes?: number;
  /** Number of finished flows of the range whose path is known. A path is unknown if a switch on it floods or has learned no route. */
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
  /** Ingress port, such as `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Static XOFF threshold, in bytes of shared memory. */
  xoff_bytes: number;
}

/** Switch at the end of the window. */
export interface FabricSwitchReport {
  /** Crossbar over the window. Absent if the switch has none. */
  crossbar?: FabricCrossbarReport;
  /** Free shared memory. */
  free_bytes: number;
  /** Memory reserved as headroom: the sum over all priority groups, or the size of the headroom pool. */
  headroom_bytes: number;
  /** Largest use of the reserved headroom since the start. */
  headroom_peak_bytes: number;
  /** Size of the packet memory. */
  memory_bytes: number;
  /** Name of the switch. */
  node: string;
}

/** Lossless ingress priority group that dropped frames for want of memory although it has requested no pause since the start. */
export interface FabricUnaskedReport {
  /** Headroom of the group in bytes. */
  headroom_bytes: number;
  /** Frames dropped in the window. */
  lost_frames: number;
  /** Ingress port, such as `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Largest use of shared memory by the group since the start, in bytes. */
  shared_peak_bytes: number;
  /** Reason why the group requested no pause, in words. */
  why: string;
  /** Static XOFF threshold in bytes. Absent if the threshold is dynamic. */
  xoff_bytes?: number;
}

/** Decision of a watchdog. */
export interface FabricVerdictReport {
  /** Mitigation that the decision begins or ends. */
  action: 'drop' | 'forward' | 'drain' | 'alert' | 'flush' | 'disable';
  /** Time of the decision, in picoseconds since the start. */
  at_ps: number;
  /** Time from the start of the failure to its detection, in picoseconds. Absent for `over`, and if there was no failure. */
  delay_ps?: number;
  /** Bytes dropped by the mitigation. */
  lost_bytes: number;
  /** Frames dropped by the mitigation. */
  lost_frames: number;
  /** Queue of the watchdog, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** Detection rule: `sonic`, `sonic_2023`, `sonic_broadcom`, `sonic_cisco`, `polls` or `timer`. `nic` is the watchdog of a NIC, which stops the pauses that the NIC sends. */
  rule: 'sonic' | 'sonic_2023' | 'sonic_broadcom' | 'sonic_cisco' | 'polls' | 'timer' | 'nic';
  /** True state of the queue: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `congestion`, `idle` (paused without frames to transmit) or `not_paused`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits' | 'congestion' | 'idle' | 'not_paused';
  /** Decision: `storm` (the watchdog detected a storm) or `over` (the watchdog ended the mitigation). */
  verdict: 'storm' | 'over';
}

/** Queue for which another queue waits. */
export interface FabricWaitReport {
  /** Memory, in bytes, that the queue holds of the priority group that pauses the other queue. */
  bytes: number;
  /** Queue, written as node, port and priority: `s1.2.3`. */
  queue: string;
}

/** Interval of simulated time. */
export interface FabricWindow {
  /** Start, in picoseconds. */
  from_ps: number;
  /** End, in picoseconds; equals `time_ps`. */
  to_ps: number;
}

/** Figures of a workload since the start of the run. */
export interface FabricWorkloadReport {
  /** Flows that have finished. */
  finished: number;
  /** Flows that the workload starts over its whole duration. */
  flows: number;
  /** Name in the document. */
  name: string;
  /** Name of the distribution of the flow sizes. */
  sizes: string;
  /** Slowdown by range of flow sizes, in ascending order. Ranges in which no flow has finished are left out. */
  slowdown: FabricSlowdownReport[];
  /** Flows that have started. */
  started: number;
}
