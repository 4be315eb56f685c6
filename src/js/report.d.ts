// Made from the JSON Schema by `cargo xtask bless`.

/** Report of a run. Bytes are frame bytes, header through FCS, unless the name of a field says payload. Counts and rates are over the measurement window; peaks and `conservation` are since the start of the run. */
export interface FabricReport {
  /** Queues that cannot transmit at the end of the measurement window, with the reasons. Also says whether the fabric can deadlock. */
  blocked: FabricBlocked;
  /** Causes of the pauses in the measurement window, including causes that have ended. The cause with the longest sum of pauses comes first. Absent without pauses, or if the run was not recorded for causes. */
  causes?: FabricCauseReport[];
  /** Figures of each collective of the document. Absent if the document has none. */
  collectives?: FabricCollectiveReport[];
  /** Balance of the bytes of data frames since the start of the run. */
  conservation: FabricConservation;
  /** Lossless priority groups that dropped frames after one of their pauses was lost. Absent if there are no such groups, or if the run was not recorded for lost pauses. */
  drops_after_lost_pauses?: FabricLostPauseReport[];
  /** Number of events that the run has processed since its start. */
  events: number;
  /** Sums over all ports and flows of the fabric. */
  fabric: FabricSums;
  /** Figures of each flow: first the flows of the document, then the flows that actions added. */
  flows: FabricFlowReport[];
  /** Hash of the state at the end of the measurement window: 16 hex digits, the same on every machine. */
  hash: string;
  /** Figures of each host, in the order of the document. */
  hosts: FabricHostReport[];
  /** Number of pauses whose cause is not listed, because at most 1024 causes are kept. Absent if 0. */
  pauses_left_out?: number;
  /** Figures of the ports. Each port has one entry for each priority that is used in the fabric. In the order of ports and priorities. */
  ports: FabricPortReport[];
  /** Lossy priority groups that dropped frames at a static XOFF threshold, in the order of ports and priorities. Absent if there are no such groups. */
  static_drops?: FabricStaticDropReport[];
  /** Figures of each switch, in the order of the document. */
  switches: FabricSwitchReport[];
  /** End of the measurement window, in picoseconds of simulated time. */
  time_ps: number;
  /** Lossless priority groups that dropped frames although they have never requested a pause, in the order of ports and priorities. Absent if there are no such groups. */
  unasked?: FabricUnaskedReport[];
  /** Places or flows of each warning whose sentence does not name all its places or flows. Absent if there is no such warning. */
  warning_places?: FabricWarningPlaces[];
  /** Warnings on settings that are legal but unwise. A warning is a sentence with the numbers that led to the warning. */
  warnings: string[];
  /** Decisions of watchdogs since the start of the run, compared with the true state of the fabric. */
  watchdogs: FabricBeliefs;
  /** Window of simulated time over which counts and rates are measured. */
  window: FabricWindow;
  /** Settings that `pfc=off` changed, in words. Absent unless the run was made with `pfc=off`. */
  without_pfc?: string[];
  /** Figures of each workload of the document. Absent if the document has none. */
  workloads?: FabricWorkloadReport[];
}

/** Pauses that a queue caused while it sent the frames that had waited during its own pause (the backlog). */
export interface FabricBacklogReport {
  /** Time for which the backlog of this queue paused other queues: the sum of all these pauses, in picoseconds. */
  held_ps: number;
  /** Queue that sent the backlog, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** End of the last pause that the backlog of this queue caused, in picoseconds since the start of the run. If the pause still lasts, the end of the measurement window. */
  until_ps: number;
}

/** Decisions of all watchdogs since the start of the run, and the failures that no watchdog has detected so far. */
export interface FabricBeliefs {
  /** Number of storms that watchdogs detected wrongly. At the time of the detection, no deadlock, pause storm, lost resume or lost credits blocked the queue. */
  false_positives: number;
  /** Deadlocks, pause storms, lost resumes and lost credits that no watchdog has detected so far. Deadlocks come first. Other failures that have ended follow, then other failures that last. */
  misses: FabricMissReport[];
  /** Factor by which all watchdogs run faster than configured. */
  scale: number;
  /** Number of storms that watchdogs detected rightly: a deadlock, a pause storm, a lost resume or lost credits blocked the queue. */
  true_positives: number;
  /** Decisions of the watchdogs in order of time. Only the first 4096 are listed. */
  verdicts: FabricVerdictReport[];
  /** Number of queues and NICs that have a watchdog. */
  watched: number;
}

/** Queues that cannot transmit at the end of the measurement window, with the reasons. */
export interface FabricBlocked {
  /** Cycles of waiting queues that exist now, and deadlocks that have ended, with the times and causes of their changes. Ended deadlocks come first. */
  circles: FabricCircleReport[];
  /** Cycles of queues that wait for each other but can still drain. Each queue is written as node, port and priority (`s1.2.3`), and precedes the queue for which it waits. */
  cyclic_waits: string[][];
  /** Deadlocks: cycles of queues that wait for each other and cannot drain. Each queue is written as node, port and priority (`s1.2.3`), and precedes the queue for which it waits. */
  deadlocks: string[][];
  /** Cyclic buffer dependencies of the current routes, of the paths of flows, and of flooding. A new deadlock can form only in one of these dependencies. If the list is empty, a deadlock may still exist that formed under earlier routes. */
  dependency_cycles: FabricDependencyReport[];
  /** Queues that have frames but cannot transmit, because they are paused or lack credits for the next frame. In the order of ports and priorities. */
  queues: FabricPausedReport[];
  /** Roots: queues at which the waiting of other queues begins. The root that blocks the most queues comes first. */
  roots: FabricRootReport[];
}

/** Cause of pauses in the measurement window: a root, and the queues that it blocked. The root may no longer exist. */
export interface FabricCauseReport {
  /** Time in which the root blocked at least one queue, in picoseconds. */
  active_ps: number;
  /** Queues that this root paused and that later sent the frames that had waited (the backlog), at most 64. All figures of this cause include the pauses that these backlogs caused. The queue whose backlog caused the longest sum of pauses comes first. Queues with equal sums are in the order of their names. Absent if no backlog caused a pause. */
  backlogs?: FabricBacklogReport[];
  /** Strict class that sent the most bytes through the port of the root, while the root queue filled or blocked other queues. For the kind `min_rate`, class that sent the most bytes because of its minimum rate. Absent unless the kind is `strict` or `min_rate`. */
  by_class?: number;
  /** Greatest number of bytes that waited at the root, plus the greatest number of bytes that waited in each blocked queue. */
  bytes: number;
  /** Share of this cause in the sum of `bytes` over all causes, in percent. Bytes in NICs do not count. */
  bytes_percent: number;
  /** Number of all blocked flows whose path leads through the root, including those that are not listed. */
  flow_count: number;
  /** Names of blocked flows whose path leads through the root, or is unknown, in the order of flow numbers, at most 64. */
  flows: string[];
  /** Start of the first pause, in picoseconds since the start of the run. */
  from_ps: number;
  /** Sum of the pauses of all queues that the root blocked, in picoseconds. */
  held_ps: number;
  /** Reason why the root does not drain. `circle`: a cycle of waits. `oversubscribed`: arrivals exceed the rate of the port. `draining`: the flows that filled the queue have ended or slowed down, and the queue only drains. `strict`: higher strict classes take the port. `ets_share`: arrivals exceed the ETS share of the queue. `min_rate`: minimum rates of other classes take the port. `max_rate` or `port_max_rate`: arrivals exceed the maximum rate of the queue or of the port. `crossbar`: the crossbar brings less than the port can send. `passing`: the pauses end by themselves, because each expires or is resumed soon. The other reasons are `slow_host`, `storm`, `lost_resume`, `lost_credits` and `link_down`. */
  kind: 'circle' | 'oversubscribed' | 'draining' | 'strict' | 'ets_share' | 'min_rate' | 'max_rate' | 'port_max_rate' | 'crossbar' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down' | 'passing';
  /** Pause sources that sent the pauses of the root, in the order of their names. Absent if there are none, or if the kind is neither `storm` nor `passing`. */
  pause_sources?: FabricPauseSourceReport[];
  /** Number of all queues that were blocked for some time, including those that are not listed. */
  queue_count: number;
  /** Queues that the root blocked for some time, at most 64. The queue with the longest sum of pauses comes first; queues with equal sums are in the order of their names. */
  queues: FabricHeldReport[];
  /** Queue at the root. If the root is a cycle, this is the queue of the cycle at the lowest port. */
  root: string;
  /** Time to which `sent_percent` refers, in picoseconds: the sum of the periods in which the root filled or blocked queues. A period begins when the root queue rises above the smallest XON of its inputs, or with a pause. The period ends with the last resume. If the queue falls to half of this XON, the next rise begins a new period. */
  sent_over_ps: number;
  /** Shares of the classes in the bytes that the port of the root sent while the root filled or blocked queues, in percent. Keys are classes, 0 to 7. Classes that sent nothing are left out. */
  sent_percent: Record<string, number>;
  /** Share of this cause in the sum of `held_ps` over all causes, in percent. */
  time_percent: number;
  /** End of the last pause, in picoseconds since the start of the run. If the pause still lasts, the end of the measurement window. */
  until_ps: number;
  /** Number of all victims, including those that are not listed. */
  victim_count: number;
  /** Victims: names of blocked flows whose path does not lead through the root, in the order of flow numbers, at most 64. */
  victims: string[];
}

/** Cycle of queues that wait for each other, with the times and causes of its changes. */
export interface FabricCircleReport {
  /** Queue with the event that formed the cycle; `closed_how` gives the kind of the event. */
  closed_by: string;
  /** Event that formed the cycle. `paused`: the queue was paused. `starved`: its credits ran out. `fed`: a frame joined the queue while it was blocked. `asked`: the priority group at its peer requested a pause while an earlier pause lasted. `changed`: a setting, a fault, or another queue changed. */
  closed_how: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time at which the cycle formed, in picoseconds since the start of the run. */
  closed_ps: number;
  /** Queue with the event that made the cycle a deadlock. Absent if the cycle is no deadlock. */
  died_by?: string;
  /** Event that made the cycle a deadlock, named as in `closed_how`. Absent if the cycle is no deadlock. */
  died_how?: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** Time from which the cycle could no longer drain, in picoseconds since the start of the run. Absent if the cycle is no deadlock. */
  died_ps?: number;
  /** Time at which the cycle dissolved, in picoseconds since the start of the run. For a deadlock, time at which the cycle could drain again. Absent if the cycle still exists. */
  opened_ps?: number;
  /** Queues of the cycle. Each queue precedes the queue for which it waits. */
  queues: string[];
  /** Stuck queues outside the cycle that wait for the cycle, in the order of ports and priorities. Empty unless the cycle is a deadlock that still exists. */
  tributaries: string[];
}

/** Figures of a collective since the start of the run. */
export interface FabricCollectiveReport {
  /** Duration of each finished repetition, in picoseconds and in the order of time. A repetition begins at the end of the previous one, or at the start of the collective. A repetition ends when all its messages have arrived. */
  completion_ps: number[];
  /** Number of flows of the collective. */
  flows: number;
  /** Communication pattern of the collective, named as in documents. */
  kind: string;
  /** Payload of each message, in bytes. */
  message_bytes: number;
  /** Name of the collective in the document. */
  name: string;
  /** Configured number of repetitions. */
  repeats: number;
  /** Start of the collective, in picoseconds since the start of the run. */
  start_ps: number;
}

/** Mean latency of the frames delivered in the measurement window, divided by component, in picoseconds. Each value is rounded down. */
export interface FabricComponentReport {
  /** Time of transfers through crossbars. */
  crossbar_ps: number;
  /** Time of parsing and look-up in switches. */
  ingress_ps: number;
  /** Time of propagation in cables. */
  propagation_ps: number;
  /** Time of waiting in the NIC, for crossbars, and for transmitters. */
  queueing_ps: number;
  /** Time of waiting in the receive buffer of the host. */
  receiving_ps: number;
  /** Time of transmission by ports. If the next switch cuts the frame through, only the header counts. */
  serialisation_ps: number;
}

/** Balance of the bytes of data frames since the start of the run: sent + replicated = delivered + in flight + buffered + dropped. The balance holds in total and for each flow. */
export interface FabricConservation {
  /** Bytes of frames in a switch, in the queue of a NIC, or in the receive buffer of a host. */
  buffered_bytes: number;
  /** Bytes of the data frames that were delivered to destinations. */
  delivered_bytes: number;
  /** Bytes dropped by switches and hosts, or discarded by receivers. */
  dropped_bytes: number;
  /** Whether the balance holds in total and for every flow. */
  holds: boolean;
  /** Bytes of frames that are in a cable, or whose transmission has begun. */
  in_flight_bytes: number;
  /** Bytes of the copies that switches made when they flooded frames, or for further receivers of a multicast. */
  replicated_bytes: number;
  /** Bytes of the data frames that sources gave to NICs. For saturating flows, bytes that NICs transmitted. */
  sent_bytes: number;
}

/** Link credits of one priority (virtual channel), as the transmitter knows them. Bytes are counted as the receiver counts them in its buffer. */
export interface FabricCreditReport {
  /** Credits that the transmitter has not used at the end of the measurement window, in bytes. */
  available_bytes: number;
  /** Greatest number of credits that the buffer at the other end grants, in bytes. */
  limit_bytes: number;
  /** Time in which the port was idle because its credits did not cover its next frame, in picoseconds. */
  starved_ps: number;
  /** Number of credit updates that were lost on their way to this port. */
  updates_lost: number;
}

/** Figures of the crossbar of a switch over the measurement window. */
export interface FabricCrossbarReport {
  /** Number of cells sent through the crossbar. */
  cells: number;
  /** Number of matches of an input with an output, over all slots. In packet mode, each frame counts as one match. */
  matches: number;
  /** Duration of a slot, in picoseconds. */
  slot_ps: number;
  /** Number of slots with at least one match. */
  slots: number;
}

/** Cyclic buffer dependency: cycle of links in which each link can come to wait for the next one. */
export interface FabricDependencyReport {
  /** True if the cycle exists only because switches flood frames. */
  by_flooding: boolean;
  /** Number of links in this cycle and in all cycles that have links in common with it. If the cycle exists in several priorities, its links count only once. A link with 802.3x pause also counts once. */
  entangled: number;
  /** Ports that transmit into the links of the cycle (`s1.2`). Each port precedes the port for which it waits. */
  ports: string[];
  /** Priorities in which the links can come to wait for each other, ascending. */
  priorities: number[];
}

/** Lossless ingress priority group that dropped frames for lack of memory in the measurement window. It has requested no pause since the start of the run. */
export interface FabricUnaskedReport {
  /** Configured headroom of the priority group in bytes. */
  headroom_bytes: number;
  /** Number of lossless frames that the priority group dropped in the measurement window for lack of memory. */
  lost_frames: number;
  /** Ingress port, such as `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Greatest use of shared memory by the priority group since the start of the run, in bytes. */
  shared_peak_bytes: number;
  /** Reason why the priority group requested no pause, in words. */
  why: string;
  /** Static XOFF threshold of the priority group in bytes. Absent if the threshold is dynamic. */
  xoff_bytes?: number;
}

/** Figures of an ETS class of a port over the contended time. This is the time in the measurement window in which this class and at least one other class had frames to transmit. Bytes are counted as the scheduler of the port counts them. Target and measured percentages are of the bytes that the ETS classes of the port transmitted in the contended time. The percentages are 0 without contended time. */
export interface FabricEtsReport {
  /** Bytes transmitted by all ETS classes of the port in the contended time. */
  contended_bytes: number;
  /** Bytes that the class transmitted above its due share in the contended time; negative if below. */
  error_bytes: number;
  /** Bytes that the class transmitted in the contended time, in percent of the bytes of all ETS classes. */
  measured_percent: number;
  /** Bytes that the class transmitted above its due share in the last complete round of the scheduler; negative if below. */
  round_error_bytes: number;
  /** Greatest absolute value of `round_error_bytes` over all rounds since the start of the run. */
  round_error_peak_bytes: number;
  /** Configured share, rounded to percent: the bandwidth of the class while all ETS classes have frames to transmit. */
  share_percent: number;
  /** Due share of the class in the bytes of all ETS classes in the contended time, in percent. It follows from the weights of the classes that had frames to transmit. It never exceeds the bytes that the class had to transmit. */
  target_percent: number;
  /** Greatest difference between the due share and the measured share that the scheduler allows, in percent: one quantum and one frame. Absent if the scheduler counts frames instead of bytes, or without a contended time. */
  within_percent?: number;
}

/** Sums over all ports and flows of the fabric, over the measurement window. */
export interface FabricSums {
  /** Number of frames that the receivers of reliable flows discarded, by cause: out of order, or duplicate. Discards follow from losses and are not counted as losses. */
  discards: Record<string, number>;
  /** Number of frames dropped for any cause, including `unsent_frames`. Frames that receivers of reliable flows discard do not count. */
  dropped_frames: number;
  /** Number of dropped frames, by cause. Causes without drops are left out. */
  drops: Record<string, number>;
  /** Number of frames marked with ECN. */
  ecn_marked: number;
  /** Jain's fairness index of the throughputs of the flows: 1 if all are equal, 1/n if one of n flows has the whole throughput. Absent without flows, and if no flow has a throughput. */
  fairness?: number;
  /** Number of flooded copies of frames that arrived at a host other than their destination. */
  flood_copies: number;
  /** Number of transmissions of data frames and acks over links. */
  hops: number;
  /** Links that are down at the end of the measurement window. A link is named by one of its two ports. */
  links_down: string[];
  /** Number of dropped frames whose priority was lossless where the frame was dropped, by cause. Causes without drops are left out. Drops by a full receive buffer of a host count. Drops by a full queue of the frame's own NIC do not count. */
  lossless_drops: Record<string, number>;
  /** Number of lossless frames dropped for lack of headroom. */
  lossless_violations: number;
  /** Number of transmitted PFC frames that pause at least one priority, refreshes included. */
  pause_sent: number;
  /** Number of ports at which at least one priority was paused in the measurement window. */
  ports_paused: number;
  /** Number of transmitted PFC frames that resume priorities and pause none. */
  resume_sent: number;
  /** Number of the dropped frames that never entered the fabric, because the queue of the sending NIC was full (cause `source_full`). The text report and the measure `drops` do not count these frames. */
  unsent_frames: number;
}

/** End-to-end credits of a flow at the end of the measurement window, in frame bytes. Only `starved_ps` and `updates_lost` are over the window. */
export interface FabricFlowCreditReport {
  /** Bytes that the source may send without further credits. */
  available_bytes: number;
  /** Greatest number of bytes that the credits allow in flight. */
  limit_bytes: number;
  /** Credits that dropped frames have consumed and that no resync has returned yet, in bytes. The source still counts these bytes as in flight. */
  lost_bytes: number;
  /** Time in which the credits did not cover a full frame, in picoseconds. */
  starved_ps: number;
  /** Number of credit updates that were lost on their way to the source. */
  updates_lost: number;
  /** Sentence on frames that were dropped although credits covered them, since the start of the run. It gives the causes of the drops, and says whether resyncs have returned the credits. Absent without such drops. */
  why?: string;
}

/** Figures of a flow over the measurement window. */
export interface FabricFlowReport {
  /** Number of acks that the source received. */
  acks: number;
  /** α of DCQCN at the end of the measurement window, 0 to 1. Absent without DCQCN. */
  alpha?: number;
  /** Number of CNPs that the NIC of the receiver did not send, because less than the CNP interval had passed since its last CNP. */
  cnp_merged: number;
  /** Number of CNPs that the source received. */
  cnp_received: number;
  /** Number of CNPs that the receiver sent. */
  cnp_sent: number;
  /** Name of the collective to which the flow belongs. Absent if it belongs to no collective. */
  collective?: string;
  /** Mean latency, divided by component. Absent if no frame was delivered, or if latencies were not recorded by component. */
  components?: FabricComponentReport;
  /** Figures of the end-to-end credits. Absent if the flow has none. */
  credits?: FabricFlowCreditReport;
  /** Bytes delivered to the destination host. */
  delivered_bytes: number;
  /** Number of frames delivered to the destination host. */
  delivered_frames: number;
  /** Bytes of the dropped frames. Discards by the receiver, and copies that a host does not need, do not count. */
  dropped_bytes: number;
  /** Number of dropped frames, counted as for `dropped_bytes`, including `unsent_frames`. */
  dropped_frames: number;
  /** Number of frames delivered with an ECN mark. */
  ecn_marked: number;
  /** Time at which the last payload was delivered, in picoseconds since the start of the run. For a flow of a collective, time at which the last message of its last repetition was delivered. Absent if the flow has not finished, or if the flow was started again and the new payload is not yet delivered. */
  finished_ps?: number;
  /** Time of the first drop of a data frame of the flow, in picoseconds since the start of the run. Discards by the receiver and `unsent_frames` do not count. Absent without a drop. */
  first_drop_ps?: number;
  /** Time at which a queue first marked a frame of the flow with ECN, in picoseconds since the start of the run. Absent if no frame was marked. */
  first_mark_ps?: number;
  /** Time at which the NIC of the flow was first paused for the priority of the flow, in picoseconds since the start of the run. Absent if the NIC was never paused for this priority. */
  first_pause_ps?: number;
  /** Rate of payload delivered in order, in bits per second, over the same time as `throughput_bps`. A multicast has the sum over all receivers. */
  goodput_bps: number;
  /** Latency of the delivered frames, from the NIC's queue to the last bit at the destination. */
  latency: FabricLatencyReport;
  /** Name of the flow in the document. The name of a flow of an incast action contains the time, the sender and the receiver. */
  name: string;
  /** Mean time that a frame waited at the NIC before its transmission began, in picoseconds. 0 if the NIC transmitted no frame of the flow. */
  nic_wait_ps: number;
  /** Operation of the flow: `write`, `send`, `read`, `multicast` or `raw`. */
  operation: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  /** Rate allowed by rate control at the end of the measurement window, in bits per second. Absent without rate control. */
  rate_bps?: number;
  /** Figures of each receiver of a multicast. Absent for other operations. */
  receivers?: FabricReceiverReport[];
  /** Figures of the retransmissions. Absent if the flow is not reliable. */
  recovery?: FabricRecoveryReport;
  /** Number of read requests sent for the data of the flow. Absent unless the operation is `read`. */
  requests?: number;
  /** Bytes of the frames that the source gave to its NIC. For a saturating flow, bytes that the NIC transmitted. */
  sent_bytes: number;
  /** Number of frames that the source gave to its NIC. For a saturating flow, number of frames that the NIC transmitted. */
  sent_frames: number;
  /** Rate of delivered frame bytes, in bits per second. The rate is over the part of the measurement window between the start and the end of the flow. */
  throughput_bps: number;
  /** Number of the dropped frames that never entered the fabric, because the queue of the NIC was full. The text report counts these frames apart. Absent if 0. */
  unsent_frames?: number;
}

/** Queue that a root blocked. */
export interface FabricHeldReport {
  /** Greatest number of bytes that waited in the queue. 0 for a queue of a NIC. */
  bytes: number;
  /** Start of the first pause of the queue by this root, in picoseconds since the start of the run. */
  from_ps: number;
  /** Sum of the pauses of the queue by this root, in picoseconds. */
  paused_ps: number;
  /** Number of pauses of the queue by this root. If another root takes over during a pause, the pause still counts for the first root. It counts for the new root, too, in two cases: its resume was lost, or the new root has caused no other pause of the queue. */
  pauses: number;
  /** Queue, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** End of the last pause of the queue by this root, in picoseconds since the start of the run. If the pause still lasts, the end of the measurement window. */
  until_ps: number;
}

/** Figures of a host at the end of the measurement window. */
export interface FabricHostReport {
  /** Rate at which the bus carries frames to memory, in bits per second. Absent if the rate is unlimited. */
  drain_bps?: number;
  /** Name of the host. */
  node: string;
  /** Size of the receive buffer, in bytes. */
  receive_buffer_bytes: number;
  /** Bytes that wait in the receive buffer for the bus. */
  receive_bytes: number;
  /** Greatest value of `receive_bytes` since the start of the run. */
  receive_peak_bytes: number;
}

/** Latency of the frames delivered in the measurement window, in picoseconds. All values are 0 if no frame was delivered. */
export interface FabricLatencyReport {
  /** Greatest latency, accurate to 1 %; exact if the value exceeds all latencies before the measurement window. */
  max_ps: number;
  /** Mean latency. */
  mean_ps: number;
  /** Median latency, accurate to 1 %. */
  p50_ps: number;
  /** 99th percentile of the latency, accurate to 1 %. */
  p99_ps: number;
}

/** Lossless priority group that dropped frames after one of its pauses was lost. */
export interface FabricLostPauseReport {
  /** Time at which the pause was lost, in picoseconds since the start of the run. If several pauses were lost, the time of the first that was followed by a drop. */
  lost_at_ps: number;
  /** Number of lossless frames that the priority group dropped in the measurement window for lack of memory, after a pause was lost and before the group sent a resume. */
  lost_frames: number;
  /** Ingress port of the priority group, such as `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Host or switch to which the pause was sent. */
  to: string;
}

/** Failure that no watchdog has detected so far. */
export interface FabricMissReport {
  /** Blocked queue, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** Start of the failure, in picoseconds since the start of the run. A storm begins with its first pause; gaps between its pauses do not end the storm. */
  since_ps: number;
  /** Kind of the failure: `deadlock`, `storm`, `lost_resume` or `lost_credits`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits';
  /** End of the failure, in picoseconds since the start of the run. Absent while the failure lasts. */
  until_ps?: number;
}

/** Pause source of a document: a port that sends pauses whatever its buffers contain. */
export interface FabricPauseSourceReport {
  /** Name of the pause source. */
  name: string;
  /** Port that sends the pauses, written as node and port: `r.0`. */
  port: string;
}

/** Queue that has frames but cannot transmit, because it is paused or lacks credits for its next frame. */
export interface FabricPausedReport {
  /** Reason why the queue cannot transmit. `group`: the ingress priority group at the other end. `host`: the receive buffer of the host. `storm`: a pause source. `credits`: the receiver has returned too few credits. `passing`: the wait ends by itself. The other reasons are `lost_resume` and `lost_credits`. */
  by: 'group' | 'host' | 'storm' | 'lost_resume' | 'credits' | 'lost_credits' | 'passing';
  /** Memory of the waiting frames, in bytes. 0 for a queue of a NIC. */
  bytes: number;
  /** Name of the queue: node, port and priority (`s1.2.3`). */
  queue: string;
  /** Time since which the queue cannot transmit, in picoseconds since the start of the run. */
  since_ps: number;
  /** True if the queue can never transmit again unless frames are dropped. */
  stuck: boolean;
  /** Queues for which this paused queue waits: queues that hold bytes of the priority group that pauses this queue. */
  waits_for: FabricWaitReport[];
}

/** Figures of one priority of a port over the measurement window. */
export interface FabricPortReport {
  /** Link credits for transmission. Absent if the link uses no credits. */
  credits?: FabricCreditReport;
  /** Number of dropped frames, by cause: frames that the port had received and frames that a host was to transmit. Discards by receivers count, too. Every cause has an entry, also with 0 frames. */
  drops: Record<string, number>;
  /** Number of frames that the egress queue marked with ECN. */
  ecn_marked: number;
  /** Length of the egress queue at the end of the measurement window, in bytes. */
  egress_bytes: number;
  /** Mean length of the egress queue over the measurement window, in bytes. Absent at hosts, and if the run was not recorded for memory use. */
  egress_mean_bytes?: number;
  /** Greatest length of the egress queue since the start of the run, in bytes. */
  egress_peak_bytes: number;
  /** Greatest length of the egress queue in the measurement window, in bytes. Absent at hosts, and if the run was not recorded for memory use. */
  egress_window_peak_bytes?: number;
  /** Share of the class in the bandwidth of the port. Absent if the priority is no ETS class. */
  ets?: FabricEtsReport;
  /** Time of the first drop, in picoseconds since the start of the run. Discards by the receivers of reliable flows do not count. Drops by a full queue of the host's own NIC (cause `source_full`) do not count, either. Absent if there was no drop. */
  first_drop_ps?: number;
  /** Time at which the egress queue first marked a frame with ECN, in picoseconds since the start of the run. Absent if the queue has marked no frame. */
  first_mark_ps?: number;
  /** Time at which this port was first paused for this priority, in picoseconds since the start of the run. Absent if the port was never paused for this priority. */
  first_pause_ps?: number;
  /** Mean use of memory by the ingress priority group over the measurement window. Absent at hosts, and if the run was not recorded for memory use. */
  group_mean_bytes?: number;
  /** Greatest use of memory by the ingress priority group in the measurement window, in bytes. Absent at hosts, and if the run was not recorded for memory use. */
  group_window_peak_bytes?: number;
  /** Use of headroom by the ingress priority group at the end of the measurement window, in bytes. */
  headroom_bytes: number;
  /** Greatest use of headroom by the ingress priority group since the start of the run, in bytes. */
  headroom_peak_bytes: number;
  /** Name of the host or switch. */
  node: string;
  /** Number of pending pause requests that a resume cancelled, or pending resumes that a pause cancelled, before a PFC frame was transmitted. */
  pause_cancelled: number;
  /** Number of received PFC frames that pause this priority. */
  pause_received: number;
  /** Number of transmitted PFC frames that pause this priority, refreshes included. */
  pause_sent: number;
  /** Time in which a pause kept this port from transmitting this priority, in picoseconds. */
  paused_ps: number;
  /** Number of PFC frames for this priority that were lost in the cable to this port. */
  pfc_lost: number;
  /** Number of the port in its node, from 0. */
  port: number;
  /** Priority, 0 to 7. */
  priority: number;
  /** Use of the reserve by the ingress priority group at the end of the measurement window, in bytes. */
  reserve_bytes: number;
  /** Greatest use of the reserve by the ingress priority group since the start of the run, in bytes. */
  reserve_peak_bytes: number;
  /** Number of transmitted PFC frames that resume this priority. */
  resume_sent: number;
  /** Bytes of the frames that the port received, without PFC frames and link credit updates. */
  rx_bytes: number;
  /** Number of frames that the port received, without PFC frames and link credit updates. */
  rx_frames: number;
  /** Use of shared memory by the ingress priority group at the end of the measurement window, in bytes. */
  shared_bytes: number;
  /** Greatest use of shared memory by the ingress priority group since the start of the run, in bytes. */
  shared_peak_bytes: number;
  /** Bytes of the frames that the port transmitted, without PFC frames and link credit updates. */
  tx_bytes: number;
  /** Number of frames that the port transmitted, without PFC frames and link credit updates. */
  tx_frames: number;
}

/** Figures of a receiver of a multicast since the start of the run. Only `goodput_bps` is over the measurement window. */
export interface FabricReceiverReport {
  /** Bytes delivered to this host. */
  delivered_bytes: number;
  /** Number of frames delivered to this host. */
  delivered_frames: number;
  /** Rate of payload delivered in order, in bits per second, over the same time as [`FlowReport::goodput_bps`]. */
  goodput_bps: number;
  /** Payload delivered in order to this host, in bytes. */
  goodput_bytes: number;
  /** Name of the host. */
  node: string;
}

/** Retransmission of a reliable flow over the measurement window. `window_frames` and `unacked_frames` are values at the end of the window. */
export interface FabricRecoveryReport {
  /** Number of frames that the receiver discarded as out of order or duplicate. */
  discarded_frames: number;
  /** Number of NAKs that the source received. */
  naks: number;
  /** Bytes that the source retransmitted. */
  resent_bytes: number;
  /** Number of frames that the source retransmitted. */
  resent_frames: number;
  /** Time in which the source could send no new frame because of a recovery, in picoseconds. A recovery begins when the source goes back to an earlier frame. If an ack timeout expires, the recovery includes the wait for the ack. Overlapping recoveries count once. */
  time_lost_ps: number;
  /** Number of times that the ack timeout expired. */
  timeouts: number;
  /** Number of frames that the source has sent and that are not yet acknowledged, at the end of the measurement window. */
  unacked_frames: number;
  /** Greatest number of frames that may be sent but not yet acknowledged (the send window). */
  window_frames: number;
}

/** Root of pauses, for which other queues wait, and the queues, hosts and flows that the root blocks. */
export interface FabricRootReport {
  /** Root of the last pause of this queue. The frames that this queue now sends have waited since that pause. Absent unless the kind is `draining` and the queue was paused. Also absent if the root of the pause is this queue itself. */
  backlog_of?: string;
  /** Names of blocked flows whose path leads through the root, or is unknown, in the order of flow numbers, at most 64. If the root is a cycle, all its queues count as the root. If the link of the root is down or paused as a whole, the queues of all classes of its port count as the root. */
  bound: string[];
  /** Class that takes the port of the root. For the kind `strict`, strict class that sent the most bytes since the start of the run. For the kind `min_rate`, class that sent the most bytes because of its minimum rate. Absent unless the kind is `strict` or `min_rate`. */
  by_class?: number;
  /** Memory of the frames in the waiting queues and at the root together, in bytes. Queues of NICs count as 0. */
  bytes: number;
  /** Number of flows that have frames in a blocked queue, or whose host sends them from a blocked queue. */
  flows: number;
  /** Names of the hosts that have a blocked queue, in the order of nodes. */
  hosts: string[];
  /** Cause at the root. `circle`: a cycle of waits. The next eight are causes of a root queue that is not paused. `oversubscribed`: arrivals exceed the rate of the port. `draining`: the flows have ended, or bring no more than the port sends, so the queue only drains. `strict`: higher strict classes take the port. `ets_share`: arrivals exceed the ETS share of the queue. `min_rate`: minimum rates of other classes take the port. `max_rate` or `port_max_rate`: arrivals exceed the maximum rate of the queue or of the port. `crossbar`: the crossbar brings less than the port can send. The other causes are `slow_host`, `storm`, `lost_resume`, `lost_credits` and `link_down`. */
  kind: 'circle' | 'oversubscribed' | 'draining' | 'strict' | 'ets_share' | 'min_rate' | 'max_rate' | 'port_max_rate' | 'crossbar' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down';
  /** Number of ports that have a queue blocked by the root. */
  ports: number;
  /** Queue at the root. If the root is a cycle, this is the first queue of the cycle. */
  queue: string;
  /** Number of blocked queues (paused, or without credits) that hold frames and wait for the root. The queue at the root counts if it is blocked. */
  queues: number;
  /** Number of all victims, including those that are not listed. */
  victim_count: number;
  /** Names of blocked flows whose path does not lead through the root, in the order of flow numbers, at most 64. */
  victims: string[];
}

/** Slowdown of the finished flows whose sizes lie in a range. The slowdown of a flow is its completion time, divided by the time that the flow takes alone on its path. The slowdown is at least 1. The completion time lasts from the start of the flow until its last payload is delivered. */
export interface FabricSlowdownReport {
  /** Lower end of the range of flow payloads, in bytes; the end itself is not in the range. */
  above_bytes: number;
  /** Upper end of the range of flow payloads, in bytes; the end itself is in the range. Absent for the last range, which has no limit. */
  at_most_bytes?: number;
  /** Number of finished flows of the range whose path is known. A path is unknown if one of its switches floods or has not learned a route. */
  flows: number;
  /** Greatest slowdown. */
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

/** Lossy ingress priority group that dropped frames because its shared memory had reached a static threshold. */
export interface FabricStaticDropReport {
  /** Number of frames that the priority group dropped in the measurement window because of the threshold. */
  lost_frames: number;
  /** Ingress port, such as `s1.2`. */
  port: string;
  /** Priority, 0 to 7. */
  priority: number;
  /** Static XOFF threshold, in bytes of shared memory. */
  xoff_bytes: number;
}

/** Figures of a switch at the end of the measurement window. */
export interface FabricSwitchReport {
  /** Figures of the crossbar over the measurement window. Absent if the switch has no crossbar. */
  crossbar?: FabricCrossbarReport;
  /** Free shared memory at the end of the measurement window, in bytes. */
  free_bytes: number;
  /** Memory set aside as headroom, in bytes: the sum over all priority groups, or the size of the headroom pool. */
  headroom_bytes: number;
  /** Greatest use of the headroom of the switch since the start of the run, in bytes. */
  headroom_peak_bytes: number;
  /** Size of the packet memory, in bytes. */
  memory_bytes: number;
  /** Name of the switch. */
  node: string;
}

/** Decision of a watchdog. */
export interface FabricVerdictReport {
  /** Mitigation that the decision begins or ends. */
  action: 'drop' | 'forward' | 'drain' | 'alert' | 'flush' | 'disable';
  /** Time of the decision, in picoseconds since the start. */
  at_ps: number;
  /** Time from the start of the failure to its detection, in picoseconds. Absent if the decision is `over` (the mitigation ended), or if the queue had no failure. */
  delay_ps?: number;
  /** Number of bytes that the mitigation dropped up to the time of the report. */
  lost_bytes: number;
  /** Number of frames that the mitigation dropped up to the time of the report. */
  lost_frames: number;
  /** Queue of the watchdog, written as node, port, priority: `s1.2.3`. */
  queue: string;
  /** Detection rule: `sonic`, `sonic_2023`, `sonic_broadcom`, `sonic_cisco`, `polls` or `timer`. `nic` is the watchdog of a NIC, which stops the pauses that the NIC sends. */
  rule: 'sonic' | 'sonic_2023' | 'sonic_broadcom' | 'sonic_cisco' | 'polls' | 'timer' | 'nic';
  /** True state of the queue: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `pause_source` (paused by a pause source that causes no storm), `congestion`, `idle` (paused without frames to transmit) or `not_paused`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits' | 'congestion' | 'idle' | 'not_paused';
  /** Decision: `storm` (the watchdog detected a storm) or `over` (the watchdog ended the mitigation). */
  verdict: 'storm' | 'over';
}

/** Queue for which a paused queue waits, with the bytes in it that cause the wait. */
export interface FabricWaitReport {
  /** Memory in bytes that the frames of the pausing priority group occupy in this queue. */
  bytes: number;
  /** Name of the queue: node, port and priority (`s1.2.3`). */
  queue: string;
}

/** Places or flows for which a warning is given. */
export interface FabricWarningPlaces {
  /** Number of all places or flows, including those that are not listed. */
  place_count: number;
  /** Names of the places or flows, at most 64. In the order in which the warning found them. */
  places: string[];
  /** Sentence of the warning, as in `warnings`. */
  warning: string;
}

/** Measurement window of a report: the interval of simulated time over which counts and rates are measured. */
export interface FabricWindow {
  /** Start of the measurement window, in picoseconds since the start of the run. */
  from_ps: number;
  /** End of the measurement window, in picoseconds since the start of the run; equals `time_ps`. */
  to_ps: number;
}

/** Figures of a workload since the start of the run. */
export interface FabricWorkloadReport {
  /** Number of flows that have finished. */
  finished: number;
  /** Number of flows that the workload starts in the whole run. */
  flows: number;
  /** Name of the workload in the document. */
  name: string;
  /** Name of the distribution of the flow sizes, as in documents. */
  sizes: string;
  /** Slowdown of the finished flows, for each range of flow sizes in ascending order. Ranges without such flows are left out. */
  slowdown: FabricSlowdownReport[];
  /** Number of flows that have started. A flow that starts at the present time counts. */
  started: number;
}
