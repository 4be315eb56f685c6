//! Links: opens the link in the address bar, and makes the link to the present state. Uses the
//! document, the run and the settings of the page, but no browser. Start with [`Lab::open`] and
//! [`Lab::address`].

use std::sync::Arc;

use fabric_sim::document::link::{Check, Cursor, EventPace, Page, ShareLink};
use fabric_sim::document::{Document, PRESETS, Problem, Problems, Tab, View};
use fabric_sim::spec::Spec;
use fabric_sim::tape::Goal;

use super::arrival::Arrival;
use super::flows::declared;
use super::laboratory::pace;
use super::opened::{CompiledDocument, Edit, same_but_view, same_network};
use super::{Lab, Run, UserError};

/// Pace of a page opened without a link: one key event per second.
const FIRST_PACE: EventPace = EventPace::nearest(1_000);

/// Whether a link is only `#/`: it names no document and no setting.
fn says_nothing(link: &str) -> bool {
    link.rsplit('#').next().is_some_and(|fragment| fragment.trim_matches('/').is_empty())
}

impl Lab {
    /// Opens `link`. If the link is refused, opens the first preset and shows the reason of the
    /// refusal.
    #[must_use]
    pub fn open(link: &str) -> Self {
        Self::read(link).unwrap_or_else(|problems| {
            let document = PRESETS[0].document();
            // The presets are compiled by a test.
            let compiled = CompiledDocument::new(document.clone()).unwrap_or_else(|_| CompiledDocument {
                document: Document::empty(),
                spec: Arc::new(empty()),
            });
            // Who is a part of another page, or locked, stays so.
            let start = ShareLink { page: ShareLink::page_of(link), ..ShareLink::new(document) };
            let mut lab = Self::new(compiled, &start, None);
            lab.error = Some(UserError::of_link(link, Some(lab.document_picture.title.clone()), &problems));
            lab
        })
    }

    /// Opens the link `text`. Fails if a part of it is refused, except parts that only change the
    /// display: the lab then shows a warning.
    pub(super) fn read(text: &str) -> Result<Self, Problems> {
        let (text, refused) = &shown_without(text)?;
        let (mut link, written) = ShareLink::parse_edited(text)?;
        if says_nothing(text) {
            link.page.pace = Some(FIRST_PACE);
        }
        let compiled = CompiledDocument::edited(link.document.clone(), &written)?;
        looked_at(&link.document, &compiled.spec)?;
        let a = link.a.take().map(CompiledDocument::new);
        let mut lab = Self::new(compiled, &link, Arrival::of(text, &link));
        let refused_a = a.and_then(|a| lab.pin_linked(a).err());
        let mut doubts: Vec<&str> = refused.lines().chain(refused_a.as_deref()).collect();
        doubts.extend(link.warnings());
        if !doubts.is_empty() {
            // What may mean something else comes before what is shown of it.
            lab.error = Some(UserError::of_doubt(&doubts.join("\n")));
        }
        Ok(lab)
    }

    /// Opens a link in place of the open document. If the link is refused, only the error message
    /// changes.
    pub(super) fn link(&mut self, link: &str) {
        match Self::read(link) {
            Ok(next) => self.follow_to(next),
            Err(problems) => self.error = Some(UserError::of_link(link, None, &problems)),
        }
    }

    /// Opens a preset. The settings of the page stay, except the pace.
    pub(super) fn preset(&mut self, name: &str) {
        match Self::read(&format!("#/preset/{name}")) {
            Ok(mut next) => {
                next.page = Page { pace: None, ..self.page_of_another() };
                next.left = self.way_back();
                self.follow_to(next);
            }
            Err(problems) => self.error = Some(UserError::new(&problems)),
        }
    }

    /// Opens the document in `text`, the contents of the file `name`. The settings of the page
    /// stay.
    pub(super) fn file(&mut self, name: &str, text: &str) {
        let read = Document::parse(text).and_then(|document| {
            let link = ShareLink { page: self.page_of_another(), ..ShareLink::from_saved(document) };
            let arrival = Arrival::of(&link.fragment(), &link);
            let arrival = arrival.map(|arrival| arrival.in_file(name));
            let compiled = CompiledDocument::new(link.document.clone())?;
            looked_at(&link.document, &compiled.spec)?;
            Ok(Self::new(compiled, &link, arrival))
        });
        match read {
            Ok(mut next) => {
                next.left = self.way_back();
                self.follow_to(next);
            }
            Err(problems) => self.error = Some(UserError::of_file(name, &problems)),
        }
    }

    /// Replaces this lab by `next`. If the link of `next` names a moment, the replacement happens
    /// when the cursor of `next` has reached it, otherwise at once.
    pub(super) fn follow_to(&mut self, mut next: Self) {
        next.run.adopt_checkpoints(&self.run);
        if next.arrival.is_some() {
            self.coming = Some(Box::new(next));
        } else {
            self.take_over(next);
        }
    }

    /// Settings of the page for the next document: the present settings, without the lesson.
    pub(super) fn page_of_another(&self) -> Page {
        Page { lesson: None, ..self.page.clone() }
    }

    /// Opens a new document as one edit. Undo opens the former document again.
    pub(super) fn build(&mut self, document: Document) {
        let way_back = self.way_back();
        let left = std::mem::replace(&mut self.left, way_back);
        let page_of_another = self.page_of_another();
        let page = std::mem::replace(&mut self.page, page_of_another);
        let (document_before, from) = (self.compiled.document.clone(), self.run.place());
        let before = Edit { document: document_before, from, to: Goal::Event(0) };
        if self.open_beside_edits(document, None) {
            self.edits.push(before);
        } else {
            (self.page, self.left) = (page, left);
        }
    }

    /// Opens a document of another network for undo or redo, with the cursor at `place`.
    pub(super) fn reopen(&mut self, document: Document, place: Goal) {
        self.open_beside_edits(document, Some(place));
    }

    /// Opens a document and keeps the list of edits. `place` is the position of the cursor; `None`:
    /// the start of the run. Returns false, and sets the error, if the document does not compile.
    fn open_beside_edits(&mut self, document: Document, place: Option<Goal>) -> bool {
        let link = ShareLink { page: self.page.clone(), ..ShareLink::new(document.clone()) };
        let compiled = match CompiledDocument::new(document) {
            Ok(compiled) => compiled,
            Err(problems) => {
                self.error = Some(UserError::new(&problems));
                return false;
            }
        };
        let mut next = Self::new(compiled, &link, None);
        if let Some(place) = place {
            next.run.play(false);
            next.run.go_to(place);
        }
        let edits = std::mem::take(&mut self.edits);
        self.take_over(next);
        self.edits = edits;
        true
    }

    /// Replaces this lab by `next` at once. Keeps the pinned run, the parameter changed last, the
    /// selected tab and the size of text. Keeps the edits if the document has the same name.
    pub(super) fn take_over(&mut self, mut next: Self) {
        next.document_picture = next.compiled.picture(self.document_picture.version + 1);
        next.from_start = self.from_start;
        self.copy_history_to_a();
        next.pinned = next.pinned.or_else(|| self.pinned.take());
        next.review();
        next.touched = self.touched;
        next.prefer(self.tab);
        // Whoever made the text larger keeps it so.
        next.page.present = next.page.present.or(self.page.present);
        if next.page.lesson.is_none() && next.left.is_none() {
            next.left = self.left.take();
        }
        // Undo does not lead from one step of a lesson to another, nor out of it.
        let same_place = next.page.lesson == self.page.lesson;
        if same_place && next.compiled.document.name == self.compiled.document.name {
            // Another compiled document of the same: edits can still be taken back.
            next.edits = std::mem::take(&mut self.edits);
            let now = self.compiled.document.clone();
            let edit = Edit { document: now, from: self.run.place(), to: next.run.place() };
            next.edits.follow(edit, &next.compiled.document);
            if same_network(&self.origin, &next.compiled.document) {
                next.origin = std::mem::replace(&mut self.origin, Document::empty());
            }
        }
        *self = next;
    }

    /// Restores the preset of the document, or the document as it was opened if it belongs to no
    /// preset. The seed and the view stay. The run starts again. The restoration is one edit.
    pub(super) fn reset(&mut self) {
        let before = self.before();
        let mut document = self.origin.clone();
        // What is looked at is no edit.
        let View { select, tab, step, frame, flow, zoom, camera, .. } = before.document.view.clone();
        document.view = View { select, tab, step, frame, flow, zoom, camera, ..document.view };
        document.seed = before.document.seed;
        let Ok(compiled) = CompiledDocument::new(document) else { return };
        self.copy_history_to_a();
        self.run = Run::new(Arc::clone(&compiled.spec), pace(&compiled.document, &self.page));
        self.run.play(true);
        self.end = compiled.spec.horizon;
        (self.before_edit, self.kept_at_edit) = (None, None);
        self.document_picture = compiled.picture(self.document_picture.version);
        self.compiled = compiled;
        self.review();
        if !same_but_view(&before.document, &self.compiled.document) {
            self.edited(before);
        }
        self.update_values();
    }

    /// Fragment of the address bar for the present state. It names the cursor only if the run is
    /// paused.
    #[must_use]
    pub fn fragment(&self) -> String {
        self.address().fragment()
    }

    /// Link that [`Lab::fragment`] writes as text.
    #[must_use]
    pub fn address(&self) -> ShareLink {
        self.link_at(!self.run.is_playing() && !self.run.is_seeking())
    }

    /// Link to the present document. If `here` is true, the link leads to the cursor, otherwise to
    /// the start of the run.
    pub(super) fn link_at(&self, here: bool) -> ShareLink {
        let world = self.run.tape().world();
        let cursor = Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap_or(u32::MAX) };
        let mut document = self.compiled.document.clone();
        if here && self.tab != Tab::default() {
            // Whoever chose it, it is what is shown.
            document.view.tab = Some(self.tab);
        }
        ShareLink {
            cursor: here.then_some(cursor),
            check: here.then(|| Check::of_state(world.hash())),
            page: self.page.clone(),
            a: self.distinct_run_a().filter(|_| self.pinned.is_some()).map(|a| a.document.clone()),
            ..ShareLink::new(document)
        }
    }

    /// Whether the lab is still as a page opened without a link: first preset, playing, nothing
    /// changed.
    #[must_use]
    pub fn is_as_opened(&self) -> bool {
        let page = Page { pace: Some(FIRST_PACE), ..Page::default() };
        self.run.is_playing()
            && self.link_at(false) == ShareLink { page, ..ShareLink::new(PRESETS[0].document()) }
    }

    /// Number that changes with each edit, undo and opened document. Each new number makes an entry
    /// in the history of the browser.
    #[must_use]
    pub fn edit_count(&self) -> u64 {
        self.document_picture.version << 32 | self.edits.count()
    }
}

/// Removes malformed values that only change the display, such as a zoom, from the link `text`.
/// Returns the remaining link and a message about the removed values. Other problems are errors.
fn shown_without(text: &str) -> Result<(String, String), Problems> {
    const LOOKS: [&str; 6] = ["zoom", "camera", "charts", "apart", "present", "a"];
    let Err(problems) = ShareLink::parse_edited(text) else { return Ok((text.to_owned(), String::new())) };
    let is_look = |problem: &Problem| problem.value.is_some() && LOOKS.contains(&&problem.place[..]);
    let Some((path, query)) = text.split_once('?').filter(|_| problems.list().iter().all(is_look)) else {
        return Err(problems);
    };
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let is_shown = |pair: &&str| problems.list().iter().all(|problem| problem.place != key(pair));
    let kept: Vec<&str> = query.split('&').filter(is_shown).collect();
    Ok((format!("{path}?{}", kept.join("&")), problems.to_string()))
}

/// Checks that the flow and the frame selected by `document` belong to flows of `spec`.
fn looked_at(document: &Document, spec: &Spec) -> Result<(), Problem> {
    let flows = declared(spec).count() as u64;
    let view = &document.view;
    let flow = view.flow.map(|flow| ("flow", flow.get()));
    let frame = view.frame.map(|frame| ("the flow of frame", u64::from(frame.flow)));
    match flow.into_iter().chain(frame).find(|(_, flow)| *flow >= flows) {
        Some((place, flow)) => {
            Err(Problem::range(place, flow, format!("below {flows}, the flows of this document")))
        }
        None => Ok(()),
    }
}

/// Fabric without nodes, used only if the first preset does not compile.
fn empty() -> Spec {
    Document::empty().compile().unwrap_or_else(|_| unreachable!("the empty document compiles"))
}
