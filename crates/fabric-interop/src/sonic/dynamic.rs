//! Headroom in the dynamic buffer model of NVIDIA's switches. The buffer profiles of these switches exist
//! only in `APPL_DB`, so [`profile`] calculates them.
//!
//! Rule: sizes are calculated from speed, cable and MTU (`cfgmgr/buffer_headroom_mellanox.lua`), with
//! constants of the ASIC (`platform/mellanox/asic_table.j2`).
//! Fallback: a port without an MTU, or with an MTU above 9216 B, has the MTU 9100 B. Without
//! `default_dynamic_th`, α = 1. Platforms of other vendors get no profile.
//! Left out: the delay of a gearbox, and the sizes of pools.

use super::cable::cable;
use super::pool::Pool;
use super::profile::{Profile, Threshold};
use super::switch::Switch;
use crate::finding::{FilePlace, Findings};

/// Name of SONiC's script that calculates headroom. Findings name the script as the source of the values.
const SCRIPT: &str = "buffer_headroom_mellanox.lua";

/// Bytes per kilobyte in the script [`SCRIPT`].
const KILO: f64 = 1_024.0;

/// Delay of MAC and PHY in bytes, equal for all ASICs.
const MAC_PHY: f64 = 0.8 * KILO;

/// Bytes that a peer still transmits after it receives a pause, if [`quanta`] has no value for the link
/// speed.
const PEER: f64 = 3.8 * KILO;

/// Speed of light in a cable, in metres per second.
const LIGHT: f64 = 198e6;

/// Shortest Ethernet frame, in bytes.
const SHORTEST: f64 = 64.0;

/// MTU in bytes of a port whose configuration has none (`PortMgr`, cfgmgr/portmgr.h).
const MTU: u32 = 9_100;

/// Greatest number of bytes that a parameter accepts.
const LARGEST: f64 = 1e9;

/// Constants of an ASIC for the calculation of headroom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Asic {
    name: &'static str,
    /// Texts that identify the ASIC if they occur in the name of a platform.
    platforms: &'static [&'static str],
    /// Size of a cell of the switch memory, in bytes.
    cell: f64,
    /// Latency of the ASIC's pipeline, given in [`SCRIPT`] as the kilobytes that arrive during the latency.
    pipeline: f64,
    /// Whether the ASIC consists of tiles. Tiles add to the headroom.
    has_tiles: bool,
}

/// Known ASICs. The first ASIC with a text of [`Asic::platforms`] in the name of the platform is used.
const ASICS: [Asic; 6] = [
    asic("Spectrum-5", &["sn5640"], 192.0, 19.0, true),
    asic("Spectrum-6", &["sn6600"], 256.0, 42.0, false),
    asic("Spectrum-4", &["sn5400", "sn5600", "sn5610n"], 192.0, 19.0, true),
    asic("Spectrum-3", &["sn4280", "sn4410", "sn4600", "sn4700", "sn4800"], 144.0, 19.0, false),
    asic("Spectrum-2", &["sn3420", "sn3700", "sn3800"], 144.0, 19.0, false),
    asic("Spectrum", &["sn2010", "sn2100", "sn2201", "sn2410", "sn2700", "sn2740"], 96.0, 19.0, false),
];

const fn asic(
    name: &'static str,
    platforms: &'static [&'static str],
    cell: f64,
    pipeline: f64,
    has_tiles: bool,
) -> Asic {
    Asic { name, platforms, cell, pipeline, has_tiles }
}

/// Values of one port from which headroom is calculated.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Port {
    /// Speed of the port in Mb/s.
    speed: u32,
    /// Length of the cable in metres.
    metres: u32,
    /// MTU of the port in bytes.
    mtu: u32,
    /// Longest lossless frame, in bytes.
    lossless_mtu: u32,
    /// Percentage of small frames in lossless traffic.
    small: u32,
    /// Whether the port has eight serial lanes.
    is_wide: bool,
}

/// Sizes of a buffer profile in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    xon: u64,
    xoff: u64,
    size: u64,
}

/// Calculates the buffer profile for the lossless groups of a port. Returns the profile and the name of the
/// ASIC. `None` if the platform is no known switch of NVIDIA. Also `None` if the configuration has no valid
/// speed, no cable length of 1 m to 300 km, or no `LOSSLESS_TRAFFIC_PATTERN`. The first entry of
/// `LOSSLESS_TRAFFIC_PATTERN` is used; malformed numbers of this table are refused.
pub(super) fn profile(
    switch: &Switch,
    port: &str,
    pool: &Pool,
    findings: &mut Findings,
) -> Option<(Profile, &'static str)> {
    let asic =
        ASICS.iter().find(|asic| asic.platforms.iter().any(|word| switch.platform().contains(word)))?;
    let speed_text = switch.port_field(port, "speed")?;
    let (_, length) = cable(switch, port)?;
    let pattern = switch.db.rows("LOSSLESS_TRAFFIC_PATTERN").next()?;
    let bytes = |text: &str| text.trim().parse::<u32>().ok();
    let mtu = switch.port_field(port, "mtu").and_then(bytes).filter(|mtu| *mtu <= 9_216);
    let of_port = Port {
        speed: speed_text.trim().parse().ok().filter(|speed| *speed <= 10_000_000)?,
        metres: length
            .trim()
            .strip_suffix('m')?
            .parse()
            .ok()
            .filter(|metres| (1..=300_000).contains(metres))?,
        mtu: mtu.unwrap_or(MTU),
        lossless_mtu: pattern.number("mtu", 64..=9_216, findings)?,
        small: pattern.number("small_packet_percentage", 0..=100, findings)?,
        is_wide: switch.port_field(port, "lanes").is_some_and(|lanes| lanes.split(',').count() == 8),
    };
    let Sizes { xon, xoff, size } = sizes(asic, &of_port, pool.has_headroom_pool());
    for field in ["mtu", "small_packet_percentage"] {
        findings.taken(pattern.place(field), "headroom of the profiles that are worked out");
    }
    let mut defaults = switch.db.rows("DEFAULT_LOSSLESS_BUFFER_PARAMETER");
    let threshold = defaults.find_map(|row| {
        let threshold = row.number("default_dynamic_th", -8..=7, findings)?;
        findings.taken(row.place("default_dynamic_th"), "alpha of the profiles that are worked out");
        Some(threshold)
    });
    let threshold = threshold.unwrap_or_default();
    let profile = Profile {
        place: FilePlace::new(SCRIPT, &format!("speed {speed_text}, cable {length}"), "", "").into(),
        pool: None,
        xoff: Some(xoff),
        xon: Some(xon),
        xon_offset: None,
        size,
        threshold: Some(Threshold::Dynamic(threshold)),
    };
    Some((profile, asic.name))
}

/// Calculates the sizes of a buffer profile as the script [`SCRIPT`] does, without the delay of a gearbox.
/// Each size is rounded up to whole KiB, and is at most [`LARGEST`]. With a headroom pool, `size` is only
/// `xon`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "at most LARGEST, and not negative"
)]
fn sizes(asic: &Asic, port: &Port, has_headroom_pool: bool) -> Sizes {
    let whole = |bytes: f64| ((bytes / KILO).ceil() * KILO).min(LARGEST);
    let [speed, mtu] = [port.speed, port.mtu].map(f64::from);
    let worst =
        if asic.cell > 2.0 * SHORTEST { asic.cell / SHORTEST } else { 2.0 * asic.cell / (1.0 + asic.cell) };
    let small = f64::from(port.small);
    let occupancy = (100.0 - small + small * worst) / 100.0;
    let cable = 2.0 * f64::from(port.metres) * speed * 1e9 / LIGHT / (8.0 * KILO);
    let peer = quanta(port.speed).map_or(PEER, |quanta| f64::from(quanta) * 64.0);
    let tile = if asic.has_tiles { speed / 1_000.0 * 120.0 / 8.0 } else { 0.0 };
    let xoff = whole(f64::from(port.lossless_mtu) + (mtu + cable + MAC_PHY + peer + tile) * occupancy);
    let pipeline = asic.pipeline * KILO;
    let (xon, overhead) = if port.is_wide { (2.0 * pipeline - KILO, mtu) } else { (pipeline, 0.0) };
    let xon = whole(xon);
    let size = if has_headroom_pool { xon } else { whole(xoff + xon + overhead) };
    Sizes { xon: xon as u64, xoff: xoff as u64, size: size as u64 }
}

/// Response time of a peer to a pause, in quanta of 512 bit times, by speed in Mb/s. The values are from
/// [`SCRIPT`] (IEEE 802.3, 31B.3.7). `None` for other speeds.
const fn quanta(speed: u32) -> Option<u16> {
    match speed {
        100 => Some(1),
        1_000 => Some(2),
        10_000 => Some(67),
        25_000 => Some(80),
        40_000 => Some(118),
        50_000 => Some(147),
        100_000 => Some(394),
        200_000 => Some(453),
        400_000 | 800_000 => Some(905),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: Port =
        Port { speed: 100_000, metres: 40, mtu: 9_100, lossless_mtu: 1_024, small: 50, is_wide: false };

    fn of(platform: &str, port: Port, has_headroom_pool: bool) -> Sizes {
        let asic = ASICS.iter().find(|asic| asic.platforms.iter().any(|word| platform.contains(word)));
        sizes(asic.unwrap(), &port, has_headroom_pool)
    }

    /// The rows for the SN4600C in `pg_profile_lookup.ini` have headrooms of 66 560 and 36 864 B.
    #[test]
    fn headroom_of_spectrum_3_is_that_of_the_file_of_a_switch_without_the_dynamic_model() {
        let sn4600c = "x86_64-mlnx_msn4600c-r0";
        let sizes = of(sn4600c, PORT, true);
        assert_eq!(sizes, Sizes { xon: 19_456, xoff: 66_560, size: 19_456 });
        assert_eq!(of(sn4600c, PORT, false).size, 19_456 + 66_560);
        assert_eq!(of(sn4600c, Port { speed: 50_000, ..PORT }, true).xoff, 36_864);
    }

    #[test]
    fn headroom_grows_with_cable_speed_mtu_and_the_share_of_small_frames() {
        let xoff = |port: Port| of("x86_64-nvidia_sn5600-r0", port, true).xoff;
        let base = xoff(PORT);
        for larger in [
            Port { metres: 300, ..PORT },
            Port { speed: 400_000, ..PORT },
            Port { mtu: 9_100 + 1_000, ..PORT },
            Port { small: 100, ..PORT },
            Port { lossless_mtu: 4_096, ..PORT },
        ] {
            assert!(xoff(larger) > base, "{larger:?}");
        }
    }

    #[test]
    fn a_port_of_eight_lanes_has_twice_the_pipeline_and_a_frame_more() {
        let wide = of("x86_64-mlnx_msn4700-r0", Port { is_wide: true, ..PORT }, false);
        assert_eq!((wide.xon, wide.size), (37 * 1_024, 66_560 + 37 * 1_024 + 9 * 1_024));
    }

    #[test]
    fn cells_of_96_bytes_waste_less_than_those_of_192() {
        let xoff = |platform| of(platform, PORT, true).xoff;
        assert!(xoff("x86_64-mlnx_msn2700-r0") < xoff("x86_64-mlnx_msn3700-r0"));
        assert_eq!(of("x86_64-nvidia_sn6600_simx-r0", PORT, true).xon, 42 * 1_024);
    }
}
