//! Ids: indices of nodes, ports, flows and collectives, numbered in the order of the document. They
//! index the tables of the spec and of the state.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// Index into tables with one row for each.
            #[must_use]
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Id of row `index` of such a table.
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
    /// Host or switch.
    NodeId
);
id!(
    /// Port of a host or of a switch: an end of a link, numbered over the whole fabric. The cable
    /// that leaves the port has the same number.
    PortId
);
id!(
    /// Index of a flow.
    FlowId
);
id!(
    /// Index of a collective.
    CollectiveId
);

/// Set of priorities, as a mask: bit n is priority n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrioritySet(pub u8);

impl PrioritySet {
    /// Whether `priority`, 0 to 7, is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, priority: u8) -> bool {
        self.0 >> priority & 1 == 1
    }
}

/// Iterates over the priorities of a mask, lowest first.
#[inline]
pub fn priorities(mask: u8) -> impl Iterator<Item = u8> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let next = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        u8::try_from(next).ok().filter(|n| *n < 8)
    })
}
