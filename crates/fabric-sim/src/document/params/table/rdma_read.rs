//! Parameters of RDMA reads (InfiniBand Architecture 1.2.1, volume 1, 9.4.4). Each row declares one
//! parameter, and each parameter has one value for the whole fabric.
//!
//! The values are defaults of flows with the operation `read`.

use super::super::{Group, Param, ParamLevel, ValueKind};
use super::Key;
use super::words::AUTO;

const fn row(key: Key, name: &'static str, label: &'static str, kind: ValueKind) -> Param {
    Param::new(key, name, label, Group::Traffic, ParamLevel::Fabric, kind)
}

pub(in super::super) const ROWS: &[Param] = &[
    row(Key::ReadRequest, "read_request", "read request", ValueKind::Bytes)
        .range(1, 1_000_000_000)
        .default(1 << 14)
        .help(
            "Payload of one read request, in whole frames, at least one. The last request is for the rest",
            "RC Link: one request a segment; InfiniBand architecture, 9.4.4: one a message",
        ),
    row(Key::ReadOutstanding, "read_outstanding", "requests under way", ValueKind::Count)
        .range(1, 65_535)
        .default(16)
        .help(
            "Largest number of read requests that are sent and not fully answered",
            "max_rd_atomic of ConnectX adapters",
        ),
    row(Key::ResponsePriority, "response_priority", "response priority", ValueKind::Count)
        .range(0, 7)
        .words(AUTO)
        .help(
            "Priority of read data, where a flow does not set it. auto: the priority of the requests, which can deadlock",
            "RC Link: requests and responses on one lossless priority wait for each other",
        ),
];
