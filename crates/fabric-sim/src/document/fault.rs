//! Faults as a document writes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::number::Whole;
use crate::units::Time;

/// A count of frames.
pub type Frames = Whole<1, 4_294_967_295>;

/// A link that loses or spoils some of what it carries, from now on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lossy {
    /// The link, by a port of it: `s1.2`, or of a host `h1`.
    pub link: String,
    /// Directions, as that port sees them; default: both.
    #[serde(default, skip_serializing_if = "super::defaults::is_default")]
    pub ways: Ways,
    /// Each way, every so-manieth data frame is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drop_every: Option<Frames>,
    /// The probability with which a frame's bits are spoilt, `1%` or `0.01`:
    /// who takes it whole drops it, a switch that cuts it through does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrupt: Option<String>,
}

/// Directions of a link, as one of its ports sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ways {
    /// Out of the port, and into it.
    #[default]
    Both,
    /// Out of it.
    Out,
    /// Into it.
    In,
}

/// PFC frames that are lost as they come in at a port: all, until the link is
/// mended, unless it says less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LosePfc {
    /// The port: `s1.2`, or of a host `h1`.
    pub port: String,
    /// PFC frames that are meant; default: all.
    #[serde(default, skip_serializing_if = "super::defaults::is_default")]
    pub only: PfcKind,
    /// No more than the next so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<Frames>,
    /// No longer than this, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Credit updates that are lost as they come in at a port: all, until the link
/// is mended, unless it says less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoseCredits {
    /// The port, which sends for the credits: `s1.2`, or of a host `h1`.
    pub port: String,
    /// The probability with which each is, `1%` or `0.01`; default: all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<String>,
    /// No more than the next so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<Frames>,
    /// No longer than this, above 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// Kind of PFC frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PfcKind {
    /// All.
    #[default]
    All,
    /// Frames that pause a priority.
    Pauses,
    /// Frames that resume a priority.
    Resumes,
}

/// Where a route that an action, or the document, gave is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unroute {
    /// The switch.
    pub switch: String,
    /// The host that the frames are for.
    pub to: String,
}
