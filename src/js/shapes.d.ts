/** Time: text such as `12.5us`, in ps, ns, us, ms or s. */
export type FabricTime = string;
/** Number of bytes: a number, or text such as `96k` or `12Mi`. */
export type FabricBytes = number | string;
/** Result of a point of a sweep. */
export interface SweepRow {
  /** Value of each varied parameter, in the order of the parameters, in the notation of documents. */
  values: string[];
  /** Measures: whole numbers in the unit at the end of the name; `null`: the run has no such value. */
  figures: { name: string; value: string | null }[];
}

/** Event at a port; `text` describes it in a sentence. */
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

/** State of a fabric at one instant. Counts and peaks are since the start of the run. */
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
    /** Retransmission of a reliable flow; absent for other flows. */
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

/** State inside a switch: bytes that wait, by input, output and priority; entries with 0 bytes are left out. */
export interface FabricInside {
  ports: number;
  waiting: { input: number; output: number; priority: number; bytes: number }[];
  crossbar: FabricCrossbar | null;
}

/** State of a crossbar: requests of inputs, round-robin pointers, and frames or cells that cross it. */
export interface FabricCrossbar {
  slot_ps: number;
  /** Next slot boundary at which a transfer ends or a match is possible; `null`: none is expected. */
  next_ps: number | null;
  crossing: { input: number; output: number; priority: number; until_ps: number }[];
  requests: { output: number; priority: number; inputs: number[]; has_room: boolean }[];
  /** Row by output, column by priority: the input that is granted first. */
  grant_pointers: number[][];
  /** Row by input, column by priority: the output that is accepted first. */
  accept_pointers: number[][];
  slots: number;
  matches: number;
  cells: number;
}

/** Frame in a cable. Its first bit leaves at `starts_ps`, its last bit at `ends_ps`; the last bit arrives at `arrives_ps`. */
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

/** Port. `paused`: priorities that it may not send; `asked`: priorities for which it requests a pause of its peer. */
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

/** Priority group and egress queue of a priority that holds bytes, or has held some. `null`: the threshold is off. */
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

/** ETS class of a port. Quantum and deficit are in bytes for DWRR, in frames for WRR. Byte counts are of the time while several classes had frames to send. */
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

/** Receive buffer of a host. `drain_bps` is the rate of the bus to memory; `null`: unlimited, so that no frame waits. */
export interface FabricReceiver {
  node: string;
  drain_bps: number | null;
  receive_buffer_bytes: number;
  receive_bytes: number;
  receive_peak_bytes: number;
  queues: FabricReceiveQueue[];
}

/** Priority of a receive buffer that sends pauses, or holds bytes. It sends a pause at `high_bytes` and a resume at `low_bytes`. */
export interface FabricReceiveQueue {
  priority: number;
  bytes: number;
  high_bytes: number | null;
  low_bytes: number | null;
}
