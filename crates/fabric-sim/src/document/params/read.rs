//! From values to how reads ask.

use super::{FabricRow, Key};

/// Settings that reads take from the fabric as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDefaults {
    request: u64,
    /// Requests under way at once.
    pub(crate) outstanding: u32,
    /// Of the data; `None`: that of the requests.
    pub(crate) priority: Option<u8>,
}

impl ReadDefaults {
    /// The fabric's values.
    pub(super) fn new(row: &FabricRow) -> Self {
        Self {
            request: row.get(Key::ReadRequest),
            outstanding: u32::try_from(row.get(Key::ReadOutstanding)).unwrap_or(u32::MAX),
            priority: row.given(Key::ResponsePriority).and_then(|n| u8::try_from(n).ok()),
        }
    }

    /// Payload that a request asks for, where a frame has so much of it.
    pub(crate) fn request(&self, payload: u16) -> u64 {
        let payload = u64::from(payload.max(1));
        (self.request / payload).max(1) * payload
    }
}
