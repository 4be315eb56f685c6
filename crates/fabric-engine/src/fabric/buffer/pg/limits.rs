//! Limits of a priority group in a compact form, so that the limits and the use of a group fit one
//! cache line.

use super::PgConfig;
use crate::fabric::buffer::{Scope, Threshold};

/// [`PgConfig`] with amounts of 32 bits, half its size. Documents allow at most 10⁹ B; larger
/// values mean "no limit" and are stored as [`u32::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limits {
    threshold: Small,
    xon_offset: Option<u32>,
    reserve: u32,
    xon: u32,
    headroom: u32,
    pub lossless: bool,
    pub counted: bool,
    pub scope: Scope,
}

/// [`Threshold`] with 32 bits: bytes, or α in 1/65536.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Small {
    Static(u32),
    Dynamic(u32),
}

impl Limits {
    pub fn new(config: PgConfig) -> Self {
        let PgConfig { lossless, counted, reserve, threshold, scope, xon, xon_offset, headroom } = config;
        Self {
            threshold: match threshold {
                Threshold::Static(bytes) => Small::Static(small(bytes)),
                Threshold::Dynamic(alpha) => Small::Dynamic(alpha),
            },
            xon_offset: xon_offset.map(small),
            reserve: small(reserve),
            xon: small(xon),
            headroom: small(headroom),
            lossless,
            counted,
            scope,
        }
    }

    pub fn config(&self) -> PgConfig {
        PgConfig {
            lossless: self.lossless,
            counted: self.counted,
            reserve: self.reserve(),
            threshold: self.threshold(),
            scope: self.scope,
            xon: self.xon.into(),
            xon_offset: self.xon_offset.map(u64::from),
            headroom: self.headroom(),
        }
    }

    #[inline]
    pub fn reserve(&self) -> u64 {
        self.reserve.into()
    }

    #[inline]
    pub fn headroom(&self) -> u64 {
        self.headroom.into()
    }

    #[inline]
    pub fn threshold(&self) -> Threshold {
        match self.threshold {
            Small::Static(bytes) => Threshold::Static(bytes.into()),
            Small::Dynamic(alpha) => Threshold::Dynamic(alpha),
        }
    }
}

fn small(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
