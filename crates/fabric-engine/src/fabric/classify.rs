//! Classification: the priority that a port of a switch gives to a received frame. The priority comes from
//! PCP, DSCP or the port's default (IEEE 802.1Q, clause 6.9; SONiC `DSCP_TO_TC_MAP`).
//!
//! A frame without a trusted field gets the default priority. The label in the frame is not rewritten.

use crate::ids::Priority;
use crate::wire::{Label, PRIORITIES};

/// Fields of a frame that a port trusts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trust {
    /// PCP of a tagged frame, also if it is 0; DSCP of an untagged IP frame. All other frames have the
    /// default priority of the port. Most switches use this setting by default.
    #[default]
    PcpThenDscp,
    /// PCP of a tagged frame. An untagged frame has the default priority of the port (IEEE 802.1Q, clause
    /// 6.9.4).
    Pcp,
    /// DSCP of an IP frame, tagged or not (SONiC: `DSCP_TO_TC_MAP`). Any other frame has the default priority
    /// of the port.
    Dscp,
    /// No field: every frame has the default priority of the port.
    Port,
}

impl Trust {
    /// Label (PCP and DSCP) of a frame, reduced to the trusted field; [`Label::NOTHING`] if the frame has no
    /// trusted field.
    #[must_use]
    pub const fn reads(self, label: Label) -> Label {
        match (self, label.pcp()) {
            (Self::Port, _) | (Self::Pcp, None) => Label::NOTHING,
            (Self::Pcp | Self::PcpThenDscp, Some(_)) => Label::new(label.pcp(), None),
            (Self::Dscp, _) | (Self::PcpThenDscp, None) => Label::new(None, label.dscp()),
        }
    }
}

/// Configuration of a classifier: tables from a field of the frame to a class. A class is the
/// priority, 0 to 7, with which the switch treats the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifierConfig {
    /// Trusted fields.
    pub trust: Trust,
    /// Class of frames without a trusted field.
    pub default: Priority,
    /// Class, indexed by PCP.
    pub pcp: [Priority; PRIORITIES],
    /// Class, indexed by DSCP.
    pub dscp: [Priority; 64],
}

impl ClassifierConfig {
    /// Identity: PCP n has class n. A DSCP whose first three bits are n has class n as well (class
    /// selectors, RFC 2474, section 4.2.2).
    pub const IDENTITY: Self = {
        let mut config = Self {
            trust: Trust::PcpThenDscp,
            default: Priority::P0,
            pcp: Priority::ALL,
            dscp: [Priority::P0; 64],
        };
        let mut n = 0;
        while n < 64 {
            config.dscp[n] = Priority::from_index(n >> 3);
            n += 1;
        }
        config
    };
}

impl Default for ClassifierConfig {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Classifier of a port; finds the class of a frame in two table look-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classifier {
    /// Class, indexed by PCP; the last entry is for untagged frames. [`Classifier::BY_DSCP`]: the
    /// class is in the table `ip`.
    tag: [u8; PRIORITIES + 1],
    /// Class, indexed by DSCP; the last entry is for frames without DSCP.
    ip: [Priority; 65],
}

impl Classifier {
    const BY_DSCP: u8 = u8::MAX;

    /// Creates the tables of `config`.
    #[must_use]
    pub fn new(config: &ClassifierConfig) -> Self {
        let mut tables = Self { tag: [Self::BY_DSCP; PRIORITIES + 1], ip: [config.default; 65] };
        if matches!(config.trust, Trust::PcpThenDscp | Trust::Pcp) {
            tables.tag[..PRIORITIES].copy_from_slice(&config.pcp.map(Priority::get));
        }
        if matches!(config.trust, Trust::PcpThenDscp | Trust::Dscp) {
            tables.ip[..64].copy_from_slice(&config.dscp);
        }
        tables
    }

    /// Class of a frame with `label`, 0 to 7.
    #[must_use]
    #[inline]
    pub fn class(&self, label: Label) -> Priority {
        let by_tag = self.tag[label.pcp().map_or(PRIORITIES, usize::from)];
        if by_tag != Self::BY_DSCP {
            return Priority::new(by_tag);
        }
        self.ip[label.dscp().map_or(64, usize::from)]
    }
}

#[cfg(test)]
mod tests;
