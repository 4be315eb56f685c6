//! Runs A and B. Run B is shown; run A is the run before the last edit, or a pinned run. Start with
//! [`Lab::run_a`] and [`Lab::keep_as_run_a`].

use fabric_sim::document::{Problems, Tab};
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

use super::difference::{Difference, differences};
use super::document_diff::document_diff;
use super::opened::CompiledDocument;
use super::{Lab, RunA, Tape};

/// Description of run A.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunAView {
    /// Whether the user pinned it; `false`: the run before the last edit.
    pub is_pinned: bool,
    /// Whether A and B are the same run.
    pub is_same: bool,
    /// Time up to which A has run, if the cursor is beyond; `None` otherwise.
    pub behind: Option<Time>,
    /// Message if A belongs to another fabric; `None` otherwise.
    pub mismatch: Option<String>,
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
    /// Run A: the pinned run, else the run before the last edit; `None` if there is neither.
    #[must_use]
    pub fn run_a(&self) -> Option<&RunA> {
        self.pinned.as_ref().or(self.before_edit.as_ref())
    }

    /// Run A; `None` also if it is the run that is shown.
    #[must_use]
    pub fn distinct_run_a(&self) -> Option<&RunA> {
        self.run_a().filter(|a| !a.is_same)
    }

    /// Whether charts draw A below B, and not over it.
    #[must_use]
    pub fn draws_apart(&self) -> bool {
        self.page.apart
    }

    /// Description of run A; `None` if there is no comparison.
    #[must_use]
    pub(super) fn run_a_view(&self) -> Option<RunAView> {
        let a = self.run_a()?;
        let now = self.run.snapshot().now;
        Some(RunAView {
            is_pinned: self.pinned.is_some(),
            is_same: a.is_same,
            behind: (!a.is_same && a.known_until() < now).then(|| a.known_until()),
            mismatch: a.mismatch.clone(),
        })
    }

    /// Pins run A, or the shown run if there is none. If a run is pinned already, unpins it.
    pub(super) fn pin(&mut self) {
        let words = if self.pinned.take().is_some() {
            self.before_edit = None;
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

    /// Pins the run that a link names as A.
    ///
    /// # Errors
    /// One line if it does not compile.
    pub(super) fn pin_linked(&mut self, a: Result<CompiledDocument, Problems>) -> Result<(), String> {
        let a = a.map_err(|problems| {
            format!("a: {}", problems.list().first().map_or_else(String::new, ToString::to_string))
        })?;
        self.pinned = Some(RunA::new(a.document, Tape::new(a.spec)));
        self.review();
        self.record_displayed();
        Ok(())
    }

    /// Copies the recorded history of the shown run to A, if A is that run. Called before the shown run
    /// is replaced.
    pub(super) fn copy_history_to_a(&mut self) {
        if self.pinned.as_ref().is_some_and(|pinned| pinned.is_same) {
            self.pinned = Some(self.run.as_run_a(&self.compiled.document));
        }
    }

    /// Updates the relation of A to the open document: same run, same fabric, or another fabric.
    pub(super) fn review(&mut self) {
        for a in [&mut self.pinned, &mut self.before_edit].into_iter().flatten() {
            a.review(&self.compiled.document, &self.compiled.spec);
        }
    }

    /// Keeps the present run as A before an edit, if `is_left`: the edit discards recorded future.
    /// During a drag only the first value does so.
    pub(super) fn keep_as_run_a(&mut self, is_left: bool) {
        self.copy_history_to_a();
        let edit = Some(self.edits.count());
        if self.kept_at_edit != edit && is_left {
            self.before_edit = Some(self.run.as_run_a(&self.compiled.document));
        }
        self.kept_at_edit = edit;
    }

    /// Restores the recorded history of `before_edit` or of the pinned run after an undo, if it is a run of
    /// the open document.
    pub(super) fn restore_history_from_a(&mut self, before_edit: Option<&RunA>) {
        let pinned = self.pinned.as_ref();
        let is_this = |run: &&RunA| run.is_of(&self.compiled.document);
        if let Some(same) = before_edit.filter(is_this).or(pinned.filter(is_this)) {
            self.run.take_history_from(same);
            self.before_edit = None;
        }
        self.kept_at_edit = None;
    }

    /// Moment at which A is compared: the time of B, after as many events of that time as B has
    /// run, or after all of them.
    fn moment(&self) -> (Time, u64) {
        let world = self.run.tape().world();
        let now = world.now();
        (now, if world.idle_until(now) { 0 } else { world.ran_now() })
    }

    /// Moves run A to the moment of the cursor, until `tired`. Returns whether it moved.
    pub(super) fn run_on(&mut self, tired: &mut impl FnMut() -> bool) -> bool {
        let moment = self.moment();
        let a = self.pinned.as_mut().or(self.before_edit.as_mut()).filter(|a| !a.is_same);
        let Some(a) = a else { return false };
        let mut rounds = 0;
        let moved = a.follow(moment, &mut || {
            rounds += 1;
            tired()
        });
        self.frame_budget.next(rounds, a.is_at(moment));
        moved
    }

    /// Measures of A and B at the cursor, differing ones first; `None` while A has not reached the
    /// cursor.
    #[must_use]
    pub fn differences(&self) -> Option<Vec<Difference>> {
        let b = || Report::of(self.run.tape().world());
        let Some(a) = self.distinct_run_a() else {
            return self.run_a().map(|_| {
                let both = b();
                differences(&both, &both)
            });
        };
        a.is_at(self.moment()).then(|| differences(&Report::of(a.world()), &b()))
    }

    /// Differences between the documents of A and B, one short sentence each.
    #[must_use]
    pub fn document_differences(&self) -> Vec<String> {
        self.distinct_run_a().map(|a| document_diff(&a.document, &self.compiled.document)).unwrap_or_default()
    }
}
