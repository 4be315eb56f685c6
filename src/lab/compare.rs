//! Comparison of run B, which is shown, with run A: the pinned run, or the run before the last edit if no run
//! is pinned. Start with [`Lab::run_a`] and [`Lab::keep_as_run_a`].
//!
//! If run A and run B are the same run, nothing is drawn of run A. Run A follows the cursor of run B; until
//! run A arrives, there are no figures to compare.

use std::rc::Rc;

use fabric_sim::document::link::DrawnRun;
use fabric_sim::document::{Problems, Tab};
use fabric_sim::engine::WorldView;
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

use super::compared_value::{ComparedValue, compared_values};
use super::document_diff::document_diff;
use super::opened::CompiledDocument;
use super::{Lab, Recording, RunA};
use crate::charts::time_label;
use crate::scene::Motion;

/// Description of run A for the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunAView {
    /// Whether the user pinned run A. If `false`, run A is the run before the last edit.
    pub is_pinned: bool,
    /// Whether runs A and B are the same run.
    pub is_same: bool,
    /// Time that run A has reached, if this time is before the cursor. `None` if run A has reached the
    /// cursor, or is the same run as run B. `None` also if run A lacks only events of the time of the cursor.
    pub behind: Option<Time>,
    /// Message if run A belongs to another fabric than run B; `None` otherwise.
    pub mismatch: Option<String>,
    /// Whether the picture of the fabric can show run A.
    pub can_draw_fabric: bool,
    /// Caption of the picture of the fabric while it shows run A; `None` while it shows run B.
    pub caption: Option<String>,
}

impl RunAView {
    /// Name of run A on the page.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match (self.is_pinned, self.is_same) {
            (true, true) => "A: pinned, this run",
            (true, false) => "A: pinned",
            (false, _) => "A: before the edit",
        }
    }
}

impl Lab {
    /// Run A: the pinned run, otherwise the run before the last edit. `None` if no run is pinned and no edit
    /// changed the run.
    #[must_use]
    pub fn run_a(&self) -> Option<&RunA> {
        self.pinned.as_ref().or(self.before_edit.as_ref())
    }

    /// Run A if it differs from the shown run; `None` if there is no run A, or if both are the same run.
    #[must_use]
    pub fn distinct_run_a(&self) -> Option<&RunA> {
        self.run_a().filter(|a| !a.is_same)
    }

    /// Whether the picture of the fabric shows run A: the viewer chose it, and run A differs from run B and
    /// has the same ports.
    #[must_use]
    pub fn draws_fabric_of_a(&self) -> bool {
        self.page.picture == DrawnRun::A && self.can_draw_fabric_of_a()
    }

    /// Whether the picture of the fabric can show run A: run A differs from run B and has the same ports.
    #[must_use]
    pub fn can_draw_fabric_of_a(&self) -> bool {
        self.distinct_run_a().is_some_and(|a| a.has_same_ports)
    }

    /// Shows the fabric of `run` in the picture; run B if the fabric of run A cannot be drawn.
    pub(super) fn draw_fabric_of(&mut self, run: DrawnRun) {
        self.page.picture = if self.can_draw_fabric_of_a() { run } else { DrawnRun::B };
    }

    /// Run, view and motion of the fabric that the picture shows: of run A if the viewer chose it and it can
    /// be drawn, otherwise of run B.
    #[must_use]
    pub fn drawn_fabric(&self) -> (&Recording, &WorldView, &Motion) {
        match self.distinct_run_a().filter(|_| self.draws_fabric_of_a()) {
            Some(a) => a.drawn_fabric(),
            None => (self.run.recording(), self.run.snapshot(), self.run.motion()),
        }
    }

    /// View of the fabric of run A; `None` while the picture of the fabric shows run B.
    pub(super) fn view_of_a(&self) -> Option<Rc<WorldView>> {
        self.distinct_run_a().filter(|_| self.draws_fabric_of_a()).map(|a| Rc::clone(a.view()))
    }

    /// Caption of the picture of the fabric while it shows run `a`. If run `a` has not reached the time of
    /// run B, the caption has the time of run `a`.
    fn caption(&self, a: &RunA) -> String {
        let which = if self.pinned.is_some() { "pinned" } else { "before the edit" };
        let (at, now) = (a.view().now, self.run.snapshot().now);
        let late = if at == now { String::new() } else { format!(", at {}", time_label(at)) };
        format!("Run A ({which}){late}; the panels show run B")
    }

    /// Whether charts draw run A below run B; if `false`, both runs are in the same chart.
    #[must_use]
    pub fn draws_apart(&self) -> bool {
        self.page.apart
    }

    /// Description of run A for the page; `None` without run A.
    #[must_use]
    pub(super) fn run_a_view(&self) -> Option<RunAView> {
        let a = self.run_a()?;
        let now = self.run.snapshot().now;
        Some(RunAView {
            is_pinned: self.pinned.is_some(),
            is_same: a.is_same,
            behind: (!a.is_same && a.known_until() < now).then(|| a.known_until()),
            mismatch: a.mismatch.clone(),
            can_draw_fabric: self.can_draw_fabric_of_a(),
            caption: self.draws_fabric_of_a().then(|| self.caption(a)),
        })
    }

    /// Pins run A: the run before the last edit, or the shown run if there was no edit. If a run is already
    /// pinned, unpins it, and also discards the run before the last edit. The page shows a message, and after
    /// pinning the tab of the comparison.
    pub(super) fn pin(&mut self) {
        let words = if self.pinned.take().is_some() {
            self.before_edit = None;
            self.page.picture = DrawnRun::B;
            if self.tab == Tab::Compare {
                self.show(Tab::default());
            }
            "A is let go: nothing is compared any more."
        } else {
            let before_edit = self.before_edit.take();
            let is_before = before_edit.is_some();
            self.pinned = before_edit.or_else(|| Some(self.run.as_run_a(&self.compiled.document)));
            self.review();
            self.show(Tab::Compare);
            if is_before {
                "A is pinned: the run before the last edit stays beside whatever comes."
            } else {
                "A is pinned: this run, as it is. Change something, and both are shown."
            }
        };
        self.run.show_message(words.to_owned());
    }

    /// Pins the run of the document `a`, which an opened share link names, as run A.
    ///
    /// # Errors
    /// A line with the first problem, if the document does not compile. A run that was pinned before then
    /// stays pinned.
    pub(super) fn pin_linked(&mut self, a: Result<CompiledDocument, Problems>) -> Result<(), String> {
        let a = a.map_err(|problems| {
            format!("a: {}", problems.list().first().map_or_else(String::new, ToString::to_string))
        })?;
        self.pinned = Some(RunA::new(a.document, Recording::new(a.spec)));
        self.review();
        self.record_displayed();
        Ok(())
    }

    /// Copies the recorded history of the shown run to the pinned run if both are the same run. Must be
    /// called before another run replaces the shown run.
    pub(super) fn copy_history_to_a(&mut self) {
        if self.pinned.as_ref().is_some_and(|pinned| pinned.is_same) {
            self.pinned = Some(self.run.as_run_a(&self.compiled.document));
        }
    }

    /// Determines again whether the pinned run is the shown run, and whether the pinned run belongs to
    /// another fabric. Does the same for the run before the last edit.
    pub(super) fn review(&mut self) {
        for a in [&mut self.pinned, &mut self.before_edit].into_iter().flatten() {
            a.review(&self.compiled.document, &self.compiled.spec);
        }
    }

    /// Keeps the present run as run A before an edit. `is_left` is true if the edit discards recorded events
    /// of the run; if it is false, run A stays as it was. During a drag, only the first value of the drag
    /// keeps the run. The picture of the fabric then shows run B, which the edit changes.
    pub(super) fn keep_as_run_a(&mut self, is_left: bool) {
        self.page.picture = DrawnRun::B;
        self.copy_history_to_a();
        let edit = Some(self.edits.count());
        if self.run_a_at_edit != edit && is_left {
            self.before_edit = Some(self.run.as_run_a(&self.compiled.document));
        }
        self.run_a_at_edit = edit;
    }

    /// Takes the recorded history from an equal run after an undo: from `before_edit` or else the pinned run,
    /// if the document of this run is the open document. The run before the last edit is then discarded. If
    /// neither run has this document, no history is taken. The picture of the fabric shows run B afterwards.
    pub(super) fn restore_history_from_a(&mut self, before_edit: Option<&RunA>) {
        self.page.picture = DrawnRun::B;
        let pinned = self.pinned.as_ref();
        let is_this = |run: &&RunA| run.is_of(&self.compiled.document);
        if let Some(same) = before_edit.filter(is_this).or(pinned.filter(is_this)) {
            self.run.take_history_from(same);
            self.before_edit = None;
        }
        self.run_a_at_edit = None;
    }

    /// Moment of run B that run A must reach: the time, and the number of events of that time that have run.
    /// The number 0 stands for all events, and is used if no event of that time is left.
    fn moment(&self) -> (Time, u64) {
        let world = self.run.recording().world();
        let now = world.now();
        (now, if world.idle_until(now) { 0 } else { world.ran_now() })
    }

    /// Moves run A towards the moment of run B until `is_budget_spent` returns true. Returns `true` if run A
    /// moved. If a run is pinned, only the pinned run moves. A run A that is the shown run does not move.
    pub(super) fn advance_run_a(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        let moment = self.moment();
        let a = self.pinned.as_mut().or(self.before_edit.as_mut()).filter(|a| !a.is_same);
        let Some(a) = a else { return false };
        let mut rounds = 0;
        let moved = a.follow(moment, &mut || {
            rounds += 1;
            is_budget_spent()
        });
        self.video_frame_budget.set_limit(rounds, a.is_at(moment));
        moved
    }

    /// Measures of runs A and B at the cursor; measures that differ come first. If run A is the shown run, no
    /// measure differs. `None` if there is no run A, or if run A has not reached the cursor.
    #[must_use]
    pub fn compared_values(&self) -> Option<Vec<ComparedValue>> {
        let b = || Report::of(self.run.recording().world());
        let Some(a) = self.distinct_run_a() else {
            return self.run_a().map(|_| {
                let both = b();
                compared_values(&both, &both)
            });
        };
        a.is_at(self.moment()).then(|| compared_values(&Report::of(a.world()), &b()))
    }

    /// Differences between the documents of runs A and B, one short sentence each. Empty without run A, or if
    /// A is the shown run.
    #[must_use]
    pub fn document_differences(&self) -> Vec<String> {
        self.distinct_run_a().map(|a| document_diff(&a.document, &self.compiled.document)).unwrap_or_default()
    }
}
