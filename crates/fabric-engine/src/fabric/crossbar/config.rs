//! Configuration of a crossbar.

use crate::units::Time;

/// Matching algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// iSLIP: round-robin pointers that move only past accepted grants, and only in the first iteration.
    /// Source: `McKeown`, "The iSLIP scheduling algorithm for input-queued switches", IEEE/ACM Transactions
    /// on Networking, 1999.
    Islip,
    /// Parallel iterative matching: random grants and accepts (Anderson et al.,
    /// "High-speed switch scheduling for local-area networks", ACM TOCS, 1993).
    Pim,
}

/// Queues at an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Virtual output queues: a queue for each output and priority, so that no frame waits behind a
    /// frame for another output.
    Voq,
    /// Single FIFO for all frames: the frame at its head blocks all frames behind it. Source: Karol, Hluchyj
    /// and Morgan, "Input versus output queueing on a space-division packet switch", IEEE Transactions on
    /// Communications, 1987.
    SingleFifo,
}

/// Order in which an output serves priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// The highest requested priority is first, at outputs and inputs (prioritised iSLIP, `McKeown`
    /// 1999, section VII).
    Strict,
    /// The scheduler of the output selects the priority. An input then has one accept pointer for
    /// all priorities, because only outputs have weights.
    Weighted,
}

/// Duration of a match: a frame or a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A match lasts until a whole frame is transferred.
    Packet,
    /// A match lasts for one cell. Cells of several frames alternate, and the output reassembles
    /// the frames.
    Cell,
}

/// Configuration of a crossbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrossbarConfig {
    /// Matching algorithm.
    pub matching: Matching,
    /// Rounds of request, grant and accept in each slot: 1 to 4.
    pub iterations: u8,
    /// Queues at an input.
    pub inputs: Inputs,
    /// Order in which an output serves priorities.
    pub precedence: Precedence,
    /// Duration of a match: a frame or a cell.
    pub mode: Mode,
    /// Bytes of a cell, at least 64. The last cell of a frame takes a whole slot even if it is not
    /// full.
    pub cell_bytes: u32,
    /// Slot time, above 0: time of a cell at the fastest port, divided by the speed-up.
    pub slot: Time,
    /// Time from the transfer of the last cell of a frame to its arrival in the egress queue.
    pub latency: Time,
    /// Capacity of an egress queue (output, priority) behind the crossbar, in frames of the
    /// greatest length; above 0. Frames are granted to the queue only while one more frame of that
    /// length fits.
    pub egress_frames: u8,
}
