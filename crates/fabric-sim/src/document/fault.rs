//! Faults of links, ports and routes, as the actions of a document write them.
//!
//! A fault starts at the time of its action. A fault with a number of frames and a duration ends when the
//! first of these two limits is reached. A frame exactly at the end of the duration is no longer affected. A
//! later fault replaces an earlier fault of the same kind at the same port or in the same direction. `mend`
//! ends all faults of a link early. Reading does not check ports, probabilities or durations; compiling does.
//! Start with [`Lossy`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Whole;
use crate::units::Time;

/// Number of frames, at least 1.
pub type Frames = Whole<1, 4_294_967_295>;

/// Fault of a link: the link loses or corrupts frames from the time of the action on. At least one of
/// `drop_every` and `corrupt` must be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lossy {
    /// Link, named by one of its two ports: `s1.2`, or `h1` for the port of a host.
    pub link: String,
    /// Directions that lose or corrupt frames, as seen from the port in `link`; default: both.
    #[serde(rename = "ways", default, skip_serializing_if = "super::defaults::is_default")]
    pub directions: LinkDirections,
    /// Number n: in each direction, every n-th data frame is lost; 1 loses all. Counting begins at the
    /// action. Acks and all other frames without data are not lost and not counted. Default: no frame is lost
    /// in this way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_every: Option<Frames>,
    /// Probability that a frame of any kind gets bit errors, such as `1%` or `0.01`; default 0. A host or a
    /// store-and-forward switch drops such a frame. A cut-through switch forwards it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<String>,
}

/// Directions of a link, as seen from one of its ports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Ways")]
pub enum LinkDirections {
    /// Frames that the port sends, and frames that it receives.
    #[default]
    Both,
    /// Frames that the port sends.
    Out,
    /// Frames that the port receives.
    In,
}

/// Fault of a port: the port loses PFC frames that it should receive. Without the optional fields, all PFC
/// frames are lost until the link is repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LosePfc {
    /// Port that loses the PFC frames: `s1.2`, or `h1` for the port of a host.
    pub port: String,
    /// Kind of PFC frame that is lost; default: all.
    #[serde(default, skip_serializing_if = "super::defaults::is_default")]
    pub only: PfcKind,
    /// Number of lost PFC frames after which the fault ends; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
    /// Duration of the fault, above 0; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Fault of a port: the port loses credit updates that it should receive. Without the optional fields, all
/// credit updates are lost until the link is repaired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoseCredits {
    /// Port that loses the credit updates: `s1.2`, or `h1` for the port of a host. The port must be one that
    /// transmits only with credits.
    pub port: String,
    /// Probability that an update is lost, such as `1%` or `0.01`; default: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// Number of lost credit updates after which the fault ends; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<Frames>,
    /// Duration of the fault, above 0; default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Kind of PFC frame that the fault of a port affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PfcKind {
    /// All PFC frames.
    #[default]
    All,
    /// Frames that pause at least one priority.
    Pauses,
    /// Frames that resume at least one priority.
    Resumes,
}

/// Switch and host between which the shortest path is used again. Before, the document or an action has given
/// another route.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unroute {
    /// Name of the switch that forwards the frames.
    pub switch: String,
    /// Name of the destination host.
    pub to: String,
}
