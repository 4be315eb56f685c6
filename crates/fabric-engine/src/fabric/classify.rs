//! Which priority a switch's port gives a frame that comes in.

use crate::wire::{Label, PRIORITIES};

/// What of a frame a port believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trust {
    /// The tag's PCP; else the DSCP of an IP frame; else the port's default
    /// priority. What switches do that are told nothing.
    #[default]
    PcpThenDscp,
    /// The tag's PCP, else the port's default priority (IEEE 802.1Q, clause 6.9.4).
    Pcp,
    /// The DSCP of an IP frame, tagged or not, else the port's default
    /// priority (SONiC: `DSCP_TO_TC_MAP`).
    Dscp,
    /// Nothing: all that comes in has the port's default priority.
    Port,
}

impl Trust {
    /// The one code point of `label` that is believed, if any is.
    #[must_use]
    pub const fn reads(self, label: Label) -> Label {
        match (self, label.pcp()) {
            (Self::Port, _) | (Self::Pcp, None) => Label::NOTHING,
            (Self::Pcp | Self::PcpThenDscp, Some(_)) => Label::new(label.pcp(), None),
            (Self::Dscp, _) | (Self::PcpThenDscp, None) => Label::new(None, label.dscp()),
        }
    }
}

/// From what a frame says to the class it gets, as tables; every class is below 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifierConfig {
    /// What is believed.
    pub trust: Trust,
    /// The class of frames that say nothing that is believed.
    pub default: u8,
    /// By PCP.
    pub pcp: [u8; PRIORITIES],
    /// By DSCP.
    pub dscp: [u8; 64],
}

impl ClassifierConfig {
    /// PCP n is class n, and so is class selector n (RFC 2474, section
    /// 4.2.2) with what shares its first three bits.
    pub const IDENTITY: Self = {
        let mut config = Self { trust: Trust::PcpThenDscp, default: 0, pcp: [0; PRIORITIES], dscp: [0; 64] };
        let mut n = 0;
        while n < 64 {
            if (n as usize) < PRIORITIES {
                config.pcp[n as usize] = n;
            }
            config.dscp[n as usize] = n >> 3;
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

/// The tables of a port, made so that a frame's class is found in two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classifier {
    /// Priority by PCP; the last entry is for untagged frames; [`Classifier::BY_DSCP`] where the
    /// other table says.
    tag: [u8; PRIORITIES + 1],
    /// By DSCP, the last for frames without.
    ip: [u8; 65],
}

impl Classifier {
    const BY_DSCP: u8 = u8::MAX;

    /// The tables that do what `config` says.
    #[must_use]
    pub fn new(config: &ClassifierConfig) -> Self {
        let mut tables = Self { tag: [Self::BY_DSCP; PRIORITIES + 1], ip: [config.default; 65] };
        if matches!(config.trust, Trust::PcpThenDscp | Trust::Pcp) {
            tables.tag[..PRIORITIES].copy_from_slice(&config.pcp);
        }
        if matches!(config.trust, Trust::PcpThenDscp | Trust::Dscp) {
            tables.ip[..64].copy_from_slice(&config.dscp);
        }
        tables
    }

    /// The class of a frame that says `label`, 0 to 7.
    #[must_use]
    #[inline]
    pub fn class(&self, label: Label) -> u8 {
        let by_tag = self.tag[label.pcp().map_or(PRIORITIES, usize::from)];
        if by_tag != Self::BY_DSCP {
            return by_tag;
        }
        self.ip[label.dscp().map_or(64, usize::from)]
    }
}

#[cfg(test)]
mod tests;
