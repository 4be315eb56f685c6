//! Read-only view of a flow's rate control.

use crate::units::{Rate, Time};

/// State of the rate control of a flow, for display.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateView {
    /// Rate at which the flow may transmit, counted in frame bytes.
    pub rate: Rate,
    /// State of DCQCN; `None` if the flow has another rate control.
    pub dcqcn: Option<DcqcnView>,
}

impl RateView {
    /// α of DCQCN, 0 to 1; `None` without DCQCN.
    #[must_use]
    pub fn alpha(&self) -> Option<f64> {
        self.dcqcn.map(|dcqcn| dcqcn.alpha)
    }
}

/// Present state of a DCQCN reaction point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DcqcnView {
    /// α, the estimate of congestion, 0 to 1. A CNP multiplies the rate by 1 − α/2.
    pub alpha: f64,
    /// Target rate (`R_T`), towards which the rate increases.
    pub target: Rate,
    /// Stage of the next increase by time.
    pub stage: IncreaseStage,
    /// Number of the next rate increase since the last cut, counted from 1. The timer and the byte counter
    /// count their increases separately. The result is the number of the next increase by the timer, or the
    /// number of past increases by the byte counter if that number is larger.
    pub next: u32,
    /// F: number of increases after which fast recovery ends.
    pub fast: u32,
    /// Time of the last cut of the rate; `None` if the rate was never cut.
    pub cut_at: Option<Time>,
}

/// Stage of the rate increase (Zhu et al., SIGCOMM 2015, figure 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncreaseStage {
    /// Line rate: no increase.
    Line,
    /// Fast recovery: moves the rate half way to the target.
    FastRecovery,
    /// Additive increase: raises the target by `R_AI`, then moves the rate half way to the target.
    Additive,
    /// Hyper increase: raises the target by `R_HAI`, then moves the rate half way to the target.
    Hyper,
}
