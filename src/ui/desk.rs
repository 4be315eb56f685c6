//! Context of the page, passed to every component: the lab, and the signals into which it
//! publishes. Created once, at the top.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use fabric_sim::document::link::{Page, PagePart};
use fabric_sim::document::{Document, Tab};
use fabric_sim::spec::Spec;

use super::dialog::Modal;
use super::frame_loop;
use super::lesson::LessonState;
use super::memory::{recall, remember};
use crate::lab::{
    Command, ImportReport, Lab, Picture, StaticPicture, StormForm, SwitchFile, Waiting, displayed_message,
};
use crate::scene::{Choice, Theme};

/// Key under which the browser keeps the report of the last import.
const REPORT: &str = "import-report";

/// Report of the last import, also of a visit before; `None` if there is none.
fn kept_report() -> Option<Arc<ImportReport>> {
    ImportReport::from_text(&recall(REPORT)?).map(Arc::new)
}

/// Pane that a narrow screen shows below the fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// Details of the selection.
    Inspect,
    /// Queue depth.
    Chart,
    /// Pause lanes.
    Lanes,
    /// Parameters and triggers.
    Tune,
}

/// Parts of the page to update. Updating all of them in one video frame would take too long for
/// smooth motion and for answers to commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Words and numbers in answer to a command; the moving parts follow in a later frame.
    Answer,
    /// Moving parts only.
    Picture,
    /// Moving parts, words and numbers.
    Text,
    /// Moving parts and recorded history.
    History,
    /// Moving parts and the address.
    Address,
    /// All parts.
    Everything,
}

impl Due {
    /// Parts to update in the next video frame.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Answer | Self::Text => Self::History,
            Self::History => Self::Address,
            _ => Self::Picture,
        }
    }

    fn has(self, due: Self) -> bool {
        self == due || self == Self::Everything
    }
}

/// State that is not published.
struct PrivateState {
    lab: Lab,
    /// Whether a command was answered in words, and pictures and charts are not updated yet.
    is_publish_pending: bool,
    /// Report of the last import; `None` if there was none.
    imported: Option<Arc<ImportReport>>,
    /// Files of the last import, since the page was loaded.
    files: Vec<SwitchFile>,
    /// Open lesson, kept here because a desk is copied often.
    lesson_state: LessonState,
    /// Side panels that the viewer has folded: left, right; `None`: by the size of the text.
    folds: RwSignal<Option<[bool; 2]>>,
}

/// Handle of the lab, with the signals that it publishes.
#[derive(Clone, Copy)]
pub struct Desk {
    private: StoredValue<PrivateState, LocalStorage>,
    /// Picture of the present video frame.
    pub picture: RwSignal<Rc<Picture>, LocalStorage>,
    /// Static part of the picture.
    pub static_picture: RwSignal<Rc<StaticPicture>, LocalStorage>,
    /// Picture for words and numbers, at most ten times a second.
    pub text_picture: RwSignal<Rc<Picture>, LocalStorage>,
    /// Signal on which charts, lanes and the time line read the lab again, as often as the words.
    pub history_changed: RwSignal<()>,
    /// Signal of a change of the address.
    pub address: RwSignal<()>,
    /// Waits, updated with the words.
    pub waiting: Memo<Arc<Waiting>>,
    /// Whether the wait-for graph is drawn over the fabric; `None`: by default.
    waits: RwSignal<Option<bool>>,
    /// Theme, light or dark.
    pub theme: RwSignal<Theme>,
    /// Settings of the page that the link names, without what the open lesson hides.
    pub page: Memo<Page>,
    /// Open dialog; `None` if there is none.
    pub dialog: RwSignal<Option<Modal>>,
    /// Points done and points in total of a running sweep; `None` without a sweep.
    pub swept: RwSignal<Option<(usize, usize)>>,
    /// Whether the drawer of the inspector is open, on screens where it is a drawer.
    pub drawer: RwSignal<bool>,
    /// Pane of a narrow screen.
    pub pane: RwSignal<Pane>,
    /// Whether single-letter keys are active.
    pub letters: RwSignal<bool>,
    /// Storm that the button or the key makes next.
    pub storm: RwSignal<StormForm>,
}

impl Desk {
    /// Creates a desk with a lab that runs its first preset.
    #[must_use]
    pub fn new(lab: Lab, theme: Theme) -> Self {
        let picture = Rc::new(lab.picture());
        let lesson_state = LessonState::new();
        let private = StoredValue::new_local(PrivateState {
            lab,
            is_publish_pending: false,
            imported: kept_report(),
            files: Vec::new(),
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
            page: Memo::new(move |_| {
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

    /// Performs `command` and publishes its answer in words at once. Pictures, charts and the
    /// address follow in the next video frames. A move of the cursor is performed at once as
    /// well, since it is mostly short.
    pub fn act(self, command: Command) {
        let done = self.private.try_update_value(|PrivateState { lab, .. }| {
            lab.act(command);
            if lab.is_on_its_way() {
                lab.advance_without_view(0.0, &mut frame_loop::slice());
            }
        });
        if done.is_some() {
            self.publish(Due::Answer);
        }
    }

    /// Whether pictures, charts and the address are still to follow an answer.
    #[must_use]
    pub fn is_publish_pending(self) -> bool {
        self.private.try_with_value(|private| private.is_publish_pending) == Some(true)
    }

    /// Returns and clears `is_publish_pending`; the caller takes over publishing.
    #[must_use]
    pub fn take_pending_publish(self) -> bool {
        self.private.try_update_value(|private| std::mem::take(&mut private.is_publish_pending)) == Some(true)
    }

    /// Performs `command`. Returns its error in plain words, to be shown beside the control; `None`
    /// if there was none.
    #[must_use]
    pub fn try_act(self, command: Command) -> Option<String> {
        let refused = self.private.try_update_value(|PrivateState { lab, .. }| {
            lab.act(command);
            lab.take_error()
        });
        self.publish(Due::Everything);
        refused.flatten().map(|error| displayed_message(&error.message))
    }

    /// Report of the import that made the present fabric; `None` if there was no import. Tracks the
    /// picture.
    #[must_use]
    pub fn imported(self) -> Option<Arc<ImportReport>> {
        let title = self.static_picture.with(|static_picture| static_picture.document_picture.title.clone());
        let report = self.private.try_with_value(|private| private.imported.clone()).flatten();
        report.filter(|report| report.title == title)
    }

    /// Files that the present fabric was imported from; none after a reload of the page.
    #[must_use]
    pub fn imported_files(self) -> Vec<SwitchFile> {
        let is_present = untrack(|| self.imported()).is_some();
        let files = self.private.try_with_value(|private| private.files.clone());
        files.filter(|_| is_present).unwrap_or_default()
    }

    /// Opens a document imported from `files`, with the report of the import. An error is shown where
    /// commands are refused.
    pub fn open_imported(self, document: Document, report: ImportReport, files: Vec<SwitchFile>) {
        remember(REPORT, Some(&report.to_text()));
        self.private.try_update_value(|private| {
            (private.imported, private.files) = (Some(Arc::new(report)), files);
        });
        self.act(Command::Build(Box::new(document)));
        if untrack(|| self.imported()).is_some() {
            self.dialog.try_set(Some(Modal::Import));
        }
    }

    /// Clears the reason why a slider stopped: its handle was released.
    pub fn let_go(self) {
        if self.static_picture.with_untracked(|static_picture| static_picture.stopped.is_some()) {
            self.act(Command::Dismiss);
        }
    }

    /// Records `wall` seconds in which the lab had no time to work.
    pub fn idle(self, wall: f64) {
        if wall > 0.0 {
            self.private.try_update_value(|private| private.lab.idle(wall));
        }
    }

    /// Open lesson.
    #[must_use]
    pub fn lesson_state(self) -> LessonState {
        self.private.with_value(|private| private.lesson_state)
    }

    /// Side panels that the viewer has folded: left, right; `None`: by the size of the text.
    #[must_use]
    pub fn folds(self) -> RwSignal<Option<[bool; 2]>> {
        self.private.with_value(|private| private.folds)
    }

    /// Lets the lab work for `wall` seconds of the viewer. Returns whether anything changed.
    pub fn work(self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        self.private
            .try_update_value(|private| private.lab.advance_without_view(wall, tired))
            .unwrap_or(false)
    }

    /// Publishes the parts that are due. Another document is always published as a whole, so that
    /// no view looks up data of one document in the other.
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
        // Subscribers run in this order: views that are painted outside the page first.
        if due != Due::Answer {
            self.picture.try_set(Rc::clone(&picture));
        }
        if self.static_picture.try_with_untracked(|static_picture| *static_picture != picture.static_picture)
            == Some(true)
        {
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

    /// Specification of the open document; replaced by each edit.
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

    /// Flows of the document as choices, by index and name.
    #[must_use]
    pub fn flow_choices(self) -> Memo<Vec<Choice>> {
        let compiled = self.compiled();
        Memo::new(move |_| {
            // A memo that is only tracked is never computed.
            compiled.with(|_| ());
            let names = self.read_lab(Lab::flow_names).unwrap_or_default();
            names.into_iter().enumerate().map(|(flow, name)| (flow.to_string(), name)).collect()
        })
    }

    /// Whether `part` of the page is visible.
    pub fn shows(self, part: PagePart) -> impl Fn() -> bool + Copy + Send + Sync {
        let shown = Memo::new(move |_| self.page.with(|page| page.shows(part)));
        move || shown.get()
    }

    /// Whether the wait-for graph is visible: by choice, otherwise while its tab is open or a cycle
    /// stands.
    #[must_use]
    pub fn shows_waits(self) -> bool {
        self.waits.get().unwrap_or_else(|| self.waits_by_itself())
    }

    /// Shows the wait-for graph, or hides it.
    pub fn switch_waits(self) {
        let (by_itself, next) = untrack(|| (self.waits_by_itself(), !self.shows_waits()));
        self.waits.set((next != by_itself).then_some(next));
    }

    fn waits_by_itself(self) -> bool {
        let open = self.static_picture.with(|static_picture| static_picture.tab == Tab::Waits);
        open || self.waiting.with(|waiting| !waiting.cycles.is_empty())
    }

    /// Reads data of the lab that pictures do not contain, such as its history.
    pub fn read_lab<T>(self, read: impl FnOnce(&Lab) -> T) -> Option<T> {
        self.private.try_with_value(|private| read(&private.lab))
    }
}
