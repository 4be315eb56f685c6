//! Converts parameter values into the defaults of RDMA reads.

use super::{FabricRow, Key};

/// Defaults of RDMA reads. They come from the parameters of the fabric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDefaults {
    request: u64,
    /// Greatest number of requests that a read can have sent without a complete response.
    pub(crate) outstanding: u32,
    /// Priority of the frames with the data. `None` if it is the priority of the requests.
    pub(crate) priority: Option<u8>,
}

impl ReadDefaults {
    /// Takes the defaults from the parameter values of the fabric.
    pub(super) fn new(row: &FabricRow) -> Self {
        Self {
            request: row.get(Key::ReadRequest),
            outstanding: u32::try_from(row.get(Key::ReadOutstanding)).unwrap_or(u32::MAX),
            priority: row.given(Key::ResponsePriority).and_then(|n| u8::try_from(n).ok()),
        }
    }

    /// Bytes that one request asks for. They are whole frames of `payload` bytes, at least one.
    pub(crate) fn request(&self, payload: u16) -> u64 {
        let payload = u64::from(payload.max(1));
        (self.request / payload).max(1) * payload
    }
}
