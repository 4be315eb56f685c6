//! Headroom that a cable needs: the exact bound of this model, and the formula of a vendor's
//! switches.

use crate::fabric::pfc::DelayOrder;
use crate::units::{Time, WireClock};
use crate::wire::PfcFrame;

/// Cable with the properties of both ends that the headroom of its receiver depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cable {
    /// Rate.
    pub clock: WireClock,
    /// Bytes on the wire beside each frame.
    pub overhead: u32,
    /// Delay in one direction: propagation, physical layer (PHY) and forward error correction
    /// (FEC).
    pub delay: Time,
    /// Time that the sender takes to obey a pause (IEEE 802.3, 31B.3.7: at most
    /// [`response_quanta`]).
    pub response: Time,
    /// Event from which the response time counts.
    pub order: DelayOrder,
    /// Largest frame on the way back, in bytes, for which the PFC frame may have to wait; 0 if the
    /// way back is idle.
    pub reverse_frame: u16,
}

/// Sizes of the frames on the cable, header through FCS, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Single size.
    Equal(u16),
    /// Range of sizes: the smallest and the largest.
    Mixed(u16, u16),
}

/// Worst case for one ingress priority group, term by term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Wait of the PFC frame for a frame in transmission.
    pub wait: Time,
    /// Time of the PFC frame on the wire.
    pub pfc: Time,
    /// Delay of the cable, both ways.
    pub propagation: Time,
    /// Response time of the sender.
    pub response: Time,
    /// Sum: from the crossing of the threshold to the last bit that still arrives.
    pub total: Time,
    /// Frames that arrive in that time, the one that crosses the threshold included; of mixed
    /// sizes, the largest ones. 0 for mixed sizes in cells, where bytes are counted.
    pub frames: u64,
    /// Frames among them that do not fit into `total`: the frame that crosses the threshold; of
    /// mixed sizes, a frame already begun; and a frame that starts before the response time counts.
    pub beyond: u64,
    /// Memory that the group needs above its threshold, in bytes.
    pub bytes: u64,
}

/// Exact worst case of this model: the frames that arrive from a store-and-forward sender after the
/// threshold is crossed, while nothing drains. Memory is counted in cells of `cell_bytes`; 1 counts
/// bytes.
#[must_use]
pub fn bound(cable: &Cable, sizes: Sizes, cell_bytes: u32) -> Bound {
    let wire = |frame: u16| cable.clock.time(u32::from(frame) + cable.overhead);
    let wait = if cable.reverse_frame == 0 { Time::ZERO } else { wire(cable.reverse_frame) };
    let pfc = wire(PfcFrame::BYTES);
    let propagation = cable.delay + cable.delay;
    let total = wait + pfc + propagation + cable.response;
    let (smallest, largest) = match sizes {
        Sizes::Equal(size) => (size, size),
        Sizes::Mixed(smallest, largest) => (smallest, largest),
    };
    let late = u64::from(cable.order == DelayOrder::AfterWait);
    let charge = |size: u16| u64::from(u32::from(size).div_ceil(cell_bytes.max(1)) * cell_bytes.max(1));
    let beyond = late + if smallest < largest { 2 } else { 1 };
    let (frames, bytes) = if cell_bytes > 1 && smallest < largest {
        // The size whose cells take most memory for its time on the wire.
        let memory = (smallest..=largest)
            .map(|size| {
                let arriving = u128::from(total.ps()) * u128::from(charge(size));
                u64::try_from(arriving.div_ceil(u128::from(wire(size).ps()))).unwrap_or(u64::MAX)
            })
            .max()
            .unwrap_or(0);
        (0, memory + beyond * charge(largest))
    } else {
        let frames = total.ps().div_ceil(wire(largest).ps()) + beyond;
        (frames, frames * charge(largest))
    };
    Bound { wait, pfc, propagation, response: cable.response, total, frames, beyond, bytes }
}

/// Longest response time that the standard allows, in quanta of 512 bit times, at the next listed
/// rate at or above `gbps` (IEEE 802.3, 31B.3.7; 800 Gb/s as 400 Gb/s).
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

/// Inputs of the vendor's formula, in bytes unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vendor {
    /// Largest frame of a lossless priority.
    pub lossless_mtu: u32,
    /// Largest frame of any priority.
    pub port_mtu: u32,
    /// Length of the cable, in metres.
    pub metres: f64,
    /// Rate, in Mb/s.
    pub mbps: u32,
    /// Size of a memory cell.
    pub cell: u32,
    /// Percentage of small packets: 100, in newer releases 50.
    pub small_percent: u32,
    /// Response of the peer: 3891.2, or response quanta × 64.
    pub peer: f64,
    /// Delay of the gearbox; 0 on a platform without one.
    pub gearbox: f64,
    /// Delay of the tile: `speed / 1000 × 120 / 8` on Spectrum-4 and 5, else 0.
    pub tile: f64,
}

/// Headroom as SONiC computes it for NVIDIA switches (`buffer_headroom_mellanox.lua`), in bytes, a
/// multiple of 1024.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some megabytes")]
pub fn vendor(form: &Vendor) -> u64 {
    let cell = f64::from(form.cell);
    let worst = if form.cell > 128 { cell / 64.0 } else { 2.0 * cell / (1.0 + cell) };
    let small = f64::from(form.small_percent);
    let occupancy = (100.0 - small + small * worst) / 100.0;
    // Light in glass: 198 000 km/s; both ways; 8000 bits of a kilobyte.
    let cable = 2.0 * form.metres * f64::from(form.mbps) * 1e9 / 198e6 / 8_000.0;
    let pipeline = f64::from(form.port_mtu) + cable + 2.0 * form.gearbox + 819.2 + form.peer + form.tile;
    let bytes = f64::from(form.lossless_mtu) + pipeline * occupancy;
    (bytes / 1_024.0).ceil() as u64 * 1_024
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Length, Rate};

    fn cable(gbps: u64, metres: u64, reverse_frame: u16) -> Cable {
        Cable {
            clock: WireClock::new(Rate::gbps(gbps)),
            overhead: 20,
            delay: Length::from_m(metres).delay(),
            response: Time::ZERO,
            order: DelayOrder::FromIndication,
            reverse_frame,
        }
    }

    #[test]
    fn the_exact_bound_of_equal_frames() {
        let bytes = |cable: &Cable, size| bound(cable, Sizes::Equal(size), 1).bytes;
        assert_eq!(bytes(&cable(100, 100, 0), 1_518), 15_180);
        assert_eq!(bytes(&cable(100, 100, 1_518), 1_518), 16_698);
        assert_eq!(bytes(&cable(400, 300, 4_096), 4_096), 159_744);
    }

    #[test]
    fn mixed_sizes_and_the_other_order_cost_a_frame_each() {
        let mut cable = cable(100, 100, 1_518);
        assert_eq!(bound(&cable, Sizes::Mixed(64, 1_518), 1).frames, 12);
        cable.order = DelayOrder::AfterWait;
        assert_eq!(bound(&cable, Sizes::Mixed(64, 1_518), 1).frames, 13);
        let terms = bound(&cable, Sizes::Equal(1_518), 1);
        assert_eq!(terms.total, terms.wait + terms.pfc + terms.propagation + terms.response);
    }

    #[test]
    fn small_frames_in_large_cells_take_more_memory_than_they_are_bytes() {
        let cable = cable(100, 100, 1_518);
        let in_bytes = bound(&cable, Sizes::Mixed(64, 1_518), 1).bytes;
        let in_cells = bound(&cable, Sizes::Mixed(64, 1_518), 256).bytes;
        // 65 B take 256 B of memory and 85 B of wire: three times as much.
        assert!(in_cells > 2 * in_bytes, "{in_cells} for {in_bytes}");
        assert_eq!(bound(&cable, Sizes::Equal(1_518), 256).bytes, 11 * 1_536);
    }

    #[test]
    fn the_vendor_form_of_a_100g_port() {
        for (metres, bytes) in [(5.0, 30_720), (40.0, 38_912), (300.0, 104_448)] {
            let form = Vendor {
                lossless_mtu: 1_024,
                port_mtu: 9_216,
                metres,
                mbps: 100_000,
                cell: 96,
                small_percent: 100,
                peer: 3_891.2,
                gearbox: 0.0,
                tile: 0.0,
            };
            assert_eq!(vendor(&form), bytes, "{metres} m");
        }
    }

    #[test]
    fn the_standard_s_response_times() {
        let quanta = [10, 25, 40, 50, 100, 200, 400, 800].map(response_quanta);
        assert_eq!(quanta, [60, 80, 118, 147, 394, 453, 905, 905]);
    }
}
