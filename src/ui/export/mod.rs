//! Export menu: pictures, tables, and files for other programs such as Wireshark. Start with [`Export`].
//!
//! Pictures are exported as SVG or PNG. Tables of flows and the report end at the cursor; files of a run end
//! at the planned end or at the cursor. A file above the size limit is refused with a message. The message
//! stays until the menu is opened again.

pub(super) mod job;
mod png;
mod rows;

use fabric_export::{Bounded, write_flows};
use fabric_sim::insight::Report;
use fabric_sim::units::Time;
use js_sys::Array;
use leptos::html::Span;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::Serialize;
use wasm_bindgen::JsValue;

use super::charts::{RateKindChoice, queue_figure, rates_figure};
use super::dialog::{Dialog, Modal};
use super::fabric::fabric_figure;
use super::lanes::lanes_figure;
use super::sweep::{SweepPanel, sweep_figure};
use super::worker::error_text;
use super::{PageContext, files};
use crate::charts::{bytes_label, time_label};
use crate::js::MAX_BYTES;
use crate::lab::{Command, Lab, MAX_EVENTS, series_step, typed_step};
use crate::parts::ProgramPart;
use job::{FileRequest, JobSlot};
use rows::{Figures, Files};

/// Kind of picture that can be exported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    Fabric,
    Queue,
    Rates,
    Lanes,
    Sweep,
}

/// Pictures that can be exported: kind, label, and middle part of the file name.
const FIGURES: [(Figure, &str, &str); 5] = [
    (Figure::Fabric, "Fabric, with the wait-for graph if it is shown", "fabric"),
    (Figure::Queue, "Queue depth", "queue"),
    (Figure::Rates, "Rates", "rates"),
    (Figure::Lanes, "Pause lanes", "lanes"),
    (Figure::Sweep, "Sweep", "sweep"),
];

/// Files for which a worker runs the document again: kind, label, and end of the file name.
const RUN_FILES: [(&str, &str, &str); 3] = [
    ("series", "Time series, CSV", "series.csv"),
    ("trace", "Trace for Perfetto, JSON", "trace.json"),
    ("capture", "Capture of all frames, pcapng", "capture.pcapng"),
];

/// State of the export menu. The state stays while the dialog is closed.
#[derive(Clone, Copy)]
struct Menu {
    panel: StoredValue<SweepPanel, LocalStorage>,
    choice: RateKindChoice,
    job: JobSlot,
    /// Message about the file that was exported last; empty before the first export.
    message: RwSignal<String>,
    /// Whether an exported run ends at the planned end of the document, even if the page has played further
    /// or less far. If `false`, it ends at the cursor.
    to_end: RwSignal<bool>,
    /// Interval between the values of an exported series, as typed. If empty, the interval depends on the
    /// length of the run.
    step: RwSignal<String>,
}

impl Menu {
    fn page(self) -> PageContext {
        self.panel.with_value(|panel| panel.page)
    }

    /// Downloads `parts` as a file called `name`. The menu then shows the name and the size of the file.
    fn download(self, name: &str, parts: &Array) {
        let size = files::give_parts(name, parts);
        self.message.try_set(format!("{name}: {}.", bytes_label(size)));
    }

    fn give_text(self, name: &str, text: &str) {
        self.download(name, &Array::of1(&text.into()));
    }

    fn refuse(self, why: &str) {
        self.message.try_set(format!("Not done: {why}."));
    }

    /// Picture as SVG, in the theme of the page.
    ///
    /// # Errors
    /// Reason why the picture cannot be drawn, for example that there is no sweep, or that the page was
    /// closed.
    fn svg(self, figure: Figure) -> Result<String, String> {
        let (page, choice) = (self.page(), self.choice);
        let theme = page.theme.get_untracked();
        let shows_waits = untrack(|| page.shows_waits());
        let of_lab = |lab: &Lab| match figure {
            Figure::Fabric => Ok(fabric_figure(lab, shows_waits, theme)),
            Figure::Queue => queue_figure(lab, theme),
            Figure::Rates => rates_figure(lab, choice, theme),
            Figure::Lanes => Ok(lanes_figure(lab, theme)),
            Figure::Sweep => Err("there is no sweep".to_owned()),
        };
        if figure == Figure::Sweep
            && let Some(drawn) = untrack(|| sweep_figure(self.panel.get_value()))
        {
            return drawn;
        }
        page.read_lab(of_lab).unwrap_or_else(|| Err("there is nothing to draw".to_owned()))
    }

    /// Downloads a picture as SVG, or as PNG if `as_png`. `what` is the middle part of the file name.
    fn picture(self, figure: Figure, what: &'static str, as_png: bool) {
        let svg = match self.svg(figure) {
            Ok(svg) => svg,
            Err(why) => return self.refuse(&why),
        };
        let end = if as_png { "png" } else { "svg" };
        let name = self.name(&format!("{what}.{end}"));
        if !as_png {
            return self.give_text(&name, &svg);
        }
        spawn_local(async move {
            match png::png(&svg).await {
                Ok(blob) => self.download(&name, &Array::of1(&blob)),
                Err(error) => self.refuse(&format!("this browser does not draw it: {}", error_text(&error))),
            }
        });
    }

    /// File name that contains the name of the document and the time of the cursor, and ends with `what`.
    /// Empty after the page was closed.
    fn name(self, what: &str) -> String {
        self.page().read_lab(|lab| lab.file_name(lab.run().snapshot().now, what)).unwrap_or_default()
    }

    /// Downloads the figures of all flows up to the cursor, as CSV. A table above the size limit is refused.
    fn flows(self) {
        let table = self.page().read_lab(|lab| {
            let (world, mut table) = (lab.run().recording().world(), Vec::new());
            let out = Bounded::new(&mut table, MAX_BYTES);
            write_flows(world, &Report::of(world), out).ok()?;
            String::from_utf8(table).ok()
        });
        match table.flatten() {
            Some(table) => self.give_text(&self.name("flows.csv"), &table),
            None => self.refuse("the table is too large; \u{201c}fabric run --flows\u{201d} writes it"),
        }
    }

    /// Downloads the report up to the cursor, as JSON. There is no limit of its size.
    fn report(self) {
        let report = self.page().read_lab(|lab| json_text(&Report::of(lab.run().recording().world())));
        match report.flatten() {
            Some(report) => self.give_text(&self.name("report.json"), &report),
            None => self.refuse("the report cannot be written"),
        }
    }

    /// Downloads the document with the time of the cursor.
    fn document(self) {
        if let Some((name, text)) = self.page().read_lab(|lab| lab.saved(true)) {
            self.give_text(&name, &text);
        }
    }

    /// Time at which an exported run ends; 0 after the page was closed.
    fn until(self) -> Time {
        let to_end = self.to_end.get_untracked();
        let until = |lab: &Lab| if to_end { lab.end() } else { lab.run().snapshot().now };
        self.page().read_lab(until).unwrap_or_default()
    }

    /// Starts a job that writes a file of the kind `kind`. The file name contains the time at which the run
    /// ends, and has the ending `what`. The finished file is downloaded; after an error, the menu shows the
    /// reason.
    fn run(self, kind: &'static str, what: &'static str) {
        let until = self.until();
        let typed = self.step.get_untracked();
        let step = if typed.trim().is_empty() { Ok(series_step(until)) } else { typed_step(&typed) };
        let step = match step {
            Ok(step) => step.to_string(),
            Err(why) => return self.refuse(&why),
        };
        let found = self.page().read_lab(|lab| (lab.file_name(until, what), lab.saved(false).1));
        let Some((name, document)) = found else { return };
        let request = FileRequest { kind, document, until: until.to_string(), step };
        self.message.set(String::new());
        self.job.start(&request, move |file| match file {
            Ok(parts) => self.download(&name, &parts),
            Err(why) => self.refuse(&why),
        });
    }
}

/// Dialog with the export menu. Its opening pauses the run. A job continues while the dialog is closed.
#[component]
pub fn Export(panel: SweepPanel) -> impl IntoView {
    let page = panel.page;
    let menu = Menu {
        panel: StoredValue::new_local(panel),
        choice: expect_context(),
        job: JobSlot::new(),
        message: RwSignal::new(String::new()),
        to_end: RwSignal::new(true),
        step: RwSignal::new(String::new()),
    };
    let stands = Callback::new(move |()| {
        menu.message.set(String::new());
        page.act(Command::Pause);
    });
    view! {
        <Dialog which=Modal::Export part=ProgramPart::Dialogs title="Export what you see" open=page.dialog before=stands>
            {contents(menu)}
        </Dialog>
    }
}

/// Contents of the export dialog. This function is in a part of the program that is loaded on first use.
#[inline(never)]
fn contents(menu: Menu) -> AnyView {
    let page = menu.page();
    view! {
        <Show when=move || page.dialog.get() == Some(Modal::Export)>
            <Figures menu/>
            <Files menu/>
            <RunFiles menu/>
        </Show>
        <Progress menu/>
    }
    .into_any()
}

/// Rows of files for which a worker runs the document again. Fields choose the end of the run and the
/// interval of a series. A click on `Write` starts the job; while a job runs, a click does nothing. A run has
/// at most [`MAX_EVENTS`] events and a file at most [`MAX_BYTES`] bytes. At first, runs go to the planned
/// end.
#[component]
fn RunFiles(menu: Menu) -> impl IntoView {
    let page = menu.page();
    let is_busy = move || menu.job.is_busy();
    let rows = RUN_FILES.map(|(kind, label, what)| {
        let id = format!("export-{kind}");
        let act = move |_| {
            if !untrack(is_busy) {
                menu.run(kind, what);
            }
        };
        view! {
            <li>
                <span>{label}</span>
                <button class="button" data-testid=id aria-label=label aria-disabled=move || is_busy().to_string() on:click=act>"Write"</button>
            </li>
        }
    });
    let (now, end) = page.read_lab(|lab| (lab.run().snapshot().now, lab.end())).unwrap_or_default();
    let placeholder = move || {
        menu.to_end.track();
        series_step(menu.until()).to_string()
    };
    view! {
        <h3>"Files of a run from its start"</h3>
        <div class="values">
            <label>"Until"
                <select class="select" data-testid="export-until"
                    on:change=move |event| menu.to_end.set(event_target_value(&event) == "end")>
                    <option value="end">{format!("the planned end, {}", time_label(end))}</option>
                    <option value="now" selected=!menu.to_end.get_untracked()>{format!("this moment, {}", time_label(now))}</option>
                </select>
            </label>
            <label>"Step of the series"
                <input class="value" type="text" size="8" data-testid="export-step" placeholder=placeholder
                    prop:value=menu.step on:input=move |event| menu.step.set(event_target_value(&event))/>
            </label>
        </div>
        <ul role="list">{rows}</ul>
        <p class="hint">{format!(
            "A worker runs the document once more, however far this page has played: at most {} million events and {} a file; the command line has more room.",
            MAX_EVENTS / 1_000_000,
            bytes_label(MAX_BYTES)
        )}</p>
    }
}

/// Progress of the export job, a button that cancels the job, and the message about the last file. After a
/// click on `Cancel` there is no file, and the message says so.
#[component]
fn Progress(menu: Menu) -> impl IntoView {
    let line = NodeRef::<Span>::new();
    let is_busy = Memo::new(move |_| menu.job.is_busy());
    let cancel = move |_| {
        menu.job.stop();
        menu.message.set("Cancelled: there is no file.".to_owned());
        // The cancel button disappears, so that the message gets the keyboard focus.
        if let Some(line) = line.get_untracked() {
            let _ = line.focus();
        }
    };
    view! {
        <div class="progress">
            <Show when=move || is_busy.get()>
                <progress aria-label="Part of the run that is done" max="1" prop:value=move || menu.job.share.get().unwrap_or(0.0)></progress>
                <button class="button" data-testid="export-cancel" on:click=cancel>"Cancel"</button>
            </Show>
            <span role="status" tabindex="-1" node_ref=line data-testid="export-status">{menu.message}</span>
        </div>
    }
}

/// Indented JSON of `value`, two spaces for each level; `None` if `value` cannot be converted.
fn json_text(value: &impl Serialize) -> Option<String> {
    let object = value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).ok()?;
    let text = js_sys::JSON::stringify_with_replacer_and_space(&object, &JsValue::NULL, &2.into()).ok()?;
    text.as_string()
}
