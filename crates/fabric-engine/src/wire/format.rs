//! Frame formats as data: headers and trailers around a payload, the fields that a switch can read,
//! and the layout of the bytes. Start with [`Format`].

mod rows;

pub use rows::BUILT_IN;

use std::borrow::Cow;

use super::MIN_FRAME_BYTES;

/// Index of a frame format: the built-in formats ([`BUILT_IN`]) first, then the formats of the
/// document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct FormatId(pub u8);

impl FormatId {
    /// Default format of flows: Ethernet with an IP packet.
    pub const IP: Self = Self(0);

    /// Index into the formats of a fabric.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Frame format: headers and trailers around a payload.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of a table")]
pub struct Format {
    /// Name of the format in documents.
    pub name: Cow<'static, str>,
    /// Header bytes, without a VLAN tag; at least the 12 B of the addresses.
    pub header_bytes: u16,
    /// Whether a frame can carry an 802.1Q tag.
    pub taggable: bool,
    /// Bytes of the trailer. The 4 B of the FCS are included, an optional ICRC is not.
    pub trailer_bytes: u16,
    /// Whether an invariant CRC of 4 B may precede the FCS.
    pub optional_icrc: bool,
    /// Largest number of payload bytes of a frame.
    pub max_payload: u16,
    /// Whether frames have an IP header, in which a switch reads DSCP and ECN.
    pub ip: bool,
    /// Whether the transport has acks, and so can retransmit lost frames.
    pub reliable: bool,
    /// Bytes of an ack between headers and trailer.
    pub ack_bytes: u16,
    /// Bytes of a CNP between headers and trailer.
    pub cnp_bytes: u16,
    /// Layout of the fields in the bytes of a frame.
    pub layout: Layout,
}

/// Layout of the fields of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// MAC header, then the payload.
    Ethernet,
    /// MAC header, then an IPv4 packet.
    Ip,
    /// `RoCEv2`: MAC, IPv4, UDP, BTH (`InfiniBand` architecture, annex A17).
    Roce,
    /// MAC, IPv4, UDP, reliability header.
    RcLink,
    /// Compressed addresses in place of MAC addresses, Ethernet type, reliability header. The
    /// traffic class is a byte of the source address.
    AfhGen1,
    /// Layout of [`Layout::AfhGen1`] with 16-bit addresses.
    AfhGen2,
    /// Addresses of 12 B, then the payload, without an Ethernet type.
    AfhLite,
}

/// Bytes of a read request between headers and trailer: address, key and length, as in the RETH of
/// `InfiniBand` (architecture, 9.3.1). Also used for formats without a public layout.
pub const REQUEST_BYTES: u16 = 16;
/// Bytes of an 802.1Q tag (IEEE 802.1Q, clause 9.3).
pub const TAG_BYTES: u16 = 4;
/// Bytes of an invariant CRC.
pub const ICRC_BYTES: u16 = 4;
/// Bytes of the frame check sequence (IEEE 802.3, clause 3.2.9).
pub const FCS_BYTES: u16 = 4;

impl Format {
    /// Built-in format of this name; `None` if there is none.
    #[must_use]
    pub fn built_in(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|format| format.name == name)
    }

    /// Bytes of a frame without its payload: headers, tag if `tagged`, ICRC if `icrc`, trailer. Whether the
    /// format allows a tag or an optional ICRC is not checked.
    #[must_use]
    pub const fn envelope_bytes(&self, tagged: bool, icrc: bool) -> u16 {
        let tag = if tagged { TAG_BYTES } else { 0 };
        let icrc = if icrc { ICRC_BYTES } else { 0 };
        self.header_bytes + tag + icrc + self.trailer_bytes
    }

    /// Bytes of the frame that carries `payload` bytes, header through FCS, padded to the 64 B minimum.
    /// [`Format::max_payload`] is not checked.
    #[must_use]
    pub const fn frame_bytes(&self, payload: u16, tagged: bool, icrc: bool) -> u16 {
        let bytes = payload + self.envelope_bytes(tagged, icrc);
        if bytes < MIN_FRAME_BYTES { MIN_FRAME_BYTES } else { bytes }
    }

    /// Bytes of an ack, header through FCS, padded to the 64 B minimum.
    #[must_use]
    pub const fn ack_frame_bytes(&self, tagged: bool, icrc: bool) -> u16 {
        self.frame_bytes(self.ack_bytes, tagged, icrc)
    }

    /// Bytes of a CNP, header through FCS, padded to the 64 B minimum.
    #[must_use]
    pub const fn cnp_frame_bytes(&self, tagged: bool, icrc: bool) -> u16 {
        self.frame_bytes(self.cnp_bytes, tagged, icrc)
    }

    /// Bytes of a read request, header through FCS, padded to the 64 B minimum.
    #[must_use]
    pub const fn request_frame_bytes(&self, tagged: bool, icrc: bool) -> u16 {
        self.frame_bytes(REQUEST_BYTES, tagged, icrc)
    }
}

#[cfg(test)]
mod tests;
