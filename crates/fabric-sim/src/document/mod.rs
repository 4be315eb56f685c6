//! Documents and share links. A document is a JSON file that describes a fabric, its traffic, timed actions
//! and the view of its run. A share link holds a document in a URL.
//!
//! Start with [`Document`]:
//! * [`Document::parse`] reads JSON.
//! * [`Document::compile`] checks that the parts of a document fit together, and makes a
//!   [`crate::spec::Spec`].
//! * [`params`] declares all parameters.
//! * [`PRESETS`] are documents that come with the program.
//! * [`link`] reads and writes share links.
//! * [`schema()`] describes the format.

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
mod queue_name;
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
pub use fault::{Frames, LinkDirections, LoseCredits, LosePfc, Lossy, PfcKind, Unroute};
pub use format::{FrameFormat, PriorityMap};
pub use frame_name::{FrameName, NamedFrameKind};
pub use number::{Size, Whole, too_many};
pub use operation::Operation;
pub use presets::{PRESETS, Preset, PresetGroup};
pub use printable::{escape_unprintable, is_printable};
pub use problem::{Problem, Problems};
pub use profiles::{PROFILES, Profile};
pub use queue_name::find_queue;
pub use read::read_json;
pub use schema::schema;
pub use sizes::SizeDistribution;
pub use step::MatchStep;
pub use topology::{Host, Link, Route, Switch};
pub use traffic::{
    Acks, Arrival, Bursts, Credits, Flow, FrameBytes, PauseSource, RateControl, Reliability, TransferBytes,
};
pub use variation::Variation;
pub use view::{FlowIndex, Fraction, Moment, Selection, Tab, View};
pub use workload::Workload;
pub use zoom::Zoom;

use crate::spec::Limits;
use crate::units::Time;
use params::ParamMap;

/// Version of the file format that this program reads and writes.
pub const FORMAT: u32 = 1;

/// Newest version of the simulation model. New documents have this version.
pub const MODEL: u32 = 2;

/// Oldest version of the simulation model. Documents that name no version have this version.
pub const OLDEST_MODEL: u32 = 1;

/// Seed of the random streams. The seed is below 2⁵³, because JavaScript represents all of these whole
/// numbers exactly.
pub type Seed = Whole<0, 9_007_199_254_740_991>;

/// A fabric, its traffic, timed actions and the view of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["build"] }, { "required": ["hosts"] }]))]
pub struct Document {
    /// Version of the file format; always 1.
    #[schemars(range(min = 1, max = 1))]
    pub format: u32,
    /// Version of the simulation model, 1 or 2; default 1. Versions differ in defaults and behaviour. A
    /// document keeps its version, so that later programs give equal results for it.
    #[serde(default = "defaults::model")]
    #[schemars(range(min = OLDEST_MODEL, max = MODEL))]
    pub model: u32,
    /// Short name of the document: up to 64 letters, digits, `_` or `-`. Links to a preset contain its name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Title of the document, one line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// Description of the document in one sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// Seed of all random streams; default 1.
    #[serde(default = "defaults::seed", skip_serializing_if = "defaults::is_seed")]
    pub seed: Seed,
    /// End of the time line on the page, and of runs that have no other end. Above 0s and at most 3600s;
    /// default 100 µs.
    #[serde(default = "defaults::horizon", skip_serializing_if = "defaults::is_horizon")]
    pub horizon: Time,
    /// Builder of a topology, with its numbers of switches and hosts. The nodes and links that the document
    /// lists are added to the nodes and links of the builder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
    /// Hosts. At least one is necessary unless `build` is given.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::NODES }, _>"
    )]
    #[schemars(length(max = Limits::NODES))]
    pub hosts: Vec<Host>,
    /// Switches of the fabric.
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
    /// Profiles by name: sets of parameters that switches can choose. Addresses in a profile start within the
    /// switch: `xoff`, `p3.xoff`, `port.2.p3.xoff`.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "number::map::<_, 256, _>"
    )]
    #[schemars(extend("maxProperties" = 256))]
    pub profiles: BTreeMap<String, ParamMap>,
    /// Parameter values by address, such as `"switch.s1.p3.xoff": "96k"`.
    #[serde(default, skip_serializing_if = "ParamMap::is_empty")]
    pub params: ParamMap,
    /// Routes that replace shortest paths.
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
    /// Maps from PCP and DSCP to priorities, for switches that do not use the default map.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 4096, _>")]
    #[schemars(length(max = 4096))]
    pub maps: Vec<PriorityMap>,
    /// Names of the ports of switches in imported configurations, such as `Ethernet0`. A key is the name of a
    /// switch, and its list is in the order of the ports. Imports and exports use these names. If no traffic
    /// uses a `kmin` at these switches, reports do not warn of it.
    #[serde(
        default,
        skip_serializing_if = "BTreeMap::is_empty",
        deserialize_with = "number::map::<_, { Limits::NODES }, _>"
    )]
    #[schemars(extend("maxProperties" = Limits::NODES))]
    pub interfaces: BTreeMap<String, Vec<String>>,
    /// Flows, each from one host to another.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Limits::FLOWS }, _>"
    )]
    #[schemars(length(max = Limits::FLOWS))]
    pub flows: Vec<Flow>,
    /// Collectives: transfers between several hosts, such as an all-reduce.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 256, _>")]
    #[schemars(length(max = 256))]
    pub collectives: Vec<Collective>,
    /// Workloads: flows whose sizes, start times and hosts are drawn at random.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 64, _>")]
    #[schemars(length(max = 64))]
    pub workloads: Vec<Workload>,
    /// Pause sources: ports that send pauses, whatever their buffers hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 4096, _>")]
    #[schemars(length(max = 4096))]
    pub pause_sources: Vec<PauseSource>,
    /// Actions: changes of the running fabric at given times.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::list::<_, { Document::ACTIONS }, _>"
    )]
    #[schemars(length(max = Document::ACTIONS))]
    pub actions: Vec<TimedAction>,
    /// Claims about the run that `fabric check` tests. If the list is empty, `fabric check` tests that there
    /// is no loss of lossless frames, no deadlock and no class mismatch.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "number::list::<_, 256, _>")]
    #[schemars(length(max = 256))]
    pub assertions: Vec<Assertion>,
    /// View of the run on the page. The view has no effect on the run.
    #[serde(default, skip_serializing_if = "View::is_default")]
    pub view: View,
}

impl Document {
    /// Length in bytes of the longest text that is read as a document: 4 MiB. A text of exactly this length
    /// is read.
    pub const LONGEST: usize = 4 << 20;

    /// Greatest number of timed actions of a document.
    pub const ACTIONS: usize = 4_096;

    /// Creates a document of the newest model without nodes and traffic. All fields have their defaults. The
    /// document does not compile until it has a host.
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
