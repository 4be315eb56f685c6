//! The JavaScript interface: the simulator as a class, for the browser's
//! console, for workers and for node. What comes in is read by the one JSON
//! reader of documents; what goes out is plain objects.

#![expect(clippy::missing_errors_doc, reason = "the comments are for JavaScript, and say what is thrown")]

mod flow;
mod inside;
mod note;
mod run_file;
mod source;
mod sweep;
mod view;

use std::sync::Arc;

use fabric_sim::document::link::{Check, Cursor, ShareLink};
use fabric_sim::document::{Action, Document, PRESETS};
use fabric_sim::engine::{Inside, Stop, World, WorldView};
use fabric_sim::insight::{Report, SizeReport, flow_names};
use fabric_sim::sizing::Platform;
use fabric_sim::worst_case::worst_case_at;
use serde::Serialize;
use wasm_bindgen::prelude::*;

use note::Happened;
pub(crate) use run_file::MAX_BYTES;
pub use run_file::RunFile;
pub use sweep::Sweep;

/// The shapes of what only this interface gives, for editors and TypeScript.
#[wasm_bindgen(typescript_custom_section)]
const SHAPES: &str = include_str!("shapes.d.ts");

/// The shape of a document, made from its JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const DOCUMENT: &str = include_str!("document.d.ts");

/// The shape of a report, made from its JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const REPORT: &str = include_str!("report.d.ts");

/// The shape of sizes, made from their JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const SIZES: &str = include_str!("sizes.d.ts");

/// A fabric in motion: a document, and its run up to now.
///
/// ```js
/// const fabric = new Fabric('preset:pause');
/// fabric.runUntil('12us');
/// fabric.act({ set: { xoff: '12k' } });
/// console.log(fabric.step(), fabric.snapshot().totals, fabric.hash());
/// ```
#[wasm_bindgen]
#[repr(transparent)]
pub struct Fabric(Object);

/// State of a [`Fabric`].
struct Running {
    document: Document,
    world: World,
    /// Names of flows, by index, with those of future actions.
    flows: Vec<String>,
    /// Buffer for snapshots, kept to save allocations.
    snapshot: WorldView,
}

/// State of an object of any class. All classes hold this one type, since JavaScript can call a
/// method on an object of another class (`Fabric.prototype.hash.call(sweep)`), which is detected
/// here.
enum Object {
    Fabric(Box<Running>),
    Sweep(Box<sweep::Running>),
    RunFile(Box<run_file::Writing>),
}

impl Object {
    /// Error of a method of the class `wanted`, called on this object of another class.
    fn is_no(&self, wanted: &str) -> JsError {
        let class = match self {
            Self::Fabric(_) => "Fabric",
            Self::Sweep(_) => "Sweep",
            Self::RunFile(_) => "RunFile",
        };
        JsError::new(&format!("this is no {wanted} but a {class}"))
    }
}

impl Fabric {
    fn running(&self) -> Result<&Running, JsError> {
        match &self.0 {
            Object::Fabric(running) => Ok(running),
            other => Err(other.is_no("Fabric")),
        }
    }

    fn running_mut(&mut self) -> Result<&mut Running, JsError> {
        match &mut self.0 {
            Object::Fabric(running) => Ok(running),
            other => Err(other.is_no("Fabric")),
        }
    }
}

#[wasm_bindgen]
impl Fabric {
    /// The fabric of a document, at time 0. The document is an object, JSON
    /// text, `preset:NAME`, or a link to the page (its moment `t` is left out).
    ///
    /// Throws an `Error` that names the place, the value and the range.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "FabricDocument | string")] document: &JsValue,
    ) -> Result<Self, JsError> {
        let (document, spec) = source::document(document)?;
        let world = World::new(Arc::new(spec));
        let flows = flow_names(&world);
        let running = Running { document, world, flows, snapshot: WorldView::default() };
        Ok(Self(Object::Fabric(Box::new(running))))
    }

    /// The names of the presets, for `preset:NAME`.
    #[must_use]
    pub fn presets() -> Vec<String> {
        PRESETS.iter().map(|preset| preset.name.to_owned()).collect()
    }

    /// Runs one event. Returns what was seen of it, which may be nothing;
    /// `undefined` when nothing is left that could happen.
    #[wasm_bindgen(unchecked_return_type = "FabricNote[] | undefined")]
    pub fn step(&mut self) -> Result<JsValue, JsError> {
        let Running { world, flows, .. } = self.running_mut()?;
        let mut notes = Vec::new();
        if !world.step_recording(&mut notes) {
            return Ok(JsValue::UNDEFINED);
        }
        let seen = notes.iter().map(|note| Happened::new(world.spec(), flows, note));
        out(&seen.collect::<Vec<_>>())
    }

    /// Runs up to and including `time`: text such as `12.5us`, or whole
    /// picoseconds; a time that is over does nothing. With a `budget`, at most
    /// so many events; a search for deadlocks counts as the events that take as
    /// long. Returns whether it got there.
    ///
    /// Throws an `Error` if `time` is no time, or above one hour, or `budget` no
    /// whole number.
    #[wasm_bindgen(js_name = runUntil)]
    pub fn run_until(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] time: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | null")] budget: &JsValue,
    ) -> Result<bool, JsError> {
        let (until, budget) = (source::time(time)?, source::budget(budget)?);
        Ok(self.running_mut()?.world.run(until, budget) == Stop::Reached)
    }

    /// Does an action now: one of the document format without its `at`, such
    /// as `{ incast: { to: 'h1', bytes: '100k' } }`. Returns the time that it
    /// is stamped with, such as `12us`.
    ///
    /// Throws an `Error` that names the place, the value and the range; the
    /// run is then as before.
    pub fn act(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "FabricAction")] action: &JsValue,
    ) -> Result<String, JsError> {
        let action = Action::parse(&source::json(action, "an action is an object")?)?;
        let Running { document, world, flows, .. } = self.running_mut()?;
        let at = world.action_time();
        for action in document.act(at, action)? {
            world.act(action);
        }
        *flows = flow_names(world);
        Ok(at.to_string())
    }

    /// Present state of the fabric: times in picoseconds, amounts in bytes.
    #[wasm_bindgen(unchecked_return_type = "FabricSnapshot")]
    pub fn snapshot(&mut self) -> Result<JsValue, JsError> {
        let Running { world, flows, snapshot, .. } = self.running_mut()?;
        world.snapshot(snapshot);
        out(&view::View::new(world.spec(), flows, snapshot))
    }

    /// Present state inside the switch `node`: bytes that wait by input and output, and the
    /// crossbar if there is one. Ports are numbered within the switch.
    ///
    /// Throws an `Error` if there is no such switch.
    #[wasm_bindgen(unchecked_return_type = "FabricInside")]
    pub fn inside(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] node: &JsValue,
    ) -> Result<JsValue, JsError> {
        let node = source::text(node, 80, "a switch is named by a text of at most 80 characters")?;
        let world = &self.running()?.world;
        let spec = world.spec();
        let is_switch = |id: &fabric_sim::ids::NodeId| spec.nodes[id.index()].switch().is_some();
        let id = spec.node(&node).filter(is_switch);
        let id = id.ok_or_else(|| JsError::new(&format!("there is no switch called \"{node}\"")))?;
        let mut inside = Inside::default();
        world.view_inside(id, &mut inside);
        out(&inside::Switch::new(&inside))
    }

    /// The report of the run so far, as `fabric run --json` prints it.
    #[wasm_bindgen(unchecked_return_type = "FabricReport")]
    pub fn report(&self) -> Result<JsValue, JsError> {
        out(&Report::of(&self.running()?.world))
    }

    /// Recommended headroom, XOFF and XON of each lossless group by the flows of the run, as
    /// `fabric size --json` prints them; with SONiC's formula for a `platform`, such as
    /// `'spectrum-4'`.
    ///
    /// Throws an `Error` if there is no such platform.
    #[wasm_bindgen(unchecked_return_type = "FabricSizes")]
    pub fn size(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] platform: &JsValue,
    ) -> Result<JsValue, JsError> {
        let world = &self.running()?.world;
        let is_given = !platform.is_undefined() && !platform.is_null();
        let name = is_given.then(|| source::text(platform, 80, "a platform is named by a text"));
        let platform = name.transpose()?.map(|name| Platform::find(&name)).transpose();
        out(&SizeReport::of(world, platform.map_err(|why| JsError::new(&why))?))
    }

    /// A document that provokes the worst case of a lossless group, such as `'s1.0.p3'`, as
    /// `fabric size --provoke` prints it.
    ///
    /// Throws an `Error` if no lossless frames arrive there.
    #[wasm_bindgen(unchecked_return_type = "FabricDocument")]
    pub fn provoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] group: &JsValue,
    ) -> Result<JsValue, JsError> {
        let world = &self.running()?.world;
        let document = worst_case_at(world, &source::text(group, 80, "a group is named by a text")?);
        let document = document.map_err(|why| JsError::new(&why))?;
        js_sys::JSON::parse(&document.to_json()).map_err(source::odd)
    }

    /// The document with everything that was done to the run.
    #[wasm_bindgen(unchecked_return_type = "FabricDocument")]
    pub fn document(&self) -> Result<JsValue, JsError> {
        js_sys::JSON::parse(&self.running()?.document.to_json()).map_err(source::odd)
    }

    /// A link to this moment of this run, from `#` on: put it behind the
    /// address of the page.
    pub fn link(&self) -> Result<String, JsError> {
        let Running { document, world, .. } = self.running()?;
        let nth = u32::try_from(world.ran_now()).unwrap_or(u32::MAX);
        let cursor = Cursor { time: world.now(), nth };
        let check = Some(Check::of_state(world.hash()));
        Ok(ShareLink { cursor: Some(cursor), check, ..ShareLink::new(document.clone()) }.fragment())
    }

    /// The hash of the state: 16 hex digits, the same on every machine.
    pub fn hash(&self) -> Result<String, JsError> {
        Ok(self.running()?.world.hash().to_string())
    }

    /// The present, in picoseconds.
    #[wasm_bindgen(getter)]
    #[expect(clippy::cast_precision_loss, reason = "exact below 2^53 ps, two and a half hours")]
    pub fn now(&self) -> Result<f64, JsError> {
        Ok(self.running()?.world.now().ps() as f64)
    }
}

fn out(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}
