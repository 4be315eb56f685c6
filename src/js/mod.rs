//! The JavaScript interface: the simulator as a class, for the browser's
//! console, for workers and for node. What comes in is read by the one JSON
//! reader of documents; what goes out is plain objects.

mod view;

use std::sync::Arc;

use fabric_sim::document::link::Link;
use fabric_sim::document::{Document, TimedAction};
use fabric_sim::engine::{Hear, Snapshot, Stop, World};
use fabric_sim::units::Time;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A fabric in motion.
///
/// ```js
/// const fabric = new Fabric('preset:pause');
/// fabric.runUntil('12us');
/// fabric.act({ set: { xoff: '12k' } });
/// console.log(fabric.step(), fabric.snapshot().totals, fabric.hash());
/// ```
#[wasm_bindgen]
pub struct Fabric {
    document: Document,
    world: World,
    snapshot: Snapshot,
}

#[wasm_bindgen]
impl Fabric {
    /// The fabric of a document at time 0. `document` is a document as an
    /// object or as JSON text, `preset:NAME`, or a share link.
    ///
    /// # Errors
    /// Throws an `Error` that names the place, the value and the range.
    #[wasm_bindgen(constructor)]
    pub fn new(document: &JsValue) -> Result<Self, JsError> {
        let document = read(document)?;
        let world = World::new(Arc::new(document.compile()?));
        Ok(Self { document, world, snapshot: Snapshot::default() })
    }

    /// Runs one event. Returns what was seen of it, as a list of sentences;
    /// `undefined` when nothing is left that could happen.
    pub fn step(&mut self) -> Option<Vec<String>> {
        let spec = Arc::clone(self.world.spec());
        let mut seen = Vec::new();
        let ran = self.world.step(&mut Hear(|note| seen.push(view::note(&spec, &note))));
        ran.then_some(seen)
    }

    /// Runs up to and including `time`: text such as `12.5us`, or a number of
    /// picoseconds. With a `budget`, at most so many events. Returns whether
    /// it got there.
    ///
    /// # Errors
    /// Throws if `time` is no time.
    #[wasm_bindgen(js_name = runUntil)]
    pub fn run_until(&mut self, time: &JsValue, budget: Option<f64>) -> Result<bool, JsError> {
        let until = moment(time)?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let budget = budget.map_or(u64::MAX, |budget| budget as u64);
        Ok(self.world.run_until(until, budget, &mut ()) == Stop::Reached)
    }

    /// Does an action now: an action of the document format without its `at`,
    /// such as `{ incast: { to: 'h1', bytes: '100k' } }`. Returns the time
    /// that it is stamped with, as text.
    ///
    /// # Errors
    /// Throws an `Error` that names the place, the value and the range; the
    /// run is then as before.
    pub fn act(&mut self, action: &JsValue) -> Result<String, JsError> {
        let at = self.world.action_time();
        let stamped = js_sys::Object::assign(
            &js_sys::Object::new(),
            action.dyn_ref::<js_sys::Object>().ok_or_else(|| JsError::new("an action is an object"))?,
        );
        // Exact in every case: what a document reads back is the same picosecond.
        js_sys::Reflect::set(&stamped, &"at".into(), &format!("{}ps", at.ps()).into()).map_err(odd)?;
        let TimedAction { action, .. } = serde_json::from_str(&text(&stamped)?)?;
        for action in self.document.act(at, action)? {
            self.world.act(action);
        }
        Ok(at.to_string())
    }

    /// What there is to see now: times in ps, amounts in bytes.
    ///
    /// # Errors
    /// Throws if the world holds a number that JavaScript cannot; none does.
    pub fn snapshot(&mut self) -> Result<JsValue, JsError> {
        self.world.snapshot(&mut self.snapshot);
        out(&view::View::new(self.world.spec(), &self.snapshot))
    }

    /// The report of the run so far, as `fabric run --json` prints it.
    ///
    /// # Errors
    /// Throws if the report holds a number that JavaScript cannot; none does.
    pub fn report(&self) -> Result<JsValue, JsError> {
        out(&fabric_sim::insight::Report::of(&self.world))
    }

    /// The document with everything that was done to the run.
    ///
    /// # Errors
    /// Throws if the document cannot be written; it always can.
    pub fn document(&self) -> Result<JsValue, JsError> {
        js_sys::JSON::parse(&self.document.to_json()).map_err(odd)
    }

    /// The hash of the state: 16 hex digits, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> String {
        self.world.hash().to_string()
    }

    /// The present, in ps.
    #[wasm_bindgen(getter)]
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "exact below 2^53 ps, two and a half hours")]
    pub fn now(&self) -> f64 {
        self.world.now().ps() as f64
    }
}

/// Reads a document from whatever says which one.
fn read(document: &JsValue) -> Result<Document, JsError> {
    let Some(string) = document.as_string() else {
        return Ok(Document::parse(&text(document)?)?);
    };
    if let Some(name) = string.strip_prefix("preset:") {
        return Ok(Link::parse(&format!("#/preset/{name}"))?.document);
    }
    if string.trim_start().starts_with('{') || !string.contains('#') {
        return Ok(Document::parse(&string)?);
    }
    Ok(Link::parse(&string)?.document)
}

fn moment(time: &JsValue) -> Result<Time, JsError> {
    if let Some(text) = time.as_string() {
        return Ok(text.parse()?);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range and whole")]
    match time.as_f64() {
        Some(ps) if (0.0..=9e15).contains(&ps) && ps.fract() == 0.0 => Ok(Time(ps as u64)),
        _ => Err(JsError::new("a time is text such as 12.5us or a whole number of picoseconds, 0 to 9e15")),
    }
}

/// A value as JSON text, by JavaScript's own writer.
fn text(value: &JsValue) -> Result<String, JsError> {
    let text = js_sys::JSON::stringify(value).map_err(odd)?;
    text.as_string().ok_or_else(|| JsError::new("this is no document: it has no JSON"))
}

fn out(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// An error of JavaScript's, passed on in its own words.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
fn odd(value: JsValue) -> JsError {
    let words = value.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    JsError::new(&words.unwrap_or_else(|| format!("{value:?}")))
}
