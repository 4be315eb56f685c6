use crate::fabric::credit::UpdateLoss;
use crate::fabric::loss::LossConfig;
use crate::fabric::pfc::PfcLoss;
use crate::ids::PortId;

/// Something that breaks in a running fabric, or is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The link of this port goes down; nothing happens if it is.
    LinkDown(PortId),
    /// It comes up; nothing happens if it is.
    LinkUp(PortId),
    /// The cable out of this port is bad from now on; one that was is so in a new way.
    Lossy(PortId, LossConfig),
    /// PFC frames that come in at this port are lost.
    LosePfc(PortId, PfcLoss),
    /// Credit updates that come in at this port are lost.
    LoseCredits(PortId, UpdateLoss),
    /// The link of this port carries everything again, PFC frames and credit updates too.
    Mend(PortId),
    /// What this switch (its number among the switches) has for this host
    /// (among the hosts) leaves by the port, shortest way or not; `None`: by
    /// the shortest way, whatever the document says.
    Route(usize, usize, Option<PortId>),
}
