//! Settings that a document gives for a place, so that reports can name those that have no effect.

use crate::ids::{PortId, priorities};
use crate::units::Rate;

/// Setting that a document gives for a node, a port or a priority, not for the fabric as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSetting {
    /// Address in the document: `switch.s1.port.2.p3.kmin`.
    pub address: String,
    /// Value as documents write it: `96k`.
    pub text: String,
    /// Setting and its value.
    pub value: GivenValue,
    /// Ports where this value is in force, each with a mask of priorities; no other value of the
    /// document outranks it there.
    pub places: Vec<(PortId, u8)>,
}

impl GivenSetting {
    /// Ports and priorities where the value is in force, one by one.
    pub fn lanes(&self) -> impl Iterator<Item = (PortId, u8)> {
        self.places.iter().flat_map(|(port, mask)| priorities(*mask).map(|n| (*port, n)))
    }
}

/// Setting that may be without effect. Only values that switch something on or limit something
/// are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenValue {
    /// Headroom in bytes, above 0.
    Headroom(u64),
    /// XON, or its offset below the threshold.
    Xon,
    /// Static limit of an egress queue in bytes.
    EgressLimit(u64),
    /// Dynamic limit of an egress queue.
    EgressAlpha,
    /// Minimum of WRED.
    WredMin,
    /// Maximum or drop probability of WRED.
    WredOther,
    /// Kmin of ECN.
    Kmin,
    /// Kmax or Pmax of ECN.
    EcnOther,
    /// Transmission of pauses, switched on.
    PfcTx,
    /// Reception of pauses, switched on.
    PfcRx,
    /// Watchdog, switched on.
    Watchdog,
    /// Time or action of a watchdog.
    WatchdogOther,
    /// Rate of a host's bus; the mask of priorities is full.
    Drain(Rate),
    /// Minimum rate of a queue.
    MinRate(Rate),
    /// Burst of a minimum rate.
    MinBurst,
    /// Maximum rate of a queue.
    MaxRate(Rate),
    /// Burst of a maximum rate.
    MaxBurst,
    /// Maximum rate of a port; the mask of priorities is full, as for all that follow.
    PortMaxRate(Rate),
    /// Burst of a port's maximum rate.
    PortBurst,
    /// XOFF or XON of a link with 802.3x pause.
    LinkMark,
    /// Trigger of PFC by egress queues.
    EgressTrigger,
    /// High or low mark of a host's receive buffer; the mask of priorities is that of the setting.
    ReceiveMark,
    /// Watchdog of a NIC, switched on.
    NicWatchdog,
}
