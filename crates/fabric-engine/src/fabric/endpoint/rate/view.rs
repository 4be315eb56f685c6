//! How fast a flow may send at one instant, and why: for whoever looks on.

use crate::units::{Rate, Time};

/// What limits a flow, as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateView {
    /// The rate of frame bytes that it may send at.
    pub rate: Rate,
    /// More, if DCQCN limits it.
    pub dcqcn: Option<DcqcnView>,
}

impl RateView {
    /// The α of DCQCN, 0 to 1.
    #[must_use]
    pub fn alpha(&self) -> Option<f64> {
        self.dcqcn.map(|dcqcn| dcqcn.alpha)
    }
}

/// A reaction point of DCQCN, as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DcqcnView {
    /// What it makes of the marks so far, 0 to 1: a CNP cuts by half of it.
    pub alpha: f64,
    /// The rate that increases go to.
    pub target: Rate,
    /// What its next increase by time does.
    pub stage: Stage,
    /// Which one since the last cut it is: of increases by time or by bytes,
    /// those count of which there are more.
    pub next: u32,
    /// F: how many of them only go half way back to the target.
    pub fast: u32,
    /// When it was last cut, if ever.
    pub cut_at: Option<Time>,
}

/// What an increase does (Zhu et al., SIGCOMM 2015, figure 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: it sends at the rate of its link.
    Line,
    /// Goes half way back to the target.
    FastRecovery,
    /// Moves the target up by `R_AI` first.
    Additive,
    /// Moves it up by `R_HAI` first.
    Hyper,
}
