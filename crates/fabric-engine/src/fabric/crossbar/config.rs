use crate::units::Time;

/// How inputs and outputs are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// Round-robin pointers that move only past what was accepted, and only in
    /// the first iteration (`McKeown`, "The iSLIP scheduling algorithm for
    /// input-queued switches", IEEE/ACM Transactions on Networking, 1999).
    Islip,
    /// Parallel iterative matching: random grants and accepts (Anderson et al.,
    /// "High-speed switch scheduling for local-area networks", ACM TOCS, 1993).
    Pim,
}

/// How frames wait at an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// One queue per output and priority: nobody waits behind a frame for
    /// another output.
    Voq,
    /// One queue for everything: its head blocks the rest (Karol, Hluchyj and
    /// Morgan, "Input versus output queueing on a space-division packet
    /// switch", IEEE Transactions on Communications, 1987).
    SingleFifo,
}

/// Which priority an output serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// The highest that is asked for, at outputs and at inputs (prioritised
    /// iSLIP, `McKeown` 1999, section VII).
    Strict,
    /// As the output's transmission selection would pick. Inputs then accept by
    /// one pointer over all priorities: the weights are the outputs' business.
    Weighted,
}

/// For how long a match lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Until the whole frame is through.
    Packet,
    /// For one cell: cells of several frames take turns, and an output puts
    /// them together again.
    Cell,
}

/// How a crossbar is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossbarConfig {
    /// How inputs and outputs are matched.
    pub matching: Matching,
    /// Rounds of request, grant and accept in each slot: 1 to 4.
    pub iterations: u8,
    /// How frames wait at an input.
    pub inputs: Inputs,
    /// Which priority is served.
    pub precedence: Precedence,
    /// For how long a match lasts.
    pub mode: Mode,
    /// Bytes of a cell, at least 64. A partly filled last cell costs a whole slot.
    pub cell_bytes: u32,
    /// The time of a slot, above 0: that of a cell at the fastest port, divided
    /// by the speedup.
    pub slot: Time,
    /// From a frame's last cell to the egress queue.
    pub latency: Time,
    /// What an egress queue behind the crossbar holds of each priority, in
    /// longest frames, above 0. It is open while there is room for one of these.
    pub egress_frames: u8,
}
