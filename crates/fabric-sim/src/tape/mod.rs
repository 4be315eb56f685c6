//! See the crate's overview.
