//! The parameters of a switch.

use super::super::param::OFF;
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
    switch(Key::HeadroomRatio, "headroom_ratio", "headroom ratio", Group::Buffer, Kind::Ratio)
        .range(1 << 16, 64 << 16)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "over-subscription of one headroom pool that the switch's groups share: its size is the sum of their headrooms divided by this; off: each has its own",
            "SONiC shared headroom pool, over_subscribe_ratio",
        ),
    switch(Key::HeadroomPool, "headroom_pool", "headroom pool", Group::Buffer, Kind::Bytes)
        .words(&[("off", OFF)])
        .default(OFF)
        .help(
            "size of the headroom pool that the switch's groups share, instead of a headroom_ratio; off: each has its own",
            "SONiC BUFFER_POOL ingress_lossless_pool, xoff",
        ),
];
