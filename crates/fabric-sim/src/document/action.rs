//! Actions of a document: timed changes of a running fabric. In JSON, an action has `at` and exactly one
//! other field. Reading fails if this field is missing, if there are several, or if it is unknown. Actions
//! with equal times happen in the order of the document's list, before all other events of that time. An
//! action after the horizon never happens.
//!
//! Reading checks neither names nor the effect of an action. Compiling refuses unknown names, and the repair
//! of an intact link or route. Start with [`TimedAction`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fault::{LoseCredits, LosePfc, Lossy, Unroute};
use super::params::ParamMap;
use super::topology::Route;
use super::traffic::{Flow, FrameBytes, PauseSource, TransferBytes};
use crate::ids::Priority;
use crate::units::Time;

/// Action and its time. The action happens before all other events of that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Raw", into = "Raw")]
pub struct TimedAction {
    /// Time of the action.
    pub at: Time,
    /// Change of the running fabric at the time `at`.
    pub action: Action,
}

/// Change of a running fabric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// New values of parameters, by address. Only parameters that a running fabric can change are allowed.
    Set(ParamMap),
    /// Incast: several hosts start to send to one host at the same time.
    Incast(Incast),
    /// New flow. It starts at the later of two times: the time of the action, and the start time of the flow.
    Flow(Box<Flow>),
    /// Name of a flow to start. A flow that has sent all its data sends it again; a stopped flow resumes, and
    /// an active flow is unchanged. A flow of a collective is never sent again. The flow must belong to the
    /// document or to an earlier action.
    Start(String),
    /// Name of a flow to stop. Frames that are already queued in the NIC are still sent.
    Stop(String),
    /// Port whose watchdogs are armed again after these watchdogs have disabled PFC: `s1.2`, or `h1` for the
    /// port of a host.
    Arm(String),
    /// New pause source. It starts at the later of two times: the time of the action, and the start time of
    /// the pause source.
    PauseSource(PauseSource),
    /// Port whose link goes down: `s1.2`, or `h1` for the port of a host. Frames in the cable and frames that
    /// wait for the link are dropped.
    LinkDown(String),
    /// Port whose link comes up again: `s1.2`, or `h1` for the port of a host.
    LinkUp(String),
    /// Fault of a link: the link loses or corrupts frames from the time of the action on.
    Lossy(Lossy),
    /// Fault of a port: the port loses PFC frames that it should receive.
    LosePfc(LosePfc),
    /// Fault of a port: the port loses credit updates that it should receive.
    LoseCredits(LoseCredits),
    /// Port whose link is repaired. Faults that lose or corrupt frames, PFC frames or credit updates end. A
    /// link that is down stays down.
    Mend(String),
    /// Route from a switch to a host, in place of the shortest path.
    Route(Route),
    /// Switch and host between which the shortest path is used again.
    Unroute(Unroute),
    /// Name of a pause source to stop.
    StopPauseSource(String),
}

/// Incast: hosts that start to send to one host at the same time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Incast {
    /// Name of the receiving host.
    pub to: String,
    /// Names of the sending hosts; default: all other hosts that have a link. A host that is named twice
    /// sends twice. The receiver must not be among the senders.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "super::number::list::<_, 4096, _>"
    )]
    #[schemars(length(max = 4096))]
    pub from: Vec<String>,
    /// Payload in bytes that each host sends.
    pub bytes: TransferBytes,
    /// Length of each frame in bytes, from header to FCS; default 1000.
    #[serde(default = "super::defaults::frame", skip_serializing_if = "super::defaults::is_frame")]
    pub frame: FrameBytes,
    /// Priority of all frames of the incast, 0 to 7; default 3.
    #[serde(default = "super::defaults::priority", skip_serializing_if = "super::defaults::is_priority")]
    pub priority: Priority,
}

impl Incast {
    /// Creates an incast in which all other hosts send `bytes` to the host called `to`. Frame length and
    /// priority have their defaults.
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

/// Action in JSON: `at` and exactly one of the other fields.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TimedAction", extend("minProperties" = 2, "maxProperties" = 2))]
pub(super) struct Raw {
    /// Time of the action. The action happens before all other events of that time.
    at: Time,
    /// New values of parameters, by address. Only parameters that a running fabric can change are allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<ParamMap>,
    /// Incast: several hosts start to send to one host at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    incast: Option<Incast>,
    /// New flow. It starts at the later of two times: the time of the action, and the start time of the flow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flow: Option<Box<Flow>>,
    /// Name of a flow to start. A flow that has sent all its data sends it again; a stopped flow resumes, and
    /// an active flow is unchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Name of a flow to stop. Frames that are already queued in the NIC are still sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
    /// New pause source. It starts at the later of two times: the time of the action, and the start time of
    /// the pause source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pause_source: Option<PauseSource>,
    /// Port whose link goes down: `s1.2`, or `h1` for the port of a host. Frames in the cable and frames that
    /// wait for the link are dropped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link_down: Option<String>,
    /// Port whose link comes up again: `s1.2`, or `h1` for the port of a host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    link_up: Option<String>,
    /// Fault of a link: the link loses or corrupts frames from the time of the action on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lossy: Option<Lossy>,
    /// Fault of a port: the port loses PFC frames that it should receive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lose_pfc: Option<LosePfc>,
    /// Fault of a port: the port loses credit updates that it should receive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lose_credits: Option<LoseCredits>,
    /// Port whose link is repaired. Faults that lose or corrupt frames, PFC frames or credit updates end. A
    /// link that is down stays down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
    /// Route from a switch to a host, in place of the shortest path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    route: Option<Route>,
    /// Switch and host between which the shortest path is used again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unroute: Option<Unroute>,
    /// Name of a pause source to stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop_pause_source: Option<String>,
    /// Port whose watchdogs are armed again after these watchdogs have disabled PFC: `s1.2`, or `h1` for the
    /// port of a host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    arm: Option<String>,
}

/// Names of the fields of an action in JSON, other than `at`. An action has exactly one of these fields.
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
            _ => Err(format!("an action has exactly one of {}; give one", NAMES.join(", "))),
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
    /// Writes the action as JSON without its time `at`, in the form that [`Action::parse`] reads. Fields with
    /// default values are left out.
    #[must_use]
    pub fn to_json(&self) -> String {
        let timed = TimedAction { at: Time::ZERO, action: self.clone() };
        // An action contains only names and numbers, so JSON can always express it.
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
