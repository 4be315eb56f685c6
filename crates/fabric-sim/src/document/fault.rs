//! Faults as a document writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Whole;
use crate::units::Time;

/// Number of frames, at least 1.
pub type Frames = Whole<1, 4_294_967_295>;

/// Link that loses or corrupts frames from the time of the action on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lossy {
    /// Link, named by one of its ports: `s1.2`, or of a host `h1`.
    pub link: String,
    /// Affected directions, as seen from that port; default: both.
    #[serde(default, skip_serializing_if = "super::defaults::is_default")]
    pub ways: Ways,
    /// Number n: in each direction every n-th data frame is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_every: Option<Frames>,
    /// Probability that a frame gets bit errors, `1%` or `0.01`. A receiver or a storing switch
    /// drops the frame; a cut-through switch forwards it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<String>,
}

/// Directions of a link, as seen from one of its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ways {
    /// Frames that the port sends and receives.
    #[default]
    Both,
    /// Frames that the port sends.
    Out,
    /// Frames that the port receives.
    In,
}

/// Port that loses received PFC frames: without further fields, all of them until the link is
/// repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LosePfc {
    /// Port: `s1.2`, or of a host `h1`.
    pub port: String,
    /// Kind of PFC frame that is lost; default: all.
    #[serde(default, skip_serializing_if = "super::defaults::is_default")]
    pub only: PfcKind,
    /// Number of frames or updates after which the loss ends; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
    /// Time after which the loss ends, above 0; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Port that loses received credit updates: without further fields, all of them until the link is
/// repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoseCredits {
    /// Port that receives the updates and sends for these credits: `s1.2`, or of a host `h1`.
    pub port: String,
    /// Probability that an update is lost, `1%` or `0.01`; default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// Number of frames or updates after which the loss ends; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<Frames>,
    /// Time after which the loss ends, above 0; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Kind of PFC frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PfcKind {
    /// All PFC frames.
    #[default]
    All,
    /// Frames that pause a priority.
    Pauses,
    /// Frames that resume a priority.
    Resumes,
}

/// Route of a switch to a host that returns to the shortest path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unroute {
    /// Switch.
    pub switch: String,
    /// Destination host.
    pub to: String,
}
