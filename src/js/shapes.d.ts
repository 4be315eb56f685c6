/** A time: text such as `12.5us` (ps, ns, us, ms, s). */
export type FabricTime = string;
/** An amount of bytes: a number, or text such as `96k` or `12Mi`. */
export type FabricBytes = number | string;
/** What a point of a sweep came to. */
export interface SweepRow {
  /** Of the keys, in their order, as documents write them. */
  values: string[];
  /** Whole numbers in the unit that the name of the measure ends with; `null`: there is none. */
  figures: { name: string; value: string | null }[];
}

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
