//! Frame formats as data: what surrounds a payload, what a switch can read of
//! it, and how its bytes are laid out.

mod rows;

pub use rows::BUILT_IN;

use std::borrow::Cow;

use super::MIN_FRAME_BYTES;

/// Which of a fabric's formats: the built-in ones ([`BUILT_IN`]) first, then
/// those of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub struct FormatId(pub u8);

impl FormatId {
    /// The format of flows that name none: Ethernet that carries an IP packet.
    pub const IP: Self = Self(0);

    /// As an index into the formats of a fabric.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What surrounds a payload: a frame format, as data.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a column of a table")]
pub struct Format {
    /// As documents name it.
    pub name: Cow<'static, str>,
    /// Bytes before the payload, VLAN tag not counted; at least the 12 B of
    /// the addresses.
    pub header_bytes: u16,
    /// Whether a frame can carry an 802.1Q tag.
    pub taggable: bool,
    /// Bytes after the payload, the 4 B of the FCS among them; an optional
    /// ICRC not counted.
    pub trailer_bytes: u16,
    /// Whether an invariant CRC of 4 B may go between payload and FCS.
    pub optional_icrc: bool,
    /// The most payload that a frame may carry, in bytes.
    pub max_payload: u16,
    /// Whether a switch finds an IP header: DSCP and ECN.
    pub ip: bool,
    /// Whether the transport acknowledges, and so may send again.
    pub reliable: bool,
    /// Bytes that an ack has beyond the headers, instead of a payload.
    pub ack_bytes: u16,
    /// Bytes that a CNP has beyond the headers.
    pub cnp_bytes: u16,
    /// Where the fields stand.
    pub layout: Layout,
}

/// Where the fields of a frame stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// MAC header, payload.
    Ethernet,
    /// MAC header, then what has the bytes of an IPv4 packet.
    Ip,
    /// `RoCEv2`: MAC, IPv4, UDP, BTH (`InfiniBand` architecture, annex A17).
    Roce,
    /// MAC, IPv4, UDP, reliability header.
    RcLink,
    /// Compressed addresses in the place of the MAC header's, type,
    /// reliability header; the traffic class stands in the source address.
    AfhGen1,
    /// The same with 16-bit addresses.
    AfhGen2,
    /// The 12 B of addresses and nothing else.
    AfhLite,
}

/// What a read request says beyond the headers: address, key, and length, as
/// `InfiniBand`'s RETH has them (architecture, 9.3.1). Where a format has no public
/// layout of its own, this stands in its place.
pub const REQUEST_BYTES: u16 = 16;
/// Bytes of an 802.1Q tag (IEEE 802.1Q, clause 9.3).
pub const TAG_BYTES: u16 = 4;
/// Bytes of an invariant CRC.
pub const ICRC_BYTES: u16 = 4;
/// Bytes of the frame check sequence (IEEE 802.3, clause 3.2.9).
pub const FCS_BYTES: u16 = 4;

impl Format {
    /// The built-in format of this name.
    #[must_use]
    pub fn built_in(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|format| format.name == name)
    }

    /// Bytes of a frame that are not payload.
    #[must_use]
    pub const fn envelope_bytes(&self, tagged: bool, icrc: bool) -> u16 {
        let tag = if tagged { TAG_BYTES } else { 0 };
        let icrc = if icrc { ICRC_BYTES } else { 0 };
        self.header_bytes + tag + icrc + self.trailer_bytes
    }

    /// Bytes of the frame that carries `payload` bytes, header through FCS,
    /// padded to the 64 B minimum.
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
