//! Causes of the pauses since the start, found by a worker that runs the document again.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::charts::time_label;
use crate::lab::{Command, Lab, PastCause, PastCauses};
use crate::parts::ProgramPart;
use crate::scene::{FILLS, digit_colour};
use crate::ui::Desk;
use crate::ui::dialog::LazyContents;
use crate::ui::export::job::{FileRequest, Job, JobMessage};
use crate::ui::rows::{RowList, nth, numbered};

/// Section that unfolds; its contents are in a part of the program.
#[component]
pub fn Causes(desk: Desk) -> impl IntoView {
    let lazy = LazyContents::new(ProgramPart::Dialogs);
    let open = move |event: web_sys::Event| lazy.load(event_target(&event));
    view! {
        <details class="since-start" data-testid="waits-causes" on:toggle=open>
            <summary>"What paused queues since the start"</summary>
            {lazy.view(Box::new(move || contents(desk)))}
        </details>
    }
}

/// Search for the causes.
#[derive(Clone, Copy)]
struct Search {
    desk: Desk,
    job: StoredValue<Option<Job>, LocalStorage>,
    /// Elapsed part of the run, 0 to 1; `None` without a job.
    share: RwSignal<Option<f64>>,
    found: RwSignal<Option<Result<PastCauses, String>>>,
}

impl Search {
    /// Runs the document up to the cursor.
    fn start(self) {
        let order = self.desk.read_lab(|lab| FileRequest {
            kind: "causes",
            document: lab.saved(false).1,
            until: lab.run().snapshot().now.to_string(),
            step: String::new(),
        });
        let Some(order) = order else { return };
        self.share.set(Some(0.0));
        match Job::start(&order, move |message| self.receive(message)) {
            Ok(job) => self.job.set_value(Some(job)),
            Err(why) => self.end(Err(why)),
        }
    }

    fn receive(self, message: JobMessage) {
        match message {
            JobMessage::Share(share) => {
                self.share.try_set(Some(share));
            }
            JobMessage::Done(parts) => {
                let causes = self.desk.read_lab(|lab: &Lab| lab.past_causes(&text(&parts))).flatten();
                self.end(causes.ok_or_else(|| "the fabric has changed meanwhile".to_owned()));
            }
            JobMessage::Refused(why) => self.end(Err(why.trim_end_matches('.').to_owned())),
        }
    }

    /// Shows the result, and drops the worker in a later task: this may be called from its own message
    /// handler.
    fn end(self, found: Result<PastCauses, String>) {
        self.found.try_set(Some(found));
        self.share.try_set(None);
        spawn_local(async move {
            self.job.try_update_value(Option::take);
        });
    }
}

/// Text of the parts of a file.
fn text(parts: &Array) -> String {
    let parts = parts.iter().filter_map(|part| part.dyn_into::<Uint8Array>().ok());
    String::from_utf8(parts.flat_map(|part| part.to_vec()).collect()).unwrap_or_default()
}

/// Contents of the section, in the part of the program that is loaded with it.
#[inline(never)]
fn contents(desk: Desk) -> AnyView {
    let search = Search {
        desk,
        job: StoredValue::new_local(None),
        share: RwSignal::new(None),
        found: RwSignal::new(None),
    };
    search.start();
    let causes = Memo::new(move |_| search.found.get().and_then(Result::ok).unwrap_or_default());
    let is_busy = move || search.share.with(Option::is_some);
    let says = move || match search.found.get() {
        _ if is_busy() => "The document is run again, up to the cursor …".to_owned(),
        None => String::new(),
        Some(Err(why)) => format!("Not found: {why}."),
        Some(Ok(found)) if found.causes.is_empty() => {
            format!("No queue that held frames was paused up to {}.", time_label(found.until))
        }
        Some(Ok(found)) => format!("Up to {}, the longest first:", time_label(found.until)),
    };
    let again = move |_| {
        if !untrack(is_busy) {
            search.start();
        }
    };
    let row = Callback::new(move |place| {
        let cause = move || causes.with(|causes| Some((nth(&causes.causes, place)?, causes.until)));
        (move || cause().map(|(cause, until)| row(desk, cause, until.ps()))).into_any()
    });
    view! {
        <p role="status" data-testid="waits-causes-says">{says}</p>
        <progress aria-label="Part of the run that is done" max="1" hidden=move || !is_busy()
            prop:value=move || search.share.get().unwrap_or(0.0)></progress>
        <RowList items=numbered(move || causes.with(|causes| causes.causes.len())) row height=80.0
            class="queues causes" label="What paused queues since the start" id="waits-past"/>
        <button type="button" class="button" data-testid="waits-causes-again" aria-disabled=move || is_busy().to_string()
            on:click=again>"Look again, up to the cursor"</button>
    }
    .into_any()
}

/// Row of a cause: a button to its start, with its span as a bar between the start and the end of the run.
fn row(desk: Desk, cause: PastCause, end: u64) -> AnyView {
    let (from, priority) = (cause.from, cause.queue.1);
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    let percent = |ps: u64| 100.0 * ps as f64 / end.max(1) as f64;
    let length = cause.until.ps().saturating_sub(from.ps());
    let bar = format!("left:{:.2}%;width:{:.2}%", percent(from.ps()), percent(length));
    let style = format!("--fill:{};--digit:{}", FILLS[usize::from(priority & 7)], digit_colour(priority));
    let queue = Some(cause.queue);
    view! {
        <button type="button" title="Go to its first pause" on:click=move |_| desk.act(Command::Visit(from, queue))>
            <i class="badge" style=style>{priority}</i>
            <b>{cause.name}</b>
            <em>{cause.cause}</em>
            <span class="span" aria-hidden="true"><i style=bar></i></span>
            <span>{format!("{} to {}: {}", time_label(cause.from), time_label(cause.until), cause.holds)}</span>
        </button>
    }
    .into_any()
}
