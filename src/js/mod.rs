//! JavaScript interface: the simulator as classes for the browser's console, for workers and for Node.js.
//! Start with [`Fabric`]. Documents from JavaScript are parsed by the same JSON reader as files; results are
//! plain objects.
//!
//! Times are in picoseconds; bytes and rates are whole numbers. Every refused argument throws an `Error` with
//! place, value and range; the object is then unchanged. A call of a method on an object of another class
//! also throws. `undefined` and `null` mean an absent argument.
//!
//! The horizon of a document does not end the run of a [`Fabric`]; the caller chooses the times.

#![expect(clippy::missing_errors_doc, reason = "the comments are for JavaScript, and say what is thrown")]

mod run_file;
mod source;
mod sweep;

use std::sync::Arc;

use fabric_sim::document::link::{Check, Cursor, ShareLink};
use fabric_sim::document::{Action, Document, PRESETS};
use fabric_sim::engine::{RunEnd, SwitchView, World, WorldView};
use fabric_sim::insight::objects::{EventObject, InsideObject, SnapshotObject};
use fabric_sim::insight::{Report, SizeReport, flow_names};
use fabric_sim::sizing::Platform;
use fabric_sim::worst_case::worst_case_at;
use serde::Serialize;
use wasm_bindgen::prelude::*;

pub(crate) use run_file::MAX_BYTES;
pub use run_file::RunFile;
pub use sweep::Sweep;

/// TypeScript types of results that only the JavaScript interface returns, generated from their JSON Schemas.
#[wasm_bindgen(typescript_custom_section)]
const SHAPES: &str = include_str!("shapes.d.ts");

/// TypeScript type of a document, generated from its JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const DOCUMENT: &str = include_str!("document.d.ts");

/// TypeScript type of a report, generated from its JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const REPORT: &str = include_str!("report.d.ts");

/// TypeScript type of the recommended sizes, generated from their JSON Schema.
#[wasm_bindgen(typescript_custom_section)]
const SIZES: &str = include_str!("sizes.d.ts");

/// Simulation of a document's fabric, from time 0 to the present time.
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

struct Running {
    document: Document,
    world: World,
    /// Names of flows, indexed by flow, including the flows that later actions start.
    flows: Vec<String>,
    /// Buffer that is used again for each snapshot, to save allocations.
    snapshot: WorldView,
}

/// State of one JavaScript object: a [`Fabric`], [`Sweep`] or [`RunFile`]. The three classes share this type,
/// because JavaScript can call a method on an object of another class: `Fabric.prototype.hash.call(sweep)`.
/// The method then returns an error.
enum Object {
    Fabric(Box<Running>),
    Sweep(Box<sweep::Running>),
    RunFile(Box<run_file::Writing>),
}

impl Object {
    /// Error for a call of a method of class `wanted` on an object of another class.
    fn wrong_class(&self, wanted: &str) -> JsError {
        let class = match self {
            Self::Fabric(_) => "Fabric",
            Self::Sweep(_) => "Sweep",
            Self::RunFile(_) => "RunFile",
        };
        JsError::new(&format!("this is no {wanted} but a {class}"))
    }
}

impl Fabric {
    /// Returns the state of the fabric.
    ///
    /// # Errors
    /// If the object is a [`Sweep`] or a [`RunFile`].
    fn running(&self) -> Result<&Running, JsError> {
        match &self.0 {
            Object::Fabric(running) => Ok(running),
            other => Err(other.wrong_class("Fabric")),
        }
    }

    fn running_mut(&mut self) -> Result<&mut Running, JsError> {
        match &mut self.0 {
            Object::Fabric(running) => Ok(running),
            other => Err(other.wrong_class("Fabric")),
        }
    }
}

#[wasm_bindgen]
impl Fabric {
    /// Creates the fabric of a document, at time 0. The document is an object, JSON text, `preset:NAME`, or a
    /// share link, whose time `t` is ignored.
    ///
    /// Throws an `Error` with the field, its value and its range if the document is refused.
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

    /// Names of the presets, for `preset:NAME`.
    #[must_use]
    pub fn presets() -> Vec<String> {
        PRESETS.iter().map(|preset| preset.name.to_owned()).collect()
    }

    /// Runs one event. Returns its trace events (frames sent, pauses and so on) as a list, which may be
    /// empty. Returns `undefined` if no event is left. The event may be after the horizon.
    #[wasm_bindgen(unchecked_return_type = "FabricNote[] | undefined")]
    pub fn step(&mut self) -> Result<JsValue, JsError> {
        let Running { world, flows, .. } = self.running_mut()?;
        let mut notes = Vec::new();
        if !world.step_recording(&mut notes) {
            return Ok(JsValue::UNDEFINED);
        }
        let seen = notes.iter().map(|note| EventObject::new(world.spec(), flows, note));
        out(&seen.collect::<Vec<_>>())
    }

    /// Runs all events up to and including `time`: text such as `12.5us`, or whole picoseconds. If `time` is
    /// in the past, does nothing and returns `true`.
    ///
    /// `budget` limits the number of events of this call; without `budget`, there is no limit. A search for
    /// deadlocks takes time, so it also consumes some of the budget. Returns `true` if the run reached
    /// `time`, `false` if it stopped at the limit; the next call then continues the run.
    ///
    /// Throws an `Error` if `time` is no time or is above one hour, or `budget` is no whole number.
    #[wasm_bindgen(js_name = runUntil)]
    pub fn run_until(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] time: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | null")] budget: &JsValue,
    ) -> Result<bool, JsError> {
        let (until, budget) = (source::time(time)?, source::budget(budget)?);
        Ok(self.running_mut()?.world.run(until, budget) == RunEnd::Reached)
    }

    /// Performs an action at the present time. `action` has the form of an action in a document, without the
    /// field `at`: `{ incast: { to: 'h1', bytes: '100k' } }`. Returns the time of the action, such as `12us`:
    /// the present time, or 1 ps later if an event of this time has run.
    ///
    /// Throws an `Error` with the field, its value and its range if the action is refused. The run is then
    /// unchanged.
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

    /// Present state of the fabric. Times are in picoseconds, amounts in bytes.
    #[wasm_bindgen(unchecked_return_type = "FabricSnapshot")]
    pub fn snapshot(&mut self) -> Result<JsValue, JsError> {
        let Running { world, flows, snapshot, .. } = self.running_mut()?;
        world.snapshot(snapshot);
        out(&SnapshotObject::new(world.spec(), flows, snapshot))
    }

    /// Present state inside the switch `node`: waiting bytes of each pair of input and output, and the
    /// crossbar. The crossbar is `null` if the switch has none. Ports are numbered within the switch, from 0.
    ///
    /// Throws an `Error` if there is no switch with this name. The name must be exact; a host is refused.
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
        let mut inside = SwitchView::default();
        world.view_switch(id, &mut inside);
        out(&InsideObject::new(&inside))
    }

    /// Report of the run so far, as `fabric run --json` prints it. Does not change the run.
    #[wasm_bindgen(unchecked_return_type = "FabricReport")]
    pub fn report(&self) -> Result<JsValue, JsError> {
        out(&Report::of(&self.running()?.world))
    }

    /// Recommended headroom, XOFF and XON of each lossless priority group for the flows of the run, as
    /// `fabric size --json` prints them. If `platform` is given, such as `'spectrum-4'`, the result also has
    /// the headroom of SONiC's formula.
    ///
    /// Throws an `Error` if the platform is unknown.
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

    /// Document whose traffic fills the headroom of a lossless priority group most, as `fabric size
    /// --provoke` prints it. `group` is a name such as `'s1.0.p3'`: switch, port and priority.
    ///
    /// Throws an `Error` if the group does not exist, or if no lossless frames arrive at the group. The
    /// fabric itself is unchanged.
    #[wasm_bindgen(unchecked_return_type = "FabricDocument")]
    pub fn provoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] group: &JsValue,
    ) -> Result<JsValue, JsError> {
        let world = &self.running()?.world;
        let document = worst_case_at(world, &source::text(group, 80, "a group is named by a text")?);
        let document = document.map_err(|why| JsError::new(&why))?;
        js_sys::JSON::parse(&document.to_json()).map_err(source::js_error)
    }

    /// Document of the run, including all actions that were performed.
    #[wasm_bindgen(unchecked_return_type = "FabricDocument")]
    pub fn document(&self) -> Result<JsValue, JsError> {
        js_sys::JSON::parse(&self.running()?.document.to_json()).map_err(source::js_error)
    }

    /// Share link to the present event of the run; the text begins with `#`. Append the text to the address
    /// of the page. The share link has the hash of the state, so that the page can check that it reaches the
    /// same state.
    pub fn link(&self) -> Result<String, JsError> {
        let Running { document, world, .. } = self.running()?;
        let nth = u32::try_from(world.ran_now()).unwrap_or(u32::MAX);
        let cursor = Cursor { time: world.now(), nth };
        let check = Some(Check::of_state(world.hash()));
        Ok(ShareLink { cursor: Some(cursor), check, ..ShareLink::new(document.clone()) }.fragment())
    }

    /// Hash of the state: 16 hexadecimal digits, equal on all machines.
    pub fn hash(&self) -> Result<String, JsError> {
        Ok(self.running()?.world.hash().to_string())
    }

    /// Present time of the simulation in picoseconds.
    #[wasm_bindgen(getter)]
    #[expect(clippy::cast_precision_loss, reason = "exact below 2^53 ps, two and a half hours")]
    pub fn now(&self) -> Result<f64, JsError> {
        Ok(self.running()?.world.now().ps() as f64)
    }
}

/// Converts a result to plain JavaScript objects. An absent value becomes `null`.
fn out(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}
