//! Transport headers of `RoCEv2` (`InfiniBand` architecture, volume 1, chapter 9). Start with
//! `OnWire::transport`.
//!
//! An extended header replaces payload bytes, so that a frame keeps its length. A frame whose payload is
//! shorter than the extended header of its opcode has no extended header.

use super::{FrameContents, OnWire};

/// Operation of a flow, from which the opcodes of its frames follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TransportOp {
    /// SEND of a reliable connection.
    #[default]
    Send,
    /// RDMA WRITE of a reliable connection.
    Write,
    /// SEND Only of an unreliable datagram, as multicast uses it (architecture, 10.5).
    Datagram,
}

/// Position of a frame in its message, and further fields of its transport headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MessagePosition {
    /// Operation of the flow; not used for reads, whose frames have [`FrameContents::ReadRequest`] or
    /// [`FrameContents::ReadResponse`].
    pub verb: TransportOp,
    /// Whether the frame begins its message.
    pub is_first: bool,
    /// Whether the frame ends its message.
    pub is_last: bool,
    /// Bytes of the message; at most 2³¹.
    pub bytes: u32,
    /// Packet sequence number; its low 24 bits are on the wire.
    pub psn: u32,
    /// Number of messages that the responder has completed, as the AETH reports it.
    pub completed: u32,
    /// Whether an ack of the frame is due. A frame of a requester then requests the ack; a read response
    /// never requests one.
    pub is_acknowledged: bool,
}

/// Bytes of an RDMA extended header, RETH (architecture, 9.3.1).
pub const RETH_BYTES: u16 = 16;
/// Bytes of an ack extended header, AETH (architecture, 9.3.5).
pub const AETH_BYTES: u16 = 4;
/// Bytes of a datagram extended header, DETH (architecture, 9.3.2).
const DETH_BYTES: u16 = 8;

/// Syndrome of an ACK without credit limit.
const ACK: u8 = 0x1F;
/// Syndrome of a NAK for a PSN sequence error.
const NAK: u8 = 0x60;
/// Destination queue pair of a multicast (architecture, 9.2.6).
const MULTICAST_QP: u32 = 0x00FF_FFFF;
/// First queue pair of flows; 0 and 1 are for management.
const FIRST_QP: u32 = 2;

/// Extended header that follows the BTH. `Reth` contains the number of bytes of the transfer; `Aeth` contains
/// the syndrome.
#[derive(Clone, Copy)]
enum Extended {
    None,
    Reth(u32),
    Aeth(u8),
    Deth,
}

impl Extended {
    const fn bytes(self) -> u16 {
        match self {
            Self::None => 0,
            Self::Reth(_) => RETH_BYTES,
            Self::Aeth(_) => AETH_BYTES,
            Self::Deth => DETH_BYTES,
        }
    }
}

impl OnWire<'_> {
    /// Appends the BTH and the extended header of its opcode (architecture, 9.2 and 9.3); in a CNP
    /// the BECN bit is set (annex A17.9.3). An extended header of a payload frame replaces payload
    /// bytes, so that the frame is as long as in the run.
    pub(super) fn transport(&self, out: &mut Vec<u8>) {
        const BECN: u8 = 0x40;
        const ACKNOWLEDGE: u8 = 0x80;
        let (opcode, extended) = self.opcode();
        let is_cnp = self.contents == FrameContents::Cnp;
        out.push(opcode);
        // Solicited event 0, migration 0, pad count 0, version 0.
        out.push(0);
        // The default partition.
        out.extend([0xFF, 0xFF]);
        out.push(if is_cnp { BECN } else { 0 });
        let pair = if matches!(extended, Extended::Deth) { MULTICAST_QP } else { self.flow + FIRST_QP };
        out.extend(&pair.to_be_bytes()[1..]);
        // Only a requester requests acks; in responses the bit is 0.
        let requests_acknowledgement = match self.contents {
            FrameContents::Payload => self.place.is_acknowledged,
            FrameContents::ReadRequest(_) => true,
            _ => false,
        };
        out.push(if requests_acknowledgement { ACKNOWLEDGE } else { 0 });
        out.extend(&if is_cnp { 0 } else { self.place.psn }.to_be_bytes()[1..]);
        match extended {
            Extended::None => {}
            Extended::Reth(bytes) => {
                // Virtual address and key are 0: the model has neither.
                out.extend([0; 12]);
                out.extend(bytes.to_be_bytes());
            }
            Extended::Aeth(syndrome) => {
                out.push(syndrome);
                out.extend(&self.place.completed.to_be_bytes()[1..]);
            }
            Extended::Deth => {
                // Queue key 0, then 8 reserved bits.
                out.extend([0; 5]);
                out.extend(&(self.flow + FIRST_QP).to_be_bytes()[1..]);
            }
        }
    }

    /// Opcode (architecture, table 38) and its extended header. A frame with less payload than the
    /// extended header of its opcode gets an opcode without extended header.
    fn opcode(&self) -> (u8, Extended) {
        const SEND: u8 = 0x00;
        const WRITE: u8 = 0x06;
        const READ_REQUEST: u8 = 0x0C;
        const READ_RESPONSE: u8 = 0x0D;
        const ACKNOWLEDGE: u8 = 0x11;
        const DATAGRAM_SEND_ONLY: u8 = 0x64;
        const CNP: u8 = 0x81;
        let place = &self.place;
        let (opcode, extended) = match self.contents {
            FrameContents::Ack => return (ACKNOWLEDGE, Extended::Aeth(ACK)),
            FrameContents::Nak => return (ACKNOWLEDGE, Extended::Aeth(NAK)),
            FrameContents::Cnp => return (CNP, Extended::None),
            FrameContents::ReadRequest(bytes) => return (READ_REQUEST, Extended::Reth(bytes)),
            FrameContents::ReadResponse => {
                let part = if place.is_first && place.is_last { 3 } else { place.part() };
                (READ_RESPONSE + part, if part == 1 { Extended::None } else { Extended::Aeth(ACK) })
            }
            FrameContents::Payload => match place.verb {
                TransportOp::Datagram => (DATAGRAM_SEND_ONLY, Extended::Deth),
                TransportOp::Send => (SEND + place.send_part(), Extended::None),
                TransportOp::Write if place.is_first => {
                    (WRITE + if place.is_last { 4 } else { 0 }, Extended::Reth(place.bytes))
                }
                TransportOp::Write => (WRITE + place.part(), Extended::None),
            },
        };
        if extended.bytes() <= self.carried() {
            (opcode, extended)
        } else if self.contents == FrameContents::ReadResponse {
            (READ_RESPONSE + 1, Extended::None)
        } else {
            (SEND + place.send_part(), Extended::None)
        }
    }
}

impl MessagePosition {
    /// Difference between the opcode of the frame and the opcode of the first frame of a message. First
    /// frame: 0; middle frame: 1; last frame: 2. A frame that is both first and last: 0.
    const fn part(&self) -> u8 {
        match (self.is_first, self.is_last) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => 2,
        }
    }

    /// Difference between the opcode of the SEND frame and the opcode SEND First. 4 if the message has only
    /// this frame; otherwise as in [`MessagePosition::part`].
    const fn send_part(&self) -> u8 {
        if self.is_first && self.is_last { 4 } else { self.part() }
    }
}
