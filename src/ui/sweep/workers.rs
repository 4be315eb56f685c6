//! Workers that run the points of a sweep, so that the page stays responsive. Each runs the program of
//! the page in its own thread. Start with [`Workers::start`].

use std::cell::RefCell;
use std::rc::Rc;

use fabric_sim::sweep::Figure;
use leptos::prelude::window;
use serde::Deserialize;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::lab::{Came, MOST_EVENTS, Plan};
use crate::ui::worker::{begin, first_message, object, says};

/// Greatest number of workers; one core is left to the page.
const MOST: usize = 8;

/// Message of a worker.
pub enum Said {
    /// Worker of this number is ready for a point.
    Ready(usize),
    /// Result of a point: number of the worker, number of the point, result. The worker is free again.
    Point(usize, usize, Came),
    /// Failure of a worker.
    Failed(String),
}

/// Workers. Dropping them stops them at once.
pub struct Workers {
    hands: Vec<Hand>,
}

struct Hand {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Hand {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Result of a point as the worker sends it.
#[derive(Deserialize)]
struct Row {
    figures: Vec<Told>,
}

#[derive(Deserialize)]
struct Told {
    name: String,
    value: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    n: Option<usize>,
    row: Option<Row>,
    refused: Option<String>,
    failed: Option<String>,
}

impl Workers {
    /// Starts as many workers as there are free cores, for points of `plan`; `hear` receives their
    /// messages.
    pub fn start(plan: &Plan, hear: impl FnMut(Said) + 'static) -> Result<Self, String> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count of cores")]
        let cores = window().navigator().hardware_concurrency() as usize;
        let count = cores.saturating_sub(1).clamp(1, MOST).min(plan.sweep.count());
        let hear: Rc<RefCell<dyn FnMut(Said)>> = Rc::new(RefCell::new(hear));
        let hands = (0..count).map(|number| hand(number, plan, &hear));
        let hands = hands.collect::<Result<Vec<_>, JsValue>>();
        hands
            .map(|hands| Self { hands })
            .map_err(|error| format!("the browser starts no worker: {}", says(&error)))
    }

    /// Makes worker `number` run point `n`.
    pub fn run(&self, number: usize, n: usize) {
        let Some(hand) = self.hands.get(number) else { return };
        #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
        let message = object([("n", (n as f64).into()), ("events", (MOST_EVENTS as f64).into())]);
        let _ = message.and_then(|message| hand.worker.post_message(&message));
    }
}

fn hand(number: usize, plan: &Plan, hear: &Rc<RefCell<dyn FnMut(Said)>>) -> Result<Hand, JsValue> {
    let worker = begin("./worker.js")?;
    let told = Rc::clone(hear);
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let said = said(number, event.data());
        (told.borrow_mut())(said);
    });
    let told = Rc::clone(hear);
    let failed = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        (told.borrow_mut())(Said::Failed(format!("a worker failed: {}", says(&event))));
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    let given = js_sys::Array::of4(
        &plan.document.as_str().into(),
        &js_sys::Array::of1(&plan.vary.as_str().into()),
        &js_sys::Array::of1(&plan.measure.name.into()),
        &plan.until.to_string().into(),
    );
    let plan = first_message("Sweep", given)?;
    let hand = Hand { worker, _heard: heard, _failed: failed };
    hand.worker.post_message(&plan)?;
    Ok(hand)
}

fn said(number: usize, data: JsValue) -> Said {
    let Ok(message) = serde_wasm_bindgen::from_value::<Message>(data) else {
        return Said::Failed("a worker said what nobody understands".to_owned());
    };
    let Message { n, row, refused, failed } = message;
    match (n, row, refused, failed) {
        (_, _, _, Some(why)) => Said::Failed(format!("a worker failed: {why}")),
        (Some(n), Some(row), ..) => {
            let figure = |told: Told| Figure {
                column: told.name,
                value: told.value.and_then(|digits| digits.parse().ok()),
            };
            Said::Point(number, n, Ok(row.figures.into_iter().map(figure).collect()))
        }
        (Some(n), _, Some(why), _) => Said::Point(number, n, Err(why)),
        _ => Said::Ready(number),
    }
}
