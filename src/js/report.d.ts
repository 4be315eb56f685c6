// Made from the JSON Schema by `cargo xtask bless`.

/** What a run came to. Bytes are frame bytes, header through FCS, unless a name says payload; counts and rates are over the window, peaks and `conservation` since the start. */
export interface FabricReport {
  /** Who may not send and why at the end, and whether the fabric can deadlock. */
  blocked: FabricBlocked;
  /** Causes of the pauses of the window, also of those that are over, the one that held queues longest first; not there where nobody listened for them. */
  causes?: FabricCauseReport[];
  /** Collectives. */
  collectives?: FabricCollectiveReport[];
  /** Where all bytes are. */
  conservation: FabricConservation;
  /** Events since the start. */
  events: number;
  /** Sums over the fabric. */
  fabric: FabricSums;
  /** Flows, those that actions added after those of the document. */
  flows: FabricFlowReport[];
  /** Hash of the state at the end: 16 hex digits, the same on every machine. */
  hash: string;
  /** Hosts. */
  hosts: FabricHostReport[];
  /** Pauses whose causes were beyond the 1024 that are kept; not there if there were none. */
  pauses_left_out?: number;
  /** Every port, for every priority that anything uses. */
  ports: FabricPortReport[];
  /** Switches. */
  switches: FabricSwitchReport[];
  /** The end of the window, in picoseconds of simulated time. */
  time_ps: number;
  /** Lossless groups that lost frames and never asked for a pause. */
  unasked?: FabricUnaskedReport[];
  /** Settings that are legal but unwise, with the numbers. */
  warnings: string[];
  /** What watchdogs decided since the start, beside what was true. */
  watchdogs: FabricBeliefs;
  /** What the counts and rates are over. */
  window: FabricWindow;
  /** Workloads. */
  workloads?: FabricWorkloadReport[];
}

/** The watchdogs of a fabric since its start. */
export interface FabricBeliefs {
  /** Storms that they called and that were none. */
  false_positives: number;
  /** Deadlocks, storms and lost resumes that none of them has found so far. */
  misses: FabricMissReport[];
  /** How many times faster than they say they run. */
  scale: number;
  /** Storms that they called and that were deadlocks, storms or lost resumes. */
  true_positives: number;
  /** What they decided, first ones first, at most 4096. */
  verdicts: FabricVerdictReport[];
  /** Queues, and NICs, that have a watchdog. */
  watched: number;
}

/** Who may not send at the end of the window. */
export interface FabricBlocked {
  /** Circles that stand, and deadlocks that opened again: when and by what. */
  circles: FabricCircleReport[];
  /** Circles that can still drain. */
  cyclic_waits: string[][];
  /** Circles of queues that wait for each other and cannot drain, as places like `s1.2.3`: node, port, priority; each before the one that it waits for. */
  deadlocks: string[][];
  /** Links that wait for each other in a circle by the routes in force, the paths of flows, and flooding: where a deadlock can form. None: none can form by these (one that stands may have formed by others). */
  dependency_cycles: FabricDependencyReport[];
  /** Queues that hold something and are paused, or wait for credits. */
  queues: FabricPausedReport[];
  /** What holds the paused queues up, those that hold up most first. */
  roots: FabricRootReport[];
}

/** Cause that held queues paused during the window, whether or not it lasts. */
export interface FabricCauseReport {
  /** Time in which it held at least one queue, in picoseconds. */
  active_ps: number;
  /** Strict class that took most of the port; of `strict` only. */
  by_class?: number;
  /** Most bytes that waited at the root and in each of the queues, summed. */
  bytes: number;
  /** Share of these bytes of all causes, in percent. */
  bytes_percent: number;
  /** Number of all of them. */
  flow_count: number;
  /** Flows held up that are bound for the root, by name, at most 64. */
  flows: string[];
  /** Start of the first pause, in picoseconds since the start. */
  from_ps: number;
  /** Sum of the pauses of all queues that it held, in picoseconds. */
  held_ps: number;
  /** `circle`, `oversubscribed` (more comes than its port can send), `strict` (strict classes above it take its port), `ets_share` (it gets its ETS share, and more comes), `slow_host`, `storm`, `lost_resume`, `lost_credits`, `link_down` or `passing` (a pause that nothing renews). */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down' | 'passing';
  /** Number of all of them. */
  queue_count: number;
  /** Queues that it held, longest first, at most 64. */
  queues: FabricHeldReport[];
  /** Queue at the root; of a circle: the lowest of its queues. */
  root: string;
  /** Share of each class of what the root's port sent while it held a queue, in percent. */
  sent_percent: Record<string, number>;
  /** Share of the pauses of all queues that held frames, in percent. */
  time_percent: number;
  /** End of the last pause, or the end of the window. */
  until_ps: number;
  /** Number of all of them. */
  victim_count: number;
  /** Flows held up that do not pass the root, by name, at most 64: victims. */
  victims: string[];
}

/** Queues that wait for each other, over time. */
export interface FabricCircleReport {
  /** The queue whose event closed it. */
  closed_by: string;
  /** What happened to it: `paused` (it was), `starved` (it had no credits left), `fed` (a frame joined it while it was), `asked` (the group at its peer asked for a pause that still lasted) or `changed` (a setting, a fault, a queue elsewhere did). */
  closed_how: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** When it closed, in picoseconds since the start. */
  closed_ps: number;
  /** The queue whose event made it so. */
  died_by?: string;
  /** What happened to that. */
  died_how?: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
  /** When it could no longer drain; not there if it always could. */
  died_ps?: number;
  /** When it opened, or could drain again; not there if it stands. */
  opened_ps?: number;
  /** Their places, each before the one that it waits for. */
  queues: string[];
  /** Other stuck queues, which wait for it; of a deadlock that stands. */
  tributaries: string[];
}

/** A collective since the start. */
export interface FabricCollectiveReport {
  /** How long each time took that is over, from when the one before was, or it began, until all had arrived, in picoseconds. */
  completion_ps: number[];
  /** Its flows. */
  flows: number;
  /** Who sends to whom. */
  kind: string;
  /** Payload of each message. */
  message_bytes: number;
  /** As the document names it. */
  name: string;
  /** How often it is to be done. */
  repeats: number;
  /** When it begins, in picoseconds since the start. */
  start_ps: number;
}

/** Mean latency of the frames delivered in the window by what it went into, in picoseconds, each rounded down. */
export interface FabricComponentReport {
  /** In crossbars. */
  crossbar_ps: number;
  /** Parsed and looked up in switches. */
  ingress_ps: number;
  /** In cables. */
  propagation_ps: number;
  /** In the NIC, in front of crossbars, and for transmitters. */
  queueing_ps: number;
  /** In the receiving host's buffer. */
  receiving_ps: number;
  /** Coming out of ports; in front of a switch that cuts it through, its header only. */
  serialisation_ps: number;
}

/** Frame bytes of data since the start: sent + replicated = delivered + in flight + buffered + dropped, in total and of every flow. */
export interface FabricConservation {
  /** In a switch, or in a NIC's queue. */
  buffered_bytes: number;
  /** Delivered. */
  delivered_bytes: number;
  /** Lost, or thrown away where it is of no use. */
  dropped_bytes: number;
  /** Whether the sum is right, of every flow. */
  holds: boolean;
  /** In a cable, or in the transmitter that feeds it. */
  in_flight_bytes: number;
  /** Copied by switches that flood. */
  replicated_bytes: number;
  /** Handed to a NIC (of a saturating flow: put on the wire). */
  sent_bytes: number;
}

/** The credits of a virtual channel as a port sends for them; in bytes as the port at the other end counts them. */
export interface FabricCreditReport {
  /** What of that may be sent at the end of the window. */
  available_bytes: number;
  /** What the buffer at the other end has promised. */
  limit_bytes: number;
  /** Time in which the port was free and that did not cover its next frame. Picoseconds. */
  starved_ps: number;
  /** Updates that were to come in by this port, and were lost. */
  updates_lost: number;
}

/** A crossbar over the window. */
export interface FabricCrossbarReport {
  /** Cells that were sent. */
  cells: number;
  /** Inputs that were joined with an output, over all slots; in packet mode once for a frame. */
  matches: number;
  /** The time of a slot, in picoseconds. */
  slot_ps: number;
  /** Slots in which something was matched. */
  slots: number;
}

/** A circle of links that wait for each other. */
export interface FabricDependencyReport {
  /** Whether only frames for unknown addresses go round. */
  by_flooding: boolean;
  /** Links that are in some circle with these. */
  entangled: number;
  /** The ports that send into the links, as places like `s1.2`, each waiting for the next. */
  ports: string[];
  /** The priorities in which they do. */
  priorities: number[];
}

/** An ETS class of a port, over the times of the window in which it and at least one other had something to send. In bytes as the port counts them; percent of what its ETS classes sent then, 0 if there were no such times. */
export interface FabricEtsReport {
  /** What the port's ETS classes sent then. */
  contended_bytes: number;
  /** What it got above its target; below 0, less. */
  error_bytes: number;
  /** What it got. */
  measured_percent: number;
  /** The same over the last whole round. */
  round_error_bytes: number;
  /** Its largest size over all rounds since the start. */
  round_error_peak_bytes: number;
  /** What it is to get when all have something to send. */
  share_percent: number;
  /** What it was to get: its share among those that had something to send, and no more than it asked for. */
  target_percent: number;
  /** How far the two may be apart while it has something to send: a quantum and a frame. Not where turns are taken in frames. */
  within_percent?: number;
}

/** Sums over the fabric and the window. */
export interface FabricSums {
  /** Frames that the receivers of reliable flows threw away, by cause: out of order, or come again. They are what a loss costs, and no losses. */
  discards: Record<string, number>;
  /** Frames lost, all causes; what receivers throw away is not. */
  dropped_frames: number;
  /** The same by cause; causes of none are left out. */
  drops: Record<string, number>;
  /** Frames marked. */
  ecn_marked: number;
  /** Jain's index of the flows' throughputs: 1 if all are equal, 1/n if one has all. */
  fairness?: number;
  /** Copies made by flooding that came to a host which they are not for. */
  flood_copies: number;
  /** Data and ack frames that crossed a link. */
  hops: number;
  /** Links that are down at the end, by one of their ports. */
  links_down: string[];
  /** Those of them that were of a lossless priority where they were lost, by cause; causes of none are left out. A full receive buffer loses lossless frames, too, and no switch broke its promise. */
  lossless_drops: Record<string, number>;
  /** Lossless frames lost for want of headroom. */
  lossless_violations: number;
  /** PFC frames sent that pause something. */
  pause_sent: number;
  /** Ports at which anything was paused: how far back-pressure reached. */
  ports_paused: number;
  /** PFC frames sent that only resume. */
  resume_sent: number;
}

/** The credits between the ends of a flow, in frame bytes: at the end of the window, but for what is counted over it. */
export interface FabricFlowCreditReport {
  /** What of that may be sent. */
  available_bytes: number;
  /** What may be under way. */
  limit_bytes: number;
  /** What frames took with them that were dropped, and no resync has given back: as far as the flow knows, this much is still under way. */
  lost_bytes: number;
  /** Time over the window in which that covered no full frame. Picoseconds. */
  starved_ps: number;
  /** Updates over the window that did not come to the source. */
  updates_lost: number;
  /** Why frames that were covered were dropped since the start, by what causes, and what became of their credits; not there if none was. */
  why?: string;
}

/** A flow over the window. */
export interface FabricFlowReport {
  /** Acks that came back to the source. */
  acks: number;
  /** α of DCQCN then, 0 to 1. */
  alpha?: number;
  /** CNPs that the receiver's NIC swallowed as repeats. */
  cnp_merged: number;
  /** CNPs that came back to the source. */
  cnp_received: number;
  /** CNPs that its receiver sent. */
  cnp_sent: number;
  /** The collective that it is of. */
  collective?: string;
  /** Where that time went, if somebody listened to the run. */
  components?: FabricComponentReport;
  /** The credits between its ends, if it sends for any. */
  credits?: FabricFlowCreditReport;
  /** Delivered to the destination host. */
  delivered_bytes: number;
  /** Frames delivered. */
  delivered_frames: number;
  /** Lost, whatever the cause. */
  dropped_bytes: number;
  /** Frames lost. */
  dropped_frames: number;
  /** Frames delivered with the mark of congestion. */
  ecn_marked: number;
  /** When its last payload was delivered, in picoseconds since the start; of a collective: that of its last message so far. */
  finished_ps?: number;
  /** Payload delivered in order, in bits per second of the same time; of a multicast to all receivers together. */
  goodput_bps: number;
  /** From the NIC's queue to the last bit at the destination. */
  latency: FabricLatencyReport;
  /** As the document names it; of an incast: its time, sender and receiver. */
  name: string;
  /** Mean time from the NIC's queue to the wire, in picoseconds. */
  nic_wait_ps: number;
  /** What it does with its payload. */
  operation: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  /** What its rate control allows at the end of the window, in bits per second; not there if nothing controls it. */
  rate_bps?: number;
  /** Of a multicast: what each receiver got. */
  receivers?: FabricReceiverReport[];
  /** What it did about frames that were lost, if it is reliable. */
  recovery?: FabricRecoveryReport;
  /** Requests for its data that were sent, if it is a read. */
  requests?: number;
  /** Handed to the NIC; of a saturating flow: put on the wire. */
  sent_bytes: number;
  /** Frames sent. */
  sent_frames: number;
  /** Frame bytes delivered, in bits per second from the flow's start to its end, as far as they lie in the window. */
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

/** A host at the end of the window. */
export interface FabricHostReport {
  /** How fast its bus carries frames to memory, in bits per second; not there if infinitely. */
  drain_bps?: number;
  /** Its name. */
  node: string;
  /** What may wait for the bus. */
  receive_buffer_bytes: number;
  /** What waits. */
  receive_bytes: number;
  /** Most that ever waited. */
  receive_peak_bytes: number;
}

/** Latency of the frames delivered in the window, in picoseconds; 0 if there were none. */
export interface FabricLatencyReport {
  /** The longest since the start. */
  max_ps: number;
  /** Their mean. */
  mean_ps: number;
  /** The median, within 1 %. */
  p50_ps: number;
  /** What 99 of 100 did not exceed, within 1 %. */
  p99_ps: number;
}

/** Something that no watchdog has found. */
export interface FabricMissReport {
  /** A queue of it: node, port, priority. */
  queue: string;
  /** Since when, in picoseconds since the start; gaps between the pauses of a storm are part of it. */
  since_ps: number;
  /** `deadlock`, `storm`, `lost_resume` or `lost_credits`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits';
  /** Until when; not there if it lasts. */
  until_ps?: number;
}

/** A queue that holds something and is paused, or waits for credits. */
export interface FabricPausedReport {
  /** What keeps it so: `group` (the ingress group at the other end), `host` (its receive buffer), `storm` (a pause source), `lost_resume`, `credits` (it waits for those of the buffer at the other end), `lost_credits`, or `passing` (it ends by itself). */
  by: 'group' | 'host' | 'storm' | 'lost_resume' | 'credits' | 'lost_credits' | 'passing';
  /** Memory that waits for it, in bytes; 0 of a host's NIC. */
  bytes: number;
  /** Its place: node, port, priority. */
  queue: string;
  /** Since when, in picoseconds since the start. */
  since_ps: number;
  /** Whether it can never send again unless something is dropped. */
  stuck: boolean;
  /** Paused queues that hold bytes of the group that pauses it. */
  waits_for: FabricWaitReport[];
}

/** One priority of one port over the window. */
export interface FabricPortReport {
  /** What it sends for, if that is credits. */
  credits?: FabricCreditReport;
  /** Frames that came in by this port and were lost (of a host: that were to leave by it), by cause. */
  drops: Record<string, number>;
  /** Frames marked on leaving by this port. */
  ecn_marked: number;
  /** Most bytes that ever waited for this output. */
  egress_peak_bytes: number;
  /** What it got of this output, if it is an ETS class. */
  ets?: FabricEtsReport;
  /** Most headroom. */
  headroom_peak_bytes: number;
  /** Host or switch. */
  node: string;
  /** Pauses and resumes that cancelled each other before either was sent. */
  pause_cancelled: number;
  /** PFC frames received by this port that pause it. */
  pause_received: number;
  /** PFC frames sent by this port that pause this priority, refreshes among them. */
  pause_sent: number;
  /** Time in PAUSED: this port may not send this priority. Picoseconds. */
  paused_ps: number;
  /** PFC frames that were to pause or resume this priority, and were lost on their way to this port. */
  pfc_lost: number;
  /** Its port, from 0. */
  port: number;
  /** 0 to 7. */
  priority: number;
  /** Most reserve that its ingress group ever used. */
  reserve_peak_bytes: number;
  /** PFC frames sent by this port that resume it. */
  resume_sent: number;
  /** Data and acks received by this port. */
  rx_bytes: number;
  /** Frames of it. */
  rx_frames: number;
  /** Most shared memory. */
  shared_peak_bytes: number;
  /** Data and acks sent by this port. */
  tx_bytes: number;
  /** Frames of it. */
  tx_frames: number;
}

/** One receiver of a multicast, since the start but for its rate. */
export interface FabricReceiverReport {
  /** Their bytes. */
  delivered_bytes: number;
  /** Frames delivered to it. */
  delivered_frames: number;
  /** That in bits per second, as [`FlowReport::goodput_bps`]. */
  goodput_bps: number;
  /** Payload delivered in order. */
  goodput_bytes: number;
  /** The host. */
  node: string;
}

/** What losses cost a reliable flow, over the window; of the window of frames: at its end. */
export interface FabricRecoveryReport {
  /** Frames that its receiver threw away. */
  discarded_frames: number;
  /** NAKs that came back to the source. */
  naks: number;
  /** Their bytes. */
  resent_bytes: number;
  /** Frames put on the wire again. */
  resent_frames: number;
  /** Time that the sender took to be again where it had been, in picoseconds: from when it went back, or began to wait for an ack in vain, until it could send what is new. Each instant counts once. */
  time_lost_ps: number;
  /** Times that no ack came in time. */
  timeouts: number;
  /** Frames that are. */
  unacked_frames: number;
  /** Frames that may be under way without an ack. */
  window_frames: number;
}

/** Where waiting begins, and what it reaches. */
export interface FabricRootReport {
  /** Flows among them that are bound for its port, by name, at most 64. */
  bound: string[];
  /** Strict class that took most of its port since the start; of `strict` only. */
  by_class?: number;
  /** Memory that waits, in bytes. */
  bytes: number;
  /** Flows that it holds up: their own queue is among these. */
  flows: number;
  /** Hosts one of whose queues is among them. */
  hosts: string[];
  /** `circle`, `oversubscribed` (it is not paused: more comes than its port can send), `strict` (not paused: strict classes above it take its port), `ets_share` (not paused: more comes than its ETS share), `slow_host`, `storm`, `lost_resume`, `lost_credits` or `link_down`. */
  kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down';
  /** Their ports. */
  ports: number;
  /** The queue's place; of a circle: of the first of its queues. */
  queue: string;
  /** Paused queues that hold frames and wait for it, itself among them if it is paused. */
  queues: number;
  /** Number of victims. */
  victim_count: number;
  /** Flows among them that are not, by name, at most 64: victims. */
  victims: string[];
}

/** Slowdown of the finished flows of some sizes. The slowdown of a flow is its completion time, from its start until its last payload is delivered, divided by the time that it takes alone on its path, at least 1. */
export interface FabricSlowdownReport {
  /** Payload of the flows is above this, in bytes. */
  above_bytes: number;
  /** Payload of the flows is at most this, in bytes; not there if it is not limited. */
  at_most_bytes?: number;
  /** Flows that have finished and whose path is known: it is not where a switch on it has learned no route or floods. */
  flows: number;
  /** Largest. */
  max: number;
  /** Mean. */
  mean: number;
  /** Median. */
  p50: number;
  /** 95 of 100 flows are not slower. */
  p95: number;
  /** 99 of 100 flows are not slower. */
  p99: number;
}

/** A switch at the end of the window. */
export interface FabricSwitchReport {
  /** Its crossbar over the window, if it has one. */
  crossbar?: FabricCrossbarReport;
  /** Shared memory that is free. */
  free_bytes: number;
  /** Memory set aside for headroom, of all groups or of the pool that they share. */
  headroom_bytes: number;
  /** Most of it that was ever in use. */
  headroom_peak_bytes: number;
  /** All of its memory. */
  memory_bytes: number;
  /** Its name. */
  node: string;
}

/** Lossless ingress group that lost frames for want of memory although it had asked for no pause since the start. */
export interface FabricUnaskedReport {
  /** Headroom in bytes. */
  headroom_bytes: number;
  /** Frames that it lost in the window. */
  lost_frames: number;
  /** Ingress port: `s1.2`. */
  port: string;
  /** 0 to 7. */
  priority: number;
  /** Most shared memory that it ever used, in bytes. */
  shared_peak_bytes: number;
  /** Reason in a sentence. */
  why: string;
  /** Static XOFF threshold in bytes; not there if the threshold is dynamic. */
  xoff_bytes?: number;
}

/** A decision of a watchdog. */
export interface FabricVerdictReport {
  /** What it did about a storm. */
  action: 'drop' | 'forward' | 'drain' | 'alert' | 'flush' | 'disable';
  /** When, in picoseconds since the start. */
  at_ps: number;
  /** How long what it found had been so; not there if it was wrong. */
  delay_ps?: number;
  /** Bytes of them. */
  lost_bytes: number;
  /** Frames that its action has lost. */
  lost_frames: number;
  /** Of which queue: node, port, priority. */
  queue: string;
  /** `sonic`, `sonic_2023`, `polls`, `timer`; or `nic`: a NIC that stops its own pauses. */
  rule: 'sonic' | 'sonic_2023' | 'polls' | 'timer' | 'nic';
  /** What was true: `deadlock`, `storm`, `lost_resume`, `lost_credits`, `congestion`, `idle` (paused, with nothing to send) or `not_paused`. */
  truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits' | 'congestion' | 'idle' | 'not_paused';
  /** `storm` or `over`. */
  verdict: 'storm' | 'over';
}

/** A queue that another waits for. */
export interface FabricWaitReport {
  /** What it holds of the group that pauses the other, in bytes of memory. */
  bytes: number;
  /** Its place. */
  queue: string;
}

/** From when to when. */
export interface FabricWindow {
  /** Picoseconds of simulated time. */
  from_ps: number;
  /** The same as `time_ps`. */
  to_ps: number;
}

/** A workload since the start of the run. */
export interface FabricWorkloadReport {
  /** Flows that have finished. */
  finished: number;
  /** Flows that it starts until it stops. */
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
