//! The laboratory behind the page.
mod envelope;
pub use envelope::{Column, Envelope};
