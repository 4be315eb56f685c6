//! The parameters of a switch.

use super::super::{Group, Kind, Level, Param};
use super::Key;

const fn switch(key: Key, name: &'static str, label: &'static str, group: Group, kind: Kind) -> Param {
    Param::new(key, name, label, group, Level::Switch, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    switch(Key::Memory, "memory", "memory", Group::Buffer, Kind::Bytes)
        .range(1_000, 1_000_000_000)
        .default(16_000_000)
        .help(
            "a switch's whole buffer: reserves, headrooms and the shared pool",
            "shipping switches: 12 to 64 MB",
        ),
    switch(Key::CellBytes, "cell_bytes", "cell", Group::Buffer, Kind::Bytes).range(1, 1_024).default(1).help(
        "frames are charged in whole cells of this size; 1 counts bytes",
        "chips: 96, 144, 192, 254, 256",
    ),
];
