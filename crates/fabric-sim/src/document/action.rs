use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fault::{LoseCredits, LosePfc, Lossy, Unroute};
use super::params::ParamMap;
use super::topology::Route;
use super::traffic::{Flow, FrameBytes, PauseSource, Priority, TransferBytes};
use crate::units::Time;

/// An action and when it happens, before every event of the model at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct TimedAction {
    /// Time of the action.
    pub at: Time,
    /// Change of the running fabric.
    pub action: Action,
}

/// Change to a running fabric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Live parameters change, by address.
    Set(ParamMap),
    /// Hosts send to one host, all at once.
    Incast(Incast),
    /// A flow is added; it starts with the action if it names no later start.
    Flow(Box<Flow>),
    /// The flow of this name starts (again).
    Start(String),
    /// The flow of this name hands over no more frames.
    Stop(String),
    /// The watchdogs of this port that have switched PFC off are armed again: `s1.2`, or of a host `h1`.
    Arm(String),
    /// A pause source is added; it starts with the action if it names no later start.
    PauseSource(PauseSource),
    /// The link of this port goes down: `s1.2`; of a host, `h1`.
    LinkDown(String),
    /// The link of this port comes up.
    LinkUp(String),
    /// A link loses or spoils some of what it carries, from now on.
    Lossy(Lossy),
    /// PFC frames are lost as they come in at a port.
    LosePfc(LosePfc),
    /// Credit updates are lost as they come in at a port.
    LoseCredits(LoseCredits),
    /// The link of this port carries everything again, PFC frames and credit updates too.
    Mend(String),
    /// A switch sends what it has for a host the way that is given, from now on.
    Route(Route),
    /// A switch sends what it has for a host the shortest way again.
    Unroute(Unroute),
    /// The pause source of this name sends no more.
    StopPauseSource(String),
}

/// Hosts that send to one host, all at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incast {
    /// The receiving host.
    pub to: String,
    /// The sending hosts; default: all others.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub from: Vec<String>,
    /// Payload of each sender.
    pub bytes: TransferBytes,
    /// Bytes of each frame, header through FCS; default 1000.
    #[serde(default = "super::defaults::frame", skip_serializing_if = "super::defaults::is_frame")]
    pub frame: FrameBytes,
    /// 0 to 7; default 3.
    #[serde(default = "super::defaults::priority", skip_serializing_if = "super::defaults::is_priority")]
    pub priority: Priority,
}

impl Incast {
    /// All other hosts send `bytes` to `to`.
    #[must_use]
    pub fn all(to: &str, bytes: TransferBytes) -> Self {
        Self {
            to: to.to_owned(),
            from: Vec::new(),
            bytes,
            frame: super::defaults::frame(),
            priority: super::defaults::priority(),
        }
    }
}

/// An action as the file has it: beside `at`, exactly one of the others.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TimedAction", extend("minProperties" = 2, "maxProperties" = 2))]
pub(super) struct Raw {
    /// When, before every event of the model at that time.
    at: Time,
    /// Live parameters change, by address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<ParamMap>,
    /// Hosts send to one host, all at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    incast: Option<Incast>,
    /// A flow is added; it starts with the action if it names no later start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flow: Option<Box<Flow>>,
    /// The flow of this name starts (again).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The flow of this name hands over no more frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
    /// A pause source is added; it starts with the action if it names no later start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pause_source: Option<PauseSource>,
    /// The link of this port goes down: `s1.2`, or of a host `h1`. What is in
    /// it and waits for it is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link_down: Option<String>,
    /// Port of a link that comes up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link_up: Option<String>,
    /// A link loses or spoils some of what it carries, from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lossy: Option<Lossy>,
    /// PFC frames are lost as they come in at a port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lose_pfc: Option<LosePfc>,
    /// Credit updates are lost as they come in at a port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lose_credits: Option<LoseCredits>,
    /// The link of this port carries everything again, PFC frames and credit updates too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
    /// A switch sends what it has for a host the way that is given, from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    route: Option<Route>,
    /// A switch sends what it has for a host the shortest way again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unroute: Option<Unroute>,
    /// The pause source of this name sends no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop_pause_source: Option<String>,
    /// The watchdogs of this port that have switched PFC off are armed again: `s1.2`, or of a host `h1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arm: Option<String>,
}

/// Fields of which an action has exactly one.
const NAMES: [&str; 16] = [
    "set",
    "incast",
    "flow",
    "start",
    "stop",
    "pause_source",
    "link_down",
    "link_up",
    "lossy",
    "lose_pfc",
    "lose_credits",
    "mend",
    "route",
    "unroute",
    "stop_pause_source",
    "arm",
];

impl TryFrom<Raw> for TimedAction {
    type Error = String;

    fn try_from(raw: Raw) -> Result<Self, String> {
        let Raw {
            at,
            set,
            incast,
            flow,
            start,
            stop,
            pause_source,
            link_down,
            link_up,
            lossy,
            lose_pfc,
            lose_credits,
            mend,
            route,
            unroute,
            stop_pause_source,
            arm,
        } = raw;
        let mut given = [
            set.map(Action::Set),
            incast.map(Action::Incast),
            flow.map(Action::Flow),
            start.map(Action::Start),
            stop.map(Action::Stop),
            pause_source.map(Action::PauseSource),
            link_down.map(Action::LinkDown),
            link_up.map(Action::LinkUp),
            lossy.map(Action::Lossy),
            lose_pfc.map(Action::LosePfc),
            lose_credits.map(Action::LoseCredits),
            mend.map(Action::Mend),
            route.map(Action::Route),
            unroute.map(Action::Unroute),
            stop_pause_source.map(Action::StopPauseSource),
            arm.map(Action::Arm),
        ]
        .into_iter()
        .flatten();
        match (given.next(), given.next()) {
            (Some(action), None) => Ok(Self { at, action }),
            _ => Err(format!("an action has exactly one of {}", NAMES.join(", "))),
        }
    }
}

impl From<TimedAction> for Raw {
    fn from(TimedAction { at, action }: TimedAction) -> Self {
        let mut raw = Self {
            at,
            set: None,
            incast: None,
            flow: None,
            start: None,
            stop: None,
            pause_source: None,
            link_down: None,
            link_up: None,
            lossy: None,
            lose_pfc: None,
            lose_credits: None,
            mend: None,
            route: None,
            unroute: None,
            stop_pause_source: None,
            arm: None,
        };
        match action {
            Action::Set(map) => raw.set = Some(map),
            Action::Incast(incast) => raw.incast = Some(incast),
            Action::Flow(flow) => raw.flow = Some(flow),
            Action::Start(flow) => raw.start = Some(flow),
            Action::Stop(flow) => raw.stop = Some(flow),
            Action::PauseSource(source) => raw.pause_source = Some(source),
            Action::LinkDown(port) => raw.link_down = Some(port),
            Action::LinkUp(port) => raw.link_up = Some(port),
            Action::Lossy(what) => raw.lossy = Some(what),
            Action::LosePfc(what) => raw.lose_pfc = Some(what),
            Action::LoseCredits(what) => raw.lose_credits = Some(what),
            Action::Mend(what) => raw.mend = Some(what),
            Action::Route(what) => raw.route = Some(what),
            Action::Unroute(what) => raw.unroute = Some(what),
            Action::StopPauseSource(what) => raw.stop_pause_source = Some(what),
            Action::Arm(port) => raw.arm = Some(port),
        }
        raw
    }
}

impl Action {
    /// As a document has it, without its `at`: what [`Action::parse`] reads.
    #[must_use]
    pub fn to_json(&self) -> String {
        let timed = TimedAction { at: Time::ZERO, action: self.clone() };
        // Names and numbers only: nothing that JSON could not hold.
        let mut value = serde_json::to_value(timed).unwrap_or_default();
        if let Some(fields) = value.as_object_mut() {
            fields.remove("at");
        }
        value.to_string()
    }
}

impl JsonSchema for TimedAction {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Raw::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Raw::json_schema(generator)
    }
}
