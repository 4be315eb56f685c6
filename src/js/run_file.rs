//! Files of a run for JavaScript, such as a time series or a capture. Start with [`RunFile`].
//!
//! A file is written in steps, so that the calling page stays responsive. After each step the caller takes
//! the new bytes, and their memory is freed. All taken arrays, joined in order, are the file. After an error
//! the file is incomplete. `take` without new bytes gives an empty array.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::Arc;

use fabric_export::{Replay, RunFile as Kind};
use wasm_bindgen::prelude::*;

use super::{Object, source};

/// File of a run, written in steps. Kinds are a time series as CSV (`fabric run --series`), a trace for
/// Perfetto (`fabric run --trace`) and all frames as pcapng (`fabric capture`). A file of JSON has the causes
/// of pauses.
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

pub(super) struct Writing {
    replay: Replay<'static>,
    parts: UnreadBytes,
}

/// Bytes that are written but not yet taken by [`RunFile::take`].
#[derive(Clone, Default)]
struct UnreadBytes(Rc<RefCell<Vec<u8>>>);

impl Write for UnreadBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Default limit of the size of a file in bytes. The file is kept in memory until it is taken.
pub(crate) const MAX_BYTES: u64 = 200_000_000;
/// Largest length of the argument that names the kind of file, in characters.
const LONGEST: u32 = 20;

#[wasm_bindgen]
impl RunFile {
    /// Begins a file of a kind: `series`, `trace`, `capture` or `causes`. Takes a document in any form that
    /// `new Fabric` takes, and runs it from its start up to and including `until`. `step` is the sampling
    /// interval of a series, above 0; other kinds ignore it. `events` is the largest number of events;
    /// without it, there is no limit. `bytes` is the largest size of the file; without it, 200 MB.
    ///
    /// Throws an `Error` with the field, its value and its range if an argument is refused, or if a series
    /// would be too large.
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
        let parts = UnreadBytes::default();
        let replay = Replay::begin(Arc::new(spec), kind, until, most, parts.clone());
        let replay = replay.map_err(|why| JsError::new(&why.to_string()))?;
        Ok(Self(Object::RunFile(Box::new(Writing { replay, parts }))))
    }

    /// Continues the run for about `events` events; with 0, no event runs. Returns `true` if the file is
    /// complete; further calls then return `true`.
    ///
    /// Throws an `Error` if the file or the run exceeds its limit. Later calls then return `true` and write
    /// nothing more.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] events: &JsValue,
    ) -> Result<bool, JsError> {
        let events = source::budget(events)?;
        self.writing()?.replay.advance(events).map_err(|why| JsError::new(&why.to_string()))
    }

    /// Takes the bytes that were written since the last call; empty if no byte was written. Bytes that are
    /// never taken stay in memory.
    pub fn take(&mut self) -> Result<Vec<u8>, JsError> {
        Ok(std::mem::take(&mut *self.writing()?.parts.0.borrow_mut()))
    }

    /// Elapsed fraction of the simulated time of the run, from 0 to 1; 0 if the run ends at time 0.
    #[wasm_bindgen(getter = share)]
    pub fn elapsed_fraction(&mut self) -> Result<f64, JsError> {
        Ok(self.writing()?.replay.elapsed_fraction())
    }
}

impl RunFile {
    fn writing(&mut self) -> Result<&mut Writing, JsError> {
        match &mut self.0 {
            Object::RunFile(writing) => Ok(writing),
            other => Err(other.wrong_class("RunFile")),
        }
    }
}
