//! State of the page, passed to every component: the lab, and the signals that publish the state of the lab
//! to the components. Created once, by `shell::App`. Start with [`PageContext`].
//!
//! Pictures change in each video frame; texts, charts and lanes change at most ten times a second. After a
//! command, the text changes at once, and everything else in the next video frames. All signals show the same
//! document. After the page is closed, reads return `None`.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use fabric_sim::document::link::{Page, PagePart};
use fabric_sim::document::{Document, Tab};
use fabric_sim::spec::Spec;

use super::browser_storage::{recall, remember};
use super::dialog::Modal;
use super::due::Due;
use super::import::RefusedImport;
use super::lesson::LessonState;
use super::video_loop;
use crate::lab::{
    Command, ImportFiles, ImportReport, Imported, Lab, Picture, StaticPicture, StormForm, Waiting,
    displayed_message,
};
use crate::scene::{Choice, Theme};

/// Key under which the browser stores the report of the last shown import.
const REPORT: &str = "import-report";

/// Report of the import that an earlier visit showed last; `None` if there was no import.
fn stored_report() -> Option<ImportReport> {
    ImportReport::from_text(&recall(REPORT)?)
}

/// Pane that a narrow screen shows below the picture of the fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// Details of the selection, and an outline of the fabric.
    Inspect,
    /// Charts of queue depth and of rates.
    Chart,
    /// Pause lanes.
    Lanes,
    /// Parameters, flows and buttons for actions.
    Tune,
}

/// Private state of the page. Components reach it only through methods of [`PageContext`].
struct PrivateState {
    lab: Lab,
    /// Whether pictures, charts and the address still have to be updated, because a command has published
    /// only the text of the page.
    is_publish_pending: bool,
    /// Refused import that may succeed if the user chooses the ports that get a link; `None` while the import
    /// dialog is closed.
    refused_import: RwSignal<Option<RefusedImport>>,
    /// State of the open lesson. It is kept here so that `PageContext`, which is copied often, stays small.
    lesson_state: LessonState,
    /// Whether the viewer has folded the side panels: first left, then right. `None` if the viewer made no
    /// choice: both panels are then folded while the text is enlarged and the page is too narrow.
    folds: RwSignal<Option<[bool; 2]>>,
}

/// Handle of the lab, with the signals that publish the state of the lab. Cheap to copy.
#[derive(Clone, Copy)]
pub struct PageContext {
    private: StoredValue<PrivateState, LocalStorage>,
    /// Data that the page shows at the cursor; set in every video frame in which the picture changes.
    pub picture: RwSignal<Rc<Picture>, LocalStorage>,
    /// Data that stay the same while the run plays: document, selection, page settings and parameter values.
    /// Set only when one of them changes.
    pub static_picture: RwSignal<Rc<StaticPicture>, LocalStorage>,
    /// Data from which the text of the page is made; updated at most ten times a second.
    pub text_picture: RwSignal<Rc<Picture>, LocalStorage>,
    /// Signal that makes charts, lanes and the time line read the recorded history again; set at most ten
    /// times a second.
    pub history_changed: RwSignal<()>,
    /// Signal that makes the page write the address bar again.
    pub address: RwSignal<()>,
    /// Wait-for graph and watchdogs; updated together with the text of the page.
    pub waiting: Memo<Arc<Waiting>>,
    /// Choice of the viewer: `true` shows the wait-for graph over the fabric, `false` hides it. `None` if the
    /// viewer made no choice; see [`PageContext::shows_waits`].
    waits: RwSignal<Option<bool>>,
    /// Theme, light or dark.
    pub theme: RwSignal<Theme>,
    /// Settings of the page from the share link, without the panels that the open lesson hides.
    pub settings: Memo<Page>,
    /// Open dialog; `None` if no dialog is open.
    pub dialog: RwSignal<Option<Modal>>,
    /// Number of finished runs, and number of all runs, of the sweep in progress; `None` if no sweep is in
    /// progress.
    pub swept: RwSignal<Option<(usize, usize)>>,
    /// Whether the drawer of the inspector is open. On a wide screen the value has no effect, because the
    /// inspector is a side panel there.
    pub drawer: RwSignal<bool>,
    /// Pane that a narrow screen shows below the picture.
    pub pane: RwSignal<Pane>,
    /// Whether keyboard shortcuts of a single character work without Ctrl.
    pub letters: RwSignal<bool>,
    /// Options of the next pause storm that the user starts with the button or the key.
    pub storm: RwSignal<StormForm>,
}

impl PageContext {
    /// Creates the context of a page that shows `lab`.
    #[must_use]
    pub fn new(lab: Lab, theme: Theme) -> Self {
        let lab = match stored_report() {
            Some(report) => lab.with_last_import(report),
            None => lab,
        };
        let picture = Rc::new(lab.picture());
        let lesson_state = LessonState::new();
        let private = StoredValue::new_local(PrivateState {
            lab,
            is_publish_pending: false,
            refused_import: RwSignal::new(None),
            lesson_state,
            folds: RwSignal::new(None),
        });
        let text_picture = RwSignal::new_local(Rc::clone(&picture));
        let static_picture = RwSignal::new_local(Rc::clone(&picture.static_picture));
        let waiting = Memo::new(move |_| {
            text_picture.track();
            private.try_with_value(|private| Arc::new(private.lab.waiting())).unwrap_or_default()
        });
        Self {
            private,
            picture: RwSignal::new_local(picture),
            static_picture,
            text_picture,
            history_changed: RwSignal::new(()),
            address: RwSignal::new(()),
            waiting,
            waits: RwSignal::new(None),
            theme: RwSignal::new(theme),
            settings: Memo::new(move |_| {
                lesson_state.shown(static_picture.with(|static_picture| static_picture.page.clone()))
            }),
            dialog: RwSignal::new(None),
            swept: RwSignal::new(None),
            drawer: RwSignal::new(false),
            pane: RwSignal::new(Pane::Inspect),
            letters: RwSignal::new(true),
            storm: RwSignal::new(StormForm::default()),
        }
    }

    /// Performs `command` and publishes the text of the page at once. Pictures, charts and the address follow
    /// in the next video frames. If the command moves the cursor, the run plays towards the new time for a
    /// few milliseconds, and continues in later video frames. If the lab refuses the command, the error bar
    /// shows the reason. Does nothing after the page was closed.
    pub fn act(self, command: Command) {
        let done = self.private.try_update_value(|PrivateState { lab, .. }| {
            lab.act(command);
            if lab.has_pending_move() {
                lab.advance_without_view(0.0, &mut video_loop::slice());
            }
        });
        if done.is_some() {
            self.publish(Due::Answer);
        }
    }

    /// Whether pictures, charts and the address are not yet updated after a command.
    #[must_use]
    pub fn is_publish_pending(self) -> bool {
        self.private.try_with_value(|private| private.is_publish_pending) == Some(true)
    }

    /// Takes the flag of [`PageContext::is_publish_pending`]: returns it and sets it to `false`. If it was
    /// `true`, the caller must publish pictures, charts and the address.
    #[must_use]
    pub fn take_pending_publish(self) -> bool {
        self.private.try_update_value(|private| std::mem::take(&mut private.is_publish_pending)) == Some(true)
    }

    /// Performs `command` and publishes all parts of the page. Returns the error message, to be shown beside
    /// the control; `None` if the command succeeded. The error bar does not show this message.
    #[must_use]
    pub fn try_act(self, command: Command) -> Option<String> {
        let refused = self.private.try_update_value(|PrivateState { lab, .. }| {
            lab.act(command);
            lab.take_error()
        });
        self.publish(Due::Everything);
        refused.flatten().map(|error| displayed_message(&error.message))
    }

    /// Report of the import from which the open fabric was made. `None` if the fabric was not imported. An
    /// effect or memo that calls this function runs again after a change of the document, the selection or
    /// the page settings.
    #[must_use]
    pub fn imported(self) -> Option<Arc<ImportReport>> {
        let report = |imported: &Arc<Imported>| Arc::clone(&imported.report);
        self.static_picture.with(|static_picture| static_picture.imported.as_ref().map(report))
    }

    /// Files from which the open fabric was imported. Empty if the fabric was not imported, and after a
    /// reload of the page.
    #[must_use]
    pub fn imported_files(self) -> ImportFiles {
        let files = |imported: &Arc<Imported>| imported.files.clone();
        self.static_picture
            .with_untracked(|static_picture| static_picture.imported.as_ref().map(files))
            .unwrap_or_default()
    }

    /// Opens `document`, which was imported from `files`, and opens the dialog with the report. If the lab
    /// refuses the document, the error bar shows the reason and no dialog opens.
    pub fn open_imported(self, document: Document, report: ImportReport, files: ImportFiles) {
        self.refused_import().try_set(None);
        let report = Arc::new(report);
        let imported = Arc::new(Imported { report: Arc::clone(&report), files });
        self.act(Command::Import(Box::new(document), imported));
        if untrack(|| self.imported()).is_some_and(|shown| Arc::ptr_eq(&shown, &report)) {
            self.dialog.try_set(Some(Modal::Import));
        }
    }

    /// Refused import that may succeed if the user chooses the ports that get a link; `None` while the import
    /// dialog is closed.
    #[must_use]
    pub fn refused_import(self) -> RwSignal<Option<RefusedImport>> {
        self.private.with_value(|private| private.refused_import)
    }

    /// Clears the message that says why a slider stopped; called when the handle of the slider is released.
    /// Does nothing if there is no message.
    pub fn clear_slider_message(self) {
        if self.static_picture.with_untracked(|static_picture| static_picture.stopped.is_some()) {
            self.act(Command::Dismiss);
        }
    }

    /// Reports to the lab that `wall` seconds of wall time passed without work. Playing skips this time. Does
    /// nothing if `wall` is 0 or negative.
    pub fn idle(self, wall: f64) {
        if wall > 0.0 {
            self.private.try_update_value(|private| private.lab.idle(wall));
        }
    }

    /// Whether the picture of the fabric shows run A instead of run B.
    #[must_use]
    pub fn draws_fabric_of_a(self) -> Memo<bool> {
        Memo::new(move |_| self.text_picture.with(|picture| picture.view_of_a.is_some()))
    }

    /// State of the open lesson.
    #[must_use]
    pub fn lesson_state(self) -> LessonState {
        self.private.with_value(|private| private.lesson_state)
    }

    /// Whether the viewer has folded the side panels: first left, then right. `None` if the viewer made no
    /// choice: both panels are then folded while the text is enlarged and the page is too narrow.
    #[must_use]
    pub fn folds(self) -> RwSignal<Option<[bool; 2]>> {
        self.private.with_value(|private| private.folds)
    }

    /// Advances the lab by `wall` seconds of wall time, until `tired` returns `true`. Returns `true` if the
    /// state of the lab changed; `false` after the page was closed. Publishes nothing.
    pub fn work(self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        self.private
            .try_update_value(|private| private.lab.advance_without_view(wall, tired))
            .unwrap_or(false)
    }

    /// Publishes the parts of the page that `due` names. If another document was opened, publishes all parts,
    /// so that each component sees data of one document only. If the document, the selection, the page
    /// settings or a parameter value has changed, this change is always published. [`Due::Answer`] marks the
    /// other parts as pending ([`PageContext::is_publish_pending`]).
    pub fn publish(self, due: Due) {
        let picture = self.private.try_update_value(|PrivateState { lab, .. }| {
            lab.update_view();
            Rc::new(lab.picture())
        });
        let Some(picture) = picture else { return };
        let opened = |before: &Rc<Picture>| {
            before.static_picture.document_picture != picture.static_picture.document_picture
        };
        let opens = self.picture.try_with_untracked(opened) == Some(true);
        let due = if opens { Due::Everything } else { due };
        // Subscribers run in the order of these `set` calls. Pictures on canvases come first.
        if due != Due::Answer {
            self.picture.try_set(Rc::clone(&picture));
        }
        if self.static_picture.try_with_untracked(|static_picture| *static_picture != picture.static_picture)
            == Some(true)
        {
            self.store_report(&picture.static_picture);
            self.static_picture.try_set(Rc::clone(&picture.static_picture));
        }
        if due == Due::Answer || due.has(Due::Text) {
            self.text_picture.try_set(picture);
        }
        if due.has(Due::History) {
            self.history_changed.try_set(());
        }
        if due.has(Due::Address) {
            self.address.try_set(());
        }
        if due == Due::Answer {
            self.private.try_update_value(|private| private.is_publish_pending = true);
        }
    }

    /// Stores the import report of the new picture `next` in the browser, if `next` was imported and the
    /// shown picture belongs to another import.
    fn store_report(self, next: &StaticPicture) {
        let is_shown = |shown: &Rc<StaticPicture>| shown.imported == next.imported;
        if let Some(imported) = &next.imported
            && self.static_picture.try_with_untracked(is_shown) == Some(false)
        {
            remember(REPORT, Some(&imported.report.to_text()));
        }
    }

    /// Specification of the open document. The memo changes only when an edit creates a new specification.
    #[must_use]
    pub fn compiled(self) -> Memo<Arc<Spec>> {
        Memo::new_with_compare(
            move |_| {
                self.static_picture.with(|static_picture| Arc::clone(&static_picture.document_picture.spec))
            },
            |before: Option<&Arc<Spec>>, after| {
                before.zip(after).is_none_or(|(before, after)| !Arc::ptr_eq(before, after))
            },
        )
    }

    /// Flows of the document as options of a menu, in the order of the document. The value of an option is
    /// the index of the flow as text, its label the name of the flow.
    #[must_use]
    pub fn flow_choices(self) -> Memo<Vec<Choice>> {
        let compiled = self.compiled();
        Memo::new(move |_| {
            // The memo is read here, because tracking alone does not compute it.
            compiled.with(|_| ());
            let names = self.read_lab(Lab::flow_names).unwrap_or_default();
            names.into_iter().enumerate().map(|(flow, name)| (flow.to_string(), name)).collect()
        })
    }

    /// Nodes and then flows of the document as options of a menu. The value of a node is `n` with its index,
    /// such as `n3`; the value of a flow is `f` with its index. The label of a flow begins with `flow`.
    #[must_use]
    pub fn place_choices(self) -> Memo<Vec<Choice>> {
        let (compiled, flows) = (self.compiled(), self.flow_choices());
        Memo::new(move |_| {
            let nodes: Vec<Choice> = compiled.with(|spec| {
                let nodes = spec.nodes.iter().enumerate();
                nodes.map(|(n, node)| (format!("n{n}"), node.name.clone())).collect()
            });
            let flows = flows.get().into_iter().map(|(n, name)| (format!("f{n}"), format!("flow {name}")));
            nodes.into_iter().chain(flows).collect()
        })
    }

    /// Returns a function that returns `true` while `part` of the page is visible. An effect or memo that
    /// calls the returned function runs again after a change of the page settings.
    pub fn shows(self, part: PagePart) -> impl Fn() -> bool + Copy + Send + Sync {
        let shown = Memo::new(move |_| self.settings.with(|settings| settings.shows(part)));
        move || shown.get()
    }

    /// Whether the wait-for graph is visible. The choice of the viewer decides. If there is no choice, the
    /// graph is visible while the waits tab is open or a cycle of waits exists. An effect or memo that calls
    /// this function runs again after a change.
    #[must_use]
    pub fn shows_waits(self) -> bool {
        self.waits.get().unwrap_or_else(|| self.waits_by_itself())
    }

    /// Shows the wait-for graph if it is hidden, otherwise hides it. If the page would do the same without a
    /// choice of the viewer, the viewer's choice is cleared. The graph then again appears and disappears
    /// automatically.
    pub fn switch_waits(self) {
        let (by_itself, next) = untrack(|| (self.waits_by_itself(), !self.shows_waits()));
        self.waits.set((next != by_itself).then_some(next));
    }

    /// Whether the wait-for graph would be visible without a choice of the viewer: the tab on waits is open,
    /// or a cycle of waits exists.
    fn waits_by_itself(self) -> bool {
        let open = self.static_picture.with(|static_picture| static_picture.tab == Tab::Waits);
        open || self.waiting.with(|waiting| !waiting.cycles.is_empty())
    }

    /// Calls `read` with the lab and returns its result. Components read data here that pictures do not
    /// contain, such as the history. `None` after the page was closed.
    pub fn read_lab<T>(self, read: impl FnOnce(&Lab) -> T) -> Option<T> {
        self.private.try_with_value(|private| read(&private.lab))
    }
}
