//! Headroom by the formula of SONiC for NVIDIA switches, with the constants of each platform. Sizes are in
//! bytes; a fraction of a byte is rounded up only in the result. Start with [`vendor()`].
//!
//! The result is a multiple of 1024 B. The formula does not depend on the traffic.

use super::response_quanta;

/// Inputs of SONiC's headroom formula, in bytes unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vendor {
    /// Largest frame of a lossless priority, in bytes.
    pub lossless_mtu: u32,
    /// Largest frame of any priority, in bytes.
    pub port_mtu: u32,
    /// Length of the cable, in metres.
    pub metres: f64,
    /// Rate of the port, in Mb/s.
    pub mbps: u32,
    /// Size of a memory cell, in bytes.
    pub cell: u32,
    /// Percentage of small packets that the formula assumes: 100, or 50 in newer releases of SONiC.
    pub small_percent: u32,
    /// Bytes that arrive during the response time of the peer: 3891.2 on older platforms, otherwise 64 B for
    /// each of the response quanta.
    pub peer: f64,
    /// Bytes that arrive during the delay of the gearbox. 0 on a platform without a gearbox.
    pub gearbox: f64,
    /// Bytes that arrive during the delay of the tile, a part of the chip. On Spectrum-4 and Spectrum-5, this
    /// is the rate in Mb/s ÷ 1000 × 120 ÷ 8; otherwise 0.
    pub tile: f64,
}

/// Results of SONiC's headroom formula, in bytes unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VendorTerms {
    /// Bytes in flight on the cable, in both directions together.
    pub cable: f64,
    /// Factor from bytes of packets to bytes of memory. Small packets fill their last cell only in part, so
    /// the factor is above 1.
    pub occupancy: f64,
    /// Headroom in bytes, rounded up to a multiple of 1024.
    pub bytes: u64,
}

/// Headroom as SONiC calculates it for NVIDIA switches (`buffer_headroom_mellanox.lua`): the largest lossless
/// frame, plus `occupancy` times all other terms. The other terms are the largest frame of any priority, and
/// the bytes that arrive in the delays of cable, gearbox, MAC and PHY, peer, and tile.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some megabytes")]
pub fn vendor(form: &Vendor) -> VendorTerms {
    let cell = f64::from(form.cell);
    let worst = if form.cell > 128 { cell / 64.0 } else { 2.0 * cell / (1.0 + cell) };
    let small = f64::from(form.small_percent);
    let occupancy = (100.0 - small + small * worst) / 100.0;
    // Light in glass travels 198 000 km/s. The factor 2 is for both directions, and 8000 is the number of
    // bits in a kilobyte.
    let cable = 2.0 * form.metres * f64::from(form.mbps) * 1e9 / 198e6 / 8_000.0;
    let pipeline = f64::from(form.port_mtu) + cable + 2.0 * form.gearbox + MAC_PHY + form.peer + form.tile;
    let bytes = f64::from(form.lossless_mtu) + pipeline * occupancy;
    VendorTerms { cable, occupancy, bytes: (bytes / 1_024.0).ceil() as u64 * 1_024 }
}

/// Bytes that arrive during the delay of MAC and PHY: `mac_phy_delay` of 0.8 kB in `asic_table.j2` of
/// SONiC.
pub const MAC_PHY: f64 = 819.2;

/// Switch chip, with its constants for the headroom formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Platform {
    /// Name of the platform on the command line.
    pub name: &'static str,
    /// Names of the switch models with this chip.
    pub switches: &'static str,
    /// Size of a memory cell, in bytes.
    pub cell: u32,
    /// Bytes that arrive during the response time of the peer. `None` for 64 B per response quantum; the
    /// number of quanta depends on the rate of the port.
    pub peer: Option<f64>,
    /// Whether the chip has tiles, whose delay is added to the bytes in flight.
    pub has_tile: bool,
    /// File of SONiC whose published headroom values the formula reproduces.
    pub source: &'static str,
}

/// Platforms with published headroom values. All published values are for frames of 1024 B on lossless
/// priorities and 9216 B on others, and for small packets only. The sizes of cells are from
/// `platform/mellanox/asic_table.j2`.
pub const PLATFORMS: [Platform; 4] = [
    Platform {
        name: "spectrum",
        switches: "SN2010 to SN2700",
        cell: 96,
        peer: Some(OLD_PEER),
        has_tile: false,
        source: "sonic-buildimage, device/mellanox/x86_64-mlnx_msn2700-r0/ACS-MSN2700/pg_profile_lookup.ini",
    },
    Platform {
        name: "spectrum-2",
        switches: "SN3420, SN3700",
        cell: 144,
        peer: Some(OLD_PEER),
        has_tile: false,
        source: "sonic-buildimage, device/mellanox/x86_64-mlnx_msn3700-r0/ACS-MSN3700/pg_profile_lookup.ini",
    },
    Platform {
        name: "spectrum-3",
        switches: "SN4410 to SN4700",
        cell: 144,
        peer: Some(OLD_PEER),
        has_tile: false,
        source: "sonic-buildimage, device/mellanox/x86_64-mlnx_msn4700-r0/ACS-MSN4700/pg_profile_lookup.ini",
    },
    Platform {
        name: "spectrum-4",
        switches: "SN5400, SN5600",
        cell: 192,
        peer: None,
        has_tile: true,
        source: "sonic-buildimage, device/mellanox/x86_64-nvidia_sn5600-r0/ACS-SN5600/pg_profile_lookup.ini",
    },
];

/// Bytes that arrive during the response time of the peer on older platforms: `peer_response_time` of 3.8 kB
/// in `asic_table.j2` of SONiC.
const OLD_PEER: f64 = 3_891.2;

/// Response quanta at 10 Gb/s in `buffer_headroom_mellanox.lua`; IEEE 802.3 says 60.
const QUANTA_10G: u16 = 67;

impl Platform {
    /// Finds the platform called `name`.
    ///
    /// # Errors
    /// If there is no platform of this name, with the same case. The message lists the names of all
    /// platforms.
    pub fn find(name: &str) -> Result<&'static Self, String> {
        let known = || PLATFORMS.map(|one| one.name).join(", ");
        let found = PLATFORMS.iter().find(|one| one.name == name);
        found.ok_or_else(|| format!("\"{name}\" is not one of {}", known()))
    }

    /// Inputs of the headroom formula for a port of `mbps` Mb/s and a cable of `metres` metres. To find the
    /// response quanta, the rate is rounded up to whole Gb/s.
    #[must_use]
    pub fn form(&self, mbps: u32, metres: f64) -> Vendor {
        let gbps = mbps.div_ceil(1_000);
        let quanta = if gbps <= 10 { QUANTA_10G } else { response_quanta(gbps.into()) };
        Vendor {
            lossless_mtu: 1_024,
            port_mtu: 9_216,
            metres,
            mbps,
            cell: self.cell,
            small_percent: 100,
            peer: self.peer.unwrap_or(f64::from(quanta) * 64.0),
            gearbox: 0.0,
            tile: if self.has_tile { f64::from(mbps) / 1_000.0 * 120.0 / 8.0 } else { 0.0 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rate in Gb/s, and the published headroom in bytes with cables of 5, 40 and 300 m.
    type Row = (u32, [u64; 3]);

    const SN2700: &[Row] = &[
        (10, [29_696, 29_696, 36_864]),
        (25, [29_696, 31_744, 48_128]),
        (40, [29_696, 32_768, 59_392]),
        (50, [29_696, 33_792, 66_560]),
        (100, [30_720, 38_912, 104_448]),
    ];
    const SN4700: &[Row] = &[
        (10, [32_768, 33_792, 40_960]),
        (25, [32_768, 35_840, 54_272]),
        (40, [33_792, 37_888, 66_560]),
        (50, [33_792, 38_912, 75_776]),
        (100, [33_792, 44_032, 117_760]),
        (200, [35_840, 55_296, 203_776]),
        (400, [38_912, 77_824, 373_760]),
    ];
    const SN5600: &[Row] = &[
        (10, [45_056, 46_080, 56_320]),
        (25, [48_128, 52_224, 76_800]),
        (40, [57_344, 62_464, 101_376]),
        (50, [63_488, 69_632, 118_784]),
        (100, [113_664, 126_976, 225_280]),
        (200, [131_072, 157_696, 355_328]),
        (400, [231_424, 283_648, 677_888]),
        (800, [257_024, 362_496, 1_150_976]),
    ];

    #[test]
    fn each_platform_reproduces_its_published_rows() {
        for (name, rows) in [
            ("spectrum", SN2700),
            ("spectrum-2", &SN4700[..6]),
            ("spectrum-3", SN4700),
            ("spectrum-4", SN5600),
        ] {
            let platform = Platform::find(name).unwrap();
            for (gbps, published) in rows {
                let bytes =
                    [5.0, 40.0, 300.0].map(|metres| vendor(&platform.form(gbps * 1_000, metres)).bytes);
                assert_eq!(bytes, *published, "{name} at {gbps}G");
            }
        }
    }

    #[test]
    fn an_unknown_platform_is_refused_with_the_known_platforms() {
        let message = Platform::find("tofino").unwrap_err();
        assert_eq!(message, "\"tofino\" is not one of spectrum, spectrum-2, spectrum-3, spectrum-4");
    }
}
