//! Encoding of a frame in bytes for packet analysers, used only for a capture. Each field is at the offset
//! that its standard gives. The payload repeats one byte. Fields that the model does not have are 0. Start
//! with [`OnWire::encode`].

mod transport;

pub use transport::{AETH_BYTES, MessagePosition, RETH_BYTES, TransportOp};

use super::{Ecn, FCS_BYTES, Format, ICRC_BYTES, Label, Layout, REQUEST_BYTES, TAG_BYTES};
use crate::ids::HostId;

/// Fields of a frame from which its bytes are encoded.
#[derive(Clone, Copy, Debug)]
pub struct OnWire<'a> {
    /// Frame format.
    pub format: &'a Format,
    /// Whether the frame carries an ICRC, for formats in which it is optional. A `RoCEv2` frame always has
    /// one.
    pub icrc: bool,
    /// PCP and DSCP; absent if the frame has no tag or no IP header.
    pub label: Label,
    /// ECN field of the IP header.
    pub ecn: Ecn,
    /// Sending host.
    pub source: HostId,
    /// Receiving host.
    pub destination: HostId,
    /// Index of the flow; determines the queue pair and the UDP source port.
    pub flow: u32,
    /// Sequence number within the flow.
    pub sequence: u32,
    /// Kind of contents after the headers.
    pub contents: FrameContents,
    /// Position of the frame in its message; used for `RoCEv2` only.
    pub place: MessagePosition,
    /// Number of the multicast group to which the frame is sent; `None`: the frame is sent to one
    /// host.
    pub group: Option<u32>,
    /// Number of switches that the frame may still pass; written as the time to live of IP.
    pub hops: u8,
    /// Frame bytes, header through FCS.
    pub bytes: u16,
    /// Payload bytes of the frame.
    pub payload: u16,
}

/// Kind of contents that a frame carries after its headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameContents {
    /// Payload of the flow.
    Payload,
    /// Ack of the sequence number [`OnWire::sequence`].
    Ack,
    /// NAK: the frame with the number [`OnWire::sequence`] is missing.
    Nak,
    /// Congestion notification packet.
    Cnp,
    /// Read request for this many payload bytes.
    ReadRequest(u32),
    /// Payload of a read response.
    ReadResponse,
}

/// UDP port of `RoCEv2` (`InfiniBand` architecture, annex A17.3.1).
const ROCE_PORT: u16 = 4_791;
/// Experimental UDP port (RFC 4727, section 6), for RC Link, which has no registered port.
const RC_LINK_PORT: u16 = 1_021;
/// Discard port (RFC 863), for frames without a transport.
const DISCARD_PORT: u16 = 9;
/// First UDP port for private use. The UDP source port is this port plus the low 14 bits of the flow's index
/// (RFC 6335, section 6). The hash of ECMP thereby spreads flows over equal paths.
const FIRST_SOURCE_PORT: u16 = 49_152;

/// Byte that fills the payload. Not 0, because analysers read zeros as the type of an encapsulated
/// frame.
const PAYLOAD: u8 = 0x5A;

const IPV4: u16 = 0x0800;
/// Ethernet type for local experiments (IEEE 802, clause 9.2.4).
const EXPERIMENTAL: u16 = 0x88B5;
const VLAN: u16 = 0x8100;

const IP_BYTES: u16 = 20;
const UDP_BYTES: u16 = 8;
const BTH_BYTES: u16 = 12;

/// MAC address of station `index`: locally administered, with the index in the last four bytes. The index of
/// a host is the index of its [`HostId`]. A caller that also addresses ports of switches gives these ports
/// indices above all hosts.
#[must_use]
pub const fn mac(index: u32) -> [u8; 6] {
    let [a, b, c, d] = index.to_be_bytes();
    [0x02, 0x00, a, b, c, d]
}

/// IP address of host `host`: 10.0.0.0 plus the index plus 1, so that host 0 is `10.0.0.1`. Only the low 24
/// bits of the sum are used.
#[must_use]
pub const fn ip(host: HostId) -> [u8; 4] {
    let [_, b, c, d] = (host.0 + 1).to_be_bytes();
    [10, b, c, d]
}

/// IP address of multicast group `group`: 239.0.0.0 plus the low 24 bits of the number. The range is for
/// private use (RFC 2365, section 6.1).
#[must_use]
pub const fn group_ip(group: u32) -> [u8; 4] {
    let [_, b, c, d] = group.to_be_bytes();
    [239, b, c, d]
}

/// MAC address of multicast group `group`: the low 23 bits of its IP address (RFC 1112, section 6.4).
#[must_use]
pub const fn group_mac(group: u32) -> [u8; 6] {
    let [_, b, c, d] = group_ip(group);
    [0x01, 0x00, 0x5E, b & 0x7F, c, d]
}

impl OnWire<'_> {
    /// Bytes of the frame, from the destination address to the FCS. If [`OnWire::bytes`] is too small for the
    /// headers and the payload, the result is longer.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(usize::from(self.bytes));
        self.addresses(&mut out);
        if let Some(pcp) = self.label.pcp() {
            word(&mut out, VLAN);
            // Priority code point, drop eligible 0, VLAN 0: a priority tag (802.1Q, clause 9.6).
            word(&mut out, u16::from(pcp) << 13);
        }
        match self.format.layout {
            Layout::AfhLite => {}
            Layout::Ethernet => word(&mut out, EXPERIMENTAL),
            Layout::AfhGen1 | Layout::AfhGen2 => {
                word(&mut out, EXPERIMENTAL);
                self.reliability(&mut out);
            }
            Layout::Ip => self.datagram(&mut out, DISCARD_PORT),
            Layout::RcLink => {
                self.datagram(&mut out, RC_LINK_PORT);
                self.reliability(&mut out);
            }
            Layout::Roce => {
                self.datagram(&mut out, ROCE_PORT);
                self.transport(&mut out);
            }
        }
        let header = self.format.header_bytes + if self.tagged() { TAG_BYTES } else { 0 };
        let whole = usize::from(header + self.carried());
        let fill = if matches!(self.contents, FrameContents::Payload | FrameContents::ReadResponse) {
            PAYLOAD
        } else {
            0
        };
        out.resize(whole.max(out.len()), fill);
        if self.format.layout == Layout::Roce {
            let crc = roce_icrc(&out[usize::from(header - BTH_BYTES - UDP_BYTES - IP_BYTES)..]);
            out.extend(crc.to_le_bytes());
        } else if self.icrc {
            let crc = crc32fast::hash(&out[header.into()..]);
            out.extend(crc.to_le_bytes());
        }
        out.resize(usize::from(self.bytes.saturating_sub(FCS_BYTES)).max(out.len()), 0);
        with_fcs(out)
    }

    /// Number of bytes between the headers and the trailer of the frame.
    const fn carried(&self) -> u16 {
        match self.contents {
            // Payload and pad of RoCE are whole words of 4 B (architecture, 9.2.4). Up to 3 B of
            // payload are left out; zeros behind the ICRC replace them, so that the frame is as
            // long as in the run.
            FrameContents::Payload | FrameContents::ReadResponse
                if matches!(self.format.layout, Layout::Roce) =>
            {
                self.payload & !3
            }
            FrameContents::Payload | FrameContents::ReadResponse => self.payload,
            FrameContents::ReadRequest(_) => REQUEST_BYTES,
            FrameContents::Ack | FrameContents::Nak => self.format.ack_bytes,
            FrameContents::Cnp => self.format.cnp_bytes,
        }
    }

    fn tagged(&self) -> bool {
        self.label.pcp().is_some()
    }

    /// Appends the destination address, then the source address. The 8-bit traffic class of
    /// `AFH_GEN1` is the second byte of the source address.
    fn addresses(&self, out: &mut Vec<u8>) {
        let mut source = mac(self.source.0);
        if self.format.layout == Layout::AfhGen1 {
            source[1] = self.label.pcp().unwrap_or(0);
        }
        out.extend(self.group.map_or_else(|| mac(self.destination.0), group_mac));
        out.extend(source);
    }

    /// Appends Ethernet type, IPv4 header and UDP header (RFC 791, RFC 768). The UDP checksum is 0,
    /// as annex A17 requires.
    fn datagram(&self, out: &mut Vec<u8>, port: u16) {
        word(out, IPV4);
        let at = out.len();
        let length = self.datagram_bytes();
        out.push(0x45);
        out.push(self.label.dscp().unwrap_or(0) << 2 | self.ecn as u8);
        word(out, length);
        word(out, low(self.sequence));
        // Do not fragment.
        word(out, 0x4000);
        out.push(self.hops);
        out.push(17);
        word(out, 0);
        out.extend(ip(self.source));
        out.extend(self.group.map_or_else(|| ip(self.destination), group_ip));
        let sum = checksum(&out[at..]);
        out[at + 10..at + 12].copy_from_slice(&sum.to_be_bytes());
        word(out, FIRST_SOURCE_PORT | low(self.flow) & 0x3FFF);
        word(out, port);
        word(out, length - IP_BYTES);
        word(out, 0);
    }

    /// Number of bytes of the IP datagram, at least the length of its IP and UDP headers. In the format `ip`
    /// the payload of the flow is the whole datagram.
    fn datagram_bytes(&self) -> u16 {
        let icrc = if self.icrc { ICRC_BYTES } else { 0 };
        let around = self.format.header_bytes - 14 + self.format.trailer_bytes - FCS_BYTES + icrc;
        (around + self.carried()).max(IP_BYTES + UDP_BYTES)
    }

    /// Appends the 8 B reliability header of RC Link, whose layout is not public. Fields: opcode (0
    /// data, 1 request, 10 ack, NAK or CNP), virtual channel, flow, sequence number.
    fn reliability(&self, out: &mut Vec<u8>) {
        out.push(match self.contents {
            FrameContents::Payload | FrameContents::ReadResponse => 0,
            FrameContents::ReadRequest(_) => 1,
            FrameContents::Ack | FrameContents::Nak | FrameContents::Cnp => 10,
        });
        out.push(self.label.pcp().unwrap_or(0));
        word(out, low(self.flow));
        out.extend(self.sequence.to_be_bytes());
    }
}

/// Appends the frame check sequence of `bytes` (IEEE 802.3, clause 3.2.9) and returns the frame.
#[must_use]
pub fn with_fcs(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32fast::hash(&bytes);
    bytes.extend(crc.to_le_bytes());
    bytes
}

fn word(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

fn low(value: u32) -> u16 {
    u16::try_from(value & 0xFFFF).unwrap_or(0)
}

/// Checksum of an IPv4 header (RFC 791): ones' complement of the ones' complement sum of its 16-bit
/// words.
fn checksum(header: &[u8]) -> u16 {
    let words = header.chunks(2).map(|pair| u32::from(u16::from_be_bytes([pair[0], pair[1]])));
    let sum: u32 = words.sum();
    let folded = (sum & 0xFFFF) + (sum >> 16);
    !low((folded & 0xFFFF) + (folded >> 16))
}

/// Invariant CRC of a datagram (`InfiniBand` architecture, annex A17.3.3). Fields that routers may
/// change are replaced by ones. Eight bytes of ones are put in front, in place of the missing local
/// header.
fn roce_icrc(datagram: &[u8]) -> u32 {
    let mut masked = [0xFF; 8].to_vec();
    masked.extend(datagram);
    // Type of service, time to live, header checksum, UDP checksum, BTH's resv8a.
    for at in [1, 8, 10, 11, 26, 27, 32] {
        masked[8 + at] = 0xFF;
    }
    crc32fast::hash(&masked)
}

#[cfg(test)]
mod tests;
