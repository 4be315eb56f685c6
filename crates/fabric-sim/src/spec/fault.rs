use crate::ids::PortId;

/// Something that breaks in a running fabric, or is mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The link of this port goes down; nothing happens if it is.
    LinkDown(PortId),
    /// It comes up; nothing happens if it is.
    LinkUp(PortId),
}
