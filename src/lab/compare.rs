//! A and B: a run stays beside the one that is shown, by itself after an edit
//! that left it, or because it was pinned.

use fabric_sim::document::Tab;
use fabric_sim::insight::Report;
use fabric_sim::units::Time;

use super::apart::apart;
use super::difference::{Difference, differences};
use super::{Ghost, Lab};

/// Description of run A.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Whether somebody pinned it; else it is the run before the last edit.
    pub is_pinned: bool,
    /// Whether it is the very run that is shown.
    pub is_same: bool,
    /// Up to when it is known, if the cursor is beyond.
    pub behind: Option<Time>,
    /// Sentence if A is of another fabric; `None` otherwise.
    pub strange: Option<String>,
}

impl Other {
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
    /// A: what was pinned, else the run before the last edit.
    #[must_use]
    pub fn a(&self) -> Option<&Ghost> {
        self.pinned.as_ref().or(self.ghost.as_ref())
    }

    /// A, if it is another run than the one that is shown.
    #[must_use]
    pub fn ghost(&self) -> Option<&Ghost> {
        self.a().filter(|a| !a.is_same)
    }

    /// Description of run A; `None` if there is no comparison.
    #[must_use]
    pub(super) fn other(&self) -> Option<Other> {
        let a = self.a()?;
        let now = self.run.snapshot().now;
        Some(Other {
            is_pinned: self.pinned.is_some(),
            is_same: a.is_same,
            behind: (!a.is_same && a.known_until() < now).then(|| a.known_until()),
            strange: a.strange.clone(),
        })
    }

    /// Pins A: the one that is there, else the run that is shown. If one is
    /// pinned, it is let go.
    pub(super) fn pin(&mut self) {
        let words = if self.pinned.take().is_some() {
            self.ghost = None;
            if self.tab == Tab::Compare {
                self.show(Tab::default());
            }
            "A is let go: nothing is compared any more."
        } else {
            let ghost = self.ghost.take();
            let is_before = ghost.is_some();
            self.pinned = ghost.or_else(|| Some(self.run.ghost(&self.edition.document)));
            self.review();
            self.show(Tab::Compare);
            if is_before {
                "A is pinned: the run before the last edit stays beside whatever comes."
            } else {
                "A is pinned: this run, as it is. Change something, and both are shown."
            }
        };
        self.run.say(words.to_owned());
    }

    /// The run that is shown is about to be left: if it is A, all that is known
    /// of it is A's.
    pub(super) fn hold(&mut self) {
        if self.pinned.as_ref().is_some_and(|pinned| pinned.is_same) {
            self.pinned = Some(self.run.ghost(&self.edition.document));
        }
    }

    /// Another document is open: is A a run of it?
    pub(super) fn review(&mut self) {
        for a in [&mut self.pinned, &mut self.ghost].into_iter().flatten() {
            a.review(&self.edition.document, &self.edition.spec);
        }
    }

    /// Keeps the run that an edit is about to leave, if its future `is_left`;
    /// of many values of one drag the first time only.
    pub(super) fn part(&mut self, is_left: bool) {
        self.hold();
        let edit = Some(self.edits.count());
        if self.parted != edit && is_left {
            self.ghost = Some(self.run.ghost(&self.edition.document));
        }
        self.parted = edit;
    }

    /// An edit was taken back, and the open document is the one of `ghost`, or
    /// of what is pinned: so is the run.
    pub(super) fn rejoin(&mut self, ghost: Option<&Ghost>) {
        let pinned = self.pinned.as_ref();
        let is_this = |ghost: &&Ghost| ghost.is_of(&self.edition.document);
        if let Some(same) = ghost.filter(is_this).or(pinned.filter(is_this)) {
            self.run.recall(same);
            self.ghost = None;
        }
        self.parted = None;
    }

    /// Moment at which A is compared: the time of B, after as many events of that time as B has
    /// run, or after all of them.
    fn moment(&self) -> (Time, u64) {
        let world = self.run.tape().world();
        let now = world.now();
        (now, if world.idle_until(now) { 0 } else { world.ran_now() })
    }

    /// A goes where the cursor is, until `tired`; whether it moved.
    pub(super) fn run_on(&mut self, tired: &mut impl FnMut() -> bool) -> bool {
        let moment = self.moment();
        let a = self.pinned.as_mut().or(self.ghost.as_mut()).filter(|a| !a.is_same);
        let Some(a) = a else { return false };
        let mut rounds = 0;
        let moved = a.follow(moment, &mut || {
            rounds += 1;
            tired()
        });
        self.halves.next(rounds, a.is_at(moment));
        moved
    }

    /// Measures of both runs at the cursor, A beside B, differing ones first; `None` while A is on
    /// its way there.
    #[must_use]
    pub fn differences(&self) -> Option<Vec<Difference>> {
        let b = || Report::of(self.run.tape().world());
        let Some(a) = self.ghost() else {
            return self.a().map(|_| {
                let both = b();
                differences(&both, &both)
            });
        };
        a.is_at(self.moment()).then(|| differences(&Report::of(a.world()), &b()))
    }

    /// How the documents of A and B differ, a few words each.
    #[must_use]
    pub fn settings_apart(&self) -> Vec<String> {
        self.ghost().map(|a| apart(&a.document, &self.edition.document)).unwrap_or_default()
    }
}
