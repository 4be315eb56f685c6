// Made from the JSON Schema by `cargo xtask bless`.

/** Document: a fabric, its traffic and its actions. */
export interface FabricDocument {
  /** Description in one sentence. */
  about?: string;
  /** Changes to the running fabric, and their times. */
  actions?: FabricTimedAction[];
  /** Claims about the run, which `fabric check` judges; default: no lossless loss, no deadlock, no class mismatch. */
  assertions?: FabricAssertion[];
  /** Topology by kind and counts. Hosts, switches and links of the lists are added after the built ones. */
  build?: FabricBuild;
  /** Traffic between several hosts. */
  collectives?: FabricCollective[];
  /** Traffic. */
  flows?: FabricFlow[];
  /** Version of the file format: 1. */
  format: 1;
  /** Frame formats in addition to the built-in ones. */
  formats?: FabricFrameFormat[];
  /** End of the time line, above 0; default 100 µs. A run may continue after it. */
  horizon?: FabricTime;
  /** Hosts; at least one, unless `build` is given. */
  hosts?: FabricHost[];
  /** Names of the ports of switches in the configurations of these, such as `Ethernet0`: by switch, in the order of the ports. Only imports and exports read them. */
  interfaces?: Record<string, string[]>;
  /** Links between hosts and switches. */
  links?: FabricLink[];
  /** Maps from code points to classes at switches that differ from the usual. */
  maps?: FabricPriorityMap[];
  /** Version of the model, 1 or 2; default 1. A document gives the same run in every later program: new defaults and new behaviour hold from a newer version on. */
  model?: number;
  /** Short name, as in links: letters, digits, `_` or `-`. */
  name?: string;
  /** Parameters, by address. */
  params?: FabricParams;
  /** Ports that send pauses whatever their buffers hold. */
  pause_sources?: FabricPauseSource[];
  /** Profiles: sets of parameters that switches refer to, by name. Addresses in them start at the switch: `xoff`, `p3.xoff`, `port.2.p3.xoff`. */
  profiles?: Record<string, FabricParams>;
  /** Routes that override shortest paths. */
  routes?: FabricRoute[];
  /** Seed of all random streams; default 1. */
  seed?: number;
  /** Switches. */
  switches?: FabricSwitch[];
  /** Title, one line. */
  title?: string;
  /** View of the run on the page. */
  view?: FabricView;
  /** Flows whose sizes and starts are drawn at random. */
  workloads?: FabricWorkload[];
}

/** Acks that travel back to the source of a flow. */
export interface FabricAcks {
  /** Data frames per ack. */
  every?: number;
  /** Priority of the acks. */
  priority: number;
}

/** Arrival process of the frames of a flow at its NIC. */
export type FabricArrival = 'saturate' | { constant: string } | { poisson: string } | { bursts: FabricBursts };

/** Claim about the run of a document up to its horizon. */
export type FabricAssertion = 'no_lossless_loss' | 'no_deadlock' | 'no_class_mismatch' | 'no_warning' | { measure: FabricMeasureBound };

/** Topology of a kind, with its counts and the links of its tiers. */
export type FabricBuild = { leaf_spine: FabricLeafSpine } | { fat_tree: FabricFatTree } | { ring: FabricRing } | { dumbbell: FabricDumbbell } | { star: FabricStar };

/** Bursts: frames at a constant rate for a time, then none for another time, repeatedly. */
export interface FabricBursts {
  /** Time between the end of a burst and the start of the next. */
  off: FabricTime;
  /** Length of a burst, above 0. Every frame that starts in it is sent. */
  on: FabricTime;
  /** Rate of frame bytes during a burst, at least 1k. */
  rate: string;
}

/** Collective transfer: flows between several hosts whose messages begin when others have arrived. */
export interface FabricCollective {
  /** Payload in bytes of each message; for a ring all-reduce, the data of each host, which is divided by the number of hosts. */
  bytes: number | string;
  /** Frame format of the flows; default `ip`. */
  format?: string;
  /** Bytes of each frame, header through FCS; default 1000. */
  frame?: number | string;
  /** Participating hosts, in the order of the ring; default: all hosts with a link. */
  hosts?: string[];
  /** Pattern of senders and receivers. */
  kind: FabricCollectiveKind;
  /** Name, unique among collectives, 1 to 64 bytes. */
  name: string;
  /** Priority, 0 to 7; default 3. */
  priority?: number;
  /** Number of repetitions; each starts when the one before has ended; default 1. */
  repeats?: number;
  /** Number of senders of an incast: the first hosts in their order, without the receiver; default: all. */
  senders?: number;
  /** Start time. */
  start?: FabricTime;
  /** Receiver of an incast; default: the first of the hosts. */
  to?: string;
}

/** Pattern of senders and receivers in a collective. */
export type FabricCollectiveKind = 'incast' | 'all_to_all' | 'ring_all_reduce' | 'permutation' | 'uniform_random';

/** End-to-end credits of a flow. Switches do not know of them. */
export interface FabricCredits {
  /** Frame bytes that may be in flight, at least one full frame. */
  bytes: number | string;
  /** Priority of these frames; default 6. */
  priority?: number;
  /** Size in bytes of the frames that return credits; default: they take no time on the wire. */
  update?: number | string;
}

/** Switches `s1` and `s2` with hosts `h1-1` … and `h2-1` …, and one link between them: the bottleneck. Ports of a switch: hosts, then the bottleneck. */
export interface FabricDumbbell {
  /** The link between the switches; default: like those of the hosts. */
  bottleneck_link?: FabricTier;
  /** Links between hosts and switches. */
  host_link?: FabricTier;
  /** Hosts at each switch. */
  hosts: number;
}

/** The k-ary fat tree of Al-Fares et al., "A Scalable, Commodity Data Center Network Architecture", SIGCOMM 2008, figure 3: k pods of k/2 edge switches `edge1-1` … and k/2 aggregation switches `agg1-1` …, k²/4 core switches `core1` …, and k/2 hosts `h1-1-1` … at each edge switch (pod, edge switch, host). Ports of an edge switch: hosts, then aggregation; of an aggregation switch: edge, then core; of a core switch: pods. */
export interface FabricFatTree {
  /** Links between aggregation and core switches; default: like those of the edge. */
  core_link?: FabricTier;
  /** Links between edge and aggregation switches; default: like those of the hosts. */
  edge_link?: FabricTier;
  /** Links between hosts and edge switches. */
  host_link?: FabricTier;
  /** Ports of every switch, an even number. The largest within the limits is 20, with 2000 hosts. */
  k: number;
}

/** Flow (a queue pair): frames from one host to another. */
export interface FabricFlow {
  /** Acks to the source; default: none. A reliable flow uses the parameters `ack_every` and `ack_priority`. */
  acks?: FabricAcks;
  /** Arrival process of frames at the NIC; default: saturating. */
  arrival?: FabricArrival;
  /** End-to-end credits: the source starts no frame while the credits do not cover a full frame; default: none needed. */
  credits?: FabricCredits;
  /** Differentiated services code point (DSCP) of the IP header; default: eight times the priority. */
  dscp?: number;
  /** Whether frames are ECN-capable; default: yes with an IP header. Formats without one never are; `true` is then warned about. */
  ecn?: boolean;
  /** Frame format: `ip` (default), `rocev2`, `standard`, `afh_gen1`, `afh_gen2_16b`, `afh_lite`, `raw`, or the name of a format of the document. */
  format?: string;
  /** Bytes of each frame, header through FCS; default: as many as the payload needs, or 1000 without a payload. */
  frame?: number | string;
  /** Sending host. */
  from: string;
  /** Receivers of a multicast in addition to `to`. */
  group?: string[];
  /** Whether frames carry an ICRC, where the format allows both; default: no. */
  icrc?: boolean;
  /** Whether the start is delayed by a seeded time below one frame time, so that equal senders do not transmit in step; default: the parameter `jitter`. */
  jitter?: boolean;
  /** Name, unique among flows, 1 to 64 bytes. It determines the random stream and the path of the flow. */
  name: string;
  /** Operation: `write` (default), `send`, `read` (requested by `to`), `multicast` or `raw`. */
  operation?: FabricOperation;
  /** Nodes along the path, each a neighbour of the one before. At switches that it does not name, the routes decide. */
  path?: string[];
  /** Bytes of payload in each frame; default: the frame less headers and trailers. */
  payload?: number | string;
  /** Priority code point (PCP) of the tag; default: the priority. */
  pcp?: number;
  /** Priority of data and of read requests, 0 to 7; default 3. */
  priority?: number;
  /** Rate control: `none`, `dcqcn`, `connectx` or `window`; default: the parameter `rate_control`. */
  rate_control?: FabricRateControl;
  /** Recovery after a loss: `none`, `go_back_n` (from the lost frame) or `go_back_0` (the whole message); default: the parameter `reliability`, for formats that can be acknowledged. */
  reliability?: FabricReliability;
  /** Priority of the data of a read; default: the parameter `response_priority`, and without it the priority of the requests. */
  response_priority?: number;
  /** Bytes of payload to send; default: no end. */
  size?: number | string;
  /** Start time. */
  start?: FabricTime;
  /** Stop time, after the start; default: none. */
  stop?: FabricTime;
  /** Whether frames carry an 802.1Q tag; default: yes if the format allows it. */
  tagged?: boolean;
  /** Receiving host, different from the sending host. */
  to: string;
}

/** Frame format that the document defines. */
export interface FabricFrameFormat {
  /** Bytes before the payload, tag not counted: 12 B of addresses at least, 34 with an IP header. */
  header: number;
  /** Whether frames have an IP header, for DSCP and ECN; default: no. */
  ip?: boolean;
  /** Largest payload of a frame in bytes; default: the longest frame less header and trailer. */
  max_payload?: number | string;
  /** Name, unique among formats including the built-in ones: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
  /** Whether the transport acknowledges frames; default: no. */
  reliable?: boolean;
  /** Whether frames can carry an 802.1Q tag; default: yes. */
  tag?: boolean;
  /** Bytes after the payload, including the 4 B of the FCS; default 4. */
  trailer?: number;
}

/** Host: an endpoint with one port. */
export interface FabricHost {
  /** Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
}

/** Hosts that send to one host, all at once. */
export interface FabricIncast {
  /** Payload in bytes that each host sends. */
  bytes: number | string;
  /** Bytes of each frame, header through FCS; default 1000. */
  frame?: number | string;
  /** Sending hosts; default: all other hosts. */
  from?: string[];
  /** Priority, 0 to 7; default 3. */
  priority?: number;
  /** Receiving host. */
  to: string;
}

/** Leaves `leaf1` …, each with hosts `h1-1` … and a link to each of the spines `spine1` …. Ports of a leaf: hosts, then spines; of a spine: leaves. */
export interface FabricLeafSpine {
  /** Links between leaves and spines; default: like those of the hosts. */
  fabric_link?: FabricTier;
  /** Links between hosts and leaves. */
  host_link?: FabricTier;
  /** Hosts at each leaf. Hosts and spines together are at most 64, the ports of a leaf. */
  hosts: number;
  /** Leaf switches. */
  leaves: number;
  /** Spine switches. */
  spines: number;
}

export type FabricLink = { a: string; b: string; corrupt?: string; delay?: FabricTime; drop_every?: number; length?: string; phy?: FabricTime; rate: string } | string[];

/** Port that loses received credit updates: without further fields, all of them until the link is repaired. */
export interface FabricLoseCredits {
  /** Probability that an update is lost, `1%` or `0.01`; default: 1. */
  chance?: string;
  /** Port that receives the updates and sends for these credits: `s1.2`, or of a host `h1`. */
  port: string;
  /** Time after which the loss ends, above 0; default: no limit. */
  time?: FabricTime;
  /** Number of frames or updates after which the loss ends; default: no limit. */
  updates?: number;
}

/** Port that loses received PFC frames: without further fields, all of them until the link is repaired. */
export interface FabricLosePfc {
  /** Number of frames or updates after which the loss ends; default: no limit. */
  frames?: number;
  /** Kind of PFC frame that is lost; default: all. */
  only?: FabricPfcKind;
  /** Port: `s1.2`, or of a host `h1`. */
  port: string;
  /** Time after which the loss ends, above 0; default: no limit. */
  time?: FabricTime;
}

/** Link that loses or corrupts frames from the time of the action on. */
export interface FabricLossy {
  /** Probability that a frame gets bit errors, `1%` or `0.01`. A receiver or a storing switch drops the frame; a cut-through switch forwards it. */
  corrupt?: string;
  /** Number n: in each direction every n-th data frame is lost. */
  drop_every?: number;
  /** Link, named by one of its ports: `s1.2`, or of a host `h1`. */
  link: string;
  /** Affected directions, as seen from that port; default: both. */
  ways?: FabricWays;
}

/** Bounds of a measure. */
export interface FabricMeasureBound {
  /** Every reading is above this. */
  above?: string;
  /** Every reading is below this: `20us`, `96k`, `10G` or a number, by the unit of the measure. */
  below?: string;
  /** Name of the measure, as `fabric sweep --help` lists them: `p99_ps`. */
  name: string;
  /** Flow by name, queue as `s1.2.3`, or collective by name; default: each that has a reading. */
  of?: string;
}

/** Position of the cursor in a run, as in `t` and `hash` of a link. */
export interface FabricMoment {
  /** Short hash of the state. A viewer that reaches another state is warned. */
  hash?: string;
  /** Time, and number of its events that have happened: `12.5us`, `12.5us+3`. */
  t: string;
}

/** RDMA operation of a flow. */
export type FabricOperation = 'write' | 'send' | 'read' | 'multicast' | 'raw';

/** Values by address, such as xoff, p3.xoff, switch.s1.port.2.p3.xoff, host.h1.pfc_delay. */
export type FabricParams = Record<string, string | number | boolean>;

/** Pause source: a port that sends pause frames whatever its buffers hold. */
export interface FabricPauseSource {
  /** Interval between pause frames, at least 1 ns; default: a single frame. */
  every?: FabricTime;
  /** Name, unique among pause sources, 1 to 64 bytes. */
  name: string;
  /** Host or switch that sends the pause frames. */
  node: string;
  /** Port that sends the pause frames; default 0. */
  port?: number;
  /** Paused priorities. */
  priorities: number[];
  /** Pause time in quanta of 512 bit times, 0 for a resume; not together with `time`; default 65535. */
  quanta?: number;
  /** Time of the first pause frame. */
  start?: FabricTime;
  /** Time from which no pause frame is sent, after the start; default: none. */
  stop?: FabricTime;
  /** Pause as a time, rounded up to quanta of the port. */
  time?: FabricTime;
}

/** Kind of PFC frame. */
export type FabricPfcKind = 'all' | 'pauses' | 'resumes';

/** Map from code points to priorities at a switch that differs from the default. */
export interface FabricPriorityMap {
  /** Pairs of DSCP and priority; other DSCPs map to an eighth of their value, rounded down. */
  dscp?: ([number, number])[];
  /** Pairs of PCP and priority; other PCPs map to the priority of the same number. */
  pcp?: ([number, number])[];
  /** Port; default: all ports. */
  port?: number;
  /** Switch. */
  switch: string;
}

/** Rate control of a flow. */
export type FabricRateControl = 'none' | 'dcqcn' | 'connectx' | 'window';

/** Retransmission after the loss of a frame. */
export type FabricReliability = 'none' | 'go_back_n' | 'go_back_0';

/** Switches `s1` …, each linked to the next and the last to the first, with hosts `h1-1` … at each. Ports of a switch: hosts, then its two neighbours. */
export interface FabricRing {
  /** Links between switches; default: like those of the hosts. */
  fabric_link?: FabricTier;
  /** Links between hosts and switches. */
  host_link?: FabricTier;
  /** Hosts at each switch. */
  hosts: number;
  /** Switches. */
  switches: number;
}

/** Route of a switch to a host that overrides the shortest path; it may create a loop. */
export interface FabricRoute {
  /** Output port of the switch; either `via` or `port` is given. */
  port?: number;
  /** Switch. */
  switch: string;
  /** Destination host. */
  to: string;
  /** Next node, a neighbour of the switch; either `via` or `port` is given. */
  via?: string;
}

/** Distribution of the sizes of flows, as published simulators draw them. */
export type FabricSizeDistribution = 'web_search' | 'data_mining' | 'hadoop' | 'storage';

/** A switch `s1` with hosts `h1` …. Port 0 of the switch leads to `h1`. */
export interface FabricStar {
  /** Links between hosts and the switch. */
  host_link?: FabricTier;
  /** Hosts. */
  hosts: number;
}

/** Switch. Its ports are numbered from 0, in the order of its links in the document. */
export interface FabricSwitch {
  /** Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
  /** Name of a profile of the document, or of the program. */
  profile?: string;
}

/** Tab of the selected node, port or priority. */
export type FabricTab = 'buffers' | 'islip' | 'ets' | 'waits' | 'frame' | 'flow' | 'compare';

/** The links of one tier, which are alike. */
export interface FabricTier {
  /** Propagation delay instead of a length, at most 1 s. */
  delay?: FabricTime;
  /** Length of each cable, at 5 ns a metre. Without length and delay: 5 m. */
  length?: string;
  /** Delay that PHY and FEC add, at most 1 s. */
  phy?: FabricTime;
  /** Bits per second each way, 1M to 10T; default 100G. */
  rate?: string;
}

/** Action as a file writes it: beside `at`, exactly one field. */
export type FabricTimedAction = { at: FabricTime } & FabricAction;

/** An action: exactly one of these. */
export type FabricAction =
  /** Port whose watchdogs are armed again after they have disabled PFC: `s1.2`, or of a host `h1`. */
  | { arm: string }
  /** New flow. It starts at the time of the action unless it names a later start. */
  | { flow: FabricFlow }
  /** Incast: several hosts send to one host at the same time. */
  | { incast: FabricIncast }
  /** Port of a link that goes down: `s1.2`, or of a host `h1`. Frames in the cable and frames that wait for it are lost. */
  | { link_down: string }
  /** Port of a link that comes up. */
  | { link_up: string }
  /** Port that loses received credit updates. */
  | { lose_credits: FabricLoseCredits }
  /** Port that loses received PFC frames. */
  | { lose_pfc: FabricLosePfc }
  /** Link that loses or corrupts frames from this time on. */
  | { lossy: FabricLossy }
  /** Port of a link that is repaired: it loses no frames, PFC frames or credit updates any more. */
  | { mend: string }
  /** New pause source. It starts at the time of the action unless it names a later start. */
  | { pause_source: FabricPauseSource }
  /** Route of a switch to a host that overrides the shortest path. */
  | { route: FabricRoute }
  /** New values of live parameters, by address. */
  | { set: FabricParams }
  /** Name of a flow that starts, or starts again. */
  | { start: string }
  /** Name of a flow that stops: it hands no more frames to its NIC. */
  | { stop: string }
  /** Name of a pause source that stops. */
  | { stop_pause_source: string }
  /** Route of a switch to a host that returns to the shortest path. */
  | { unroute: FabricUnroute };

/** Route of a switch to a host that returns to the shortest path. */
export interface FabricUnroute {
  /** Switch. */
  switch: string;
  /** Destination host. */
  to: string;
}

/** View of a run on the page. It has no effect on the run. */
export interface FabricView {
  /** Section of the fabric in the picture: `2.5@0.42,0.61`; default: the whole fabric. */
  camera?: string;
  /** Flow on display, by its index from 0: flows of the document come before those of actions. Default: the viewer selects one. */
  flow?: number;
  /** Followed frame. */
  frame?: string;
  /** Position of the cursor when the document was saved; default: the start of the run. */
  moment?: FabricMoment;
  /** Sentence beside the picture. */
  note?: string;
  /** Positions of nodes in the picture, by name: x to the right and y down, each from 0 to 1. */
  positions?: Record<string, [number, number]>;
  /** Selected node, port or priority: `s1`, `s1.2`, `s1.2.p3`. */
  select?: string;
  /** Simulated time for each second of playing, above 0. */
  speed?: FabricTime;
  /** Step of the crossbar match on display; default: its end. */
  step?: string;
  /** Tab of the selection; default: chosen by the viewer. */
  tab?: FabricTab;
  /** Interval of the time line in charts and lanes: `12us..14us`; default: the whole time line. */
  zoom?: string;
}

/** Directions of a link, as seen from one of its ports. */
export type FabricWays = 'both' | 'out' | 'in';

/** Flows that start at random, of sizes drawn from a distribution, between hosts drawn at random. The seed of the document decides every draw. */
export interface FabricWorkload {
  /** Format of its frames, as for a flow; default `ip`. */
  format?: string;
  /** Bytes of each frame, header through FCS; default 1000. */
  frame?: number | string;
  /** Hosts that take part; default: all that have a link. */
  hosts?: string[];
  /** Payload that each host starts to send, in percent of the rate of its link. Flows start as a Poisson process: load × link rate ÷ mean size of them a second. */
  load: number;
  /** Unique among workloads, 1 to 64 bytes. */
  name: string;
  /** Priority of its flows, 0 to 7; default 3. */
  priority?: number;
  /** Distribution of the sizes of its flows. */
  sizes: FabricSizeDistribution;
  /** When the first flow may start. */
  start?: FabricTime;
  /** When flows start no more; default: the horizon. */
  stop?: FabricTime;
}
