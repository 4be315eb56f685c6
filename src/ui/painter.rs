//! Drawing of canvases in a web worker, so that drawing does not delay the page. Start with
//! [`Painter::show`].
//!
//! Each canvas is transferred to the worker once; drawings follow as messages. While the worker draws, only
//! the latest drawing of each canvas waits; an older waiting drawing is dropped. If the worker fails, a
//! signal has the reason and nothing is drawn.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Float32Array};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, MessageChannel, MessageEvent, MessagePort, Worker};

use super::size::pixel_ratio;
use super::worker::{begin, error_text, object};
use crate::scene::{Call, Drawing};

/// Connection to the worker that draws. The worker starts with the first canvas. The page provides this type
/// as a leptos context.
#[derive(Clone, Copy)]
pub struct Painter {
    worker: StoredValue<Option<Worker>, LocalStorage>,
    /// Reason why the worker cannot draw; `None` while it can.
    pub fails: RwSignal<Option<String>>,
    /// Signal that all canvases must be drawn again. It is set when the page becomes visible, because some
    /// browsers lose the contents of a canvas on a hidden page.
    pub again: RwSignal<()>,
}

/// Address of the script of the drawing worker, relative to the page. The address contains the version of the
/// program, so that the browser never uses the script of another version.
const SCRIPT: &str = concat!("./painter.js?v=", env!("CARGO_PKG_VERSION"));

/// Canvas that was transferred to the worker, with the drawings that wait for it.
pub struct WorkerCanvas {
    port: MessagePort,
    queue: Rc<RefCell<Queue>>,
    _painted: Closure<dyn FnMut(MessageEvent)>,
}

/// Drawings of one canvas that the worker draws or that wait for it. While the worker draws, only the latest
/// drawing waits.
#[derive(Default)]
struct Queue {
    /// Whether the worker is still drawing the last drawing that was sent to it.
    busy: bool,
    /// Drawing to send when the worker has finished; `None` if no drawing waits.
    next: Option<(Drawing, Size)>,
    /// Texts of the last drawing that was sent. If the texts of the next drawing are equal, they are not sent
    /// again.
    words: Vec<String>,
}

/// Width and height of a canvas in CSS pixels.
type Size = (f64, f64);

impl Painter {
    /// Creates a painter without a worker.
    #[must_use]
    pub fn new() -> Self {
        let again = RwSignal::new(());
        // The listener lives as long as the page.
        let _ = window_event_listener_untyped("visibilitychange", move |_| {
            if !document().hidden() {
                again.try_set(());
            }
        });
        Self { worker: StoredValue::new_local(None), fails: RwSignal::new(None), again }
    }

    /// Replaces the contents of `canvas` by `drawing`. `size` is the size of the canvas in CSS pixels. The
    /// first call transfers the canvas to the worker and sets `worker_canvas`; afterwards only the worker can
    /// draw on the canvas. If the worker still draws, `drawing` replaces the waiting drawing. If the transfer
    /// fails, sets [`Painter::fails`]; no canvas is transferred after a failure.
    pub fn show(
        self,
        worker_canvas: &mut Option<WorkerCanvas>,
        canvas: &HtmlCanvasElement,
        drawing: &Drawing,
        size: Size,
    ) {
        if worker_canvas.is_none() && self.fails.with_untracked(Option::is_none) {
            let handed = self.transfer_canvas(canvas);
            *worker_canvas = handed.map_err(|error| self.fails.set(Some(error_text(&error)))).ok();
        }
        if let Some(worker_canvas) = worker_canvas {
            worker_canvas.show(drawing, size);
        }
    }

    /// Transfers `canvas` to the worker, with one end of a message channel. The page passes the drawings of
    /// this canvas over the channel.
    ///
    /// # Errors
    /// If the browser cannot start a worker or transfer a canvas.
    fn transfer_canvas(self, canvas: &HtmlCanvasElement) -> Result<WorkerCanvas, JsValue> {
        let channel = MessageChannel::new()?;
        let (port, theirs) = (channel.port1(), channel.port2());
        let worker = self.worker()?;
        let canvas = canvas.transfer_control_to_offscreen()?;
        let calls: Array = Call::ALL.into_iter().map(form).collect();
        let handed = Array::of2(&canvas, &theirs);
        let message = object([("canvas", canvas.into()), ("calls", calls.into()), ("port", theirs.into())])?;
        worker.post_message_with_transfer(&message, &handed)?;
        let queue = Rc::<RefCell<Queue>>::default();
        let (drawings, sender) = (Rc::clone(&queue), port.clone());
        let fails = self.fails;
        let painted = Closure::new(move |event: MessageEvent| {
            if let Some(wrong) = event.data().as_string() {
                fails.try_set(Some(wrong));
            }
            drawings.borrow_mut().painted(&sender);
        });
        port.set_onmessage(Some(painted.as_ref().unchecked_ref()));
        Ok(WorkerCanvas { port, queue, _painted: painted })
    }

    fn worker(self) -> Result<Worker, JsValue> {
        if let Some(worker) = self.worker.try_get_value().flatten() {
            return Ok(worker);
        }
        let worker = begin(SCRIPT)?;
        let fails = self.fails;
        // The callback lives as long as the page.
        let failed = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
            fails.try_set(Some(error_text(&event)));
        });
        worker.set_onerror(Some(failed.into_js_value().unchecked_ref()));
        self.worker.try_set_value(Some(worker.clone()));
        Ok(worker)
    }
}

impl WorkerCanvas {
    fn show(&self, drawing: &Drawing, size: Size) {
        let mut queue = self.queue.borrow_mut();
        if queue.busy {
            queue.next = Some((drawing.clone(), size));
        } else {
            queue.send(&self.port, drawing, size);
        }
    }
}

impl Drop for WorkerCanvas {
    fn drop(&mut self) {
        self.port.set_onmessage(None);
        self.port.close();
    }
}

impl Queue {
    /// Sends `drawing` to the worker. If the browser refuses, the drawing is lost, and the next drawing need
    /// not wait for the worker.
    fn send(&mut self, port: &MessagePort, drawing: &Drawing, (width, height): Size) {
        let numbers = Float32Array::from(drawing.numbers.as_slice());
        let message = Array::of4(&numbers, &width.into(), &height.into(), &pixel_ratio().into());
        if self.words != drawing.words {
            let words: Array = drawing.words.iter().map(|word| JsValue::from_str(word)).collect();
            message.push(&words);
        }
        let sent = port.post_message_with_transferable(&message, &Array::of1(&numbers.buffer()));
        self.busy = sent.is_ok();
        if self.busy {
            self.words.clone_from(&drawing.words);
        }
    }

    /// Handles the worker's message that it has finished a drawing. If another drawing waits, sends it to the
    /// worker.
    fn painted(&mut self, port: &MessagePort) {
        self.busy = false;
        if let Some((drawing, size)) = self.next.take() {
            self.send(port, &drawing, size);
        }
    }
}

fn form((_, name, count): (Call, &str, usize)) -> JsValue {
    #[expect(clippy::cast_possible_truncation, reason = "a handful")]
    Array::of2(&name.into(), &(count as u32).into()).into()
}
