//! Pause frame of a whole link in bytes (IEEE 802.3, annex 31B).

use super::pfc::mac_control;
use crate::units::Quanta;

/// Opcode of a pause frame (802.3x).
const OPCODE: [u8; 2] = [0x00, 0x01];

/// Bytes of a pause frame from the MAC address `source`, without FCS: 60 B. `time` counts quanta of
/// 512 bit times; 0 resumes.
#[must_use]
pub fn pause_frame(source: [u8; 6], time: Quanta) -> [u8; 60] {
    let mut bytes = mac_control(source, OPCODE);
    bytes[16..18].copy_from_slice(&time.0.to_be_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_pause_matches_an_analyser() {
        let bytes = pause_frame([2, 0, 0, 0, 0, 7], Quanta(0x1234));
        let head = [1, 0x80, 0xC2, 0, 0, 1, 2, 0, 0, 0, 0, 7, 0x88, 0x08, 0x00, 0x01, 0x12, 0x34];
        assert_eq!(bytes[..18], head);
        assert!(bytes[18..].iter().all(|byte| *byte == 0));
    }
}
