//! Extensions of a flow: optional state, such as rate control, that is stored in tables of its own. Most
//! flows have no extension. [`ExtensionSet`] records the extensions of a flow in a byte, so that a flow
//! without extensions does not read the indices.

use super::Flow;

/// Kind of optional state of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlowExtension {
    Multicast,
    Reliability,
    Rate,
    Credit,
    Read,
}

/// Set of the extensions that a flow has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtensionSet(u8);

/// Indices of the extensions of a flow in their tables. An index is valid if its extension is in the
/// [`ExtensionSet`] of the flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExtensionIndices([u32; FlowExtension::Read as usize + 1]);

/// Extensions of a flow, as indices into the tables of their states; `None`: the flow does not have the
/// extension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlowExtensions {
    /// Index of the list of further receivers; `None`: the flow has one receiver.
    pub multicast: Option<u32>,
    /// Index of the reliability state; `None`: lost frames stay lost.
    pub reliability: Option<u32>,
    /// Index of the rate control; `None`: only the link limits the flow.
    pub flow_rate: Option<u32>,
    /// Index of the flow in the table of end-to-end credits; `None`: the flow needs none.
    pub credit: Option<u32>,
    /// Index of the read that requests the data; `None`: the source sends without requests. For a
    /// read, [`Flow::remaining`] is the data that is requested and not yet handed over.
    pub read: Option<u32>,
}

impl FlowExtensions {
    /// Splits the extensions into the set of those that exist and their indices, as a flow stores them.
    #[must_use]
    pub fn split(self) -> (ExtensionSet, ExtensionIndices) {
        let Self { multicast, reliability, flow_rate, credit, read } = self;
        let (mut has, mut rows) = (ExtensionSet::default(), ExtensionIndices::default());
        let mut keep = |part: FlowExtension, row: Option<u32>| {
            if let Some(row) = row {
                has.0 |= 1 << part as u8;
                rows.0[part as usize] = row;
            }
        };
        keep(FlowExtension::Multicast, multicast);
        keep(FlowExtension::Reliability, reliability);
        keep(FlowExtension::Rate, flow_rate);
        keep(FlowExtension::Credit, credit);
        keep(FlowExtension::Read, read);
        (has, rows)
    }
}

impl Flow {
    /// Index of the list of further receivers ([`FlowExtensions::multicast`]); `None`: one
    /// receiver.
    #[must_use]
    #[inline]
    pub const fn multicast(&self) -> Option<u32> {
        self.extension_index(FlowExtension::Multicast)
    }

    /// Index of the reliability state ([`FlowExtensions::reliability`]); `None`: lost frames stay
    /// lost.
    #[must_use]
    #[inline]
    pub const fn reliability(&self) -> Option<u32> {
        self.extension_index(FlowExtension::Reliability)
    }

    /// Index of the rate control ([`FlowExtensions::flow_rate`]); `None`: only the link limits the
    /// flow.
    #[must_use]
    #[inline]
    pub const fn flow_rate(&self) -> Option<u32> {
        self.extension_index(FlowExtension::Rate)
    }

    /// Index of the end-to-end credits ([`FlowExtensions::credit`]); `None`: the flow needs none.
    #[must_use]
    #[inline]
    pub const fn credit(&self) -> Option<u32> {
        self.extension_index(FlowExtension::Credit)
    }

    /// Index of the read that requests the data ([`FlowExtensions::read`]); `None`: the source
    /// sends without requests.
    #[must_use]
    #[inline]
    pub const fn read(&self) -> Option<u32> {
        self.extension_index(FlowExtension::Read)
    }

    /// Whether the start of a frame depends on rate control, reliability, credits or a read, or
    /// changes their state.
    #[must_use]
    #[inline]
    pub const fn may_be_limited(&self) -> bool {
        self.extensions.0 & !(1 << FlowExtension::Multicast as u8) != 0
    }

    #[inline]
    const fn extension_index(&self, part: FlowExtension) -> Option<u32> {
        if self.extensions.0 >> part as u8 & 1 == 1 {
            Some(self.extension_indices.0[part as usize])
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::flow;
    use super::*;

    #[test]
    fn extension_indices_are_independent() {
        let all = |n: u8| FlowExtensions {
            multicast: (n & 1 != 0).then_some(0),
            reliability: (n & 2 != 0).then_some(7),
            flow_rate: (n & 4 != 0).then_some(u32::MAX),
            credit: (n & 8 != 0).then_some(9),
            read: (n & 16 != 0).then_some(3),
        };
        for n in 0..32 {
            let (has, rows) = all(n).split();
            let flow = Flow { extensions: has, extension_indices: rows, ..flow(0) };
            let read = FlowExtensions {
                multicast: flow.multicast(),
                reliability: flow.reliability(),
                flow_rate: flow.flow_rate(),
                credit: flow.credit(),
                read: flow.read(),
            };
            assert_eq!((read, flow.may_be_limited()), (all(n), n > 1));
        }
    }
}
