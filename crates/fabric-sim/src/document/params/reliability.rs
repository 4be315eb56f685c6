//! Turns parameter values into settings of loss recovery.

use super::{FabricRow, Key};
use crate::document::traffic::Reliability;
use crate::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
use crate::spec::Acks;
use crate::units::Time;

/// Defaults that reliable flows take from the fabric's parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReliabilityDefaults {
    kind: Reliability,
    /// Acknowledgements of a reliable flow that does not set them itself.
    pub(crate) acks: Acks,
    window: u32,
    timeout: Time,
}

impl ReliabilityDefaults {
    /// Defaults from the fabric's values.
    pub(super) fn new(row: &FabricRow) -> Self {
        let count = |key| u32::try_from(row.get(key)).unwrap_or(u32::MAX);
        Self {
            kind: match row.get(Key::Reliability) {
                1 => Reliability::GoBackN,
                2 => Reliability::GoBack0,
                _ => Reliability::None,
            },
            acks: Acks {
                every: count(Key::AckEvery),
                priority: u8::try_from(row.get(Key::AckPriority)).unwrap_or(0),
            },
            window: count(Key::SendWindow),
            timeout: Time(row.get(Key::AckTimeout)),
        }
    }

    /// Loss recovery of a flow with the setting `own`; `None` if its frames cannot be acknowledged
    /// (`capable` is false) or recovery is off.
    pub(crate) fn of(&self, own: Option<Reliability>, capable: bool) -> Option<ReliabilityConfig> {
        let recovery = match own.unwrap_or(self.kind) {
            Reliability::None => return None,
            Reliability::GoBackN => Recovery::GoBackN,
            Reliability::GoBack0 => Recovery::GoBack0,
        };
        capable.then_some(ReliabilityConfig { recovery, window: self.window, timeout: self.timeout })
    }
}
