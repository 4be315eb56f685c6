//! State of the fabric a fixed time before the cursor, computed by a replay. Start with [`Lab::since`].
//! Counters of this state are subtracted from those at the cursor to get rates over the recent past.

use std::sync::Arc;

use fabric_sim::engine::{RunEnd, World, WorldView};
use fabric_sim::spec::Spec;
use fabric_sim::units::{PS_PER_S, Time};

use super::{Lab, Recording};
use crate::round::round_below;

/// Divisor of the horizon that gives the greatest length of the recent past.
const PART: u64 = 8;
/// Number of replayed events between two calls of `is_budget_spent`.
const ROUND: u64 = 256;
/// Least wall time in seconds between two updates of the recent past while the run plays.
const EVERY: f64 = 0.5;

/// Length of the recent past for a document with this horizon: an eighth of the horizon, rounded down to 1, 2
/// or 5 times a power of ten, but at least 1 ps. The length is the same throughout a run, so that figures of
/// the recent past can be compared.
#[must_use]
pub fn recent_span(horizon: Time) -> Time {
    Time(round_below((horizon.ps() / PART).max(1)))
}

/// Identity of an earlier state: spec of the run, number of its actions, and time of the state.
type Key = (Arc<Spec>, usize, Time);

/// Replay of the run to the time where the recent past begins.
#[derive(Default)]
pub struct Recent {
    /// Replay in progress: the identity of the state to reach, and the world so far. `None` if no replay is
    /// in progress.
    under_way: Option<(Key, World)>,
    /// State that a replay reached last: its identity, its world and its view. `None` before the first replay
    /// has ended.
    reached: Option<(Key, World, Box<WorldView>)>,
    /// Wall time of the last change of `reached`, in seconds since the lab was opened.
    since: f64,
}

/// Recent past, with the state of the fabric at its beginning.
#[derive(Clone, Copy)]
pub struct Since<'a> {
    /// Length of the recent past.
    pub span: Time,
    /// State of the fabric at the time at which the recent past begins.
    pub world: &'a World,
    /// View of the state at the time at which the recent past begins.
    pub view: &'a WorldView,
}

impl Recent {
    /// Continues the replay to the time `span` before the cursor of `recording`, until `is_budget_spent`
    /// returns true. `wall` is the wall time in seconds since the lab was opened. Returns `true` if a new
    /// state was reached.
    fn advance(
        &mut self,
        recording: &Recording,
        span: Time,
        wall: f64,
        is_budget_spent: &mut impl FnMut() -> bool,
    ) -> bool {
        let world = recording.world();
        // Near the start of the run, the recent past begins at the start.
        let at = world.now().saturating_sub(span);
        let key = (Arc::clone(recording.spec()), world.actions().len(), at);
        let is_same = |one: &Key| Arc::ptr_eq(&one.0, &key.0) && one.1 == key.1;
        if self.reached.as_ref().is_some_and(|(one, ..)| is_same(one) && one.2 == at) {
            return false;
        }
        // While the run plays, a replay in progress to an earlier time continues to its end.
        let goes_on = self.under_way.as_ref().is_some_and(|(one, _)| is_same(one) && one.2 <= at);
        if !goes_on {
            let is_known = self.reached.as_ref().is_some_and(|(one, ..)| is_same(one) && one.2 < at);
            if is_known && wall - self.since < EVERY {
                return false;
            }
            let world = recording.seekable_run.world_before(|world| world.now() <= at);
            self.under_way = Some((key, world));
        }
        let Some((key, mut world)) = self.under_way.take() else { return false };
        while world.run(key.2, ROUND) == RunEnd::Budget {
            if is_budget_spent() {
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
    /// Continues the replay of the recent past until `is_budget_spent` returns true. Returns whether there is
    /// a new state to show. While the cursor moves, the replay waits. While the run plays, a new state comes
    /// at most every 0.5 s.
    pub(super) fn look_back(&mut self, is_budget_spent: &mut impl FnMut() -> bool) -> bool {
        let span = recent_span(self.compiled.spec.horizon);
        !self.has_pending_move() && self.recent.advance(&self.run.recording, span, self.wall, is_budget_spent)
    }

    /// Length of the recent past, and the utilisation of each port as transmitter in this time, in percent of
    /// the rate of the port. Ports are in the order of their ids. Percentages are rounded down, at most 100.
    /// `None` if [`Lab::since`] returns `None`.
    #[must_use]
    pub fn utilisation(&self) -> Option<(Time, Vec<u8>)> {
        let since = self.since()?;
        let sent = |world: &World, port: usize| -> u64 {
            world.counters().ports[port].iter().map(|class| class.tx_bytes).sum()
        };
        let now = self.run.recording().world();
        let of = |(n, port): (usize, &fabric_sim::spec::PortSpec)| {
            let bits = 8 * u128::from(sent(now, n).saturating_sub(sent(since.world, n)));
            let most = u128::from(port.clock.rate().bps()) * u128::from(since.span.ps());
            u8::try_from((100 * bits * u128::from(PS_PER_S)).checked_div(most).unwrap_or(0).min(100))
                .unwrap_or(100)
        };
        Some((since.span, now.spec().ports.iter().enumerate().map(of).collect()))
    }

    /// Recent past: its length up to the cursor, and the state at its beginning. Near the start of the run,
    /// the recent past begins at the start. `None` at the start of the run, and after an action until the
    /// replay has caught up. Also `None` while the recent past is more than twice its usual length.
    #[must_use]
    pub fn since(&self) -> Option<Since<'_>> {
        let ((spec, actions, at), world, view) = self.recent.reached.as_ref()?;
        let recording = self.run.recording();
        let is_same = Arc::ptr_eq(spec, recording.spec()) && *actions == recording.world().actions().len();
        let span = self.run.snapshot().now.ps().checked_sub(at.ps()).map(Time)?;
        // While the run plays, the recent past may become longer than usual.
        let is_near = span.ps() <= 2 * recent_span(self.compiled.spec.horizon).ps();
        (is_same && is_near && span > Time::ZERO).then_some(Since { span, world, view })
    }
}

#[cfg(test)]
mod tests;
