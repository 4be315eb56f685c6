//! Profiles `sonic` and `sonic-lookup`: the buffer profiles of SONiC for lossless priorities. The profiles
//! depend on port speed and cable length. A port gets the values of the first row in SONiC's table whose
//! speed and cable length are at least those of the port. A port above 800 Gb/s or 300 m is an error; the
//! switch then gets no value of the profile. Cable lengths are compared by delay, at 5 ns per metre, with PHY
//! and FEC. Start with [`values`].

use super::super::params::{Key, OFF, RATIO_ONE};
use super::{Profile, ProfilePlace, ProfiledSwitch, Value};
use crate::units::{Length, Rate, Time};

pub(super) const PROFILE: Profile = Profile {
    name: "sonic",
    about: "NVIDIA switch with SONiC: 64 MiB in cells of 144 B, and a dynamic threshold with α = 1. Size, \
            xon and xoff follow from the speed (up to 800G) and cable (up to 300 m) of a port",
    source: "SONiC pg_profile_lookup of NVIDIA Spectrum-3 switches, as sonic-utilities' mellanox_buffer_migrator lists it",
    values: |site| values(site, Table::Migrator),
};

pub(super) const LOOKUP: Profile = Profile {
    name: "sonic-lookup",
    about: "As sonic, but with the xoff of pg_profile_lookup.ini. At 400G it is one frame of 9216 B less",
    source: "SONiC pg_profile_lookup.ini of ACS-MSN4700, and of SN5600 for 800G",
    values: |site| values(site, Table::Lookup),
};

/// Public table from which the headroom of a port comes. The two tables have different headrooms at 400G.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    /// `mellanox_buffer_migrator.py` of sonic-utilities. The table lists size and xon. The headroom is their
    /// difference.
    Migrator,
    /// `pg_profile_lookup.ini` of sonic-buildimage for SN4700 and SN5600. The table lists size, xon and xoff.
    /// The headroom is xoff.
    Lookup,
}

/// Memory of the switch: 64 MiB.
const MEMORY: u64 = 64 << 20;
const CELL: u64 = 144;

/// SONiC's `dynamic_th`. α is 2 to the power of this value.
const DYNAMIC_TH: u32 = 0;

/// Row of the SONiC table for a port speed and a cable length. Sizes are in bytes. `size` is the sum of
/// reserve and headroom, if there is no shared headroom pool. SONiC compares `xon` with all bytes of the PG.
/// `xoff` is the headroom in `pg_profile_lookup.ini`.
struct ProfileRow {
    gbps: u64,
    metres: u64,
    size: u64,
    xon: u64,
    xoff: u64,
}

impl ProfileRow {
    /// Headroom in bytes from the given table. For 800G, the headroom is `xoff` for both tables, because the
    /// table of the migrator has no row for 800G.
    const fn headroom(&self, table: Table) -> u64 {
        match table {
            Table::Migrator if self.gbps <= 400 => self.size - self.xon,
            _ => self.xoff,
        }
    }
}

/// Creates a row whose `xoff` is `size` minus `xon`.
const fn row(gbps: u64, metres: u64, size: u64, xon: u64) -> ProfileRow {
    ProfileRow { gbps, metres, size, xon, xoff: size - xon }
}

/// Creates a row for a port whose link has eight serial lanes. In such a row, the headroom `xoff` is less
/// than `size` minus `xon`.
const fn lanes(gbps: u64, metres: u64, size: u64, xon: u64, xoff: u64) -> ProfileRow {
    ProfileRow { gbps, metres, size, xon, xoff }
}

/// Rows in ascending order of cable length. Rows of equal length are in ascending order of speed.
const ROWS: [ProfileRow; 24] = [
    row(10, 5, 52_224, 19_456),
    row(25, 5, 52_224, 19_456),
    row(40, 5, 53_248, 19_456),
    row(50, 5, 53_248, 19_456),
    row(100, 5, 53_248, 19_456),
    row(200, 5, 55_296, 19_456),
    lanes(400, 5, 86_016, 37_888, 38_912),
    lanes(800, 5, 304_128, 38_912, 257_024),
    row(10, 40, 53_248, 19_456),
    row(25, 40, 55_296, 19_456),
    row(40, 40, 57_344, 19_456),
    row(50, 40, 58_368, 19_456),
    row(100, 40, 63_488, 19_456),
    row(200, 40, 74_752, 19_456),
    lanes(400, 40, 124_928, 37_888, 77_824),
    lanes(800, 40, 410_624, 38_912, 362_496),
    row(10, 300, 60_416, 19_456),
    row(25, 300, 73_728, 19_456),
    row(40, 300, 86_016, 19_456),
    row(50, 300, 95_232, 19_456),
    row(100, 300, 137_216, 19_456),
    row(200, 300, 223_232, 19_456),
    lanes(400, 300, 420_864, 37_888, 373_760),
    lanes(800, 300, 1_198_080, 38_912, 1_150_976),
];

fn values(site: &ProfiledSwitch<'_>, table: Table) -> Result<Vec<Value>, String> {
    let mut values = vec![
        Value::new(ProfilePlace::Switch, Key::Memory, MEMORY),
        Value::new(ProfilePlace::Switch, Key::CellBytes, CELL),
        Value::new(ProfilePlace::Switch, Key::Alpha, RATIO_ONE << DYNAMIC_TH),
        Value::new(ProfilePlace::Switch, Key::XonOffset, OFF),
    ];
    for (n, port) in site.ports() {
        let row = lookup(port.rate, port.delay).ok_or_else(|| {
            format!(
                "sonic has no row for port {n} with {} and {} one way, only up to 800G and 300 m (1.5us); shorten the \
                 link, or take another profile",
                port.rate, port.delay
            )
        })?;
        let xoff = row.headroom(table);
        let reserve = row.size - xoff;
        values.push(Value::new(ProfilePlace::Port(n), Key::Reserve, reserve));
        values.push(Value::new(ProfilePlace::Port(n), Key::Headroom, xoff));
        // In this program, XON is a level of the shared memory of a PG, without its reserve.
        values.push(Value::new(ProfilePlace::Port(n), Key::Xon, row.xon.saturating_sub(reserve)));
    }
    Ok(values)
}

/// First row of the table that has at least the speed and the cable length of the port. `None` if the port is
/// too fast or its cable too long.
fn lookup(rate: Rate, delay: Time) -> Option<&'static ProfileRow> {
    ROWS.iter()
        .find(|row| Rate::gbps(row.gbps).bps() >= rate.bps() && Length::from_m(row.metres).delay() >= delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(gbps: u64, metres: u64, table: Table) -> Option<(u64, u64)> {
        let row = lookup(Rate::gbps(gbps), Length::from_m(metres).delay());
        row.map(|row| (row.size, row.headroom(table)))
    }

    #[test]
    fn the_row_is_that_of_the_next_speed_and_cable() {
        let size = |gbps, metres| size(gbps, metres, Table::Migrator);
        assert_eq!(size(100, 5), Some((53_248, 33_792)));
        assert_eq!(size(100, 6), Some((63_488, 44_032)));
        assert_eq!(size(30, 40), Some((57_344, 37_888)));
        assert_eq!(size(400, 300), Some((420_864, 382_976)));
        assert_eq!(size(800, 5), Some((304_128, 257_024)));
        assert_eq!((size(400, 301), size(801, 5)), (None, None));
    }

    #[test]
    fn the_two_public_tables_differ_at_400g_by_a_frame() {
        for row in &ROWS {
            let less = if row.gbps == 400 { 9_216 } else { 0 };
            assert_eq!(row.headroom(Table::Lookup) + less, row.headroom(Table::Migrator), "{}G", row.gbps);
        }
        assert_eq!(size(400, 40, Table::Lookup), Some((124_928, 77_824)));
    }
}
