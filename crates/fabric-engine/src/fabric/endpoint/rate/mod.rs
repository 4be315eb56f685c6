//! Rate control of flows: DCQCN and window limit, in separate files. Start with [`RateControl`].

mod merge;
mod notification;
mod reaction;
mod view;
mod window;

pub use merge::MergeBuffer;
pub use notification::{NotificationConfig, Notifier};
pub use reaction::{Reaction, ReactionConfig};
pub use view::{DcqcnView, IncreaseStage, RateView};
pub use window::{WindowConfig, WindowLimit};

use crate::digest::Digest;
use crate::ids::Priority;
use crate::units::{Rate, Time};

/// Configuration of the rate control of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RateConfig {
    /// No rate control: only the link limits the flow.
    #[default]
    None,
    /// No rate control, in a fabric whose other flows have DCQCN: no CNPs are sent to this source.
    NoCnps,
    /// DCQCN: CNPs cut the rate of the source.
    Dcqcn(DcqcnConfig),
    /// Window limit: a number of bytes for each window of time.
    Window(WindowConfig),
}

impl RateConfig {
    /// Priority of CNPs; `None` without DCQCN.
    #[must_use]
    pub const fn cnp_priority(&self) -> Option<Priority> {
        match self {
            Self::Dcqcn(config) => Some(config.notification.priority),
            Self::None | Self::NoCnps | Self::Window(_) => None,
        }
    }
}

/// Configuration of DCQCN for a flow, at source and destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DcqcnConfig {
    /// Reaction point, at the source.
    pub reaction: ReactionConfig,
    /// Notification point, at the destination.
    pub notification: NotificationConfig,
}

impl DcqcnConfig {
    /// Parameters of the paper (Zhu et al., SIGCOMM 2015, section 5).
    pub const PAPER: Self = Self { reaction: ReactionConfig::PAPER, notification: NotificationConfig::PAPER };
    /// Defaults of `ConnectX` adapters (NVIDIA, DCQCN parameters).
    pub const CONNECTX: Self =
        Self { reaction: ReactionConfig::CONNECTX, notification: NotificationConfig::CONNECTX };
}

/// State of the rate control of a flow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RateControl {
    /// Reaction point of DCQCN.
    Dcqcn(Reaction),
    /// Window limit.
    Window(WindowLimit),
}

impl RateControl {
    /// Creates the state for a flow on a link of rate `line`; `None` without rate control.
    #[must_use]
    pub fn new(config: &RateConfig, line: Rate) -> Option<Self> {
        match config {
            RateConfig::None | RateConfig::NoCnps => None,
            RateConfig::Dcqcn(config) => Some(Self::Dcqcn(Reaction::new(config.reaction, line))),
            RateConfig::Window(config) => Some(Self::Window(WindowLimit::new(*config))),
        }
    }

    /// Records a frame of `bytes` that starts at `now`. Returns the earliest start of the next
    /// frame of the flow.
    pub fn on_transmit(&mut self, bytes: u16, now: Time) -> Time {
        match self {
            Self::Dcqcn(reaction) => reaction.on_transmit(bytes, now),
            Self::Window(window) => window.on_transmit(bytes, now),
        }
    }

    /// Handles a CNP that arrives at `now`. DCQCN may cut the rate; a window limit ignores the CNP.
    pub fn on_cnp(&mut self, now: Time) {
        if let Self::Dcqcn(reaction) = self {
            reaction.on_cnp(now);
        }
    }

    /// State of the rate control at `now`, for display.
    #[must_use]
    pub fn view(&self, now: Time) -> RateView {
        match self {
            Self::Dcqcn(reaction) => RateView { rate: reaction.rate(now), dcqcn: Some(reaction.view(now)) },
            Self::Window(window) => RateView { rate: window.rate(), dcqcn: None },
        }
    }

    /// Adds the state of the rate control to the hash of the simulation state.
    pub fn digest(&self, digest: &mut Digest) {
        match self {
            Self::Dcqcn(reaction) => reaction.digest(digest),
            Self::Window(window) => window.digest(digest),
        }
    }
}
