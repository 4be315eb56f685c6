//! Files of a run for JavaScript, written in steps so that the caller stays responsive. Bytes are taken
//! after each step and are then freed here.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use fabric_export::{Replay, RunFile as Kind};
use wasm_bindgen::prelude::*;

use super::{Object, source};

/// File of a run, written a bit at a time: the time series as CSV, the trace for Perfetto, all frames as pcapng, or
/// the causes of pauses as JSON, as `fabric run --series`, `fabric run --trace`, `fabric capture` and the report write them.
///
/// ```js
/// const series = new RunFile('preset:incast', 'series', '200us', '1us');
/// const parts = [];
/// for (let done = false; !done;) { done = series.advance(1e6); parts.push(series.take()); }
/// const csv = new TextDecoder().decode(Buffer.concat(parts));
/// ```
#[wasm_bindgen]
#[repr(transparent)]
pub struct RunFile(Object);

/// State of a [`RunFile`].
pub(super) struct Writing {
    replay: Replay<'static>,
    parts: Parts,
}

/// Bytes that have not been taken yet.
#[derive(Clone, Default)]
struct Parts(Rc<RefCell<Vec<u8>>>);

impl Write for Parts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Default limit of the bytes of a file, which is kept in memory.
pub(crate) const MAX_BYTES: u64 = 200_000_000;
/// Largest number of characters of the argument that names the kind of file.
const LONGEST: u32 = 20;

#[wasm_bindgen]
impl RunFile {
    /// The file of a kind (`series`, `trace`, `capture`, `causes`) of a document, as `new Fabric` takes it, from its start up
    /// to and including `until`; `step` is the interval of a series. Of at most so many `events` and `bytes`.
    ///
    /// Throws an `Error` that names the place, the value and the range, or if a series would be too large.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "FabricDocument | string")] document: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "'series' | 'trace' | 'capture' | 'causes'")] kind: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string | number")] until: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | number | null")] step: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | null")] events: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number | null")] bytes: &JsValue,
    ) -> Result<Self, JsError> {
        let words = "a file of a run is a series, a trace, a capture or causes";
        let kind = match &source::text(kind, LONGEST, words)?[..] {
            "series" => Kind::Series(source::time(step)?),
            "trace" => Kind::Trace,
            "capture" => Kind::Capture,
            "causes" => Kind::Causes,
            _ => return Err(JsError::new(words)),
        };
        let until = source::time(until)?;
        let none = bytes.is_undefined() || bytes.is_null();
        let words = "a number of bytes is a whole number of at least 0";
        let bytes = if none { MAX_BYTES } else { source::whole(bytes, words)? };
        let most = (bytes, source::budget(events)?);
        let (_, spec) = source::document(document)?;
        let parts = Parts::default();
        let replay = Replay::begin(Arc::new(spec), kind, until, most, parts.clone());
        let replay = replay.map_err(|why| JsError::new(&why.to_string()))?;
        Ok(Self(Object::RunFile(Box::new(Writing { replay, parts }))))
    }

    /// Goes on for about so many events. Returns whether the file is complete.
    ///
    /// Throws an `Error` if the file or the run is too large.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] events: &JsValue,
    ) -> Result<bool, JsError> {
        let events = source::budget(events)?;
        self.writing()?.replay.advance(events).map_err(|why| JsError::new(&why.to_string()))
    }

    /// Takes the bytes that were written since the last time.
    pub fn take(&mut self) -> Result<Vec<u8>, JsError> {
        Ok(std::mem::take(&mut *self.writing()?.parts.0.borrow_mut()))
    }

    /// Part of the run that is done, 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn share(&mut self) -> Result<f64, JsError> {
        Ok(self.writing()?.replay.share())
    }
}

impl RunFile {
    fn writing(&mut self) -> Result<&mut Writing, JsError> {
        match &mut self.0 {
            Object::RunFile(writing) => Ok(writing),
            other => Err(other.is_no("RunFile")),
        }
    }
}
