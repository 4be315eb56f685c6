//! Settings that a document gives for a node, port or priority. Reports read them to name settings
//! without effect.

use crate::ids::{PortId, Priority, PrioritySet};
use crate::units::{Rate, Time};

/// Setting that a document gives for a node, a port or a priority, not for the fabric as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalSetting {
    /// Path of the setting in the document: `switch.s1.port.2.p3.kmin`.
    pub address: String,
    /// Value of the setting as a document writes it, such as `96k`.
    pub text: String,
    /// Setting and its value.
    pub value: LocalValue,
    /// Ports at which the value applies, each with its priorities. A port and priority for which the document
    /// has a more specific value is left out.
    pub places: Vec<(PortId, PrioritySet)>,
    /// Whether the configuration of every switch of this setting was imported. An imported configuration is
    /// made for more traffic than this document has, so that a setting of an unused queue is no mistake.
    pub is_imported: bool,
}

impl LocalSetting {
    /// Iterates over each port and priority at which the value applies. The priorities of a port are in
    /// ascending order.
    pub fn ports_and_priorities(&self) -> impl Iterator<Item = (PortId, Priority)> {
        self.places.iter().flat_map(|(port, mask)| (*mask).iter().map(|n| (*port, n)))
    }
}

/// Setting that an action of a document gives for a node, a port or a priority. Recorded even if the action
/// changes nothing, because the setting already has this value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedSetting {
    /// Time of the action.
    pub at: Time,
    /// Setting, with all ports and priorities that the action names.
    pub setting: LocalSetting,
}

/// Kind of a setting that enables or limits a function, with its value where a report needs the value. A
/// value that switches a function off is not recorded, because it cannot be without effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalValue {
    /// Headroom in bytes, above 0.
    Headroom(u64),
    /// XON, or its offset below the XOFF threshold.
    Xon,
    /// Static XOFF threshold.
    Xoff,
    /// Static limit of an egress queue in bytes.
    EgressLimit(u64),
    /// Dynamic limit of an egress queue: its factor α in 1/65536.
    EgressAlpha(u64),
    /// Queue length at which WRED begins
    /// ([`WredConfig::min`](crate::fabric::egress::WredConfig::min)).
    WredMin,
    /// Maximum queue length or drop probability of WRED.
    WredOther,
    /// Kmin of ECN.
    Kmin,
    /// Kmax or Pmax of ECN, or the moment at which a frame is marked.
    EcnOther,
    /// Transmission of pauses, enabled.
    PfcTx,
    /// Reaction to received pauses, enabled.
    PfcRx,
    /// PFC watchdog, enabled.
    Watchdog,
    /// Parameter of a PFC watchdog, such as a time or the mitigation.
    WatchdogOther,
    /// Rate of the bus of a host. [`LocalSetting::places`] has all priorities.
    Drain(Rate),
    /// Minimum rate of a queue.
    MinRate(Rate),
    /// Burst of a minimum rate.
    MinBurst,
    /// Maximum rate of a queue.
    MaxRate(Rate),
    /// Burst of a maximum rate.
    MaxBurst,
    /// Maximum rate of a port. [`LocalSetting::places`] has all priorities.
    PortMaxRate(Rate),
    /// Burst of a port's maximum rate.
    PortBurst,
    /// XOFF or XON threshold of a port whose link has 802.3x pause.
    LinkPauseThreshold,
    /// PFC trigger that is the length of an egress queue.
    EgressTrigger,
    /// XOFF or XON threshold of the receive buffer of a host. [`LocalSetting::places`] has the priorities of
    /// the setting.
    ReceiveThreshold,
    /// Size of the receive buffer of a host.
    ReceiveBuffer,
    /// Limit of the read responses that wait in a host.
    ResponseQueue,
    /// Watchdog of a NIC, enabled.
    NicWatchdog,
    /// Pause time of sent pauses, or interval after which a pause is refreshed.
    PauseTime,
    /// Delay from the reception of a pause to its effect.
    PauseResponse,
    /// Event from which the response time to a pause counts.
    PauseOrder,
    /// Size of the headroom pool of a switch.
    HeadroomPool,
    /// Factor α of a dynamic threshold.
    Alpha,
    /// Resumes, switched off: pauses end only when they expire.
    WithoutXon,
    /// Timer of received pauses, switched off: pauses end only by a resume.
    WithoutTimer,
    /// Bytes after which credits are returned.
    CreditUpdate,
    /// Parameter of ETS: unit of the quanta, counted bytes of a frame, or smallest quantum.
    Ets,
    /// Priority of received frames without a trusted field (PCP or DSCP).
    DefaultPriority,
    /// Error of the clock that paces the flows of a host.
    ClockOffset,
    /// Any setting of a crossbar.
    Crossbar,
    /// Any setting of a switch that learns addresses.
    Learning,
}
