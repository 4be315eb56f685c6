//! Documents: a fabric, its traffic, timed actions on it and a view of it, as
//! a file that people write; and the links that carry one.
//!
//! [`Document::parse`] reads JSON, [`Document::compile`] checks what it says
//! and makes a [`crate::spec::Spec`] of it, [`params`] declares every
//! parameter, [`PRESETS`] are documents that come with the program, [`link`]
//! reads and writes share links, [`schema()`] describes the format.

mod action;
mod as_text;
mod assertion;
mod build;
mod cable;
mod camera;
mod collective;
mod compile;
mod defaults;
mod fault;
mod format;
mod frame_name;
pub mod link;
mod live;
mod number;
mod operation;
pub mod params;
mod presets;
mod printable;
mod problem;
mod profiles;
mod read;
mod schema;
mod sizes;
mod step;
mod topology;
mod traffic;
mod variation;
mod view;
mod workload;
mod write;
mod zoom;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use action::{Action, Incast, TimedAction};
pub use assertion::{Assertion, MeasureBound};
pub use build::{Build, Counts, Dumbbell, FatTree, LeafSpine, Ring, Star, TierLink};
pub use camera::Camera;
pub use collective::{Collective, CollectiveKind};
pub use fault::{Frames, LoseCredits, LosePfc, Lossy, PfcKind, Unroute, Ways};
pub use format::{FrameFormat, PriorityMap};
pub use frame_name::{FrameName, NamedFrameKind};
pub use number::{Size, Whole, too_many};
pub use operation::Operation;
pub use presets::{PRESETS, Preset, PresetGroup};
pub use printable::{escape_unprintable, is_printable};
pub use problem::{Problem, Problems};
pub use profiles::{PROFILES, Profile};
pub use read::read_json;
pub use schema::schema;
pub use sizes::SizeDistribution;
pub use step::MatchStep;
pub use topology::{Host, Link, Route, Switch};
pub use traffic::{
    Acks, Arrival, Bursts, Credits, Flow, FrameBytes, PauseSource, Priority, RateControl, Reliability,
    TransferBytes,
};
pub use variation::Variation;
pub use view::{FlowPlace, Fraction, Moment, Selection, Tab, View};
pub use workload::Workload;
pub use zoom::Zoom;

use crate::spec::Limits;
use crate::units::Time;
use params::ParamMap;

/// The version of the file format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// Newest version of the model, that of new documents.
pub const MODEL: u32 = 2;

/// Oldest version of the model, that of documents which name none.
pub const OLDEST_MODEL: u32 = 1;

/// Seed of the random streams, below 2⁵³, which every JSON reader represents exactly.
pub type Seed = Whole<0, 9_007_199_254_740_991>;

/// Document: a fabric, its traffic and its actions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["build"] }, { "required": ["hosts"] }]))]
pub struct Document {
    /// Version of the file format: 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// Version of the model, 1 or 2; default 1. A document gives the same run in every later
    /// program: new defaults and new behaviour hold from a newer version on.
    #[serde(default = "defaults::model")]
    #[schemars(range(min = OLDEST_MODEL, max = MODEL))]
    pub model: u32,
    /// Short name, as in links: letters, digits, `_` or `-`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Title, one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Seed of all random streams; default 1.
    #[serde(default = "defaults::seed", skip_serializing_if = "defaults::is_seed")]
    pub seed: Seed,
    /// End of the time line, above 0; default 100 µs. A run may continue after it.
    #[serde(default = "defaults::horizon", skip_serializing_if = "defaults::is_horizon")]
    pub horizon: Time,
    /// Topology by kind and counts. Hosts, switches and links of the lists are added after the
    /// built ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
    /// Hosts; at least one, unless `build` is given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::NODES }, _>"
    )]
    #[schemars(length(max = Limits::NODES))]
    pub hosts: Vec<Host>,
    /// Switches.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::NODES }, _>"
    )]
    #[schemars(length(max = Limits::NODES))]
    pub switches: Vec<Switch>,
    /// Links between hosts and switches.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::LINKS }, _>"
    )]
    #[schemars(length(max = Limits::LINKS))]
    pub links: Vec<Link>,
    /// Profiles: sets of parameters that switches refer to, by name. Addresses in them start at the
    /// switch: `xoff`, `p3.xoff`, `port.2.p3.xoff`.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "number::map::<_, 256, _>"
    )]
    #[schemars(extend("maxProperties" = 256))]
    pub profiles: BTreeMap<String, ParamMap>,
    /// Parameters, by address.
    #[serde(default, skip_serializing_if = "ParamMap::is_empty")]
    pub params: ParamMap,
    /// Routes that override shortest paths.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::LINKS }, _>"
    )]
    #[schemars(length(max = Limits::LINKS))]
    pub routes: Vec<Route>,
    /// Frame formats in addition to the built-in ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 64, _>")]
    #[schemars(length(max = 64))]
    pub formats: Vec<FrameFormat>,
    /// Maps from code points to classes at switches that differ from the usual.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 4096, _>")]
    #[schemars(length(max = 4096))]
    pub maps: Vec<PriorityMap>,
    /// Names of the ports of switches in the configurations of these, such as `Ethernet0`: by switch, in the
    /// order of the ports. Only imports and exports read them.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "number::map::<_, { Limits::NODES }, _>"
    )]
    #[schemars(extend("maxProperties" = Limits::NODES))]
    pub interfaces: BTreeMap<String, Vec<String>>,
    /// Traffic.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::FLOWS }, _>"
    )]
    #[schemars(length(max = Limits::FLOWS))]
    pub flows: Vec<Flow>,
    /// Traffic between several hosts.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 256, _>")]
    #[schemars(length(max = 256))]
    pub collectives: Vec<Collective>,
    /// Flows whose sizes and starts are drawn at random.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 64, _>")]
    #[schemars(length(max = 64))]
    pub workloads: Vec<Workload>,
    /// Ports that send pauses whatever their buffers hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 4096, _>")]
    #[schemars(length(max = 4096))]
    pub pause_sources: Vec<PauseSource>,
    /// Changes to the running fabric, and their times.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Document::ACTIONS }, _>"
    )]
    #[schemars(length(max = Document::ACTIONS))]
    pub actions: Vec<TimedAction>,
    /// Claims about the run, which `fabric check` judges; default: no lossless loss, no deadlock, no
    /// class mismatch.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 256, _>")]
    #[schemars(length(max = 256))]
    pub assertions: Vec<Assertion>,
    /// View of the run on the page.
    #[serde(default, skip_serializing_if = "View::is_default")]
    pub view: View,
}

impl Document {
    /// The longest text that is read, in bytes.
    pub const LONGEST: usize = 4 << 20;

    /// The most timed actions.
    pub const ACTIONS: usize = 4_096;

    /// A document of nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            format: FORMAT,
            model: MODEL,
            name: String::new(),
            title: String::new(),
            about: String::new(),
            seed: defaults::seed(),
            horizon: defaults::horizon(),
            build: None,
            hosts: Vec::new(),
            switches: Vec::new(),
            links: Vec::new(),
            profiles: BTreeMap::new(),
            params: ParamMap::default(),
            routes: Vec::new(),
            formats: Vec::new(),
            maps: Vec::new(),
            interfaces: BTreeMap::new(),
            flows: Vec::new(),
            collectives: Vec::new(),
            workloads: Vec::new(),
            pause_sources: Vec::new(),
            actions: Vec::new(),
            assertions: Vec::new(),
            view: View::default(),
        }
    }
}
