// Made from the JSON Schema by `cargo xtask bless`.

/** A fabric, its traffic, timed actions and the view of the run. */
export interface FabricDocument {
  /** Description of the document in one sentence. */
  about?: string;
  /** Actions: changes of the running fabric at given times. */
  actions?: FabricTimedAction[];
  /** Claims about the run that `fabric check` tests. If the list is empty, `fabric check` tests that there is no loss of lossless frames, no deadlock and no class mismatch. */
  assertions?: FabricAssertion[];
  /** Builder of a topology, with its numbers of switches and hosts. The nodes and links that the document lists are added to the nodes and links of the builder. */
  build?: FabricBuild;
  /** Collectives: transfers between several hosts, such as an all-reduce. */
  collectives?: FabricCollective[];
  /** Flows, each from one host to another. */
  flows?: FabricFlow[];
  /** Version of the file format; always 1. */
  format: 1;
  /** Frame formats in addition to the built-in ones. */
  formats?: FabricFrameFormat[];
  /** End of the time line on the page, and of runs that have no other end. Above 0s and at most 3600s; default 100 µs. */
  horizon?: FabricTime;
  /** Hosts. At least one is necessary unless `build` is given. */
  hosts?: FabricHost[];
  /** Names of the ports of switches in imported configurations, such as `Ethernet0`. A key is the name of a switch, and its list is in the order of the ports. Imports and exports use these names. If no traffic uses a `kmin` at these switches, reports do not warn of it. */
  interfaces?: Record<string, string[]>;
  /** Links between hosts and switches. */
  links?: FabricLink[];
  /** Maps from PCP and DSCP to priorities, for switches that do not use the default map. */
  maps?: FabricPriorityMap[];
  /** Version of the simulation model, 1 or 2; default 1. Versions differ in defaults and behaviour. A document keeps its version, so that later programs give equal results for it. */
  model?: number;
  /** Short name of the document: up to 64 letters, digits, `_` or `-`. Links to a preset contain its name. */
  name?: string;
  /** Parameter values by address, such as `"switch.s1.p3.xoff": "96k"`. */
  params?: FabricParams;
  /** Pause sources: ports that send pauses, whatever their buffers hold. */
  pause_sources?: FabricPauseSource[];
  /** Profiles by name: sets of parameters that switches can choose. Addresses in a profile start within the switch: `xoff`, `p3.xoff`, `port.2.p3.xoff`. */
  profiles?: Record<string, FabricParams>;
  /** Routes that replace shortest paths. */
  routes?: FabricRoute[];
  /** Seed of all random streams; default 1. */
  seed?: number;
  /** Switches of the fabric. */
  switches?: FabricSwitch[];
  /** Title of the document, one line. */
  title?: string;
  /** View of the run on the page. The view has no effect on the run. */
  view?: FabricView;
  /** Workloads: flows whose sizes, start times and hosts are drawn at random. */
  workloads?: FabricWorkload[];
}

/** Acks that the receiver of a flow sends to the source. */
export interface FabricAcks {
  /** Number of data frames for which one ack is sent; default 1. With retransmission, at most the send window. */
  every?: number;
  /** Priority of the acks, 0 to 7. */
  priority: number;
}

/** Arrival process of the frames of a flow at its NIC. */
export type FabricArrival = 'saturate' | { constant: string } | { poisson: string } | { bursts: FabricBursts };

/** Claim on the run of a document, from time 0 to the horizon. */
export type FabricAssertion = 'no_lossless_loss' | 'no_deadlock' | 'no_class_mismatch' | 'no_warning' | { measure: FabricMeasureBound };

/** Topology that a builder creates, with its counts of nodes and the links of its tiers. */
export type FabricBuild = { leaf_spine: FabricLeafSpine } | { fat_tree: FabricFatTree } | { ring: FabricRing } | { dumbbell: FabricDumbbell } | { star: FabricStar };

/** Bursts. The flow sends at a constant rate for the time `on`, then nothing for the time `off`, and so on. */
export interface FabricBursts {
  /** Time from the end of a burst to the start of the next one. */
  off: FabricTime;
  /** Length of a burst, above 0. A frame that starts in the burst is sent completely. */
  on: FabricTime;
  /** Rate of frame bytes during a burst, at least 1 kb/s. */
  rate: string;
}

/** Collective: messages between several hosts. Some messages start only when other messages have arrived. */
export interface FabricCollective {
  /** Payload of each message in bytes. For a ring all-reduce of n hosts, the data of each host in bytes. A message has 1/n of the data, rounded up to a whole byte. */
  bytes: number | string;
  /** Format of the frames of the flows; default `ip`. */
  format?: string;
  /** Length of each frame in bytes, from header to FCS; default 1000. */
  frame?: number | string;
  /** Hosts that take part in the collective. A ring connects them in this order. Default: all hosts that have a link. */
  hosts?: string[];
  /** Pattern of senders and receivers. */
  kind: FabricCollectiveKind;
  /** Name, unique among collectives, 1 to 64 bytes. */
  name: string;
  /** Priority of all frames of the collective, 0 to 7; default 3. */
  priority?: number;
  /** Number of repetitions; each starts when the previous repetition has ended. Default 1. */
  repeats?: number;
  /** Number of senders of an incast. The senders are the first hosts of the list, without the receiver. Default: all hosts but the receiver. A greater number is an error. A number for another pattern is an error, too. */
  senders?: number;
  /** Start time of the collective; default 0. */
  start?: FabricTime;
  /** Name of the receiver of an incast, which must be one of the hosts; default: the first host. For another pattern, a receiver is an error. */
  to?: string;
}

/** Pattern of senders and receivers in a collective. */
export type FabricCollectiveKind = 'incast' | 'all_to_all' | 'ring_all_reduce' | 'permutation' | 'uniform_random';

/** End-to-end credits of a flow, which the receiver grants to the source. Switches ignore them. */
export interface FabricCredits {
  /** Greatest number of frame bytes in flight. The number must cover at least one frame of full length. */
  bytes: number | string;
  /** Priority of the frames that return credits, 0 to 7; default 6. An error without `update`. */
  priority?: number;
  /** Length in bytes of the frames that return credits. Default: credits return without frames and without time on the wire. */
  update?: number | string;
}

/** Dumbbell: two switches `s1` and `s2`, joined by one link, the bottleneck. `s1` has the hosts `h1-1` …, and `s2` has `h2-1` …. The ports of a switch to its hosts are numbered first, then the port of the bottleneck. */
export interface FabricDumbbell {
  /** Link between the switches; default: like the links of hosts. */
  bottleneck_link?: FabricTier;
  /** Links between hosts and switches. */
  host_link?: FabricTier;
  /** Number of hosts at each switch. */
  hosts: number;
}

/** The k-ary fat tree of Al-Fares et al., "A Scalable, Commodity Data Center Network Architecture", SIGCOMM 2008, figure 3. The tree has k pods and k²/4 core switches `core1` …. A pod has k/2 edge switches `edge1-1` … and k/2 aggregation switches `agg1-1` … (pod, number). An edge switch has k/2 hosts `h1-1-1` … (pod, edge switch, number). Numbering of ports: an edge switch has hosts first, then aggregation switches. An aggregation switch has edge switches first, then core switches. A core switch has one port for each pod. */
export interface FabricFatTree {
  /** Links between aggregation and core switches; default: like the links between edge and aggregation switches. */
  core_link?: FabricTier;
  /** Links between edge and aggregation switches; default: like the links of hosts. */
  edge_link?: FabricTier;
  /** Links between hosts and edge switches. */
  host_link?: FabricTier;
  /** Number of ports of every switch. The number must be even. The limits on nodes and routes allow up to 20, which gives 2000 hosts. */
  k: number;
}

/** A flow: frames from one host to another. In RDMA, a flow is a queue pair. */
export interface FabricFlow {
  /** Acks that the receiver sends to the source. Default for a reliable flow: the parameters `ack_every` and `ack_priority`. Default for other flows: no acks. */
  acks?: FabricAcks;
  /** Arrival process of the frames at the NIC. Default: a frame is always ready. */
  arrival?: FabricArrival;
  /** End-to-end credits. The source starts a frame only if the credits are enough for a frame of full length. Default: the flow needs no credits. */
  credits?: FabricCredits;
  /** Differentiated services code point (DSCP) of the IP header; default: 8 × priority. An error for formats without an IP header. */
  dscp?: number;
  /** Whether the frames are ECN-capable, so that switches may mark them. Default: yes if the format has an IP header. Without an IP header, frames are never marked, and `true` gives a warning. */
  ecn?: boolean;
  /** Format of the frames: `ip` (default), `rocev2`, `standard`, `afh_gen1`, `afh_gen2_16b`, `afh_lite`, `raw`, or a format that the document defines. */
  format?: string;
  /** Length of each frame in bytes, from header to FCS. Default: payload plus headers and trailers if `payload` is given, and otherwise 1000. */
  frame?: number | string;
  /** Name of the sending host. */
  from: string;
  /** Names of the receivers of a multicast in addition to `to`, each different. For another operation, a group is an error. */
  group?: string[];
  /** Whether frames carry an ICRC, the invariant CRC of RoCE; default: no. The field can be set only for formats in which the ICRC is optional. */
  icrc?: boolean;
  /** Whether the flow starts after a random delay, shorter than one frame time. This delay keeps equal senders from transmitting in step. Default: the parameter `jitter`. */
  jitter?: boolean;
  /** Name, unique among flows, 1 to 64 bytes. The path that ECMP chooses and the random stream of the flow depend on this name. */
  name: string;
  /** Operation: `write` (default), `send`, `read` (`to` requests the data), `multicast` or `raw`. */
  operation?: FabricOperation;
  /** Names of nodes along the path. Each node is a neighbour of the node before it. At switches that are not listed, the routes of the fabric apply. */
  path?: string[];
  /** Bytes of payload in each frame. Default: the frame without its headers and trailers. */
  payload?: number | string;
  /** Priority code point (PCP) of the tag; default: equal to the priority. An error for frames without a tag. */
  pcp?: number;
  /** Priority of the data frames of the flow, 0 to 7; default 3. For a read, priority of the requests. */
  priority?: number;
  /** Rate control: `none`, `dcqcn`, `connectx` or `window`; default: the parameter `rate_control`. */
  rate_control?: FabricRateControl;
  /** Retransmission after a loss: `none`, `go_back_n` (from the lost frame on) or `go_back_0` (the whole message). Default: the parameter `reliability` if the frame format allows acks, otherwise `none`. */
  reliability?: FabricReliability;
  /** Priority of the data of a read; an error for another operation. Default: the parameter `response_priority`, or the priority of the requests if this parameter is not set. */
  response_priority?: number;
  /** Bytes of payload to send. Default: the flow sends without end. */
  size?: number | string;
  /** Start time of the flow; default 0. */
  start?: FabricTime;
  /** Stop time of the flow, later than the start. Default: the flow does not stop. */
  stop?: FabricTime;
  /** Whether frames carry an 802.1Q tag; default: yes if the format allows it. */
  tagged?: boolean;
  /** Name of the receiving host. The receiving host must differ from the sending host. */
  to: string;
}

/** Frame format that the document defines. */
export interface FabricFrameFormat {
  /** Bytes of headers before the payload, without the tag. At least 12 for the addresses; at least 34 with an IP header. */
  header: number;
  /** Whether frames have an IP header, and with it DSCP and ECN; default: no. */
  ip?: boolean;
  /** Largest payload of a frame in bytes. Default: the longest frame, minus header, tag and trailer. */
  max_payload?: number | string;
  /** Name, unique among all formats, the built-in ones included. The name has 1 to 64 letters, digits, `_` or `-`. */
  name: string;
  /** Whether receivers acknowledge frames, so that lost frames can be retransmitted; default: no. */
  reliable?: boolean;
  /** Whether frames can carry an 802.1Q tag; default: yes. */
  tag?: boolean;
  /** Bytes after the payload, including 4 B of FCS; default 4. */
  trailer?: number;
}

/** A host: an endpoint with one port. */
export interface FabricHost {
  /** Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
}

/** Incast: hosts that start to send to one host at the same time. */
export interface FabricIncast {
  /** Payload in bytes that each host sends. */
  bytes: number | string;
  /** Length of each frame in bytes, from header to FCS; default 1000. */
  frame?: number | string;
  /** Names of the sending hosts; default: all other hosts that have a link. A host that is named twice sends twice. The receiver must not be among the senders. */
  from?: string[];
  /** Priority of all frames of the incast, 0 to 7; default 3. */
  priority?: number;
  /** Name of the receiving host. */
  to: string;
}

/** Leaf-spine fabric: leaves `leaf1` … with hosts `h1-1` … (leaf, number), and spines `spine1` …. Each leaf has a link to each spine. The ports of a leaf to its hosts are numbered first, then the ports to the spines. A spine has one port for each leaf. */
export interface FabricLeafSpine {
  /** Links between leaves and spines; default: like the links of hosts. */
  fabric_link?: FabricTier;
  /** Links between hosts and leaves. */
  host_link?: FabricTier;
  /** Number of hosts at each leaf. Hosts and spines together are at most 64, because a leaf has at most 64 ports. */
  hosts: number;
  /** Number of leaf switches. */
  leaves: number;
  /** Number of spine switches. */
  spines: number;
}

export type FabricLink = { a: string; b: string; corrupt?: string; delay?: FabricTime; drop_every?: number; length?: string; phy?: FabricTime; rate: string } | unknown[];

/** Fault of a port: the port loses credit updates that it should receive. Without the optional fields, all credit updates are lost until the link is repaired. */
export interface FabricLoseCredits {
  /** Probability that an update is lost, such as `1%` or `0.01`; default: 1. */
  chance?: string;
  /** Port that loses the credit updates: `s1.2`, or `h1` for the port of a host. The port must be one that transmits only with credits. */
  port: string;
  /** Duration of the fault, above 0; default: no limit. */
  time?: FabricTime;
  /** Number of lost credit updates after which the fault ends; default: no limit. */
  updates?: number;
}

/** Fault of a port: the port loses PFC frames that it should receive. Without the optional fields, all PFC frames are lost until the link is repaired. */
export interface FabricLosePfc {
  /** Number of lost PFC frames after which the fault ends; default: no limit. */
  frames?: number;
  /** Kind of PFC frame that is lost; default: all. */
  only?: FabricPfcKind;
  /** Port that loses the PFC frames: `s1.2`, or `h1` for the port of a host. */
  port: string;
  /** Duration of the fault, above 0; default: no limit. */
  time?: FabricTime;
}

/** Fault of a link: the link loses or corrupts frames from the time of the action on. At least one of `drop_every` and `corrupt` must be given. */
export interface FabricLossy {
  /** Probability that a frame of any kind gets bit errors, such as `1%` or `0.01`; default 0. A host or a store-and-forward switch drops such a frame. A cut-through switch forwards it. */
  corrupt?: string;
  /** Number n: in each direction, every n-th data frame is lost; 1 loses all. Counting begins at the action. Acks and all other frames without data are not lost and not counted. Default: no frame is lost in this way. */
  drop_every?: number;
  /** Link, named by one of its two ports: `s1.2`, or `h1` for the port of a host. */
  link: string;
  /** Directions that lose or corrupt frames, as seen from the port in `link`; default: both. */
  ways?: FabricWays;
}

/** Bounds for the measured values of one measure. */
export interface FabricMeasureBound {
  /** Lower bound in the unit of the measure: `20us`, `96k`, `10G` or a number. Measured values must be above the bound. Default: no lower bound. */
  above?: string | number;
  /** Upper bound in the unit of the measure: `20us`, `96k`, `10G` or a number. Measured values must be below the bound. Default: no upper bound. */
  below?: string | number;
  /** Name of the measure, such as `p99_ps`; `fabric sweep --help` lists all. */
  name: string;
  /** Name of a flow or collective, or of a queue, written as `s1.2.3` (node, port, priority). Default: all flows, queues or collectives that have a measured value. */
  of?: string;
}

/** Simulated time that the page showed when the document was saved, and a check of the state at that time. A share link has this time and check in its keys `t` and `hash`. */
export interface FabricMoment {
  /** Short hash of the simulation state at the time of the moment. The page warns if its own run has a different state. */
  hash?: string;
  /** Time, and how many of the events at that time have happened, such as `12.5us` or `12.5us+3`. */
  t: string;
}

/** RDMA operation of a flow (InfiniBand Architecture 1.2.1, volume 1, 9.4). */
export type FabricOperation = 'write' | 'send' | 'read' | 'multicast' | 'raw';

/** Values by address, such as xoff, p3.xoff, switch.s1.port.2.p3.xoff, host.h1.pfc_delay. */
export type FabricParams = Record<string, string | number | boolean>;

/** Pause source: a port that sends pause frames, whatever its buffers hold. */
export interface FabricPauseSource {
  /** Interval between pause frames, at least 1 ns. Default: only one frame is sent. */
  every?: FabricTime;
  /** Name, unique among pause sources, 1 to 64 bytes. */
  name: string;
  /** Name of the host or switch that sends the pause frames. */
  node: string;
  /** Number of the port that sends the pause frames; default 0. */
  port?: number;
  /** Priorities that the frames pause: 1 to 8. A priority that is listed twice counts once. On a link with 802.3x pauses, the frames pause all priorities. */
  priorities: number[];
  /** Pause time in quanta of 512 bit times; default 65535. 0 means resume. At most one of `quanta` and `time` is given. */
  quanta?: number;
  /** Time of the first pause frame; default 0. */
  start?: FabricTime;
  /** Time from which no more pause frames are sent. This time is later than the start. Default: never. */
  stop?: FabricTime;
  /** Pause time, rounded up to whole quanta of the port. At most one of `quanta` and `time` is given. */
  time?: FabricTime;
}

/** Kind of PFC frame that the fault of a port affects. */
export type FabricPfcKind = 'all' | 'pauses' | 'resumes';

/** Map from PCP and DSCP to priorities, for the ports of one switch. */
export interface FabricPriorityMap {
  /** Pairs of DSCP and priority. A DSCP that is not listed maps to DSCP ÷ 8, rounded down. */
  dscp?: ([number, number])[];
  /** Pairs of PCP and priority. A PCP that is not listed maps to the priority of the same number. */
  pcp?: ([number, number])[];
  /** Number of the port; default: all ports of the switch. */
  port?: number;
  /** Name of the switch whose ports use the map. */
  switch: string;
}

/** Rate control of a flow at its source. */
export type FabricRateControl = 'none' | 'dcqcn' | 'connectx' | 'window';

/** Retransmission after a frame was lost. */
export type FabricReliability = 'none' | 'go_back_n' | 'go_back_0';

/** Ring of switches `s1` …, each with hosts `h1-1` … (switch, number). Each switch has a link to the next one, and the last switch to the first. The ports of a switch to its hosts are numbered first, then the ports to the two neighbouring switches. */
export interface FabricRing {
  /** Links between switches; default: like the links of hosts. */
  fabric_link?: FabricTier;
  /** Links between hosts and switches. */
  host_link?: FabricTier;
  /** Number of hosts at each switch. */
  hosts: number;
  /** Number of switches. */
  switches: number;
}

/** Route from a switch to a host, in place of the shortest path. Routes can form a loop. */
export interface FabricRoute {
  /** Number of the output port of the switch. Exactly one of `via` and `port` is given. */
  port?: number;
  /** Name of the switch that forwards the frames. */
  switch: string;
  /** Name of the destination host. */
  to: string;
  /** Name of the next node, which is a neighbour of the switch. Exactly one of `via` and `port` is given. */
  via?: string;
}

/** Distribution of flow sizes, with the points that published simulators use. */
export type FabricSizeDistribution = 'web_search' | 'data_mining' | 'hadoop' | 'storage';

/** Star: one switch `s1` with hosts `h1` …. Port 0 of the switch leads to `h1`, port 1 to `h2`, and so on. */
export interface FabricStar {
  /** Links between hosts and the switch. */
  host_link?: FabricTier;
  /** Number of hosts. */
  hosts: number;
}

/** A switch. Its ports are numbered from 0 in the order in which the document lists its links. */
export interface FabricSwitch {
  /** Name, unique among hosts and switches: 1 to 64 letters, digits, `_` or `-`. */
  name: string;
  /** Name of the profile of the switch. The profile is built in, or the document defines it. Default: no profile. */
  profile?: string;
}

/** Tab of the inspector, the panel about the selected node, port or priority. */
export type FabricTab = 'buffers' | 'islip' | 'ets' | 'waits' | 'frame' | 'flow' | 'compare';

/** Rate and delay that all links of one tier have. */
export interface FabricTier {
  /** Propagation delay in place of a length, at most 1 s. Default: the delay of `length`. */
  delay?: FabricTime;
  /** Length of each cable; the delay is 5 ns per metre. Default: 5 m, unless `delay` is given. */
  length?: string;
  /** Additional delay of PHY and FEC, at most 1 s; default 0. */
  phy?: FabricTime;
  /** Rate of each direction in bits per second, from 1M to 10T; default 100G. */
  rate?: string;
}

/** Action in JSON: `at` and exactly one of the other fields. */
export type FabricTimedAction = { at: FabricTime } & FabricAction;

/** An action: exactly one of these. */
export type FabricAction =
  /** Port whose watchdogs are armed again after these watchdogs have disabled PFC: `s1.2`, or `h1` for the port of a host. */
  | { arm: string }
  /** New flow. It starts at the later of two times: the time of the action, and the start time of the flow. */
  | { flow: FabricFlow }
  /** Incast: several hosts start to send to one host at the same time. */
  | { incast: FabricIncast }
  /** Port whose link goes down: `s1.2`, or `h1` for the port of a host. Frames in the cable and frames that wait for the link are dropped. */
  | { link_down: string }
  /** Port whose link comes up again: `s1.2`, or `h1` for the port of a host. */
  | { link_up: string }
  /** Fault of a port: the port loses credit updates that it should receive. */
  | { lose_credits: FabricLoseCredits }
  /** Fault of a port: the port loses PFC frames that it should receive. */
  | { lose_pfc: FabricLosePfc }
  /** Fault of a link: the link loses or corrupts frames from the time of the action on. */
  | { lossy: FabricLossy }
  /** Port whose link is repaired. Faults that lose or corrupt frames, PFC frames or credit updates end. A link that is down stays down. */
  | { mend: string }
  /** New pause source. It starts at the later of two times: the time of the action, and the start time of the pause source. */
  | { pause_source: FabricPauseSource }
  /** Route from a switch to a host, in place of the shortest path. */
  | { route: FabricRoute }
  /** New values of parameters, by address. Only parameters that a running fabric can change are allowed. */
  | { set: FabricParams }
  /** Name of a flow to start. A flow that has sent all its data sends it again; a stopped flow resumes, and an active flow is unchanged. */
  | { start: string }
  /** Name of a flow to stop. Frames that are already queued in the NIC are still sent. */
  | { stop: string }
  /** Name of a pause source to stop. */
  | { stop_pause_source: string }
  /** Switch and host between which the shortest path is used again. */
  | { unroute: FabricUnroute };

/** Switch and host between which the shortest path is used again. Before, the document or an action has given another route. */
export interface FabricUnroute {
  /** Name of the switch that forwards the frames. */
  switch: string;
  /** Name of the destination host. */
  to: string;
}

/** View of a run on the page. The view has no effect on the run. */
export interface FabricView {
  /** Section of the fabric that the picture shows, such as `2.5@0.42,0.61`. Default: the whole fabric. */
  camera?: string;
  /** Index of the flow that is shown, from 0. The flows of the document come first, then flows that actions add. Default: the page chooses. */
  flow?: number;
  /** Data frame, ack or CNP that the page follows. Default: none. */
  frame?: string;
  /** Simulated time that the page showed when the document was saved. Default: time 0. */
  moment?: FabricMoment;
  /** Sentence that the page shows next to the picture. */
  note?: string;
  /** Positions of nodes in the picture, by name of the node: x to the right and y down, each from 0 to 1. */
  positions?: Record<string, [number, number]>;
  /** Selected node, port or priority: `s1`, `s1.2` or `s1.2.p3`; default: none. */
  select?: string;
  /** Simulated time that passes in one second of playing, above 0. Default: the page chooses. */
  speed?: FabricTime;
  /** Step of the matching of the crossbar that is shown. Default: the last step. */
  step?: string;
  /** Open tab of the inspector (the panel about the selection). Default: the page chooses. */
  tab?: FabricTab;
  /** Interval of the time line that charts and pause lanes show, such as `12us..14us`. Default: the whole time line. */
  zoom?: string;
}

/** Directions of a link, as seen from one of its ports. */
export type FabricWays = 'both' | 'out' | 'in';

/** Workload: flows with random start times, sizes and hosts. The seed of the document determines all these random values. */
export interface FabricWorkload {
  /** Format of the frames of the flows; default `ip`. */
  format?: string;
  /** Length of each frame in bytes, from header to FCS; default 1000. */
  frame?: number | string;
  /** Names of the hosts that are sources and destinations. Default: all hosts that have a link. */
  hosts?: string[];
  /** Mean payload rate that each host offers, in percent of the rate of the host's link. The flows of a host start as a Poisson process. Their mean number per second is load × link rate ÷ mean flow size. */
  load: number;
  /** Name, unique among workloads, 1 to 64 bytes. */
  name: string;
  /** Priority of the flows, 0 to 7; default 3. */
  priority?: number;
  /** Distribution of flow sizes. */
  sizes: FabricSizeDistribution;
  /** Time from which flows start; default 0. */
  start?: FabricTime;
  /** Time from which no more flows start. Default: the horizon. */
  stop?: FabricTime;
}
