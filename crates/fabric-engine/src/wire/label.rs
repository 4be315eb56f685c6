//! Priority fields of a frame.

use crate::ids::Priority;
/// Priority fields of a frame: PCP and DSCP. Switches do not rewrite them in this model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// PCP, 0 to 7, or [`Label::UNTAGGED`].
    pcp: u8,
    /// DSCP, 0 to 63, or [`Label::NO_IP`].
    dscp: u8,
}

impl Label {
    const UNTAGGED: u8 = 8;
    const NO_IP: u8 = 64;

    /// Label of a frame without tag and IP header.
    pub const NOTHING: Self = Self { pcp: Self::UNTAGGED, dscp: Self::NO_IP };

    /// Label with the PCP of an 802.1Q tag and the DSCP of an IP header (IEEE 802.1Q, clause 9.6; RFC 2474).
    /// `None`: the frame has no tag, or no IP header. Only the low 3 bits of the PCP and the low 6 bits of
    /// the DSCP are used.
    #[must_use]
    pub const fn new(pcp: Option<u8>, dscp: Option<u8>) -> Self {
        let pcp = match pcp {
            Some(pcp) => pcp & 7,
            None => Self::UNTAGGED,
        };
        let dscp = match dscp {
            Some(dscp) => dscp & 63,
            None => Self::NO_IP,
        };
        Self { pcp, dscp }
    }

    /// PCP of the tag, 0 to 7; `None` without a tag.
    #[must_use]
    pub const fn pcp(self) -> Option<u8> {
        if self.pcp == Self::UNTAGGED { None } else { Some(self.pcp) }
    }

    /// DSCP of the IP header, 0 to 63; `None` without an IP header.
    #[must_use]
    pub const fn dscp(self) -> Option<u8> {
        if self.dscp == Self::NO_IP { None } else { Some(self.dscp) }
    }

    /// Label of a frame with the same headers and another `priority`, 0 to 7. The PCP is the priority; the
    /// DSCP is the class selector of the priority (RFC 2474, section 4.2.2).
    #[must_use]
    pub const fn with_priority(self, priority: Priority) -> Self {
        let pcp = if self.pcp == Self::UNTAGGED { None } else { Some(priority.get()) };
        let dscp = if self.dscp == Self::NO_IP { None } else { Some(priority.get() << 3) };
        Self::new(pcp, dscp)
    }
}
