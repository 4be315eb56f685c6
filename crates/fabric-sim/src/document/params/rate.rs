//! Converts parameter values into the defaults of flows: rate control, retransmission, reads and jitter.
//! Start with [`FlowDefaults`].

use super::param::OFF;
use super::rdma_read::ReadDefaults;
use super::reliability::ReliabilityDefaults;
use super::{FabricRow, Key};
use crate::document::traffic::RateControl;
use crate::fabric::endpoint::rate::{
    DcqcnConfig, NotificationConfig, RateConfig, ReactionConfig, WindowConfig,
};
use crate::ids::Priority;
use crate::units::{Rate, Time};

/// Defaults of flows, from the parameters of the fabric.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlowDefaults {
    /// Whether a flow starts after a random delay, shorter than one frame time.
    pub(crate) jitter: bool,
    /// Whether each frame of a flow with a constant rate is delayed at random. If `None`, frames are delayed
    /// only in flows with a random delay of the start.
    pub(crate) frame_jitter: Option<bool>,
    /// Defaults of retransmission.
    pub(crate) reliability: ReliabilityDefaults,
    /// Defaults of RDMA reads.
    pub(crate) read: ReadDefaults,
    control: RateControl,
    paper: DcqcnConfig,
    connectx: DcqcnConfig,
    window: WindowConfig,
}

impl FlowDefaults {
    /// Creates the defaults of flows from `row`, the parameter values of the fabric. `model` is the model
    /// version of the document; in version 1, frames are not delayed by default.
    pub(crate) fn new(row: &FabricRow, model: u32) -> Self {
        Self {
            jitter: row.get(Key::Jitter) == 1,
            frame_jitter: match row.given(Key::FrameJitter) {
                None if model < 2 => Some(false),
                given => given.map(|value| value == 1),
            },
            reliability: ReliabilityDefaults::new(row),
            read: ReadDefaults::new(row),
            control: match row.get(Key::RateControl) {
                1 => RateControl::Dcqcn,
                2 => RateControl::Connectx,
                3 => RateControl::Window,
                _ => RateControl::None,
            },
            paper: dcqcn(row, &DcqcnConfig::PAPER),
            connectx: dcqcn(row, &DcqcnConfig::CONNECTX),
            window: WindowConfig { window: Time(row.get(Key::CcWindow)), bytes: row.get(Key::LengthThr) },
        }
    }

    /// Rate control of a flow. `own` is the field `rate_control` of the flow. If `own` is `None`, the default
    /// of the fabric applies.
    pub(crate) fn rate(&self, own: Option<RateControl>) -> RateConfig {
        match own.unwrap_or(self.control) {
            RateControl::None => RateConfig::None,
            RateControl::Dcqcn => RateConfig::Dcqcn(self.paper),
            RateControl::Connectx => RateConfig::Dcqcn(self.connectx),
            RateControl::Window => RateConfig::Window(self.window),
        }
    }
}

/// Configuration of DCQCN. `profile` is a variant such as `DcqcnConfig::PAPER`. The variant supplies each
/// value that the document does not give, except the jitter, merging and priority of CNPs. Their defaults are
/// in the table of parameters. `off` becomes 0 for the byte counter, and `None` for the merging of CNPs.
/// Values above 2³² − 1 become 2³² − 1.
fn dcqcn(row: &FabricRow, profile: &DcqcnConfig) -> DcqcnConfig {
    let DcqcnConfig { reaction, notification } = profile;
    let number =
        |key, auto: u32| row.given(key).map_or(auto, |value| u32::try_from(value).unwrap_or(u32::MAX));
    let time = |key, auto: Time| row.given(key).map_or(auto, Time);
    let rate = |key, auto: Rate| row.given(key).and_then(Rate::from_bps).unwrap_or(auto);
    DcqcnConfig {
        reaction: ReactionConfig {
            gain: number(Key::DcqcnG, reaction.gain),
            alpha_timer: time(Key::DcqcnAlphaTimer, reaction.alpha_timer),
            initial_alpha: number(Key::DcqcnAlpha, reaction.initial_alpha),
            timer: time(Key::DcqcnTimer, reaction.timer),
            bytes: match row.given(Key::DcqcnBytes) {
                Some(OFF) => 0,
                bytes => bytes.unwrap_or(reaction.bytes),
            },
            threshold: number(Key::DcqcnThreshold, reaction.threshold),
            additive: rate(Key::DcqcnAi, reaction.additive),
            hyper: rate(Key::DcqcnHai, reaction.hyper),
            least: rate(Key::DcqcnMin, reaction.least),
            cut_interval: time(Key::DcqcnCut, reaction.cut_interval),
        },
        notification: NotificationConfig {
            interval: time(Key::CnpInterval, notification.interval),
            jitter: Time(row.get(Key::CnpJitter)),
            merge: Some(row.get(Key::CnpMerge)).filter(|ps| *ps != OFF).map(Time),
            priority: Priority::checked_new(row.get(Key::CnpPriority))
                .unwrap_or(NotificationConfig::PRIORITY),
        },
    }
}
