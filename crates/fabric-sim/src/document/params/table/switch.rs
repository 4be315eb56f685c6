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
    switch(Key::Forwarding, "forwarding", "forwarding", Group::Pipeline, Kind::Choice)
        .words(&[("store", 0), ("cut_through", 1)])
        .default(0)
        .help(
            "whether a frame leaves once it is whole, or once its header is in and its output is free, unpaused and not faster",
            "Kermani and Kleinrock 1979, virtual cut-through",
        ),
    switch(Key::IngressLatency, "ingress_latency", "ingress latency", Group::Pipeline, Kind::Time)
        .range(0, 1_000_000_000)
        .default(0)
        .help(
            "from the header (store: the last bit) in to the queue: parsing, classification, look-up",
            "chips: 50 to 200 ns; whole switches 300, 500 or 800 ns",
        ),
];
