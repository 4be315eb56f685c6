use super::{Ecn, MIN_FRAME_BYTES};

/// What surrounds a payload: a frame format, as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// As documents name it.
    pub name: &'static str,
    /// Bytes before the payload, tag not counted.
    pub header_bytes: u16,
    /// Bytes of the VLAN tag that carries the priority; 0 if there is none.
    pub tag_bytes: u16,
    /// Bytes after the payload, FCS included.
    pub trailer_bytes: u16,
    /// The ECN field that a frame of this format starts with.
    pub ecn: Ecn,
}

/// Raw Ethernet, tagged: destination, source, 802.1Q tag, type; FCS.
/// Carries what the flow says of ECN, as if its payload had an IP header.
pub const RAW: Format =
    Format { name: "raw", header_bytes: 14, tag_bytes: 4, trailer_bytes: 4, ecn: Ecn::Capable };

impl Format {
    /// Bytes of a frame that are not payload.
    #[must_use]
    pub const fn envelope_bytes(&self) -> u16 {
        self.header_bytes + self.tag_bytes + self.trailer_bytes
    }

    /// Bytes of the frame that carries `payload` bytes, header through FCS,
    /// padded to the 64 B minimum.
    #[must_use]
    pub const fn frame_bytes(&self, payload: u16) -> u16 {
        let bytes = payload + self.envelope_bytes();
        if bytes < MIN_FRAME_BYTES { MIN_FRAME_BYTES } else { bytes }
    }
}
