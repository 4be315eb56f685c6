//! RDMA reads: a requester sends requests, a responder answers with data.
//!
//! [`Reader`] is the state of one read at both ends; [`Responder`] holds the answers of a host.

mod reader;
mod responder;

pub use reader::{Reader, RequestResult};
pub use responder::Responder;

use crate::ids::Priority;
use crate::units::Time;

/// Configuration of an RDMA read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadConfig {
    /// Payload bytes that one request asks for: above 0, a multiple of the payload of a full frame. The last
    /// request of a message asks for the remaining bytes, which may be fewer.
    pub request: u64,
    /// Largest number of outstanding requests; above 0. A request is outstanding until its data has
    /// arrived completely.
    pub outstanding: u32,
    /// Priority of the requests; the data has the priority of its flow.
    pub priority: Priority,
    /// Time without data after which a requester repeats its outstanding requests; `None`: never.
    pub timeout: Option<Time>,
}

/// Division of messages into requests, equal at requester and responder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RequestSizes {
    /// Payload bytes of a message; [`u64::MAX`] for an endless message.
    message: u64,
    /// Payload bytes of the data of one request.
    request: u64,
}

impl RequestSizes {
    /// Payload bytes of the data of the first `n` requests together.
    const fn before(self, n: u64) -> u64 {
        if self.message == u64::MAX {
            return n.saturating_mul(self.request);
        }
        let each = self.message.div_ceil(self.request);
        let rest = (n % each) * self.request;
        (n / each).saturating_mul(self.message).saturating_add(rest)
    }

    /// Payload bytes of the data of request `n`, counted from 0.
    const fn of(self, n: u64) -> u64 {
        self.before(n + 1) - self.before(n)
    }
}

#[cfg(test)]
mod tests;
