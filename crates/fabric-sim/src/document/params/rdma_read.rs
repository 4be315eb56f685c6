//! Converts parameter values into the defaults of RDMA reads.
//!
//! Each request is for whole frames, at least one. Start with [`ReadDefaults`].

use super::{FabricRow, Key};
use crate::ids::Priority;

/// Defaults of RDMA reads, from the parameters of the fabric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadDefaults {
    request: u64,
    /// Greatest number of requests that a read may have sent without having received their complete
    /// responses.
    pub(crate) outstanding: u32,
    /// Priority of the data frames of a read. `None` if they have the priority of the requests.
    pub(crate) priority: Option<Priority>,
}

impl ReadDefaults {
    /// Creates the defaults of reads from `row`, the parameter values of the fabric.
    pub(super) fn new(row: &FabricRow) -> Self {
        Self {
            request: row.get(Key::ReadRequest),
            outstanding: u32::try_from(row.get(Key::ReadOutstanding)).unwrap_or(u32::MAX),
            priority: row.given(Key::ResponsePriority).and_then(Priority::checked_new),
        }
    }

    /// Payload bytes of the data of one request: the greatest number of whole frames of `payload` bytes that
    /// is not above the parameter `read_request`. At least one frame.
    pub(crate) fn request(&self, payload: u16) -> u64 {
        let payload = u64::from(payload.max(1));
        (self.request / payload).max(1) * payload
    }
}
