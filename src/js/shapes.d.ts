/** A time: text such as `12.5us` (ps, ns, us, ms, s). */
export type FabricTime = string;
/** An amount of bytes: a number, or text such as `96k` or `12Mi`. */
export type FabricBytes = number | string;
/** Parameters by address, such as `xoff`, `p3.xoff` or `switch.s1.port.2.p3.kmin`. */
export type FabricParams = Record<string, string | number | boolean>;

/** The links of a tier of a builder. */
export interface FabricTier {
  rate?: string;
  length?: string;
  delay?: FabricTime;
  phy?: FabricTime;
}

/** A fabric, its traffic and what is done to it. `fabric schema` prints all of the format. */
export interface FabricDocument {
  format: 1;
  model: 1;
  name?: string;
  title?: string;
  about?: string;
  seed?: number;
  horizon?: FabricTime;
  /** A topology by kind and counts; a document has this, or hosts, or both. */
  build?:
    | { leaf_spine: { spines: number; leaves: number; hosts: number; host_link?: FabricTier; fabric_link?: FabricTier } }
    | { fat_tree: { k: number; host_link?: FabricTier; edge_link?: FabricTier; core_link?: FabricTier } }
    | { ring: { switches: number; hosts: number; host_link?: FabricTier; fabric_link?: FabricTier } }
    | { dumbbell: { hosts: number; host_link?: FabricTier; bottleneck_link?: FabricTier } }
    | { star: { hosts: number; host_link?: FabricTier } };
  hosts?: { name: string }[];
  switches?: { name: string; profile?: string }[];
  links?: { a: string; b: string; rate: string; length?: string; delay?: FabricTime; phy?: FabricTime }[];
  profiles?: Record<string, FabricParams>;
  params?: FabricParams;
  formats?: {
    name: string;
    header: number;
    trailer?: number;
    max_payload?: FabricBytes;
    tag?: boolean;
    ip?: boolean;
    reliable?: boolean;
  }[];
  maps?: { switch: string; port?: number; pcp?: [number, number][]; dscp?: [number, number][] }[];
  routes?: { switch: string; to: string; via?: string; port?: number }[];
  flows?: FabricFlow[];
  collectives?: {
    name: string;
    kind: 'incast' | 'all_to_all' | 'ring_all_reduce' | 'permutation' | 'uniform_random';
    hosts?: string[];
    to?: string;
    senders?: number;
    bytes: FabricBytes;
    start?: FabricTime;
    repeats?: number;
    format?: string;
    frame?: FabricBytes;
    priority?: number;
  }[];
  workloads?: {
    name: string;
    sizes: 'web_search' | 'data_mining' | 'hadoop' | 'storage';
    /** Percent of the rate of each host's link. */
    load: number;
    hosts?: string[];
    start?: FabricTime;
    stop?: FabricTime;
    format?: string;
    frame?: FabricBytes;
    priority?: number;
  }[];
  pause_sources?: FabricPauseSource[];
  actions?: ({ at: FabricTime } & FabricAction)[];
  /** Claims about the run, which `fabric check` judges. */
  assertions?: (
    | 'no_lossless_loss'
    | 'no_deadlock'
    | 'no_class_mismatch'
    | 'no_warning'
    | { measure: { name: string; of?: string; below?: string; above?: string } }
  )[];
  view?: {
    positions?: Record<string, [number, number]>;
    select?: string;
    /** The stretch of the time line that charts and lanes of the page show: `12us..14us`. */
    zoom?: string;
    /** The moment at which it was saved: the page and the command line go there, `new Fabric` begins at the start. */
    moment?: { t: string; hash?: string };
    speed?: FabricTime;
  };
}

/** What a point of a sweep came to. */
export interface SweepRow {
  /** Of the keys, in their order, as documents write them. */
  values: string[];
  /** Whole numbers in the unit that the name of the measure ends with; `null`: there is none. */
  figures: { name: string; value: string | null }[];
}

/** A flow of a document. */
export interface FabricFlow {
  name: string;
  from: string;
  to: string;
  operation?: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  group?: string[];
  priority?: number;
  response_priority?: number;
  format?: string;
  tagged?: boolean;
  icrc?: boolean;
  pcp?: number;
  dscp?: number;
  frame?: FabricBytes;
  payload?: FabricBytes;
  size?: FabricBytes;
  start?: FabricTime;
  stop?: FabricTime;
  arrival?:
    | 'saturate'
    | { constant: string }
    | { poisson: string }
    | { bursts: { rate: string; on: FabricTime; off: FabricTime } };
  jitter?: boolean;
  acks?: { every?: number; priority: number };
  /** Between its two ends. */
  credits?: { bytes: FabricBytes; update?: FabricBytes; priority?: number };
  rate_control?: 'none' | 'dcqcn' | 'connectx' | 'window';
  reliability?: 'none' | 'go_back_n' | 'go_back_0';
  ecn?: boolean;
  path?: string[];
}

/** A port that sends pauses whatever its buffers hold. */
export interface FabricPauseSource {
  name: string;
  node: string;
  port?: number;
  priorities: number[];
  quanta?: number;
  time?: FabricTime;
  every?: FabricTime;
  start?: FabricTime;
  stop?: FabricTime;
}

/** What can be done to a running fabric: exactly one of these. */
export type FabricAction =
  | { set: FabricParams }
  | { incast: { to: string; from?: string[]; bytes: FabricBytes; frame?: FabricBytes; priority?: number } }
  /** A flow that begins with the action, if it names no later start. */
  | { flow: FabricFlow }
  | { start: string }
  | { stop: string }
  | { pause_source: FabricPauseSource }
  /** The link of a port, `s1.2` or of a host `h1`, goes down or comes up. */
  | { link_down: string }
  | { link_up: string }
  | {
      lossy: {
        link: string;
        ways?: 'both' | 'out' | 'in';
        drop_every?: number;
        /** `'1%'` or `'0.01'`. */
        corrupt?: string;
      };
    }
  | { lose_pfc: { port: string; only?: 'all' | 'pauses' | 'resumes'; frames?: number; time?: FabricTime } }
  | { lose_credits: { port: string; chance?: string; updates?: number; time?: FabricTime } }
  /** The link of a port carries everything again, PFC frames too. */
  | { mend: string }
  | { route: { switch: string; to: string; via?: string; port?: number } }
  | { unroute: { switch: string; to: string } }
  | { stop_pause_source: string };

/** Something that happened at a port; `text` says it in words. */
export interface FabricNote {
  at_ps: number;
  port: string;
  what:
    | 'started' | 'ended' | 'arrived' | 'delivered' | 'dropped' | 'marked' | 'copied' | 'headroom'
    | 'ruled' | 'crossed' | 'asked' | 'matched' | 'pfc_sent' | 'pfc_received' | 'paused' | 'resumed' | 'expired' | 'circles' | 'acted' | 'flow_done' | 'collective_over'
    | 'ignored' | 'judged' | 'thrown_away' | 'link_down' | 'link_up' | 'rerouted' | 'pfc_lost' | 'went_back';
  text: string;
  flow?: string;
  sequence?: number;
  bytes?: number;
  priority?: number;
  pauses?: number[];
  resumes?: number[];
  cause?: string;
}

/** What there is to see at one instant. Counts and peaks are since the start. */
export interface FabricSnapshot {
  time_ps: number;
  time: FabricTime;
  events: number;
  totals: {
    delivered_frames: number;
    dropped_frames: number;
    lossless_violations: number;
    pause_sent: number;
    resume_sent: number;
    ecn_marked: number;
  };
  flying: FabricFrame[];
  ports: FabricPort[];
  switches: { node: string; free_bytes: number }[];
  receivers: FabricReceiver[];
  flows: {
    name: string;
    sent_bytes: number;
    delivered_bytes: number;
    goodput_bytes: number;
    dropped_bytes: number;
    rate_bps?: number;
    alpha?: number;
    cnp_sent: number;
    cnp_received: number;
    /** Of a reliable flow. */
    recovery?: {
      window_frames: number;
      unacked_frames: number;
      resent_frames: number;
      resent_bytes: number;
      naks: number;
      timeouts: number;
      time_lost_ps: number;
    };
    active: boolean;
  }[];
}

/** The inside of a switch: bytes that wait by input, output and priority, where there are any. */
export interface FabricInside {
  ports: number;
  waiting: { input: number; output: number; priority: number; bytes: number }[];
  crossbar: FabricCrossbar | null;
}

/** A crossbar: who asks for what, whose turn it is, and what is on its way through. */
export interface FabricCrossbar {
  slot_ps: number;
  /** The next slot boundary at which something ends or can be matched. */
  next_ps: number | null;
  crossing: { input: number; output: number; priority: number; until_ps: number }[];
  requests: { output: number; priority: number; inputs: number[]; has_room: boolean }[];
  /** By output, then priority: the input that is granted first. */
  grant_pointers: number[][];
  /** By input, then priority: the output that is accepted first. */
  accept_pointers: number[][];
  slots: number;
  matches: number;
  cells: number;
}

/** A frame in a cable: its head left at `starts_ps`, its tail leaves at `ends_ps`. */
export interface FabricFrame {
  from: string;
  to: string;
  kind: 'data' | 'ack' | 'nak' | 'cnp' | 'request' | 'pfc' | 'credit' | 'grant' | 'tally';
  flow: string | null;
  sequence: number | null;
  priority: number | null;
  bytes: number;
  starts_ps: number;
  ends_ps: number;
  arrives_ps: number;
  ecn_marked: boolean;
  pauses: number[];
  resumes: number[];
}

/** A port: the priorities that it may not send, and those that it wants its peer not to send. */
export interface FabricPort {
  name: string;
  node: string;
  port: number;
  /** Whether its link is down. */
  down: boolean;
  busy: boolean;
  paused: number[];
  asked: number[];
  queues: FabricQueue[];
}

/** Ingress group and egress queue of a priority that holds anything, or ever did. `null`: off. */
export interface FabricQueue {
  priority: number;
  reserve_bytes: number;
  shared_bytes: number;
  headroom_bytes: number;
  egress_bytes: number;
  reserve_peak_bytes: number;
  shared_peak_bytes: number;
  headroom_peak_bytes: number;
  egress_peak_bytes: number;
  xoff_bytes: number | null;
  xon_bytes: number | null;
  kmin_bytes: number | null;
  kmax_bytes: number | null;
  paused_ps: number;
  dropped_frames: number;
  ecn_marked: number;
  sent_bytes: number;
  ets: FabricEts | null;
}

/** An ETS class at an output. Its quantum and deficit are bytes, or frames where turns are taken in frames; the bytes are those while others had something to send, too. */
export interface FabricEts {
  share_percent: number;
  quantum: number;
  deficit: number;
  contended_bytes: number;
  target_bytes: number;
  measured_bytes: number;
  error_bytes: number;
  round_error_bytes: number;
  round_error_peak_bytes: number;
}

/** The receive side of a host. `drain_bps` is `null` where nothing ever waits. */
export interface FabricReceiver {
  node: string;
  drain_bps: number | null;
  receive_buffer_bytes: number;
  receive_bytes: number;
  receive_peak_bytes: number;
  queues: FabricReceiveQueue[];
}

/** A priority of a receive buffer that asks for pauses, or holds anything: it asks at `high_bytes` and resumes at `low_bytes`. */
export interface FabricReceiveQueue {
  priority: number;
  bytes: number;
  high_bytes: number | null;
  low_bytes: number | null;
}

/** What a run came to, as `fabric run --json` prints it. `fabric schema --report` tells what each name means. */
export interface FabricReport {
  time_ps: number;
  events: number;
  hash: string;
  warnings: string[];
  window: { from_ps: number; to_ps: number };
  flows: FabricFlowReport[];
  /** Times in picoseconds, of each repetition that is over. */
  collectives?: {
    name: string;
    kind: string;
    flows: number;
    message_bytes: number;
    start_ps: number;
    repeats: number;
    completion_ps: number[];
  }[];
  workloads?: {
    name: string;
    sizes: string;
    flows: number;
    started: number;
    finished: number;
    slowdown: {
      above_bytes: number;
      at_most_bytes?: number;
      flows: number;
      mean: number;
      p50: number;
      p95: number;
      p99: number;
      max: number;
    }[];
  }[];
  ports: FabricPortReport[];
  hosts: FabricHostReport[];
  switches: FabricSwitchReport[];
  /** Lossless groups that lost frames and never asked for a pause. */
  unasked?: {
    port: string;
    priority: number;
    lost_frames: number;
    shared_peak_bytes: number;
    xoff_bytes?: number;
    headroom_bytes: number;
    why: string;
  }[];
  fabric: {
    lossless_violations: number;
    dropped_frames: number;
    /** By cause. */
    drops: Record<string, number>;
    /** Each by one of its ports. */
    links_down: string[];
    /** By cause. */
    lossless_drops: Record<string, number>;
    /** What receivers threw away, by cause. */
    discards: Record<string, number>;
    flood_copies: number;
    pause_sent: number;
    resume_sent: number;
    ecn_marked: number;
    ports_paused: number;
    fairness?: number;
    hops: number;
  };
  blocked: FabricBlocked;
  /** Causes of the pauses of the window; of `fabric run --json` only. */
  causes?: {
    root: string;
    kind: FabricBlocked['roots'][number]['kind'] | 'passing';
    by_class?: number;
    from_ps: number;
    until_ps: number;
    active_ps: number;
    held_ps: number;
    time_percent: number;
    bytes: number;
    bytes_percent: number;
    /** By class, of what the root's port sent. */
    sent_percent: Record<string, number>;
    queues: { queue: string; from_ps: number; until_ps: number; paused_ps: number; pauses: number; bytes: number }[];
    queue_count: number;
    flows: string[];
    flow_count: number;
    victims: string[];
    victim_count: number;
  }[];
  /** Pauses of other causes. */
  pauses_left_out?: number;
  watchdogs: FabricBeliefs;
  conservation: {
    sent_bytes: number;
    replicated_bytes: number;
    delivered_bytes: number;
    in_flight_bytes: number;
    buffered_bytes: number;
    dropped_bytes: number;
    holds: boolean;
  };
}

/** A host of a report. */
export interface FabricHostReport {
  node: string;
  drain_bps?: number;
  receive_buffer_bytes: number;
  receive_bytes: number;
  receive_peak_bytes: number;
}

/** A switch of a report. */
export interface FabricSwitchReport {
  node: string;
  memory_bytes: number;
  free_bytes: number;
  headroom_bytes: number;
  headroom_peak_bytes: number;
  crossbar?: { slot_ps: number; slots: number; matches: number; cells: number };
}

/** Who may not send at the end of the window and why; whether the fabric can deadlock. Places are `node.port.priority`. */
export interface FabricBlocked {
  dependency_cycles: { priorities: number[]; ports: string[]; entangled: number; by_flooding: boolean }[];
  queues: {
    queue: string;
    bytes: number;
    since_ps: number;
    by: 'group' | 'host' | 'storm' | 'lost_resume' | 'credits' | 'lost_credits' | 'passing';
    waits_for: { queue: string; bytes: number }[];
    stuck: boolean;
  }[];
  /** Of each, the places of its queues, each before the one that it waits for. */
  deadlocks: string[][];
  cyclic_waits: string[][];
  /** Circles that stand, and deadlocks that opened again. */
  circles: {
    queues: string[];
    closed_ps: number;
    closed_by: string;
    closed_how: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
    died_ps?: number;
    died_by?: string;
    died_how?: 'paused' | 'starved' | 'fed' | 'asked' | 'changed';
    opened_ps?: number;
    /** Other stuck queues, which wait for it; of a deadlock that stands. */
    tributaries: string[];
  }[];
  /** What holds the paused queues up, those that hold up most first. */
  roots: {
    queue: string;
    kind: 'circle' | 'oversubscribed' | 'strict' | 'ets_share' | 'slow_host' | 'storm' | 'lost_resume' | 'lost_credits' | 'link_down';
    /** Strict class that took most of its port; of `strict` only. */
    by_class?: number;
    queues: number;
    ports: number;
    hosts: string[];
    flows: number;
    /** Flows bound for its port, and those that are not, at most 64 names of each. */
    bound: string[];
    victims: string[];
    victim_count: number;
    bytes: number;
  }[];
}

/** What watchdogs decided since the start, beside what was true. */
export interface FabricBeliefs {
  watched: number;
  /** How many times faster than they say they run. */
  scale: number;
  true_positives: number;
  false_positives: number;
  misses: { queue: string; truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits'; since_ps: number; until_ps?: number }[];
  verdicts: {
    at_ps: number;
    queue: string;
    verdict: 'storm' | 'over';
    rule: 'sonic' | 'sonic_2023' | 'polls' | 'timer' | 'nic';
    action: 'drop' | 'forward' | 'drain' | 'alert' | 'flush' | 'disable';
    truth: 'deadlock' | 'storm' | 'lost_resume' | 'lost_credits' | 'congestion' | 'idle' | 'not_paused';
    delay_ps?: number;
    lost_frames: number;
    lost_bytes: number;
  }[];
}

/** A flow of a report. */
export interface FabricFlowReport {
  name: string;
  operation: 'write' | 'send' | 'read' | 'multicast' | 'raw';
  collective?: string;
  sent_bytes: number;
  delivered_bytes: number;
  dropped_bytes: number;
  throughput_bps: number;
  goodput_bps: number;
  latency: { mean_ps: number; p50_ps: number; p99_ps: number; max_ps: number };
  components?: {
    queueing_ps: number;
    serialisation_ps: number;
    propagation_ps: number;
    ingress_ps: number;
    crossbar_ps: number;
    receiving_ps: number;
  };
  nic_wait_ps: number;
  sent_frames: number;
  delivered_frames: number;
  dropped_frames: number;
  ecn_marked: number;
  /** Of a read. */
  requests?: number;
  acks: number;
  cnp_sent: number;
  cnp_merged: number;
  cnp_received: number;
  rate_bps?: number;
  alpha?: number;
  /** Of a reliable flow. */
  recovery?: {
    resent_frames: number;
    resent_bytes: number;
    time_lost_ps: number;
    naks: number;
    timeouts: number;
    discarded_frames: number;
    window_frames: number;
    unacked_frames: number;
  };
  /** Of a multicast. */
  receivers?: {
    node: string;
    delivered_frames: number;
    delivered_bytes: number;
    goodput_bytes: number;
    /** Over the window. */
    goodput_bps: number;
  }[];
  /** Between its two ends, if it sends for any. */
  credits?: {
    limit_bytes: number;
    available_bytes: number;
    starved_ps: number;
    /** What dropped frames took with them, and no resync has given back since. */
    lost_bytes: number;
    updates_lost: number;
    /** Why frames that were covered were dropped, and what became of their credits. */
    why?: string;
  };
  finished_ps?: number;
}

/** A priority of a port of a report. */
export interface FabricPortReport {
  node: string;
  port: number;
  priority: number;
  tx_bytes: number;
  tx_frames: number;
  rx_bytes: number;
  rx_frames: number;
  pause_sent: number;
  resume_sent: number;
  pause_received: number;
  pfc_lost: number;
  pause_cancelled: number;
  paused_ps: number;
  reserve_peak_bytes: number;
  shared_peak_bytes: number;
  headroom_peak_bytes: number;
  egress_peak_bytes: number;
  ecn_marked: number;
  /** By cause. */
  drops: Record<string, number>;
  /** Of an ETS class: what it was to get while others had something to send too, and what it got. */
  ets?: {
    share_percent: number;
    contended_bytes: number;
    target_percent: number;
    measured_percent: number;
    within_percent?: number;
    error_bytes: number;
    round_error_bytes: number;
    round_error_peak_bytes: number;
  };
  /** What it sends for, if that is credits. */
  credits?: { limit_bytes: number; available_bytes: number; starved_ps: number; updates_lost: number };
}
