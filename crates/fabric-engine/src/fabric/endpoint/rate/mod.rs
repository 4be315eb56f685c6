//! How fast a flow may send, where something limits it: one machine a file,
//! and the small interface by which a NIC asks them.

mod merge;
mod notification;
mod reaction;
mod view;
mod window;

pub use merge::MergeBuffer;
pub use notification::{NotificationConfig, Notifier};
pub use reaction::{Reaction, ReactionConfig};
pub use view::{DcqcnView, RateView, Stage};
pub use window::{WindowConfig, WindowLimit};

use crate::digest::Digest;
use crate::units::{Rate, Time};

/// What limits a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RateConfig {
    /// Its link alone.
    #[default]
    None,
    /// Its link alone, though the fabric has DCQCN for its flows: nobody sends
    /// its source CNPs.
    NoCnps,
    /// What its receiver says of marks (DCQCN).
    Dcqcn(DcqcnConfig),
    /// Window limit: a number of bytes for each window of time.
    Window(WindowConfig),
}

impl RateConfig {
    /// The priority of the CNPs that it sends, if it sends any.
    #[must_use]
    pub const fn cnp_priority(&self) -> Option<u8> {
        match self {
            Self::Dcqcn(config) => Some(config.notification.priority),
            Self::None | Self::NoCnps | Self::Window(_) => None,
        }
    }
}

/// Both ends of DCQCN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DcqcnConfig {
    /// The sender.
    pub reaction: ReactionConfig,
    /// The receiver.
    pub notification: NotificationConfig,
}

impl DcqcnConfig {
    /// As the paper has it (Zhu et al., SIGCOMM 2015, section 5).
    pub const PAPER: Self = Self { reaction: ReactionConfig::PAPER, notification: NotificationConfig::PAPER };
    /// With the defaults of `ConnectX` adapters (NVIDIA, DCQCN parameters).
    pub const CONNECTX: Self =
        Self { reaction: ReactionConfig::CONNECTX, notification: NotificationConfig::CONNECTX };
}

/// What limits a flow, in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RateControl {
    /// The reaction point of DCQCN.
    Dcqcn(Reaction),
    /// A window limit.
    Window(WindowLimit),
}

impl RateControl {
    /// What limits a flow as `config` says on a link of rate `line`, if anything does.
    #[must_use]
    pub fn new(config: &RateConfig, line: Rate) -> Option<Self> {
        match config {
            RateConfig::None | RateConfig::NoCnps => None,
            RateConfig::Dcqcn(config) => Some(Self::Dcqcn(Reaction::new(config.reaction, line))),
            RateConfig::Window(config) => Some(Self::Window(WindowLimit::new(*config))),
        }
    }

    /// A frame of `bytes` starts at `now`. Returns when the next one may, at
    /// the earliest.
    pub fn sent(&mut self, bytes: u16, now: Time) -> Time {
        match self {
            Self::Dcqcn(reaction) => reaction.sent(bytes, now),
            Self::Window(window) => window.sent(bytes, now),
        }
    }

    /// A CNP came; a window does not hear it.
    pub fn notified(&mut self, now: Time) {
        if let Self::Dcqcn(reaction) = self {
            reaction.notified(now);
        }
    }

    /// How fast it lets the flow send at `now`, and why.
    #[must_use]
    pub fn view(&self, now: Time) -> RateView {
        match self {
            Self::Dcqcn(reaction) => RateView { rate: reaction.rate(now), dcqcn: Some(reaction.view(now)) },
            Self::Window(window) => RateView { rate: window.rate(), dcqcn: None },
        }
    }

    /// Adds the machine to the state's hash.
    pub fn digest(&self, digest: &mut Digest) {
        match self {
            Self::Dcqcn(reaction) => reaction.digest(digest),
            Self::Window(window) => window.digest(digest),
        }
    }
}
