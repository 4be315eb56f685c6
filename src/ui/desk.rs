//! What every part of the page is handed: the way to the lab, and the signals
//! that it publishes into. Made once, at the top, and passed down.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use fabric_sim::document::link::{Page, Part};
use fabric_sim::document::{Document, Tab};
use fabric_sim::spec::Spec;

use super::dialog::Modal;
use super::frame_loop;
use super::lesson::Learning;
use crate::lab::{Command, ImportReport, Lab, Picture, Still, Storm, Waiting, plain};
use crate::scene::{Choice, Theme};

/// Which pane a narrow screen shows below the fabric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// What there is to see of the selection.
    Inspect,
    /// Queue depth.
    Chart,
    /// Pause lanes.
    Lanes,
    /// Parameters and triggers.
    Tune,
}

/// What is shown anew. Not everything in one video frame, which would take too
/// long for what moves to glide, and for whoever waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Words and numbers; what moves follows.
    Answer,
    /// Only what moves.
    Picture,
    /// That, and words and numbers.
    Words,
    /// What moves, and what was written down of the run.
    Past,
    /// What moves, and the address.
    Address,
    /// All of that.
    Everything,
}

impl Due {
    /// What comes in the video frame after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Answer | Self::Words => Self::Past,
            Self::Past => Self::Address,
            _ => Self::Picture,
        }
    }

    fn has(self, due: Self) -> bool {
        self == due || self == Self::Everything
    }
}

/// What is not published as such.
struct Kept {
    lab: Lab,
    /// Whether a command was answered in words and the rest is still to follow.
    owes: bool,
    /// The report of the last import.
    imported: Option<Arc<ImportReport>>,
    /// The lesson that is open: kept here, for a desk is copied a lot.
    learning: Learning,
}

/// The way to the lab, and what it publishes.
#[derive(Clone, Copy)]
pub struct Desk {
    kept: StoredValue<Kept, LocalStorage>,
    /// The picture of this video frame.
    pub picture: RwSignal<Rc<Picture>, LocalStorage>,
    /// What stands still while it plays, as soon as it does not.
    pub still: RwSignal<Rc<Still>, LocalStorage>,
    /// A picture at most ten times a second, for words and numbers.
    pub words: RwSignal<Rc<Picture>, LocalStorage>,
    /// Charts, lanes and the time line look at the lab anew: as often as there
    /// are words.
    pub past: RwSignal<()>,
    /// The same for the address of what is shown.
    pub address: RwSignal<()>,
    /// Who waits for whom, as often as the words.
    pub waiting: Memo<Arc<Waiting>>,
    /// Whether that is drawn over the fabric, if somebody said so.
    waits: RwSignal<Option<bool>>,
    /// Light or dark.
    pub theme: RwSignal<Theme>,
    /// What the link said of the page, without what the open lesson hides.
    pub page: Memo<Page>,
    /// The dialog that is open.
    pub dialog: RwSignal<Option<Modal>>,
    /// How many points of a sweep under way are done, of how many.
    pub swept: RwSignal<Option<(usize, usize)>>,
    /// Whether the inspector's drawer is open, where it is one.
    pub drawer: RwSignal<bool>,
    /// The pane of a narrow screen.
    pub pane: RwSignal<Pane>,
    /// Whether keys of a single letter do something.
    pub letters: RwSignal<bool>,
    /// The storm that is made next, by button or key.
    pub storm: RwSignal<Storm>,
}

impl Desk {
    /// A desk with a lab that runs its first preset.
    #[must_use]
    pub fn new(lab: Lab, theme: Theme) -> Self {
        let picture = Rc::new(lab.picture());
        let learning = Learning::new();
        let kept = StoredValue::new_local(Kept { lab, owes: false, imported: None, learning });
        let words = RwSignal::new_local(Rc::clone(&picture));
        let still = RwSignal::new_local(Rc::clone(&picture.still));
        let waiting = Memo::new(move |_| {
            words.track();
            kept.try_with_value(|kept| Arc::new(kept.lab.waiting())).unwrap_or_default()
        });
        Self {
            kept,
            picture: RwSignal::new_local(picture),
            still,
            words,
            past: RwSignal::new(()),
            address: RwSignal::new(()),
            waiting,
            waits: RwSignal::new(None),
            theme: RwSignal::new(theme),
            page: Memo::new(move |_| learning.shown(still.with(|still| still.page.clone()))),
            dialog: RwSignal::new(None),
            swept: RwSignal::new(None),
            drawer: RwSignal::new(false),
            pane: RwSignal::new(Pane::Inspect),
            letters: RwSignal::new(true),
            storm: RwSignal::new(Storm::default()),
        }
    }

    /// Does `command` and says what came of it at once; pictures, charts and the
    /// address follow in the next video frames. Where it sends the cursor to is
    /// mostly near: nobody waits for a video frame to be there.
    pub fn act(self, command: Command) {
        let done = self.kept.try_update_value(|Kept { lab, .. }| {
            lab.act(command);
            if lab.is_on_its_way() {
                lab.work(0.0, &mut frame_loop::slice());
            }
        });
        if done.is_some() {
            self.publish(Due::Answer);
        }
    }

    /// Whether more than words is to follow what was answered.
    #[must_use]
    pub fn owes(self) -> bool {
        self.kept.try_with_value(|kept| kept.owes) == Some(true)
    }

    /// The same, for whoever sees to it from now on.
    #[must_use]
    pub fn take_owed(self) -> bool {
        self.kept.try_update_value(|kept| std::mem::take(&mut kept.owes)) == Some(true)
    }

    /// Does `command`. What is wrong with it is given back in plain words, to be
    /// said where it was asked for.
    #[must_use]
    pub fn ask(self, command: Command) -> Option<String> {
        let refused = self.kept.try_update_value(|Kept { lab, .. }| {
            lab.act(command);
            lab.take_trouble()
        });
        self.publish(Due::Everything);
        refused.flatten().map(|trouble| plain(&trouble.message))
    }

    /// The report of the import that made the fabric that is shown; `None` where none did.
    /// Tracks what is shown.
    #[must_use]
    pub fn imported(self) -> Option<Arc<ImportReport>> {
        let title = self.still.with(|still| still.stage.title.clone());
        let report = self.kept.try_with_value(|kept| kept.imported.clone()).flatten();
        report.filter(|report| report.title == title)
    }

    /// Opens a document that was imported, and the report of the import. Why the page
    /// cannot show the document stands where commands are refused.
    pub fn open_imported(self, document: Document, report: ImportReport) {
        self.kept.try_update_value(|kept| kept.imported = Some(Arc::new(report)));
        self.act(Command::Build(Box::new(document)));
        if untrack(|| self.imported()).is_some() {
            self.dialog.try_set(Some(Modal::Import));
        }
    }

    /// Takes away why a slider had to stop: its hand has let go.
    pub fn let_go(self) {
        if self.still.with_untracked(|still| still.stopped.is_some()) {
            self.act(Command::Dismiss);
        }
    }

    /// Notes that `wall` seconds have passed in which the lab had no time to work.
    pub fn idle(self, wall: f64) {
        if wall > 0.0 {
            self.kept.try_update_value(|kept| kept.lab.idle(wall));
        }
    }

    /// The lesson that is open.
    #[must_use]
    pub fn learning(self) -> Learning {
        self.kept.with_value(|kept| kept.learning)
    }

    /// Lets the lab work for `wall` seconds of the viewer's; whether anything changed.
    pub fn work(self, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        self.kept.try_update_value(|kept| kept.lab.work(wall, tired)).unwrap_or(false)
    }

    /// Publishes what is due. Another document is always shown as a whole: nothing
    /// that is shown of one may be looked up in the other.
    pub fn publish(self, due: Due) {
        let picture = self.kept.try_update_value(|Kept { lab, .. }| {
            lab.look();
            Rc::new(lab.picture())
        });
        let Some(picture) = picture else { return };
        let opened = |before: &Rc<Picture>| before.still.stage != picture.still.stage;
        let opens = self.picture.try_with_untracked(opened) == Some(true);
        let due = if opens { Due::Everything } else { due };
        // Whoever listens is called in this order: what is painted beside the page goes first.
        if due != Due::Answer {
            self.picture.try_set(Rc::clone(&picture));
        }
        if self.still.try_with_untracked(|still| *still != picture.still) == Some(true) {
            self.still.try_set(Rc::clone(&picture.still));
        }
        if due == Due::Answer || due.has(Due::Words) {
            self.words.try_set(picture);
        }
        if due.has(Due::Past) {
            self.past.try_set(());
        }
        if due.has(Due::Address) {
            self.address.try_set(());
        }
        if due == Due::Answer {
            self.kept.try_update_value(|kept| kept.owes = true);
        }
    }

    /// The fabric of the document that is open: another one after each edit.
    #[must_use]
    pub fn edition(self) -> Memo<Arc<Spec>> {
        Memo::new_with_compare(
            move |_| self.still.with(|still| Arc::clone(&still.stage.spec)),
            |before: Option<&Arc<Spec>>, after| {
                before.zip(after).is_none_or(|(before, after)| !Arc::ptr_eq(before, after))
            },
        )
    }

    /// The flows of the document as choices, by number and name.
    #[must_use]
    pub fn flow_choices(self) -> Memo<Vec<Choice>> {
        let edition = self.edition();
        Memo::new(move |_| {
            // A memo that is only tracked is never worked out.
            edition.with(|_| ());
            let names = self.look(Lab::flow_names).unwrap_or_default();
            names.into_iter().enumerate().map(|(flow, name)| (flow.to_string(), name)).collect()
        })
    }

    /// Whether `part` of the page is to be seen.
    pub fn shows(self, part: Part) -> impl Fn() -> bool + Copy + Send + Sync {
        let shown = Memo::new(move |_| self.page.with(|page| page.shows(part)));
        move || shown.get()
    }

    /// Whether the wait-for graph is to be seen: as somebody said, else while
    /// its tab is open or a circle stands.
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
        let open = self.still.with(|still| still.tab == Tab::Waits);
        open || self.waiting.with(|waiting| !waiting.circles.is_empty())
    }

    /// Reads from the lab what pictures do not carry: its motion, its past.
    pub fn look<T>(self, look: impl FnOnce(&Lab) -> T) -> Option<T> {
        self.kept.try_with_value(|kept| look(&kept.lab))
    }
}
