//! SONiC's lossless profiles, looked up by speed and cable.

use super::super::params::{Key, OFF, RATIO_ONE};
use super::{At, Profile, Site, Value};
use crate::units::{Length, Rate, Time};

pub(super) const PROFILE: Profile = Profile {
    name: "sonic",
    about: "64 MiB in cells of 144 B; size, xon and xoff by the port's speed and cable, the next longer row of 5, 40 \
            and 300 m; dynamic threshold with α = 1 (dynamic_th 0), no xon_offset; up to 400G and 300 m",
    source: "SONiC pg_profile_lookup of NVIDIA Spectrum-3 switches, as sonic-utilities' mellanox_buffer_migrator lists it",
    values,
};

/// 64 MB of packet buffer.
const MEMORY: u64 = 64 << 20;
const CELL: u64 = 144;

/// α is two to this power.
const DYNAMIC_TH: u32 = 0;

/// A row of the lookup, in bytes. `size` is reserve and headroom together
/// (without a shared headroom pool), `xon` compares the group's whole use;
/// `xoff` is `size − xon`.
struct Row {
    gbps: u64,
    metres: u64,
    size: u64,
    xon: u64,
}

const fn row(gbps: u64, metres: u64, size: u64, xon: u64) -> Row {
    Row { gbps, metres, size, xon }
}

/// By cable, then speed.
const ROWS: [Row; 21] = [
    row(10, 5, 52_224, 19_456),
    row(25, 5, 52_224, 19_456),
    row(40, 5, 53_248, 19_456),
    row(50, 5, 53_248, 19_456),
    row(100, 5, 53_248, 19_456),
    row(200, 5, 55_296, 19_456),
    row(400, 5, 86_016, 37_888),
    row(10, 40, 53_248, 19_456),
    row(25, 40, 55_296, 19_456),
    row(40, 40, 57_344, 19_456),
    row(50, 40, 58_368, 19_456),
    row(100, 40, 63_488, 19_456),
    row(200, 40, 74_752, 19_456),
    row(400, 40, 124_928, 37_888),
    row(10, 300, 60_416, 19_456),
    row(25, 300, 73_728, 19_456),
    row(40, 300, 86_016, 19_456),
    row(50, 300, 95_232, 19_456),
    row(100, 300, 137_216, 19_456),
    row(200, 300, 223_232, 19_456),
    row(400, 300, 420_864, 37_888),
];

fn values(site: &Site<'_>) -> Result<Vec<Value>, String> {
    let mut values = vec![
        Value::new(At::Switch, Key::Memory, MEMORY),
        Value::new(At::Switch, Key::CellBytes, CELL),
        Value::new(At::Switch, Key::Alpha, RATIO_ONE << DYNAMIC_TH),
        Value::new(At::Switch, Key::XonOffset, OFF),
    ];
    for (n, port) in site.ports() {
        let row = lookup(port.rate, port.delay).ok_or_else(|| {
            format!(
                "no row for port {n}, {} and {} one way: up to 400G and 300 m (1.5us)",
                port.rate, port.delay
            )
        })?;
        let xoff = row.size - row.xon;
        let reserve = row.size - xoff;
        values.push(Value::new(At::Port(n), Key::Reserve, reserve));
        values.push(Value::new(At::Port(n), Key::Headroom, xoff));
        // Ours compares the shared use, in which the reserve is not.
        values.push(Value::new(At::Port(n), Key::Xon, row.xon.saturating_sub(reserve)));
    }
    Ok(values)
}

/// The row of the next higher speed and the next longer cable.
fn lookup(rate: Rate, delay: Time) -> Option<&'static Row> {
    ROWS.iter()
        .find(|row| Rate::gbps(row.gbps).bps() >= rate.bps() && Length::from_m(row.metres).delay() >= delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_is_that_of_the_next_speed_and_cable() {
        let size = |gbps, metres| {
            lookup(Rate::gbps(gbps), Length::from_m(metres).delay()).map(|row| (row.size, row.size - row.xon))
        };
        assert_eq!(size(100, 5), Some((53_248, 33_792)));
        assert_eq!(size(100, 6), Some((63_488, 44_032)));
        assert_eq!(size(30, 40), Some((57_344, 37_888)));
        assert_eq!(size(400, 300), Some((420_864, 382_976)));
        assert_eq!((size(400, 301), size(800, 5)), (None, None));
    }
}
