//! Workers that run the points of a sweep, so that the page stays responsive. Start with [`Workers::start`].
//! A point is a parameter value. Each worker runs the program of the page in its own thread. There is one
//! worker less than processor cores, at least 1 and at most 8. A worker gets its next point when it has
//! finished one. Results may come in any order. A worker that fails ends the sweep with a message.

use std::cell::RefCell;
use std::rc::Rc;

use fabric_sim::sweep::Figure;
use leptos::prelude::window;
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::lab::{MAX_EVENTS, PointResult, SweepPlan};
use crate::ui::worker::{begin, error_text, first_message, object};

/// Largest number of workers of a sweep.
const MAX_WORKERS: usize = 8;

/// Message that a worker of a sweep sends.
pub enum WorkerMessage {
    /// The worker with this number, from 0, is ready for its first point.
    Ready(usize),
    /// A worker has run a point of the sweep. The fields are the number of the worker and the index of the
    /// point, both from 0, and the result. The worker is ready for another point.
    Point(usize, usize, PointResult),
    /// A worker has failed, for the reason in this text.
    Failed(String),
}

/// Workers of a sweep. A drop of this value stops them at once.
pub struct Workers {
    handles: Vec<WorkerHandle>,
}

struct WorkerHandle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

type OnMessage = Rc<RefCell<dyn FnMut(WorkerMessage)>>;

/// Results of one point (parameter value) of a sweep, in the form of a worker's message.
#[derive(Deserialize)]
struct PointRow {
    figures: Vec<WorkerFigure>,
}

#[derive(Deserialize)]
struct WorkerFigure {
    name: String,
    value: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    n: Option<usize>,
    row: Option<PointRow>,
    refused: Option<String>,
    failed: Option<String>,
}

impl Workers {
    /// Starts the workers of `plan`: one less than processor cores, but at least 1, at most [`MAX_WORKERS`],
    /// and at most one for each point. Each message of a worker is passed to `on_message`. If a worker cannot
    /// be started, the started workers are stopped.
    ///
    /// # Errors
    /// Message, if the browser cannot start a worker.
    pub fn start(plan: &SweepPlan, on_message: impl FnMut(WorkerMessage) + 'static) -> Result<Self, String> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of cores")]
        let cores = window().navigator().hardware_concurrency() as usize;
        let count = cores.saturating_sub(1).clamp(1, MAX_WORKERS).min(plan.sweep.count());
        let on_message: OnMessage = Rc::new(RefCell::new(on_message));
        let handles = (0..count).map(|number| start_worker(number, plan, &on_message));
        let handles = handles.collect::<Result<Vec<_>, JsValue>>();
        handles
            .map(|handles| Self { handles })
            .map_err(|error| format!("the browser starts no worker: {}", error_text(&error)))
    }

    /// Sends point `n` to the worker `number`, both from 0. Does nothing if there is no such worker.
    pub fn run(&self, number: usize, n: usize) {
        let Some(handle) = self.handles.get(number) else { return };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let message = object([("n", (n as f64).into()), ("events", (MAX_EVENTS as f64).into())]);
        let _ = message.and_then(|message| handle.worker.post_message(&message));
    }
}

/// Starts a worker and sends it the sweep. The worker answers that it is ready.
///
/// # Errors
/// If the browser cannot start the worker or send the message.
fn start_worker(number: usize, plan: &SweepPlan, on_message: &OnMessage) -> Result<WorkerHandle, JsValue> {
    let worker = begin("./worker.js")?;
    let receiver = Rc::clone(on_message);
    let on_event = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let message = parse_message(number, event.data());
        (receiver.borrow_mut())(message);
    });
    let receiver = Rc::clone(on_message);
    let failed = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        (receiver.borrow_mut())(WorkerMessage::Failed(format!("a worker failed: {}", error_text(&event))));
    });
    worker.set_onmessage(Some(on_event.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    let given = js_sys::Array::of4(
        &plan.document.as_str().into(),
        &js_sys::Array::of1(&plan.vary.as_str().into()),
        &js_sys::Array::of1(&plan.measure.name.into()),
        &plan.until.to_string().into(),
    );
    let plan = first_message("Sweep", given)?;
    let handle = WorkerHandle { worker, _on_message: on_event, _on_error: failed };
    handle.worker.post_message(&plan)?;
    Ok(handle)
}

/// Parses the message `data` of the worker `number`. If the message has an error and a result, the error
/// counts. A message without a point means that the worker is ready.
fn parse_message(number: usize, data: JsValue) -> WorkerMessage {
    let Ok(message) = serde_wasm_bindgen::from_value::<Message>(data) else {
        return WorkerMessage::Failed("a worker said what nobody understands".to_owned());
    };
    let Message { n, row, refused, failed } = message;
    match (n, row, refused, failed) {
        (_, _, _, Some(why)) => WorkerMessage::Failed(format!("a worker failed: {why}")),
        (Some(n), Some(row), ..) => {
            let figure = |figure: WorkerFigure| Figure {
                column: figure.name,
                value: figure.value.and_then(|digits| digits.parse().ok()),
            };
            WorkerMessage::Point(number, n, Ok(row.figures.into_iter().map(figure).collect()))
        }
        (Some(n), _, Some(why), _) => WorkerMessage::Point(number, n, Err(why)),
        _ => WorkerMessage::Ready(number),
    }
}
