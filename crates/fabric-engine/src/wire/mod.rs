//! Frames on the wire: formats as data, priority fields, and bytes.
//!
//! The module uses only [`crate::units`] and [`crate::ids`]. Start with [`Format`].

mod encode;
mod format;
mod label;
mod pause;
mod pfc;

pub use encode::{
    AETH_BYTES, FrameContents, MessagePosition, OnWire, RETH_BYTES, TransportOp, group_ip, group_mac, ip,
    mac, with_fcs,
};
pub use format::{BUILT_IN, FCS_BYTES, Format, FormatId, ICRC_BYTES, Layout, REQUEST_BYTES, TAG_BYTES};
pub use label::Label;
pub use pause::pause_frame;
pub use pfc::{MalformedPfc, PfcFrame};

/// Default number of bytes that each frame occupies on the link in addition to its length. They are 7 B
/// preamble, 1 B start delimiter and 12 B inter-frame gap (IEEE 802.3, clause 4.4.2).
pub const OVERHEAD_BYTES: u32 = 20;

/// Bytes of [`OVERHEAD_BYTES`] that precede the frame: preamble and start delimiter (IEEE 802.3,
/// clause 4.2.5). If a port has a smaller overhead, all of it precedes the frame.
pub const PREAMBLE_BYTES: u32 = 8;

/// Shortest frame in bytes, header through FCS (IEEE 802.3, clause 3.2.8).
pub const MIN_FRAME_BYTES: u16 = 64;

/// Longest frame in bytes that a document may use: a payload of 9216 B with tag, header and FCS.
pub const MAX_FRAME_BYTES: u16 = 9_238;

/// Number of priorities of 802.1Q (PCP is 3 bits).
pub const PRIORITIES: usize = 8;

/// ECN field of an IP header (RFC 3168, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum Ecn {
    /// No ECN-capable transport, or no IP header at all: never marked.
    #[default]
    NotCapable = 0,
    /// ECN-capable transport.
    Capable = 2,
    /// Congestion experienced; the mark is never cleared on the path.
    Marked = 3,
}
