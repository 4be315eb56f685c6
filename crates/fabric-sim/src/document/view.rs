//! View of a run on the page, as a document contains it: positions of nodes, selection, tab, zoom and others.
//! The view has no effect on the run and is not part of its hash. Start with [`View`].
//!
//! A node or port that does not exist is an error when the document is compiled, not when it is read. A flow
//! or frame that does not exist is no error.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Unexpected};
use serde::{Deserialize, Serialize, Serializer};

use super::as_text::as_text;
use super::camera::Camera;
use super::frame_name::FrameName;
use super::link::{Check, Cursor};
use super::number::Whole;
use super::problem::Problem;
use super::step::MatchStep;
use super::zoom::Zoom;
use crate::ids::Priority;
use crate::units::Time;

/// Index of a flow, from 0. The flows of the document come first, then flows that actions add.
pub type FlowIndex = Whole<0, 4_294_967_295>;

/// View of a run on the page. The view has no effect on the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Positions of nodes in the picture, by name of the node: x to the right and y down, each from 0 to 1.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "super::number::map::<_, 4096, _>"
    )]
    #[schemars(extend("maxProperties" = 4096))]
    pub positions: BTreeMap<String, [Fraction; 2]>,
    /// Selected node, port or priority: `s1`, `s1.2` or `s1.2.p3`; default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub select: Option<Selection>,
    /// Open tab of the inspector (the panel about the selection). Default: the page chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<Tab>,
    /// Step of the matching of the crossbar that is shown. Default: the last step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<MatchStep>,
    /// Data frame, ack or CNP that the page follows. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameName>,
    /// Index of the flow that is shown, from 0. The flows of the document come first, then flows that actions
    /// add. Default: the page chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<FlowIndex>,
    /// Interval of the time line that charts and pause lanes show, such as `12us..14us`. Default: the whole
    /// time line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zoom: Option<Zoom>,
    /// Section of the fabric that the picture shows, such as `2.5@0.42,0.61`. Default: the whole fabric.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<Camera>,
    /// Simulated time that the page showed when the document was saved. Default: time 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Moment>,
    /// Simulated time that passes in one second of playing, above 0. Default: the page chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<Time>,
    /// Sentence that the page shows next to the picture.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl View {
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Simulated time that the page showed when the document was saved, and a check of the state at that time. A
/// share link has this time and check in its keys `t` and `hash`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// Time, and how many of the events at that time have happened, such as `12.5us` or `12.5us+3`.
    pub t: Cursor,
    /// Short hash of the simulation state at the time of the moment. The page warns if its own run has a
    /// different state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<Check>,
}

/// Tab of the inspector, the panel about the selected node, port or priority.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Tab {
    /// Occupancy of the buffers.
    #[default]
    Buffers,
    /// Requests, grants and accepts of the crossbar.
    Islip,
    /// Shares of the ETS classes in the bandwidth of an output.
    Ets,
    /// Queues that wait for each other, and the decisions of watchdogs.
    Waits,
    /// Latency of the followed frame, split into parts such as queueing and propagation.
    Frame,
    /// Rate of the shown flow, and the reason why this rate is not higher.
    Flow,
    /// Differences between the shown run, B, and run A.
    Compare,
}

impl Tab {
    /// All tabs, in their order on the page.
    pub const ALL: [Self; 7] =
        [Self::Buffers, Self::Islip, Self::Ets, Self::Waits, Self::Frame, Self::Flow, Self::Compare];

    /// Name of the tab in documents and share links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Buffers => "buffers",
            Self::Islip => "islip",
            Self::Ets => "ets",
            Self::Waits => "waits",
            Self::Frame => "frame",
            Self::Flow => "flow",
            Self::Compare => "compare",
        }
    }
}

impl fmt::Display for Tab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tab {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let named = Self::ALL.into_iter().find(|tab| tab.name() == text);
        named.ok_or_else(|| {
            Problem::range(
                "tab",
                format_args!("\"{text}\""),
                "buffers, islip, ets, waits, frame, flow or compare",
            )
        })
    }
}

/// Number from 0 to 1. The number is stored in ten-thousandths, so a number with at most four decimals is
/// written as it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fraction(u16);

const STEPS: f64 = 10_000.0;

impl Fraction {
    /// Rounds `value` to ten-thousandths. `None` if `value` is outside 0 to 1; 0 and 1 are allowed.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 10000")]
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then(|| Self((value * STEPS).round() as u16))
    }

    /// Value of the number, from 0 to 1.
    #[must_use]
    pub fn get(self) -> f64 {
        f64::from(self.0) / STEPS
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => serializer.serialize_u8(0),
            10_000 => serializer.serialize_u8(1),
            _ => serializer.serialize_f64(self.get()),
        }
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = f64::deserialize(deserializer)?;
        Self::new(value)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Float(value), &"a number from 0 to 1"))
    }
}

impl JsonSchema for Fraction {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": 1 })
    }
}

/// Selection: a node, a port of a node, or a priority of a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Name of the selected host or switch, or of the node with the selected port.
    pub node: String,
    /// Number of the selected port. `None` if the node as a whole is selected.
    pub port: Option<u32>,
    /// Selected priority of the port, 0 to 7. `None` if the node or the port is selected.
    pub priority: Option<Priority>,
}

const SELECTION: &str = "a node, port or priority such as s1, s1.2 or s1.2.p3";

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.node)?;
        if let Some(port) = self.port {
            write!(f, ".{port}")?;
        }
        if let Some(priority) = self.priority {
            write!(f, ".p{priority}")?;
        }
        Ok(())
    }
}

impl FromStr for Selection {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::range("", format_args!("\"{text}\""), SELECTION);
        let mut parts = text.split('.');
        let node = parts.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?.to_owned();
        let port = parts.next().map(|port| port.parse().map_err(|_| wrong())).transpose()?;
        let priority =
            parts.next().map(|text| super::params::priority_of(text).ok_or_else(wrong)).transpose()?;
        let selection = Self { node, port, priority };
        // Each selection has only one form: `s1.02` is refused.
        if selection.to_string() == text { Ok(selection) } else { Err(wrong()) }
    }
}

as_text!(Selection, SELECTION, r"^[A-Za-z0-9_-]+(\.[0-9]+(\.p[0-7])?)?$");
