//! Converts parameter values into the defaults of RDMA reads.

use super::{FabricRow, Key};

/// Defaults of RDMA reads, from the parameters of the fabric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDefaults {
    request: u64,
    /// Largest number of requests of one read that are not yet answered completely.
    pub(crate) outstanding: u32,
    /// Priority of the response data; `None`: the priority of the requests.
    pub(crate) priority: Option<u8>,
}

impl ReadDefaults {
    /// Reads the defaults from the fabric's parameter values.
    pub(super) fn new(row: &FabricRow) -> Self {
        Self {
            request: row.get(Key::ReadRequest),
            outstanding: u32::try_from(row.get(Key::ReadOutstanding)).unwrap_or(u32::MAX),
            priority: row.given(Key::ResponsePriority).and_then(|n| u8::try_from(n).ok()),
        }
    }

    /// Bytes of data that one request asks for, as whole frames of `payload` bytes; at least one frame.
    pub(crate) fn request(&self, payload: u16) -> u64 {
        let payload = u64::from(payload.max(1));
        (self.request / payload).max(1) * payload
    }
}
