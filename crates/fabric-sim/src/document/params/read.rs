//! Turns parameter values into settings of RDMA reads.

use super::{FabricRow, Key};

/// Defaults that reads take from the fabric's parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDefaults {
    request: u64,
    /// Largest number of outstanding requests.
    pub(crate) outstanding: u32,
    /// Priority of the response data; `None`: that of the requests.
    pub(crate) priority: Option<u8>,
}

impl ReadDefaults {
    /// Defaults from the fabric's values.
    pub(super) fn new(row: &FabricRow) -> Self {
        Self {
            request: row.get(Key::ReadRequest),
            outstanding: u32::try_from(row.get(Key::ReadOutstanding)).unwrap_or(u32::MAX),
            priority: row.given(Key::ResponsePriority).and_then(|n| u8::try_from(n).ok()),
        }
    }

    /// Bytes that one request covers, if a frame carries `payload` bytes.
    pub(crate) fn request(&self, payload: u16) -> u64 {
        let payload = u64::from(payload.max(1));
        (self.request / payload).max(1) * payload
    }
}
