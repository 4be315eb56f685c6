// Made from the JSON Schema by `cargo xtask bless`.

/** A fabric, its traffic and what happens to it. */
export interface FabricDocument {
  /** Sentence that tells a reader what there is to see. */
  about?: string;
  /** Changes to the running fabric, and their times. */
  actions?: FabricTimedAction[];
  /** Claims about the run, which `fabric check` judges; default: no lossless loss, no deadlock, no class mismatch. */
  assertions?: FabricAssertion[];
  /** Topology by kind and counts. The lists below add to it: built nodes and ports come first, listed ones after them. */
  build?: FabricBuild;
  /** Traffic between several hosts. */
  collectives?: FabricCollective[];
  /** Traffic. */
  flows?: FabricFlow[];
  /** Version of the file format: 1. */
  format: 1;
  /** Frame formats beside the built-in ones. */
  formats?: FabricFrameFormat[];
  /** The end of the time line, above 0; default 100 µs. A run may go on past it. */
  horizon?: FabricTime;
  /** Endpoints; without a builder at least one. */
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
  /** Sets of parameters that switches name. Addresses in them start at the switch: `xoff`, `p3.xoff`, `port.2.p3.xoff`. */
  profiles?: Record<string, FabricParams>;
  /** Ways that are not the shortest. */
  routes?: FabricRoute[];
  /** From which all randomness follows; default 1. */
  seed?: number;
  /** Switches. */
  switches?: FabricSwitch[];
  /** A line for menus. */
  title?: string;
  /** View of the run on the page. */
  view?: FabricView;
  /** Flows whose sizes and starts are drawn at random. */
  workloads?: FabricWorkload[];
}

/** Frames that travel back to a flow's source. */
export interface FabricAcks {
  /** Data frames per ack. */
  every?: number;
  /** Priority of the acks. */
  priority: number;
}

/** How frames come to a flow's NIC. */
export type FabricArrival = 'saturate' | { constant: string } | { poisson: string } | { bursts: FabricBursts };

/** Claim about the run of a document up to its horizon. */
export type FabricAssertion = 'no_lossless_loss' | 'no_deadlock' | 'no_class_mismatch' | 'no_warning' | { measure: FabricMeasureBound };

/** Topology of a kind, with its counts and the links of its tiers. */
export type FabricBuild = { leaf_spine: FabricLeafSpine } | { fat_tree: FabricFatTree } | { ring: FabricRing } | { dumbbell: FabricDumbbell } | { star: FabricStar };

/** Frames at a rate for a time, then none for another, and again. */
export interface FabricBursts {
  /** From the end of one to the next. */
  off: FabricTime;
  /** How long a burst is, above 0: every frame that begins in it is sent. */
  on: FabricTime;
  /** Of frame bytes, while it sends; at least 1k. */
  rate: string;
}

/** Flows between several hosts whose messages begin when others have arrived. */
export interface FabricCollective {
  /** Payload: of each message, or of a ring all-reduce of what each host has to reduce, which goes round in as many parts as there are hosts. */
  bytes: number | string;
  /** Frame format of its flows; default `ip`. */
  format?: string;
  /** Bytes of each frame, header through FCS; default 1000. */
  frame?: number | string;
  /** The hosts that take part, in the order of the ring; default: all that have a link. */
  hosts?: string[];
  /** Pattern of senders and receivers. */
  kind: FabricCollectiveKind;
  /** Unique among collectives, 1 to 64 bytes. */
  name: string;
  /** 0 to 7; default 3. */
  priority?: number;
  /** How often it is done, each time when the one before is over; default 1. */
  repeats?: number;
  /** Of an incast: how many hosts send, the first ones in their order beside the receiver; default: all. */
  senders?: number;
  /** When it begins. */
  start?: FabricTime;
  /** Of an incast: the one of them that all others send to; default: the first. */
  to?: string;
}

/** Pattern of senders and receivers in a collective. */
export type FabricCollectiveKind = 'incast' | 'all_to_all' | 'ring_all_reduce' | 'permutation' | 'uniform_random';

/** Credits between the two ends of a flow. Switches know nothing of them. */
export interface FabricCredits {
  /** Frame bytes that may be under way; at least those of a full frame. */
  bytes: number | string;
  /** Priority of these frames; default 6. */
  priority?: number;
  /** Size of the frames in which they are given back; default: that takes no wire time. */
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

/** A flow (a queue pair): frames from one host to another. */
export interface FabricFlow {
  /** Acks on the way back; default: none, of a reliable flow those of the parameters `ack_every` and `ack_priority`. */
  acks?: FabricAcks;
  /** How frames come to its NIC. */
  arrival?: FabricArrival;
  /** Credits between its two ends: the source starts no frame while they do not cover a full one; default: it needs none. */
  credits?: FabricCredits;
  /** Code point of the IP header; default: eight times the priority. */
  dscp?: number;
  /** Whether its frames can carry an ECN mark; default: those with an IP header can. Others never can: to say so of them is warned about. */
  ecn?: boolean;
  /** Frame format: `ip` (default), `rocev2`, `standard`, `afh_gen1`, `afh_gen2_16b`, `afh_lite`, `raw`, or the name of a format of the document. */
  format?: string;
  /** Bytes of each frame, header through FCS; default: what the payload needs, or 1000. */
  frame?: number | string;
  /** Sending host. */
  from: string;
  /** Of a multicast: the hosts that receive it beside `to`. */
  group?: string[];
  /** Whether they carry an ICRC that their format leaves open; default: not. */
  icrc?: boolean;
  /** Whether a seeded time below one frame time moves its start, so that equal senders do not lock in phase; default: the parameter `jitter`. */
  jitter?: boolean;
  /** Unique among flows, 1 to 64 bytes; its random stream and its path follow from it. */
  name: string;
  /** Operation on the payload: `write` (default), `send`, `read` (`to` asks for it), `multicast` or `raw`. */
  operation?: FabricOperation;
  /** Nodes along its way, each a neighbour of the one before; where it names none, the routes decide. */
  path?: string[];
  /** Bytes of payload in each frame; default: all that the format leaves of the frame. */
  payload?: number | string;
  /** Priority code point of the tag; default: the priority. */
  pcp?: number;
  /** 0 to 7; default 3. Of a read that of its requests, too. */
  priority?: number;
  /** Rate control: `none`, `dcqcn`, `connectx` or `window`; default: the parameter `rate_control`. */
  rate_control?: FabricRateControl;
  /** Recovery when a frame is lost: `none`, `go_back_n`, or the whole message, `go_back_0`; default: the parameter `reliability`, where its frames can be acknowledged. */
  reliability?: FabricReliability;
  /** Of a read: the priority of its data; default: the parameter `response_priority`, that of its requests if that gives none. */
  response_priority?: number;
  /** Bytes of payload to send; default: without end. */
  size?: number | string;
  /** When it starts. */
  start?: FabricTime;
  /** When it stops, if it does: after the start. */
  stop?: FabricTime;
  /** Whether its frames carry an 802.1Q tag; default: they do if their format can. */
  tagged?: boolean;
  /** Receiving host, another one. */
  to: string;
}

/** A frame format of the document's own. */
export interface FabricFrameFormat {
  /** Bytes before the payload, tag not counted: 12 B of addresses at least, 34 with an IP header. */
  header: number;
  /** Whether there is an IP header, for DSCP and ECN; default: there is none. */
  ip?: boolean;
  /** The most payload of a frame; default: what the longest frame leaves. */
  max_payload?: number | string;
  /** Unique among formats, the built-in ones too: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
  /** Whether its transport acknowledges; default: it does not. */
  reliable?: boolean;
  /** Whether frames can carry an 802.1Q tag; default: they can. */
  tag?: boolean;
  /** Bytes after it, the 4 B of the FCS among them; default 4. */
  trailer?: number;
}

/** A host: an endpoint with one port. */
export interface FabricHost {
  /** Unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
}

/** Hosts that send to one host, all at once. */
export interface FabricIncast {
  /** Payload of each sender. */
  bytes: number | string;
  /** Bytes of each frame, header through FCS; default 1000. */
  frame?: number | string;
  /** The sending hosts; default: all others. */
  from?: string[];
  /** 0 to 7; default 3. */
  priority?: number;
  /** The receiving host. */
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

/** Credit updates that are lost as they come in at a port: all, until the link is mended, unless it says less. */
export interface FabricLoseCredits {
  /** The probability with which each is, `1%` or `0.01`; default: all are. */
  chance?: string;
  /** The port, which sends for the credits: `s1.2`, or of a host `h1`. */
  port: string;
  /** No longer than this, above 0. */
  time?: FabricTime;
  /** No more than the next so many. */
  updates?: number;
}

/** PFC frames that are lost as they come in at a port: all, until the link is mended, unless it says less. */
export interface FabricLosePfc {
  /** No more than the next so many. */
  frames?: number;
  /** PFC frames that are meant; default: all. */
  only?: FabricPfcKind;
  /** The port: `s1.2`, or of a host `h1`. */
  port: string;
  /** No longer than this, above 0. */
  time?: FabricTime;
}

/** A link that loses or spoils some of what it carries, from now on. */
export interface FabricLossy {
  /** The probability with which a frame's bits are spoilt, `1%` or `0.01`: who takes it whole drops it, a switch that cuts it through does not. */
  corrupt?: string;
  /** Each way, every so-manieth data frame is lost. */
  drop_every?: number;
  /** The link, by a port of it: `s1.2`, or of a host `h1`. */
  link: string;
  /** Directions, as that port sees them; default: both. */
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

/** A moment of a run, as a link has it in `t` and `hash`. */
export interface FabricMoment {
  /** The state there, in short: who comes to another one is told. */
  hash?: string;
  /** The time, and how many of its events have happened: `12.5us`, `12.5us+3`. */
  t: string;
}

/** Operation of a flow on its payload. */
export type FabricOperation = 'write' | 'send' | 'read' | 'multicast' | 'raw';

/** Values by address, such as xoff, p3.xoff, switch.s1.port.2.p3.xoff, host.h1.pfc_delay. */
export type FabricParams = Record<string, string | number | boolean>;

/** A port that sends pause frames whatever its buffers hold. */
export interface FabricPauseSource {
  /** From one frame to the next, at least 1 ns; default: one frame only. */
  every?: FabricTime;
  /** Unique among pause sources, 1 to 64 bytes. */
  name: string;
  /** The host or switch that sends them. */
  node: string;
  /** Its port; default 0. */
  port?: number;
  /** The priorities that it pauses. */
  priorities: number[];
  /** The time that it asks for, in quanta of 512 bit times; 0 resumes. One of `quanta` and `time`; default 65535 quanta. */
  quanta?: number;
  /** When the first is sent. */
  start?: FabricTime;
  /** None is sent from here on: after the start. */
  stop?: FabricTime;
  /** Pause as a time, rounded up to quanta of the port. */
  time?: FabricTime;
}

/** Kind of PFC frames. */
export type FabricPfcKind = 'all' | 'pauses' | 'resumes';

/** Code points that a switch maps to other classes than usual: the way by which a lossless flow ends in a lossy class. */
export interface FabricPriorityMap {
  /** Pairs of a DSCP and the priority that it gets; others get an eighth of their own, rounded down. */
  dscp?: ([number, number])[];
  /** Pairs of a PCP and the priority that it gets; others get their own. */
  pcp?: ([number, number])[];
  /** Its port; default: all of them. */
  port?: number;
  /** The switch. */
  switch: string;
}

/** Rate control of a flow. */
export type FabricRateControl = 'none' | 'dcqcn' | 'connectx' | 'window';

/** Frames that a flow sends again when a frame of it is lost. */
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

/** Sends what a switch has for a host out of one port, shortest way or not. This is how a routing loop is made. */
export interface FabricRoute {
  /** The port to send by: one of `via` and `port`. */
  port?: number;
  /** The switch. */
  switch: string;
  /** The host that the frames are for. */
  to: string;
  /** The neighbour to send to: one of `via` and `port`. */
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

/** A switch. Its ports are numbered from 0, in the order of the links that touch it. */
export interface FabricSwitch {
  /** Unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
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

/** An action as the file has it: beside `at`, exactly one of the others. */
export type FabricTimedAction = { at: FabricTime } & FabricAction;

/** An action: exactly one of these. */
export type FabricAction =
  /** The watchdogs of this port that have switched PFC off are armed again: `s1.2`, or of a host `h1`. */
  | { arm: string }
  /** A flow is added; it starts with the action if it names no later start. */
  | { flow: FabricFlow }
  /** Hosts send to one host, all at once. */
  | { incast: FabricIncast }
  /** The link of this port goes down: `s1.2`, or of a host `h1`. What is in it and waits for it is lost. */
  | { link_down: string }
  /** Port of a link that comes up. */
  | { link_up: string }
  /** Credit updates are lost as they come in at a port. */
  | { lose_credits: FabricLoseCredits }
  /** PFC frames are lost as they come in at a port. */
  | { lose_pfc: FabricLosePfc }
  /** A link loses or spoils some of what it carries, from now on. */
  | { lossy: FabricLossy }
  /** The link of this port carries everything again, PFC frames and credit updates too. */
  | { mend: string }
  /** A pause source is added; it starts with the action if it names no later start. */
  | { pause_source: FabricPauseSource }
  /** A switch sends what it has for a host the way that is given, from now on. */
  | { route: FabricRoute }
  /** Live parameters change, by address. */
  | { set: FabricParams }
  /** The flow of this name starts (again). */
  | { start: string }
  /** The flow of this name hands over no more frames. */
  | { stop: string }
  /** The pause source of this name sends no more. */
  | { stop_pause_source: string }
  /** A switch sends what it has for a host the shortest way again. */
  | { unroute: FabricUnroute };

/** Where a route that an action, or the document, gave is taken back. */
export interface FabricUnroute {
  /** The switch. */
  switch: string;
  /** The host that the frames are for. */
  to: string;
}

/** View of a run on the page. It never changes what happens. */
export interface FabricView {
  /** The section of the fabric that the picture shows: `2.5@0.42,0.61`; without, all of it. */
  camera?: string;
  /** The flow that is looked at, by its place, from 0: those of the document before those of actions. Without, the viewer picks one. */
  flow?: number;
  /** The frame whose way is looked at. */
  frame?: string;
  /** The moment that was shown as the document was saved; without, a viewer begins at the start. */
  moment?: FabricMoment;
  /** Sentence beside the picture. */
  note?: string;
  /** Where nodes are drawn: x to the right and y down, each from 0 to 1. */
  positions?: Record<string, [number, number]>;
  /** The selected node, port or priority: `s1`, `s1.2`, `s1.2.p3`. */
  select?: string;
  /** Simulated time in a second of the viewer's, above 0. */
  speed?: FabricTime;
  /** Where one stands in the match that is shown; without, at its end. */
  step?: string;
  /** Tab of the selection; without, as the viewer likes it. */
  tab?: FabricTab;
  /** The stretch of the time line that charts and lanes show: `12us..14us`; without, all of it. */
  zoom?: string;
}

/** Directions of a link, as one of its ports sees them. */
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
