//! Causes of all pauses since the start of the run. A worker finds them in a further run of the document, up
//! to the cursor. Start with [`Causes`].
//!
//! The longest causes come first. An edit of the document stops the search and clears the result. While a
//! search runs, the button does nothing.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::charts::time_label;
use crate::lab::{Command, Lab, PastCause, PastCauses};
use crate::parts::ProgramPart;
use crate::ui::PageContext;
use crate::ui::dialog::LazyContents;
use crate::ui::export::job::{FileRequest, JobSlot};
use crate::ui::inside::badge;
use crate::ui::rows::{RowList, nth, numbered};

/// Section with the causes, folded at first. When it is first unfolded, the search starts; later, only the
/// button starts a search. Its contents are in a part of the program that is loaded on first use.
#[component]
pub fn Causes(page: PageContext) -> impl IntoView {
    let lazy = LazyContents::new(ProgramPart::Dialogs);
    let open = move |event: web_sys::Event| lazy.load(event_target(&event));
    view! {
        <details class="past-causes" data-testid="waits-causes" on:toggle=open>
            <summary>"What paused queues since the start"</summary>
            {lazy.view(Box::new(move || contents(page)))}
        </details>
    }
}

/// Search for the causes of pauses in a worker, and the result of the search.
#[derive(Clone, Copy)]
struct CauseSearch {
    page: PageContext,
    job: JobSlot,
    /// Found causes of pauses, or the reason why the search failed. `None` until the search has ended, and
    /// after an edit of the document.
    found: RwSignal<Option<Result<PastCauses, String>>>,
}

impl CauseSearch {
    /// Starts a worker that runs the document from its start up to the cursor, and stops a search that still
    /// runs. The cursor may move on during the search; the result has the time up to which it was made. If
    /// the fabric has changed when the result arrives, a message replaces the result.
    fn start(self) {
        let request = self.page.read_lab(|lab| FileRequest {
            kind: "causes",
            document: lab.saved(false).1,
            until: lab.run().snapshot().now.to_string(),
            step: String::new(),
        });
        let Some(request) = request else { return };
        self.job.start(&request, move |file| {
            let found = file.and_then(|parts| {
                let causes = self.page.read_lab(|lab: &Lab| lab.past_causes(&text(&parts))).flatten();
                causes.ok_or_else(|| "the fabric has changed meanwhile".to_owned())
            });
            self.found.try_set(Some(found));
        });
    }

    /// Follows edits of the document: each edit clears the found causes and stops a search for causes that
    /// still runs.
    fn follow_edits(self) {
        let page = self.page;
        let edits = Memo::new(move |_| {
            page.text_picture.track();
            page.read_lab(Lab::edit_count)
        });
        Effect::new(move |before: Option<Option<u64>>| {
            let now = edits.get();
            if before.is_some_and(|before| before != now) {
                self.job.stop();
                self.found.set(None);
            }
            now
        });
    }
}

/// Text of a file whose parts are UTF-8 bytes; empty if the bytes are not UTF-8.
fn text(parts: &Array) -> String {
    let parts = parts.iter().filter_map(|part| part.dyn_into::<Uint8Array>().ok());
    String::from_utf8(parts.flat_map(|part| part.to_vec()).collect()).unwrap_or_default()
}

/// Contents of the section with the causes. Their creation starts the search for causes. A button starts the
/// search again, up to the present cursor. This function is in a part of the program that is loaded on first
/// use.
#[inline(never)]
fn contents(page: PageContext) -> AnyView {
    let search = CauseSearch { page, job: JobSlot::new(), found: RwSignal::new(None) };
    search.start();
    search.follow_edits();
    let causes = Memo::new(move |_| search.found.get().and_then(Result::ok).unwrap_or_default());
    let is_busy = move || search.job.is_busy();
    let says = move || match search.found.get() {
        _ if is_busy() => "The document is run again, up to the cursor …".to_owned(),
        None => "The run is another one now.".to_owned(),
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
        (move || cause().map(|(cause, until)| row(page, cause, until.ps()))).into_any()
    });
    view! {
        <p role="status" data-testid="waits-causes-status">{says}</p>
        <progress aria-label="Part of the run that is done" max="1" hidden=move || !is_busy()
            prop:value=move || search.job.share.get().unwrap_or(0.0)></progress>
        <RowList items=numbered(move || causes.with(|causes| causes.causes.len())) row height=80.0
            class="queues causes" label="What paused queues since the start" id="waits-past"/>
        <button type="button" class="button" data-testid="waits-causes-again" aria-disabled=move || is_busy().to_string()
            on:click=again>"Look again, up to the cursor"</button>
    }
    .into_any()
}

/// Row of a cause: a bar shows its first and last pause within the run. A click moves the cursor to the first
/// pause, stops playing, and selects the queue. `end` is the end of the run in ps.
fn row(page: PageContext, cause: PastCause, end: u64) -> AnyView {
    let from = cause.from;
    #[expect(clippy::cast_precision_loss, reason = "for display")]
    let percent = |ps: u64| 100.0 * ps as f64 / end.max(1) as f64;
    let length = cause.until.ps().saturating_sub(from.ps());
    let bar = format!("left:{:.2}%;width:{:.2}%", percent(from.ps()), percent(length));
    let queue = Some(cause.queue);
    view! {
        <button type="button" title="Go to its first pause" on:click=move |_| page.act(Command::Visit(from, queue))>
            {badge(cause.queue.priority)}
            <b>{cause.name}</b>
            <em>{cause.cause}</em>
            <span class="span" aria-hidden="true"><i style=bar></i></span>
            <span>{format!("{} to {}: {}", time_label(cause.from), time_label(cause.until), cause.holds)}</span>
        </button>
    }
    .into_any()
}
