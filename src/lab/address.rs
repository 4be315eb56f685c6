//! Share links: opens the share link in the address bar, and makes the share link to the present state. Needs
//! no browser. Start with [`Lab::open`] and [`Lab::address`].
//!
//! If the first share link of the page is refused, the first preset opens; if a later one is refused, the
//! open document stays. In both cases, the page shows the reason. A refused key of the display, a refused
//! parameter and an unknown key are left out with a warning; if such a key occurs more than once, the share
//! link is refused. An empty share link opens the first preset, which plays one key event per second.
//!
//! While the run plays or the cursor moves, the share link to the present state names no cursor. After a
//! share link to another version of the same document, earlier edits can still be undone. After a share link
//! to another step of a lesson, they cannot.

use std::sync::Arc;

use fabric_sim::document::link::{Check, Cursor, EventPace, KEYS, KeySubject, Page, ShareLink};
use fabric_sim::document::{Document, PRESETS, Problem, Problems, Tab, View};
use fabric_sim::seekable::SeekTarget;
use fabric_sim::spec::Spec;

use super::flows::declared;
use super::laboratory::pace;
use super::link_seek::LinkSeek;
use super::opened::{CompiledDocument, same_but_view, same_network};
use super::undo::Edit;
use super::{Imported, Lab, Run, UserError};

/// Pace of a page opened without a share link: one key event per second.
const FIRST_PACE: EventPace = EventPace::nearest(1_000);

/// Whether the fragment of the share link `link` is empty or has only slashes, so that it names no document
/// and no setting.
fn is_blank(link: &str) -> bool {
    link.rsplit('#').next().is_some_and(|fragment| fragment.trim_matches('/').is_empty())
}

impl Lab {
    /// Opens the share link `link`. If the share link is refused, opens the first preset and shows the reason
    /// of the refusal. Settings of the page in the refused share link, such as the lock of the page, still
    /// apply.
    #[must_use]
    pub fn open(link: &str) -> Self {
        Self::read(link).unwrap_or_else(|problems| {
            let document = PRESETS[0].document();
            // The fallback is never used, because a test compiles all presets.
            let compiled = CompiledDocument::new(document.clone()).unwrap_or_else(|_| CompiledDocument {
                document: Document::empty(),
                spec: Arc::new(empty()),
            });
            // Even if the link is refused, it may say that the page is embedded or locked.
            let start = ShareLink { page: ShareLink::page_of(link), ..ShareLink::new(document) };
            let mut lab = Self::new(compiled, &start, None);
            lab.error = Some(UserError::of_link(link, Some(lab.document_picture.title.clone()), &problems));
            lab
        })
    }

    /// Opens the share link `text`. A key with an impossible value, such as a flow that does not exist, is
    /// left out. The lab then shows the state of the other keys and a warning.
    ///
    /// # Errors
    /// The problems, if the share link is malformed otherwise.
    pub(super) fn read(text: &str) -> Result<Self, Problems> {
        let problems = match Self::read_whole(text) {
            Ok(lab) => return Ok(lab),
            Err(problems) => problems,
        };
        let Some(rest) = without_refused(text, &problems) else { return Err(problems) };
        let mut lab = Self::read(&rest)?;
        let doubts = lab.error.take().filter(|doubt| !doubt.is_refusal());
        let doubts = doubts.map_or_else(|| "the rest of the link is shown".to_owned(), |more| more.message);
        // Warnings on refused keys come before other warnings.
        lab.error = Some(UserError::of_doubt(&format!("{problems}; {doubts}")));
        Ok(lab)
    }

    /// Opens the share link `text`. An invalid run A is left out with a warning.
    ///
    /// # Errors
    /// The problems, if any other part of the share link is malformed.
    fn read_whole(text: &str) -> Result<Self, Problems> {
        let (mut link, written) = ShareLink::parse_edited(text)?;
        if is_blank(text) {
            link.page.pace = Some(FIRST_PACE);
        }
        let compiled = CompiledDocument::edited(link.document.clone(), &written)?;
        looked_at(&link.document, &compiled.spec)?;
        let a = link.a.take().map(CompiledDocument::new);
        let mut lab = Self::new(compiled, &link, LinkSeek::of(text, &link));
        let refused_a = a.and_then(|a| lab.pin_linked(a).err());
        let mut doubts: Vec<&str> = refused_a.as_deref().into_iter().collect();
        doubts.extend(link.warnings());
        if !doubts.is_empty() {
            // Warnings on run A come before the warnings on the display.
            lab.error = Some(UserError::of_doubt(&doubts.join("\n")));
        }
        Ok(lab)
    }

    /// Opens a share link in place of the open document. If the share link is refused, the document stays and
    /// the page shows the error.
    pub(super) fn link(&mut self, link: &str) {
        match Self::read(link) {
            Ok(next) => self.follow_to(next),
            Err(problems) => self.error = Some(UserError::of_link(link, None, &problems)),
        }
    }

    /// Opens the preset `name`. The settings of the page stay, except the pace, which the preset decides. If
    /// there is no such preset, the page shows an error. If the user left a step of a lesson, the user can
    /// still return to the step.
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

    /// Opens the document in `text`, the contents of the file `name`. The settings of the page stay. If the
    /// text is refused, the open document stays and the page shows the error. If the document names a moment,
    /// the page shows the document when the cursor has reached the moment.
    pub(super) fn file(&mut self, name: &str, text: &str) {
        let read = Document::parse(text).and_then(|document| {
            let link = ShareLink { page: self.page_of_another(), ..ShareLink::from_saved(document) };
            let link_seek = LinkSeek::of(&link.fragment(), &link);
            let link_seek = link_seek.map(|link_seek| link_seek.in_file(name));
            let compiled = CompiledDocument::new(link.document.clone())?;
            looked_at(&link.document, &compiled.spec)?;
            Ok(Self::new(compiled, &link, link_seek))
        });
        match read {
            Ok(mut next) => {
                next.left = self.way_back();
                self.follow_to(next);
            }
            Err(problems) => self.error = Some(UserError::of_file(name, &problems)),
        }
    }

    /// Replaces this lab by `next`. If the share link of `next` names a moment, this lab stays until the
    /// cursor of `next` has reached the moment. Otherwise the replacement happens at once. If another lab
    /// already waits for its moment, `next` replaces the waiting lab.
    pub(super) fn follow_to(&mut self, mut next: Self) {
        next.run.adopt_checkpoints(&self.run);
        if next.link_seek.is_some() {
            self.coming = Some(Box::new(next));
        } else {
            self.take_over(next);
        }
    }

    /// Settings of the page for the next document: the present settings, without the lesson.
    pub(super) fn page_of_another(&self) -> Page {
        Page { lesson: None, ..self.page.clone() }
    }

    /// Opens a new document as one edit, so that undo opens the present document again. `imported` is the
    /// import of the new document; `None` if no files were imported. If the new document does not compile,
    /// nothing changes and the page shows the error.
    pub(super) fn build(&mut self, document: Document, imported: Option<Arc<Imported>>) {
        let way_back = self.way_back();
        let left = std::mem::replace(&mut self.left, way_back);
        let page_of_another = self.page_of_another();
        let page = std::mem::replace(&mut self.page, page_of_another);
        let (document_before, from) = (self.compiled.document.clone(), self.run.place());
        let imported_before = self.imported.clone();
        let before =
            Edit { document: document_before, imported: imported_before, from, to: SeekTarget::Event(0) };
        if self.open_beside_edits(document, None) {
            self.edits.push(before);
            self.imported = imported.or_else(|| self.imported.take());
        } else {
            (self.page, self.left) = (page, left);
        }
    }

    /// Opens a document of another network for undo or redo, with the cursor at `place`. The list of edits
    /// stays unchanged.
    pub(super) fn reopen(&mut self, document: Document, place: SeekTarget) {
        self.open_beside_edits(document, Some(place));
    }

    /// Opens a document without changing the list of edits. `place` is the position of the cursor, or `None`
    /// for the start of the run. If the document does not compile, returns false and the page shows the
    /// error.
    fn open_beside_edits(&mut self, document: Document, place: Option<SeekTarget>) -> bool {
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

    /// Replaces this lab by `next` at once. Keeps the last changed parameter, the selected tab, the size of
    /// text, and the report of the last import. Also keeps the pinned run, unless `next` has one. Keeps the
    /// edits if the document has the same name; a change to another lesson or another step always discards
    /// the edits.
    pub(super) fn take_over(&mut self, mut next: Self) {
        next.document_picture = next.compiled.picture(self.document_picture.version + 1);
        next.from_start = self.from_start;
        self.copy_history_to_a();
        next.pinned = next.pinned.or_else(|| self.pinned.take());
        next.review();
        next.touched = self.touched;
        next.prefer(self.tab);
        next.take_imports(self);
        // The size of text stays.
        next.page.present = next.page.present.or(self.page.present);
        if next.page.lesson.is_none() && next.left.is_none() {
            next.left = self.left.take();
        }
        // Undo does not lead from a step of a lesson to another step, nor out of the lesson.
        let same_place = next.page.lesson == self.page.lesson;
        if same_place && next.compiled.document.name == self.compiled.document.name {
            // The document is another version of the same document, so undo stays possible.
            next.edits = std::mem::take(&mut self.edits);
            let now = self.compiled.document.clone();
            let imported = self.imported.clone();
            let edit = Edit { document: now, imported, from: self.run.place(), to: next.run.place() };
            if let Some(edit) = next.edits.follow(edit, &next.compiled.document) {
                next.imported = edit.imported;
            }
            if same_network(&self.origin, &next.compiled.document) {
                next.origin = std::mem::replace(&mut self.origin, Document::empty());
            }
        }
        *self = next;
    }

    /// Restores the preset of the document. A document without a preset is restored as it was opened. The
    /// seed and the view stay, and the run starts again. The restoration is one edit. If the document is
    /// already as restored, the run only starts again.
    pub(super) fn reset(&mut self) {
        let before = self.before();
        let mut document = self.origin.clone();
        // A change of the view is no edit.
        let View { select, tab, step, frame, flow, zoom, camera, .. } = before.document.view.clone();
        document.view = View { select, tab, step, frame, flow, zoom, camera, ..document.view };
        document.seed = before.document.seed;
        let Ok(compiled) = CompiledDocument::new(document) else { return };
        self.copy_history_to_a();
        self.run = Run::new(Arc::clone(&compiled.spec), pace(&compiled.document, &self.page));
        self.run.play(true);
        self.end = compiled.spec.horizon;
        (self.before_edit, self.run_a_at_edit) = (None, None);
        self.document_picture = compiled.picture(self.document_picture.version);
        self.compiled = compiled;
        self.review();
        if !same_but_view(&before.document, &self.compiled.document) {
            self.edited(before);
        }
        self.update_values();
    }

    /// Fragment of the address bar for the present state. The fragment contains the cursor only while the run
    /// is paused.
    #[must_use]
    pub fn fragment(&self) -> String {
        self.address().fragment()
    }

    /// Share link that [`Lab::fragment`] writes as text. While the run plays or the cursor moves, the share
    /// link has no cursor.
    #[must_use]
    pub fn address(&self) -> ShareLink {
        self.link_at(!self.run.is_playing() && !self.run.is_seeking())
    }

    /// Share link to the present document. If `here` is true, the share link leads to the cursor. It then has
    /// the hash of the state, and the tab if the tab is not the default. Otherwise, the share link leads to
    /// the start of the run. The share link also names a pinned run, unless the pinned run is the shown run.
    pub(super) fn link_at(&self, here: bool) -> ShareLink {
        let world = self.run.recording().world();
        let cursor = Cursor { time: world.now(), nth: u32::try_from(world.ran_now()).unwrap_or(u32::MAX) };
        let mut document = self.compiled.document.clone();
        if here && self.tab != Tab::default() {
            // The link names a tab that the user chose.
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

    /// Whether nothing has changed since the page was opened without a share link: the first preset plays at
    /// its first pace.
    #[must_use]
    pub fn is_as_opened(&self) -> bool {
        let page = Page { pace: Some(FIRST_PACE), ..Page::default() };
        self.run.is_playing()
            && self.link_at(false) == ShareLink { page, ..ShareLink::new(PRESETS[0].document()) }
    }

    /// Number that changes with each new edit and each opened document. Undo and redo change it only if they
    /// open another network. The page makes an entry in the history of the browser for each new number. The
    /// version of the picture is in the upper 32 bits, the number of edits in the lower.
    #[must_use]
    pub fn edit_count(&self) -> u64 {
        self.document_picture.version << 32 | self.edits.count()
    }
}

/// Returns the share link `text` without the keys that `problems` refuse. Only keys of the display, settings
/// of the page and unknown keys can be left out. `None` if another key is refused, such as a key of the
/// document, an action, the moment or the lesson. `None` also if a refused key occurs more than once, or if
/// `text` has no `?`.
fn without_refused(text: &str, problems: &Problems) -> Option<String> {
    let (path, query) = text.split_once('?')?;
    let refused: Vec<&str> = problems.list().iter().map(|problem| key_of(&problem.place)).collect();
    let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let is_once = |refused: &&str| query.split('&').filter(|pair| key(pair) == **refused).count() == 1;
    // An unknown key is a parameter with a wrong name, or a key of another version of the page.
    let can_go = |refused: &&str| match KEYS.iter().find(|key| key.name == *refused) {
        Some(key) => key.name != "lesson" && matches!(key.subject, KeySubject::View | KeySubject::Page),
        None => true,
    };
    if !refused.iter().all(|refused| is_once(refused) && can_go(refused)) {
        return None;
    }
    let remaining: Vec<&str> = query.split('&').filter(|pair| !refused.contains(&&*key(pair))).collect();
    Some(format!("{path}?{}", remaining.join("&")))
}

/// Key of a share link for the field `place` of the document. If the key has no name of its own, returns
/// `place` without `params.`.
fn key_of(place: &str) -> &str {
    match place {
        "view.select" => "sel",
        "the flow of frame" => "frame",
        place => place.strip_prefix("params.").unwrap_or(place),
    }
}

/// Checks that `spec` has the flow that the view of `document` selects, and the flow of the followed frame.
/// Flows are numbered from 0; flows that actions of the document add are included.
///
/// # Errors
/// The first missing flow.
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
