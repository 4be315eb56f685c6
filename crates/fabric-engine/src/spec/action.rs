use crate::ids::{FlowId, PortId};
use crate::units::{Rate, Time};

use super::{Fault, FlowSpec, PauseSourceSpec};

/// An action and when it happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedAction {
    /// Before every event of the model at this time.
    pub at: Time,
    /// What happens.
    pub action: Action,
}

/// What a user, a lesson or a document does to a running fabric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A setting changes at every port and priority of the scope.
    Set {
        /// Where.
        scope: Scope,
        /// What.
        setting: Setting,
    },
    /// Flows are added; an incast is several with one destination.
    AddFlows(Vec<FlowSpec>),
    /// A pause source is added.
    AddPauseSource(PauseSourceSpec),
    /// A flow of the document, or one added before, starts now (again).
    StartFlow(FlowId),
    /// It hands over no more frames.
    StopFlow(FlowId),
    /// A pause source, by its number (those of the document first, then those
    /// of actions in their order), sends no more.
    StopPauseSource(usize),
    /// The watchdogs of this port that have switched PFC off are armed again,
    /// and PFC is on again.
    Arm(PortId),
    /// Something breaks, or is mended.
    Fault(Fault),
}

/// Ports and priorities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The ports.
    pub ports: Vec<PortId>,
    /// Mask of the priorities.
    pub priorities: u8,
}

/// A setting of one priority of one port, or of a host, that may change while the fabric
/// runs. Units are those of [`super::PriorityConfig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// XOFF threshold in bytes; makes the threshold static.
    Xoff(u64),
    /// α in 1/65536; makes the threshold dynamic.
    Alpha(u32),
    /// Shared use at which a paused group resumes.
    Xon(u64),
    /// Resume this much below the threshold.
    XonOffset(Option<u64>),
    /// Headroom in bytes.
    Headroom(u64),
    /// Guaranteed bytes.
    Reserve(u64),
    /// ECN: never marked below.
    Kmin(u64),
    /// ECN: always marked from here.
    Kmax(u64),
    /// ECN: probability just below Kmax, in 1/2³².
    Pmax(u64),
    /// Of a host, whatever the priorities: how fast its bus carries frames to
    /// memory; `None`: infinitely.
    Drain(Option<Rate>),
}
