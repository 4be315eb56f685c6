//! PFC frame in bytes. Start with [`PfcFrame`].

use crate::ids::PrioritySet;
use std::fmt;

use super::{MIN_FRAME_BYTES, PRIORITIES};
use crate::units::Quanta;

/// Priority-based flow control (PFC) frame (IEEE 802.1Qbb; MAC control frame of IEEE 802.3, annexes
/// 31B and 31D).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PfcFrame {
    /// Priorities to which `time` applies. Entries of `time` for other priorities are ignored.
    pub enable: PrioritySet,
    /// Pause time of each priority; 0 resumes.
    pub time: [Quanta; PRIORITIES],
}

const DESTINATION: [u8; 6] = [0x01, 0x80, 0xC2, 0x00, 0x00, 0x01];
const MAC_CONTROL: [u8; 2] = [0x88, 0x08];
const OPCODE: [u8; 2] = [0x01, 0x01];

/// MAC control frame with `opcode` and no operands, 60 B without FCS (IEEE 802.3, clause 31).
pub(super) fn mac_control(source: [u8; 6], opcode: [u8; 2]) -> [u8; 60] {
    let mut bytes = [0; 60];
    bytes[0..6].copy_from_slice(&DESTINATION);
    bytes[6..12].copy_from_slice(&source);
    bytes[12..14].copy_from_slice(&MAC_CONTROL);
    bytes[14..16].copy_from_slice(&opcode);
    bytes
}

/// Reason why bytes are not a PFC frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MalformedPfc {
    /// The frame has fewer than 34 bytes, the length of a PFC frame without padding and FCS. The value is the
    /// number of bytes of the frame.
    Short(usize),
    /// The destination address is not 01-80-C2-00-00-01.
    Destination,
    /// The Ethernet type is not 0x8808, or the opcode is not 0x0101.
    NotPfc,
}

impl fmt::Display for MalformedPfc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short(bytes) => {
                write!(f, "{bytes} bytes are too few for a PFC frame, which has 34 before its padding")
            }
            Self::Destination => f.write_str("a PFC frame is addressed to 01-80-C2-00-00-01"),
            Self::NotPfc => f.write_str("a PFC frame has type 0x8808 and opcode 0x0101"),
        }
    }
}

impl std::error::Error for MalformedPfc {}

impl PfcFrame {
    /// Length of a PFC frame in bytes, header through FCS.
    pub const BYTES: u16 = MIN_FRAME_BYTES;

    /// Priorities that the frame pauses: enabled, with a pause time above 0.
    #[must_use]
    pub fn pauses(&self) -> PrioritySet {
        self.enable.iter().filter(|n| self.time[n.index()].0 != 0).collect()
    }

    /// Priorities that the frame resumes: enabled, with a pause time of 0.
    #[must_use]
    pub fn resumes(&self) -> PrioritySet {
        self.enable & !self.pauses()
    }

    /// Bytes of the frame from the MAC address `source`, without FCS: 60 B, as packet analysers expect. Pause
    /// times of priorities that are not enabled are written, too.
    #[must_use]
    pub fn encode(&self, source: [u8; 6]) -> [u8; 60] {
        let mut bytes = mac_control(source, OPCODE);
        bytes[17] = self.enable.bits();
        for (n, time) in self.time.iter().enumerate() {
            bytes[18 + 2 * n..20 + 2 * n].copy_from_slice(&time.0.to_be_bytes());
        }
        bytes
    }

    /// Reads a frame from bytes as [`PfcFrame::encode`] writes them. Padding and FCS may follow or
    /// be missing. The high byte of the class-enable vector is reserved and ignored (802.1Qbb).
    ///
    /// # Errors
    /// If the bytes are no PFC frame. The length is checked first, then the destination. A frame with an
    /// 802.1Q tag is [`MalformedPfc::NotPfc`].
    pub fn decode(bytes: &[u8]) -> Result<Self, MalformedPfc> {
        if bytes.len() < 34 {
            return Err(MalformedPfc::Short(bytes.len()));
        }
        if bytes[0..6] != DESTINATION {
            return Err(MalformedPfc::Destination);
        }
        if bytes[12..14] != MAC_CONTROL || bytes[14..16] != OPCODE {
            return Err(MalformedPfc::NotPfc);
        }
        let time =
            std::array::from_fn(|n| Quanta(u16::from_be_bytes([bytes[18 + 2 * n], bytes[19 + 2 * n]])));
        Ok(Self { enable: PrioritySet::from_bits(bytes[17]), time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Priority;

    #[test]
    fn pause_of_priority_3_matches_an_analyser() {
        let mut frame = PfcFrame { enable: PrioritySet::from_bits(0b0000_1001), ..PfcFrame::default() };
        frame.time[3] = Quanta::MAX;
        let bytes = frame.encode([2, 0, 0, 0, 0, 7]);
        let head = [1, 0x80, 0xC2, 0, 0, 1, 2, 0, 0, 0, 0, 7, 0x88, 0x08, 0x01, 0x01, 0x00, 0x09];
        assert_eq!(bytes[..18], head);
        assert_eq!(bytes[18..34], [0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(PfcFrame::decode(&bytes), Ok(frame));
        assert_eq!(
            (frame.pauses(), frame.resumes()),
            (PrioritySet::of(Priority::P3), PrioritySet::of(Priority::P0))
        );
    }

    #[test]
    fn other_frames_are_refused_as_pfc() {
        let good = PfcFrame::default().encode([0; 6]);
        assert_eq!(PfcFrame::decode(&good[..33]), Err(MalformedPfc::Short(33)));
        let mut other = good;
        other[0] = 2;
        assert_eq!(PfcFrame::decode(&other), Err(MalformedPfc::Destination));
        let mut pause = good;
        pause[15] = 0;
        pause[14] = 0;
        assert_eq!(PfcFrame::decode(&pause), Err(MalformedPfc::NotPfc));
    }
}
