//! Required headroom at the receiving end of a cable, with all terms of the calculation. Start with
//! [`bound()`].
//!
//! If no frames arrive, the headroom is 0. Each frame takes whole memory cells. Numbers of frames are rounded
//! up.

use crate::fabric::pfc::DelayOrder;
use crate::units::{Time, TransmissionTimes};
use crate::wire::{PREAMBLE_BYTES, PfcFrame};

/// Properties of a cable and of its two ends. The headroom of the receiver depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cable {
    /// Transmission times of the link, which follow from its rate.
    pub clock: TransmissionTimes,
    /// Bytes on the wire around each frame: preamble and inter-frame gap.
    pub overhead: u32,
    /// Delay of the cable in one direction: propagation, physical layer (PHY) and forward error correction
    /// (FEC).
    pub delay: Time,
    /// Response time: time that the sender takes to obey a pause. IEEE 802.3, 31B.3.7 allows at most
    /// [`response_quanta`].
    pub response: Time,
    /// Event at which the response time begins. Either the arrival of the pause
    /// ([`DelayOrder::FromIndication`]), or the end of the frame that the sender is transmitting when the
    /// pause arrives ([`DelayOrder::AfterWait`]).
    pub order: DelayOrder,
    /// Largest frame that the receiver itself transmits, in bytes. The PFC frame may have to wait until a
    /// frame of this size has left. 0 if the receiver transmits no other frames.
    pub reverse_frame: u16,
}

/// Required headroom of one ingress priority group, with all terms of the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Time for which the PFC frame waits for the frame that the receiver is transmitting.
    pub wait: Time,
    /// Time from the start of the PFC frame to its last bit.
    pub pfc: Time,
    /// Inter-frame gap after the frame that crosses the threshold. No frame starts in this gap.
    pub gap: Time,
    /// Sum of the delays of the cable in both directions.
    pub propagation: Time,
    /// Time that the sender takes to obey the pause.
    pub response: Time,
    /// Sum of wait, PFC frame, propagation and response, minus the gap. All frames that start within this
    /// time after the threshold was crossed still arrive.
    pub total: Time,
    /// Greatest number of frames that arrive, if all have the largest size. The frame that crosses the
    /// threshold is included. 0 if frame sizes are mixed and memory is counted in cells, because only `bytes`
    /// is calculated then.
    pub frames: u64,
    /// Number of frames in `frames` beyond those that fit into the time `total`: 1 for the frame that
    /// crosses the threshold. Mixed frame sizes add 1, for a frame that has already begun.
    /// [`DelayOrder::AfterWait`] adds at most 1, for a frame that starts before the response time begins.
    pub beyond: u64,
    /// Required headroom: memory that the group needs above its threshold, in bytes.
    pub bytes: u64,
}

/// Calculates the required headroom: the memory of the frames that arrive after the threshold is crossed,
/// while nothing drains. The sender is assumed to be a store-and-forward node. `sizes` has the sizes of the
/// arriving frames in bytes, header to FCS, in ascending order; it is empty if nothing arrives. Memory is
/// counted in cells of `cell_bytes`; 1 counts bytes.
///
/// If all frames have the same size, the result is exact. With mixed sizes, the result exceeds the worst case
/// by at most two of the largest frames, or by three with [`DelayOrder::AfterWait`].
#[must_use]
pub fn bound(cable: &Cable, sizes: &[u16], cell_bytes: u32) -> Bound {
    let wire = |frame: u16| cable.clock.time(u32::from(frame) + cable.overhead);
    let last_bit = |frame: u16| cable.clock.time(u32::from(frame) + cable.overhead.min(PREAMBLE_BYTES));
    let (smallest, largest) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
    let gap = wire(smallest).saturating_sub(last_bit(smallest)).min(wire(largest) - last_bit(largest));
    let wait = if cable.reverse_frame == 0 { Time::ZERO } else { wire(cable.reverse_frame) };
    let pfc = last_bit(PfcFrame::BYTES);
    let propagation = cable.delay + cable.delay;
    let before = (wait + pfc + propagation).saturating_sub(gap);
    let total = before + cable.response;
    let charge = |size: u16| charge(size, cell_bytes);
    let fill = |time: Time| time.ps().div_ceil(wire(largest).ps().max(1));
    let late = match cable.order {
        DelayOrder::FromIndication => 0,
        // The response time begins at the end of a frame, so the times before and after it are rounded up
        // separately.
        DelayOrder::AfterWait if smallest == largest => fill(before) + fill(cable.response) - fill(total),
        DelayOrder::AfterWait => 1,
    };
    let beyond = late + if smallest < largest { 2 } else { u64::from(largest > 0) };
    let (frames, bytes) = if cell_bytes > 1 && smallest < largest {
        // Find the size with the most memory per time on the wire.
        let memory = sizes.iter().map(|size| {
            let arriving = u128::from(total.ps()) * u128::from(charge(*size));
            u64::try_from(arriving.div_ceil(u128::from(wire(*size).ps()))).unwrap_or(u64::MAX)
        });
        (0, memory.max().unwrap_or(0) + beyond * charge(largest))
    } else {
        let frames = if largest == 0 { 0 } else { fill(total) + beyond };
        (frames, frames * charge(largest))
    };
    Bound { wait, pfc, gap, propagation, response: cable.response, total, frames, beyond, bytes }
}

/// Memory in bytes that a frame of `frame` bytes takes. A frame takes whole cells of `cell_bytes`.
#[must_use]
pub fn charge(frame: u16, cell_bytes: u32) -> u64 {
    u64::from(u32::from(frame).next_multiple_of(cell_bytes.max(1)))
}

/// Longest response time in quanta (512 bit times each) that IEEE 802.3, 31B.3.7 allows at a rate of `gbps`
/// Gb/s. A rate that the standard does not list gets the value of the next higher listed rate. Rates above
/// 400 Gb/s get the value of 400 Gb/s.
#[must_use]
pub const fn response_quanta(gbps: u64) -> u16 {
    match gbps {
        ..=10 => 60,
        11..=25 => 80,
        26..=40 => 118,
        41..=50 => 147,
        51..=100 => 394,
        101..=200 => 453,
        _ => 905,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Length, Rate};

    fn cable(gbps: u64, metres: u64, reverse_frame: u16) -> Cable {
        Cable {
            clock: TransmissionTimes::new(Rate::gbps(gbps)),
            overhead: 20,
            delay: Length::from_m(metres).delay(),
            response: Time::ZERO,
            order: DelayOrder::FromIndication,
            reverse_frame,
        }
    }

    #[test]
    fn the_exact_bound_of_equal_frames() {
        let bytes = |cable: &Cable, size| bound(cable, &[size], 1).bytes;
        assert_eq!(bytes(&cable(100, 100, 0), 1_518), 15_180);
        assert_eq!(bytes(&cable(100, 100, 1_518), 1_518), 16_698);
        assert_eq!(bytes(&cable(400, 300, 4_096), 4_096), 159_744);
    }

    #[test]
    fn mixed_sizes_and_the_other_order_cost_a_frame_each() {
        let mut cable = cable(100, 100, 1_518);
        assert_eq!(bound(&cable, &[64, 65, 1_518], 1).frames, 12);
        cable.order = DelayOrder::AfterWait;
        assert_eq!(bound(&cable, &[64, 65, 1_518], 1).frames, 13);
        let terms = bound(&cable, &[1_518], 1);
        assert_eq!(terms.total + terms.gap, terms.wait + terms.pfc + terms.propagation + terms.response);
    }

    #[test]
    fn small_frames_in_large_cells_take_more_memory_than_they_are_bytes() {
        let cable = cable(100, 100, 1_518);
        let in_bytes = bound(&cable, &[64, 65, 1_518], 1).bytes;
        let in_cells = bound(&cable, &[64, 65, 1_518], 256).bytes;
        // A frame of 65 B takes 256 B of memory and 85 B on the wire, a ratio of three.
        assert!(in_cells > 2 * in_bytes, "{in_cells} for {in_bytes}");
        assert_eq!(bound(&cable, &[1_518], 256).bytes, 11 * 1_536);
    }

    #[test]
    fn the_standard_s_response_times() {
        let quanta = [10, 25, 40, 50, 100, 200, 400, 800].map(response_quanta);
        assert_eq!(quanta, [60, 80, 118, 147, 394, 453, 905, 905]);
    }
}
