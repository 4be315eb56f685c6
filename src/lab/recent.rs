//! Recent past: the fabric as it was a fixed time before the cursor. The difference to its state at
//! the cursor gives figures of the last stretch of time beside those since the start.

use std::sync::Arc;

use fabric_sim::engine::{Stop, World, WorldView};
use fabric_sim::spec::Spec;
use fabric_sim::units::Time;

use super::{Lab, Tape};
use crate::round::round_below;

/// Part of the horizon of a document that counts as recent, at most.
const PART: u64 = 8;
/// Work of the replay between two questions whether to stop.
const ROUND: u64 = 256;
/// Seconds of the viewer after which a playing run looks back again.
const EVERY: f64 = 0.5;

/// Length of the recent past of a document: 1, 2 or 5 times a power of ten. It depends on the
/// document alone, so that figures of one run can be compared.
#[must_use]
pub fn recent_span(horizon: Time) -> Time {
    Time(round_below((horizon.ps() / PART).max(1)))
}

/// Run, number of its actions, and the time that is looked back to.
type Key = (Arc<Spec>, usize, Time);

/// Replay of the run up to an earlier time.
#[derive(Default)]
pub struct Recent {
    /// Replay on its way there.
    under_way: Option<(Key, World)>,
    /// Fabric that was reached last, and its view.
    reached: Option<(Key, World, Box<WorldView>)>,
    /// When the viewer was last shown another one, in seconds since the lab was opened.
    since: f64,
}

/// The recent past, up to the cursor.
#[derive(Clone, Copy)]
pub struct Since<'a> {
    /// Length of the recent past.
    pub span: Time,
    /// Fabric at its beginning.
    pub world: &'a World,
    /// View of it.
    pub view: &'a WorldView,
}

impl Recent {
    /// Goes on to the fabric of `tape` at `span` before its cursor, until `tired`. Returns whether it
    /// was reached.
    fn go_on(&mut self, tape: &Tape, span: Time, wall: f64, tired: &mut impl FnMut() -> bool) -> bool {
        let world = tape.world();
        let Some(at) = world.now().ps().checked_sub(span.ps()).map(Time) else {
            return self.reached.take().is_some();
        };
        let key = (Arc::clone(tape.spec()), world.actions().len(), at);
        let is_same = |one: &Key| Arc::ptr_eq(&one.0, &key.0) && one.1 == key.1;
        if self.reached.as_ref().is_some_and(|(one, ..)| is_same(one) && one.2 == at) {
            return false;
        }
        // A run that plays leaves the replay behind: that of a moment ago is finished first.
        let goes_on = self.under_way.as_ref().is_some_and(|(one, _)| is_same(one) && one.2 <= at);
        if !goes_on {
            let is_known = self.reached.as_ref().is_some_and(|(one, ..)| is_same(one) && one.2 < at);
            if is_known && wall - self.since < EVERY {
                return false;
            }
            let world = tape.reel.world_before(|world| world.now() <= at);
            self.under_way = Some((key, world));
        }
        let Some((key, mut world)) = self.under_way.take() else { return false };
        while world.run(key.2, ROUND) == Stop::Budget {
            if tired() {
                self.under_way = Some((key, world));
                return false;
            }
        }
        let mut view = WorldView::default();
        world.snapshot(&mut view);
        self.reached = Some((key, world, Box::new(view)));
        self.since = wall;
        true
    }
}

impl Lab {
    /// Looks back from the cursor, until `tired`; whether there is news.
    pub(super) fn look_back(&mut self, tired: &mut impl FnMut() -> bool) -> bool {
        let span = recent_span(self.edition.spec.horizon);
        !self.is_on_its_way() && self.recent.go_on(&self.run.tape, span, self.wall, tired)
    }

    /// The fabric at the beginning of the recent past; `None` if the run is shorter than that, or
    /// another one is shown by now.
    #[must_use]
    pub fn since(&self) -> Option<Since<'_>> {
        let ((spec, actions, at), world, view) = self.recent.reached.as_ref()?;
        let tape = self.run.tape();
        let is_same = Arc::ptr_eq(spec, tape.spec()) && *actions == tape.world().actions().len();
        let span = self.run.snapshot().now.ps().checked_sub(at.ps()).map(Time)?;
        // While it plays, the beginning follows a moment later.
        let is_near = span.ps() <= 2 * recent_span(self.edition.spec.horizon).ps();
        (is_same && is_near).then_some(Since { span, world, view })
    }
}

#[cfg(test)]
mod tests;
