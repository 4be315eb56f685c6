//! Worker that runs the document again and writes a file, so that the page stays responsive. Start with
//! [`JobSlot::start`].
//!
//! A new job stops the job that still runs. Progress is from 0 to 1, and `None` if no job runs. If the worker
//! fails, the job ends with the reason as text, without a full stop at its end.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Reflect, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::lab::MAX_EVENTS;
use crate::ui::worker::{begin, error_text, first_message, object};

/// Number of simulated events between two messages of the worker to the page. A run has at most
/// [`MAX_EVENTS`] events.
const SLICE: f64 = 300_000.0;

/// Message that the worker sends about the file.
enum JobMessage {
    /// Progress: finished fraction of the run for the file, from 0 to 1.
    Share(f64),
    /// Parts of the finished file, in order, as `Uint8Array`.
    Done(Array),
    /// Reason why no file was written.
    Refused(String),
}

/// Request for a file, which the worker writes.
pub struct FileRequest {
    /// Kind of the file: `series`, `trace`, `capture` or `causes`.
    pub kind: &'static str,
    /// Document of the run as JSON.
    pub document: String,
    /// Time at which the run ends, as text in the notation of documents, such as `2ms`.
    pub until: String,
    /// Interval between the values of a series, as text in the notation of documents, such as `10us`; empty
    /// for other kinds of files.
    pub step: String,
}

/// Slot for at most one running job, which writes a file in a worker. It has the progress of the job. Cheap
/// to copy.
#[derive(Clone, Copy)]
pub struct JobSlot {
    /// Running job; `None` if no job runs.
    job: StoredValue<Option<Job>, LocalStorage>,
    /// Finished fraction of the job's run, from 0 to 1; `None` if no job runs.
    pub share: RwSignal<Option<f64>>,
}

impl JobSlot {
    /// Creates a slot without a job.
    #[must_use]
    pub fn new() -> Self {
        Self { job: StoredValue::new_local(None), share: RwSignal::new(None) }
    }

    /// Whether a job runs. An effect or memo that calls this function runs again after a change of the
    /// progress.
    #[must_use]
    pub fn is_busy(self) -> bool {
        self.share.with(Option::is_some)
    }

    /// Starts a worker that writes a file, after stopping a job that still runs. When the new job ends,
    /// `on_end` is called once. The argument of `on_end` has the pieces of the file in order, or the reason
    /// why no file was written.
    ///
    /// If no worker can be started, `on_end` is called before this function returns, and the earlier job
    /// continues. A stopped job never calls its `on_end`. `on_end` must not start another job, because the
    /// end of the old job would stop the new one.
    pub fn start(self, request: &FileRequest, on_end: impl Fn(Result<Array, String>) + Clone + 'static) {
        let ended = on_end.clone();
        let on_message = move |message| {
            let file = match message {
                JobMessage::Share(share) => {
                    self.share.try_set(Some(share));
                    return;
                }
                JobMessage::Done(parts) => Ok(parts),
                JobMessage::Refused(why) => Err(why.trim_end_matches('.').to_owned()),
            };
            ended(file);
            self.stop();
        };
        match Job::start(request, on_message) {
            Ok(job) => {
                self.job.set_value(Some(job));
                self.share.set(Some(0.0));
            }
            Err(why) => on_end(Err(why)),
        }
    }

    /// Stops the job without a call of its `on_end`. Does nothing if no job runs. The worker is dropped in a
    /// later task, because its own message handler may call this function.
    pub fn stop(self) {
        self.share.try_set(None);
        spawn_local(async move {
            self.job.try_update_value(Option::take);
        });
    }
}

/// Running job. A drop of this value stops the worker.
struct Job {
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
    /// Starts a worker that writes the file. Each message of the worker is passed to `on_message`.
    ///
    /// # Errors
    /// Message of the browser, if it cannot start a worker.
    fn start(request: &FileRequest, on_message: impl FnMut(JobMessage) + 'static) -> Result<Self, String> {
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

/// Handles the message `data` of the worker, and appends the part of the file in it to `parts`. Requests the
/// next part unless the file is finished or the worker reports an error. Returns the progress, the finished
/// file, or the reason why there is no file.
///
/// # Errors
/// If the browser cannot read the message or send the request.
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
