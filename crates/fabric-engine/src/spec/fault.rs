//! Faults of a running fabric, as data; `engine/fault.rs` carries them out.

use crate::fabric::credit::UpdateLoss;
use crate::fabric::loss::LossConfig;
use crate::fabric::pfc::PfcLoss;
use crate::ids::PortId;

/// Fault of a running fabric, or its repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Link of this port goes down; without effect if it is down.
    LinkDown(PortId),
    /// Link of this port comes up; without effect if it is up.
    LinkUp(PortId),
    /// Cable out of this port loses or corrupts frames from now on; replaces an earlier fault of
    /// the cable.
    Lossy(PortId, LossConfig),
    /// Received PFC frames are lost at this port.
    LosePfc(PortId, PfcLoss),
    /// Received credit updates are lost at this port.
    LoseCredits(PortId, UpdateLoss),
    /// Repair of both ports of this link: frames, PFC frames and credit updates are no longer lost.
    Mend(PortId),
    /// Route of a switch (index among the switches) to a host (index among the hosts) by this port,
    /// whether or not on a shortest path; `None`: by the shortest paths, without any override.
    Route(usize, usize, Option<PortId>),
}
