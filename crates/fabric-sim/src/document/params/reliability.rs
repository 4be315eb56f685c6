//! Converts parameter values into the defaults of retransmission.
//!
//! Acks and retransmission are separate: a flow can send acks without retransmission. Start with
//! [`ReliabilityDefaults`].

use super::{FabricRow, Key};
use crate::document::traffic::Reliability;
use crate::fabric::endpoint::reliability::{Recovery, ReliabilityConfig};
use crate::ids::Priority;
use crate::spec::Acks;
use crate::units::Time;

/// Defaults of retransmission, from the parameters of the fabric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReliabilityDefaults {
    kind: Reliability,
    /// Acks of a reliable flow that has no `acks` of its own.
    pub(crate) acks: Acks,
    window: u32,
    timeout: Time,
}

impl ReliabilityDefaults {
    /// Creates the defaults of retransmission from `row`, the parameter values of the fabric.
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
                priority: Priority::checked_new(row.get(Key::AckPriority)).unwrap_or_default(),
            },
            window: count(Key::SendWindow),
            timeout: Time(row.get(Key::AckTimeout)),
        }
    }

    /// Retransmission of a flow. `own` is the field `reliability` of the flow. If `own` is `None`, the
    /// default of the fabric applies. `capable` says whether the frame format of the flow allows acks.
    /// Returns `None` if the flow retransmits no lost frames, or if the format allows no acks.
    pub(crate) fn of(&self, own: Option<Reliability>, capable: bool) -> Option<ReliabilityConfig> {
        let recovery = match own.unwrap_or(self.kind) {
            Reliability::None => return None,
            Reliability::GoBackN => Recovery::GoBackN,
            Reliability::GoBack0 => Recovery::GoBack0,
        };
        capable.then_some(ReliabilityConfig { recovery, window: self.window, timeout: self.timeout })
    }
}
