//! Faults of a running fabric. The types are plain data; `engine/fault.rs` executes the faults.

use crate::fabric::cable_loss::CableLossConfig;
use crate::fabric::credit::UpdateLoss;
use crate::fabric::pfc::PfcLoss;
use crate::ids::{HostId, PortId, SwitchId};

/// Fault of a running fabric, or its repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The link of this port goes down; no effect if the link is down.
    LinkDown(PortId),
    /// The link of this port comes up; no effect if the link is up.
    LinkUp(PortId),
    /// The cable that leaves this port loses or corrupts frames from now on. The fault replaces an
    /// earlier fault of the cable.
    Lossy(PortId, CableLossConfig),
    /// PFC frames that arrive at this port are lost from now on, as [`PfcLoss`] specifies.
    LosePfc(PortId, PfcLoss),
    /// Credit updates that arrive at this port are lost from now on, as [`UpdateLoss`] specifies.
    LoseCredits(PortId, UpdateLoss),
    /// Ends the loss of frames, PFC frames and credit updates at both ends of the link of this port.
    Mend(PortId),
    /// Overrides the route of the switch to the host with this port, whether or not the port is on a
    /// shortest path. `None`: removes the overrides, so that the shortest paths apply.
    Route(SwitchId, HostId, Option<PortId>),
}
