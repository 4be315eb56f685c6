//! Actions of users, lessons and documents on a running fabric, and the settings that actions change. The
//! types are plain data; `engine/act.rs` executes the actions. At hosts, only PFC, pause time, class,
//! watchdog and the rate of the bus have an effect. The rate of the bus has no effect at switches.

use crate::fabric::buffer::{PgConfig, Threshold};
use crate::fabric::egress::Class;
use crate::fabric::watchdog::WatchdogConfig;
use crate::ids::{FlowId, PortId, PrioritySet};
use crate::units::{Quanta, Rate, Time};

use super::{Fault, FlowSpec, PauseSourceSpec};

/// Action on a running fabric, with its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedAction {
    /// Time of the action. The action happens before all other events of this time.
    pub at: Time,
    /// Action that happens at this time.
    pub action: Action,
}

/// Action of a user, a lesson or a document on a running fabric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Changes a setting at every port and priority of `scope`.
    Set {
        /// Ports and priorities that are changed.
        scope: SettingScope,
        /// Parameter with its new value.
        setting: Setting,
    },
    /// Adds flows. An incast is several flows to one destination. Flows that exceed the limit
    /// [`super::Limits::FLOWS`] are left out.
    AddFlows(Vec<FlowSpec>),
    /// Adds a pause source.
    AddPauseSource(PauseSourceSpec),
    /// Starts a flow of the document or of an earlier action. A flow that has sent all its bytes sends its
    /// message again. A flow that was stopped continues with the bytes that it has not sent. No effect while
    /// the flow is active, or if there is no such flow.
    StartFlow(FlowId),
    /// Stops a flow; frames in the NIC are still sent. No effect if there is no such flow.
    StopFlow(FlowId),
    /// Stops the pause source with this index. The pause sources of the document have the first
    /// indices; the pause sources that actions add follow, in the order of the actions.
    StopPauseSource(usize),
    /// Arms again the watchdogs of this port that have disabled PFC. PFC is thereby enabled again.
    Arm(PortId),
    /// Begins or repairs a fault.
    Fault(Fault),
}

/// Ports and priorities that an action changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingScope {
    /// Ports that the setting changes, in ascending order.
    pub ports: Vec<PortId>,
    /// Priorities that the setting changes.
    pub priorities: PrioritySet,
}

/// Setting that an action can change while the fabric runs. Applies to one priority of one port, to
/// a whole port, or to a host. Units are those of [`super::PriorityConfig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// XOFF threshold in bytes; makes the threshold static.
    Xoff(u64),
    /// α of the XOFF threshold, in 1/65536; makes the threshold dynamic.
    Alpha(u32),
    /// XON threshold: bytes of shared memory in use by the group, at or below which the group
    /// resumes.
    Xon(u64),
    /// Distance in bytes below the XOFF threshold at which a paused group also resumes. `None`: the
    /// group resumes at XON only.
    XonOffset(Option<u64>),
    /// Headroom of the priority group, in bytes.
    Headroom(u64),
    /// Reserve of the priority group, in bytes.
    Reserve(u64),
    /// ECN Kmin: queue length in bytes below which no frame is marked.
    Kmin(u64),
    /// ECN Kmax: queue length in bytes from which every frame is marked.
    Kmax(u64),
    /// ECN Pmax: marking probability just below Kmax, in 1/2³².
    Pmax(u64),
    /// Whether the port sends PFC for the priority.
    PfcTx(bool),
    /// Whether the port obeys PFC of the priority.
    PfcRx(bool),
    /// Pause time of the frames that the port sends from now on, and interval between a pause and
    /// its refresh (`None`: no refresh). Applies to all priorities of the port.
    PauseTime(Quanta, Option<Time>),
    /// Class of the egress queue in the scheduler.
    Class(Class),
    /// Configuration of the priority group, and limit of the egress queue (`None`: no limit). The
    /// configuration makes the priority lossless or lossy. Used at switches only.
    Group(PgConfig, Option<Threshold>),
    /// PFC watchdog of the egress queue; `None`: no watchdog. The times of the watchdog are not yet divided
    /// by [`super::Spec::watchdog_scale`].
    Watchdog(Option<WatchdogConfig>),
    /// Rate of the bus of a host, for all priorities; `None`: unlimited.
    Drain(Option<Rate>),
}
