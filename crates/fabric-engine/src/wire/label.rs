/// What a frame says of its priority, to whoever can read it. It stays with
/// the frame to the end of its way: rewriting is not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// 0 to 7, or [`Label::UNTAGGED`].
    pcp: u8,
    /// 0 to 63, or [`Label::NO_IP`].
    dscp: u8,
}

impl Label {
    const UNTAGGED: u8 = 8;
    const NO_IP: u8 = 64;

    /// A frame that says nothing: no tag, no IP header.
    pub const NOTHING: Self = Self { pcp: Self::UNTAGGED, dscp: Self::NO_IP };

    /// The priority code point of its 802.1Q tag and the code point of its IP
    /// header, where it has them (IEEE 802.1Q, clause 9.6; RFC 2474).
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

    /// The priority code point of its tag, 0 to 7.
    #[must_use]
    pub const fn pcp(self) -> Option<u8> {
        if self.pcp == Self::UNTAGGED { None } else { Some(self.pcp) }
    }

    /// The code point of its IP header, 0 to 63.
    #[must_use]
    pub const fn dscp(self) -> Option<u8> {
        if self.dscp == Self::NO_IP { None } else { Some(self.dscp) }
    }

    /// The same kind of frame sent with `priority`: its PCP, and the class
    /// selector of it (RFC 2474, section 4.2.2) as its DSCP.
    #[must_use]
    pub const fn with_priority(self, priority: u8) -> Self {
        let pcp = if self.pcp == Self::UNTAGGED { None } else { Some(priority) };
        let dscp = if self.dscp == Self::NO_IP { None } else { Some(priority << 3) };
        Self::new(pcp, dscp)
    }
}
