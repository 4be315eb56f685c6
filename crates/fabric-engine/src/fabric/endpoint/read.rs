//! Reads: a host asks for data, and another answers with it.

mod reader;
mod responder;

pub use reader::{Asked, Reader};
pub use responder::Responder;

use crate::units::Time;

/// How a read asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadConfig {
    /// Payload that a request asks for, in whole frames; above 0. The last of
    /// a message asks for what is left.
    pub request: u64,
    /// Requests that may be under way at once: sent, and not answered in full;
    /// above 0.
    pub outstanding: u32,
    /// Priority of the requests; that of the data is their flow's.
    pub priority: u8,
    /// How long a requester waits for data before it asks again for all that
    /// is under way; `None`: it never does.
    pub timeout: Option<Time>,
}

/// The requests of a message: who asks and who answers count them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parts {
    /// Payload of a message; [`u64::MAX`] is endless.
    message: u64,
    /// Payload that one of them asks for.
    request: u64,
}

impl Parts {
    /// Payload that the first `n` requests ask for in all.
    const fn before(self, n: u64) -> u64 {
        if self.message == u64::MAX {
            return n.saturating_mul(self.request);
        }
        let each = self.message.div_ceil(self.request);
        let rest = (n % each) * self.request;
        (n / each).saturating_mul(self.message).saturating_add(rest)
    }

    /// Payload that request `n` asks for.
    const fn of(self, n: u64) -> u64 {
        self.before(n + 1) - self.before(n)
    }
}

#[cfg(test)]
mod tests;
