//! Worker that runs the document again and writes a file, so that the page stays responsive. Start with
//! [`Job::start`].

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::lab::MAX_EVENTS;
use crate::ui::worker::{begin, error_text, first_message, object};

/// Number of events between two messages.
const SLICE: f64 = 300_000.0;

/// Message of a job.
pub enum JobMessage {
    /// Elapsed part of the run, 0 to 1.
    Share(f64),
    /// Parts of the finished file.
    Done(Array),
    /// Reason why there is no file.
    Refused(String),
}

/// Request for a file: its kind and limits.
pub struct FileRequest {
    /// `series`, `trace` or `capture`.
    pub kind: &'static str,
    /// Document as JSON.
    pub document: String,
    /// End of the run as text.
    pub until: String,
    /// Interval of a series as text.
    pub step: String,
}

/// Job in progress. Dropping it stops the worker.
pub struct Job {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Job {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Job {
    /// Starts a worker that writes the file; `on_message` receives its messages.
    ///
    /// # Errors
    /// Message of the browser, if it cannot start a worker.
    pub fn start(
        request: &FileRequest,
        on_message: impl FnMut(JobMessage) + 'static,
    ) -> Result<Self, String> {
        Self::begin(request, on_message)
            .map_err(|error| format!("the browser starts no worker: {}", error_text(&error)))
    }

    fn begin(request: &FileRequest, on_message: impl FnMut(JobMessage) + 'static) -> Result<Self, JsValue> {
        let worker = begin("./worker.js")?;
        let on_message: Rc<RefCell<dyn FnMut(JobMessage)>> = Rc::new(RefCell::new(on_message));
        let (receiver, source, parts) = (Rc::clone(&on_message), worker.clone(), Array::new());
        let on_event = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let message = next(&event.data(), &source, &parts);
            (receiver.borrow_mut())(message.unwrap_or_else(|error| JobMessage::Refused(error_text(&error))));
        });
        let failed = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            (on_message.borrow_mut())(JobMessage::Refused(format!(
                "the worker failed: {}",
                error_text(&event)
            )));
        });
        worker.set_onmessage(Some(on_event.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let most = MAX_EVENTS as f64;
        let given = Array::of5(
            &request.document.as_str().into(),
            &request.kind.into(),
            &request.until.as_str().into(),
            &request.step.as_str().into(),
            &most.into(),
        );
        let job = Self { worker, _on_message: on_event, _on_error: failed };
        let message = first_message("RunFile", given)?;
        job.worker.post_message(&message)?;
        Ok(job)
    }
}

/// Handles a message of the worker, and requests the next part if there is one.
fn next(data: &JsValue, worker: &Worker, parts: &Array) -> Result<JobMessage, JsValue> {
    let field = |name: &str| Reflect::get(data, &name.into());
    for name in ["refused", "failed"] {
        if let Some(why) = field(name)?.as_string() {
            return Ok(JobMessage::Refused(why));
        }
    }
    if let Ok(part) = field("part")?.dyn_into::<Uint8Array>()
        && part.length() > 0
    {
        parts.push(&part);
    }
    if field("done")?.is_truthy() {
        return Ok(JobMessage::Done(parts.clone()));
    }
    let message = object([("events", SLICE.into())])?;
    worker.post_message(&message)?;
    Ok(JobMessage::Share(field("share")?.as_f64().unwrap_or_default()))
}
