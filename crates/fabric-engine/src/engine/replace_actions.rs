//! Replacement of the future actions of a run.

use std::sync::Arc;

use crate::spec::{Spec, TimedAction};
use crate::units::Time;

use super::World;
use super::event_order::DeadlineId;

impl World {
    /// Actions of this run, past and future, in order of time. Can be passed to [`World::replace_actions`] of
    /// an earlier copy of the world.
    #[must_use]
    pub fn script(&self) -> &Arc<Vec<TimedAction>> {
        &self.actions
    }

    /// Whether this world can continue with `actions`. `true` if `actions` begins with all actions that have
    /// run, and the next action in `actions` is not in the past.
    #[must_use]
    pub fn has_done(&self, actions: &[TimedAction]) -> bool {
        let done = self.actions_run();
        let to_come = actions.get(done).is_none_or(|next| next.at >= self.action_time());
        to_come && self.actions.get(..done) == actions.get(..done)
    }

    /// Replaces the actions of this world. `spec` may differ from the present specification in its
    /// actions only. `actions` must begin with the actions that [have run](World::has_done).
    pub fn replace_actions(&mut self, spec: &Arc<Spec>, actions: &Arc<Vec<TimedAction>>) {
        debug_assert!(self.has_done(actions), "what has happened stays as it is");
        self.spec = Arc::clone(spec);
        self.actions = Arc::clone(actions);
        self.arm_action();
    }

    /// Schedules the next action.
    pub(super) fn arm_action(&mut self) {
        let next = self.actions.get(self.state.next_action).map_or(Time::NEVER, |next| next.at);
        self.arm(DeadlineId::Action, next);
    }
}
