//! What a frame is: formats as data, what a frame says of its priority, and
//! its bytes.

mod encode;
mod format;
mod label;
mod pfc;

pub use encode::{Carries, OnWire, Place, Verb, group_ip, group_mac, ip, mac, with_fcs};
pub use format::{BUILT_IN, FCS_BYTES, Format, FormatId, ICRC_BYTES, Layout, REQUEST_BYTES, TAG_BYTES};
pub use label::Label;
pub use pfc::{MalformedPfc, PfcFrame};

/// Bytes that a frame takes on the wire beside itself, by default: 7 preamble,
/// 1 start delimiter, 12 inter-frame gap (IEEE 802.3, clause 4.4.2).
pub const OVERHEAD_BYTES: u32 = 20;

/// What of that goes before the frame: preamble and start delimiter (IEEE 802.3,
/// clause 4.2.5); where the overhead is less, all of it.
pub const PREAMBLE_BYTES: u32 = 8;

/// The shortest frame, header through FCS (IEEE 802.3, clause 3.2.8).
pub const MIN_FRAME_BYTES: u16 = 64;

/// The longest frame that a document may use: a 9216 B payload with tag, header and FCS.
pub const MAX_FRAME_BYTES: u16 = 9_238;

/// Number of priorities of 802.1Q (PCP is 3 bits).
pub const PRIORITIES: usize = 8;

/// The ECN field of an IP header (RFC 3168, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[repr(u8)]
pub enum Ecn {
    /// No ECN-capable transport, or no IP header at all: never marked.
    #[default]
    NotCapable = 0,
    /// ECN-capable transport.
    Capable = 2,
    /// Congestion experienced; stays so to the end of its way.
    Marked = 3,
}
