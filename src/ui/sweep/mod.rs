//! Sweep: runs the document with other values of a parameter, in workers, and shows the results in a table
//! and a plot. Start with [`SweepPanel`]. A new sweep replaces the previous one and its results. The sweep
//! continues while the dialog is closed. After a cancelled sweep, or an error of a worker, the results so far
//! remain.

mod form;
mod plot;
mod results;
mod workers;

use std::rc::Rc;

use fabric_sim::document::link::Cursor;
use leptos::html::Span;
use leptos::prelude::*;

use super::PageContext;
use super::dialog::{Dialog, Modal};
use crate::lab::{Command, SweepProgress};
use crate::parts::ProgramPart;
use form::Form;
use plot::Plot;
pub use plot::sweep_figure;
use results::Results;
use workers::{WorkerMessage, Workers};

/// State of the sweep: its progress, its workers and its view. The state stays while the dialog is closed.
/// Cheap to copy.
#[derive(Clone, Copy)]
pub struct SweepPanel {
    /// Context of the page.
    pub page: PageContext,
    /// Last sweep, in progress or ended; `None` before the first sweep.
    sweeping: RwSignal<Option<Rc<SweepProgress>>, LocalStorage>,
    workers: StoredValue<Option<Workers>, LocalStorage>,
    /// Two times in seconds: the start of the sweep, since the page was loaded, and the duration of the sweep
    /// so far.
    times: RwSignal<(f64, f64)>,
    /// Reason why the sweep could not start, or why it ended early; `None` if there was no error.
    wrong: RwSignal<Option<String>>,
    /// Column of the table that the plot shows. `None` if the user made no choice: the plot then shows the
    /// column of the selected port and priority, otherwise the first.
    column: RwSignal<Option<String>>,
}

impl SweepPanel {
    /// Creates the state without a started sweep.
    pub fn new(page: PageContext) -> Self {
        Self {
            page,
            sweeping: RwSignal::new_local(None),
            workers: StoredValue::new_local(None),
            times: RwSignal::new((0.0, 0.0)),
            wrong: RwSignal::new(None),
            column: RwSignal::new(None),
        }
    }

    /// Starts the workers, which run all points (values of the parameter) of `sweeping`. The previous sweep
    /// and its results are replaced; its workers stop at once. If no worker can be started, the sweep ends
    /// with a message.
    fn start(self, sweeping: SweepProgress) {
        let plan = Rc::clone(sweeping.plan());
        self.column.set(None);
        self.times.set((now(), 0.0));
        self.sweeping.set(Some(Rc::new(sweeping)));
        match Workers::start(&plan, move |message| self.on_message(message)) {
            Ok(workers) => {
                self.wrong.set(None);
                self.workers.set_value(Some(workers));
                self.count();
            }
            Err(why) => self.fail(why),
        }
    }

    /// Handles a message of a worker: stores its result, and sends the worker the next point to run. After
    /// the last result, the workers end.
    fn on_message(self, message: WorkerMessage) {
        let free = match message {
            WorkerMessage::Failed(why) => return self.fail(why),
            WorkerMessage::Ready(worker) => worker,
            WorkerMessage::Point(worker, n, result) => {
                self.change(|sweeping| sweeping.record(n, result));
                worker
            }
        };
        let mut next = None;
        self.change(|sweeping| next = sweeping.next_point());
        if let Some(n) = next {
            self.workers.try_with_value(|workers| workers.as_ref().map(|workers| workers.run(free, n)));
        }
        self.times.try_update(|(since, spent)| *spent = now() - *since);
        if self.sweeping.with_untracked(|sweeping| sweeping.as_ref().is_some_and(|one| one.is_over())) {
            self.rest();
        }
        self.count();
    }

    /// Whether a sweep was started, even if it has ended. An effect or memo that calls this function runs
    /// again after a change.
    pub fn is_used(self) -> bool {
        self.sweeping.with(Option::is_some)
    }

    /// Ends the sweep early. The results so far remain.
    fn stop(self) {
        self.change(SweepProgress::stop);
        self.rest();
        self.count();
    }

    /// Ends the sweep with the message `why`. The results so far remain.
    fn fail(self, why: String) {
        self.wrong.try_set(Some(why));
        self.stop();
    }

    /// Drops the workers in a later task, because one of their message handlers may call this function.
    fn rest(self) {
        leptos::task::spawn_local(async move {
            self.workers.try_update_value(Option::take);
        });
    }

    fn change(self, change: impl FnOnce(&mut SweepProgress)) {
        self.sweeping.try_update(|sweeping| {
            if let Some(sweeping) = sweeping {
                change(Rc::make_mut(sweeping));
            }
        });
    }

    /// Sets [`PageContext::swept`] to the numbers of finished runs and of all runs; to `None` if no sweep is
    /// in progress. Refused points count as finished.
    fn count(self) {
        let sweeping = self.sweeping.try_get_untracked().flatten().filter(|sweeping| !sweeping.is_over());
        self.page.swept.try_set(sweeping.map(|sweeping| (sweeping.done(), sweeping.count())));
    }

    /// Opens the document of point `n` (parameter value, from 0), with the cursor at the end of the measured
    /// run. Closes the dialog. Does nothing if there is no such point.
    fn open(self, n: usize) {
        let found = self.sweeping.with_untracked(|sweeping| {
            let sweeping = sweeping.as_ref()?;
            Some((sweeping.document(n)?, sweeping.plan().until))
        });
        if let Some(((document, written), until)) = found {
            self.page.dialog.set(None);
            self.page.act(Command::Point(Box::new(document), written));
            // The cursor moves to the end of the measured run.
            self.page.act(Command::Halt(Cursor { time: until, nth: 0 }));
        }
    }
}

/// Dialog of sweeps. A sweep continues while the dialog is closed.
#[component]
pub fn Sweep(panel: SweepPanel) -> impl IntoView {
    let page = panel.page;
    view! {
        <Dialog which=Modal::Sweep part=ProgramPart::Sweep title="Sweep: the same run with other values" open=page.dialog>
            {contents(panel)}
        </Dialog>
    }
}

/// Contents of the sweep dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(panel: SweepPanel) -> AnyView {
    view! {
        <Form panel/>
        <Progress panel/>
        <Show when=move || panel.sweeping.with(Option::is_some)>
            <Plot panel/>
            <Results panel/>
        </Show>
    }
    .into_any()
}

/// Progress of the sweep, and its error. The remaining time is estimated from the runs so far. While the
/// sweep is in progress, a button ends it early; the results so far remain.
#[component]
fn Progress(panel: SweepPanel) -> impl IntoView {
    let sweeping = panel.sweeping;
    let words = move || {
        let sweeping = sweeping.get()?;
        let (done, all) = (sweeping.done(), sweeping.count());
        let left = sweeping.left(panel.times.get().1).filter(|_| !sweeping.is_over());
        let left = left.map(|left| format!(", about {} left", in_words(left))).unwrap_or_default();
        let end = if sweeping.is_cut_short() { ", cancelled" } else { "" };
        Some(format!("{done} of {all} runs{left}{end}"))
    };
    // The button disappears, so that the text gets the keyboard focus.
    let status = NodeRef::<Span>::new();
    let cancel = move |_| {
        panel.stop();
        if let Some(status) = status.get_untracked() {
            let _ = status.focus();
        }
    };
    let under_way = Memo::new(move |_| sweeping.with(|one| one.as_ref().is_some_and(|one| !one.is_over())));
    view! {
        <p class="refusal" role="status" data-testid="sweep-refusal">
            {move || panel.wrong.get().map(|why| format!("Not done: {why}."))}
        </p>
        <div class="progress" class:hidden=move || sweeping.with(Option::is_none)>
            <progress aria-label="Runs done" max=move || sweeping.with(|one| one.as_ref().map_or(1, |one| one.count()))
                prop:value=move || sweeping.with(|one| one.as_ref().map_or(0, |one| one.done()))></progress>
            <span role="status" tabindex="-1" node_ref=status data-testid="sweep-progress">{words}</span>
            <Show when=move || under_way.get()>
                <button class="button" data-testid="sweep-cancel" on:click=cancel>"Cancel"</button>
            </Show>
        </div>
    }
}

/// Duration as text: in seconds below 90 s, at least 1 s, otherwise in minutes.
fn in_words(seconds: f64) -> String {
    if seconds < 90.0 { format!("{:.0} s", seconds.max(1.0)) } else { format!("{:.0} min", seconds / 60.0) }
}

/// Seconds since the page was loaded; 0 if the browser has no clock.
fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now() / 1e3)
}
