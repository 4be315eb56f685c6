//! Ids: indices of nodes, ports, flows and collectives, numbered in the order of the document. The
//! tables of the spec and of the state are indexed by ids. Also sets of ports and of priorities.

mod port_set;
mod priority;
mod priority_set;
mod queue_id;

use std::fmt;

pub use port_set::{MAX_PORTS, PortSet};
pub use priority::Priority;
pub use priority_set::PrioritySet;
pub use queue_id::QueueId;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Index into tables with one entry for each id.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Id of entry `index` of a table with one entry for each id.
            ///
            /// # Panics
            /// If there are more than 2³² entries; documents are far smaller.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables are smaller than 2^32"))
            }
        }
    };
}

id!(
    /// Index of a host or switch among all nodes of the fabric.
    NodeId
);
id!(
    /// Index of a switch among the switches of the fabric, in the order of the document. The index
    /// among all nodes is a [`NodeId`].
    SwitchId
);
id!(
    /// Index of a host among the hosts of the fabric, in the order of the document. The index among
    /// all nodes is a [`NodeId`].
    HostId
);
id!(
    /// Port of a host or of a switch: an end of a link, numbered over the whole fabric. The cable
    /// that leaves the port has the same number.
    PortId
);
id!(
    /// Index of a flow. Flows that actions add follow the flows of the document.
    FlowId
);
id!(
    /// Index of a collective among the collectives of the document.
    CollectiveId
);

/// Port within its node, numbered from 0 in the order of the links of the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalPort(pub u8);

impl LocalPort {
    /// Index into tables with one entry for each port of a node.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Port of entry `index`, below 256, of a table with one entry for each port of a node. A
    /// larger index gives port 255.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Self {
        Self(u8::try_from(index).unwrap_or(u8::MAX))
    }

    /// Iterates over the ports of a node with `count` ports, at most 256.
    pub fn all(count: usize) -> impl Iterator<Item = Self> + Clone {
        (0..count).map(Self::new)
    }
}

impl From<LocalPort> for u32 {
    fn from(port: LocalPort) -> Self {
        port.0.into()
    }
}

impl From<LocalPort> for u64 {
    fn from(port: LocalPort) -> Self {
        port.0.into()
    }
}

impl fmt::Display for LocalPort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
