//! Efficiency of a frame: share of the payload in the bytes of the frame and in the bytes on the wire. Shares
//! are in millionths: 500 000 is one half. Start with [`Efficiency::of`].
//!
//! A frame of exactly 64 B has no padding. A frame without payload has efficiency 0.

use crate::units::{Time, TransmissionTimes};
use crate::wire::{Format, ICRC_BYTES, MIN_FRAME_BYTES, TAG_BYTES};

/// Bytes of a frame on the wire, divided by purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Efficiency {
    /// Bytes of payload in the frame.
    pub payload: u16,
    /// Bytes of addresses and headers before the payload, without the tag.
    pub header: u16,
    /// Bytes of the 802.1Q tag; 0 without a tag.
    pub tag: u16,
    /// Bytes of the invariant CRC and the frame check sequence (FCS).
    pub trailer: u16,
    /// Bytes of padding up to the shortest Ethernet frame, 64 B. 0 if the frame has 64 B or more.
    pub padding: u16,
    /// Bytes of preamble, start delimiter and gap between frames.
    pub overhead: u32,
}

impl Efficiency {
    /// Divides the bytes of a frame of `format` with `payload` bytes by purpose. `tagged` and `icrc` say
    /// whether the frame has an 802.1Q tag and an invariant CRC. `overhead` is the number of bytes on the
    /// wire outside the frame. The frame must have fewer than 65 536 B.
    #[must_use]
    pub fn of(format: &Format, payload: u16, tagged: bool, icrc: bool, overhead: u32) -> Self {
        let bare = payload + format.envelope_bytes(tagged, icrc);
        Self {
            payload,
            header: format.header_bytes,
            tag: if tagged { TAG_BYTES } else { 0 },
            trailer: format.trailer_bytes + if icrc { ICRC_BYTES } else { 0 },
            padding: MIN_FRAME_BYTES.saturating_sub(bare),
            overhead,
        }
    }

    /// Bytes of the frame, header through FCS, with its padding.
    #[must_use]
    pub const fn frame(&self) -> u16 {
        self.payload + self.header + self.tag + self.trailer + self.padding
    }

    /// Share of the payload in the bytes of the frame, in millionths, rounded to the nearest.
    #[must_use]
    pub fn of_frame(&self) -> u32 {
        millionths(self.payload, u32::from(self.frame()))
    }

    /// Share of the payload in the bytes on the wire, in millionths, rounded to the nearest.
    #[must_use]
    pub fn of_wire(&self) -> u32 {
        millionths(self.payload, u32::from(self.frame()) + self.overhead)
    }

    /// Time that the frame takes on a wire with the clock `clock`, overhead included.
    #[must_use]
    pub fn time(&self, clock: TransmissionTimes) -> Time {
        clock.time(u32::from(self.frame()) + self.overhead)
    }
}

fn millionths(part: u16, whole: u32) -> u32 {
    let (part, whole) = (u64::from(part), u64::from(whole.max(1)));
    u32::try_from((part * 1_000_000 + whole / 2) / whole).unwrap_or(1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Rate;
    use crate::wire::OVERHEAD_BYTES;

    fn of(name: &str, payload: u16) -> Efficiency {
        let format = Format::built_in(name).unwrap();
        Efficiency::of(format, payload, format.taggable, false, OVERHEAD_BYTES)
    }

    #[test]
    fn a_lite_frame_is_98_8_percent_payload() {
        let lite = of("afh_lite", 1_344);
        assert_eq!(lite.frame(), 1_360);
        assert_eq!(lite.of_frame(), 988_235);
        assert_eq!(lite.of_wire(), 973_913);
    }

    #[test]
    fn efficiency_falls_with_headers_and_small_payloads() {
        let order = ["afh_lite", "afh_gen2_16b", "standard"].map(|name| of(name, 1_344).of_frame());
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        assert_eq!(of("rocev2", 4_096).of_frame(), 984_142);
        let small = of("rocev2", 1);
        assert_eq!((small.frame(), small.padding), (67, 0));
        assert_eq!((of("ip", 1).frame(), of("ip", 1).padding), (64, 41));
    }

    #[test]
    fn a_frame_takes_its_bytes_and_20_on_the_wire() {
        assert_eq!(of("afh_lite", 1_344).time(TransmissionTimes::new(Rate::gbps(400))), Time(1_380 * 20));
    }
}
